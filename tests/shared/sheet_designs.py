"""Designs to place on sheets, and what stands on such sheets."""

from __future__ import annotations

import colorsys
import io
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from generator.ground.shapes import Shape
from generator.ground.units import pt
from generator.records.edition import Edition
from generator.sheets.furniture import Caption, PageFonts
from generator.sheets.sheet import (
    EPSILON_MM,
    Box,
    Format,
)
from generator.text.fonts import find_fonts, page_fonts_of

ROOT = Path(__file__).parents[2]


PAGE_FONTS = PageFonts(*page_fonts_of(find_fonts(ROOT / "fonts")))


EDITION = Edition("Meaning Made", "MeaningMade", "0.1", "BPeat", "2–6 players")
CAPTION = Caption(EDITION, "Pattern cards")


POKER = Format(Shape.RECTANGLE, 63.5, 88.9)


def colour(number: int) -> tuple[float, float, float]:
    return colorsys.hsv_to_rgb((number * 0.381966) % 1, 0.8, 0.5 + 0.5 * (number % 2))


def draw_designs(form: Format, colours: list[int]) -> bytes:
    """A design a colour: plain, with a white square in the upper left of the trim."""
    made = io.BytesIO()
    canvas = Canvas(made, invariant=1)
    width, height = pt(form.width_mm), pt(form.height_mm)
    bleed = pt(3)
    for number in colours:
        canvas.setPageSize((width + 2 * bleed, height + 2 * bleed))
        canvas.setTrimBox((bleed, bleed, bleed + width, bleed + height))
        canvas.setFillColorRGB(*colour(number))
        canvas.rect(0, 0, width + 2 * bleed, height + 2 * bleed, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        side = min(width, height) / 4
        canvas.rect(bleed + side / 2, bleed + height - 1.5 * side, side, side, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def overlap(one: Box, other: Box) -> bool:
    """Whether the two share an area; touching edges do not."""
    wide = min(one.right_mm, other.right_mm) - max(one.x_mm, other.x_mm)
    high = min(one.bottom_mm, other.bottom_mm) - max(one.y_mm, other.y_mm)
    return wide > EPSILON_MM and high > EPSILON_MM
