"""The end of a round, the end of the game, scores and winners, variants, and solo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from tests.shared.made import (
    COMMUNITY,
    Answer,
    Contribute,
    Convert,
    Donate,
    Gather,
    Load,
    Phase,
    Recycle,
    Result,
    RevealEvent,
    SetupError,
    State,
    Touchpoint,
    legal_actions,
    scores,
    start,
    why_illegal,
    winners,
)
from tests.shared.small_game import (
    FOUR,
    N,
    P,
    at_turn,
    built,
    do,
    facts_of,
    holding,
    make_game,
    owning,
    reveal,
    tell,
)


def last_move(state: State) -> State:
    """The last player's last action of the round, nobody having Support to donate."""
    seats = len(state.names)
    return replace(holding(state, (0, 0, 0)), player=(state.starter - 1) % seats, actions_left=1)


# ---------------------------------------------------------------- end of a round


def test_the_event_is_discarded_and_limits_are_reset() -> None:
    state = last_move(at_turn(banned=(1, 16, 0, 0), touchpoints=(1, 1, 0, 0), recycles=2, donated=1))
    state = replace(state, player=3)
    after, told = tell(state, Gather(1, 1))
    assert (after.round, after.phase, after.player) == (2, Phase.EVENT, 0)
    assert (after.events, after.event_discard) == ((), (0,))
    assert after.banned == after.touchpoints == (0, 0, 0, 0)
    assert (after.recycles, after.donated) == (0, 0)
    assert facts_of(told, say.Discarded) == [say.Discarded("event", (0,))]


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (2, 3), (3, 0)])
def test_the_starting_player_moves_on(starter: int, following: int) -> None:
    state = last_move(at_turn(game=make_game(starter_moves_on=1), starter=starter))
    after = do(state, Gather(1, 1), RevealEvent())
    assert (after.round, after.starter, after.player) == (2, following, following)


@pytest.mark.parametrize(("players", "following"), [(2, 0), (3, 0), (4, 2)])
def test_of_three_players_one_may_be_passed_over(players: int, following: int) -> None:
    game = make_game(starter_moves_on=1, starter_moves_on_of_three=2)
    state = last_move(at_turn(game=game, names=FOUR[:players], starter=1))
    assert do(state, Gather(1, 1), RevealEvent()).starter == following


def test_the_starting_player_stays() -> None:
    after = do(last_move(at_turn(starter=2)), Gather(1, 1), RevealEvent())
    assert (after.round, after.starter, after.player) == (2, 2, 2)


def test_collapse_at_the_end_of_a_round_only() -> None:
    state = at_turn(meaning=0)
    assert do(state, Gather(1, 1)).phase is Phase.TURNS
    after, told = tell(last_move(state), Gather(1, 1))
    assert (after.phase, after.result) == (Phase.OVER, Result.COLLAPSE)
    assert told[-1] == say.GameEnded(Result.COLLAPSE)


def test_a_donation_saves_the_world() -> None:
    state = holding(last_move(at_turn(meaning=0)), (0, 0, 0), (0, 0, 1))
    after = do(state, Gather(1, 1), Donate(1))
    assert (after.phase, after.meaning) == (Phase.EVENT, 1)


# ---------------------------------------------------------------- scores


def test_score_is_vitals_and_legacy() -> None:
    state = at_turn(vitals=(4, 4, 4, 4), legacy=(10, 7, 18, 9))
    assert scores(state) == (14, 11, 22, 13)
    assert winners(state) == ()  # not over yet
    assert winners(replace(state, phase=Phase.OVER, result=Result.END)) == (2,)


# ---------------------------------------------------------------- variants


def test_hard_mode_takes_one_meaning_more_for_each_event() -> None:
    state, _ = reveal(make_game(event_extra_loss=1, event_table={"A": "-1M"}), events=[0])
    assert state.meaning == 3


def test_costly_loads() -> None:
    state = holding(at_turn(make_game(load_surcharge=1)), (2, 1, 0))
    refusal = why_illegal(state, Load(P["Shell"]))
    assert refusal is not None
    assert refusal.sentence == "Shell costs 1 further token of any kind for a surcharge of 1, not 0."
    assert do(state, Load(P["Shell"], Tokens(1, 0, 0))).tokens[0] == Tokens(1, 0, 0)


def test_pattern_fatigue() -> None:
    game = make_game(fatigue_patterns=2, fatigue_tokens=1)
    assert why_illegal(owning(at_turn(game), 0, "Skin"), Load(P["Shell"])) is None
    tired = owning(at_turn(game), 0, "Skin", "Nest")
    assert why_illegal(tired, Load(P["Shell"])) is not None
    assert why_illegal(tired, Load(P["Shell"], Tokens(0, 0, 1))) is None


