"""Legal moves counted by hand. Each comment derives the number; none was read off the program."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from generator.games.meaning_made.rules.pending import Answering, Choose
from tests.shared.made import Answer, Phase, State, legal_actions, start
from tests.shared.small_game import (
    FOUR,
    GAME,
    at_turn,
    built,
    holding,
    make_game,
    offering,
    owning,
    put,
    showing,
)


def counts(state: State) -> dict[str, int]:
    return dict(Counter(type(action).__name__ for action in legal_actions(state)))


def test_opening_position_of_the_published_example() -> None:
    # Alex holds 3E 2I 1S and has nothing loaded.
    # Gather: 2E, 1E 1I, 2I.                                                        3
    # Load: Shell, Pulse, Repair Loop, Reciprocity, Habit; Forecast asks for 3I.    5
    # Contribute, choices a box type minus the empty one:
    #   Local Clinic 2E 1I 1S: 3*2*2-1 = 11;  Food Network 3E 2I: 4*3-1 = 11;
    #   Learning Archive 1E 2I 1S: 2*3*2-1 = 11;
    #   Stewardship 3E 2I 2S with one S in hand: 4*3*2-1 = 23.                     56
    # Touchpoint: 3 others, 3 types to give, 3 to request: 9+9.                    18
    # Recycle: Prism, Index.                                                        2
    assert counts(at_turn()) == {"Gather": 3, "Load": 5, "Contribute": 56, "Touchpoint": 18, "Recycle": 2}


def test_empty_hands() -> None:
    # No Pattern and no box is free of charge; requests are left: 3 others * 3 types.
    assert counts(holding(at_turn(), (0, 0, 0))) == {"Gather": 3, "Touchpoint": 9, "Recycle": 2}


def test_two_players() -> None:
    # As the opening, but one other player: 3 gifts and 3 requests.
    assert counts(at_turn(names=("Alex", "Brooke")))["Touchpoint"] == 6


def test_two_missing_icons() -> None:
    # Body Clock asks for 2 Boundary and 1I. From 2E 2I 1S the card takes 1I: 2E 1I 1S are left, and
    # two of them stand for the icons: EE, EI, ES, IS.
    state = showing(holding(at_turn(), (2, 2, 1)), "Body Clock")
    assert counts(state)["Load"] == 4


def test_one_missing_icon() -> None:
    # With one Boundary one token is due: E, I or S.
    state = showing(owning(holding(at_turn(), (2, 2, 1)), 0, "Shell"), "Body Clock")
    assert counts(state)["Load"] == 3


def test_no_missing_icon() -> None:
    # With two Boundary nothing but the card's own 1I is due.
    state = showing(owning(holding(at_turn(), (2, 2, 1)), 0, "Shell", "Skin"), "Body Clock")
    assert counts(state)["Load"] == 1


def test_vitals_costs_at_one_vitals() -> None:
    # Moult costs 1 Vitals: payable. Courage costs 2 Vitals: not payable.
    state = showing(at_turn(vitals=(1, 5, 5, 5)), "Moult", "Courage")
    assert counts(state)["Load"] == 1
    # With 2 Vitals also Courage, whose missing Membership costs E, I or S: 1+3.
    assert counts(replace(state, vitals=(2, 5, 5, 5)))["Load"] == 4


def test_started_and_full_initiatives() -> None:
    # Alex holds 3E 2I 1S.
    # Local Clinic with 3 markers of others on its 3 spaces: 0.
    # Food Network with 3E 1I filled: 1 unfilled I: 1.
    # Learning Archive with all boxes filled, Balance missing, Alex has none: 0.
    # Stewardship with 3E 2I 1S filled: 1 unfilled S: 1.
    # Recycle: the Prism alone, since every Initiative of the Index is started.
    state = built(at_turn(), "Local Clinic", (1, 0, 0), (1, 2, 3))
    state = built(state, "Food Network", (3, 1, 0), (1,))
    state = built(state, "Learning Archive", (1, 2, 1), (1,))
    state = built(state, "Stewardship", (3, 2, 1), (2,))
    assert counts(state) == {"Gather": 3, "Load": 5, "Contribute": 2, "Touchpoint": 18, "Recycle": 1}


def test_marker_alone() -> None:
    # The same Learning Archive, but Alex has Pulse (Balance): the marker alone is 1 way.
    # Local Clinic: Alex stands there already, 1E 1I 1S are unfilled: 2*2*2-1 = 7.
    # Food Network is fresh: 11; Stewardship is fresh: 23. Sum 42.
    state = owning(at_turn(), 0, "Pulse")
    state = built(state, "Learning Archive", (1, 2, 1), (1,))
    state = built(state, "Local Clinic", (1, 0, 0), (1, 2, 0))
    assert counts(state)["Contribute"] == 42


def test_last_marker_is_placed() -> None:
    # One marker in all, and it lies on Local Clinic (1E filled): only there, 7 ways as above.
    game = make_game(contribution_markers=1)
    state = built(at_turn(game), "Local Clinic", (1, 0, 0), (0,))
    assert counts(state)["Contribute"] == 7


def test_boxes_for_any_token() -> None:
    # The End Initiative asks for 1E and two tokens of any type; Alex holds 2E 1S.
    # Nothing into the E box: E, S, EE, ES into the others: 4.
    # 1E into the E box, 1E 1S left: nothing, E, S, ES: 4. Sum 8.
    game = make_game(initiatives=[("Stewardship", 10, "1E", 1, 4, "", "")], end_extra_tokens=2)
    assert counts(holding(at_turn(game), (2, 0, 1)))["Contribute"] == 8


def test_surcharge_and_fatigue() -> None:
    # Shell costs 1E 1I, a surcharge of 1, and from one Pattern on 1 more. From 3E 2I 1S the card
    # leaves 2E 1I 1S. Alex has one Pattern: two of these four: EE, EI, ES, IS = 4.
    # Brooke has none: one of them = 3; Casey, too, and from 1E 1I 1S nothing but S is left: 1.
    game = make_game(load_surcharge=1, fatigue_patterns=1, fatigue_tokens=1)
    state = showing(owning(holding(at_turn(game), (3, 2, 1), (3, 2, 1), (1, 1, 1)), 0, "Skin"), "Shell")
    assert [counts(replace(state, player=player))["Load"] for player in range(3)] == [4, 3, 1]


def test_bans() -> None:
    # Opening without Gather (3) and Recycle (2): Load 5, Contribute 56, Touchpoint 18.
    state = at_turn(banned=(0b10001, 0, 0, 0))
    assert counts(state) == {"Load": 5, "Contribute": 56, "Touchpoint": 18}


def test_conversion_is_listed_beside_the_actions() -> None:
    # One conversion, paid with 2 of 3E; with 1E none.
    game = make_game(conversion=1)
    assert counts(at_turn(game))["Convert"] == 1
    assert "Convert" not in counts(holding(at_turn(game), (1, 2, 1)))


def test_loss_of_any_type() -> None:
    # Two out of 2E 1I 1S: EE, EI, ES, IS.
    state = holding(at_turn(pending=(Choose(0, 2, False),)), (2, 1, 1))
    assert counts(state) == {"Lose": 4}


def test_gain_of_any_type() -> None:
    # Two tokens of three types: 3 pairs of the same and 3 of two types.
    assert counts(at_turn(pending=(Choose(0, 2, True),))) == {"Take": 6}


def test_answer_to_a_touchpoint() -> None:
    # Accept or decline; without the token only decline.
    state = at_turn(pending=(Answering(1, 0, 2, False),))
    assert counts(state) == {"Answer": 2}
    assert legal_actions(holding(state, (3, 2, 1), (3, 2, 0))) == (Answer(False),)


def test_window() -> None:
    # Keep or donate one; with a limit of 3 and 2 Support: keep, 1, 2.
    assert counts(at_turn(phase=Phase.WINDOW)) == {"Donate": 2}
    game = make_game(donation_support=3)
    assert counts(holding(at_turn(game, phase=Phase.WINDOW), (0, 0, 2))) == {"Donate": 3}


def test_event_phase_and_end() -> None:
    # An Event is the table's one move; after the end nothing is left.
    assert counts(start(GAME, FOUR)) == {"RevealEvent": 1}
    assert counts(at_turn(phase=Phase.OVER)) == {}


def test_a_hand_of_insight() -> None:
    # Casey (turn) holds 3I. Load: Forecast (3I) = 1; Shell, Pulse and Repair Loop lack E, Reciprocity
    # and Habit lack S. Contribute I: Clinic 1; Food Network 1, 2; Archive 1, 2; Stewardship 1, 2: 7.
    # Touchpoint: 3 gifts of I, 9 requests: 12.
    state = holding(at_turn(player=2), (0, 3, 0))
    assert counts(state) == {"Gather": 3, "Load": 1, "Contribute": 7, "Touchpoint": 12, "Recycle": 2}


def test_empty_slots() -> None:
    # Prism empty, no Initiative but the End: no Load, Contribute 23 on Stewardship, no Recycle.
    state = offering(showing(at_turn()))
    assert counts(state) == {"Gather": 3, "Contribute": 23, "Touchpoint": 18}


def test_touchpoint_used() -> None:
    # The opening without its 18 Touchpoints.
    state = at_turn(touchpoints=put((0, 0, 0, 0), 0, 1))
    assert "Touchpoint" not in counts(state)
    assert sum(counts(state).values()) == 3 + 5 + 56 + 2
