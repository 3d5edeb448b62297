"""A row of a script as a move of Counterspell, and a move as a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.cells import card_in, parts_in, read_by, sign_in, space_in
from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.moves import Done, Grow, Lay, Move, Resolve, Weave
from generator.games.deck_of_signs.counterspell.records import CASES, HEALTH, MATCH
from generator.games.deck_of_signs.counterspell.state import State
from generator.games.deck_of_signs.deck import SignDeck
from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, UnreadableMove
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary

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
    move: Move = read_by(_READERS, row, state)
    return move


def cards_of(row: ScriptRow, deck: SignDeck) -> tuple[int, ...]:
    """The cards that a setup row lays, each once. Raises CellError."""
    try:
        return deck.setup_deck().cards(parts_in(row.payment, "payment"))
    except UnreadableMove as fault:
        raise CellError(row.at("payment"), fault) from None


def signs_of(row: ScriptRow, deck: SignDeck) -> tuple[int, ...]:
    """The Signs that a row lays. Raises CellError."""
    return tuple(sign_in(name, deck, "payment") for name in parts_in(row.payment, "payment"))


def _weave(row: ScriptRow, state: State) -> Move:
    return Weave(card_in(row.card, state.setting.deck), space_in(row.more["space"], state.setting.deck))


def _done(row: ScriptRow, state: State) -> Move:
    return Done()


def _resolve(row: ScriptRow, state: State) -> Move:
    return Resolve(
        space_in(row.more["space"], state.setting.deck),
        card_in(row.card, state.setting.deck) if row.card else EMPTY,
    )


def _lay(row: ScriptRow, state: State) -> Move:
    spaces = tuple(space_in(name, state.setting.deck) for name in parts_in(row.more["space"], "space"))
    return Lay(signs_of(row, state.setting.deck), spaces)


def _grow(row: ScriptRow, state: State) -> Move:
    return Grow(tuple(space_in(name, state.setting.deck) for name in parts_in(row.more["space"], "space")))


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
