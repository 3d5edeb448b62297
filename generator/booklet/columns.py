"""Columns and pages: which part of which block stands where.

Text runs through the columns of a page. A wide block reaches over all of them: what is above it ends at
one height, and what follows begins again below. A wide picture may stand at the foot of its page or at the
head of the next one, so that it tears no hole into the text. Lengths are mm from the upper edge of the room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.booklet.flow import Leaf, Sink, Written

EVEN_MM = 0.01
"""What two lengths may differ in and still be the same one."""
STEP_MM = 0.5
"""By which the height of balanced columns is found."""
LEAST_MM = 12.0
"""A rest of a page that is smaller stays empty."""
ROUND_WIDE_MM = 4.5
"""Air between text in columns and what reaches over them, at least."""
STRETCH_MM = 1.6
"""By so much the air between two blocks may grow to let a column end where its neighbour does."""
MOST_STRETCH_MM = 14.0


class PlacedPart(NamedTuple):
    """A part of a block, with the air above it."""

    block: Written
    at: int
    gap: float
    high: float
    top: float
    least: float
    ends: bool


@dataclass(frozen=True, slots=True)
class Measures:
    """A page's room: its left and upper edge, width, height, and how many columns of text it has."""

    left: float
    top: float
    width: float
    height: float
    columns: int = 1
    gutter: float = 7.0
    air: float = 1.0
    """How much of the usual air is between blocks."""
    level: bool = True
    """Whether the columns of a page end at one height, as text does and a list of lines does not."""
    rtl: bool = False
    """Whether the first column is the right one."""

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.width - (self.columns - 1) * self.gutter) / self.columns


def pieces_of(blocks: Sequence[Written], width: float, air: float = 1.0) -> list[PlacedPart]:
    """Blocks of one width as what a column holds whole; `air` is how much of the usual is between them."""
    placed_parts: list[PlacedPart] = []
    after = 0.0
    for block in blocks:
        parts = block.parts(width)
        for at, part in enumerate(parts):
            last = at == len(parts) - 1
            gap = max(after, block.before_mm) * air if at == 0 else 0.0
            ends = part.ends and not (last and block.keep)
            placed_parts.append(PlacedPart(block, at, gap, part.high, part.top, part.least, ends))
        after = block.after_mm
    return placed_parts


def filled(pieces: Sequence[PlacedPart], start: int, room: float, *, force: bool, shrink: bool = True) -> int:
    """The index behind the last piece that a column of a height takes, beginning with `start`.

    A column ends only where it may, unless nothing fits so and it is to be filled by `force`.
    """
    high, at, end = 0.0, start, start
    while at < len(pieces):
        piece = pieces[at]
        above, own = (0.0, piece.top) if at == start else (piece.gap, piece.high)
        if high + above + own > room + EVEN_MM:
            less = shrink and piece.least < own and high + above + piece.least <= room and piece.ends
            end = at + 1 if less else end
            break
        high += above + own
        at += 1
        if pieces[at - 1].ends or at == len(pieces):
            end = at
    return max(at, start + 1) if end == start and force and at < len(pieces) else end


def height_of(pieces: Sequence[PlacedPart], start: int, end: int) -> float:
    """How high a column of some pieces is."""
    some = pieces[start:end]
    return sum(piece.gap + piece.high for piece in some) - (
        some[0].gap - some[0].top + some[0].high if some else 0
    )


def cuts_of(pieces: Sequence[PlacedPart], start: int, room: float, columns: int, *, force: bool) -> list[int]:
    """Where the columns of a page begin and end; what ends on it is spread evenly."""
    cuts = _filled(pieces, start, room, columns, force=force)
    if cuts[-1] < len(pieces) or columns == 1:
        return cuts
    high = max(0.0, height_of(pieces, start, len(pieces)) / columns - STEP_MM)
    while high < room:
        even = _filled(pieces, start, high, columns, force=False, shrink=False)
        if even[-1] == len(pieces):
            return even
        high += STEP_MM
    return cuts


def _filled(
    pieces: Sequence[PlacedPart], start: int, room: float, columns: int, *, force: bool, shrink: bool = True
) -> list[int]:
    cuts = [start]
    for _ in range(columns):
        cuts.append(filled(pieces, cuts[-1], room, force=force, shrink=shrink))
    return cuts


