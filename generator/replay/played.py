"""A script that was played: its steps, what was found, and the ways in which all of it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from generator.ground.problems import Problem
from generator.replay.engine import A, Deed, Engine, F, S
from generator.replay.findings import Finding, Verdict
from generator.replay.script import Script

if TYPE_CHECKING:
    from generator.replay.mending import Repaired
    from generator.replay.told import Told


@dataclass(frozen=True, slots=True)
class Step(Deed[S, A, F]):
    """One row that was played: the strict states around it, what happened, and the verdict.

    `gap` is true if rows are missing before it.
    """

    verdict: Verdict
    gap: bool = False


@dataclass(frozen=True, slots=True)
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
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, finding by finding."""
        return tuple(finding.problem for finding in self.findings)

    @property
    def valid(self) -> bool:
        """Whether every step holds; what is told of it may still have to be read again."""
        return self.final is not None and all(finding.words for finding in self.findings)

    def folded(self) -> tuple[Problem, ...]:
        """What is wrong in one Problem, if it is more than one thing; else that Problem."""
        from generator.replay.tree import folded

        return folded(self)

    def tree(self) -> str:
        """All that is wrong, causes with what depends on them indented below."""
        from generator.replay.tree import tree_text

        return tree_text(self)

    def told(self) -> Told:
        """The game as values that a booklet prints."""
        from generator.replay.telling import told

        return told(self)

    def repaired(self, *, seed: int) -> Repaired | None:
        """The game made whole: sound steps are kept. None if the setup gives no game to begin with."""
        from generator.replay.mending import repair

        return repair(self, seed=seed)
