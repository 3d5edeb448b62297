"""The findings of a replay as Problems: each names the row, what is wrong with it, and the rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from generator.games.meaning_made.errors import AmbiguousMove, UnreadableMove
from generator.games.meaning_made.reading import CellError
from generator.games.meaning_made.replay_worlds import Gap
from generator.games.meaning_made.rulings import RULES
from generator.games.meaning_made.score import scores
from generator.games.meaning_made.script import Script, ScriptRow
from generator.games.meaning_made.state import Phase, State
from generator.games.meaning_made.whereabouts import whereabouts
from generator.problems import Problem, error, warning

AGAIN = "Mend that step first, then look again."
_MENDS = {"event.next": "Name that Event, or lay the deck otherwise in the setup rows."}


class Verdict(StrEnum):
    """What came of a step."""

    HOLDS = "holds"
    BROKEN = "broken"
    DEPENDS = "depends on a broken step"


def step_problem(
    row: ScriptRow, fault: CellError, verdict: Verdict, state: State, broken: Sequence[ScriptRow]
) -> Problem:
    """Why a row cannot be played; a warning if an earlier row is to blame."""
    where = row.at(fault.column)
    rule = getattr(fault.cause, "rule", "")
    what = " ".join(part for part in (str(fault), whereabouts(rule, row.card, state)) if part)
    if verdict is Verdict.DEPENDS:
        return warning(where, f"{_told(row)} depends on a broken step{_behind(row, broken)}: {what}", AGAIN)
    kind = "is not legal"
    if isinstance(fault.cause, UnreadableMove):
        kind = "cannot be read"
    elif isinstance(fault.cause, AmbiguousMove):
        kind = "is not clear"
    mend = f"The rule: {RULES[rule]}" if rule in RULES else _MENDS.get(rule, "Change the row.")
    return error(where, f"{_told(row)} {kind}: {what}", mend)


def claim_problem(row: ScriptRow, wrong: str, verdict: Verdict, broken: Sequence[ScriptRow]) -> Problem:
    """What a row states and the rules do not give; a warning if an earlier row is to blame."""
    where = row.at("gains")
    if verdict is Verdict.DEPENDS:
        return warning(where, f"{_told(row)} depends on a broken step{_behind(row, broken)}: {wrong}", AGAIN)
    return error(where, f"{_told(row)}: {wrong}", "State what the rules give, or change the step.")


def gap_problem(row: ScriptRow, gap: Gap) -> Problem:
    """Rows that are missing before a row."""
    return error(row.at("player"), gap.sentence, "Add the missing rows above this one, or a row that passes.")


def score_problem(
    row: ScriptRow, strict: State, written: State, broken: Sequence[ScriptRow]
) -> Problem | None:
    """Hold a stated score against that of the replay."""
    stated = (row.card or row.gains or row.payment).removesuffix(".0").strip()
    names = [name.casefold() for name in strict.names]
    player = row.player.strip().casefold()
    if player not in names or not re.fullmatch(r"[0-9]{1,4}", stated):
        what = f"“{row.player} {stated}” is no score. Name a player, and the score under Card."
        return error(row.at("card"), what, "Mend the row, or leave it out.")
    seat = names.index(player)
    have = scores(strict)[seat]
    if int(stated) == have:
        return None
    what = f"The script ends with {stated} for {row.player}; by the rules it is {have}."
    if broken and int(stated) == scores(written)[seat]:
        return warning(row.at("card"), f"This score depends on broken steps: {what}", AGAIN)
    return error(row.at("card"), what, "State what the replay comes to.")


def unfinished_problem(script: Script, final: State) -> Problem | None:
    """A script that stops before the game is over."""
    if final.phase is Phase.OVER or not script.steps:
        return None
    what = f"The script stops in round {final.round} ({final.phase}), and the game is not over."
    mend = "Play on to the End Initiative or to the collapse."
    return warning(script.steps[-1].at("round"), what, mend)


def _told(row: ScriptRow) -> str:
    return f"Round {row.round}, {_named(row)}"


def _named(row: ScriptRow) -> str:
    return " ".join(part for part in (row.player, row.action, row.card) if part)


def _behind(row: ScriptRow, broken: Sequence[ScriptRow]) -> str:
    """The latest broken step about the same card, else of the same player, else the latest one."""
    card, player = row.card.casefold(), row.player.casefold()
    latest = broken[::-1]
    causes = (
        *(other for other in latest if card and other.card.casefold() == card),
        *(other for other in latest if player and other.player.casefold() == player),
        *latest,
    )
    if not causes:
        return ""
    return f" (round {causes[0].round}, {_named(causes[0])}, at {causes[0].at('action')})"
