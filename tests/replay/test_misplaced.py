"""A slip in a Round, Phase or Player cell is told as that, not as thirty illegal moves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.games.meaning_made.playing.vocabulary import VOCABULARY
from generator.ground.problems import Severity
from generator.replay.mending import Fate, repair
from generator.replay.script import ScriptLine, line_of, lines_text
from generator.replay.tree import folded
from tests.shared.scripts import Played, _tweaked, played, replay_text, said, shipped_game, shipped_sample
from tests.shared.toy_games import SEATS, playing

SAMPLE = [line_of(row) for row in shipped_sample().script.rows]
FIRST = len(shipped_sample().script.setup)


def _with(at: range, column: str, *, says: Any) -> Played:
    lines: list[ScriptLine] = list(SAMPLE)
    for row in at:
        lines[row] = lines[row]._replace(**{column: says})
    return replay_text(lines_text(lines, VOCABULARY), "game.txt", shipped_game())


def _at(row: int) -> range:
    return range(row - 2, row - 1)  # the sheet's first row names the columns, and so does the text's


def test_a_wrong_round_is_told_as_that() -> None:
    replay = _with(_at(33), "round", says=4)
    (problem,) = replay.problems
    assert problem.what == "Row 33 says round 4; by its place it is round 2."
    assert problem.mend.startswith("Write 2 under Round")
    assert problem.severity is Severity.ERROR and problem.where == "game.txt:33"
    assert not replay.valid and replay.final == shipped_sample().final
    assert folded(replay) == replay.problems


def test_wrong_rounds_below_each_other_are_one_slip() -> None:
    (problem,) = _with(range(34, 38), "round", says=4).problems
    assert problem.what == "Rows 36 to 39 say round 4; by their place they are round 3."
    found = [problem.what for problem in _with(range(33, 44), "round", says=5).problems]
    assert found == ["Rows 35 to 45 say round 5; by their place they are round 3."]


def test_nearly_every_wrong_round_of_the_sample_is_understood() -> None:
    """But for whoever keeps their Support without being asked: that holds in any round."""
    told: Counter[str] = Counter()
    for at in range(FIRST, len(SAMPLE) - 4, 3):
        for says in (SAMPLE[at].round + 1, SAMPLE[at].round - 1):
            if says < 1:
                continue
            found = [problem.what for problem in _with(range(at, at + 1), "round", says=says).problems]
            wanted = f"Row {at + 2} says round {says}; by its place it is round {SAMPLE[at].round}."
            told["understood" if found == [wanted] else "silent" if not found else "other"] += 1
    assert told["other"] == 0 and told["silent"] <= 4 and told["understood"] >= 40


@pytest.mark.parametrize(
    ("row", "column", "says", "sentence"),
    [
        (14, "player", "Casey", "Row 14 says Casey; by its place it is Brooke."),
        (25, "player", "Drew", "Row 25 says Drew; by its place it is Alex."),
        (24, "phase", "window", "Row 24 says the phase window; by its place it is the phase turn."),
        (23, "phase", "turn", "Row 23 says the phase turn; by its place it is the phase event."),
    ],
)
def test_a_wrong_phase_or_player_is_told_as_that(row: int, column: str, says: str, sentence: str) -> None:
    assert [problem.what for problem in _with(_at(row), column, says=says).problems] == [sentence]


def test_a_row_that_is_missing_is_no_slip() -> None:
    turns = "1 | turn | Alex | gather | | | 2E\n1 | turn | Brooke | gather | | | 2E\n"
    assert said(played(turns)) == ["Alex has 1 action left in round 1, and no row uses them."]
    lines = [*SAMPLE]
    del lines[15]  # Casey's second action of the first round
    found = replay_text(lines_text(lines, VOCABULARY), "game.txt", shipped_game()).problems
    assert not any("by its place" in problem.what for problem in found)


def test_a_slip_is_changed_by_a_repair_and_nothing_else() -> None:
    made = repair(_with(_at(33), "round", says=4), seed=1)
    assert made is not None
    (changed,) = [row for row in made.rows if row.fate is not Fate.KEPT]
    assert changed.fate is Fate.CHANGED and changed.line == SAMPLE[31] and made.left_out == 0


def test_the_slips_of_a_toy(tmp_path: Path) -> None:
    play, _ = playing("pebbles", tmp_path / "none")
    rows = [f"{at // 2 + 1}\tturn\t{('Ada', 'Bo')[at % 2]}\ttake\t\t2\n" for at in range(8)]
    rows[3] = rows[3].replace("2\tturn", "3\tturn", 1)
    found = play.replay_text(SEATS["pebbles"] + "".join(rows), "g.txt").problems
    assert found[0].what == "Row 6 says round 3; by its place it is round 2."
    assert [problem.severity for problem in found[1:]] == [Severity.WARNING]  # it stops before the end


# ---------------------------------------------------------------- what holds is not flagged


@pytest.mark.parametrize(
    ("sheet", "key", "column", "value"),
    [
        ("Patterns", "Growth", "Requirement", "1E"),  # lies in the deck, and nobody loads it
        ("Patterns", "Kinship", "Bonus", "+2E"),
        ("Rules", "Vitals Max", "Value", 12),
    ],
)
def test_a_step_that_holds_though_its_card_changed_is_not_flagged(
    sheet: str, key: str, column: str, value: object, tmp_path: Path
) -> None:
    assert _tweaked(tmp_path, sheet, key, column, value).problems == ()


def test_what_a_changed_card_gives_beside_what_is_stated_is_not_flagged(tmp_path: Path) -> None:
    """Nest brings Alex one Vitals more: his step holds, and only his score is another."""
    found = _tweaked(tmp_path, "Patterns", "Nest", "Bonus", "+1S +1V").problems
    assert [problem.where for problem in found] == ["Sample Game!E83"]
