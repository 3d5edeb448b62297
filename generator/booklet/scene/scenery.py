"""The scenes of a game: those of its sheet Scenes, and one that its components suggest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import cached_property

from generator.booklet.scene.automatic import TITLE, automatic
from generator.booklet.scene.lying import Lying, Scene, Shows, SpotsOf, shown_by
from generator.booklet.scene.spots import NO_SPOTS, spots_in
from generator.booklet.scene.stated import lay_scenes
from generator.faces.face import Face
from generator.ground.cache import NO_CACHE, Cache, svg_digest
from generator.ground.problems import Problem
from generator.press.decks import Deck
from generator.press.renders import Renders
from generator.records.scenes import StatedScene, stated_scenes
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS
from generator.sheets.sheet import Box


@dataclass(frozen=True, slots=True)
class FoundScenes:
    """The scenes of a game, and what is wrong with the places that its sheet Scenes names.

    What else is wrong with that sheet is told when the workbook is checked.
    """

    scenes: tuple[Scene, ...]
    problems: tuple[Problem, ...]


def scenes_of(book: Book, stock: Sequence[Deck], faces: Renders, *, cache: Cache = NO_CACHE) -> FoundScenes:
    """The scenes that can be laid out with these components; the one that needs no row comes last.

    `faces` is asked for the boards' fronts, which may name spots.
    """
    spots = spots_of(faces, cache)
    stated, problems = lay_scenes(stated_scenes(book)[0], stock, spots)
    suggested = automatic(stock, spots, number=len(stated))
    scenes = stated if suggested is None else (*stated, suggested)
    return FoundScenes(scenes, problems)


@dataclass
class Scenery:
    """The scenes of a game, each laid out when it is asked for, of no more components than it needs."""

    book: Book
    stock: Callable[[str], Deck | None]
    """A component by its Name; None for one that cannot be printed."""
    faces: Renders
    cache: Cache = NO_CACHE
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with the places in the scenes that were laid out."""
    _laid: dict[str, Scene | None] = field(default_factory=dict)

    def titles(self) -> tuple[str, ...]:
        """What a scene may be asked for by."""
        return (*(row.title for row in self._stated.values()), TITLE)

    def named(self, title: str) -> Scene | None:
        """The scene of that title; None if there is none, or nothing of it can be laid down."""
        key = title.casefold()
        if key not in self._laid:
            self._laid[key] = self._lay(key)
        return self._laid[key]

    def shows(self, piece: Lying) -> Shows | None:
        """Which face is seen of a thing."""
        stock = self.stock(piece.component)
        return shown_by(stock, piece.design) if stock is not None else None

    @cached_property
    def _stated(self) -> dict[str, StatedScene]:
        return {scene.title.casefold(): scene for scene in stated_scenes(self.book)[0]}

    @cached_property
    def _spots(self) -> SpotsOf:
        return spots_of(self.faces, self.cache)

    def _lay(self, key: str) -> Scene | None:
        scene = self._stated.get(key)
        if scene is not None:
            names = [str(row.component["name"]) for row in scene.rows if row.component is not None]
            scenes, problems = lay_scenes([scene], self._stock(names), self._spots)
            self.problems += problems
            return next(iter(scenes), None)
        if key != TITLE.casefold():
            return None
        components = self.book.tables.get(COMPONENTS, ())
        return automatic(self._stock(str(row.values.get("name") or "") for row in components), self._spots)

    def _stock(self, names: Iterable[str]) -> list[Deck]:
        return [stock for name in dict.fromkeys(names) if (stock := self.stock(name)) is not None]


def spots_of(faces: Renders, cache: Cache) -> SpotsOf:
    """The spots that the faces of components name, each found once."""
    by_face: dict[tuple[str, int], Mapping[str, Box]] = {}

    def spots(stock: Deck, design: int) -> Mapping[str, Box]:
        key = (stock.name, design)
        if key not in by_face:
            shows = shown_by(stock, design)
            template = str(stock.component.values.get(shows.side) or "") if shows is not None else ""
            card = shows.row if shows is not None else None
            face = faces.render(template, component=stock.component, card=card)[0] if template else None
            by_face[key] = _kept_spots(face, cache) if face is not None else NO_SPOTS
        return by_face[key]

    return spots


def _kept_spots(face: Face, cache: Cache) -> Mapping[str, Box]:
    """The spots of a face, as they were found before if they were."""
    size = (float(face.width_mm), float(face.height_mm))
    name = cache.name("spots", svg_digest(face.svg), size) if cache.on else ""
    record = cache.get_record(name)
    if record is not None:
        return {name: Box(*box) for name, box in record["spots"]}
    spots = spots_in(face.svg, *size)
    cache.put_record(name, {"spots": [[title, astuple(spot)] for title, spot in spots.items()]})
    return spots
