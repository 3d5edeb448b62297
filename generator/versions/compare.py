"""What differs between two Snapshots of a game, by meaning: which piece is which, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from generator.versions.pairing import paired
from generator.versions.pieces import PieceRecord, Place, Snapshot, StatedCell


class SincePrint(StrEnum):
    """What became of a piece of the new Snapshot."""

    NEW = "new"
    CHANGED = "changed"
    MOVED = "moved"
    SAME = "same"


class FieldChange(NamedTuple):
    """A cell of a piece that says something else."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class PiecePair:
    """One piece in both Snapshots."""

    old: PieceRecord
    new: PieceRecord

    @property
    def renamed(self) -> bool:
        """Whether its title is another."""
        return self.old.title != self.new.title

    @property
    def moved(self) -> bool:
        """Whether it is in another deck, or has another number with its old title."""
        if self.old.component != self.new.component:
            return True
        counted = _is_counted(self.old) and _is_counted(self.new)
        return self.old.identity != self.new.identity and not self.renamed and not counted

    @property
    def looks(self) -> tuple[str, ...]:
        """The faces that look different: `front`, `back`."""
        return tuple(side for side in ("front", "back") if getattr(self.old, side) != getattr(self.new, side))

    @property
    def fields(self) -> tuple[FieldChange, ...]:
        """The cells that say something else, in the order of their columns."""
        old, new = dict(self.old.values), dict(self.new.values)
        columns = sorted(old.keys() | new.keys())
        pairs = (FieldChange(column, old.get(column, ""), new.get(column, "")) for column in columns)
        return tuple(change for change in pairs if change.old != change.new)

    @property
    def copies(self) -> tuple[int, int]:
        """How many there were, and are."""
        return self.old.copies, self.new.copies

    @property
    def since_print(self) -> SincePrint:
        """`changed` if it has to be printed anew; `moved` if it only belongs elsewhere."""
        if self.looks or not self.new.front:
            return SincePrint.CHANGED
        return SincePrint.MOVED if self.moved else SincePrint.SAME

    @property
    def differs(self) -> bool:
        """Whether anything about it is another."""
        return self.old != self.new


class StatedChange(NamedTuple):
    """A cell that is not of a piece and says something else; empty is a cell that is not there."""

    sheet: str
    row: str
    field: str
    old: str
    new: str

    @property
    def place(self) -> str:
        """Its row, and its column unless there is but one."""
        return self.row if self.field == "Value" else f"{self.row}, {self.field}"


@dataclass(frozen=True)
class Difference:
    """All that differs. The tuples of pairs overlap: a piece may be renamed and changed."""

    old: Snapshot
    new: Snapshot
    added: tuple[PieceRecord, ...]
    removed: tuple[PieceRecord, ...]
    pairs: tuple[PiecePair, ...]
    """Every piece that is in both, in the order of the new Snapshot."""
    facts: tuple[StatedChange, ...]

    @cached_property
    def differing(self) -> tuple[PiecePair, ...]:
        """Pieces of which anything is another."""
        return tuple(pair for pair in self.pairs if pair.differs)

    @property
    def components(self) -> Mapping[str, None]:
        """The components of both sides, in the order of the new one."""
        return dict.fromkeys(piece.component for piece in (*self.new.pieces, *self.old.pieces))

    @cached_property
    def since_print(self) -> Mapping[Place, SincePrint]:
        """What became of each piece of the new Snapshot, by its component and identity."""
        new = dict.fromkeys((piece.place for piece in self.added), SincePrint.NEW)
        return new | {pair.new.place: pair.since_print for pair in self.pairs}

    @property
    def count(self) -> int:
        """How many pieces on the table are not as they should be: to be printed, or to be taken out."""
        printed = sum(piece.copies > 0 for piece in self.added)
        pulled = sum(piece.copies > 0 for piece in self.removed)
        both = sum(
            max(pair.copies) > 0
            and (pair.since_print is SincePrint.CHANGED or pair.old.copies != pair.new.copies)
            for pair in self.pairs
        )
        return printed + pulled + both

    def __bool__(self) -> bool:
        """Whether anything differs at all."""
        return bool(self.added or self.removed or self.facts or self.differing)


def compare(old: Snapshot, new: Snapshot) -> Difference:
    """What differs between two Snapshots. The same two give the same answer, in the same order."""
    pairs = paired(old.pieces, new.pieces)
    places = set(pairs.values())
    return Difference(
        old=old,
        new=new,
        added=tuple(piece for at, piece in enumerate(new.pieces) if at not in pairs),
        removed=tuple(piece for at, piece in enumerate(old.pieces) if at not in places),
        pairs=tuple(PiecePair(old.pieces[pairs[at]], new.pieces[at]) for at in sorted(pairs)),
        facts=_facts(old.facts, new.facts),
    )


def _is_counted(piece: PieceRecord) -> bool:
    """Whether its identity is its title, numbered or not: then another number says nothing."""
    return piece.identity == piece.title or piece.identity.startswith(f"{piece.title} (")


def wanted_only(difference: Difference, components: Iterable[str]) -> Difference:
    """What differs in some components alone, and nothing of other sheets."""
    names = {name.casefold() for name in components}

    def wanted(piece: PieceRecord) -> bool:
        return piece.component.casefold() in names

    return replace(
        difference,
        old=replace(difference.old, pieces=tuple(filter(wanted, difference.old.pieces))),
        added=tuple(filter(wanted, difference.added)),
        removed=tuple(filter(wanted, difference.removed)),
        pairs=tuple(pair for pair in difference.pairs if wanted(pair.new)),
        facts=(),
    )


def _facts(old: Sequence[StatedCell], new: Sequence[StatedCell]) -> tuple[StatedChange, ...]:
    """Cells that say something else, sheet by sheet and row by row; rows that are gone come last."""
    before, now = ({(cell.sheet, cell.row, cell.field): cell.text for cell in cells} for cells in (old, new))
    every = dict.fromkeys((*now, *before))
    rows = {row: at for at, row in enumerate(dict.fromkeys(place[:2] for place in every))}
    places = sorted(every, key=lambda place: (place[0], rows[place[:2]]))
    changes = (StatedChange(*place, before.get(place, ""), now.get(place, "")) for place in places)
    return tuple(change for change in changes if change.old != change.new)
