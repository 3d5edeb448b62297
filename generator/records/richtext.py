"""Rich text as words: `{energy}` is an icon, **bold**, *italic*, a newline begins a new line.

An emoji of the sheet Icons stands for its icon too. Lines break at spaces, after a hyphen or a slash
between letters, and between two icons; never between a number and the icon it counts, never at a
non-breaking space. Where a script writes no spaces, `breaks` says where.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from generator.records.breaks import HERE, SOFT_HYPHEN, breaks_anywhere, places_of
from generator.records.cells import shown
from generator.records.notation import Kind, NotationError, Symbols

MOST_CHARACTERS = 5000
"""More than any component holds; it keeps a hostile cell from costing time."""


MOST_FINDINGS = 10
"""Unknown icons told for one text; each of them is compared with all that there are."""


class Span(NamedTuple):
    """Characters of one style."""

    text: str
    bold: bool = False
    italic: bool = False


class Icon(NamedTuple):
    """An inline icon by its symbol's key."""

    key: str


class Word(NamedTuple):
    """What stays together on one line; `space` tells whether a space parts it from the word before."""

    atoms: tuple[Span | Icon, ...]
    space: bool = True
    soft: bool = False
    """Whether a hyphen is written at the end of a line that ends before it."""


_BARE = Span("")
RichParagraph = tuple[Word, ...]
TextFault = tuple[str, str]
"""What is wrong and how to mend it."""

_OPENS = re.compile(r"\*\*(?=\S)|\*(?=[^\s*])")
_CLOSES = {"**": re.compile(r"(?<=\S)(?=\*\*(?!\*))"), "*": re.compile(r"(?<=[^\s*])(?=\*(?!\*))")}
DEEPEST = 8
"""Styles inside each other; stars further inside are stars."""
_BREAKS = re.compile(r"(?<=[^\W\d_][-–—/])(?=[^\W\d_])|\u200b|(\u00ad)")
_IGNORED = re.compile("[\ufe0e\ufe0f\ufeff\u200c\u200d](?<![\u0590-\u1fff][\u200c\u200d])")
"""Between letters of Arabic and Indian scripts a joiner, and what parts them, are spelling."""
_KEPT = re.compile("[\n\u00a0\u00ad\u061c\u200b-\u200f\u202a-\u202f\u2066-\u2069]")


_RUBY = re.compile(r"</?(?:ruby|rt|rp|rb)\b[^<>]{0,40}>|[\ufff9-\ufffb]", re.IGNORECASE)


def ruby_in(text: str) -> Iterator[TextFault]:
    """What is to be said of small readings above words, as web pages and Unicode write them."""
    if _RUBY.search(text):
        mend = "Write the word alone, or its reading in brackets behind it."
        yield "Readings above words (ruby) are not printed.", mend


def plain(text: str) -> str:
    """A text without characters that cannot be printed; every space but NBSP and newline is a plain one."""
    text = _IGNORED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if text.replace("\n", "").isprintable():
        return text
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    if character.isprintable() or _KEPT.match(character):
        return character
    # Lone surrogates and private codes have no glyph: the replacement character makes that a finding.
    return " " if unicodedata.category(character) in {"Cc", "Zs", "Zl", "Zp"} else "\ufffd"


def parse_rich(rich: str, symbols: Symbols) -> tuple[tuple[RichParagraph, ...], tuple[TextFault, ...]]:
    """The lines of a rich text, each as words, and what was wrong with it."""
    findings: list[TextFault] = []
    if len(rich) > MOST_CHARACTERS:
        flaw = f"A text of {len(rich):,} characters is longer than any component can hold."
        findings.append((flaw, f"Keep it under {MOST_CHARACTERS:,} characters."))
    findings += ruby_in(rich)
    lines = plain(rich[:MOST_CHARACTERS]).strip().split("\n")
    atoms = ([*_atoms(line, symbols, findings, _BARE)] for line in lines)
    return tuple(tuple(_words(_opened(parts))) for parts in atoms), tuple(findings)


def plain_words(text: str) -> RichParagraph:
    """The words of a text without icons and styles."""
    return tuple(_words(_opened([Span(text)])))


