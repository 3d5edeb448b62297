"""A name that vanished and one that appeared: what is called otherwise now, and who says the old name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from generator.checks.successors import successors, unspoken
from generator.ground.problems import Problem, Severity, Unlisted, error, led_to
from generator.ground.spelling import nearest
from generator.records.called import names_in, naming_columns
from generator.records.cells import as_text, fold, listed, quoted, shown, some_of
from generator.records.columns import pointed_at
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.worksheets import FIELDS, PUBLISHED, is_sample_game, repair_of, sample_rows

MOST_CELLS = 12
"""As many cells are listed that still say an old name."""
MOST_ROWS = 6
"""Up to so many rows are named that may have the new name."""
MOST_LOST = 12
"""Names of one column that are looked for in all cells; who loses more has not renamed them one by one."""
_NO_LISTS = frozenset({"gains", "narration"})
"""Columns of a sample game that tell what happens, and list no cards."""
LEAST_NAMES = 3
"""So many names of a sheet make a cell of the sample game a list of its rows."""
LEAST_LETTERS = 3
"""What plays a sample game on without a card that is gone."""
_LISTED = re.compile(r"[;\n]")


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
    rivals: tuple[str, ...] = ()
    """What the rows are called that it may be by now, if there are several."""
    refused: tuple[Problem, ...] = ()
    """What reading the workbook found in those of the cells that can hold nothing else."""
    counted: Problem | None = None
    """The check that counts one row too few without it."""

    def problem(self) -> Problem:
        """One error for all the cells, and for the check that counts a row too few."""
        if self.counted is None:
            return self._gone()
        return led_to(self._gone(), self.counted.what, *self.counted.consequences)

    def _gone(self) -> Problem:
        cells = [cell for cell in self.cells if self.new is None or cell != self.new.at(self.key)]
        listed = some_of(cells, MOST_CELLS)
        old = shown(self.old)
        say = "1 cell still says" if len(cells) == 1 else f"{len(cells)} cells still say"
        if self.new is None and len(self.rivals) in range(2, MOST_ROWS + 1):
            named = ", ".join(map(shown, self.rivals))
            flaw = (
                f"{old} is gone from the sheet {self.sheet}, and {say} it: {listed}. These rows are named "
                f"nowhere else: {named}."
            )
            first, second, *_ = (f"pnp rename {quoted(self.old)} {quoted(new)}" for new in self.rivals)
            more_names = ", or so on" if len(self.rivals) > 2 else ""
            mend = f"If one of them is its new name, say which one: {first}, or {second}{more_names}."
            return error(cells[0], flaw, mend)
        if self.new is None:
            flaw = f"{old} is gone from the sheet {self.sheet}, and {say} it: {listed}."
            mend = f"If it has a new name, pnp rename {quoted(self.old)} NEW writes it into all of them."
            if self.counted is not None:
                mend = "Write its row again."
            return error(cells[0], flaw, f"{mend}{self._if_deleted(cells)}")
        new = as_text(self.new[self.key])
        flaw = f"{old} is gone from the sheet {self.sheet} and {shown(new)} has come; {say} {old}: {listed}."
        mend = f"If that is its new name, pnp rename {quoted(self.old)} {quoted(new)} writes them all."
        deleted = "" if self.refused else self._if_deleted(cells)
        return error(self.new.at(self.key), flaw, f"{mend}{deleted}")

    def _if_deleted(self, cells: Sequence[str]) -> str:
        """The mend for a row that is gone and has no new name."""
        played = [sheet for sheet in (cell.partition("!")[0] for cell in cells) if is_sample_game(sheet)]
        ways = [f"{repair_of(sheet)} plays the sample game on without it" for sheet in dict.fromkeys(played)]
        rest = "the other cells" if played else "these cells"
        ways += [f"{rest} have to say another"] if len(played) < len(cells) else []
        if self.counted is not None and self.counted.miscount is not None:
            checks = self.counted.miscount.checks
            ways += [f"{listed(checks)} {'have' if len(checks) > 1 else 'has'} to ask for fewer"]
        if_so = "If you deleted it" if self.counted is None else "If it is to stay out"
        return f" {if_so}, {'; '.join(ways)}."


def vanished(book: Book, problems: Sequence[Problem]) -> tuple[Vanished, ...]:
    """The names that vanished from sheets whose rows are referred to, or listed in the sample game."""
    counted = {
        (problem.miscount.sheet, name): problem
        for problem in problems
        if problem.miscount is not None and len(problem.miscount.named) == 1
        for name in problem.miscount.named
    }
    gone = {(name.sheet, fold(name.old)): name for name in _from_lists(book)}
    gone |= {(name.sheet, fold(name.old)): name for name in _from_references(book, problems, counted)}
    return tuple(
        replace(name, counted=counted.get((name.sheet, name.old))) if name.new is None else name
        for name in gone.values()
    )


def with_renames(
    book: Book, problems: Sequence[Problem]
) -> tuple[tuple[Problem, ...], tuple[Problem, ...], Mapping[str, Problem]]:
    """What was found, with one error a name that vanished, and those that concern the sample game alone.

    The last is each old name with its error, for what follows from it.
    """
    gone = vanished(book, problems)
    cells = {cell for vanished_name in gone for cell in vanished_name.cells}
    refused = {problem for name in gone for problem in (*name.refused, name.counted)}
    refused |= {
        problem for problem in problems if problem.severity is Severity.WARNING and problem.where in cells
    }
    names = {name.old: name.problem() for name in gone}
    strict = [names[name.old] for name in gone if name.refused or name.counted]
    mild = [names[name.old] for name in gone if names[name.old] not in strict]
    return (*(problem for problem in problems if problem not in refused), *strict), tuple(mild), names


def lost_names(book: Book, problems: Iterable[Problem], sheet: str) -> Mapping[str, str]:
    """The names that cells still say and no row of a sheet has, each with the first of these cells.

    A name that one cell says, and that is spelt like one that is there, is taken for a mistake of spelling.
    """
    lost = {name.old: name.cells[0] for name in _from_lists(book) if name.sheet == sheet and name.new is None}
    table = book.tables.get(sheet)
    refused: dict[str, list[str]] = {}
    for problem in problems:
        lack = problem.about if problem.severity is Severity.ERROR else None
        if table is not None and isinstance(lack, Unlisted) and fold(lack.sheet) == fold(sheet):
            refused.setdefault(lack.name, []).append(problem.where)
    names = names_in(table) if table is not None else ()
    return lost | {
        name: cells[0] for name, cells in refused.items() if len(cells) > 1 or not nearest(name, names)
    }


def _from_lists(book: Book) -> Iterator[Vanished]:
    """Names in the sample game's lists of rows, such as its decks."""
    owned: dict[str, tuple[Table, str]] = {}
    for table in book.tables.values():
        if table.name in {FIELDS, PUBLISHED} or is_sample_game(table.name):
            continue
        for key in naming_columns(table)[:1]:
            owned |= {fold(as_text(row[key])): (table, key) for row in table if row[key]}
    for row in sample_rows(book):
        for column, value in row.values.items():
            names = [name.strip() for name in _LISTED.split(value)] if isinstance(value, str) else []
            owners = [owned[fold(name)] for name in names if fold(name) in owned]
            if column in _NO_LISTS or len(owners) < LEAST_NAMES or 2 * len(owners) <= len(names):
                continue
            table, key = max(owners, key=owners.count)
            lost = [name for name in dict.fromkeys(names) if name and fold(name) not in owned][:MOST_LOST]
            listed = {fold(name) for name in names}
            come = (
                [heir for heir in unspoken(book, table, key) if fold(as_text(heir[key])) not in listed]
                if lost
                else []
            )
            yield from _matched(book, table, key, {name: _cells(book, name) for name in lost}, come)


