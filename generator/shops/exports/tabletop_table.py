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


@dataclass(frozen=True, slots=True)
class TableSpread:
    """A thing and its middle, in millimetres from that of the table, to the right and towards the players."""

    thing: TableThing
    x_mm: float
    y_mm: float


def spread(table_things: Sequence[TableThing]) -> list[TableSpread]:
    """Things in rows of their zones, each row in the middle, in the order in which they come."""
    placed: list[TableSpread] = []
    top = 0.0
    for row in _rows(table_things):
        width = sum(table_thing.width_mm for table_thing in row) + GAP_MM * (len(row) - 1)
        height = max(table_thing.height_mm for table_thing in row)
        left = -width / 2
        for table_thing in row:
            placed.append(TableSpread(table_thing, left + table_thing.width_mm / 2, top + height / 2))
            left += table_thing.width_mm + GAP_MM
        top += height + GAP_MM
    half = max(0.0, top - GAP_MM) / 2
    return [
        TableSpread(table_spread.thing, table_spread.x_mm, table_spread.y_mm - half)
        for table_spread in placed
    ]


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


def laid(table_things: Sequence[TableThing], per_mm: float) -> list[JsonObject]:
    """The objects at their places: x to the right and z away from the players, in the program's units."""
    return [_at(table_spread, per_mm) for table_spread in spread(table_things)]


def _at(table_spread: TableSpread, per_mm: float) -> JsonObject:
    place = {
        "posX": round(table_spread.x_mm * per_mm, 4),
        "posZ": round(-table_spread.y_mm * per_mm, 4) + 0.0,
    }
    return {**table_spread.thing.state, "Transform": {**table_spread.thing.state["Transform"], **place}}
