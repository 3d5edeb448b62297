"""The fewest straight cuts that part the rectangles of a sheet, in the order in which they are made.

Every cut goes across the whole of what is left together. Parts of one height (or width) are piled on each
other, edge on edge, and one cut goes through the pile. Edges that neighbours share are one cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from generator.sheets.sheet import Box, from_corners

SAME_MM = 0.02
"""Cuts that lie no further apart are one."""


class Way(StrEnum):
    """How a cut runs over the page."""

    UPRIGHT = "upright"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class StraightCut:
    """One cut, through a whole page or through a pile of parts of it."""

    way: Way
    at_mm: float
    """From the left edge of the page, or from its top."""
    through: tuple[Box, ...]
    """The parts that are cut, where they lay on the page."""


@dataclass(frozen=True, slots=True)
class CutPlan:
    """All cuts of a page in their order, and what straight cuts alone do not part."""

    cuts: tuple[StraightCut, ...]
    left: tuple[Box, ...] = ()
    """Pieces that a knife has to go round."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is cut off together, and the pieces in it."""

    box: Box
    pieces: tuple[Box, ...]


def cut_plan(page: Box, trims: Sequence[Box]) -> CutPlan:
    """The cuts that free every trim of a page. They end when each is a part of its own, cut on four sides."""
    if not trims:
        return CutPlan(())
    part = _Part(page, tuple(trims))
    plans = (_pile([part], way) for way in (_shorter(page), _other(_shorter(page))))
    return min(plans, key=lambda plan: (len(plan.left), len(plan.cuts)))


def _shorter(page: Box) -> Way:
    """Along the short side of the page: the shorter cuts come first."""
    return Way.UPRIGHT if page.width_mm > page.height_mm else Way.LEVEL


def _other(way: Way) -> Way:
    return Way.LEVEL if way is Way.UPRIGHT else Way.UPRIGHT


def _pile(parts: Sequence[_Part], way: Way, *, stuck: bool = False) -> CutPlan:
    """Parts of one height (or width) cut together one way, and what comes of each cut the other way.

    `stuck` says that the other way has found nothing to cut.
    """
    cuts: list[StraightCut] = []
    left: list[Box] = []
    for group, lines in _groups(parts, way):
        cuts += [StraightCut(way, at, tuple(_rest(one.box, lines, at, way) for one in group)) for at in lines]
        for part in group:
            own = [strip for strip in _strips(part, lines, way) if not _is_free(strip)]
            if not lines and stuck:
                left += [piece for strip in own for piece in strip.pieces]
            elif own:
                more = _pile(own, _other(way), stuck=not lines)
                cuts += more.cuts
                left += more.left
    return CutPlan(tuple(cuts), tuple(left))


def _groups(parts: Sequence[_Part], way: Way) -> list[tuple[list[_Part], list[float]]]:
    """Parts that one pile of cuts serves: no cut that one of them needs goes through a piece of another."""
    groups: list[tuple[list[_Part], list[float]]] = []
    for part in sorted(parts, key=lambda one: -len(one.pieces)):
        own = _lines(part, way)
        for group, lines in groups:
            fits = _across(part, way) == _across(group[0], way)
            fits = fits and all(_passes(at, one, way) for at in own for one in group)
            if fits and all(_passes(at, part, way) for at in lines):
                group.append(part)
                lines[:] = _distinct([*lines, *own])
                break
        else:
            groups.append(([part], own))
    return sorted(groups, key=lambda group: min(_span(part.box, _other(way))[0] for part in group[0]))


def _across(part: _Part, way: Way) -> float:
    """How wide it is along the cuts: only what is equally wide is easily laid edge on edge."""
    start, end = _span(part.box, _other(way))
    return round(end - start, 1)


def _lines(part: _Part, way: Way) -> list[float]:
    """The edges of pieces along which the whole part can be cut."""
    start, end = _span(part.box, way)
    edges = _distinct(at for piece in part.pieces for at in _span(piece, way))
    return [at for at in edges if start + SAME_MM < at < end - SAME_MM and _passes(at, part, way)]


def _passes(at_mm: float, part: _Part, way: Way) -> bool:
    """Whether a cut goes through no piece of a part."""
    spans = (_span(piece, way) for piece in part.pieces)
    return not any(start + SAME_MM < at_mm < end - SAME_MM for start, end in spans)


def _strips(part: _Part, lines: Sequence[float], way: Way) -> list[_Part]:
    """What a part falls into; what holds no piece is waste."""
    start, end = _span(part.box, way)
    edges = [start, *lines, end]
    found = []
    for low, high in pairwise(edges):
        inside = tuple(
            piece for piece in part.pieces if low - SAME_MM <= _span(piece, way)[0] < high - SAME_MM
        )
        if inside:
            found.append(_Part(_between(part.box, low, high, way), inside))
    return found


def _is_free(part: _Part) -> bool:
    """Whether it is one piece, cut on all sides."""
    box, (piece, *others) = part.box, part.pieces
    return not others and piece.grown(SAME_MM, SAME_MM).holds(box)


def _rest(box: Box, lines: Sequence[float], at_mm: float, way: Way) -> Box:
    """What is still of a part when a cut is made: what lies before earlier cuts has fallen off."""
    start, end = _span(box, way)
    return _between(box, max((at for at in lines if at < at_mm), default=start), end, way)


def _span(box: Box, way: Way) -> tuple[float, float]:
    return (box.x_mm, box.right_mm) if way is Way.UPRIGHT else (box.y_mm, box.bottom_mm)


def _between(box: Box, low: float, high: float, way: Way) -> Box:
    if way is Way.UPRIGHT:
        return from_corners(low, box.y_mm, high, box.bottom_mm)
    return from_corners(box.x_mm, low, box.right_mm, high)


def _distinct(positions: Iterable[float]) -> list[float]:
    """Positions in order, those that are one cut once."""
    found: list[float] = []
    for at in sorted(positions):
        if not found or at > found[-1] + SAME_MM:
            found.append(at)
    return found
