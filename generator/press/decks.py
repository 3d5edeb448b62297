"""A drawn component: its designs, and the pieces that are printed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.ground.problems import Problem
from generator.records.called import titled
from generator.records.made_for import made_for
from generator.records.tables import Row
from generator.sheets.amounts import format_of, use_of
from generator.sheets.layouts import Use
from generator.sheets.seams import Whole
from generator.sheets.sheet import Format, Piece


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """What is drawn of a row: its designs by number, and how often it is printed."""

    row: Row | None
    """None for a component without a data sheet."""
    front: int
    back: int | None
    copies: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A drawn component: `designs` is a PDF of one page a design, which the pieces name by number."""

    component: Row
    designs: bytes
    count: int
    pieces: tuple[Piece, ...]
    partial: bool
    rows: tuple[DrawnRow, ...] = ()
    """Where its pieces come from."""
    drawn: tuple[str, ...] = ()
    """The digest of what each design shows, by its number; two designs may show the same."""
    whole: tuple[Whole, ...] = ()
    """What no seam is to cross, if it is spread over several pages."""
    light: bytes = b""
    """The same designs for a print that spares ink, if that was asked for."""
    mixed_of: tuple[str, ...] = ()
    """The names of the components that share its sheets, in the order of its pieces; empty if it is one."""

    @property
    def name(self) -> str:
        """Its name in the sheet Components."""
        return str(self.component["name"])

    @property
    def title(self) -> str:
        """Its name for people."""
        return titled(self.component)

    @property
    def use(self) -> Use | None:
        """The column Layout: cards, board, page or tokens; None if the workbook does not say."""
        return use_of(self.component)

    @property
    def format(self) -> Format:
        """What is cut out."""
        return format_of(self.component)


@dataclass(frozen=True, slots=True)
class DrawnJob:
    """What came of drawing a component."""

    deck: Deck | None
    """None if there are errors and no draft is wanted, or nothing could be drawn."""
    problems: tuple[Problem, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Where the error is -> how many pieces are not printed for it."""


def decks_for(decks: Iterable[Deck], target: str) -> tuple[Deck, ...]:
    """Those of them whose component a target makes, or HOME."""
    drawn = tuple(decks)
    makes = {row.number for row in made_for((deck.component for deck in drawn), target)}
    return tuple(deck for deck in drawn if deck.component.number in makes)
