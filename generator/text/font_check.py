"""Looks a TrueType font through before any library does: sizes, offsets and numbers of its tables.

Fonts come with strangers' game folders. ReportLab believes what a font says about itself: one cmap group of
four thousand million characters is a list of as many in memory. fontTools would read the tables more shortly,
and makes the same list of the same group, so that it can open fonts that passed here and cannot replace this.
Numbers follow OpenType 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from operator import gt

MOST_TABLES = 100
MOST_CHARACTERS = 200_000
"""Characters that one cmap subtable may map; the largest fonts hold 65,535 glyphs."""
MOST_PARTS = 1000
"""Glyphs that one glyph is put together from."""
DEEPEST = 10
"""Glyphs put together inside each other."""

_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_MAGIC = 0x5F0F3CF5
_LAST_CHARACTER = 0x10FFFF
_WORDS, _SCALE, _MORE, _TWO_SCALES, _FOUR_SCALES = 0x1, 0x8, 0x20, 0x40, 0x80
"""Flags of a part of a glyph."""


class _Broken(Exception):
    """What is wrong with a font, as a whole sentence."""


def fault_of(content: bytes) -> str:
    """What is wrong with a font file, as a whole sentence; empty for a sound one."""
    try:
        tables = _tables(content)
        glyphs, long_offsets = _head(tables)
        _metrics(tables, glyphs)
        _glyphs(tables["glyf"], _offsets(tables["loca"], glyphs, long_offsets, len(tables["glyf"])))
        _characters(tables["cmap"])
        _names(tables["name"])
    except _Broken as broken:
        return str(broken)
    except struct.error:
        return "One of its tables is too short."
    return ""


def _tables(content: bytes) -> Mapping[str, bytes]:
    if content[:4] not in (b"\0\1\0\0", b"true"):
        raise _Broken("It is no TrueType font.")
    (count,) = struct.unpack_from(">H", content, 4)
    if count > MOST_TABLES or len(content) < 12 + 16 * count:
        raise _Broken("It has no whole list of tables.")
    contents: dict[str, bytes] = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, offset, length = struct.unpack_from(">4sLLL", content, at)
        if offset + length > len(content):
            raise _Broken(f"Its table {_tag(tag)} reaches beyond the end of the file.")
        contents.setdefault(tag.decode("latin-1"), content[offset : offset + length])
    missing = [tag for tag in _NEEDED if tag not in contents]
    if missing:
        raise _Broken(f"It has no table {missing[0]}.")
    return contents


def _tag(tag: bytes) -> str:
    return "".join(chr(byte) if 32 < byte < 127 else "?" for byte in tag)


def _head(tables: Mapping[str, bytes]) -> tuple[int, bool]:
    """The number of glyphs, and whether loca is written in four bytes each."""
    head = tables["head"]
    if len(head) < 54 or struct.unpack_from(">L", head, 12)[0] != _MAGIC:
        raise _Broken("Its table head is damaged.")
    (em,) = struct.unpack_from(">H", head, 18)
    if not 16 <= em <= 16384:
        raise _Broken(f"Its em is {em:,} units, and may be 16 to 16,384.")
    (form,) = struct.unpack_from(">H", head, 50)
    if form > 1:
        raise _Broken("Its table head is damaged.")
    (glyphs,) = struct.unpack_from(">H", tables["maxp"], 4)
    if not glyphs:
        raise _Broken("It holds no glyphs.")
    if len(tables["post"]) < 32 or ("OS/2" in tables and len(tables["OS/2"]) < 68):
        raise _Broken("One of its tables is too short.")
    return glyphs, form == 1


def _metrics(tables: Mapping[str, bytes], glyphs: int) -> None:
    (count,) = struct.unpack_from(">H", tables["hhea"], 34)
    if not 0 < count <= glyphs or len(tables["hmtx"]) < 2 * glyphs + 2 * count:
        raise _Broken("Its widths (hhea, hmtx) do not fit its number of glyphs.")


def _offsets(loca: bytes, glyphs: int, long_offsets: bool, size: int) -> Sequence[int]:
    """Where each glyph begins, and where the last one ends."""
    if len(loca) < (glyphs + 1) * (4 if long_offsets else 2):
        raise _Broken("Its table loca does not fit its number of glyphs.")
    ends = struct.unpack_from(f">{glyphs + 1}{'L' if long_offsets else 'H'}", loca)
    offsets = ends if long_offsets else tuple(map((2).__mul__, ends))
    if any(map(gt, offsets, offsets[1:])) or offsets[-1] > size:
        raise _Broken("Its table loca leads out of its glyphs.")
    return offsets


def _glyphs(glyf: bytes, offsets: Sequence[int]) -> None:
    parts: dict[int, list[int]] = {}
    for number in range(len(offsets) - 1):
        begin, end = offsets[number], offsets[number + 1]
        if begin == end:
            continue
        contours = int.from_bytes(glyf[begin : min(end, begin + 2)], "big", signed=True)
        if contours < 0:
            parts[number] = _parts(glyf, begin + 10, end, number)
        elif contours and end - begin < 12 + 2 * contours:
            raise _Broken(f"Its glyph {number} is cut off.")
    if max(map(max, parts.values()), default=0) >= len(offsets) - 1:
        raise _Broken("A glyph is put together from one that is not there.")
    _put_together(parts)


def _parts(glyf: bytes, at: int, end: int, number: int) -> list[int]:
    """The glyphs that a glyph is put together from."""
    glyphs: list[int] = []
    flags = _MORE
    while flags & _MORE:
        if at + 6 > end:
            raise _Broken(f"Its glyph {number} is cut off.")
        flags, glyph = struct.unpack_from(">HH", glyf, at)
        glyphs.append(glyph)
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _FOUR_SCALES else 0
    return glyphs


def _put_together(parts: Mapping[int, Sequence[int]]) -> None:
    """Whether putting the glyphs together comes to an end soon."""
    depths: dict[int, tuple[int, int]] = {}

    def size(glyph: int, depth: int) -> tuple[int, int]:
        """Glyphs and depth of a glyph that lies `depth` deep."""
        if depth > DEEPEST:
            raise _Broken(f"Its glyph {glyph} is put together too deeply, or from itself.")
        if glyph not in depths:
            count = deep = 1
            for part in parts[glyph]:
                inner, below = size(part, depth + 1) if part in parts else (1, 1)
                count, deep = count + inner, max(deep, below + 1)
            depths[glyph] = count, deep
        count, deep = depths[glyph]
        if count > MOST_PARTS or depth + deep > DEEPEST + 1:
            raise _Broken(f"Its glyph {glyph} is put together from too many.")
        return depths[glyph]

    for glyph in parts:
        size(glyph, 0)


def _characters(cmap: bytes) -> None:
    (count,) = struct.unpack_from(">H", cmap, 2)
    if not 0 < count <= MOST_TABLES:
        raise _Broken("Its list of characters (cmap) is damaged.")
    for at in {struct.unpack_from(">L", cmap, 8 + 8 * number)[0] for number in range(count)}:
        (form,) = struct.unpack_from(">H", cmap, at)
        if form in (8, 10, 12, 13):
            _groups(cmap, at, form)
        elif form == 14:
            continue  # variants of signs: HarfBuzz checks it, and nothing else reads it
        else:
            _segments(cmap, at, form)


def _groups(cmap: bytes, at: int, form: int) -> None:
    """Groups of characters, each from a first to a last one, in rising order."""
    if form in (8, 10):
        raise _Broken(f"Its characters are listed in the form {form}, which is not used any more.")
    length, _, groups = struct.unpack_from(">LLL", cmap, at + 4)
    if at + length > len(cmap) or length < 16 + 12 * groups:
        raise _Broken("Its list of characters (cmap) is cut off.")
    characters, last = 0, -1
    for begin in range(at + 16, at + 16 + 12 * groups, 12):
        first, end = struct.unpack_from(">LL", cmap, begin)
        if not last < first <= end <= _LAST_CHARACTER:
            raise _Broken("Its list of characters (cmap) is damaged.")
        characters, last = characters + end - first + 1, end
    if characters > MOST_CHARACTERS:
        raise _Broken(f"It maps {characters:,} characters.")


def _segments(cmap: bytes, at: int, form: int) -> None:
    """Older lists. Those of the forms 0 and 6 name each character, and cannot be longer than the file."""
    characters = 0
    if form == 4:
        (doubled,) = struct.unpack_from(">H", cmap, at + 6)
        count = doubled // 2
        ends = struct.unpack_from(f">{count}H", cmap, at + 14)
        firsts = struct.unpack_from(f">{count}H", cmap, at + 16 + doubled)
        characters = sum(max(0, end - first + 1) for first, end in zip(firsts, ends, strict=True))
    elif form == 2:
        for key in struct.unpack_from(">256H", cmap, at + 6):
            entries = at + 6 + 512 + 8 * key + 2
            characters += int.from_bytes(cmap[entries : entries + 2], "big")
    if characters > MOST_CHARACTERS:
        raise _Broken(f"It maps {characters:,} characters.")


def _names(name: bytes) -> None:
    (count,) = struct.unpack_from(">H", name, 2)
    if len(name) < 6 + 12 * count:
        raise _Broken("Its list of names is cut off.")
