"""Begins a game: copies the starter folder that comes with the package."""

from __future__ import annotations

import re
import shutil
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from generator.problems import Failed, Severity, error
from generator.project import WORKBOOK, Project

LONGEST_NAME = 60
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_FORBIDDEN = set('<>:"/\\|?*')


def new_game(name: str, parent: Path) -> Path:
    """Make the game folder `name` in `parent` and return it.

    Raises Failed for a name that cannot be a folder's on every system or cannot be printed, and for a
    folder that holds anything already.
    """
    title = name.strip()
    _refuse_bad_name(title)
    folder = parent / title
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise Failed(
            error(str(folder), "This exists already and is not an empty folder.", "Choose another name.")
        )
    with tempfile.TemporaryDirectory() as trial:
        made = _make(Path(trial) / title, title)
        _refuse_unprintable(made, title)
    return _make(folder, title)


def _make(folder: Path, title: str) -> Path:
    with as_file(files("generator") / "starter") as starter:
        shutil.copytree(starter, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    _entitle(folder / WORKBOOK, title)
    return folder


def _refuse_unprintable(made: Path, name: str) -> None:
    """Only a whole check knows: a title needs its letters in the fonts, and has to fit on every piece."""
    from generator.build import examine

    try:
        problems = examine(Project(made))
    except Failed as failed:
        problems = failed.problems
    wrong = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    if wrong is not None:
        raise Failed(
            error(
                name,
                f"A new game cannot be called that, since its name is printed on its pieces. {wrong.what}",
                "Begin with a plain short name; its title and fonts can be changed afterwards.",
            )
        )


def _refuse_bad_name(name: str) -> None:
    fits = 0 < len(name) <= LONGEST_NAME and name.isprintable() and not _FORBIDDEN & set(name)
    if not fits or name[0] in ".-" or name[-1] in ". " or _RESERVED.fullmatch(name):
        raise Failed(
            error(
                name.encode("unicode_escape").decode("ascii")[:LONGEST_NAME] or "NAME",
                "This cannot be the name of a game folder.",
                f"Use letters, digits, blanks and hyphens, at most {LONGEST_NAME}, such as river-race.",
            )
        )


def _entitle(workbook: Path, title: str) -> None:
    """Write the game's name into the sheet Game."""
    from generator.workbook_facts import set_fact

    words = re.sub(r"[-_ ]+", " ", title).strip()
    set_fact(workbook, "Title", words if words != words.lower() else words.title(), inside=workbook.parent)
