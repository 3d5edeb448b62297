"""The two worlds of a replay: broken steps left out, and broken steps taken at their word.

Every script is short enough to follow with a ledger; both players begin with 3 Energy, 2 Insight and 1
Support, 5 Vitals and 5 Meaning.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from generator.games.meaning_made.records import Game
from generator.ground.problems import Severity
from generator.replay.mending import repair
from generator.replay.played import Replay
from generator.replay.worlds import Verdict
from tests.shared.scripts import SEATED, SMALL, played, replay_book, replay_text, shipped_game
from tests.shared.small_game import PATTERNS, make_game

HOLDS, BROKEN, DEPENDS = Verdict.HOLDS, Verdict.BROKEN, Verdict.DEPENDS


def _small(rows: str, game: Game) -> Replay:
    return replay_text(SMALL + rows, "game.txt", game)


def _verdicts(replay: Replay) -> list[Verdict]:
    return [step.verdict for step in replay.steps]


def _warnings(replay: Replay) -> list[str]:
    kept = (p for p in replay.problems if p.severity is Severity.WARNING)
    return [p.what for p in kept if "stops in round" not in p.what]


# ---------------------------------------------------------------- legal only while a broken step is left out


def test_a_card_that_a_broken_step_would_have_taken() -> None:
    replay = played(
        "1 | turn | Alex | load | Nest | 1E\n"
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Brooke | load | Nest | 1E 1I\n"
    )
    assert _verdicts(replay) == [BROKEN, HOLDS, DEPENDS]
    assert _warnings(replay) == [
        "Round 1, Brooke load Nest depends on a broken step (round 1, Alex load Nest, at game.txt:8): "
        "It holds only if that step is left out. As it is written: Nest does not lie in the Prism. "
        "It lies in Alex’s Palette."
    ]


def test_tokens_that_a_broken_step_would_have_spent() -> None:
    replay = played(
        "1 | turn | Alex | load | Skin | 1E 2I\n"  # pays too much: as written, no Insight is left
        "1 | turn | Alex | load | Nest | 1E 1I\n"
    )
    assert _verdicts(replay) == [BROKEN, DEPENDS]
    assert "Nest needs 1 Insight; Alex has 0." in _warnings(replay)[0]


def test_what_has_nothing_to_do_with_a_broken_step_holds() -> None:
    replay = played(
        "1 | turn | Alex | load | Nest | 1E\n"
        "1 | turn | Alex | contribute | Local Clinic | 1E\n"
        "1 | turn | Brooke | load | Skin | 1E | +1E\n"
        "1 | turn | Brooke | touchpoint | Alex | give 1S | accepted; all +1V\n"
    )
    assert _verdicts(replay) == [BROKEN, HOLDS, HOLDS, HOLDS]


def test_an_event_that_comes_too_early_is_out_of_the_deck() -> None:
    turns = "".join(f"1 | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke"))
    kept = "1 | window | Alex | keep\n1 | window | Brooke | keep\n"
    replay = played(
        f"1 | event | | reveal | Long Winter\n{turns}{kept}"  # Great Fire lies on top
        "2 | event | | reveal | Great Fire\n"
    )
    assert _verdicts(replay) == [BROKEN, *[HOLDS] * 7], "Great Fire is next in both worlds"
    again = played(f"1 | event | | reveal | Dry Season\n{turns}{kept}2 | event | | reveal | Dry Season\n")
    assert _verdicts(again)[-1] is DEPENDS, "Great Fire is still the next one: that is one mistake"


# ---------------------------------------------------------------- completions


def test_a_contribution_that_completes_although_it_is_broken() -> None:
    replay = played(
        "1 | turn | Alex | contribute | Local Clinic | 2E 1I\n"
        "1 | turn | Alex | gather | | | 2E\n"
        # the open box is for Support
        "1 | turn | Brooke | contribute | Local Clinic | 1I | Alex +6L; Brooke +3L; Meaning 6\n"
        "1 | turn | Brooke | contribute | Water System | 1E\n"
        "2 | turn | Alex | contribute | Water System | 1E\n"
    )
    assert _verdicts(replay) == [HOLDS, HOLDS, BROKEN, DEPENDS, BROKEN]
    assert "Water System is not face up." in _warnings(replay)[0]
    assert replay.final is not None and replay.final.legacy == (0, 0)


@pytest.mark.parametrize(
    "told", ["completed", "Alex +6L; Brooke +3L", "Alex Legacy 6", "completes; Meaning 6"]
)
def test_a_legal_contribution_that_is_told_to_complete(told: str) -> None:
    """A box is open still: the row is broken, and in the world as written its Initiative is complete."""
    replay = played(
        "1 | turn | Alex | contribute | Local Clinic | 2E\n"
        "1 | turn | Alex | gather | | | 2E\n"
        f"1 | turn | Brooke | contribute | Local Clinic | 1I | {told}\n"
        "1 | turn | Brooke | contribute | Water System | 1E\n"
        "2 | turn | Alex | contribute | Local Clinic | 1S\n"
    )
    assert _verdicts(replay)[:4] == [HOLDS, HOLDS, BROKEN, DEPENDS]
    assert _verdicts(replay)[4] is DEPENDS, "it is legal only while Local Clinic is not complete"


def test_completing_is_a_claim() -> None:
    sound = "1 | turn | Alex | contribute | Local Clinic | 2E 1I 1S | completed; +6L"
    assert _verdicts(played(sound)) == [HOLDS]
    (problem, *_) = played("1 | turn | Alex | contribute | Local Clinic | 2E 1I | completed").problems
    assert problem.what.endswith("The row states completed; no Initiative is complete by it.")


def test_a_load_that_is_told_to_bring_the_missing_layer() -> None:
    game = make_game()
    replay = _small(
        "1 | turn | Alex | contribute | Learning Archive | 1E 2I 1S\n"  # Balance is missing
        "1 | turn | Alex | load | Skin | 1E | completed; +6L\n"  # Boundary
        "1 | turn | Brooke | contribute | Water System | 1E\n",
        game,
    )
    assert _verdicts(replay) == [HOLDS, BROKEN, DEPENDS]


def test_the_rewards_of_a_told_completion_are_those_of_the_card() -> None:
    """Learning Archive: 2 Meaning and 1 Vitals for all, which the rows after it may state."""
    replay = _small(
        "1 | turn | Alex | contribute | Learning Archive | 1E 1I | completed\n"
        "1 | turn | Alex | gather | | | 2E | \n"
        "1 | turn | Brooke | load | Shell | 1E 1I | Meaning 7; Brooke Vitals 6; Alex Legacy 6\n",
        make_game(),
    )
    assert _verdicts(replay) == [BROKEN, HOLDS, DEPENDS]
    assert _warnings(replay)[0].endswith("The row states Meaning 7; Meaning is 5.")


def test_legacy_that_a_bonus_gives_completes_nothing() -> None:
    """Harvest brings its Legacy by itself; Learning Archive, full and without Balance, stays as it is."""
    game = make_game(patterns=[*PATTERNS, ("Harvest", 1, "1E", "+1L")])
    replay = replay_text(
        SMALL.replace("Skin", "Harvest") + "1 | turn | Alex | contribute | Learning Archive | 1E 2I 1S\n"
        "1 | turn | Alex | load | Harvest | 1E | Alex +1L\n"
        "1 | turn | Brooke | load | Pulse | 1E 2I\n"
        "1 | turn | Brooke | contribute | Learning Archive | marker | Alex +6L; +3L\n",
        "game.txt",
        game,
    )
    assert _verdicts(replay) == [HOLDS] * 4


# ---------------------------------------------------------------- losses and gains


def test_a_loss_that_nobody_had_to_choose_is_lost_as_written() -> None:
    replay = played("1 | turn | Alex | lose | | 3E\n1 | turn | Alex | load | Skin | 1E\n")
    assert _verdicts(replay) == [BROKEN, DEPENDS]
    assert "Skin needs 1 Energy; Alex has 0." in _warnings(replay)[0]


def test_a_loss_of_too_much_loses_what_it_says() -> None:
    game = make_game(event_table={"A": "all -1T"})
    replay = _small(
        "1 | event | | reveal | Drought\n"
        "1 | event | Alex | lose | | 2I\n"  # one token is due: as written, no Insight is left
        "1 | event | Brooke | lose | | 1E\n"
        "1 | turn | Alex | load | Shell | 1E 1I\n",
        game,
    )
    assert _verdicts(replay) == [HOLDS, BROKEN, HOLDS, DEPENDS]
    assert "Shell needs 1 Insight; Alex has 0." in _warnings(replay)[0]


def test_losses_in_the_wrong_order_blame_one_row() -> None:
    game = make_game(event_table={"A": "all -1T"})
    replay = _small(
        "1 | event | | reveal | Drought\n"
        "1 | event | Brooke | lose | | 1E\n"  # Alex chooses first
        "1 | event | Alex | lose | | 1E\n"
        "1 | turn | Alex | gather | | | 2E\n",
        game,
    )
    assert _verdicts(replay) == [HOLDS, BROKEN, HOLDS, HOLDS]


def test_a_gain_that_is_broken_gains_what_it_says() -> None:
    replay = played(
        "1 | turn | Alex | gain | | 2S\n"
        "1 | turn | Alex | contribute | Town Council | 1S\n"
        "1 | turn | Alex | load | Reciprocity | 1I 1S\n"  # with 1 Support of his own only as written
    )
    assert _verdicts(replay) == [BROKEN, HOLDS, DEPENDS]


# ---------------------------------------------------------------- scores and stated values

GIFT = (
    "1 | turn | Alex | touchpoint | Brooke | give 2S | all +1V\n"  # one token, not two
    "1 | turn | Alex | gather | | | 2E | \n"
)


@pytest.mark.parametrize("stated", [5, 6, 9])
def test_scores_that_hang_on_a_broken_step_are_told_once(stated: int) -> None:
    """Without the Touchpoint it is 5, with it 6: nobody knows which game the mended script will be."""
    scores = "".join(f"1 | end | {name} | score | {stated}\n" for name in ("Alex", "Brooke"))
    (warning,) = _warnings(played(GIFT + scores))
    assert warning == "The scores depend on broken steps, and are looked at when those are mended."


def test_a_score_that_no_broken_step_moves_is_right_or_wrong() -> None:
    rows = "1 | turn | Alex | gather | | | 3E\n1 | end | Alex | score | {}\n"
    assert _warnings(played(rows.format(5))) == []
    errors = [p.what for p in played(rows.format(6)).problems if p.severity is Severity.ERROR]
    assert errors[-1] == "The script ends with 6 for Alex; by the rules it is 5."


@pytest.mark.parametrize(
    ("claim", "as_written"),
    [
        ("Brooke Vitals 5", "As it is written: The row states Brooke Vitals 5; Brooke’s Vitals is 6."),
        ("Brooke Vitals 6", "The row states Brooke Vitals 6; Brooke’s Vitals is 5."),
        ("Brooke Vitals 8", "Vitals is 5. As written: The row states Brooke Vitals 8; Brooke’s Vitals is 6."),
    ],
)
def test_a_stated_value_that_hangs_on_a_broken_step_depends(claim: str, as_written: str) -> None:
    replay = played(f"{GIFT}1 | turn | Brooke | load | Nest | 1E 1I | {claim}\n")
    assert _verdicts(replay) == [BROKEN, HOLDS, DEPENDS]
    assert as_written in _warnings(replay)[0]


def test_a_stated_value_that_is_wrong_in_both_worlds_alike_is_broken() -> None:
    replay = played(f"{GIFT}1 | turn | Brooke | load | Nest | 1E 1I | Meaning 9\n")
    assert _verdicts(replay) == [BROKEN, HOLDS, BROKEN]


def test_a_misstated_value_taints_the_next_one_alone() -> None:
    loads = "1 | turn | Alex | load | Nest | 1E 1I | Meaning 7\n"  # Great Fire has left 3
    rest = "1 | turn | Alex | gather | | | 2E\n"
    first = "1 | turn | Brooke | load | Skin | 1E | Meaning 3\n"
    then = "1 | turn | Brooke | load | Pulse | 1E 2I | Meaning 3\n"
    assert _verdicts(played(loads + rest + first + then)) == [BROKEN, HOLDS, DEPENDS, HOLDS]


# ---------------------------------------------------------------- one cause is told once


def test_an_event_that_is_never_revealed_is_one_mistake() -> None:
    turns = "".join(
        f"{{0}} | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke")
    )
    turns += "{0} | window | Alex | keep\n{0} | window | Brooke | keep\n"
    rounds = ("Long Winter", "Dry Season", "Red Tape")  # Great Fire lies on top
    setup = SEATED.replace("Dry Season", "Dry Season; Red Tape")
    rows = "".join(
        f"{number} | event | | reveal | {event}\n{turns.format(number)}"
        for number, event in enumerate(rounds, 1)
    )
    replay = played(rows, setup=setup)
    events = [step for step in replay.steps if step.row.action == "reveal"]
    assert [step.verdict for step in events] == [BROKEN, DEPENDS, DEPENDS]
    errors = [p.what for p in replay.problems if p.severity is Severity.ERROR]
    assert len(errors) == 1 and "The next Event of the deck is Great Fire" in errors[0]


def test_one_number_of_the_rules_is_one_finding_with_its_count() -> None:
    game = shipped_game()
    more = replace(game, rules=replace(game.rules, actions_per_turn=3))
    replay = replay_book(more.book, more)
    assert replay is not None
    gaps = [problem for problem in replay.problems if "and no row uses them" in problem.what]
    assert len(gaps) == 1
    assert re.search(
        r"1 action left in round 1, .* As much is missing \d\d more times, before rows ", gaps[0].what
    )
    assert replay.wrong > 20, "each of the rows is counted"


def test_a_completion_that_the_row_does_not_state_is_told_at_its_row() -> None:
    """Shared Workshop without Form is complete at row 40, whose narration says that nothing happens."""
    game = shipped_game()
    easier = tuple(
        replace(card, layers=()) if card.title == "Shared Workshop" else card for card in game.initiatives
    )
    replay = replay_book(game.book, replace(game, initiatives=easier))
    assert replay is not None
    (told,) = [problem for problem in replay.problems if "is completed by it" in problem.what]
    assert told.where == "Sample Game!G40" and told.severity is Severity.WARNING
    assert told.what.endswith(": Shared Workshop is completed by it, and the row does not say so.")
    assert next(step for step in replay.steps if step.row.line == 40).verdict is BROKEN
    made = repair(replay, seed=1)
    assert made is not None
    mended = next(row for row in made.rows if row.was is not None and row.was.line == 40)
    assert mended.read_again and "+6L" in mended.line.gains
    bare = "1 | turn | Alex | contribute | Local Clinic | 2E 1I 1S | {}\n"
    for said in ("", "completed | It stands.", "+6L | It stands."):
        assert _verdicts(played(bare.format(said))) == [HOLDS]


# ---------------------------------------------------------------- each part against a fact of its own


def _stated(claims: str, table: str, **start: Any) -> list[str]:
    """What is wrong with what an Event's row states; the Event does what the table says."""
    game = make_game(event_table={"A": table}, **start)
    replay = _small(f"1 | event | | reveal | Drought | | {claims}\n", game)
    return [p.what.partition(": ")[2] for p in replay.problems if p.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("claims", "wrong"),
    [
        ("-1M; -4M", ""),
        ("-4M; -1M; Meaning 0", ""),
        ("-5M", ""),
        ("-1M; -1M", "The row states -1M; Meaning changed by -4."),  # one of them has been stated
        ("-1M; -3M", "The row states -3M; Meaning changed by -4."),
        ("-2M; -4M", "The row states -2M; Meaning changed by -1 and -4."),
        ("-5M; -1M", "The row states -1M; Meaning changed by +0."),
    ],
)
def test_each_part_is_held_against_a_change_of_its_own(claims: str, wrong: str) -> None:
    assert _stated(claims, "-1M; -4M", start_meaning=5) == ([wrong] if wrong else [])


