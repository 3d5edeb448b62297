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
from functools import partial
from typing import Generic

from generator.ground.problems import Problem, Severity, error
from generator.records.worksheets import repair_of
from generator.replay.asking import Answers
from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError, Reason, SetupError, common_cause, rule_of
from generator.replay.findings import (
    ASK_ELSE,
    MEND_WORDS,
    Causes,
    Finding,
    ReplayFindings,
    Verdict,
    claim_problem,
    gap_problems,
    left_out_problem,
    marked_problem,
    narration_finding,
    number_problem,
    row_finding,
    score_problem,
    step_problem,
    unfinished_problem,
    untold_deed,
    untold_problem,
)
from generator.replay.misplaced import AHEAD, MOST_GUESSES, Slip, out_of_place, slip
from generator.replay.moves import A, F, Gap, S
from generator.replay.named import ToldNames
from generator.replay.narrated import Numbers
from generator.replay.played import Replay, Step
from generator.replay.script import Script, ScriptRow
from generator.replay.stated_outcomes import Claim, adopt, claims_of, hold
from generator.replay.trying import Attempt, attempt, concluded

MEND_SETUP = "Mend the setup rows of the script."
FILLS_SETUP = (
    "If it was deleted, {repair} lays another one in its place and plays on; else mend the setup rows of the "
    "script."
)


@dataclass(slots=True)
class _Replayer(Generic[S, A, F]):
    """The run: two worlds and the findings so far."""

    engine: Engine[S, A, F]
    strict: S
    written: S
    past_strict: S
    past_written: S
    findings: ReplayFindings
    numbers: Numbers[S, A, F]
    names: ToldNames[S, A, F]
    steps: list[Step[S, A, F]] = field(default_factory=list)
    causes: Causes = field(default_factory=Causes)
    gaps: dict[tuple[object, ...], list[tuple[ScriptRow, Gap]]] = field(default_factory=dict)
    """What is missing before which rows, by its cause."""
    scores_depend: bool = False
    slip: Slip | None = None
    """A slip of the pen that the next row may go on with."""
    guesses: int = MOST_GUESSES


def replay(script: Script, engine: Engine[S, A, F], problems: Sequence[Problem] = ()) -> Replay[S, A, F]:
    """Play a script to its end, whatever is wrong with it. `problems` are Problems of reading it.

    At most MOST_FINDINGS Problems are listed, and one that counts the others.
    """
    findings = ReplayFindings(script.source)
    for at, problem in enumerate(problems, start=1):
        findings.add(Finding(problem, -at))
    try:
        first = engine.begin(script)
    except CellError as fault:
        mends = engine.mended_setup(script) != script
        mend = FILLS_SETUP.format(repair=repair_of(script.source)) if mends else MEND_SETUP
        findings.add(Finding(error(fault.column or script.source, str(fault), mend)))
        return Replay(engine, script, (), findings.listed(), None, None)
    except SetupError as fault:
        where = script.setup[0].at("action") if script.setup else script.source
        if script.rows or not problems:  # of a script that cannot be read at all, that is enough to say
            findings.add(Finding(error(where, str(fault), MEND_SETUP)))
        return Replay(engine, script, (), findings.listed(), None, None)
    run = _Replayer(engine, first, first, first, first, findings, Numbers(engine), ToldNames(engine, script))
    for row in script.setup:
        _asked(run, row, Answers(engine, row, None, first))
    steps = script.steps
    for at, row in enumerate(steps):
        _step(run, row, steps[at + 1 : at + AHEAD])
    _tell_slip(run, None)
    run.strict = concluded(engine, run.strict)
    for gaps in run.gaps.values():
        for finding in gap_problems(gaps):
            findings.add(finding)
    findings.add(unfinished_problem(engine, script, run.strict))
    if not findings.rows:
        findings.add(untold_problem(script))
    return Replay(engine, script, tuple(run.steps), findings.listed(), first, run.strict, findings.rows)


# ---------------------------------------------------------------- one row


