"""The fewest straight cuts that part the rectangles of a sheet, in the order in which they are made.

Every cut goes across the whole of what is left together. Parts of one height (or width) are piled on each
other, edge on edge, and one cut goes through the pile. Edges that neighbours share are one cut.

Marks lie on the waste, and a cut takes waste away. So the strip that will lie uppermost keeps the waste with
the marks of the cuts the other way until those are made, and a cut whose marks have gone all the same is
measured from an edge that is there then: a backstop is set to that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from generator.sheets.sheet import Box, Mark, from_corners, union

SAME_MM = 0.02
"""Cuts that lie no further apart are one."""
_ON_LINE_MM = 0.05
"""A mark that lies no further from a cut is one of it."""


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
    """The parts that are cut, where they lay on the page; the first one lies uppermost."""
    marks: int = 0
    """At how many ends of the cut the uppermost part still has a mark of it.

    None is named beside a distance from an edge that was cut, which is exact without.
    """
    edge_mm: float = 0.0
    """The edge from which it is measured, where that lay on the page: all parts have it when they are cut."""

    @property
    def is_marked(self) -> bool:
        """Whether the cut goes from mark to mark."""
        return self.marks > 1

    @property
    def distance_mm(self) -> float:
        """From the edge to the cut: what a backstop is set to."""
        return abs(self.at_mm - self.edge_mm)


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


@dataclass(frozen=True, slots=True)
class _Page:
    """The whole page, and what is printed on its waste."""

    box: Box
    marks: Mapping[Way, Sequence[tuple[float, Box]]]
    """The marks of the cuts each way: on which line, and where."""

    def ends(self, part: _Part, at_mm: float, way: Way) -> int:
        """At how many ends of a cut through a part this has a mark: before its pieces, and behind them."""
        if not part.pieces:
            return 0
        along = _other(way)
        beside = [
            piece for piece in part.pieces if min(abs(at_mm - edge) for edge in _span(piece, way)) < SAME_MM
        ]
        start, end = _span(union(beside or part.pieces), along)
        own = [_span(mark, along) for mark in self.of(part.box, at_mm, way)]
        return any(high < start for _, high in own) + any(low > end for low, _ in own)

    def is_edge(self, at_mm: float, way: Way) -> bool:
        """Whether an edge is one of the page, on which a printer may lay the print a little aside."""
        return any(abs(at_mm - edge) < SAME_MM for edge in _span(self.box, way))

    def has_marks(self, waste: Box, lines: Sequence[float], way: Way) -> bool:
        """Whether a mark of one of these cuts lies on what is cut off."""
        return any(True for at in lines for _ in self.of(waste, at, way))

    def of(self, box: Box, at_mm: float, way: Way) -> Iterator[Box]:
        """The marks of a cut that lie within a box."""
        for line_mm, mark in self.marks[way]:
            if abs(line_mm - at_mm) < _ON_LINE_MM and box.holds(mark):
                yield mark


def cut_plan(page: Box, trims: Sequence[Box], marks: Iterable[Mark] = ()) -> CutPlan:
    """The cuts that free every trim of a page. They end when each is a part of its own, cut on four sides."""
    if not trims:
        return CutPlan(())
    cut_marks = tuple(_cut_marks(marks))
    whole = _Page(
        page, {way: [(_span(mark, way)[0], mark) for own, mark in cut_marks if own is way] for way in Way}
    )
    part = _Part(page, tuple(trims))
    plans = (_pile([part], way, whole) for way in (_shorter(page), _other(_shorter(page))))
    return min(plans, key=lambda plan: (len(plan.left), _at_random(plan, whole), len(plan.cuts)))


def _at_random(plan: CutPlan, page: _Page) -> int:
    """How many cuts nothing places but an edge of the paper, which lies where a printer took it."""
    return sum(cut.marks == 0 and page.is_edge(cut.edge_mm, cut.way) for cut in plan.cuts)


def _cut_marks(marks: Iterable[Mark]) -> Iterator[tuple[Way, Box]]:
    """The marks that show a straight cut over a page, and which way it runs."""
    for mark in marks:
        if mark.fold or mark.dashed:
            continue
        box = mark.box
        if box.width_mm < SAME_MM < box.height_mm:
            yield Way.UPRIGHT, box
        elif box.height_mm < SAME_MM < box.width_mm:
            yield Way.LEVEL, box


def _shorter(page: Box) -> Way:
    """Along the short side of the page: the shorter cuts come first."""
    return Way.UPRIGHT if page.width_mm > page.height_mm else Way.LEVEL


def _other(way: Way) -> Way:
    return Way.LEVEL if way is Way.UPRIGHT else Way.UPRIGHT


def _pile(parts: Sequence[_Part], way: Way, page: _Page, *, stuck: bool = False) -> CutPlan:
    """Parts of one height (or width) cut together one way, and what comes of each cut the other way.

    `stuck` says that the other way has found nothing to cut.
    """
    cuts: list[StraightCut] = []
    left: list[Box] = []
    for group, lines in _groups(parts, way):
        group.sort(key=lambda part: -sum(page.ends(part, at, way) for at in lines))
        later = _later(group[0], lines, way, page) if group[0].box == page.box else set()
        now = [at for at in lines if at not in later]
        cuts += _run(group, now, way, page)
        for part in group:
            own = [strip for strip in _strips(part, now, way) if not _is_free(strip)]
            if not lines and stuck:
                left += [piece for strip in own for piece in strip.pieces]
            elif own:
                plan = _pile(own, _other(way), page, stuck=not lines)
                cuts += plan.cuts
                left += plan.left
    return CutPlan(tuple(cuts), tuple(left))


def _later(part: _Part, lines: Sequence[float], way: Way, page: _Page) -> set[float]:
    """The cuts that wait until those the other way are made: they take the marks of these away.

    Of strips that will be piled the first one keeps the waste before it, and the waste behind it up to the
    next one of the pile, wherever that has marks.
    """
    strips = _strips(part, lines, way)
    start, end = _span(part.box, way)
    edges = [start, *(at for strip in strips for at in _span(strip.box, way)), end]
    waits: set[float] = set()
    for group, across in _groups([strip for strip in strips if not _is_free(strip)], _other(way)):
        first = min(strips.index(strip) for strip in group)
        low, high = _span(strips[first].box, way)
        if page.has_marks(_between(part.box, edges[2 * first], low, way), across, _other(way)):
            waits.add(low)
        followed = first + 1 < len(strips) and strips[first + 1] in group
        if followed and page.has_marks(
            _between(part.box, high, edges[2 * first + 3], way), across, _other(way)
        ):
            waits.add(high)
    return waits


def _run(group: Sequence[_Part], lines: Sequence[float], way: Way, page: _Page) -> Iterator[StraightCut]:
    """The cuts one way through a pile: from mark to mark, or measured from an edge that is there."""
    for at in lines:
        parts = [_rest(part, lines, at, way) for part in group]
        ends, edge = page.ends(parts[0], at, way), _edge(parts, way, page, first=at == lines[0])
        marks = ends if ends > 1 or page.is_edge(edge, way) else 0
        yield StraightCut(way, at, tuple(part.box for part in parts), marks, edge)


def _groups(parts: Sequence[_Part], way: Way) -> list[tuple[list[_Part], list[float]]]:
    """Parts that one pile of cuts serves: no cut that one of them needs goes through a piece of another."""
    groups: list[tuple[list[_Part], list[float]]] = []
    for part in sorted(parts, key=lambda part: -len(part.pieces)):
        own = _lines(part, way)
        for group, lines in groups:
            fits = abs(_across(part, way) - _across(group[0], way)) < _ON_LINE_MM
            fits = fits and all(_passes(at, strip, way) for at in own for strip in group)
            if fits and all(_passes(at, part, way) for at in lines):
                group.append(part)
                lines[:] = _distinct([*lines, *own])
                break
        else:
            groups.append(([part], own))
    return sorted(groups, key=lambda group: min(_span(part.box, _other(way))[0] for part in group[0]))


def _across(part: _Part, way: Way) -> float:
    """How far its pieces reach along the cuts: only what is equally wide is easily laid edge on edge."""
    start, end = _span(union(part.pieces), _other(way))
    return end - start


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
    strips = []
    for low, high in pairwise(edges):
        inside = tuple(
            piece for piece in part.pieces if low - SAME_MM <= _span(piece, way)[0] < high - SAME_MM
        )
        if inside:
            strips.append(_Part(_between(part.box, low, high, way), inside))
    return strips


def _is_free(part: _Part) -> bool:
    """Whether it is one piece, cut on all sides."""
    box, (piece, *rest) = part.box, part.pieces
    return not rest and piece.grown(SAME_MM, SAME_MM).holds(box)


def _rest(part: _Part, lines: Sequence[float], at_mm: float, way: Way) -> _Part:
    """What is still of a part when a cut is made: what lies before earlier cuts has fallen off."""
    start, end = _span(part.box, way)
    low = max((at for at in lines if at < at_mm), default=start)
    pieces = tuple(piece for piece in part.pieces if _span(piece, way)[0] > low - SAME_MM)
    return _Part(_between(part.box, low, end, way), pieces)


def _edge(parts: Sequence[_Part], way: Way, page: _Page, *, first: bool) -> float:
    """The edge of a pile from which a cut is measured: one that was cut lies as what is printed does.

    It is the one that the last cut made; before the `first` one of a run, that beside the pieces.
    """
    low, high = _span(parts[0].box, way)
    is_cut = [
        all(abs(_span(part.box, way)[end] - edge) < SAME_MM for part in parts) and not page.is_edge(edge, way)
        for end, edge in enumerate((low, high))
    ]
    beside = any(abs(_span(piece, way)[0] - low) < SAME_MM for piece in parts[0].pieces)
    return high if is_cut[1] and (not is_cut[0] or (first and not beside)) else low


def _span(box: Box, way: Way) -> tuple[float, float]:
    return (box.x_mm, box.right_mm) if way is Way.UPRIGHT else (box.y_mm, box.bottom_mm)


def _between(box: Box, low: float, high: float, way: Way) -> Box:
    if way is Way.UPRIGHT:
        return from_corners(low, box.y_mm, high, box.bottom_mm)
    return from_corners(box.x_mm, low, box.right_mm, high)


def _distinct(positions: Iterable[float]) -> list[float]:
    """Positions in order, those that are one cut once."""
    numbers: list[float] = []
    for at in sorted(positions):
        if not numbers or at > numbers[-1] + SAME_MM:
            numbers.append(at)
    return numbers
