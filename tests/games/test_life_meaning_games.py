"""Random legal games of Life~Meaning: what must hold at every step, and which ends are reached."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY
from generator.games.life_meaning.playing.play import LifeMeaning
from generator.games.life_meaning.records import TOKENS
from generator.games.life_meaning.rules.engine import apply, legal_moves, scores, start
from generator.games.life_meaning.rules.facts import Fact
from generator.games.life_meaning.rules.moves import (
    Acquire,
    Contribute,
    Move,
    Obtain,
    Recalibrate,
    Touchpoint,
)
from generator.games.life_meaning.rules.rounds import Check
from generator.games.life_meaning.rules.state import End, Phase, State, actors
from generator.replay.moves import NOBODY
from tests.shared.life_meaning import shipped

MOST_STEPS = 20_000
PlayedStep = tuple[State, Move, State, tuple[Fact, ...]]


def steered(state: State, moves: tuple[Move, ...], rng: Random, liked: type[Move] | None) -> Move:
    """A move by its kind first, so that many ways of one do not crowd out the rest; some kind more often."""
    kinds = sorted({type(move).__name__ for move in moves})
    if liked is not None and liked.__name__ in kinds and rng.random() < 0.7:
        kinds = [liked.__name__]
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if type(move).__name__ == kind])


def played(
    seed: int, players: int, liked: type[Move] | None = None
) -> list[tuple[State, Move, State, tuple[Fact, ...]]]:
    """A whole game."""
    rng = Random(seed)
    state = start(shipped(), [f"P{at}" for at in range(players)], seed=seed)
    steps = []
    while state.phase is not Phase.OVER:
        seats = actors(state)
        seat = rng.choice(seats) if seats else NOBODY
        move = steered(state, legal_moves(state, seat), rng, liked)
        after, facts = apply(state, seat, move)
        steps.append((state, move, after, facts))
        state = after
        assert len(steps) < MOST_STEPS
    return steps


def check_cards(state: State) -> None:
    """Every card lies in exactly one place."""
    setting = state.setting
    patterns = [*state.gallery, *state.pattern_deck, *state.pattern_discard]
    patterns += [card for stack in state.stacks for card in stack]
    projects = [*state.projects, *state.project_deck, *state.project_discard, *state.completed]
    events = [state.event, *state.event_deck, *state.event_discard]
    for cards, deck in ((patterns, setting.patterns), (projects, setting.projects), (events, setting.events)):
        assert sorted(card for card in cards if card != EMPTY) == list(range(len(deck)))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 1 << 30),
    st.integers(2, 6),
    st.sampled_from([None, Contribute, Obtain, Touchpoint, Acquire, Recalibrate]),
)
def test_what_holds_at_every_step(seed: int, players: int, liked: type[Move] | None) -> None:
    numbers = shipped().numbers
    for before, move, after, facts in played(seed, players, liked):
        check_cards(after)
        assert hash(after) == hash(after.kept()) and after == after.kept()
        assert all(0 <= value <= numbers.most(track) for track, value in (("drift", after.drift),))
        for track in ("coherence", "reputation", "legacy"):
            assert all(0 <= value <= numbers.most(track) for value in getattr(after, track))
        assert all(count >= 0 for tokens in after.tokens for count in tokens)
        told = Counter({(fact.symbol, fact.player): 0 for fact in facts if isinstance(fact, Changed)})
        for fact in facts:
            if isinstance(fact, Changed):
                told[fact.symbol, fact.player] += fact.after - fact.before
        for seat in range(players):  # what changed is told, and nothing else
            for at, token in enumerate(TOKENS):
                assert after.tokens[seat][at] - before.tokens[seat][at] == told[token, seat]
            assert scores(after)[seat] - scores(before)[seat] == sum(
                told[track, seat] for track in ("coherence", "reputation", "legacy")
            )
        if isinstance(move, Touchpoint) and move.give:  # tokens are neither made nor lost
            assert sum(map(sum, after.tokens)) == sum(map(sum, before.tokens))


def test_every_game_ends_with_a_stability_check() -> None:
    for seed in range(30):
        *_, (_, move, after, _) = played(seed, 2 + seed % 5, (Contribute, Acquire, None)[seed % 3])
        assert isinstance(move, Check) and after.end is not None


@pytest.mark.slow
def test_ten_thousand_games_reach_each_end() -> None:
    ends: Counter[End | None] = Counter()
    few = shipped()
    short = replace(few, projects=few.projects[4:12])  # few enough to run out, none of Layer 10
    assert all(card.layer < few.numbers.end_layer for card in short.projects)
    for seed in range(10_000):
        rng, liked = Random(seed), (Contribute, Acquire, None)[seed % 3]
        state = start(short if seed % 10 == 9 else few, [f"P{at}" for at in range(2 + seed % 5)], seed=seed)
        for _ in range(MOST_STEPS):
            if state.phase is Phase.OVER:
                break
            seats = actors(state)
            seat = seats[0] if seats else NOBODY
            moves = legal_moves(state, seat)
            if seed % 10 == 9:  # steered away from Drift, so that the Projects run out
                calm = [move for move in moves if not isinstance(move, Recalibrate)]
                moves = tuple(calm) or moves
                state = state if state.drift < 6 else replace(state, drift=2)
            state = apply(state, seat, steered(state, moves, rng, liked))[0]
        ends[state.end] += 1
    assert sum(ends.values()) == 10_000 and None not in ends
    assert all(ends[end] >= 100 for end in End), ends


def test_bots_play_to_an_end_and_the_same_each_time() -> None:
    def game() -> State:
        rng, players = Random(4), LifeMeaning(shipped()).policies(3)
        state = start(shipped(), ["Ada", "Bo", "Cy"], seed=4)
        while state.phase is not Phase.OVER:
            seats = actors(state)
            seat = seats[0] if seats else NOBODY
            moves = legal_moves(state, seat)
            state = apply(state, seat, players[seat](state, moves, rng) if seats else moves[0])[0]
        return state

    assert game() == game() and game().end is End.STEWARDSHIP