def _step(run: _Replayer[S, A, F], row: ScriptRow, following: Sequence[ScriptRow]) -> None:
    if row.phase == "end" or row.action == "score":
        run.strict, run.written = (concluded(run.engine, world) for world in (run.strict, run.written))
        wrong = score_problem(run.engine, row, run.strict, run.written, run.causes)
        depends = wrong is not None and wrong.problem.severity is Severity.WARNING
        if depends and run.scores_depend:
            run.findings.count(row.number)
        else:
            run.findings.add(wrong)
        run.scores_depend = run.scores_depend or depends
        if wrong is None:
            _words(run, row, Attempt(run.strict, run.strict), Attempt(run.written, run.written))
        return
    engine = run.engine
    row, (strict, written) = _placed(run, row, following)
    run.strict, run.written = strict.before, written.before
    _note_gaps(run, row, strict, written)
    claims: tuple[Claim, ...] = ()
    unread: MoveError | None = None
    try:
        claims = claims_of(engine, row, strict.before)
    except MoveError as fault:
        unread = fault
    _remember(run, row)
    verdict, reason = _judged(run, row, strict, written)
    after = engine.skip(row, run.strict) if strict.fault is not None else strict.after
    forced = written
    worlds = (written.before, written.after)
    if written.fault is not None or engine.told_otherwise(claims, *worlds, written.facts):
        forced = Attempt(written.before, *engine.force(row, run.written, claims))
    run.strict, run.written = after, forced.after
    if strict.fault is None and unread is not None:
        problem = error(row.at("gains"), str(unread), "Mend the cell, or leave it empty.")
        run.findings.add(row_finding(row, problem))
        verdict = Verdict.BROKEN
    stated = _stated(run, row, claims, (strict, written, forced))
    untold = engine.untold(row, claims, strict.facts) if row.narration and unread is None else ""
    if untold and stated is verdict is Verdict.HOLDS:
        run.findings.add(untold_deed(row, untold))
        verdict = Verdict.BROKEN
    verdict = max(verdict, stated, key=_WORSE.index)
    run.steps.append(Step(row, strict.before, after, strict.facts, reason, verdict, bool(strict.missing)))
    if verdict is Verdict.BROKEN:
        run.causes.add(row, reason.cause if reason is not None else "")
    if verdict is Verdict.HOLDS:
        _words(run, row, strict, forced)


def _tried(run: _Replayer[S, A, F], row: ScriptRow) -> tuple[Attempt[S, F], Attempt[S, F]]:
    """A row tried in both worlds, the strict one first; nothing is decided by it."""
    return (
        attempt(run.engine, run.strict, row, run.past_strict),
        attempt(run.engine, run.written, row, run.past_written),
    )


def _placed(
    run: _Replayer[S, A, F], row: ScriptRow, following: Sequence[ScriptRow]
) -> tuple[ScriptRow, tuple[Attempt[S, F], Attempt[S, F]]]:
    """The row as it is meant by its place, and tried; a cell that says something else is told as that."""
    tries = _tried(run, row)
    misplaced = None
    if run.guesses and all(out_of_place(run.engine, row, tried) for tried in tries):
        misplaced = slip(run.engine, run.strict, run.past_strict, row, following)
        run.guesses -= misplaced is None
    if misplaced is not None:
        row = misplaced[1]
        tries = _tried(run, row)
    _tell_slip(run, misplaced[0] if misplaced is not None else None)
    return row, tries


def _tell_slip(run: _Replayer[S, A, F], later: Slip | None) -> None:
    """Tell a slip once no further row goes on with it."""
    whole = run.slip.also(later) if run.slip is not None and later is not None else None
    if run.slip is not None and whole is None:
        run.findings.add(run.slip.finding())
    run.slip = whole or later


def _judged(
    run: _Replayer[S, A, F], row: ScriptRow, strict: Attempt[S, F], written: Attempt[S, F]
) -> tuple[Verdict, Reason | None]:
    """Whether a row can be played in both worlds; if not, that is noted."""
    engine, fault, before = run.engine, strict.fault or written.fault, strict.before
    if written.fault is not None and engine.over(before) and not engine.over(written.before):
        # By the rules the game is over because of an earlier row; this one is wrong by itself, too.
        fault, before = written.fault, written.before
    if fault is None:
        return Verdict.HOLDS, None
    both = strict.fault is not None and written.fault is not None
    follows = run.causes.first(fault) is not None or engine.may_follow(
        rule_of(fault.cause), row, strict.before, run.causes.rows
    )
    verdict = Verdict.BROKEN if both and not follows else Verdict.DEPENDS
    if strict.fault is not None:
        problem_of = partial(step_problem, engine, row, fault, verdict, before, run.causes)
    else:
        problem_of = partial(left_out_problem, engine, row, fault, written.before, run.causes)
    run.findings.note(row.number, verdict is Verdict.BROKEN, problem_of)
    rule = rule_of(fault.cause)
    return verdict, Reason(rule, str(fault), common_cause(fault.cause)) if rule else None


