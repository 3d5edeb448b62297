"""A game at one moment: its pieces, each with a digest of what is drawn on it, and what its sheets state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.problems import Problem, gravest
from generator.ground.progress import Counter, Progress, quiet
from generator.press.choosing import choose, sound_jobs
from generator.press.decks import Deck
from generator.press.renders import Workshop
from generator.press.revision import is_marked, mark_of
from generator.records.called import called
from generator.records.identity import identities
from generator.records.joined import joined_columns
from generator.records.printed import data_text, printed_table, sheets_named
from generator.records.tables import Book, Row, Table
from generator.records.wording import typed
from generator.records.worksheets import COMPONENTS, FIELDS, PRINT, PUBLISHED, is_sample_game
from generator.sheets.copies import copies_for

if TYPE_CHECKING:
    from generator.checks.checked import Checked

_NO_FACTS = frozenset({FIELDS, PRINT, PUBLISHED})
"""Sheets that state nothing about the game itself."""

Values = tuple[tuple[str, str], ...]
"""Column → what is typed, sorted by column; empty cells are left out."""
Place = tuple[str, str]
"""Component and identity of a piece."""
BothFaces = tuple[str, str]
"""The digests of both faces of a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRecord:
    """One kind of piece: a design with its copies."""

    component: str
    """Its Name in the sheet Components."""
    identity: str
    """What stays when all else changes: a unique No, else the title; see `identities`."""
    title: str
    copies: int
    mark: str
    """The revision mark; empty for what has none."""
    front: str
    """The digest of what is drawn, without the mark; empty if it could not be drawn."""
    back: str
    """Empty for what has no back too."""
    values: Values
    """What the row's cells say; nothing for a component without a data sheet."""

    @property
    def place(self) -> Place:
        """What tells it from every other piece."""
        return self.component, self.identity

    @property
    def look(self) -> BothFaces:
        """What it looks like, its mark left out."""
        return self.front, self.back


@dataclass(frozen=True, slots=True, order=True)
class StatedCell:
    """One cell of a sheet that is not printed row by row, such as a number of the rules."""

    sheet: str
    row: str
    """What names its row."""
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one moment."""

    game: str
    version: str
    pieces: tuple[PieceRecord, ...]
    """In the order of the workbook, or of the record."""
    facts: tuple[StatedCell, ...] = ()
    printed: str = ""
    """The day of a print, `2026-11-20`; empty if this is no record of one."""
    faces: str = ""
    """SHA-256 of the faces.pdf that goes with a record, in hex; empty without one."""
    made_by: str = ""
    """The version of pnp that recorded it."""


def snapshot_of(
    checked: Checked, workshop: Workshop, *, progress: Progress = quiet
) -> tuple[Snapshot, tuple[Problem, ...]]:
    """A checked game as it is now, with what is wrong with its faces.

    Faces come out of the Workshop, which keeps them for whoever draws them next. What cannot be drawn because
    of an error is there with empty digests.
    """
    book, edition = checked.book, checked.edition
    jobs = choose(book)
    sound, _ = sound_jobs(jobs, book, checked.problems)
    drawn = {job.component.number for job in sound}
    total = sum(job.faces for job in jobs)
    step = Counter("faces", total, progress)
    records: list[PieceRecord] = []
    problems: list[Problem] = []
    with unit("faces", COMPONENTS, times=total / FACES_A_UNIT):
        for job in jobs:
            rows = _Rows(book, job.component)
            looking = _Looking(job.component, workshop, step if job.component.number in drawn else None)
            records += (rows.piece(row, *looking.faces(row)) for row in job.rows)
            problems += looking.problems
    return Snapshot(edition.game, edition.version, tuple(records), tuple(facts_of(book))), gravest(problems)


def snapshot_of_decks(checked: Checked, decks: Iterable[Deck], *, facts: bool = True) -> Snapshot:
    """The same of what was drawn just now; of decks that are partial, or not all, so much is there.

    Without `facts` it has the pieces alone.
    """
    book, edition = checked.book, checked.edition
    records: list[PieceRecord] = []
    for deck in decks:
        rows = _Rows(book, deck.component)
        for row in deck.rows:
            back = "" if row.back is None else deck.drawn[row.back]
            records.append(rows.piece(row.row, deck.drawn[row.front], back))
    stated = tuple(facts_of(book)) if facts else ()
    return Snapshot(edition.game, edition.version, tuple(records), stated)


class _Rows:
    """Makes the pieces of one component of its rows."""

    def __init__(self, book: Book, component: Row) -> None:
        self._book, self._component = book, component
        self._table = printed_table(component, book)
        self._copies = copies_for(component, self._table, book)
        self._known = identities(self._table) if self._table is not None else {}

    @cached_property
    def _marked(self) -> bool:
        """Asked only of what is drawn: nothing else is sure to have a size."""
        return is_marked(self._component)

    def piece(self, row: Row | None, front: str, back: str) -> PieceRecord:
        """The piece of a row, or of the component itself, with these digests of its faces."""
        component, table, name = self._component, self._table, str(self._component["name"])
        return PieceRecord(
            component=name,
            identity=self._known[row.number] if row is not None else name,
            title=called(component if row is None else row),
            copies=self._copies.of(row),
            mark=mark_of(front, back) if front and self._marked else "",
            front=front,
            back=back,
            values=values_of(table, row, self._book) if table is not None and row is not None else (),
        )


@dataclass(slots=True)
class _Looking:
    """The faces of one component, rendered where they are not known."""

    component: Row
    workshop: Workshop
    step: Counter | None
    """None if nothing of it can be drawn."""
    problems: list[Problem] = field(default_factory=list)
    _common: dict[str, str] = field(default_factory=dict)
    """A template that is one face for every card → its digest."""

    def faces(self, row: Row | None) -> tuple[str, str]:
        """The digests of both faces of a row."""
        return self._digest(self.component["front"], row), self._digest(self.component["back"], row)

    def _digest(self, template: str, row: Row | None) -> str:
        if not template or self.step is None:
            return ""
        self.step()
        if template in self._common:
            return self._common[template]
        component, maker = self.component, self.workshop.maker
        seen_face = maker.known(template, component=component, card=row)
        if seen_face is not None:
            drawn, problems = seen_face.drawn, seen_face.problems
        else:
            face, problems = maker.render(template, component=component, card=row)
            drawn = face.drawn if face is not None else ""
        self.problems += problems
        if not maker.depends_on_card(template):
            self._common[template] = drawn
        return drawn


def values_of(table: Table, row: Row, book: Book) -> Values:
    """What the cells of a row say, by their columns."""
    values = {column.name: typed(column.of(row), book.symbols) for column in joined_columns(table)}
    return tuple(sorted((column, text) for column, text in values.items() if text))


def facts_of(book: Book) -> Iterator[StatedCell]:
    """What the sheets say that are not printed row by row: numbers, tables, the components themselves."""
    printed = {sheet for row in book[COMPONENTS] for sheet in sheets_named(data_text(row), book)}
    for name in sorted(book.tables):
        if name in printed or name in _NO_FACTS or is_sample_game(name):
            continue
        table = book[name]
        names: Mapping[int, str] = identities(table)
        for row in table:
            for column, text in values_of(table, row, book):
                yield StatedCell(name, names[row.number], column, text)
