"""Decks of one format that may share sheets."""

from __future__ import annotations

from typing import Any

from generator.press.decks import Deck
from generator.records.tables import Row
from generator.sheets.sheet import Piece


def deck(name: str, count: int, *, back: bool = True, width: float = 63.5, **values: Any) -> Deck:
    """A deck of one design a piece and one back; designs are plain colours."""
    given = {"name": name, "title": f"{name} cards", "shape": "rectangle", "width": width, "height": 88.9}
    row = Row("Components", 2, {**given, "layout": "cards", **values}, {})
    pieces = tuple(Piece(f"{name} {n}", n, count if back else None) for n in range(count))
    return Deck(row, b"", count + 1, pieces, partial=False)
