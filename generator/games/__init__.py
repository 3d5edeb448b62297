"""The rulesets that the package knows, and what one has to offer. A game without rules is built all the same.

A ruleset is a folder here: a module with `RULESET`, a `GameModule`. `check` finds what is wrong with a
workbook by the rules; `load` makes of a sound one what templates see as `game`, what the rulebook's text
may ask for, and an engine at work that plays sample games (`generator.replay`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from generator.ground.problems import Problem
from generator.records.cells import Raw, as_text
from generator.records.tables import Book, Field, Row
from generator.records.worksheets import SAMPLE_GAME

if TYPE_CHECKING:
    from generator.replay.play import Playing


class LoadedGame(Protocol):
    """A sound workbook as its rules read it."""

    @property
    def game(self) -> object:
        """What templates see as `game`."""

    def play(self, sheet: str = SAMPLE_GAME) -> Playing:
        """The engine over this workbook, of the ruleset whose sample game is that sheet."""

    def rulebook_names(self) -> Mapping[str, object]:
        """Names for `templates/rulebook.md` that need the rules."""


@dataclass(frozen=True, slots=True)
class CellFit:
    """What would do in one cell by the rules of a game: some values, or numbers between two bounds."""

    values: frozenset[str] | None = None
    """As texts; None is whatever the column may hold."""
    least: float | None = None
    most: float | None = None
    why: str = ""
    """A sentence that says which cell has it so, if there is one to say."""

    def allows(self, value: Raw) -> bool:
        """Whether a value is one that would do."""
        number = value if isinstance(value, int | float) else None
        below = number is not None and self.least is not None and number < self.least
        above = number is not None and self.most is not None and number > self.most
        named = self.values is None or as_text(value) in self.values
        return named and not below and not above

    def within(self, field: Field) -> Field:
        """A field whose bounds are no wider than these."""
        least = [bound for bound in (field.least, self.least) if bound is not None]
        most = [bound for bound in (field.most, self.most) if bound is not None]
        return replace(field, least=max(least, default=None), most=min(most, default=None))


class GameModule(Protocol):
    """A ruleset. Who is one says so, as a subclass, and has then what is answered here."""

    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        """How many can play a workbook that `check` has passed, by the ruleset of a sample game."""

    def check(self, book: Book) -> Iterable[Problem]:
        """All that is wrong with the game by its rules; cells that could not be read are empty.

        An error on the sheet Icons makes idle what cells lack of symbols.
        """

    def load(self, book: Book) -> LoadedGame:
        """The game of a workbook that `check` has passed."""

    def fit(self, book: Book, row: Row, key: str) -> CellFit | None:
        """What would do in the column `key` of a row, for mends; None if the rules do not mind, as here."""
        return None

    def needs(self, book: Book) -> Mapping[str, Collection[str]]:
        """Sheets, each with the headers of the columns that are read by their names; here none.

        Nobody is told to give one of them up.
        """
        return {}


Games = Mapping[str, Callable[[], GameModule]]
"""The value of the key Rules in the sheet Game -> its ruleset, made only when it is asked for."""


def _shipped(module: str) -> Callable[[], GameModule]:
    def found() -> GameModule:
        ruleset: GameModule = importlib.import_module(module).RULESET
        return ruleset

    return found


_SHIPPED = MappingProxyType(
    {
        "life_meaning": "life_meaning",
        **{"meaning_made": "meaning_made", "meaning_made_march": "meaning_made.march"},
        "symetra": "symetra",
        **{game: f"deck_of_signs.{game}" for game in ("scion", "elementary", "counterspell")},
    }
)
"""The name of each ruleset -> its room."""
GAMES: Games = MappingProxyType(
    {name: _shipped(f"generator.games.{room}") for name, room in _SHIPPED.items()}
)
"""The rulesets of the package."""


NEEDS_RULES = "This shows what the rules of the game give, and they cannot be read."
"""What is said of something that asks for them: it follows from what is wrong with the rules."""


class RulesNotRead(Exception):
    """Somebody asks for what the rules of a game give, and they could not be read."""


class UnreadGame:
    """What templates see as `game` while the rules cannot be read: whatever is asked of it raises that."""

    def __getattr__(self, name: str) -> object:
        raise RulesNotRead

    def __getitem__(self, name: object) -> object:
        raise RulesNotRead

    def __iter__(self) -> Iterator[object]:
        raise RulesNotRead
