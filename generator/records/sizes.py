"""Sizes by the names that printers and players give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.records.cells import fold

SizeMm = tuple[float, float]
"""Width and height in millimetres."""

SIZES: Mapping[str, SizeMm] = MappingProxyType(
    {
        "Poker": (63.5, 88.9),
        "TCG": (63.0, 88.0),
        "Bridge": (57.15, 88.9),
        "Mini Euro": (44.0, 68.0),
        "Euro": (59.0, 92.0),
        "Tarot": (70.0, 120.0),
        "Square": (70.0, 70.0),
    }
)
"""Cards upright; shops differ by fractions of a millimetre, so that one may as well give millimetres."""
LANDSCAPE = "landscape"
"""Behind a name: the same, lying."""
_FOLDED = {fold(name): size for name, size in SIZES.items()}


def size_named(text: str) -> SizeMm | None:
    """The size of a name, `Tarot` or `Tarot landscape`; None for a name that is none.

    >>> size_named("mini euro"), size_named("Poker landscape"), size_named("Pokr")
    ((44.0, 68.0), (88.9, 63.5), None)
    """
    name = fold(text)
    lying = name.endswith(LANDSCAPE)
    size = _FOLDED.get(name.removesuffix(LANDSCAPE))
    return (size[1], size[0]) if size and lying else size
