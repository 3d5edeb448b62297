"""The README's own commands, run as they stand."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import main
from tests.conftest import NEEDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SHELL = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]


def test_the_commands_are_the_makefiles() -> None:
    assert SHELL[:3] == ["make", "make test", "make test-all"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^all: build$", makefile, re.MULTILINE)
    for target in ("test", "test-all", "test-lowest"):
        assert re.search(rf"^{target}: ", makefile, re.MULTILINE)
    run = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert [line for line in run if line.startswith("make test")] == ["make test-all", "make test-lowest"]


def test_what_a_test_may_need_is_in_the_readme() -> None:
    assert all(f"`{name}`" in README for name in NEEDS)


def the_game(folder: Path) -> None:
    for name in ("card_data.xlsx", "templates", "icons", "fonts", "art"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)


def is_slow(line: str) -> bool:
    """Whether it draws a whole game for shops."""
    return line.startswith(("pnp preflight", "pnp publish"))


def test_every_command_that_it_shows_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_game(tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = [line for line in SHELL if line.startswith("pnp ") and not is_slow(line)]
    assert len(shown) >= 5
    made: set[str] = set()
    for line in shown:
        assert main(shlex.split(line)[1:]) == 0, line
        made |= {path.name for path in (tmp_path / "output").glob("A4/*")}
    assert "MeaningMade_v0.1_Patterns_A4_duplex.pdf" in made
    assert "MeaningMade_v0.1_Patterns_A4_duplex_only.pdf" in made
    assert list((tmp_path / "Tiles" / "output" / "A4").glob("*.pdf"))


@pytest.mark.slow
def test_what_it_shows_for_shops_comes_out_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As commands of their own, so that they keep to the memory and the time that a unit of work has."""
    the_game(tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = [line for line in SHELL if is_slow(line)]
    assert len(shown) == 2
    assert main(["export", "game-crafter"]) == 0, "what is looked over has to be there"
    for line in shown:
        command = [sys.executable, "-m", "generator", *shlex.split(line)[1:]]
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        assert run.returncode == 0, run.stderr
    packed = [path.name for path in (tmp_path / "output" / "publish").iterdir()]
    assert len([name for name in packed if name.endswith(".zip")]) == 15, "home, and 7 targets twice"


def test_every_command_of_the_program_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    commands = re.findall(r"^  ([a-z][a-z-]+) ", capsys.readouterr().out, re.MULTILINE)
    assert len(commands) >= 17
    for command in commands:
        assert f"`pnp {command}" in README


def test_every_picture_that_it_shows_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 5
    for picture in pictures:
        assert (ROOT / picture).is_file(), picture


def test_every_dependency_is_explained() -> None:
    listed = re.search(
        r"^dependencies = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text("utf-8"), re.S | re.M
    )
    assert listed is not None
    for name in re.findall(r'"([a-z0-9-]+)>=', listed[1]):
        assert name.casefold() in README.casefold()


def test_the_workbooks_sheets_are_all_named() -> None:
    from generator.workbook.book import read_book

    book, _ = read_book(ROOT / "card_data.xlsx")
    assert book is not None
    for sheet in book.tables:
        assert sheet in README
