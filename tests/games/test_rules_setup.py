"""Setup: starting values, decks, players, variants that change them."""

from __future__ import annotations

import pytest

from generator.games.kit.chance import below, shuffled
from generator.games.meaning_made.records import Tokens
from tests.shared.made import Phase, SetupError, start, with_variants
from tests.shared.small_game import FOUR, GAME, card, ending_with, make_game


def test_starting_values() -> None:
    state = start(GAME, FOUR)
    assert state.meaning == 5
    assert state.tokens == (Tokens(3, 2, 1),) * 4
    assert state.vitals == (5,) * 4
    assert state.legacy == (0,) * 4
    assert [state.markers_left(seat) for seat in range(4)] == [4] * 4
    assert (state.round, state.phase, state.highest) == (1, Phase.EVENT, 1)


def test_who_begins_later_begins_richer() -> None:
    """Clockwise from the starting player."""
    state = start(make_game(later_seat_energy=2), FOUR)
    assert (state.starter, [tokens.energy for tokens in state.tokens]) == (0, [3, 5, 7, 9])
    assert {tokens[1:] for tokens in state.tokens} == {(2, 1)}


def test_cards_on_the_table() -> None:
    state = start(GAME, FOUR, seed=5)
    assert len(set(state.prism)) == 6
    assert len(set(state.index)) == 4
    assert state.index[-1] == card(GAME, "Stewardship")
    assert card(GAME, "Stewardship") not in (*state.index[:-1], *state.initiative_deck)
    assert sorted(state.prism + state.pattern_deck) == list(range(13))
    assert sorted(state.event_deck) == list(range(4))


def test_seed_decides_the_order() -> None:
    game = GAME
    assert start(game, FOUR, seed=1) == start(game, FOUR, seed=1)
    assert start(game, FOUR, seed=1) != start(game, FOUR, seed=2)


def test_explicit_order_comes_first() -> None:
    decks = {"pattern": (7, 3, 1, 2, 0, 4, 9), "initiative": (2, 5, 0), "event": (3, 1)}
    state = start(GAME, FOUR, decks=decks)
    assert state.prism == (7, 3, 1, 2, 0, 4)
    assert state.pattern_deck[0] == 9
    assert state.index[:-1] == (2, 5, 0)
    assert state.event_deck[:2] == (3, 1)


@pytest.mark.parametrize("decks", [{"pattern": (1, 1)}, {"initiative": (3,)}, {"event": (9,)}])
def test_order_of_cards_that_are_not_there(decks: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(SetupError, match="not in the deck"):
        start(GAME, FOUR, decks=decks)


@pytest.mark.parametrize("names", [("Alex",), tuple("ABCDEFG"), ("Alex", "Alex"), ("Alex", "")])
def test_players_that_do_not_fit(names: tuple[str, ...]) -> None:
    with pytest.raises(SetupError):
        start(GAME, names)


@pytest.mark.parametrize("count", range(2, 7))
def test_two_to_six_players(count: int) -> None:
    assert len(start(GAME, "ABCDEF"[:count]).tokens) == count


def test_another_end_initiative() -> None:
    game = ending_with(GAME, "Food Network")
    chosen = card(game, "Food Network")
    state = start(game, FOUR)
    assert state.index[-1] == chosen
    assert card(game, "Stewardship") in (*state.index[:-1], *state.initiative_deck)


def test_small_decks_leave_slots_empty() -> None:
    state = start(make_game(patterns=[("Shell", 1, "1E", "")]), FOUR)
    assert state.prism == (0, -1, -1, -1, -1, -1)


def test_variants_change_rules() -> None:
    game = make_game(variants={"Rich": {"start_energy": 9}, "Calm": {"start_meaning": 8}})
    assert start(game, FOUR, variants=["Rich", "Calm"]).tokens[0] == Tokens(9, 2, 1)
    assert with_variants(game, ["Calm"]).rules.start_meaning == 8
    assert game.rules.start_meaning == 5


def test_a_variant_that_restates_the_standard_goes_with_every_other() -> None:
    standard = {"start_meaning": 5, "start_energy": 3, "community": 1}
    game = make_game(variants={"Standard": standard, "Up": {"start_meaning": 6}})
    for names in (("Standard", "Up"), ("Up", "Standard")):
        rules = with_variants(game, names).rules
        assert (rules.start_meaning, rules.start_energy, rules.community) == (6, 3, 1)


def test_unknown_and_contradictory_variants() -> None:
    game = make_game(variants={"Up": {"start_meaning": 6}, "Down": {"start_meaning": 4}, "Odd": {"x": 1}})
    with pytest.raises(SetupError, match="There is no variant “Sideways”"):
        with_variants(game, ["Sideways"])
    with pytest.raises(SetupError, match="“Up” and “Down” cannot be played together"):
        with_variants(game, ["Up", "Down"])
    with pytest.raises(SetupError, match="“Odd” sets “x”"):
        with_variants(game, ["Odd"])


def test_end_initiative_must_be_one() -> None:
    with pytest.raises(SetupError, match="0 cards are marked"):
        start(make_game(initiatives=[("Clinic", 8, "1E", 1, 3, "", "")]), FOUR)


def test_event_without_a_table_row() -> None:
    game = make_game()
    broken = type(game)(**{**{n: getattr(game, n) for n in game.__slots__}, "event_table": {}})
    with pytest.raises(SetupError, match="refers to “A”"):
        start(broken, FOUR)


def test_shuffle_is_fair_enough_and_repeats() -> None:
    firsts = [0] * 4
    seed = 7
    for _ in range(4000):
        made, seed = shuffled(range(4), seed)
        assert sorted(made) == [0, 1, 2, 3]
        firsts[made[0]] += 1
    assert all(850 < count < 1150 for count in firsts)
    assert shuffled(range(60), 3) == shuffled(range(60), 3)
    assert shuffled((), 3)[0] == ()


def test_splitmix_reference_value() -> None:
    # The first output for seed 0 is 0xE220A8397B1DCDAF, in the generator's published test vectors.
    assert below(1 << 64, 0)[0] == 0xE220A8397B1DCDAF
