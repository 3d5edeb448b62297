"""What a refused row does in the world that takes it at its word, read off the rows that come after it."""

from __future__ import annotations

import pytest

from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.playing.turns import stated_answer
from generator.games.meaning_made.playing.vocabulary import VOCABULARY
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.rules.actions import Donate
from generator.games.meaning_made.rules.facts import Acted
from generator.replay.played import Replay
from generator.replay.script import script_from_text
from generator.replay.worlds import Verdict
from tests.shared.scripts import SEATED, SMALL, played, replay_text, shipped_game
from tests.shared.small_game import make_game

HOLDS, BROKEN, DEPENDS = Verdict.HOLDS, Verdict.BROKEN, Verdict.DEPENDS
TURNS = "".join(f"1 | turn | {name} | gather | | | 2E\n" for name in ("Alex", "Alex", "Brooke", "Brooke"))


def _verdicts(replay: Replay) -> list[Verdict]:
    return [step.verdict for step in replay.steps]


def _small(rows: str, **rules: object) -> list[Verdict]:
    game: Game = make_game(**rules)  # type: ignore[arg-type]
    return _verdicts(replay_text(SMALL + rows, "game.txt", game))


def test_the_game_goes_on_after_the_last_loss() -> None:
    rows = (
        "1 | event | | reveal | Drought\n"
        "1 | event | Alex | lose | | 1E\n"
        "1 | event | Brooke | lose | | 2E\n"  # one too many
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Alex | gather | | | 2E\n"
    )
    assert _small(rows, event_table={"A": "all -1T"}) == [HOLDS, HOLDS, BROKEN, HOLDS, HOLDS]


def test_a_loss_of_more_than_there_is_takes_what_there_is() -> None:
    assert _verdicts(played("1 | turn | Alex | lose | | 9S\n1 | turn | Alex | load | Nest | 1E 1I\n")) == [
        BROKEN,
        HOLDS,
    ]


def test_a_conversion_that_is_off_converts() -> None:
    rows = "1 | turn | Alex | convert\n1 | turn | Alex | contribute | Food Network | 2E\n"
    assert _verdicts(played(rows)) == [BROKEN, DEPENDS], "as written, 1 Energy is left"
    rows = "1 | turn | Alex | convert\n1 | turn | Alex | contribute | Food Network | 1E\n"
    assert _verdicts(played(rows)) == [BROKEN, HOLDS]


def test_a_second_touchpoint_changes_hands_if_it_is_told_so() -> None:
    rows = (
        "1 | turn | Alex | touchpoint | Brooke | give 1E | accepted\n"
        "1 | turn | Alex | touchpoint | Brooke | give 1E | {}\n"
        "1 | turn | Brooke | contribute | Food Network | 3E\n"
        "1 | turn | Brooke | contribute | Stewardship | 2E\n"
    )
    assert _verdicts(played(rows.format("accepted")))[1:] == [BROKEN, HOLDS, DEPENDS]
    assert _verdicts(played(rows.format("declined")))[1:] == [BROKEN, HOLDS, BROKEN]


def test_a_token_that_was_not_there_changes_hands_as_told() -> None:
    rows = (
        "1 | turn | Alex | load | Reciprocity | 1I 1S | +1S\n"
        "1 | turn | Alex | touchpoint | Brooke | give 1S | accepted\n"
        "1 | turn | Brooke | touchpoint | Alex | ask 1S | accepted\n"  # there is none left
        "1 | turn | Brooke | contribute | Stewardship | 2S\n"
        "2 | turn | Alex | contribute | Local Clinic | 1S\n"
    )
    verdicts = _verdicts(played(rows))
    assert verdicts[:4] == [HOLDS, HOLDS, BROKEN, HOLDS]
    third = rows.replace("Stewardship | 2S", "Stewardship | 2S\n1 | window | Brooke | donate")
    assert _verdicts(played(third))[3:5] == [HOLDS, DEPENDS], "the third Support is hers only as written"


