"""A broken script made whole: kept up to its first broken step, played on, and what became of each row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError
from generator.replay.findings import Verdict, rows_text
from generator.replay.moves import A, F, S
from generator.replay.names import player_named
from generator.replay.repair import play_wishes
from generator.replay.sample import final_lines
from generator.replay.script import (
    READ_AGAIN,
    ScriptLine,
    ScriptRow,
    Vocabulary,
    cells_of,
    line_of,
    lines_text,
    script_from_lines,
)
from generator.replay.stated_outcomes import claims_of, hold
from generator.replay.worlds import Replay, Step, replay

TRIES = 6
"""Of so many ways to play on, the first that ends well is proposed."""


class Fate(StrEnum):
    """What became of a row."""

    KEPT = "kept"
    CHANGED = "changed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class MendedRow:
    """A row of the mended script, and the row that it was, if it was one."""

    line: ScriptLine
    was: ScriptRow | None

    @property
    def fate(self) -> Fate:
        """Whether it is as it was, to the letter but for the mark of its narration."""
        if self.was is None:
            return Fate.ADDED
        old = line_of(self.was)
        same = old[:-2] == self.line[:-2] and old.more == self.line.more
        same_words = self.line.narration.removeprefix(READ_AGAIN) == old.narration.removeprefix(READ_AGAIN)
        return Fate.KEPT if same and same_words else Fate.CHANGED

    @property
    def read_again(self) -> bool:
        """Whether its narration is marked."""
        return self.line.narration.startswith(READ_AGAIN.rstrip())


@dataclass(frozen=True, slots=True)
class Repaired:
    """A script made whole: its first `kept` steps hold as they were."""

    rows: tuple[MendedRow, ...]
    kept: int
    left_out: int
    """Rows of the old script that are in no row of the new one."""
    words: Vocabulary

    @property
    def lines(self) -> tuple[ScriptLine, ...]:
        """Its rows to write."""
        return tuple(row.line for row in self.rows)

    @property
    def text(self) -> str:
        """Its rows as a text file."""
        return lines_text(self.lines, self.words)

    @property
    def cells(self) -> tuple[Mapping[str, str], ...]:
        """Its rows by the columns of the sheet."""
        return tuple(cells_of(line, self.words) for line in self.lines)

    @property
    def places(self) -> tuple[str, ...]:
        """Where each row stood before if it is as it was, to the letter; else nothing."""
        return tuple(
            row.was.at("action") if row.was is not None and line_of(row.was) == row.line else ""
            for row in self.rows
        )

    @property
    def unchanged(self) -> bool:
        """Whether nothing had to be changed."""
        return not self.left_out and all(self.places)

    def account(self, at: Sequence[int]) -> tuple[str, ...]:
        """What was kept, changed and added, in sentences; `at` says in which row each of them stands."""
        return tuple(_account(self, at))


def _account(repaired: Repaired, at: Sequence[int]) -> Iterator[str]:
    by_fate: dict[Fate, list[int]] = {fate: [] for fate in Fate}
    rows = [*zip(at, repaired.rows, strict=True)]
    for place, row in rows:
        by_fate[row.fate].append(place)
    counts = ", ".join(f"{len(places)} {fate}" for fate, places in by_fate.items())
    yield f"Of {len(repaired.rows)} rows {counts}; {repaired.left_out} of the old ones left out."
    for fate in (Fate.CHANGED, Fate.ADDED):
        if by_fate[fate]:
            yield f"{fate.capitalize()}: {rows_text(by_fate[fate])}."
    marked = [place for place, row in rows if row.read_again]
    if marked:
        yield f"Read the narration of {rows_text(marked)}; it is marked “{READ_AGAIN.strip()}”."
    new = [place for place, row in rows if row.was is None and not row.line.narration]
    if new:
        yield f"Nothing is told yet in {rows_text(new)}."


# ---------------------------------------------------------------- mending


def repair(played: Replay[S, A, F], *, seed: int = 0) -> Repaired | None:
    """Keep a script up to its first broken step and play on as close to the rest as the rules allow.

    A narration stays as it is where its step is the same: actor, action, card, payment and outcome. Where
    the step is another by now the narration is marked; a row that is new has none. A script that holds
    to its end stays as it is. Setup rows that name what is gone are mended as the engine does. None if they
    do not give a game to begin with even so.
    """
    engine = played.engine
    old = {row.number: row for row in played.script.rows}
    if played.start is None:
        played = replay(engine.mended_setup(played.script), engine)
    if played.start is None:
        return None
    script = played.script
    steps = _sound(played)
    state = steps[-1].after if steps else played.start
    last = steps[-1].row.number if steps else 0
    scores = [row for row in script.steps if row.action == "score"]
    rest = tuple(row for row in script.steps if row.number > last and row.action != "score")
    bots = engine.policies(len(engine.names(state)))
    part = played.final is not None and not engine.over(played.final)
    last_round = max((row.round for row in script.steps), default=0) if part else None
    tries = [
        play_wishes(engine, state, rest, bots, Random(seed + attempt), last_round=last_round)
        for attempt in range(TRIES)
    ]
    moves, wishes = next(
        (attempt for attempt in tries if attempt[0] and engine.ends_well(attempt[0][-1].after)), tries[0]
    )
    # Several moves may be one row, and some are none: each row says by its narration which move it is.
    lines = engine.write_all(moves, [str(at) for at in range(len(moves))])
    proposed = [(line, wishes[int(line.narration)] if line.narration else None) for line in lines]
    rows = [MendedRow(line_of(row), old[row.number]) for row in script.setup]
    rows += [MendedRow(line_of(step.row), old[step.row.number]) for step in steps]
    rows += _mended(engine, rows, proposed)
    final = moves[-1].after if moves else state
    rows += _scored(engine, final, scores) if moves or scores else []
    used = {row.was.number for row in rows if row.was is not None}
    left_out = len(set(old) - used) + script.unread
    return Repaired(tuple(rows), len(steps), left_out, engine.vocabulary)


def _sound(played: Replay[S, A, F]) -> tuple[Step[S, A, F], ...]:
    """The steps before the first that is broken, or that has rows missing before it."""
    sound = (step.verdict is Verdict.HOLDS and not step.gap for step in played.steps)
    count = next((at for at, holds in enumerate(sound) if not holds), len(played.steps))
    return played.steps[:count]


def _mended(
    engine: Engine[S, A, F],
    before: Sequence[MendedRow],
    proposed: Sequence[tuple[ScriptLine, ScriptRow | None]],
) -> Iterator[MendedRow]:
    """The rows that were played on, each in the words of the row that it takes over if it is the same."""
    bare = [line._replace(narration="") for line, _ in proposed]
    again = replay(script_from_lines([*(row.line for row in before), *bare], engine.vocabulary), engine)
    steps = {step.row.number: step for step in again.steps}
    for number, (line, (_, was)) in enumerate(zip(bare, proposed, strict=True), len(before) + 1):
        step = steps.get(number)
        if was is None:
            yield MendedRow(line, None)
        elif step is not None and _same_step(engine, was, step):
            yield MendedRow(line_of(was)._replace(round=line.round, phase=line.phase), was)
        else:
            yield _marked(line, was)


def _same_step(engine: Engine[S, A, F], was: ScriptRow, step: Step[S, A, F]) -> bool:
    """Whether an old row tells just what a new step does, and states nothing that does not come of it."""
    row = step.row
    in_payment = was.payment and not row.payment  # what is gathered may stand in either cell
    if was.action != row.action or (row.gains and not was.gains and not in_payment):
        return False
    try:
        if engine.read(was, step.before) != engine.read(row, step.before):
            return False
        if engine.chosen_in(was) != engine.chosen_in(row):
            return False
        seat = player_named(was.player, engine.names(step.before)) if was.player else None
        if seat != engine.seat(row, step.before):
            return False
        claims = claims_of(engine, was, step.before)
    except (CellError, MoveError):
        return False
    if was.narration and engine.untold(was, claims, step.facts):
        return False
    return not any(claim.wrong for claim in hold(engine, claims, step.before, step.after, step.facts))


def _scored(engine: Engine[S, A, F], final: S, scores: Sequence[ScriptRow]) -> Iterator[MendedRow]:
    """The scores at the end; what is told of one stays as it is if the score is the same."""
    of = {row.player.strip().casefold(): row for row in scores}
    for line in final_lines(engine, final):
        was = of.get(line.player.casefold())
        if was is None:
            yield MendedRow(line, None)
        elif line.card == (was.card or was.gains or was.payment).removesuffix(".0").strip():
            yield MendedRow(line_of(was)._replace(round=line.round), was)
        else:
            yield _marked(line, was)


def _marked(line: ScriptLine, was: ScriptRow) -> MendedRow:
    """A row that is another by now: its old words, if it has any, are marked to be read again."""
    old = line_of(was)
    words = f"{READ_AGAIN}{old.narration.removeprefix(READ_AGAIN)}" if old.narration else ""
    return MendedRow(line._replace(narration=words, more=old.more), was)
