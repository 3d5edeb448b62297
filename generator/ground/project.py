"""A game folder and the paths in it.

A game is a folder: the workbook (`card_data.xlsx`, `card_data.ods` or a folder `card_data`), `templates/`,
`icons/`, and if it likes `fonts/` and `art/`; what is made lies in `output/`. The repository's root is such
a folder itself, and its fonts serve games that bring none; an installed package carries them inside. No
other module knows that root.

Behind each game's own templates and icons stands the shelf, a folder of the package: what a game does not
have itself is taken from there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from generator.ground.files import (
    MB,
    Unreadable,
    entries_of,
    files_inside,
    is_file_inside,
    is_folder_inside,
    is_link,
    lies_inside,
    read_bounded,
)
from generator.ground.problems import Failed, Problem, error

WORKBOOK = "card_data.xlsx"
KINDS = (WORKBOOK, "card_data.ods", "card_data")
"""What a workbook may be called: the last is a folder with a file .csv for each sheet."""
OUTPUT = "output"
DRAFTS = "draft"
"""The folder of drafts in the output."""
LONGEST_SHOWN = 200
"""Letters of a path that a Problem shows."""
_PACKAGE = Path(__file__).resolve().parents[1]
SHELF = _PACKAGE / "data" / "shelf"
"""The folders `templates` and `icons` that serve every game."""
WORDS = _PACKAGE / "data" / "words"
"""What the program itself says where that is longer than a line of code."""


@dataclass(frozen=True, slots=True)
class Project:
    """One game folder."""

    root: Path

    @property
    def workbook(self) -> Path:
        """The one source of everything that a designer may change; see `KINDS`."""
        return next(iter(workbooks_in(self.root)), self.root / WORKBOOK)

    @property
    def templates(self) -> Path:
        """The faces, as Jinja2 SVG."""
        return self.root / "templates"

    @property
    def icons(self) -> Path:
        """One SVG a symbol, named by its key."""
        return self.root / "icons"

    @property
    def art(self) -> Path:
        """A designer's own pictures."""
        return self.root / "art"

    @property
    def output(self) -> Path:
        """Everything that is made. Raises Failed if it is a link, which may lead anywhere."""
        if is_link(self.root / OUTPUT):
            raise Failed(
                error("output", "The folder output is a link.", "Delete it; a build makes the folder.")
            )
        return self.resolve(OUTPUT)

    @property
    def drafts(self) -> Path:
        """Where drafts lie, inside of the output. Raises Failed if that, or this, is a link."""
        folder = self.output / DRAFTS
        if is_link(folder):
            flaw = "The folder draft in the output is a link."
            raise Failed(error(f"{OUTPUT}/{DRAFTS}", flaw, "Delete it; a build makes the folder."))
        return folder

    def template_text(self, name: str) -> str | None:
        """What a file of the templates holds, such as `card.svg`; None if there is none that can be read."""
        try:
            content = read_bounded(self.templates / name, inside=self.root, most=MB)
            return content.decode("utf-8-sig")
        except (Unreadable, UnicodeDecodeError):  # told where it is drawn
            return None

    def template_texts(self) -> Iterator[tuple[str, str]]:
        """The names of the templates, first of faces and then of booklets, with what they hold."""
        for ending in (".svg", ".md"):
            for path in files_inside(self.templates, self.root, ending=ending):
                if (text := self.template_text(path.name)) is not None:
                    yield path.name, text

    @property
    def font_folders(self) -> tuple[Path, ...]:
        """Where fonts lie, the most important folder last: the package's own, then the game's.

        A folder fonts that is a link out of the game folder is not looked into; the checks tell of it.
        """
        own = self.root / "fonts"
        return (own_fonts(), own) if lies_inside(own, self.root) else (own_fonts(),)

    def resolve(self, path: str) -> Path:
        """A path from the workbook or a template as a file of this folder.

        Raises Failed for a path that is absolute, climbs out with `..`, leaves through a link or goes round
        in a ring of links.
        """
        if not leads_out(path):
            inner = self.root / path
            if lies_inside(inner, self.root):
                return inner
        mend = "Copy the file into the game folder and write its path from there, such as art/picture.png."
        raise Failed(error(path.replace("\0", "\\0"), "This path leaves the game folder.", mend))


GAME_PARTS = (*KINDS, "templates", "icons", "fonts", "art", "shops")
"""What makes up a game folder; all else in it was made, or is somebody's own."""


