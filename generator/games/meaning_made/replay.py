"""A script against the rules: which of its steps hold, which are broken, and which depend on those.

Two worlds are kept. In the *strict* one an illegal step is left out. In the *written* one it is forced:
what lacks is granted, and it does what its row says. A step that is legal in both worlds holds, and so
does what it states if it is true in both. One that is legal in only one of them depends on a broken
step: nobody knows which world the mended script will be. One that is illegal in both is broken itself.
So one run names every mistake of its own, and no row is blamed for the mistake of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.games.meaning_made.claims import (
    Claim,
    adopt,
    check_claim,
    read_claims,
    tells_completion,
    tells_exchange,
)
from generator.games.meaning_made.reading import CellError, player_named, read_move
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay_findings import (
    Causes,
    Findings,
    Verdict,
    claim_problem,
    gap_problem,
    left_out_problem,
    score_problem,
    step_problem,
    unfinished_problem,
)
from generator.games.meaning_made.replay_forced import force
from generator.games.meaning_made.replay_worlds import (
    advance,
    asked,
    check_turn,
    column_of,
    skip,
    stated_answer,
    stated_event,
)
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.errors import MoveError, Reason, SetupError
from generator.games.meaning_made.rules.facts import Acted, Fact
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.script import Script, ScriptRow
from generator.games.meaning_made.seating import begin
from generator.ground.problems import Problem, error


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
    findings: Findings
    steps: list[Step] = field(default_factory=list)
    causes: Causes = field(default_factory=Causes)
    gaps: set[tuple[int, str, str]] = field(default_factory=set)


def replay(script: Script, game: Game, found: Sequence[Problem] = ()) -> Replay:
    """Play a script to its end, whatever is wrong with it. `found` are Problems of reading it.

    At most MOST_FINDINGS Problems are listed, and one that counts the others.
    """
    findings = Findings(script.source)
    for problem in found:
        findings.add(problem)
    try:
        first = begin(script, game)
    except CellError as fault:
        problem = error(fault.column or script.source, str(fault), "Mend the setup rows of the script.")
        findings.add(problem)
        return Replay(script, (), findings.listed(), None, None)
    except SetupError as fault:
        where = script.setup[0].at("action") if script.setup else script.source
        if script.rows or not found:  # of a script that cannot be read at all, that is enough to say
            findings.add(error(where, str(fault), "Mend the setup rows of the script."))
        return Replay(script, (), findings.listed(), None, None)
    run = _Replayer(first, first, first, first, findings)
    for row in script.steps:
        _step(run, row)
    findings.add(unfinished_problem(script, run.strict))
    return Replay(script, tuple(run.steps), findings.listed(), first, run.strict)


# ---------------------------------------------------------------- one row


def _step(run: _Replayer, row: ScriptRow) -> None:
    if row.phase == "end" or row.action == "score":
        run.findings.add(score_problem(row, run.strict, run.written))
        return
    gap = _note_gaps(run, row)
    strict = _attempt(run.strict, row, run.past_strict)
    written = _attempt(run.written, row, run.past_written)
    claims, unread = _claims(row, strict.before)
    _remember(run, row)
    verdict, reason = _judged(run, row, strict, written)
    after = skip(run.strict, row) if strict.fault is not None else strict.after
    taken = written
    if written.fault is not None or _told_otherwise(claims, written):
        taken = _Attempt(written.before, *force(run.written, row, claims))
    run.strict, run.written = after, taken.after
    if strict.fault is None and unread is not None:
        run.findings.add(error(row.at("gains"), str(unread), "Mend the cell, or leave it empty."))
        verdict = Verdict.BROKEN
    stated = _stated(run, row, claims, (strict, written, taken))
    verdict = max(verdict, stated, key=_WORSE.index)
    run.steps.append(Step(row, strict.before, after, strict.facts, verdict, reason, gap))
    if verdict is Verdict.BROKEN:
        run.causes.add(row)


def _judged(
    run: _Replayer, row: ScriptRow, strict: _Attempt, written: _Attempt
) -> tuple[Verdict, Reason | None]:
    """Whether a row can be played in both worlds; if not, that is noted."""
    fault = strict.fault or written.fault
    if fault is None:
        return Verdict.HOLDS, None
    both = strict.fault is not None and written.fault is not None
    verdict = Verdict.BROKEN if both else Verdict.DEPENDS
    if strict.fault is not None:
        run.findings.note(both, lambda: step_problem(row, fault, verdict, strict.before, run.causes))
    else:
        run.findings.note(False, lambda: left_out_problem(row, fault, written.before, run.causes))
    rule = getattr(fault.cause, "rule", "")
    return verdict, Reason(rule, str(fault)) if rule else None


def _told_otherwise(claims: Sequence[Claim], written: _Attempt) -> bool:
    """Whether a row that is legal as written tells a deed that did not come of it."""
    if not any(isinstance(fact, Acted) for fact in written.facts):
        return False
    before, after, facts = written.before, written.after, written.facts
    return tells_completion(claims, before, after, facts) or tells_exchange(claims, facts)


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
        if known in run.gaps or (run.causes and gap not in told):
            continue  # told before, or it comes of a broken step
        run.gaps.add(known)
        run.findings.add(gap_problem(row, gap))
    return bool(gaps)


def _claims(row: ScriptRow, before: State) -> tuple[tuple[Claim, ...], MoveError | None]:
    """What a row states about its outcome, or why that cannot be read. A Gather’s gains are its move."""
    if not row.gains or row.action == "gather":
        return (), None
    try:
        seat = player_named(row.player, before.names) if row.player else before.player
        return read_claims(row.gains, seat, before.names, before.setting.game.book.symbols), None
    except MoveError as fault:
        return (), fault


def _stated(
    run: _Replayer, row: ScriptRow, claims: Sequence[Claim], tries: tuple[_Attempt, _Attempt, _Attempt]
) -> Verdict:
    """Hold what a row states against what happened. The written world takes it over, be it wrong.

    What is wrong in one world only, or by another number in each, hangs on a broken step.
    """
    strict, written, taken = tries
    played = written if written.fault is None else taken
    found = Verdict.HOLDS
    for claim in claims:
        if check_claim(claim, taken.before, taken.after, taken.facts) is not None:
            run.written = adopt(claim, run.written, taken.before, taken.facts)
        if strict.fault is not None or found is not Verdict.HOLDS:
            continue
        wrong = check_claim(claim, strict.before, strict.after, strict.facts)
        as_told = check_claim(claim, played.before, played.after, played.facts)
        if wrong is None and (as_told is None or written.fault is not None):
            continue  # it is true in both, or the row itself is known to depend
        found = Verdict.BROKEN if wrong == as_told else Verdict.DEPENDS
        run.findings.add(claim_problem(row, wrong, as_told, run.causes))
    return found


__all__ = ["Replay", "Step", "Verdict", "replay"]
