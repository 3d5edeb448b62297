"""The pages on which one reads how far a printer's backs are off, and how much of the paper it leaves white.

A front has three crosses: in the middle of the page and towards both ends of its long axis. Its back has
rulers where the crosses lie. Their numbers rise to the left and upwards, so that the number at a cross is the
amount by which the ruler itself, and with it the back, is off to the right or downwards.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from generator.ground.pdf_file import CREATOR, undated
from generator.ground.units import pt
from generator.sheets.correction import Correction
from generator.sheets.furniture import FOLD, INK, MARK_MM, registered
from generator.sheets.printer import Printer
from generator.sheets.sheet import Flip, Paper
from generator.text.fonts import FontData

DEGREES_A_MM = 0.25
"""A difference of 1 mm between the two outer readings is so much of a turn …"""
AWAY_MM = 0.5 / math.sin(math.radians(DEGREES_A_MM))
"""… because the outer crosses are 114.6 mm from the middle."""
RULER_MM = 10
STEP_MM = 0.5
ARM_MM = 14.0
"""Of the crosses."""
STAIRS_MM = (1.0, 12.0)
"""The margins that can be read, in steps of half a millimetre."""
_STAIR_MM, _STAIRS_FROM_MM = 3.2, 16.0
_TITLE_MM, _TEXT_MM, _LINE_MM, _NUMBER_MM, _READ_MM = 4.2, 3.3, 5.2, 1.7, 2.3
_PIN_MM = 1.0
_TEXT_LEFT_MM = 32.0
_DUPLEX = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}

_FRONT = (
    "1. Print at 100 %, without “fit to page”, on both sides, and flip on the {edge} edge.",
    "2. Along each edge of the paper there are steps. The smallest number whose",
    "    step is printed whole is the margin that the printer leaves white there, in mm.",
    "3. Turn the paper over, and go on there.",
)
_FRONT_WIDE = (
    "The same for pages that lie wide. The margins are read on the upright page.",
    "Turn the paper over, and go on there.",
)
_BACK = (
    "4. Hold the paper against the light, this side towards you. The crosses of the front",
    "    shine through. Where they do not, prick a needle through their small circles.",
    "5. In the middle, read where the cross of the front meets the rulers:",
    "    the number on the level ruler is --dx, the number on the upright one --dy.",
    "6. Read the rulers at the {one} and the {other}, too, with their signs:",
    "    ({one} − {other}) × 0.25 is --rotate.",
)
_SAVE = (
    "7. Keep what you have read, and print with it:",
    '    pnp calibrate --save "My printer" --dx … --dy … --rotate … --margins LEFT,TOP,RIGHT,BOTTOM',
    '    pnp build --printer "My printer"',
    "These numbers serve all sheets. If the other pages of this test read otherwise, save theirs as well:",
    "the same with {other}.",
)


@dataclass(frozen=True, slots=True)
class TestPages:
    """One file: an upright page and one that lies wide, each with its back."""

    paper: Paper
    flip: Flip

    @property
    def name(self) -> str:
        """The folder and the name of its file."""
        return f"{self.paper.name}/Calibration_{self.paper.name}_{self.flip}.pdf"


def draw_test_pages(
    of: TestPages, *, font: FontData, bold: FontData, printer: Printer | None = None
) -> bytes:
    """The file as a PDF. For a `printer` the backs are moved, so that all the rulers read 0."""
    names = registered(font), registered(bold)
    buffer = io.BytesIO()
    with undated():
        canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=names[0])
    canvas.setTitle(f"Printer calibration: {of.paper.name}, flip on the {of.flip} edge")
    canvas.setCreator(CREATOR)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _DUPLEX[of.flip])
    for paper in (of.paper, of.paper.turned()):
        page = _Page(canvas, paper, of.flip, names)
        _front(page)
        canvas.showPage()
        off = printer.correction(of.flip, wide=paper.landscape) if printer is not None else Correction()
        page = _Page(canvas, paper, of.flip, names, off)
        _back(page, printer)
        canvas.showPage()
    with undated():
        canvas.save()
    return buffer.getvalue()


def crosses(paper: Paper) -> tuple[tuple[float, float], ...]:
    """Where the crosses lie: the middle, then the left or upper one, then the right or lower one."""
    x, y = paper.width_mm / 2, paper.height_mm / 2
    dx, dy = (AWAY_MM, 0.0) if paper.landscape else (0.0, AWAY_MM)
    return (x, y), (x - dx, y - dy), (x + dx, y + dy)


# ---------------------------------------------------------------- the two sides


def _front(page: _Page) -> None:
    wide = page.paper.landscape
    for x, y in crosses(page.paper):
        page.line(x - ARM_MM, y, x + ARM_MM, y, 0.25)
        page.line(x, y - ARM_MM, x, y + ARM_MM, 0.25)
        page.circle(x, y, _PIN_MM)
    if not wide:
        for edge in range(4):
            _stairs(page, edge)
    page.paragraphs("front", _FRONT_WIDE if wide else _FRONT, ())


def _back(page: _Page, printer: Printer | None) -> None:
    wide = page.paper.landscape
    for number, (x, y) in enumerate(crosses(page.paper)):
        for level in (True, False):
            if number == 0 or level is not wide:
                page.ruler(x, y, level=level)
    flip, lies = "short" if page.flip is Flip.LONG else "long", "upright" if wide else "wide"
    pages = f"--flip {flip} and --page {lies}"
    words = {"one": "right", "other": "left"} if wide else {"one": "top", "other": "bottom"}
    last = tuple(line.format(other=pages) for line in _SAVE)
    if printer is not None:
        last = (f"The backs are moved for “{printer.name}”: all rulers should read 0.",)
    page.paragraphs("back", tuple(line.format(**words) for line in _BACK), last)


def _stairs(page: _Page, edge: int) -> None:
    """Steps along an edge (0 left, 1 top, 2 right, 3 bottom): short lines, each 0.5 mm further in."""
    width, height = page.paper.width_mm, page.paper.height_mm
    count = round((STAIRS_MM[1] - STAIRS_MM[0]) / STEP_MM) + 1
    for number in range(count):
        away = STAIRS_MM[0] + number * STEP_MM
        start = _STAIRS_FROM_MM + number * _STAIR_MM
        end = start + _STAIR_MM - 0.3
        label = f"{away:g}" if away % 1 == 0 else ""
        if edge % 2:
            y = away if edge == 1 else height - away
            page.line(start, y, end, y, MARK_MM)
            below = y + 1.0 + _NUMBER_MM / 2 if edge == 1 else y - 0.9
            page.text(label, start, below + (0.3 if edge == 1 else 0), _NUMBER_MM)
        else:
            x = away if edge == 0 else width - away
            page.line(x, start, x, end, MARK_MM)
            beside = x + 0.6 if edge == 0 else x - 0.6 - page.wide(label, _NUMBER_MM)
            page.text(label, beside, end - 0.6, _NUMBER_MM)


# ---------------------------------------------------------------- drawing


class _Page:
    """ReportLab's canvas in millimetres from the top-left corner, moved as a back is."""

    def __init__(
        self, canvas: Any, paper: Paper, flip: Flip, fonts: Sequence[str], off: Correction | None = None
    ) -> None:
        self.canvas, self.paper, self.flip = canvas, paper, flip
        self.font, self.bold = fonts
        canvas.setPageSize((pt(paper.width_mm), pt(paper.height_mm)))
        canvas.setStrokeColorRGB(*INK)
        canvas.setFillColorRGB(*INK)
        if off:
            canvas.transform(*off.matrix(paper.width_mm, paper.height_mm))

    def line(self, x0: float, y0: float, x1: float, y1: float, width_mm: float) -> None:
        high = self.paper.height_mm
        self.canvas.setLineWidth(pt(width_mm))
        self.canvas.line(pt(x0), pt(high - y0), pt(x1), pt(high - y1))

    def circle(self, x: float, y: float, radius_mm: float) -> None:
        self.canvas.setLineWidth(pt(MARK_MM))
        self.canvas.circle(pt(x), pt(self.paper.height_mm - y), pt(radius_mm))

    def text(self, text: str, x: float, y: float, size_mm: float, *, bold: bool = False) -> None:
        self.canvas.setFont(self.bold if bold else self.font, pt(size_mm))
        self.canvas.drawString(pt(x), pt(self.paper.height_mm - y), text)

    def wide(self, text: str, size_mm: float) -> float:
        width: float = self.canvas.stringWidth(text, self.font, pt(size_mm))
        return width / pt(1)

    def ruler(self, x: float, y: float, *, level: bool) -> None:
        """A ruler through a point, with its ticks below it or right of it."""
        with self._coloured():
            ends = (x - RULER_MM, y, x + RULER_MM, y) if level else (x, y - RULER_MM, x, y + RULER_MM)
            self.line(*ends, MARK_MM)
            for step in range(round(2 * RULER_MM / STEP_MM) + 1):
                value = RULER_MM - step * STEP_MM
                long = 2.4 if value % 5 == 0 else 1.6 if value % 1 == 0 else 0.9
                if level:
                    self.line(x - value, y, x - value, y + long, MARK_MM)
                else:
                    self.line(x, y - value, x + long, y - value, MARK_MM)
        for value in (-10, -5, 5, 10):
            label = f"{value:+d}".replace("-", "−")
            if level:
                self.text(label, x - value - self.wide(label, _READ_MM) / 2, y - 1.2, _READ_MM)
            else:
                self.text(label, x + 2.9, y - value + 0.35 * _READ_MM, _READ_MM)

    @contextmanager
    def _coloured(self) -> Iterator[None]:
        """In the blue of fold marks, which is told from the front's black even against the light."""
        self.canvas.saveState()
        self.canvas.setStrokeColorRGB(*FOLD)
        yield
        self.canvas.restoreState()

    def paragraphs(self, side: str, upper: Sequence[str], lower: Sequence[str]) -> None:
        """What to do: a title and lines above the middle, and lines below it."""
        paper = self.paper
        left = _TEXT_LEFT_MM if not paper.landscape else paper.width_mm / 2 - 73
        title = f"pnp calibration · {paper.name}, {'wide' if paper.landscape else 'upright'} · {side}"
        top = paper.height_mm / 2 - 20 - _LINE_MM * (len(upper) + 2)
        self.text(title, left, top, _TITLE_MM, bold=True)
        self.text(f"Flip on the {self.flip} edge.", left, top + _LINE_MM, _TEXT_MM, bold=True)
        for number, line in enumerate(upper, start=2):
            self.text(line.format(edge=self.flip), left, top + number * _LINE_MM + 1, _TEXT_MM)
        for number, line in enumerate(lower):
            self.text(line, left, paper.height_mm / 2 + 24 + number * _LINE_MM, _TEXT_MM)
