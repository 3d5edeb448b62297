"""A booklet as one process hands it over to another: drawings, numbers and Problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.booklet.document import Booklet
from generator.ground.problems import Problem


@dataclass(frozen=True, slots=True)
class HandedBooklet:
    """A booklet that was laid out, and perhaps drawn; then its PDF comes behind it."""

    booklet: Booklet
    problems: tuple[Problem, ...]
    """What is wrong with it."""
    designs: tuple[Problem, ...]
    """What is wrong with the designs that it shows."""
    drawn: Sequence[Problem] | None = None
    """What drawing it found; None if it was not drawn."""
