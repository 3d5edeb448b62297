"""Path data as segments, and segments as PDF operators.

A segment is an operator and its coordinates: ("m", (x, y)), ("l", (x, y)), ("c", (x1, y1, x2, y2, x, y)) or
("h", ()): move, line, cubic curve and close, the four that PDF knows (ISO 32000-1, 8.5.2). All are absolute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from generator.svg.arcs import Segment, Segments, arc_curves
from generator.svg.values import LEAST, LIMIT, NUMBER

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_TOKEN = re.compile(rf"{NUMBER}|[^\s,]")  # a number, or one sign that does not belong here
_FLAG = re.compile(r"[^\s,]")
_FLAGS = frozenset("01")
_ODD = re.compile("[_nN]")
"""What Python reads in numbers, and SVG does not: `1_000`, `inf`."""
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COUNT |= {command.lower(): count for command, count in _COUNT.items()}

_Command = tuple[str, list[float]]
"""A command letter and all numbers up to the next one."""


def number(value: float, decimals: int = 5) -> str:
    """A number as PDF writes it: with no more decimals than that, never an exponent."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=4096)
def parse_path(data: str) -> Segments:
    """Path data (SVG 1.1, 8.3) as segments. Raises ValueError at the first slip."""
    if data.strip() and data.strip()[0] not in "Mm":
        raise ValueError("The path does not start with M.")
    reader = _PathReader()
    for command, flat in _quickly(data) or _carefully(data):
        count = _COUNT[command]
        if flat and not (max(flat) <= LIMIT and min(flat) >= -LIMIT):
            raise ValueError(f"The path has a number larger than {LIMIT:,.0f}.")
        if not count and flat:
            raise ValueError("The path has numbers after Z.")
        if count and (not flat or len(flat) % count):
            raise ValueError(f"The path has {len(flat)} numbers after {command}, not a multiple of {count}.")
        reader.step(command, flat)
    return tuple(reader.segments)


def _quickly(data: str) -> list[_Command]:
    """The commands of path data if its numbers stand apart or begin with a minus, as nearly all do."""
    if _ODD.search(data):
        return []
    apart = data.replace(",", " ").replace("-", " -")
    commands: list[_Command] = []
    try:
        for command, text in _COMMAND.findall(apart):
            words = text.split()
            if command in "Aa" and not (len(words) % 7 == 0 and _FLAGS.issuperset(words[3::7] + words[4::7])):
                return []
            commands.append((command, [*map(float, words)]))
    except ValueError:
        return []
    return commands


def _carefully(data: str) -> Iterator[_Command]:
    """The commands of any path data, up to the first slip."""
    for command, text in _COMMAND.findall(data):
        try:
            yield command, [*map(float, _arc_tokens(text) if command in "Aa" else _TOKEN.findall(text))]
        except ValueError:
            raise ValueError(f"The path has “{text.strip()[:30]}” after {command}.") from None


def _arc_tokens(text: str) -> Iterator[str]:
    """The numbers of arcs one by one; the fourth and fifth of each seven are flags of one sign."""
    at = count = 0
    while match := (_FLAG if count % 7 in (3, 4) else _TOKEN).search(text, at):
        yield match[0]
        at, count = match.end(), count + 1


class _PathReader:
    """The pen while path data is read: where it is, where the subpath began, the last handle."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] | None = None

    def step(self, command: str, flat: list[float]) -> None:
        """One command with all that follows it: one group of arguments, or several."""
        last, self.handle = self.handle, None
        match command:
            case "c" | "C":
                self._cubics(flat, command == "c")
            case "l" | "L":
                self._lines(flat, command == "l")
            case "z" | "Z":
                self.segments.append(("h", ()))
                self.x, self.y = self.start_x, self.start_y
            case "m" | "M":
                x, y = (flat[0] + self.x, flat[1] + self.y) if command == "m" else (flat[0], flat[1])
                self.segments.append(("m", (x, y)))
                self.x, self.y = self.start_x, self.start_y = x, y
                if len(flat) > 2:
                    self._lines(flat[2:], command == "m")
            case _:
                kind, count = command.upper(), _COUNT[command]
                for at in range(0, len(flat), count):
                    numbers = flat[at : at + count]
                    if command != kind:
                        numbers = self._absolute(kind, numbers)
                    self._one(kind, numbers, last)
                    last, self.handle = self.handle, None
                self.handle = last

    def _one(self, kind: str, numbers: list[float], last: tuple[str, float, float] | None) -> None:
        """One group of the rarer commands."""
        match kind:
            case "H":
                self._line(numbers[0], self.y)
            case "V":
                self._line(self.x, numbers[0])
            case "S":
                self._cubic(*self._mirrored("C", last), *numbers)
            case "Q":
                self._quadratic(*numbers)
            case "T":
                self._quadratic(*self._mirrored("Q", last), *numbers)
            case "A":
                self._arc(*numbers)

    def _absolute(self, kind: str, numbers: list[float]) -> list[float]:
        if kind == "A":
            return [*numbers[:5], numbers[5] + self.x, numbers[6] + self.y]
        if kind == "V":
            return [numbers[0] + self.y]
        return [value + (self.y if i % 2 else self.x) for i, value in enumerate(numbers)]

    def _mirrored(self, kind: str, last: tuple[str, float, float] | None) -> tuple[float, float]:
        if last and last[0] == kind:
            return 2 * self.x - last[1], 2 * self.y - last[2]
        return self.x, self.y

    def _lines(self, flat: list[float], relative: bool) -> None:
        for x, y in zip(flat[::2], flat[1::2], strict=True):
            if relative:
                self._line(x + self.x, y + self.y)
            else:
                self._line(x, y)

    def _line(self, x: float, y: float) -> None:
        self._reach(x, y)
        self.segments.append(("l", (x, y)))
        self.x, self.y = x, y

    def _cubics(self, flat: list[float], relative: bool) -> None:
        x, y, segments = self.x, self.y, self.segments
        for at in range(0, len(flat), 6):
            x1, y1, x2, y2, x3, y3 = flat[at : at + 6] if len(flat) > 6 else flat
            if relative:
                x1, y1, x2, y2, x3, y3 = x1 + x, y1 + y, x2 + x, y2 + y, x3 + x, y3 + y
            if at == 0 or not (-LIMIT <= x3 <= LIMIT and -LIMIT <= y3 <= LIMIT):
                self._reach(x3, y3)
            segments.append(("c", (x1, y1, x2, y2, x3, y3)))
            x, y = x3, y3
        self.x, self.y, self.handle = x, y, ("C", x2, y2)

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
        if not self.segments or not self.segments[-1][1]:  # behind a closed outline
            self.segments.append(("m", (self.x, self.y)))
        if not (-LIMIT <= x <= LIMIT and -LIMIT <= y <= LIMIT):
            raise ValueError("The path leads too far away.")


_WRITTEN = {"m": "%.5f %.5f m", "l": "%.5f %.5f l", "c": "%.5f %.5f %.5f %.5f %.5f %.5f c", "h": "h"}


def operators(segments: Segments) -> str:
    """Segments as PDF path construction operators.

    One format a segment and one clean-up a path: several times faster than `number` for each number.
    """
    text = " ".join([_WRITTEN[operator] % at for operator, at in segments])
    for zeros in ("000 ", "00 ", "0 ", ". "):  # every number has five decimals, and a space behind it
        text = text.replace(zeros, " ")
    return text


@lru_cache(maxsize=4096)
def path_operators(data: str) -> str:
    """Path data straight to operators; the same icon on every card is translated once."""
    return operators(parse_path(data))
