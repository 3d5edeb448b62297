"""A row of a script as a move of Counterspell, and a move as a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.moves import Done, Grow, Lay, Move, Resolve, Weave
from generator.games.deck_of_signs.counterspell.records import CASES, HEALTH, MATCH
from generator.games.deck_of_signs.counterspell.state import State
from generator.games.deck_of_signs.deck import SignDeck
from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, MoveError, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.names import card_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary

LONGEST_LIST = 60
"""Parts of a cell: a setup row lists the cards of Chaos."""
TOO_LOW, CLEARED = "too low", "cleared"
"""Of a run that is complete and changes nothing; of a space whose cards and token go."""
VOCABULARY = Vocabulary(
    phases=MappingProxyType(
        {"weave": "weave", "weaving": "weave", "resolve": "resolve", "lay": "lay", "chaos": "chaos"}
    ),
    actions=MappingProxyType(
        {
            "level": "level", "difficulty": "level",
            "hand": "hand", "deal": "hand",
            "weave": "weave", "weaves": "weave", "play": "weave",
            "done": "done", "fill": "done",
            "resolve": "resolve", "resolves": "resolve",
            "lay": "lay", "lays": "lay",
            "chaos": "chaos", "grow": "chaos",
        }
    ),
    deeds=MappingProxyType({word: word for word in (MATCH, *CASES, TOO_LOW, CLEARED)}),
    more=("space",),
)  # fmt: skip
"""What people write, to the words that the engine uses; a column says the space, Gains the case."""


def read_move(row: ScriptRow, state: State) -> Move:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    reader = _READERS.get(row.action)
    if reader is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {row.phase}."))
    return reader(row, state)


def cards_of(row: ScriptRow, deck: SignDeck) -> tuple[int, ...]:
    """The cards that a setup row lays, each once. Raises CellError."""
    try:
        return deck.setup_deck().cards(parts_of(row, "payment"))
    except UnreadableMove as fault:
        raise CellError(row.at("payment"), fault) from None


def signs_of(row: ScriptRow, deck: SignDeck) -> tuple[int, ...]:
    """The Signs that a row lays. Raises CellError."""
    try:
        return tuple(map(deck.sign_named, parts_of(row, "payment")))
    except MoveError as fault:
        raise CellError("payment", fault) from None


def _weave(row: ScriptRow, state: State) -> Move:
    return Weave(_card(row, state), _space(row.more["space"], state))


def _done(row: ScriptRow, state: State) -> Move:
    return Done()


def _resolve(row: ScriptRow, state: State) -> Move:
    return Resolve(_space(row.more["space"], state), _card(row, state) if row.card else EMPTY)


def _lay(row: ScriptRow, state: State) -> Move:
    spaces = tuple(_space(name, state) for name in parts_of(row, "space"))
    return Lay(signs_of(row, state.setting.deck), spaces)


def _grow(row: ScriptRow, state: State) -> Move:
    return Grow(tuple(_space(name, state) for name in parts_of(row, "space")))


def _card(row: ScriptRow, state: State) -> int:
    deck = state.setting.deck
    try:
        return card_named(row.card, [deck.title(card) for card in deck.cards], "card")
    except MoveError as fault:
        raise CellError("card", fault) from None


def _space(name: str, state: State) -> int:
    space = space_named(name, state.setting.deck)
    if space != EMPTY:
        return space
    said = f"“{shown(name)}” is no space" if name else "The row does not say which space"
    numerals = ", ".join(state.setting.deck.numerals)
    raise CellError("space", UnreadableMove(f"{said}. Write one of {numerals}."))


def space_named(name: str, deck: SignDeck) -> int:
    """The space that somebody means by its numeral; EMPTY if there is none such."""
    folded = [numeral.casefold() for numeral in deck.numerals]
    numeral = name.strip().casefold()
    return folded.index(numeral) if numeral in folded else EMPTY


def parts_of(row: ScriptRow, column: str) -> list[str]:
    """What a cell lists. Raises CellError for too long a list."""
    text = row.more["space"] if column == "space" else row.payment
    parts = [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]
    if len(parts) > LONGEST_LIST:
        fault = f"The cell lists {len(parts)} things; at most {LONGEST_LIST} can be meant."
        raise CellError(column, UnreadableMove(fault))
    return parts


_READERS: Mapping[str, Callable[[ScriptRow, State], Move]] = MappingProxyType(
    {"weave": _weave, "done": _done, "resolve": _resolve, "lay": _lay, "chaos": _grow}
)
"""How the row of each action is read."""


def line_of_move(move: Played[State, Move, say.Fact]) -> ScriptLine:
    """A move as a row."""
    state, action, deck = move.before, move.action, move.before.setting.deck
    who = state.names[move.seat] if move.seat != NOBODY else ""
    line = ScriptLine(state.round, state.phase, who, gains=", ".join(_gains(move)), more=("",))
    match action:
        case Weave(card=card, space=space):
            return line._replace(action="weave", card=deck.title(card), more=(deck.numerals[space],))
        case Done():
            return line._replace(action="done")
        case Resolve(space=space):
            turned = [deck.title(fact.card) for fact in move.facts if isinstance(fact, say.Turned)]
            return line._replace(action="resolve", card="".join(turned), more=(deck.numerals[space],))
        case Lay(signs=signs):
            bare = [space for space, sign in enumerate(state.circle) if sign == EMPTY]
            laid = "; ".join(deck.signs[sign] for sign in signs)
            return line._replace(action="lay", payment=laid, more=(_numerals(deck, bare),))
        case Grow(spaces=spaces):
            return line._replace(action="chaos", more=(_numerals(deck, spaces),))
    raise TypeError(action)


def _numerals(deck: SignDeck, spaces: Iterator[int] | tuple[int, ...] | list[int]) -> str:
    return "; ".join(deck.numerals[space] for space in spaces)


def _gains(move: Played[State, Move, say.Fact]) -> Iterator[str]:
    """What came of a move: matches, the cases of a space, and the Health that has gone."""
    yield from dict.fromkeys(MATCH for fact in move.facts if isinstance(fact, say.Matched))
    for fact in move.facts:
        if isinstance(fact, say.Resolved):
            yield from fact.cases or (TOO_LOW,)
        if isinstance(fact, Changed) and fact.symbol == HEALTH:
            yield f"{fact.asked}{move.before.setting.book.symbols[HEALTH].typed}"


def deeds_in(facts: tuple[say.Fact, ...]) -> Iterator[str]:
    """The deeds that came about, in the words of the vocabulary."""
    for fact in facts:
        match fact:
            case say.Matched():
                yield MATCH
            case say.Resolved(cases=cases, clears=clears):
                yield from cases or (TOO_LOW,)
                if clears:
                    yield CLEARED
