"""A game folder and the paths in it.

A game is a folder: the workbook `card_data.xlsx`, `templates/`, `icons/`, and if it likes `fonts/` and
`art/`; what is made lies in `output/`. The repository's root is such a folder itself, and its fonts serve
games that bring none; an installed package carries them inside. No other module knows that root.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from generator.problems import Failed, error

WORKBOOK = "card_data.xlsx"
OUTPUT = "output"
LONGEST_SHOWN = 200
"""Letters of a path that a Problem shows."""
_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Project:
    """One game folder."""

    root: Path

    @property
    def workbook(self) -> Path:
        """The one source of everything that a designer may change."""
        return self.root / WORKBOOK

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
        if (self.root / OUTPUT).is_symlink():
            raise Failed(
                error("output", "The folder output is a link.", "Delete it; a build makes the folder.")
            )
        return self.resolve(OUTPUT)

    @property
    def font_folders(self) -> tuple[Path, ...]:
        """Where fonts lie, the most important folder last: the package's own, then the game's."""
        installed = _PACKAGE / "shared_fonts"
        return (installed if installed.is_dir() else _PACKAGE.parent / "fonts", self.root / "fonts")

    def resolve(self, path: str) -> Path:
        """A path from the workbook or a template as a file of this folder.

        Raises Failed for a path that is absolute, climbs out with `..` or leaves through a link.
        """
        posix, windows = PurePosixPath(path), PureWindowsPath(path)
        outside = (
            "\0" in path
            or posix.is_absolute()
            or bool(windows.anchor)
            or ".." in posix.parts
            or ".." in windows.parts
        )
        if not outside:
            found = self.root / path
            if found.resolve().is_relative_to(self.root.resolve()):
                return found
        raise Failed(
            error(
                path.replace("\0", "\\0")[:200],
                "This path leaves the game folder.",
                "Copy the file into the game folder and write its path from there, such as art/shell.png.",
            )
        )


def open_project(folder: Path) -> Project:
    """The game folder, if there is one. Raises Failed with what is missing."""
    shown = str(folder).replace("\0", "\\0")
    shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
    try:
        is_folder, has_workbook = folder.is_dir(), (folder / WORKBOOK).is_file()
    except (OSError, ValueError) as fault:  # no rights to look into it, or a name that no folder can have
        why = getattr(fault, "strerror", None) or "no folder can have this name"
        what = f"This folder cannot be read: {why}."
        raise Failed(error(shown, what, "Name a game folder of yours with --game.")) from None
    if not is_folder:
        what = "This is a file, not a folder." if folder.exists() else "There is no such folder."
        raise Failed(error(shown, what, "Name a game folder with --game, or run pnp new."))
    if not has_workbook:
        raise Failed(
            error(
                str(Path(shown) / WORKBOOK),
                "There is no workbook here.",
                f"Run pnp in a folder with a {WORKBOOK}, name one with --game, or begin one with pnp new.",
            )
        )
    return Project(folder)
