"""The sheet Scenes: what it lays on the table is there, and lies on what is there."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.declarations import lacking_columns
from generator.ground.problems import Problem, warning
from generator.ground.project import Project
from generator.records.scenes import stated_scenes
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS, SCENES

_NEEDED = ("scene", "component")


def scenes_can_be_laid(book: Book, project: Project) -> Iterator[Problem]:
    """Every row of the sheet Scenes names a component, a piece of it, and something that lies there already.

    Which places a board has only its drawing tells; those are looked for when the scene is drawn.
    """
    if SCENES not in book or COMPONENTS in book.faults:
        return  # of what cannot be read it is not known what it lacks
    yield from lacking_columns(book, SCENES, _NEEDED, warning)
    if {field.key for field in book[SCENES].fields}.issuperset(_NEEDED):
        yield from stated_scenes(book)[1]
