"""What stands inside a block of Markdown and is no rich text: pictures, and signs that are not understood."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

_PICTURE = re.compile(
    r"!\[(?P<caption>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\((?P<target>(?:[^()\n]|\([^()\n]*\))*)\)"
)
"""`![caption](target)`; a title in the target may have blanks and brackets: `face:Cards/Fox (red)`."""
_SIZE = re.compile(r"""\s+["“](?P<size>[^"“”]*)["”]\s*$""")
"""`(target "wide")`: what is between quotes behind a target."""
_HTML = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--")
_BREAK = "\n"
MOST_QUOTED = 40
"""Characters of the designer's text that a message repeats."""


class FoundInline(NamedTuple):
    """Something in a block's text: what it is, and how many lines below the block's first it stands."""

    text: str
    line: int


class Shot(NamedTuple):
    """A picture as it was typed."""

    target: str
    caption: str
    line: int
    size: str = ""


def pictures_in(text: str) -> tuple[tuple[Shot, ...], str]:
    """The pictures of a text, and the text without them.

    >>> pictures_in("![A card](face:Cards/Red Fox) or")
    ((Shot(target='face:Cards/Red Fox', caption='A card', line=0, size=''),), ' or')
    """
    shots = tuple(
        Shot(
            unquote(_SIZE.sub("", match["target"]).strip().removeprefix("<").removesuffix(">")),
            " ".join(match["caption"].split()),
            text.count(_BREAK, 0, match.start()),
            _size(match["target"]),
        )
        for match in _PICTURE.finditer(text)
    )
    return shots, _PICTURE.sub("", text) if shots else text


def _size(target: str) -> str:
    match = _SIZE.search(target)
    return " ".join(match["size"].split()).casefold() if match else ""


def broken_picture(text: str) -> FoundInline | None:
    """Where a picture begins that is not written to its end; the text is one without whole pictures."""
    return _found(text, text.find("!["))


def not_understood(text: str) -> FoundInline | None:
    """The first HTML or code fence, which a booklet prints as it was typed."""
    match = _HTML.search(text)
    at = match.start() if match else text.find("```")
    return _found(text, at, match.end() if match else None)


def _found(text: str, at: int, end: int | None = None) -> FoundInline | None:
    if at < 0:
        return None
    words = text[at:end] if end else text[at:].split(_BREAK, 1)[0]
    return FoundInline(quoted_beginning(words), text.count(_BREAK, 0, at))


def quoted_beginning(text: str) -> str:
    """The beginning of a text on one line, for a message."""
    line = " ".join(text[: 10 * MOST_QUOTED].split())
    return line if len(line) <= MOST_QUOTED else line[: MOST_QUOTED - 1].rstrip() + "…"
