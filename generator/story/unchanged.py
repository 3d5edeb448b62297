"""A check of a folder in which nothing has changed since the last one: what was told then is told again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from generator.ground.as_json import as_json, from_json
from generator.ground.cache import Cache
from generator.ground.files import MB, Unreadable, look_at, read_bounded
from generator.ground.problems import Problem
from generator.ground.project import OUTPUT, SHELF, Project
from generator.story.run import Examined

MOST_FILES, MOST_READ = 20_000, 100 * MB
"""A folder with more in it is checked each time."""


def unless_unchanged(project: Project, cache: Cache, examine: Callable[[], Examined]) -> Examined:
    """What an examination tells, as it was told before if every file is as it was then.

    Files are compared by what they hold, not by their times. The sample games are not played for what was
    told before.
    """
    name = _name(project, cache) if cache.on else ""
    record = cache.get_record(name) if name else None
    if record is not None:
        return Examined(*from_json(tuple[tuple[Problem, ...], ...], record["lists"]))
    examined = examine()
    if name:
        cache.put_record(name, {"lists": as_json((examined.problems, examined.told))})
    return examined


def _name(project: Project, cache: Cache) -> str:
    """The name of the folder as it is now, in the cache; empty if it holds too much to be read for this."""
    folders = (project.root.resolve(), SHELF.parent)
    try:
        contents = [_content(folder) for folder in folders]
    except Unreadable:
        return ""
    return cache.name("examined", project.workbook.name, contents)


def _content(root: Path) -> tuple[list[str], dict[str, str]]:
    """All names but those of output and of what begins with a dot, which is no part of a game; and digests.

    Raises Unreadable for a file that cannot be read, or for too many.
    """
    names: list[str] = []

    def enters(path: Path) -> bool:
        names.append(str(path))
        return not (path.name.startswith(".") or (path.parent == root and path.name == OUTPUT))

    def wants(path: Path) -> bool:
        names.append(str(path))
        return True

    state = look_at(root, enters=enters, wants=wants, most=MOST_FILES)
    size = sum(size for _, size, _ in state.files.values()) if state is not None else 0
    if state is None or len(names) >= MOST_FILES or size > MOST_READ:
        raise Unreadable("There is too much in the folder.", "")
    contents = ((path, read_bounded(path, inside=root, most=MOST_READ)) for path in state.files)
    return names, {str(path): hashlib.sha256(content).hexdigest() for path, content in contents}
