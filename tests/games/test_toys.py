"""Two rulesets that the package does not know: checked, built, replayed, mended, printed, by one to nine."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from generator.checks.checked import read
from generator.games import GAMES
from generator.ground.problems import has_errors
from generator.ground.project import open_project
from generator.replay.mending import repair
from generator.replay.play import Playing
from generator.sheets.sheet import A4
from generator.story import BuildOptions, Summary, build, examine
from tests.shared.game_folders import check_game
from tests.shared.toy_games import HEADER, SEATS, playing
from tests.toys.folders import TOYS, toy_folder


def said(play: Playing, rows: str) -> list[str]:
    replay = play.replay_text(rows, "game.txt")
    return [problem.what for problem in replay.problems if "stops in round" not in problem.what]


def text_of(summary: Summary) -> str:
    """All that the printed appendix says."""
    path = next(file.path for file in summary.files if "SampleGame" in file.path)
    document = pypdfium2.PdfDocument(summary.output / path)
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


@pytest.mark.quick(6)
@pytest.mark.parametrize("players", range(1, 10))
@pytest.mark.parametrize("name", TOYS)
def test_a_toy_is_played_mended_and_printed(name: str, players: int, tmp_path: Path) -> None:
    play, _ = playing(name, tmp_path / "none")
    script = play.sample_text(seed=players, players=players)
    assert play.sample_text(seed=players, players=players) == script
    folder = toy_folder(tmp_path / "game", name, script)
    summary = build(open_project(folder), BuildOptions(papers=(A4,)), games=TOYS)
    assert (summary.problems, summary.sample) == ((), ())
    written = text_of(summary)
    assert "every one of them legal" in written and "Alex" in written
    assert "The heap is gone." in written or "The marker rests on" in written

    lines = script.splitlines(keepends=True)
    moves = [at for at, line in enumerate(lines) if "\tplay\t" in line or "\ttake\t" in line]
    at = moves[len(moves) // 2]
    replayed = play.replay_text("".join(lines[:at] + lines[at + 1 :]), "game.txt")
    assert replayed.problems
    mended = repair(replayed, seed=1)
    assert mended is not None and 0 < mended.kept < len(lines)  # type: ignore[attr-defined]
    again = play.replay_text(mended.text, "game.txt").problems
    untold = ("Nothing is told", "(read again)")  # new rows have no words, others are of another step now
    assert [problem for problem in again if not any(word in problem.what for word in untold)] == []


def test_the_package_does_not_know_them(tmp_path: Path) -> None:
    assert not set(TOYS) & set(GAMES)
    project = open_project(toy_folder(tmp_path / "game", "pebbles", HEADER))
    found = examine(project)
    assert ["The program does not know the rules of “pebbles”." in problem.what for problem in found].count(
        True
    ) == 1
    assert not has_errors(examine(project, games=TOYS))


def test_a_ruleset_checks_its_workbook(tmp_path: Path) -> None:
    folder = toy_folder(tmp_path / "game", "pebbles", HEADER)
    book, problems = read(open_project(folder))
    checked = check_game(open_project(folder), book, problems, games=TOYS)
    assert (
        checked.game is checked.book and checked.module is not None and len(checked.module.players(book)) == 9
    )


def test_one_who_is_asked_may_answer_or_be_silent(tmp_path: Path) -> None:
    play, _ = playing("pebbles", tmp_path / "none")
    rows = SEATS["pebbles"] + "1\tturn\tAda\ttake\t\t2\n1\tturn\tBo\task\n"
    given = rows + "1\tturn\tAda\tgive\n2\tturn\tAda\ttake\t\t1\t+1pe\n"
    assert said(play, given) == []
    silent = rows + "2\tturn\tAda\ttake\t\t1\tAda Pebble 3\n"
    assert said(play, silent) == []
    assert said(play, silent.replace("Pebble 3", "Pebble 2")) == [
        "Round 2, Ada take: The row states Ada Pebble 2; Ada’s Pebble is 3."
    ]
    wrong = SEATS["pebbles"] + "1\tturn\tAda\ttake\t\t4\n"
    problem = play.replay_text(wrong, "game.txt").problems[0]
    assert problem.what == "Round 1, Ada take is not legal: Ada cannot take 4; 17 lie there."
    assert problem.mend.startswith("The rule: Nobody takes more")


def test_those_who_choose_at_once_may_be_told_in_any_order(tmp_path: Path) -> None:
    play, _ = playing("dancers", tmp_path / "none")
    seats = "0\tsetup\tAda\tseat\t\tamber blue\n0\tsetup\tBo\tseat\t\tamber amber\n"
    rows = ["1\tchoose\tAda\tplay\tAmber\n", "1\tchoose\tBo\tplay\tAmber\n"]
    last = "2\tdance\tBo\tplay\tAmber\n2\tdance\tAda\tplay\tBlue\t\tRing 3\n3\tend\tAda\tscore\t3\n"
    assert said(play, seats + "".join(rows) + last) == []
    assert said(play, seats + "".join(reversed(rows)) + last) == []
    assert said(play, seats + rows[0] + last)[0] == "Row 4 says round 2; by its place it is round 1."
    late = last.replace("Bo\tplay\tAmber", "Bo\tplay\tBlue")  # what Bo does not hold, in any round
    assert "Bo has to act in round 1 before this, and no row says how." in said(play, seats + rows[0] + late)
    assert "It is the turn of Bo, not of Ada." in said(play, seats + rows[0] + rows[0])[0]
