"""What a printed page carries besides its pieces: marks, a heading, a ruler, the names of tiles.

Drawn by ReportLab as one PDF page a Sheet, with the game's own text font embedded; `sheet_pdf` puts the
designs underneath.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.ground.pdf_file import undated
from generator.ground.pdf_layers import END, MARKS_GROUP, WORDS_GROUP, begin
from generator.ground.shapes import Ellipse
from generator.ground.units import pt
from generator.records.edition import Edition
from generator.records.languages import Lexicon
from generator.sheets.scripts import ScriptWriter
from generator.sheets.sheet import Box, Guide, Imposition, Label, Mark, Sheet, Side, Strip, around
from generator.svg.pdf_font import PageFont
from generator.text.fonts import FontData, Fonts

MARK_MM = 0.15
HALO_MM = 0.6
TEXT_MM = 2.0
SMALL_MM = 1.5
RULER_MM = 100
INK = (0.13, 0.145, 0.18)
GUIDE_MM = 0.1
FOLD_MM = 0.25
FOLD = (0.0, 0.45, 0.75)
"""Where to fold: another colour than where to cut, and dashed."""
LIGHT = (0.62, 0.62, 0.62)


@dataclass(frozen=True, slots=True)
class Caption:
    """What the pages of one file say about it, and the metadata of the file."""

    edition: Edition
    component: str

    @property
    def title(self) -> str:
        """The file's title."""
        return f"{self.edition.game} v{self.edition.version}: {self.component}"


@dataclass(frozen=True, slots=True)
class PageFonts:
    """The two fonts of the page furniture."""

    regular: FontData
    bold: FontData
    fonts: Fonts | None = None
    """All others, for what these two do not have."""


def draw_furniture(imposition: Imposition, caption: Caption, page_fonts: PageFonts) -> bytes:
    """A PDF with one page a Sheet: everything but the designs. Raises Failed for a broken font."""
    font, bold, fonts = page_fonts.regular, page_fonts.bold, page_fonts.fonts
    names = registered(font), registered(bold)
    buffer = io.BytesIO()
    with undated():
        canvas = Canvas(buffer, invariant=1, pageCompression=0, initialFontName=names[0])
    writer = ScriptWriter(canvas, fonts, caption.edition.rtl) if fonts is not None else None
    files = {names[0]: font, names[1]: bold}
    for number, sheet in enumerate(imposition.sheets, start=1):
        canvas.setPageSize((pt(sheet.paper.width_mm), pt(sheet.paper.height_mm)))
        page = _Page(canvas, sheet, names, files, writer)
        with page.group(MARKS_GROUP):
            for guide in sheet.guides:
                page.guide(guide)
            for mark in sheet.marks:
                page.mark(mark)
            for block in sheet.blocks:
                page.block(block)
            for label in sheet.labels:
                page.label(label)
        with page.group(WORDS_GROUP):
            pages = caption.edition.word("page {page} of {pages}", page=number, pages=len(imposition.sheets))
            page.heading(caption, _about(imposition, sheet, caption.edition.word), pages)
            page.ruler(caption.edition.word)
        canvas.showPage()
    with undated():
        canvas.save()
    return buffer.getvalue()


def registered(font: FontData) -> str:
    """ReportLab knows fonts by name, for the whole process; the name is made from the content."""
    name = f"sheet:{sha256(font.content).hexdigest()}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(PageFont(font, name))
    return name


def _about(imposition: Imposition, sheet: Sheet, word: Lexicon) -> str:
    parts = [sheet.paper.name, word.numbered(imposition.kind)]
    if imposition.duplex:
        parts.append(word(f"print on both sides, flip on the {imposition.flip} edge"))
        parts.append(word(str(sheet.side)))
    if sheet.moved is not None:
        parts.append(word("moved for the printer {name}", name=imposition.printer))
    if sheet.gutterfold:
        parts.append(word("fold at the blue dashes, glue, then cut at the black marks"))
    if imposition.said:
        parts.append(word(imposition.said))
    if sheet.name:
        back = f", {word('back')}" if sheet.side is Side.BACK else ""
        parts.append(word("tile {name}", name=sheet.name) + back)
    return " · ".join(parts)


