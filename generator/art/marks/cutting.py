"""A drawing is cut and printed: every shape in its ink, its marks, its lit edge, from back to front."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from generator.art.marks.fields import from_edge, grid_over, tones, ways
from generator.art.marks.geometry import UNITS, cut_edge, path_data, region, ribbon, sliver
from generator.art.marks.gouges import Surface
from generator.art.marks.pieces import ROLES, DrawnShape
from generator.art.marks.style import KEY, ArtStyle, Texture
from generator.ground.matrices import Xy

PAPER = "paper"
_BEYOND_MM = 0.6
"""So far beyond its edges a picture goes on, since a template may cut it by hand."""
_INSET_MM = 0.16
_PLAIN = Texture(marks="none")


@dataclass(slots=True)
class _Sheet:
    """What is printed so far: path data by ink, a new element wherever the ink changes."""

    inks: Mapping[str, str]
    page: Any
    elements: list[tuple[str, str]]

    def print(self, shape: Any, ink: str) -> None:
        self.add(path_data(shape.intersection(self.page)), ink)

    def add(self, data: str, ink: str) -> None:
        if not data:
            return
        if self.elements and self.elements[-1][0] == ink:
            self.elements[-1] = ink, self.elements[-1][1] + data
        else:
            self.elements.append((ink, data))

    def written(self) -> str:
        return "".join(f'<path fill="{self.inks[ink]}" d="{data}"/>\n' for ink, data in self.elements)


def cut(
    pieces: Sequence[DrawnShape], style: ArtStyle, width_mm: float, height_mm: float, *, name: str, of: str
) -> str:
    """The print of a drawing as SVG: one path an ink and layer. The same pieces give the same bytes.

    `name` makes the chance of one picture unlike that of its neighbours; `of` is the digest of all that it
    was cut from, which the file carries.
    """
    page = shapely.box(-_BEYOND_MM, -_BEYOND_MM, width_mm + _BEYOND_MM, height_mm + _BEYOND_MM)
    sheet = _Sheet(style.inks, page, [])
    sheet.print(page, KEY)
    far = math.hypot(*style.light)
    cutter = _Cutter(
        style, (style.light[0] / far, style.light[1] / far), zlib.crc32(name.encode("utf-8")), sheet
    )
    shapes = [_shape(piece) for piece in pieces]
    for i, (piece, shape) in enumerate(zip(pieces, shapes, strict=True)):
        if shape.is_empty or not shape.intersects(page):
            continue
        above = [
            other.buffer(ROLES[front.role].clearance)
            for front, other in zip(pieces[i + 1 :], shapes[i + 1 :], strict=True)
            if ROLES[front.role].clearance and other.intersects(shape)
        ]
        cutter.piece(piece, shape, shapely.union_all(above), i)
    box = f"0 0 {round(width_mm * UNITS)} {round(height_mm * UNITS)}"
    size = f'width="{width_mm:g}mm" height="{height_mm:g}mm" viewBox="{box}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} data-of="{of}">\n{sheet.written()}</svg>\n'


def _shape(piece: DrawnShape) -> Any:
    shape = ribbon(piece.line, piece.widths) if piece.line else region(piece.rings)
    return cut_edge(shape) if ROLES[piece.role].cut else shape


@dataclass(frozen=True, slots=True)
class _Cutter:
    style: ArtStyle
    light: Xy
    seed: int
    sheet: _Sheet

    def piece(self, piece: DrawnShape, shape: Any, above: Any, number: int) -> None:
        """Print one shape; `above` is what stands in front of it, with its clearance."""
        role, dark = ROLES[piece.role], piece.ink == KEY
        if role.outlined and not dark:
            self.sheet.print(shape.buffer(self.style.outline), KEY)
        self.sheet.print(shape, piece.ink)
        if not role.cut:
            return
        texture = self.style.textures.get(piece.texture, _PLAIN)
        ink = texture.ink or (PAPER if dark and PAPER in self.style.inks else KEY)
        if texture.marks != "none":
            self._marks(piece, shape, above, texture, ink, number)
        if texture.edge and piece.texture:
            towards = self.light if dark else (-self.light[0], -self.light[1])
            edge = sliver(shape, towards, texture.edge)
            self.sheet.print(edge.difference(above), ink)

    def _marks(self, piece: DrawnShape, shape: Any, above: Any, texture: Texture, ink: str, n: int) -> None:
        open_part = shape.intersection(self.sheet.page).buffer(-_INSET_MM).difference(above)
        if open_part.is_empty or open_part.area < 0.3:
            return
        grid = grid_over(open_part)
        tone = tones(grid, piece, texture.tone, self.seed + n)
        if texture.turning:
            towards = self.light if piece.ink == KEY else (-self.light[0], -self.light[1])
            tone = tone + texture.turning * np.exp(-from_edge(grid, shape, towards) / texture.reach)
        surface = Surface(
            grid=grid,
            ways=ways(grid, piece, shape),
            tones=np.clip(tone, 0, 1) * grid.inside,
            texture=texture,
            chance=random.Random(self.seed * 1000 + n),
        )
        self.sheet.add(surface.marks(), ink)
