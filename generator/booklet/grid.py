"""Tables of a booklet: a block for each row, and the head again in every column that a table goes on in."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.booklet.blocks import TableBlock
from generator.booklet.flow import ColumnPart, Setter, Written, glued
from generator.booklet.style import CELL, LINE, Look
from generator.booklet.tagging import marked, unmarked

SHORT_TABLE = 7
"""Rows that are not parted by the end of a column."""
LETTER_MM = 1.5
"""A usual letter of a table's text."""
ICON_EM = 1.3
"""An icon with the air around it."""
PAD_MM = 1.4
"""Air at both sides of a cell."""
SPARE_MM = 0.3
LEAST_CELL_MM = 1.0
"""A column that a neighbour's long word has squeezed; what stands in it is wider, and a Problem."""
MUCH_HIGHER = 1.9
"""So many times as high as over the whole page, and a table in one column is too narrow."""

_SIDES = {"left": "left", "center": "center", "right": "end"}
"""How words of a column are set, by what the dashes under its head say."""
_ICON = re.compile(r"\{[^{}]*\}")
_BLANK = re.compile(r"[ \n\t]+")

Composed = Callable[[float], tuple[float, str]]
"""The height in mm and the markup of a row for a width in mm."""
Rows = Sequence[Sequence[str]]


class RowBelowHead(Written):
    """A row that has the head of its table over it where it comes first in a column."""

    def __init__(
        self, setter: Setter, head: Composed, row: Composed, *, after_mm: float, keep: bool, wide: bool
    ) -> None:
        super().__init__(
            setter, row, kind="row of the table", after_mm=after_mm, keep=keep, wide=wide, role="TR"
        )
        self._head = head

    def parts(self, width: float) -> Sequence[ColumnPart]:
        """Itself; higher where it comes first."""
        high = self.made(width)[0]
        return (ColumnPart(high, high + self._over(width, high), high),)

    def drawn(self, width: float, parts: tuple[int, int], *, first: bool, room: float) -> tuple[float, str]:
        """The row, below the head if it comes first. A row that fills a page does without it."""
        high, markup = self.made(width)
        over = self._over(width, high) if first else 0.0
        if over:
            # who hears the table hears its head once
            markup = f'{unmarked(self._head(width)[1])}<g transform="translate(0 {over:.4f})">{markup}</g>'
        return high + over, markup

    def _over(self, width: float, high: float) -> float:
        over = self._head(width)[0]
        return over if over + high <= self.sink.room_mm else 0.0


def grid(setter: Setter, table: TableBlock, *, column: float, width: float) -> list[Written]:
    """A table as one block a row, so that it may break between rows.

    It stands in a column of the width `column`, or over the whole `width` if its content asks for that.
    """
    rows: Rows = table.rows
    places: Sequence[str] = table.places
    headless = bool(rows) and not any(rows[0])
    rows, places = (rows[1:], places[1:]) if headless else (rows, places)
    if not rows:
        return []
    if headless and column < width and _are_pairs(rows):
        rows, places = _one_below_another(rows, places)
    words = _words_mm(setter, rows)
    wide, last = column < width and is_wide(rows, words, column, width), len(rows) - 1
    shares: dict[float, list[float]] = {}

    def shared(room: float) -> list[float]:
        if room not in shares:
            shares[room] = _shares(rows, words, room)
        return shares[room]

    def composed(at: int) -> Composed:
        is_head = at == 0 and not headless
        own, look = setter.at(places[at]) if places else setter, setter.style.cell_head if is_head else CELL
        looks = [own.begun(replace(look, align=_SIDES.get(align, look.align))) for align in table.aligns]
        looks += [own.begun(look)] * (len(rows[at]) - len(looks))
        return lambda room: _row(own, rows[at], shared(room), looks, room, head=is_head)

    cells: list[Written] = []
    for at in range(len(rows)):
        own = setter.at(places[at]) if places else setter
        after = 3.4 if at == last else 0.0
        # A head has three rows with it, as the end has; a short table stays whole.
        keep = at != last and (at < 3 or at >= last - 2 or len(rows) <= SHORT_TABLE)
        if at == 0 or headless:
            row = Written(
                own, composed(at), kind="row of the table", after_mm=after, keep=keep, wide=wide, role="TR"
            )
            row.before_mm, row.begins = 1.6 if at == 0 else 0.0, at == 0
            cells.append(row)
        else:
            cells.append(RowBelowHead(own, composed(0), composed(at), after_mm=after, keep=keep, wide=wide))
    return cells


