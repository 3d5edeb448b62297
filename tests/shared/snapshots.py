"""Pieces and Snapshots by hand."""

from __future__ import annotations

import hashlib

from generator.ground.cache import NO_CACHE
from generator.ground.project import Project
from generator.story import checked_game, open_workshop
from generator.versions.compare import Difference, PiecePair
from generator.versions.pieces import PieceRecord, Snapshot, StatedCell, snapshot_of


def face(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def piece(title: str, *, deck: str = "Patterns", no: str = "", copies: int = 1, **cells: str) -> PieceRecord:
    """A piece that shows its title and all its cells."""
    values = {**({"No": no} if no else {}), "Title": title, **cells}
    return PieceRecord(
        component=deck,
        identity=no or title,
        title=title,
        copies=copies,
        mark="a3f9",
        front=face(repr(sorted(values.items()))),
        back=face("back"),
        values=tuple(sorted(values.items())),
    )


def taken(*pieces: PieceRecord, facts: tuple[StatedCell, ...] = ()) -> Snapshot:
    return Snapshot("A Game", "1", pieces, facts)


def snapshot(project: Project) -> Snapshot:
    """A game folder as it is now."""
    checked = checked_game(project)
    return snapshot_of(checked, open_workshop(checked, NO_CACHE))[0]


def pairs(differs: Difference, word: str) -> list[PiecePair]:
    """The pieces that are in both and of which something holds, such as `renamed`."""
    return [pair for pair in differs.pairs if getattr(pair, word)]
