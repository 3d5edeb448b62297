"""A face as one process hands it over to another: texts, numbers and Problems."""

from __future__ import annotations

from dataclasses import dataclass

from generator.ground.problems import Problem


@dataclass(frozen=True, slots=True)
class HandedFace:
    """What came of rendering a face, and what the maker that rendered it knows since."""

    svg: str | None
    """None if there is no face."""
    problems: tuple[Problem, ...]
    blind: bool
    drawn: str
    """The digest of what is drawn."""
    in_cache: bool
    """Whether it lies in the cache now."""
    readings: tuple[tuple[str, str], ...]
    """What it read, if other components may take it."""
    stopped_by: Problem | None
    """What the maker says of the last face that could not be made."""
    stopped: Problem | None
    """Why its template is not tried again, if it is not."""
