"""What a face needs to know of its language: words for English ones, and texts as they are in the base."""

from __future__ import annotations

from typing import Any

from generator.faces.markup import BadArgument, shown
from generator.ground.cache import digest
from generator.records.languages import words_of
from generator.records.tables import Book

LONGEST = 10_000
"""Letters of English words that a template may look up."""


class Spoken:
    """The language of a Book, for the faces that are made from it."""

    def __init__(self, book: Book) -> None:
        self._language, self._words = book.language, words_of(book)
        self._base: dict[str, str] = {}
        for table in book.tables.values():
            for row in table:
                for key, value in row.base_.items():
                    if isinstance(value, str):
                        self._base.setdefault(str(dict(row.values)[key]), value)

    def word(self, english: str, **values: object) -> str:
        """The words of the sheet Words for English ones, in the language that is printed; else these.

        english: what the column English of that sheet holds, such as `"Cost"`.
        values: what to put for `{count}` and the like: `word("Take {count} cards", count=3)`.
        """
        if not isinstance(english, str) or len(english) > LONGEST:
            raise BadArgument(f"{shown(english)} is no text to look up.", "Write words between quotes.")
        return self._words(english, **values)

    def in_base(self, text: str) -> str:
        """A text of the workbook in its base language, so that art is the same in every language."""
        return self._base.get(text, text)

    def told(self) -> tuple[str, ...]:
        """All that faces can depend on here, for a digest."""
        parts: list[Any] = [dict(self._words.by_english), tuple(sorted(self._base.items()))]
        return self._language, digest(parts) if self._language or any(parts) else ""
