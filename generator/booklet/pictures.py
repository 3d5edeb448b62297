"""Designs shown in a booklet: cards, boards and aids, drawn as on their own sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.booklet.flow import Setter, Written
from generator.booklet.style import SOFT, Look
from generator.faces.face import Face
from generator.ground.units import mm, pt

TALLEST_MM = 78.0
"""Of designs side by side."""
TALLEST_ALONE_MM = 100.0
LEAST_SHARE = 0.6
"""How far a picture may shrink to fill the rest of a page instead of leaving it empty."""
GAP_MM = 6.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A design to show in a booklet: its face as markup with ids of its own, and its size in mm."""

    markup: str
    width_mm: float
    height_mm: float
    caption: str = ""


class PictureRow(Written):
    """A row of pictures: smaller if only little is missing for the page to hold it."""

    def __init__(self, setter: Setter, shown: Sequence[Shown], caption: Look) -> None:
        super().__init__(setter, self._whole, kind="picture", before_mm=3.0, after_mm=4.0)
        self._setter, self._shown, self._caption = setter, shown, caption

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Its size in points in the place that Platypus offers."""
        wide, room = mm(width), mm(height)
        high, markup = self._whole(wide)
        if high > room:
            scale = self._scale(wide)
            less = room - (high - self._tallest() * scale)
            if less >= self._tallest() * scale * LEAST_SHARE:
                high, markup = self._drawn(wide, less / self._tallest())
        self._made = (width, high, markup)
        return width, pt(high)

    def _tallest(self) -> float:
        return max(one.height_mm for one in self._shown)

    def _scale(self, width: float) -> float:
        room = width - GAP_MM * (len(self._shown) - 1)
        tallest = TALLEST_MM if len(self._shown) > 1 else TALLEST_ALONE_MM
        return min(room / sum(one.width_mm for one in self._shown), tallest / self._tallest(), 1.0)

    def _whole(self, width: float) -> tuple[float, str]:
        return self._drawn(width, self._scale(width))

    def _drawn(self, width: float, scale: float) -> tuple[float, str]:
        used = sum(one.width_mm for one in self._shown) * scale
        gaps = GAP_MM * (len(self._shown) - 1)
        cell = (width - gaps) / len(self._shown)
        high = self._tallest() * scale
        made, lowest, x = [], 0.0, 0.0
        spread = used + gaps > width * 0.8
        for one in self._shown:
            wide = one.width_mm * scale if spread and len(self._shown) > 1 else cell
            left = x + (wide - one.width_mm * scale) / 2
            top = high - one.height_mm * scale
            made.append(f'<g transform="translate({left:.4f} {top:.4f}) scale({scale:.6f})">{one.markup}</g>')
            if one.caption:
                # A picture alone has the whole width for its caption.
                room, at = (width, 0.0) if len(self._shown) == 1 else (max(wide, 20.0), x)
                layout = self._setter.lay(one.caption, self._caption, room)
                made.append(self._setter.markup(layout, self._caption, x_mm=at, y_mm=high + 2))
                lowest = max(lowest, layout.height)
            x += wide + GAP_MM
        return high + lowest + 2.5, "".join(made)


def shown_face(face: Face, caption: str, number: int) -> Shown:
    """A face for a booklet: cut to its trim with rounded corners, its ids kept apart by `number`."""
    inner = re.sub(r"^.*?<svg\b[^>]*>", "", face.svg, count=1, flags=re.DOTALL)
    inner = re.sub(r"</svg>\s*$", "", inner)
    inner = re.sub(r'(\sid="|url\(#|href="#)(?!icon-)', rf"\g<1>shown-{number}-", inner)
    inner = re.sub(r'<symbol id="icon-.*?</symbol>', "", inner, flags=re.DOTALL)
    width, height = face.width_mm, face.height_mm
    radius = 3 if width < 130 else 2
    box = f'<rect x="0" y="0" width="{width}" height="{height}" rx="{radius}"/>'
    clip = f'<clipPath id="trim-{number}">{box}</clipPath>'
    edge = (
        f'<rect x="0" y="0" width="{width}" height="{height}" rx="{radius}" fill="none" '
        f'stroke="{SOFT}" stroke-opacity="0.5" stroke-width="0.3"/>'
    )
    return Shown(f'{clip}<g clip-path="url(#trim-{number})">{inner}</g>{edge}', width, height, caption)
