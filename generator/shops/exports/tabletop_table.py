"""Where things lie on the table of Tabletop Simulator when they are loaded: in rows, none on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from generator.shops.exports.tabletop_objects import JsonObject

GAP_MM = 15.0
_WIDE_MM = 1200.0
"""A row grows no longer than this; the program's usual tables hold some 1,500 mm of poker cards' size."""


class Zone(IntEnum):
    """Rows of the table, the farthest first."""

    READING = 0
    DECKS = 1
    BOARDS = 2
    TOKENS = 3
    MATS = 4


@dataclass(frozen=True, slots=True)
class TableThing:
    """An object, and the room that it takes, in millimetres as it is seen."""

    zone: Zone
    width_mm: float
    height_mm: float
    state: JsonObject


def spread(table_things: Sequence[TableThing]) -> Iterator[tuple[TableThing, float, float]]:
    """Things in rows of their zones, each row in the middle, in the order in which they come.

    Each with its middle, in millimetres from that of the table, to the right and towards the players.
    """
    rows = [(row, max(table_thing.height_mm for table_thing in row)) for row in _rows(table_things)]
    half = (sum(height for _, height in rows) + GAP_MM * (len(rows) - 1)) / 2
    top = 0.0
    for row, height in rows:
        left = -(sum(table_thing.width_mm for table_thing in row) + GAP_MM * (len(row) - 1)) / 2
        for table_thing in row:
            yield table_thing, left + table_thing.width_mm / 2, top + height / 2 - half
            left += table_thing.width_mm + GAP_MM
        top += height + GAP_MM


def _rows(table_things: Sequence[TableThing]) -> Iterator[list[TableThing]]:
    for zone in Zone:
        row: list[TableThing] = []
        used = 0.0
        for table_thing in (table_thing for table_thing in table_things if table_thing.zone is zone):
            if row and used + table_thing.width_mm > _WIDE_MM:
                yield row
                row, used = [], 0.0
            row.append(table_thing)
            used += table_thing.width_mm + GAP_MM
        if row:
            yield row


def laid(table_things: Sequence[TableThing], per_mm: float) -> Iterator[JsonObject]:
    """The objects at their places: x to the right and z away from the players, in the program's units."""
    for table_thing, x_mm, y_mm in spread(table_things):
        place = {"posX": round(x_mm * per_mm, 4), "posZ": round(-y_mm * per_mm, 4) + 0.0}
        yield {**table_thing.state, "Transform": {**table_thing.state["Transform"], **place}}
