"""Random legal games, on the small game and on the shipped workbook: what must hold at every step."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.games.meaning_made.evaluation import foreseen, settled, worth
from generator.games.meaning_made.records import TOKENS, Game, Tokens, game_from
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.workbook.book import read_book
from tests.shared.made import (
    COMMUNITY,
    EMPTY,
    Action,
    Answer,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Fact,
    Gather,
    IllegalMove,
    Load,
    Lose,
    Pass,
    Phase,
    Recycle,
    RevealEvent,
    State,
    Take,
    Touchpoint,
    apply,
    legal_actions,
    scores,
    start,
    to_act,
    why_illegal,
    winners,
)
from tests.shared.small_game import make_game

WORKBOOK = Path(__file__).parents[2] / "card_data.xlsx"
LONGEST = 3000  # moves; a game that reaches it does not end
QUICK = settings(max_examples=120, suppress_health_check=list(HealthCheck))


@cache
def rough_game() -> Game:
    """The small game with tables that do everything at once, over a few rounds."""
    harsh = ["-1M; all -1V; all -1T"] * 5 + ["-2M; all -2V; all -1T; group consequence"] * 5
    return make_game(
        event_table={"A": harsh, "B": "-1M; all no Recycle; all +1T", "C": "-1M; all -1E; all +1S"},
        group_table={"1": "all -2I", "2": "all -1T; all no Donate", "3": "individual consequence"},
        individual_table={"1": "you -2T; others -1V", "2": "you no Load; you +1V", "3": "-1M; you +1T"},
        variants={
            "Solo": {"community": 1},
            "Convert": {"conversion": 1},
            "Long": {"index_size": 5, "end_extra_tokens": 2},
            "Two Events": {"events_per_round": 2},
            "Dear": {"load_surcharge": 1, "fatigue_patterns": 2, "fatigue_tokens": 1},
            "Seldom": {"recycles_per_round": 1, "touchpoint_meaning_over": 3},
            "Rounds": {"collapse": 0, "round_limit": 8},
            "Together": {"score_legacy": 0},
        },
    )


@cache
def shipped_game() -> Game:
    book, _ = read_book(WORKBOOK)
    assert book is not None
    return game_from(book)


@st.composite
def beginnings(draw: st.DrawFn) -> State:
    game = draw(st.sampled_from([rough_game, shipped_game]))()
    chosen = [name for name in game.variants if draw(st.integers(0, 3)) == 0]
    fitting: list[str] = []
    taken: set[str] = set()
    for name in chosen:
        if taken.isdisjoint(game.variants[name].settings):
            fitting.append(name)
            taken |= set(game.variants[name].settings)
    solo = any(game.variants[name].settings.get("community") for name in fitting)
    players = 1 if solo else draw(st.integers(2, 6))
    names, seed = [f"P{seat}" for seat in range(players)], draw(st.integers(0, 1 << 32))
    starter = draw(st.integers(0, players - 1))
    return replace(start(game, names, seed=seed, variants=fitting), starter=starter, player=starter)


def play(state: State, chance: random.Random) -> list[tuple[State, Action, tuple[Fact, ...], State]]:
    steps = []
    while options := legal_actions(state):
        # Kinds first, so that the many contributions do not crowd out the rest.
        kinds = sorted({type(option).__name__ for option in options})
        kind = chance.choice(kinds)
        action = chance.choice([option for option in options if type(option).__name__ == kind])
        following, told = apply(state, action)
        steps.append((state, action, told, following))
        state = following
        assert len(steps) < LONGEST
    return steps


def check_cards(state: State) -> None:
    """Every card lies in exactly one place."""
    game = state.setting.game
    patterns = [*state.prism, *state.pattern_deck, *state.pattern_discard]
    patterns += [card for palette in state.palettes for card in palette]
    assert sorted(card for card in patterns if card != EMPTY) == list(range(len(game.patterns)))
    initiatives = (
        *state.index,
        *state.initiative_deck,
        *state.initiative_discard,
        *state.completed,
    )
    assert sorted(card for card in initiatives if card != EMPTY) == list(range(len(game.initiatives)))
    events = (*state.events, *state.event_deck, *state.event_discard)
    assert sorted(events) == list(range(len(game.events)))


def check_table(state: State) -> None:
    """Tokens, tracks, boxes, markers and limits are where they may be."""
    rules = state.setting.rules
    assert all(count >= 0 for held in state.tokens for count in held)
    assert 0 <= state.meaning <= rules.meaning_max
    assert all(0 <= vitals <= rules.vitals_max for vitals in state.vitals)
    assert all(0 <= legacy <= rules.legacy_max for legacy in state.legacy)
    assert state.donated <= rules.donation_cap
    assert 0 <= state.actions_left <= max(rules.actions_per_turn, rules.events_per_round)
    assert state.actions_left == 0 or state.phase in (Phase.EVENT, Phase.TURNS)
    assert all(used <= rules.touchpoints_per_round for used in state.touchpoints)
    for seat in range(len(state.names)):
        assert 0 <= state.markers_left(seat) <= rules.contribution_markers
        layers = Counter(state.setting.game.patterns[card].layer for card in state.palettes[seat])
        assert state.icons[seat] == tuple(layers[layer] for layer in range(1, 11))
    for slot, card in enumerate(state.index):
        order = state.orders[slot]
        assert len(set(order)) == len(order)
        if card == EMPTY:
            assert not order
            assert not any(state.filled[slot])
            continue
        assert len(order) <= state.setting.game.initiatives[card].spaces
        assert all(f <= b for f, b in zip(state.filled[slot], state.setting.boxes[card], strict=True))
        assert not any(state.filled[slot]) or set(order) - {COMMUNITY}
        joined = set(order) - {COMMUNITY}
        waiting = state.pending or state.phase is Phase.OVER
        assert waiting or not (joined and state.full(slot) and not state.missing_layers(slot))


@QUICK
@given(beginnings(), st.integers(0, 1 << 32))
def test_random_games_keep_the_table_in_order(began: State, seed: int) -> None:
    last = began
    for state, _, _, following in play(began, random.Random(seed)):
        check_cards(following)
        check_table(following)
        assert following.highest >= state.highest
        last = following
    assert last.phase is Phase.OVER
    assert set(winners(last)) <= set(range(len(last.names)))


@QUICK
@given(beginnings(), st.integers(0, 1 << 32))
def test_tracks_and_scores_follow_from_the_facts(began: State, seed: int) -> None:
    ledger = {("meaning", -1): began.meaning}
    for seat in range(len(began.names)):
        ledger |= {("vitals", seat): began.vitals[seat], ("legacy", seat): began.legacy[seat]}
        ledger |= {(key, seat): began.tokens[seat][at] for at, key in enumerate(TOKENS)}
    last = began
    for _, action, told, following in play(began, random.Random(seed)):
        assert isinstance(told[0], say.Acted)
        assert told[0].move == action
        for fact in told:
            if isinstance(fact, say.Changed):
                assert fact.before == ledger[fact.symbol, fact.player]
                assert fact.after >= 0
                ledger[fact.symbol, fact.player] = fact.after
        assert ledger["meaning", -1] == following.meaning
        last = following
    weight = last.setting.rules.score_legacy
    seats = range(len(last.names))
    assert scores(last) == tuple(ledger["vitals", s] + weight * ledger["legacy", s] for s in seats)
    assert last.tokens == tuple(Tokens(*(ledger[key, s] for key in TOKENS)) for s in seats)


@QUICK
@given(beginnings(), st.integers(0, 1 << 32))
def test_replaying_the_actions_gives_the_same_game(began: State, seed: int) -> None:
    steps = play(began, random.Random(seed))
    state = began
    for _, action, told, following in steps:
        state, again = apply(state, action)
        assert (state, again) == (following, told)
    assert hash(state) == hash(steps[-1][3])


@QUICK
@given(beginnings(), st.integers(0, 1 << 32))
def test_a_move_promises_what_the_table_is_worth_after_it(began: State, seed: int) -> None:
    chance = random.Random(seed)
    for state, _, _, _ in play(began, chance):
        seat, options = to_act(state), legal_actions(state)
        for action in chance.sample(options, min(6, len(options))) if seat >= 0 else ():
            promised, after = foreseen(state, seat, action), settled(apply(state, action)[0])
            for other in range(len(state.names)):
                assert worth(promised, other) == worth(after, other), action


def candidates(state: State, chance: random.Random) -> list[Action]:
    """Moves legal and illegal: every kind, with numbers about those that are possible."""
    game = state.setting.game

    def some() -> Tokens:
        return Tokens(*(chance.choice((0, 0, 0, 1, 1, 2)) for _ in range(3)))

    cards = [card for card in state.prism if card != EMPTY] * 3 + list(range(-1, len(game.patterns) + 1))
    open_cards = [card for card in state.index if card != EMPTY] * 9 + list(
        range(-1, len(game.initiatives) + 1)
    )
    other = chance.randrange(-1, len(state.names) + 1)
    wild = chance.choice((Tokens(), Tokens(), some()))
    return [
        RevealEvent(),
        Gather(chance.randint(-1, 3), chance.randint(-1, 3)),
        Load(chance.choice(cards), wild),
        Load(chance.choice(cards)),
        Contribute(chance.choice(open_cards), some(), wild),
        Contribute(chance.choice(open_cards)),
        Touchpoint(other, chance.randrange(-1, 4), chance.random() < 0.5),
        Answer(True),
        Answer(False),
        Recycle(True),
        Recycle(False),
        Convert(),
        Pass(),
        EndTurn(),
        Donate(chance.randint(-1, 2)),
        Lose(some()),
        Take(some()),
    ]


@pytest.mark.slow
@QUICK
@given(beginnings(), st.integers(0, 1 << 32))
def test_the_list_of_legal_moves_and_the_reasons_agree(began: State, seed: int) -> None:
    chance = random.Random(seed)
    for state, _, _, _ in play(began, chance):
        options = legal_actions(state)
        assert len(set(options)) == len(options)
        assert all(why_illegal(state, option) is None for option in options)
        assert (to_act(state) == -1) == (state.phase is Phase.EVENT and not state.pending)
        for action in candidates(state, chance):
            reason = why_illegal(state, action)
            assert (reason is None) == (action in options), (action, reason)
            if reason is not None:
                assert reason.sentence[0].isupper() or reason.sentence[0].isdigit()
                assert reason.sentence.endswith(".")


def test_a_refused_move_leaves_the_state_alone() -> None:
    state = start(shipped_game(), ["A", "B"])
    before = hash(state)
    with pytest.raises(IllegalMove):
        apply(state, Gather(1, 1))
    assert hash(state) == before


def test_random_games_reach_every_kind_of_fact_and_move() -> None:
    """Guards the tests above against games that never get anywhere."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        players = 2 + seed % 4
        names = [f"P{seat}" for seat in range(players)]
        variants = ["Convert"] if seed % 3 == 0 else []
        for _, action, told, _ in play(
            start(rough_game(), names, seed=seed, variants=variants), random.Random(seed)
        ):
            seen[type(action).__name__] += 1
            seen.update(type(fact).__name__ for fact in told)
    kinds = [kind for kind in vars(act).values() if isinstance(kind, type) and issubclass(kind, Action)]
    expected = {kind.__name__ for kind in (*kinds, *Fact.__args__)}
    assert expected - set(seen) <= {"Action", "Pass", "NoEvent"}
