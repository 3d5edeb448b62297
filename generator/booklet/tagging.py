"""Which part of the text each thing on a page is, for readers who hear a booklet instead of seeing it.

A block marks what it draws; a leaf gives those marks their numbers on the page, and the binding makes the
tree of them in the order of the text: ISO 32000-1, 14.8. What is in no mark is furniture of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.booklet.flow import Written

_SIGN = "\x01"
"""No SVG may hold this character, so nothing that is shown in a booklet can pass for a mark of its own."""
_MARK = re.compile(f" {_SIGN}(?:=(?P<said>[^{_SIGN}]*)|(?P<mark>[A-Za-z0-9./]+)){_SIGN}")
_AROUND: Mapping[str, str] = MappingProxyType({"LI": "L", "TR": "Table", "TOCI": "TOC"})
"""What such blocks stand in together."""
ICON = "Span"
"""The type of an icon among words."""
NO_ALTS: Mapping[str, str] = MappingProxyType({})


class Tag(NamedTuple):
    """What a thing on a page is: the way to it in the tree, such as `L.3/LI.4/LBody`, and its place there."""

    path: str
    at: int = -1
    """The number of its block in the order of the text."""
    alt: str = ""
    """What it shows, in words."""


def marked(mark: str, markup: str) -> str:
    """Markup that is a part of its block, such as `TD.2`, `LBody` or `Figure.0/Caption`."""
    return f"<g {_SIGN}{mark}{_SIGN}>{markup}</g>"


def icon_mark(text: str) -> str:
    """The attribute of an icon among words, which is read as what is `text`."""
    return f" {_SIGN}={text.replace(_SIGN, ' ')}{_SIGN}"


def unmarked(markup: str) -> str:
    """The same markup as furniture of the page."""
    return _MARK.sub("", markup)


def numbered(tags: list[Tag], tag: Tag, markup: str, alts: Mapping[str, str]) -> str:
    """The marks of a block as the attributes that the renderer knows, all noted in the `tags` of its page."""

    whole = not any(match["mark"] for match in _MARK.finditer(markup))
    around = tag

    def attribute(match: re.Match[str]) -> str:
        nonlocal around
        if match["said"] is not None:  # behind the icon goes on what it stands in
            icon = _noted(tags, Tag(f"{around.path}/{ICON}", tag.at, match["said"]))
            return f' data-tag="{icon} {_noted(tags, around)}"'
        around = Tag(f"{tag.path}/{match['mark']}", tag.at, alts.get(match["mark"], ""))
        return f' data-tag="{_noted(tags, around)}"'

    opened = f'<g data-tag="{_noted(tags, tag)}">' if whole else ""
    return f"{opened}{_MARK.sub(attribute, markup)}{'</g>' if whole else ''}"


def _noted(tags: list[Tag], tag: Tag) -> str:
    """One more mark on a page, as the renderer knows it: type and number."""
    tags.append(tag)
    return f"{role_of(tag.path)} {len(tags) - 1}"


def role_of(path: str) -> str:
    """The type of the element at the end of a way through the tree."""
    return path.rpartition("/")[2].partition(".")[0]


def tag_blocks(blocks: Iterable[Written]) -> None:
    """Give blocks their places in the tree: entries in lists, rows in tables, all in this order."""
    group, before = 0, ""
    for at, block in enumerate(blocks):
        around = _AROUND.get(block.role, "")
        if block.role != before or block.begins:
            group = at
        before = block.role
        path = f"{block.role}.{at}" if block.role else ""
        block.tag = Tag(f"{around}.{group}/{path}" if around else path, at, block.alt)
