"""Why something cannot be done: the sentence of the checker, with the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from generator.replay.errors import CellError, IllegalMove, MoveError, shown
from generator.replay.script import LONGEST_CELL, ScriptRow
from generator.table.options import AnyEngine

_EVERYWHERE = frozenset({"setup", "seat", "seed", "deck", "score"})
_VAGUE = frozenset({"phase", "turn.order"})
"""Rules that a word breaks because it is not its time at all: another word's reason says more."""


class Refusal(NamedTuple):
    """Why not: a sentence, and the rule by id and in words (both may be empty)."""

    sentence: str
    rule: str = ""
    rule_sentence: str = ""


def why_not(engine: AnyEngine, view: Any, seat: int, part: Mapping[str, str]) -> Refusal:
    """Why a seat may not use what it clicked on: an action's word, a card, or cells of a row."""
    names = engine.names(view)
    if engine.over(view):
        return Refusal("The game is over.")
    acting = engine.actors(view)
    if seat not in acting:
        turn = " and ".join(names[other] for other in acting) or "nobody"
        return Refusal(f"It is the turn of {turn}, not of {names[seat]}.")
    reasons = _known_reasons(engine, view, seat, part)
    for telling in (True, False):
        for reason in reasons:
            if bool(reason.rule and reason.rule not in _VAGUE) is telling:
                return reason
    thing = part.get("card") or part.get("action") or "This"
    return Refusal(f"{shown(thing)} cannot be used now.")


def _known_reasons(engine: AnyEngine, view: Any, seat: int, part: Mapping[str, str]) -> list[Refusal]:
    """The reasons without those that hang on what the seat does not know, such as the order of a deck."""
    elsewhere = {*_reasons(engine, engine.determinize(view, seat, Random(1)), seat, part)}
    return [reason for reason in _reasons(engine, view, seat, part) if reason in elsewhere]


def _reasons(engine: AnyEngine, view: Any, seat: int, part: Mapping[str, str]) -> Iterator[Refusal]:
    """What each action's word, with this part, would break."""
    words = engine.vocabulary
    wanted = words.action(part.get("action", ""))
    for action in (wanted,) if wanted else dict.fromkeys(words.all_actions.values()):
        if action in _EVERYWHERE:
            continue
        try:
            with suppress(LookupError):  # a row of so few cells may be of none of the game's actions
                engine.play(_row(engine, view, seat, action, part), view, view)
        except (CellError, MoveError) as fault:
            cause = fault.cause if isinstance(fault, CellError) else fault
            if isinstance(cause, IllegalMove):
                yield Refusal(cause.sentence, cause.rule, engine.rules.get(cause.rule, ""))
            elif wanted:
                yield Refusal(str(fault))


def _row(engine: AnyEngine, view: Any, seat: int, action: str, part: Mapping[str, str]) -> ScriptRow:
    cells = {column: part.get(column, "")[:LONGEST_CELL] for column in ("card", "payment", "gains")}
    more = {column: part.get(column, "")[:LONGEST_CELL] for column in engine.vocabulary.more}
    player = engine.names(view)[seat]
    return ScriptRow(
        number=1,
        round=engine.round(view),
        phase=engine.phase(view),
        player=player,
        action=action,
        narration="",
        places={},
        more=more,
        called=engine.vocabulary.called.get(action, ""),
        **cells,
    )
