"""What lies in a booklet's scenes: the pieces of the game's components, counted and not drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from generator.checks.checked import Checked
from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.problems import Failed, Problem
from generator.press.choosing import Job, choose, sound_jobs
from generator.press.components import arrange
from generator.press.decks import Deck
from generator.press.renders import Renders
from generator.records.booklets import booklet_names
from generator.records.places import RowPlace


@dataclass
class StockRoom:
    """Arranges the pieces of a component when a scene asks for it; those with errors are not there."""

    checked: Checked
    maker: Renders
    faulty: Mapping[RowPlace, Problem]
    draft: bool = False
    problems: list[Problem] = field(default_factory=list)
    """Why a component is not there."""
    _decks: dict[str, Deck | None] = field(default_factory=dict)

    def deck(self, name: str) -> Deck | None:
        """The component of that Name with all its pieces; None if it cannot be printed."""
        if name not in self._decks:
            self._decks[name] = self._arranged(name)
        return self._decks[name]

    def _arranged(self, name: str) -> Deck | None:
        job = self._jobs.get(name)
        if job is None:
            return None
        with unit("faces", name, times=job.faces / FACES_A_UNIT):
            arranged = arrange(job, maker=self.maker, faulty=self.faulty, draft=self.draft)
        if arranged.deck is None:
            self.problems += arranged.problems
        return arranged.deck

    @cached_property
    def _jobs(self) -> dict[str, Job]:
        book = self.checked.book
        try:
            chosen = choose(book, booklets=booklet_names(book))
        except Failed:
            return {}  # what is wrong with the workbook is told elsewhere
        return {str(job.component["name"]): job for job in sound_jobs(chosen, book, self.checked.problems)[0]}
