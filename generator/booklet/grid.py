"""Tables of a booklet: a flowable for each row, and the head again on every page that a table goes on on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from generator.booklet.flow import Setter, Written
from generator.booklet.style import INK, LINE, Look
from generator.ground.units import mm, pt

SHORT_TABLE = 10
"""Rows that are not parted by the end of a page."""
WORD_MM, NARROW_MM = 2.0, 160.0
"""A wide letter of a table's text, and the narrowest page's width of text."""
LEAST_CELL_MM = 1.0
"""A column that a neighbour's long word has squeezed; what stands in it is wider, and a Problem."""
EVEN_MM = 0.01
"""What two lengths may differ in and still be the same one."""

Composed = Callable[[float], tuple[float, str]]
"""The height in mm and the markup of a row for a width in mm."""


class RowBelowHead(Written):
    """A row that has the head of its table over it where it comes first on a page."""

    def __init__(self, setter: Setter, head: Composed, row: Composed, *, after_mm: float, keep: bool) -> None:
        super().__init__(setter, row, kind="row of the table", after_mm=after_mm, keep=keep)
        self._head, self._room_mm = head, setter.sink.room_mm
        self._alone: tuple[float, float, str] | None = None

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Its size in points in the place that Platypus offers; a whole page's height is the top of one.

        Whoever only adds up heights offers more than a page. A row that fills a page does without the head.
        """
        if self._alone is None or self._alone[0] != width:
            self._alone = (width, *self._compose(mm(width)))
        _, high, markup = self._alone
        if abs(mm(height) - self._room_mm) < EVEN_MM:
            over, head = self._head(mm(width))
            if over + high <= self._room_mm:
                markup = f'{head}<g transform="translate(0 {over:.4f})">{markup}</g>'
                high += over
        self._made = (width, high, markup)
        return width, pt(high)


def grid(
    setter: Setter,
    rows: Sequence[Sequence[str]],
    look: Look,
    head: Look,
    places: Sequence[str] = (),
) -> list[Written]:
    """A table as one flowable a row, so that it may break between rows; `places` are those of the rows."""
    headless = bool(rows) and not any(rows[0])
    rows, places = (rows[1:], places[1:]) if headless else (rows, places)
    if not rows:
        return []
    parts, last = _shares(rows), len(rows) - 1

    def composed(at: int) -> Composed:
        is_head = at == 0 and not headless
        own, style = setter.at(places[at]) if places else setter, head if is_head else look
        return lambda width: _row(own, rows[at], parts, style, INK if is_head else LINE, width)

    made: list[Written] = []
    for at in range(len(rows)):
        own = setter.at(places[at]) if places else setter
        after = 3.0 if at == last else 0.0
        # A head never stands alone, nor a last row; a short table stays whole.
        keep = at != last and (at < 2 or at == last - 1 or len(rows) <= SHORT_TABLE)
        if at == 0 or headless:
            made.append(Written(own, composed(at), kind="row of the table", after_mm=after, keep=keep))
        else:
            made.append(RowBelowHead(own, composed(0), composed(at), after_mm=after, keep=keep))
    return made


def _row(
    setter: Setter, cells: Sequence[str], parts: Sequence[float], look: Look, rule: str, width: float
) -> tuple[float, str]:
    """One row with the line below it: its height in mm and its markup."""
    x, made, high = 0.0, [], 0.0
    for cell, part in zip(cells, parts, strict=False):
        wide = width * part
        layout = setter.lay(cell, look, max(wide - 3, LEAST_CELL_MM))
        made.append(setter.markup(layout, look, x_mm=x + 1.5, y_mm=1.2))
        high, x = max(high, layout.height), x + wide
    high += 2.6
    line = f'<rect x="0" y="{high - 0.15:.3f}" width="{width:.3f}" height="0.15" fill="{rule}"/>'
    return high, "".join(made) + line


def _shares(rows: Sequence[Sequence[str]]) -> list[float]:
    """Widths by the longest cell of each column, tamed so that no column starves and every word fits."""
    count = max(len(row) for row in rows)
    columns = [[row[at] for row in rows if at < len(row)] for at in range(count)]
    weights = [max(1.5, min(max(map(_letters, column)), 60)) ** 0.8 for column in columns]
    words = [
        max((_letters(word) for cell in column for word in cell.split()), default=1) for column in columns
    ]
    shares = [weight / sum(weights) for weight in weights]
    least = [(word * WORD_MM + 3.5) / NARROW_MM for word in words]
    made = [max(share, floor) for share, floor in zip(shares, least, strict=True)]
    return [share / sum(made) for share in made]


def _letters(text: str) -> int:
    """How long a text is in letters; an icon counts for two."""
    return len(re.sub(r"\{[^{}]*\}", "MM", text).replace("*", ""))
