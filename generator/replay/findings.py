"""The findings of a replay as Problems: each names the row, what is wrong with it, and the rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.ground.problems import Problem, Severity, error, note, warning
from generator.records.cells import listed
from generator.records.worksheets import repair_of
from generator.replay.engine import Engine
from generator.replay.errors import AmbiguousMove, CellError, UnreadableMove, common_cause, rule_of, shown
from generator.replay.moves import A, F, Gap, S
from generator.replay.narrated import Mention
from generator.replay.script import READ_AGAIN, Script, ScriptRow

AGAIN = "Mend that step first, then look again."
MEND_WORDS = "Write what happened, or say it in other words."
ASK_ELSE = "Ask for something else, or write it out."
WITHOUT = "It holds only if that step is left out. As it is written:"
MOST_NUMBERS = 8
"""Numbers that would have been right, as many as are listed."""
MOST_FINDINGS = 200
"""Problems that a replay lists; a script of nonsense has thousands."""


MOST_GAPS = 4
"""So many rows that are missing for one cause are told one by one."""


class Verdict(StrEnum):
    """What came of a step."""

    HOLDS = "holds"
    BROKEN = "broken"
    DEPENDS = "depends on a broken step"


@dataclass(frozen=True, slots=True)
class Finding:
    """A Problem of a replay, and what it hangs on.

    `row` is the number of its row in the script, 0 if it is about the whole of it. `behind` is the number
    of the broken row that it depends on, or 0. `alone` says the same as the Problem without naming that row.
    """

    problem: Problem
    row: int = 0
    behind: int = 0
    alone: str = ""
    words: bool = False
    """Whether it is about the narration alone, so that its step may hold."""

    @property
    def brief(self) -> str:
        """What is wrong, where the row that it depends on stands above it."""
        return self.alone or self.problem.what


class Causes:
    """The broken steps so far, and the latest of them about each card and each player."""

    def __init__(self) -> None:
        self.rows: list[ScriptRow] = []
        """The rows of these steps."""
        self._by_card: dict[str, ScriptRow] = {}
        self._by_player: dict[str, ScriptRow] = {}
        self._by_cause: dict[str, ScriptRow] = {}

    def __bool__(self) -> bool:
        return bool(self.rows)

    def add(self, row: ScriptRow, cause: str = "") -> None:
        """A row that is broken itself, and what it may have in common with later ones."""
        self.rows.append(row)
        if cause:
            self._by_cause.setdefault(cause, row)
        self._by_card[row.card.casefold()] = self._by_player[row.player.casefold()] = row

    def first(self, fault: CellError) -> ScriptRow | None:
        """The first row that was broken for the same cause."""
        return self._by_cause.get(common_cause(fault.cause))

    def behind(self, row: ScriptRow) -> ScriptRow | None:
        """The latest broken step about the same card, else of the same player, else the latest one."""
        same_card = self._by_card.get(row.card.casefold()) if row.card else None
        same_player = self._by_player.get(row.player.casefold()) if row.player else None
        return same_card or same_player or (self.rows[-1] if self.rows else None)


class ReplayFindings:
    """The findings of a replay: the first MOST_FINDINGS of them, and how many more there are."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._first: list[Finding] = []
        self._rows: set[int] = set()
        self._more = 0
        self._error = False

    def add(self, finding: Finding | None) -> None:
        """A finding, if there is one."""
        if finding is not None:
            is_error = finding.problem.severity is Severity.ERROR
            self.note(finding.row, is_error, lambda: finding, words=finding.words)

    def note(
        self, row: int, is_error: bool, finding_of: Callable[[], Finding], *, words: bool = False
    ) -> None:
        """A finding about the row of a number, put into words only if it is listed."""
        if row and not words:
            self._rows.add(row)
        if len(self._first) < MOST_FINDINGS:
            self._first.append(finding_of())
            return
        self._more += 1
        self._error = self._error or is_error

    def count(self, row: int) -> None:
        """A row that does not hold, whatever is told of it."""
        self._rows.add(row)

    @property
    def rows(self) -> int:
        """How many rows do not hold, listed or not."""
        return len(self._rows)

    def listed(self) -> tuple[Finding, ...]:
        """The findings, with one at the end that stands for all that are not listed."""
        if not self._more:
            return tuple(self._first)
        make = error if self._error else warning
        fault = f"There are {self._more:,} more findings, which are not listed."
        return (*self._first, Finding(make(self._source, fault, "Mend those that are, then look again.")))


