"""What a template sees of a face beside the functions that it calls, and the size of what is cut out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.records.tables import Book, Row
from generator.svg.cut_shapes import panels_of, printed_size


@dataclass(frozen=True, slots=True)
class FaceContext:
    """The names that a template sees beside the functions of `Pen`."""

    card: Row | None
    """The row that is drawn: `card.title` is its column Title. Empty for a component without a data sheet."""
    game: object
    """What the program knows of a game whose rules it plays; for any other game the same as `book`."""
    book: Book
    """The whole workbook: `book["Lands"]` holds the rows of a sheet, `book.facts("Game")` Keys and Values,
    `book.by("Lands", "name", "colour")` one column by another."""
    component: Row
    """The row of the sheet Components: `component.width` and `component.height` are its size in mm."""
    facts: Mapping[str, Any]
    """The sheet Game by its Keys: `facts.title`, `facts.version`."""
    rules: Mapping[str, Any]
    """The sheet Rules by its Keys, if there is one: `rules.start_energy`. The numbers of the game."""
    net: Mapping[str, Any]
    """What is folded, flat: `net.width`, `net.height`, and the place of each panel, such as `net.front.x`."""


def cut_of(component: Row) -> tuple[float, float, str]:
    """Width, height and shape of what is cut out; of what is folded, before it is."""
    return printed_size(str(component["shape"]), float(component["width"]), float(component["height"]))


def net_of(component: Row) -> Mapping[str, Any]:
    """What is folded, flat: its width and height in mm, and the place of each panel."""
    width, height, _ = cut_of(component)
    panels = panels_of(str(component["shape"]), float(component["width"]), float(component["height"]))
    return {"width": width, "height": height, **panels}
