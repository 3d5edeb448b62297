"""SVG faces → a PDF of design pages, drawn as vectors with ReportLab.

`draw_designs` draws, `check_svg` tells beforehand what cannot be drawn. The subset is plain SVG 1.1:
shapes, paths, single-run texts, symbols and use, gradients, one-shape clip paths, opacity, pictures.
"""

from __future__ import annotations

from generator.svg.check import FaceLike, check_svg
from generator.svg.designs import draw_designs

__all__ = ["FaceLike", "check_svg", "draw_designs"]