def _matched(
    book: Book,
    table: Table,
    key: str,
    lost: Mapping[str, Sequence[str]],
    come: Sequence[Row],
    refused: Mapping[str, Sequence[Problem]] = MappingProxyType({}),
) -> Iterator[Vanished]:
    """The names that are lost, with the cells that say them, each with the row that it may be by now."""
    old_names = {problem.where: name for name, problems in refused.items() for problem in problems}
    heirs = {name: successors(book, table, key, name, come, old_names) for name in lost}
    for name, rows in heirs.items():
        elsewhere = [kin[0] for rival, kin in heirs.items() if rival != name and len(kin) == 1]
        free = [row for row in rows if row not in elsewhere] or list(rows)
        sure = len(free) == 1 and free[0] not in elsewhere
        yield Vanished(
            table.name,
            name,
            free[0] if sure else None,
            key,
            tuple(lost[name]),
            tuple(as_text(row[key]) for row in free),
            tuple(refused.get(name, ())),
        )


def _from_references(
    book: Book, problems: Iterable[Problem], counted: Collection[tuple[str, str]]
) -> Iterator[Vanished]:
    """Names that columns of the type reference say, by the `problems` of reading them.

    `counted` are sheets with the names whose rows are gone from them, as checks say that count rows.
    """
    refused: dict[tuple[str, str], dict[str, list[Problem]]] = {}
    for problem in problems:
        lack = problem.about
        if isinstance(lack, Unlisted) and problem.severity is Severity.ERROR:
            refused.setdefault((lack.sheet, lack.column), {}).setdefault(lack.name, []).append(problem)
    for (sheet, column), names in refused.items():
        pointed = pointed_at(sheet, column, book)
        if pointed is None:
            continue
        table, key = pointed
        used = _referred(book, f"{sheet}.{column}")
        come = [row for row in table if row[key] not in (None, "") and fold(as_text(row[key])) not in used]
        present = {as_text(row[key]) for row in table} - {as_text(row[key]) for row in come}
        cells = {
            name: tuple(dict.fromkeys((*(problem.where for problem in refusals), *_cells(book, name))))
            for name, refusals in islice(names.items(), MOST_LOST)
            if (table.name, name) in counted or not nearest(name, present)  # else it is misspelt
        }
        lost = {
            name: where
            for name, where in cells.items()
            if (table.name, name) in counted or (come and len(where) > 1)
        }
        if lost:
            yield from _matched(book, table, key, lost, come, names)


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
    """The cells that say a name as a word of its own, and not as a part of another name.

    A name of fewer letters than most words, such as A, is only looked for where it is all that is said.
    """
    longer = sorted(
        {text for text in _all_names(book) if name in text and name != text}, key=len, reverse=True
    )
    inner = "|".join([*map(re.escape, longer), f"({re.escape(name)})"])
    word = re.compile(rf"(?<!\w)(?:{inner})(?!\w)")
    if len(name) < LEAST_LETTERS:
        word = re.compile(rf"(?:^|[;\n])\s*({re.escape(name)})\s*(?=[;\n]|$)")
    return tuple(
        row.at(key)
        for table in book.tables.values()
        if table.name not in {FIELDS, PUBLISHED}
        for row in table
        for key, value in row.values.items()
        if isinstance(value, str) and any(match[1] for match in word.finditer(value))
        if value == name or key not in naming_columns(table)
    )


def _all_names(book: Book) -> Iterator[str]:
    for table in book.tables.values():
        if table.name in {FIELDS, PUBLISHED} or is_sample_game(table.name):
            continue
        for key in naming_columns(table):
            yield from (as_text(row[key]) for row in table)
