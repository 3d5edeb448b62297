"""One way through the stages: what is asked for, and what the stages come upon and make."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from generator.checks.checked import Checked
from generator.checks.following import Following, with_consequences
from generator.games import GAMES, Games
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.output import Stage
from generator.ground.problems import Failed, Problem, gravest, has_errors
from generator.ground.progress import Progress, quiet
from generator.ground.project import Project
from generator.press.ahead import Ahead
from generator.press.choosing import Job
from generator.press.decks import Deck
from generator.press.printing import OutputFile
from generator.press.renders import Renders, Workshop
from generator.press.ways import Printing
from generator.replay.play import Replayed
from generator.story.drawn import DrawnGame
from generator.story.options import BuildOptions


@dataclass(slots=True, kw_only=True)
class GameRun:
    """What is asked for, and what the stages come upon; if a later stage fails, this is still so."""

    project: Project
    stage: Stage
    options: BuildOptions
    prints: bool = True
    """Whether sheets are made; not if only Problems are wanted, nor any more once there are errors."""
    games: Games = field(default_factory=lambda: GAMES)
    progress: Progress = quiet
    cache: Cache = NO_CACHE
    cores: int = 1
    onlooker: Onlooker | None = None

    checked: Checked = field(init=False)
    samples: tuple[Replayed, ...] = ()
    jobs: tuple[Job, ...] = ()
    how: Printing = field(init=False)
    workshop: Workshop = field(init=False)
    ahead: Ahead = field(init=False)
    decks: tuple[Deck, ...] = ()
    files: tuple[OutputFile, ...] = ()
    in_workbook: tuple[Problem, ...] = ()
    in_play: tuple[Problem, ...] = ()
    """What is wrong with the sample game, step by step: it stops no build."""
    in_play_folded: tuple[Problem, ...] = ()
    """The same as it is told to people: many findings of one cause are one Problem."""
    in_print: tuple[Problem, ...] = ()
    following: list[Following] = field(default_factory=list)
    """What merely follows from errors among these."""
    left_out: collections.Counter[str] = field(default_factory=collections.Counter)
    """Where the error is -> how many pieces cannot be printed for it."""
    unread: tuple[str, ...] = ()
    """Components that show what the rules give, which cannot be read."""

    @property
    def broken(self) -> bool:
        """Whether there are errors that stop a build; a broken sample game is none, and a draft has some."""
        return not self.options.draft and has_errors((*self.in_workbook, *self.in_print))

    def problems(self, played: Sequence[Problem] = ()) -> tuple[Problem, ...]:
        """All of it, each once, with what follows; `played` is what is told of the sample game."""
        return with_consequences(once(*self.in_workbook, *played, *self.in_print), self.following)


class Onlooker(Protocol):
    """Who looks on while a game is made, stage by stage, such as somebody who shows it on a screen."""

    def opened(self, checked: Checked, samples: Sequence[Replayed], workshop: Workshop) -> None:
        """The workbook is checked and its sample games played; faces can be drawn from now on."""

    def maker(self, maker: Renders) -> Renders:
        """What all faces are asked for from: this very maker, or one that notes what it hands out."""

    def drawn(self, run: GameRun) -> None:
        """All faces of the jobs are drawn, and what is wrong with them is known; booklets are to follow."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build made, and what it came upon."""

    files: tuple[OutputFile, ...]
    problems: tuple[Problem, ...]
    """Warnings; of a draft also errors."""
    output: Path
    sample: tuple[Problem, ...]
    """What is wrong with the sample game: it stops no build, but the appendix is marked as not valid."""
    sample_told: tuple[Problem, ...]
    """The same as it is told to people: many findings of one cause are one Problem."""
    left_out: Mapping[str, int]
    """Of a draft: where the error is -> how many pieces are not printed for it."""
    changed: tuple[str, ...]
    """The files, by their path in the output, that were not there before or were others."""
    game: DrawnGame = field(compare=False, repr=False)
    """What was drawn."""


@dataclass(frozen=True, slots=True)
class Examined:
    """All that a build would complain of: finding by finding, and as it is told to people."""

    problems: tuple[Problem, ...]
    told: tuple[Problem, ...]
    samples: tuple[Replayed, ...] = ()
    """The sample games, if the run came as far as to play them."""


class Unprinted(Failed):
    """Something is wrong, and nothing was printed for it; a draft of the rest can be."""


def once(*problems: Problem) -> tuple[Problem, ...]:
    """What is wrong with a design that a booklet shows too is told once, and so is what has one cause."""
    return gravest(problems)
