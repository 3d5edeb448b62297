"""A finished replay as values to print. It adds nothing of its own but what holds for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from generator.records.worksheets import game_facts
from generator.replay.asking import Answers
from generator.replay.differences import differences
from generator.replay.findings import Verdict
from generator.replay.moves import A, F, S
from generator.replay.script import Script
from generator.replay.told import Remark, TableView, Told, ToldEnding, ToldPart, ToldRound, ToldStep

if TYPE_CHECKING:
    from generator.replay.played import Replay, Step


def told(replay: Replay[S, A, F]) -> Told:
    """The whole game. One that could not begin has its first line alone."""
    engine, script = replay.engine, replay.script
    if replay.start is None or replay.final is None:
        return Told(checked_line(replay), valid=False)
    return Told(
        checked=checked_line(replay),
        setup=tuple(engine.setup_told(_answered_setup(replay, replay.start))),
        table=engine.table(replay.start, script),
        rounds=tuple(_rounds(replay, _tables(replay))),
        ending=ToldEnding(*engine.ending(replay.final), tuple(_last_words(replay, replay.final))),
        seated=engine.seated(replay.start),
        valid=replay.valid,
        whole=engine.over(replay.final) or not engine.may_stop(replay.final),
    )


def _answered_setup(replay: Replay[S, A, F], start: S) -> Script:
    """The script with narrations of its setup that have what they ask for."""
    rows = (
        replace(row, narration=Answers(replay.engine, row, None, start).filled(row.narration))
        for row in replay.script.setup
    )
    return replace(replay.script, rows=(*rows, *replay.script.steps))


def checked_line(replay: Replay[S, A, F]) -> str:
    """By what the game was checked, and with how many steps; or that it is not valid."""
    version = game_facts(replay.engine.book).version
    wrong = sum(step.verdict is not Verdict.HOLDS for step in replay.steps)
    if replay.valid:
        return (
            f"Played by the rules and cards of version {version}: {len(replay.steps)} steps, every one of "
            "them legal."
        )
    return (
        f"**Not valid for this version.** Played by the rules and cards of version {version}: "
        f"{len(replay.steps)} steps, of which {wrong} do not hold, and {len(replay.problems)} findings in "
        "all. Run pnp replay for the list."
    )


def _tables(replay: Replay[S, A, F]) -> Callable[[S], TableView]:
    """What lies on the table in a state; a state that ends one step and begins the next is laid out once."""
    tables: dict[int, TableView] = {}

    def table(state: S) -> TableView:
        if id(state) not in tables:  # the replay holds all its states, so that none takes another's number
            tables[id(state)] = replay.engine.table(state, replay.script)
        return tables[id(state)]

    return table


def _rounds(replay: Replay[S, A, F], table: Callable[[S], TableView]) -> Iterator[ToldRound]:
    engine, number = replay.engine, 0
    explained: dict[str, int] = {}
    for round_number, group in groupby(replay.steps, key=lambda step: step.row.round):
        steps, parts = tuple(group), []
        for phase, part in groupby(steps, key=lambda step: step.row.phase):
            told_steps = []
            for step in part:
                number += 1
                told_steps.append(_step(replay, step, number, explained, table))
            parts.append(ToldPart(engine.phase_headings.get(phase, phase.capitalize()), tuple(told_steps)))
        yield ToldRound(round_number, table(steps[0].before), tuple(parts), table(steps[-1].after))


def _step(
    replay: Replay[S, A, F],
    step: Step[S, A, F],
    number: int,
    explained: dict[str, int],
    table: Callable[[S], TableView],
) -> ToldStep:
    """A step, with the rules that no step before it has shown; these are `explained` from now on."""
    engine, script = replay.engine, replay.script
    wrong = {
        Verdict.HOLDS: "",
        Verdict.BROKEN: "it breaks a rule",
        Verdict.DEPENDS: "it depends on a broken one",
    }[step.verdict]
    shown = [rule for rule in engine.rules_shown(step) if rule]
    fresh = [rule for rule in shown if step.reason is not None or rule not in explained]
    see = explained[shown[-1]] if shown and not fresh else 0
    if step.reason is None:
        explained.update(dict.fromkeys(fresh, number))
    answers = Answers(engine, step.row, step.before, step.after, step.facts)
    return ToldStep(
        number=number,
        badge=engine.badge(step, script),
        headline=engine.headline(step),
        outcome=engine.outcome(step),
        narration=answers.filled(step.row.narration),
        place=step.row.at("narration"),
        results=differences(table(step.before), table(step.after), acting=step.row.player),
        rules=tuple(fresh),
        see=see,
        wrong=wrong,
        action=step.row.said,
        card=step.row.card,
        player=step.row.player,
    )


def _last_words(replay: Replay[S, A, F], final: S) -> Iterator[Remark]:
    for row in replay.script.steps:
        if row.action == "score" and row.narration:
            words = Answers(replay.engine, row, final, final).filled(row.narration)
            yield Remark(f"**{row.player}.** {words}", row.at("narration"))
