"""How the page of a drawing lies on a piece: as it is, or with bleed on all sides, whatever its units are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from generator.faces.markup import BadArgument, element, num
from generator.ground.shapes import BLEED_MM
from generator.svg.looking import TOLD
from generator.svg.values import view_box

_UNITS_MM = {
    "mm": 1.0,
    "cm": 10.0,
    "in": 25.4,
    "pt": 25.4 / 72,
    "pc": 25.4 / 6,
}
"""Of units that say how large something is; pixels of programs are of any size."""
_RESOLUTIONS = (96, 72, 300, 150, 600)
"""Pixels, or points, to the inch that programs save a drawing in."""
_SIDE = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*")
_ALIKE = 0.005
"""How far the proportions of a page may be off those of a piece."""
_BLEEDS_MM = (BLEED_MM, 3.0, 3.2, 2.0, 5.0)
"""What a page may have on all sides of a piece, if its units do not say how large it is."""
_MOST_BLEED_MM = 10.0
PAGE_ID, BLEED_ID = "drawing-page", "drawing-bleed"
_NOTHING = Markup("")


@dataclass(frozen=True, slots=True)
class DrawingPage:
    """The page of a drawing on the piece: what its root says, and what stands round its content."""

    view: str
    begins: Markup = _NOTHING
    ends: Markup = _NOTHING
    scale: float = 1.0
    """Millimetres for a unit of the drawing."""
    size: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The piece, in units of the drawing: left, top, width and height."""
    bleed_mm: float = 0.0
    """What the drawing has beyond the piece on every side."""


def page_on(
    piece: tuple[float, float], view: str, width: str, height: str
) -> tuple[DrawingPage, tuple[str, str]]:
    """The page of a drawing on a piece of so many mm, and the sentences of a Problem if it does not fit.

    `view`, `width` and `height` are what the root says. Raises BadArgument if that is nothing.
    """
    wide, high = piece
    drawn = _size(view, width, height)
    if drawn is None:
        text = "The drawing says neither how large its page is nor a viewBox."
        raise BadArgument(text, f'Give its <svg> viewBox="0 0 {wide:g} {high:g}".')
    if _exactly(drawn, (0.0, 0.0, wide, high)):
        return DrawingPage(view or f"0 0 {num(wide)} {num(high)}", size=(0.0, 0.0, wide, high)), ("", "")
    left, top, page_wide, page_high = drawn
    bleed, problem = _bleed(page_wide, page_high, wide, high, width, height), ("", "")
    if bleed is None:
        size = _size_shown(width, height, page_wide, page_high)
        larger = f"{wide + 2 * BLEED_MM:g} × {high + 2 * BLEED_MM:g} mm"
        problem = (
            f"The page of the drawing is {size}, and the piece is {wide:g} × {high:g} mm.",
            f"Make the page {wide:g} × {high:g} mm, or {larger} with bleed on all sides, "
            "or change Width and Height in the sheet Components.",
        )
        bleed = 0.0
    scale = min((wide + 2 * bleed) / page_wide, (high + 2 * bleed) / page_high)
    x = wide / 2 - (left + page_wide / 2) * scale
    y = high / 2 - (top + page_high / 2) * scale
    matrix = f"matrix({scale:.8g} 0 0 {scale:.8g} {num(x)} {num(y)})"
    begins, ends = Markup(f'<g id="{PAGE_ID}" transform="{matrix}">'), Markup("</g>")
    size_there = (-x / scale, -y / scale, wide / scale, high / scale)
    return DrawingPage(f"0 0 {num(wide)} {num(high)}", begins, ends, scale, size_there, bleed), problem


def carried_on(page: DrawingPage, piece: tuple[float, float]) -> tuple[DrawingPage, str]:
    """A page without bleed with all of it below itself, a little larger and seen beyond the cut alone.

    The other value is the definition that goes with it, whose id is BLEED_ID.
    """
    wide, high = piece
    b = BLEED_MM
    outer = f"M{num(-b)} {num(-b)}H{num(wide + b)}V{num(high + b)}H{num(-b)}Z"
    frame = element("path", {"d": f"{outer}M0 0V{num(high)}H{num(wide)}V0Z", "clip-rule": "evenodd"})
    sx, sy = (wide + 2 * b) / wide, (high + 2 * b) / high
    matrix = f"matrix({sx:.6f} 0 0 {sy:.6f} {num(-b)} {num(-b)})"
    used = element("use", {"href": f"#{PAGE_ID}", "transform": matrix})
    below = element("g", {"clip-path": f"url(#{BLEED_ID})", TOLD: "bleed"}, used)
    begins, ends = page.begins or Markup(f'<g id="{PAGE_ID}">'), Markup("</g>")
    return replace(page, begins=below + begins, ends=ends), element("clipPath", {"id": BLEED_ID}, frame)


def _size(view: str, width: str, height: str) -> tuple[float, float, float, float] | None:
    """The page of a drawing in its own units: left, top, width and height."""
    try:
        return view_box(view)
    except ValueError:
        sides = [_SIDE.fullmatch(side) for side in (width, height)]
        if None in sides or any(not float(side[1]) for side in sides if side):
            return None
        return 0.0, 0.0, *(float(side[1]) for side in sides if side)  # type: ignore[return-value]


def _exactly(page: Sequence[float], piece: Sequence[float]) -> bool:
    return all(abs(a - b) < 0.01 for a, b in zip(page, piece, strict=True))


def _stated_mm(width: str, height: str) -> tuple[float, float] | None:
    """How large a page is, if units say so of both sides."""
    wide, high = _SIDE.fullmatch(width), _SIDE.fullmatch(height)
    if wide is None or high is None or not {wide[2], high[2]} <= _UNITS_MM.keys():
        return None
    return float(wide[1]) * _UNITS_MM[wide[2]], float(high[1]) * _UNITS_MM[high[2]]


def _bleed(
    page_wide: float, page_high: float, wide: float, high: float, width: str, height: str
) -> float | None:
    """The millimetres that a page has beyond a piece on every side; None if it is of other proportions."""
    stated = _stated_mm(width, height)
    sizes = [(25.4 * page_wide / dpi, 25.4 * page_high / dpi) for dpi in _RESOLUTIONS]
    if stated is not None:
        sizes.insert(0, stated)
    for size in sizes:
        beyond = (size[0] - wide) / 2, (size[1] - high) / 2
        if min(beyond) > -0.1 and max(beyond) <= _MOST_BLEED_MM and abs(beyond[0] - beyond[1]) < 0.1:
            return sum(beyond) / 2 if min(beyond) > 0.5 else 0.0
    for bleed in (0.0, *_BLEEDS_MM):
        ratio = (wide + 2 * bleed) / (high + 2 * bleed)
        if abs(page_wide / page_high / ratio - 1) <= _ALIKE:
            return bleed
    return None


def _size_shown(width: str, height: str, page_wide: float, page_high: float) -> str:
    stated = _stated_mm(width, height)
    if stated is not None:
        return f"{stated[0]:.4g} × {stated[1]:.4g} mm"
    return f"{page_wide:g} × {page_high:g} units"
