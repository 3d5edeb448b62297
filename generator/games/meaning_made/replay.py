"""A script against the rules: which of its steps hold, which are broken, and which depend on those.

Two worlds are kept. In the *strict* one an illegal step is left out. In the *written* one it is forced:
the tokens that lack are granted, and if it still is illegal it is left out there too. A step that is
legal in the strict world holds. One that is legal only in the written world depends on a broken step.
One that is illegal in both is broken itself. So one run names every mistake of its own, and no row is
blamed for the mistake of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from generator.games.meaning_made import actions as act
from generator.games.meaning_made.apply import apply
from generator.games.meaning_made.claims import check_claim, read_claims
from generator.games.meaning_made.errors import MoveError, Reason, SetupError, UnreadableMove
from generator.games.meaning_made.facts import Fact
from generator.games.meaning_made.reading import CellError, read_move
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay_worlds import (
    Gap,
    advance,
    asked,
    check_turn,
    column_of,
    force,
    skip,
    stated_answer,
    stated_event,
)
from generator.games.meaning_made.rulings import RULES
from generator.games.meaning_made.score import scores
from generator.games.meaning_made.script import Script, ScriptRow
from generator.games.meaning_made.seating import begin
from generator.games.meaning_made.state import Phase, State
from generator.games.meaning_made.whereabouts import whereabouts
from generator.problems import Problem, error, warning


class Verdict(StrEnum):
    """What came of a step."""

    HOLDS = "holds"
    BROKEN = "broken"
    DEPENDS = "depends on a broken step"


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
    run = _Replayer(first, first, problems=list(found))
    for row in script.steps:
        _step(run, row)
    _finish(run, script)
    return Replay(script, tuple(run.steps), tuple(run.problems), first, run.strict)


# ---------------------------------------------------------------- one row


def _step(run: _Replayer, row: ScriptRow) -> None:
    if row.phase == "end" or row.action == "score":
        _score(run, row)
        return
    gap = _note_gaps(run, row)
    before = run.strict
    strict, facts, fault = _attempt(run.strict, row)
    if fault is None:
        written, _, written_fault = _attempt(run.written, row)
        run.strict = strict
        run.written = written if written_fault is None else force(run.written, row)
        claim = _claims(run, row, before, strict, facts)
        verdict = Verdict.HOLDS if claim is None else claim
        run.steps.append(Step(row, before, strict, facts, verdict, gap=gap))
        return
    forced, _, still = _attempt(run.written, row)
    verdict = Verdict.BROKEN if still is not None else Verdict.DEPENDS
    run.written = forced if still is None else force(run.written, row)
    run.strict = skip(run.strict, row)
    _report(run, row, fault, verdict, before)
    rule = getattr(fault.cause, "rule", "")
    named = Reason(rule, str(fault)) if rule else None
    run.steps.append(Step(row, before, run.strict, (), verdict, named, gap))
    if verdict is Verdict.BROKEN:
        run.broken.append(row)


def _attempt(state: State, row: ScriptRow) -> tuple[State, tuple[Fact, ...], CellError | None]:
    """The state after a row, what happened, and what was wrong."""
    try:
        if row.action == "reveal":
            stated_event(row, state)
        if row.action == "keep" and not asked(row, state):
            return state, (), None
        check_turn(row, state)
        action = read_move(row, state)
        after, facts = apply(state, action)
        if isinstance(action, act.Touchpoint) and after.choice is not None:
            answer = stated_answer(row)
            if answer is not None:
                after, more = apply(after, answer)
                facts = (*facts, *more)
        return after, facts, None
    except CellError as fault:
        return state, (), fault
    except MoveError as fault:
        return state, (), CellError(column_of(fault, row), fault)


# ---------------------------------------------------------------- findings


def _note_gaps(run: _Replayer, row: ScriptRow) -> bool:
    """Report steps that the script leaves out before a row; choices that need no row are made."""
    run.strict, gaps = advance(run.strict, row)
    run.written, _ = advance(run.written, row)
    for gap in gaps:
        known = (row.round, gap.player, gap.sentence)
        if known not in run.gaps:
            run.gaps.add(known)
            run.problems.append(_gap_problem(row, gap))
    return bool(gaps)


def _gap_problem(row: ScriptRow, gap: Gap) -> Problem:
    return error(row.at("player"), gap.sentence, "Add the missing rows above this one, or a row that passes.")


def _report(run: _Replayer, row: ScriptRow, fault: CellError, verdict: Verdict, state: State) -> None:
    where = row.at(fault.column)
    rule = getattr(fault.cause, "rule", "")
    what = " ".join(part for part in (str(fault), whereabouts(rule, row.card, state)) if part)
    if verdict is Verdict.DEPENDS:
        cause = _cause(run, row)
        behind = (
            f"round {cause.round}, {_named(cause)} at {cause.at('action')}" if cause else "an earlier step"
        )
        run.problems.append(
            warning(
                where,
                f"This step depends on a broken one ({behind}): {what}",
                "Mend that step first, then look again.",
            )
        )
        return
    kind = (
        "is not legal"
        if rule
        else "cannot be read"
        if isinstance(fault.cause, UnreadableMove)
        else "is not clear"
    )
    mend = f"The rule: {RULES[rule]}" if rule in RULES else _MENDS.get(rule, "Change the row.")
    run.problems.append(error(where, f"Round {row.round}, {_named(row)} {kind}: {what}", mend))


_MENDS = {"event.next": "Name that Event, or lay the deck otherwise in the setup rows."}


def _named(row: ScriptRow) -> str:
    return " ".join(part for part in (row.player, row.action, row.card) if part)


def _cause(run: _Replayer, row: ScriptRow) -> ScriptRow | None:
    """The latest broken step of the same player or about the same card, else the latest one."""
    player, card = row.player.casefold(), row.card.casefold()
    for other in reversed(run.broken):
        if (player and other.player.casefold() == player) or (card and other.card.casefold() == card):
            return other
    return run.broken[-1] if run.broken else None


def _claims(
    run: _Replayer, row: ScriptRow, before: State, after: State, facts: tuple[Fact, ...]
) -> Verdict | None:
    """Hold what the row states against what happened; None if all of it is so."""
    if not row.gains or row.action == "gather":
        return None
    seat = next(
        (s for s, name in enumerate(after.names) if name.casefold() == row.player.casefold()), before.player
    )
    try:
        claims = read_claims(row.gains, seat, after.names, after.setting.game.book.symbols)
    except UnreadableMove as fault:
        run.problems.append(error(row.at("gains"), str(fault), "Mend the cell, or leave it empty."))
        return Verdict.BROKEN
    for claim in claims:
        wrong = check_claim(claim, before, after, facts)
        if wrong is None:
            continue
        verdict = Verdict.DEPENDS if run.broken else Verdict.BROKEN
        if verdict is Verdict.DEPENDS and check_claim(claim, before, run.written, facts) is not None:
            verdict = Verdict.BROKEN
        if verdict is Verdict.BROKEN:
            what = f"Round {row.round}, {_named(row)}: {wrong}"
            run.problems.append(
                error(row.at("gains"), what, "State what the rules give, or change the step.")
            )
        else:
            what = f"Round {row.round}, {_named(row)} depends on a broken step: {wrong}"
            run.problems.append(warning(row.at("gains"), what, "Mend that step first, then look again."))
        return verdict
    return None


def _score(run: _Replayer, row: ScriptRow) -> None:
    """Hold a stated score against that of the replay."""
    stated = (row.card or row.gains or row.payment).removesuffix(".0").strip()
    seat = next(
        (s for s, name in enumerate(run.strict.names) if name.casefold() == row.player.casefold()), None
    )
    if seat is None or not re.fullmatch(r"[0-9]{1,4}", stated):
        what = f"“{row.player} {stated}” is no score. Name a player, and the score under Card."
        run.problems.append(error(row.at("card"), what, "Mend the row, or leave it out."))
        return
    have = scores(run.strict)[seat]
    if int(stated) == have:
        return
    what = f"The script ends with {stated} for {row.player}; by the rules it is {have}."
    if run.broken and int(stated) == scores(run.written)[seat]:
        told = f"This score depends on broken steps: {what}"
        run.problems.append(warning(row.at("card"), told, "Mend those steps first, then look again."))
    else:
        run.problems.append(error(row.at("card"), what, "State what the replay comes to."))


def _finish(run: _Replayer, script: Script) -> None:
    if run.strict.phase is not Phase.OVER and script.steps:
        last = script.steps[-1]
        what = f"The script stops in round {run.strict.round} ({run.strict.phase}), and the game is not over."
        run.problems.append(
            warning(last.at("round"), what, "Play on to the End Initiative or to the collapse.")
        )
