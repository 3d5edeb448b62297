"""Markdown to blocks: the text of a booklet before it is set.

Texts inside blocks stay rich text (`{energy}` is an icon, **bold**, *italic*). A paragraph of pictures,
`![caption](face:Patterns/Shell)`, becomes one row of pictures; `face:` shows the front of a design,
`back:` its back, and `@first` stands for the first row of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; level 1 begins a chapter."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `boxed` for a quotation, which is set apart as an example."""

    text: str
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list; `mark` is a bullet or a number."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the first row is its head."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A design to show: `target` as in `face:Patterns/Shell`."""

    target: str
    caption: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """Designs side by side."""

    pictures: tuple[Picture, ...]


Block = Heading | Paragraph | Item | Grid | Pictures


def parse_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text, in order. Raw HTML stays plain text.

    >>> parse_blocks("# One\\n\\nTake 2 {energy}.")
    (Heading(level=1, text='One'), Paragraph(text='Take 2 {energy}.', boxed=False))
    """
    from markdown_it import MarkdownIt

    # A picture's target may hold spaces: `face:World Board`. CommonMark wants them encoded.
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(_encoded(text))
    blocks: list[Block] = []
    lists: list[list[str]] = []
    quoted = 0
    row: list[str] = []
    rows: list[tuple[str, ...]] = []
    within = ""
    for token in tokens:
        kind = token.type
        if kind == "inline":
            _inline(token, within, quoted > 0, lists, row, blocks)
        elif kind.endswith("heading_open"):
            within = f"heading {token.tag[1:]}"
        elif kind in {"th_open", "td_open"}:
            within = "cell"
        elif kind in {"bullet_list_open", "ordered_list_open"}:
            lists.append(["0" if kind.startswith("ordered") else "•"])
        elif kind in {"bullet_list_close", "ordered_list_close"}:
            lists.pop()
        elif kind == "list_item_open":
            counter = lists[-1]
            counter[0] = str(int(counter[0]) + 1) if counter[0].isdigit() else counter[0]
            within = "item"
        elif kind in {"blockquote_open", "blockquote_close"}:
            quoted += 1 if kind.endswith("open") else -1
        elif kind == "tr_close":
            rows.append(tuple(row))
            row.clear()
        elif kind == "table_close":
            blocks.append(Grid(tuple(rows)))
            rows.clear()
            within = ""
        elif kind in {"paragraph_open"} and within != "item":
            within = "paragraph"
    return tuple(blocks)


def _inline(
    token: Token, within: str, boxed: bool, lists: Sequence[list[str]], row: list[str], blocks: list[Block]
) -> None:
    text = " ".join(token.content.split("\n")) if within != "cell" else token.content
    images = [child for child in token.children or [] if child.type == "image"]
    if within.startswith("heading"):
        blocks.append(Heading(int(within[-1]), text))
    elif within == "cell":
        row.append(text)
    elif images:
        blocks.append(Pictures(tuple(Picture(unquote(str(i.attrs["src"])), i.content) for i in images)))
    elif lists:
        blocks.append(Item("•" if not lists[-1][0].isdigit() else f"{lists[-1][0]}.", text))
    else:
        blocks.append(Paragraph(text, boxed))


def _encoded(text: str) -> str:
    return re.sub(r"(?<=\]\()[^)\n]*", lambda match: match[0].replace(" ", "%20"), text)
