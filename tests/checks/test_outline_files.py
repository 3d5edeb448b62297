"""Outlines from an SVG file of the game folder: what is read of it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.checks.checked import read
from generator.checks.every_game import components_can_be_cut
from generator.ground.project import Project
from generator.sheets.amounts import format_of
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build
from tests.shared.games_made import change, starter_game

ARROW = "M 0 0 L 30 0 L 40 20 L 30 40 L 0 40 Z"


def svg(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{inside}</svg>'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The starter with an outline for its tokens."""
    folder = starter_game(tmp_path / "game")
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "arrow.svg").write_text(svg(f'<path d="{ARROW}"/>'))
    change(folder, "Components!E3", "art/arrow.svg")
    return folder


def said(game: Path) -> list[str]:
    project = Project(game)
    book, problems = read(project)
    return [*map(str, problems), *map(str, components_can_be_cut(book, project))]


def test_the_path_of_a_file_is_what_is_cut(game: Path) -> None:
    (game / "art" / "arrow.svg").write_text(svg(f'<g transform="translate(3 4)"><path d="{ARROW}"/></g>'))
    assert said(game) == []
    book, _ = read(Project(game))
    (tokens,) = (row for row in book["Components"].rows if row["name"] == "Tokens")
    assert tokens["shape"] == ARROW
    assert len(format_of(tokens).path) == 5
    (file,) = build(Project(game), BuildOptions(components=("Tokens",), papers=(A4,))).files
    assert file.pieces == 48


@pytest.mark.parametrize(
    ("inside", "what"),
    [
        (
            f'<path d="{ARROW}"/><rect width="3" height="3"/>',
            "“art/arrow.svg” draws 2 things, where one path is the outline. Join all into one path in your "
            "drawing program, and delete the rest.",
        ),
        (
            '<circle r="3"/>',
            "“art/arrow.svg” draws a <circle>, where one path is the outline. Join all into one path in your "
            "drawing program, and delete the rest.",
        ),
        (
            f'<g transform="rotate(9)"><path d="{ARROW}"/></g>',
            "“art/arrow.svg” turns or scales its path with “transform”. Ungroup it in your drawing program, "
            "so that the path itself is as it lies.",
        ),
        ("<path/>", "The path of “art/arrow.svg” has no data. Draw an outline, closed with Z."),
        (
            '<path d="M 0 0 L 9 9 L 9 0 L 0 9 Z"/>',
            "The outline crosses itself. Draw it round the piece once, without a loop.",
        ),
    ],
)
def test_what_is_no_outline_is_refused(game: Path, inside: str, what: str) -> None:
    (game / "art" / "arrow.svg").write_text(svg(inside))
    assert said(game) == [f"error: Components!E3: {what}"]


def test_no_path_leads_out_of_the_folder_and_no_file_is_read_without_end(game: Path) -> None:
    arrow = game / "art" / "arrow.svg"
    (game.parent / "arrow.svg").write_text(arrow.read_text())
    change(game, "Components!E3", "../arrow.svg")
    assert said(game) == [
        "error: Components!E3: “../arrow.svg” leaves the game folder. Copy the file into the folder art, and "
        "write art/ before its name."
    ]
    change(game, "Components!E3", "art/arrow.svg")
    arrow.write_text(svg(f'<path d="{ARROW}"/>' + " " * 500_000))
    (told,) = said(game)
    assert told.startswith("error: Components!E3: “art/arrow.svg”: ")
    arrow.unlink()
    (told,) = said(game)
    assert told.startswith("error: Components!E3: “art/arrow.svg”: ")
    arrow.symlink_to(game.parent / "arrow.svg")
    assert said(game) == [
        "error: Components!E3: “art/arrow.svg”: This path leaves the game folder. Copy the file itself into "
        "the game folder; a link is not it."
    ]
    arrow.unlink()
    arrow.write_text("no <svg")
    (told,) = said(game)
    assert told.startswith("error: Components!E3: “art/arrow.svg”: ")
