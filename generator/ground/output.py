"""New files replace old ones all together, and only when all of them are there.

Files are written to a hidden folder of a random name inside the output folder, so on the same file system.
When the last one is complete, a note says so, and each file is moved into place by os.replace; one that is as
it was is left alone, so that no viewer that has it open loads it again. Killed
before the note, the old output is untouched; killed after it, the next run first finishes the moves. A lock
that the system drops when its holder dies keeps two builds apart. It is taken here in a few lines, and not by
filelock, because what is called `.lock` may be a stranger's: that library empties the file, sets
its rights and deletes it; here such a file is opened as it is, if it is one, and nothing in it changes.

A game folder may come from a stranger with such a note in it. It is believed only if it was sealed with
this user's own key, for this very folder; it names each file with its content's hash, and only names that a
build gives. Everything else that lies in such a hidden folder is thrown away. No link is followed.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.files import (
    MB,
    Unreadable,
    is_link,
    lies_inside,
    make_folder,
    read_bounded,
    write_whole,
)
from generator.ground.home import own_key
from generator.ground.pdf_record import PageRecord, page_records
from generator.ground.problems import Failed, error

CONTENTS, PIECES, README, RECORD = ".contents.json", ".pieces.json", "README.txt", ".record.json"
"""What lies beside the folders of the papers: the files, what is drawn on the pieces in them, a guide, and
what the files were when they were made."""
_STAGE = ".building"
_READY = "ready.json"
_FILES = "files"
_LOCK = ".lock"
_NAME = re.compile(r"[A-Za-z0-9]{1,20}/[\w][^/\\:\0-\x1f]{0,250}\.(pdf|svg|dxf)")
"""A folder for each paper, in it PDFs and outlines: no other name is ever moved or deleted."""
_MOST_NOTE = 20 * MB
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


def is_output_name(name: object, names: re.Pattern[str] = _NAME) -> bool:
    """Whether a build may have given a file this name: `A4/Game_Patterns_A4.pdf`, or one of the lists.

    `names` are those of what else is made, in folders of its own.
    """
    return isinstance(name, str) and (
        name in {CONTENTS, PIECES, README, RECORD} or bool(names.fullmatch(name))
    )


@dataclass(slots=True)
class Stage:
    """Takes the new files, at the paths that they will have below the output folder."""

    root: Path
    stale: list[str] = field(default_factory=list)
    """Files of earlier builds to delete, by their path below the output folder."""
    names: re.Pattern[str] = _NAME
    """What files may be called here: nothing else is moved or deleted."""
    marked: Callable[[Any], Any] | None = None
    """What is done to every PDF before it is written, if anything is."""
    hashes: dict[str, str] = field(default_factory=dict)
    """SHA-256 of each file that was written, in hex, by its path."""
    pages: dict[str, tuple[PageRecord, ...]] = field(default_factory=dict)
    """Those of each PDF that was written, by its path."""
    cache: Cache = NO_CACHE
    changed: list[str] = field(default_factory=list)
    """The files that were not there before or were others, once all of them are in their place."""

    def write(self, relative: str, content: Any) -> int:
        """Write a file, given as bytes or a buffer of them; returns how many bytes it has."""
        if self.marked is not None and relative.endswith(".pdf"):
            content = self.marked(content)
        path = self.root / _FILES / relative
        make_folder(path.parent, inside=self.root)
        write_whole(path, content, inside=self.root)
        self.hashes[relative] = hashlib.sha256(content).hexdigest()
        if relative.endswith(".pdf"):
            with suppress(ValueError):  # nothing can be said of its pages
                self.pages[relative] = self._page_records(bytes(content), self.hashes[relative])
        return len(memoryview(content).cast("B"))

    def _page_records(self, pdf: bytes, sha256: str) -> tuple[PageRecord, ...]:
        """The pages of a PDF, as they were read before if it is the same. Raises ValueError for none."""
        name = self.cache.name("pages", sha256)
        known = self.cache.get_record(name)
        if known is not None:
            return tuple(PageRecord(drawn, tuple(boxes)) for drawn, boxes in known["pages"])
        pages = page_records(pdf)
        self.cache.put_record(name, {"pages": [(page.drawn, page.boxes) for page in pages]})
        return pages


class Counted(Stage):
    """A Stage that keeps nothing: for a check, which makes everything and wants none of it."""

    def write(self, relative: str, content: Any) -> int:
        """How many bytes it has."""
        return len(memoryview(content).cast("B"))


@contextmanager
def staged(
    folder: Path,
    *,
    names: re.Pattern[str] = _NAME,
    marked: Callable[[Any], Any] | None = None,
    cache: Cache = NO_CACHE,
) -> Iterator[Stage]:
    """A Stage whose files replace those in `folder` when the block ends without an exception.

    `names` are what files may be called there, `marked` is what every PDF goes through before it
    is written, and the `cache` knows the pages of PDFs. Raises Failed if another build is at work there or
    the folder cannot be written.
    """
    if is_link(folder) or (folder.exists() and not folder.is_dir()):
        kind = "a link" if is_link(folder) else "a file"
        flaw = f"{folder.name} is {kind}, and the folder of that name cannot be made."
        raise Failed(error(str(folder), flaw, "Rename it."))
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        with _writing(folder):
            _tidy(folder, names)
            root = Path(tempfile.mkdtemp(prefix=f"{_STAGE}-", dir=folder))
            stage = Stage(root, names=names, marked=marked, cache=cache)
        try:
            yield stage
            with _writing(folder):
                _publish(folder, stage)
        finally:
            if not (stage.root / _READY).exists():
                shutil.rmtree(stage.root, ignore_errors=True)


def sweep(folder: Path, names: re.Pattern[str] = _NAME) -> None:
    """Take away what a build that was ended has left, unless another one is at work there."""
    with suppress(Failed, OSError):
        if folder.is_dir() and not is_link(folder):
            with _locked(folder):
                _tidy(folder, names)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        flaw = f"This cannot be written: {fault.strerror or fault}."
        mend = (
            "Close the file if a viewer has it open, see that the folder may be written and that the "
            "disk is not full, then build again."
        )
        raise Failed(error(str(fault.filename or folder), flaw, mend)) from fault


# ---------------------------------------------------------------- moving into place


def _publish(folder: Path, stage: Stage) -> None:
    for name in stage.hashes:
        _refuse_what_is_in_the_way(folder, folder / name)
    new = {name: digest for name, digest in stage.hashes.items() if not _is_there(folder, stage, name)}
    sealed = {"files": new, "stale": [name for name in stage.stale if is_output_name(name, stage.names)]}
    note = json.dumps({**sealed, "seal": _seal(folder, sealed)}, sort_keys=True).encode()
    write_whole(stage.root / _READY, note, inside=stage.root)
    _finish(folder, stage.root, sealed)
    shutil.rmtree(stage.root)
    stage.changed = sorted(new)


def _is_there(folder: Path, stage: Stage, name: str) -> bool:
    """Whether a file lies in its place already, as it was made now."""
    target = folder / name
    try:
        same_size = target.lstat().st_size == (stage.root / _FILES / name).lstat().st_size
    except OSError:
        return False
    return same_size and _is_whole(target, folder, stage.hashes[name])


def _refuse_what_is_in_the_way(folder: Path, target: Path) -> None:
    """Raises Failed before anything is moved, if a file cannot come to lie in its place."""
    if is_link(target.parent) or not lies_inside(target.parent, folder):
        raise Failed(
            error(str(target.parent), "The folder is a link.", "Delete it; a build makes the folder.")
        )
    if target.parent.exists() and not target.parent.is_dir():
        raise Failed(error(str(target.parent), "A file has the name of a folder that is made.", "Rename it."))
    if target.is_dir() and not is_link(target):
        raise Failed(error(str(target), "A folder has the name of a file that is made.", "Rename it."))


def _tidy(folder: Path, names: re.Pattern[str]) -> None:
    """Finish what a killed run had complete; drop what it had not, and whatever else looks like it."""
    for stage in sorted(folder.glob(f"{_STAGE}*")):
        if is_link(stage) or not stage.is_dir():
            stage.unlink()
            continue
        sealed = _believed(folder, stage, names)
        if sealed is not None:
            with suppress(OSError, Failed):  # what cannot be finished now is made anew by this build
                _finish(folder, stage, sealed)
        shutil.rmtree(stage)


def _believed(folder: Path, stage: Path, names: re.Pattern[str]) -> dict[str, Any] | None:
    """The note of a run that was killed while it moved its files; None if this program did not write it."""
    try:
        note = json.loads(read_bounded(stage / _READY, inside=stage, most=_MOST_NOTE))
        sealed = {"files": note["files"], "stale": note["stale"]}
        seal = _seal(folder, sealed)
        genuine = bool(seal) and hmac.compare_digest(str(note["seal"]).encode(), seal.encode())
    except (Unreadable, ValueError, KeyError, TypeError, RecursionError):
        return None
    if not genuine:
        return None
    return (
        sealed if all(is_output_name(name, names) for name in (*sealed["files"], *sealed["stale"])) else None
    )


def _seal(folder: Path, sealed: dict[str, Any]) -> str:
    """What only this program can have written for this folder; empty where there is no key to seal with."""
    key = own_key()
    if key is None:
        return ""
    record = json.dumps([str(folder.resolve()), sealed], sort_keys=True).encode("utf-8", "surrogatepass")
    return hmac.new(key, record, "sha256").hexdigest()


def _finish(folder: Path, root: Path, sealed: dict[str, Any]) -> None:
    """Move every staged file into place and delete the stale ones. May be repeated after a kill."""
    for name, digest in sorted(sealed["files"].items()):
        source, target = root / _FILES / name, folder / name
        if _is_whole(source, root, digest):
            target.parent.mkdir(exist_ok=True)
            _keep_inside(folder, target.parent)
            source.replace(target)
    for name in sealed["stale"]:
        target = folder / name
        _keep_inside(folder, target.parent)
        with suppress(FileNotFoundError, IsADirectoryError, NotADirectoryError):
            target.unlink()


def _is_whole(source: Path, root: Path, digest: str) -> bool:
    """Whether a file is there, and no link, with this content; of a staged one a kill may have moved it."""
    try:
        if not stat.S_ISREG(source.lstat().st_mode):
            return False
        content = read_bounded(source, inside=root, most=source.lstat().st_size)
    except (OSError, Unreadable):
        return False
    return hashlib.sha256(content).hexdigest() == digest


def _keep_inside(folder: Path, path: Path) -> None:
    if is_link(path) or not lies_inside(path, folder):
        raise OSError(errno.ELOOP, "the folder leads out of the output folder", str(path))


# ---------------------------------------------------------------- the lock


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """No other build is at work in the folder: its lock file, made if need be, never through a link, is held.

    Raises Failed.
    """
    path = folder / _LOCK
    if is_link(path) or (path.exists() and not path.is_file()):
        raise Failed(error(str(path), "This is no file of pnp.", "Delete it; a build makes its own."))
    with _writing(folder):
        lock = os.open(path, os.O_RDWR | os.O_CREAT | _NO_FOLLOW | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        if not _lock(lock):
            flaw = "Another build is at work in this folder."
            raise Failed(error(str(folder), flaw, "Wait until it has ended, then build again."))
        yield
    finally:
        os.close(lock)


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> bool:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
