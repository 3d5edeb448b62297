"""Changes a few places of a workbook's file and leaves every other byte as it was.

A part is never written anew: expat says at which byte an element begins and ends, and the new bytes are put
there. Parts that do not change are copied as they are packed, with their times, in their order.
"""

from __future__ import annotations

import copy
import io
import re
import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from generator.ground.xml_text import attribute, escaped
from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, RefusedFile, refuse_doctype

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

MOST_KEPT = 500_000
"""Elements of one part that are looked at."""

Edit = tuple[int, int, bytes]
"""From which byte to which, and what stands there now; an insertion begins where it ends."""

_TAG = re.compile(rb"<(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>")
_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}?\bencoding\s*=\s*[\"']([^\"']{1,40})")
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]")


@dataclass(slots=True)
class Element:
    """An element of a part, by its bytes: the whole, and what stands between its two tags."""

    name: str
    attributes: Mapping[str, str]
    start: int
    inside: int
    """Where its content begins; the same as `close` for an empty element."""
    close: int = 0
    end: int = 0
    tag: str = ""
    """The name with its prefix."""
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text right in it, outside of the children that were asked for."""
        return "".join(self.pieces)

    def named(self, name: str) -> list[Element]:
        """The children of a name."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Element | None:
        """The first child of a name."""
        return next((child for child in self.children if child.name == name), None)

    @property
    def prefix(self) -> str:
        """What stands before the name of its elements: `x:`, or nothing."""
        return self.tag[: len(self.tag) - len(self.name)]


Wanted = Callable[[int, str, Mapping[str, str]], bool]
"""Whether an element is wanted, by its depth (the root is 0), name without prefix and attributes."""


def elements(data: bytes, tags: Wanted) -> Element:
    """The root of a part and below it the elements that are wanted, each under the next one around it.

    Raises Refused for a part that is no sound XML or not written in UTF-8, as no spreadsheet does.
    """
    encoding = _ENCODING.match(data)
    if (encoding and encoding[1].lower() not in {b"utf-8", b"us-ascii"}) or b"\0" in data[:4]:
        raise RefusedFile("A part of the file is not written in UTF-8.", SAVE_AGAIN)
    stack: list[Element] = []
    keeps: list[bool] = []
    roots: list[Element] = []
    count = 0
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        name = tag[tag.find(":") + 1 :]
        keep = not keeps or tags(len(keeps), name, attributes)
        keeps.append(keep)
        if keep:
            nonlocal count
            count += 1
            if count > MOST_KEPT:
                raise RefusedFile("The file holds more notes or settings than can be changed.", REMOVE)
            at = parser.CurrentByteIndex
            match = _TAG.match(data, at)
            assert match is not None
            element = Element(name, attributes, at, match.end(), tag=tag)
            (stack[-1].children if stack else roots).append(element)
            stack.append(element)

    def end(tag: str) -> None:
        if keeps.pop():
            element = stack.pop()
            if data[element.inside - 2 : element.inside] == b"/>":
                element.close = element.end = element.inside
            else:
                element.close = parser.CurrentByteIndex
                element.end = data.index(b">", element.close) + 1

    def text(data: str) -> None:
        if keeps and keeps[-1]:
            stack[-1].pieces.append(data)

    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise RefusedFile("The file is damaged: a part of it cannot be read.", SAVE_AGAIN) from None
    return roots[0]


def spliced(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes with the edits made. Insertions at one place keep their order."""
    contents: list[bytes] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1])):
        contents += (data[at:start], new)
        at = end
    return b"".join((*contents, data[at:]))


def appended(data: bytes, parent: Element, new: bytes) -> Edit:
    """The edit that puts something last into an element, which may have been empty as `<a/>`."""
    if data[parent.inside - 2 : parent.inside] != b"/>":
        return parent.close, parent.close, new
    return parent.inside - 2, parent.inside, b">" + new + f"</{parent.tag}>".encode()


def with_attribute(data: bytes, element: Element, name: str, value: str) -> Edit:
    """The edit that sets an attribute of an element."""
    tag = data[element.start : element.inside]
    content = attribute(name, value).encode()
    old = re.search(rb"\s" + re.escape(name.encode()) + rb"\s*=\s*(\"[^\"]*\"|'[^']*')", tag)
    at = element.start + (old.start() if old else len(f"<{element.tag}"))
    return at, element.start + old.end() if old else at, content


def written(text: str) -> str:
    """A text as XML. What XML cannot hold is written as Excel does, `_x0007_`."""
    safe = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)
    return escaped(_UNWRITABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", safe))


# ---------------------------------------------------------------- the file


class EditedParts:
    """A workbook's parts with the changes that were made so far."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.archive = Archive(content)
        self.changes: dict[str, bytes] = {}

    @property
    def names(self) -> set[str]:
        """The names of all parts."""
        return self.archive.names | set(self.changes)

    def read(self, name: str) -> bytes:
        """A part as it is by now. Raises KeyError if there is none."""
        if name not in self.changes:
            return self.archive.read(name)
        return self.changes[name]

    def write(self, name: str, data: bytes) -> None:
        """Change a part, or add one. A part that is the same as before is no change."""
        if name not in self.archive.names or self.archive.read(name) != data:
            self.changes[name] = data
        else:
            self.changes.pop(name, None)

    def edit(self, name: str, edits: Iterable[Edit]) -> None:
        """Change a part at some places."""
        if listed := list(edits):
            self.write(name, spliced(self.read(name), listed))

    def finished(self) -> bytes:
        """The whole file; the very bytes that were read if nothing changed."""
        return repacked(self.content, self.archive.zip, self.changes) if self.changes else self.content


def repacked(content: bytes, archive: zipfile.ZipFile, changes: Mapping[str, bytes]) -> bytes:
    """The zip file with some parts changed or added; all others keep their packed bytes (APPNOTE.TXT 4.3)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as draft:
        draft.comment = archive.comment
        for old in archive.infolist():
            info = copy.copy(old)
            info.extra = _without_zip64(info.extra)
            if old.filename in changes:
                draft.writestr(info, changes[old.filename])
                info.external_attr = old.external_attr  # where there were no rights, it would set some
            else:
                lengths = struct.unpack_from("<2H", content, old.header_offset + 26)
                at = old.header_offset + 30 + sum(lengths)
                _put(draft, info, content[at : at + old.compress_size])
        when = archive.infolist()[0].date_time
        for name in sorted(set(changes) - set(archive.namelist())):
            info = zipfile.ZipInfo(name, when)
            draft.writestr(info, changes[name], zipfile.ZIP_DEFLATED)
            info.external_attr = 0
    return buffer.getvalue()


def _put(draft: zipfile.ZipFile, info: zipfile.ZipInfo, packed: bytes) -> None:
    """Add a part as it is packed, for which zipfile has no method."""
    assert draft.fp is not None
    info.flag_bits &= ~8  # the sizes stand before the data, not behind it
    info.header_offset = draft.fp.tell()
    draft.fp.write(info.FileHeader(zip64=False) + packed)
    draft.start_dir = draft.fp.tell()
    draft.filelist.append(info)
    draft.NameToInfo[info.filename] = info


def _without_zip64(extra: bytes) -> bytes:
    """The extra field without sizes of 64 bits, which no workbook needs (APPNOTE.TXT 4.5.3)."""
    content, at = b"", 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind != 1:
            content += extra[at : at + 4 + length]
        at += 4 + length
    return content
