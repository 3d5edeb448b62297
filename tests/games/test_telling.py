"""Meaning Made's played game as values: what lies on its table, in whose colours, and its words."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import MappingProxyType

import pytest

from generator.games.kit.shown import seats_of
from generator.games.meaning_made.records import Game, game_from
from generator.games.meaning_made.rules.setting import setting_of
from generator.games.meaning_made.words.table import table_of
from generator.records.notation import effect_text
from generator.records.tables import Book
from generator.replay.told import CardView, Sign, Told
from generator.workbook.book import read_book
from tests.shared.made import COMMUNITY, State
from tests.shared.scripts import Played, replay_book, replay_text

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def game() -> Game:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return game_from(book)


@pytest.fixture(scope="module")
def sample(game: Game) -> Played:
    made = replay_book(game.book, game)
    assert made is not None
    return made


@pytest.fixture(scope="module")
def told(sample: Played, game: Game) -> Told:
    return sample.told()


def begun(sample: Played) -> State:
    assert sample.start is not None
    return sample.start


def coloured(book: Book, sheet: str, key: str, icon: str, colour: str) -> Book:
    """The workbook with another colour for an icon in one of its sheets."""
    table = book[sheet]
    rows = tuple(
        dataclasses.replace(row, values=MappingProxyType({**row.values, "colour": colour}))
        if row.values[key] == icon
        else row
        for row in table
    )
    return dataclasses.replace(
        book, tables=MappingProxyType({**book.tables, sheet: dataclasses.replace(table, rows=rows)})
    )


def test_everything_on_the_table_is_told(sample: Played, game: Game) -> None:
    for step in sample.steps:
        state = step.after
        table = table_of(state, seats_of(sample.script, game.book))
        meaning, highest = table.tracks
        assert [meaning.spaces[at].label for at in meaning.markers] == [str(state.meaning)]
        assert [highest.spaces[at].label for at in highest.markers] == [str(state.highest)]
        for view, seat in zip(table.seats, state.order(), strict=True):
            assert view.name == state.names[seat]
            assert tuple(one.number for one in view.tokens) == state.tokens[seat]
            assert [one.number for one in view.values] == [state.vitals[seat], state.legacy[seat]]
            assert sum(one.number for one in view.stacks) == len(state.palettes[seat])
        index, prism = table.rows
        assert (index.name, prism.name) == (game.terms.index, game.terms.prism)
        assert [card is not None for card in prism.cards] == [card >= 0 for card in state.prism]
        for slot, card in enumerate(index.cards):
            if card is not None:
                assert sum(box.filled is True for box in card.boxes) == sum(state.filled[slot])
                assert len(card.markers) == len(state.orders[slot])


def test_a_card_to_take_shows_what_it_asks_for_and_gives(sample: Played, game: Game) -> None:
    """Every Pattern of the Prism, from its record."""
    seats = seats_of(sample.script, game.book)
    for state in (step.before for step in sample.steps):
        for number, card in zip(state.prism, table_of(state, seats).rows[1].cards, strict=True):
            pattern = game.patterns[number]
            assert card is not None and card.title == pattern.title
            assert tuple(box.sign.icon for box in card.boxes) == pattern.requirement.icons()
            assert all(box.filled is None for box in card.boxes)
            assert card.gives == f"{{bonus}} {effect_text(pattern.bonus, game.book.symbols)}"


def test_the_community_and_the_end_initiative_have_signs_of_their_own(sample: Played, game: Game) -> None:
    start = begun(sample)
    joined = dataclasses.replace(start, orders=((COMMUNITY, 0), *start.orders[1:]))
    seats = seats_of(sample.script, game.book)
    index = table_of(joined, seats).rows[0].cards
    first, last = index[0], index[-1]
    assert isinstance(first, CardView)
    assert isinstance(last, CardView)
    assert [marker.icon for marker in first.markers] == ["community", seats[0].icon]
    assert last.sign.icon == "end"


def test_a_fragile_player_is_seen(sample: Played, game: Game) -> None:
    start = begun(sample)
    weak = dataclasses.replace(start, vitals=(0, *start.vitals[1:]))
    shown = {view.name: view for view in table_of(weak, seats_of(sample.script, game.book)).seats}
    icons = [shown[name].values[0].sign.icon for name in start.names]
    assert icons == ["fragile", *["vitals"] * (len(start.names) - 1)]


def test_colours_come_from_the_sheets(sample: Played, game: Game) -> None:
    book = game.book
    for sheet, key, icon in (
        ("Tokens", "icon", "meaning"),
        ("Layers", "icon", "boundary"),
        ("Icons", "key", "energy"),
        ("Icons", "key", "vitals"),
        ("Players", "mark", "mark_blue"),
    ):
        book = coloured(book, sheet, key, icon, "#123456")
    state = dataclasses.replace(begun(sample), setting=setting_of(game_from(book)))
    table = table_of(state, seats_of(sample.script, book))
    seat = table.seats[0]
    assert table.tracks[0].colour == "#123456"
    assert [seat.tokens[0].sign, seat.values[0].sign] == [
        Sign("energy", "#123456"),
        Sign("vitals", "#123456"),
    ]
    assert seat.stacks[0].sign == Sign("boundary", "#123456")
    assert "#123456" in {view.sign.colour for view in table.seats}


def test_the_words_are_the_games_own(told: Told, sample: Played) -> None:
    assert told.ending is not None
    assert told.valid
    assert told.checked == "Played by the rules and cards of version 0.1: 73 steps, every one of them legal."
    assert told.seated.startswith("They sit in this order, clockwise: ")
    assert [part.heading for part in told.rounds[0].parts] == ["Event", "Turns", "Stability Window"]
    steps = [step for one in told.rounds for part in one.parts for step in part.steps]
    assert len(steps) == len(sample.steps)
    assert all(step.headline and not step.wrong for step in steps)
    assert steps[0].badge.icon == "event"
    assert {step.badge for step in steps[1:]} >= {seat.sign for seat in told.rounds[0].before.seats}
    assert len(told.ending.rows) == 1 + len(told.rounds[0].before.seats)
    assert "wins" in told.ending.rows[1]


def test_a_game_that_cannot_begin_says_only_that(game: Game) -> None:
    broken = replay_text("nothing to play", "script", game)
    told = broken.told()
    assert told.ending is None
    assert told.table is None
    assert not told.valid
    assert told.checked.startswith("**Not valid for this version.**")
