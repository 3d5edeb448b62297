"""A finished replay as values to print. It adds nothing of its own but what holds for every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from generator.records.worksheets import game_facts
from generator.replay.engine import A, F, S
from generator.replay.findings import Verdict
from generator.replay.told import Remark, Told, ToldEnding, ToldPart, ToldRound, ToldStep
from generator.replay.worlds import Replay, Step


def told(replay: Replay[S, A, F]) -> Told:
    """The whole game. One that could not begin has its first line alone."""
    engine, script = replay.engine, replay.script
    if replay.start is None or replay.final is None:
        return Told(checked_line(replay))
    return Told(
        checked=checked_line(replay),
        setup=tuple(engine.setup_told(script)),
        table=engine.table(replay.start, script),
        rounds=tuple(_rounds(replay)),
        ending=ToldEnding(*engine.ending(replay.final), tuple(_last_words(replay))),
        unmoved=engine.unmoved,
        seated=engine.seated(replay.start),
    )


def checked_line(replay: Replay[S, A, F]) -> str:
    """Against what the game was checked, and with how many steps; or that it is not valid."""
    book = replay.engine.book
    version = game_facts(book).version
    made = f"workbook version {version}, content {book.digest[:12]}"
    wrong = sum(step.verdict is not Verdict.HOLDS for step in replay.steps)
    if replay.valid:
        return f"Checked against {made}: {len(replay.steps)} steps, every one of them legal."
    return (
        f"**Not valid for this version.** Checked against {made}: {len(replay.steps)} steps, of which "
        f"{wrong} do not "
        f"hold, and {len(replay.problems)} findings in all. Run pnp replay for the list."
    )


def _rounds(replay: Replay[S, A, F]) -> Iterator[ToldRound]:
    engine = replay.engine
    for number, group in groupby(replay.steps, key=lambda step: step.row.round):
        steps = tuple(group)
        parts = tuple(
            ToldPart(engine.phase_heading(phase), tuple(_step(replay, step) for step in part))
            for phase, part in groupby(steps, key=lambda step: step.row.phase)
        )
        before = engine.table(steps[0].before, replay.script)
        yield ToldRound(number, before, parts, engine.table(steps[-1].after, replay.script))


def _step(replay: Replay[S, A, F], step: Step[S, A, F]) -> ToldStep:
    engine = replay.engine
    wrong = {
        Verdict.HOLDS: "",
        Verdict.BROKEN: "it breaks a rule",
        Verdict.DEPENDS: "it depends on a broken one",
    }[step.verdict]
    return ToldStep(
        badge=engine.badge(step, replay.script),
        headline=engine.headline(step),
        outcome=engine.outcome(step),
        narration=step.row.narration,
        rule=engine.rule_shown(step),
        wrong=wrong,
        place=step.row.at("narration"),
    )


def _last_words(replay: Replay[S, A, F]) -> Iterator[Remark]:
    for row in replay.script.steps:
        if row.action == "score" and row.narration:
            yield Remark(f"**{row.player}.** {row.narration}", row.at("narration"))
