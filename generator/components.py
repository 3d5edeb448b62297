"""The components of a game as decks: each design drawn once, and the pieces that are printed from it."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.layouts import Use
from generator.problems import Failed, Problem, error, has_errors
from generator.shapes import Shape
from generator.sheets import Format, Piece
from generator.spelling import nearest
from generator.tables import Book, FieldType, Row, Table

if TYPE_CHECKING:
    from generator.faces import Face, FaceMaker
    from generator.fonts import Fonts

COMPONENTS = "Components"


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
        return str(self.component.values.get("title") or self.name)

    @property
    def use(self) -> Use | None:
        """The column Layout: cards, board, page or tokens; None if the workbook does not say."""
        said = str(self.component.values.get("layout") or "").casefold()
        return Use(said) if said in set(Use) else None

    @property
    def format(self) -> Format:
        """What is cut out."""
        return Format(
            Shape(self.component["shape"]), float(self.component["width"]), float(self.component["height"])
        )


# ---------------------------------------------------------------- choosing


def choose(
    book: Book, *, names: Sequence[str] = (), only: Sequence[str] = (), others: Sequence[str] = ()
) -> tuple[Job, ...]:
    """The components and rows to make. Raises Failed for a name that the workbook does not have.

    `others` are names that something else than a component answers to.
    """
    elsewhere = {name.casefold() for name in others}
    asked = tuple(name for name in names if name.casefold() not in elsewhere)
    if names and not asked:
        return ()
    components = _named_components(book, asked, others)
    jobs = [Job(component, _rows(book, component)) for component in components]
    if only:
        jobs = [
            Job(job.component, rows, partial=True) for job in jobs if (rows := _matching(book, job, only))
        ]
        _refuse_unknown(book, components, only)
    return tuple(job for job in jobs if job.rows)


def _named_components(book: Book, names: Sequence[str], others: Sequence[str]) -> tuple[Row, ...]:
    everything = book[COMPONENTS].rows
    if not names:
        return everything
    by_name = {str(row.values.get("title") or row["name"]).casefold(): row for row in everything}
    by_name |= {str(row["name"]).casefold(): row for row in everything}
    for name in names:
        if name.casefold() not in by_name:
            known = [*(str(row["name"]) for row in everything), *others]
            raise Failed(error("command line", f"There is no component “{name}”.", _suggest(name, known)))
    wanted = {name.casefold() for name in names}
    found = {row["name"] for key, row in by_name.items() if key in wanted}
    return tuple(row for row in everything if row["name"] in found)


def _rows(book: Book, component: Row) -> tuple[Row | None, ...]:
    sheet = component["data"]
    return tuple(book[sheet].rows) if sheet else (None,)


def _matching(book: Book, job: Job, only: Sequence[str]) -> tuple[Row | None, ...]:
    sheet = job.component["data"]
    if not sheet:
        return ()
    wanted = {title.strip().casefold() for title in only}
    columns = _title_columns(book[sheet])
    return tuple(row for row in book[sheet] if wanted & {str(row[key]).casefold() for key in columns})


def _title_columns(table: Table) -> tuple[str, ...]:
    """The columns whose values name a row: the unique ones, else the first text."""
    unique = tuple(f.key for f in table.fields if f.unique)
    texts = tuple(f.key for f in table.fields if f.type is FieldType.TEXT)
    return unique or texts[:1]


def _refuse_unknown(book: Book, components: Iterable[Row], only: Sequence[str]) -> None:
    known = {
        str(row[key])
        for component in components
        if component["data"]
        for row in book[component["data"]]
        for key in _title_columns(book[component["data"]])
    }
    folded = {title.casefold() for title in known}
    for title in only:
        if title.strip().casefold() not in folded:
            raise Failed(
                error("--only", f"There is no “{title.strip()}”.", _suggest(title.strip(), sorted(known)))
            )


def _suggest(name: str, known: Sequence[str]) -> str:
    if not known:
        return "What is named here is not made card by card: leave --only out."
    near = nearest(name, known, count=3, cutoff=0.5)
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"Use one of {', '.join(known[:20])}{' …' if len(known) > 20 else '.'}"


# ---------------------------------------------------------------- drawing


@dataclass(slots=True)
class _Drawing:
    """The faces of a deck as they are rendered: equal faces become one design."""

    job: Job
    maker: FaceMaker
    step: Callable[[], None]
    same: frozenset[str]
    """The templates that are one face for every card."""
    pieces: list[Piece] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _numbers: dict[bytes, int] = field(default_factory=dict)
    """Fingerprint of a face -> its number."""
    _common: dict[str, int | None] = field(default_factory=dict)
    """Such a template -> the number of its face."""

    @property
    def count(self) -> int:
        return len(self._numbers)

    def faces(self) -> Iterator[Face]:
        """Every different face, once, in the order of its number."""
        component = self.job.component
        for row in self.job.rows:
            front = yield from self._number(component["front"], row)
            back = yield from self._number(component["back"], row)
            if front is not None:
                self.pieces.extend([Piece(_title(row, component), front, back)] * _copies(row, component))

    def _number(self, template: str, row: Row | None) -> Generator[Face, None, int | None]:
        """The number of a face, which is rendered if it may be new and handed out if it is."""
        if not template:
            return None
        if template not in self._common:
            face, found = self.maker.render(template, component=self.job.component, card=row)
            self.problems.extend(found)
            number = None
            if face is not None:
                new = len(self._numbers)
                number = self._numbers.setdefault(sha256(face.svg.encode()).digest(), new)
                if number == new:
                    yield face
            if template in self.same:
                self._common[template] = number
        else:
            number = self._common[template]
        self.step()
        return number


def draw(
    job: Job,
    *,
    maker: FaceMaker,
    templates: Path,
    fonts: Fonts,
    step: Callable[[], None],
) -> tuple[Deck | None, tuple[Problem, ...]]:
    """Render every face of a component and draw each different one once, on a page of the Deck's designs.

    `step` is called after each face. With errors there is no Deck.
    """
    from generator.faces.dependence import depends_on_card
    from generator.svg import draw_designs

    faces = (job.component["front"], job.component["back"])
    same = frozenset(face for face in faces if face and not depends_on_card(templates, face))
    drawing = _Drawing(job, maker, step, same)
    out = io.BytesIO()
    problems = draw_designs(drawing.faces(), fonts=fonts, out=out)
    found = _once((*drawing.problems, *problems))
    if has_errors(found):
        return None, found
    return Deck(job.component, out.getvalue(), drawing.count, tuple(drawing.pieces), job.partial), found


def _once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(dict.fromkeys(problems))


def _title(row: Row | None, component: Row) -> str:
    if row is None:
        return str(component.values.get("title") or component["name"])
    return str(row.values.get("title") or row.values.get("name") or f"row {row.number}")


def _copies(row: Row | None, component: Row) -> int:
    each = row.values.get("copies") if row is not None else None
    copies = component.values.get("copies")
    return (1 if copies is None else int(copies)) * (1 if each is None else int(each))
