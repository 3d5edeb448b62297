"""A ruleset as the registry wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.games import GameModule, LoadedGame
from generator.games.kit.needed import NeededParts
from generator.ground.problems import Problem
from generator.records.tables import Book, SheetLeftOut
from generator.records.worksheets import RULES, SAMPLE_GAME
from generator.replay.engine import Engine
from generator.replay.play import BookGame


@dataclass(frozen=True, slots=True)
class BookRules(GameModule):
    """What a workbook has to have, what is checked of it, and the engine over it."""

    parts: NeededParts
    checks: tuple[Callable[[Book], Iterable[Problem]], ...]
    engine: Callable[[Book], Engine[Any, Any, Any]]
    prefix: str = ""
    """Begins the keys of the sheet Rules, if several rulesets share it: `scion_`."""

    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        """From the fewest to the most that the sheet Rules says."""
        rules = book.facts(RULES)
        return range(rules[f"{self.prefix}players_min"], rules[f"{self.prefix}players_max"] + 1)

    def check(self, book: Book) -> Iterable[Problem]:
        """All that is wrong with a workbook by the rules; if it lacks a part of the game, that alone."""
        foreign = tuple(self.parts.other_game(book))
        missing = foreign or (*self.parts.missing_parts(book), *self.parts.missing_symbols(book))
        return missing or tuple(problem for check in self.checks for problem in _until_left_out(check, book))

    def needs(self, book: Book) -> Mapping[str, tuple[str, ...]]:
        """The columns that the rules read."""
        return self.parts.columns(book)

    def load(self, book: Book) -> LoadedGame:
        """The game of a sound workbook. Raises SheetLeftOut for one that lacks a sheet of the rules."""
        for sheet in self.parts.sheets:
            book.tables.get(sheet) or book[sheet]
        return self.loaded(book, self.engine(book))

    def loaded(self, book: Book, engine: Engine[Any, Any, Any]) -> LoadedGame:
        """The game over an engine; here templates need no more than the Book."""
        return BookGame(book, engine)


def _until_left_out(check: Callable[[Book], Iterable[Problem]], book: Book) -> Iterator[Problem]:
    try:
        yield from check(book)
    except SheetLeftOut:
        return  # what is wrong with that sheet is told already
