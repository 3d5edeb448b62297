"""Zips whose bytes repeat: the same files give the same zip, on any machine and on any day."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping

from generator.ground.files import MB
from generator.ground.problems import Failed, error

MOST_BYTES = 400 * MB
"""Of one zip: it is put together in memory, and few places take more."""
SUMS = "SHA256SUMS.txt"
"""The digest of every file, as the program sha256sum writes and checks it."""
_DATE = (1980, 1, 1, 0, 0, 0)
"""The first that a zip can state."""
_PLAIN_FILE = 0o644 << 16
_UNIX = 3


def checksums(files: Mapping[str, bytes]) -> bytes:
    """A line for each file.

    >>> checksums({"a.txt": b"a"})[:12]
    b'ca978112ca1b'
    """
    return "".join(f"{digest(files[name])}  {name}\n" for name in sorted(files)).encode()


def digest(content: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(content).hexdigest()


def zipped(folder: str, files: Mapping[str, bytes], name: str) -> bytes:
    """The files and their checksums in one folder of a zip. Raises Failed if they are too many bytes.

    Nothing is compressed: PDF and PNG are so already, and what zlib makes of the rest differs from one
    version to the next.
    """
    if sum(map(len, files.values())) > MOST_BYTES:
        fault = f"The zip would be larger than {MOST_BYTES // MB} MB."
        raise Failed(
            error(name, fault, "Publish its targets one by one, or upload their folders as they are.")
        )
    every = {**files, SUMS: checksums(files)}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as parcel:
        for path in sorted(every):
            about = zipfile.ZipInfo(f"{folder}/{path}", _DATE)
            about.external_attr, about.create_system = _PLAIN_FILE, _UNIX
            parcel.writestr(about, every[path])
    return buffer.getvalue()
