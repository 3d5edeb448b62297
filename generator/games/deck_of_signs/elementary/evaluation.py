"""What a play promises in Elementary, what a position is worth, and which plays are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.elementary.moves import Discard, Play, Reveal, plays
from generator.games.deck_of_signs.elementary.outlook import MASTERY as MASTERY
from generator.games.deck_of_signs.elementary.outlook import best_set
from generator.games.deck_of_signs.elementary.outlook import foresight as foresight
from generator.games.deck_of_signs.elementary.sets import chance_of_a_set, go_together, tally_of
from generator.games.deck_of_signs.elementary.state import State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.table import EMPTY

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "bold": {"token": 2.0, "caution": 0.6},
        "careful": {"caution": 1.6},
        "patient": {"keeping": 1.8},
    }
)
"""The characters of sample games, seat by seat in turn."""
A_SET = 10.0
"""What a set is worth about, to whoever comes next and can make one of what lies there."""
HOPE = 0.5
"""How much of what a hand could score now counts while the others have their turns first."""


def worth(state: State, seat: int) -> Mapping[str, float]:
    """What a position is worth to a seat: its points, those of its hand, and what it leaves to the others."""
    own, others = state.score[seat], [points for at, points in enumerate(state.score) if at != seat]
    tallies = (
        tally_of((*state.cards[play.space], *play.cards), state.open_tokens[play.space], state.setting)
        for play in plays(state, seat)
        if isinstance(play, Play)
    )
    best = max((tally.total for tally in tallies if tally is not None), default=0)
    left = sum(_danger(state, cards) for cards in state.cards if cards)
    is_next = state.player == seat
    return {
        "points": float(own),
        "others": -0.5 * sum(others) / len(others),
        "hand": (1.0 if is_next else HOPE) * best,
        "caution": 0.0 if is_next else -left,
    }


def useful(moves: Iterable[SignMove], state: State, seat: int) -> tuple[SignMove, ...]:
    """All plays but those to a bare space with a hidden token, of which one is as good as another."""
    bare = [space for space in state.hidden_spaces() if not state.cards[space]][1:]
    return tuple(move for move in moves if not isinstance(move, Reveal) or move.space not in bare)


def reply(state: State, seat: int) -> SignMove:
    """The set that scores most, else a card to a bare space that leaves least, else what promises most."""
    spaces = [space for space, sign in enumerate(state.open_tokens) if sign != EMPTY and state.cards[space]]
    hand, setting = state.hands[seat], state.setting
    sets = [(*best_set(hand, state.cards[at], state.open_tokens[at], setting), at) for at in spaces]
    points, cards, space = max(sets, key=lambda found: found[0], default=(0, (), EMPTY))
    if points:
        return Play(space, cards)
    bare = next((space for space in state.hidden_spaces() if not state.cards[space]), EMPTY)
    if bare != EMPTY and hand:
        return Reveal(bare, min(hand, key=lambda card: _danger(state, (card,))))
    moves: Iterable[SignMove] = tuple(plays(state, seat)) or tuple(map(Discard, hand or (EMPTY,)))
    return max(moves, key=lambda move: sum(prospect(state, seat, move).values()))


def prospect(state: State, seat: int, move: SignMove) -> Mapping[str, float]:
    """What a play promises, part by part."""
    deck = state.setting.deck
    match move:
        case Reveal(space=space, card=card):
            cards: tuple[int, ...] = (card,)
            hoped = 0.0 if deck.sign(card) in state.open_tokens else _hoped(state)
        case Play(space=space, cards=cards):
            tally = tally_of((*state.cards[space], *cards), state.open_tokens[space], state.setting)
            if tally is not None:
                return {"points": 100.0 + tally.total}
            hoped = 0.0
        case Discard(card=card):
            dead = card == EMPTY or deck.sign(card) in state.open_tokens
            return {"token": 0.0 if dead else _hoped(state)}
        case _:
            return {"points": 0.0}
    left = (*state.cards[space], *cards)
    hand = [card for card in state.hands[seat] if card not in cards]
    friends = sum(go_together((card, *left), state.setting) for card in hand)
    pairs = sum(go_together((card, other), state.setting) for card in cards for other in hand)
    return {
        "token": hoped,
        "caution": -_danger(state, left),
        "friends": 0.8 * friends,
        "keeping": -0.6 * pairs,
    }


def _hoped(state: State) -> float:
    """What a hidden token brings on average to a card of a Sign that is not on the circle yet."""
    return state.setting.reveal / max(len(state.hidden_tokens) + len(state.unused), 1)


def _danger(state: State, cards: tuple[int, ...]) -> float:
    """What cards at a space are worth to somebody who has a hand of whatever cards."""
    lying = tuple(sorted(map(state.setting.deck.number, cards)))
    return A_SET * chance_of_a_set(lying, state.setting.numbers.hand, state.setting.shapes)
