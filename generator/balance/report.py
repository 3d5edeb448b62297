"""A report of many games: figures in parts, what strikes in them, and what players of this kind cannot tell.

No time of day and no duration stands in it, so that the same seeds give the same report.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.balance.figures import Estimate, figures_of, quantiles, values_of
from generator.balance.striking import striking
from generator.balance.watching import SECONDS_A_CHOICE, SECONDS_A_ROUND, GameFigures

PARTS: Mapping[str, str] = {
    "end": "How games end",
    "game": "Length and choices",
    "score": "Scores",
    "seat": "Seats (characters take turns in them)",
    "character": "Characters",
    "skill": "Does skill pay? (half of the seats each: half of the wins would be none)",
    "symbol": "Symbols, all players together, a game",
    "move": "Moves, a game",
    "card": "Cards, in the games in which somebody could take them",
    "cell": "Cells of the tables that were read",
}
SPREAD = ("game|rounds|", "game|minutes|")
"""Figures of which percentiles are told, too."""
FEWEST = 20
"""Of fewer games nothing is told of what a card does for those who take it."""
HONEST = (
    "Players of this kind see no fun, and neither talk nor bluff. They play by what the ruleset says a "
    "position is worth: a card that they leave may be one that they do not understand. Minutes are "
    f"estimated: {SECONDS_A_CHOICE} seconds a choice and {SECONDS_A_ROUND} a round."
)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of some games."""

    title: str
    setting: Mapping[str, object]
    """Who played what: ruleset, variant, players, seeds, who sat down."""
    games: tuple[GameFigures, ...]
    figures: tuple[Estimate, ...]
    never_read: tuple[str, ...]
    """Cells of the tables that no game read."""
    never_used: tuple[str, ...]
    """Moves that nobody made."""

    @property
    def striking(self) -> tuple[str, ...]:
        """Sentences about what a designer should look at."""
        return tuple(striking(self.figures, self.setting, self.never_read, self.never_used))


def report_of(
    title: str,
    setting: Mapping[str, object],
    games: Sequence[GameFigures],
    *,
    skill: Sequence[Estimate],
    cells: Iterable[str],
    moves: Iterable[str],
) -> Report:
    """The report of a series; `skill` are figures of further games, of players of two strengths."""
    figures = [*figures_of(games), *skill]
    read = {figure.subject for figure in figures if figure.group == "cell"}
    used = {figure.subject for figure in figures if figure.group == "move"}
    never_read = tuple(cell for cell in cells if cell not in read)
    never_used = tuple(sorted({*moves} - used))
    return Report(title, setting, tuple(games), tuple(figures), never_read, never_used)


# ---------------------------------------------------------------- words


def report_text(report: Report) -> str:
    """The report as text."""
    lines = [report.title, "=" * len(report.title), ""]
    lines += [f"{key.capitalize()}: {value}" for key, value in report.setting.items()]
    lines.append("Every figure has its 95 % interval in brackets.")
    for group, heading in PARTS.items():
        rows = [figure for figure in report.figures if figure.group == group]
        if rows and group != "cell":
            lines += ["", heading, *(_cards(rows) if group == "card" else _table(rows, report))]
    if report.never_read:
        lines += ["", "Cells of the tables that were never read", *_listed(report.never_read)]
    if report.never_used:
        lines += ["", "Actions of the script that no game has, or no row says", *_listed(report.never_used)]
    lines += ["", "What strikes", *(f"  - {sentence}" for sentence in report.striking or (NOTHING,))]
    return "\n".join([*lines, "", HONEST]) + "\n"


NOTHING = "Nothing stands out in these games."


def _table(rows: Sequence[Estimate], report: Report) -> Iterator[str]:
    width = min(max(len(row.title) for row in rows), 60)
    for row in rows:
        yield f"  {row.title:<{width}}  {told(row)}"
        if row.name in SPREAD:
            yield f"  {'':<{width}}  {spread_text(report.games, row.name)}"


def _cards(rows: Sequence[Estimate]) -> Iterator[str]:
    """A line for each card, the most taken first; what rests on too few games is left out."""
    by_card: dict[str, dict[str, Estimate]] = {}
    for row in rows:
        by_card.setdefault(row.subject, {})[row.measure] = row
    width = max(map(len, by_card))
    yield f"  {'':<{width}}  {'taken':<24}{'in the winner’s hands':<24}wins beside its share, in points"
    for card, own in sorted(by_card.items(), key=lambda pair: (-pair[1]["taken"].value, pair[0])):
        cells = [told(own["taken"])]
        for figure in (own.get("in the winner’s hands"), own.get("helps")):
            few = figure is None or figure.games < FEWEST
            cells.append("too few games" if few or figure is None else told(figure))
        yield f"  {card:<{width}}  {cells[0]:<24}{cells[1]:<24}{cells[2]}"


def spread_text(games: Sequence[GameFigures], name: str) -> str:
    """The 5th, 50th and 95th percentile of a figure with their intervals."""
    parts = quantiles(values_of(games, name))
    words = (f"{value:g} ({low:g} to {high:g})" for value, low, high in parts)
    return "in 5, 50 and 95 of 100 games at most " + ", ".join(words)


def told(figure: Estimate) -> str:
    """A figure with its interval and number of games: `42 % (38 to 46, n 600)`."""
    if not figure.games:
        return "no game"
    if figure.share:
        value, low, high = (f"{100 * part:.0f}" for part in (figure.value, figure.low, figure.high))
        return f"{value} % ({low} to {high}, n {figure.games})"
    if figure.measure == "helps":
        value, low, high = (f"{100 * part:+.0f}" for part in (figure.value, figure.low, figure.high))
        return f"{value} ({low} to {high}, n {figure.games})"
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f}, n {figure.games})"


def _listed(words: Sequence[str]) -> Iterator[str]:
    for at in range(0, len(words), 6):
        yield "  " + "; ".join(words[at : at + 6])


def report_json(report: Report) -> str:
    """The report for machines."""
    numbers = ("value", "low", "high", "games")
    figures = [
        {"figure": figure.name, **{key: getattr(figure, key) for key in numbers}} for figure in report.figures
    ]
    facts = {
        "title": report.title,
        "setting": dict(report.setting),
        "figures": figures,
        "percentiles": {name: quantiles(values_of(report.games, name)) for name in SPREAD},
        "never_read": report.never_read,
        "never_used": report.never_used,
        "striking": report.striking,
    }
    return json.dumps(facts, indent=2, ensure_ascii=False)
