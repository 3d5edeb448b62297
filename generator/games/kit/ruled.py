"""An engine over a table whose fields are called as its symbols are: counting, hiding and seating follow.

The tokens of the seats lie in `tokens`, a bundle each; a track of each seat is a tuple by seat, a track that
all share a number.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Generic

from generator.games.kit.facts import changes_of
from generator.games.kit.hidden import Pool, face_down, laid_by_chance
from generator.games.kit.shown import badge_of, seat_remarks, seats_of
from generator.games.kit.table import put
from generator.replay.engine import Engine
from generator.replay.moves import TABLE, A, CountChange, Deed, F, S
from generator.replay.script import Script
from generator.replay.told import Remark, Sign

ANY_TOKEN = "token"
"""The symbol of a token of any kind."""


class Ruled(Engine[S, A, F], Generic[S, A, F]):
    """What follows from naming what lies on the table."""

    kinds: ClassVar[Sequence[str]]
    """The kinds of tokens, in the order of a bundle."""
    tracks: ClassVar[Sequence[str]]
    """The tracks that each seat has."""
    shared_tracks: ClassVar[Sequence[str]]
    """Those that all share."""
    hidden: ClassVar[Sequence[Pool]]
    """What not everybody sees; all else lies open."""

    nobody: ClassVar[Sign]
    """The sign of what nobody does."""
    telling: Any = None
    """The module with the words: functions `headline`, `outcome` and `rules_shown` (ids) of a step, `ending`
    and `score_rows` of the last state. A game without one says them itself."""

    @abstractmethod
    def most(self, state: S, track: str) -> int:
        """The last space of a track."""

    def bundle(self, counts: Iterable[int]) -> Any:
        """A seat's tokens as they lie in `tokens`."""
        return tuple(counts)

    def names(self, state: S) -> tuple[str, ...]:
        """The players' names by seat."""
        table: Any = state
        names: tuple[str, ...] = table.names
        return names

    def round(self, state: S) -> int:
        """The number of the round."""
        table: Any = state
        return int(table.round)

    def measure(self, state: S, seat: int, symbol: str) -> int | None:
        """How much a seat, or the table, has of a symbol."""
        table: Any = state
        if symbol in self.shared_tracks:
            return int(getattr(table, symbol))
        if seat == TABLE:
            return None
        if symbol in self.tracks:
            return int(getattr(table, symbol)[seat])
        if symbol in self.kinds:
            return int(table.tokens[seat][self.kinds.index(symbol)])
        return sum(table.tokens[seat]) if symbol == ANY_TOKEN else None

    def with_measure(self, state: S, seat: int, symbol: str, value: int) -> S:
        """The state in which a seat has so much of a symbol, as far as its track goes."""
        table: Any = state
        if symbol in self.kinds:
            tokens = put(tuple(table.tokens[seat]), self.kinds.index(symbol), max(value, 0))
            return self._with(state, "tokens", put(table.tokens, seat, self.bundle(tokens)))
        if symbol not in (*self.shared_tracks, *self.tracks):
            return state
        value = min(max(value, 0), self.most(state, symbol))
        shared = symbol in self.shared_tracks
        return self._with(state, symbol, value if shared else put(getattr(table, symbol), seat, value))

    def _with(self, state: S, field: str, value: object) -> S:
        changed: dict[str, Any] = {field: value}
        return replace(state, **changed)  # type: ignore[type-var]

    def changes(self, facts: Sequence[F], seat: int, symbol: str) -> tuple[CountChange, ...]:
        """What was asked for, and what came of it; of any token each kind's."""
        return changes_of(facts, seat, self.kinds if symbol == ANY_TOKEN else (symbol,))

    def view(self, state: S, seat: int) -> S:
        """What lies open for a seat."""
        return face_down(state, self.hidden, seat)

    def determinize(self, view: S, seat: int, rng: Random) -> S:
        """What the seat does not see in any order."""
        return laid_by_chance(view, self.hidden, seat, rng)

    def setup_told(self, script: Script) -> Iterator[Remark]:
        """What the script says of each player, with the name of the mat."""
        return seat_remarks(script)

    def badge(self, deed: Deed[S, A, F], script: Script) -> Sign:
        """The sign of the player's mat, or that of what nobody does."""
        return badge_of(deed.row, self.names(deed.before), seats_of(script, self.book), self.nobody)

    def headline(self, deed: Deed[S, A, F]) -> str:
        """Who does what."""
        return str(self.telling.headline(deed))

    def outcome(self, deed: Deed[S, A, F]) -> str:
        """What comes of it."""
        return str(self.telling.outcome(deed))

    def rules_shown(self, deed: Deed[S, A, F]) -> tuple[str, ...]:
        """The rules that a step shows, or the one that it breaks."""
        return tuple(self.rules[rule] for rule in self.telling.rules_shown(deed) if rule in self.rules)

    def ending(self, final: S) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """How it ended, and the scores."""
        return self.telling.ending(final), tuple(self.telling.score_rows(final))
