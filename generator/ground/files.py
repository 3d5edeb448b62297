"""The one way in which a file is read, and the one way in which one is written.

A game folder comes from a stranger. What is read has to be a regular file that lies inside the folder
when every link is followed, and no larger than its kind may be; this is asked before any library sees
a byte. What is written gets a name of its own that did not exist before, and takes its place when it is
whole. Nothing else in the package opens a file: a test says so.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.ground.problems import Complaint

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""A FIFO that nobody writes to would otherwise be waited for, before one could ask what it is."""
_ALL, _OWN = 0o666, 0o600
"""Rights of a new file: what the system's umask leaves of all, or reading and writing by its owner alone."""
MOST_ENTRIES = 20_000
"""Names that are looked at in one folder."""
MB = 1_000_000


class Unreadable(Complaint):
    """A file that is not read or written."""

    def __init__(
        self, what: str, mend: str, *, missing: bool = False, is_folder: bool = False, too_large: bool = False
    ) -> None:
        super().__init__(what, mend)
        self.missing = missing
        """Whether there simply is no such file."""
        self.is_folder, self.too_large = is_folder, too_large


# ---------------------------------------------------------------- where a path leads


def is_link(path: Path) -> bool:
    """Whether a path is a link, on Windows also a junction, which Python counts as a folder."""
    try:
        about = path.lstat()
    except (OSError, ValueError):  # not there, or in a folder that may not be looked into
        return False
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    return stat.S_ISLNK(about.st_mode) or (
        junction is not None and getattr(about, "st_reparse_tag", 0) == junction
    )


def lies_inside(path: Path, folder: Path) -> bool:
    """Whether a path stays in a folder when every link is followed. A ring of links leads nowhere."""
    return _target(path, folder) is not None


def _target(path: Path, folder: Path) -> Path | None:
    """Where a path leads when every link is followed, if that is in a folder."""
    try:
        target = path.resolve()
        return target if target.is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # RuntimeError: a ring of links, until Python 3.13
        return None


def is_file_inside(path: Path, folder: Path) -> bool:
    """Whether there is a regular file at a path that stays in the folder."""
    try:
        return lies_inside(path, folder) and stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_folder_inside(path: Path, folder: Path) -> bool:
    """Whether there is a folder at a path that stays in the folder."""
    try:
        return lies_inside(path, folder) and stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def files_inside(folder: Path, root: Path, *, ending: str = "") -> list[Path]:
    """The regular files right in a folder that lies in `root`, sorted, links that lead out left aside."""
    entries = entries_of(folder, ending=ending) if is_folder_inside(folder, root) else ()
    return [path for path in entries if _is_own_file(path, root)]


def _is_own_file(path: Path, root: Path) -> bool:
    """Whether an entry of a folder that lies in `root` is a regular file, or a link to one in `root`."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) or (stat.S_ISLNK(mode) and is_file_inside(path, root))


def entries_of(folder: Path, *, ending: str = "") -> list[Path]:
    """Everything right in a folder whose name ends so, sorted, whatever it is; none if it is no folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = (entry.name for entry, _ in zip(entries, range(MOST_ENTRIES), strict=False))
        return sorted(folder / name for name in names if name.endswith(ending))
    return []


# ---------------------------------------------------------------- what lies there at a moment


@dataclass(frozen=True, slots=True)
class FolderState:
    """What lies in a folder at one moment: two of them differ where a file was written in between."""

    files: Mapping[Path, tuple[int, ...]]
    """Each regular file with its date, size and number."""
    folders: Mapping[Path, tuple[int, ...]]
    """The folder itself and each one in it that was looked into, with its number."""


def look_at(
    root: Path, *, enters: Callable[[Path], bool], wants: Callable[[Path], bool], most: int = MOST_ENTRIES
) -> FolderState | None:
    """The files that are wanted in a folder and in the folders that are entered; None if it is gone.

    Links to folders are not followed, and those to files only inside of the folder. No more than so many
    names are looked at.
    """
    files: dict[Path, tuple[int, ...]] = {}
    folders: dict[Path, tuple[int, ...]] = {}
    waiting, room = [root], most
    while waiting:
        folder = waiting.pop()
        try:
            about = folder.stat()
            with os.scandir(folder) as entries:
                listed = [entry for entry, _ in zip(entries, range(room), strict=False)]
        except (OSError, ValueError):
            if folder == root:
                return None
            continue
        folders[folder] = (about.st_dev, about.st_ino)
        room -= len(listed)
        for entry in sorted(listed, key=lambda entry: entry.name):
            path = folder / entry.name
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    if not is_link(path) and enters(path):
                        waiting.append(path)
                elif wants(path) and (not entry.is_symlink() or lies_inside(path, root)):
                    about = path.stat()
                    if stat.S_ISREG(about.st_mode):
                        files[path] = (about.st_mtime_ns, about.st_size, about.st_ino)
    return FolderState(files, folders)


