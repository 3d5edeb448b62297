"""The components of a game as decks: each design drawn once, and the pieces that are printed from it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from generator.cache import NO_CACHE, Cache, Sound, problems_told, told_problems
from generator.games import NEEDS_RULES
from generator.ground.problems import Problem, Severity, gravest, has_errors
from generator.ground.revision import MarkPlace
from generator.press.choosing import Job
from generator.press.revision import mark_of, mark_of_design
from generator.press.wholes import Wholes, wholes_on
from generator.records.called import called, titled
from generator.records.joined import sources_of
from generator.records.places import RowPlace
from generator.records.tables import Row
from generator.sheets.amounts import format_of, use_of
from generator.sheets.copies import copies_of
from generator.sheets.layouts import Use
from generator.sheets.seams import Whole
from generator.sheets.sheet import Format, Piece

if TYPE_CHECKING:
    from generator.faces import Face, FaceMaker
    from generator.faces.face import LaterFace
    from generator.faces.kept import KeptFace
    from generator.svg import FaceLike
    from generator.text.fonts import Fonts

MOST_FOUND = 2_000
"""Errors, and warnings, of the faces of one component that are kept."""
MOST_FAULTY = 100
"""Rows with errors of a component that `pnp check` draws all the same; thousands have one mistake."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """What is drawn of a row: its designs by number, and how often it is printed."""

    row: Row | None
    """None for a component without a data sheet."""
    front: int
    back: int | None
    copies: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A drawn component: `designs` is a PDF of one page a design, which the pieces name by number."""

    component: Row
    designs: bytes
    count: int
    pieces: tuple[Piece, ...]
    partial: bool
    rows: tuple[DrawnRow, ...] = ()
    """Where its pieces come from."""
    drawn: tuple[str, ...] = ()
    """The digest of what each design shows, by its number; two designs may show the same."""
    whole: tuple[Whole, ...] = ()
    """What no seam is to cross, if it is spread over several pages."""
    light: bytes = b""
    """The same designs for a print that spares ink, if that was asked for."""

    @property
    def name(self) -> str:
        """Its name in the sheet Components."""
        return str(self.component["name"])

    @property
    def title(self) -> str:
        """Its name for people."""
        return titled(self.component)

    @property
    def use(self) -> Use | None:
        """The column Layout: cards, board, page or tokens; None if the workbook does not say."""
        return use_of(self.component)

    @property
    def format(self) -> Format:
        """What is cut out."""
        return format_of(self.component)


