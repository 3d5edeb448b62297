"""Lines of a sheet as SVG, for programs of cutting machines: one unit is a millimetre, one group a layer."""

from __future__ import annotations

import math
from collections.abc import Iterator

from generator.ground.xml_text import escaped
from generator.sheets.cutting.contours import Contour, Corner, Ring, SheetLines

_CUT, _FOLD, _MARK = "#ff0000", "#0000ff", "#000000"
"""Colours by which such programs tell lines apart; the same as those of the layers in DXF."""
_HAIR_MM = 0.1


def outline_svg(lines: SheetLines, title: str) -> bytes:
    """One page as a file. Inkscape shows its groups as layers."""
    w, h = _n(lines.width_mm), _n(lines.height_mm)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
        f'     width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">',
        f"<title>{escaped(title)}</title>",
        *_layer("registration", f'fill="{_MARK}"', _marks(lines)),
        *_layer("fold", _stroke(_FOLD), _folds(lines)),
        *_layer("cut", _stroke(_CUT), map(_drawn, lines.cuts)),
        "</svg>",
    ]
    return ("\n".join(parts) + "\n").encode()


def _layer(name: str, look: str, drawn: Iterator[str]) -> Iterator[str]:
    content = list(drawn)
    if content:
        yield f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {look}>'
        yield from content
        yield "</g>"


def _stroke(colour: str) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{_HAIR_MM:g}"'


def _marks(lines: SheetLines) -> Iterator[str]:
    for box in lines.registration:
        at = f'x="{_n(box.x_mm)}" y="{_n(box.y_mm)}"'
        yield f'<rect {at} width="{_n(box.width_mm)}" height="{_n(box.height_mm)}"/>'


def _folds(lines: SheetLines) -> Iterator[str]:
    for (ax, ay), (bx, by) in lines.folds:
        yield f'<path d="M {_n(ax)} {_n(ay)} L {_n(bx)} {_n(by)}"/>'


def _drawn(cut: Contour | Ring) -> str:
    if isinstance(cut, Ring):
        return f'<circle cx="{_n(cut.x_mm)}" cy="{_n(cut.y_mm)}" r="{_n(cut.radius_mm)}"/>'
    first = cut.corners[0]
    way = "".join(_step(a, b) for a, b in cut.steps() if a.bulge or not _is_last(cut, a))
    return f'<path d="M {_n(first.x_mm)} {_n(first.y_mm)}{way}{" Z" if cut.closed else ""}"/>'


def _is_last(cut: Contour, corner: Corner) -> bool:
    """Whether the way on from a corner is the one that closes the contour."""
    return cut.closed and corner is cut.corners[-1]


def _step(a: Corner, b: Corner) -> str:
    if not a.bulge:
        return f" L {_n(b.x_mm)} {_n(b.y_mm)}"
    radius = math.dist(a.point, b.point) * (1 + a.bulge**2) / (4 * a.bulge)
    return f" A {_n(radius)} {_n(radius)} 0 0 1 {_n(b.x_mm)} {_n(b.y_mm)}"


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
