"""Amounts of the four inks, and how much of them a press takes on one spot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

MOST_INK = 2.4
"""All four together: 240 %, the most that DriveThruCards takes (its page “Preparing card files”)."""
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})?")
_BETWEEN = re.compile(r"[\s,;/|]+")


class Inks(NamedTuple):
    """Cyan, magenta, yellow and black, each from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All of them together, 0 to 4."""
        return sum(self)

    def __str__(self) -> str:
        """As a designer writes them, in per cent."""
        return "/".join(f"{100 * part:g}" for part in self)


NO_INK = Inks(0.0, 0.0, 0.0, 0.0)
KEY = Inks(0.0, 0.0, 0.0, 1.0)
"""Black ink alone."""
RICH_BLACK = Inks(0.6, 0.4, 0.4, 1.0)
"""For black areas: 240 %, as DriveThruCards asks for; black ink alone looks grey there."""


def inks_of(text: str) -> Inks:
    """Four amounts in per cent, in the order C, M, Y, K. Raises ValueError with a sentence.

    >>> inks_of("80/70/0/10")
    Inks(cyan=0.8, magenta=0.7, yellow=0.0, black=0.1)
    >>> inks_of("0 0 0 100 %").black
    1.0
    """
    parts = [part for part in _BETWEEN.split(text.replace("%", " ").strip()) if part]
    if len(parts) != 4 or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(f"“{text[:40]}” is no amount of the four inks.")
    amounts = [float(part) / 100 for part in parts]
    if max(amounts) > 1:
        raise ValueError(f"“{text[:40]}” has more than 100 % of one ink.")
    return Inks(*amounts)


def from_bytes(parts: Sequence[int]) -> Inks:
    """The inks of one pixel."""
    cyan, magenta, yellow, black = (part / 255 for part in parts)
    return Inks(cyan, magenta, yellow, black)


def with_black(inks: Inks, black: float, *, equally: bool, most: float = MOST_INK) -> Inks:
    """At most `most` ink with so much black: the three colours give way, `equally` or in proportion.

    What gives way equally is the grey that black takes over, so that the hue stays and the colour gets
    purer; in proportion the colour stays as pure as it was.

    >>> with_black(Inks(0.8, 0.7, 0.7, 0.9), 1.0, equally=False).total <= 2.4
    True
    """
    room = max(0.0, most - black)
    colours = list(inks[:3])
    over = sum(colours) - room
    if over > 0 and equally:
        for _ in range(3):  # an ink that is used up gives way no further; the others go on
            left = [part for part in colours if part > 0]
            share = (sum(colours) - room) / max(1, len(left))
            colours = [max(0.0, part - share) if part > 0 else 0.0 for part in colours]
            if sum(colours) <= room + 1e-9:
                break
    if sum(colours) > room:
        colours = [part * room / sum(colours) for part in colours]
    return Inks(colours[0], colours[1], colours[2], black)
