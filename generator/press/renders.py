"""What is asked for faces, and what all that is drawn in one run shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from generator.ground.cache import Cache
from generator.ground.problems import Problem
from generator.records.tables import Row

if TYPE_CHECKING:
    from generator.faces import Face, FaceMaker
    from generator.faces.face import LaterFace
    from generator.faces.kept import KeptFace
    from generator.text.fonts import Fonts


class Renders(Protocol):
    """What is asked for the faces of a component: a FaceMaker, or what knows them from elsewhere."""

    @property
    def stopped_by(self) -> Problem | None:
        """Why the last face could not be made, if that is said elsewhere already."""

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face, and what is wrong with it."""

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered."""

    def later(self, template: str, cached: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is made when it is asked for."""

    def depends_on_card(self, template: str) -> bool:
        """Whether the template may look at its card."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all that is drawn in one run shares: faces that one stage has rendered serve the next."""

    fonts: Fonts
    maker: FaceMaker
    cache: Cache
