"""What a ruleset needs of a workbook: sheets, columns of a type, symbols, keys of the sheet Rules.

The generic checks (types, bounds, uniqueness, references) have run before: a cell that failed there is
empty, and nothing here speaks of it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from generator.ground.problems import Problem, error
from generator.records.notation import Kind
from generator.records.tables import Book, FieldType, slug
from generator.records.worksheets import GAME, ICONS


@dataclass(frozen=True, slots=True)
class NeededParts:
    """The parts without which the rules of a game cannot be read."""

    game: str
    """The game's name, as messages say it."""
    sheets: Mapping[str, tuple[str, ...]]
    """Sheets, each with its columns."""
    symbols: Mapping[str, Kind]
    """Keys of the sheet Icons, and what each has to be."""
    types: Mapping[str, tuple[FieldType, ...]] = field(default_factory=dict)
    """Columns whose declared type the rules rely on, in whatever sheet they stand: the first is best."""
    may_be_empty: frozenset[str] = frozenset()
    """Sheets that need no rows."""
    effects: Callable[[Book], Mapping[str, tuple[str, ...]]] = field(default=lambda book: {})
    """Further columns of these sheets, with effects, that follow from what a workbook has."""

    def columns(self, book: Book) -> Mapping[str, tuple[str, ...]]:
        """All columns without which the rules cannot be read, by their sheets."""
        further = self.effects(book)
        return {sheet: (*columns, *further.get(sheet, ())) for sheet, columns in self.sheets.items()}

    def other_game(self, book: Book) -> Iterator[Problem]:
        """One Problem if most of the sheets are missing: the workbook is that of another game."""
        missing = [sheet for sheet in self.sheets if sheet not in book and sheet not in book.faults]
        if 2 * len(missing) <= len(self.sheets):
            return
        rows = [row for row in book[GAME] if slug(str(row.values.get("key") or "")) == "rules"]
        lacking = ", ".join(missing)
        yield error(
            rows[0].at("value") if rows else GAME,
            f"The rules of {self.game} are not for this workbook: it lacks the sheets {lacking}.",
            "Empty the cell; a game without rules is printed all the same.",
        )

    def missing_parts(self, book: Book) -> Iterator[Problem]:
        """Sheets and columns that are not there or not declared."""
        further = self.effects(book)
        for sheet, columns in self.columns(book).items():
            if sheet not in book:
                if sheet not in book.faults:  # else its own Problem says why it cannot be read
                    fault = (
                        f"The sheet “{sheet}” is missing, or the sheet Fields does not declare its columns."
                    )
                    yield error(sheet, fault, self._bring_back)
                continue
            if not book[sheet].rows and sheet not in self.may_be_empty:
                yield error(sheet, f"The sheet “{sheet}” is empty.", "Bring its rows back.")
            if sheet not in book.faults:  # else its declarations are not those that were meant
                types = {**self.types, **dict.fromkeys(further.get(sheet, ()), (FieldType.EFFECT,))}
                yield from self._undeclared(book, sheet, columns, types)

    @property
    def _bring_back(self) -> str:
        return f"Bring it back; the rules of {self.game} are read from it."

    def _undeclared(
        self, book: Book, sheet: str, columns: tuple[str, ...], types: Mapping[str, tuple[FieldType, ...]]
    ) -> Iterator[Problem]:
        declared = {field.column: field.type for field in book[sheet].fields}
        for column in columns:
            fitting = types.get(column, ())
            if column not in declared:
                fault = f"The column “{column}” is missing, or the sheet Fields does not declare it."
                yield error(f"{sheet}!1:1", fault, self._bring_back)
            elif fitting and declared[column] not in fitting:
                fault = f"The column “{column}” is declared as {declared[column]}."
                mend = f"Declare it as {fitting[0]} in the sheet Fields; the game's rules read it as that."
                yield error(f"{sheet}!1:1", fault, mend)

    def missing_symbols(self, book: Book) -> Iterator[Problem]:
        """Symbols that the sheet Icons lacks or takes for something else."""
        for key, kind in self.symbols.items():
            if key not in book.symbols:
                mend = f"Add a row with the key {key} and the kind {kind}."
                yield error(ICONS, f"The symbol “{key}” is missing.", mend)
            elif book.symbols[key].kind is not kind:
                place = next(row.at("kind") for row in book[ICONS] if row.values.get("key") == key)
                fault = f"The symbol “{key}” is of the kind {book.symbols[key].kind}."
                yield error(place, fault, f"Give it the kind {kind}; the rules use it as that.")
