"""The sheet Aims: what a designer wants the figures to be, a row for each: Figure, Least and Most.

A figure is called as the report calls it, without its part: `Collapse share`, `rounds`, `1 wins`; a star
stands for anything (`* taken`), and then each that fits is meant. The columns Players and Variant, if there
are any, say for which trials a row is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from generator.balance.figures import Estimate
from generator.games.rulesets import game_module
from generator.ground.problems import Problem, error, warning
from generator.records.cells import as_text, fold, listed, shown
from generator.records.tables import Book, Row
from generator.records.worksheets import AIMS, FIELDS, sample_sheets

MOST_TOLD = 5
"""So many figures of one row are told."""


def check_aims(book: Book, figures: Sequence[Estimate], *, players: int, variant: str) -> Iterator[Problem]:
    """An error where the whole interval of a figure lies outside, a warning where it reaches outside."""
    if AIMS not in book:
        mend = f"Add it with the columns Figure, Least and Most, and declare them in {FIELDS}."
        yield error(AIMS, f"There is no sheet {AIMS} that says what the figures should be.", mend)
        return
    for row in book[AIMS]:
        yield from _never_meant(row, book)
        if _meant(row, "players", str(players)) and _meant(row, "variant", variant):
            yield from _checked(row, figures)


def _never_meant(row: Row, book: Book) -> Iterator[Problem]:
    """A variant that there is not, a number of players that nobody tries, and bounds that no figure keeps."""
    named = (as_text(variant.values.get("variant")) for variant in book.tables.get("Variants", ()))
    variants = dict.fromkeys(filter(None, named))
    for wanted in as_text(row.values.get("variant")).split("+") if variants else ():
        if wanted.strip() and fold(wanted) not in map(fold, variants):
            mend = f"Write one of the sheet Variants: {listed([*variants], 'or')}."
            yield error(row.at("variant"), f"There is no variant {shown(wanted)}.", mend)
    players = as_text(row.values.get("players")).removesuffix(".0")
    one_game = not as_text(row.values.get("variant"))  # a variant may be for other numbers
    if players and one_game and (module := game_module(book)) is not None:
        possible = sorted({count for sheet in sample_sheets(book) for count in module.players(book, sheet)})
        if possible and players not in map(str, possible):
            mend = f"Write one number from {possible[0]} to {possible[-1]}, or nothing for all."
            yield error(row.at("players"), f"No game is for {shown(players)} players.", mend)
    least, most = (_number(as_text(row.values.get(column))) for column in ("least", "most"))
    if least is not None and most is not None and least > most:
        yield error(row.at("least"), f"The least, {least:g}, is above the most, {most:g}.", "Exchange them.")


def _meant(row: Row, column: str, value: str) -> bool:
    """Whether a row is meant for a trial; an empty cell is meant for all."""
    wanted = as_text(row.values.get(column)).removesuffix(".0")
    return not wanted or fold(wanted) == fold(value)


def _checked(row: Row, figures: Sequence[Estimate]) -> Iterator[Problem]:
    pattern = fold(as_text(row.values.get("figure")))
    fitting = [figure for figure in figures if figure.games and fnmatchcase(fold(figure.title), pattern)]
    if not fitting:
        fault = f"No figure is called {shown(pattern)}."
        yield error(row.at("figure"), fault, "Write one as pnp balance prints it, such as rounds.")
        return
    for column, sign in (("least", 1), ("most", -1)):
        text = as_text(row.values.get(column))
        bound = _number(text)
        if text and bound is None:
            yield error(row.at(column), f"{shown(text)} is no number.", "Write 0.3, 30 % or 6.")
        elif bound is not None:
            yield from list(_outside(row, column, fitting, bound, sign))[:MOST_TOLD]


def _number(text: str) -> float | None:
    try:
        return float(text.rstrip(" %")) / (100 if text.rstrip().endswith("%") else 1)
    except ValueError:
        return None


def _outside(
    row: Row, column: str, figures: Sequence[Estimate], bound: float, sign: int
) -> Iterator[Problem]:
    """Figures that lie outside of a bound: below the least (sign 1), or above the most (−1)."""
    for figure in figures:
        near, far = (figure.low, figure.high) if sign > 0 else (figure.high, figure.low)
        if sign * far < sign * bound:
            told = f"{figure.title} is {figure.value:.3g} ({figure.low:.3g} to {figure.high:.3g})"
            fault = f"{told}; the {column} is {bound:g} (n {figure.games})."
            yield error(row.at(column), fault, "Change the cards or the rules, or the aim.")
        elif sign * near < sign * bound:
            told = f"{figure.title} may be outside: {figure.low:.3g} to {figure.high:.3g}"
            fault = f"{told}; the {column} is {bound:g} (n {figure.games})."
            yield warning(row.at(column), fault, "Play more games: --games.")
