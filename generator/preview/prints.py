"""What differs from the last print, and the recording of a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.checks.checked import Checked
from generator.ground.cache import Cache
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem
from generator.ground.project import Project
from generator.press.renders import Workshop
from generator.records.tables import Book
from generator.versions.compare import Difference, SincePrint, compare
from generator.versions.pieces import Snapshot, snapshot_of
from generator.versions.record import PRINTED, kept_workbook, read_record
from generator.versions.recording import record_print
from generator.workbook.book import read_book

MOST_TITLES = 100
"""Titles of pieces that are gone."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The game as it is now beside its last print."""

    marks: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Revision marks by component and identity."""
    since: Mapping[tuple[str, str], SincePrint] = field(default_factory=dict)
    """What became of each piece; empty if nothing was recorded."""
    told: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    """What is wrong with the record itself."""


def prints_of(checked: Checked, workshop: Workshop) -> Prints:
    """What differs from the record of the last print."""
    now, _ = snapshot_of(checked, workshop)
    marks = {piece.place: piece.mark for piece in now.pieces}
    try:
        last = read_record(checked.project)
    except Failed as failed:
        return Prints(marks, problems=failed.problems)
    if last is None:
        return Prints(marks)
    difference = compare(last, now)
    return Prints(marks, difference.since_print, _told(last, difference))


def printed_book(project: Project, cache: Cache) -> Book | None:
    """The workbook as it was at the last print; None if none is kept, or none that can be read."""
    path = kept_workbook(project)
    if path is None:
        return None
    with unit("workbook", f"{PRINTED}/{path.name}"):
        return read_book(path, inside=project.root, cache=cache)[0]


def recorded(
    checked: Checked, cache: Cache, components: Sequence[str], only: Sequence[str]
) -> tuple[str, tuple[Problem, ...]]:
    """Record a print, as `pnp printed` does; what is to be said of it. Raises Failed."""
    summary = record_print(checked.project, components=components, only=only, cache=cache)
    kinds = f"{summary.kinds:,} {'kind' if summary.kinds == 1 else 'kinds'}"
    pieces = f"{summary.pieces:,} {'piece' if summary.pieces == 1 else 'pieces'}"
    return f"{pieces} of {kinds} recorded as printed on {summary.record.printed}.", summary.problems


def _told(last: Snapshot, difference: Difference) -> Mapping[str, Any]:
    kinds = list(difference.since_print.values())
    removed = [piece.title for piece in difference.removed]
    return {
        "recorded": last.printed,
        "changed": kinds.count(SincePrint.CHANGED),
        "added": kinds.count(SincePrint.NEW),
        "removed": len(removed),
        "removed_titles": removed[:MOST_TITLES],
    }
