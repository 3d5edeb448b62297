"""The notes of a sheet's headers: our own are kept up to date, those of other authors stay.

A note is two things: its text in the part of comments (ECMA-376 part 1, 18.7), and the box that shows it in
the sheet's old drawing in VML (part 4, 14.1).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.ground.xml_text import attribute
from generator.workbook.cell_names import CellPlace, cell_place, letter
from generator.workbook.edit import (
    MAIN,
    RELATIONS,
    Edit,
    EditedParts,
    Element,
    appended,
    elements,
    spliced,
    written,
)
from generator.workbook.guard import SAVE_AGAIN, RefusedFile
from generator.workbook.package import TYPES, relations, rels_name
from generator.workbook.validations import place_for

AUTHOR = "pnp"
_OURS = re.compile(r"[^\n]*( Required\.| May be empty\.)( No two alike\.)?(\n.*)?", re.DOTALL)
"""How our notes read: LibreOffice drops the names of authors."""
_HEADER = re.compile(r"([A-Z]{1,3})1")
_COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_DRAWING = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_NEW_COMMENTS = f'<comments xmlns="{MAIN}"><authors></authors><commentList></commentList></comments>'.encode()
_VML = (
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel"'
)
_NEW_DRAWING = (
    f'<xml {_VML}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>'
).encode()
_SHAPE_TYPE = (
    f'<v:shapetype {_VML} id="_x0000_t202" coordsize="21600,21600" o:spt="202" '
    'path="m,l,21600r21600,l21600,xe">'
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
).encode()
_WIDTH_PX, _LINE_PX, _MARGIN_PX, _LINE_LETTERS = 300, 18, 24, 44


@dataclass(frozen=True, slots=True)
class _Note:
    ref: str
    author: str
    text: str
    element: Element

    @property
    def is_ours(self) -> bool:
        """Whether it is a note of ours on a header."""
        if not _HEADER.fullmatch(self.ref):
            return False
        return self.author == AUTHOR or (not self.author.strip() and bool(_OURS.fullmatch(self.text)))


class _Comments(NamedTuple):
    part: str | None
    """None if the sheet has none yet."""
    data: bytes
    root: Element


def set_notes(draft: EditedParts, part: str, wanted: Mapping[int, str]) -> None:
    """Give the headers of a sheet these notes, by column, and take away those that we wrote on others."""
    comments = _comments(draft, part)
    notes: dict[str, _Note] = {}
    for note in _notes(comments.root):
        notes.setdefault(note.ref, note)
    texts = {f"{letter(column)}1": text for column, text in wanted.items()}
    stale = {ref for ref, note in notes.items() if note.is_ours and note.text != texts.get(ref)}
    new = {ref: text for ref, text in texts.items() if ref not in notes or ref in stale}
    if not stale and not new:
        return
    _write(draft, part, comments, {ref: notes[ref].element for ref in stale}, new)


def add_notes(draft: EditedParts, part: str, notes: Mapping[str, str]) -> None:
    """Give cells of a sheet notes, by their place such as `B7`. What a note of theirs says comes behind."""
    comments = _comments(draft, part)
    old = {note.ref: note for note in _notes(comments.root) if note.ref in notes}
    new = {ref: f"{text}\n\n{old[ref].text}" if ref in old else text for ref, text in notes.items()}
    _write(draft, part, comments, {ref: note.element for ref, note in old.items()}, new)


def _write(
    draft: EditedParts,
    part: str,
    comments: _Comments,
    parts: Mapping[str, Element],
    new: Mapping[str, str],
) -> None:
    """Change the notes of a sheet: those of `parts` go, or are written anew if `new` has their place."""
    words = spliced(comments.data, _comment_edits(comments.data, comments.root, parts, new))
    drawing = _drawing(draft, part)
    boxes = draft.read(drawing) if drawing else _NEW_DRAWING
    boxes = spliced(boxes, _box_edits(boxes, set(parts), new))
    if comments.part:
        draft.write(comments.part, words)
    else:
        _added(draft, part, "comments", words)
    if drawing:
        draft.write(drawing, boxes)
    else:
        _link_drawing(draft, part, _added(draft, part, "vmlDrawing", boxes))


# ---------------------------------------------------------------- the texts


def _comment_parts(depth: int, name: str, attributes: Mapping[str, str]) -> bool:
    return name in {"authors", "author", "commentList", "comment", "text", "r", "t"}


def _notes(root: Element) -> Iterator[_Note]:
    authors = [author.text for element in root.named("authors") for author in element.children]
    for element in root.named("commentList"):
        for comment in element.named("comment"):
            number = comment.attributes.get("authorId", "")
            author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
            text = "".join(_texts(comment))
            yield _Note(comment.attributes.get("ref", ""), author, text, comment)


def _texts(element: Element) -> Iterator[str]:
    for child in element.children:
        if child.name == "t":
            yield child.text
        else:
            yield from _texts(child)


def _comment_edits(
    data: bytes, root: Element, old: Mapping[str, Element], new: Mapping[str, str]
) -> Iterator[Edit]:
    authors, listed = root.first("authors"), root.first("commentList")
    if authors is None or listed is None:
        raise RefusedFile("The file is damaged: its notes cannot be read.", SAVE_AGAIN)
    names = [author.text for author in authors.children]
    number = names.index(AUTHOR) if AUTHOR in names else len(names)
    if number == len(names) and new:
        tag = f"{root.prefix}author"
        yield appended(data, authors, f"<{tag}>{AUTHOR}</{tag}>".encode())
    for ref, element in old.items():
        text = new.get(ref)
        yield element.start, element.end, _comment(root.prefix, ref, number, text) if text else b""
    content = b"".join(
        _comment(root.prefix, ref, number, text) for ref, text in new.items() if ref not in old
    )
    if content:
        yield appended(data, listed, content)


def _comment(prefix: str, ref: str, author: int, text: str) -> bytes:
    p = prefix
    words = f'<{p}text><{p}t xml:space="preserve">{written(text)}</{p}t></{p}text>'
    return f'<{p}comment ref="{ref}" authorId="{author}" shapeId="0">{words}</{p}comment>'.encode()


# ---------------------------------------------------------------- the boxes


def _box_edits(data: bytes, old: set[str], new: Mapping[str, str]) -> Iterator[Edit]:
    """VML need not be sound XML, so that boxes are found by their tags."""
    for start, end in _shapes(data):
        box = data[start:end]
        row, column = (re.search(rb":?%s>\s*(\d{1,7})\s*<" % name, box) for name in (b"Row", b"Column"))
        if b"Note" in box and row and column and f"{letter(int(column[1]) + 1)}{int(row[1]) + 1}" in old:
            yield start, end, b""
    at = data.rfind(b"</")
    if at < 0:
        raise RefusedFile("The file is damaged: the boxes of its notes cannot be read.", SAVE_AGAIN)
    numbers = [int(match[1]) for match in re.finditer(rb"_x0000_s(\d{1,6})\b", data)]
    first = max((1025, *numbers)) + 1
    boxes = [_box(first + count, cell_place(ref), text) for count, (ref, text) in enumerate(new.items())]
    if boxes:
        has_type = re.search(rb"<[\w.-]*:?shapetype\b[^>]{0,2000}\b_x0000_t202\b", data)
        yield at, at, (b"" if has_type else _SHAPE_TYPE) + b"".join(boxes)


def _shapes(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each shape of a drawing begins and ends."""
    for opening in re.finditer(rb"<((?:[\w.-]{1,20}:)?shape)[\s>]", data):
        closing = b"</" + opening[1] + b">"
        end = data.find(closing, opening.end())
        if end < 0:
            return
        yield opening.start(), end + len(closing)


