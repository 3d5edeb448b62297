"""A drawing as the knife sees it: shapes from back to front, each with its role and how it is cut."""

from __future__ import annotations

from dataclasses import dataclass

from generator.ground.matrices import Xy

Polyline = tuple[Xy, ...]


@dataclass(frozen=True, slots=True)
class Role:
    """What a shape is in a picture."""

    clearance: float = 0.0
    """How far marks behind it stay away, in mm."""
    outlined: bool = False
    """Whether it has a dark line round it where it is pale."""
    cut: bool = True
    """Whether it is cut at all, or lies there as it is drawn."""


ROLES = {
    "ground": Role(),
    "distance": Role(0.14),
    "subject": Role(0.26, outlined=True),
    "front": Role(0.3, outlined=True),
    "focus": Role(0.2, cut=False),
    "light": Role(cut=False),
    "shadow": Role(cut=False),
    "hint": Role(),
}
"""`light` and `shadow` are laid over what they stand on; a `hint` is a line along which the shape before it
is cut, and is not seen."""


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """One shape, in mm from the top left corner of the picture."""

    role: str
    ink: str
    rings: tuple[Polyline, ...] = ()
    """Closed outlines; what lies in two of them is a hole."""
    line: Polyline = ()
    widths: tuple[float, ...] = ()
    """A line, and how wide it is from its beginning to its end."""
    texture: str = ""
    hints: tuple[Polyline, ...] = ()
    flow: tuple[str, tuple[float, ...]] = ("outline", ())
    """Along what it is cut without hints: `outline`, `angle` (degrees), `around` or `radial` (a point)."""
    tone: tuple[float, ...] = ()
    """One tone for all, or x, y, tone and x, y, tone: from there to there; else it is the texture's."""
    glow: tuple[float, ...] = ()
    """x, y, radius and how much is added to the tone there."""
    where: str = ""
