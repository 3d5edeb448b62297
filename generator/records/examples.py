"""What somebody could type, made of the symbols that a game has: never of those of another game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.records.grammar import CALLED
from generator.records.symbols import Kind, Symbol, Symbols

CHANGED = (Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.SHARED_TRACK)
"""What an effect may change."""
REQUIRED = (Kind.TOKEN, Kind.ANY_TOKEN, Kind.LAYER, Kind.TRACK)
"""What a requirement may ask for."""


PICTURE = "art/picture.svg"
"""A path of a picture, where nothing is known that it could show."""


@dataclass(frozen=True, slots=True)
class Examples:
    """What a workbook has that examples are made of."""

    symbols: Symbols = field(default_factory=lambda: Symbols([]))
    banned: str = ""
    """The key of the action that its effects forbid, if they forbid any."""
    picture: str = PICTURE
    """A path of a picture, called as the first of its pieces is."""


NO_EXAMPLES = Examples()


def counted(count: int, symbol: Symbol, sign: str = "") -> str:
    """So many of a symbol as one types it: `2E`, or `2 sun` where it has no code."""
    return f"{sign}{count}{symbol.code}" if symbol.code else f"{sign}{count} {symbol.key}"


def requirement_example(symbols: Symbols) -> str:
    """A requirement, such as `2E 1I`; nothing if no symbol can be asked for."""
    required = sorted(_of(symbols, REQUIRED), key=lambda symbol: REQUIRED.index(symbol.kind))
    return " ".join(counted(count, symbol) for count, symbol in zip((2, 1), required, strict=False))


def change_examples(symbols: Symbols) -> tuple[str, ...]:
    """Two changes, such as `-2M` and `all +1V`, or `+1S` and `all +1S` in a game without shared tracks."""
    shared, own = _first(symbols, Kind.SHARED_TRACK), _first(symbols, Kind.TRACK, Kind.TOKEN, Kind.ANY_TOKEN)
    gain = counted(2, shared, "-") if shared else counted(1, own, "+") if own else ""
    return tuple(text for text in (gain, f"all {counted(1, own, '+')}" if own else "") if text)


def gain_example(symbols: Symbols) -> str:
    """`+1E`, of the first token, or else of the first track."""
    symbol = _first(symbols, Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.SHARED_TRACK)
    return counted(1, symbol, "+") if symbol else ""


def loss_examples(symbols: Symbols) -> tuple[str, ...]:
    """`-2M` and `all -1V`, where the game has such tracks."""
    shared, own = _first(symbols, Kind.SHARED_TRACK), _first(symbols, Kind.TRACK)
    losses = (counted(2, shared, "-") if shared else "", f"all {counted(1, own, '-')}" if own else "")
    return tuple(text for text in losses if text)


def ban_example(symbols: Symbols, banned: str = "") -> str:
    """`no Recycle`: of the action with the key `banned`, else of the first; nothing in a game without any."""
    bans = symbols.grammar.bans
    if bans:
        return f"no {bans[0].word}"
    action = symbols[banned] if banned in symbols else _first(symbols, Kind.ACTION)
    return f"no {action.name}" if action else ""


def effect_example(symbols: Symbols) -> str:
    """One effect that strikes whoever acts, such as `-1M`; nothing if no symbol can change."""
    symbol = _first(symbols, Kind.SHARED_TRACK, Kind.TRACK, Kind.TOKEN, Kind.ANY_TOKEN)
    return counted(1, symbol, "-") if symbol else ""


def call_example(symbols: Symbols) -> str:
    """`group consequence`, in a game that has the icon of it; or the first call of the sheet Notation."""
    grammar = symbols.grammar
    if not grammar.stated and CALLED not in symbols:
        return ""
    return grammar.calls[0].word if grammar.calls else ""


def move_example(symbols: Symbols) -> str:
    """`hand>river 2`, of the first two places of the sheet Notation; nothing in a game without them."""
    places = symbols.grammar.places
    return f"{places[0].word}>{places[1].word} 2" if len(places) > 1 else ""


def such_as(*examples: str) -> str:
    """`, such as 2E 1I`: those examples that there are.

    >>> such_as("-2M", "", "no Recycle")
    ', such as -2M or no Recycle'
    >>> such_as("")
    ''
    """
    there = [example for example in examples if example]
    return f", such as {' or '.join(there)}" if there else ""


def _first(symbols: Symbols, *kinds: Kind) -> Symbol | None:
    """The first symbol of the first of the kinds that has any."""
    return next((symbol for kind in kinds for symbol in _of(symbols, (kind,))), None)


def _of(symbols: Symbols, kinds: Iterable[Kind]) -> list[Symbol]:
    allowed = set(kinds)
    return [symbol for symbol in symbols if symbol.kind in allowed]
