"""Faces that were drawn before: found again by what they read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.faces.reads import Reading, Reads
from generator.ground.as_json import as_json, from_json
from generator.ground.cache import (
    Cache,
    Unkeyable,
    face_digest,
    svg_digest,
)
from generator.ground.problems import Problem, has_errors
from generator.records.called import called
from generator.records.tables import Row

MOST_READINGS = 2_000
"""Of one face; one that reads more is drawn anew each time."""
MOST_TWINS = 32_000_000
"""Letters of the faces that one run remembers for other components that print the same."""


class FacePlace(NamedTuple):
    """What a face is asked for by."""

    template: str
    component: Row
    card: Row | None

    @property
    def key(self) -> tuple[str, str, int]:
        """By names and numbers."""
        return self.template, str(self.component["name"]), self.card.number if self.card else 0

    @property
    def alike(self) -> tuple[object, ...]:
        """What two faces have in common that may be the same."""
        row = (self.card.sheet, self.card.number) if self.card is not None else None
        return self.template, row, *(str(self.component[key]) for key in ("width", "height", "shape"))


@dataclass(frozen=True, slots=True)
class KeptFace:
    """A face as it is kept, with the warnings that it had."""

    svg: str
    """The digest of its SVG."""
    digest: str
    """That of the whole face, see `Face`."""
    drawn: str
    """That of what is drawn, see `generator.svg.drawn`."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Twin:
    """A face of this run that had nothing wrong with it: by what it read it is found for other components."""

    readings: tuple[Reading, ...]
    gave: list[tuple[str, str, str]]
    face: KeptFace


@dataclass(slots=True)
class KeptFaces:
    """The faces of one game in the cache, and, for other components that print the same, those of this run.

    Which readings a face had is noted by its template and its card's name; the face itself by those readings
    and what they gave. Equal readings lead through a template on the same way, so they are all
    of what it would read now. Only whole faces are kept: one with errors is drawn anew.
    """

    cache: Cache
    reads: Reads
    shared: str
    """The digest of what every face may depend on: symbols, fonts."""
    on_card: Callable[[str], bool]
    """Whether a template may look at its card."""
    colours: Callable[[Row | None], Mapping[str, tuple[str, ...]]]
    """The cells that give the colours of a card's face."""
    twins: frozenset[str] = frozenset()
    """Templates of which a face of this run may serve again."""
    _faces: dict[tuple[str, str, int], KeptFace | None] = field(default_factory=dict)
    _twins: dict[tuple[object, ...], _Twin] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    """The SVG of each twin, by its digest."""
    _letters: int = 0

    def find(self, place: FacePlace) -> KeptFace | None:
        """A face that would come out the same now."""
        key = place.key
        if key not in self._faces and self.cache.on:
            self._faces[key] = self._looked_up(place)
        if self._faces.get(key) is None and self._twins:
            self._faces[key] = self._twin(place)
        return self._faces.get(key)

    def svg(self, face: KeptFace) -> str | None:
        """The SVG of a face, if it is there still."""
        text = self._texts.get(face.svg)
        return text if text is not None else self.cache.get_text(self.cache.name("svg", face.svg))

    def keep(self, place: FacePlace, svg: str, drawn: str, problems: tuple[Problem, ...]) -> None:
        """Keep the face that was drawn just now."""
        if has_errors(problems):
            return
        if problems:
            self.reads.everything()
        readings = self.reads.seen
        if not problems:
            self.remember(place, svg, drawn, readings)
        if not self.cache.on or len(readings) > MOST_READINGS:
            return
        face = self._made(svg_digest(svg), drawn, place.card, problems)
        try:
            name = self._name(place, readings)
            self.cache.put_text(self.cache.name("svg", face.svg), svg)
            self.cache.put_record(name, {"svg": face.svg, "drawn": drawn, "problems": as_json(problems)})
            self.cache.put_record(self._list(place), {"readings": readings})
        except Unkeyable:
            return
        self._faces[place.key] = face

    def readings(self, place: FacePlace) -> tuple[Reading, ...]:
        """What a face of this run has read, if it is remembered."""
        twin = self._twins.get(place.alike)
        return twin.readings if twin is not None else ()

    def remember(self, place: FacePlace, svg: str, drawn: str, readings: tuple[Reading, ...]) -> None:
        """Other components that print the same from the same row take this face."""
        few = len(readings) <= MOST_READINGS and self._letters + len(svg) <= MOST_TWINS
        if place.template not in self.twins or not few:
            return
        self.reads.begin(place.component, place.card)
        with suppress(Unkeyable):
            face = self._made(svg_digest(svg), drawn, place.card, ())
            gave = self.reads.now(readings)
            self._twins[place.alike] = _Twin(readings, gave, face)
            self._texts[face.svg] = svg
            self._letters += len(svg)

    def _twin(self, place: FacePlace) -> KeptFace | None:
        twin = self._twins.get(place.alike)
        if twin is None:
            return None
        self.reads.begin(place.component, place.card)
        with suppress(Unkeyable):
            if self.reads.now(twin.readings) == twin.gave:
                return self._made(twin.face.svg, twin.face.drawn, place.card, ())
        return None

    def take(self, place: FacePlace, svg: str, drawn: str, problems: tuple[Problem, ...]) -> None:
        """Another process has kept this face just now."""
        self._faces[place.key] = self._made(svg_digest(svg), drawn, place.card, problems)

    def _looked_up(self, place: FacePlace) -> KeptFace | None:
        try:
            listed = self.cache.get_record(self._list(place))
            if listed is None:
                return None
            readings: tuple[Reading, ...] = tuple((kind, name) for kind, name in listed["readings"])
            self.reads.begin(place.component, place.card)
            record = self.cache.get_record(self._name(place, readings))
        except Unkeyable:
            return None
        if record is None:
            return None
        problems = from_json(tuple[Problem, ...], record["problems"])
        return self._made(record["svg"], record["drawn"], place.card, problems)

    def _made(self, svg: str, drawn: str, card: Row | None, problems: tuple[Problem, ...]) -> KeptFace:
        return KeptFace(svg, face_digest(svg, self.colours(card)), drawn, problems)

    def _list(self, place: FacePlace) -> str:
        template, component, card = place
        own = None if card is None or not self.on_card(template) else (card.sheet, called(card))
        return self.cache.name("readings", template, component["name"], own)

    def _name(self, place: FacePlace, readings: tuple[Reading, ...]) -> str:
        template, component, card = place
        cut = [str(component[key]) for key in ("name", "width", "height", "shape")]
        return self.cache.name("face", self.shared, template, cut, card is None, self.reads.now(readings))
