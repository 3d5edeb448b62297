"""The licences that go out with a game: its own, and those of the fonts that lie in every file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.ground.files import Unreadable, files_inside, read_bounded
from generator.ground.project import Project
from generator.text.fonts import font_folders_below

FOLDER = "licences"
_MOST_BYTES, _MOST_FILES = 300_000, 40
_OWN = re.compile(r"(licen[cs]e|copying|notice|credits|attribution)([._ -][\w. -]{0,60})?", re.IGNORECASE)
_FONT = re.compile(r"[\w. -]{1,80}\.txt|licen[cs]e[\w. -]{0,60}", re.IGNORECASE)
_ENDINGS = ("", ".txt", ".md")


def licences(project: Project) -> dict[str, bytes]:
    """Their texts, by the paths that they get. What cannot be read is left out: a build needs none of it."""
    contents: dict[str, bytes] = {}
    for folder, root, pattern in _places(project):
        for path in files_inside(folder, root):
            if (
                len(contents) >= _MOST_FILES
                or not pattern.fullmatch(path.name)
                or path.suffix not in _ENDINGS
            ):
                continue
            try:
                content = read_bounded(path, inside=root, most=_MOST_BYTES)
            except Unreadable:
                continue
            begin = "" if folder == project.root else f"{_named(folder, project)}_"
            contents.setdefault(f"{FOLDER}/{begin}{_plain(path.name)}", content)
    return contents


def _places(project: Project) -> Iterator[tuple[Path, Path, re.Pattern[str]]]:
    """Where licences lie: the folder, what it has to lie in, and how they are called there."""
    yield project.root, project.root, _OWN
    for folder in (project.art, project.icons):
        yield folder, project.root, _OWN
    for fonts in project.font_folders:
        inside = project.root if fonts.parent == project.root else fonts
        yield from ((folder, inside, _FONT) for folder in font_folders_below(fonts))


def _named(folder: Path, project: Project) -> str:
    """A folder as the begin of a file's name; one in the folder of the fonts with that before it."""
    fonts = next((fonts for fonts in project.font_folders if folder.is_relative_to(fonts)), folder)
    first = "fonts" if fonts.name == "shared_fonts" else fonts.name
    return _plain("_".join((first, *folder.relative_to(fonts).parts)))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)
