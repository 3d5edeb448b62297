"""Sizes on the table of Tabletop Simulator: its units from millimetres, and the cells of a card sheet.

The program has units of its own, and each kind of object another size at scale 1. None of them stands in its
manual, so they are settings of the target; its TOML says who measured them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from generator.ground.raster import MM_PER_INCH

COLUMNS, ROWS = 10, 7
"""Of cells, at most on a sheet (kb.tabletopsimulator.com, Custom Deck)."""
MOST_FACES = COLUMNS * ROWS - 1
"""Of a sheet: its last cell is what others see of a card that is held in a hand."""
SIDE_PX = 4096
"""Of a picture, at most (kb.tabletopsimulator.com, Asset Creation)."""
LEAST_PX = 256
"""What a picture has along its longer side, however small its piece is: on a screen one comes close."""
_POKER_MM = 88.9
_NEAR = 0.02
"""By so much of its width a cell may be smaller than it could be, for sides in a truer ratio."""
LEAST_UNITS, MOST_UNITS = 0.01, 1000.0
"""What may be said of a kind of object."""


class Sized(StrEnum):
    """What has a size of its own at scale 1, as the settings call it."""

    CARD = "card_units"
    """The height of a card; its width follows from the picture."""
    TILE = "tile_units"
    """The shorter side of a Custom_Tile; the longer one follows from the picture."""
    TOKEN = "token_units"
    """The longer side of a Custom_Token."""
    BOARD = "board_units"
    """The height of a Custom_Board with its frame; the width follows from the picture."""


DEFAULT_UNITS: Mapping[Sized, float] = {
    Sized.CARD: 3.1,
    Sized.TILE: 1.98,
    Sized.TOKEN: 3.7,
    Sized.BOARD: 18.28,
}


@dataclass(frozen=True, slots=True)
class Units:
    """How long things are on the table, in its units."""

    at_one: Mapping[Sized, float]
    """What each kind of object measures at scale 1."""

    @property
    def per_mm(self) -> float:
        """Units to a millimetre: a poker card has scale 1."""
        return self.at_one[Sized.CARD] / _POKER_MM

    def scale(self, kind: Sized, width_mm: float, height_mm: float) -> float:
        """The scale at which an object is as large as a piece, measured against a poker card."""
        sides = (width_mm, height_mm)
        length = {Sized.TILE: min(sides), Sized.TOKEN: max(sides)}.get(kind, height_mm)
        return length * self.per_mm / self.at_one[kind]


def units_of(settings: Mapping[str, Any]) -> Units:
    """The units that a target's settings say, or the usual ones."""
    return Units({kind: float(settings.get(str(kind), usual)) for kind, usual in DEFAULT_UNITS.items()})


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A picture of a piece: whole pixels, and the dots an inch at which they are its width."""

    width_px: int
    height_px: int
    dpi: float

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.width_px, self.height_px


@dataclass(frozen=True, slots=True)
class CardGrid:
    """A sheet of cards: its cells from the left to the right, then downwards."""

    columns: int
    rows: int
    cell: SheetCell

    @property
    def cells(self) -> int:
        """How many there are; the last one shows no card."""
        return self.columns * self.rows

    @property
    def size_px(self) -> tuple[int, int]:
        """Of the whole sheet."""
        return self.columns * self.cell.width_px, self.rows * self.cell.height_px

    def corner_px(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell, counted from 0."""
        row, column = divmod(cell, self.columns)
        return column * self.cell.width_px, row * self.cell.height_px


def fitted_cell(
    width_mm: float, height_mm: float, most_px: tuple[float, float], most_dpi: float
) -> SheetCell:
    """The largest picture of a piece within so many pixels and dots an inch, its sides in their ratio.

    Pixels are whole: among the widths that are nearly the largest it takes one whose height comes out even,
    so that 5 to 7 stays 5 to 7.
    """
    ratio = height_mm / width_mm
    room = min(most_px[0], most_px[1] / ratio, most_dpi * width_mm / MM_PER_INCH)
    widest = max(1, math.floor(room + 1e-6))
    least = max(1, math.ceil(widest * (1 - _NEAR)))

    def error(width: int) -> tuple[float, int]:
        exact = width * ratio
        return round(abs(exact - round(exact)), 3), -width

    width = min(range(least, widest + 1), key=error)
    height = min(max(1, round(width * ratio)), max(1, math.floor(most_px[1] + 1e-6)))
    return SheetCell(width, height, width * MM_PER_INCH / width_mm)


def card_grid(faces: int, width_mm: float, height_mm: float, *, side_px: int, most_dpi: float) -> CardGrid:
    """The grid in which so many faces, at most MOST_FACES, and one cell more are largest."""
    cells = faces + 1
    grids: list[CardGrid] = []
    for columns in range(1, COLUMNS + 1):
        rows = math.ceil(cells / columns)
        if rows <= ROWS:
            room = (side_px / columns, side_px / rows)
            grids.append(CardGrid(columns, rows, fitted_cell(width_mm, height_mm, room, most_dpi)))
    return max(grids, key=lambda grid: (grid.cell.width_px, -grid.cells, grid.columns))


def picture_cell(width_mm: float, height_mm: float, *, side_px: int, most_dpi: float) -> SheetCell:
    """A picture of one piece: small pieces get more dots an inch, large ones fewer."""
    dpi = max(most_dpi, LEAST_PX * MM_PER_INCH / max(width_mm, height_mm))
    return fitted_cell(width_mm, height_mm, (side_px, side_px), dpi)
