"""New files replace old ones all together, and only when all of them are there.

Files are written to a hidden folder inside the output folder, so on the same file system. When the last
one is complete, a note says so, and each file is moved into place by os.replace. Killed before the note,
the old output is untouched; killed after it, the next run first finishes the moves. A lock that the
system drops when its holder dies keeps two builds apart.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from generator.problems import Failed, error

_STAGE = ".building"
_READY = "ready.json"
_FILES = "files"
_LOCK = ".lock"


@dataclass(slots=True)
class Stage:
    """A place to write the new files, at the paths that they will have below the output folder."""

    root: Path
    stale: list[str] = field(default_factory=list)
    """Files of earlier builds to delete, by their path below the output folder."""

    def path(self, relative: str) -> Path:
        """Where to write a file; its folder exists."""
        made = self.root / relative
        made.parent.mkdir(parents=True, exist_ok=True)
        return made


@contextmanager
def staged(folder: Path) -> Iterator[Stage]:
    """A Stage whose files replace those in `folder` when the block ends without an exception.

    Raises Failed if another build is at work there or the folder cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        what = f"{folder.name} is a file, and the folder of that name cannot be made."
        raise Failed(error(str(folder), what, "Rename it."))
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / _LOCK).open("a+b")
    with lock:
        _take(lock, folder)
        stage = Stage(folder / _STAGE / _FILES)
        with _writing(folder):
            _clean(folder)
            stage.root.mkdir(parents=True)
        try:
            yield stage
            with _writing(folder):
                _publish(folder, stage)
        finally:
            if not (folder / _STAGE / _READY).exists():
                shutil.rmtree(folder / _STAGE, ignore_errors=True)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise Failed(
            error(
                str(fault.filename or folder),
                f"This cannot be written: {fault.strerror or fault}.",
                "Close the file if a viewer has it open, see that the folder may be written and that the "
                "disk is not full, then build again.",
            )
        ) from fault


def _publish(folder: Path, stage: Stage) -> None:
    note = folder / _STAGE / _READY
    draft = note.with_suffix(".draft")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(stage.stale, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(note)
    _finish(folder)
    shutil.rmtree(folder / _STAGE)


def _clean(folder: Path) -> None:
    """Finish what a killed run had complete; drop what it had not."""
    if (folder / _STAGE / _READY).is_file():
        _finish(folder)
    if (folder / _STAGE).exists():
        shutil.rmtree(folder / _STAGE)


def _finish(folder: Path) -> None:
    """Move every staged file into place and delete the stale ones. May be repeated after a kill."""
    files = folder / _STAGE / _FILES
    for path in sorted(files.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(files)
            target.parent.mkdir(parents=True, exist_ok=True)
            _keep_inside(folder, target.parent)
            path.replace(target)
    for relative in _stale(folder / _STAGE / _READY):
        target = folder / relative
        _keep_inside(folder, target.parent)
        target.unlink(missing_ok=True)


def _stale(note: Path) -> list[str]:
    try:
        listed = json.loads(note.read_text(encoding="utf-8"))
    except ValueError:
        return []
    return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []


def _keep_inside(folder: Path, path: Path) -> None:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise OSError(None, "the folder leads out of the output folder", str(path))


def _take(lock: IO[bytes], folder: Path) -> None:
    if not _lock(lock):
        raise Failed(
            error(
                str(folder),
                "Another build is at work in this folder.",
                "Wait until it has ended, then build again.",
            )
        )


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
