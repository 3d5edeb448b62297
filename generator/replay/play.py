"""A game's engine at work: the sample game of a workbook or a text, and new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from generator.ground.problems import Failed, error
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.replay.engine import A, Engine, F, S
from generator.replay.errors import SetupError
from generator.replay.sample import sample_game
from generator.replay.script import lines_text, script_from_table, script_from_text
from generator.replay.worlds import Replay, replay


@dataclass(frozen=True, slots=True)
class Play(Generic[S, A, F]):
    """What can be done with an engine, whatever its states are."""

    engine: Engine[S, A, F]

    def replay_book(self, book: Book) -> Replay[S, A, F] | None:
        """The sheet `Sample Game` of a workbook, with all that is wrong with it; None without such rows."""
        if SAMPLE_GAME not in book or not book[SAMPLE_GAME].rows:
            return None
        script, problems = script_from_table(book[SAMPLE_GAME], self.engine.vocabulary)
        return replay(script, self.engine, problems)

    def replay_text(self, text: str, source: str) -> Replay[S, A, F]:
        """A script in a text; `source` names it in Problems."""
        script, problems = script_from_text(text, source, self.engine.vocabulary)
        return replay(script, self.engine, problems)

    def sample_text(self, *, seed: int, players: int) -> str:
        """A legal game between bots, as the text of a script. Raises Failed if it cannot begin."""
        try:
            lines = sample_game(self.engine, seed=seed, players=players)
        except SetupError as fault:
            raise Failed(error("sample-game", str(fault), "Ask for another number of players.")) from None
        return lines_text(lines, self.engine.vocabulary)


@dataclass(frozen=True, slots=True)
class BookGame(Generic[S, A, F]):
    """A loaded game whose templates need no more than the Book, and whose rulebook asks for no names."""

    game: Book
    engine: Engine[S, A, F]

    def play(self) -> Play[S, A, F]:
        """The engine at work."""
        return Play(self.engine)

    def rulebook_names(self) -> Mapping[str, object]:
        """Nothing."""
        return {}
