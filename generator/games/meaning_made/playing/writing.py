"""A played game as rows of a script: the other direction of `reading`. What was gained is stated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from generator.games.meaning_made.playing.reading import tokens_typed
from generator.games.meaning_made.playing.turns import PHASES
from generator.games.meaning_made.records import TOKENS, Game, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.costs import load_payment
from generator.games.meaning_made.rules.state import State, to_act
from generator.replay.moves import Move
from generator.replay.script import ScriptLine

PlayedMove = Move[State, act.Action, say.Fact]

_BONUSES = (*TOKENS, "vitals")
"""What a Pattern's Bonus is stated in."""


def game_lines(moves: Sequence[PlayedMove], narrations: Sequence[str] = ()) -> tuple[ScriptLine, ...]:
    """The rows of moves; `narrations` are narrations, one for each move. An answer joins its Touchpoint."""
    lines: list[ScriptLine] = []
    for at, move in enumerate(moves):
        if isinstance(move.action, act.Answer) and lines and lines[-1].action == "touchpoint":
            lines[-1] = lines[-1]._replace(gains=_answer_stated(move))
            continue
        narration = narrations[at] if at < len(narrations) else ""
        lines += [line._replace(narration=narration) for line in _line(move)]
    return tuple(lines)


# ---------------------------------------------------------------- one move


def _line(move: PlayedMove) -> Iterator[ScriptLine]:
    state = move.before
    write = _WRITES.get(type(move.action))
    if write is None:
        return
    cells = write(move.action, state, state.setting.game)
    if isinstance(move.action, act.RevealEvent):
        event = next((fact.event for fact in move.facts if isinstance(fact, say.EventRevealed)), None)
        if event is None:
            return  # there is no Event left, and nothing to write
        cells = {"action": "reveal", "card": state.setting.game.events[event].title}
    seat = to_act(state)
    name = state.names[seat] if seat >= 0 else ""
    gains = cells.get("gains", "") or _gains(move)
    yield ScriptLine(
        state.round,
        PHASES[state.phase],
        name,
        cells["action"],
        cells.get("card", ""),
        cells.get("payment", ""),
        gains,
    )


def _gains(move: PlayedMove) -> str:
    """What a row states: Bonuses, completions, Meaning. Only what its player may read off the table."""
    names = move.before.names
    stated = _bonus(move) if isinstance(move.action, act.Load) else []
    for fact in move.facts:
        if isinstance(fact, say.Changed) and fact.symbol == "legacy" and fact.asked > 0:
            stated.append(f"{names[fact.player]} {_change(fact, move.before)}")
    if any(isinstance(fact, say.Changed) and fact.symbol == "meaning" for fact in move.facts):
        stated.append(f"{_meaning(move.before)} {move.after.meaning}")
    return "; ".join(stated)


def _change(fact: say.Changed, state: State) -> str:
    return f"{fact.asked:+d}{state.setting.game.book.symbols[fact.symbol].typed}"


def _meaning(state: State) -> str:
    """The word for Meaning, if a stated outcome can be read with it: one of letters alone."""
    word = state.setting.game.terms.meaning
    return word if word.isalpha() else "Meaning"


def _bonus(move: PlayedMove) -> list[str]:
    """What the Pattern's Bonus brought: gains after it was placed, before anything was completed."""
    gained: list[str] = []
    placed = False
    for fact in move.facts:
        if isinstance(fact, say.Completed):
            break
        placed = placed or isinstance(fact, say.Loaded)
        if not (placed and isinstance(fact, say.Changed) and fact.player == move.before.player):
            continue
        if fact.asked > 0 and fact.symbol in _BONUSES:
            gained.append(_change(fact, move.before))
    return [" ".join(gained)] if gained else []


def _answer_stated(move: PlayedMove) -> str:
    stated = ["accepted" if move.action == act.Answer(True) else "declined"]
    for fact in move.facts:
        if isinstance(fact, say.Changed) and fact.symbol == "vitals":
            stated.append(f"{move.before.names[fact.player]} {_change(fact, move.before)}")
    return "; ".join(stated)


def _load(action: act.Load, state: State, game: Game) -> dict[str, str]:
    title = game.patterns[action.pattern].title
    payment = tokens_typed(load_payment(state, action), game.book.symbols)
    return {"action": "load", "card": title, "payment": payment or ("0" if sum(action.saved) else "")}


def _contribute(action: act.Contribute, state: State, game: Game) -> dict[str, str]:
    title = game.initiatives[action.initiative].title
    payment = tokens_typed(action.tokens, game.book.symbols)
    if sum(action.wild):
        payment = f"{payment or '0'}; any {tokens_typed(action.wild, game.book.symbols)}"
    return {"action": "contribute", "card": title, "payment": payment or "marker"}


def _touchpoint(action: act.Touchpoint, state: State, game: Game) -> dict[str, str]:
    count = state.setting.rules.touchpoint_tokens
    moved = Tokens(*(count * (token == action.token) for token in range(3)))
    verb = "give" if action.give else "ask"
    return {
        "action": "touchpoint",
        "card": state.names[action.other],
        "payment": f"{verb} {tokens_typed(moved, game.book.symbols)}",
    }


def _donate(action: act.Donate, state: State, game: Game) -> dict[str, str]:
    if not action.support:
        return {"action": "keep"}
    payment = tokens_typed((0, 0, action.support), game.book.symbols) if action.support > 1 else ""
    return {"action": "donate", "payment": payment}


def _gather(action: act.Gather, state: State, game: Game) -> dict[str, str]:
    return {"action": "gather", "gains": tokens_typed((action.energy, action.insight, 0), game.book.symbols)}


def _chosen(word: str) -> Callable[[Any, State, Game], dict[str, str]]:
    return lambda action, state, game: {
        "action": word,
        "payment": tokens_typed(action.tokens, game.book.symbols),
    }


def _fixed(word: str, card: str = "") -> Callable[[Any, State, Game], dict[str, str]]:
    return lambda action, state, game: {"action": word, "card": card}


_WRITES: Mapping[type, Callable[[Any, State, Game], dict[str, str]]] = MappingProxyType(
    {
        act.RevealEvent: _fixed("reveal"),
        act.Gather: _gather,
        act.Load: _load,
        act.Contribute: _contribute,
        act.Touchpoint: _touchpoint,
        act.Answer: lambda action, state, game: {"action": "accept" if action.accept else "decline"},
        act.Recycle: lambda action, state, game: {
            "action": "recycle",
            "card": game.terms.prism if action.prism else game.terms.index,
        },
        act.Convert: _fixed("convert"),
        act.Pass: _fixed("pass"),
        act.EndTurn: _fixed("end turn"),
        act.Donate: _donate,
        act.Lose: _chosen("lose"),
        act.Take: _chosen("gain"),
    }
)
