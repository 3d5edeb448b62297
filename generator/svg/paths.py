"""Path data as segments, and segments as PDF operators.

A segment is an operator and its coordinates: ("m", (x, y)), ("l", (x, y)), ("c", (x1, y1, x2, y2, x, y)) or
("h", ()): move, line, cubic curve and close, the four that PDF knows (ISO 32000-1, 8.5.2). All are absolute.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from generator.svg.arcs import Segment, Segments, arc_curves, moved
from generator.svg.values import LEAST, LIMIT, NUMBER

__all__ = [
    "Segment",
    "Segments",
    "arc_curves",
    "moved",
    "number",
    "operators",
    "parse_path",
    "path_operators",
]

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_TOKEN = re.compile(rf"{NUMBER}|[^\s,]")  # a number, or one sign that does not belong here
_FLAG = re.compile(r"[^\s,]")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def number(value: float) -> str:
    """A number as PDF writes it: at most five decimals, never an exponent."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=4096)
def parse_path(data: str) -> Segments:
    """Path data (SVG 1.1, 8.3) as segments. Raises ValueError at the first slip."""
    if data.strip() and data.strip()[0] not in "Mm":
        raise ValueError("The path does not start with M.")
    reader = _PathReader()
    for command, arguments in _COMMAND.findall(data):
        for given in _arguments(command, arguments):
            reader.step(command, given)
            command = {"M": "L", "m": "l"}.get(command, command)
    return tuple(reader.segments)


def _arguments(command: str, text: str) -> Iterable[tuple[float, ...]]:
    """The arguments of one command letter, in the groups that it takes."""
    kind = command.upper()
    flat, count = _flat(command, text), _COUNT[kind]
    if count == 0:
        if flat:
            raise ValueError("The path has numbers after Z.")
        return [()]
    if not flat or len(flat) % count:
        raise ValueError(f"The path has {len(flat)} numbers after {command}, not a multiple of {count}.")
    return [tuple(flat[i : i + count]) for i in range(0, len(flat), count)]


def _flat(command: str, text: str) -> list[float]:
    """All numbers after a command letter; the two flags of an arc may stand without a gap."""
    try:
        flat = list(map(float, _arc_tokens(text) if command in "Aa" else _TOKEN.findall(text)))
    except ValueError:
        raise ValueError(f"The path has “{text.strip()[:30]}” after {command}.") from None
    if flat and not max(map(abs, flat)) <= LIMIT:
        raise ValueError(f"The path has a number larger than {LIMIT:,.0f}.")
    return flat


def _arc_tokens(text: str) -> Iterator[str]:
    """The numbers of arcs one by one; the fourth and fifth of each seven are flags of one sign."""
    at = count = 0
    while found := (_FLAG if count % 7 in (3, 4) else _TOKEN).search(text, at):
        yield found[0]
        at, count = found.end(), count + 1


class _PathReader:
    """The pen while path data is read: where it is, where the subpath began, the last handle."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] | None = None

    def step(self, command: str, given: tuple[float, ...]) -> None:
        """One command with one group of arguments."""
        kind = command.upper()
        if command.islower():
            given = self._absolute(kind, given)
        last, self.handle = self.handle, None
        match kind:
            case "M":
                self.segments.append(("m", given))
                self.x, self.y = self.start_x, self.start_y = given
            case "Z":
                self.segments.append(("h", ()))
                self.x, self.y = self.start_x, self.start_y
            case "L":
                self._line(given[0], given[1])
            case "H":
                self._line(given[0], self.y)
            case "V":
                self._line(self.x, given[0])
            case "C":
                self._cubic(*given)
            case "S":
                self._cubic(*self._mirrored("C", last), *given)
            case "Q":
                self._quadratic(*given)
            case "T":
                self._quadratic(*self._mirrored("Q", last), *given)
            case "A":
                self._arc(*given)

    def _absolute(self, kind: str, given: tuple[float, ...]) -> tuple[float, ...]:
        if kind == "A":
            return (*given[:5], given[5] + self.x, given[6] + self.y)
        if kind == "V":
            return (given[0] + self.y,)
        return tuple(value + (self.y if i % 2 else self.x) for i, value in enumerate(given))

    def _mirrored(self, kind: str, last: tuple[str, float, float] | None) -> tuple[float, float]:
        if last and last[0] == kind:
            return 2 * self.x - last[1], 2 * self.y - last[2]
        return self.x, self.y

    def _line(self, x: float, y: float) -> None:
        self._reach(x, y)
        self.segments.append(("l", (x, y)))
        self.x, self.y = x, y

    def _cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._reach(x, y)
        self.segments.append(("c", (x1, y1, x2, y2, x, y)))
        self.x, self.y, self.handle = x, y, ("C", x2, y2)

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        """The same curve as a cubic: each handle lies two thirds of the way to the one control point."""
        from_start = (self.x + 2 * (x1 - self.x) / 3, self.y + 2 * (y1 - self.y) / 3)
        self._cubic(*from_start, x + 2 * (x1 - x) / 3, y + 2 * (y1 - y) / 3, x, y)
        self.handle = ("Q", x1, y1)

    def _arc(self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float) -> None:
        if not {large, sweep} <= {0.0, 1.0}:
            raise ValueError("The path has an arc whose flags are not 0 or 1.")
        self._reach(x, y)
        if min(abs(rx), abs(ry)) < LEAST:
            self._line(x, y)
        elif abs(x - self.x) + abs(y - self.y) > LEAST:
            start = (self.x, self.y)
            self.segments += arc_curves(start, (abs(rx), abs(ry)), turn, bool(large), bool(sweep), (x, y))
            self.x, self.y = x, y

    def _reach(self, x: float, y: float) -> None:
        if not self.segments or self.segments[-1] == ("h", ()):
            self.segments.append(("m", (self.x, self.y)))
        if not (abs(x) <= LIMIT and abs(y) <= LIMIT):
            raise ValueError("The path leads too far away.")


_WRITTEN = {"m": "%.5f %.5f m", "l": "%.5f %.5f l", "c": "%.5f %.5f %.5f %.5f %.5f %.5f c", "h": "h"}
_ZEROS = re.compile(r"\.?0+(?= )")  # every number is followed by a space, and has five decimals


def operators(segments: Segments) -> str:
    """Segments as PDF path construction operators.

    One format a segment and one clean-up a path: several times faster than `number` for each number.
    """
    return _ZEROS.sub("", " ".join([_WRITTEN[operator] % at for operator, at in segments]))


@lru_cache(maxsize=4096)
def path_operators(data: str) -> str:
    """Path data straight to operators; the same icon on every card is translated once."""
    return operators(parse_path(data))
