"""Scripts of strangers: every one ends in Problems, few and short, after steps in proportion to its rows."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from generator import cli
from generator.ground.problems import Severity
from generator.replay import errors
from generator.replay.errors import LONGEST_SHOWN
from generator.replay.findings import MOST_FINDINGS
from generator.replay.names import LONGEST_NAME
from generator.replay.script import LONGEST_CELL, LONGEST_LIST
from tests.shared.scripts import ROOT, SEATED, played, said, sample_text, shipped_game

LONG = "x" * 5_000
KINDS = {
    "no action": "1 | turn | Alex | juggle{}",
    "no card": "1 | turn | Alex | load | Xyzzy{}",
    "no player": "1 | turn | P{} | gather | | | 2E",
    "no outcome": "1 | turn | Alex | load | Nest | 1E 1I | {} joy",
    "the same load": "1 | turn | Alex | load | Nest | 1E 1I | +1S | {}",
    "a load from the deck": "1 | turn | Alex | load | Signal | 2I | | {}",
    "contributions told as completed": "1 | turn | Alex | contribute | Local Clinic | 1E | completed | {}",
    "Events that are told": "1 | event | | reveal | ? | | all +9E; -1M | {}",
    "many claims": "1 | turn | Alex | load | Nest | 1E 1I | Meaning 9; all +1E; Alex Legacy 20 | {}",
    "losses": "1 | turn | Alex | lose | | 9E | | {}",
    "numbers that are told": "1 | turn | Alex | load | Nest | 1E 1I | | {} {{energy}}, 99 {{insight}}",
    "rounds back and forth": "{0} | turn | Alex | gather | | | 2E | {0}",
    "late rounds": "999 | turn | Alex | gather | | | 2E | {}",
    "scores": "1 | end | Alex | score | {}",
    "seats": "0 | setup | P{} | seat",
    "decks": "0 | setup | | deck | Events | as told | {}\n1 | event | | reveal | Fog Bank",
}


def _rows(kind: str, count: int) -> str:
    return "".join(KINDS[kind].format(at) + "\n" for at in range(count))


def _calls(kind: str, count: int) -> int:
    """How many calls of functions a replay takes."""
    calls = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    text = _rows(kind, count)
    sys.setprofile(counted)
    try:
        played(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("kind", KINDS)
def test_the_steps_grow_as_the_rows_do(kind: str) -> None:
    played(_rows(kind, 1))  # what is kept from game to game is there by now
    begun, more, most = (_calls(kind, count) for count in (20, 60, 100))
    assert most - more <= 1.3 * (more - begun) + 2_000


@pytest.mark.parametrize("kind", KINDS)
def test_findings_are_few_and_short(kind: str) -> None:
    replay = played(_rows(kind, MOST_FINDINGS + 60))
    assert len(replay.problems) <= MOST_FINDINGS + 1
    for problem in replay.problems:
        assert len(problem.what) + len(problem.mend) < 500, problem


def test_what_is_not_listed_is_counted() -> None:
    replay = played(_rows("no action", MOST_FINDINGS + 60))
    last = replay.problems[-1]
    assert last.what == "There are 60 more findings, which are not listed."
    assert (last.where, last.severity) == ("game.txt", Severity.ERROR)
    assert len(played(_rows("no action", MOST_FINDINGS)).problems) == MOST_FINDINGS


def test_names_are_compared_for_listed_findings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    monkeypatch.setattr(errors, "nearest", lambda wrong, known: compared.append(wrong) or [])
    played(_rows("no card", MOST_FINDINGS + 100))
    assert len(compared) <= MOST_FINDINGS


@pytest.mark.parametrize("column", range(8))
def test_a_cell_of_a_million_characters(column: int) -> None:
    cells = ["1", "turn", "Alex", "load", "Nest", "1E 1I", "+1S", "said"]
    cells[column] = "y " * 450_000
    replay = played("|".join(cells))
    assert replay.problems[0].severity is Severity.ERROR
    assert "has 899,999 characters" in replay.problems[0].what


@pytest.mark.parametrize(
    "row",
    [
        f"1 | turn | {LONG[:LONGEST_CELL]} | gather | | | 2E",
        f"1 | turn | Alex | load | {LONG[:LONGEST_CELL]}",
        f"1 | turn | Alex | {LONG[:LONGEST_CELL]}",
        f"{LONG[:LONGEST_CELL]} | turn | Alex | pass",
        f"1 | {LONG[:LONGEST_CELL]} | Alex | pass",
        f"1 | turn | Alex | gather | | | {LONG[:LONGEST_CELL]}",
        f"1 | turn | Alex | load | Nest | 1E 1I | {LONG[:LONGEST_CELL]}",
        f"1 | turn | Alex | load | Nest | 1E 1I | +1{LONG[:100]}",
        f"1 | turn | Alex | load | Nest | {LONG[:LONGEST_LIST]}",
        f"1 | turn | Alex | recycle | {LONG[:LONGEST_CELL]}",
        f"1 | event | | reveal | {LONG[:LONGEST_CELL]}",
        f"1 | end | {LONG[:LONGEST_CELL]} | score | {LONG[:LONGEST_CELL]}",
        f"0 | setup | | seed | {LONG[:LONGEST_CELL]}",
        f"0 | setup | | variant | {LONG[:LONGEST_CELL]}",
        f"0 | setup | | deck | {LONG[:LONGEST_CELL]} | Nest",
        f"0 | setup | | deck | Patterns | {LONG[:LONGEST_LIST]}",
        f"0 | setup | {LONG[:LONGEST_CELL]} | seat",
    ],
)
def test_messages_show_the_beginning_of_a_strangers_text(row: str) -> None:
    replay = played(f"{row}\n1 | turn | Alex | pass\n")
    assert replay.problems
    for problem in replay.problems:
        assert "x" * (LONGEST_SHOWN + 1) not in f"{problem}", problem


@pytest.mark.parametrize("digits", ["9" * 5, "9" * 5_000, "٣" * 30])
def test_numbers_without_end(digits: str) -> None:
    for gains in (f"Meaning {digits}", f"+{digits}E", f"Alex -{digits}V"):
        replay = played(f"1 | turn | Alex | load | Nest | 1E 1I | {gains[: LONGEST_CELL - 1]}")
        assert replay.problems[0].severity is Severity.ERROR


def test_players_names_have_a_length() -> None:
    setup = SEATED.replace("Alex", "A" * (LONGEST_NAME + 1))
    assert said(played("1 | turn | Brooke | pass", setup=setup)) == [
        f"“{'A' * 39}…” has 41 letters; a name has at most 40."
    ]


def test_control_characters_reach_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "controls.txt"
    row = "1 | turn | Al\x1b[2Jex\x07 | load | \x1b]0;title\x07 | \x9b31m | \u202e"
    file.write_text(SEATED + row, encoding="utf-8")
    assert cli.main(["replay", str(file), "--game", str(ROOT)]) == 1
    out = capsys.readouterr().out
    assert all(sign.isprintable() or sign == "\n" for sign in out)


# ---------------------------------------------------------------- files


def _replayed(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["replay", str(file), "--game", str(ROOT)]) == 1
    told = capsys.readouterr()
    text = told.err + told.out
    assert "unexpected" not in text and max(map(len, text.splitlines())) < 400
    return text


def test_files_that_are_no_scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin, huge, rows = tmp_path / "latin.txt", tmp_path / "huge.txt", tmp_path / "rows.txt"
    latin.write_bytes("Ängste | spielen".encode("latin-1"))
    with huge.open("wb") as file:
        file.truncate(1 << 33)  # eight gigabytes of nothing
    rows.write_text("1|turn|A|pass\n" * 100_000, encoding="utf-8")
    assert "no text in UTF-8" in _replayed(latin, capsys)
    assert "larger than 4 MB" in _replayed(huge, capsys)
    said_of_rows = _replayed(rows, capsys)
    assert "The file has 1,400,000 characters." in said_of_rows and "names no players" not in said_of_rows
    assert "This is a folder" in _replayed(tmp_path, capsys)
    assert "There is no such file" in _replayed(tmp_path / "none.txt", capsys)
    assert "No file of a script has such a name" in _replayed(Path("n" * 5_000), capsys)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "not a regular file" in _replayed(tmp_path / "pipe", capsys)
        assert "not a regular file" in _replayed(Path("/dev/zero"), capsys)


@pytest.mark.slow
def test_what_stands_there_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, link, dangling = tmp_path / "kept.txt", tmp_path / "link.txt", tmp_path / "dangling.txt"
    kept.write_text("mine", encoding="utf-8")
    link.symlink_to(kept)
    dangling.symlink_to(tmp_path / "nowhere.txt")
    for path in (kept, link, dangling, tmp_path):
        assert cli.main(["sample-game", "--game", str(ROOT), "--out", str(path)]) == 1
        assert "There is such a file already." in capsys.readouterr().err
    for path in (kept / "deeper.txt", tmp_path / "none" / "new.txt", tmp_path / ("n" * 5_000)):
        assert cli.main(["sample-game", "--game", str(ROOT), "--out", str(path)]) == 1
        assert "The file cannot be written" in capsys.readouterr().err
    assert kept.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling.txt", "kept.txt", "link.txt"]


@pytest.mark.parametrize(
    "words",
    [
        ("--seed", "-1"), ("--seed", "1000000000"), ("--seed", "9" * 6_000), ("--seed", "٣"),
        ("--players", "-3"), ("--players", "0"), ("--players", "100"), ("--players", "9" * 6_000),
    ],
)  # fmt: skip
def test_seeds_and_players_that_no_game_has(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["sample-game", "--game", str(ROOT), *words]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("seed", [0, 999_999_999])
def test_the_outermost_seeds_make_games_that_hold(seed: int) -> None:
    text = sample_text(shipped_game(), seed=seed, players=2)
    assert said(played(text, setup="")) == []
