"""Who looks on while a game is made: told at each stage, asked for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from generator.checks.checked import Checked
from generator.games import Replayed
from generator.press.choosing import Job
from generator.press.decks import Deck
from generator.press.renders import Renders, Workshop
from generator.story.findings import RunFindings


class Onlooker(Protocol):
    """Who looks on while a game is made, stage by stage, such as somebody who shows it on a screen."""

    def opened(self, checked: Checked, sample: Replayed | None, workshop: Workshop) -> None:
        """The workbook is checked and its sample game played; faces can be drawn from now on."""

    def maker(self, maker: Renders) -> Renders:
        """What all faces are asked for from: this very maker, or one that notes what it hands out."""

    def drawn(self, jobs: Sequence[Job], decks: Sequence[Deck], found: RunFindings) -> None:
        """All faces of the jobs are drawn, and what is wrong with them is known; booklets are to follow."""
