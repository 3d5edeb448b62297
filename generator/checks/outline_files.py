"""Outlines that the column Shape takes from an SVG file of the game folder, such as `art/fish.svg`.

A file holds one path, which is stretched to Width and Height. Where it can be read, its data takes the place
of the file's name in the Book, so that all that follows knows outlines alone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Failed
from generator.ground.project import Project, leads_out
from generator.records.cells import shown
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS
from generator.svg.cut_shapes import RefusedShape

if TYPE_CHECKING:
    from generator.svg.nodes import Node

MOST_BYTES = 500_000
"""Of such a file; drawing programs add much that is not drawn."""
_SUFFIX = ".svg"
_DRAWN = frozenset(
    {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use"}
)
_MOVED = re.compile(r"\s*(translate\([^()]*\)\s*)*")
"""A shift makes no difference to what is stretched to its box."""


def names_a_file(shape: Any) -> bool:
    """Whether a cell of the column Shape names a file."""
    return isinstance(shape, str) and shape.strip().casefold().endswith(_SUFFIX)


def with_outlines(book: Book, project: Project) -> Book:
    """The Book with the data of every path in place of its file; what cannot be read stays for the check."""
    table = book.tables.get(COMPONENTS)
    if table is None or not any(names_a_file(row.values.get("shape")) for row in table.rows):
        return book
    rows = tuple(_with_outline(row, project) for row in table.rows)
    return replace(book, tables={**book.tables, COMPONENTS: replace(table, rows=rows)})


def _with_outline(row: Row, project: Project) -> Row:
    shape = row.values.get("shape")
    if not names_a_file(shape):
        return row
    try:
        return replace(row, values={**row.values, "shape": outline_in(str(shape), project)})
    except RefusedShape:
        return row


def outline_in(name: str, project: Project) -> str:
    """The data of the one path of a file in the game folder. Raises RefusedShape."""
    from generator.svg.parse import parse

    path = name.strip()
    if leads_out(path):
        flaw = f"{shown(path)} leaves the game folder."
        raise RefusedShape(flaw, "Copy the file into the folder art, and write art/ before its name.")
    try:
        content = read_bounded(project.root / path, inside=project.root, most=MOST_BYTES)
    except Unreadable as fault:
        raise RefusedShape(f"{shown(path)}: {fault.what}", fault.mend) from None
    try:
        tree = parse(content, path)
    except Failed as failed:
        raise RefusedShape(f"{shown(path)}: {failed.problems[0].what}", failed.problems[0].mend) from None
    return _only_path(tree.root, path)


def _only_path(root: Node, name: str) -> str:
    drawn = [node for node in root.walk() if node.tag in _DRAWN]
    if len(drawn) != 1 or drawn[0].tag != "path":
        flaw = f"{shown(name)} draws {len(drawn)} things, where one path is the outline."
        if len(drawn) == 1:
            flaw = f"{shown(name)} draws a <{drawn[0].tag}>, where one path is the outline."
        raise RefusedShape(flaw, "Join all into one path in your drawing program, and delete the rest.")
    turned = [node for node in root.walk() if not _MOVED.fullmatch(node.attrs.get("transform", ""))]
    if turned:
        flaw = f"{shown(name)} turns or scales its path with “transform”."
        raise RefusedShape(flaw, "Ungroup it in your drawing program, so that the path itself is as it lies.")
    data = " ".join(drawn[0].attrs.get("d", "").split())
    if data[:1] not in ("M", "m"):
        raise RefusedShape(f"The path of {shown(name)} has no data.", "Draw an outline, closed with Z.")
    return data
