"""What a kind of target is given, and what comes back: an Order, files, and what was left out of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.checks.checked import Checked
from generator.ground.cache import Cache
from generator.ground.output import Stage
from generator.ground.problems import Problem
from generator.ground.progress import Progress
from generator.press.decks import Deck
from generator.press.renders import Workshop
from generator.records.edition import Edition
from generator.shops.exports.targets import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What is to be exported, and how where a target leaves the choice."""

    components: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Titles of cards, if not whole components are wanted."""
    dpi: float | None = None
    """Dots an inch, for a target whose pieces have their own size; None is as the target says."""
    bleed: bool = False
    """Pieces in their own size with all of the bleed of their designs."""
    base_url: str = ""
    """Where the files will lie on the net; empty for the folder that they are made in."""
    language: str = ""
    """The code of the language to draw in; empty for the one that the workbook is written in."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is exported, to whom, and with what it is made."""

    target: Target
    decks: tuple[Deck, ...]
    checked: Checked
    workshop: Workshop
    options: ExportOptions
    cache: Cache
    cores: int
    progress: Progress

    @property
    def edition(self) -> Edition:
        """What files say about the game."""
        return self.checked.edition


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file that was made."""

    path: str
    """Below the target's folder, such as `Patterns/01_Shell_front.png`."""
    component: str
    """The title of its component, for people; empty if it is of none."""
    title: str
    """Of the card, or what the file is."""
    side: str
    """`front`, `back`, or nothing."""
    copies: int
    """How often what it shows is wanted."""
    product: str
    """What the target calls it."""
    size: str
    """In pixels, or in millimetres."""
    size_bytes: int


Shipment = tuple[tuple[ExportedFile, ...], tuple[Problem, ...]]
"""The files that a kind made, in the order in which they are listed, and what it came upon."""
Exporter = Callable[[Order, Stage], Shipment]
"""Writes the files of an Order into the stage. Raises Failed if a file cannot be made at all."""
