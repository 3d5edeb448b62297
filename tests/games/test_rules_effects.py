"""Events by lookup, consequences, completion, Fragile: what happens without a choice of move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.state import BIT
from tests.shared.made import (
    Contribute,
    Gather,
    Load,
    Lose,
    Phase,
    Result,
    RevealEvent,
    Take,
    legal_actions,
    start,
    to_act,
)
from tests.shared.small_game import (
    FOUR,
    GAME,
    N,
    P,
    at_turn,
    built,
    do,
    facts_of,
    make_game,
    offering,
    owning,
    put,
    reveal,
    showing,
    tell,
)

BY_LAYER = [f"-{layer}M" for layer in range(1, 11)]


# ---------------------------------------------------------------- lookup


def test_event_row_is_the_letter_and_column_the_highest_layer() -> None:
    game = make_game(event_table={"A": BY_LAYER, "B": "-9M"}, start_meaning=12)
    for layer in (1, 4, 10):
        state, told = reveal(game, events=[0], highest=layer)
        assert state.meaning == 12 - layer
        assert facts_of(told, say.EventRevealed)[0].layer == layer
    assert state.events == (0,)


def test_highest_layer_is_of_loaded_patterns() -> None:
    state = do(at_turn(), Load(P["Repair Loop"]))
    assert state.highest == 3
    assert do(state, Load(P["Shell"])).highest == 3


def test_highest_layer_is_of_completed_initiatives() -> None:
    state = built(at_turn(), "Local Clinic", (2, 1, 0), (1,))
    assert state.highest == 1  # begun is not completed
    assert do(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1))).highest == 8


def test_effects_strike_everybody_in_their_parts() -> None:
    game = make_game(event_table={"A": "-2M; all -1V; all -1E +1S; all -1L"})
    state, told = reveal(game, events=[0], legacy=(2, 0, 1, 0))
    assert state.meaning == 3
    assert state.vitals == (4,) * 4
    assert state.tokens == (Tokens(2, 2, 2),) * 4
    assert state.legacy == (1, 0, 0, 0)
    assert [fact.player for fact in facts_of(told, say.Changed) if fact.symbol == "vitals"] == [0, 1, 2, 3]


def test_event_brings_a_ban() -> None:
    state, told = reveal(make_game(event_table={"A": "all no Recycle"}), events=[0])
    assert [key for key in BIT if not state.may(3, key)] == ["recycle"]
    assert say.Banned(0, "recycle") in told


def test_event_calls_the_group_table_with_its_own_code() -> None:
    game = make_game(event_table={"A": "-1M; group consequence"}, group_table={"1": "all -2I", "2": "-5M"})
    state, told = reveal(game, events=[0])
    assert state.meaning == 4
    assert state.tokens == (Tokens(3, 0, 1),) * 4
    assert facts_of(told, say.Consequence)[0].player == -1


def test_events_reshuffle_when_the_deck_is_out() -> None:
    game = make_game(event_table={"A": "-1M"})
    began = replace(start(game, FOUR), event_deck=(), event_discard=(3, 1, 2))
    state, told = tell(began, RevealEvent())
    assert facts_of(told, say.Reshuffled) == [say.Reshuffled("event", 3)]
    assert sorted(state.event_deck + state.events) == [1, 2, 3]


def test_no_event_at_all() -> None:
    began = replace(start(GAME, FOUR), event_deck=())
    state, told = tell(began, RevealEvent())
    assert say.NoEvent() in told
    assert state.phase is Phase.TURNS
    # Without a current Event there is no code to look up.
    falling = replace(state, vitals=(1, 5, 5, 5), prism=put(state.prism, 0, P["Moult"]))
    after, told = tell(falling, Load(P["Moult"]))
    assert after.fragile(0)
    assert facts_of(told, say.Consequence) == []


def test_only_a_completion_penalty_turns_over_another_event() -> None:
    game = make_game(event_table={"A": "group consequence"}, group_table={"1": "-1M"})
    state, _ = reveal(game, events=[0, 1])
    assert state.event_deck[0] == 1


# ---------------------------------------------------------------- Vitals at 0


def test_paying_the_last_vitals_brings_a_consequence() -> None:
    game = make_game(individual_table={"1": "you -2I; others +1V; -1M"})
    state, told = tell(showing(at_turn(game, vitals=(1, 5, 5, 5)), "Moult"), Load(P["Moult"]))
    assert say.BecameFragile(0) in told
    assert facts_of(told, say.Consequence) == [say.Consequence(0, 0, 1, game.individual_table["1"][0])]
    assert state.tokens[0] == Tokens(4, 1, 1)  # −2I, then the Bonus +1E +1I
    assert state.vitals == (0, 6, 6, 6)
    assert state.meaning == 4


def test_recovery() -> None:
    game = make_game(event_table={"A": "all +1V"})
    state, told = reveal(game, events=[0], vitals=(0, 5, 10, 5))
    assert facts_of(told, say.Recovered) == [say.Recovered(0)]
    assert state.vitals == (1, 6, 10, 6)
    assert not state.fragile(0)


def test_staying_at_zero_brings_nothing_more() -> None:
    game = make_game(event_table={"A": "all -1V"}, individual_table={"1": "-1M"})
    state, told = reveal(game, events=[0], vitals=(0, 5, 5, 5))
    assert facts_of(told, say.Consequence) == []
    assert facts_of(told, say.BecameFragile) == []
    assert facts_of(told, say.Recovered) == []
    assert state.meaning == 5


def test_several_fall_at_once_in_player_order() -> None:
    game = make_game(event_table={"A": "all -1V"}, individual_table={"1": "you -1I"})
    state, told = reveal(game, events=[0], vitals=(1, 5, 1, 1), starter=2, player=2)
    assert [fact.player for fact in facts_of(told, say.Consequence)] == [2, 3, 0]
    assert [held.insight for held in state.tokens] == [1, 2, 1, 1]


def test_a_fragile_player_takes_full_turns() -> None:
    state = do(at_turn(vitals=(0, 5, 5, 5)), Gather(1, 1))
    assert (state.player, state.actions_left) == (0, 1)


def test_a_consequence_may_strike_another_player_down() -> None:
    game = make_game(individual_table={"1": "others -1V"})
    state = showing(at_turn(game, vitals=(1, 1, 5, 1)), "Moult")
    after, told = tell(state, Load(P["Moult"]))
    # Alex falls; the others lose 1: Brooke and Drew fall; Brooke's consequence takes 1 from Casey and
    # strikes nobody down anew, Drew's likewise.
    assert [fact.player for fact in facts_of(told, say.Consequence)] == [0, 1, 3]
    assert after.vitals == (0, 0, 2, 0)


def test_a_consequence_that_raises_and_fells_its_own_player_ends() -> None:
    game = make_game(individual_table={"1": "you +1V; you -1V; individual consequence"})
    after, told = tell(showing(at_turn(game, vitals=(1, 5, 5, 5)), "Moult"), Load(P["Moult"]))
    assert len(facts_of(told, say.Consequence)) == 1
    assert after.vitals[0] == 0


def test_tables_that_call_each_other_end() -> None:
    game = make_game(
        event_table={"A": "group consequence"},
        group_table={"1": "individual consequence"},
        individual_table={"1": "group consequence; you -1I"},
    )
    state, told = reveal(game, events=[0])
    assert [fact.player for fact in facts_of(told, say.Consequence)] == [-1, 0, 1, 2, 3]
    assert [held.insight for held in state.tokens] == [1] * 4


# ---------------------------------------------------------------- choices


def test_losses_of_any_type_are_chosen_in_player_order() -> None:
    game = make_game(event_table={"A": "all -1T; -1M"})
    state, _ = reveal(game, events=[0], starter=1, player=1)
    asked = []
    while state.choice is not None:
        asked.append(to_act(state))
        assert state.meaning == 5  # the rest of the Event waits
        state = do(state, Lose(Tokens(0, 0, 1)))
    assert asked == [1, 2, 3, 0]
    assert state.meaning == 4
    assert (state.phase, state.player) == (Phase.TURNS, 1)


def test_gain_of_any_type() -> None:
    game = make_game(event_table={"A": "all +1T"})
    state, _ = reveal(game, events=[0])
    assert len(legal_actions(state)) == 3
    assert do(state, Take(Tokens(0, 0, 1))).tokens[0] == Tokens(3, 2, 2)


# ---------------------------------------------------------------- completion


def test_legacy_by_contribution_order() -> None:
    state = built(at_turn(), "Food Network", (3, 1, 0), (2, 1, 3, 0))
    after, told = tell(state, Contribute(N["Food Network"], Tokens(0, 1, 0)))
    assert after.legacy == (1, 3, 6, 1)
    assert after.meaning == 6
    assert after.completed == (N["Food Network"],)
    assert after.index[1] == N["Water System"]  # the next of the deck
    assert (after.filled[1], after.orders[1]) == ((0, 0, 0, 0), ())
    assert after.markers_left(0) == 4
    assert facts_of(told, say.Completed) == [say.Completed(N["Food Network"], (2, 1, 3, 0))]


def test_a_single_contributor_gets_the_first_share_alone() -> None:
    state = built(at_turn(), "Local Clinic", (2, 1, 0), (0,))
    after = do(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert after.legacy == (6, 0, 0, 0)


def test_completion_bonus_comes_before_the_penalty() -> None:
    state = offering(owning(at_turn(), 0, "Shell"), "Night Watch")
    after, told = tell(state, Contribute(N["Night Watch"], Tokens(1, 0, 0)))
    changes = [(fact.symbol, fact.player) for fact in facts_of(told, say.Changed)]
    assert changes[1:] == [
        ("legacy", 0),
        ("meaning", -1),
        ("support", 0),
        *(("vitals", seat) for seat in range(4)),
    ]
    assert after.vitals == (4,) * 4
    assert after.tokens[0] == Tokens(2, 2, 2)


def test_all_players_share_a_bonus() -> None:
    state = built(owning(at_turn(), 1, "Pulse"), "Learning Archive", (1, 2, 0), (1,))
    after = do(state, Contribute(N["Learning Archive"], Tokens(0, 0, 1)))
    assert after.vitals == (6,) * 4
    assert after.meaning == 7


def test_penalty_can_make_fragile() -> None:
    game = make_game(individual_table={"1": "you -1S"})
    state = offering(owning(at_turn(game, vitals=(5, 1, 1, 5)), 0, "Shell"), "Night Watch")
    after, told = tell(state, Contribute(N["Night Watch"], Tokens(1, 0, 0)))
    assert facts_of(told, say.BecameFragile) == [say.BecameFragile(1), say.BecameFragile(2)]
    assert [held.support for held in after.tokens] == [2, 0, 0, 1]
    assert after.vitals == (4, 0, 0, 4)


def test_layers_of_those_who_do_not_contribute_do_not_count() -> None:
    state = built(owning(at_turn(), 3, "Pulse"), "Learning Archive", (1, 2, 0), (1,))
    after = do(state, Contribute(N["Learning Archive"], Tokens(0, 0, 1)))
    assert after.completed == ()
    assert after.missing_layers(2) == (2,)


def test_a_later_load_completes() -> None:
    state = built(at_turn(), "Learning Archive", (1, 2, 1), (1, 0))
    after, told = tell(state, Load(P["Pulse"]))
    assert facts_of(told, say.Completed) == [say.Completed(N["Learning Archive"], (1, 0))]
    assert after.legacy == (3, 6, 0, 0)
    assert (after.player, after.actions_left) == (0, 1)


def test_someone_elses_load_does_not_complete() -> None:
    state = built(at_turn(), "Learning Archive", (1, 2, 1), (1,))
    assert do(state, Load(P["Pulse"])).completed == ()


def test_end_initiative_ends_the_game_at_once() -> None:
    state = built(owning(at_turn(), 0, "Shell", "Pulse"), "Stewardship", (3, 2, 1), (2, 0))
    after, told = tell(state, Contribute(N["Stewardship"], Tokens(0, 0, 1)))
    assert (after.phase, after.result) == (Phase.OVER, Result.END)
    assert after.legacy == (3, 0, 6, 0)
    assert after.meaning == 7
    assert after.index[-1] == -1  # not refilled
    assert told[-1] == say.GameEnded(Result.END)
    assert legal_actions(after) == ()
    assert to_act(after) == -1


def test_end_initiative_completes_by_a_later_load() -> None:
    state = built(owning(at_turn(), 1, "Pulse"), "Stewardship", (3, 2, 2), (1, 0))
    after = do(state, Load(P["Shell"]))
    assert (after.result, after.legacy) == (Result.END, (3, 6, 0, 0))
    assert after.palettes[0] == (P["Shell"],)


def test_a_refill_stays_empty_without_cards() -> None:
    state = built(at_turn(initiative_deck=(), initiative_discard=(4,)), "Local Clinic", (2, 1, 0), (0,))
    after, told = tell(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert after.index[0] == -1
    assert say.Emptied("initiative", 0) in told
    assert after.initiative_discard == (4,)


def test_completion_waits_for_a_choice_that_a_load_caused() -> None:
    # Alex pays the last Vitals for Moult; the consequence asks which token to lose; only then is the
    # Pattern placed, and its Boundary completes Night Watch.
    game = make_game(individual_table={"1": "you -1T"})
    state = offering(showing(at_turn(game, vitals=(1, 5, 5, 5)), "Moult"), "Night Watch")
    state = built(state, "Night Watch", (1, 0, 0), (0,))
    waiting = do(state, Load(P["Moult"]))
    assert waiting.choice is not None
    assert (waiting.palettes[0], waiting.completed) == ((), ())
    after = do(waiting, Lose(Tokens(1, 0, 0)))
    assert after.palettes[0] == (P["Moult"],)
    assert after.completed == (N["Night Watch"],)
    # −1E; +1E +1I for Moult; +1S for Night Watch
    assert after.tokens[0] == Tokens(3, 3, 2)


def test_a_second_completion_waits_for_the_choices_of_the_first() -> None:
    # Alex's Shell completes Night Watch, and with Brooke's Nest also Double Wall. The penalty of Night
    # Watch fells Brooke, who has to choose a loss; only then comes the rest.
    game = make_game(individual_table={"1": "you -1T"})
    state = offering(showing(at_turn(game, vitals=(5, 1, 5, 5)), "Shell"), "Night Watch", "Double Wall")
    state = owning(state, 1, "Nest")
    state = built(built(state, "Night Watch", (1, 0, 0), (0,)), "Double Wall", (1, 0, 0), (1, 0))
    waiting = do(state, Load(P["Shell"]))
    assert to_act(waiting) == 1
    assert waiting.completed == (N["Night Watch"],)
    assert waiting.index[0] == -1
    after = do(waiting, Lose(Tokens(0, 0, 1)))
    assert after.completed == (N["Night Watch"], N["Double Wall"])
    assert after.legacy == (6 + 3, 6, 0, 0)
    assert after.index[:2] == (N["Local Clinic"], N["Food Network"])
    assert (after.player, after.actions_left) == (0, 1)


@pytest.mark.parametrize("layer", range(1, 11))
def test_individual_column_is_the_highest_layer(layer: int) -> None:
    game = make_game(individual_table={"1": BY_LAYER}, start_meaning=12)
    state = showing(at_turn(game, vitals=(1, 5, 5, 5), highest=layer), "Moult")
    assert do(state, Load(P["Moult"])).meaning == 12 - layer
