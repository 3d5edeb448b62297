"""Where a card is, in a sentence: for a move that takes it from a place where it does not lie."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.games.meaning_made.rules.state import State
from generator.replay.errors import UnreadableMove
from generator.replay.names import card_named

_KINDS: Mapping[str, str] = MappingProxyType(
    {"load.face-up": "pattern", "contribute.face-up": "initiative", "event.next": "event"}
)


def whereabouts(rule: str, title: str, state: State) -> str:
    """`It lies in Drew’s Palette.` for the rules that ask a card to be face up; else nothing."""
    kind = _KINDS.get(rule)
    if kind is None:
        return ""
    game = state.setting.game
    titles = {
        "pattern": [card.title for card in game.patterns],
        "initiative": [card.title for card in game.initiatives],
        "event": [card.title for card in game.events],
    }[kind]
    try:
        card = card_named(title, titles, game.terms.deck(kind))
    except UnreadableMove:
        return ""
    return {"pattern": _pattern, "initiative": _initiative, "event": _event}[kind](card, state)


def _pattern(card: int, state: State) -> str:
    for seat, palette in enumerate(state.palettes):
        if card in palette:
            return f"It lies in {state.names[seat]}’s {state.setting.game.terms.palette}."
    if card in state.pattern_discard:
        return "It lies in the discard pile."
    return _in_deck(card, state.pattern_deck)


def _initiative(card: int, state: State) -> str:
    if card in state.completed:
        return "It is complete and has left the game."
    if card in state.initiative_discard:
        return "It lies in the discard pile."
    return _in_deck(card, state.initiative_deck)


def _event(card: int, state: State) -> str:
    if card in state.event_discard:
        return "It lies in the discard pile."
    if card in state.events:
        return "It was revealed this round already."
    return _in_deck(card, state.event_deck)


def _in_deck(card: int, deck: tuple[int, ...]) -> str:
    return f"It lies in the deck, {deck.index(card) + 1} from the top." if card in deck else ""
