"""A booklet as one process hands it over to another: drawings, numbers and Problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from generator.booklet.document import Booklet, Entry, Link
from generator.booklet.tagging import Tag
from generator.faces.face import Face
from generator.faces.handed import bytes_svg, svg_bytes
from generator.ground.cache import problems_told, told_problems
from generator.ground.problems import Problem


@dataclass(frozen=True, slots=True)
class HandedBooklet:
    """A booklet that was laid out, and perhaps drawn."""

    booklet: Booklet
    problems: tuple[Problem, ...]
    """What is wrong with it."""
    designs: tuple[Problem, ...]
    """What is wrong with the designs that it shows."""
    drawn: tuple[bytes | None, Sequence[Problem]] | None = None
    """Its PDF, and what drawing it found; None if it was not drawn."""

    def told(self) -> tuple[Mapping[str, Any], tuple[bytes, ...]]:
        """What JSON can say of it, the SVG of its pages, and its PDF."""
        pages = self.booklet.faces
        record = {
            "pages": [
                [page.key, page.width_mm, page.height_mm, page.shape, page.component] for page in pages
            ],
            "entries": [astuple(entry) for entry in self.booklet.entries],
            "links": [astuple(link) for link in self.booklet.links],
            "tags": self.booklet.tags,
            "set": told_problems(self.booklet.problems),
            "problems": told_problems(self.problems),
            "designs": told_problems(self.designs),
            "drawn": None if self.drawn is None else told_problems(self.drawn[1]),
        }
        pdf = self.drawn[0] if self.drawn is not None else None
        return record, (*(svg_bytes(face.svg) for face in pages), *([] if pdf is None else [pdf]))


def booklet_told(record: Mapping[str, Any], parts: Sequence[bytes]) -> HandedBooklet:
    """The same booklet again."""
    pages = record["pages"]
    faces = (
        Face(key, bytes_svg(svg), width_mm, height_mm, shape, component)
        for svg, (key, width_mm, height_mm, shape, component) in zip(parts, pages, strict=False)
    )
    booklet = Booklet(
        faces=tuple(faces),
        entries=tuple(Entry(*entry) for entry in record["entries"]),
        links=tuple(
            Link(page, left_mm, top_mm, width_mm, Entry(*entry), path)
            for page, left_mm, top_mm, width_mm, entry, path in record["links"]
        ),
        problems=problems_told(record["set"]),
        tags=tuple(tuple(Tag(*tag) for tag in page) for page in record["tags"]),
    )
    pdf = next(iter(parts[len(pages) :]), None)
    drawn = None if record["drawn"] is None else (pdf, problems_told(record["drawn"]))
    problems, designs = problems_told(record["problems"]), problems_told(record["designs"])
    return HandedBooklet(booklet, problems, designs, drawn)
