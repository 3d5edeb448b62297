"""A build on two processors: faces are rendered, and booklets laid out, while the first one still paints.

A helper renders what `draw` is going to ask for, in that order. Whoever draws asks an `AheadMaker` as it
would ask the maker itself; what the helper has not made is made right here. So everything comes out the same,
in the same order, whether there is a helper, whether it is ended half way, or whether there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from generator.ground.as_json import as_json, from_json
from generator.ground.cache import Cache
from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.helper import Helper, Parcel, lend
from generator.ground.problems import Failed, Problem
from generator.press.choosing import Job
from generator.press.renders import Renders, Workshop
from generator.press.wanted import WantedFace, wanted_faces
from generator.records.places import RowPlace
from generator.records.tables import Row
from generator.records.worksheets import COMPONENTS

if TYPE_CHECKING:
    from generator.faces import Face, FaceMaker
    from generator.faces.face import LaterFace
    from generator.faces.kept import KeptFace
    from generator.text.fonts import Fonts

LEAST_FACES = 24
"""For fewer faces than these nobody is sent ahead: it would take as long as it spares."""

Laid = tuple[Hashable, Any, tuple[bytes, ...]]
"""What something is for, and what came of it: what JSON can say, and what is large."""
Later = Callable[[], Iterable[Laid]]
"""More work for the helper, when all faces are rendered."""


@dataclass(slots=True)
class Ahead:
    """What is made ahead: faces through its `maker`, all else by what it is for."""

    maker: Renders
    _helper: Helper | None = None
    _places: Mapping[Hashable, int] = field(default_factory=dict)
    _cache: Cache = field(default_factory=Cache)
    _wrote: int = 0

    def made(self, key: Hashable) -> tuple[Any, tuple[bytes, ...]] | None:
        """What the helper made, each thing at most once and in their order; None if it did not make this."""
        place = self._places.get(key)
        parcel = self._helper.take(place) if self._helper is not None and place is not None else None
        if parcel is None:
            return None
        wrote = int(parcel.record["wrote"])
        self._cache.count(wrote - self._wrote)
        self._wrote = wrote
        return parcel.record["made"], parcel.parts


def in_one(workshop: Workshop) -> Ahead:
    """Nobody goes ahead: the Workshop's own maker makes everything."""
    return Ahead(workshop.maker)


@contextmanager
def going_ahead(
    workshop: Workshop,
    jobs: Sequence[Job],
    *,
    cores: int,
    faulty: Mapping[RowPlace, Problem],
    draft: bool = False,
    later: Later = tuple,
    order: Sequence[Hashable] = (),
) -> Iterator[Ahead]:
    """While the block lasts a helper renders the faces of these jobs, then does what comes `later`.

    There is one if there are `cores` and work for it. `order` is what all that comes later is for, in
    the order in which it is made and asked for.
    """
    times = sum(job.faces for job in jobs) / FACES_A_UNIT
    requests: list[WantedFace] = []
    if cores > 1:
        with unit("faces", COMPONENTS, times=times):
            requests = wanted_faces(jobs, maker=workshop.maker, faulty=faulty, draft=draft)
    if len(requests) < LEAST_FACES:
        yield in_one(workshop)
        return
    places: dict[Hashable, int] = {}
    for key in (*map(_key, requests), *order):
        places.setdefault(key, len(places))
    helper = lend(lambda: _work(workshop, requests, times, later, places))
    if helper is None:
        yield in_one(workshop)
        return
    with helper:
        ahead = Ahead(workshop.maker, helper, places, workshop.cache)
        ahead.maker = AheadMaker(workshop.maker, workshop.fonts, ahead)
        yield ahead


def _key(request: WantedFace) -> Hashable:
    return (
        request.template,
        request.component.number,
        request.card.number if request.card else 0,
        request.faulty,
    )


def _work(
    workshop: Workshop,
    requests: Sequence[WantedFace],
    times: float,
    later: Later,
    places: Mapping[Hashable, int],
) -> Iterator[Parcel]:
    """What the helper does."""
    cache, before = workshop.cache, workshop.cache.written
    with unit("faces", COMPONENTS, times=times):
        for request in requests:
            before_fonts = len(workshop.fonts.asked)
            face = workshop.maker.handed(
                request.template, component=request.component, card=request.card, faulty=request.faulty
            )
            fonts = [workshop.fonts.paths.index(path) for path in workshop.fonts.asked[before_fonts:]]
            face_record = {"face": as_json(face), "fonts": fonts}
            yield Parcel(places[_key(request)], {"made": face_record, "wrote": cache.written - before})
    for key, record, parts in later():
        yield Parcel(places[key], {"made": record, "wrote": cache.written - before}, parts)


@dataclass(slots=True)
class AheadMaker:
    """Hands out the faces that a helper has rendered, and renders the others itself."""

    _maker: FaceMaker
    _fonts: Fonts
    _ahead: Ahead

    @property
    def stopped_by(self) -> Problem | None:
        """Why the last face could not be made, if that is said elsewhere already."""
        return self._maker.stopped_by

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face, and what is wrong with it; it may have to be waited for."""
        from generator.faces.handed import HandedFace

        ready = self._ahead.made(_key(WantedFace(template, component, card, faulty)))
        if ready is None:
            return self._maker.render(template, component=component, card=card, key=key, faulty=faulty)
        record, _ = ready
        for number in record["fonts"]:
            with suppress(Failed):  # whoever asks for a broken font is told so
                self._fonts.data(self._fonts.paths[number])
        face: HandedFace = from_json(HandedFace, record["face"])
        return self._maker.take(face, template, component=component, card=card, key=key)

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered."""
        return self._maker.known(template, component=component, card=card)

    def later(self, template: str, cached: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is made when it is asked for."""
        return self._maker.later(template, cached, component=component, card=card)

    def depends_on_card(self, template: str) -> bool:
        """Whether the template may look at its card."""
        return self._maker.depends_on_card(template)
