"""Icons of the shelf are looked for by what they show or stand for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.cli import main
from generator.faces.shelf import icons_like, shelf_icons
from generator.ground.project import SHELF


def test_words_are_those_of_icons_that_are_there() -> None:
    words = tomllib.loads((SHELF / "icon_words.toml").read_text("utf-8"))
    drawn = {path.stem for path in (SHELF / "icons").glob("*.svg")}
    assert words.keys() <= drawn == shelf_icons().keys()


def test_an_icon_is_one_that_shows_it_or_stands_for_it() -> None:
    assert "coin" in icons_like("Money") and "heart" in icons_like("heart")
    assert list(icons_like("lantern", own=("own_lantern",))) == ["lantern", "own_lantern"]
    assert icons_like("zzz") == {}


def test_the_command_lists_them_and_says_when_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["icons", "money", "--game", str(tmp_path)]) == 0
    assert "{coin}" in capsys.readouterr().out
    assert main(["icons", "monny", "--game", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "Did you mean “money”?" in said.out + said.err
