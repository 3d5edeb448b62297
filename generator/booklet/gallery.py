"""The pictures of a booklet: the designs of the game that its text names, and its scenes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from generator.booklet.blocks import PictureBlock
from generator.booklet.pictures import Shown
from generator.booklet.scene.lying import Lying
from generator.booklet.scene.picture import design_symbol, edge, scene_picture, trimmed
from generator.booklet.scene.scenery import Scenery
from generator.faces.face import Face
from generator.ground.cache import digest, svg_digest
from generator.records.called import row_named
from generator.records.printed import data_text, printed_table, sheets_named
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS
from generator.sheets.amounts import format_of
from generator.sheets.sheet import Format

MOST_SHOWN = 20_000_000
"""Characters of all the drawings that a booklet shows."""
SCENE = "scene"
PANEL = "#f5f0e6"
"""The ground of a scene."""
_DESIGN = "design-"
"""How the drawings of designs are told from icons, which pages hold as well."""


@dataclass(slots=True)
class Gallery:
    """Finds what a booklet shows: `face:Patterns/Shell`, `back:Events`, `face:Events/@first`, `scene:Set up`.

    `render` makes the face of a component, a row and a side; what cannot be found goes to `unknown`,
    and pictures that make the booklet too large to `heavy`.
    """

    book: Book
    render: Callable[[Row, Row | None, str], Face | None]
    scenery: Scenery | None = None
    unknown: list[PictureBlock] = field(default_factory=list)
    heavy: list[PictureBlock] = field(default_factory=list)
    unprinted: frozenset[str] = frozenset()
    """Components with errors in their own row: they are not shown, and that is no fault of the booklet."""
    noted: list[str] = field(default_factory=list)
    """The scenes that were shown, each as a digest of what lies where."""
    _symbols: dict[str, str] = field(default_factory=dict)
    """The designs that were shown, each by its id."""
    _shown: dict[int, tuple[PictureBlock, Shown | None]] = field(default_factory=dict)
    """By the id of a block: a booklet is laid out twice, and shows the same."""
    _size: int = 0

    def show(self, picture: PictureBlock) -> Shown | None:
        """The design or the scene of a picture, or None."""
        if id(picture) not in self._shown:
            kind, _, rest = picture.target.partition(":")
            find = self._scene if kind == SCENE else partial(self._design, kind)
            self._shown[id(picture)] = picture, find(rest, picture)
        return self._shown[id(picture)][1]

    def symbols(self, icon: Callable[[str], str]) -> Callable[[str], str]:
        """What gives a page the drawings that it holds once: of icons by way of `icon`, of designs here."""
        return lambda key: self._symbols.get(f"icon-{key}") or icon(key)

    # ------------------------------------------------------------ designs

    def _design(self, side: str, rest: str, picture: PictureBlock) -> Shown | None:
        name, _, title = rest.partition("/")
        if name in self.unprinted:
            return None
        component = next((row for row in self.book[COMPONENTS] if row["name"] == name), None)
        faults = self.book.faults
        sheets = sheets_named(data_text(component), self.book) if component is not None else ()
        if COMPONENTS in faults or any(sheet in faults for sheet in sheets):
            return None  # that it is not printed is said of the sheet
        if component is None or side not in {"face", "back"}:
            self.unknown.append(picture)
            return None
        card = self._card(component, title)
        if card is None and component["data"] and side == "face":
            self.unknown.append(picture)
            return None
        front_or_back = "front" if side == "face" else "back"
        face = self.render(component, card, front_or_back)
        if face is None:
            if not component[front_or_back]:  # of a template that fails, its own Problem tells
                self.unknown.append(picture)
            return None
        form = format_of(component)
        form = form if side == "face" else form.mirrored()
        id = self._held(face, form)
        if not self._bears(len(self._symbols[id]), picture):
            return None

        def paint(scale: float) -> str:
            return f'<use href="#{id}"/>{edge(form, scale)}'

        return Shown(paint(1), form.width_mm, form.height_mm, picture.caption, paint=paint)

    def _card(self, component: Row, title: str) -> Row | None:
        table = printed_table(component, self.book) if component["data"] else None
        if table is None:
            return None
        return next(iter(table), None) if title in {"@first", ""} else row_named(table, title)

    def _held(self, face: Face, form: Format) -> str:
        """The id of a design's drawing, which is held from now on."""
        id = f"icon-{_DESIGN}{digest((svg_digest(face.svg), form))[:16]}"
        if id not in self._symbols:
            self._symbols[id] = design_symbol(id, face.svg, form)
        return id

    def _bears(self, size: int, picture: PictureBlock) -> bool:
        """Whether the booklet can hold so many characters more."""
        self._size += size
        if self._size > MOST_SHOWN:
            self.heavy.append(picture)
        return self._size <= MOST_SHOWN

    # ------------------------------------------------------------ scenes

    def _scene(self, title: str, picture: PictureBlock) -> Shown | None:
        scenery = self.scenery
        title = " ".join(title.split())
        if scenery is None or title.casefold() not in map(str.casefold, scenery.titles()):
            self.unknown.append(picture)
            return None
        scene = scenery.named(title)
        if scene is None:
            return None
        scene = trimmed(scene)
        ids = {piece: self._seen(piece, scenery) for piece in scene.things}
        self.noted.append(digest((repr(scene), tuple(ids.values()))))
        prefix = f"scene-{len(self.noted)}-"

        def paint(scale: float) -> str:
            return scene_picture(scene, ids.__getitem__, ground=PANEL, prefix=prefix, scale=scale)

        drawing, used = paint(1.0), {id for id in ids.values() if id}
        if not self._bears(len(drawing) + sum(len(self._symbols[id]) for id in used), picture):
            return None
        size = (scene.width_mm, scene.height_mm)
        return Shown(drawing, *size, picture.caption, scene.notes.legend, paint=paint)

    def _seen(self, piece: Lying, scenery: Scenery) -> str:
        """The id of the drawing of a thing; empty if it cannot be shown."""
        shows = scenery.shows(piece)
        face = self.render(shows.component, shows.row, shows.side) if shows is not None else None
        return self._held(face, piece.format) if face is not None else ""
