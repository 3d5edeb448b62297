"""Where text comes to stand on a page: the box around what its operators show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pikepdf

from generator.ground.matrices import IDENTITY, NOWHERE, Edges, Matrix, after, boxed, joined_box

_LOW, _HIGH = -0.35, 1.15
"""How far letters reach below and above their line, ems."""
_WIDE = 0.6
"""Of a letter whose width is not known, ems."""


@dataclass(slots=True)
class TextPlace:
    """Follows the operators of one text object (ISO 32000-1, 9.4)."""

    box: Edges = NOWHERE
    _line: Matrix = IDENTITY
    _at: Matrix = IDENTITY
    _leading: float = 0.0

    def take(self, operands: tuple[Any, ...], operator: str) -> None:
        """An operator that moves the place."""
        if operator == "Tm":
            a, b, c, d, e, f = (float(operand) for operand in operands)
            self._line = self._at = (a, b, c, d, e, f)
        elif operator in ("Td", "TD"):
            across, up = (float(operand) for operand in operands)
            self._leading = -up if operator == "TD" else self._leading
            self._next(across, up)
        elif operator == "TL":
            self._leading = float(operands[0])
        elif operator == "T*":
            self._next(0.0, -self._leading)

    def _next(self, across: float, up: float) -> None:
        self._line = self._at = after((1, 0, 0, 1, across, up), self._line)

    def show(
        self, operands: tuple[Any, ...], operator: str, letters: Mapping[str, tuple[Any, ...]], page: Matrix
    ) -> None:
        """An operator that shows text; `page` is the matrix from its units to the page."""
        if operator in ("'", '"'):
            self._next(0.0, -self._leading)
        font, size = letters["Tf"][0].thing, float(letters["Tf"][1])
        spacing = float(letters["Tc"][0]) if "Tc" in letters else 0.0
        stretch = float(letters["Tz"][0]) / 100 if "Tz" in letters else 1.0
        operand = operands[-1]
        wide = 0.0
        for part in operand if isinstance(operand, pikepdf.Array) else [operand]:
            if isinstance(part, pikepdf.String):
                ems, count = _ems(font, bytes(part))
                wide += ems * size + count * spacing
            else:
                wide -= float(part) / 1000 * size
        wide *= stretch
        box = boxed((min(0.0, wide), _LOW * size, max(0.0, wide), _HIGH * size), after(self._at, page))
        self.box = box if self.box == NOWHERE else joined_box(self.box, box)
        self._at = after((1, 0, 0, 1, wide, 0), self._at)


def _ems(font: Any, text: bytes) -> tuple[float, int]:
    """How wide a text is, in ems, and of how many letters."""
    if "/Widths" not in font:
        count = len(text) // 2 if str(font.get("/Subtype", "")) == "/Type0" else len(text)
        return count * (1.0 if count * 2 == len(text) else _WIDE), count
    first, widths = int(font.get("/FirstChar", 0)), font.Widths
    known = len(widths)
    return (
        sum(float(widths[code - first]) / 1000 if 0 <= code - first < known else _WIDE for code in text),
        len(text),
    )
