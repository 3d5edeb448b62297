"""What a run has come upon and what it made, as values."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.checks.checked import Checked
from generator.checks.following import Following, with_consequences
from generator.games import Replayed
from generator.ground.problems import Failed, Problem, gravest, has_errors
from generator.press.decks import Deck
from generator.press.printing import OutputFile


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build made, and what it came upon."""

    files: tuple[OutputFile, ...]
    problems: tuple[Problem, ...]
    """Warnings; of a draft also errors."""
    output: Path
    sample: tuple[Problem, ...] = ()
    """What is wrong with the sample game: it stops no build, but the appendix is marked as not valid."""
    sample_told: tuple[Problem, ...] = ()
    """The same as it is told to people: many findings of one cause are one Problem."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Of a draft: where the error is -> how many pieces are not printed for it."""
    changed: tuple[str, ...] = ()
    """The files, by their path in the output, that were not there before or were others."""
    checked: Checked | None = field(default=None, compare=False, repr=False)
    """The game that was built."""
    decks: tuple[Deck, ...] = field(default=(), compare=False, repr=False)
    """What was drawn of it."""


@dataclass(slots=True)
class RunFindings:
    """What a run has come upon, stage by stage; if a later stage fails, this is still so."""

    checked: tuple[Problem, ...] = ()
    played: tuple[Problem, ...] = ()
    played_told: tuple[Problem, ...] = ()
    """The same as it is told to people."""
    sample: Replayed | None = None
    made: tuple[Problem, ...] = ()
    decks: tuple[Deck, ...] = ()
    following: list[Following] = field(default_factory=list)
    """What merely follows from errors among these."""
    left_out: collections.Counter[str] = field(default_factory=collections.Counter)
    """Where the error is -> how many pieces cannot be printed for it."""
    unread: list[str] = field(default_factory=list)
    """Components that show what the rules give, which cannot be read."""

    @property
    def broken(self) -> bool:
        """Whether there are errors that stop a build; a broken sample game is none."""
        return has_errors((*self.checked, *self.made))

    def told(self, played: Sequence[Problem] = ()) -> tuple[Problem, ...]:
        """All of it, each once, with what follows; `played` is what is told of the sample game."""
        return with_consequences(once(*self.checked, *played, *self.made), self.following)


@dataclass(frozen=True, slots=True)
class Examined:
    """All that a build would complain of: finding by finding, and as it is told to people."""

    problems: tuple[Problem, ...]
    told: tuple[Problem, ...]
    sample: Replayed | None = None
    """The sample game, if the run came as far as to play it."""


class Unprinted(Failed):
    """Something is wrong, and nothing was printed for it; a draft of the rest can be."""


def once(*problems: Problem) -> tuple[Problem, ...]:
    """What is wrong with a design that a booklet shows too is told once, and so is what has one cause."""
    return gravest(problems)
