"""Notes what the faces of a build come to, piece by piece, while the build's own stages ask for them."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.faces.face import LaterFace, marked_digest
from generator.ground.cache import svg_digest
from generator.ground.problems import Failed, Problem
from generator.ground.revision import MarkPlace
from generator.press.renders import Renders
from generator.press.revision import mark_of, mark_of_design
from generator.records.tables import Row

if TYPE_CHECKING:
    from generator.faces import Face
    from generator.faces.kept import KeptFace

Asked = tuple[str, str, int]
"""A template, a component, and the number of a row or 0: what a face is asked for by."""


@dataclass(frozen=True, slots=True)
class Design(LaterFace):
    """A face that can be drawn as a picture, by the id of what is on it."""

    id: str = ""

    def as_front(self, component: Row, back: Design | None) -> Design:
        """This front with the revision mark of its piece, as it will print."""
        place, sign = mark_of_design(component), mark_of(self.drawn, back.drawn if back is not None else "")
        if place is MarkPlace.NONE or self.sign or not sign:
            return self
        id = hashlib.sha256(f"{self.id} {place} {sign}".encode()).hexdigest()[:32]
        return replace(self, id=id, mark=place, sign=sign, digest=marked_digest(self.digest, place, sign))


def packed(design: Design) -> Design:
    """The same design with its SVG at hand, so that it does without the game that it came from."""
    content = zlib.compress(design.svg.encode("utf-8", "surrogatepass"), 1)

    def written() -> str:
        return zlib.decompress(content).decode("utf-8", "surrogatepass")

    return replace(design, written=written)


@dataclass(slots=True)
class Recorder:
    """Asks a maker for faces, as `Renders` says, and notes each with its design and its Problems."""

    maker: Renders
    fonts: str
    """The fingerprint of the fonts, which are part of what is drawn."""
    designs: dict[Asked, Design | None] = field(default_factory=dict)
    found: dict[Asked, tuple[Problem, ...]] = field(default_factory=dict)

    @property
    def stopped_by(self) -> Problem | None:
        """Why the last face could not be made, if that is said elsewhere already."""
        return self.maker.stopped_by

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face, and what is wrong with it."""
        face, problems = self.maker.render(template, component=component, card=card, key=key, faulty=faulty)
        asked = asked_for(template, component, card)
        self.found[asked] = problems
        self.designs[asked] = self._of_face(face) if face is not None else None
        return face, problems

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered."""
        face = self.maker.known(template, component=component, card=card)
        if face is not None:
            key = asked_for(template, component, card)
            self.found[key] = face.problems
            if key not in self.designs:
                later = self.maker.later(template, face, component=component, card=card)
                self.designs[key] = self._of_known(later, face.svg)
        return face

    def later(self, template: str, face: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is made when it is asked for."""
        return self.maker.later(template, face, component=component, card=card)

    def depends_on_card(self, template: str) -> bool:
        """Whether the template may look at its card."""
        return self.maker.depends_on_card(template)

    def seen(self, template: str, component: Row, card: Row | None) -> Design | None:
        """The design of a face, which is rendered now if nobody has asked for it; None if it cannot be."""
        key = asked_for(template, component, card)
        if key not in self.designs and self.known(template, component=component, card=card) is None:
            self.render(template, component=component, card=card)
        return self.designs.get(key)

    def _of_face(self, face: Face) -> Design:
        return packed(self._design(face, svg_digest(face.svg), lambda: face.svg))

    def _of_known(self, later: LaterFace, svg: str) -> Design:
        def written() -> str:
            try:
                return later.svg
            except (Failed, MemoryError):
                raise
            except Exception as fault:  # the folder has changed since: it will be asked for anew
                raise Failed from fault

        return self._design(later, svg, written)

    def _design(self, face: Face | LaterFace, svg: str, written: Callable[[], str]) -> Design:
        """The design of a face, by the digest of its SVG."""
        size = (face.width_mm, face.height_mm, face.shape)
        id = hashlib.sha256(repr((svg, *size, self.fonts)).encode()).hexdigest()[:32]
        return Design(face.key, face.digest, *size, face.colours, written, face.blind, face.drawn, id=id)


def asked_for(template: str, component: Row, card: Row | None) -> Asked:
    """What a face is asked for by."""
    return template, str(component["name"]), card.number if card is not None else 0
