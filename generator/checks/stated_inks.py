"""Inks that a designer gives for a colour: what stands in a column `CMYK` beside a column of colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.cmyk.inks import MOST_INK, Inks, inks_of
from generator.ground.problems import Problem, warning
from generator.ground.project import Project
from generator.records.tables import Book, FieldType, Table

COLUMN = "CMYK"
"""The column's name, where a sheet has one column of colours; else that of the colour stands before it."""
_KEY = COLUMN.casefold()


@dataclass(frozen=True, slots=True)
class InkCell:
    """One cell with inks, and the colour that they are for."""

    where: str
    text: str
    """What it says."""
    colour: str
    """As `#rrggbb`, in small letters."""
    inks: Inks | None
    """What it means, if it can be read."""


def stated_inks(book: Book) -> Mapping[tuple[int, ...], Inks]:
    """The inks that are stated, by the three bytes of their colour, as they stand there: maybe too much.

    They are for a colour wherever it is used. Of two cells for one colour the first counts; what cannot be
    read is left out. `inks_can_be_printed` tells of both.
    """
    stated: dict[tuple[int, ...], Inks] = {}
    for cell in _cells(book):
        if cell.inks is not None:
            stated.setdefault(tuple(bytes.fromhex(cell.colour[1:])), cell.inks)
    return stated


def inks_can_be_printed(book: Book, project: Project) -> Iterator[Problem]:
    """Stated inks are four amounts, no more than a press takes, and the same for the same colour."""
    yield from _nobodys(book)
    first: dict[str, InkCell] = {}
    for cell in _cells(book):
        if cell.inks is None:
            flaw = (
                f"“{cell.text[:40]}” is no amount of the four inks; {cell.colour} is separated as any colour."
            )
            yield warning(cell.where, flaw, "Write cyan, magenta, yellow and black in per cent: 80/20/0/10.")
            continue
        earlier = first.setdefault(cell.colour, cell)
        if earlier.inks != cell.inks:
            flaw = f"{cell.colour} is {earlier.text} at {earlier.where}; that is what is printed."
            yield warning(cell.where, flaw, "Write the same in both cells, or empty one of them.")
        elif cell.inks.total > MOST_INK + 1e-9:
            yield _too_much(cell, cell.inks)


def _nobodys(book: Book) -> Iterator[Problem]:
    """A column CMYK beside several columns of colours says of none of them that it is theirs."""
    for table in book.tables.values():
        colours = [field.column for field in table.fields if field.type is FieldType.COLOUR]
        row = next((row for row in table if row.values.get(_KEY) not in (None, "")), None)
        if len(colours) > 1 and row is not None:
            flaw = f"The column {COLUMN} is left out: the sheet has several colours, {', '.join(colours)}."
            mend = f"Put the name of the one that is meant first: {colours[0]} {COLUMN}."
            yield warning(row.at(_KEY), flaw, f"{mend} Say so in the sheet Fields, too.")


def _too_much(cell: InkCell, inks: Inks) -> Problem:
    from generator.cmyk.separator import limited

    less = Inks(*(round(part, 2) for part in limited(inks, MOST_INK - 0.02)))
    flaw = f"{inks} is {100 * inks.total:.0f} % of ink, and a press for cards takes {100 * MOST_INK:.0f} %."
    return warning(cell.where, flaw, f"It is printed with less, about as {less}; write that, or your own.")


def _cells(book: Book) -> Iterator[InkCell]:
    for table in book.tables.values():
        pairs = list(_pairs(table))
        for row in table if pairs else ():
            for colour_key, key in pairs:
                colour, text = row.values.get(colour_key), row.values.get(key)
                if isinstance(colour, str) and len(colour) == 7 and text not in (None, ""):
                    yield InkCell(row.at(key), str(text), colour.casefold(), _read(str(text)))


def _pairs(table: Table) -> Iterator[tuple[str, str]]:
    """The columns of colours that have one of inks, each with that."""
    columns = {field.key for field in table.fields}
    colours = [field.key for field in table.fields if field.type is FieldType.COLOUR]
    for colour in colours:
        own = f"{colour}_{_KEY}"
        if own in columns:
            yield colour, own
        elif len(colours) == 1 and _KEY in columns:
            yield colour, _KEY


def _read(text: str) -> Inks | None:
    try:
        return inks_of(text)
    except ValueError:
        return None
