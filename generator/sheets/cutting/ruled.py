"""Cuts along a ruler that stop at every corner: how pieces come free that share edges, but no straight cut.

A line on which sides of hexagons lie goes on through the hexagons between them. So each line is cut side by
side, and nothing but these sides: the frame of the sheet stays whole, with all the marks on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from generator.ground.shapes import Point, Polygon, sides
from generator.sheets.shaped import LongLine, line_of, middle_of
from generator.sheets.sheet import Mark

Edge = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class RuledCut:
    """The sides on one line, in their order along it."""

    sides: tuple[Edge, ...]

    @property
    def start(self) -> Point:
        """Where the first side begins."""
        return self.sides[0][0]

    @property
    def end(self) -> Point:
        """Where the last side ends."""
        return self.sides[-1][1]


def ruled_cuts(outlines: Iterable[Polygon], marks: Iterable[Mark]) -> tuple[tuple[RuledCut, ...], ...]:
    """The lines on which the sides of some outlines lie, one direction after the other; shared sides are one.

    A direction some of whose lines have no room for a mark comes last: its sides go from corner to corner,
    which are the ends of earlier cuts then.
    """
    lines: dict[LongLine, dict[Point, Edge]] = {}
    for outline in outlines:
        for start, end in sides(outline.points):
            side = min(start, end), max(start, end)
            lines.setdefault(line_of(start, end), {}).setdefault(middle_of(start, end), side)
    ends = Counter(line_of(mark.start, mark.end) for mark in marks)
    directions: dict[tuple[float, float], list[LongLine]] = {}
    for line in sorted(lines):
        directions.setdefault(line[:2], []).append(line)
    ordered = sorted(directions.values(), key=lambda own: any(ends[line] < 2 for line in own))
    return tuple(tuple(RuledCut(tuple(sorted(lines[line].values()))) for line in own) for own in ordered)
