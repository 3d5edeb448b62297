"""How many of each piece are printed: the copies of a component and of its rows, and what a table needs.

Without more, the two cells Copies are multiplied. The column Copies From says once where they come from; Per
Player marks what is there for each player.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from generator.ground.problems import Failed, error
from generator.records.cells import as_text, clean, fold
from generator.records.columns import NamedColumn, NotUnderstood, column_named
from generator.records.joined import JoinedTable, nameable_columns, sources_of
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.records.worksheets import COMPONENTS, PLAYERS, game_facts

MOST_SETS = 20
OWN = frozenset({"none", "components", "components.copies"})
"""What Copies From says, folded, if the component's own cell counts alone."""


def copies_of(row: Row | None) -> int:
    """The cell Copies of a row; 1 for none."""
    copies = row.values.get("copies") if row is not None else None
    return max(0, copies) if isinstance(copies, int) else 1


def copies_from(component: Row) -> str:
    """What the column Copies From says; empty if copies are multiplied."""
    return clean(str(component.values.get("copies_from") or ""))


def copies_column(component: Row, table: Table | None) -> NamedColumn | None:
    """The column that Copies From names, if it names one. Raises NotUnderstood."""
    cell = copies_from(component)
    if not cell or fold(cell) in OWN:
        return None
    if table is None:
        fault = f"Copies come from “{cell}”, but the component has no Data."
        raise NotUnderstood(fault, "Empty the cell; its own Copies count.")
    with_sheet = not isinstance(table, JoinedTable) and fold(cell).startswith(f"{fold(table.name)}.")
    named = cell.partition(".")[2] if with_sheet else cell
    column = column_named(named, nameable_columns(table), table.name)
    if column.field.type is not FieldType.INTEGER:
        fault = f"The column “{column.name}” is declared as {column.field.type}, so that it counts nothing."
        raise NotUnderstood(fault, "Name a column of whole numbers, or write none.")
    return column


@dataclass(frozen=True, slots=True)
class Needed:
    """How much is printed: for how many players, and how many times all of it."""

    players: int = 0
    """0 for as many as there can be."""
    sets: int = 1


ALL = Needed()
"""One set for the most players."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Counts the pieces of a component's rows."""

    component: Row
    column: NamedColumn | None
    alone: bool
    """Whether the component's own cell counts, and the rows' do not."""
    needed: Needed = ALL
    most_players: int = 0

    def of(self, row: Row | None) -> int:
        """How many of a row are printed."""
        return self.times(self._by_workbook(row))

    def times(self, copies: int) -> int:
        """As many of so many copies as the table needs."""
        if self.needed.players and self.most_players and self.component.values.get("per_player"):
            copies = math.ceil(copies * self.needed.players / self.most_players)
        return copies * self.needed.sets

    def _by_workbook(self, row: Row | None) -> int:
        own = copies_of(self.component)
        if self.alone:
            return own
        if self.column is None or row is None:
            return own * copies_of(row)
        counted = self.column.of(row)
        return max(0, counted) if isinstance(counted, int) and own else 0


def copies_for(component: Row, table: Table | None, book: Book, needed: Needed = ALL) -> Copies:
    """What counts the pieces of a component; where Copies From cannot be understood they are multiplied."""
    alone = fold(copies_from(component)) in OWN
    try:
        column = copies_column(component, table)
    except NotUnderstood:
        column = None
    most = most_players(book) if needed.players else 0
    return Copies(component, column, alone, needed, most)


# ---------------------------------------------------------------- players


def most_players(book: Book) -> int:
    """The rows of the sheet Players, else the greatest number in Game's Key Players; 0 if neither says."""
    if PLAYERS in book and len(book[PLAYERS]):
        return len(book[PLAYERS])
    numbers = re.findall(r"\d{1,3}", game_facts(book).players)
    return max(map(int, numbers), default=0)


def refuse_needed(book: Book, needed: Needed) -> None:
    """Raises Failed for numbers of players or sets that cannot be."""
    if not 1 <= needed.sets <= MOST_SETS:
        fault = f"{needed.sets} sets cannot be printed at once."
        raise Failed(error("--sets", fault, f"Give a number from 1 to {MOST_SETS}."))
    if needed.players == 0:
        return
    most = most_players(book)
    if not most:
        fault = "The workbook does not say how many may play."
        mend = f"Add a sheet {PLAYERS} with a row for each, or the Key Players to Game, such as 2–6."
        raise Failed(error("--players", fault, mend))
    if not 1 <= needed.players <= most:
        fault = f"The game is for at most {most} players, not for {needed.players}."
        raise Failed(error("--players", fault, f"Give a number from 1 to {most}."))


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """Which rows are there with so many players: those of the first rows of the sheet Players."""

    sheets: Mapping[str, Collection[int]] = field(default_factory=dict)
    """The sheet Players -> the numbers of the rows that play."""
    columns: Mapping[str, Sequence[tuple[str, Collection[str]]]] = field(default_factory=dict)
    """A sheet -> its columns that refer to players, each with what may stand there."""

    def has(self, row: Row | None) -> bool:
        """Whether a row is needed; one that belongs to nobody is."""
        return row is None or all(map(self._has, sources_of(row)))

    def _has(self, row: Row) -> bool:
        if row.sheet in self.sheets:
            return row.number in self.sheets[row.sheet]
        cells = ((as_text(row.values.get(key)), names) for key, names in self.columns.get(row.sheet, ()))
        return all(not text or fold(text) in names for text, names in cells)


def at_the_table(book: Book, players: int) -> AtTheTable:
    """The rows for so many players; all of them for 0, or without a sheet Players."""
    if not players or PLAYERS not in book:
        return AtTheTable()
    playing = book[PLAYERS].rows[:players]
    columns: dict[str, list[tuple[str, Collection[str]]]] = {}
    for table in book.tables.values():
        for column in table.fields if table.name not in (PLAYERS, COMPONENTS) else ():
            key = _refers_to_players(column, book[PLAYERS])
            if key:
                names = {fold(as_text(row.values.get(key))) for row in playing}
                columns.setdefault(table.name, []).append((column.key, names))
    return AtTheTable({PLAYERS: {row.number for row in playing}}, columns)


def _refers_to_players(column: Field, players: Table) -> str:
    """The column of the sheet Players that another one refers to, if it names a player and no other thing."""
    sheet, _, named = column.values.partition(".")
    if column.type is not FieldType.REFERENCE or fold(sheet) != fold(PLAYERS):
        return ""
    return next(
        (field.key for field in players.fields if fold(field.column) == fold(named) and field.unique), ""
    )
