"""Whatever is printed, the terminal obeys nothing that a stranger wrote."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from generator.cli import main
from generator.ground.terminal import TameStream, tame, tamed_streams, untamed
from tests.shared.games_made import starter_game

NASTY = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e"


def test_what_a_terminal_obeys_is_replaced_and_nothing_else() -> None:
    assert tame(NASTY).count("\N{REPLACEMENT CHARACTER}") == 5 and tame("\r") == "\N{REPLACEMENT CHARACTER}"
    kept = "a\tb\n\u00a0\u2009é 🏛️ 🧑\u200d🤝\u200d🧑 \u05e9\u200f"
    assert tame(kept) == kept


def test_every_print_goes_through_it_and_streams_are_given_back() -> None:
    before = sys.stdout
    with tamed_streams():
        assert isinstance(sys.stdout, TameStream) and untamed(sys.stdout) is before  # type: ignore[arg-type]
        with tamed_streams():
            assert untamed(sys.stdout) is before  # type: ignore[arg-type]
    assert sys.stdout is before


def test_lines_are_tamed_too() -> None:
    stream = io.StringIO()
    TameStream(stream).writelines(["a\x1b", "b\n"])
    assert stream.getvalue() == "a\N{REPLACEMENT CHARACTER}b\n"


@pytest.mark.parametrize("command", ["check", "dump", "diff", "rename x y", "export --list", "profile"])
def test_names_of_folders_and_headers_reach_no_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    game = starter_game(tmp_path / "ga\x1b[2Jme")
    (game / "card_data.xlsx").unlink()
    (game / "card_data").mkdir()
    (game / "card_data" / "Tiles.csv").write_text("Title,Co\x1b[2Jst,=cmd|x\na,b,c\n")
    main([*command.split(), "--game", str(game)])
    done = capsys.readouterr()
    assert "\x1b" not in done.out + done.err
