"""Parts of the preview by themselves: what an edit says, ids that stay, what is kept in memory."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from generator.ground.cache import NO_CACHE
from generator.ground.messages import BadMessage, Message, receive, send
from generator.preview.blank import blank_state
from generator.preview.byte_store import ByteStore
from generator.preview.hub import Hub
from generator.preview.keeping import MOST_REMEMBERED, HeldCache
from generator.preview.pieces import shown_pieces
from generator.preview.said import MOST_SAID, differences
from generator.records.tables import Book, Row
from generator.workbook.book import read_book
from tests.shared.games_made import STARTER, change, starter_game

WORKBOOK = STARTER / "card_data.xlsx"


@pytest.fixture(scope="module")
def book() -> Book:
    found, _ = read_book(WORKBOOK)
    assert found is not None
    return found


def edited(book: Book, sheet: str, rows: list[Row]) -> Book:
    table = replace(book[sheet], rows=tuple(rows))
    return replace(book, tables=MappingProxyType({**book.tables, sheet: table}), digest="other")


def with_value(row: Row, key: str, value: Any) -> Row:
    return replace(row, values=MappingProxyType({**row.values, key: value}))


def test_an_edit_is_told_in_words(book: Book) -> None:
    first, second, *rest = book["Tiles"].rows
    title, other = first["title"], second["title"]
    assert differences(book, book) == ()
    assert differences(book, edited(book, "Tiles", [with_value(first, "title", "New"), second, *rest])) == (
        f"Tiles: {title}: Title {title} → New",
    )
    assert differences(book, edited(book, "Tiles", [second, *rest])) == (f"Tiles: {title} is gone",)
    added = replace(with_value(first, "title", "New"), number=900)
    assert differences(book, edited(book, "Tiles", [first, second, *rest, added])) == ("Tiles: New is new",)
    emptied = with_value(second, "title", "")
    assert f"Tiles: {other}: Title {other} → (empty)" in differences(
        book, edited(book, "Tiles", [first, emptied, *rest])
    )
    typed = replace(edited(book, "Tiles", [first, emptied, *rest]), unread={second.at("title"): "=1J"})
    assert f"Tiles: {other}: Title {other} → =1J" in differences(book, typed)
    many = [with_value(row, "title", f"T{row.number}") for row in book["Tiles"]] * 30
    numbered = [replace(row, number=number) for number, row in enumerate(many, 2)]
    told = differences(book, edited(book, "Tiles", numbered))
    assert len(told) == MOST_SAID + 1 and told[-1].startswith("… and ")


def test_ids_stay_while_rows_move_and_change_their_names(book: Book) -> None:
    first, second, *rest = book["Tiles"].rows
    before = shown_pieces(book)
    assert len({piece.id for piece in before}) == len(before) and all(p.id.isalnum() for p in before)
    ids = {piece.title: piece.id for piece in before}
    swapped = [replace(second, number=first.number), replace(first, number=second.number), *rest]
    moved = {piece.title: piece.id for piece in shown_pieces(edited(book, "Tiles", swapped), before)}
    assert moved == ids
    renamed = edited(book, "Tiles", [with_value(first, "title", "New"), second, *rest])
    now = {piece.title: piece.id for piece in shown_pieces(renamed, before)}
    assert now["New"] == ids[first["title"]] and now[second["title"]] == ids[second["title"]]


def test_what_is_kept_in_memory_has_a_bound() -> None:
    cache = HeldCache(behind=NO_CACHE, held=ByteStore(1_000))
    assert cache.on and cache.remembers and not NO_CACHE.remembers
    for number in range(20):
        cache.put(str(number), bytes(100))
    assert [number for number in range(20) if cache.get(str(number)) is not None] == list(range(10, 20))
    cache.put("19", b"new")
    assert cache.get("19") == b"new"
    for number in range(MOST_REMEMBERED + 1):
        cache.remember("code", number, number)
    assert cache.recall("code", 0) is None and cache.recall("code", 1) == 1
    hub = Hub(pictures=ByteStore(250))
    pictures = hub.pictures
    for number in range(4):
        pictures.put(("picture", str(number), 0, 96), bytes(100))
    assert pictures.get(("picture", "1", 0, 96)) is None and pictures.get(("picture", "3", 0, 96))
    pictures.put(("sheet", "s0", 0, 96), b"x")
    hub.hear(Message({"tell": "state", "state": blank_state()}, b""))
    assert pictures.get(("sheet", "s0", 0, 96)) is None and pictures.get(("picture", "3", 0, 96))


def test_a_workbook_that_is_read_again_is_the_same_as_one_that_is_read_anew(tmp_path: Path) -> None:
    """What the cache remembers of sheets changes nothing of what comes out."""
    game, cache = starter_game(tmp_path / "game"), HeldCache(behind=NO_CACHE)
    workbook = game / "card_data.xlsx"
    for cell, value in (("Tiles!A2", "One"), ("Tiles!A3", 7), ("Game!B2", "Other"), ("Tiles!A2", "One")):
        change(game, cell, value)
        kept, anew = read_book(workbook, cache=cache), read_book(workbook)
        assert kept[1] == anew[1]
        assert kept[0] is not None and anew[0] is not None
        assert (kept[0].digest, dict(kept[0].tables)) == (anew[0].digest, dict(anew[0].tables))


def test_messages_come_whole_or_not_at_all() -> None:
    stream = io.BytesIO()
    send(stream, {"do": "ping", "text": "é\ud800"}, b"part")
    content = stream.getvalue()
    message = receive(io.BytesIO(content))
    assert message is not None and message.part == b"part" and message.record["text"] == "é\ud800"
    assert receive(io.BytesIO(b"")) is None
    for broken in (content[:5], content[:-1], b"\xff" * 40, b"\0\0\0\x02\0\0\0\0[]", b"\0\0\0\x01\0\0\0\0x"):
        with pytest.raises(BadMessage):
            receive(io.BytesIO(broken))
