"""Spots on a board: what a template marks with `data-place`, so that a scene can say what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.sheets.sheet import Box, from_corners
from generator.svg.marked import marked_in

PLACE = "data-place"
NO_SPOTS: Mapping[str, Box] = MappingProxyType({})


def spots_in(svg: str, width_mm: float, height_mm: float) -> Mapping[str, Box]:
    """The shapes, pictures and icons of a face that have a `data-place`, by what it says.

    A name that comes twice is the first one's. What cannot be read has no spots: the face itself tells why.
    """
    boxes = marked_in(svg, PLACE, width_mm, height_mm)
    return MappingProxyType({name: from_corners(*corners) for name, corners in boxes.items()})


def spot_named(spots: Mapping[str, Box], name: str) -> Box | None:
    """The spot of that name; capitals make no difference."""
    return next((spot for key, spot in spots.items() if key.casefold() == name.casefold()), None)
