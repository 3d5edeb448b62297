"""A row of a script as a move of Scion, and a move as a row."""

from __future__ import annotations

from dataclasses import replace

from generator.games.deck_of_signs.cells import CARD, SIGN, SIGNS
from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.moves import Count, Lay, Reveal, Show, place_of
from generator.games.deck_of_signs.scion.records import MIDDLE
from generator.games.deck_of_signs.scion.state import Phase, State
from generator.games.kit.cells import MoveRows, RowCell, parts_in
from generator.games.kit.table import EMPTY
from generator.replay.errors import UnreadableMove, shown
from generator.replay.moves import Move as Played
from generator.replay.names import player_named
from generator.replay.script import ScriptLine, Vocabulary, spellings

PlayedMove = Played[State, SignMove, say.Fact]


def vocabulary(turns: int) -> Vocabulary:
    """What people write, to the words that the engine uses; each turn is a phase of its own."""
    numbered = {f"turn {turn}": f"turn {turn}" for turn in range(1, turns + 1)}
    return Vocabulary(
        phases={**numbered, **spellings("count|counting, circle")},
        actions=spellings("hand|deal, lay|lays, show|shows|play, reveal|turn over, count|counts"),
    )


def phase_word(state: State) -> str:
    """The script's word for the phase."""
    return f"turn {state.turn}" if state.phase is Phase.TURN else state.phase


def _circle(text: str, state: State) -> tuple[int, ...]:
    """The Signs on the circle, from space I on."""
    signs = state.setting.deck.signs_named(text)
    if not signs:
        raise UnreadableMove("The row does not say which Signs are laid. Write them, from space I on.")
    return signs


def _item(part: str, state: State) -> tuple[int, int]:
    """Where a player's item goes: `Ines middle`, `Otto Cup`."""
    name, _, place = part.rpartition(" ")
    if not name:
        example = f"{state.names[0]} {MIDDLE}"
        raise UnreadableMove(f"“{shown(part)}” does not say whose item goes where. Write {example}.")
    seat = player_named(name, state.names)
    if place.casefold() == MIDDLE:
        return seat, EMPTY
    sign = state.setting.deck.sign_named(place)
    if sign not in state.circle:
        raise UnreadableMove(f"The {state.setting.deck.signs[sign]} is not on the circle in this round.")
    return seat, state.circle.index(sign)


def _winner(text: str, state: State) -> int | None:
    """Who takes the token, EMPTY for nobody; None if the row does not say it."""
    who = text.strip()
    return (EMPTY if who.casefold() == "nobody" else player_named(who, state.names)) if who else None


def _who_won(winner: int | None, move: PlayedMove) -> str:
    counted = next(fact for fact in move.facts if isinstance(fact, say.Counted))
    return move.before.names[counted.winner] if counted.winner != EMPTY else "nobody"


def _items(items: object, move: PlayedMove) -> str:
    """Where the items have gone, whether a row said it or not."""
    state, deck = move.before, move.before.setting.deck
    fates = next(fact for fact in move.facts if isinstance(fact, say.Turned)).fates
    places = [(state.names[fate.seat], place_of(state, fate)) for fate in fates]
    return "; ".join(
        f"{name} {MIDDLE if space == EMPTY else deck.signs[state.circle[space]]}" for name, space in places
    )


_ITEMS = RowCell("gains", lambda text, state: tuple(_item(part, state) for part in parts_in(text)), _items)
_ROWS = MoveRows(
    {
        "lay": (Lay, {"signs": replace(SIGNS, read=_circle)}),
        "show": (Show, {"card": CARD}),
        "reveal": (Reveal, {"items": _ITEMS}),
        "count": (Count, {"sign": SIGN, "winner": RowCell("gains", _winner, _who_won)}),
    }
)
read_move = _ROWS.read_move


def line_of_move(move: PlayedMove) -> ScriptLine:
    """A move as a row."""
    return _ROWS.line(move, phase_word(move.before))
