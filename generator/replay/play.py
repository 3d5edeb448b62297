"""A game's engine at work: the sample game of a workbook or a text, and new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from generator.ground.problems import Failed, error
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.replay.engine import Engine
from generator.replay.errors import SetupError
from generator.replay.moves import A, F, S
from generator.replay.played import Replay
from generator.replay.sample import best_sample
from generator.replay.script import lines_text, script_from_table, script_from_text
from generator.replay.worlds import replay

Replayed = Replay[Any, Any, Any]
"""A script that was played, whatever the states of its game are."""


@dataclass(frozen=True, slots=True)
class Play(Generic[S, A, F]):
    """What can be done with an engine, whatever its states are."""

    engine: Engine[S, A, F]
    sheet: str = SAMPLE_GAME
    """Where its sample game stands."""

    def replay_book(self, book: Book) -> Replay[S, A, F] | None:
        """The sample game of a workbook, with all that is wrong with it; None without such rows."""
        if self.sheet not in book or not book[self.sheet].rows:
            return None
        script, problems = script_from_table(book[self.sheet], self.engine.vocabulary)
        return replay(script, self.engine, problems)

    def replay_text(self, text: str, source: str) -> Replay[S, A, F]:
        """A script in a text; `source` names it in Problems."""
        script, problems = script_from_text(text, source, self.engine.vocabulary)
        return replay(script, self.engine, problems)

    def sample_text(self, *, seed: int, players: int, rounds: int | None = None) -> str:
        """A legal game that teaches much, as the text of a script. Raises Failed if it cannot begin."""
        try:
            lines = best_sample(self.engine, seed=seed, players=players, rounds=rounds)
        except SetupError as fault:
            raise Failed(error("sample-game", str(fault), "Ask for another number of players.")) from None
        return lines_text(lines, self.engine.vocabulary)


Playing = Play[Any, Any, Any]
"""An engine at work, whatever its states are."""


@dataclass(frozen=True, slots=True)
class BookGame(Generic[S, A, F]):
    """A loaded game: what its templates see as `game`, such as the Book, and names for its rulebook."""

    game: object
    engine: Engine[S, A, F]
    names: Mapping[str, object] = field(default_factory=dict)

    def play(self, sheet: str = SAMPLE_GAME) -> Play[S, A, F]:
        """The engine at work."""
        return Play(self.engine, sheet)

    def rulebook_names(self) -> Mapping[str, object]:
        """What the rulebook’s text may use beside the names of every template."""
        return self.names
