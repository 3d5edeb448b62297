"""What a font file says of itself, and the static TrueType font that each kind of file is turned into.

HarfBuzz takes a face out of a collection and fixes a variable font at a weight. Cubic outlines (CFF) stay as
they are for shaping; of the glyphs that are printed they become quadratic ones within half a thousandth of an
em, since what writes our PDFs embeds TrueType. Whatever a library raises on a stranger's file is a fault of
the file. fontTools is imported where it is needed: fonts that were seen before do not wait for it.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import uharfbuzz

from generator.ground.files import MB
from generator.text.font_check import fault_of

MOST_MEMBERS = 64
"""Fonts in one collection."""
MOST_NAMES = 2000
"""Entries of one table of names."""
MOST_AXES = 32
"""Axes of a variable font."""
MOST_NAME = 100
"""Letters of a family's name."""
TOLERANCE = 0.0005
"""Em that a quadratic outline may lie beside the cubic one."""

MOST_INSTANCES = 500
"""Named instances of a variable font."""
WIDTHS: Mapping[str, float] = MappingProxyType(
    {
        "UltraCondensed": 50.0,
        "ExtraCondensed": 62.5,
        "Condensed": 75.0,
        "SemiCondensed": 87.5,
        "": 100.0,
        "SemiExpanded": 112.5,
        "Expanded": 125.0,
        "ExtraExpanded": 150.0,
        "UltraExpanded": 200.0,
    }
)
"""The words for widths and their percents, in the order of usWidthClass (CSS Fonts 4, 2.3)."""
_SAYS_WIDTH = re.compile("condensed|expanded|narrow|compressed|extended|wide", re.IGNORECASE)
_STYLE_AXES = frozenset({"wght", "wdth", "slnt", "ital"})
_STYLE_WORDS = (
    r"(?i)(?:^|[\s-]+)(?:(?:extra|ultra|semi|demi)?[\s-]*(?:thin|hairline|light|bold|black|condensed|expanded)"
    r"|heavy|book|regular|normal|roman|medium|italic|oblique|slanted)$"
)
"""The last word of an instance's name that says only weight, width or slope; few fonts have instances."""
_RESTRICTED = 0x2
_METRICS = frozenset({b"OS/2", b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"post"})
_LAYOUT = ("GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx")
_FAMILY_NAMES = (1, 6)
"""The numbers of a family's name and of that for PostScript in the table of names."""
_ENGLISH = (3, 1, 0x409)
"""Windows, Unicode, American English: how a name is marked."""
_TRANSFORMED = (10, 11)
"""The numbers of the tables glyf and loca in WOFF2, of which 0 says that they are packed in their own way."""


class UnfitFont(Exception):
    """Why a font file cannot be used, as a whole sentence, and a mend if there is a special one."""

    def __init__(self, why: str, mend: str = "") -> None:
        super().__init__(why)
        self.mend = mend


class FaceClaim(NamedTuple):
    """One face that a file holds."""

    family: str
    weight: int
    italic: bool
    member: int
    location: tuple[tuple[str, float], ...] | None
    """What the axes of a variable font are set to; None for a static one."""
    restricted: bool
    """Whether the licence bits forbid embedding."""
    lightest: int = 0
    """The least weight of its axis; 0 without one."""
    heaviest: int = 0
    """The greatest weight of its axis."""
    coloured: bool = False
    """Whether it has letters of several colours, beside outlines of one."""

    def at(self, weight: int) -> FaceClaim:
        """The same face at another weight of its axis, or as near to it as that reaches."""
        if not self.heaviest or self.location is None:
            return self
        weight = min(max(weight, self.lightest), self.heaviest)
        location = tuple((axis, float(weight) if axis == "wght" else at) for axis, at in self.location)
        return self._replace(weight=weight, location=location)


def claims_of(content: bytes, weights: tuple[int, ...], most: int) -> tuple[FaceClaim, ...]:
    """The faces of a file, by its own tables; of a variable font in each of `weights`. Raises UnfitFont."""
    with _blamed():
        content = _unpacked(content, most)
        fonts = [_opened(content, member) for member in range(_members(content))]
        return tuple(claim for at, font in enumerate(fonts) for claim in _claims(font, at, weights))


