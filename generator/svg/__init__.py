"""SVG faces → a PDF of design pages, drawn as vectors with ReportLab.

`draw_designs` draws, `check_svg` tells beforehand what cannot be drawn. The subset is plain SVG 1.1:
shapes, paths, single-run texts, symbols and use, gradients, one-shape clip paths, opacity, pictures.

Both are loaded when they are asked for: who only reads a shape or a path waits for no library that draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.svg.check import FaceLike, check_svg
    from generator.svg.designs import draw_designs

__all__ = ["FaceLike", "check_svg", "draw_designs"]


def __getattr__(name: str) -> object:
    """What the door offers, on its first use. Raises AttributeError for any other name."""
    if name == "draw_designs":
        from generator.svg.designs import draw_designs

        return draw_designs
    if name in __all__:
        from generator.svg import check

        return getattr(check, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