class Renders(Protocol):
    """What is asked for the faces of a component: a FaceMaker, or what knows them from elsewhere."""

    @property
    def stopped_by(self) -> Problem | None:
        """Why the last face could not be made, if that is said elsewhere already."""

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[Face | None, tuple[Problem, ...]]:
        """One face, and what is wrong with it."""

    def known(self, template: str, *, component: Row, card: Row | None = None) -> KeptFace | None:
        """What is known of a face that need not be rendered."""

    def later(self, template: str, known: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """A known face, whose SVG is made when it is asked for."""

    def key(self, template: str, *, component: Row, card: Row | None = None) -> str:
        """The name of a face, for people."""

    def depends_on_card(self, template: str) -> bool:
        """Whether the template may look at its card."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all that is drawn in one run shares: faces that one stage has rendered serve the next."""

    fonts: Fonts
    maker: FaceMaker
    cache: Cache


@dataclass(frozen=True, slots=True)
class _Seen:
    """A face, known or rendered."""

    face: Face | LaterFace
    known: bool

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

    def marked(self, place: MarkPlace, sign: str) -> _Seen:
        """The same with a revision mark."""
        return replace(self, face=self.face.marked(place, sign))


@dataclass(slots=True)
class _Drawing:
    """The faces of a deck as they are rendered: equal faces become one design."""

    job: Job
    maker: Renders
    step: Callable[[], None]
    same: frozenset[str]
    """The templates that are one face for every card."""
    faulty: Mapping[RowPlace, Problem] = field(default_factory=dict)
    """The rows with errors, each with its first."""
    only_known: bool = False
    """Render nothing: the first face that the cache does not know raises _Unknown."""
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
    _common: dict[str, _Seen | None] = field(default_factory=dict)
    """Such a template -> its face."""
    _stopped: dict[str, str] = field(default_factory=dict)
    """A template -> where the error is that stopped its last face that was."""

    @property
    def count(self) -> int:
        return len(self.numbers)

    @property
    def sure(self) -> set[str]:
        """The faces of which all that is wrong was told: of a blind one it is not."""
        return self.numbers.keys() - self.blind

    def faces(self) -> Iterator[_Seen]:
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
            uncounted = error is not None and any(error.where == one.at("copies") for one in rows)
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
        return next((found for one in rows if (found := self.faulty.get((one.sheet, one.number)))), None)

    def _note(self, found: Iterable[Problem]) -> None:
        for problem in found:
            if problem not in self.problems and self._noted[problem.severity] < MOST_FOUND:
                self._noted[problem.severity] += 1
                self.problems[problem] = None

    def _numbers(self, row: Row | None) -> Generator[_Seen, None, tuple[int | None, int | None]]:
        """The numbers of both faces of a row; each that is new is handed out. The mark is told by both."""
        front, back = (self._seen(self.job.component[side], row) for side in ("front", "back"))
        if front is not None and self.mark is not MarkPlace.NONE:
            front = front.marked(self.mark, mark_of(front.drawn, back.drawn if back is not None else ""))
        first = yield from self._number(front)
        second = yield from self._number(back)
        return first, second

    def _number(self, seen: _Seen | None) -> Generator[_Seen, None, int | None]:
        """The number of a face, which is handed out if it is new."""
        if seen is None:
            return None
        new = len(self.numbers)
        number = self.numbers.setdefault(seen.digest, new)
        if number == new:
            if seen.face.blind:
                self.blind.add(seen.digest)
            self.shown.append(seen.drawn)
            if self.wholes is not None:
                self.wholes.note(seen.face)
            yield seen
        return number

    def _seen(self, template: str, row: Row | None) -> _Seen | None:
        """A face, which is rendered if it may be new; None if it cannot be, or if there is no template."""
        if not template:
            return None
        if template not in self._common:
            seen, found = self._looked_at(template, row)
            self._note(found)
            if seen is None:
                errors = (one for one in found if one.severity is Severity.ERROR)
                why = next(errors, self.maker.stopped_by)
                self._stopped[template] = _place_of(why)
            if template in self.same:
                self._common[template] = seen
        else:
            seen = self._common[template]
        self.step()
        return seen

    def _looked_at(self, template: str, row: Row | None) -> tuple[_Seen | None, tuple[Problem, ...]]:
        component, maker = self.job.component, self.maker
        known = maker.known(template, component=component, card=row)
        if known is not None:
            later = maker.later(template, known, component=component, card=row)
            return _Seen(later, known=True), known.problems
        if self.only_known:
            raise _Unknown
        faulty = template not in self.same and self._error_of(row) is not None
        face, found = maker.render(template, component=component, card=row, faulty=faulty)
        return (_Seen(face, known=False) if face is not None else None), found


class _Unknown(Exception):
    """A face has to be rendered."""


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
    wanted: list[WantedFace]
    stopped_by: None = None

    def render(
        self, template: str, *, component: Row, card: Row | None = None, key: str = "", faulty: bool = False
    ) -> tuple[None, tuple[()]]:
        """No face; it is noted."""
        if self.maker.known(template, component=component, card=card) is None:
            self.wanted.append(WantedFace(template, component, card, faulty))
        return None, ()

    def known(self, template: str, *, component: Row, card: Row | None = None) -> None:
        """Nothing is known, so that everything is asked for."""

    def later(self, template: str, known: KeptFace, *, component: Row, card: Row | None = None) -> LaterFace:
        """As the maker says."""
        return self.maker.later(template, known, component=component, card=card)

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
    wanted: list[WantedFace] = []
    listing, most = _Listing(maker, wanted), None if draft else MOST_FAULTY
    for job in jobs:
        drawing = _Drawing(job, listing, _nothing, _same(job, maker), faulty, most_faulty=most)
        for _ in drawing.faces():
            pass
    return wanted


@dataclass(frozen=True, slots=True)
class DrawnJob:
    """What came of drawing a component."""

    deck: Deck | None
    """None if there are errors and no draft is wanted, or nothing could be drawn."""
    problems: tuple[Problem, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Where the error is -> how many pieces are not printed for it."""


def draw(
    job: Job,
    *,
    maker: Renders,
    fonts: Fonts,
    step: Callable[[], None],
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
    prints: bool = True,
    cache: Cache = NO_CACHE,
    marks: bool = True,
    light: bool = False,
) -> DrawnJob:
    """Render every face of a component and draw each different one once, on a page of the Deck's designs.

    `step` is called after each face. `faulty` are rows of the workbook with their errors: what merely follows
    from these is not told again. With errors there is a Deck only for a `draft`, of what can be printed.
    Unless it `prints`, only faces are drawn of which it is not known that nothing is wrong with them, and the
    Deck's designs may be empty. A `cache` does not go with a draft. Without `marks` no front has a revision
    mark, as for a shop. With `light` the Deck has them once more for a print that spares ink.
    """
    drawn = _drawn_job(
        job,
        maker=maker,
        fonts=fonts,
        step=step,
        faulty=faulty,
        draft=draft,
        prints=prints,
        cache=cache,
        marks=marks,
    )
    if drawn.deck is None or not light or not prints:
        return drawn
    spared = _light_designs(drawn.deck, job, maker, fonts, faulty, cache, marks=marks)
    return replace(drawn, deck=replace(drawn.deck, light=spared))


def _light_designs(
    deck: Deck,
    job: Job,
    maker: Renders,
    fonts: Fonts,
    faulty: Mapping[RowPlace, Problem],
    cache: Cache,
    *,
    marks: bool,
) -> bytes:
    """The designs of a Deck that is drawn, once more with less ink."""
    from generator.svg import draw_designs

    kept = cache.name("light designs", deck.designs) if cache.on else ""
    designs = cache.get(kept)
    if designs is None:
        mark = mark_of_design(job.component) if marks else MarkPlace.NONE
        drawing = _Drawing(job, maker, _nothing, _same(job, maker), faulty, mark=mark)
        out = io.BytesIO()
        faces = (each.face for each in drawing.faces())
        draw_designs(faces, fonts=fonts, out=out, cache=cache, light=True)
        designs = out.getvalue()
        cache.put(kept, designs)
    return designs


def _drawn_job(
    job: Job,
    *,
    maker: Renders,
    fonts: Fonts,
    step: Callable[[], None],
    faulty: Mapping[RowPlace, Problem],
    draft: bool,
    prints: bool,
    cache: Cache,
    marks: bool,
) -> DrawnJob:
    """The Deck of a component, in full colour."""
    same = _same(job, maker)
    kept = _KeptDesigns(cache, job, fonts)
    most = None if draft else MOST_FAULTY
    mark = mark_of_design(job.component) if marks else MarkPlace.NONE
    made = partial(_Drawing, job, maker, most_faulty=most, mark=mark, wholes=wholes_on(job.component, cache))
    drawing = made(_nothing, same, faulty, only_known=True)
    known = _known(drawing, kept) if cache.on else None
    if known is not None:
        for _ in range(job.faces):
            step()
        return known
    sound = Sound(cache, kept.name("sound designs"))
    if not prints and len(sound):
        drawing = made(step, same, faulty, sound=sound)
        problems, _, _ = _drawn(drawing, fonts, sound)
        if not problems:
            sound.keep(drawing.sure)
            return _done(drawing, b"", ())
        step = _nothing  # they were counted; now all that is wrong is told, in its order
    drawing = made(step, same, faulty)
    problems, designs, seen = _drawn(drawing, fonts, sound)
    if not problems:
        sound.keep(drawing.sure)
    done = _done(drawing, designs, problems, draft=draft)
    if done.deck is not None and not drawing.blind and not has_errors(done.problems):
        kept.keep(seen, designs, problems)
    return done


def arrange(
    job: Job,
    *,
    maker: Renders,
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
) -> DrawnJob:
    """The pieces of a component as `draw` numbers them, with no design drawn: the Deck's are empty."""
    most, mark = None if draft else MOST_FAULTY, mark_of_design(job.component)
    drawing = _Drawing(job, maker, _nothing, _same(job, maker), faulty, most_faulty=most, mark=mark)
    for _ in drawing.faces():
        pass
    return _done(drawing, b"", (), draft=draft)


def _drawn(
    drawing: _Drawing, fonts: Fonts, sound: Sound
) -> tuple[tuple[Problem, ...], bytes, list[tuple[str, str]]]:
    """Problems and PDF of the faces of a Drawing that have to be drawn, and the keys and digests of all."""
    from generator.svg import draw_designs

    seen: list[tuple[str, str]] = []
    faces = _noted(drawing, seen)
    first = next(faces, None)
    out = io.BytesIO()
    if first is None and drawing.sound:
        return (), b"", seen
    every = faces if first is None else chain([first], faces)
    found = draw_designs(every, fonts=fonts, out=out, sound=sound, cache=sound.cache)
    return found, out.getvalue(), seen


def _noted(drawing: _Drawing, seen: list[tuple[str, str]]) -> Iterator[FaceLike]:
    """The faces to draw; which they were goes to `seen`."""
    for each in drawing.faces():
        seen.append((each.key, each.digest))
        if not (each.known and each.digest in drawing.sound):
            yield each.face


def _known(drawing: _Drawing, kept: _KeptDesigns) -> DrawnJob | None:
    """The Deck as it was drawn before; None if it was not, or anything on it has changed."""
    try:
        seen = [(each.key, each.digest) for each in drawing.faces()]
    except _Unknown:
        return None
    found = kept.find(seen)
    return _done(drawing, *found) if found is not None else None


def _done(drawing: _Drawing, designs: bytes, problems: Iterable[Problem], *, draft: bool = False) -> DrawnJob:
    job, found = drawing.job, gravest((*drawing.problems, *problems))
    if has_errors(found) and not (draft and drawing.pieces):
        return DrawnJob(None, found, drawing.left_out)
    deck = Deck(
        job.component,
        designs,
        drawing.count,
        tuple(drawing.pieces),
        job.partial,
        tuple(drawing.rows),
        tuple(drawing.shown),
        whole=drawing.wholes.found if drawing.wholes is not None else (),
    )
    return DrawnJob(deck, found, drawing.left_out)


def _place_of(why: Problem | None) -> str:
    """Where an error is; NEEDS_RULES for what cannot be drawn without the rules."""
    if why is None:
        return ""
    return NEEDS_RULES if why.what == NEEDS_RULES else why.where


def _same(job: Job, maker: Renders) -> frozenset[str]:
    faces = (job.component["front"], job.component["back"])
    return frozenset(face for face in faces if face and not maker.depends_on_card(face))


def _nothing() -> None:
    """No step to count."""


@dataclass(slots=True)
class _KeptDesigns:
    """The drawn designs of a component in the cache: by the SVG of each, the fonts and the cut."""

    cache: Cache
    job: Job
    fonts: Fonts
    _shared: tuple[object, ...] = ()

    def name(self, kind: str, *parts: object) -> str:
        """The name of an entry; without a cache there is none."""
        if not self.cache.on:
            return ""
        if not self._shared:
            cut = [str(self.job.component[key]) for key in ("name", "width", "height", "shape")]
            self._shared = (cut, self.fonts.fingerprint())
        return self.cache.name(kind, *self._shared, *parts)

    def find(self, seen: list[tuple[str, str]]) -> tuple[bytes, tuple[Problem, ...]] | None:
        """The designs as they were drawn, and the warnings that they had."""
        name = self.name("designs", seen)
        told = self.cache.get_record(self.name("about designs", seen))
        designs = self.cache.get(name) if told is not None else None
        return (designs, problems_told(told["problems"])) if told and designs is not None else None

    def keep(self, seen: list[tuple[str, str]], designs: bytes, problems: Iterable[Problem]) -> None:
        """Keep the designs of a deck without errors."""
        if self.cache.on:
            self.cache.put(self.name("designs", seen), designs)
            about = {"problems": told_problems(problems)}
            self.cache.put_record(self.name("about designs", seen), about)
