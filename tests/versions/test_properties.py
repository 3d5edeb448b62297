"""Random edits of small decks: what differs agrees with comparing everything that is drawn."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from generator.checks.checked import look_through, read
from generator.ground.cache import NO_CACHE
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.press.choosing import choose
from generator.press.components import draw
from generator.story import open_workshop
from generator.versions.compare import Difference, SincePrint, compare
from generator.versions.faces_pdf import deck_faces
from generator.versions.pieces import PieceRecord, Snapshot, snapshot_of
from generator.versions.record import record_of, record_text
from tests.shared.games_made import starter_game

DECKS = ("Patterns", "Events")


@dataclass(frozen=True)
class Card:
    """A row of a deck: Note is not printed, all else is."""

    deck: str
    number: int
    title: str
    cost: str
    note: str
    copies: int


def piece_of(card: Card, identity: str) -> PieceRecord:
    drawn = hashlib.sha256(repr((card.title, card.cost)).encode()).hexdigest()[:32]
    back = hashlib.sha256(card.deck.encode()).hexdigest()[:32]
    values = {"Title": card.title, "Cost": card.cost, "Note": card.note, "Copies": str(card.copies)}
    return PieceRecord(
        component=card.deck,
        identity=identity,
        title=card.title,
        copies=card.copies,
        mark="",
        front=drawn,
        back=back,
        values=tuple(sorted(values.items())),
    )


def snapshot_from(cards: Iterable[Card], *, numbered: bool) -> Snapshot:
    used: set[tuple[str, str]] = set()
    pieces = []
    for card in cards:
        name = str(card.number) if numbered else card.title
        identity, count = name, 1
        while (card.deck, identity) in used:
            count += 1
            identity = f"{name} ({count})"
        used.add((card.deck, identity))
        pieces.append(piece_of(card, identity))
    return Snapshot("A Game", "1", tuple(pieces))


words = st.sampled_from(["Shell", "Pulse", "Moult", "Nest", "Skin"])
costs = st.sampled_from(["1E", "2E", "1I", "1S 1I"])
cards = st.builds(
    Card,
    st.sampled_from(DECKS),
    st.integers(1, 9),
    words,
    costs,
    st.sampled_from(["", "x"]),
    st.integers(0, 3),
)


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[Card], list[Card]]:
    """A small game, and the same after some edits."""
    old = draw(st.lists(cards, max_size=7))
    new = list(old)
    for _ in range(draw(st.integers(0, 5))):
        edit = draw(st.sampled_from(["add", "remove", "title", "cost", "note", "copies", "deck", "move"]))
        at = draw(st.integers(0, max(0, len(new) - 1)))
        if edit == "add" or not new:
            new.insert(at, draw(cards))
        elif edit == "remove":
            del new[at]
        elif edit == "move":
            new.append(new.pop(at))
        else:
            other = draw(cards)
            new[at] = replace(new[at], **{edit: getattr(other, edit)})
    return old, new


def on_the_table(taken: Snapshot) -> Counter[tuple[str, str]]:
    """How many cards of each look there are."""
    looks: Counter[tuple[str, str]] = Counter()
    for piece in taken.pieces:
        looks[piece.front, piece.back] += piece.copies
    return +looks


def replaced(differs: Difference) -> Counter[tuple[str, str]]:
    """The cards on the table when all that is told was printed and pulled."""
    table = on_the_table(differs.old)
    for piece in differs.added:
        table[piece.front, piece.back] += piece.copies
    for piece in differs.removed:
        table[piece.front, piece.back] -= piece.copies
    for pair in differs.pairs:
        if pair.since_print is SincePrint.CHANGED:
            table[pair.old.front, pair.old.back] -= pair.old.copies
            table[pair.new.front, pair.new.back] += pair.new.copies
        else:
            table[pair.new.front, pair.new.back] += pair.new.copies - pair.old.copies
    assert min(table.values(), default=0) >= 0, "nothing is pulled that is not there"
    return +table


@given(edited(), st.booleans())
@settings(max_examples=120)
def test_printing_and_pulling_what_differs_gives_the_new_game(
    both: tuple[list[Card], list[Card]], numbered: bool
) -> None:
    old, new = (snapshot_from(each, numbered=numbered) for each in both)
    differs = compare(old, new)
    assert replaced(differs) == on_the_table(new)
    assert compare(old, new) == differs
    assert len(differs.pairs) + len(differs.added) == len(new.pieces)
    assert len(differs.pairs) + len(differs.removed) == len(old.pieces)
    assert bool(differs) == (Counter(old.pieces) != Counter(new.pieces))
    for pair in differs.pairs:
        same = (pair.old.front, pair.old.back) == (pair.new.front, pair.new.back)
        assert (pair.since_print is SincePrint.CHANGED) is not same


@given(edited(), st.booleans())
@settings(max_examples=40)
def test_a_card_that_stays_as_it_is_is_never_printed(
    both: tuple[list[Card], list[Card]], numbered: bool
) -> None:
    old, new = (snapshot_from(each, numbered=numbered) for each in both)
    differs = compare(old, new)
    kept = Counter((piece.component, piece.title, piece.front) for piece in old.pieces)
    known = Counter((piece.component, piece.title, piece.front) for piece in new.pieces)
    for piece in new.pieces:
        look = (piece.component, piece.title, piece.front)
        if kept[look] == known[look] == 1:
            now = differs.since_print[piece.component, piece.identity]
            assert now in {SincePrint.SAME, SincePrint.MOVED}


@given(edited(), st.booleans())
@settings(max_examples=40)
def test_a_record_is_read_as_it_was_written(both: tuple[list[Card], list[Card]], numbered: bool) -> None:
    old = snapshot_from(both[0], numbered=numbered)
    read_again = record_of(record_text(replace(old, printed="2026-11-20")).encode(), "record")
    assert not compare(old, read_again)
    assert Counter(read_again.pieces) == Counter(old.pieces)


# ---------------------------------------------------------------- a real folder

Edit = Callable[[Path], None]


def cell(place: str, value: object) -> Edit:
    def edit(game: Path) -> None:
        book = load_workbook(game / "card_data.xlsx")
        sheet, _, at = place.partition("!")
        book[sheet][at] = value
        book.save(game / "card_data.xlsx")

    return edit


def row_gone(number: int) -> Edit:
    def edit(game: Path) -> None:
        book = load_workbook(game / "card_data.xlsx")
        book["Tiles"].delete_rows(number)
        book.save(game / "card_data.xlsx")

    return edit


def text(name: str, old: str, new: str) -> Edit:
    def edit(game: Path) -> None:
        path = game / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")

    return edit


EDITS: tuple[Edit, ...] = (
    cell("Tiles!C2", "2S"),
    cell("Tiles!A3", "Bee House"),
    cell("Tiles!F4", 3),
    cell("Tiles!B5", "Hill"),
    cell("Lands!B3", "#123456"),
    cell("Tokens!C2", "#202020"),
    cell("Game!B2", "Another Game"),
    cell("Game!B3", "0.2"),
    row_gone(7),
    text("templates/tile.svg", "</svg>", "<!-- a note -->\n</svg>"),
    text("templates/tile.svg", "</svg>", '<circle cx="9" cy="9" r="3" fill="#123"/></svg>'),
    text("templates/tile-back.svg", "</svg>", '<circle cx="9" cy="9" r="3" fill="#123"/></svg>'),
    text("templates/token.svg", "</svg>", '<defs><circle id="unused" r="3"/></defs></svg>'),
)


def drawn(game: Path) -> tuple[Snapshot, dict[str, bytes]]:
    """The pieces of a game, and the pixels of each face by its digest, without its revision mark."""
    project = Project(game)
    book, problems = read(project)
    checked = look_through(project, book, problems)
    workshop = open_workshop(checked, NO_CACHE)
    decks = [
        drawn.deck
        for job in choose(checked.book)
        if (drawn := draw(job, maker=workshop.maker, fonts=workshop.fonts, step=int, marks=False)).deck  # type: ignore[arg-type]
    ]
    pixels: dict[str, bytes] = {}
    for source in deck_faces(decks):
        with Pages(source.pdf) as pages:
            for digest, page in source.pages.items():
                pixels[digest] = pages.image(page, dpi=50).tobytes()
    return snapshot_of(checked, workshop)[0], pixels


@pytest.mark.slow
@given(st.lists(st.sampled_from(EDITS), min_size=1, max_size=4, unique=True))
@settings(
    max_examples=15,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_what_looks_different_is_what_is_drawn_differently(
    tmp_path_factory: pytest.TempPathFactory, edits: list[Edit]
) -> None:
    game = starter_game(tmp_path_factory.mktemp("edited") / "game")
    before, old = drawn(game)
    for edit in edits:
        edit(game)
    after, new = drawn(game)
    for pair in compare(before, after).pairs:
        for side in ("front", "back"):
            was, now = getattr(pair.old, side), getattr(pair.new, side)
            assert (was != now) is (old.get(was) != new.get(now)), (pair.new.title, side)
