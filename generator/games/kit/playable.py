"""Cells of cards that a ruleset can play: costs in tokens, changes of what it knows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.ground.problems import Problem, error, warning
from generator.records.accepted import ACCEPTED, accepted_or
from generator.records.cells import listed
from generator.records.notation import Call, Change, Effect, Requirement
from generator.records.tables import Book, Row
from generator.records.worksheets import TOKENS


@dataclass(frozen=True, slots=True)
class PlayableCells:
    """What the rules of a game can read in requirements and effects; the sheet Projects is what is built."""

    game: str
    """The game's name, as messages say it."""
    tokens: tuple[str, ...]
    """Keys of the kinds of tokens."""
    symbols: Collection[str]
    """Keys of what effects change."""
    payable: Collection[str] = ()
    """Further keys that a cost may ask for, such as any token."""
    calls: Collection[str] = ()
    """What happens by its name."""

    def costs(self, book: Book, cells: Iterable[tuple[str, str]]) -> Iterator[Problem]:
        """Columns that ask for tokens alone, and in Projects for at least one."""
        for sheet, column in cells:
            for row in book[sheet]:
                value = row.values.get(column)
                if isinstance(value, Requirement):
                    yield from self._cost(book, row, column, value)

    def _cost(self, book: Book, row: Row, column: str, value: Requirement) -> Iterator[Problem]:
        known = (*self.tokens, *self.payable)
        other = [amount.symbol for amount in value.amounts if amount.symbol not in known]
        if other:
            name = book.symbols[other[0]].name
            fault = f"{row.title} asks for {name}, which nobody can pay: it is no kind of token."
            yield error(row.at(column), fault, f"Ask for {self._kinds(book)}.")
        elif row.sheet == "Projects" and not value.amounts and row.at(column) not in book.unread:
            fault = f"{row.title} asks for nothing, so that nobody can complete it."
            yield error(row.at(column), fault, "Ask for at least one token.")

    def changes(self, book: Book, whom: Mapping[tuple[str, str], tuple[str, ...]]) -> Iterator[Problem]:
        """Columns whose effects change tokens and tracks of those in `whom`, and nothing else."""
        for (sheet, column), known in whom.items():
            for row in book[sheet]:
                value = row.values.get(column)
                for part in value.parts if isinstance(value, Effect) else ():
                    yield from self._part(book, row, column, part, known)

    def _part(
        self, book: Book, row: Row, column: str, part: object, known: tuple[str, ...]
    ) -> Iterator[Problem]:
        if isinstance(part, Call) and part.table in self.calls:
            return
        if not isinstance(part, Change) or part.symbol not in self.symbols:
            fault = f"{row.title} does something that the rules of {self.game} do not know."
            example = f"+1{book.symbols[self.tokens[0]].typed}"
            mend = f"Write changes of {self._kinds(book)} and of the tracks, such as {example}."
            yield error(row.at(column), fault, mend)
        elif part.who not in known:
            name = book.symbols[part.symbol].name
            fault = f"{row.title} changes {name} of “{part.who}”, whom the rules do not know here."
            yield error(row.at(column), fault, f"Write {' or '.join(known[1:])} in front of it.")

    def _kinds(self, book: Book) -> str:
        return listed([book.symbols[token].name for token in self.tokens], "or")


def beyond_the_tokens(
    book: Book, cells: Iterable[tuple[str, str]], kinds: Collection[str]
) -> Iterator[Problem]:
    """Columns whose requirements are paid at once, and ask for more of a kind than are printed."""
    tokens = {row.values.get("icon"): row for row in book.tables.get(TOKENS, ())}
    for sheet, column in cells:
        for row in book[sheet]:
            asked = row.values.get(column)
            if not isinstance(asked, Requirement):
                continue
            for kind in kinds:
                printed = tokens[kind].values.get("copies") if kind in tokens else None
                if isinstance(printed, int) and asked.count(kind) > printed:
                    name = book.symbols[kind].name
                    fault = (
                        f"{row.title} asks for {asked.count(kind)} {name} at once, and {printed} are printed."
                    )
                    mend = f"Ask for {printed} at most, or print more in {tokens[kind].at('copies')}."
                    yield warning(row.at(column), fault, mend)


def never_brought(
    book: Book, cells: Iterable[tuple[str, str]], lacking: Collection[str]
) -> Iterator[Problem]:
    """The first card of each column that asks for a kind of token that is `lacking`: nothing brings it."""
    for sheet, column in cells:
        for kind in lacking:
            rows = (row for row in book[sheet] if not row.values.get(ACCEPTED))
            asking = (row for row in rows if _asks_for(row.values.get(column), kind))
            if (row := next(asking, None)) is not None:
                name = book.symbols[kind].name
                fault = f"{row.title} asks for {name}, which no rule and no card brings."
                yield warning(row.at(column), fault, accepted_or(f"Let a card give {name}", row))


def _asks_for(cell: object, kind: str) -> bool:
    return isinstance(cell, Requirement) and cell.count(kind) > 0
