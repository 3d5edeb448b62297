"""The findings of a replay as Problems: each names the row, what is wrong with it, and the rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from generator.ground.problems import Problem, Severity, error, warning
from generator.replay.engine import A, Engine, F, Gap, S
from generator.replay.errors import AmbiguousMove, CellError, UnreadableMove, rule_of, shown
from generator.replay.script import Script, ScriptRow

AGAIN = "Mend that step first, then look again."
WITHOUT = "It holds only if that step is left out. As it is written:"
MOST_FINDINGS = 200
"""Problems that a replay lists; a script of nonsense has thousands."""


class Verdict(StrEnum):
    """What came of a step."""

    HOLDS = "holds"
    BROKEN = "broken"
    DEPENDS = "depends on a broken step"


class Causes:
    """The broken steps so far, and the latest of them about each card and each player."""

    def __init__(self) -> None:
        self._last: ScriptRow | None = None
        self._by_card: dict[str, ScriptRow] = {}
        self._by_player: dict[str, ScriptRow] = {}

    def __bool__(self) -> bool:
        return self._last is not None

    def add(self, row: ScriptRow) -> None:
        """A row that is broken itself."""
        self._last = row
        self._by_card[row.card.casefold()] = self._by_player[row.player.casefold()] = row

    def behind(self, row: ScriptRow) -> str:
        """The latest broken step about the same card, else of the same player, else the latest one."""
        card, player = row.card.casefold(), row.player.casefold()
        cause = self._by_card.get(card) if card else None
        cause = cause or (self._by_player.get(player) if player else None) or self._last
        if cause is None:
            return ""
        return f" (round {cause.round}, {_named(cause)}, at {cause.at('action')})"


class ReplayFindings:
    """The Problems of a replay: the first MOST_FINDINGS of them, and how many more there are."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._first: list[Problem] = []
        self._more = 0
        self._error = False

    def add(self, problem: Problem | None) -> None:
        """A finding, if there is one."""
        if problem is not None:
            self.note(problem.severity is Severity.ERROR, lambda: problem)

    def note(self, is_error: bool, told: Callable[[], Problem]) -> None:
        """A finding that is put into words only if it is listed."""
        if len(self._first) < MOST_FINDINGS:
            self._first.append(told())
            return
        self._more += 1
        self._error = self._error or is_error

    def listed(self) -> tuple[Problem, ...]:
        """The Problems, with one at the end that stands for all that are not listed."""
        if not self._more:
            return tuple(self._first)
        make = error if self._error else warning
        what = f"There are {self._more:,} more findings, which are not listed."
        return (*self._first, make(self._source, what, "Mend those that are, then look again."))


def step_problem(
    engine: Engine[S, A, F], row: ScriptRow, fault: CellError, verdict: Verdict, state: S, causes: Causes
) -> Problem:
    """Why a row cannot be played; a warning if an earlier row is to blame."""
    where = row.at(fault.column)
    what = _why(engine, row, fault, state)
    if verdict is Verdict.DEPENDS:
        return _depends(where, row, causes, what)
    kind = "is not legal"
    if isinstance(fault.cause, UnreadableMove):
        kind = "cannot be read"
    elif isinstance(fault.cause, AmbiguousMove):
        kind = "is not clear"
    rule = rule_of(fault.cause)
    told = engine.rules.get(rule)
    mend = f"The rule: {told}" if told else engine.mends.get(rule, "Change the row.")
    return error(where, f"{_told(row)} {kind}: {what}", mend)


def left_out_problem(
    engine: Engine[S, A, F], row: ScriptRow, fault: CellError, written: S, causes: Causes
) -> Problem:
    """Why a row that can be played cannot be played if the broken steps before it are as written."""
    return _depends(row.at(fault.column), row, causes, f"{WITHOUT} {_why(engine, row, fault, written)}")


def _why(engine: Engine[S, A, F], row: ScriptRow, fault: CellError, state: S) -> str:
    where = engine.whereabouts(rule_of(fault.cause), row, state)
    return " ".join(part for part in (str(fault), where) if part)


def _depends(where: str, row: ScriptRow, causes: Causes, what: str) -> Problem:
    return warning(where, f"{_told(row)} depends on a broken step{causes.behind(row)}: {what}", AGAIN)


def claim_problem(row: ScriptRow, wrong: str | None, as_told: str | None, causes: Causes) -> Problem:
    """What a row states and the rules do not give; a warning if an earlier row is to blame.

    `wrong` is what is wrong if the broken steps are left out, `as_told` if they are as written.
    """
    where = row.at("gains")
    if wrong is None:
        return _depends(where, row, causes, f"{WITHOUT} {as_told}")
    if wrong == as_told:
        return error(where, f"{_told(row)}: {wrong}", "State what the rules give, or change the step.")
    return _depends(where, row, causes, wrong if as_told is None else f"{wrong} As written: {as_told}")


def gap_problem(row: ScriptRow, gap: Gap) -> Problem:
    """Rows that are missing before a row."""
    return error(row.at("player"), gap.sentence, "Add the missing rows above this one, or a row that passes.")


def score_problem(engine: Engine[S, A, F], row: ScriptRow, strict: S, written: S) -> Problem | None:
    """Hold a stated score against that of the replay. One that the broken steps move depends on them."""
    stated = (row.card or row.gains or row.payment).removesuffix(".0").strip()
    called = engine.names(strict)
    names = [name.casefold() for name in called]
    player = row.player.strip().casefold()
    if player not in names or not re.fullmatch(r"[0-9]{1,4}", stated):
        what = f"“{shown(f'{row.player} {stated}')}” is no score. Name a player, and the score under Card."
        return error(row.at("card"), what, "Mend the row, or leave it out.")
    seat = names.index(player)
    have, as_written = engine.scores(strict)[seat], engine.scores(written)[seat]
    what = f"The script ends with {stated} for {called[seat]}; by the rules it is {have}"
    if have == as_written:
        wrong = int(stated) != have
        return error(row.at("card"), f"{what}.", "State what the replay comes to.") if wrong else None
    if int(stated) != as_written:
        what = f"{what} without them and {as_written} with them as they are written"
    return warning(row.at("card"), f"This score depends on broken steps: {what}.", AGAIN)


def unfinished_problem(engine: Engine[S, A, F], script: Script, final: S) -> Problem | None:
    """A script that stops before the game is over."""
    if engine.over(final) or not script.steps:
        return None
    where = f"round {engine.round(final)} ({engine.moment(final)})"
    what = f"The script stops in {where}, and the game is not over."
    return warning(script.steps[-1].at("round"), what, engine.play_on_mend())


def _told(row: ScriptRow) -> str:
    return f"Round {row.round}, {_named(row)}"


def _named(row: ScriptRow) -> str:
    return " ".join(shown(part) for part in (row.player, row.said, row.card) if part)
