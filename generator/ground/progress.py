"""How far a run is: what a stage calls, and a counter of its steps."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, how many of its steps are done, and how many there are."""


def quiet(stage: str, count: int, total: int) -> None:
    """Progress for nobody."""


class Counter:
    """Counts the steps of a stage for the Progress."""

    def __init__(self, stage: str, total: int, progress: Progress) -> None:
        self._stage, self._total, self._progress = stage, total, progress
        self._done = 0
        progress(stage, 0, total)

    def __call__(self) -> None:
        """One step more is done."""
        self._done += 1
        self._progress(self._stage, self._done, self._total)
