"""The faces that will have to be rendered, listed before any is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from generator.ground.problems import Problem
from generator.press.choosing import Job
from generator.press.numbering import MOST_FAULTY, Numbering, no_step, shared_templates
from generator.press.renders import Renders
from generator.records.places import RowPlace
from generator.records.tables import Row

if TYPE_CHECKING:
    from generator.faces.face import LaterFace
    from generator.faces.kept import KeptFace


class WantedFace(NamedTuple):
    """A face that has to be rendered: what a FaceMaker is asked for."""

    template: str
    component: Row
    card: Row | None
    faulty: bool


@dataclass(frozen=True, slots=True)
class _Listing:
    """Notes which faces are asked for and are not known, and renders none."""

    maker: Renders
    faces: list[WantedFace]
    stopped_by: None = None

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[None, tuple[()]]:
        """No face; it is noted."""
        if self.maker.known(template, component=component, card=card) is None:
            self.faces.append(WantedFace(template, component, card, faulty))
        return None, ()

    def known(self, template: str, *, component: Row, card: Row | None = None) -> None:
        """Nothing is known, so that everything is asked for."""

    def later(self, template: str, cached: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """As the maker says."""
        return self.maker.later(template, cached, component=component, card=card)

    def key(self, template: str, *, component: Row, card: Row | None = None) -> str:
        """As the maker says."""
        return self.maker.key(template, component=component, card=card)

    def depends_on_card(self, template: str) -> bool:
        """As the maker says."""
        return self.maker.depends_on_card(template)


def wanted_faces(
    jobs: Iterable[Job],
    *,
    maker: Renders,
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
) -> list[WantedFace]:
    """The faces that `draw` will have rendered for these jobs, one after the other."""
    requests: list[WantedFace] = []
    listing, most = _Listing(maker, requests), None if draft else MOST_FAULTY
    for job in jobs:
        numbering = Numbering(job, listing, no_step, shared_templates(job, maker), faulty, most_faulty=most)
        for _ in numbering.faces():
            pass
    return requests