# ---------------------------------------------------------------- reading


def read_bounded(path: Path, *, inside: Path | None, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes.

    It has to lie in the folder `inside` when every link is followed; None is for a file that the user
    named on the command line. Raises Unreadable.
    """
    target = path if inside is None else _target(path, inside)
    if target is None:
        raise Unreadable(
            "This path leaves the game folder.",
            "Copy the file itself into the game folder; a link is not it.",
        )
    try:
        # links were followed: what they lead to must not be a link by now
        with _opened(target, may_be_link=inside is None) as number:
            size = os.fstat(number).st_size
            if size > most:
                raise _too_large(most)
            content = _content(number, most + 1)
    except (OSError, RuntimeError, ValueError) as fault:
        raise _unreadable(fault) from None
    if len(content) > most:
        raise _too_large(most)
    return content


@contextmanager
def _opened(path: Path, *, may_be_link: bool) -> Iterator[int]:
    """A regular file, open for reading. Raises OSError, or Unreadable for anything else than a file."""
    number = os.open(path, os.O_RDONLY | _PLAIN | _NO_WAIT | (0 if may_be_link else _NO_FOLLOW))
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable("This is a folder, not a file.", "Name a file.", is_folder=True)
        if not stat.S_ISREG(mode):
            raise Unreadable("This is not a regular file.", "Put a file in its place.")
        yield number
    finally:
        os.close(number)


def _content(number: int, most: int) -> bytes:
    parts: list[bytes] = []
    room = most
    while room > 0 and (part := os.read(number, min(room, 1 << 20))):
        parts.append(part)
        room -= len(part)
    return b"".join(parts)


def _too_large(most: int) -> Unreadable:
    size = f"{most // MB} MB" if most >= MB else f"{most:,} bytes"
    return Unreadable(f"The file is larger than {size}.", "Make it smaller.", too_large=True)


def _unreadable(fault: Exception) -> Unreadable:
    number = getattr(fault, "errno", None)
    if number in {errno.ENOENT, errno.ENOTDIR}:
        return Unreadable("There is no such file.", "Put it there, or correct the name.", missing=True)
    if number == errno.EISDIR:
        return Unreadable("This is a folder, not a file.", "Name a file.", is_folder=True)
    if number == errno.ELOOP or isinstance(fault, RuntimeError):
        return Unreadable("The file is a link that leads nowhere.", "Put the file itself there.")
    if number == errno.ENXIO:
        return Unreadable("This is not a regular file.", "Put a file in its place.")
    if isinstance(fault, ValueError) or number in {errno.ENAMETOOLONG, errno.EILSEQ}:
        return Unreadable("No file can have this name.", "Correct the name.", missing=True)
    why = getattr(fault, "strerror", None) or str(fault)
    return Unreadable(f"The file cannot be read: {why}.", "Close it elsewhere and see to its rights.")


# ---------------------------------------------------------------- writing


def write_whole(
    path: Path,
    content: Any,
    *,
    inside: Path | None,
    new: bool = False,
    lasting: bool = True,
    private: bool = False,
) -> None:
    """Write a file so that at any moment there is the old one or the whole new one.

    `content` is bytes or a buffer of them. The folder around the file has to lie in `inside`, if that is
    given. A link at the path is replaced, and what it leads to is left alone; with `new` whatever stands
    there is left alone too, and FileExistsError raised. What need not be `lasting` is not waited for until
    it is on the disk: after a power cut it may be damaged. What is `private` no other account of the machine
    can read. Raises OSError; nothing half written stays.
    """
    draft = _draft(path, content, inside=inside, lasting=lasting, rights=_OWN if private else _ALL)
    try:
        if not new:
            draft.replace(path)
            return
        try:
            os.link(draft, path, follow_symlinks=False)  # never replaces what stands there already
        except (FileExistsError, NotImplementedError, OSError) as fault:
            if isinstance(fault, FileExistsError) or os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, "there is such a file already", str(path)) from None
            draft.replace(path)  # a file system without hard links
        else:
            draft.unlink()
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def append(path: Path, content: bytes, *, inside: Path) -> None:
    """Write at the end of a file, and wait until it is on the disk. Raises OSError, also for a link."""
    if not lies_inside(path.parent, inside) or is_link(path):
        raise OSError(errno.ELOOP, "the file leads out of the game folder", str(path))
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_FOLLOW | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_all(contents: Mapping[Path, tuple[bytes | None, bytes]], *, inside: Path | None) -> None:
    """Write several files, each with what it holds before and what it is to hold: all of them, or none.

    A file that is not there yet holds None. Everything is on the disk before the first takes its place; if a
    later one cannot, those before it get back what they held. Raises OSError.
    """
    drafts: list[Path] = []
    moves: list[tuple[Path, Path | None, Path]] = []
    begun = 0
    try:
        for path, (before, after) in contents.items():
            if before is not None:
                drafts.append(_draft(path, before, inside=inside))
            old = drafts[-1] if before is not None else None
            drafts.append(_draft(path, after, inside=inside))
            moves.append((path, old, drafts[-1]))
        for path, _, new in moves:
            begun += 1  # before it is done: an interruption may come in between
            new.replace(path)
    except BaseException:
        for path, old, _ in reversed(moves[:begun]):
            with suppress(OSError):
                path.unlink() if old is None else old.replace(path)
        raise
    finally:
        for draft in drafts:
            delete(draft)


def _draft(
    path: Path, content: Any, *, inside: Path | None, lasting: bool = True, rights: int = _ALL
) -> Path:
    """A new file beside a path that is to take its place. Raises OSError; nothing half written stays."""
    folder = path.parent
    if inside is not None and not lies_inside(folder, inside):
        raise OSError(errno.ELOOP, "the folder leads out of the game folder", str(folder))
    draft = folder / f".pnp-{secrets.token_hex(8)}.new"  # as long as any name may be
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _PLAIN, rights)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
    except BaseException:
        delete(draft)
        raise
    return draft


def is_free(path: Path) -> bool:
    """Whether a new folder may be made at a path: nothing is there, or an empty folder."""
    try:
        if not os.path.lexists(path):
            return True
        return path.is_dir() and not path.is_symlink() and not any(path.iterdir())
    except (OSError, ValueError):
        return False


def delete(path: Path) -> None:
    """Delete one file, if it is there and may be deleted."""
    with suppress(OSError):
        path.unlink()


def make_private(path: Path) -> None:
    """Take a file's rights from all but its owner, where the system knows such rights and allows it."""
    with suppress(OSError):
        if stat.S_IMODE(path.stat().st_mode) & ~_OWN:
            path.chmod(_OWN)


def mark_used(path: Path, *, older_s: float) -> None:
    """Set a file's date to now, if it is older than so many seconds."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > older_s:
            os.utime(path)


def files_below(folder: Path, *, ending: str = "") -> Iterator[tuple[Path, int, float]]:
    """Every regular file of a folder and the folders in it: its path, size in bytes and date.

    For folders of this program's own. Links are not followed.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    if not is_link(Path(entry.path)):
                        yield from files_below(Path(entry.path), ending=ending)
                elif entry.is_file(follow_symlinks=False) and entry.name.endswith(ending):
                    about = entry.stat(follow_symlinks=False)
                    yield Path(entry.path), about.st_size, about.st_mtime


def take_away(folder: Path) -> None:
    """Delete a folder that this program has made, with all that it put there. Links are not followed."""
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """An empty folder of nobody else's, which is gone with all that is in it when the block ends."""
    with tempfile.TemporaryDirectory(prefix="pnp-") as name:
        yield Path(name).resolve()


def make_folder(path: Path, *, inside: Path) -> None:
    """Make a folder in `inside`, if it is not there yet. Raises OSError for a link that leads out."""
    path.mkdir(parents=True, exist_ok=True)
    if not lies_inside(path, inside):
        raise OSError(errno.ELOOP, "the folder leads out of the game folder", str(path))
