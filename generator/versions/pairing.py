"""Which piece of an older Snapshot is which of a newer one, also when it was renamed, renumbered or moved.

Asked in this order, and each piece is paired once: what is the same altogether; the same deck, title and
looks; the same deck, identity and title; the same deck and title; the same deck and number; the same title in
another deck; at last what says nearly the same. Where two would do equally well, neither is taken: a piece
then is gone and another one new, which prints and pulls the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby

from generator.versions.pieces import PieceRecord

MOST_COMPARED = 250_000
"""Pairs of pieces that are weighed cell by cell; with more of them only equal ones are paired."""
ENOUGH = 0.5
"""The part of two rows' cells that has to be alike for a renamed piece."""
Key = Callable[[PieceRecord], Hashable]


def paired(old: Sequence[PieceRecord], new: Sequence[PieceRecord]) -> Mapping[int, int]:
    """The places of pieces in the new sequence, each with its place in the old one."""
    pairing = _Pairing(old, new)
    pairing.by(lambda piece: (piece.component, piece.title, piece.front, piece.back, piece.values))
    pairing.by(lambda piece: (piece.component, piece.title, piece.front, piece.back))
    pairing.by(lambda piece: (piece.component, piece.identity, piece.title))
    pairing.by(lambda piece: (piece.component, piece.title))
    pairing.by(lambda piece: (piece.component, piece.identity))
    pairing.by(lambda piece: (piece.title, piece.values))
    pairing.by(lambda piece: piece.title)
    pairing.by_likeness()
    return pairing.found


@dataclass(slots=True)
class _Pairing:
    old: Sequence[PieceRecord]
    new: Sequence[PieceRecord]
    found: dict[int, int] = field(default_factory=dict)
    _taken: set[int] = field(default_factory=set)

    def by(self, key: Key) -> None:
        """Pair what has a key that nothing else left over has."""
        before, now = self._single(self.old, self._taken, key), self._single(self.new, self.found, key)
        for told, at in now.items():
            if told in before:
                self._pair(at, before[told])

    def _single(
        self, pieces: Sequence[PieceRecord], without: Mapping[int, int] | set[int], key: Key
    ) -> dict[Hashable, int]:
        places: dict[Hashable, list[int]] = defaultdict(list)
        for at, piece in enumerate(pieces):
            if at not in without:
                places[key(piece)].append(at)
        return {key: ats[0] for key, ats in places.items() if len(ats) == 1}

    def by_likeness(self) -> None:
        """Pair what is left over of each deck by what its cells say, the most alike first."""
        decks: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for at, piece in enumerate(self.old):
            if at not in self._taken:
                decks[piece.component][0].append(at)
        for at, piece in enumerate(self.new):
            if at not in self.found:
                decks[piece.component][1].append(at)
        left = MOST_COMPARED
        for before, now in decks.values():
            left -= len(before) * len(now)
            if left < 0:
                self.by(lambda piece: (piece.component, piece.front, piece.back, _untitled(piece)))
                return
        for before, now in decks.values():
            self._alike(before, now)

    def _alike(self, before: Iterable[int], now: Sequence[int]) -> None:
        facts = {at: frozenset(_untitled(self.old[at])) for at in before}
        weighed: list[tuple[float, int, int]] = []
        for at in now:
            own = frozenset(_untitled(self.new[at]))
            likenesses = ((was, _likeness(own, were)) for was, were in facts.items())
            weighed += ((-likeness, at, was) for was, likeness in likenesses if likeness > ENOUGH)
        rivals: set[int] = set()
        for _, level in groupby(sorted(weighed), key=lambda pair: pair[0]):
            free = [(at, was) for _, at, was in level if not {at, ~was} & rivals]
            for at, was in _unrivalled(free):
                self._pair(at, was)
            rivals.update(chain.from_iterable((at, ~was) for at, was in free))

    def _pair(self, at: int, was: int) -> None:
        self.found[at] = was
        self._taken.add(was)


def _unrivalled(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of which neither half is in another one."""
    ats, wases = Counter(at for at, _ in pairs), Counter(was for _, was in pairs)
    return [(at, was) for at, was in pairs if ats[at] == wases[was] == 1]


def _untitled(piece: PieceRecord) -> tuple[tuple[str, str], ...]:
    """What a piece's cells say, but for its names."""
    names = {piece.title, piece.identity}
    return tuple(pair for pair in piece.values if pair[1] not in names)


def _likeness(first: frozenset[tuple[str, str]], second: frozenset[tuple[str, str]]) -> float:
    """How much of what two pieces say is the same: 1 is all of it."""
    columns = {column for column, _ in first | second}
    return len(first & second) / len(columns) if columns else 0.0
