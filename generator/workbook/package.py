"""How the parts of a workbook hang together: which part is which sheet, and what belongs to it.

Names and relations are those of ECMA-376 part 2 (packages) and part 1, chapter 12 (workbooks).
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, RefusedFile

MOST_SHEETS = 250
LONGEST_NAME = 100
"""Characters of a sheet's name; Excel allows 31."""
MOST_RELATIONS = 2_000
"""Relations of one part."""
TYPES = "[Content_Types].xml"
_TRUE = frozenset({"1", "true", "t", "on"})


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to: `kind` is the last word of the relation's type, `target` the name of a part."""

    id: str
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One sheet of cells, as the workbook lists it."""

    name: str
    part: str
    hidden: bool
    number: str
    """The sheet's own id, by which other parts call it."""


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of a workbook that hold its cells, in the order of its sheets."""

    workbook: str
    sheets: tuple[SheetPart, ...]
    strings: str | None
    """The part with the texts that cells share."""
    styles: str | None
    from_1904: bool
    """Whether dates count from 1904."""


def is_true(text: str | None) -> bool:
    """A truth value as an attribute writes it."""
    return text in _TRUE


def open_package(archive: Archive) -> Package:
    """The package of an archive. Raises KeyError if there is no workbook in it, and Refused."""
    roots = relations(archive, "")
    workbook = next((r.target for r in roots.values() if r.kind == "officeDocument"), "xl/workbook.xml")
    own = relations(archive, workbook)
    listed: list[Mapping[str, str]] = []
    from_1904 = False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal from_1904
        if tag == "sheet":
            listed.append(attributes)
            if len(listed) > MOST_SHEETS:
                raise RefusedFile(f"The workbook has more than {MOST_SHEETS} sheets.", REMOVE)
        elif tag == "workbookPr":
            from_1904 = is_true(attributes.get("date1904"))

    archive.elements(workbook, start)
    first = {kind: next((r.target for r in own.values() if r.kind == kind), None) for kind in _SHARED}
    return Package(
        workbook,
        _sheets(listed, own, archive.names),
        first["sharedStrings"] if first["sharedStrings"] in archive.names else None,
        first["styles"] if first["styles"] in archive.names else None,
        from_1904,
    )


_SHARED = ("sharedStrings", "styles")


def _sheets(
    listed: list[Mapping[str, str]], own: Mapping[str, Relation], names: set[str]
) -> tuple[SheetPart, ...]:
    parts: list[SheetPart] = []
    for attributes in listed:
        relation = own.get(_local(attributes, "id"))
        if relation is None or relation.kind != "worksheet" or relation.target not in names:
            continue  # a sheet that is one chart, or one whose part is lost
        if any(relation.target == second.part for second in parts):
            raise RefusedFile("The file is damaged: two sheets of it are the same.", SAVE_AGAIN)
        name, state = attributes["name"], attributes.get("state", "visible")
        if len(name) > LONGEST_NAME:
            fault = f"The name of the sheet “{name[:40]}…” is longer than {LONGEST_NAME} characters."
            raise RefusedFile(fault, "Rename the sheet.")
        parts.append(SheetPart(name, relation.target, state != "visible", attributes.get("sheetId", "")))
    return tuple(parts)


def relations(archive: Archive, part: str) -> dict[str, Relation]:
    """The relations of a part, or of the whole package for "", by id. External ones are left out."""
    folder, name = posixpath.split(part)
    listing = rels_name(part)
    relations: dict[str, Relation] = {}

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag != "Relationship" or attributes.get("TargetMode") == "External":
            return
        target = attributes.get("Target", "")
        path = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        kind = attributes.get("Type", "").rpartition("/")[2]
        relations[attributes.get("Id", "")] = Relation(attributes.get("Id", ""), kind, path)
        if len(relations) > MOST_RELATIONS:
            raise RefusedFile(f"The file is damaged: {name or 'it'} has relations without end.", SAVE_AGAIN)

    if listing in archive.names:
        archive.elements(listing, start)
    return relations


def rels_name(part: str) -> str:
    """The part that lists the relations of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _local(attributes: Mapping[str, str], name: str) -> str:
    """The attribute `r:id`, whatever its prefix; `sheetId` and `name` have none."""
    return next((value for key, value in attributes.items() if key.endswith(f":{name}")), "")