def test_who_has_nothing_loses_nothing() -> None:
    none = {"start_insight": 0, "start_energy": 0, "start_support": 0}
    assert _stated("all -1T; all -1I", "all -1T; all -1I", **none) == []
    assert _stated("all -2V", "all -2V", start_vitals=1) == []
    assert _stated("all -1I", "", start_insight=1) == [
        "The row states all -1I; Alex’s Insight changed by +0."
    ]


def test_the_message_names_who_lost_nothing_although_there_was_something() -> None:
    replay = _small(
        "1 | turn | Alex | contribute | Food Network | 2I\n"
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Brooke | load | Skin | 1E | all -1I\n",
        make_game(),
    )
    (wrong,) = [p.what for p in replay.problems if p.severity is Severity.ERROR]
    assert wrong.endswith("The row states all -1I; Brooke’s Insight changed by +0."), "Alex has none"


def test_a_gain_is_a_fact_of_its_own_beside_what_was_paid() -> None:
    load = "1 | turn | Alex | load | Reciprocity | 1I 1S | {}\n"
    assert _verdicts(_small(load.format("+1S"), make_game())) == [HOLDS]
    replay = _small(load.format("+2S"), make_game())
    assert replay.problems[0].what.endswith("The row states +2S; Alex’s Support changed by +1.")


