"""One printed side of a component, before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from generator.ground.cache import digest as digest_of
from generator.ground.cache import face_digest, svg_digest
from generator.ground.revision import MarkPlace


def marked_digest(digest: str, mark: MarkPlace, sign: str) -> str:
    """The digest of a face with its revision mark, by that of the face without one."""
    return digest if mark is MarkPlace.NONE else digest_of((digest, str(mark), sign))


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
    drawn: str = field(default="", compare=False, repr=False)
    """The digest of what is drawn, see `generator.svg.drawn`; empty if nobody has asked for it."""
    mark: MarkPlace = MarkPlace.NONE
    """Where its revision mark goes."""
    sign: str = ""
    """The mark itself."""

    @property
    def digest(self) -> str:
        """The digest of all that decides how it is drawn and what is said of it."""
        return marked_digest(face_digest(svg_digest(self.svg), self.colours), self.mark, self.sign)

    def marked(self, mark: MarkPlace, sign: str) -> Face:
        """The same face with a revision mark, which is `sign`."""
        return replace(self, mark=mark, sign=sign)


@dataclass(frozen=True, slots=True)
class LaterFace:
    """A face that is known by its digest; it is rendered only if its SVG is asked for."""

    key: str
    digest: str
    width_mm: float
    height_mm: float
    shape: str
    colours: Mapping[str, tuple[str, ...]] | None = field(compare=False, repr=False)
    written: Callable[[], str] = field(compare=False, repr=False)
    """Its SVG. Raises Failed."""
    blind: bool = False
    drawn: str = field(default="", compare=False, repr=False)
    """The digest of what is drawn."""
    mark: MarkPlace = MarkPlace.NONE
    sign: str = ""

    def marked(self, mark: MarkPlace, sign: str) -> LaterFace:
        """The same face, which has none, with a revision mark."""
        return replace(self, mark=mark, sign=sign, digest=marked_digest(self.digest, mark, sign))

    @property
    def svg(self) -> str:
        """The SVG of the face. Raises Failed."""
        return self.written()
