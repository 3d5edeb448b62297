"""Markdown to blocks: the text of a booklet before it is set.

Texts inside blocks stay rich text (`{energy}` is an icon, **bold**, *italic*). A paragraph of pictures,
`![caption](face:Patterns/Shell)`, becomes one row of pictures; `face:` shows the front of a design,
`back:` its back, `@first` stands for the first row of the sheet, and `(face:Board "wide")` says how large.
Nothing that was written is lost in silence: what a booklet cannot set is a Problem at its line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.booklet.blocks import Block, Heading, Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.inline import Shot, broken_picture, not_understood, pictures_in, quoted_beginning
from generator.ground.problems import Problem, error, warning
from generator.records.richtext import MOST_CHARACTERS

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_LETTERS = 200_000
"""Characters of a whole booklet, about a hundred pages of plain text."""
MOST_BLOCKS = 3_000
"""Headings, paragraphs, entries of lists, rows of tables and pictures of a booklet."""
MOST_HEADINGS = 600
"""Each of them is also a line of the contents."""
MOST_COLUMNS = 20
MOST_BESIDE = 8
"""Pictures side by side."""
MOST_NESTED = 12
"""Levels of lists and quotations in each other, as the parser counts them: a list counts two."""

SIZES = frozenset({"column", "wide", "page"})
"""How large a picture may be, beside a width in mm."""
MILLIMETRES = re.compile(r"([1-9]\d{0,2}(?:\.\d{1,2})?) ?mm")
_BETWEEN = re.compile(r"(?<!\\)\|")
"""What parts the cells of a table's row."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The blocks of a text in order, and what is wrong with it."""

    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...] = ()


def parse_blocks(text: str, places: Sequence[str] = ()) -> Parsed:
    """The blocks of a text; `places` are those of its lines. Raw HTML stays plain text, with a warning.

    >>> parse_blocks("# One\\n\\nTake 2 {energy}.").blocks
    (Heading(level=1, text='One'), Paragraph(text='Take 2 {energy}.', boxed=False))
    """
    reader = _Reader(places, text.split("\n"))
    if len(text) > MOST_LETTERS:
        reader.wrong(
            text.count("\n", 0, MOST_LETTERS),
            f"The text has more than {MOST_LETTERS:,} characters; what follows here is too much.",
            "Shorten it.",
        )
        return reader.parsed()
    from markdown_it import MarkdownIt

    # Inline Markdown is left to the rich text. Without the other rules, what they would take out of the
    # text, such as lines that are indented like code, stays a paragraph.
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": MOST_NESTED + 4}).enable("table")
    parser.disable(["inline", "text_join", "code", "fence", "reference", "html_block"])
    for token in parser.parse(text):
        if reader.full:
            break
        reader.take(token)
    return reader.parsed()


@dataclass(slots=True)
class _List:
    """A list under way: its next number, none for bullets, and the mark that its next text gets."""

    number: int | None
    mark: str = ""


