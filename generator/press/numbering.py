"""The faces of a component, row by row: which are wanted, and which number each has as a design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

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
class RowRequest:
    """A row whose faces are wanted."""

    row: Row | None
    copies: int
    error: Problem | None
    """The first that is wrong with the row."""
    skipped: bool
    """Whether it is not drawn for that: so many others are."""


def requests(job: Job, faulty: Mapping[RowPlace, Problem], *, draft: bool = False) -> list[RowRequest]:
    """The rows of a job, `faulty` ones with their error. Of a `draft` all of them are drawn."""
    rows_wanted: list[RowRequest] = []
    errors = 0
    for row, count in zip(job.rows, job.counts, strict=True):
        rows = sources_of(row) if row is not None and faulty else ()
        error = next((faulty[place] for part in rows if (place := (part.sheet, part.number)) in faulty), None)
        uncounted = error is not None and any(error.where == part.at("copies") for part in rows)
        errors += error is not None
        skipped = error is not None and errors > MOST_FAULTY and not draft
        copies = copies_of(job.component) if uncounted else count
        rows_wanted.append(RowRequest(row, copies, error, skipped))
    return rows_wanted


AnyFace = Union["Face", "LaterFace"]
"""A face that was asked for, rendered or known from before."""


def no_step() -> None:
    """No step to count."""


@dataclass(slots=True)
class Numbering:
    """The faces of a deck as they are rendered, row by row: equal faces become one design."""

    job: Job
    maker: Renders
    requests: list[RowRequest]
    step: Callable[[], None] = no_step
    only_known: bool = False
    """Render nothing: the first face that the cache does not know raises Unrendered."""
    sound: Container[str] = ()
    """Faces that need not be drawn, if they need not be rendered either."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Where the error is -> how many pieces are not printed for it."""
    blind: set[str] = field(default_factory=set)
    """Digests of faces that were made without a cell that has an error."""
    pieces: list[Piece] = field(default_factory=list)
    problems: dict[Problem, None] = field(default_factory=dict)
    """Each once, and no more than MOST_FOUND of a kind; what a thousand cards have is one mistake."""
    _noted: Counter[Severity] = field(default_factory=Counter)
    numbers: dict[str, int] = field(default_factory=dict)
    """Digest of a face -> its number."""
    names: list[tuple[str, str]] = field(default_factory=list)
    """The name of each face for people, and its digest, by its number."""
    shown: list[str] = field(default_factory=list)
    """What each face shows, by its number."""
    rows: list[DrawnRow] = field(default_factory=list)
    mark: MarkPlace = MarkPlace.NONE
    """Where the fronts carry their revision mark."""
    wholes: Wholes | None = None
    """Notes what is to stay whole on boards."""
    same: frozenset[str] = field(init=False)
    """The templates that are one face for every card."""
    _common: dict[str, AnyFace | None] = field(default_factory=dict)
    """Such a template -> its face."""
    _stopped: dict[str, str] = field(default_factory=dict)
    """A template -> where the error is that stopped its last face that was."""

    def __post_init__(self) -> None:
        self.same = shared_templates(self.job, self.maker)

    @property
    def count(self) -> int:
        """How many designs there are so far."""
        return len(self.numbers)

    @property
    def sure(self) -> set[str]:
        """The faces of which all that is wrong was told: of a blind one it is not."""
        return self.numbers.keys() - self.blind

    def faces(self) -> Iterator[AnyFace]:
        """Every different face to draw, once, in the order of its number, each as soon as it is rendered."""
        from generator.faces.face import LaterFace

        sides = (self.job.component["front"], self.job.component["back"])
        for request in self.requests:
            if request.skipped:
                for _ in filter(None, sides):
                    self.step()
                continue
            front, back = self._face(sides[0], request), self._face(sides[1], request)
            if front is not None and self.mark is not MarkPlace.NONE:  # the mark of a front tells of both
                front = front.marked(self.mark, mark_of(front.drawn, back.drawn if back is not None else ""))
            new = [face for face in (front, back) if face is not None and self._is_new(face)]
            self._count_pieces(request, front, back)
            for face in new:
                if not (isinstance(face, LaterFace) and face.digest in self.sound):
                    yield face

    def number(self) -> list[tuple[str, str]]:
        """Number all faces; the name of each different one for people, and its digest."""
        for _ in self.faces():
            pass
        return self.names

    def _count_pieces(self, request: RowRequest, front: AnyFace | None, back: AnyFace | None) -> None:
        """The pieces of a row whose faces have their numbers, or that it is left out."""
        component, row, copies = self.job.component, request.row, request.copies
        if front is not None:
            number = self.numbers[front.digest]
            behind = self.numbers[back.digest] if back is not None else None
            self.pieces += [Piece(called(component if row is None else row), number, behind)] * copies
            self.rows.append(DrawnRow(row, number, behind, copies))
        elif copies:
            place = self._stopped.get(component["front"]) or f"templates/{component['front']}"
            self.left_out[place] += copies

    def _is_new(self, face: AnyFace) -> bool:
        """Whether a face had no number; it has one now."""
        if face.digest in self.numbers:
            return False
        self.numbers[face.digest] = len(self.numbers)
        if face.blind:
            self.blind.add(face.digest)
        self.names.append((face.key, face.digest))
        self.shown.append(face.drawn)
        if self.wholes is not None:
            self.wholes.note(face)
        return True

    def _note(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            if problem not in self.problems and self._noted[problem.severity] < MOST_FOUND:
                self._noted[problem.severity] += 1
                self.problems[problem] = None

    def _face(self, template: str, request: RowRequest) -> AnyFace | None:
        """A face, which is rendered if it may be new; None if it cannot be, or if there is no template."""
        if not template:
            return None
        if template in self._common:
            self.step()
            return self._common[template]
        component, maker, row = self.job.component, self.maker, request.row
        face: AnyFace | None
        cached = maker.known(template, component=component, card=row)
        if cached is not None:
            face, problems = maker.later(template, cached, component=component, card=row), cached.problems
        elif self.only_known:
            raise Unrendered
        else:
            faulty = template not in self.same and request.error is not None
            face, problems = maker.render(template, component=component, card=row, faulty=faulty)
        self._note(problems)
        if face is None:
            errors = (problem for problem in problems if problem.severity is Severity.ERROR)
            self._stopped[template] = _place_of(next(errors, maker.stopped_by))
        if template in self.same:
            self._common[template] = face
        self.step()
        return face


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
