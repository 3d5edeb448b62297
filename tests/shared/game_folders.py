"""The games of this repository: its root, and every folder under `games/` that has a workbook."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from generator.checks.checked import Checked, look_through, read
from generator.faces import Face, FaceMaker
from generator.games import GAMES, Games
from generator.ground.problems import Failed, Problem, has_errors
from generator.ground.project import SHELF, WORKBOOK, Project
from generator.records.printed import printed_table
from generator.records.tables import Book
from generator.text.fonts import game_fonts
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]


def game_folders(root: Path = ROOT) -> list[Path]:
    """The root and its games, in the order of their names."""
    return [root, *sorted(path.parent for path in root.glob(f"games/*/{WORKBOOK}"))]


def name_of(folder: Path) -> str:
    """What a test calls a game."""
    return "root" if folder == ROOT else folder.name


def golden_of(folder: Path) -> Path:
    """The file that says what a game's workbook holds."""
    name = WORKBOOK.removesuffix(".xlsx") if folder == ROOT else folder.name
    return ROOT / "tests" / "golden" / f"{name}.txt"


def copy_of(folder: Path, target: Path) -> Path:
    """What makes up a game, and nothing else that lies in its folder."""
    target.mkdir()
    shutil.copy(folder / WORKBOOK, target)
    for name in ("templates", "icons", "fonts", "art"):
        if (folder / name).is_dir():
            shutil.copytree(folder / name, target / name)
    return target


def check_game(
    project: Project, book: Book, problems: Sequence[Problem] = (), *, games: Games = GAMES
) -> Checked:
    """A workbook that is to have no errors. Raises Failed with all that is wrong."""
    checked = look_through(project, book, problems, games=games)
    if has_errors(checked.problems):
        raise Failed(*checked.problems)
    return checked


@cache
def checked(folder: Path) -> Checked:
    """A game that has been read and checked. Raises Failed."""
    project = Project(folder)
    book, problems = read(project)
    return check_game(project, book, problems)


def components_of(folder: Path) -> list[str]:
    """The names of a game's components; none of a workbook that cannot be read, which its golden tells."""
    book, _ = read_book(folder / WORKBOOK)
    return [row["name"] for row in book.tables.get("Components", ())] if book is not None else []


def faces_of(folder: Path, component: str) -> Iterator[tuple[Face | None, tuple[Problem, ...]]]:
    """Both sides of every row of a component."""
    game = checked(folder)
    maker = FaceMaker(root=folder, book=game.book, game=game.game, fonts=game_fonts(game.project))
    one = next(row for row in game.book["Components"] if row["name"] == component)
    rows = printed_table(one, game.book) if one["data"] else [None]
    assert rows is not None, f"the Data of {component} cannot be read"
    for side in ("front", "back"):
        for row in rows:
            if one[side]:
                yield maker.render(one[side], component=one, card=row)


def icons_of(folder: Path) -> list[Path]:
    """The drawings of a game: its own, and those of the shelf that its sheet Icons names."""
    own = {path.stem: path for path in (folder / "icons").glob("*.svg")}
    keys = [row["key"] for row in checked(folder).book.tables.get("Icons", ())]
    shelf = {key: SHELF / "icons" / f"{key}.svg" for key in keys if key not in own}
    return sorted({**own, **shelf}.values(), key=lambda path: path.stem)