def test_limited_recycle_is_for_the_whole_group() -> None:
    state = do(at_turn(make_game(recycles_per_round=1), player=0, actions_left=1), Recycle(True))
    refusal = why_illegal(state, Recycle(False))
    assert refusal is not None
    assert refusal.sentence == "The group may Recycle 1 time a round and has done so."
    assert refusal.rule == "recycle.limit"
    assert not any(isinstance(action, Recycle) for action in legal_actions(state))


@pytest.mark.parametrize(("meaning", "vitals"), [(3, 5), (4, 6)])
def test_social_requirement(meaning: int, vitals: int) -> None:
    state = at_turn(make_game(touchpoint_meaning_over=3), meaning=meaning)
    after = do(state, Touchpoint(1, 0, True), Answer(True))
    assert after.vitals[:2] == (vitals, vitals)
    assert after.tokens[1].energy == 4


def test_high_instability_has_two_events_a_round() -> None:
    game = make_game(events_per_round=2, event_table={"A": "-1M", "B": "-1M", "C": "-1M", "D": "-1M"})
    state = do(start(game, FOUR), RevealEvent())
    assert (state.phase, state.meaning, len(state.events)) == (Phase.EVENT, 4, 1)
    state = do(state, RevealEvent())
    assert (state.phase, state.meaning, len(state.events)) == (Phase.TURNS, 3, 2)
    after = do(last_move(state), Gather(1, 1))
    assert len(after.event_discard) == 2


def test_long_game() -> None:
    state = start(make_game(index_size=5, end_extra_tokens=2), FOUR)
    assert len(state.index) == 6
    after = built(at_turn(state.setting.game), "Stewardship", (3, 2, 2, 0), (1,))
    after = do(after, Contribute(N["Stewardship"], wild=Tokens(1, 0, 1)))
    assert after.filled[-1] == (3, 2, 2, 2)
    assert after.tokens[0] == Tokens(2, 2, 0)
    refusal = why_illegal(after, Contribute(N["Stewardship"], wild=Tokens(1, 0, 0)))
    assert refusal is not None
    assert refusal.sentence == "Stewardship has 0 unfilled boxes for any token, not 1."


def test_long_game_runs_out_of_markers() -> None:
    state = at_turn(make_game(index_size=5))
    for title in ("Local Clinic", "Food Network", "Learning Archive", "Water System"):
        state = built(state, title, (1, 0, 0), (0,))
    assert state.markers_left(0) == 0
    refusal = why_illegal(state, Contribute(N["Stewardship"], Tokens(1, 0, 0)))
    assert refusal is not None
    assert refusal.sentence == "All 4 Contribution markers of Alex are placed."


def test_two_active_initiatives() -> None:
    assert len(start(make_game(index_size=2), FOUR).index) == 3


def test_competitive_ends_by_rounds_and_never_collapses() -> None:
    game = make_game(collapse=0, round_limit=3)
    state = do(last_move(at_turn(game, meaning=0, round=2)), Gather(1, 1))
    assert (state.phase, state.round) == (Phase.EVENT, 3)
    over = do(last_move(at_turn(game, meaning=0, round=3, legacy=(0, 9, 0, 0))), Gather(1, 1))
    assert (over.result, winners(over)) == (Result.ROUNDS, (1,))


def test_competitive_goes_on_after_the_end_initiative() -> None:
    game = make_game(collapse=0, round_limit=8)
    state = owning(at_turn(game, meaning=0, round=2), 0, "Shell", "Pulse")
    state = holding(built(state, "Stewardship", (2, 2, 2), (0,)), (1, 0, 0))
    after = do(state, Contribute(N["Stewardship"], Tokens(1, 0, 0)))
    assert (after.phase, after.result, after.legacy[0]) == (Phase.TURNS, None, 6)


def test_cooperative_leaves_legacy_out_of_the_score() -> None:
    state = at_turn(make_game(score_legacy=0), legacy=(9, 0, 0, 0), vitals=(1, 2, 3, 4))
    assert scores(state) == (1, 2, 3, 4)


def test_conversion_every_turn_with_other_numbers() -> None:
    game = make_game(conversion=1, conversion_energy=1, conversion_support=2, conversions_per_turn=2)
    after = do(at_turn(game), Convert(), Convert())
    assert after.tokens[0] == Tokens(1, 2, 5)
    assert why_illegal(after, Convert()) is not None