def step_problem(
    engine: Engine[S, A, F], row: ScriptRow, fault: CellError, verdict: Verdict, state: S, causes: Causes
) -> Finding:
    """Why a row cannot be played; a warning if an earlier row is to blame."""
    where = row.at(fault.column)
    reason_text = _why(engine, row, fault, state)
    if verdict is Verdict.DEPENDS:
        return _depends(where, row, causes, reason_text, causes.first(fault))
    kinds = {UnreadableMove: "cannot be read", AmbiguousMove: "is not clear"}
    kind = next((text for cause, text in kinds.items() if isinstance(fault.cause, cause)), "is not legal")
    rule = rule_of(fault.cause)
    rule_text = engine.rules.get(rule)
    mend = f"The rule: {rule_text}" if rule_text else engine.mends.get(rule, "Change the row.")
    return row_finding(row, error(where, f"{_told(row)} {kind}: {reason_text}", mend))


def row_finding(row: ScriptRow, problem: Problem) -> Finding:
    """What is wrong with a row, whatever other rows are."""
    return Finding(problem, row.number)


def narration_finding(row: ScriptRow, fault: str, mend: str) -> Finding:
    """What is wrong with the narration of a row alone."""
    return Finding(warning(row.at("narration"), fault, mend), row.number, words=True)


def left_out_problem(
    engine: Engine[S, A, F], row: ScriptRow, fault: CellError, written: S, causes: Causes
) -> Finding:
    """Why a row that can be played cannot be played if the broken steps before it are as written."""
    return _depends(row.at(fault.column), row, causes, f"{WITHOUT} {_why(engine, row, fault, written)}")


def _why(engine: Engine[S, A, F], row: ScriptRow, fault: CellError, state: S) -> str:
    where = engine.whereabouts(rule_of(fault.cause), row, state)
    return " ".join(part for part in (str(fault), where) if part)


def _depends(
    where: str, row: ScriptRow, causes: Causes, sentence: str, first: ScriptRow | None = None
) -> Finding:
    cause, at = first or causes.behind(row), ""
    if cause is not None:
        at = f" (round {cause.round}, {_named(cause)}, at {cause.at('action')})"
    problem = warning(where, f"{_told(row)} depends on a broken step{at}: {sentence}", AGAIN)
    return Finding(problem, row.number, cause.number if cause is not None else 0, f"{_told(row)}: {sentence}")


def claim_problem(row: ScriptRow, wrong: str | None, as_told: str | None, causes: Causes) -> Finding:
    """What a row states and the rules do not give; a warning if an earlier row is to blame.

    `wrong` is what is wrong if the broken steps are left out, `as_told` if they are as written.
    """
    where = row.at("gains")
    if wrong is None:
        return _depends(where, row, causes, f"{WITHOUT} {as_told}")
    if wrong == as_told:
        mend = "State what the rules give, or change the step."
        return row_finding(row, error(where, f"{_told(row)}: {wrong}", mend))
    return _depends(where, row, causes, wrong if as_told is None else f"{wrong} As written: {as_told}")


def gap_problems(gaps: Sequence[tuple[ScriptRow, Gap]]) -> Iterator[Finding]:
    """Rows that are missing for one cause: each, or if there are many the first and where else."""
    mend = "Add the missing rows above this one, or a row that passes."
    if len(gaps) <= MOST_GAPS:
        yield from (row_finding(row, error(row.at("player"), gap.sentence, mend)) for row, gap in gaps)
        return
    (row, gap), *later = gaps
    rest = f"As much is missing {len(later)} more times, before {rows_text([row.line for row, _ in later])}."
    sheet = row.at("player").partition("!")[0]
    mend = f"If the rules have changed, {repair_of(sheet)} plays on by them. Else: {mend}"
    yield row_finding(row, error(row.at("player"), f"{gap.sentence} {rest}", mend))


