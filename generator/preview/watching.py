"""Notices that a file of a game folder was saved: the one home of watchfiles.

What the system tells is only taken as a knock. Then the folder is looked at, and what differs from the last
look is what changed. So it does not matter how a program saves: in place, or by way of a temporary file, a
rename and a lock, as Excel, LibreOffice and editors do; nor does it whether the folder was gone for a while.
Where the system tells nothing, as of some network drives, the folder is looked at every second or so; the
environment variable WATCHFILES_FORCE_POLLING makes watchfiles itself look instead of listen.

A save is waited for until it is through: nothing more changes, and the workbook is whole and at its place.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from threading import Event

from generator.ground.files import FolderState, Unreadable, look_at, read_bounded
from generator.ground.project import KINDS, OUTPUT, workbooks_in

READ = frozenset({".svg", ".md", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".ttc", ".otc", ".woff"})
"""Endings of what a game is made of, besides its workbook: templates, icons, pictures, fonts."""
MADE = frozenset({OUTPUT, "printed", "plays"})
"""Folders of a game that pnp itself writes."""
_TABLES = KINDS[-1]
_STEP_S = 0.02
"""What changes at most so long after another change belongs to it."""
_TICK_S = 0.1
_RESCAN_S = 1.0
_RESCAN_TIMES = 30
"""Looking costs at most one part in so many of the time, however slow the drive is."""
_RESTLESS_S = 0.5
"""So long a folder is waited for in which files change on and on."""
_HALF_S = 3.0
"""So long a workbook is waited for that is half written, or not there between two renames."""
_GONE_S = 0.3
"""The same of any other file."""
_MOST_WORKBOOK = 50_000_000
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_END_SIZE, _LONGEST_COMMENT = 22, 65_535  # APPNOTE.TXT 4.3.16


def changes(folder: Path, *, stop: Event, listen: bool = True) -> Generator[frozenset[Path], None, None]:
    """The files of a game that were written or deleted since the call, each time that a save is through.

    Ends when `stop` is set. What changes while the caller is at work with one set comes in the next. A save
    that never gets through, such as of a damaged workbook, comes after some seconds all the same. Unless it
    is to `listen`, the folder is only looked at, again and again. Raises KeyboardInterrupt.
    """
    return _changes(folder, _look(folder) or FolderState({}, {}), stop, listen=listen)


def _changes(
    folder: Path, state: FolderState, stop: Event, *, listen: bool
) -> Generator[frozenset[Path], None, None]:
    while not stop.is_set():
        folder_state = _look(folder)
        if folder_state is None or not _differing(state, folder_state):
            folder_state = _awaited(folder, state, stop, listen=listen)
        if folder_state is not None and _differing(state, folder_state):
            folder_state = _settled(folder, state, folder_state, stop)
        if folder_state is None:  # the folder itself is gone
            stop.wait(_TICK_S)
        elif not stop.is_set():
            changed, state = _differing(state, folder_state), folder_state
            if changed:
                yield changed


def _look(folder: Path) -> FolderState | None:
    tables = folder / _TABLES

    def enters(path: Path) -> bool:
        if path.name.startswith((".", "~")) or (path.name in MADE and path.parent == folder):
            return False
        return path == tables or not workbooks_in(path)  # a game inside of the folder is another game

    def wants(path: Path) -> bool:
        if path.name.startswith((".", "~", "#")):
            return False
        if path.parent == folder and path.name in KINDS:
            return True
        return path.suffix.casefold() in READ or (path.parent == tables and path.suffix.casefold() == ".csv")

    return look_at(folder, enters=enters, wants=wants)


def _differing(before: FolderState, after: FolderState) -> frozenset[Path]:
    """Files that were written, came or went between two looks."""
    return frozenset(path for path, _ in before.files.items() ^ after.files.items())


def _awaited(folder: Path, state: FolderState, stop: Event, *, listen: bool) -> FolderState | None:
    """The first look at which something is different, or at which other folders have to be listened at."""
    looked, due = time.monotonic(), 0.0
    watched = _look(folder)
    with closing(_knocks(watched, stop, listen=listen)) as knocks:
        for knocked in knocks:
            if stop.is_set():
                return watched
            if not knocked and time.monotonic() - looked < due:
                continue
            began = time.monotonic()
            folder_state = _look(folder)
            looked = time.monotonic()
            due = max(_RESCAN_S, (looked - began) * _RESCAN_TIMES)
            if (
                folder_state is None
                or watched is None
                or folder_state.folders != watched.folders
                or _differing(state, folder_state)
            ):
                return folder_state
    return _look(folder)


def _knocks(watched: FolderState | None, stop: Event, *, listen: bool) -> Generator[bool, None, None]:
    """Again and again: True when the system tells of something, False when only a little time has passed."""
    while watched is None or not listen:
        if stop.wait(_TICK_S):
            return
        yield False
    from watchfiles import watch

    try:
        for events in watch(
            *watched.folders,
            watch_filter=None,
            recursive=False,  # else links would be followed, wherever they lead
            debounce=int(_RESTLESS_S * 1000),
            step=int(_STEP_S * 1000),
            rust_timeout=int(_TICK_S * 1000),
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=True,
        ):
            yield bool(events)
    except (OSError, RuntimeError):  # a folder went in between, or the system watches no more of them
        yield from _knocks(watched, stop, listen=False)


def _settled(folder: Path, state: FolderState, folder_state: FolderState, stop: Event) -> FolderState | None:
    """The look when the save is through, or when it has been waited for long enough."""
    began = time.monotonic()
    while not stop.wait(_STEP_S):
        last, now = folder_state, _look(folder)
        if now is None:
            return None
        folder_state, waited = now, time.monotonic() - began
        if not _differing(last, folder_state):
            if waited >= _patience(folder, state, folder_state):
                break
        elif waited >= _HALF_S + _RESTLESS_S:
            break
    return folder_state


def _patience(folder: Path, state: FolderState, folder_state: FolderState) -> float:
    """How many seconds to wait for what has changed so far."""
    longest = 0.0
    for path in _differing(state, folder_state):
        about = folder_state.files.get(path)
        if path.parent == folder:
            half = about is None or is_half_written(path, inside=folder)
            longest = max(longest, _HALF_S if half and path.name in KINDS else 0.0)
        if about is None or not about[1]:
            longest = max(longest, _GONE_S)
    return longest


def is_half_written(workbook: Path, *, inside: Path) -> bool:
    """Whether a file is the beginning of a workbook, or cannot be read now; a file of another kind is not."""
    try:
        content = read_bounded(workbook, inside=inside, most=_MOST_WORKBOOK)
    except Unreadable as why:
        return not why.too_large
    if not content.strip(b"\0"):
        return True
    if not content.startswith(b"PK"):
        return content.startswith(b"\0")
    end = content.rfind(_END, max(0, len(content) - _END_SIZE - _LONGEST_COMMENT))
    if end < 0 or len(content) < end + _END_SIZE or not content.startswith((_LOCAL, _END)):
        return True
    size, offset = (int.from_bytes(content[end + at : end + at + 4], "little") for at in (12, 16))
    if offset == 0xFFFFFFFF or not size:  # a large archive, whose directory is elsewhere, or an empty one
        return False
    return offset + size > end or content[offset : offset + 4] != _CENTRAL
