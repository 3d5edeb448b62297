"""Begins a game: a small one of a kind, whose workbook is made of a text, or a copy of a shipped one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from generator.ground.files import is_free, make_folder, take_away, write_whole
from generator.ground.problems import Failed, Severity, error
from generator.ground.project import GAME_PARTS, WORKBOOK, Project, shipped_games
from generator.records.cells import did_you_mean, shown
from generator.records.worksheets import COMPONENTS, FIELDS, GAME, ICONS
from generator.workbook.declared import FIELD_FIELDS
from generator.workbook.new_book import PlainRows, new_book

LONGEST_NAME = 60
LIST = "list"
"""Stands for the names of all that a game may begin with."""
STARTER = "starter"
"""What a game begins as if nobody says: tiles and tokens whose templates call functions."""
_KIND, _COMMON, _CONTENT = "kinds", "common", "kind.toml"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_FORBIDDEN = set('<>:"/\\|?*')


def kinds() -> Mapping[str, str]:
    """What a game may begin as, and a line that says what that is."""
    folder = _data().joinpath(_KIND)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name != _COMMON)
    return {name: str(_content(name)["about"]) for name in names}


def beginnings(games: bool) -> Sequence[tuple[str, str]]:
    """The names of what a game may begin with, and what each is; or those of the shipped `games`."""
    return [(name, "") for name in shipped_games()] if games else [*kinds().items()]


def new_game(name: str, parent: Path, kind: str = STARTER) -> Path:
    """Make the game folder `name` in `parent` and return it; `kind` is one of `kinds`.

    Raises Failed for a name that cannot be a folder's on every system or cannot be printed, and for a
    folder that holds anything already.
    """
    known = {STARTER: "", **kinds()}
    if kind not in known:
        fault = f"{shown(kind)} is no kind of game that pnp can begin."
        raise Failed(error("--kind", fault, did_you_mean(kind, known, _listed(known))))
    with _begun(name, parent) as folder:
        if kind == STARTER:
            _copy(_data().joinpath(STARTER), folder, inside=folder)
        else:
            for each in (_COMMON, kind):
                _copy(_data().joinpath(_KIND, each), folder, inside=folder)
            content = new_book(_sheets(_content(_COMMON), _content(kind)), WORKBOOK)
            write_whole(folder / WORKBOOK, content, inside=folder, new=True)
        _entitle(folder / WORKBOOK, name.strip())
        _refuse_unprintable(folder, name.strip())
    return folder


def copied_game(name: str, parent: Path, origin: str) -> Path:
    """Make the game folder `name` in `parent`, a copy of the shipped game `origin`, and return it.

    It keeps its title, which stands in the sheet Game. Raises Failed as `new_game`.
    """
    games = shipped_games()
    if origin not in games:
        fault = f"{shown(origin)} is no game that comes with pnp."
        mend = did_you_mean(origin, games, f"Write one of: {', '.join(games)}.")
        raise Failed(error("--from", fault, mend))
    with _begun(name, parent) as folder:
        _copy(games[origin], folder, inside=folder, parts=GAME_PARTS)
    return folder


def _listed(known: Mapping[str, str]) -> str:
    told = (f"  {name}: {about}" for name, about in known.items() if about)
    return "\n".join(("Write one of these behind --kind:", *told))


@contextmanager
def _begun(name: str, parent: Path) -> Iterator[Path]:
    """A folder that is taken away again if it cannot be filled. Raises Failed."""
    title = name.strip()
    _refuse_bad_name(title)
    folder = parent / title
    if not is_free(folder):
        fault = "This exists already and is not an empty folder."
        raise Failed(error(str(folder), fault, "Choose another name."))
    try:
        yield folder
    except BaseException:
        take_away(folder)
        raise


def _data() -> Traversable:
    return files("generator").joinpath("data")


def _content(kind: str) -> Mapping[str, Any]:
    """What the workbook of a kind holds."""
    path = _data().joinpath(_KIND, kind, _CONTENT)
    return tomllib.loads(path.read_text("utf-8"))


def _sheets(common: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, PlainRows]:
    """The sheets of a kind's workbook: its own first, and Fields, which declares them, last."""
    fields = {**common["fields"], **own["fields"]}
    headers = {sheet: [column[0] for column in columns] for sheet, columns in fields.items()}
    components = [[row.get(header, "") for header in headers[COMPONENTS]] for row in own["components"]]
    icons = [[key, code, key.capitalize().replace("_", " "), "token"] for key, code in own["icons"].items()]
    declared = [
        [sheet, *column, *[""] * (8 - len(column))] for sheet, columns in fields.items() for column in columns
    ]
    return {
        GAME: common["sheets"][GAME],
        **{sheet: [headers[sheet], *rows] for sheet, rows in own["sheets"].items()},
        COMPONENTS: [headers[COMPONENTS], *components],
        ICONS: [headers[ICONS], *icons],
        "Palette": common["sheets"]["Palette"],
        FIELDS: [[field.column for field in FIELD_FIELDS], *declared],
    }


def _copy(source: Traversable, folder: Path, *, inside: Path, parts: Sequence[str] = ()) -> None:
    """Copy a folder, or of it what is called like one of `parts`."""
    make_folder(folder, inside=inside)
    for entry in source.iterdir():
        if entry.name in ("__pycache__", _CONTENT) or (parts and entry.name not in parts):
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
        fault = f"A new game cannot be called that, since its name is printed on its pieces. {wrong.what}"
        mend = "Begin with a plain short name; its title and fonts can be changed afterwards."
        raise Failed(error(name, fault, mend))


def _refuse_bad_name(name: str) -> None:
    fits = 0 < len(name) <= LONGEST_NAME and name.isprintable() and not _FORBIDDEN & set(name)
    if not fits or name[0] in ".-" or name[-1] in ". " or _RESERVED.fullmatch(name):
        where = name.encode("unicode_escape").decode("ascii")[:LONGEST_NAME] or "NAME"
        mend = f"Use letters, digits, blanks and hyphens, at most {LONGEST_NAME}, such as river-race."
        raise Failed(error(where, "This cannot be the name of a game folder.", mend))


def _entitle(workbook: Path, title: str) -> None:
    """Write the game's name into the sheet Game."""
    from generator.workbook.set_cells import set_fact

    words = re.sub(r"[-_ ]+", " ", title).strip()
    set_fact(workbook, "Title", words if words != words.lower() else words.title(), inside=workbook.parent)
