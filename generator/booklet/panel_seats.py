"""Players of a table as drawings: the mat's sign, the name, tokens, values and kinds of cards.

All seats of a table have the same columns, measured once: several seats side by side where they are
narrow, several lines a seat where they are wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.booklet.sketch import Sketch, on
from generator.booklet.style import INK, LINE
from generator.replay.told import Count, SeatView

_HIGH, _LINE, _AIR = 6.0, 6.0, 0.9
_GAP = 2.0
_PALE = "#d9d4c7"
"""A kind of card of which there is none."""
_STACK_MM, _MOST_STACK_MM = 10.0, 16.0
_SHARE = 0.36
"""Of a seat's width a name may take so much before it gets a line of its own."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the parts of a seat stand, in mm from its left edge; `spots` are those of its counts.

    `tall` seats have the name on a line of its own above the counts.
    """

    seats: int
    width: float
    name: float
    counts: float
    tall: bool
    spots: tuple[tuple[float, int, float], ...]
    """(x, line, width) of each token, value and kind of card."""

    @property
    def lines(self) -> int:
        """Lines of a seat."""
        return max((line for _, line, _ in self.spots), default=0) + 1 + self.tall


def draw_seats(sketch: Sketch, seats: Sequence[SeatView], x: float, y: float, width: float) -> float:
    """All seats, in their order from left to right and downwards; returns the y below them."""
    if not seats:
        return y
    columns = _columns(sketch, seats, width)
    high = _HIGH + (columns.lines - 1) * _LINE
    for at, seat in enumerate(seats):
        line, column = divmod(at, columns.seats)
        left, top = x + (columns.width + _GAP) * column, y + line * (high + _AIR)
        _seat(sketch, seat, columns, left, top, high)
    return y + -(-len(seats) // columns.seats) * (high + _AIR)


def _seat(sketch: Sketch, seat: SeatView, columns: _Columns, x: float, y: float, high: float) -> None:
    sketch.box(x, y, columns.width, high, fill="#ffffff", stroke=LINE)
    sketch.box(x, y, 7, high, fill=seat.sign.colour)
    if seat.sign.icon:
        sketch.icon(seat.sign.icon, x + 1.3, y + 0.8, 4.4, on(seat.sign.colour))
    room = columns.width - columns.name - 1 if columns.tall else columns.counts - columns.name - 0.5
    sketch.text(seat.name, x + columns.name, y + 4.2, room, size=3.2, weight=700)
    kinds = [*[(count, False) for count in (*seat.tokens, *seat.values)], *[(c, True) for c in seat.stacks]]
    for (count, stack), (left, line, wide) in zip(kinds, columns.spots, strict=False):
        top = y + (line + columns.tall) * _LINE
        (_stack if stack else _count)(sketch, count, x + left, top, wide)


def _count(sketch: Sketch, count: Count, x: float, y: float, width: float) -> None:
    sketch.icon(count.sign.icon, x, y + 1.0, 4, count.sign.colour)
    sketch.text(str(count.number), x + 4.4, y + 4.2, width - 5, size=3.3, weight=700)


def _stack(sketch: Sketch, count: Count, x: float, y: float, width: float) -> None:
    sketch.icon(count.sign.icon, x, y + 0.8, 4.4, count.sign.colour if count.number else _PALE)
    if count.number:
        sketch.text(f"×{count.number}", x + 4.8, y + 4.2, width - 4.8, size=2.8, weight=700, color=INK)


# ---------------------------------------------------------------- columns


def _columns(sketch: Sketch, seats: Sequence[SeatView], width: float) -> _Columns:
    """The most seats side by side that the counts and names of all leave room for."""
    named = max(sketch.em(seat.name, weight=700) for seat in seats) * 2.4
    cells = _cells(sketch, seats)
    for count, name, counts, token in ((3, 8.2, 26.0, 9.6), (2, 8.2, 26.0, 9.6), (1, 8.5, 29.0, 10.0)):
        wide = (width - _GAP * (count - 1)) / count
        counts = max(counts, name + named + 1.5)
        widths = [max(least, token + extra) for least, extra in cells[0]]
        kinds = len(cells[1]) * max(cells[1], default=0.0)
        whole = counts + sum(widths) + (1 + kinds if kinds else 0)
        if whole <= wide and (count == 1 or counts <= wide * 0.6):
            return _Columns(count, wide, name, counts, False, _in_line(counts, widths, len(cells[1]), wide))
    tall = counts > width * _SHARE
    counts = 8.5 if tall else counts
    return _Columns(1, width, 8.5, counts, tall, _in_lines(counts, widths, cells[1], width))


def _cells(sketch: Sketch, seats: Sequence[SeatView]) -> tuple[list[tuple[float, float]], list[float]]:
    """(least width, what it has beyond a token's) of each token and value; least width of each kind."""
    tokens = [(least, 0.0) for least in _widths(sketch, [seat.tokens for seat in seats])]
    values = [(least, 1.0) for least in _widths(sketch, [seat.values for seat in seats])]
    kinds = _widths(sketch, [seat.stacks for seat in seats])
    return tokens + values, [max(_STACK_MM, least + 1) for least in kinds]


def _widths(sketch: Sketch, counts: Sequence[Sequence[Count]]) -> list[float]:
    """What each column of counts needs for its longest number."""
    numbers = [[cell.number for cell in column] for column in zip(*counts, strict=False)]
    return [5.2 + 2.6 * max(sketch.em(str(number), weight=700) for number in column) for column in numbers]


def _in_line(
    x: float, widths: Sequence[float], kinds: int, width: float
) -> tuple[tuple[float, int, float], ...]:
    placed: list[tuple[float, int, float]] = []
    for wide in widths:
        placed.append((x, 0, wide))
        x += wide
    if kinds:
        step = min((width - x) / kinds, _MOST_STACK_MM)
        placed += [(x + 1 + step * at, 0, step) for at in range(kinds)]
    return tuple(placed)


def _in_lines(
    first: float, widths: Sequence[float], kinds: Sequence[float], width: float
) -> tuple[tuple[float, int, float], ...]:
    """Counts in lines from `first` to the right edge; kinds of cards begin a line of their own."""
    placed: list[tuple[float, int, float]] = []
    x, line = first, 0
    for group in (widths, kinds):
        if placed and group:
            x, line = first, line + 1
        for wide in group:
            if x + wide > width and x > first:
                x, line = first, line + 1
            placed.append((x, line, wide))
            x += wide
    return tuple(placed)