@dataclass(slots=True)
class Composer:
    """Puts blocks onto the leaves of a booklet, page after page."""

    sink: Sink
    page: Measures
    number: int
    """The page under way, counted from 1."""
    _y: float = 0.0
    _foot: float = 0.0
    """The height that a picture at the foot of the page takes."""
    _after: float = 0.0
    _waiting: list[Written] = field(default_factory=list)
    """Pictures for the head of the next page."""

    def compose(self, story: Sequence[Written]) -> None:
        """All the blocks, in order."""
        for wide, blocks in _segments(story, self.page.columns):
            if wide:
                self._wide(blocks)
            else:
                self._text(blocks)
        while self._waiting:
            self._next_page()
        self._leaf.used = self.used

    @property
    def used(self) -> float:
        """How much of the page under way is taken."""
        return self._y + self._foot

    # ------------------------------------------------------------ what reaches over all columns

    def _wide(self, blocks: Sequence[Written]) -> None:
        pieces = pieces_of(blocks, self.page.width, self.page.air)
        start = 0
        while start < len(pieces):
            room = self._room(pieces[start].gap)
            end = filled(pieces, start, room, force=self._fresh)
            if end == start:
                self._next_page()
                continue
            self._y += self._air(pieces[start].gap)
            self._y += self._column(pieces, start, end, self.page.left, self.page.width, room, 0.0)
            self._after = blocks[-1].after_mm
            start = end
            if start < len(pieces):
                self._next_page()

    # ------------------------------------------------------------ text in columns

    def _text(self, blocks: Sequence[Written]) -> None:
        running = [block for block in blocks if not block.floats]
        pieces = pieces_of(running, self.page.column, self.page.air)
        floats = list(_anchors(blocks, pieces))
        start = 0
        while start < len(pieces):
            room = self._room(pieces[start].gap)
            if room < LEAST_MM and not self._fresh:
                self._next_page()
                continue
            fresh = self._fresh
            cuts = cuts_of(pieces, start, room, self.page.columns, force=fresh)
            below: list[Written] = []
            while floats and floats[0][0] <= cuts[-1]:
                anchor, picture = floats.pop(0)
                high = picture.made(self.page.width)[0] + ROUND_WIDE_MM
                less = cuts_of(pieces, start, room - high, self.page.columns, force=False)
                if not self._waiting and room > high and anchor <= less[-1] > start:
                    cuts, room = less, room - high
                    below.append(picture)
                else:
                    self._waiting.append(picture)
            if cuts[-1] == start:
                self._waiting[:0] = below
                self._next_page()
                continue
            whole = cuts[-1] == len(pieces)
            if not whole:
                self._at_foot(below)
            self._columns(pieces, cuts, room)
            start = cuts[-1]
            if not whole:
                self._next_page()
            else:
                self._wide(below)

    def _columns(self, pieces: Sequence[PlacedPart], cuts: Sequence[int], room: float) -> None:
        self._y += self._air(pieces[cuts[0]].gap)
        highs = [min(room, height_of(pieces, start, end)) for start, end in pairwise(cuts)]
        even = max(highs)
        even = room if cuts[-1] < len(pieces) and room - even < MOST_STRETCH_MM else even
        for at, (one, two) in enumerate(pairwise(cuts)):
            place = self.page.columns - 1 - at if self.page.rtl else at
            left = self.page.left + place * (self.page.column + self.page.gutter)
            slack = even - highs[at] if two < len(pieces) or at == 0 else 0.0
            self._column(pieces, one, two, left, self.page.column, room, slack)
        self._y += max(highs)
        self._after = pieces[cuts[-1] - 1].block.after_mm

    def _at_foot(self, pictures: Sequence[Written]) -> None:
        for picture in reversed(pictures):
            high, drawn = picture.made(self.page.width)
            self._foot += high
            picture.put(self._leaf, self.page.left, self.page.top + self.page.height - self._foot, drawn)
            self._foot += ROUND_WIDE_MM

    def _column(
        self,
        pieces: Sequence[PlacedPart],
        start: int,
        end: int,
        left: float,
        width: float,
        room: float,
        slack: float,
    ) -> float:
        """Draws a column from here down, in at most `room` mm and by `slack` mm longer; gives its height."""
        groups = [list(group) for _, group in groupby(pieces[start:end], lambda piece: id(piece.block))]
        gaps = sum(1 for group in groups[1:] if group[0].gap > 0)
        stretch = (
            slack / gaps
            if self.page.level and gaps and 0 < slack <= min(MOST_STRETCH_MM, gaps * STRETCH_MM)
            else 0.0
        )
        y = 0.0
        for at, group in enumerate(groups):
            block = group[0].block
            y += 0.0 if at == 0 else group[0].gap + (stretch if group[0].gap > 0 else 0.0)
            parts = (group[0].at, group[-1].at + 1)
            high, drawn = block.drawn(width, parts, first=at == 0, room=room - y)
            block.put(self._leaf, left, self.page.top + self._y + y, drawn)
            y += high
        return y

    # ------------------------------------------------------------ pages

    @property
    def _leaf(self) -> Leaf:
        return self.sink.leaf(self.number)

    @property
    def _fresh(self) -> bool:
        return self._y == 0.0 and self._foot == 0.0

    def _air(self, before: float) -> float:
        return 0.0 if self._y == 0.0 else max(self._after, before, ROUND_WIDE_MM)

    def _room(self, before: float) -> float:
        return self.page.height - self._foot - self._y - self._air(before)

    def _next_page(self) -> None:
        self.number += 1
        self._y = self._foot = self._after = 0.0
        while self._waiting and (
            self._y == 0.0 or self._waiting[0].made(self.page.width)[0] <= self._room(0.0) - LEAST_MM
        ):
            self._wide([self._waiting.pop(0)])


def _segments(story: Sequence[Written], columns: int) -> Iterator[tuple[bool, list[Written]]]:
    """Runs of blocks that are wide, and of others; what has to stay with a wide block is wide as well."""
    for wide, run in groupby(range(len(story)), lambda at: columns == 1 or _is_wide(story, at)):
        yield wide, [story[at] for at in run]


def _is_wide(story: Sequence[Written], at: int) -> bool:
    while story[at].keep and at + 1 < len(story) and not story[at].wide:
        at += 1
    return story[at].wide and not story[at].floats


def _anchors(blocks: Sequence[Written], pieces: Sequence[PlacedPart]) -> Iterator[tuple[int, Written]]:
    """Each picture that may move, with the index of the piece behind the words that it belongs to."""
    ends = {id(piece.block): at + 1 for at, piece in enumerate(pieces)}
    anchor = 0
    for block in blocks:
        if block.floats:
            yield anchor, block
        else:
            anchor = ends[id(block)]
