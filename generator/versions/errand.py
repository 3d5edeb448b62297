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
from generator.versions.pieces import PieceRecord

BothFaces = tuple[str, str]
"""The digests of both faces."""


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


def look_of(piece: PieceRecord) -> BothFaces:
    """What a piece looks like, its mark left out."""
    return piece.front, piece.back


def errand_of(differs: Difference) -> Errand:
    """What brings the old pieces to the state of the new ones, with the fewest that are printed."""
    counts: Counter[tuple[str, str]] = Counter()
    stays: Counter[tuple[str, str]] = Counter()
    partner = {_place(pair.new): pair.old for pair in differs.pairs}
    successor = {_place(pair.old): pair.new for pair in differs.pairs}
    for pair in differs.pairs:
        if look_of(pair.old) == look_of(pair.new):
            count = min(pair.old.copies, pair.new.copies)
            counts[_place(pair.new)] += count
            stays[_place(pair.old)] += count
    spare: dict[BothFaces, list[PieceRecord]] = {}
    for piece in differs.old.pieces:
        spare.setdefault(look_of(piece), []).append(piece)
    for piece in differs.new.pieces:  # what looks the same under another name
        for candidate in spare.get(look_of(piece), ()):
            count = min(piece.copies - counts[_place(piece)], candidate.copies - stays[_place(candidate)])
            if count > 0:
                counts[_place(piece)] += count
                stays[_place(candidate)] += count
    needs = (
        Need(piece, piece.copies - counts[_place(piece)], _otherwise(piece, partner.get(_place(piece))))
        for piece in differs.new.pieces
    )
    return Errand(
        tuple(need for need in needs if need.count > 0),
        tuple(_pulls(differs, stays, successor)),
    )


def _pulls(
    differs: Difference,
    stays: Counter[tuple[str, str]],
    successor: dict[tuple[str, str], PieceRecord],
) -> Iterator[Pull]:
    for piece in differs.old.pieces:
        count = piece.copies - stays[_place(piece)]
        if count <= 0:
            continue
        new = successor.get(_place(piece))
        if new is None:
            yield Pull(piece, count, PullReason.DELETED)
        elif look_of(new) == look_of(piece) or not new.copies:
            yield Pull(piece, count, PullReason.FEWER if new.copies else PullReason.DELETED)
        else:
            yield Pull(piece, count, PullReason.CHANGED, new)


def _otherwise(piece: PieceRecord, old: PieceRecord | None) -> PieceRecord | None:
    return old if old is not None and look_of(old) != look_of(piece) else None


def _place(piece: PieceRecord) -> tuple[str, str]:
    return piece.component, piece.identity
