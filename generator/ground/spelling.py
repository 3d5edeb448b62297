"""The known name that somebody probably meant: the one home of every “did you mean”."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator

LONGEST = 100
"""Letters that are compared. Comparing takes time by the square, and names come from strangers."""
MOST_COMPARED = 24
"""Of more known names than these, only the likeliest are compared letter by letter."""
MOST_LOOKED_AT = 4_000
"""Names that are counted up to find the likeliest."""
MOST_GUESSES = 200
"""Different wrong names that are looked up in one run. Whoever renamed a column of 2,000 needs no more."""


class Names:
    """Known names, made ready once for any number of questions.

    `fold` gives what two spellings of one name share; of names that are alike the first counts.
    """

    def __init__(self, names: Iterable[str], *, fold: Callable[[str], str] = str.casefold) -> None:
        self._fold = fold
        self._by_fold: dict[str, str] = {}
        for name in names:
            self._by_fold.setdefault(fold(name), name)
        self._folded = list(self._by_fold)
        self._holders: dict[str, list[int]] = {}
        """Three letters in a row -> the numbers of the names that hold them; made when first needed."""

    def __len__(self) -> int:
        return len(self._folded)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_fold.values())

    def nearest(self, wrong: str, *, count: int = 1, cutoff: float = 0.6) -> list[str]:
        """At most `count` of the names, the likeliest first; see the function `nearest`."""
        word = self._fold(wrong[: 2 * LONGEST])[:LONGEST]
        close = difflib.get_close_matches(word, self._likely(word), n=count, cutoff=cutoff)
        return [self._by_fold[name] for name in close]

    def _likely(self, word: str) -> list[str]:
        """The names that share most of their letters with the wrong one, by the rarest of these."""
        if len(self._folded) <= MOST_COMPARED:
            return self._folded
        if not self._holders:
            for number, name in enumerate(self._folded):
                for piece in _pieces(name[:LONGEST]):
                    self._holders.setdefault(piece, []).append(number)
        shared: Counter[int] = Counter()
        room = MOST_LOOKED_AT
        for holders in sorted((self._holders.get(piece, []) for piece in _pieces(word)), key=len):
            shared.update(holders[:room])
            room -= len(holders)
            if room <= 0:
                break

        def rank(number: int) -> tuple[int, int, int]:
            return -shared[number], abs(len(self._folded[number]) - len(word)), number

        return [self._folded[number] for number in sorted(shared, key=rank)[:MOST_COMPARED]]


def _pieces(name: str) -> set[str]:
    """All runs of three letters, with two blanks before and behind, so that short names have some too."""
    padded = f"  {name}  "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


class Guesses:
    """The questions of one run: one that was asked before is answered from memory.

    After `most` different ones there are no more guesses, so that a sheet in which everything is
    misspelt takes no longer than one in which something is.
    """

    def __init__(self, most: int = MOST_GUESSES) -> None:
        self._most = most
        self._answers: dict[tuple[Names, str, int, float], list[str]] = {}
        self._names: dict[Hashable, Names] = {}

    def nearest(self, wrong: str, names: Names, *, count: int = 1, cutoff: float = 0.6) -> list[str]:
        """As the function `nearest`, and nothing after the last guess."""
        question = names, wrong, count, cutoff
        if question not in self._answers and len(self._answers) >= self._most:
            return []
        if question not in self._answers:
            self._answers[question] = names.nearest(wrong, count=count, cutoff=cutoff)
        return self._answers[question]

    def names(self, owner: Hashable, make: Callable[[], Names]) -> Names:
        """The known names of an owner, such as a column, made when they are first asked for."""
        if owner not in self._names:
            self._names[owner] = make()
        return self._names[owner]


def nearest(wrong: str, names: Iterable[str], *, count: int = 1, cutoff: float = 0.6) -> list[str]:
    """At most `count` of the known names, the likeliest first, whatever their case.

    `cutoff` from 0 to 1 is how much alike they have to be (difflib's ratio). Whoever asks more than once
    makes `Names` ready and asks through `Guesses`.

    >>> nearest("shel", ["Shell", "Skin"])
    ['Shell']
    """
    return Names(names).nearest(wrong, count=count, cutoff=cutoff)
