"""Rich text as words: `{energy}` is an icon, **bold**, *italic*, a newline begins a new line.

An emoji of the sheet Icons stands for its icon too. Lines break at spaces, after a hyphen or a slash
between letters, and between two icons; never between a number and the icon it counts, never at a
non-breaking space.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from generator.notation import Kind, NotationError, Symbols
from generator.spelling import nearest

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


_BARE = Span("")
Paragraph = tuple[Word, ...]
Finding = tuple[str, str]
"""What is wrong and how to mend it."""

_OPENINGS = re.compile(r"\*(?=\S)")
_BOLD_ENDS = re.compile(r"(?<=\S)\*\*(?!\*)")
_ITALIC_ENDS = re.compile(r"(?<=[^\s*])\*(?!\*)")
_DEEPEST = 8
"""Styles inside each other: more than bold and italic make no difference."""
_BREAKS = re.compile(r"(?<=[^\W\d_][-–—/])(?=[^\W\d_])|\u200b")
_IGNORED = re.compile("[\ufe0e\ufe0f\u200c\u200d\u00ad\ufeff]")


def plain(text: str) -> str:
    """A text without characters that cannot be printed; every space but NBSP and newline is a plain one."""
    text = _IGNORED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    if character.isprintable() or character in "\n\u00a0\u202f\u200b":
        return character
    # Lone surrogates and private codes have no glyph: the replacement character makes that a finding.
    return " " if unicodedata.category(character) in {"Cc", "Zs", "Zl", "Zp"} else "\ufffd"


def parse_rich(rich: str, symbols: Symbols) -> tuple[tuple[Paragraph, ...], tuple[Finding, ...]]:
    """The lines of a rich text, each as words, and what was wrong with it."""
    findings: list[Finding] = []
    if len(rich) > MOST_CHARACTERS:
        findings.append(
            (
                f"A text of {len(rich):,} characters is longer than any component can hold.",
                f"Keep it under {MOST_CHARACTERS:,} characters.",
            )
        )
    lines = plain(rich[:MOST_CHARACTERS]).strip().split("\n")
    marks = _marks(symbols)
    return tuple(tuple(_words(_atoms(line, symbols, marks, findings, _BARE))) for line in lines), tuple(
        findings
    )


def _marks(symbols: Symbols) -> re.Pattern[str]:
    emoji = sorted(set(symbols.spellings()), key=len, reverse=True)
    return re.compile("|".join([r"\{[^{}\n]{1,40}\}", *map(re.escape, emoji)]))


def _atoms(
    line: str, symbols: Symbols, marks: re.Pattern[str], findings: list[Finding], style: Span, depth: int = 0
) -> Iterator[Span | Icon]:
    at = 0
    for begin, end, stars in _styles(line) if depth < _DEEPEST else ():
        yield from _icons(line[at:begin], symbols, marks, findings, style)
        inner = style._replace(bold=True) if stars == 2 else style._replace(italic=True)
        yield from _atoms(line[begin + stars : end - stars], symbols, marks, findings, inner, depth + 1)
        at = end
    yield from _icons(line[at:], symbols, marks, findings, style)


def _styles(line: str) -> Iterator[tuple[int, int, int]]:
    """Begin, end and number of stars of each style in a line, the outermost ones only.

    A style ends at the first stars behind its beginning that can end it. All ends are looked up once, so
    that stars without an end cost no more than others.
    """
    ends = {
        stars: [found.start() for found in pattern.finditer(line)]
        for stars, pattern in ((2, _BOLD_ENDS), (1, _ITALIC_ENDS))
    }
    at = 0
    for opening in _OPENINGS.finditer(line):
        begin = opening.start()
        stars = 2 if line.startswith("**", begin) else 1
        if begin < at or not line[begin + stars : begin + stars + 1].strip():  # a space is no beginning
            continue
        number = bisect_left(ends[stars], begin + stars + 1)
        if number < len(ends[stars]):
            at = ends[stars][number] + stars
            yield begin, at, stars


def _icons(
    text: str, symbols: Symbols, marks: re.Pattern[str], findings: list[Finding], style: Span
) -> Iterator[Span | Icon]:
    at = 0
    for match in marks.finditer(text):
        if at < match.start():
            yield style._replace(text=text[at : match.start()])
        spelling = match[0].strip("{} ")
        if spelling in symbols:
            yield Icon(spelling)
        else:
            try:
                yield Icon(symbols.find(spelling, Kind).key)
            except NotationError:
                if len(findings) < MOST_FINDINGS:
                    findings.append(unknown_icon(spelling, symbols))
                yield style._replace(text=match[0])
        at = match.end()
    if at < len(text):
        yield style._replace(text=text[at:])


def unknown_icon(key: str, symbols: Symbols) -> Finding:
    """The finding for an icon that the sheet Icons does not declare, with the likeliest names."""
    known = [symbol.key for symbol in symbols]
    near = nearest(key, known, count=3) or known[:8]
    return (
        f"There is no icon “{key}” in the sheet Icons.",
        f"Did you mean {' or '.join(near)}? Else add a row for it." if near else "Add a row for it.",
    )


def _words(atoms: Iterator[Span | Icon]) -> Iterator[Word]:
    held: list[Span | Icon] = []
    space = True
    for atom in atoms:
        if isinstance(atom, Icon):
            if held and isinstance(held[-1], Icon):
                yield Word(tuple(held), space)
                held, space = [], False
            held.append(atom)
            continue
        for gap, piece in _split(atom.text):
            if gap is not None:
                if held:
                    yield Word(tuple(held), space)
                    held, space = [], gap
                space = space or gap
            if piece:
                held.append(atom._replace(text=piece))
    if held:
        yield Word(tuple(held), space)


def _split(text: str) -> Iterator[tuple[bool | None, str]]:
    """Pieces with what parts each from the one before: True a space, False nothing, None no break."""
    for number, part in enumerate(re.split(r" +", text)):
        for place, piece in enumerate(_BREAKS.split(part)):
            yield (False if place else True if number else None), piece