def _opened(atoms: Sequence[Span | Icon]) -> Iterator[Span | Icon]:
    """The atoms of a line, with a zero width space wherever it may break without one."""
    if not any(isinstance(atom, Span) and breaks_anywhere(atom.text) for atom in atoms):
        yield from atoms
        return
    places = places_of([atom.text if isinstance(atom, Span) else None for atom in atoms])
    for atom, breaks in zip(atoms, places, strict=True):
        if isinstance(atom, Icon):
            yield atom
        else:
            ends = [0, *breaks, len(atom.text)]
            parts = [atom.text[start:end] for start, end in pairwise(ends)]
            yield atom._replace(text=HERE.join(parts))


def _atoms(
    line: str,
    symbols: Symbols,
    findings: list[TextFault],
    style: Span,
    depth: int = 0,
) -> Iterator[Span | Icon]:
    at = 0
    for start, mark, end in _styled(line) if depth < DEEPEST else ():
        yield from _icons(line[at:start], symbols, findings, style)
        inner = style._replace(bold=True) if mark == "**" else style._replace(italic=True)
        content = line[start + len(mark) : end]
        yield from _atoms(content, symbols, findings, inner, depth + 1)
        at = end + len(mark)
    yield from _icons(line[at:], symbols, findings, style)


def _styled(line: str) -> Iterator[tuple[int, str, int]]:
    """Where a style begins, its mark, and where the nearest mark that ends it begins; one after the other.

    The marks that can end one are looked up before, so that a thousand that nothing ends cost no more.
    """
    if "*" not in line:
        return
    ends = {mark: [match.start() for match in closes.finditer(line)] for mark, closes in _CLOSES.items()}
    opening = _OPENS.search(line)
    while opening:
        mark, at = opening[0], opening.start() + 1
        place = bisect_left(ends[mark], opening.end() + 1)  # there is something between the marks
        if place < len(ends[mark]):
            yield opening.start(), mark, ends[mark][place]
            at = ends[mark][place] + len(mark)
        opening = _OPENS.search(line, at)


def _icons(text: str, symbols: Symbols, findings: list[TextFault], style: Span) -> Iterator[Span | Icon]:
    at = 0
    for start, end in symbols.marks(text):
        if at < start:
            yield style._replace(text=text[at:start])
        spelling = text[start:end].strip("{} ")
        if spelling in symbols:
            yield Icon(spelling)
        else:
            try:
                yield Icon(symbols.find(spelling, Kind).key)
            except NotationError:
                if len(findings) < MOST_FINDINGS:
                    findings.append(unknown_icon(spelling, symbols))
                yield style._replace(text=text[start:end])
        at = end
    if at < len(text):
        yield style._replace(text=text[at:])


def unknown_icon(key: str, symbols: Symbols) -> TextFault:
    """The finding for an icon that the sheet Icons does not declare, with the likeliest names."""
    near = symbols.likely_keys(key, count=3) or [symbol.key for symbol in islice(symbols, 8)]
    return (
        f"There is no icon {shown(key)} in the sheet Icons.",
        f"Did you mean {' or '.join(near)}? Else add a row for it." if near else "Add a row for it.",
    )


def _words(atoms: Iterator[Span | Icon]) -> Iterator[Word]:
    parts: list[Span | Icon] = []
    space, soft = True, False
    for atom in atoms:
        if isinstance(atom, Icon):
            if parts and isinstance(parts[-1], Icon):
                yield Word(tuple(parts), space, soft)
                parts, space, soft = [], False, False
            parts.append(atom)
            continue
        for gap, piece in _split(atom.text):
            if gap is not None:
                if parts:
                    yield Word(tuple(parts), space, soft)
                    parts, space, soft = [], gap == " ", False
                space = space or gap == " "
                soft = gap == SOFT_HYPHEN and not space  # behind a space it parts no word
            if piece:
                parts.append(Span(piece, atom.bold, atom.italic))
    if parts:
        yield Word(tuple(parts), space, soft)


def _split(text: str) -> Iterator[tuple[str | None, str]]:
    """Pieces with what parts each from the one before: a space, a soft hyphen, nothing; None for no break."""
    for number, part in enumerate(re.split(r" +", text)):
        gap: str | None = " " if number else None
        pieces = _BREAKS.split(part)
        for place in range(0, len(pieces), 2):
            yield gap, pieces[place]
            gap = (pieces[place + 1] or "") if place + 1 < len(pieces) else ""