_WORSE = (Verdict.HOLDS, Verdict.DEPENDS, Verdict.BROKEN)


def _remember(run: _Replayer[S, A, F], row: ScriptRow) -> None:
    """The last state of each world in the round of the row: it knows what is over already."""
    if run.engine.round(run.strict) == row.round:
        run.past_strict = run.strict
    if run.engine.round(run.written) == row.round:
        run.past_written = run.written


def _words(run: _Replayer[S, A, F], row: ScriptRow, *worlds: Attempt[S, F]) -> None:
    """Hold what is told of a step that holds against it: a number has to be wrong in both worlds."""
    if row.read_again:
        run.findings.add(marked_problem(row))
        return
    strict = worlds[0]
    _asked(run, row, Answers(run.engine, row, strict.before, strict.after, strict.facts))
    first, second = (run.numbers.wrong(row, world.before, world.after, world.facts) for world in worlds)
    wrong = [*first]
    if wrong and run.causes:
        also = {mention for mention, _ in second}
        wrong = [(mention, numbers) for mention, numbers in wrong if mention in also]
    for mention, known in wrong:
        run.findings.add(number_problem(row, mention, known))
    if not run.causes:
        for fault in run.names.wrong(row, strict.before, strict.after, strict.facts):
            run.findings.add(narration_finding(row, f"{fault}.", MEND_WORDS))


def _asked(run: _Replayer[S, A, F], row: ScriptRow, answers: Answers[S, A, F]) -> None:
    """Tell what a narration asks for and cannot be given."""
    for fault in answers.faults(row.narration):
        run.findings.add(narration_finding(row, fault, ASK_ELSE))


# ---------------------------------------------------------------- what is left out, what is stated


def _note_gaps(
    run: _Replayer[S, A, F], row: ScriptRow, strict: Attempt[S, F], written: Attempt[S, F]
) -> None:
    """Report steps that the script leaves out before a row."""
    for gap in strict.missing:
        if run.causes and gap not in written.missing:
            continue  # it comes of a broken step
        alone = (row.round, gap.player, gap.sentence)
        gaps = run.gaps.setdefault((gap.cause,) if gap.cause else alone, [])
        if gap not in (before for _, before in gaps):
            gaps.append((row, gap))
            run.findings.count(row.number)


def _stated(
    run: _Replayer[S, A, F],
    row: ScriptRow,
    claims: Sequence[Claim],
    tries: tuple[Attempt[S, F], Attempt[S, F], Attempt[S, F]],
) -> Verdict:
    """Hold what a row states against what happened. The written world takes it over, be it wrong.

    What is wrong in one world only, or by another number in each, hangs on a broken step.
    """
    engine = run.engine
    strict, written, trial = tries
    played = written if written.fault is None else trial
    worst = Verdict.HOLDS
    by_rules, as_played, as_forced = (
        hold(engine, claims, world.before, world.after, world.facts) for world in (strict, played, trial)
    )
    for claim, ruled, played_claim, forced in zip(claims, by_rules, as_played, as_forced, strict=True):
        run.written = adopt(engine, claim, forced, run.written)
        if strict.fault is not None or worst is not Verdict.HOLDS:
            continue
        wrong, as_told = ruled.wrong, played_claim.wrong
        if wrong is None and (as_told is None or written.fault is not None):
            continue  # it is true in both, or the row itself is known to depend
        worst = Verdict.BROKEN if wrong == as_told else Verdict.DEPENDS
        run.findings.add(claim_problem(row, wrong, as_told, run.causes))
    return worst


__all__ = ["Replay", "Step", "Verdict", "replay"]
