"""A count and a symbol behind it, as both notations have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.records.symbols import Typed

LARGEST_COUNT = 99
_DIGITS = re.compile(r" ?(\d{1,4})")
_TIMES = re.compile(r" ?[xX×*] ?")


def counted(typed: Typed, at: int) -> tuple[int | None, int, int] | None:
    """A count, if there is one, and the start and the end of the symbol behind it; None if there is none."""
    for count, start in _counts(typed.text, at):
        end = typed.symbol_end(start)
        if end > start:
            return count, start, end
    return None


def _counts(text: str, at: int) -> Iterator[tuple[int | None, int]]:
    """The ways to read a count, the likeliest first: `2xE` is two E, `2X` two X, a name may begin with 2."""
    digits = _DIGITS.match(text, at)
    if digits:
        for end in range(digits.end(), digits.start(1), -1):
            count = int(text[digits.start(1) : end])
            times = _TIMES.match(text, end)
            if times:
                yield count, times.end()
            yield count, behind_blank(text, end)
    yield None, behind_blank(text, at)


def behind_blank(text: str, at: int) -> int:
    """A place in a text, or the one behind the blank that stands there."""
    return at + text.startswith(" ", at)