def shipped_games() -> dict[str, Path]:
    """The folders of the games that come with the program, by their names."""
    installed = _PACKAGE / "shared_games"
    folder = installed if is_folder_inside(installed, installed) else _PACKAGE.parent / "games"
    return {path.name: path for path in entries_of(folder) if workbooks_in(path)}


def is_on_shelf(key: str) -> bool:
    """Whether the shelf has an icon of that key."""
    return key.replace("_", "a").isalnum() and is_file_inside(SHELF / "icons" / f"{key}.svg", SHELF)


def own_fonts() -> Path:
    """The folder of the fonts that come with the program."""
    installed = _PACKAGE / "shared_fonts"
    return installed if is_folder_inside(installed, installed) else _PACKAGE.parent / "fonts"


def leads_out(path: str) -> bool:
    """Whether a path is one out of its folder by its words alone, on any system; links are not looked at."""
    posix, windows = PurePosixPath(path), PureWindowsPath(path)
    climbs = ".." in posix.parts or ".." in windows.parts
    return "\0" in path or posix.is_absolute() or bool(windows.anchor) or climbs


def workbooks_in(folder: Path) -> list[Path]:
    """The workbooks that lie in a game folder, whatever can be read of them. There should be one."""
    *files, tables = (folder / name for name in KINDS)
    books = [path for path in files if os.path.lexists(path)]
    return [*books, tables] if csv_files(tables) else books


def csv_files(folder: Path) -> list[Path]:
    """The files .csv right in a folder, sorted; hidden ones are the notes of other programs."""
    files = (path for path in entries_of(folder) if path.suffix.casefold() == ".csv")
    return [path for path in files if not path.name.startswith(".")]


def open_project(folder: Path) -> Project:
    """The game folder, if there is one. Raises Failed with what is missing, or what cannot be read."""
    shown = str(folder).replace("\0", "\\0")
    shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
    if not is_folder_inside(folder, folder):
        raise Failed(_no_folder(folder, shown))
    books = workbooks_in(folder)
    if len(books) > 1:
        raise Failed(_two_workbooks(books, shown))
    workbook = Project(folder).workbook
    if is_file_inside(workbook, folder) or is_folder_inside(workbook, folder):
        return Project(folder)
    where = str(Path(shown) / workbook.name)
    if not os.access(folder, os.R_OK | os.X_OK):
        mend = "Name a game folder of yours with --game, or see to its rights."
        raise Failed(error(shown, "This folder cannot be looked into.", mend))
    if is_link(workbook):
        flaw = "The workbook is a link that leads out of the game folder, or nowhere."
        raise Failed(error(where, flaw, "Copy the file itself into the game folder."))
    mend = f"Run pnp in a folder with a {WORKBOOK}, name one with --game, or begin one with pnp new."
    raise Failed(error(where, "There is no workbook here.", mend))


def _two_workbooks(books: Sequence[Path], shown: str) -> Problem:
    """Which of them is to go nobody can tell but the designer; which one was saved last helps."""
    names = [path.name if path.suffix else f"the folder {path.name}" for path in books]
    newest = max(range(len(books)), key=lambda number: _saved(books[number]))
    rest = " and ".join(name for number, name in enumerate(names) if number != newest)
    flaw = f"There is more than one workbook here: {', '.join(names[:-1])} and {names[-1]}."
    mend = f"Keep the one that you edit. If that is {names[newest]}, which was saved last, remove {rest}."
    return error(shown, flaw, mend)


def _saved(workbook: Path) -> float:
    """When a workbook was last changed, in seconds."""
    times = [0.0]
    for path in csv_files(workbook) or [workbook]:
        with suppress(OSError):
            times.append(path.lstat().st_mtime)
    return max(times)


def _no_folder(folder: Path, shown: str) -> Problem:
    """Why there is no folder at a path."""
    mend = "Name a game folder with --game, or run pnp new."
    try:
        folder.stat()
    except FileNotFoundError:
        return error(shown, "There is no such folder.", mend)
    except (OSError, ValueError) as fault:  # no rights to look into it, or a name that no folder can have
        why = getattr(fault, "strerror", None) or "no folder can have this name"
        return error(shown, f"This folder cannot be read: {why}.", "Name a game folder of yours with --game.")
    return error(shown, "This is a file, not a folder.", mend)


def program_text(name: str) -> str:
    """A file of `WORDS`."""
    return read_bounded(WORDS / name, inside=WORDS, most=MB).decode()
