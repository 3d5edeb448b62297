"""Where something on a face comes from: a line of a template, a cell of the workbook."""

from __future__ import annotations

import sys
from bisect import bisect_right
from functools import lru_cache

from generator.faces.sources import place_of
from generator.records.joined import JoinedRow, sources_of
from generator.records.notation import Change, Effect, signed
from generator.records.tables import Book, Row


def template_line() -> tuple[str, int]:
    """The template and line that is running just now, read from the stack as Jinja's own tracebacks are."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            compiled, written = _lines(template._debug_info)
            at = bisect_right(compiled, frame.f_lineno)
            return place_of(str(template.name), template.filename), written[at - 1] if at else 1
        frame = frame.f_back  # type: ignore[assignment]
    return "templates/template", 1


@lru_cache(maxsize=256)
def _lines(debug_info: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lines of the code that Jinja2 made, rising, and the template's lines behind them.

    Jinja2 reads its own note (`1=12&3=20`) anew at each question, and from its end.
    """
    pairs = [pair.split("=") for pair in debug_info.split("&") if pair]
    return tuple(int(line_made) for _, line_made in pairs), tuple(int(written) for written, _ in pairs)


class Places:
    """Where the texts of a workbook stand. Made once for all faces: a face may ask for many."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._cells: dict[str, str] | None = None
        """A text -> its one cell, empty if it stands in several; made when first needed."""

    def of(self, card: Row | None, words: str) -> str:
        """The one cell that holds exactly these words: in the card's row, else anywhere; empty if unsure."""
        exact = words.strip()
        if not exact:
            return ""
        for row in sources_of(card) if card is not None else ():
            for key, value in row.values.items():
                if _text(value) == exact:
                    return row.at(key)
        if self._cells is None:
            self._cells = self._all()
        return self._cells.get(exact, "")

    def _all(self) -> dict[str, str]:
        cells: dict[str, str] = {}
        for row in (row for table in self._book.tables.values() for row in table):
            for key, value in row.values.items():
                if text := _text(value):
                    cells[text] = "" if text in cells else row.at(key)
        return cells


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def cell_of(card: Row, words: str) -> str:
    """The cell that a text on a face came from, as well as can be told."""
    if isinstance(card, JoinedRow):
        return next((place for row in card.parts if (place := _cell_in(row, words))), card.at("title"))
    return _cell_in(card, words) or card.at("")


def _cell_in(card: Row, words: str) -> str:
    texts = [
        (key, value.strip()) for key, value in card.values.items() if isinstance(value, str) and value.strip()
    ]
    same = next((key for key, value in texts if value == words.strip()), "")
    part = next((key for key, value in texts if value in words), "")
    key = same or _effect_of(card, words) or part
    return card.at(key) if key else ""


def _effect_of(card: Row, words: str) -> str:
    """The one column whose effect changes something as the words say, `+10` or `You +10{energy}`."""
    keys = [key for key, value in card.values.items() if isinstance(value, Effect) and _says(words, value)]
    return keys[0] if len(keys) == 1 else ""


def _says(words: str, effect: Effect) -> bool:
    changes = [part for part in effect.parts if isinstance(part, Change)]
    return any(
        words.strip() == signed(part.amount) or f"{signed(part.amount)}{{{part.symbol}}}" in words
        for part in changes
    )
