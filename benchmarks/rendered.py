"""So many Pattern cards and their back as SVG, and the Deck that is drawn of them."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from benchmarks.measures import ROOT
from generator.checks.checked import Checked, look_through, read
from generator.faces import FaceMaker
from generator.faces.face import Face
from generator.ground.project import Project
from generator.press.decks import Deck
from generator.records.tables import Book, Row, Table
from generator.sheets.sheet import Piece
from generator.svg.designs import draw_designs
from generator.text.fonts import Fonts, game_fonts

PATTERNS = "Patterns"


@dataclasses.dataclass(frozen=True)
class Rendered:
    """Faces of so many cards and of one back."""

    component: Row
    faces: tuple[Face, ...]
    fonts: Fonts


def render_faces(count: int) -> Rendered:
    """The SVGs of so many cards and of their back."""
    project = Project(ROOT)
    checked = _enlarged(look_through(project, *read(project)), count)
    component = next(row for row in checked.book["Components"] if row["name"] == PATTERNS)
    fonts = game_fonts(project)
    maker = FaceMaker(root=ROOT, book=checked.book, game=checked.game, fonts=fonts)

    def render() -> Iterator[Face]:
        sides = [("front", row) for row in checked.book[PATTERNS]]
        for side, row in [*sides, ("back", sides[-1][1])]:
            face, problems = maker.render(component[side], component=component, card=row)
            assert face is not None, problems
            yield face

    return Rendered(component, tuple(render()), fonts)


def _enlarged(checked: Checked, count: int) -> Checked:
    """The game with as many Patterns as wanted: the real ones again, under titles of their own."""
    table = checked.book[PATTERNS]
    rows = tuple(_renamed(table.rows[i % len(table)], i // len(table), number=i + 2) for i in range(count))
    tables: Mapping[str, Table] = MappingProxyType(
        {**checked.book.tables, PATTERNS: dataclasses.replace(table, rows=rows)}
    )
    book: Book = dataclasses.replace(checked.book, tables=tables)
    return dataclasses.replace(checked, book=book)


def _renamed(row: Row, again: int, *, number: int) -> Row:
    title = row["title"] if not again else f"{row['title']} {again + 1}"
    return dataclasses.replace(row, number=number, values=MappingProxyType({**row.values, "title": title}))


def draw_deck(rendered: Rendered) -> Deck:
    """Their designs."""
    out, faces = io.BytesIO(), rendered.faces
    problems = draw_designs(faces, fonts=rendered.fonts, out=out)
    assert not problems, problems
    last = len(faces) - 1
    pieces = tuple(Piece(face.key, number, last) for number, face in enumerate(faces[:-1]))
    return Deck(rendered.component, out.getvalue(), len(faces), pieces, partial=False)