def test_a_part_that_is_wrong_is_taken_over_in_the_place_of_its_own_change() -> None:
    """As written, Meaning falls by 1 and by 3, so that it is 1; the other part stays as it came."""
    game = make_game(event_table={"A": "-1M; -4M"}, start_meaning=5)
    rows = (
        "1 | event | | reveal | Drought | | -1M; -3M\n1 | turn | Alex | load | Shell | 1E 1I | Meaning {}\n"
    )
    assert _verdicts(_small(rows.format(1), game)) == [BROKEN, DEPENDS]
    assert _verdicts(_small(rows.format(0), game)) == [BROKEN, DEPENDS]
    assert _verdicts(_small(rows.format(2), game)) == [BROKEN, DEPENDS]
    (_, told, *_) = [p.what for p in _small(rows.format(2), game).problems]
    assert told.endswith("Meaning is 0. As written: The row states Meaning 2; Meaning is 1.")


# ---------------------------------------------------------------- a forced step does what it says, once


def test_a_bonus_comes_once_to_a_load_that_is_forced() -> None:
    """As written, too, Alex has 3 Energy after Skin and its Bonus, and none after Food Network."""
    replay = played(
        "1 | turn | Alex | load | Skin | 1E 1S | +1E\n"  # pays 1 Support too much; 3E 2I are left
        "1 | turn | Alex | contribute | Food Network | 3E\n"
        "1 | turn | Brooke | gather | | | 2E\n"
        "1 | turn | Brooke | gather | | | 2E\n"
        "2 | turn | Alex | load | Nest | 1E 1I\n"
    )
    assert _verdicts(replay) == [BROKEN, HOLDS, HOLDS, HOLDS, BROKEN]


