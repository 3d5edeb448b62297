"""A script that was played: its steps, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from generator.ground.problems import Problem
from generator.replay.engine import Engine
from generator.replay.findings import Finding, Verdict
from generator.replay.moves import A, Deed, F, S
from generator.replay.script import Script
from generator.replay.telling import told
from generator.replay.told import Told


@dataclass(frozen=True, slots=True)
class Step(Deed[S, A, F]):
    """One row that was played: the strict states around it, what happened, and the verdict.

    `gap` is true if rows are missing before it.
    """

    verdict: Verdict
    gap: bool = False


@dataclass(frozen=True)
class Replay(Generic[S, A, F]):
    """A whole script played. `steps` are in order; `final` is the last strict state."""

    engine: Engine[S, A, F]
    script: Script
    steps: tuple[Step[S, A, F], ...]
    findings: tuple[Finding, ...]
    start: S | None
    final: S | None
    wrong: int = 0
    """How many rows do not hold, whether or not all of them are listed."""

    @property
    def source(self) -> str:
        """The sheet or the file from which it was read."""
        return self.script.source

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, finding by finding."""
        return tuple(finding.problem for finding in self.findings)

    @property
    def valid(self) -> bool:
        """Whether every step holds; what is told of it may still have to be read again."""
        return self.final is not None and all(finding.words for finding in self.findings)

    def told(self) -> Told:
        """The game as values that a booklet prints."""
        return self._told

    @cached_property
    def _told(self) -> Told:
        return told(self)