def static_font(
    content: bytes, member: int, location: tuple[tuple[str, float], ...] | None, most: int
) -> bytes:
    """One face of a file as a font by itself, whose outlines are as they were. Raises UnfitFont."""
    with _blamed():
        content = _unpacked(content, most)
        font = _opened(content, member)
        outlined = any(tag in font for tag in ("glyf", "CFF ", "CFF2"))
        if not outlined and ("CBDT" in font or "sbix" in font):
            mend = "Draw such a sign as an icon: an SVG in the folder icons, and a row in the sheet Icons."
            raise UnfitFont("It holds pictures in colour (emoji), which are not printed.", mend)
        if content[:4] == b"\0\1\0\0" and location is None:
            return content
        if content[:4] == b"\0\1\0\0" and (fault := fault_of(content)):
            raise UnfitFont(fault)
        face, how = uharfbuzz.Face(uharfbuzz.Blob(content), member), uharfbuzz.SubsetInput()
        how.keep_everything()
        for axis, value in location or ():
            how.pin_axis_location(face, axis, value)
        return bytes(uharfbuzz.SubsetPlan(face, how).execute().blob.data)


def is_cubic(content: bytes) -> bool:
    """Whether the outlines of a font are cubic (OpenType with CFF or CFF2)."""
    return content[:4] == b"OTTO"


def measured_alone(content: bytes) -> bytes:
    """A font with cubic outlines as a TrueType font of the same glyphs, which are all empty."""
    (count,) = struct.unpack_from(">H", content, 4)
    tables: dict[bytes, bytes] = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, offset, length = struct.unpack_from(">4sLLL", content, at)
        if tag in _METRICS:
            tables[tag] = content[offset : offset + length]
    if b"head" not in tables or b"maxp" not in tables:
        return b""
    (glyphs,) = struct.unpack_from(">H", tables[b"maxp"], 4)
    head = tables[b"head"]
    tables[b"maxp"] = struct.pack(">LH26x", 0x10000, glyphs)
    tables |= {b"head": head[:50] + bytes(2) + head[52:], b"glyf": bytes(4), b"loca": bytes(2 * glyphs + 2)}
    heads, bodies, start = b"", b"", 12 + 16 * len(tables)
    for tag, body in sorted(tables.items()):
        heads += struct.pack(">4sLLL", tag, 0, start + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    return struct.pack(">LHHHH", 0x10000, len(tables), 0, 0, 0) + heads + bodies


def quadratic_part(content: bytes, glyphs: Iterable[int]) -> tuple[bytes, Mapping[int, int]]:
    """Some glyphs of a font with cubic outlines as a TrueType font, and the new number of each.

    Raises whatever the libraries raise on a file that is damaged.
    """
    face, how = uharfbuzz.Face(uharfbuzz.Blob(content)), uharfbuzz.SubsetInput()
    how.glyph_set.update(glyphs)
    how.flags = uharfbuzz.SubsetFlags.DESUBROUTINIZE | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
    how.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _LAYOUT)
    plan = uharfbuzz.SubsetPlan(face, how)
    font = _opened(bytes(plan.execute().blob.data), 0)
    _quadratic(font)
    return _saved(font), dict(plan.old_to_new_glyph_mapping)


def with_family(content: bytes, family: str) -> bytes:
    """A static font whose tables name this family, for programs that look for it there. Raises UnfitFont."""
    with _blamed():
        font = _opened(content, 0)
        names = font["name"]
        names.names = []
        for number in _FAMILY_NAMES:
            names.setName(family, number, *_ENGLISH)
        return _saved(font)


@contextmanager
def _blamed() -> Iterator[None]:
    """Whatever goes wrong inside is the file's fault."""
    try:
        yield
    except (MemoryError, UnfitFont):
        raise
    except Exception as slip:
        raise UnfitFont(f"{' '.join(str(slip).split())[:200].rstrip('.') or type(slip).__name__}.") from None


