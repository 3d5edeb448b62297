"""Designs and icons as pictures: the design page that is printed, drawn again as pixels."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from generator.faces.assets import Icons
from generator.faces.markup import BadArgument
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.files import MB
from generator.ground.problems import Failed, Problem
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.preview.byte_store import ByteStore
from generator.preview.recorder import Design

if TYPE_CHECKING:
    from generator.svg.check import FaceLike
    from generator.text.fonts import Fonts

MOST_PAGES_HELD = 24 * MB
"""Bytes of the PDFs of single designs that are kept to be drawn at another size."""
_ICON = re.compile(r"((?:[0-9a-f]{2}){1,28})x([0-9a-f]{6})")
"""A key in hexadecimal digits, and a colour."""
_ICON_MM = 8.0


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
        return _as_png(pdf, design.key, dpi)

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
        pdf = self._pdfs.get(design.id)
        if pdf is None:
            pdf, self.problems[design.digest] = drawn(design, self.fonts, cache=self.cache)
            self._pdfs.put(design.id, pdf)
        return pdf


def drawn(design: FaceLike, fonts: Fonts, **options: Any) -> tuple[bytes, tuple[Problem, ...]]:
    """The design page of one design, and what drawing it finds, see `draw_designs`. Raises Failed."""
    from generator.svg.designs import draw_designs

    out = io.BytesIO()
    problems = draw_designs([design], fonts=fonts, out=out, **options)
    return out.getvalue(), problems


def drawn_png(design: FaceLike, fonts: Fonts, dpi: int, **options: Any) -> tuple[bytes, tuple[Problem, ...]]:
    """The picture of one design, and what drawing it finds. Raises Failed."""
    pdf, problems = drawn(design, fonts, **options)
    return _as_png(pdf, design.key, dpi), problems


def icon_png(project: Project, fonts: Fonts, id: str, dpi: int) -> bytes | None:
    """The icon that an id names, in its colour; None if there is none such, or it cannot be drawn."""
    named = _ICON.fullmatch(id)
    if named is None:
        return None
    key, colour = bytes.fromhex(named[1]).decode("utf-8", "replace"), f"#{named[2]}"
    try:
        symbol = Icons(project.icons).symbol(key)
        use = f'<use href="#icon-{key}" width="24" height="24" color="{colour}" fill="{colour}"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><defs>{symbol}</defs>{use}</svg>'
        digest = f"icon{id}"
        icon = Design(f"icon {key}", digest, _ICON_MM, _ICON_MM, "rectangle", None, lambda: svg)
        return drawn_png(icon, fonts, dpi, bleed_mm=0.0)[0]
    except (BadArgument, Failed):
        return None


def _as_png(pdf: bytes, name: str, dpi: int) -> bytes:
    with unit("picture", name), Pages(pdf) as pages:
        return pages.png(0, dpi=dpi)
