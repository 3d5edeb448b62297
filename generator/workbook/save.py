"""Writes a workbook back: not while another program has it open, its last versions kept beside it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from generator.ground.files import (
    Unreadable,
    delete,
    make_folder,
    read_bounded,
    take_away,
    write_all,
    write_whole,
)
from generator.ground.problems import Failed, error
from generator.ground.project import csv_files
from generator.workbook.guard import MOST_BYTES

VERSIONS = 3
_SEE = "Close the workbook elsewhere, and see to the rights of the folder and to room on the disk."


def versions(path: Path, command: str = "dress") -> tuple[Path, ...]:
    """Where the earlier versions of a workbook lie, the latest first: `card_data.before-dress.xlsx`.

    Those of a folder of .csv files are such folders: `card_data.before-dress`, `card_data.before-dress.2`.
    """
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
    with _told(path.name):
        if before is not None:
            paths = versions(path, command)
            _move_on(paths)
            write_whole(paths[0], before, inside=inside)
        write_whole(path, content, inside=inside)


def save_folder(
    folder: Path,
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    *,
    inside: Path | None,
    command: str = "dress",
) -> None:
    """Replace files of a folder by their names, all or none; the folder `before` is kept as a version.

    Raises Failed while another program has one of them open, or if one cannot be written.
    """
    for name in after:
        refuse_open(folder / name)
    with _told(folder.name):
        draft = folder.with_name(f".pnp-{secrets.token_hex(8)}.new")
        try:
            make_folder(draft, inside=inside or folder.parent)
            for name, content in before.items():
                write_whole(draft / name, content, inside=inside)
            paths = versions(folder, command)
            take_away(paths[-1])
            _move_on(paths)
            draft.replace(paths[0])
        finally:
            take_away(draft)
        write_all({folder / name: (before[name], content) for name, content in after.items()}, inside=inside)


def save_copy(folder: Path, files: Mapping[str, bytes], *, inside: Path | None) -> None:
    """Write a folder of these files, all or none; other .csv files that it has from before are deleted.

    Raises Failed while another program has one of them open, or if one cannot be written.
    """
    for name in files:
        refuse_open(folder / name)
    with _told(folder.name):
        make_folder(folder, inside=inside or folder.parent)
        old = {path.name: path for path in csv_files(folder)}
        write_all(
            {folder / name: (_held(old.get(name), inside), content) for name, content in files.items()},
            inside=inside,
        )
        for name in old.keys() - files.keys():
            delete(old[name])


def _held(path: Path | None, inside: Path | None) -> bytes | None:
    """What a file that is written over holds, if there is one that can be read."""
    try:
        return read_bounded(path, inside=inside, most=MOST_BYTES) if path is not None else None
    except Unreadable:
        return None


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Says what could not be written. Raises Failed."""
    try:
        yield
    except OSError as fault:
        why = fault.strerror or "the disk does not take it"
        where = Path(fault.filename).name if fault.filename else name
        where = name if where.startswith(".pnp-") else where
        raise Failed(error(where, f"The file cannot be written: {why}.", _SEE)) from None


def refuse_open(path: Path) -> None:
    """Raises Failed while another program has a file open."""
    for program, mark in (("Excel", f"~${path.name}"), ("LibreOffice", f".~lock.{path.name}#")):
        if os.path.lexists(path.with_name(mark)):
            fault = f"The workbook is open in {program}, which would overwrite what is changed here."
            mend = f"Close it there and try again; if it is open nowhere, delete the file {mark}."
            raise Failed(error(path.name, fault, mend))


def _move_on(paths: tuple[Path, ...]) -> None:
    """Move every kept version one further; the oldest falls out."""
    for newer, older in reversed(tuple(pairwise(paths))):
        if os.path.lexists(newer):
            newer.replace(older)
