"""The column Only For of the sheet Components: it names targets of `pnp export` that there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.ground.files import entries_of, files_inside
from generator.ground.problems import Problem, warning
from generator.ground.project import Project
from generator.records.called import called
from generator.records.cells import did_you_mean, names, shown, there_are
from generator.records.made_for import ONLY_FOR, only_for
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS

_TARGETS = Path(__file__).parents[1] / "shops" / "exports"
"""Has a TOML for each target that comes with the program."""


def targets_exist(book: Book, project: Project) -> Iterator[Problem]:
    """Who a component is only for is somebody to whom the game can be exported."""
    rows = [row for row in (book[COMPONENTS].rows if COMPONENTS in book else ()) if only_for(row)]
    if not rows:
        return
    shops = files_inside(project.root / "shops", project.root, ending=".toml")
    there = sorted({path.stem for path in (*entries_of(_TARGETS, ending=".toml"), *shops)})
    targets = names(there)
    for row in rows:
        for name in only_for(row):
            if name not in there:
                flaw = f"There is no target {shown(name)} of pnp export, so it makes no {called(row)}."
                mend = did_you_mean(name, targets, there_are("targets", there))
                yield warning(row.at(ONLY_FOR), flaw, mend)
