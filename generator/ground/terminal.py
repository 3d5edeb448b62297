"""What is printed, without what a terminal would obey: much of it comes out of strangers' files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tab and line feed, separators of lines, and what turns the order of letters."""


def tame(text: str) -> str:
    """Text without what a terminal would obey: it may come from a stranger's file.

    >>> tame("a\\x1b[2Jb")
    'a�[2Jb'
    """
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


class TameStream:
    """A stream that tames whatever is printed to it; only what pnp itself paints goes past that."""

    def __init__(self, stream: TextIO) -> None:
        self.untamed = stream

    def write(self, text: str) -> int:
        """Write tamed text."""
        return self.untamed.write(tame(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write tamed texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.untamed, name)


@contextmanager
def tamed_streams() -> Iterator[None]:
    """Within it, nothing that is printed makes the terminal do anything."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, TameStream(untamed(stream))) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def untamed(stream: TextIO) -> TextIO:
    """The stream for what pnp itself paints: colours, and a progress bar."""
    return stream.untamed if isinstance(stream, TameStream) else stream
