"""The faces of a component one after the other: equal faces become one design, and each has a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.games import NEEDS_RULES
from generator.ground.problems import Problem, Severity
from generator.ground.revision import MarkPlace
from generator.press.choosing import Job
from generator.press.decks import DrawnRow
from generator.press.renders import Renders
from generator.press.revision import mark_of
from generator.press.wholes import Wholes
from generator.records.called import called
from generator.records.joined import sources_of
from generator.records.places import RowPlace
from generator.records.tables import Row
from generator.sheets.copies import copies_of
from generator.sheets.sheet import Piece

if TYPE_CHECKING:
    from generator.faces import Face
    from generator.faces.face import LaterFace

MOST_FOUND = 2_000
"""Errors, and warnings, of the faces of one component that are kept."""
MOST_FAULTY = 100
"""Rows with errors of a component that `pnp check` draws all the same; thousands have one mistake."""


@dataclass(frozen=True, slots=True)
class FoundFace:
    """A face that was asked for, known or rendered."""

    face: Face | LaterFace
    cached: bool

    @property
    def key(self) -> str:
        """Its name, for people."""
        return self.face.key

    @property
    def digest(self) -> str:
        """What decides how it is drawn and what is said of it."""
        return self.face.digest

    @property
    def drawn(self) -> str:
        """What it shows."""
        return self.face.drawn

    def marked(self, place: MarkPlace, sign: str) -> FoundFace:
        """The same with a revision mark."""
        return replace(self, face=self.face.marked(place, sign))


@dataclass(slots=True)
class Numbering:
    """The faces of a deck as they are rendered: equal faces become one design."""

    job: Job
    maker: Renders
    step: Callable[[], None]
    same: frozenset[str]
    """The templates that are one face for every card."""
    faulty: Mapping[RowPlace, Problem] = field(default_factory=dict)
    """The rows with errors, each with its first."""
    only_known: bool = False
    """Render nothing: the first face that the cache does not know raises Unrendered."""
    sound: Container[str] = ()
    """Faces that need not be drawn, if they need not be rendered either."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Where the error is -> how many pieces are not printed for it."""
    blind: set[str] = field(default_factory=set)
    """Digests of faces that were made without a cell that has an error."""
    most_faulty: int | None = None
    """So many rows with errors are drawn, to see what else is wrong with them; None is all."""
    pieces: list[Piece] = field(default_factory=list)
    problems: dict[Problem, None] = field(default_factory=dict)
    """Each once, and no more than MOST_FOUND of a kind; what a thousand cards have is one mistake."""
    _noted: Counter[Severity] = field(default_factory=Counter)
    numbers: dict[str, int] = field(default_factory=dict)
    """Digest of a face -> its number."""
    shown: list[str] = field(default_factory=list)
    """What each face shows, by its number."""
    rows: list[DrawnRow] = field(default_factory=list)
    mark: MarkPlace = MarkPlace.NONE
    """Where the fronts carry their revision mark."""
    wholes: Wholes | None = None
    """Notes what is to stay whole on boards."""
    _common: dict[str, FoundFace | None] = field(default_factory=dict)
    """Such a template -> its face."""
    _stopped: dict[str, str] = field(default_factory=dict)
    """A template -> where the error is that stopped its last face that was."""

    @property
    def count(self) -> int:
        """How many designs there are so far."""
        return len(self.numbers)

    @property
    def sure(self) -> set[str]:
        """The faces of which all that is wrong was told: of a blind one it is not."""
        return self.numbers.keys() - self.blind

    def faces(self) -> Iterator[FoundFace]:
        """Every different face, once, in the order of its number."""
        component, faulty = self.job.component, 0
        for row, count in zip(self.job.rows, self.job.counts, strict=True):
            faulty += self._error_of(row) is not None
            if self.most_faulty is not None and faulty > self.most_faulty and self._error_of(row) is not None:
                for side in ("front", "back"):
                    if component[side]:
                        self.step()
                continue
            front, back = yield from self._numbers(row)
            error = self._error_of(row)
            rows = sources_of(row) if error is not None and row is not None else ()
            uncounted = error is not None and any(error.where == row.at("copies") for row in rows)
            copies = copies_of(component) if uncounted else count
            if front is not None:
                title = called(component if row is None else row)
                self.pieces.extend([Piece(title, front, back)] * copies)
                self.rows.append(DrawnRow(row, front, back, copies))
            elif copies:
                place = self._stopped.get(component["front"]) or f"templates/{component['front']}"
                self.left_out[place] += copies

    def _error_of(self, row: Row | None) -> Problem | None:
        rows = sources_of(row) if row is not None and self.faulty else ()
        return next((error for row in rows if (error := self.faulty.get((row.sheet, row.number)))), None)

    def _note(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            if problem not in self.problems and self._noted[problem.severity] < MOST_FOUND:
                self._noted[problem.severity] += 1
                self.problems[problem] = None

    def _numbers(self, row: Row | None) -> Generator[FoundFace, None, tuple[int | None, int | None]]:
        """The numbers of both faces of a row; each that is new is handed out. The mark is told by both."""
        front, back = (self._seen(self.job.component[side], row) for side in ("front", "back"))
        if front is not None and self.mark is not MarkPlace.NONE:
            front = front.marked(self.mark, mark_of(front.drawn, back.drawn if back is not None else ""))
        first = yield from self._number(front)
        second = yield from self._number(back)
        return first, second

    def _number(self, face: FoundFace | None) -> Generator[FoundFace, None, int | None]:
        """The number of a face, which is handed out if it is new."""
        if face is None:
            return None
        new = len(self.numbers)
        number = self.numbers.setdefault(face.digest, new)
        if number == new:
            if face.face.blind:
                self.blind.add(face.digest)
            self.shown.append(face.drawn)
            if self.wholes is not None:
                self.wholes.note(face.face)
            yield face
        return number

    def _seen(self, template: str, row: Row | None) -> FoundFace | None:
        """A face, which is rendered if it may be new; None if it cannot be, or if there is no template."""
        if not template:
            return None
        if template not in self._common:
            face, problems = self._looked_at(template, row)
            self._note(problems)
            if face is None:
                errors = (problem for problem in problems if problem.severity is Severity.ERROR)
                why = next(errors, self.maker.stopped_by)
                self._stopped[template] = _place_of(why)
            if template in self.same:
                self._common[template] = face
        else:
            face = self._common[template]
        self.step()
        return face

    def _looked_at(self, template: str, row: Row | None) -> tuple[FoundFace | None, tuple[Problem, ...]]:
        component, maker = self.job.component, self.maker
        cached = maker.known(template, component=component, card=row)
        if cached is not None:
            later = maker.later(template, cached, component=component, card=row)
            return FoundFace(later, cached=True), cached.problems
        if self.only_known:
            raise Unrendered
        faulty = template not in self.same and self._error_of(row) is not None
        face, problems = maker.render(template, component=component, card=row, faulty=faulty)
        return (FoundFace(face, cached=False) if face is not None else None), problems


class Unrendered(Exception):
    """A face has to be rendered."""


def _place_of(why: Problem | None) -> str:
    """Where an error is; NEEDS_RULES for what cannot be drawn without the rules."""
    if why is None:
        return ""
    return NEEDS_RULES if why.what == NEEDS_RULES else why.where


def shared_templates(job: Job, maker: Renders) -> frozenset[str]:
    """The templates of a component that are one face for every card."""
    faces = (job.component["front"], job.component["back"])
    return frozenset(face for face in faces if face and not maker.depends_on_card(face))


def no_step() -> None:
    """No step to count."""
