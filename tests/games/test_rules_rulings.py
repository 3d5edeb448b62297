"""One test for each ruling of the rulebook."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from tests.shared.made import (
    COMMUNITY,
    EMPTY,
    Answer,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Gather,
    Load,
    Lose,
    Pass,
    Phase,
    Recycle,
    Result,
    RevealEvent,
    Touchpoint,
    legal_actions,
    scores,
    start,
    to_act,
    why_illegal,
    winners,
)
from tests.shared.scripts import ROOT
from tests.shared.small_game import (
    FOUR,
    GAME,
    INITIATIVES,
    N,
    P,
    at_turn,
    built,
    do,
    ending_with,
    facts_of,
    holding,
    make_game,
    offering,
    owning,
    reveal,
    showing,
    tell,
)

E = Tokens(1, 0, 0)
RULINGS = {
    "Vitals as a cost": "test_ruling_1_vitals_cost",
    "One consequence for each fall": "test_ruling_2_one_consequence_a_fall",
    "A penalty has its own Event": "test_ruling_3_penalty_reveals_an_event",
    "Tracks and tokens stop at their ends": "test_ruling_4_tracks_clamp",
    "The loser chooses": "test_ruling_5_the_loser_chooses",
    "Full Contribution spaces": "test_ruling_6_no_open_space",
    "Where Initiatives go": "test_ruling_7_completed_initiatives_leave",
    "Ties and collapse": "test_ruling_8_ties_and_collapse",
    "How long a ban lasts": "test_ruling_9_ban_lasts_through_the_window",
    "An icon asked for twice": "test_ruling_10_icon_twice",
    "Passing": "test_ruling_11_pass",
    "A fixed number of rounds": "test_ruling_12_a_fixed_number_of_rounds",
    "Where the Community goes": "test_ruling_13_where_the_community_goes",
    "Forced choices make themselves": "test_ruling_14_forced_choices",
    "A discount is always used": "test_ruling_15_discount_is_used",
    "You, when nobody acts": "test_ruling_16_you_in_an_event",
    "Two Events in a round": "test_ruling_17_the_last_event_is_current",
    "Consequences interrupt": "test_ruling_18_consequences_interrupt",
    "When a card counts as in play": "test_ruling_19_highest_layer_before_bonus",
    "Several completions at once": "test_ruling_20_completions_from_left_to_right",
    "The End Initiative’s penalty": "test_ruling_21_end_has_no_penalty",
    "Recycle needs a card to discard": "test_ruling_22_recycle_needs_a_card",
    "Asking for what is not there": "test_ruling_23_request_of_a_missing_token",
    "A ban on Touchpoints": "test_ruling_24_banned_player_may_answer",
    "Recycled with the Community on it": "test_ruling_25_recycle_under_the_community",
    "Converting after the last action": "test_ruling_26_convert_after_the_last_action",
    "Boxes for any token": "test_ruling_27_any_boxes",
    "Cooperative play": "test_ruling_28_cooperative_win",
    "A ban comes too late for what is paid": "test_ruling_29_a_paid_pattern_is_placed",
    "Several Layers missing": "test_ruling_30_one_of_several_missing_layers",
    "The code of a fall": "test_ruling_31_the_code_of_a_fall",
    "Whom a ban binds": "test_ruling_32_a_ban_on_one_player",
    "When markers come back": "test_ruling_33_markers_that_are_out",
    "Where donations stop": "test_ruling_34_where_donations_stop",
}
"""The rulings of the rulebook by their titles, and the test that fails if one is not kept."""


def test_every_ruling_names_a_test_that_exists() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_ruling_")]
    assert sorted(RULINGS.values()) == sorted(names)


def test_the_rulebook_says_every_ruling_and_no_other() -> None:
    told = (ROOT / "templates" / "rulebook.md").read_text(encoding="utf-8")
    first = told.index(f"- **{next(iter(RULINGS))}.**")
    assert re.findall(r"^- \*\*(.+?)\.\*\* \S", told[first:], re.MULTILINE)[: len(RULINGS)] == [*RULINGS]


def test_ruling_1_vitals_cost() -> None:
    state = showing(owning(at_turn(vitals=(1, 5, 5, 5)), 0, "Reciprocity"), "Moult", "Courage")
    refusal = why_illegal(state, Load(P["Courage"]))
    assert refusal is not None
    assert refusal.sentence == "Courage costs 2 Vitals; Alex has 1."
    assert do(state, Load(P["Moult"])).fragile(0)


def test_ruling_2_one_consequence_a_fall() -> None:
    game = make_game(event_table={"A": "all -2V"}, individual_table={"1": "you -1I; you -1V"})
    state, told = reveal(game, events=[0], vitals=(2, 1, 5, 5))
    assert [fact.player for fact in facts_of(told, say.Consequence)] == [0, 1]
    # A second fall after a recovery brings a second consequence.
    risen = replace(state, vitals=(1, 0, 3, 3), prism=(P["Moult"], *state.prism[1:]))
    _, told = tell(risen, Load(P["Moult"]))
    assert [fact.player for fact in facts_of(told, say.Consequence)] == [0]


def test_ruling_3_penalty_reveals_an_event() -> None:
    # The current Event is Drought (code 1), the next one Fog (code 2, letter B).
    game = make_game(event_table={"B": "-5M"}, group_table={"1": "-5M", "2": "all -1V"})
    state = built(offering(at_turn(game), "Water System"), "Water System", (1, 1, 0), (0,))
    after, told = tell(state, Contribute(N["Water System"], Tokens(0, 0, 1)))
    assert facts_of(told, say.PenaltyRevealed) == [say.PenaltyRevealed(1)]
    assert after.meaning == 6  # +1; the letters of both Events do nothing
    assert after.vitals == (4,) * 4
    assert after.events == (0,)
    assert after.event_discard == (1,)
    # With the deck out the discards are shuffled; the current Event stays on the table.
    last = replace(state, event_deck=(), event_discard=(3,))
    after, told = tell(last, Contribute(N["Water System"], Tokens(0, 0, 1)))
    assert facts_of(told, say.PenaltyRevealed) == [say.PenaltyRevealed(3)]
    assert after.event_discard == (3,)


def test_ruling_4_tracks_clamp() -> None:
    game = make_game(event_table={"A": "-9M; all -9V; all -9S", "B": "+9M; all +9V; all +9L"})
    low, told = reveal(game, events=[0])
    assert (low.meaning, low.vitals, low.tokens[0]) == (0, (0,) * 4, Tokens(3, 2, 0))
    assert say.Changed("meaning", -1, 5, 0, -9) in told
    high, _ = reveal(game, events=[1], legacy=(29, 0, 0, 0))
    assert (high.meaning, high.vitals, high.legacy) == (12, (10,) * 4, (30, 9, 9, 9))


def test_ruling_5_the_loser_chooses() -> None:
    game = make_game(event_table={"A": "all -1T"})
    state, _ = reveal(game, events=[0])
    assert to_act(state) == 0
    assert set(legal_actions(state)) == {Lose(E), Lose(Tokens(0, 1, 0)), Lose(Tokens(0, 0, 1))}
    state = do(state, Lose(Tokens(0, 0, 1)))
    assert (state.tokens[0], to_act(state)) == (Tokens(3, 2, 0), 1)


def test_ruling_6_no_open_space() -> None:
    state = built(at_turn(), "Local Clinic", (1, 0, 0), (1, 2, 3))
    refusal = why_illegal(state, Contribute(N["Local Clinic"], E))
    assert refusal is not None
    assert refusal.rule == "contribute.space"
    assert refusal.sentence == "All 3 Contribution spaces of Local Clinic are taken; Alex has none there."
    assert why_illegal(replace(state, player=1), Contribute(N["Local Clinic"], E)) is None


def test_ruling_7_completed_initiatives_leave() -> None:
    state = built(at_turn(initiative_deck=(), completed=()), "Local Clinic", (2, 1, 0), (0,))
    state = do(state, Contribute(N["Local Clinic"], Tokens(0, 0, 1)))
    assert state.index[0] == -1
    after, told = tell(state, Recycle(False))
    assert facts_of(told, say.Reshuffled) == [say.Reshuffled("initiative", 2)]
    assert set(after.index[:-1]) == {N["Food Network"], N["Learning Archive"], -1}
    assert after.completed == (N["Local Clinic"],)


def test_ruling_8_ties_and_collapse() -> None:
    state = at_turn(phase=Phase.OVER, result=Result.END, vitals=(5, 3, 5, 1), legacy=(0, 2, 0, 0))
    assert scores(state) == (5, 5, 5, 1)
    assert winners(state) == (0, 1, 2)
    collapsed = replace(state, result=Result.COLLAPSE)
    assert winners(collapsed) == ()
    assert scores(collapsed) == (5, 5, 5, 1)


def test_ruling_9_ban_lasts_through_the_window() -> None:
    game = make_game(event_table={"A": "all no Donate", "B": ""}, actions_per_turn=1)
    state, _ = reveal(game, events=[0, 1])
    state = do(state, Gather(1, 1), Gather(1, 1), Gather(1, 1), Gather(1, 1))
    # Nobody may donate, so the round is over, and with it the ban.
    assert (state.round, state.banned) == (2, (0, 0, 0, 0))
    state = do(state, RevealEvent(), Gather(1, 1), Gather(1, 1), Gather(1, 1), Gather(1, 1))
    assert state.phase is Phase.WINDOW


def test_ruling_10_icon_twice() -> None:
    alone = offering(owning(at_turn(), 0, "Shell"), "Double Wall")
    assert do(alone, Contribute(N["Double Wall"], E)).completed == ()
    own_two = offering(owning(at_turn(), 0, "Shell", "Skin"), "Double Wall")
    assert do(own_two, Contribute(N["Double Wall"], E)).completed == (N["Double Wall"],)
    together = owning(owning(at_turn(), 0, "Shell"), 1, "Skin")
    together = built(offering(together, "Double Wall"), "Double Wall", (1, 0, 0), (0,))
    together = replace(together, player=1)
    assert do(together, Contribute(N["Double Wall"])).completed == (N["Double Wall"],)


def test_ruling_11_pass() -> None:
    # Gather, Touchpoint and Recycle are banned; Alex holds nothing.
    state = holding(at_turn(banned=(0b11001, 0, 0, 0)), (0, 0, 0))
    assert legal_actions(state) == (Pass(),)
    after, told = tell(state, Pass())
    assert after.actions_left == 1
    assert told[0] == say.Acted(0, Pass())
    # With one legal action left it has to be taken.
    one = replace(state, banned=(0b01001, 0, 0, 0), prism=(-1,) * 6)
    assert legal_actions(one) == (Recycle(False),)


def test_ruling_12_a_fixed_number_of_rounds() -> None:
    game = make_game(
        initiatives=[*INITIATIVES[:3], ("Stewardship", 10, "1E", 2, 6, "all +1V", "you -1S")],
        collapse=0,
        round_limit=8,
    )
    state, told = tell(at_turn(game), Contribute(3, E))
    assert say.Completed(3, (0,)) in told
    assert (state.meaning, state.legacy[0], state.vitals[1]) == (7, 6, 6)
    assert state.tokens[0].support == 0, "its Penalty, too, is that of any other"
    assert (state.result, state.index[-1], state.highest) == (None, EMPTY, 10)
    state = do(state, Gather(1, 1))
    assert (state.player, state.round) == (1, 1), "the game goes on"
    assert Recycle(False) in legal_actions(state)
    last = do(at_turn(game, round=8, player=3, actions_left=1, index=state.index), Gather(1, 1))
    while last.phase is Phase.WINDOW:
        last = do(last, Donate(0))
    assert last.result is Result.ROUNDS
    together = replace(game, rules=replace(game.rules, score_legacy=0))
    over = at_turn(together, phase=Phase.OVER, result=Result.ROUNDS)
    assert (winners(over), winners(replace(over, completed=(3,)))) == ((), (0, 1, 2, 3))


def test_ruling_14_forced_choices() -> None:
    game = make_game(event_table={"A": "all -2T"})
    held = (Tokens(0, 0, 0), Tokens(1, 1, 0), Tokens(0, 3, 0), Tokens(2, 1, 0))
    state, _ = reveal(game, events=[0], tokens=held)
    # Nothing to lose; all is lost; one type only; Drew alone has a choice.
    assert to_act(state) == 3
    assert state.tokens[:3] == (Tokens(0, 0, 0), Tokens(0, 0, 0), Tokens(0, 1, 0))
    asked = do(holding(at_turn(), (3, 2, 1), (0, 0, 0)), Touchpoint(1, 2, False))
    assert asked.choice is None


def test_ruling_15_discount_is_used() -> None:
    state = showing(owning(at_turn(), 0, "Shell"), "Thirst")
    assert [action for action in legal_actions(state) if isinstance(action, Load)] == [Load(P["Thirst"])]
    refusal = why_illegal(state, Load(P["Thirst"], E))
    assert refusal is not None
    assert refusal.sentence == "Thirst costs 0 further tokens of any kind, not 1."


def test_ruling_16_you_in_an_event() -> None:
    game = make_game(event_table={"A": "you -1V; others -3V"})
    state, _ = reveal(game, events=[0])
    assert state.vitals == (4,) * 4


def test_ruling_17_the_last_event_is_current() -> None:
    game = make_game(events_per_round=2, individual_table={"1": "-1M", "2": "-2M"})
    state = showing(at_turn(game, events=(0, 1), event_deck=(2, 3), vitals=(1, 5, 5, 5)), "Moult")
    assert do(state, Load(P["Moult"])).meaning == 3


def test_ruling_18_consequences_interrupt() -> None:
    game = make_game(event_table={"A": "all -1V; -1M"}, individual_table={"1": "you -1S; -1M"})
    _, told = reveal(game, events=[0], vitals=(1, 5, 1, 5), starter=2, player=2)
    after_falls = [
        (fact.symbol, fact.player) for fact in facts_of(told, say.Changed) if fact.symbol != "vitals"
    ]
    assert after_falls == [
        *[("support", 2), ("meaning", -1)],
        *[("support", 0), ("meaning", -1)],
        ("meaning", -1),
    ]


def test_ruling_19_highest_layer_before_bonus() -> None:
    by_layer = [f"-{layer}M" for layer in range(1, 11)]
    patterns = [("Omen", 4, "1E", "group consequence")]
    game = make_game(patterns=patterns, group_table={"1": by_layer}, start_meaning=12)
    assert do(at_turn(game), Load(0)).meaning == 8
    game = make_game(group_table={"2": by_layer}, start_meaning=10)
    state = built(offering(at_turn(game), "Water System"), "Water System", (1, 1, 0), (0,))
    # +1 for completing, then −8 in the column of Layer 8.
    assert do(state, Contribute(N["Water System"], Tokens(0, 0, 1))).meaning == 3


def test_ruling_20_completions_from_left_to_right() -> None:
    state = offering(at_turn(), "Food Network", "Night Watch", "Learning Archive")
    state = built(state, "Night Watch", (1, 0, 0), (0,))
    state = built(owning(state, 1, "Pulse"), "Stewardship", (3, 2, 2), (1, 0))
    state = showing(state, "Shell")
    after, told = tell(state, Load(P["Shell"]))
    done = [fact.initiative for fact in facts_of(told, say.Completed)]
    assert done == [N["Night Watch"], N["Stewardship"]]
    assert after.result is Result.END
    assert after.legacy == (6 + 3, 6, 0, 0)


def test_ruling_21_end_has_no_penalty() -> None:
    state = offering(owning(start(ending_with(GAME, "Night Watch"), FOUR), 0, "Shell"))
    state = replace(state, phase=Phase.TURNS, actions_left=2, events=(0,))
    after = do(state, Contribute(N["Night Watch"], E))
    assert after.result is Result.END
    assert after.tokens[0] == Tokens(2, 2, 2)  # its Bonus
    assert after.vitals == (5,) * 4  # and not its Penalty


def test_ruling_22_recycle_needs_a_card() -> None:
    state = at_turn(index=(0, -1, -1, 3), initiative_deck=(), initiative_discard=(1, 2))
    started = built(state, "Local Clinic", (1, 0, 0), (1,))
    assert Recycle(False) not in legal_actions(started)
    after = do(state, Recycle(False))
    assert set(after.index[:-1]) == {0, 1, 2}


def test_ruling_23_request_of_a_missing_token() -> None:
    state = holding(at_turn(), (3, 2, 0), (3, 2, 0))
    assert why_illegal(state, Touchpoint(1, 2, True)) is not None
    after, told = tell(state, Touchpoint(1, 2, False))
    assert facts_of(told, say.Answered) == [say.Answered(0, 1, False, False)]
    assert (after.actions_left, after.touchpoints[0], after.vitals[0]) == (1, 1, 5)


def test_ruling_24_banned_player_may_answer() -> None:
    state = do(at_turn(banned=(0, 0b1000, 0, 0)), Touchpoint(1, 0, True))
    assert do(state, Answer(True)).vitals[1] == 6


def test_ruling_13_where_the_community_goes() -> None:
    state = at_turn(make_game(community=1), names=("Sol",))
    orders = [state.orders]
    for _ in range(5):
        state = holding(replace(state, phase=Phase.TURNS, actions_left=1), (0, 0, 0))
        state = do(state, Gather(1, 1))
        orders.append(state.orders)
    there = (COMMUNITY,)
    assert orders[1:] == [
        ((), (), there, ()),
        ((), there, there, ()),
        (there, there, there, ()),
        (there,) * 4,
        (there,) * 4,
    ], "one on each, as many as it needs; it does not stand still once it is on the rightmost"


def test_ruling_25_recycle_under_the_community() -> None:
    state = at_turn(make_game(community=1), names=("Sol",))
    state = built(state, "Learning Archive", (0, 0, 0), (COMMUNITY,))
    after = do(state, Recycle(False))
    assert after.orders == ((), (), (), ())
    assert N["Learning Archive"] in after.initiative_discard


def test_ruling_26_convert_after_the_last_action() -> None:
    state = at_turn(make_game(conversion=1), actions_left=1)
    state = do(state, Gather(2, 0))
    assert (state.player, state.actions_left) == (0, 0)
    assert legal_actions(state) == (EndTurn(), Convert())
    refusal = why_illegal(state, Gather(1, 1))
    assert refusal is not None
    assert refusal.sentence == "Alex has no action left in this turn."
    assert do(state, Convert()).player == 1
    assert do(state, EndTurn()).player == 1


def test_ruling_27_any_boxes() -> None:
    game = make_game(initiatives=[("Stewardship", 10, "1E 1T", 1, 4, "", "")])
    state = at_turn(game)
    after = do(state, Contribute(0, wild=E))
    assert after.filled[-1] == (0, 0, 0, 1)
    assert do(after, Contribute(0, E)).result is Result.END


def test_ruling_28_cooperative_win() -> None:
    state = at_turn(make_game(score_legacy=0), phase=Phase.OVER, result=Result.END)
    assert winners(state) == (0, 1, 2, 3)
    assert winners(replace(state, result=Result.ROUNDS)) == ()
    assert winners(replace(state, result=Result.COLLAPSE)) == ()


def test_ruling_29_a_paid_pattern_is_placed() -> None:
    game = make_game(individual_table={"1": "you no Load; you -1E"})
    state = showing(at_turn(game, vitals=(1, 5, 5, 5)), "Moult")
    after, told = tell(state, Load(P["Moult"]))
    assert [type(fact) for fact in told if isinstance(fact, say.Consequence | say.Loaded)] == [
        say.Consequence,
        say.Loaded,
    ]
    assert after.palettes[0] == (P["Moult"],)
    refusal = why_illegal(after, Load(after.prism[1]))
    assert refusal is not None
    assert refusal.rule == "restricted"


def test_ruling_30_one_of_several_missing_layers() -> None:
    state = offering(owning(owning(at_turn(), 0, "Pulse"), 1, "Shell"), "Stewardship")
    state = built(state, "Stewardship", (3, 2, 2), (2,))
    state = do(state, Contribute(N["Stewardship"]))
    assert state.completed == ()
    after = do(replace(state, player=1), Contribute(N["Stewardship"]))
    assert after.completed == (N["Stewardship"],)


def test_ruling_31_the_code_of_a_fall() -> None:
    # The current Event is Drought (code 1), the next one Fog (code 2).
    game = make_game(group_table={"2": "all -1V"}, individual_table={"1": "you -1E", "2": "you -1I"})
    state = offering(at_turn(game, vitals=(5, 1, 5, 5)), "Water System")
    state = built(state, "Water System", (1, 1, 0), (0,))
    after, told = tell(state, Contribute(N["Water System"], Tokens(0, 0, 1)))
    assert facts_of(told, say.PenaltyRevealed) == [say.PenaltyRevealed(1)]
    assert [fact.event for fact in facts_of(told, say.Consequence) if fact.player == 1] == [0]
    assert after.tokens[1] == Tokens(2, 2, 1)


def test_ruling_32_a_ban_on_one_player() -> None:
    game = make_game(event_table={"A": "all -1V"}, individual_table={"1": "you no Recycle"})
    state, _ = reveal(game, events=[0], vitals=(1, 5, 5, 5))
    assert [state.may(player, "recycle") for player in range(4)] == [False, True, True, True]


def test_ruling_33_markers_that_are_out() -> None:
    state = at_turn(make_game(contribution_markers=1))
    state = do(state, Contribute(N["Local Clinic"], E))
    refusal = why_illegal(state, Contribute(N["Food Network"], E))
    assert refusal is not None
    assert refusal.rule == "contribute.marker"
    assert why_illegal(state, Contribute(N["Local Clinic"], E)) is None


def test_ruling_34_where_donations_stop() -> None:
    window = at_turn(phase=Phase.WINDOW)
    third = do(window, Donate(1), Donate(1))
    assert (third.player, third.meaning) == (2, 7)
    over = do(third, Donate(1))
    assert (over.round, over.meaning) == (2, 8), "the fourth is not asked"
    assert over.tokens[3].support == 1
    refusal = why_illegal(replace(window, player=3, donated=3), Donate(1))
    assert refusal is not None
    assert refusal.rule == "donate.cap"


def test_donation_of_nothing_is_always_open() -> None:
    assert legal_actions(at_turn(phase=Phase.WINDOW)) == (Donate(0), Donate(1))
