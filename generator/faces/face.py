"""One printed side of a component, before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.cache import face_digest, svg_digest


@dataclass(frozen=True, slots=True)
class Face:
    """A finished design as SVG text of the subset that `generator.svg` draws.

    One user unit is 1 mm and the origin is the top left corner of the trimmed piece; the background
    runs out beyond the trim for the bleed. `key` is unique in a game and names the design to a person.
    """

    key: str
    svg: str
    width_mm: float
    height_mm: float
    shape: str  # "rectangle", "hexagon" or "circle"
    component: str  # its name in the sheet Components
    blind: bool = False
    """Made without a cell that has an error: what cannot be drawn of it follows from that."""
    colours: Mapping[str, tuple[str, ...]] | None = field(default=None, compare=False, repr=False)
    """A colour, `#rrggbb`, and the cells that give it to this face; None if contrast is not looked at."""

    @property
    def digest(self) -> str:
        """The digest of all that decides how it is drawn and what is said of it."""
        return face_digest(svg_digest(self.svg), self.colours)


@dataclass(frozen=True, slots=True)
class LaterFace:
    """A face that is known by its digest; it is rendered only if its SVG is asked for."""

    key: str
    digest: str
    width_mm: float
    height_mm: float
    shape: str
    colours: Mapping[str, tuple[str, ...]] | None = field(compare=False, repr=False)
    render: Callable[[], Face] = field(compare=False, repr=False)
    """Raises Failed."""
    blind: bool = False

    @property
    def svg(self) -> str:
        """The SVG of the face. Raises Failed."""
        return self.render().svg
