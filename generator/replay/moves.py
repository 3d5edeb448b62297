"""Moves of any game, as a replay and its rules hand them to each other; nothing here knows the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, TypeVar

from generator.players.rules import NOBODY as NOBODY
from generator.replay.errors import Reason
from generator.replay.script import ScriptRow

S = TypeVar("S")
A = TypeVar("A")
F = TypeVar("F")

TABLE = -1
"""The seat of a value that all players share."""


@dataclass(frozen=True, slots=True)
class Move(Generic[S, A, F]):
    """One move of a played game: the states around it, who made it, and what happened."""

    before: S
    seat: int
    action: A
    after: S
    facts: tuple[F, ...]


class CountChange(NamedTuple):
    """One change of something that is counted."""

    asked: int
    came: int
    """What the end of a track, or what was there, has left of it."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that has to happen and has no row. What is missing for one `cause` is told once."""

    player: str
    sentence: str
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Deed(Generic[S, A, F]):
    """A step to be told: its row, the states around it, what happened, and why it is illegal if it is."""

    row: ScriptRow
    before: S
    after: S
    facts: tuple[F, ...]
    reason: Reason | None


Policy = Callable[[S, tuple[A, ...], Random], A]
"""A player: from a state and the legal moves to one of them."""
