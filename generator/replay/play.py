"""A game's engine at work: the sample game of a workbook or a text, and new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Generic

from generator.ground.problems import Failed, Problem, error
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.replay.engine import Engine
from generator.replay.errors import SetupError
from generator.replay.mending import Repaired, repair
from generator.replay.moves import A, F, S
from generator.replay.played import Replay
from generator.replay.sample import best_sample
from generator.replay.script import Script, lines_text, script_from_table, script_from_text
from generator.replay.telling import told
from generator.replay.told import Told
from generator.replay.tree import folded, tree_text
from generator.replay.worlds import replay


@dataclass(frozen=True)
class PlayedScript(Replay[S, A, F]):
    """A script that was played, with the ways in which all of it is told and mended."""

    @property
    def source(self) -> str:
        """The sheet or the file from which it was read."""
        return self.script.source

    def folded(self) -> tuple[Problem, ...]:
        """What is wrong in one Problem, if it is more than one thing; else that Problem."""
        return folded(self)

    def tree(self) -> str:
        """All that is wrong, causes with what depends on them indented below."""
        return tree_text(self)

    def told(self) -> Told:
        """The game as values that a booklet prints."""
        return self._told

    @cached_property
    def _told(self) -> Told:
        return told(self)

    def repaired(self, *, seed: int) -> Repaired | None:
        """The game made whole: sound steps are kept. None if the setup gives no game to begin with."""
        return repair(self, seed=seed)


Replayed = PlayedScript[Any, Any, Any]
"""A script that was played, whatever the states of its game are."""


@dataclass(frozen=True, slots=True)
class Play(Generic[S, A, F]):
    """What can be done with an engine, whatever its states are."""

    engine: Engine[S, A, F]
    sheet: str = SAMPLE_GAME
    """Where its sample game stands."""

    def replay_book(self, book: Book) -> PlayedScript[S, A, F] | None:
        """The sample game of a workbook, with all that is wrong with it; None without such rows."""
        if self.sheet not in book or not book[self.sheet].rows:
            return None
        script, problems = script_from_table(book[self.sheet], self.engine.vocabulary)
        return self._played(script, problems)

    def replay_text(self, text: str, source: str) -> PlayedScript[S, A, F]:
        """A script in a text; `source` names it in Problems."""
        script, problems = script_from_text(text, source, self.engine.vocabulary)
        return self._played(script, problems)

    def _played(self, script: Script, problems: Sequence[Problem]) -> PlayedScript[S, A, F]:
        played = replay(script, self.engine, problems)
        return PlayedScript(*(getattr(played, part.name) for part in fields(Replay)))

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
