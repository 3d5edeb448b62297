"""Decks of blank designs, for plans of sheets."""

from __future__ import annotations

from generator.press.decks import Deck
from generator.records.edition import Edition
from generator.records.tables import Row
from generator.sheets.sheet import Piece

EDITION = Edition("Reed Bay", "ReedBay", "0.3", "", "")


def deck(
    width: float,
    height: float,
    *,
    shape: str = "rectangle",
    layout: str = "",
    count: int = 18,
    back: int | None = 99,
    partial: bool = False,
) -> Deck:
    values = {"name": "Cards", "shape": shape, "width": width, "height": height, "layout": layout}
    pieces = tuple(Piece(f"{number}", number, back) for number in range(count))
    row = Row("Components", 2, values, {"width": "F"})
    return Deck(row, b"", count, pieces, partial=partial)
