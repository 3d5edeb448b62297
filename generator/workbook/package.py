"""How the parts of a workbook hang together: which part is which sheet, and what belongs to it.

Names and relations are those of ECMA-376 part 2 (packages) and part 1, chapter 12 (workbooks).
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, RefusedFile, no_excel

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
    lost: tuple[str, ...]
    """Sheets of cells that are listed, and not there."""
    strings: str | None
    """The part with the texts that cells share."""
    styles: str | None
    from_1904: bool
    """Whether dates count from 1904."""


def is_true(text: str | None) -> bool:
    """A truth value as an attribute writes it."""
    return text in _TRUE


def is_on(attributes: Mapping[str, str]) -> bool:
    """Whether a property of letters is on, such as struck out; it is without a value, too."""
    return is_true(attributes.get("val", "1"))


def open_package(archive: Archive) -> Package:
    """The package of an archive. Raises RefusedFile, also if there is no workbook in it."""
    roots = relations(archive, "")
    workbook = next((r.target for r in roots.values() if r.kind == "officeDocument"), "")
    workbook = workbook if workbook in archive.names else archive.spelled("xl/workbook.xml")
    if workbook not in archive.names:
        raise no_excel()
    own = relations(archive, workbook)
    listed: list[Mapping[str, str]] = []
    from_1904, root = False, ""

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal from_1904, root
        root = root or tag
        if root != "workbook":
            raise no_excel()
        if tag == "sheet":
            listed.append(attributes)
            if len(listed) > MOST_SHEETS:
                raise RefusedFile(f"The workbook has more than {MOST_SHEETS} sheets.", REMOVE)
        elif tag == "workbookPr":
            from_1904 = is_true(attributes.get("date1904"))

    archive.elements(workbook, start)

    def shared(kind: str) -> str | None:
        usual = archive.spelled(posixpath.join(posixpath.dirname(workbook), f"{kind}.xml"))
        name = next((relation.target for relation in own.values() if relation.kind == kind), usual)
        return name if name in archive.names else None

    return Package(
        workbook,
        *_sheets(listed, own, archive.names),
        shared("sharedStrings"),
        shared("styles"),
        from_1904,
    )


def _sheets(
    listed: list[Mapping[str, str]], own: Mapping[str, Relation], names: set[str]
) -> tuple[tuple[SheetPart, ...], tuple[str, ...]]:
    parts: list[SheetPart] = []
    lost: list[str] = []
    for number, attributes in enumerate(listed, 1):
        name, state = attributes.get("name", f"Sheet{number}"), attributes.get("state", "visible")
        relation = own.get(_local(attributes, "id"))
        if relation is None or relation.target not in names:
            lost.append(name)
            continue
        if relation.kind != "worksheet":
            continue  # a sheet that is one chart
        if any(relation.target == second.part for second in parts):
            raise RefusedFile("The file is damaged: two sheets of it are the same.", SAVE_AGAIN)
        if len(name) > LONGEST_NAME:
            fault = f"The name of the sheet “{name[:40]}…” is longer than {LONGEST_NAME} characters."
            raise RefusedFile(fault, "Rename the sheet.")
        parts.append(SheetPart(name, relation.target, state != "visible", attributes.get("sheetId", "")))
    return tuple(parts), tuple(lost)


def relations(archive: Archive, part: str) -> dict[str, Relation]:
    """The relations of a part, or of the whole package for "", by id. External ones are left out."""
    folder, name = posixpath.split(part.replace("\\", "/"))
    listing = archive.spelled(rels_name(part))
    relations: dict[str, Relation] = {}

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag != "Relationship" or attributes.get("TargetMode") == "External":
            return
        target = attributes.get("Target", "").replace("\\", "/")
        path = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        kind = attributes.get("Type", "").rpartition("/")[2]
        relations[attributes.get("Id", "")] = Relation(attributes.get("Id", ""), kind, archive.spelled(path))
        if len(relations) > MOST_RELATIONS:
            raise RefusedFile(f"The file is damaged: {name or 'it'} has relations without end.", SAVE_AGAIN)

    if listing in archive.names:
        archive.elements(listing, start)
    return relations


def rels_name(part: str) -> str:
    """The part that lists the relations of a part."""
    folder, name = posixpath.split(part.replace("\\", "/"))
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _local(attributes: Mapping[str, str], name: str) -> str:
    """The attribute `r:id`, whatever its prefix; `sheetId` and `name` have none."""
    return next((value for key, value in attributes.items() if key.endswith(f":{name}")), "")