def _instruction(sheet: Sheet) -> str:
    """What stands behind the ruler."""
    if sheet.gutterfold:
        return "100 mm. Print at 100 %, on one side. Fold with the print outside, glue, cut when dry."
    if sheet.name:
        if sheet.guides:
            return "100 mm. Print at 100 %. Cut the light line and at solid marks, lay them on dashed ones."
        return "100 mm. Print at 100 %. Cut the left and top edges, lay them on the dashed marks."
    if any(mark.fold for mark in sheet.marks):
        if sheet.guides:
            return "100 mm. Print at 100 %. Cut the light line, score and fold from blue dash to blue dash."
        return "100 mm. Print at 100 %. Cut from mark to mark, score and fold from blue dash to blue dash."
    return "100 mm. Print at 100 %, without “fit to page”. Cut from mark to mark, keep the frame."


class _Page:
    """ReportLab's canvas in the coordinates of a Sheet: millimetres from the top-left corner."""

    def __init__(
        self,
        canvas: Any,
        sheet: Sheet,
        fonts: tuple[str, str],
        files: Mapping[str, FontData],
        writer: ScriptWriter | None,
    ) -> None:
        self.canvas, self._files, self._writer = canvas, files, writer
        self.sheet = sheet
        self.font, self.bold = fonts
        canvas.setStrokeColorRGB(*INK)
        canvas.setFillColorRGB(*INK)

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """What is drawn in here may be switched off; `sheet_pdf` tells the page of the group."""
        self.canvas.addLiteral(begin(name))
        yield
        self.canvas.addLiteral(END)

    def mark(self, mark: Mark) -> None:
        """A thin line."""
        canvas = self.canvas
        height = self.sheet.paper.height_mm
        line = (pt(mark.start[0]), pt(height - mark.start[1]), pt(mark.end[0]), pt(height - mark.end[1]))
        canvas.saveState()
        if mark.halo:
            canvas.setStrokeColorRGB(1, 1, 1)
            canvas.setLineWidth(pt(HALO_MM))
            canvas.line(*line)
            canvas.setStrokeColorRGB(*INK)
        if mark.dashed or mark.fold:
            canvas.setDash(pt(0.4), pt(0.3))
        if mark.fold:
            canvas.setStrokeColorRGB(*FOLD)
        canvas.setLineWidth(pt(FOLD_MM if mark.fold else MARK_MM))
        canvas.line(*line)
        canvas.restoreState()

    def guide(self, guide: Guide) -> None:
        """A light line along what scissors cut; it stays on the waste."""
        canvas, line, height = self.canvas, guide.outline, self.sheet.paper.height_mm
        canvas.saveState()
        canvas.setStrokeColorRGB(*LIGHT)
        canvas.setLineWidth(pt(GUIDE_MM))
        if isinstance(line, Ellipse):
            box = around(line)
            bottom, top = pt(height - box.bottom_mm), pt(height - box.y_mm)
            canvas.ellipse(pt(box.x_mm), bottom, pt(box.right_mm), top)
        else:
            path = canvas.beginPath()
            path.moveTo(pt(line.points[0][0]), pt(height - line.points[0][1]))
            for x, y in line.points[1:]:
                path.lineTo(pt(x), pt(height - y))
            if guide.closed:
                path.close()
            canvas.drawPath(path)
        canvas.restoreState()

    def block(self, box: Box) -> None:
        """A black box."""
        self.canvas.saveState()
        self.canvas.setFillGray(0)
        low = pt(self.sheet.paper.height_mm - box.bottom_mm)
        self.canvas.rect(pt(box.x_mm), low, pt(box.width_mm), pt(box.height_mm), stroke=0, fill=1)
        self.canvas.restoreState()

    def heading(self, caption: Caption, about: str, page: str) -> None:
        """Game, version and component, then how the sheet is laid out, and the page at the far end."""
        with self._along(self.sheet.heading) as (length, depth):
            start = f"{caption.edition.game} v{caption.edition.version} · {caption.component}"
            size = TEXT_MM
            while size > 1 and self._width(start, about, page, size) > length:
                size -= 0.1
            base = (depth - 0.7 * size) / 2
            wide, gap = self._measure(start, size, self.bold), 1.5 * size
            ends = length - self._measure(page, size, self.font)
            x, then, last = 0.0, wide + gap, ends
            if caption.edition.rtl:
                x, last = length - wide, 0.0
                then = x - gap - self._measure(about, size, self.font)
            self._text(start, x, base, size, bold=True)
            self._text(about, then, base, size)
            self._text(page, last, base, size)

    def ruler(self, word: Lexicon) -> None:
        """A ruler of 100 mm, millimetres along its first 10, and what to do with it."""
        with self._along(self.sheet.ruler) as (length, depth):
            self.canvas.setLineWidth(pt(MARK_MM))
            self._line(0, 0.3, RULER_MM, 0.3)
            for at in (*range(10), *range(10, RULER_MM + 1, 5)):
                self._line(at, 0.3, at, 0.3 + (1.6 if at % 10 == 0 else 1.1 if at % 5 == 0 else 0.7))
            for at in (10, 50):
                self._text(str(at), at + 0.4, 0.9, SMALL_MM)
            text, size = word(_instruction(self.sheet)), TEXT_MM
            while size > 1 and self._measure(text, size, self.font) > length - RULER_MM - 1:
                size -= 0.1
            self._text(text, RULER_MM + 1, (depth - 0.7 * size) / 2, size)

    def label(self, label: Label) -> None:
        """The name of a neighbouring tile."""
        with self._turned(label.x_mm, label.y_mm, label.rotation):
            size = label.size_mm or SMALL_MM
            width = self._measure(label.text, size, self.bold)
            self._text(label.text, -width / 2, -0.35 * size, size, bold=True)

    # ------------------------------------------------------------ in a turned system, y upwards

    @contextmanager
    def _along(self, strip: Strip) -> Iterator[tuple[float, float]]:
        """Origin at the strip's lower start; gives the strip's length and depth in mm."""
        box = strip.box
        if strip.rotation:
            with self._turned(box.right_mm, box.bottom_mm, strip.rotation):
                yield box.height_mm, box.width_mm
        else:
            with self._turned(box.x_mm, box.bottom_mm, 0):
                yield box.width_mm, box.height_mm

    @contextmanager
    def _turned(self, x_mm: float, y_mm: float, rotation: int) -> Iterator[None]:
        self.canvas.saveState()
        self.canvas.translate(pt(x_mm), pt(self.sheet.paper.height_mm - y_mm))
        self.canvas.rotate(-rotation)
        yield
        self.canvas.restoreState()

    def _line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.canvas.line(pt(x0), pt(y0), pt(x1), pt(y1))

    def _text(self, text: str, x_mm: float, y_mm: float, size_mm: float, *, bold: bool = False) -> None:
        font = self.bold if bold else self.font
        if (writer := self._writer_of(text, font)) is not None:
            writer.write(text, x_mm, y_mm, size_mm, self._files[font])
            return
        self.canvas.setFont(font, pt(size_mm))
        self.canvas.drawString(pt(x_mm), pt(y_mm), text)

    def _writer_of(self, text: str, font: str) -> ScriptWriter | None:
        if text.isascii() or self._writer is None:
            return None
        return self._writer if self._writer.needed(text, pdfmetrics.getFont(font).face) else None

    def _measure(self, text: str, size_mm: float, font: str) -> float:
        if (writer := self._writer_of(text, font)) is not None:
            return writer.width_mm(text, size_mm, self._files[font])
        measured: Callable[[str, str, float], float] = self.canvas.stringWidth
        return measured(text, font, size_mm)

    def _width(self, start: str, about: str, page: str, size_mm: float) -> float:
        parts = ((start, self.bold), (about, self.font), (page, self.font))
        return sum(self._measure(text, size_mm, font) for text, font in parts) + 3 * size_mm
