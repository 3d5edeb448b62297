"""Whether texts and icons of a face lie over each other by mistake.

A sign in the middle of an icon, or an icon in the middle of a larger one, is a badge and meant to be. What
lies over the edge of another is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from generator.ground.matrices import Matrix, corners, moved
from generator.ground.problems import Problem, warning
from generator.ground.shapes import Point, sides
from generator.svg.values import ViewBox

_INTO = 0.2
"""So far, as a part of the smaller one's height, two things reach into each other before it is told."""
_MOST = 2_000
"""Things of one face that are compared; a face with more is a page of text."""
_PALE = 0.5
"""What is printed more faintly is a ground for what lies on it."""
_ICON_EDGE = 0.12
"""Of an icon's square, on each side: its drawing keeps a margin."""
_SAME = 0.35

Pairs = set[tuple[str, str]]
"""The places of a template of which it is told already that what they draw lies over each other."""


class LaidThing(NamedTuple):
    """A text or an icon on the page: its corners in order, its height, and the line that draws it."""

    shown: str
    where: str
    corners: tuple[Point, Point, Point, Point]
    height: float
    icon: bool

    @property
    def said(self) -> str:
        """What it is, for a message."""
        return f"icon “{self.shown}”" if self.icon else f"text “{self.shown}”"


def laid_text(shown: str, where: str, letters: ViewBox, page: Matrix, opacity: float) -> LaidThing | None:
    """A text by the box of its letters; None if it is pale or blank."""
    if opacity < _PALE or not shown.strip():
        return None
    return _laid(shown, where, letters, page, icon=False)


def laid_icon(shown: str, where: str, port: ViewBox, page: Matrix) -> LaidThing:
    """An icon by its square."""
    x, y, width, height = port
    dx, dy = _ICON_EDGE * width, _ICON_EDGE * height
    return _laid(shown, where, (x + dx, y + dy, width - 2 * dx, height - 2 * dy), page, icon=True)


def _laid(shown: str, where: str, box: ViewBox, page: Matrix, *, icon: bool) -> LaidThing:
    x, y, width, height = box
    ends = corners((x, y, x + width, y + height))
    first, second, third, fourth = (moved(end, page) for end in ends)
    high = math.dist(first, fourth)
    return LaidThing(shown, where, (first, second, third, fourth), high, icon)


def overlapping(laid: list[LaidThing]) -> Iterator[tuple[LaidThing, LaidThing]]:
    """Each two that lie over each other: the lower one and the upper one."""
    compared = [[x for x, _ in thing.corners] for thing in laid[:_MOST]]
    spans = sorted((min(xs), max(xs), index) for index, xs in enumerate(compared))
    open_: list[tuple[float, int]] = []
    for left, right, index in spans:
        open_ = [(end, second) for end, second in open_ if end > left]
        for _, other in open_:
            under, over = laid[min(index, other)], laid[max(index, other)]
            if _collide(under, over):
                yield under, over
        open_.append((right, index))


def told_once(pairs: Iterable[tuple[LaidThing, LaidThing]], face: str, reported: Pairs) -> Iterator[Problem]:
    """A warning for each two lines of a template whose texts or icons lie over each other."""
    for under, over in pairs:
        if (under.where, over.where) not in reported:
            reported.add((under.where, over.where))
            at = f" of {under.where}" if under.where != over.where else ""
            fault = f"In {face} the {over.said} lies over the {under.said}{at}."
            yield warning(over.where, fault, "Move one of them, or give them less room.")


def _collide(first: LaidThing, second: LaidThing) -> bool:
    if (
        first.shown == second.shown
        and first.icon == second.icon
        and _apart(first, second) < _SAME * first.height
    ):
        return False  # drawn twice, as a shadow or an outline is
    depth = _depth(first, second)
    return depth > _INTO * min(first.height, second.height) and not _is_badge(first, second)


def _middle(laid: LaidThing) -> Point:
    (ax, ay), _, (cx, cy), _ = laid.corners
    return (ax + cx) / 2, (ay + cy) / 2


def _apart(first: LaidThing, second: LaidThing) -> float:
    return math.dist(_middle(first), _middle(second))


def _is_badge(first: LaidThing, second: LaidThing) -> bool:
    """Whether one stands in the middle of the other, which is an icon."""
    apart = _apart(first, second)
    return any(thing.icon and apart < _SAME * thing.height for thing in (first, second))


def _depth(one: LaidThing, other: LaidThing) -> float:
    """How far two boxes reach into each other; 0 or less if a line parts them."""
    least = float("inf")
    for (ax, ay), (bx, by) in (*islice(sides(one.corners), 2), *islice(sides(other.corners), 2)):
        length = math.dist((ax, ay), (bx, by))
        if not length:
            return 0.0
        nx, ny = (by - ay) / length, (ax - bx) / length
        first = [nx * x + ny * y for x, y in one.corners]
        second = [nx * x + ny * y for x, y in other.corners]
        least = min(least, min(max(first), max(second)) - max(min(first), min(second)))
        if least <= 0:
            return least
    return least
