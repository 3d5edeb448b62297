"""Signs and colours of a workbook for what is told of a game, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from generator.records.tables import Book
from generator.records.worksheets import ICONS, PLAYERS, TOKENS
from generator.replay.script import Script, ScriptRow
from generator.replay.told import Count, Sign

SOFT = "#5b5f6b"
"""The colour of what has none of its own."""


def cell_of(book: Book, sheet: str, key: str, value: str, column: str) -> str:
    """A column of the first row of a sheet that has a value in the column `key`; empty without one."""
    rows = book.tables.get(sheet, ())
    return next((str(row.values.get(column) or "") for row in rows if row.values.get(key) == value), "")


def icon_colour(book: Book, key: str) -> str:
    """The colour in which an icon is printed: the sheet Icons says it, or else its token has one."""
    own = cell_of(book, ICONS, "key", key, "colour")
    return own or cell_of(book, TOKENS, "icon", key, "colour") or SOFT


def icon_sign(book: Book, key: str) -> Sign:
    """An icon in its colour."""
    return Sign(key, icon_colour(book, key))


def counts(book: Book, amounts: Iterable[tuple[str, int]]) -> tuple[Count, ...]:
    """Icons by their keys, each with how many there are."""
    return tuple(Count(icon_sign(book, key), amount) for key, amount in amounts)


def seats_of(script: Script, book: Book) -> tuple[Sign, ...]:
    """Each player's colour and mark: the mat that the script names, else the mats in their order."""
    mats = list(book[PLAYERS])
    rows = [row for row in script.setup if row.action == "seat"]
    signs = []
    for at, row in enumerate(rows):
        mat = next((m for m in mats if m["name"].casefold() == row.card.casefold()), mats[at % len(mats)])
        signs.append(Sign(mat["mark"], mat["colour"]))
    return tuple(signs)


def written_out(row: ScriptRow) -> str:
    """A row of which nothing came, in its own words."""
    who = f"**{row.player}**: " if row.player else ""
    words = ", ".join(part for part in (row.card, row.payment) if part)
    return f"{who}{row.said} {words}".rstrip() + "."


def best(ranks: Sequence[Any]) -> tuple[int, ...]:
    """The seats of whom nobody is ranked higher."""
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def score_table(
    names: Sequence[str],
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    ranks: Sequence[Any],
    won: Collection[int],
) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the highest rank first, and who has won; all else by seat."""
    yield ("Player", *heads, "")
    for seat in sorted(range(len(names)), key=ranks.__getitem__, reverse=True):
        yield (f"**{names[seat]}**", *cells[seat], "wins" if seat in won else "")
