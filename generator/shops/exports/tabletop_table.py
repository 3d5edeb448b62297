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


def spread(things: Sequence[TableThing]) -> list[TableSpread]:
    """Things in rows of their zones, each row in the middle, in the order in which they come."""
    placed: list[TableSpread] = []
    top = 0.0
    for row in _rows(things):
        width = sum(thing.width_mm for thing in row) + GAP_MM * (len(row) - 1)
        height = max(thing.height_mm for thing in row)
        left = -width / 2
        for thing in row:
            placed.append(TableSpread(thing, left + thing.width_mm / 2, top + height / 2))
            left += thing.width_mm + GAP_MM
        top += height + GAP_MM
    half = max(0.0, top - GAP_MM) / 2
    return [TableSpread(each.thing, each.x_mm, each.y_mm - half) for each in placed]


def _rows(things: Sequence[TableThing]) -> Iterator[list[TableThing]]:
    for zone in Zone:
        row: list[TableThing] = []
        used = 0.0
        for thing in (each for each in things if each.zone is zone):
            if row and used + thing.width_mm > _WIDE_MM:
                yield row
                row, used = [], 0.0
            row.append(thing)
            used += thing.width_mm + GAP_MM
        if row:
            yield row


def laid(things: Sequence[TableThing], per_mm: float) -> list[JsonObject]:
    """The objects at their places: x to the right and z away from the players, in the program's units."""
    return [_at(each, per_mm) for each in spread(things)]


def _at(each: TableSpread, per_mm: float) -> JsonObject:
    place = {"posX": round(each.x_mm * per_mm, 4), "posZ": round(-each.y_mm * per_mm, 4) + 0.0}
    return {**each.thing.state, "Transform": {**each.thing.state["Transform"], **place}}
