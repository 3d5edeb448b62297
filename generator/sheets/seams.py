"""Where the pages of a board meet: near equal parts, but through nothing that is to stay whole.

Along each axis a page has some room to spare, so a seam may lie a little to either side. What a template
marks as whole is a span along the axis: the seam goes where it crosses the fewest, and of these places to the
one nearest to equal parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

CLEAR_OF_MM = 3.0
"""A seam keeps so far from what stays whole, or to the middle of a gap that is narrower than twice that."""
NARROWEST_MM = 0.4
"""A gap that is narrower cannot be cut along."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A box on a board, in millimetres from its upper left corner, that no seam is to cross."""

    name: str
    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float

    def span(self, axis: int) -> Stretch:
        """From where to where it reaches along the axis: 0 is across, 1 down."""
        if axis:
            return Stretch(self.name, self.top_mm, self.bottom_mm)
        return Stretch(self.name, self.left_mm, self.right_mm)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of an axis that no seam is to cross."""

    name: str
    start_mm: float
    end_mm: float


@dataclass(frozen=True, slots=True)
class Seam:
    """Where pages meet on one axis."""

    at_mm: float
    least_mm: float
    most_mm: float
    """From where to where it might lie."""
    crossed: tuple[str, ...] = ()
    """The names of what it runs through all the same."""


def seam(usual_mm: float, play_mm: float, spans: Iterable[Stretch]) -> Seam:
    """The seam that may lie up to `play_mm` to either side of its usual place."""
    least, most = usual_mm - play_mm, usual_mm + play_mm
    near = [span for span in spans if span.start_mm < most and span.end_mm > least]
    ends = sorted({least, most, *(at for span in near for at in _ends(span) if least < at < most)})
    gaps = pairwise(ends)
    wide = [gap for gap in gaps if gap[1] - gap[0] >= NARROWEST_MM] or [(usual_mm, usual_mm)]
    seams = [_in_gap(usual_mm, *gap, least, most, near) for gap in wide]
    return min(seams, key=lambda seam: (len(seam.crossed), abs(seam.at_mm - usual_mm), seam.at_mm))


def _ends(span: Stretch) -> tuple[float, float]:
    return span.start_mm, span.end_mm


def _in_gap(
    usual_mm: float, start_mm: float, end_mm: float, least_mm: float, most_mm: float, spans: list[Stretch]
) -> Seam:
    """The best seam between two ends of spans."""
    middle = (start_mm + end_mm) / 2
    first, last = start_mm == least_mm, end_mm == most_mm  # nothing begins where only its play ends
    low = start_mm if first else min(start_mm + CLEAR_OF_MM, end_mm if last else middle)
    high = end_mm if last else max(end_mm - CLEAR_OF_MM, start_mm if first else middle)
    crossed = tuple(dict.fromkeys(span.name for span in spans if span.start_mm < middle < span.end_mm))
    return Seam(max(low, min(usual_mm, high)), least_mm, most_mm, crossed)
