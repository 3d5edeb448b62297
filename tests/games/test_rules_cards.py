"""Load and Contribute: what they cost, what they bring, and why they are refused."""

from __future__ import annotations

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import facts as say
from tests.shared.made import (
    Contribute,
    Load,
    Phase,
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
    owning,
    refused,
    showing,
    tell,
)

E, I = Tokens(1, 0, 0), Tokens(0, 1, 0)  # noqa: E741


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
        "Body Clock costs 2 further tokens of any kind for 2 missing icons of Boundary, not 1.",
    )
    refused(
        state,
        Load(P["Body Clock"], Tokens(0, 2, 0)),
        "load.wild",
        "Body Clock costs 2 further tokens of any kind for 2 missing icons of Boundary; "
        "Alex cannot pay 2 Insight out of 2 Energy, 1 Insight and 1 Support.",
    )
    refused(
        showing(owning(state, 0, "Shell"), "Body Clock"),
        Load(P["Body Clock"]),
        "load.wild",
        "Body Clock costs 1 further token of any kind for 1 missing icon of Boundary, not 0.",
    )
    refused(
        holding(state, (1, 1, 0)),
        Load(P["Body Clock"], E),
        "load.wild",
        "Body Clock costs 2 further tokens of any kind for 2 missing icons of Boundary; Alex has 1 left.",
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
