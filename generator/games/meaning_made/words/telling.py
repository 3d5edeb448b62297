"""A replayed sample game as a story that can be printed: the words, and the table at every moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay import Replay, Step, Verdict
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.state import Phase, State
from generator.games.meaning_made.words.narrate import headline, outcomes, rule_shown
from generator.games.meaning_made.words.table import table_of
from generator.replay.told import Remark, Sign, Told, ToldEnding, ToldPart, ToldRound, ToldStep

UNMOVED = "Prism, Index and Palettes lie"
_PHASES: Mapping[str, str] = MappingProxyType(
    {"event": "Event", "turn": "Turns", "window": "Stability Window"}
)
_EVENT = Sign("event", "#1b7f83")


def told(replay: Replay, game: Game) -> Told:
    """The whole game. A replay that could not begin has only what was wrong with it."""
    checked = checked_line(replay, game)
    if replay.start is None or replay.final is None:
        return Told(checked)
    seats = seats_of(replay, game)
    return Told(
        checked,
        setup=tuple(_setup(replay)),
        table=table_of(replay.start, game, seats),
        rounds=tuple(_rounds(replay, game, seats)),
        ending=_ending(replay, replay.final, game),
        unmoved=UNMOVED,
        seated=_seated(replay.start),
    )


def checked_line(replay: Replay, game: Game) -> str:
    """Against what the game was checked, and with how many steps; or that it is not valid."""
    made = f"workbook version {game.version}, content {game.book.digest[:12]}"
    wrong = sum(step.verdict is not Verdict.HOLDS for step in replay.steps)
    if replay.valid:
        return f"Checked against {made}: {len(replay.steps)} steps, every one of them legal."
    return (
        f"**Not valid for this version.** Checked against {made}: {len(replay.steps)} steps, of which "
        f"{wrong} do not "
        f"hold, and {len(replay.problems)} findings in all. Run pnp replay for the list."
    )


def seats_of(replay: Replay, game: Game) -> tuple[Sign, ...]:
    """Each player's colour and mark: the mat that the script names, else the mats in their order."""
    mats = list(game.book["Players"])
    rows = [row for row in replay.script.setup if row.action == "seat"]
    made = []
    for at, row in enumerate(rows):
        mat = next((m for m in mats if m["name"].casefold() == row.card.casefold()), mats[at % len(mats)])
        made.append(Sign(mat["mark"], mat["colour"]))
    return tuple(made)


def _setup(replay: Replay) -> Iterator[Remark]:
    for row in replay.script.setup:
        if row.action == "seat" and row.narration:
            yield Remark(f"**{row.player}** ({row.card}). {row.narration}", row.at("narration"))


def _seated(start: State) -> str:
    order = ", ".join(start.names[seat] for seat in start.order())
    return f"They sit in this order, clockwise: {order}. {start.names[start.starter]} is the starting player."


def _rounds(replay: Replay, game: Game, seats: Sequence[Sign]) -> Iterator[ToldRound]:
    for number, group in groupby(replay.steps, key=lambda step: step.row.round):
        steps = tuple(group)
        parts = tuple(
            ToldPart(_PHASES.get(phase, phase.capitalize()), tuple(_step(step, game, seats) for step in part))
            for phase, part in groupby(steps, key=lambda step: step.row.phase)
        )
        before, after = (table_of(state, game, seats) for state in (steps[0].before, steps[-1].after))
        yield ToldRound(number, before, parts, after)


def _step(step: Step, game: Game, seats: Sequence[Sign]) -> ToldStep:
    wrong = {
        Verdict.HOLDS: "",
        Verdict.BROKEN: "it breaks a rule",
        Verdict.DEPENDS: "it depends on a broken one",
    }
    return ToldStep(
        badge=_badge(step, seats),
        headline=headline(step, game),
        outcome=outcomes(step, game),
        narration=step.row.narration,
        rule=rule_shown(step),
        wrong=wrong[step.verdict],
        place=step.row.at("narration"),
    )


def _badge(step: Step, seats: Sequence[Sign]) -> Sign:
    """The sign of the player's mat, or that of an Event."""
    named = (
        sign for sign, name in zip(seats, step.before.names, strict=True) if _same(name, step.row.player)
    )
    return next(named, _EVENT)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _ending(replay: Replay, final: State, game: Game) -> ToldEnding:
    standing = next(
        (row["name"] for row in game.book["Outcomes"] if row["from"] <= final.meaning <= row["to"]), ""
    )
    over = "The game is over" if final.phase is Phase.OVER else "The script stops here"
    text = f"{over}. Meaning {{meaning}} stands at {final.meaning}: the world is **{standing}**."
    remarks = tuple(
        Remark(f"**{row.player}.** {row.narration}", row.at("narration"))
        for row in replay.script.steps
        if row.action == "score" and row.narration
    )
    return ToldEnding(text, tuple(_score_rows(final)), remarks)


def _score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    yield "Player", "{vitals} Vitals", "{legacy} Legacy", "{score} Score", ""
    won, totals = winners(final), scores(final)
    for seat in sorted(range(len(final.names)), key=lambda seat: -totals[seat]):
        vitals, legacy, total = (
            str(number) for number in (final.vitals[seat], final.legacy[seat], totals[seat])
        )
        yield f"**{final.names[seat]}**", vitals, legacy, f"**{total}**", "wins" if seat in won else ""


__all__ = ["checked_line", "seats_of", "told"]