def test_nothing_is_forced_after_the_end() -> None:
    game = make_game(start_meaning=1, start_support=0, event_table={"A": "-1M"})
    rows = (
        f"1 | event | | reveal | Drought\n{TURNS}"
        "1 | window | Alex | keep\n"  # the world has collapsed by now
        "2 | turn | Alex | gather | | | 2E\n"
        "2 | window | Alex | donate\n"
        "2 | turn | Alex | gather | | | 2E\n"
    )
    replay = replay_text(SMALL + rows, "game.txt", game)
    assert _verdicts(replay)[-3:] == [BROKEN, BROKEN, BROKEN]
    assert replay.final is not None and replay.final.tokens[0].energy == 3 + 4


def test_a_late_donation_does_not_count_in_the_next_round() -> None:
    """The cap is 1: as written, Brooke’s donation of round 1 must leave that of round 2 open."""
    later = TURNS.replace("1 |", "2 |").replace("2E", "1E 1I")
    rows = (
        f"{TURNS}1 | window | Alex | donate\n"
        "2 | event | | reveal | Fog\n"
        "1 | window | Brooke | donate\n"  # the cap was reached, and it is too late
        f"{later}2 | window | Brooke | keep\n"
    )
    verdicts = _small(rows, donation_cap=1, start_support=3)
    assert verdicts[5:7] == [HOLDS, BROKEN] and verdicts[-1] is HOLDS
    rows = rows.replace("2 | window | Brooke | keep", "2 | window | Brooke | donate")
    verdicts = _small(rows, donation_cap=1, start_support=3)
    assert verdicts[-1] is HOLDS


def test_a_false_claim_about_one_player_moves_nobody_else() -> None:
    rows = (
        "1 | turn | Alex | load | Nest | 1E 1I | Alex +1V\n"
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Brooke | load | Skin | 1E | {}\n"
    )
    assert _verdicts(played(rows.format("Brooke Vitals 5"))) == [BROKEN, HOLDS, HOLDS]
    assert _verdicts(played(rows.format("Alex Vitals 6"))) == [BROKEN, HOLDS, DEPENDS]
    assert _verdicts(played(rows.replace("Alex +1V", "all +1V").format("Brooke Vitals 6")))[-1] is DEPENDS


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("-2M", "The row states -2M; Meaning changed by +0."),
        ("Meaning = 9", "The row states Meaning = 9; Meaning is 3."),
        ("accepted", "The row states accepted; nobody answers a Touchpoint by it."),
    ],
)
def test_what_is_shared_is_nobodys(claim: str, wrong: str) -> None:
    replay = played(f"1 | turn | Alex | load | Nest | 1E 1I | {claim}\n")
    assert replay.problems[0].what.endswith(wrong)


@pytest.mark.parametrize(
    ("gains", "accepted"),
    [
        ("accepted", True),
        ("Accepts", True),
        ("all +1V", True),
        ("declined", False),
        ("refused; +1V", False),
        ("", None),
    ],
)
def test_the_answer_that_a_row_tells(gains: str, accepted: bool | None) -> None:
    script, _ = script_from_text(f"1 | turn | Alex | touchpoint | Brooke | ask 1S | {gains}", "t", VOCABULARY)
    answer = stated_answer(script.rows[0])
    assert (answer.accept if answer else None) is accepted


@pytest.mark.parametrize(
    ("rule", "cells", "column"),
    [
        ("load.tokens", "Nest | 1E", "payment"),
        ("load.wild", "Nest |", "card"),
        ("donate.tokens", " | ", "action"),
        ("load.face-up", "Nest | 1E", "card"),
        ("turn.order", "Nest | 1E", "player"),
        ("over", " | 1E", "action"),
        ("event.next", "Fog |", "card"),
        ("donate.fragile", " | ", "player"),
        ("contribute.boxes", "X | 1E", "payment"),
    ],
)
def test_a_problem_stands_in_the_cell_that_it_is_about(rule: str, cells: str, column: str) -> None:
    script, _ = script_from_text(f"1 | turn | Alex | load | {cells}", "t", VOCABULARY)
    assert MeaningMade(shipped_game()).column_of(rule, script.rows[0]) == column


