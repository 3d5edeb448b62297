"""A booklet that was laid out, as one process hands it over to another: texts, numbers and Problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

from generator.booklet.document import Booklet, Entry
from generator.cache import problems_told, told_problems
from generator.faces.face import Face
from generator.ground.problems import Problem


def booklet_to_hand(
    booklet: Booklet, found: Sequence[Problem], designs: Sequence[Problem]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """What JSON can say of a booklet, and the SVG of its pages.

    `found` is what is wrong with it, `designs` what is wrong with the designs that it shows.
    """
    told = {
        "pages": [
            [face.key, face.width_mm, face.height_mm, face.shape, face.component] for face in booklet.faces
        ],
        "entries": [astuple(entry) for entry in booklet.entries],
        "links": [[page, top_mm, astuple(entry)] for page, top_mm, entry in booklet.links],
        "problems": told_problems(booklet.problems),
        "found": told_problems(found),
        "designs": told_problems(designs),
    }
    return told, tuple(face.svg for face in booklet.faces)


def handed_booklet(
    told: Mapping[str, Any], texts: Sequence[str]
) -> tuple[Booklet, list[Problem], tuple[Problem, ...]]:
    """The same booklet again, with what is wrong with it and with its designs."""
    faces = (
        Face(key, svg, width_mm, height_mm, shape, component)
        for svg, (key, width_mm, height_mm, shape, component) in zip(texts, told["pages"], strict=True)
    )
    booklet = Booklet(
        faces=tuple(faces),
        entries=tuple(Entry(*entry) for entry in told["entries"]),
        links=tuple((page, top_mm, Entry(*entry)) for page, top_mm, entry in told["links"]),
        problems=problems_told(told["problems"]),
    )
    return booklet, list(problems_told(told["found"])), problems_told(told["designs"])