def test_donations_with_other_numbers() -> None:
    game = make_game(donation_support=2, donation_meaning=2, donation_cap=3)
    state = holding(at_turn(game, phase=Phase.WINDOW), (0, 0, 2))
    after, told = tell(state, Donate(2))
    assert after.meaning == 8  # 2 × 2, cut at the cap of 3
    assert after.round == 2
    assert [f.asked for f in facts_of(told, say.Changed) if f.symbol == "meaning"] == [3]


# ---------------------------------------------------------------- solo


def solo(**changes: Any) -> State:
    return last_move(at_turn(make_game(community=1), names=("Sol",), **changes))


def test_solo_is_for_one() -> None:
    with pytest.raises(SetupError, match="1 player, against the Community"):
        start(make_game(community=1), FOUR)
    assert len(start(make_game(community=1), ["Sol"]).tokens) == 1


def test_solo_difficulty_by_settings() -> None:
    game = make_game(
        variants={
            "Easy": {
                "start_energy": 4,
                "start_insight": 3,
                "start_support": 2,
                "start_vitals": 6,
                "start_meaning": 6,
                "community": 1,
            }
        }
    )
    state = start(game, ["Sol"], variants=["Easy"])
    assert (state.tokens, state.vitals, state.meaning) == ((Tokens(4, 3, 2),), (6,), 6)


def test_no_touchpoint_alone() -> None:
    assert not any(isinstance(a, Touchpoint) for a in legal_actions(replace(solo(), actions_left=2)))


def test_community_joins_the_rightmost_initiative_each_round() -> None:
    after, told = tell(solo(), Gather(1, 1))
    assert after.orders == ((), (), (COMMUNITY,), ())
    assert facts_of(told, say.MarkerPlaced) == [say.MarkerPlaced(COMMUNITY, N["Learning Archive"], 1)]
    assert after.markers_left(0) == 4


def test_community_takes_a_rank_and_no_legacy() -> None:
    state = built(solo(), "Local Clinic", (2, 1, 0), (COMMUNITY, 0))
    state = replace(holding(state, (0, 0, 1)), actions_left=2)
    after = do(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert after.legacy == (3,)


def test_community_skips_full_cards_and_those_it_is_on() -> None:
    game = make_game(
        community=1,
        initiatives=[
            ("One", 7, "9E", 1, 2, "", ""),
            ("Two", 7, "9E", 1, 1, "", ""),
            ("Three", 7, "9E", 1, 3, "", ""),
            ("Stewardship", 10, "9E", 1, 6, "", ""),
        ],
    )
    state = last_move(at_turn(game, names=("Sol",)))
    state = built(built(state, "Two", (1,), (0,)), "Three", (0,), (COMMUNITY,))
    assert do(state, Gather(1, 1)).orders == ((COMMUNITY,), (0,), (COMMUNITY,), ())


def test_community_takes_the_end_initiative_last_of_all() -> None:
    """The Player Aid says so too."""
    state = solo()
    for title in ("Local Clinic", "Food Network", "Learning Archive"):
        state = built(state, title, (0,), (COMMUNITY,))
    assert do(state, Gather(1, 1)).orders == ((COMMUNITY,),) * 4


def test_community_brings_a_fragile_player_back() -> None:
    state = built(solo(vitals=(0,)), "Learning Archive", (1, 0, 0), (0,))
    after, told = tell(state, Gather(1, 1))
    assert after.vitals == (2,)
    assert after.orders[2] == (0, COMMUNITY)
    assert say.Recovered(0) in told


def test_community_brings_nothing_to_a_sound_player_or_elsewhere() -> None:
    sound = built(solo(vitals=(3,)), "Learning Archive", (1, 0, 0), (0,))
    assert do(sound, Gather(1, 1)).vitals == (3,)
    elsewhere = built(solo(vitals=(0,)), "Local Clinic", (1, 0, 0), (0,))
    assert do(elsewhere, Gather(1, 1)).vitals == (0,)


def test_community_supplies_no_layers_and_completes_nothing() -> None:
    state = built(solo(), "Learning Archive", (1, 2, 1), (COMMUNITY,))
    after = do(state, Gather(1, 1))
    assert after.completed == ()
    assert after.missing_layers(2) == (2,)


def test_solo_survival_is_a_win() -> None:
    state = replace(solo(), phase=Phase.OVER, result=Result.END)
    assert winners(state) == (0,)
    assert winners(replace(state, result=Result.COLLAPSE)) == ()
