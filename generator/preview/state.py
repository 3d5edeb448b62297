"""All that the page shows, as one record that JSON can say; only pictures are fetched on their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.faces.shelf import icons_like
from generator.ground.problems import Problem
from generator.ground.shapes import BLEED_MM
from generator.preview.blank import NOTHING_PRINTED, problem_told
from generator.preview.pieces import ShownPiece, form_of, places_of, record, sheet_of
from generator.preview.prints import Prints
from generator.records.called import called
from generator.records.cells import as_text
from generator.records.joined import JoinedRow, sources_of
from generator.records.places import RowPlace, row_place
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS
from generator.sheets.amounts import use_of
from generator.sheets.layouts import SMALL_MM
from generator.table.game_log import TableNote, names_piece

MOST_PROBLEMS = 2_000
"""As many Problems are shown."""


@dataclass(frozen=True, slots=True)
class ShownFaces:
    """The pictures of a piece, by their ids."""

    front: str | None = None
    back: str | None = None
    stale: bool = False
    """Whether they are the last good ones."""


@dataclass(slots=True)
class OnShow:
    """What is known of the game as it is now."""

    book: Book | None = None
    pieces: tuple[ShownPiece, ...] = ()
    faces: dict[str, ShownFaces] = field(default_factory=dict)
    """By the id of the piece."""
    title: str = ""
    version: str = ""
    problems: tuple[Problem, ...] = ()
    located: tuple[Problem, ...] = ()
    """The same with their places as the files of the game name them."""
    of_pieces: Mapping[str, frozenset[Problem]] = field(default_factory=dict)
    """Problems that were found while a piece was drawn, by its id."""
    sheets: Sequence[Mapping[str, Any]] = ()
    booklets: Sequence[Mapping[str, Any]] = ()
    scenes: Sequence[Mapping[str, Any]] = ()
    prints: Prints = field(default_factory=Prints)
    layout: Mapping[str, Any] | None = None
    """Where boards, decks and mats lie when the game is played."""
    balance: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What many games say of a card, by its title, folded."""
    notes: Sequence[TableNote] = ()
    """What was noted while the game was played."""


def state_of(shown: OnShow, *, status: str, sentences: Sequence[str]) -> dict[str, Any]:
    """The record, without the revision, which the server adds."""
    book = shown.book
    problems = shown.problems[:MOST_PROBLEMS]
    located = shown.located if len(shown.located) == len(shown.problems) else shown.problems
    by_piece = _assigned(shown, problems)
    records: dict[RowPlace, list[Mapping[str, str]]] = {}
    return {
        "status": status,
        "game": {"title": shown.title, "version": shown.version},
        "said": list(sentences),
        "components": _components(shown),
        "pieces": [
            _piece(piece, shown, by_piece.get(piece.id, []), _record(piece, book, records))
            for piece in shown.pieces
        ],
        "problems": [problem_told(problem) for problem in located[:MOST_PROBLEMS]],
        "sheets": list(shown.sheets),
        "scenes": list(shown.scenes),
        "booklets": list(shown.booklets),
        "layout": shown.layout,
        "icons": _icons(book),
        "print": dict(shown.prints.told or NOTHING_PRINTED),
    }


def _icons(book: Book | None) -> list[dict[str, Any]]:
    own = {symbol.key for symbol in book.symbols} if book is not None else set()
    return [{"key": key, "words": words, "stated": key in own} for key, words in icons_like("", own).items()]


def component_id(component: Row) -> str:
    """The id of a component: the number of its row."""
    return f"c{component.number}"


def _components(shown: OnShow) -> list[dict[str, Any]]:
    components: dict[str, dict[str, Any]] = {}
    for piece in shown.pieces:
        id = component_id(piece.component)
        if id not in components:
            components[id] = _component(piece, id)
        components[id]["pieces"].append(piece.id)
    return list(components.values())


def _component(piece: ShownPiece, id: str) -> dict[str, Any]:
    component = piece.component
    form = form_of(component)
    shape, width, height = "rectangle", 0.0, 0.0
    if form is not None:
        shape, width, height = str(form.shape), form.width_mm, form.height_mm
    use = use_of(component) or ("tokens" if 0 < min(width, height) < SMALL_MM else "cards")
    return {
        "id": id,
        "name": piece.key[0],
        "title": called(component),
        "use": str(use),
        "shape": shape,
        "width_mm": width,
        "height_mm": height,
        "bleed_mm": BLEED_MM,
        "sheet": sheet_of(piece),
        "pieces": [],
    }


def _record(
    piece: ShownPiece, book: Book | None, cells: dict[RowPlace, list[Mapping[str, str]]]
) -> list[Mapping[str, str]]:
    row = piece.component if piece.row is None else piece.row
    place = row.sheet, row.number
    if isinstance(row, JoinedRow):
        return list(record(piece, book)) if book is not None else []
    if place not in cells:
        cells[place] = list(record(piece, book)) if book is not None else []
    return cells[place]


def _piece(
    piece: ShownPiece, shown: OnShow, problems: Iterable[int], cells: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    faces = shown.faces.get(piece.id, ShownFaces())
    row = piece.component if piece.row is None else piece.row
    layer = next((source.values["layer"] for source in sources_of(row) if "layer" in source.values), None)
    since = shown.prints.since.get(piece.key)
    return {
        "id": piece.id,
        "component": component_id(piece.component),
        "title": piece.title,
        "identity": piece.identity,
        "layer": as_text(layer),
        "copies": piece.copies,
        "front": faces.front,
        "back": faces.back,
        "stale": faces.stale,
        "since_print": str(since) if since is not None else None,
        "mark": shown.prints.marks.get(piece.key, ""),
        "problems": list(problems),
        "balance": list(shown.balance.get(piece.title.casefold(), ())),
        "notes": [
            f"{note.text} ({note.by}, after move {note.at})"
            for note in shown.notes
            if note.card and names_piece(note.card, piece.title)
        ],
        "record": cells,
    }


def _assigned(shown: OnShow, problems: Sequence[Problem]) -> dict[str, list[int]]:
    """Which Problems concern which piece, as indices."""
    rows: dict[RowPlace, list[str]] = {}
    whole: dict[int, list[str]] = {}
    for piece in shown.pieces:
        for source in places_of(piece):
            rows.setdefault(source, []).append(piece.id)
        whole.setdefault(piece.component.number, []).append(piece.id)
    drawn: dict[Problem, list[str]] = {}
    for id, problem_numbers in shown.of_pieces.items():
        for problem in problem_numbers:
            drawn.setdefault(problem, []).append(id)
    numbers: dict[str, list[int]] = {}
    for index, problem in enumerate(problems):
        place = row_place(problem)
        ids = dict.fromkeys(drawn.get(problem, ()))
        ids |= dict.fromkeys(rows.get(place, ()) if place is not None else ())
        if place is not None and place[0] == COMPONENTS:
            ids |= dict.fromkeys(whole.get(place[1], ()))
        for id in ids:
            numbers.setdefault(id, []).append(index)
    return numbers
