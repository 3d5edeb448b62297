"""The looks of booklet text: one type pair, a few sizes, the game's colours."""

from __future__ import annotations

from dataclasses import dataclass, replace

INK = "#22252e"
SOFT = "#5b5f6b"
LINE = "#d8d0c0"
PAPER = "#fbf7ef"
DEEP = "#1b7f83"
GROUND = "#f3ecdd"
WARN = "#b02a37"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a paragraph is set. Lengths are mm; `leading` is in font sizes."""

    family: str = "SourceSans3"
    size_mm: float = 3.7
    weight: int = 400
    italic: bool = False
    align: str = "left"
    leading: float = 1.36
    color: str = INK
    icon_color: str = DEEP
    ground: str = GROUND
    before_mm: float = 0.0
    after_mm: float = 2.4
    muted: bool = False
    """Whether icons take `icon_color` even if they have a colour of their own."""


BODY = Look(before_mm=2.4)
ITEM = replace(BODY, before_mm=0.8, after_mm=0.8)
SMALL = replace(BODY, size_mm=3.1, leading=1.3, before_mm=0, after_mm=1.2)
CAPTION = replace(BODY, size_mm=2.9, leading=1.25, color=SOFT, align="center", italic=True, after_mm=0)
CELL = replace(BODY, size_mm=3.3, leading=1.28, after_mm=0)
CELL_HEAD = replace(CELL, weight=700, color=DEEP, muted=True)
TITLE = replace(BODY, family="Fraunces", weight=600, size_mm=15, leading=1.08, color=INK)
MOTTO = replace(BODY, size_mm=5.2, italic=True, color=SOFT)
CHAPTER = replace(
    BODY, family="Fraunces", weight=600, size_mm=7.4, leading=1.1, color=DEEP, before_mm=7, after_mm=3
)
SECTION = replace(
    BODY, family="Fraunces", weight=600, size_mm=5.0, leading=1.15, color=INK, before_mm=4.4, after_mm=1.8
)
HEADINGS = (CHAPTER, SECTION, replace(SECTION, size_mm=4.2))
BOXED = replace(BODY, after_mm=3.4, before_mm=1.5)