def test_whoever_is_asked_and_keeps_has_moved() -> None:
    replay = played(f"{TURNS}1 | window | Alex | keep\n1 | window | Brooke | keep\n")
    moves = [fact.move for step in replay.steps[-2:] for fact in step.facts if isinstance(fact, Acted)]
    assert moves == [Donate(0), Donate(0)]


def test_a_broken_step_keeps_the_rule_that_it_breaks() -> None:
    replay = played("1 | turn | Alex | load | Nest | 1E\n1 | turn | Alex | load | Nets\n")
    reasons = [step.reason for step in replay.steps]
    assert reasons[0] is not None and reasons[0].rule == "load.tokens"
    assert reasons[0].sentence == "Nest costs 1 Energy and 1 Insight; the row pays 1 Energy."
    assert reasons[1] is None, "what cannot be read breaks no rule"


def test_where_a_row_comes_too_early_or_too_late() -> None:
    rows = f"{TURNS}2 | event | | reveal | Long Winter\n1 | turn | Alex | load | {{}}\n"
    slip = played(rows.format("Nest | 1E 1I"))  # it would hold where it stands
    assert slip.problems[0].what == "Row 13 says round 1; by its place it is round 2."
    late = played(rows.format("Growth | 2E 1I"))
    assert "The row belongs to round 1; the game is in round 2." in late.problems[0].what


def test_a_gather_of_too_much_brings_it_wherever_it_is_written() -> None:
    for cells in ("| | 3E", "| 3E |"):
        rows = f"1 | turn | Alex | gather | {cells}\n1 | turn | Alex | contribute | Long Forest | 1E\n"
        setup = SEATED.replace("Town Council", "Long Forest")
        assert _verdicts(played(rows, setup=setup)) == [BROKEN, HOLDS]
        more = rows.replace("| 1E\n", "| 4E\n")
        assert _verdicts(played(more, setup=setup)) == [BROKEN, DEPENDS], "4 of 6 Energy as written"


def test_boxes_for_any_token_are_filled_as_told() -> None:
    setup = SEATED + "0 | setup | | variant | Long Game\n"
    rows = (
        "1 | turn | Alex | contribute | Stewardship | 0; any 2S\n"  # he has 1 Support
        "1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Brooke | contribute | Stewardship | 0; any 1E\n"
    )
    assert _verdicts(played(rows, setup=setup)) == [BROKEN, HOLDS, DEPENDS], "no such box is open as written"
    rows = rows.replace("0; any 1E", "1E")
    assert _verdicts(played(rows, setup=setup)) == [BROKEN, HOLDS, HOLDS]


@pytest.mark.parametrize(
    ("told", "later", "verdict"),
    [
        ("Alex Legacy 5", "Alex Legacy 5", DEPENDS),
        ("Alex Legacy 5", "Alex Legacy 0", DEPENDS),
        ("Alex Legacy 5", "Alex Vitals 5", HOLDS),
        ("Alex Vitals 7", "Alex Vitals 7", DEPENDS),
        ("Alex Vitals 7", "Alex Legacy 0", HOLDS),
        ("Alex +2V", "Alex Vitals 7", DEPENDS),
        ("Meaning 99", "Meaning 12", DEPENDS),
        ("Alex Vitals 99", "Alex Vitals 10", DEPENDS),
        ("Alex -9V", "Alex Vitals 0", DEPENDS),
        ("+2S", "Alex Support 3", DEPENDS),
        ("Alex Token 9", "Alex Vitals 5", HOLDS),
    ],
)
def test_a_false_statement_is_taken_over(told: str, later: str, verdict: Verdict) -> None:
    rows = (
        f"1 | turn | Alex | load | Nest | 1E 1I | {told}\n"
        "1 | turn | Alex | gather | | | 2E\n"
        f"1 | turn | Brooke | load | Skin | 1E | {later}\n"
    )
    assert _verdicts(played(rows)) == [BROKEN, HOLDS, verdict]


