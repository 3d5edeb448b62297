"""Checks of the Events and the three Resolution Tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from generator.games.meaning_made.checks.comparing import harshness
from generator.games.meaning_made.terms import terms_of
from generator.ground.problems import Problem, error, warning
from generator.records.examples import effect_example, such_as
from generator.records.notation import Call, Who
from generator.records.tables import Book, Row, slug
from generator.records.wording import typed_effect

TABLES = {"Event Table": "letter", "Group Table": "code", "Individual Table": "code"}
"""Each table's sheet, and the column that names its rows; Events have a column of the same name."""


def columns(book: Book) -> tuple[str, ...]:
    """The keys of the tables' columns: one for each Layer."""
    return tuple(slug(str(row.layer)) for row in book["Layers"] if row.layer is not None)


def cells(book: Book, *sheets: str) -> Iterator[tuple[Row, str]]:
    """The rows of some tables, with the key of each column."""
    return ((row, column) for sheet in sheets for row in book[sheet] for column in columns(book))


def every_letter_and_code(book: Book) -> Iterator[Problem]:
    """Each letter and code of an Event has its row in the tables."""
    word = terms_of(book).event
    for sheet, key in TABLES.items():
        keys = {row[key] for row in book[sheet]}
        for row in book["Events"]:
            if row[key] is not None and row[key] not in keys:
                fault = f"The {key} {row[key]} of “{row.title}” has no row in the sheet {sheet}."
                yield error(row.at(key), fault, f"Add the row, or give the {word} another {key}.")


def every_cell(book: Book) -> Iterator[Problem]:
    """Every cell of the tables says something. Where Fields requires that, the reader has said so."""
    for sheet in TABLES:
        required = {field.key for field in book[sheet].fields if field.required}
        for row, cell in cells(book, sheet):
            if cell not in required and not row[cell]:
                mend = f"Type an effect{such_as(effect_example(book.symbols))}."
                yield error(row.at(cell), "This cell of the table is empty.", mend)


def harsher_upwards(book: Book) -> Iterator[Problem]:
    """Along a row, no column strikes softer than the one before it (rulebook, “Resolution Tables”)."""
    for sheet, key in TABLES.items():
        for row in book[sheet]:
            for layer, (before, here) in enumerate(pairwise(columns(book)), start=2):
                if row[here] and row[before] and harshness(row[here]) < harshness(row[before]):
                    word = terms_of(book).layer
                    old, new = (typed_effect(row[cell], book.symbols) for cell in (before, here))
                    yield warning(
                        row.at(here),
                        f"Row {row[key]} is softer at {word} {layer} ({new}) than one {word} below ({old}).",
                        f"Make it at least as harsh: higher {word.many} bring stronger effects.",
                    )


def calls_end(book: Book) -> Iterator[Problem]:
    """A Consequence calls no further Consequence, and an Event calls no Individual one."""
    terms = terms_of(book)
    word = terms.consequence
    for sheet in TABLES:
        parts = ((row, cell, part) for row, cell in cells(book, sheet) for part in row[cell].parts)
        for row, cell, call in parts:
            if not isinstance(call, Call):
                continue
            if sheet != "Event Table":
                fault = f"{word.a.begun} calls for another {word}."
                mend = f"Write what happens; only the Event Table may call for {word.a}."
                yield error(row.at(cell), fault, mend)
            elif call.table == "individual":
                fault = f"{terms.event.a.begun} calls for an Individual {word}, but strikes no single player."
                yield error(row.at(cell), fault, "Write group consequence, or what happens.")


def somebody_is_struck(book: Book) -> Iterator[Problem]:
    """In the Event Table and the Group Table there is no “you”."""
    for row, cell in cells(book, "Event Table", "Group Table"):
        if any(getattr(part, "who", None) in {Who.YOU, Who.OTHERS} for part in row[cell].parts):
            text = typed_effect(row[cell], book.symbols)
            loss = f"all -1{book.symbols['vitals'].typed}"
            example = such_as(loss, f"all no {book.symbols['recycle'].name}")
            fault = f"“{text}” does not say whom it strikes: there is no acting player here."
            yield error(row.at(cell), fault, f"Begin the part with all{example}.")


CHECKS = (every_letter_and_code, every_cell, harsher_upwards, calls_end, somebody_is_struck)
