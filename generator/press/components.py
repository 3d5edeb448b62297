"""The components of a game as decks: each design drawn once, and the pieces that are printed from it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from generator.cache import NO_CACHE, Cache, Sound, problems_told, told_problems
from generator.games import NEEDS_RULES
from generator.ground.problems import Failed, Problem, Severity, error, gravest, has_errors
from generator.ground.spelling import Guesses, Names
from generator.records.called import called, names_in, rows_named
from generator.records.cells import brief, shown
from generator.records.places import RowPlace, faulty_rows
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS
from generator.sheets.amounts import amounts_can_be_printed, copies_of, format_of, use_of
from generator.sheets.layouts import Use
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
MOST_LISTED = 20
"""As many titles are listed to somebody who named an unknown one."""


@dataclass(frozen=True, slots=True)
class Job:
    """A component and the rows of its data sheet that are wanted; one empty row if it has no sheet."""

    component: Row
    rows: tuple[Row | None, ...]
    partial: bool = False

    @property
    def faces(self) -> int:
        """How many faces there are to render."""
        return len(self.rows) * (2 if self.component["back"] else 1)


@dataclass(frozen=True, slots=True)
class Deck:
    """A drawn component: `designs` is a PDF of one page a design, which the pieces name by number."""

    component: Row
    designs: bytes
    count: int
    pieces: tuple[Piece, ...]
    partial: bool

    @property
    def name(self) -> str:
        """Its name in the sheet Components."""
        return str(self.component["name"])

    @property
    def title(self) -> str:
        """Its name for people."""
        return called(self.component)

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


# ---------------------------------------------------------------- choosing


def choose(
    book: Book, *, names: Sequence[str] = (), only: Sequence[str] = (), others: Sequence[str] = ()
) -> tuple[Job, ...]:
    """The components and rows to make. Raises Failed for every name that the workbook does not have.

    `others` are names that something else than a component answers to. What they make is whole, and so is
    a component without a data sheet: neither goes with `only`.
    """
    elsewhere = {name.casefold() for name in others}
    asked = tuple(name for name in names if name.casefold() not in elsewhere)
    components = _named_components(book, asked, others) if asked or not names else ()
    jobs = [Job(component, _rows(book, component)) for component in components]
    if only:
        whole = [name for name in names if name.casefold() in elsewhere]
        whole += [_name(component) for component in components if asked and not component["data"]]
        _refuse(*(_made_whole(name) for name in whole))
        _refuse(*_unknown(book, components, only))
        jobs = [
            Job(job.component, rows, partial=True) for job in jobs if (rows := _matching(book, job, only))
        ]
    return tuple(job for job in jobs if job.rows)


def sound_jobs(
    jobs: Sequence[Job], book: Book, found: Iterable[Problem]
) -> tuple[tuple[Job, ...], dict[str, int]]:
    """The jobs whose component can be printed, and where the errors of the others are with their pieces.

    `found` are the Problems of the workbook. If the amounts are too large even so, nothing is printed.
    """
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    faulty = {place: error for place, error in faulty_rows(errors).items() if place[0] == COMPONENTS}
    left_out: Counter[str] = Counter()
    sound: list[Job] = []
    for job in jobs:
        error = faulty.get((COMPONENTS, job.component.number))
        if error is None:
            sound.append(job)
        else:
            copies = (copies_of(row) for row in job.rows)
            left_out[error.where] += max(1, copies_of(job.component)) * sum(copies)
    if any(problem.where == f"{COMPONENTS}!A1" for problem in errors):  # columns that are missing
        return (), {f"{COMPONENTS}!A1": len(jobs)}
    if faulty and any(amounts_can_be_printed(_without(book, faulty))):
        return (), left_out
    return tuple(sound), left_out


def _without(book: Book, rows: Mapping[RowPlace, Problem]) -> Book:
    """The Book without some components."""
    table = book[COMPONENTS]
    kept = replace(table, rows=tuple(row for row in table if (COMPONENTS, row.number) not in rows))
    return replace(book, tables={**book.tables, COMPONENTS: kept})


def _refuse(*problems: Problem) -> None:
    if problems:
        raise Failed(*problems)


def _made_whole(name: str) -> Problem:
    what = f"{shown(name)} is made whole: what --only names are rows of a sheet, such as single cards."
    return error("--only", what, "Leave --only out, or name the component whose cards are wanted.")


def _name(component: Row) -> str:
    return str(component["name"])


def _named_components(book: Book, names: Sequence[str], others: Sequence[str]) -> tuple[Row, ...]:
    everything = book[COMPONENTS].rows
    if not names:
        return everything
    by_name = {called(row).casefold(): row for row in everything}
    by_name |= {_name(row).casefold(): row for row in everything}
    unknown = [name for name in dict.fromkeys(names) if name.casefold() not in by_name]
    guesses, known = Guesses(), Names([*map(_name, everything), *others])
    _refuse(
        *(
            error("command line", f"There is no component {shown(name)}.", _suggest(name, known, guesses))
            for name in unknown
        )
    )
    wanted = {name.casefold() for name in names}
    found = {row["name"] for key, row in by_name.items() if key in wanted}
    return tuple(row for row in everything if row["name"] in found)


def _rows(book: Book, component: Row) -> tuple[Row | None, ...]:
    sheet = component["data"]
    if not sheet:
        return (None,)
    return tuple(book[sheet].rows) if sheet in book else ()


def _matching(book: Book, job: Job, only: Sequence[str]) -> tuple[Row | None, ...]:
    sheet = job.component["data"]
    if not sheet or sheet not in book:
        return ()
    return rows_named(book[sheet], frozenset(title.strip().casefold() for title in only))


def _unknown(book: Book, components: Iterable[Row], only: Sequence[str]) -> Iterator[Problem]:
    """A Problem for each title that no card of the components has."""
    sheets = dict.fromkeys(component["data"] for component in components if component["data"] in book)
    titles = dict.fromkeys(title for sheet in sheets for title in names_in(book[sheet]))
    folded = {title.casefold() for title in titles}
    guesses, known = Guesses(), Names(sorted(title for title in titles if title))
    for title in dict.fromkeys(title.strip() for title in only):
        if title.casefold() not in folded:
            yield error("--only", f"There is no {shown(title)}.", _suggest(title, known, guesses))


def _suggest(name: str, known: Names, guesses: Guesses) -> str:
    if not known:
        return "What is named here is not made card by card: leave --only out."
    near = guesses.nearest(name, known, count=3, cutoff=0.5)
    if near:
        return f"Did you mean {' or '.join(map(brief, near))}?"
    some = [brief(title) for title in islice(known, MOST_LISTED + 1)]
    return f"Use one of {', '.join(some[:MOST_LISTED])}{' …' if len(some) > MOST_LISTED else '.'}"


# ---------------------------------------------------------------- drawing


@dataclass(frozen=True, slots=True)
class _Seen:
    """A face by the digest of its SVG; a known one may stay without the SVG itself."""

    key: str
    digest: str
    face: FaceLike | None


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
    _common: dict[str, int | None] = field(default_factory=dict)
    """Such a template -> the number of its face."""
    _stopped: str = ""
    """Where the error is that stopped the last face that was."""

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
        for row in self.job.rows:
            faulty += self._error_of(row) is not None
            if self.most_faulty is not None and faulty > self.most_faulty and self._error_of(row) is not None:
                for side in ("front", "back"):
                    if component[side]:
                        self.step()
                continue
            front = yield from self._number(component["front"], row)
            back = yield from self._number(component["back"], row)
            error = self._error_of(row)
            uncounted = error is not None and row is not None and error.where == row.at("copies")
            copies = copies_of(component) * (1 if uncounted else copies_of(row))
            if front is not None:
                title = called(component if row is None else row)
                self.pieces.extend([Piece(title, front, back)] * copies)
            elif copies:
                self.left_out[self._stopped or f"templates/{component['front']}"] += copies

    def _error_of(self, row: Row | None) -> Problem | None:
        return self.faulty.get((row.sheet, row.number)) if row is not None else None

    def _note(self, found: Iterable[Problem]) -> None:
        for problem in found:
            if problem not in self.problems and self._noted[problem.severity] < MOST_FOUND:
                self._noted[problem.severity] += 1
                self.problems[problem] = None

    def _number(self, template: str, row: Row | None) -> Generator[_Seen, None, int | None]:
        """The number of a face, which is rendered if it may be new and handed out if it is."""
        if not template:
            return None
        if template not in self._common:
            seen, found = self._looked_at(template, row)
            self._note(found)
            if seen is None:
                errors = (one for one in found if one.severity is Severity.ERROR)
                why = next(errors, self.maker.stopped_by)
                self._stopped = _place_of(why)
            number = None
            if seen is not None:
                new = len(self.numbers)
                number = self.numbers.setdefault(seen.digest, new)
                if number == new:
                    yield seen
            if template in self.same:
                self._common[template] = number
        else:
            number = self._common[template]
        self.step()
        return number

    def _looked_at(self, template: str, row: Row | None) -> tuple[_Seen | None, tuple[Problem, ...]]:
        component, maker = self.job.component, self.maker
        known = maker.known(template, component=component, card=row)
        if known is not None:
            later = maker.later(template, known, component=component, card=row)
            needed = not self.only_known and known.digest not in self.sound
            return _Seen(later.key, known.digest, later if needed else None), known.problems
        if self.only_known:
            raise _Unknown
        faulty = template not in self.same and self._error_of(row) is not None
        face, found = maker.render(template, component=component, card=row, faulty=faulty)
        if face is None:
            return None, found
        if face.blind:
            self.blind.add(face.digest)
        return _Seen(face.key, face.digest, face), found


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
) -> DrawnJob:
    """Render every face of a component and draw each different one once, on a page of the Deck's designs.

    `step` is called after each face. `faulty` are rows of the workbook with their errors: what merely follows
    from these is not told again. With errors there is a Deck only for a `draft`, of what can be printed.
    Unless it `prints`, only faces are drawn of which it is not known that nothing is wrong with them, and the
    Deck's designs may be empty. A `cache` does not go with a draft.
    """
    same = _same(job, maker)
    kept = _KeptDesigns(cache, job, fonts)
    most = None if draft else MOST_FAULTY
    drawing = _Drawing(job, maker, _nothing, same, faulty, most_faulty=most, only_known=True)
    known = _known(drawing, kept) if cache.on else None
    if known is not None:
        for _ in range(job.faces):
            step()
        return known
    sound = Sound(cache, kept.name("sound designs"))
    if not prints and len(sound):
        drawing = _Drawing(job, maker, step, same, faulty, most_faulty=most, sound=sound)
        problems, _, _ = _drawn(drawing, fonts, sound)
        if not problems:
            sound.keep(drawing.sure)
            return _done(drawing, b"", ())
        step = _nothing  # they were counted; now all that is wrong is told, in its order
    drawing = _Drawing(job, maker, step, same, faulty, most_faulty=most)
    problems, designs, seen = _drawn(drawing, fonts, sound)
    if not problems:
        sound.keep(drawing.sure)
    done = _done(drawing, designs, problems, draft=draft)
    if done.deck is not None and not drawing.blind and not has_errors(done.problems):
        kept.keep(seen, designs, problems)
    return done


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
        if each.face is not None:
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
    deck = Deck(job.component, designs, drawing.count, tuple(drawing.pieces), job.partial)
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