def test_what_is_paid_is_no_part_of_a_bonus_that_is_told_wrong() -> None:
    rows = (
        "1 | turn | Alex | load | Reciprocity | 1I 1S | +2S\n"  # 1 is paid and 1 comes back
        "1 | turn | Alex | contribute | Stewardship | {}S\n"
    )
    assert _verdicts(played(rows.format(2))) == [BROKEN, DEPENDS]
    assert _verdicts(played(rows.format(1))) == [BROKEN, HOLDS]


@pytest.mark.parametrize(
    "row", ["Zoe | score | 5", "Alex | score | many", "Al | score | 5", "Alex | score |"]
)
def test_a_row_that_is_no_score(row: str) -> None:
    replay = played(f"1 | turn | Alex | gather | | | 2E\n1 | end | {row}\n")
    assert "is no score. Name a player, and the score under Card." in replay.problems[0].what


def test_a_touchpoint_without_an_answer_is_refused() -> None:
    replay = played(
        "1 | turn | Alex | touchpoint | Brooke | give 1S\n1 | turn | Alex | contribute | Local Clinic | 1S\n"
    )
    assert replay.problems[0].what == "Brooke has a choice to make before this, and no row makes it."
    assert _verdicts(replay) == [HOLDS, HOLDS], "Alex has kept the Support"


def test_a_conversion_after_the_last_action() -> None:
    setup = SEATED + "0 | setup | | variant | Optional Conversion\n"
    turn = "1 | turn | Alex | gather | | | 2E\n" * 2
    for last in ("convert", "end turn"):
        replay = played(f"{turn}1 | turn | Alex | {last}\n1 | turn | Brooke | gather | | | 2E\n", setup=setup)
        assert _verdicts(replay) == [HOLDS] * 4
    replay = played(f"{turn}1 | turn | Brooke | gather | | | 2E\n", setup=setup)
    assert _verdicts(replay) == [HOLDS] * 3 and "left" not in replay.problems[0].what


def test_ending_a_turn_that_is_over_ends_no_other() -> None:
    turn = "1 | turn | Alex | gather | | | 2E\n" * 2
    rows = f"{turn}1 | turn | Alex | end turn\n" + "1 | turn | Brooke | gather | | | 2E\n" * 2
    assert _verdicts(played(rows)) == [HOLDS, HOLDS, BROKEN, HOLDS, HOLDS]


def test_an_outcome_has_a_length() -> None:
    replay = played(f"1 | turn | Alex | load | Nest | 1E 1I | {'+1S ' * 40}\n")
    assert "is too long for an outcome. Part outcomes with semicolons." in replay.problems[0].what


def test_tokens_without_a_box_are_paid_as_told() -> None:
    rows = (
        "1 | turn | Alex | contribute | Local Clinic | 3E\n"  # it has 2 boxes for Energy
        "1 | turn | Alex | {}\n"
        "1 | turn | Brooke | contribute | Local Clinic | {}\n"
    )
    assert _verdicts(played(rows.format("load | Skin | 1E", "1I"))) == [BROKEN, DEPENDS, HOLDS]
    assert _verdicts(played(rows.format("gather | | | 2E", "1E"))) == [BROKEN, HOLDS, DEPENDS]


def test_a_load_that_is_forced_makes_nobody_fragile_who_pays_no_vitals() -> None:
    rows = (
        "1 | event | | reveal | Drought\n"
        "1 | turn | Alex | load | Skin | 2E\n"  # 1 Energy too much; 1 + 1 are left
        "1 | turn | Alex | contribute | Food Network | 2E\n"
    )
    assert _small(rows, individual_table={"1": "you -2E"}) == [HOLDS, BROKEN, HOLDS]
    paid = rows.replace("load | Skin | 2E", "load | Moult | 1E")
    laid = SMALL.replace("Habit; Nest; Moult", "Moult; Nest; Habit")
    game = make_game(individual_table={"1": "you -9E"}, start_vitals=1)
    verdicts = _verdicts(replay_text(laid + paid, "game.txt", game))
    assert verdicts == [HOLDS, BROKEN, DEPENDS], (
        "his last Vitals; the consequence takes all Energy, and 1 comes back"
    )
