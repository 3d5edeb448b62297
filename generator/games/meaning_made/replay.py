"""A script against the rules: which of its steps hold, which are broken, and which depend on those.

Two worlds are kept. In the *strict* one an illegal step is left out. In the *written* one it is forced:
the tokens that lack are granted, and if it still is illegal it is left out there too. A step that is
legal in the strict world holds. One that is legal only in the written world depends on a broken step.
One that is illegal in both is broken itself. So one run names every mistake of its own, and no row is
blamed for the mistake of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from generator.games.meaning_made import actions as act
from generator.games.meaning_made.apply import apply
from generator.games.meaning_made.claims import adopt, check_claim, read_claims
from generator.games.meaning_made.errors import MoveError, Reason, SetupError
from generator.games.meaning_made.facts import Fact
from generator.games.meaning_made.reading import CellError, player_named, read_move
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay_findings import (
    Verdict,
    claim_problem,
    gap_problem,
    score_problem,
    step_problem,
    unfinished_problem,
)
from generator.games.meaning_made.replay_worlds import (
    advance,
    asked,
    check_turn,
    column_of,
    force,
    skip,
    stated_answer,
    stated_event,
)
from generator.games.meaning_made.script import Script, ScriptRow
from generator.games.meaning_made.seating import begin
from generator.games.meaning_made.state import State
from generator.problems import Problem, error


@dataclass(frozen=True, slots=True)
class Step:
    """One row that was played: the strict states around it, what happened, and the verdict.

    `gap` is true if rows are missing before it.
    """

    row: ScriptRow
    before: State
    after: State
    facts: tuple[Fact, ...]
    verdict: Verdict
    reason: Reason | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole script played. `steps` are in order; `final` is the last strict state."""

    script: Script
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...]
    start: State | None
    final: State | None

    @property
    def valid(self) -> bool:
        """Whether every step holds."""
        return self.final is not None and not self.problems


@dataclass(slots=True)
class _Replayer:
    """The run: two worlds and the findings so far."""

    strict: State
    written: State
    past_strict: State
    past_written: State
    steps: list[Step] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    broken: list[ScriptRow] = field(default_factory=list)
    gaps: set[tuple[int, str, str]] = field(default_factory=set)


def replay(script: Script, game: Game, found: Sequence[Problem] = ()) -> Replay:
    """Play a script to its end, whatever is wrong with it. `found` are Problems of reading it."""
    try:
        first = begin(script, game)
    except CellError as fault:
        row = script.setup[-1] if script.setup else None
        where = (
            fault.column
            if row is None or "!" in fault.column or ":" in fault.column
            else row.at(fault.column)
        )
        problem = error(where or script.source, str(fault), "Mend the setup rows of the script.")
        return Replay(script, (), (*found, problem), None, None)
    except SetupError as fault:
        where = script.setup[0].at("action") if script.setup else script.source
        problem = error(where, str(fault), "Mend the setup rows of the script.")
        return Replay(script, (), (*found, problem), None, None)
    run = _Replayer(first, first, first, first, problems=list(found))
    for row in script.steps:
        _step(run, row)
    unfinished = unfinished_problem(script, run.strict)
    run.problems.extend([unfinished] if unfinished else [])
    return Replay(script, tuple(run.steps), tuple(run.problems), first, run.strict)


# ---------------------------------------------------------------- one row


