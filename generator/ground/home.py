"""The user's own pnp folder: what this program keeps for itself, outside of every game folder.

It lies where the system keeps such things (platformdirs); the environment variable PNP_HOME moves it.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from generator.ground.files import Unreadable, make_folder, read_bounded, write_whole

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


def own_key() -> bytes | None:
    """A secret of this user on this machine, made at its first use; None where none can be kept.

    What was sealed with it can only have been written by this program, for this user.
    """
    path = own_folder() / _KEY
    try:
        return _read(path)
    except Unreadable:
        with suppress(OSError):
            make_folder(path.parent, inside=path.parent)
            write_whole(path, secrets.token_bytes(_KEY_BYTES), inside=None, new=True)
        with suppress(Unreadable):
            return _read(path)
    return None


def _read(path: Path) -> bytes:
    """Raises Unreadable for anything that is no key."""
    key = read_bounded(path, inside=None, most=_KEY_BYTES)
    if len(key) != _KEY_BYTES:
        raise Unreadable("This is no key of pnp.", "Delete it; a new one is made.")
    return key
