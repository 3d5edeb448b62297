"""Every action of rules.md: what it costs, what it brings, and why it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.meaning_made import facts as say
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import (
    RULES,
    Action,
    Answer,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Gather,
    IllegalMove,
    Load,
    Lose,
    Pass,
    Phase,
    Recycle,
    RevealEvent,
    State,
    Touchpoint,
    apply,
    legal_actions,
    to_act,
    why_illegal,
)
from generator.games.meaning_made.work import Answering, Choose
from tests.meaning_made_helpers import (
    at_turn,
    built,
    do,
    facts_of,
    holding,
    make_game,
    offering,
    owning,
    plain_game,
    showing,
    tell,
)

GAME = plain_game()
P = {pattern.title: at for at, pattern in enumerate(GAME.patterns)}
N = {initiative.title: at for at, initiative in enumerate(GAME.initiatives)}
E, I = Tokens(1, 0, 0), Tokens(0, 1, 0)  # noqa: E741


def refused(state: State, action: Action, rule: str, sentence: str) -> None:
    """The move breaks this rule and says so; the list of legal moves agrees."""
    with pytest.raises(IllegalMove) as caught:
        apply(state, action)
    assert (caught.value.rule, str(caught.value)) == (rule, sentence)
    assert rule in RULES
    assert action not in legal_actions(state)


# ---------------------------------------------------------------- turns


def test_two_actions_then_the_next_player() -> None:
    state = do(at_turn(), Gather(2, 0))
    assert (state.player, state.actions_left) == (0, 1)
    state = do(state, Gather(2, 0))
    assert (state.player, state.actions_left) == (1, 2)


def test_turns_go_clockwise_from_the_starting_player() -> None:
    state = at_turn(starter=2, player=2)
    seen = []
    while state.phase is Phase.TURNS:
        seen.append(state.player)
        state = do(state, Gather(1, 1))
    assert seen == [2, 2, 3, 3, 0, 0, 1, 1]
    assert to_act(state) == 2


def test_moves_of_other_phases_are_refused() -> None:
    refused(
        at_turn(),
        RevealEvent(),
        "phase",
        "Revealing an Event belongs to the phase Event; now it is Player Turns.",
    )
    refused(
        at_turn(phase=Phase.WINDOW),
        Gather(1, 1),
        "phase",
        "Gather belongs to the phase Player Turns; now it is Stability Window.",
    )
    refused(at_turn(phase=Phase.OVER), Gather(1, 1), "over", "The game is over.")


# ---------------------------------------------------------------- Gather


@pytest.mark.parametrize(("energy", "insight"), [(2, 0), (1, 1), (0, 2)])
def test_gather_takes_two(energy: int, insight: int) -> None:
    assert do(at_turn(), Gather(energy, insight)).tokens[0] == Tokens(3 + energy, 2 + insight, 1)


@pytest.mark.parametrize(
    ("action", "named"),
    [(Gather(1, 0), "1 Energy"), (Gather(2, 1), "2 Energy and 1 Insight"), (Gather(0, 0), "no tokens")],
)
def test_gather_takes_no_other_number(action: Gather, named: str) -> None:
    refused(at_turn(), action, "gather", f"Gather takes 2 tokens, not {named}.")


def test_gather_takes_nothing_back() -> None:
    assert why_illegal(at_turn(), Gather(3, -1)) is not None


# ---------------------------------------------------------------- Load


def test_load_pays_places_and_brings_the_bonus() -> None:
    state, told = tell(at_turn(), Load(P["Shell"]))
    assert state.tokens[0] == Tokens(3 - 1 + 1, 2 - 1, 1)
    assert state.palettes[0] == (P["Shell"],)
    assert state.icons[0][0] == 1
    assert facts_of(told, say.Loaded) == [say.Loaded(0, P["Shell"])]


def test_load_refills_the_same_slot() -> None:
    before = at_turn()
    after = do(before, Load(P["Pulse"]))
    assert after.prism == (*before.prism[:1], before.pattern_deck[0], *before.prism[2:])


def test_load_says_what_is_missing() -> None:
    state = holding(at_turn(player=1), (9, 9, 9), (3, 2, 0))
    refused(state, Load(P["Reciprocity"]), "load.tokens", "Reciprocity needs 1 Support; Brooke has 0.")
    refused(state, Load(P["Forecast"]), "load.tokens", "Forecast needs 3 Insight; Brooke has 2.")


def test_load_only_from_the_prism() -> None:
    refused(at_turn(), Load(P["Skin"]), "load.face-up", "Skin does not lie in the Prism.")


def test_missing_icons_cost_tokens_of_any_type() -> None:
    state = showing(holding(at_turn(), (2, 2, 1)), "Body Clock")
    loaded = do(state, Load(P["Body Clock"], Tokens(1, 0, 1)))
    assert loaded.tokens[0] == Tokens(2 - 1 + 2, 1, 0)  # 1I for the card, 1E 1S for the icons, +2E
    refused(
        state,
        Load(P["Body Clock"], E),
        "load.wild",
        "Body Clock costs 2 further tokens of any type for 2 missing icons of Boundary, not 1.",
    )
    refused(
        state,
        Load(P["Body Clock"], Tokens(0, 2, 0)),
        "load.wild",
        "Body Clock costs 2 further tokens of any type for 2 missing icons of Boundary; "
        "Alex cannot pay 2 Insight out of 2 Energy, 1 Insight and 1 Support.",
    )
    refused(
        showing(owning(state, 0, "Shell"), "Body Clock"),
        Load(P["Body Clock"]),
        "load.wild",
        "Body Clock costs 1 further token of any type for 1 missing icon of Boundary, not 0.",
    )
    refused(
        holding(state, (1, 1, 0)),
        Load(P["Body Clock"], E),
        "load.wild",
        "Body Clock costs 2 further tokens of any type for 2 missing icons of Boundary; Alex has 1 left.",
    )


def test_icons_in_the_palette_are_checked_and_not_spent() -> None:
    state = showing(owning(holding(at_turn(), (0, 2, 0)), 0, "Shell"), "Thirst", "Body Clock")
    loaded = do(state, Load(P["Thirst"]))
    assert loaded.tokens[0] == Tokens(1, 1, 0)
    assert loaded.palettes[0] == (P["Shell"], P["Thirst"])
    assert loaded.icons[0][:2] == (1, 1)


def test_other_players_icons_give_no_discount() -> None:
    state = showing(owning(holding(at_turn(), (0, 1, 0)), 1, "Shell"), "Thirst")
    assert why_illegal(state, Load(P["Thirst"])) is not None


def test_two_icons_need_two_patterns() -> None:
    one = showing(owning(at_turn(), 0, "Shell"), "Body Clock")
    two = showing(owning(at_turn(), 0, "Shell", "Skin"), "Body Clock")
    assert why_illegal(one, Load(P["Body Clock"])) is not None
    assert why_illegal(two, Load(P["Body Clock"])) is None


def test_prism_refill_reshuffles_the_discards() -> None:
    state = at_turn(pattern_deck=(), pattern_discard=(6, 7, 8))
    after, told = tell(state, Load(P["Shell"]))
    assert after.prism[0] in (6, 7, 8)
    assert len(after.pattern_deck) == 2
    assert after.pattern_discard == ()
    assert facts_of(told, say.Reshuffled) == [say.Reshuffled("pattern", 3)]


def test_prism_stays_empty_without_cards() -> None:
    after, told = tell(at_turn(pattern_deck=()), Load(P["Shell"]))
    assert after.prism[0] == -1
    assert say.Emptied("pattern", 0) in told


# ---------------------------------------------------------------- Contribute


def test_contribution_fills_boxes_and_places_the_marker() -> None:
    state, told = tell(at_turn(), Contribute(N["Local Clinic"], Tokens(2, 0, 1)))
    assert state.filled[0] == (2, 0, 1, 0)
    assert state.orders[0] == (0,)
    assert state.tokens[0] == Tokens(1, 2, 0)
    assert state.markers_left(0) == 3
    assert facts_of(told, say.MarkerPlaced) == [say.MarkerPlaced(0, N["Local Clinic"], 1)]


def test_later_contributions_keep_the_place() -> None:
    state = built(at_turn(), "Food Network", (1, 0, 0), (1, 0))
    after = do(state, Contribute(N["Food Network"], E))
    assert after.orders[1] == (1, 0)


def test_second_contributor_gets_the_second_space() -> None:
    _, told = tell(built(at_turn(), "Food Network", (1, 0, 0), (1,)), Contribute(N["Food Network"], E))
    assert facts_of(told, say.MarkerPlaced) == [say.MarkerPlaced(0, N["Food Network"], 2)]


def test_contribution_refusals() -> None:
    state = at_turn()
    refused(state, Contribute(N["Water System"], E), "contribute.face-up", "Water System is not face up.")
    refused(
        state,
        Contribute(N["Local Clinic"], Tokens(3, 0, 0)),
        "contribute.boxes",
        "Local Clinic has 2 unfilled boxes for Energy, not 3.",
    )
    refused(
        state,
        Contribute(N["Stewardship"], Tokens(0, 0, 2)),
        "contribute.tokens",
        "Alex contributes 2 Support and has 1.",
    )
    refused(
        state,
        Contribute(N["Local Clinic"]),
        "contribute.nothing",
        "Local Clinic has unfilled boxes; a contribution fills at least one.",
    )
    refused(
        state,
        Contribute(N["Local Clinic"], E, I),
        "contribute.boxes",
        "Local Clinic has 0 unfilled boxes for any token, not 1.",
    )
    assert why_illegal(state, Contribute(N["Local Clinic"], Tokens(2, -1, 0))) is not None


def test_filled_boxes_take_no_more() -> None:
    state = built(at_turn(), "Local Clinic", (2, 0, 0), (1,))
    refused(
        state,
        Contribute(N["Local Clinic"], E),
        "contribute.boxes",
        "Local Clinic has 0 unfilled boxes for Energy, not 1.",
    )


def test_no_marker_left() -> None:
    game = make_game(contribution_markers=1)
    state = built(at_turn(game), "Local Clinic", (1, 0, 0), (0,))
    refused(
        state,
        Contribute(N["Food Network"], E),
        "contribute.marker",
        "All 1 Contribution markers of Alex are placed.",
    )


def test_marker_alone_brings_a_layer() -> None:
    state = built(at_turn(), "Learning Archive", (1, 2, 1), (1,))
    refused(
        state,
        Contribute(N["Learning Archive"]),
        "contribute.nothing",
        "Learning Archive lacks Balance; Alex has no Pattern of it.",
    )
    state = owning(state, 0, "Pulse")
    after, told = tell(state, Contribute(N["Learning Archive"]))
    assert facts_of(told, say.Completed) == [say.Completed(N["Learning Archive"], (1, 0))]
    assert after.legacy == (3, 6, 0, 0)


def test_marker_alone_only_once() -> None:
    state = built(at_turn(), "Stewardship", (3, 2, 2), (0,))
    refused(
        state,
        Contribute(N["Stewardship"]),
        "contribute.nothing",
        "Alex is on Stewardship already, and no box is unfilled.",
    )


def test_marker_alone_waits_for_the_other_layer() -> None:
    state = built(owning(at_turn(), 0, "Pulse"), "Stewardship", (3, 2, 2), (1,))
    after = do(state, Contribute(N["Stewardship"]))
    assert after.orders[-1] == (1, 0)
    assert after.missing_layers(after.end_slot) == (1,)
    assert after.phase is Phase.TURNS


# ---------------------------------------------------------------- Touchpoint


def test_gift_changes_hands_and_both_gain() -> None:
    state = do(at_turn(), Touchpoint(1, 2, True))
    assert to_act(state) == 1
    state, told = tell(state, Answer(True))
    assert state.tokens[:2] == (Tokens(3, 2, 0), Tokens(3, 2, 2))
    assert state.vitals == (6, 6, 5, 5)
    assert facts_of(told, say.Answered) == [say.Answered(0, 1, True, True)]
    assert (state.player, state.actions_left) == (0, 1)


def test_request_changes_hands() -> None:
    state = do(at_turn(), Touchpoint(3, 1, False), Answer(True))
    assert state.tokens[0] == Tokens(3, 3, 1)
    assert state.tokens[3] == Tokens(3, 1, 1)


def test_declined_touchpoint_costs_the_action() -> None:
    state = do(at_turn(), Touchpoint(3, 1, False), Answer(False))
    assert state.tokens == at_turn().tokens
    assert state.vitals == (5, 5, 5, 5)
    assert (state.actions_left, state.touchpoints[0]) == (1, 1)


def test_one_touchpoint_a_round() -> None:
    state = do(at_turn(), Touchpoint(3, 1, False), Answer(False))
    refused(
        state,
        Touchpoint(1, 0, True),
        "touchpoint.once",
        "Alex may start 1 Touchpoint a round and has done so.",
    )


def test_being_asked_does_not_use_up_ones_own() -> None:
    state = do(at_turn(), Touchpoint(1, 1, False), Answer(True), Gather(1, 1))
    assert state.player == 1
    assert any(isinstance(action, Touchpoint) for action in legal_actions(state))


def test_fragile_touchpoint_brings_two() -> None:
    state = do(at_turn(vitals=(0, 5, 5, 5)), Touchpoint(1, 2, True), Answer(True))
    assert state.vitals == (2, 7, 5, 5)
    state = do(at_turn(vitals=(5, 0, 5, 5)), Touchpoint(1, 2, True), Answer(True))
    assert state.vitals == (7, 2, 5, 5)


def test_touchpoint_refusals() -> None:
    state = holding(at_turn(), (3, 2, 0))
    refused(state, Touchpoint(1, 2, True), "touchpoint.tokens", "Alex offers 1 Support and has 0.")
    refused(
        state, Touchpoint(0, 1, False), "touchpoint.player", "Alex needs another player for a Touchpoint."
    )
    waiting = do(state, Touchpoint(1, 0, True))
    refused(waiting, Gather(1, 1), "choice", "Brooke must first answer the Touchpoint of Alex.")
    refused(
        state, Answer(True), "choice", "An answer to a Touchpoint is out of place: nobody has to choose now."
    )


def test_nobody_accepts_what_cannot_be_handed_over() -> None:
    state = holding(at_turn(pending=(Answering(1, 0, 2, False),)), (3, 2, 1), (3, 2, 0))
    refused(state, Answer(True), "touchpoint.tokens", "Brooke has no Support to hand over.")
    gift = replace(state, pending=(Answering(1, 0, 2, True),))
    assert why_illegal(gift, Answer(True)) is None


def test_moves_with_cards_and_tokens_that_do_not_exist() -> None:
    empty = showing(offering(at_turn()))
    for number in (-1, 99):
        refused(empty, Load(number), "load.face-up", "There is no such Pattern.")
        refused(empty, Contribute(number, E), "contribute.face-up", "There is no such Initiative.")
        refused(empty, Touchpoint(1, number, True), "touchpoint.tokens", "There is no such token.")


# ---------------------------------------------------------------- Recycle


def test_recycle_the_prism() -> None:
    before = at_turn()
    after = do(before, Recycle(True))
    assert after.prism == before.pattern_deck[:6]
    assert after.pattern_discard == before.prism


def test_recycle_reshuffles_what_it_discarded() -> None:
    after = do(at_turn(pattern_deck=(6, 7)), Recycle(True))
    assert after.prism[:2] == (6, 7)
    assert set(after.prism[2:]) < set(range(6))
    assert sorted((*after.prism, *after.pattern_deck)) == list(range(8))
    assert after.pattern_discard == ()


def test_recycle_the_index_keeps_started_ones_and_the_end() -> None:
    before = built(at_turn(), "Food Network", (1, 0, 0), (1,))
    after = do(before, Recycle(False))
    assert after.index[1] == N["Food Network"]
    assert after.index[-1] == N["Stewardship"]
    assert after.index[0] == N["Water System"]
    assert after.index[2] == N["Night Watch"]
    assert after.initiative_discard == (N["Local Clinic"], N["Learning Archive"])
    assert after.orders[1] == (1,)


def test_recycle_refusals() -> None:
    state = at_turn()
    for title in ("Local Clinic", "Food Network", "Learning Archive"):
        state = built(state, title, (1, 0, 0), (1,))
    refused(
        state,
        Recycle(False),
        "recycle.nothing",
        "No Initiative of the Index is unstarted, so Recycle would discard nothing.",
    )
    refused(
        showing(at_turn()),
        Recycle(True),
        "recycle.nothing",
        "The Prism is empty, so Recycle would discard nothing.",
    )


# ---------------------------------------------------------------- conversion


def test_conversion_is_no_action_and_once_a_turn() -> None:
    state = holding(at_turn(make_game(conversion=1)), (5, 0, 0))
    after = do(state, Convert())
    assert after.tokens[0] == Tokens(3, 0, 1)
    assert (after.player, after.actions_left) == (0, 2)
    refused(after, Convert(), "convert.once", "Alex may convert 1 time a turn and has done so.")
    following = do(after, Gather(2, 0), Gather(2, 0))
    assert following.player == 1
    assert why_illegal(following, Convert()) is None


def test_conversion_refusals() -> None:
    refused(at_turn(), Convert(), "convert.off", "Conversion is an optional rule, and it is not in play.")
    refused(
        holding(at_turn(make_game(conversion=1)), (1, 2, 1)),
        Convert(),
        "convert.tokens",
        "A conversion costs 2 Energy; Alex has 1.",
    )


# ---------------------------------------------------------------- bans, passing, choices


@pytest.mark.parametrize(
    ("bit", "action", "verb"),
    [
        (0, Gather(1, 1), "Gather"),
        (1, Load(P["Shell"]), "Load"),
        (2, Contribute(N["Local Clinic"], E), "Contribute"),
        (3, Touchpoint(1, 0, True), "use Touchpoint"),
        (4, Recycle(True), "Recycle"),
    ],
)
def test_banned_actions(bit: int, action: Action, verb: str) -> None:
    state = at_turn(banned=(1 << bit, 0, 0, 0))
    refused(state, action, "restricted", f"Alex may not {verb} until the round is over.")
    assert why_illegal(replace(state, player=1), action) is None or bit == 3


def test_passing_while_something_is_possible() -> None:
    refused(at_turn(), Pass(), "pass", "Alex still has a legal action.")
    refused(at_turn(), EndTurn(), "end-turn", "Alex still has 2 actions in this turn.")


def test_choices_come_first() -> None:
    state = at_turn(pending=(Choose(2, 1, False),))
    assert to_act(state) == 2
    refused(state, Gather(1, 1), "choice", "Casey must first choose 1 token to lose.")
    refused(
        state,
        Lose(Tokens(1, 1, 0)),
        "lose",
        "Casey must lose 1 token, not 1 Energy and 1 Insight; Casey has 3 Energy, 2 Insight and 1 Support.",
    )


# ---------------------------------------------------------------- Stability Window


def test_donations_in_player_order_with_a_cap() -> None:
    state = at_turn(phase=Phase.WINDOW, starter=1, player=1, meaning=4)
    state = do(state, Donate(1), Donate(1))
    assert (state.player, state.meaning, state.donated) == (3, 6, 2)
    state, told = tell(state, Donate(1))
    # The cap of 3 is reached, so Alex is not asked and the round ends.
    assert (state.round, state.phase, state.meaning) == (2, Phase.EVENT, 7)
    assert state.tokens[0].support == 1
    assert facts_of(told, say.RoundBegan) == [say.RoundBegan(2)]


def test_keeping_support() -> None:
    state = do(at_turn(phase=Phase.WINDOW), Donate(0))
    assert (state.player, state.meaning, state.tokens[0].support) == (1, 5, 1)


def test_who_cannot_donate_is_not_asked() -> None:
    state = holding(at_turn(player=3, actions_left=1), (0, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1))
    state = replace(state, vitals=(5, 0, 5, 5), banned=(0, 0, 0b100000, 0))
    state = do(state, Gather(1, 1))
    assert (state.phase, state.player) == (Phase.WINDOW, 3)


def test_donation_refusals() -> None:
    window = at_turn(phase=Phase.WINDOW)
    refused(window, Donate(2), "donate.limit", "A player donates at most 1 Support a round, not 2.")
    refused(holding(window, (1, 1, 0)), Donate(1), "donate.tokens", "Alex donates 1 Support and has 0.")
    refused(
        replace(window, vitals=(0, 5, 5, 5)),
        Donate(1),
        "donate.fragile",
        "Alex has 0 Vitals: a Fragile player may not donate.",
    )
    refused(
        replace(window, donated=3),
        Donate(1),
        "donate.cap",
        "Donations have brought 3 Meaning this round; the cap is 3.",
    )
    refused(
        replace(window, banned=(0b100000, 0, 0, 0)),
        Donate(1),
        "restricted",
        "Alex may not donate until the round is over.",
    )
