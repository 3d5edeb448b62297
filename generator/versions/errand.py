"""What a print takes to be up to date: which pieces to print, and which to take out for them.

Pieces that look the same are one as good as the other, whatever they are called. So what is printed and what
is taken out are the difference of two heaps: of the faces on the table, and of those that there should be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from generator.versions.compare import Difference
from generator.versions.pieces import BothFaces, PieceRecord, Place


class PullReason(StrEnum):
    """Why a piece is taken out."""

    CHANGED = "changed"
    DELETED = "deleted"
    FEWER = "fewer"


@dataclass(frozen=True, slots=True)
class Need:
    """A kind of piece of which some are to be printed."""

    piece: PieceRecord
    count: int
    old: PieceRecord | None = None
    """What it was when it was printed last, if it looked otherwise."""


@dataclass(frozen=True, slots=True)
class Pull:
    """A kind of printed piece of which some are to be taken out."""

    piece: PieceRecord
    count: int
    reason: PullReason
    new: PieceRecord | None = None
    """What takes its place."""


@dataclass(frozen=True, slots=True)
class Errand:
    """All that is to be done."""

    needs: tuple[Need, ...]
    pulls: tuple[Pull, ...]

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.needs or self.pulls)


def errand_of(differs: Difference) -> Errand:
    """What brings the old pieces to the state of the new ones, with the fewest that are printed."""
    counts: Counter[Place] = Counter()
    stays: Counter[Place] = Counter()
    partner = {pair.new.place: pair.old for pair in differs.pairs}
    for pair in differs.pairs:
        if pair.old.look == pair.new.look:
            count = min(pair.old.copies, pair.new.copies)
            counts[pair.new.place] += count
            stays[pair.old.place] += count
    spare: dict[BothFaces, list[PieceRecord]] = {}
    for piece in differs.old.pieces:
        spare.setdefault(piece.look, []).append(piece)
    for piece in differs.new.pieces:  # what looks the same under another name
        for candidate in spare.get(piece.look, ()):
            count = min(piece.copies - counts[piece.place], candidate.copies - stays[candidate.place])
            if count > 0:
                counts[piece.place] += count
                stays[candidate.place] += count
    needs = (
        Need(piece, piece.copies - counts[piece.place], _otherwise(piece, partner.get(piece.place)))
        for piece in differs.new.pieces
    )
    return Errand(tuple(need for need in needs if need.count > 0), tuple(_pulls(differs, stays)))


def _pulls(differs: Difference, stays: Counter[Place]) -> Iterator[Pull]:
    successor = {pair.old.place: pair.new for pair in differs.pairs}
    for piece in differs.old.pieces:
        count, new = piece.copies - stays[piece.place], successor.get(piece.place)
        if count <= 0:
            continue
        if new is None or not new.copies:
            yield Pull(piece, count, PullReason.DELETED)
        elif new.look == piece.look:
            yield Pull(piece, count, PullReason.FEWER)
        else:
            yield Pull(piece, count, PullReason.CHANGED, new)


def _otherwise(piece: PieceRecord, old: PieceRecord | None) -> PieceRecord | None:
    return old if old is not None and old.look != piece.look else None