def _box(number: int, place: CellPlace, text: str) -> bytes:
    row, column = place[0] - 1, place[1] - 1
    lines = sum(1 + len(line) // _LINE_LETTERS for line in text.splitlines())
    style = (
        "position:absolute;margin-left:59.25pt;margin-top:1.5pt;"
        f"width:{_WIDTH_PX}px;height:{_MARGIN_PX + _LINE_PX * lines}px;z-index:1;visibility:hidden"
    )
    return (
        f'<v:shape {_VML} id="_x0000_s{number}" type="#_x0000_t202" style="{style}" fillcolor="#ffffe1" '
        'o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/>'
        '<v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto">'
        '<div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/>'
        f"<x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column>"
        "</x:ClientData></v:shape>"
    ).encode()


# ---------------------------------------------------------------- what belongs to a sheet


def _comments(draft: EditedParts, part: str) -> _Comments:
    """The comments of a sheet, or new ones without any."""
    targets = (r.target for r in relations(draft.archive, part).values() if r.kind == "comments")
    name = next((target for target in targets if target in draft.names), None)
    data = draft.read(name) if name else _NEW_COMMENTS
    return _Comments(name, data, elements(data, _comment_parts))


def _sheet_parts(depth: int, name: str, attributes: Mapping[str, str]) -> bool:
    return depth == 1


def _drawing(draft: EditedParts, part: str) -> str | None:
    """The old drawing that a sheet shows its notes in."""
    shown = elements(draft.read(part), _sheet_parts).first("legacyDrawing")
    if shown is None:
        return None
    number = next((value for key, value in shown.attributes.items() if key.endswith(":id")), "")
    relation = relations(draft.archive, part).get(number)
    if relation is None or relation.target not in draft.names:
        raise RefusedFile("The file is damaged: the boxes of its notes are lost.", SAVE_AGAIN)
    return relation.target


def _link_drawing(draft: EditedParts, part: str, number: str) -> None:
    data = draft.read(part)
    root = elements(data, _sheet_parts)
    at = place_for(root, "legacyDrawing")
    new = f'<{root.prefix}legacyDrawing xmlns:r="{RELATIONS}"{attribute("r:id", number)}/>'
    draft.edit(part, [(at, at, new.encode())])


def _added(draft: EditedParts, part: str, kind: str, data: bytes) -> str:
    """Add a part that belongs to a sheet; the id by which the sheet calls it."""
    pattern = "xl/comments{}.xml" if kind == "comments" else "xl/drawings/vmlDrawing{}.vml"
    number = next(n for n in range(1, len(draft.names) + 2) if pattern.format(n) not in draft.names)
    name = pattern.format(number)
    draft.write(name, data)
    if kind == "comments":
        _declare(draft, f'Override PartName="/{name}" ContentType="{_COMMENTS}"', "Override", f"/{name}")
    else:
        _declare(draft, f'Default Extension="vml" ContentType="{_DRAWING}"', "Default", "vml")
    listing = rels_name(part)
    if listing not in draft.names:
        draft.write(listing, f'<Relationships xmlns="{_PACKAGE}"></Relationships>'.encode())
    listed = draft.read(listing)
    root = elements(listed, lambda depth, name, attributes: depth == 1)
    ids = {child.attributes.get("Id") for child in root.children}
    own = next(f"pnp{n}" for n in range(1, len(ids) + 2) if f"pnp{n}" not in ids)
    target = posixpath.relpath(name, posixpath.dirname(part))
    said = f'Relationship Id="{own}" Type="{RELATIONS}/{kind}"{attribute("Target", target)}'
    draft.edit(listing, [appended(listed, root, f"<{root.prefix}{said}/>".encode())])
    return own


def _declare(draft: EditedParts, said: str, name: str, key: str) -> None:
    """Say in the package's list of types what kind a new part is, unless it says so already."""
    data = draft.read(TYPES)
    root = elements(data, lambda depth, name, attributes: depth == 1)
    types = {
        (child.attributes.get("Extension") or child.attributes.get("PartName", "")).casefold()
        for child in root.named(name)
    }
    if key.casefold() not in types:
        draft.edit(TYPES, [appended(data, root, f"<{root.prefix}{said}/>".encode())])
