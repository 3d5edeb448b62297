"""The rulebook: `templates/rulebook.md`, filled in from the workbook and set with pictures of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from generator.booklet.blocks import PictureBlock
from generator.booklet.pictures import Shown, shown_face
from generator.faces.face import Face
from generator.records.called import row_named
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS

TEMPLATE = "rulebook.md"
MOST_SHOWN = 20_000_000
"""Characters of all the drawings that a booklet shows; it is laid out twice, so each counts twice."""


@dataclass(slots=True)
class Gallery:
    """Finds the designs that a booklet shows: `face:Patterns/Shell`, `back:Events`, `face:Events/@first`.

    `render` makes the face of a component, a row and a side; what cannot be found goes to `unknown`,
    and pictures that make the booklet too large to `heavy`.
    """

    book: Book
    render: Callable[[Row, Row | None, str], Face | None]
    unknown: list[PictureBlock] = field(default_factory=list)
    heavy: list[PictureBlock] = field(default_factory=list)
    unprinted: frozenset[str] = frozenset()
    """Components with errors in their own row: they are not shown, and that is no fault of the booklet."""
    _count: int = 0
    _size: int = 0

    def show(self, picture: PictureBlock) -> Shown | None:
        """The design of a picture, or None."""
        side, _, rest = picture.target.partition(":")
        name, _, title = rest.partition("/")
        if name in self.unprinted:
            return None
        component = next((row for row in self.book[COMPONENTS] if row["name"] == name), None)
        faults = self.book.faults
        if COMPONENTS in faults or (component is not None and component["data"] in faults):
            return None  # that it is not printed is said of the sheet
        if component is None or side not in {"face", "back"}:
            self.unknown.append(picture)
            return None
        card = self._card(component, title)
        if card is None and component["data"] and side == "face":
            self.unknown.append(picture)
            return None
        front_or_back = "front" if side == "face" else "back"
        face = self.render(component, card, front_or_back)
        if face is None:
            if not component[front_or_back]:  # of a template that fails, its own Problem tells
                self.unknown.append(picture)
            return None
        self._count += 1
        self._size += len(face.svg)
        if self._size > MOST_SHOWN:
            self.heavy.append(picture)
            return None
        return shown_face(face, picture.caption, self._count)

    def _card(self, component: Row, title: str) -> Row | None:
        if not component["data"]:
            return None
        table = self.book[component["data"]]
        return next(iter(table), None) if title in {"@first", ""} else row_named(table, title)
