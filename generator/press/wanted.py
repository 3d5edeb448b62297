"""The faces that will have to be rendered, listed before any is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.ground.problems import Problem
from generator.press.choosing import Job
from generator.press.numbering import requests, shared_templates
from generator.press.renders import Renders
from generator.records.places import RowPlace
from generator.records.tables import Row


class WantedFace(NamedTuple):
    """A face that has to be rendered: what a FaceMaker is asked for."""

    template: str
    component: Row
    card: Row | None
    faulty: bool


def wanted_faces(
    jobs: Iterable[Job],
    *,
    maker: Renders,
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
) -> list[WantedFace]:
    """The faces that `draw` will have rendered for these jobs, one after the other."""
    faces: list[WantedFace] = []
    for job in jobs:
        same, listed, component = shared_templates(job, maker), set[str](), job.component
        for request in requests(job, faulty, draft=draft):
            for template in (component["front"], component["back"]) if not request.skipped else ():
                if not template or template in listed:
                    continue
                if template in same:
                    listed.add(template)
                if maker.known(template, component=component, card=request.row) is None:
                    marked = template not in same and request.error is not None
                    faces.append(WantedFace(template, component, request.row, marked))
    return faces
