"""Chance: a seed gives one order, and every shuffle leaves another seed behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.kit.chance import below, shuffled
from generator.games.meaning_made.records import Tokens
from tests.shared.made import Contribute, Gather, Load, Recycle, RevealEvent, State, start
from tests.shared.small_game import FOUR, GAME, INITIATIVES, N, P, at_turn, built, do, make_game, showing

_STEP = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its seed for each number that it draws."""
MANY_EVENTS = make_game(events=[(f"Event {at}", "A", 1) for at in range(13)])
MANY_INITIATIVES = make_game(
    initiatives=[*INITIATIVES, *((f"Club {at}", 7, "1E", 1, 2, "", "") for at in range(12))]
)


@settings(max_examples=100)
@given(st.integers(0, (1 << 64) - 1), st.integers(0, 80))
def test_a_shuffle_draws_a_number_for_each_card_but_one(seed: int, cards: int) -> None:
    made, following = shuffled(range(cards), seed)
    assert sorted(made) == list(range(cards))
    assert following == (seed + max(cards - 1, 0) * _STEP) % (1 << 64)


@settings(max_examples=100)
@given(st.integers(0, (1 << 64) - 1), st.integers(1, 100))
def test_a_number_lies_below_its_limit(seed: int, limit: int) -> None:
    drawn, following = below(limit, seed)
    assert 0 <= drawn < limit
    assert following != seed


def test_every_order_of_three_cards_comes_as_often() -> None:
    seen: dict[tuple[int, ...], int] = {}
    seed = 1
    for _ in range(6_000):
        made, seed = shuffled(range(3), seed)
        seen[made] = seen.get(made, 0) + 1
    assert len(seen) == 6 and all(850 < count < 1_150 for count in seen.values())


# ---------------------------------------------------------------- in a game


def _recycled_prism(seed: int) -> State:
    """Six Patterns in the Prism, seven in the discard pile, none in the deck."""
    state = at_turn(pattern_deck=(), pattern_discard=tuple(range(6, 13)))
    return do(replace(state, seed=seed), Recycle(True))


def _recycled_index(seed: int) -> State:
    began = replace(at_turn(MANY_INITIATIVES), seed=seed)
    return do(replace(began, initiative_deck=(), initiative_discard=began.initiative_deck), Recycle(False))


def _revealed(seed: int) -> State:
    began = start(MANY_EVENTS, FOUR, seed=5)
    return do(replace(began, event_deck=(), event_discard=tuple(range(13)), seed=seed), RevealEvent())


DECKS: dict[str, tuple[Callable[[int], State], Callable[[State], tuple[int, ...]], int]] = {
    "Patterns": (_recycled_prism, lambda s: (*s.prism, *s.pattern_deck), 13),
    "Initiatives": (_recycled_index, lambda s: (*s.index[:-1], *s.initiative_deck), 18),
    "Events": (_revealed, lambda s: (*s.events, *s.event_deck), 13),
}


@pytest.mark.parametrize("kind", DECKS)
@pytest.mark.parametrize("seed", [0, 1, 99, (1 << 64) - 1])
def test_a_reshuffle_advances_the_seed(kind: str, seed: int) -> None:
    reshuffle, lying, cards = DECKS[kind]
    first = reshuffle(seed)
    assert first.seed == (seed + (cards - 1) * _STEP) % (1 << 64)
    again = reshuffle(first.seed)
    assert sorted(lying(first)) == sorted(lying(again)), "the same cards"
    assert lying(first) != lying(again), "in another order"
    assert reshuffle(seed) == first, "and the same seed gives the same again"


def test_two_reshuffles_of_one_game_differ() -> None:
    """Two Recycles in a row, each of which turns the same six discards into a deck."""
    state = at_turn(pattern_deck=(), pattern_discard=tuple(range(6, 13)), seed=3)
    once = do(state, Recycle(True))
    twice = do(
        replace(once, prism=state.prism, pattern_deck=(), pattern_discard=state.pattern_discard),
        Recycle(True),
    )
    assert once.prism != twice.prism and once.seed != twice.seed


def test_what_draws_no_card_leaves_the_seed() -> None:
    state = replace(at_turn(), seed=7)
    assert do(state, Gather(1, 1)).seed == 7
    assert do(state, Recycle(True)).seed == 7, "the deck has enough cards"
    assert do(showing(state, "Shell"), Load(P["Shell"])).seed == 7


def test_setup_shuffles_each_deck_with_the_seed_that_the_one_before_left() -> None:
    began = start(GAME, FOUR, seed=11)
    drawn = sum(count - 1 for count in (len(GAME.patterns), len(GAME.initiatives) - 1, len(GAME.events)))
    assert began.seed == (11 + drawn * _STEP) % (1 << 64)
    patterns, after = shuffled(range(len(GAME.patterns)), 11)
    others = [card for card in range(len(GAME.initiatives)) if card != N["Stewardship"]]
    initiatives, after = shuffled(others, after)
    events, after = shuffled(range(len(GAME.events)), after)
    assert (*began.prism, *began.pattern_deck) == patterns
    assert (*began.index[:-1], *began.initiative_deck) == initiatives
    assert (began.event_deck, began.seed) == (events, after)


def test_a_completion_does_not_reshuffle() -> None:
    state = built(
        replace(at_turn(), seed=5, initiative_deck=(), initiative_discard=(4, 5)),
        "Local Clinic",
        (2, 1, 0),
        (1,),
    )
    after = do(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert after.seed == 5 and after.index[0] == -1 and after.initiative_discard == (4, 5)
