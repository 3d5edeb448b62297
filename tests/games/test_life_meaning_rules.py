"""Life~Meaning's rules by table. Each expectation is derived in its comment from the published rules."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from generator.games.kit.table import EMPTY
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.engine import apply, group_score, legal_moves, scores, start, winners
from generator.games.life_meaning.rules.moves import (
    Acquire,
    Contribute,
    Convert,
    Move,
    Obtain,
    Recalibrate,
    Stabilize,
    Touchpoint,
)
from generator.games.life_meaning.rules.rounds import Answer, Check, EndTurn, Mitigate, Open
from generator.games.life_meaning.rules.state import End, Phase, State, actors
from generator.records.effects import Change, parse_effect
from generator.replay.errors import IllegalMove, SetupError
from generator.replay.moves import NOBODY
from tests.shared.life_meaning import (
    at_turn,
    bundle,
    event,
    kinds,
    pattern,
    project,
    shipped,
    with_numbers,
)

NOTHING = Mitigate(bundle(""))
SUPPORT, ENERGY = 4, 0


def done(state: State, *moves: Move, seat: int = 0) -> State:
    for move in moves:
        state = apply(state, seat, move)[0]
    return state


def refused(state: State, move: Move, seat: int = 0) -> str:
    with pytest.raises(IllegalMove) as illegal:
        apply(state, seat, move)
    return f"{illegal.value.rule}: {illegal.value}"


def at_check(*held: str, **fields: object) -> State:
    """The Stability Check of round 1, with Uncertainty (+2 Drift, unless R and M are paid)."""
    state = at_turn(*held, **fields)  # type: ignore[arg-type]
    for seat in range(len(state.names)):
        state = replace(state, actions_left=0)
        state = done(state, EndTurn(), seat=seat)
    return state


# ---------------------------------------------------------------- setup, rounds


def test_setup() -> None:
    # Drift 3; Coherence 4, Reputation 2, Legacy 0, 2 E and 1 R each; 3 Projects, 6 Patterns lie open.
    state = start(shipped(), ["Ada", "Bo"], seed=5)
    assert (state.drift, state.coherence, state.reputation, state.legacy) == (3, (4, 4), (2, 2), (0, 0))
    assert state.tokens == (bundle("EER"),) * 2
    assert (len(state.gallery), len(state.projects), state.event) == (6, 3, EMPTY)
    assert EMPTY not in (*state.gallery, *state.projects)
    assert start(shipped(), ["Ada", "Bo"], seed=5) == state != start(shipped(), ["Ada", "Bo"], seed=6)


@pytest.mark.parametrize("count", [1, 7])
def test_two_to_six_play(count: int) -> None:
    with pytest.raises(SetupError, match="for 2 to 6 players"):
        start(shipped(), [f"P{at}" for at in range(count)])


def test_a_round() -> None:
    # Event, two actions each from the first player on, the check, and the same player begins again.
    state = at_turn()
    for seat in range(3):
        assert actors(state) == (seat,)
        state = done(state, Acquire(bundle("MS")), Acquire(bundle("MS")), EndTurn(), seat=seat)
    assert state.phase is Phase.STABILITY and actors(state) == (0, 1, 2)
    for seat in (2, 0, 1):  # in any order
        state = done(state, NOTHING, seat=seat)
    assert actors(state) == ()
    state = done(state, Check(), seat=NOBODY)
    assert (state.round, state.phase, state.drift) == (2, Phase.EVENT, 5)
    state = done(state, Open(), seat=NOBODY)
    assert actors(state) == (0,) and state.event_discard == (event("Uncertainty"),)


def test_the_seal_may_go_on() -> None:
    state = at_check(setting=with_numbers(seal_passes=1))
    state = done(state, NOTHING, seat=0)
    state = done(done(state, NOTHING, seat=1), NOTHING, seat=2)
    state = done(done(state, Check(), seat=NOBODY), Open(), seat=NOBODY)
    assert actors(state) == (1,)


def test_a_turn_has_exactly_two_actions() -> None:
    state = at_turn()
    assert refused(state, EndTurn()) == "turn.order: Alex still has 2 of 2 actions."
    spent = done(state, Acquire(bundle("ER")), Acquire(bundle("ER")))
    assert refused(spent, Acquire(bundle("ER"))) == "turn.order: Alex has used the 2 actions of this turn."
    assert refused(state, Acquire(bundle("ER")), seat=1).startswith(
        "turn.order: It is not the turn of Brooke"
    )
    assert refused(state, NOTHING) == "phase: This belongs to the phase Stability Check; now it is Turns."


# ---------------------------------------------------------------- counted moves


def test_opening_moves() -> None:
    # Alex holds 2E 1R. Acquire: 5 choose 2 = 10.
    # Obtain: Boundary E, Balance ER; Form and Membership ask S, Prediction M, Reinforcement V.  2
    # Contribute: Shelter EE RR SS, payable 2E 1R: 3*2-1 = 5; Repair Hub E RR SS: 2*2-1 = 3;
    #   Archive R M V SS: 1.                                                                     9
    # Touchpoint: 2 others, give E or R; ask E or R: 4+4.                                        8
    # Recalibrate: 2^6-1 choices of Patterns, 2^3-1 of Projects: 63+7.                          70
    # Convert: 2E into S.                                                                        1
    assert kinds(at_turn()) == {
        "Acquire": 10,
        "Obtain": 2,
        "Contribute": 9,
        "Touchpoint": 8,
        "Recalibrate": 70,
        "Convert": 1,
    }


def test_empty_hands() -> None:
    # Nothing can be paid; from two others with 2E 1R each, E or R can be asked for.
    assert kinds(at_turn("")) == {"Acquire": 10, "Touchpoint": 4, "Recalibrate": 70}


def test_what_a_mitigation_takes() -> None:
    # Uncertainty asks for R and M. Alex with RM: nothing, R, M, both. Casey with EEEE: nothing, or convert.
    state = at_check("RM", "", "EEEE")
    assert (kinds(state, 0), kinds(state, 1)) == ({"Mitigate": 4}, {"Mitigate": 1})
    assert kinds(state, 2) == {"Mitigate": 1, "Convert": 1}


# ---------------------------------------------------------------- actions


def test_acquire_takes_different_kinds() -> None:
    state = at_turn("")
    assert done(state, Acquire(bundle("VS"))).tokens[0] == bundle("VS")
    for tokens in ("EE", "E", "ERM"):
        assert refused(state, Acquire(bundle(tokens))).startswith("acquire: Acquire takes 2 tokens of 2 diff")


def test_obtain_pays_lays_and_brings_outputs() -> None:
    # Balance: ER gives RS. From 2E 1R: 1E, then 1R 1S more.
    state = done(at_turn(), Obtain(pattern("Balance"), bundle("ER")))
    assert state.tokens[0] == bundle("ERS") and state.stacks[0] == (pattern("Balance"),)
    assert state.gallery[1] == EMPTY  # until phase B, or a Recalibrate


@pytest.mark.parametrize(
    ("outputs", "support", "drift"),
    [
        ("+1S", (1, 0, 0), 3),
        ("all +1S", (1, 1, 1), 3),
        ("others +1S; -1D", (0, 1, 1), 2),
        ("+2D", (0, 0, 0), 5),
    ],
)
def test_whom_an_output_strikes(outputs: str, support: tuple[int, ...], drift: int) -> None:
    parts = parse_effect(outputs, shipped().book.symbols).parts
    changes = tuple(part for part in parts if isinstance(part, Change))
    cards = [
        replace(card, cost=bundle(""), outputs=changes) if card.title == "Boundary" else card
        for card in shipped().patterns
    ]
    state = at_turn("", "", "", setting=replace(shipped(), patterns=tuple(cards)))
    after = done(state, Obtain(pattern("Boundary"), bundle("")))
    assert tuple(tokens[SUPPORT] for tokens in after.tokens) == support and after.drift == drift


def test_discounts_of_a_tag_add_up_and_stop_at_nothing() -> None:
    # Alex owns Form and Fiddlehead, Tag Form, discount R each. Callus asks for E S: nothing to take off.
    # Another Form card that asks RR costs 2 less; one that asks for a single R costs 1 less, not 2.
    form = [card for card in shipped().patterns if card.tag == "Form" and card.discount == "regulation"]
    own = tuple(card.title for card in form[:2])
    state = at_turn(owned={0: own})
    for number, card in enumerate(shipped().patterns):
        off = 2 if card.tag == "Form" else 0
        expected = tuple(max(count - (off if at == 1 else 0), 0) for at, count in enumerate(card.cost))
        assert state.price(0, number) == expected
        assert state.price(1, number) == card.cost


def test_a_price_is_paid_to_the_token() -> None:
    state = at_turn()
    assert refused(state, Obtain(pattern("Balance"), bundle("E"))) == (
        "obtain.price: Balance costs 1E 1R here; the row pays 1E."
    )
    assert refused(state, Obtain(pattern("Form"), bundle("RS"))) == (
        "obtain.tokens: Alex needs 1R 1S and has 2E 1R."
    )
    away = next(at for at in range(90) if at not in state.gallery)
    assert refused(state, Obtain(away, bundle(""))).startswith("obtain.open:")


def test_a_contribution_pays_open_boxes_of_one_project() -> None:
    # Shelter EE RR SS. Alex pays E R S: a mark on each, +1 Reputation for the Support; Layer 8 adds none.
    shelter = project("Community Shelter")
    state = done(at_turn("ERS"), Contribute(shelter, bundle("ERS")))
    assert state.open_boxes(0) == bundle("ERS") and state.reputation == (3, 2, 2)
    assert state.marks[0] == ((0, 0), (0, 1), (0, 4))
    assert refused(state, Contribute(shelter, bundle("")), seat=0).startswith("contribute.boxes:")
    richer = at_turn("MMM")
    assert refused(richer, Contribute(shelter, bundle("M"))) == (
        "contribute.boxes: Community Shelter has 2E 2R 2S open; the row pays 1M."
    )


@pytest.mark.parametrize(
    ("title", "paid", "gained"),
    [
        ("Community Shelter", "E", 0),  # Layer 8 without Support
        ("Community Shelter", "SS", 1),  # once an action, however much
        ("Mentorship Archive", "R", 1),  # Layer 9
        ("Mentorship Archive", "SS", 2),  # both, once each
        ("Stewardship Retrofit", "EV", 1),  # Layer 10
    ],
)
def test_reputation_of_a_contribution(title: str, paid: str, gained: int) -> None:
    state = at_turn("ERMVSS" + "E", projects=(title, "Repair Hub", "Kitchen Garden"))
    assert done(state, Contribute(project(title), bundle(paid))).reputation[0] == 2 + gained


def marked(state: State, *marks: tuple[int, str]) -> State:
    """The Project of slot 0 with marks: a seat and the letters of tokens, in their order."""
    laid = tuple((seat, "ERMVS".index(letter)) for seat, letters in marks for letter in letters)
    return replace(state, marks=(laid, *state.marks[1:]))


@pytest.mark.parametrize(
    ("marks", "legacy"),
    [
        # Alex pays the last S. Marks: Alex R, S; Brooke E, S; Casey E, R: two each, by the earlier mark.
        (((0, "R"), (1, "ES"), (2, "ER")), (6, 3, 1)),
        (((2, "ER"), (1, "ES"), (0, "R")), (1, 3, 6)),
        # Brooke has three, Alex two, and Casey is not on it.
        (((1, "EES"), (0, "R")), None),
        (((1, "ERSE"), (0, "R")), (3, 6, 0)),
    ],
)
def test_most_marks_rank_and_the_earlier_mark_parts(
    marks: tuple[tuple[int, str], ...], legacy: tuple[int, ...] | None
) -> None:
    state = marked(at_turn("S"), *marks)
    after, facts = apply(state, 0, Contribute(project("Community Shelter"), bundle("S")))
    completed = [fact for fact in facts if isinstance(fact, say.Completed)]
    if legacy is None:
        assert completed == [] and after.open_boxes(0) == bundle("R")
        return
    assert after.legacy == legacy and after.drift == 1  # the Shelter takes 2 of 3 away
    assert after.projects[0] == EMPTY and after.marks[0] == ()
    assert after.completed == (project("Community Shelter"),)


def test_stabilize() -> None:
    # 1 S: Drift 3 to 2, Coherence 4 to 5; at Drift 0 it stays there, and Coherence rises all the same.
    state = done(at_turn("S"), Stabilize())
    assert (state.drift, state.coherence[0], state.tokens[0]) == (2, 5, bundle(""))
    at_none = done(at_turn("S", drift=0), Stabilize())
    assert (at_none.drift, at_none.coherence[0]) == (0, 5)
    assert refused(at_turn(""), Stabilize()) == "stabilize: Alex needs 1S and has nothing."


def test_a_gift_brings_reputation_to_the_giver_alone() -> None:
    state = done(at_turn("S", ""), Touchpoint(1, SUPPORT, True))
    assert state.tokens[:2] == (bundle(""), bundle("S")) and state.reputation == (3, 2, 2)
    assert state.actions_left == 1


def test_a_request_that_is_refused_takes_no_action() -> None:
    state = done(at_turn("", "S"), Touchpoint(1, SUPPORT, False))
    assert actors(state) == (1,) and legal_moves(state, 1) == (Answer(False), Answer(True))
    no = done(state, Answer(False), seat=1)
    assert (no.actions_left, no.reputation, actors(no)) == (2, (2, 2, 2), (0,))
    assert refused(no, Touchpoint(1, SUPPORT, False)) == "touchpoint.refused: Brooke has just refused."
    yes = done(state, Answer(True), seat=1)
    assert (yes.actions_left, yes.reputation) == (1, (3, 2, 2))
    assert yes.tokens[:2] == (bundle("S"), bundle(""))
    assert done(no, Acquire(bundle("ER"))).refused == ()


def test_recalibrate_fills_the_row_and_costs_drift() -> None:
    state = at_turn(owned={0: ("Boundary",)})  # one slot is empty
    cards = (pattern("Balance"), pattern("Form"))
    after = done(state, Recalibrate(True, cards))
    assert after.drift == 4 and EMPTY not in after.gallery and set(cards) == set(after.pattern_discard)


def test_rows_of_any_length_list_few_enough_moves() -> None:
    # 90 Patterns are all there are; of more than ten open cards each alone or all of them can be listed.
    state = at_turn("", setting=with_numbers(gallery_slots=10**9, project_slots=10**9, actions=10**9))
    assert (len(state.gallery), len(state.projects)) == (90, 24)
    assert kinds(state)["Recalibrate"] == 91 + 25


def test_a_marked_project_stays() -> None:
    state = marked(at_turn(), (1, "E"))
    shelter, hub = project("Community Shelter"), project("Repair Hub")
    assert refused(state, Recalibrate(False, (shelter,))) == (
        "recalibrate: Community Shelter carries marks, so it stays."
    )
    after = done(state, Recalibrate(False, (hub,)))
    assert hub not in after.projects and after.project_discard == (hub,)
    assert refused(state, Recalibrate(True, ())) == "recalibrate: The row names no card to discard."


def test_the_emergency_conversion_is_no_action() -> None:
    state = done(at_turn("EEEE"), Convert(), Convert())
    assert state.tokens[0] == bundle("SS") and state.actions_left == 2
    assert refused(at_turn("E"), Convert()) == "convert: Alex needs 2E and has 1E."
    checked = done(at_check("", "EE"), Convert(), seat=1)
    assert checked.tokens[1] == bundle("S") and 1 in checked.waiting


# ---------------------------------------------------------------- the Stability Check


@pytest.mark.parametrize(("paid", "drift"), [((), 5), (("R",), 5), (("R", "M"), 3), (("RM",), 3)])
def test_mitigation_is_all_or_nothing(paid: tuple[str, ...], drift: int) -> None:
    state = at_check("RM", "RM", "RM")
    for seat, tokens in enumerate(paid):
        state = done(state, Mitigate(bundle(tokens)), seat=seat)
    for seat in state.waiting:
        state = done(state, NOTHING, seat=seat)
    before = state.tokens
    after = done(state, Check(), seat=NOBODY)
    assert (after.drift, after.mitigation, after.tokens) == (drift, bundle(""), before)


def test_one_may_add_to_it_until_one_is_through_and_nothing_more_is_taken() -> None:
    state = done(at_check("RRM"), Mitigate(bundle("R")))
    assert done(state, Mitigate(bundle("M"))).waiting == ()  # it is paid
    through = done(state, NOTHING)
    assert refused(through, Mitigate(bundle("M"))).startswith("turn.order: Alex is through with this Stab")
    assert refused(at_check("RRM"), Mitigate(bundle("RR"))) == (
        "mitigate.asked: The Mitigation still asks for 1R 1M; the row pays 2R."
    )
    assert refused(at_check("R"), Mitigate(bundle("M"))) == "mitigate.tokens: Alex needs 1M and has 1R."


# ---------------------------------------------------------------- the end


def test_a_completed_project_of_layer_10_ends_the_round_early() -> None:
    # Retrofit EE R M V SS, one S open. Brooke's and Casey's turns fall away; phase D is played.
    state = marked(
        at_turn("S", projects=("Stewardship Retrofit", "Repair Hub", "Kitchen Garden")), (1, "EERMVS")
    )
    state = done(state, Contribute(project("Stewardship Retrofit"), bundle("S")))
    assert (state.phase, state.end) == (Phase.STABILITY, End.STEWARDSHIP)
    for seat in (0, 1, 2):
        state = done(state, NOTHING, seat=seat)
    state = done(state, Check(), seat=NOBODY)
    assert (state.phase, state.drift) == (Phase.OVER, 4)  # 3, less 1 by the Retrofit, and 2 of Uncertainty
    assert legal_moves(state, 0) == ()


def test_drift_at_its_end_ends_the_game() -> None:
    over = at_check("", "", "", drift=10)
    for seat in (0, 1, 2):
        over = done(over, NOTHING, seat=seat)
    over = done(over, Check(), seat=NOBODY)
    assert (over.phase, over.end, over.drift) == (Phase.OVER, End.DRIFT, 12)
    # By a Recalibrate it comes in phase C: the rest of the turns falls away.
    early = done(at_turn(drift=11), Recalibrate(True, (pattern("Form"),)))
    assert (early.phase, early.end) == (Phase.STABILITY, End.DRIFT)


def test_a_slot_that_cannot_be_filled_ends_the_game() -> None:
    state = replace(at_check(), project_deck=(), projects=(EMPTY, 1, 2))
    for seat in (0, 1, 2):
        state = done(state, NOTHING, seat=seat)
    assert done(state, Check(), seat=NOBODY).end is End.PROJECTS
    # Discarded Projects do not come again; Patterns and Events do.
    state = replace(at_turn(), pattern_deck=(), pattern_discard=(80, 81))
    after, facts = apply(state, 0, Recalibrate(True, (pattern("Form"),)))
    assert EMPTY not in after.gallery and any(fact.__class__.__name__ == "Reshuffled" for fact in facts)


def test_scores() -> None:
    # The published totals: 18+8+6, 8+4+9, 14+6+10; the group 12-6+4+6.
    state = replace(at_turn(), drift=6, legacy=(18, 8, 14), coherence=(8, 4, 6), reputation=(6, 9, 10))
    assert (scores(state), group_score(state), winners(state)) == ((32, 21, 30), 16, (0,))
    assert winners(replace(state, legacy=(16, 8, 14))) == (0, 2)  # 30, 21, 30: equals share the win


# ---------------------------------------------------------------- every number of the rules counts

MUST = {
    "drift_start": lambda s: start(s, "ab").drift,
    "coherence_start": lambda s: start(s, "ab").coherence,
    "reputation_start": lambda s: start(s, "ab").reputation,
    "legacy_start": lambda s: start(s, "ab").legacy,
    "start_energy": lambda s: start(s, "ab").tokens,
    "start_regulation": lambda s: start(s, "ab").tokens,
    "start_model": lambda s: start(s, "ab").tokens,
    "start_value": lambda s: start(s, "ab").tokens,
    "start_support": lambda s: start(s, "ab").tokens,
    "gallery_slots": lambda s: len(start(s, "ab").gallery),
    "project_slots": lambda s: len(start(s, "ab").projects),
    "actions": lambda s: at_turn(setting=s).actions_left,
    "acquire_tokens": lambda s: kinds(at_turn(setting=s)),
    "stabilize_support": lambda s: done(at_turn("SSS", setting=s), Stabilize()).tokens,
    "stabilize_drift": lambda s: done(at_turn("SSS", setting=s), Stabilize()).drift,
    "stabilize_coherence": lambda s: done(at_turn("SSS", setting=s), Stabilize()).coherence,
    "touchpoint_tokens": lambda s: done(at_turn("SSS", setting=s), Touchpoint(1, SUPPORT, True)).tokens,
    "touchpoint_reputation": lambda s: (
        done(at_turn("SSS", setting=s), Touchpoint(1, SUPPORT, True)).reputation
    ),
    "recalibrate_drift": lambda s: done(at_turn(setting=s), Recalibrate(True, (pattern("Form"),))).drift,
    "convert_energy": lambda s: done(at_turn("EEEE", setting=s), Convert()).tokens,
    "convert_support": lambda s: done(at_turn("EEEE", setting=s), Convert()).tokens,
    "support_reputation": lambda s: (
        done(at_turn("S", setting=s), Contribute(project("Repair Hub"), bundle("S"))).reputation
    ),
    "story_reputation": lambda s: (
        done(at_turn("R", setting=s), Contribute(project("Mentorship Archive"), bundle("R"))).reputation
    ),
    "story_layer": lambda s: [
        done(at_turn("RR", setting=s), Contribute(project(title), bundle("R"))).reputation
        for title in ("Repair Hub", "Mentorship Archive")
    ],
    "discount_step": lambda s: at_turn(setting=s, owned={0: ("Balance",)}).price(0, pattern("Tide Pool")),
    "group_score_base": lambda s: group_score(at_turn(setting=s)),
    "players_min": lambda s: _starts(s, 2),
    "players_max": lambda s: _starts(s, 6),
    "drift_max": lambda s: done(at_turn(setting=s, drift=11), Recalibrate(True, (pattern("Form"),))).end,
    "coherence_max": lambda s: done(at_turn("S", setting=s, coherence=(10, 4, 4)), Stabilize()).coherence,
    "reputation_max": lambda s: (
        done(at_turn("S", setting=s, reputation=(10, 2, 2)), Touchpoint(1, SUPPORT, True)).reputation
    ),
    "legacy_max": lambda s: _completed(s, legacy=(29, 0, 0)),
    "legacy_top": lambda s: _completed(s),
    "legacy_second": lambda s: _completed(s),
    "legacy_other": lambda s: _completed(s),
    "end_layer": lambda s: [
        done(
            marked(at_turn("S", setting=s, projects=(title, "Kitchen Garden", "Quiet Grove")), (1, marks)),
            Contribute(project(title), bundle("S")),
        ).end
        for title, marks in (("Mentorship Archive", "RMVS"), ("Stewardship Retrofit", "EERMVS"))
    ],
    "seal_passes": lambda s: _next_starter(s),
}
"""What is looked at to see a number of the sheet Rules."""


def _starts(setting: object, players: int) -> bool:
    try:
        start(setting, [f"P{at}" for at in range(players)])  # type: ignore[arg-type]
    except SetupError:
        return False
    return True


def _completed(setting: object, **fields: object) -> tuple[int, ...]:
    state = marked(at_turn("S", setting=setting, **fields), (1, "EER"), (2, "S"), (0, "R"))  # type: ignore[arg-type]
    return done(state, Contribute(project("Community Shelter"), bundle("S"))).legacy


def _next_starter(setting: object) -> int:
    state = at_check(setting=setting)
    for seat in (0, 1, 2):
        state = done(state, NOTHING, seat=seat)
    return done(state, Check(), seat=NOBODY).starter


@pytest.mark.parametrize("key", [*MUST])
def test_every_number_counts(key: str) -> None:
    """A number that is changed by one changes what it is looked at by, upwards or downwards."""
    now = getattr(shipped().numbers, key)
    look = MUST[key]
    others = [look(with_numbers(**{key: number})) for number in (now - 1, now + 1) if number >= -2]
    assert any(other != look(shipped()) for other in others)


def test_no_number_is_left_out() -> None:
    assert set(MUST) == {number.name for number in fields(shipped().numbers)}
