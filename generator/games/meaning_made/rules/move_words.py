"""Words for the sentences about moves: counts, tokens, Layers and the names of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.state import State

_MOVES: Mapping[type, str] = MappingProxyType(
    {
        act.RevealEvent: "Revealing an Event",
        act.Gather: "Gather",
        act.Load: "Load",
        act.Contribute: "Contribute",
        act.Touchpoint: "Touchpoint",
        act.Answer: "An answer to a Touchpoint",
        act.Recycle: "Recycle",
        act.Convert: "Conversion",
        act.Pass: "Passing",
        act.EndTurn: "Ending the turn",
        act.Donate: "Donating",
        act.Lose: "Choosing a loss",
        act.Take: "Choosing a gain",
    }
)
_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "gather": "Gather",
        "load": "Load",
        "contribute": "Contribute",
        "touchpoint": "use Touchpoint",
        "recycle": "Recycle",
        "donate": "donate",
        "convert": "convert",
    }
)


def move_name(action: act.Action) -> str:
    """The kind of a move, to begin a sentence with."""
    return _MOVES[type(action)]


def action_name(key: str) -> str:
    """An action as a verb: “may not Recycle”."""
    return _VERBS[key]


def token_name(token: int) -> str:
    """The name of a token by its position in TOKENS."""
    return TOKENS[token].capitalize()


def layer_name(state: State, layer: int) -> str:
    """The name of a Layer."""
    names = {known.number: known.name for known in state.setting.game.layers}
    return names.get(layer, f"Layer {layer}")


def tokens_text(tokens: Tokens) -> str:
    """Tokens in words: `2 Energy and 1 Support`."""
    some = [f"{count} {token_name(token)}" for token, count in enumerate(tokens) if count]
    return listed(some) if some else "no tokens"


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 token`, `3 tokens`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names for a sentence: `A, B and C`."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
