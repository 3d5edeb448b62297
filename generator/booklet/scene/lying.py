"""What lies on a table, as values: pieces and stacks of them, and the scene that they make.

Millimetres from the upper left corner of the table, y downwards; turns are clockwise, in degrees.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.booklet.scene.pointing import NO_NOTES, Notes, Spread
from generator.ground.shapes import Polygon
from generator.press.decks import Deck
from generator.records.tables import Row
from generator.sheets.sheet import Box, Format, Piece, around, union

MARGIN_MM = 24.0
"""Of bare table around everything."""
DISC_REACH_MM, PAGE_MM = 3.4, 110.0
"""Half of a disc as it is printed, with some air, and the width that a large scene is at least printed in."""


@dataclass(frozen=True, slots=True)
class Shows:
    """Which side of which row is seen: what a face is rendered from."""

    component: Row
    row: Row | None
    side: str
    """`front` or `back`."""


def shown_by(stock: Deck, design: int) -> Shows | None:
    """The first row, and its side, that a design of a component is drawn from."""
    for row in stock.rows:
        if design in (row.front, row.back):
            return Shows(stock.component, row.row, "front" if design == row.front else "back")
    return None


SpotsOf = Callable[[Deck, int], Mapping[str, Box]]
"""The spots that a design of a component names."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece that lies somewhere, or a stack of pieces with this one on top; x and y are its middle."""

    component: str
    design: int
    title: str
    format: Format
    x_mm: float
    y_mm: float
    turn: float = 0.0
    count: int = 1

    @property
    def box(self) -> Box:
        """The smallest upright box around it."""
        cos, sin = (abs(part) for part in turned(self.turn))
        width = self.format.width_mm * cos + self.format.height_mm * sin
        height = self.format.width_mm * sin + self.format.height_mm * cos
        return Box(self.x_mm - width / 2, self.y_mm - height / 2, width, height)

    def spread(self, box: Box | None = None) -> Spread:
        """The corners on the table of a box on this piece, or of its own."""
        own = Box(0, 0, self.format.width_mm, self.format.height_mm)
        return tuple(self.at(*corner) for corner in (box or own).polygon.points)

    def at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Where on the table a point of this piece lies, which is told from its own upper left corner."""
        cos, sin = turned(self.turn)
        x, y = x_mm - self.format.width_mm / 2, y_mm - self.format.height_mm / 2
        return self.x_mm + x * cos - y * sin, self.y_mm + x * sin + y * cos


@dataclass(frozen=True, slots=True)
class Scene:
    """A table with things on it; later ones lie on earlier ones."""

    id: str
    title: str
    width_mm: float
    height_mm: float
    things: tuple[Lying, ...]
    notes: Notes = NO_NOTES

    def framed(self, margin_mm: float) -> Scene:
        """The same scene with so much bare table around what lies there, or just its view."""
        if self.notes.view:
            frame = around(Polygon(self.notes.view))
        else:
            lies = union(piece.box for piece in self.things)
            reach = DISC_REACH_MM * max(1.25, max(lies.width_mm, lies.height_mm) / PAGE_MM)
            discs = [Box(disc.x_mm, disc.y_mm, 0, 0).grown(reach, reach) for disc in self.notes.discs]
            frame = union([lies.grown(margin_mm, margin_mm), *discs])
        dx, dy = -frame.x_mm, -frame.y_mm
        things = tuple(shifted((piece for piece in self.things if frame.meets(piece.box)), dx, dy))
        size = (frame.width_mm, frame.height_mm)
        return Scene(self.id, self.title, *size, things, self.notes.moved(dx, dy))


def turned(degrees: float) -> tuple[float, float]:
    """Cosine and sine; exact at quarter turns."""
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = math.radians(degrees)
    return exact.get(degrees % 360.0) or (math.cos(angle), math.sin(angle))


def lying(
    stock: Deck,
    piece: Piece,
    x_mm: float,
    y_mm: float,
    *,
    down: bool = False,
    turn: float = 0,
    count: int = 1,
) -> Lying:
    """A piece with its middle there; face down only if it has a back."""
    if down and piece.back is not None:
        return Lying(stock.name, piece.back, piece.title, stock.format.mirrored(), x_mm, y_mm, turn, count)
    return Lying(stock.name, piece.front, piece.title, stock.format, x_mm, y_mm, turn, count)


def scene(title: str, lies: Sequence[Lying], *, number: int, notes: Notes = NO_NOTES) -> Scene:
    """A table as large as it has to be for these things; there must be one."""
    return Scene(f"scene-{number}", title, 0, 0, tuple(lies), notes).framed(MARGIN_MM)


# ---------------------------------------------------------------- things side by side


def shifted(lies: Iterable[Lying], dx_mm: float, dy_mm: float) -> list[Lying]:
    """The same things elsewhere."""
    return [replace(piece, x_mm=piece.x_mm + dx_mm, y_mm=piece.y_mm + dy_mm) for piece in lies]


def in_line(groups: Iterable[Sequence[Lying]], *, gap_mm: float, down: bool = False) -> list[Lying]:
    """Groups of things side by side, or below each other, their middles in one line."""
    placed: list[Lying] = []
    at = 0.0
    for group in groups:
        if not group:
            continue
        box = union(piece.box for piece in group)
        middle_x, middle_y = box.middle
        if down:
            placed += shifted(group, -middle_x, at - box.y_mm)
            at += box.height_mm + gap_mm
        else:
            placed += shifted(group, at - box.x_mm, -middle_y)
            at += box.width_mm + gap_mm
    return placed


def shuffled(pieces: Iterable[Piece]) -> list[Piece]:
    """One piece of each design, in an order as if they had been shuffled: always the same."""
    once = {piece.front: piece for piece in reversed(list(pieces))}
    return sorted(once.values(), key=lambda piece: hashlib.sha256(piece.title.encode()).digest())
