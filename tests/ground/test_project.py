"""A game folder, and no way out of it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from generator.ground.problems import Failed, error
from generator.ground.project import Project, open_project

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", ["art/shell.png", "templates/card.svg", "a b.png"])
def test_paths_inside_are_found(tmp_path: Path, path: str) -> None:
    assert Project(tmp_path).resolve(path) == tmp_path / path


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "art/../../secret.txt",
        "/etc/passwd",
        "C:\\secret.txt",
        "C:secret.txt",
        "\\\\server\\share\\x",
        "art\\..\\..\\secret.txt",
        "a\0b",
    ],
)
def test_paths_that_leave_are_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(Failed) as failed:
        Project(tmp_path).resolve(path)
    assert "leaves the game folder" in str(failed.value)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_that_leave_are_refused(tmp_path: Path) -> None:
    root = tmp_path / "game"
    root.mkdir()
    (root / "art").symlink_to(tmp_path)
    with pytest.raises(Failed):
        Project(root).resolve("art/secret.txt")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_an_output_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "output").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Failed) as failed:
        _ = Project(tmp_path).output
    assert failed.value.problems == (
        error("output", "The folder output is a link.", "Delete it; a build makes the folder."),
    )


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_ring_of_links_leads_nowhere(tmp_path: Path) -> None:
    for name in ("art", "output", "card_data.xlsx"):
        (tmp_path / name).symlink_to(tmp_path / name)
    with pytest.raises(Failed, match="leaves the game folder"):
        Project(tmp_path).resolve("art/shell.png")
    with pytest.raises(Failed, match="output is a link"):
        _ = Project(tmp_path).output
    with pytest.raises(Failed, match="workbook is a link"):
        open_project(tmp_path)
    with pytest.raises(Failed, match="cannot be read"):
        open_project(tmp_path / "art")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_workbook_that_is_a_link_out_of_the_folder_is_none(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "other.xlsx").touch()
    (game / "card_data.xlsx").symlink_to(tmp_path / "other.xlsx")
    with pytest.raises(Failed, match="leads out of the game folder"):
        open_project(game)
    (tmp_path / "linked").symlink_to(game)
    (game / "card_data.xlsx").unlink()
    (game / "card_data.xlsx").touch()
    assert open_project(tmp_path / "linked").workbook.is_file(), "the user may name the folder by a link"


def test_a_folder_of_no_possible_name_is_none() -> None:
    with pytest.raises(Failed, match="cannot be read"):
        open_project(Path("a\0b"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_fonts_are_not_looked_for_through_a_link_that_leads_out(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "fonts").symlink_to(tmp_path)
    assert game / "fonts" not in Project(game).font_folders


def test_a_game_without_fonts_has_those_of_the_package(tmp_path: Path) -> None:
    folders = Project(tmp_path).font_folders
    assert (folders[0] / "SourceSans3-Regular.ttf").is_file()
    assert folders[-1] == tmp_path / "fonts"


def test_a_missing_folder_and_a_missing_workbook_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="no such folder"):
        open_project(tmp_path / "nowhere")
    with pytest.raises(Failed, match="no workbook"):
        open_project(tmp_path)


def test_an_installed_package_holds_every_folder_of_code_and_its_data() -> None:
    """As setuptools finds them: a folder of code has an `__init__.py`, what else there is fits a pattern."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    package = ROOT / "generator"
    data = {path for pattern in listed["package-data"]["generator"] for path in package.glob(pattern)}
    files = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert [path for path in files if path.suffix != ".py" and path not in data] == []
    folders = {path.parent for path in files if path.suffix == ".py"}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


@pytest.mark.parametrize(
    ("argv", "heavy"),
    [
        (["--help"], {"openpyxl", "jinja2", "reportlab", "pikepdf", "uharfbuzz"}),
        (["dump"], {"jinja2", "reportlab", "pikepdf", "uharfbuzz"}),
        (["replay"], {"reportlab", "pikepdf", "uharfbuzz"}),
    ],
)
def test_a_command_loads_the_libraries_that_it_needs(argv: list[str], heavy: set[str]) -> None:
    script = "import sys; from generator.cli import main; main(sys.argv[1:]); print('\\n', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script, *argv], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert not heavy & set(done.stdout.splitlines()[-1].split())
