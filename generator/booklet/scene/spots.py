"""Spots on a board: what a template marks with `data-place`, so that a scene can say what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from generator.svg.marked import marked_in

PLACE = "data-place"
NO_SPOTS: Mapping[str, Spot] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Spot:
    """A box on a piece, in millimetres from its upper left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners, clockwise from the upper left one."""
        right, bottom = self.x_mm + self.width_mm, self.y_mm + self.height_mm
        return (self.x_mm, self.y_mm), (right, self.y_mm), (right, bottom), (self.x_mm, bottom)

    def moved(self, dx_mm: float, dy_mm: float) -> Spot:
        """The same box elsewhere."""
        return Spot(self.x_mm + dx_mm, self.y_mm + dy_mm, self.width_mm, self.height_mm)

    def sized(self, width_mm: float, height_mm: float, *, middle: bool) -> Spot:
        """A box of another size with the same middle, or else the same upper left corner."""
        x, y = self.middle
        left, top = (x - width_mm / 2, y - height_mm / 2) if middle else (self.x_mm, self.y_mm)
        return Spot(left, top, width_mm, height_mm)


def spots_in(svg: str, width_mm: float, height_mm: float) -> Mapping[str, Spot]:
    """The shapes, pictures and icons of a face that have a `data-place`, by what it says.

    A name that comes twice is the first one's. What cannot be read has no spots: the face itself tells why.
    """
    boxes = marked_in(svg, PLACE, width_mm, height_mm)
    return MappingProxyType({name: _spot(*corners) for name, corners in boxes.items()}) if boxes else NO_SPOTS


def spot_named(spots: Mapping[str, Spot], name: str) -> Spot | None:
    """The spot of that name; capitals make no difference."""
    return next((spot for key, spot in spots.items() if key.casefold() == name.casefold()), None)


def _spot(left: float, top: float, right: float, bottom: float) -> Spot:
    return Spot(left, top, right - left, bottom - top)
