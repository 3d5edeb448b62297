"""Pages beside a game's sheets, such as the cut guide: drawn like any design, with a foot on each."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.ground.problems import Failed, has_errors
from generator.records.edition import Edition
from generator.sheets.sheet import Box, Paper
from generator.svg.svg_page import SvgPage, SvgPages

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

MARGIN_MM, FOOT_MM = 14.0, 12.0
GREY = "#595959"
_DESCENT_MM = 1.2
"""What letters of a foot reach below its line, at most."""


@dataclass(slots=True, kw_only=True)
class AsidePages(SvgPages):
    """Pages of a paper under way that are called `component` in the list of files."""

    paper: Paper
    edition: Edition
    component: str

    def feet(self, words: str) -> None:
        """Write these words and the number of the page below each."""
        word, white = self.edition.word, self.paper.above_mm or 0.0
        y = self.height_mm - max(FOOT_MM - 5, white + _DESCENT_MM)
        for number, page in enumerate(self.made, start=1):
            page.text(MARGIN_MM, y, words, 2.9, fill=GREY)
            footer = word("page {page} of {pages}", page=number, pages=len(self.made))
            page.text(self.right_mm, y, footer, 2.9, fill=GREY, anchor="end")

    def pdf(self, designs: bytes | None = None, placed: Sequence[tuple[int, int, Box]] = ()) -> bytes:
        """The pages as a PDF; see `pages_with_pictures` for what is put under them. Raises Failed."""
        from generator.sheets.sheet_pdf import pages_with_pictures

        edition = self.edition
        return pages_with_pictures(
            drawn_pages(self.made, self.component, self.fonts),
            designs,
            placed,
            title=f"{edition.game} v{edition.version}: {self.component}",
            author=edition.author,
            language=edition.spoken,
        )


def drawn_pages(pages: Sequence[SvgPage], name: str, fonts: Fonts) -> bytes:
    """Pages as a PDF, without what a file says of itself. Raises Failed."""
    from generator.faces import Face
    from generator.svg.designs import draw_designs

    faces = [
        Face(f"{name}/{number}", page.svg(), page.width_mm, page.height_mm, "rectangle", name)
        for number, page in enumerate(pages, start=1)
    ]
    out = io.BytesIO()
    problems = draw_designs(faces, fonts=fonts, out=out, bleed_mm=0)
    if has_errors(problems):
        raise Failed(*problems)
    return out.getvalue()