def test_a_third_action_does_not_use_up_the_next_turn() -> None:
    replay = played(
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Alex | load | Nest | 1E 1I\n"  # his third: as written, Alex has Nest
        "1 | turn | Brooke | gather | | | 2E\n"
        "1 | turn | Brooke | load | Nest | 1E 1I\n"
        "2 | turn | Alex | gather | | | 2E\n"
    )
    assert _verdicts(replay) == [HOLDS, HOLDS, BROKEN, HOLDS, DEPENDS, HOLDS]
    assert "It lies in Alex’s Palette." in _warnings(replay)[0]


def test_an_exchange_that_is_told_and_was_impossible() -> None:
    replay = played(
        "1 | turn | Alex | load | Reciprocity | 1I 1S | +1S\n"
        "1 | turn | Alex | touchpoint | Brooke | give 1S | accepted; all +1V\n"
        "1 | turn | Brooke | touchpoint | Alex | ask 1S | accepted; all +1V\n"  # Alex has none left
        "1 | turn | Brooke | contribute | Local Clinic | 1S\n",
    )
    assert _verdicts(replay) == [HOLDS, HOLDS, BROKEN, HOLDS]
    errors = [p.what for p in replay.problems if p.severity is Severity.ERROR]
    assert errors == [
        "Round 1, Brooke touchpoint Alex: The row states accepted; the Touchpoint comes to nothing, "
        "because the token is not there."
    ]


