"""The command line: exit codes, messages, and never a traceback."""

from __future__ import annotations

import errno
import io
import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from generator import __version__, cli
from generator.cli.command import show
from generator.cli.console import ProgressBar, problems_text
from generator.ground.problems import error, warning
from tests.shared.games_made import change, files


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


def test_check_of_a_good_game(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "--game", game) == 0
    assert capsys.readouterr().out == "No problems.\n"


def test_check_lists_everything_errors_first_and_counts(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(game, "Tiles!B2", "Desert")
    change(game, "Tiles!C10", "3 Gold")
    assert run("check", "--game", game) == 1
    out = capsys.readouterr().out
    assert out.index("Tiles: errors") < out.index("B2") < out.index("C10")
    assert out.rstrip().endswith("2 errors.")


def test_check_for_machines(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(game, "Tiles!B2", "Desert")
    assert run("check", "--json", "--game", game) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["errors"] == 1 and told["warnings"] == 0
    assert told["problems"][0]["where"] == "Tiles!B2"
    assert set(told["problems"][0]) == {"severity", "where", "what", "mend"}


def test_dump_prints_the_workbook(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("dump", "--game", game) == 0
    assert "Clover Field" in capsys.readouterr().out


def test_build_says_what_lies_where(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "--game", game, "--paper", "A4") == 0
    told = capsys.readouterr()
    assert "output/A4: " in told.out.replace("\\", "/") and "sheets of paper" in told.out
    said = [line for line in told.out.splitlines() if line.startswith("  Land tiles")]
    assert said and all("pieces: 2 sheets (" in line and "flip on the long edge" in line for line in said)
    assert len(told.out.splitlines()) < 12, "a line for each component and paper"
    assert told.err == "", "no progress bar without a terminal"
    assert set(files(game / "output")) == {
        "A4/MyGame_v0.1_CutGuide_A4.pdf",
        "A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "A4/MyGame_v0.1_Tokens_A4.pdf",
        "README.txt",
    }


def test_build_of_named_cards(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "Tiles", "--only", "Old Oak, Reed Bay", "--paper", "letter", "--game", game) == 0
    assert "Tiles_Letter_duplex_only.pdf" in capsys.readouterr().out
    assert run("build", "Tiels", "--game", game) == 1
    told = "command line: errors\n  There is no component “Tiels”.\n  Did you mean Tiles or Tokens?"
    assert told in capsys.readouterr().err
    assert run("build", "land tiles", "--paper", "a4", "--game", game) == 0, "the title does as well"
    assert "Land tiles" in capsys.readouterr().out
    assert (game / "output/A4/MyGame_v0.1_Tiles_A4_duplex.pdf").is_file()
    assert run("build", "--only", ",", "--game", game) == 1
    assert "No title is named." in capsys.readouterr().err


@pytest.mark.parametrize(
    "only", [['Reed Bay,"Oak, Old"'], ["Reed Bay", '"Oak, Old"'], [' "Oak, Old" , "Reed Bay"']]
)
def test_a_title_with_a_comma_stands_in_quotes(
    only: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(game, "Tiles!A2", "Oak, Old")
    options = [part for title in only for part in ("--only", title)]
    assert run("build", *options, "--paper", "a4", "--game", game) == 0
    assert "3 pieces" in capsys.readouterr().out


def test_new_and_dress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "river race", "--game", tmp_path) == 0
    assert "pnp build --game" in capsys.readouterr().out
    assert run("dress", "--game", tmp_path / "river race") == 0
    assert run("check", "--game", tmp_path / "river race") == 0
    assert run("new", "a/b", "--game", tmp_path) == 1


@pytest.mark.parametrize(
    "argv",
    [[], ["bake"], ["build", "--paper", "a5"], ["check", "--colour"], ["build", "--flip", "round"]],
)
def test_a_command_that_is_not_understood(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv) == 2
    assert "usage: pnp" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("build --papr a4", "pnp build: There is no option “--papr”. Did you mean --paper?"),
        ("build --strickt=3", "pnp build: There is no option “--strickt”. Did you mean --strict?"),
        ("replay --xyzzy", "pnp replay: There is no option “--xyzzy”. pnp replay --help says what it takes."),
        ("check Patterns", "pnp check: “Patterns” is a word too many. pnp check --help says what it takes."),
        ("--game there check", "pnp: Options stand behind the command: pnp check --game …"),
        ("--verzion", "pnp: There is no option “--verzion”. Did you mean pnp --version?"),
        ("chekc", "pnp: There is no command “chekc”. Did you mean pnp check?"),
    ],
)
def test_what_may_be_meant(argv: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv.split()) == 2
    told = capsys.readouterr().err
    assert told.startswith("usage: pnp") and told.endswith(f"\n{said}\n")


def test_a_folder_of_csv_files_is_a_game_too(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (game / "card_data.xlsx").unlink()
    (game / "card_data").mkdir()
    (game / "card_data" / "Fields.csv").write_text("Sheet,Column,Type\n")
    monkeypatch.chdir(game)
    assert run() == 2
    assert "This folder is a game. What to do next:" in capsys.readouterr().err


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"pnp {__version__}\n"
    assert run("build", "--help") == 0


@pytest.mark.parametrize("command", ["check", "build", "dump", "dress"])
def test_a_folder_that_is_no_game(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "--game", tmp_path) == 1
    told = capsys.readouterr()
    assert "There is no workbook here." in told.out + told.err


@pytest.mark.parametrize("command", ["check", "build", "dump", "dress"])
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"a,b\n1,2\n"], ids=["empty", "torn", "csv"])
def test_a_workbook_that_is_none(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card_data.xlsx").write_bytes(content)
    assert run(command, "--game", tmp_path) == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    assert "card_data.xlsx" in told.out + told.err
    assert (tmp_path / "card_data.xlsx").read_bytes() == content


def test_an_unexpected_fault_asks_for_a_report(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("generator.story.build", fail)
    assert run("build", "--game", game) == 1
    told = capsys.readouterr().err
    assert "ZeroDivisionError: by nought" in told and "report" in told and "Traceback" not in told
    assert run("build", "--game", game, "--debug") == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_full_disk_is_said_in_so_many_words(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("generator.story.build", fail)
    assert run("build", "--game", game) == 1
    assert "The disk is full." in capsys.readouterr().err


def test_an_interrupted_build(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.story.build", interrupt)
    assert run("build", "--game", game) == 130
    assert "Stopped" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [error("Tiles!B2", "It is wrong.", "Mend it.")]
    for variable, value, coloured in (("TERM", "xterm", True), ("NO_COLOR", "1", False)):
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv(variable, value)
        stream = Terminal()
        show(problems, stream)
        assert ("\x1b[" in stream.getvalue()) is coloured
    plain = io.StringIO()
    monkeypatch.delenv("NO_COLOR")
    show(problems, plain)
    assert "\x1b" not in plain.getvalue()


def test_the_progress_bar_shows_on_a_terminal_only() -> None:
    stream, pipe = Terminal(), io.StringIO()
    for target in (stream, pipe):
        bar = ProgressBar(target)
        bar("faces", 3, 12)
        bar.clear()
    assert "faces" in stream.getvalue() and "3/12" in stream.getvalue()
    assert pipe.getvalue() == ""


def test_the_progress_bar_says_what_is_done_and_how_long_the_rest_may_take() -> None:
    stream, now = Terminal(), [100.0]
    bar = ProgressBar(stream, lambda: now[0])
    for seconds, count, words in (
        (100, 0, "drawing faces 0/300"),
        (101, 30, "drawing faces 30/300"),
        (110, 100, "drawing faces 100/300, about 20 s more"),
        (400, 150, "drawing faces 150/300, about 5 min more"),
        (410, 300, "drawing faces 300/300"),
    ):
        now[0] = seconds
        bar("faces", count, 300)
        line = stream.getvalue().rpartition("\r")[2]
        assert line.removesuffix("\x1b[K").lstrip("█░ ") == words
        assert len(line) <= 80


def test_problems_are_grouped_and_sorted_and_tamed() -> None:
    problems = [
        warning("Tiles!A2", "A warning.", "Look."),
        error("Tiles!B10", "Ten.", "Mend."),
        error("Tiles!AA9", "Far right.", "Mend."),
        error("Tiles!B9", "Nine\x1b[2J.", "Mend."),
        error("templates/tile.svg:12", "Broken.", "Mend."),
    ]
    text = problems_text(problems)
    order = [text.index(word) for word in ("Nine", "Far right", "Ten", "Broken", "A warning")]
    assert order == sorted(order)
    assert "\x1b" not in text
    assert text.endswith("4 errors, 1 warning.")


def test_what_holds_for_many_cells_is_said_once() -> None:
    same = [error(f"Cards!C{row}", "“Q” is no symbol.", "Use E.") for row in (9, 10, 2, 3, 4, 5)]
    assert problems_text([*same, same[0], error("Cards!A1", "Other.", "Mend.")]).splitlines()[:6] == [
        "Cards: errors",
        "  A1  Other.",
        "      Mend.",
        "  C2, C3, C4, C5 and 2 more  “Q” is no symbol.",
        "                             Use E.",
        "",
    ]


def test_causes_come_before_what_follows_from_them() -> None:
    places = ("Cards!A2", "Zoo!A2", "Icons!A2", "Fields!B9")
    lines = problems_text([error(place, "Wrong.", "Mend.") for place in places]).splitlines()
    assert [line.partition(":")[0] for line in lines if "errors" in line][:4] == [
        "Fields",
        "Icons",
        "Cards",
        "Zoo",
    ]


def test_only_cells_and_lines_are_told_from_a_place() -> None:
    places = ("C:\\games\\card_data.xlsx", "a:b", "My Game!", "Cards!B3", "templates/a.svg:7")
    lines = problems_text([error(place, "Wrong.", "Mend.") for place in places]).splitlines()
    assert [line for line in lines if line.endswith("errors")] == [
        "C:\\games\\card_data.xlsx: errors",
        "Cards: errors",
        "My Game!: errors",
        "a:b: errors",
        "templates/a.svg: errors",
    ]
    assert "  B3  Wrong." in lines
    assert "  line 7  Wrong." in lines


def test_a_console_without_utf8_and_a_closed_pipe(game: Path) -> None:
    change(game, "Tiles!A2", "Żółw ☀️")
    command = [sys.executable, "-m", "generator", "dump", "--game", str(game)]
    root = Path(__file__).parents[2]
    shown = subprocess.run(
        command, cwd=root, env={"PYTHONIOENCODING": "cp1252", "PATH": ""}, capture_output=True, check=True
    )
    assert "Żółw ☀️".encode() in shown.stdout
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_the_help_lists_every_command_on_one_page_of_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 40 and max(map(len, lines)) <= 80
    listed = [line.split()[0] for line in lines if re.match(r"  [a-z][a-z-]+ ", line)]
    assert sorted(listed) == sorted(cli._parser()[1])


def test_a_command_is_a_value_whose_options_say_what_they_are() -> None:
    commands = [command for group in cli._GROUPS.values() for command in group]
    assert len({command.name for command in commands}) == len(commands)
    for command in commands:
        assert command.__dataclass_params__.frozen  # type: ignore[attr-defined]
        told = [entry.metadata["arguments"] for entry in fields(command) if entry.metadata]
        assert len(told) >= 3 and all(arguments["help"] or "choices" in arguments for arguments in told)
