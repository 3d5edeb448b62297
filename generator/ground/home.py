"""The user's own pnp folder: what this program keeps for itself, outside of every game folder.

It lies where the system keeps such things (platformdirs); the environment variable PNP_HOME moves it.
"""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

from generator.ground.files import (
    Unreadable,
    is_folder_inside,
    make_folder,
    make_private,
    read_bounded,
    write_whole,
)

HOME = "PNP_HOME"
_KEY = "key"
_KEY_BYTES = 32


def own_folder() -> Path:
    """The folder; it need not exist yet."""
    moved = os.environ.get(HOME)
    if moved:
        return Path(moved)
    from platformdirs import user_data_path

    return user_data_path("pnp", appauthor=False)


def make_own_folder() -> Path:
    """The folder, made if it is not there. Raises OSError, also where the user has no home: none is made."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - where Path would raise, this leaves "~"
    if not os.environ.get(HOME) and not is_folder_inside(home, home):
        raise FileNotFoundError(errno.ENOENT, "this user has no home folder", str(own_folder()))
    folder = own_folder()
    make_folder(folder, inside=folder)
    return folder


def own_key() -> bytes | None:
    """A secret of this user on this machine, made at its first use; None where none can be kept.

    What was sealed with it can only have been written by this program, for this user.
    """
    path = own_folder() / _KEY
    try:
        key = _read(path)
        make_private(path)  # up to 0.1 others could read it
        return key
    except Unreadable:
        with suppress(OSError):
            make_own_folder()
            write_whole(path, secrets.token_bytes(_KEY_BYTES), inside=None, new=True, private=True)
        with suppress(Unreadable):
            return _read(path)
    return None


def _read(path: Path) -> bytes:
    """Raises Unreadable for anything that is no key."""
    key = read_bounded(path, inside=None, most=_KEY_BYTES)
    if len(key) != _KEY_BYTES:
        raise Unreadable("This is no key of pnp.", "Delete it; a new one is made.")
    return key
