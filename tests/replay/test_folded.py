"""One changed number gives one message, and a tree of causes for whoever asks for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator import cli
from generator.ground.problems import Severity
from generator.replay.tree import folded, tree_text
from tests.shared.scripts import PUBLISHED, ROOT, _tweaked, played, replay_text, shipped_game, shipped_sample
from tests.shared.toy_games import HEADER, SEATS, playing


def test_many_findings_of_one_cause_are_one_problem(tmp_path: Path) -> None:
    replayed = _tweaked(tmp_path, "Patterns", "Reciprocity", "Requirement", "2I 1S")
    assert len(replayed.problems) > 10
    (told,) = folded(replayed)
    assert told.severity is Severity.ERROR and told.where == "Sample Game!F13"
    assert told.what == (
        f"{replayed.wrong} steps of the sample game no longer hold, from row 13 on; the first: Round 1, "
        "Brooke load Reciprocity is not legal: Reciprocity costs 2 Insight and 1 Support; the row pays "
        "1 Insight and 1 Support."
    )
    listed = {finding.row for finding in replayed.findings if finding.row}
    assert replayed.wrong == len(listed) + 3, "the scores of four players are told once"


def test_a_tree_has_what_depends_on_a_cause_below_it(tmp_path: Path) -> None:
    replayed = _tweaked(tmp_path, "Rules", "Donation Cap", "Value", 2)
    lines = tree_text(replayed).splitlines()
    assert lines[0].startswith("Sample Game: 3 steps do not hold: 1 finding of its own, 2 that depend")
    assert lines[2].startswith("D79  Round 6, Casey donate is not legal: ")
    assert lines[3:5] == [
        "    The rule: Donations bring the world only so much Meaning in a round.",
        "    2 depend on it:",
    ]
    assert lines[5] == "      G80  Round 7, reveal Falling Tower: The row states Meaning 5; Meaning is 4."
    assert len(lines) == 7


def test_every_finding_is_in_the_tree_once() -> None:
    published = replay_text(PUBLISHED.read_text(encoding="utf-8"), "example.txt", shipped_game())
    tree = tree_text(published)
    assert tree.count("\nline ") == 24 + 2 + 1
    assert sum(line.startswith("      line ") for line in tree.splitlines()) == 6 + 1, (
        "the scores are told once"
    )
    (told,) = folded(published)
    assert told.what.startswith("35 steps of example.txt no longer hold, from row 14 on; the first: ")


def test_one_finding_is_told_as_it_is() -> None:
    replay = played("1 | turn | Alex | load | Nest | 1E 1I\n")
    assert folded(replay) == replay.problems and len(replay.problems) == 1
    assert folded(shipped_sample()) == ()
    assert folded(played("1 | turn | Alex | gather | | | 2E", setup=""))[0].what.startswith(
        "The script names"
    )


def test_a_toy_is_folded_too(tmp_path: Path) -> None:
    play, _ = playing("pebbles", tmp_path / "none")
    replay = play.replay_text(SEATS["pebbles"] + "1\tturn\tAda\ttake\t\t4\n1\tturn\tBo\ttake\t\t9\n", "g.txt")
    assert folded(replay)[0].what.startswith("2 steps of g.txt no longer hold, from row 3 on; the first: ")
    assert HEADER.strip() and tree_text(replay).count("is not legal") == 2


@pytest.fixture
def tweaked_folder(tmp_path: Path) -> Path:
    for part in ("templates", "icons", "fonts", "art"):
        shutil.copytree(ROOT / part, tmp_path / part)
    book = load_workbook(ROOT / "card_data.xlsx")
    row = next(row for row in book["Rules"].iter_rows(min_row=2) if row[0].value == "Donation Cap")
    row[1].value = 2
    book.save(tmp_path / "card_data.xlsx")
    return tmp_path


@pytest.mark.slow
def test_check_folds_unfolds_and_tells_machines_all(
    tweaked_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(*words: str) -> str:
        assert cli.main(["check", "--game", str(tweaked_folder), *words]) == 1
        return capsys.readouterr().out

    folded = check()
    assert folded.count("Sample Game: ") == 1 and "3 steps of the sample game" in folded
    assert "\n1 error.\n" in folded
    unfolded = check("--replay")
    assert unfolded.startswith(folded.rstrip("\n")) and "      G80  Round 7" in unfolded
    listed = json.loads(check("--json"))
    at = [problem["where"] for problem in listed["problems"] if problem["severity"] != "note"]
    assert at == [
        "Sample Game!D79", "Sample Game!G80", "Sample Game!G82",
    ]  # fmt: skip
    assert cli.main(["replay", "--game", str(tweaked_folder)]) == 1
    assert "      G82  Round 7" in capsys.readouterr().out
