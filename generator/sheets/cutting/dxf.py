"""Lines of a sheet as DXF, for cutting machines and lasers: R12, the version that every program reads.

Written plainly, as Autodesk's DXF reference has it: layers CUT, FOLD and REGISTRATION; polylines whose
round corners are arcs (bulges), circles, lines; y upwards from the lower left corner of the page. `$INSUNITS`
says that the unit is the millimetre; it is younger than R12, and programs look for it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.sheets.cutting.contours import Contour, Corner, Ring, SheetLines

CUT, FOLD, REGISTRATION = "CUT", "FOLD", "REGISTRATION"
_COLOURS = {CUT: 1, FOLD: 5, REGISTRATION: 8}
"""Red, blue and grey, by AutoCAD's numbers."""
_MILLIMETRES, _METRIC = 4, 1

_Pair = tuple[int, object]


def dxf_of(lines: SheetLines) -> bytes:
    """One page as a file."""
    pairs = [*_header(lines), *_tables(), *_section("ENTITIES", _entities(lines)), (0, "EOF")]
    return "".join(f"{code:>3}\n{_said(value)}\n" for code, value in pairs).encode("ascii")


def _said(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _section(name: str, pairs: Iterable[_Pair]) -> Iterator[_Pair]:
    yield from ((0, "SECTION"), (2, name))
    yield from pairs
    yield 0, "ENDSEC"


def _header(lines: SheetLines) -> Iterator[_Pair]:
    w, h = float(lines.width_mm), float(lines.height_mm)
    corners = (("$EXTMIN", 0.0, 0.0), ("$EXTMAX", w, h), ("$LIMMIN", 0.0, 0.0), ("$LIMMAX", w, h))
    pairs: list[_Pair] = [
        *((9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, _MILLIMETRES), (9, "$MEASUREMENT"), (70, _METRIC)),
    ]
    for name, x, y in corners:
        pairs += [(9, name), (10, x), (20, y), *([(30, 0.0)] if name.startswith("$EXT") else [])]
    return _section("HEADER", pairs)


def _tables() -> Iterator[_Pair]:
    line = [(0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0)]
    layers: list[_Pair] = [(0, "TABLE"), (2, "LAYER"), (70, len(_COLOURS))]
    for name, colour in _COLOURS.items():
        layers += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    types: list[_Pair] = [(0, "TABLE"), (2, "LTYPE"), (70, 1), *line, (0, "ENDTAB")]
    return _section("TABLES", [*types, *layers, (0, "ENDTAB")])


def _entities(lines: SheetLines) -> Iterator[_Pair]:
    high = lines.height_mm
    for box in lines.registration:
        corners = tuple(Corner(x, y) for x, y in box.polygon.points)
        yield from _polyline(Contour(corners), REGISTRATION, high)
    for (ax, ay), (bx, by) in lines.folds:
        yield from _line(FOLD, (ax, high - ay), (bx, high - by))
    for cut in lines.cuts:
        if isinstance(cut, Ring):
            at = ((10, cut.x_mm), (20, high - cut.y_mm), (30, 0.0), (40, float(cut.radius_mm)))
            yield from ((0, "CIRCLE"), (8, CUT), *at)
        elif len(cut.corners) == 2 and not cut.closed and not cut.corners[0].bulge:
            (ax, ay), (bx, by) = cut.corners[0].point, cut.corners[1].point
            yield from _line(CUT, (ax, high - ay), (bx, high - by))
        else:
            yield from _polyline(cut, CUT, high)


def _line(layer: str, start: tuple[float, float], end: tuple[float, float]) -> Iterator[_Pair]:
    yield from ((0, "LINE"), (8, layer))
    yield from ((10, float(start[0])), (20, float(start[1])), (30, 0.0))
    yield from ((11, float(end[0])), (21, float(end[1])), (31, 0.0))


def _polyline(contour: Contour, layer: str, high: float) -> Iterator[_Pair]:
    """A polyline of R12: each vertex an entity. To the right on the page is clockwise, a negative bulge."""
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0))
    yield 70, 1 if contour.closed else 0
    for corner in contour.corners:
        yield from ((0, "VERTEX"), (8, layer))
        yield from ((10, float(corner.x_mm)), (20, float(high - corner.y_mm)), (30, 0.0))
        if corner.bulge:
            yield 42, -corner.bulge
    yield from ((0, "SEQEND"), (8, layer))