def _unpacked(content: bytes, most: int) -> bytes:
    """The font in a WOFF file (WOFF 1.0, 5) of at most `most` bytes; any other file as it is."""
    if content[:4] == b"wOF2":
        return _woff2_unpacked(content, most)
    if content[:4] != b"wOFF":
        return content
    flavour, count = content[4:8], struct.unpack_from(">H", content, 12)[0]
    heads, bodies, start = b"", b"", 12 + 16 * count
    for at in range(44, 44 + 20 * count, 20):
        tag, offset, packed, length, check = struct.unpack_from(">4sLLLL", content, at)
        if start + len(bodies) + length > most or offset + packed > len(content):
            raise UnfitFont("It unpacks to more than a font may hold, or its tables lie outside the file.")
        body = content[offset : offset + packed]
        if packed < length:
            body = zlib.decompressobj().decompress(body, length)
        if len(body) != length:
            raise UnfitFont("Its packed tables have other lengths than it says.")
        heads += struct.pack(">4sLLL", tag, check, start + len(bodies), length)
        bodies += body + bytes(-length % 4)
    return flavour + struct.pack(">HHHH", count, 0, 0, 0) + heads + bodies


def _woff2_unpacked(content: bytes, most: int) -> bytes:
    """The font in a WOFF2 file (WOFF 2.0, 4). What it unpacks to is counted before any of it is kept."""
    import brotli
    from fontTools.ttLib import TTFont

    flavour, count, size, packed = struct.unpack_from(">4x4s4xH2xLL", content)
    if flavour == b"ttcf":
        raise UnfitFont("It is a collection in WOFF2, which is not read; put the .ttc there.")
    at = 48
    for _ in range(count):
        flags = content[at]
        at = _past_number(content, at + (5 if flags & 63 == 63 else 1))
        if (flags >> 6 == 0) == (flags & 63 in _TRANSFORMED):
            at = _past_number(content, at)
    unpacker, waiting, length = brotli.Decompressor(), content[at : at + packed], 0
    while not unpacker.is_finished() and length <= most and size <= most:
        part = unpacker.process(waiting, output_buffer_limit=MB)
        length, waiting = length + len(part), b""
        if not part and unpacker.can_accept_more_data():
            raise UnfitFont("Its packed tables are cut off.")
    if max(length, size) > most:
        raise UnfitFont("It unpacks to more than a font may hold.")
    return _saved(TTFont(io.BytesIO(content), recalcTimestamp=False, recalcBBoxes=False))


def _past_number(content: bytes, at: int) -> int:
    """Behind a number of variable length (UIntBase128)."""
    while content[at] & 0x80:
        at += 1
    return at + 1


def _members(content: bytes) -> int:
    if content[:4] != b"ttcf":
        return 1
    (count,) = struct.unpack_from(">L", content, 8)
    if not 0 < count <= MOST_MEMBERS:
        raise UnfitFont(f"The collection holds {count:,} fonts, and may hold 1 to {MOST_MEMBERS}.")
    return int(count)


