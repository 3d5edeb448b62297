"""Writes a workbook back: not while another program has it open, its last versions kept beside it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from generator.ground.files import write_whole
from generator.ground.problems import Failed, Problem, error
from generator.records.cells import shown

VERSIONS = 3
MOST_LISTED = 20
"""As many changes are listed of those that have to be made by hand."""


def versions(path: Path, command: str = "dress") -> tuple[Path, ...]:
    """Where the earlier versions of a workbook lie, the latest first: `card_data.before-dress.xlsx`."""
    numbers = ("", *(f".{number}" for number in range(2, VERSIONS + 1)))
    return tuple(path.with_name(f"{path.stem}.before-{command}{number}{path.suffix}") for number in numbers)


def save(
    path: Path,
    content: bytes,
    *,
    inside: Path | None,
    before: bytes | None = None,
    command: str = "dress",
) -> None:
    """Replace a workbook; `before` is what it held, if that is to be kept as a version of a command.

    Raises Failed while another program has the workbook open, or if it cannot be written.
    """
    refuse_open(path)
    try:
        if before is not None:
            _keep(path, before, inside, command)
        write_whole(path, content, inside=inside)
    except OSError as fault:
        why = fault.strerror or "the disk does not take it"
        mend = "Close the workbook elsewhere, and see to the rights of the folder and to room on the disk."
        raise Failed(error(path.name, f"The file cannot be written: {why}.", mend)) from None


def by_hand(path: Path, changes: Sequence[tuple[str, str]]) -> Problem:
    """What to do where a workbook is of a kind that is read, but never written.

    `changes` are places, such as `Patterns!C14`, each with the text that is to stand there.
    """
    listed = "; ".join(
        f"{place}: {shown(text) if text else 'nothing'}" for place, text in changes[:MOST_LISTED]
    )
    more = f"; and {len(changes) - MOST_LISTED} more" if len(changes) > MOST_LISTED else ""
    what = f"A workbook in {path.suffix} is read, but never written: {len(changes)} cells are to be changed."
    return error(path.name, what, f"Type it there by hand, or save the workbook as .xlsx. {listed}{more}.")


def refuse_open(path: Path) -> None:
    """Raises Failed while another program has a file open."""
    for program, mark in (("Excel", f"~${path.name}"), ("LibreOffice", f".~lock.{path.name}#")):
        if os.path.lexists(path.with_name(mark)):
            raise Failed(
                error(
                    path.name,
                    f"The workbook is open in {program}, which would overwrite what is changed here.",
                    f"Close it there and try again; if it is open nowhere, delete the file {mark}.",
                )
            )


def _keep(path: Path, before: bytes, inside: Path | None, command: str) -> None:
    """Move every kept version one further; the oldest falls out."""
    kept = versions(path, command)
    for newer, older in reversed(tuple(pairwise(kept))):
        if os.path.lexists(newer):
            newer.replace(older)
    write_whole(kept[0], before, inside=inside)