@dataclass(slots=True)
class _Reader:
    """Takes the parser's tokens one by one."""

    places: Sequence[str]
    typed: Sequence[str]
    full: bool = False
    _blocks: list[Block] = field(default_factory=list)
    _problems: list[Problem] = field(default_factory=list)
    _lists: list[_List] = field(default_factory=list)
    _rows: list[tuple[str, ...]] = field(default_factory=list)
    _row_places: list[str] = field(default_factory=list)
    _row: list[str] = field(default_factory=list)
    _aligns: list[str] = field(default_factory=list)
    _quoted: int = 0
    _within: str = "paragraph"
    _level: int = 0
    _count: int = 0
    _headings: int = 0
    _line: int = 0

    def parsed(self) -> Parsed:
        """All that was taken."""
        return Parsed(tuple(self._blocks), tuple(self._problems))

    def wrong(self, line: int, fault: str, mend: str) -> None:
        """Note an error at a line of the text, counted from 0."""
        self._problems.append(error(self._place(line), fault, mend))

    def take(self, token: Token) -> None:  # noqa: C901 - a line a kind of token
        """One token, in the parser's order."""
        if token.map:
            self._line = token.map[0]
        if token.level > MOST_NESTED:
            self.wrong(
                self._line, "Lists and quotations are nested too deeply here.", "Take some levels away."
            )
            self.full = True
            return
        match token.type:
            case "inline":
                self._text(token.content)
            case "heading_open":
                self._within, self._level = "heading", int(token.tag[1:])
            case "th_open" | "td_open":
                self._within = "cell"
                if token.type == "th_open":
                    self._aligns.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
            case "heading_close" | "th_close" | "td_close":
                self._within = "paragraph"
            case "bullet_list_open":
                self._lists.append(_List(None))
            case "ordered_list_open":
                self._lists.append(_List(int(token.attrs.get("start", 1))))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._item()
            case "blockquote_open":
                self._quoted += 1
            case "blockquote_close":
                self._quoted -= 1
            case "tr_close":
                self._end_row()
            case "table_close":
                self._end_table()

    def _place(self, line: int) -> str:
        return self.places[min(line, len(self.places) - 1)] if self.places else ""

    def _item(self) -> None:
        entries, bullet = self._lists[-1], "•" if len(self._lists) == 1 else "–"
        entries.mark = bullet if entries.number is None else f"{entries.number}."
        entries.number = None if entries.number is None else entries.number + 1

    # ------------------------------------------------------------ texts

    def _text(self, typed: str) -> None:
        if len(typed) > MOST_CHARACTERS:
            self._too_long(typed)
            return
        shots, rest = pictures_in(typed)
        if shots and self._within == "paragraph" and not rest.strip():
            self._pictures(tuple(map(self._picture, shots)))
            return
        if shots:
            self._misplaced(self._line + shots[0].line)
            return
        if broken := broken_picture(rest):
            self.wrong(
                self._line + broken.line,
                f"The picture “{broken.text}” is not written to its end.",
                "Write ![caption](face:Component/Title), with both pairs of brackets.",
            )
        if sign := not_understood(typed):
            self._problems.append(
                warning(
                    self._place(self._line + sign.line),
                    f"“{sign.text}” is printed as it stands: HTML and code are not understood here.",
                    "Write **bold** or *italic* with stars, {# a comment #} like this, or leave it.",
                )
            )
        self._words(typed)

    def _words(self, typed: str) -> None:
        text, place = " ".join(typed.split("\n")), self._place(self._line)
        if self._within == "cell":
            self._row.append(typed)
        elif self._within == "heading":
            self._headings += 1
            self._add(Heading(self._level, text, place))
        elif self._lists:
            self._add(Item(self._lists[-1].mark, text, place, len(self._lists) - 1))
            self._lists[-1].mark = ""
        else:
            self._add(Paragraph(text, self._quoted > 0, place))

    def _too_long(self, typed: str) -> None:
        kind, mend = {
            "cell": ("cell", "Divide its words among several rows."),
            "heading": ("heading", "Shorten it."),
        }.get(self._within, ("paragraph", "Divide it with a blank line."))
        quoted = quoted_beginning(typed)
        fault = f"This {kind}, “{quoted}”, has {len(typed):,} characters; {MOST_CHARACTERS:,} may be."
        self.wrong(self._line, fault, mend)
        if self._within == "cell":
            self._row.append("")

    # ------------------------------------------------------------ pictures

    def _picture(self, shot: Shot) -> PictureBlock:
        size = shot.size
        if size and size not in SIZES and not MILLIMETRES.fullmatch(size):
            self.wrong(
                self._line + shot.line,
                f"A picture cannot be “{quoted_beginning(size)}”.",
                'Write "column", "wide", "page", or its width, such as "60 mm".',
            )
            size = ""
        return PictureBlock(shot.target, shot.caption, self._place(self._line + shot.line), size)

    def _pictures(self, pictures: tuple[PictureBlock, ...]) -> None:
        if len(pictures) > MOST_BESIDE:
            self.wrong(
                self._line,
                f"{len(pictures)} pictures stand side by side; {MOST_BESIDE} are the most.",
                "Divide them with a blank line.",
            )
            return
        self._add(PicturesBlock(pictures))

    def _misplaced(self, line: int) -> None:
        if self._within == "cell":
            self._row.append("")
            fault = "A picture stands in a row of a table."
            mend = "If it should follow the table, put a blank line before it; a table holds icons only."
        elif self._within == "heading":
            fault, mend = "A picture stands in a heading.", "Put it below, after a blank line."
        else:
            fault = "There is no blank line between this picture and the words beside it."
            mend = "Put a blank line before and after the picture."
        self.wrong(line, fault, mend)

    # ------------------------------------------------------------ tables and counts

    def _end_row(self) -> None:
        cells = _BETWEEN.split(self.typed[self._line].strip().strip("|"))
        if len(cells) > len(self._row) and not self._quoted and not self._lists:
            self.wrong(
                self._line,
                f"This row has {len(cells)} cells, but the table’s head has {len(self._row)}.",
                "Take the last ones out, or give the head more; a stroke inside a cell is written \\|.",
            )
        self._rows.append(tuple(self._row))
        self._row_places.append(self._place(self._line))
        self._row.clear()
        self._counted()

    def _end_table(self) -> None:
        rows, places = tuple(self._rows), tuple(self._row_places)
        aligns = tuple(self._aligns) if any(self._aligns) else ()
        self._aligns.clear()
        self._rows.clear()
        self._row_places.clear()
        columns = max(map(len, rows), default=0)
        if columns > MOST_COLUMNS:
            fault = f"This table has {columns:,} columns; {MOST_COLUMNS} are the most."
            self._problems.append(error(places[0], fault, "Make several tables of it."))
        else:
            self._blocks.append(TableBlock(rows, places, aligns))

    def _add(self, block: Block) -> None:
        self._blocks.append(block)
        self._counted()

    def _counted(self) -> None:
        self._count += 1
        for count, most, counts in (
            (self._count, MOST_BLOCKS, "headings, paragraphs, rows and pictures"),
            (self._headings, MOST_HEADINGS, "headings"),
        ):
            if count > most and not self.full:
                self.full = True
                fault = f"The text has more than {most:,} {counts}; this is one too many."
                self.wrong(self._line, fault, "Shorten it.")
