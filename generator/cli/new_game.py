"""Begins a game: copies one of the small games that come with the package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from generator.ground.files import is_free, make_folder, take_away, write_whole
from generator.ground.problems import Failed, Severity, error
from generator.ground.project import WORKBOOK, Project
from generator.records.cells import did_you_mean, shown

LONGEST_NAME = 60
KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType({"tiles": ("starter",), "poker": ("kinds", "poker")})
"""What a game may begin as -> its folder in the package's data; the first if nobody asks for another."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_FORBIDDEN = set('<>:"/\\|?*')


def new_game(name: str, parent: Path, kind: str = "tiles") -> Path:
    """Make the game folder `name` in `parent` and return it; `kind` is one of KINDS.

    Raises Failed for a name that cannot be a folder's on every system or cannot be printed, and for a
    folder that holds anything already.
    """
    title = name.strip()
    _refuse_bad_name(title)
    if kind not in KINDS:
        fault = f"{shown(kind)} is no kind of game that pnp can begin."
        raise Failed(error("--kind", fault, did_you_mean(kind, KINDS, f"Write {' or '.join(KINDS)}.")))
    folder = parent / title
    if not is_free(folder):
        raise Failed(
            error(str(folder), "This exists already and is not an empty folder.", "Choose another name.")
        )
    try:
        _copy(files("generator").joinpath("data", *KINDS[kind]), folder, inside=folder)
        _entitle(folder / WORKBOOK, title)
        _refuse_unprintable(folder, title)
    except BaseException:
        take_away(folder)
        raise
    return folder


def _copy(source: Traversable, folder: Path, *, inside: Path) -> None:
    make_folder(folder, inside=inside)
    for entry in source.iterdir():
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            _copy(entry, folder / entry.name, inside=inside)
        else:
            write_whole(folder / entry.name, entry.read_bytes(), inside=inside, new=True)


def _refuse_unprintable(path: Path, name: str) -> None:
    """Only a whole check knows: a title needs its letters in the fonts, and has to fit on every piece."""
    from generator.story import examine

    try:
        problems = examine(Project(path))
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
    from generator.workbook.set_value import set_fact

    words = re.sub(r"[-_ ]+", " ", title).strip()
    set_fact(workbook, "Title", words if words != words.lower() else words.title(), inside=workbook.parent)
