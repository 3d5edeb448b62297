"""The revision mark: four characters that tell which state of its design a printed piece shows."""

from __future__ import annotations

from enum import StrEnum

MARK_PT = 5.0
"""The size of its type."""
MARK_INSET_MM = 3.2
"""How far inside the cut line it stays: the safe area of print shops, 1/8 inch and a little."""
MARK_LENGTH = 4
ALPHABET = "23456789CDFGHJKLMNPQRTVWXY"
"""Without what is taken for something else in small print (0 and O, 1, l and I, 8 and B, 5 and S, 2 and Z,
U and V), and without vowels, so that no mark is a word."""


class MarkPlace(StrEnum):
    """What the column Mark of the sheet Components may hold."""

    WHEREVER = ""
    """The first corner where no text and no picture lies under it, from the bottom left on."""
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"
    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    NONE = "none"
    """No mark."""

    @property
    def is_left(self) -> bool:
        """Whether it is at the left edge."""
        return self.endswith("left")

    @property
    def is_top(self) -> bool:
        """Whether it is at the top edge."""
        return self.startswith("top")


CORNERS = (MarkPlace.BOTTOM_LEFT, MarkPlace.BOTTOM_RIGHT, MarkPlace.TOP_LEFT, MarkPlace.TOP_RIGHT)
"""In the order in which they are tried."""


def mark_place(cell: object) -> MarkPlace | None:
    """What a cell of the column Mark says; None if that is no place.

    >>> mark_place("Bottom-Left"), mark_place(None), mark_place("middle")
    (<MarkPlace.BOTTOM_LEFT: 'bottom left'>, <MarkPlace.WHEREVER: ''>, None)
    """
    text = " ".join(str(cell or "").replace("-", " ").casefold().split())
    return MarkPlace(text) if text in set(MarkPlace) else None


def revision_mark(digest: str) -> str:
    """The mark of something by its digest in hex: equal for equal ones, and nearly always another for others.

    >>> revision_mark("00ff00ff00ff00ff"), revision_mark("")
    ('T5NL', '')
    """
    number, signs = int(digest or "0", 16), []
    for _ in range(MARK_LENGTH if digest else 0):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)
