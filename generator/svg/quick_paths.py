"""The common case of path data, read in one loop.

Most paths are moves, lines, curves, arcs and closes with numbers of ordinary size. They are read here several
times faster than by the general reader; whatever else a path holds, or whatever is wrong with it, gives
None, and the general reader in `paths` takes it from the start and finds the words for what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.svg.arcs import Segments, arc_curves
from generator.svg.values import LEAST, LIMIT, NUMBER

_TOKEN = re.compile(rf"[MmLlHhVvCcQqAaZz]|{NUMBER}")
_SEPARATORS = dict.fromkeys(map(ord, " ,\t\n\r"))
_UNUSUAL = re.compile(r"[^MmLlHhVvCcQqAaZz0-9 ,.\t\n\r+-]|(?<![\d.])\d{6,}")
"""Another command, an exponent, a stray sign, or a number that may be too large."""


def quick_segments(data: str) -> Segments | None:
    """The segments of plain path data, as `paths.parse_path` gives them; None if it is not plain."""
    if _UNUSUAL.search(data):
        return None
    tokens = _TOKEN.findall(data)
    if not tokens or tokens[0] not in "Mm" or "".join(tokens) != data.translate(_SEPARATORS):
        return None
    try:
        return tuple(_read(iter(tokens)))
    except (ValueError, StopIteration, RuntimeError):
        return None


def _read(tokens: Iterator[str]) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Segment by segment. Raises ValueError where a number is missing; RuntimeError where the data ends."""
    x = y = start_x = start_y = 0.0
    command, closed = "", False
    for token in tokens:
        if token.isalpha():
            command = token
            if command in "Zz":
                yield "h", ()
                x, y, closed = start_x, start_y, True
                continue
            token = next(tokens)
        elif command in "Zz":
            raise ValueError
        from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
        if command in "Mm":
            start_x, start_y = x, y = float(token) + from_x, float(next(tokens)) + from_y
            yield "m", (x, y)
            command, closed = ("l" if command == "m" else "L"), False
            continue
        if closed:
            yield "m", (x, y)
            closed = False
        if command in "Ll":
            x, y = float(token) + from_x, float(next(tokens)) + from_y
            yield "l", (x, y)
        elif command in "Hh":
            x = float(token) + from_x
            yield "l", (x, y)
        elif command in "Vv":
            y = float(token) + from_y
            yield "l", (x, y)
        elif command in "Aa":
            arc = (float(token), float(next(tokens)), float(next(tokens)))
            flags = (next(tokens), next(tokens))
            if not {*flags} <= {"0", "1"} or min(arc[:2]) < LEAST:
                raise ValueError
            start, x, y = (x, y), float(next(tokens)) + from_x, float(next(tokens)) + from_y
            if abs(x - start[0]) + abs(y - start[1]) > LEAST:
                yield from arc_curves(start, arc[:2], arc[2], flags[0] == "1", flags[1] == "1", (x, y))
        elif command in "Qq":
            at_x, at_y = float(token) + from_x, float(next(tokens)) + from_y
            to_x, to_y = float(next(tokens)) + from_x, float(next(tokens)) + from_y
            first = (x + 2 * (at_x - x) / 3, y + 2 * (at_y - y) / 3)
            yield "c", (*first, to_x + 2 * (at_x - to_x) / 3, to_y + 2 * (at_y - to_y) / 3, to_x, to_y)
            x, y = to_x, to_y
        else:
            first = (float(token) + from_x, float(next(tokens)) + from_y)
            second = (float(next(tokens)) + from_x, float(next(tokens)) + from_y)
            x, y = float(next(tokens)) + from_x, float(next(tokens)) + from_y
            yield "c", (*first, *second, x, y)
        if not (-LIMIT <= x <= LIMIT and -LIMIT <= y <= LIMIT):
            raise ValueError
