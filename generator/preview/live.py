"""A game that is looked at again after each save: what changed is shown first, then all the rest is told."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from generator.checks.checked import Checked
from generator.ground.cache import Cache
from generator.ground.files import MB
from generator.ground.helper import usable_cores
from generator.ground.output import Counted
from generator.ground.problems import Failed, Problem, Severity
from generator.ground.project import Project, open_project
from generator.press.renders import Renders, Workshop
from generator.preview.blank import BROKEN, DRAWING, READY
from generator.preview.files import Printables
from generator.preview.pictures import Drawings
from generator.preview.pieces import ShownPiece, changed, form_of, places_of, shown_pieces
from generator.preview.prints import printed_book, prints_of, recorded
from generator.preview.recorder import Design, Recorder, asked_for, packed
from generator.preview.said import differences
from generator.preview.state import OnShow, ShownFaces, component_id, state_of
from generator.records.places import faulty_rows
from generator.records.tables import Book
from generator.replay.play import Replayed
from generator.story import BuildOptions, GameRun, once, story
from generator.table.game_log import notes_in
from generator.workbook.places import located_in

Tell = Callable[[Mapping[str, Any], bytes], None]
"""Tells the server something: what it is, and bytes behind it."""
MOST_QUICK = 24
"""As many changed pieces are shown before everything else is looked at."""
MOST_LOOKED = 8
"""As many of them are those that were looked at last, although nothing of their rows has changed."""
MOST_PACKED = 500
"""As many last good designs are kept while their cards have errors."""
MOST_LEFTOVER = 300
"""As many designs are drawn to find out which of them a Problem is about."""
MOST_NOTES = 500
"""As many notes of games that were played, the newest."""
_FLUSH_S = 0.25
_TIDY = 40 * MB
"""Bytes that are written before the cache is put in order."""


class Superseded(Exception):
    """Something was saved again: what is being made is out of date."""


@dataclass(slots=True)
class LiveGame:
    """The game folder as it was at the last save, with all that was drawn of it."""

    folder: Path
    cache: Cache
    tell: Tell
    between: Callable[[], None] = lambda: None
    """Called between any two steps of the work; it may raise Superseded."""
    dpi: int = 96
    """Dots an inch at which the page looks at cards."""
    shown: OnShow = field(default_factory=OnShow)
    drawings: Drawings | None = None
    printables: Printables | None = None
    looked_at: OrderedDict[str, None] = field(default_factory=OrderedDict)
    """Ids of the designs that the page has asked for, those looked at last at the end."""
    _recorder: Recorder = field(init=False)
    _before: OnShow = field(default_factory=OnShow)
    """What was shown when the last update was through."""
    _seen: OnShow = field(default_factory=OnShow)
    """What was shown, at least in passing."""
    _told: Book | None = None
    """The workbook of the last state that was told."""
    _checked: Checked | None = None
    _said: tuple[str, ...] = ()
    _sent: float = 0.0
    _played: tuple[Problem, ...] = ()
    _counted: int = 0
    _busy: bool = False

    def recall(self, faces: Mapping[str, Sequence[str | None]]) -> None:
        """What another worker has shown before this one: the last good pictures of each piece."""
        self.shown.faces = {id: ShownFaces(front, back) for id, (front, back) in faces.items()}

    def update(self) -> None:
        """Look at the folder again, and tell what there is. Raises Superseded."""
        self._busy = True
        try:
            self._update()
        finally:
            self._busy = False

    def _update(self) -> None:
        self.tell({"tell": "busy", "what": "Reading the workbook"}, b"")
        first = self.shown.book is None
        run = GameRun(
            project=Project(self.folder),
            stage=Counted(self.folder),
            options=BuildOptions(),
            prints=False,
            progress=self._progress,
            cache=self.cache,
            cores=usable_cores() if first else 1,
            onlooker=self,
        )
        last: tuple[Problem, ...] = ()
        self._before, self._checked, self._said = self.shown, None, ()
        try:
            run.project = open_project(self.folder)
            story(run)
        except Failed as failed:
            last = failed.problems
        except Superseded:
            self._seen, self.shown = self.shown, replace(self._before, faces=self.shown.faces)
            raise
        self._seen = self.shown
        problems = once(*run.problems(run.in_play_folded), *last)
        self._take_problems(run.project, problems)
        broken = self._checked is None
        if not broken and self.printables is not None:
            self.shown.booklets = self.printables.booklets(run.in_play)
        self._tell_state(BROKEN if broken else READY)
        if self.cache.written > _TIDY:
            self.cache.tidy()

    def state(self, status: str = READY) -> dict[str, Any]:
        """All that there is to see now."""
        return state_of(self.shown, status=status, sentences=self._said)

    def record_print(self, components: Sequence[str], only: Sequence[str]) -> tuple[str, tuple[Problem, ...]]:
        """Record that these were printed, all if none is named; what is to be said. Raises Failed."""
        if self.printables is None:
            raise Failed(*self.shown.problems)
        names = {component_id(piece.component): piece.key[0] for piece in self.shown.pieces}
        checked, workshop = self.printables.checked, self.printables.workshop
        sentence = recorded(
            checked, self.cache, [names.get(component, component) for component in components], only
        )
        self.shown.prints = prints_of(checked, workshop)
        self._said = ()
        self._tell_state(READY)
        return sentence

    def look_at_booklets(self) -> None:
        """Tell how many pages a booklet has, if it was drawn just now for the first time."""
        if self.printables is not None and self.printables.counted != self._counted and not self._busy:
            self._counted = self.printables.counted
            self.shown.booklets = self.printables.booklets(self._played)
            self._tell_state(READY)

    def _card_sentences(self) -> Mapping[str, Sequence[str]]:
        """What `pnp balance` has said of the cards as they are, and as they were printed."""
        checked = self._checked
        if checked is None or checked.module is None or checked.loaded is None:
            return {}
        from generator.balance.cards import card_sentences

        printed = partial(printed_book, checked.project, self.cache)
        return card_sentences(checked.book, checked.module.players, printed)

    # ------------------------------------------------------------ the stages, as Onlooker

    def opened(self, checked: Checked, samples: Sequence[Replayed], workshop: Workshop) -> None:
        """Show the changed pieces at once."""
        before, self._checked = self._before, checked
        book = checked.book
        self._said = differences(self._told, book) if self._told is not None else ()
        pieces = shown_pieces(book, self._seen.pieces)
        self.shown = OnShow(book, pieces, dict(before.faces), checked.edition.game, checked.edition.version)
        self.shown.sheets, self.shown.booklets = before.sheets, before.booklets
        self.shown.problems, self.shown.located = checked.problems, checked.problems
        self.shown.prints, self.shown.scenes = before.prints, before.scenes
        self.shown.notes = tuple(note for _, note in notes_in(self.folder))[-MOST_NOTES:]
        self.shown.layout = before.layout
        designs = self.drawings.designs if self.drawings is not None else {}
        self.drawings = Drawings(workshop.fonts, self.cache, designs)
        self.printables, self._counted = Printables(checked, tuple(samples), workshop), 0
        self._recorder = Recorder(workshop.maker, str(workshop.fonts.fingerprint()))
        if self._seen.book is None:
            self._tell_state(DRAWING)
            return
        for piece in self._urgent(changed(self._seen.pieces, pieces), pieces)[:MOST_QUICK]:
            if form_of(piece.component) is not None:
                self._show_quickly(piece)

    def look(self, id: str) -> None:
        """Note that somebody looks at a design."""
        self.looked_at[id] = None
        self.looked_at.move_to_end(id)
        while len(self.looked_at) > MOST_QUICK:
            self.looked_at.popitem(last=False)

    def _urgent(self, changed_pieces: Sequence[ShownPiece], pieces: Sequence[ShownPiece]) -> list[ShownPiece]:
        """What is looked at, of changed pieces first, then the other changed ones: a template may be new."""
        order = {id: number for number, id in enumerate(reversed(self.looked_at))}
        faces = self.shown.faces
        looked = [piece for piece in pieces if piece.id in faces and order.keys() & _ids(faces[piece.id])]
        looked.sort(key=lambda piece: min(order[id] for id in _ids(faces[piece.id]) if id in order))
        rows, near = {piece.id for piece in changed_pieces}, {piece.id for piece in looked}
        return [
            *(piece for piece in looked if piece.id in rows),
            *[piece for piece in looked if piece.id not in rows][:MOST_LOOKED],
            *(piece for piece in changed_pieces if piece.id not in near),
        ]

    def maker(self, maker: Renders) -> Renders:
        """From now on what is drawn is noted."""
        self._recorder.maker = maker
        return self._recorder

    def drawn(self, run: GameRun) -> None:
        """Show everything that was drawn."""
        assert self.printables is not None
        self._take_faces(run)
        self.printables.jobs, self.printables.decks = run.jobs, run.decks
        self.shown.sheets, self.shown.scenes = self.printables.sheets(), self.printables.scenes()
        self.shown.layout = self.printables.layout()
        self._played = run.in_play
        self.shown.balance = self._card_sentences()
        self.shown.booklets = self.printables.booklets(run.in_play)
        self.shown.prints = prints_of(self.printables.checked, self.printables.workshop)
        self._take_problems(self.printables.project, run.problems(run.in_play_folded))
        self._tell_state(READY)

    # ------------------------------------------------------------ pieces

    def _show_quickly(self, piece: ShownPiece) -> None:
        old = self.shown.faces.get(piece.id, ShownFaces())
        designs: list[Design | None] = []
        for side in ("front", "back"):
            template = piece.component.values.get(side)
            designs.append(self._recorder.seen(template, piece.component, piece.row) if template else None)
        front, back = _marked(piece, designs[0], designs[1])
        if front is None or not self._takes(piece, front, back):
            return
        for design, before in ((front, old.front), (back, old.back)):
            if design is not None and before in self.looked_at:
                self.look(design.id)
        self._push(front.id, old.front)
        self.tell({"tell": "piece", "id": piece.id, "front": front.id, "back": _id(back)}, b"")

    def _takes(self, piece: ShownPiece, front: Design, back: Design | None) -> bool:
        """Show these designs of a piece from now on; whether they are others than before."""
        assert self.drawings is not None
        old, new = self.shown.faces.get(piece.id), ShownFaces(front.id, _id(back))
        if old is not None and (old.front, old.back) == (new.front, new.back):
            return False
        self.drawings.designs |= {design.id: design for design in (front, back) if design is not None}
        self.shown.faces[piece.id] = new
        return True

    def _push(self, id: str, old: str | None) -> None:
        """Hand the picture over before anybody asks for it."""
        assert self.drawings is not None
        if id != old and (picture := self.drawings.png(id, self.dpi)) is not None:
            self.tell({"tell": "picture", "kind": "picture", "id": id, "page": 0, "dpi": self.dpi}, picture)

    def _progress(self, stage: str, count: int, total: int) -> None:
        self.between()
        if stage == "faces" and time.monotonic() - self._sent > _FLUSH_S and self._before.book is None:
            self._flush()

    def _flush(self) -> None:
        """While everything is drawn for the first time: show what there is by now."""
        self._sent, common = time.monotonic(), self._common()
        for piece in self.shown.pieces:
            front, back = self._sides(piece, common)
            if front is not None and self._takes(piece, front, back):
                self.tell({"tell": "piece", "id": piece.id, "front": front.id, "back": _id(back)}, b"")

    def _common(self) -> Mapping[tuple[str, str], Design]:
        return {
            (template, component): design
            for (template, component, _), design in self._recorder.designs.items()
            if design is not None and not self._recorder.depends_on_card(template)
        }

    def _take_faces(self, run: GameRun) -> None:
        """The pictures of all pieces; a piece with an error keeps its last good ones."""
        assert self.drawings is not None
        before, faulty = self.drawings.designs, faulty_rows(run.in_workbook)
        common = self._common()
        faces: dict[str, ShownFaces] = {}
        designs: dict[str, Design] = {}
        of_pieces: dict[str, frozenset[Problem]] = {}
        for piece in self.shown.pieces:
            sides = self._sides(piece, common)
            problems = self._found(piece)
            of_pieces[piece.id] = problems
            rows = places_of(piece) or [(piece.component.sheet, piece.component.number)]
            wrong = any(row in faulty for row in rows) or any(p.severity is Severity.ERROR for p in problems)
            old = self._before.faces.get(piece.id)
            lost = sides[0] is None or (piece.component.values.get("back") and sides[1] is None)
            if (wrong or lost) and old is not None and old.front is not None:
                faces[piece.id] = replace(old, stale=True)
                kept = [before[id] for id in (old.front, old.back) if id in before]
                designs |= {design.id: design for design in _packed(kept, len(designs))}
                continue
            faces[piece.id] = ShownFaces(_id(sides[0]), _id(sides[1]))
            designs |= {design.id: design for design in sides if design is not None}
        self.shown.faces, self.shown.of_pieces = faces, self._with_leftovers(of_pieces, run.in_print)
        self.drawings.designs = designs

    def _sides(
        self, piece: ShownPiece, common: Mapping[tuple[str, str], Design]
    ) -> tuple[Design | None, Design | None]:
        """Front and back as they will print, each if it could be made."""
        return _marked(piece, *(self._side(piece, side, common) for side in ("front", "back")))

    def _side(self, piece: ShownPiece, side: str, common: Mapping[tuple[str, str], Design]) -> Design | None:
        template = piece.component.values.get(side)
        if not template:
            return None
        design = self._recorder.designs.get(asked_for(template, piece.component, piece.row))
        return design or common.get((template, str(piece.component.values.get("name"))))

    def _found(self, piece: ShownPiece) -> frozenset[Problem]:
        """What making the faces of a piece has found."""
        problems: set[Problem] = set()
        for side in ("front", "back"):
            if template := piece.component.values.get(side):
                problems.update(self._recorder.found.get(asked_for(template, piece.component, piece.row), ()))
        return frozenset(problems)

    def _with_leftovers(
        self, known_problems: dict[str, frozenset[Problem]], problems: Iterable[Problem]
    ) -> dict[str, frozenset[Problem]]:
        """With what only drawing finds: designs are drawn one by one to see which of them it is about."""
        assert self.drawings is not None
        listed = set().union(*known_problems.values()) if known_problems else set()
        if all(problem in listed for problem in problems):
            return known_problems
        designs = self.drawings.designs
        for piece in self.shown.pieces[:MOST_LEFTOVER]:
            faces = self.shown.faces.get(piece.id, ShownFaces())
            for design in (designs.get(id or "") for id in (faces.front, faces.back)):
                if design is not None:
                    self.between()
                    known_problems[piece.id] |= frozenset(self.drawings.wrong_with(design))
        return known_problems

    # ------------------------------------------------------------ telling

    def _take_problems(self, project: Project, listed: Sequence[Problem]) -> None:
        misplaced = self.printables.misplaced if self.printables is not None else ()
        problems = tuple(dict.fromkeys((*listed, *misplaced, *self.shown.prints.problems)))
        self.shown.problems = problems
        self.shown.located = located_in(project.workbook, problems, inside=project.root)

    def _tell_state(self, status: str) -> None:
        self._told = self.shown.book
        self.tell({"tell": "state", "state": self.state(status)}, b"")


def _id(design: Design | None) -> str | None:
    return design.id if design is not None else None


def _ids(faces: ShownFaces) -> set[str]:
    return {id for id in (faces.front, faces.back) if id is not None}


def _packed(designs: Iterable[Design], size: int) -> list[Design]:
    """Last good designs, so that they do without the game as it was."""
    made = []
    for design in designs:
        try:
            made.append(packed(design) if size < MOST_PACKED else design)
        except Failed:
            continue
    return made


def _marked(
    piece: ShownPiece, front: Design | None, back: Design | None
) -> tuple[Design | None, Design | None]:
    """The faces of a piece, the front with its revision mark."""
    return (front.as_front(piece.component, back) if front is not None else None), back