def untold_deed(row: ScriptRow, sentence: str) -> Finding:
    """Something that nobody leaves out who tells a step, and that its row does not state."""
    mend = "State it under Gains if it is meant to be so, and read the narration; else change its cause."
    return row_finding(row, warning(row.at("gains"), f"{_told(row)}: {sentence}", mend))


def score_problem(
    engine: Engine[S, A, F], row: ScriptRow, strict: S, written: S, causes: Causes
) -> Finding | None:
    """Hold a stated score against that of the replay.

    One that the broken steps move is a warning: without them nobody knows what is right.
    """
    stated = (row.card or row.gains or row.payment).removesuffix(".0").strip()
    called = (*engine.names(strict), *engine.shared_scores(strict))
    names = [name.casefold() for name in called]
    player = row.player.strip().casefold()
    if player not in names or not re.fullmatch(r"[0-9]{1,4}", stated):
        fault = f"“{shown(f'{row.player} {stated}')}” is no score. Name a player, and the score under Card."
        return row_finding(row, error(row.at("card"), fault, "Mend the row, or leave it out."))
    seat = names.index(player)
    have, as_written = (
        (*engine.scores(world), *engine.shared_scores(world).values())[seat] for world in (strict, written)
    )
    if have == as_written:
        fault = f"The script ends with {stated} for {called[seat]}; by the rules it is {have}."
        wrong = error(row.at("card"), fault, "State what the replay comes to.")
        return row_finding(row, wrong) if int(stated) != have else None
    fault = "The scores depend on broken steps, and are looked at when those are mended."
    cause = causes.behind(row)
    behind = cause.number if cause is not None else 0
    return Finding(warning(row.at("card"), fault, AGAIN), row.number, behind)


def marked_problem(row: ScriptRow) -> Finding:
    """A narration that nobody has read again since its step was changed."""
    fault = f"This narration is marked “{READ_AGAIN.strip()}”, because its step is not what it was."
    return narration_finding(row, fault, "Read it against the row, mend it, and delete the mark.")


def number_problem(row: ScriptRow, mention: Mention, numbers: Sequence[int]) -> Finding:
    """A number in a narration that nothing in its step is; `numbers` are those that there are."""
    right = [str(number) for number in numbers if number][:MOST_NUMBERS]
    there = f"here it is {listed(right, 'or')}" if right else "nothing here is so many"
    fault = f"The narration says “{shown(mention.said)}”; {there}."
    return narration_finding(row, fault, MEND_WORDS)


def unfinished_problem(engine: Engine[S, A, F], script: Script, final: S) -> Finding | None:
    """A script that stops before the game is over."""
    if engine.over(final) or engine.may_stop(final) or not script.steps:
        return None
    where = f"round {engine.round(final)} ({engine.moment(final)})"
    fault = f"The script stops in {where}, and the game is not over."
    return Finding(warning(script.steps[-1].at("round"), fault, engine.play_on_mend))


def untold_problem(script: Script) -> Finding | None:
    """The steps that nobody has told yet, where others are told; a note, until all of them are."""
    bare = [row for row in script.steps if not row.narration]
    if not bare or len(bare) == len(script.steps):
        return None
    rows = rows_text([row.line for row in bare])
    fault = f"Nothing is told in {rows}; the booklet shows what happens there without words."
    problem = note(bare[0].at("narration"), fault, "Write there what happens, under Narration.")
    return Finding(problem, words=True)


def rows_text(places: Sequence[int]) -> str:
    """Rows as people list them: `rows 3, 5 to 8`."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    listed = ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)
    return f"{'row' if len(places) == 1 else 'rows'} {listed}"


def _told(row: ScriptRow) -> str:
    return f"Round {row.round}, {_named(row)}"


def _named(row: ScriptRow) -> str:
    return " ".join(shown(part) for part in (row.player, row.said, row.card) if part)
