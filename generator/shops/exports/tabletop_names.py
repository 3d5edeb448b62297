"""What an object on the table is called for good: its GUID, which stays when other rows come and go."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.faces.sources import template_text
from generator.ground.problems import Failed
from generator.records.called import titled
from generator.records.identity import identities
from generator.records.joined import joined_columns
from generator.records.printed import printed_table
from generator.records.symbols import Symbols
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.wording import typed

_UNTOLD = frozenset({FieldType.COLOUR, FieldType.FILE})
"""Columns that are looks and no words."""
_TITLES = frozenset({"title", "name", "copies"})
_WORD = re.compile(r"\w+")
_TAKEN_IN = re.compile(r"""["']([\w./-]{1,100}\.\w{2,5})["']""")
_ICON = re.compile(r"\{([^{}]{1,60})\}")
_LONGEST = 2000
"""Characters of a description."""


@dataclass(slots=True)
class Guids:
    """Makes GUIDs of six hexadecimal digits out of names; no two are the same."""

    _used: set[str] = field(default_factory=set)

    def of(self, *names: str) -> str:
        """The GUID of what has these names; asked for again, another one."""
        attempt = 0
        while True:
            text = "\0".join((*names, str(attempt) if attempt else ""))
            digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()
            if digest not in self._used:
                self._used.add(digest)
                return digest
            attempt += 1


@dataclass(frozen=True, slots=True)
class Wordings:
    """What is said of the rows of a component."""

    component: Row
    table: Table | None
    identities: Mapping[int, str]
    symbols: Symbols
    words: frozenset[str] = frozenset()
    """Those of its templates: a column that none of them names is a note of the designer's."""

    def identity(self, row: Row | None) -> str:
        """What a row is called when all else changes; without a row that of the component."""
        return self.identities[row.number] if row is not None else ""

    def nickname(self, row: Row | None) -> str:
        """What players read as its name."""
        return titled(row if row is not None else self.component)

    def description(self, row: Row | None) -> str:
        """What the row's cells say, a line each: what the program's search finds."""
        if row is None or self.table is None:
            return ""
        return "\n".join(self._lines(self.table, row))[:_LONGEST]

    def _lines(self, table: Table, row: Row) -> Iterable[str]:
        for column in joined_columns(table):
            if column.field.key in _TITLES or column.field.type in _UNTOLD:
                continue
            if column.field.key not in self.words:
                continue
            text = self._plain(typed(column.of(row), self.symbols), column.field.type)
            if text:
                yield f"{column.name}: {text}"

    def _plain(self, text: str, type_: FieldType) -> str:
        """A text without marks of style, its icons by their names."""
        if type_ is not FieldType.RICH:
            return text

        def name(match: re.Match[str]) -> str:
            return self.symbols[match[1]].name if match[1] in self.symbols else match[0]

        return _ICON.sub(name, text).replace("**", "")


def wordings_of(component: Row, book: Book, templates: Path) -> Wordings:
    """What is said of a component's rows; `templates` is the folder of its templates."""
    table = printed_table(component, book)
    names = identities(table) if table is not None else {}
    return Wordings(component, table, names, book.symbols, _words_of(component, templates))


def _words_of(component: Row, folder: Path) -> frozenset[str]:
    """All words in the templates of a component, and in those that they take in."""
    left = [name for side in ("front", "back") if (name := str(component.values.get(side) or ""))]
    taken, words = set(left), set[str]()
    while left:
        try:
            text, _ = template_text(folder, left.pop())
        except (Failed, OSError):  # a template that is not there is one, too
            continue
        words.update(_WORD.findall(text))
        left += (new := [name for name in dict.fromkeys(_TAKEN_IN.findall(text)) if name not in taken])
        taken.update(new)
    return frozenset(words)
