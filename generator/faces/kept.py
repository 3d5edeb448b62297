"""Faces that were drawn before: found again by what they read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.cache import Cache, Unkeyable, digest, face_digest, problems_told, svg_digest, told_problems
from generator.faces.reads import Reading, Reads
from generator.ground.problems import Problem, has_errors
from generator.records.called import called
from generator.records.tables import Row

MOST_READINGS = 2_000
"""Of one face; one that reads more is drawn anew each time."""


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


@dataclass(slots=True)
class KeptFaces:
    """The faces of one game in the cache.

    Which readings a face had is noted by its template and its card's name; the face itself by those readings
    and what they gave. Equal readings lead through a template on the same way, so they are all
    of what it would read now. Only whole faces are kept: one with errors is drawn anew.
    """

    cache: Cache
    reads: Reads
    shared: tuple[object, ...]
    """What every face may depend on: symbols, fonts."""
    on_card: Callable[[str], bool]
    """Whether a template may look at its card."""
    colours: Callable[[Row | None], Mapping[str, tuple[str, ...]]]
    """The cells that give the colours of a card's face."""
    _shared: str = field(init=False, default="")
    _found: dict[tuple[str, str, int], KeptFace | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.cache.on:
            self._shared = digest(self.shared)

    def find(self, template: str, component: Row, card: Row | None) -> KeptFace | None:
        """A face that would come out the same now."""
        if not self.cache.on:
            return None
        place = (template, str(component["name"]), card.number if card else 0)
        if place not in self._found:
            self._found[place] = self._looked_up(template, component, card)
        return self._found[place]

    def svg(self, kept: KeptFace) -> str | None:
        """The SVG of a face, if it is there still."""
        return self.cache.get_text(self.cache.name("svg", kept.svg))

    def keep(
        self,
        template: str,
        component: Row,
        card: Row | None,
        svg: str,
        drawn: str,
        problems: tuple[Problem, ...],
    ) -> None:
        """Keep the face that was drawn just now."""
        if not self.cache.on or has_errors(problems):
            return
        if problems:
            self.reads.everything()
        readings = self.reads.seen
        if len(readings) > MOST_READINGS:
            return
        made = self._made(svg_digest(svg), drawn, card, problems)
        try:
            name = self._name(template, component, card, readings)
            self.cache.put_text(self.cache.name("svg", made.svg), svg)
            self.cache.put_record(
                name, {"svg": made.svg, "drawn": drawn, "problems": told_problems(problems)}
            )
            self.cache.put_record(self._list(template, component, card), {"readings": readings})
        except Unkeyable:
            return
        self._found[template, str(component["name"]), card.number if card else 0] = made

    def take(
        self,
        template: str,
        component: Row,
        card: Row | None,
        svg: str,
        drawn: str,
        problems: tuple[Problem, ...],
    ) -> None:
        """Another process has kept this face just now."""
        made = self._made(svg_digest(svg), drawn, card, problems)
        self._found[template, str(component["name"]), card.number if card else 0] = made

    def _looked_up(self, template: str, component: Row, card: Row | None) -> KeptFace | None:
        try:
            listed = self.cache.get_record(self._list(template, component, card))
            if listed is None:
                return None
            readings: tuple[Reading, ...] = tuple((kind, name) for kind, name in listed["readings"])
            self.reads.begin(component, card)
            told = self.cache.get_record(self._name(template, component, card, readings))
        except Unkeyable:
            return None
        if told is None:
            return None
        return self._made(told["svg"], told["drawn"], card, problems_told(told["problems"]))

    def _made(self, svg: str, drawn: str, card: Row | None, problems: tuple[Problem, ...]) -> KeptFace:
        return KeptFace(svg, face_digest(svg, self.colours(card)), drawn, problems)

    def _list(self, template: str, component: Row, card: Row | None) -> str:
        own = None if card is None or not self.on_card(template) else (card.sheet, called(card))
        return self.cache.name("readings", template, component["name"], own)

    def _name(self, template: str, component: Row, card: Row | None, readings: tuple[Reading, ...]) -> str:
        given = [str(component[key]) for key in ("name", "width", "height", "shape")]
        return self.cache.name("face", self._shared, template, given, card is None, self.reads.now(readings))
