"""What happened in a game of Life~Meaning, beside changes of tracks and tokens. Players are seats."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.kit.facts import Acted, Changed, Reshuffled
from generator.games.kit.tokens import Bundle
from generator.games.life_meaning.rules.state import End


@dataclass(frozen=True, slots=True)
class Obtained:
    """A Pattern went into a Stack; `saved` is what discounts took off its Cost."""

    player: int
    pattern: int
    saved: Bundle


@dataclass(frozen=True, slots=True)
class Completed:
    """A Project was completed; `places` are seats, marks and Legacy, the first first."""

    project: int
    places: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody gave a token that was asked for, or refused it."""

    player: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """The Stability Check: whether the Mitigation was paid in full."""

    met: bool


@dataclass(frozen=True, slots=True)
class LastRound:
    """From now on this round is the last one."""

    end: End


Fact = Acted | Changed | Reshuffled | Obtained | Completed | Answered | Checked | LastRound
