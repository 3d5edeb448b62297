"""The games whose rules the package knows. A game without an entry here is built all the same.

A game's module offers `check(book)`, its rule checks as an iterable of Problems; `load(book)`, which makes
what templates see as `game` from a Book that the checks have passed; `replay_book` and `replay_text`, which
play a sample game; `sample_text` and `repair_text`, which make one; and `rulebook_names`, the words that the
rulebook's text may use. An error of `check` on the sheet Icons makes idle what cells lack of symbols.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sized
from types import MappingProxyType
from typing import Any, Protocol, cast

from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.records.worksheets import game_facts

GAMES: Mapping[str, str] = MappingProxyType({"meaning_made": "generator.games.meaning_made"})
"""The value of the key Rules in the sheet Game -> the module, imported only when it is asked for."""


class Replayed(Protocol):
    """A sample game that was played; the appendix knows more of it."""

    @property
    def steps(self) -> Sized:
        """The steps that were played."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every step that does not hold; none if the sample game is sound."""


class GameModule(Protocol):
    """What a game's module offers."""

    def check(self, book: Book) -> Iterable[Problem]:
        """All that is wrong with the game by its rules; cells that could not be read are empty."""

    def load(self, book: Book) -> Any:
        """The game's records for templates and rules."""

    def replay_book(self, book: Book, game: Any) -> Replayed | None:
        """The sample game of the workbook, played by the rules."""

    def replay_text(self, text: str, source: str, game: Any) -> Replayed:
        """A game that is told in a text, played by the rules."""

    def sample_text(self, game: Any, *, seed: int, players: int) -> str:
        """A new legal game as such a text."""

    def repair_text(self, replay: Any, *, seed: int) -> tuple[str, int, int] | None:
        """A broken game made whole: its text, how many steps are kept, how many rows are proposed."""

    def rulebook_names(self, game: Any) -> Mapping[str, Any]:
        """Names for `templates/rulebook.md`."""


def rules_name(book: Book) -> str:
    """The name in the sheet Game's key Rules, or nothing."""
    return game_facts(book).rules


def game_module(book: Book) -> GameModule | None:
    """The module of the book's game; None if it names none or one that is unknown."""
    path = GAMES.get(rules_name(book))
    return cast(GameModule, importlib.import_module(path)) if path else None
