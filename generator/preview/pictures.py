"""Designs as pictures: the design page that is printed, drawn again as pixels."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.files import MB
from generator.ground.problems import Failed, Problem
from generator.ground.raster import Pages
from generator.preview.byte_store import ByteStore
from generator.preview.recorder import Design

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

MOST_PAGES_HELD = 24 * MB
"""Bytes of the PDFs of single designs that are kept to be drawn at another size."""


@dataclass(slots=True)
class Drawings:
    """The designs that there are, by id, and the last of them as PDF."""

    fonts: Fonts
    cache: Cache = NO_CACHE
    designs: dict[str, Design] = field(default_factory=dict)
    problems: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    """What drawing a design has found, by its digest."""
    _pdfs: ByteStore[str] = field(default_factory=lambda: ByteStore(MOST_PAGES_HELD))

    def png(self, id: str, dpi: int) -> bytes | None:
        """The picture of a design, trim plus bleed; None if there is none by this id."""
        design = self.designs.get(id)
        if design is None:
            return None
        try:
            pdf = self.pdf(design)
        except Failed:
            return None
        with unit("picture", design.key), Pages(pdf) as pages:
            return pages.png(0, dpi=dpi)

    def wrong_with(self, design: Design) -> tuple[Problem, ...]:
        """What drawing a design finds wrong with it."""
        if design.digest not in self.problems:
            try:
                self.pdf(design)
            except Failed as failed:
                return failed.problems
        return self.problems.get(design.digest, ())

    def pdf(self, design: Design) -> bytes:
        """The design page of one design. Raises Failed if it cannot be made any more."""
        from generator.svg.designs import draw_designs

        pdf = self._pdfs.get(design.id)
        if pdf is not None:
            return pdf
        out = io.BytesIO()
        problems = draw_designs([design], fonts=self.fonts, out=out, cache=self.cache)
        self.problems[design.digest] = problems
        self._pdfs.put(design.id, out.getvalue())
        return out.getvalue()