def _step(run: _Replayer, row: ScriptRow) -> None:
    if row.phase == "end" or row.action == "score":
        problem = score_problem(row, run.strict, run.written, run.broken)
        run.problems.extend([problem] if problem else [])
        return
    gap = _note_gaps(run, row)
    strict = _attempt(run.strict, row, run.past_strict)
    written = _attempt(run.written, row, run.past_written)
    _remember(run, row)
    verdict = Verdict.HOLDS
    reason = None
    after = strict.after
    if strict.fault is not None:
        verdict = Verdict.BROKEN if written.fault is not None else Verdict.DEPENDS
        run.problems.append(step_problem(row, strict.fault, verdict, strict.before, run.broken))
        rule = getattr(strict.fault.cause, "rule", "")
        reason = Reason(rule, str(strict.fault)) if rule else None
        after = skip(run.strict, row)
    if written.fault is not None:
        written = replace(written, after=force(run.written, row))
    run.strict, run.written = after, written.after
    stated = _stated(run, row, strict, written)
    verdict = max(verdict, stated, key=_WORSE.index)
    run.steps.append(Step(row, strict.before, after, strict.facts, verdict, reason, gap))
    if verdict is Verdict.BROKEN:
        run.broken.append(row)


_WORSE = (Verdict.HOLDS, Verdict.DEPENDS, Verdict.BROKEN)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A row tried in one world: the states around it, what happened, and what was wrong."""

    before: State
    after: State
    facts: tuple[Fact, ...] = ()
    fault: CellError | None = None


def _attempt(state: State, row: ScriptRow, past: State) -> _Attempt:
    try:
        if row.action == "reveal":
            stated_event(row, state)
        if row.action == "keep" and not asked(row, state):
            return _Attempt(state, state)
        check_turn(row, state, past)
        action = read_move(row, state)
        after, facts = apply(state, action)
        if isinstance(action, act.Touchpoint) and after.choice is not None:
            answer = stated_answer(row)
            if answer is not None:
                after, more = apply(after, answer)
                facts = (*facts, *more)
        return _Attempt(state, after, facts)
    except CellError as fault:
        return _Attempt(state, state, (), fault)
    except MoveError as fault:
        return _Attempt(state, state, (), CellError(column_of(fault, row), fault))


def _remember(run: _Replayer, row: ScriptRow) -> None:
    """The last state of each world in the round of the row: it knows what the Stability Window saw."""
    if run.strict.round == row.round:
        run.past_strict = run.strict
    if run.written.round == row.round:
        run.past_written = run.written


# ---------------------------------------------------------------- what is left out, what is stated


def _note_gaps(run: _Replayer, row: ScriptRow) -> bool:
    """Report steps that the script leaves out before a row; choices that need no row are made."""
    run.strict, gaps = advance(run.strict, row)
    run.written, told = advance(run.written, row)
    for gap in gaps:
        known = (row.round, gap.player, gap.sentence)
        if known in run.gaps or (run.broken and gap not in told):
            continue  # told before, or it comes of a broken step
        run.gaps.add(known)
        run.problems.append(gap_problem(row, gap))
    return bool(gaps)


def _stated(run: _Replayer, row: ScriptRow, strict: _Attempt, written: _Attempt) -> Verdict:
    """Hold what a row states against what happened. The written world takes it over, be it wrong."""
    if not row.gains or row.action == "gather":
        return Verdict.HOLDS
    state = strict.after
    try:
        seat = player_named(row.player, state.names) if row.player else strict.before.player
        claims = read_claims(row.gains, seat, state.names, state.setting.game.book.symbols)
    except MoveError as fault:
        if strict.fault is None:
            run.problems.append(error(row.at("gains"), str(fault), "Mend the cell, or leave it empty."))
        return Verdict.BROKEN if strict.fault is None else Verdict.HOLDS
    found = Verdict.HOLDS
    for claim in claims:
        as_told = check_claim(claim, written.before, written.after, written.facts) is None
        if not as_told:
            run.written = adopt(claim, run.written, written.before, written.facts)
        wrong = check_claim(claim, strict.before, state, strict.facts) if strict.fault is None else None
        if wrong is None or found is not Verdict.HOLDS:
            continue
        found = Verdict.DEPENDS if run.broken and as_told else Verdict.BROKEN
        run.problems.append(claim_problem(row, wrong, found, run.broken))
    return found


__all__ = ["Replay", "Step", "Verdict", "replay"]
