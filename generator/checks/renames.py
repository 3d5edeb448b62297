"""A name that vanished and one that appeared: what is called otherwise now, and who says the old name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.ground.problems import Problem, Severity, error
from generator.ground.spelling import nearest
from generator.records.called import naming_columns
from generator.records.cells import as_text, fold, shown
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.worksheets import FIELDS, PUBLISHED, SAMPLE_GAME

MOST_CELLS = 12
"""As many cells are listed that still say an old name."""
LEAST_NAMES = 3
"""So many names of a sheet make a cell of the sample game a list of its rows."""
_LISTED = re.compile(r"[;\n]")
_REFUSED = re.compile(r"“(.+)” is not in the column (.+) of the sheet (.+)\.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Vanished:
    """A name that cells say and that no row of the sheet has any more."""

    sheet: str
    old: str
    new: Row | None
    """The row that nobody speaks of, if it is the only one: it may be the same one under a new name."""
    key: str
    """The column of the names."""
    cells: tuple[str, ...]
    refused: tuple[Problem, ...] = ()
    """What reading the workbook found in those of the cells that can hold nothing else."""

    def problem(self) -> Problem:
        """One error for all the cells."""
        cells = [cell for cell in self.cells if self.new is None or cell != self.new.at(self.key)]
        listed = ", ".join(cells[:MOST_CELLS])
        more = len(cells) - MOST_CELLS
        listed += f" and {more} more" if more > 0 else ""
        old = shown(self.old)
        say = "1 cell still says" if len(cells) == 1 else f"{len(cells)} cells still say"
        if self.new is None:
            what = f"{old} is gone from the sheet {self.sheet}, and {say} it: {listed}."
            mend = f"If it has a new name, pnp rename {quoted(self.old)} NEW writes it into all of them."
            return error(cells[0], what, mend)
        new = as_text(self.new[self.key])
        what = f"{old} is gone from the sheet {self.sheet} and {shown(new)} has come; {say} {old}: {listed}."
        mend = f"If that is its new name, pnp rename {quoted(self.old)} {quoted(new)} writes them all."
        return error(self.new.at(self.key), what, mend)


def quoted(name: str) -> str:
    """A name as a word of the command line."""
    plain = re.fullmatch(r"[\w.-]+", name)
    return name if plain else '"' + name.replace('"', '\\"') + '"'


def vanished(book: Book, found: Iterable[Problem]) -> tuple[Vanished, ...]:
    """The names that vanished from sheets whose rows are referred to, or listed in the sample game."""
    made = {(each.sheet, fold(each.old)): each for each in _from_lists(book)}
    made |= {(each.sheet, fold(each.old)): each for each in _from_references(book, found)}
    return tuple(made.values())


def with_renames(
    book: Book, found: Sequence[Problem]
) -> tuple[tuple[Problem, ...], tuple[Problem, ...], Mapping[str, Problem]]:
    """What was found, with one error a name that vanished, and those that concern the sample game alone.

    The last is each old name with its error, for what follows from it.
    """
    gone = vanished(book, found)
    refused = {problem for each in gone for problem in each.refused}
    names = {each.old: each.problem() for each in gone}
    strict = [names[each.old] for each in gone if each.refused]
    told = [names[each.old] for each in gone if not each.refused]
    return (*(problem for problem in found if problem not in refused), *strict), tuple(told), names


def _from_lists(book: Book) -> Iterator[Vanished]:
    """Names in the sample game's lists of rows, such as its decks."""
    known: dict[str, tuple[Table, str]] = {}
    for table in book.tables.values():
        if table.name in {SAMPLE_GAME, FIELDS, PUBLISHED}:
            continue
        for key in naming_columns(table)[:1]:
            known |= {fold(as_text(row[key])): (table, key) for row in table if row[key]}
    for row in book.tables.get(SAMPLE_GAME, ()):
        for column, value in row.values.items():
            names = [name.strip() for name in _LISTED.split(value)] if isinstance(value, str) else []
            owners = [known[fold(name)] for name in names if fold(name) in known]
            if column == "narration" or len(owners) < LEAST_NAMES or 2 * len(owners) <= len(names):
                continue
            table, key = max(owners, key=owners.count)
            lost = [name for name in dict.fromkeys(names) if name and fold(name) not in known]
            listed = {fold(name) for name in names}
            come = [one for one in table if one[key] and fold(as_text(one[key])) not in listed]
            for name in lost:
                yield Vanished(
                    table.name,
                    name,
                    _successor(name, come, key, alone=len(lost) == 1),
                    key,
                    _cells(book, name),
                )


def _successor(old: str, come: Sequence[Row], key: str, *, alone: bool) -> Row | None:
    """The row that may have been called so: the only one that nobody speaks of, or one spelt alike."""
    if alone and len(come) == 1:
        return come[0]
    rows = {as_text(row[key]): row for row in come}
    near = nearest(old, rows)
    return rows[near[0]] if near else None


def _from_references(book: Book, found: Iterable[Problem]) -> Iterator[Vanished]:
    """Names that columns of the type reference say, by what reading them found."""
    refused: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in found:
        said = _REFUSED.fullmatch(problem.what) if problem.severity is Severity.ERROR else None
        if said:
            refused.setdefault((said[3], said[2], said[1]), []).append(problem)
    for (sheet, column, old), problems in refused.items():
        table = next((t for t in book.tables.values() if fold(t.name) == fold(sheet)), None)
        key = next((f.key for f in table.fields if fold(f.column) == fold(column)), "") if table else ""
        lost = [name for one, other, name in refused if (one, other) == (sheet, column)]
        if table is None or not key or len(problems) < 2:
            continue
        used = _referred(book, f"{sheet}.{column}")
        come = [row for row in table if row[key] not in (None, "") and fold(as_text(row[key])) not in used]
        if len(come) != 1 or len(lost) != 1:
            continue
        cells = dict.fromkeys((*(problem.where for problem in problems), *_cells(book, old)))
        yield Vanished(table.name, old, come[0], key, tuple(cells), tuple(problems))


def _referred(book: Book, target: str) -> set[str]:
    """What references to a column name by now."""
    return {
        fold(as_text(row[field.key]))
        for table in book.tables.values()
        for field in table.fields
        if field.type is FieldType.REFERENCE and fold(field.values) == fold(target)
        for row in table
        if field.key in row.values
    }


def _cells(book: Book, name: str) -> tuple[str, ...]:
    """The cells that say a name as a word of its own."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return tuple(
        row.at(key)
        for table in book.tables.values()
        if table.name not in {FIELDS, PUBLISHED}
        for row in table
        for key, value in row.values.items()
        if isinstance(value, str) and word.search(value)
    )
