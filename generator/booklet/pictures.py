"""What a booklet shows: designs as on their own sheets, and scenes made of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """What a booklet shows: a drawing in its own mm, and its size in these."""

    markup: str
    width_mm: float
    height_mm: float
    caption: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    """What its marks mean: the mark as it stands in the picture, and a text."""
    title: str = ""
    """What it is called in the text, for who cannot see it, if it has no caption."""
    paint: Callable[[float], str] | None = None
    """The same drawing for a scale: lines and marks keep the size in which they are printed."""

    @property
    def said(self) -> str:
        """What it shows, in words: its caption, where icons are their names."""
        return " ".join(re.sub(r"[*{}]", "", self.caption or self.title).split())

    def drawn(self, left_mm: float, top_mm: float, scale: float) -> str:
        """It on a page, its upper left corner there."""
        markup = self.paint(scale) if self.paint is not None else self.markup
        return f'<g transform="translate({left_mm:.4f} {top_mm:.4f}) scale({scale:.6f})">{markup}</g>'
