"""What a card promises in Counterspell, whose players help each other: what a hand can do for a space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.games.deck_of_signs.counterspell.moves import Weave
from generator.games.deck_of_signs.counterspell.runs import lengthened
from generator.games.deck_of_signs.counterspell.state import State
from generator.games.deck_of_signs.moves import SignMove

FINISHING = (0.0, 0.2, 0.55, 1.0)
"""How likely it is that a run of so many cards is complete when it counts."""
_LONGEST = 5
HARM = 2.0
"""What a point of the Beast’s Health is worth, times a space that is cleared."""
CARD = 0.02
"""What a card of the deck is worth."""
ENOUGH = 0.05
"""A turn ends when no card promises more."""
NOTHING: Mapping[str, float] = MappingProxyType({})

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"careful": {"safety": 1.2}, "bold": {"harm": 1.2}, "thrifty": {"cards": 2.5}}
)
"""The characters of sample games, seat by seat in turn."""


def worth(state: State, seat: int) -> Mapping[str, float]:
    """What a position is worth to all: the Health that is taken, runs by what they promise, and the deck."""
    runs = [_parts(state, space, run) for space, run in enumerate(state.runs)]
    return {
        "health": HARM * (state.difficulty.health - state.health),
        "runs": sum(amount for parts in runs for amount in parts.values()),
        "deck": CARD * len(state.card_deck),
    }


def prospect(state: State, seat: int, move: SignMove) -> Mapping[str, float]:
    """What the best way promises that begins with a card; to end the turn is worth a little."""
    if not isinstance(move, Weave):
        return {"rest": ENOUGH}
    run = state.runs[move.space]
    here = _parts(state, move.space, run)
    best: Mapping[str, float] = {"cards": -1.0}
    for longer in _ways(state, state.hands[seat], run, move.card):
        there = _parts(state, move.space, longer)
        gain = {part: amount - here.get(part, 0.0) for part, amount in there.items()}
        if sum(gain.values()) > sum(best.values()):
            best = gain
    return best


def _parts(state: State, space: int, run: Sequence[int]) -> Mapping[str, float]:
    """What a run is worth at a space: how likely it stands, times what it does, less its cards."""
    if not run:
        return NOTHING
    deck, numbers = state.setting.deck, state.setting.numbers
    cards = list(map(deck.number, run))
    lacking = max(numbers.set_size - len(run), 0)
    mine = sum(cards) + lacking * sum(cards) / len(cards)
    missing = numbers.chaos_cards - len(state.chaos[space])
    chaos = sum(map(deck.number, state.chaos[space])) + 6 * missing
    spread = 1 + 4 * missing + 4 * lacking
    stands = _share(mine - chaos, spread)
    signs = {deck.sign(card) for card in run}
    opposing = state.opposing(space)
    hurts = 1.0 if signs & opposing else 0.25 * lacking
    double = _share(mine - numbers.double * chaos, spread)
    flush = 0.5**lacking if len(signs) == 1 and signs <= opposing else 0.0
    harm = double * 2 + (1 - double) * hurts + flush
    finished = FINISHING[min(len(run), len(FINISHING) - 1)] * (0.8 if lacking and _at_end(cards) else 1)
    urgent = 1.3 if state.chaos_count(space) >= numbers.chaos_cards else 1.0
    return {
        "safety": finished * stands * urgent,
        "harm": HARM * finished * stands * harm,
        "set": 0.3 * finished * urgent,  # a complete run costs nothing even if it is too low
        "cards": -CARD * len(run),
    }


def _share(ahead: float, spread: float) -> float:
    """How likely it is to be level or more, so far ahead with so much that is not known."""
    return min(max(0.5 + (ahead + 0.5) / (2 * spread), 0.0), 1.0)


def _at_end(cards: Sequence[int]) -> bool:
    return min(cards) <= 1 or max(cards) >= 11


def _ways(state: State, hand: Sequence[int], run: Sequence[int], card: int) -> Iterator[tuple[int, ...]]:
    """The runs that one can become by a card and further ones of a hand."""
    first = lengthened(run, card, state.setting)
    if first is None:
        return
    yield first
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((card,), first)]
    met = {first}
    while ways:
        cards, longer = ways.pop()
        if len(cards) == _LONGEST:
            continue
        for other in hand:
            further = lengthened(longer, other, state.setting) if other not in cards else None
            if further is not None and further not in met:
                met.add(further)
                ways.append(((*cards, other), further))
                yield further