def test_a_pattern_from_elsewhere_lies_in_the_palette_as_written() -> None:
    """Shell lies in the deck. As written it is Alex’s Boundary icon, and Breath costs no second token."""
    replay = played(
        "1 | turn | Alex | load | Shell | 1E 1I | +1E\n1 | turn | Alex | load | Breath | 1E | +1V\n"
    )
    assert _verdicts(replay) == [BROKEN, DEPENDS]


def test_a_donation_that_is_forced_gives_the_support_away() -> None:
    turns = "".join(f"1 | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke"))
    replay = played(
        turns + "1 | window | Brooke | donate\n"
        "1 | window | Alex | donate\n"  # was asked already: as written, the Support is gone
        "2 | turn | Alex | contribute | Local Clinic | 1S\n"
    )
    assert _verdicts(replay) == [*[HOLDS] * 5, BROKEN, DEPENDS]


def test_a_collapse_that_a_forced_donation_averts() -> None:
    game = make_game(start_meaning=1, start_support=0, event_table={"A": "-1M"})
    turns = "".join(f"1 | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke"))
    replay = _small(
        f"1 | event | | reveal | Drought\n{turns}"
        "1 | window | Alex | donate | | | Meaning 1\n"  # Alex has no Support, so the world collapses
        "2 | event | | reveal | Fog\n"
        "2 | turn | Alex | gather | | | 2E\n",
        game,
    )
    assert _verdicts(replay) == [*[HOLDS] * 5, BROKEN, DEPENDS, DEPENDS]
    assert "The game is over." in _warnings(replay)[0]


def test_a_turn_that_is_ended_too_early_is_one_mistake() -> None:
    replay = played("1 | turn | Alex | end turn\n1 | turn | Brooke | gather | | | 2E\n")
    assert _verdicts(replay) == [BROKEN, HOLDS]
    assert [p.severity for p in replay.problems].count(Severity.ERROR) == 1
