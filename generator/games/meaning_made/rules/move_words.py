"""Words for the sentences about moves: counts, tokens, Layers and the names of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.state import Phase, State
from generator.games.meaning_made.terms import Terms, begun

_MOVES: Mapping[type, Callable[[Terms], str]] = MappingProxyType(
    {
        act.RevealEvent: lambda terms: f"Revealing {terms.event.a}",
        act.Gather: lambda terms: terms.gather,
        act.Load: lambda terms: terms.load,
        act.Contribute: lambda terms: terms.contribute,
        act.Touchpoint: lambda terms: terms.touchpoint,
        act.Answer: lambda terms: f"An answer to {terms.touchpoint.a}",
        act.Recycle: lambda terms: terms.recycle,
        act.Convert: lambda terms: begun(terms.conversion),
        act.Pass: lambda terms: "Passing",
        act.EndTurn: lambda terms: "Ending the turn",
        act.Donate: lambda terms: terms.donating,
        act.Lose: lambda terms: "Choosing a loss",
        act.Take: lambda terms: "Choosing a gain",
    }
)
_VERBS: Mapping[str, Callable[[Terms], str]] = MappingProxyType(
    {
        "gather": lambda terms: terms.gather,
        "load": lambda terms: terms.load,
        "contribute": lambda terms: terms.contribute,
        "touchpoint": lambda terms: f"use {terms.touchpoint}",
        "recycle": lambda terms: terms.recycle,
        "donate": lambda terms: terms.donate.low,
        "convert": lambda terms: terms.convert.low,
    }
)


def terms_in(state: State) -> Terms:
    """The words of the workbook that a game is played with."""
    return state.setting.game.terms


def move_name(action: act.Action, terms: Terms) -> str:
    """The kind of a move, to begin a sentence with."""
    return _MOVES[type(action)](terms)


def action_name(key: str, terms: Terms) -> str:
    """An action as a verb: “may not Recycle”."""
    return _VERBS[key](terms)


def phase_name(phase: Phase, terms: Terms) -> str:
    """A phase as the rules call it."""
    return terms.event if phase is Phase.EVENT else phase


def layer_name(state: State, layer: int) -> str:
    """The name of a Layer."""
    names = {layer.number: layer.name for layer in state.setting.game.layers}
    return names.get(layer, f"{terms_in(state).layer} {layer}")


def tokens_text(tokens: Tokens, terms: Terms) -> str:
    """Tokens in words: `2 Energy and 1 Support`."""
    some = [f"{count} {word}" for word, count in zip(terms.tokens, tokens, strict=True) if count]
    return listed(some) if some else f"no {terms.token.many}"


def counted(count: int, singular: str, plural: str = "") -> str:
    """A count with its noun: `1 token`, `3 tokens`."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names for a sentence: `A, B and C`."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
