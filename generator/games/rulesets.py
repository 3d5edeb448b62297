"""The ruleset of a workbook; for several, such as three games of one deck, one that stands for all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from generator.games import (
    GAMES,
    CellFit,
    GameModule,
    Games,
    LoadedGame,
)
from generator.ground.fence import unit
from generator.ground.problems import Problem
from generator.ground.progress import Counter, Progress, quiet
from generator.records.cells import as_text
from generator.records.tables import Book, Row, slug
from generator.records.worksheets import RULES, SAMPLE_GAME, rules_named, sample_sheets
from generator.replay.play import Playing, Replayed

RULESET = "ruleset"
"""The column of the sheet Rules that says whose a number is; several names are parted by commas."""
ALL = "all"
"""Stands there for what all rulesets read; so does an empty cell."""


def own_rules(book: Book, ruleset: str) -> Book:
    """The workbook with those numbers of the sheet Rules that are a ruleset's own, or that all read."""
    if RULES not in book:
        return book
    own = {"", ALL, ruleset}
    rows = tuple(
        row for row in book[RULES] if own & {*map(slug, as_text(row.values.get(RULESET)).split(","))}
    )
    tables = {**book.tables, RULES: replace(book[RULES], rows=rows)}
    return replace(book, tables=MappingProxyType(tables))


@dataclass(frozen=True, slots=True)
class SeveralRules(GameModule):
    """Rulesets by their names, in the order in which the sheet Game names them."""

    rulesets: Mapping[str, GameModule]

    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        """How many can play the ruleset of a sample game's sheet."""
        name = self._of_sheets(book)[sheet]
        return self.rulesets[name].players(own_rules(book, name))

    def check(self, book: Book) -> Iterable[Problem]:
        """What is wrong by each of them; what is wrong by several is told once."""
        problems = (module.check(own_rules(book, name)) for name, module in self.rulesets.items())
        return tuple(dict.fromkeys(problem for flaws in problems for problem in flaws))

    def load(self, book: Book) -> LoadedGame:
        """Each of them over a sound workbook."""
        sheets = self._of_sheets(book)
        return SeveralGames(
            book, {sheet: self.rulesets[name].load(own_rules(book, name)) for sheet, name in sheets.items()}
        )

    def fit(self, book: Book, row: Row, key: str) -> CellFit | None:
        """What would do in a cell by the first ruleset that minds."""
        fits = (module.fit(own_rules(book, name), row, key) for name, module in self.rulesets.items())
        return next((fit for fit in fits if fit is not None), None)

    def needs(self, book: Book) -> Mapping[str, Collection[str]]:
        """The columns that any of them reads."""
        needed: dict[str, tuple[str, ...]] = {}
        for module in self.rulesets.values():
            for sheet, columns in module.needs(book).items():
                needed[sheet] = (*needed.get(sheet, ()), *columns)
        return {sheet: tuple(dict.fromkeys(columns)) for sheet, columns in needed.items()}

    def _of_sheets(self, book: Book) -> Mapping[str, str]:
        """The sheet of each sample game -> the name of its ruleset."""
        sheets = zip(sample_sheets(book), rules_named(book), strict=True)
        return {sheet: name for sheet, name in sheets if name in self.rulesets}


@dataclass(frozen=True, slots=True)
class SeveralGames:
    """A workbook as several rulesets read it, by the sheets of their sample games."""

    game: Book
    games: Mapping[str, LoadedGame]

    def play(self, sheet: str = SAMPLE_GAME) -> Playing:
        """The engine of the ruleset whose sample game is a sheet."""
        return self.games[sheet].play(sheet)

    def rulebook_names(self) -> Mapping[str, object]:
        """Those of each."""
        return {name: value for game in self.games.values() for name, value in game.rulebook_names().items()}


def game_module(book: Book, games: Games = GAMES) -> GameModule | None:
    """The ruleset of the book's game, or several in one; None if it names none that is known."""
    rulesets = {name: games[name]() for name in rules_named(book) if name in games}
    if len(rules_named(book)) < 2:
        return next(iter(rulesets.values()), None)
    return SeveralRules(rulesets) if rulesets else None


def sample_games(loaded: LoadedGame | None, book: Book, progress: Progress = quiet) -> tuple[Replayed, ...]:
    """The sample games of a workbook, played by its rules; none for a game without rules."""
    sheets = sample_sheets(book)
    step = Counter("replay", len(sheets), progress)
    samples: list[Replayed] = []
    for sheet in sheets:
        with unit("game", sheet):
            sample = loaded.play(sheet).replay_book(book) if loaded is not None else None
        samples += [sample] if sample is not None else []
        step()
    return tuple(samples)
