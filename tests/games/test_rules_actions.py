"""Every action but Load and Contribute: what it costs, what it brings, and why it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.pending import Answering, Choose
from tests.shared.made import (
    Action,
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
    RevealEvent,
    Touchpoint,
    legal_actions,
    to_act,
    why_illegal,
)
from tests.shared.small_game import (
    N,
    P,
    at_turn,
    built,
    do,
    facts_of,
    holding,
    make_game,
    offering,
    refused,
    showing,
    tell,
)

E, I = Tokens(1, 0, 0), Tokens(0, 1, 0)  # noqa: E741


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
    state = do(state, Donate(1))
    # The cap of 3 is reached, so Alex is not asked and the round ends.
    assert (state.round, state.phase, state.meaning) == (2, Phase.EVENT, 7)
    assert state.tokens[0].support == 1


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
