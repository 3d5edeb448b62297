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
TEXT_FONT, HEADING_FONT = "SourceSans3", "Fraunces"
"""The families that come with the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a paragraph is set. Lengths are mm; `leading` is in font sizes.

    An empty family is that of the booklet's text, empty colours are the booklet's own.
    """

    family: str = ""
    size_mm: float = 3.45
    weight: int = 400
    italic: bool = False
    align: str = "left"
    leading: float = 1.33
    color: str = INK
    icon_color: str = ""
    ground: str = ""
    before_mm: float = 0.0
    after_mm: float = 2.2
    muted: bool = False
    """Whether icons take `icon_color` even if they have a colour of their own."""


@dataclass(frozen=True, slots=True)
class BookletStyle:
    """The looks of one game's booklets: the colour of its headings and the grounds, and the two families."""

    deep: str = DEEP
    ground: str = GROUND
    heading_font: str = HEADING_FONT
    text_font: str = TEXT_FONT
    rtl: bool = False
    """Whether their language is read from right to left: columns, tables and lists begin at the right."""

    @property
    def headings(self) -> tuple[Look, Look, Look]:
        """A chapter, a section, and what is smaller."""
        font = replace(SECTION, family=self.heading_font)
        return replace(CHAPTER, family=self.heading_font, color=self.deep), font, replace(font, size_mm=3.9)

    @property
    def cell_head(self) -> Look:
        """The head of a table."""
        return replace(CELL, weight=700, color=self.deep, muted=True)


BODY = Look(before_mm=2.2)
ITEM = replace(BODY, before_mm=0.9, after_mm=0.9)
SMALL = replace(BODY, size_mm=2.9, leading=1.3, before_mm=0, after_mm=1.2)
FOOT = replace(SMALL, color=SOFT, icon_color=SOFT, muted=True)
CAPTION = replace(BODY, size_mm=2.8, leading=1.25, color=SOFT, align="center", italic=True, after_mm=0)
LEGEND = replace(BODY, size_mm=3.0, leading=1.28, before_mm=0, after_mm=0)
CELL = replace(BODY, size_mm=3.15, leading=1.28, before_mm=0, after_mm=0)
CHAPTER = replace(BODY, weight=600, size_mm=6.8, leading=1.1, before_mm=8.5, after_mm=3.4)
SECTION = replace(BODY, weight=600, size_mm=4.7, leading=1.15, before_mm=4.8, after_mm=1.7)
BOXED = replace(BODY, size_mm=3.3, after_mm=3.4, before_mm=3.0)
MARK = replace(LEGEND, size_mm=2.7, weight=700, color="#ffffff", icon_color="#ffffff", muted=True)
TITLE = replace(BODY, weight=600, size_mm=15, leading=1.08, color=INK)

USUAL = BookletStyle()
"""The looks of a booklet whose game says nothing of them."""