def is_wide(rows: Rows, words: Sequence[float], column: float, width: float) -> bool:
    """Whether a table is too narrow in a column: its words do not fit, or it gets much higher there.

    `words` are the widths in mm of the longest words of its columns.
    """
    if sum(words) + len(words) * 2 * PAD_MM > column:
        return True
    return _lines(rows, words, column) > MUCH_HIGHER * _lines(rows, words, width)


def _lines(rows: Rows, words: Sequence[float], width: float) -> int:
    """About how many lines a table has."""
    shares = _shares(rows, words, width)
    return sum(
        max(
            math.ceil(max(1, _letters(cell)) * LETTER_MM / max(width * share - 2 * PAD_MM, LETTER_MM))
            for cell, share in zip(row, shares, strict=False)
        )
        for row in rows
        if row
    )


def _words_mm(setter: Setter, rows: Rows) -> list[float]:
    """How wide the longest word of each column is, set bold."""
    measure = setter.typesetter.measure
    face = measure.face(setter.style.text_font, 700)

    def wide(word: str) -> float:
        icons, text = len(_ICON.findall(word)), _ICON.sub("", word).replace("*", "")
        return (icons * ICON_EM + measure.width_em(face, text)) * CELL.size_mm

    longest = [0.0] * _count(rows)
    for row in rows:
        for at, cell in enumerate(row):
            longest[at] = max([longest[at], *map(wide, set(_BLANK.split(glued(cell))))])
    return longest


def _are_pairs(rows: Rows) -> bool:
    """Whether each row holds two entries side by side, each a sign and a text."""
    return all(
        len(row) == 4 and all(len(cell) < 40 and _letters(cell) <= 2 for cell in row[::2]) for row in rows
    )


def _one_below_another(rows: Rows, places: Sequence[str]) -> tuple[Rows, Sequence[str]]:
    stacked = [
        (row[at : at + 2], place)
        for row, place in zip(rows, places or [""] * len(rows), strict=True)
        for at in (0, 2)
        if any(row[at : at + 2])
    ]
    return [row for row, _ in stacked], [place for _, place in stacked] if places else places


def _row(
    setter: Setter,
    cells: Sequence[str],
    parts: Sequence[float],
    looks: Sequence[Look],
    width: float,
    *,
    head: bool,
) -> tuple[float, str]:
    """One row with the line below it: its height in mm and its markup."""
    x, made, high, pad = 0.0, [], 0.0, 1.5 if head else 1.2
    rtl = setter.style.rtl
    for at, (cell, part, look) in enumerate(zip(cells, parts, looks, strict=False)):
        wide = width * part
        layout = setter.lay(cell, look, max(wide - 2 * PAD_MM, LEAST_CELL_MM))
        words = setter.markup(layout, look, x_mm=(width - x - wide if rtl else x) + PAD_MM, y_mm=pad)
        made.append(marked(f"{'TH' if head else 'TD'}.{at}", words))
        high, x = max(high, layout.height), x + wide
    high += 2 * pad
    style = setter.style
    if head:
        ground = f'<rect x="0" y="0" width="{width:.3f}" height="{high:.3f}" fill="{style.ground}"/>'
        rule = f'<rect x="0" y="{high - 0.3:.3f}" width="{width:.3f}" height="0.3" fill="{style.deep}"/>'
        return high, ground + "".join(made) + rule
    rule = f'<rect x="0" y="{high - 0.15:.3f}" width="{width:.3f}" height="0.15" fill="{LINE}"/>'
    return high, "".join(made) + rule


def _shares(rows: Rows, words: Sequence[float], width: float) -> list[float]:
    """Widths by the longest cell of each column, tamed so that no column starves and every word fits."""
    columns = [[row[at] for row in rows if at < len(row)] for at in range(_count(rows))]
    weights = [max(1.5, min(max(map(_letters, column)), 90)) ** 0.8 for column in columns]
    shares = [weight / sum(weights) for weight in weights]
    least = [(word + 2 * PAD_MM + SPARE_MM) / width for word in words]
    if sum(least) >= 1:
        return [width / sum(least) for width in least]
    floored = [max(share, floor) for share, floor in zip(shares, least, strict=True)]
    # what some need beyond their share is taken from those that have more than they need
    spare = [share - floor for share, floor in zip(floored, least, strict=True)]
    over = sum(floored) - 1
    return [
        share - over * surplus / sum(spare) if over > 0 else share
        for share, surplus in zip(floored, spare, strict=True)
    ]


def _count(rows: Rows) -> int:
    return max(len(row) for row in rows)


def _letters(text: str) -> int:
    """How long a text is in letters; an icon counts for two."""
    return len(_ICON.sub("MM", text).replace("*", ""))