def _opened(content: bytes, member: int) -> Any:
    """The font, with no table read that could grow beyond the file."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(content), fontNumber=member, lazy=True, recalcTimestamp=False)
    if struct.unpack_from(">H", font.reader["name"], 2)[0] > MOST_NAMES:
        raise UnfitFont(f"It has more than {MOST_NAMES:,} names.")
    if "gvar" in font:
        table = font.reader["gvar"]
        if max(struct.unpack_from(">8xL4xL", table)) > len(table):
            raise UnfitFont("Its variations lie outside of it.")
    if "fvar" in font and struct.unpack_from(">H", font.reader["fvar"], 8)[0] > MOST_AXES:
        raise UnfitFont(f"It has more than {MOST_AXES} axes.")
    return font


def _claims(font: Any, member: int, weights: tuple[int, ...]) -> list[FaceClaim]:
    names, style = font["name"], font["OS/2"]
    family = " ".join((names.getDebugName(16) or names.getDebugName(1) or "").split())
    if not 0 < len(family) <= MOST_NAME or not family.isprintable() or "," in family:
        raise UnfitFont("Its tables name no family.")
    width = next(islice(WIDTHS, style.usWidthClass - 1, None), "") if style.usWidthClass else ""
    whole = names.getDebugName(16) is not None  # else the family's name says the width, if it has to
    if width and whole and not _SAYS_WIDTH.search(family):
        family = f"{family} {width}"
    italic = bool(style.fsSelection & 0x201)
    restricted = style.fsType & 0xF == _RESTRICTED
    claim = FaceClaim(family, style.usWeightClass, italic, member, None, restricted)
    claim = claim._replace(coloured="COLR" in font or "SVG " in font)
    return [*_varied(font, claim, weights)] if "fvar" in font else [claim]


def _varied(font: Any, claim: FaceClaim, weights: tuple[int, ...]) -> Iterator[FaceClaim]:
    """The faces of a variable font: weights, widths and slopes of its axes, and its named instances."""
    axes = {axis.axisTag: axis for axis in font["fvar"].axes}
    usual = {tag: float(axis.defaultValue) for tag, axis in axes.items()}
    slopes: list[tuple[bool, dict[str, float]]] = [(claim.italic, {})]
    if not claim.italic and "ital" in axes and axes["ital"].maxValue >= 1:
        slopes.append((True, {"ital": 1.0}))
    elif not claim.italic and "slnt" in axes and axes["slnt"].minValue < 0:
        slopes.append((True, {"slnt": float(axes["slnt"].minValue)}))
    for words, others in (("", {}), *_instances(font, usual)):
        for width, wide in _widths(axes.get("wdth")):
            name = " ".join(part for part in (claim.family, words, width) if part)
            for italic, sloped in slopes:
                location = usual | others | wide | sloped
                yield from _weighed(claim._replace(family=name, italic=italic), location, axes, weights)


def _instances(font: Any, usual: Mapping[str, float]) -> Iterator[tuple[str, dict[str, float]]]:
    """What named instances are called beside weight, width and slope, and where their other axes are."""
    names: dict[str, dict[str, float]] = {}
    for instance in islice(font["fvar"].instances, MOST_INSTANCES):
        others = {
            axis: float(at)
            for axis, at in instance.coordinates.items()
            if axis not in _STYLE_AXES and at != usual.get(axis)
        }
        words = " ".join((font["name"].getDebugName(instance.subfamilyNameID) or "").split())[:MOST_NAME]
        while (shorter := re.sub(_STYLE_WORDS, "", words)) != words:
            words = shorter
        if others and words and words.isprintable() and "," not in words:
            names.setdefault(words, others)
    yield from names.items()


def _widths(axis: Any) -> Iterator[tuple[str, dict[str, float]]]:
    """The words for the widths that an axis reaches, and where it is then; its own width has no word."""
    if axis is None:
        yield "", {}
        return
    yield "", {"wdth": min(max(100.0, axis.minValue), axis.maxValue)}
    for word, percent in WIDTHS.items():
        if word and axis.minValue <= percent <= axis.maxValue:
            yield word, {"wdth": percent}


def _weighed(
    claim: FaceClaim, location: Mapping[str, float], axes: Mapping[str, Any], weights: tuple[int, ...]
) -> Iterator[FaceClaim]:
    """A face in each of the usual weights that its axis reaches."""
    claim = claim._replace(location=tuple(sorted(location.items())))
    if "wght" not in axes:
        yield claim
        return
    least, most = round(axes["wght"].minValue), round(axes["wght"].maxValue)
    inside = [weight for weight in weights if least <= weight <= most] or [round(axes["wght"].defaultValue)]
    claim = claim._replace(lightest=least, heaviest=most)
    yield from (claim.at(weight) for weight in inside)


def _saved(font: Any) -> bytes:
    file = io.BytesIO()
    font.flavor = None
    font.save(file, reorderTables=None)
    return file.getvalue()


def _quadratic(font: Any) -> None:
    """Exchange the cubic outlines of a font for quadratic ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, drawings = font.getGlyphOrder(), font.getGlyphSet()
    most = TOLERANCE * font["head"].unitsPerEm
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(drawings)
        drawings[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphs, font["glyf"].glyphOrder = glyphs, order
    for name, glyph in glyphs.items():
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    largest = font["maxp"]
    largest.tableVersion = 0x00010000
    largest.maxZones = 1
    for number in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(largest, f"max{number}", 0)
    largest.maxSizeOfInstructions = largest.maxComponentElements = 0
    font["post"].formatType = 3.0
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\0\1\0\0"
