"""The known name that somebody probably meant: the one home of every “did you mean”."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 100
"""Letters that are compared. Comparing takes time by the square, and names come from strangers."""


def nearest(wrong: str, known: Iterable[str], *, count: int = 1, cutoff: float = 0.6) -> list[str]:
    """At most `count` of the known names, the likeliest first, whatever their case.

    `cutoff` from 0 to 1 is how much alike they have to be (difflib's ratio).

    >>> nearest("shel", ["Shell", "Skin"])
    ['Shell']
    """
    by_fold: dict[str, str] = {}
    for name in known:
        by_fold.setdefault(name.casefold(), name)
    close = difflib.get_close_matches(wrong.casefold()[:LONGEST], list(by_fold), n=count, cutoff=cutoff)
    return [by_fold[name] for name in close]
