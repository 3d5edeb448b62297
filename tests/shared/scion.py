"""Scion for tests: the shipped workbook, with a changed cell, positions of it, and its sample game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.deck_of_signs.deck import SignDeck
from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion.facts import Fact
from generator.games.deck_of_signs.scion.play import Scion
from generator.games.deck_of_signs.scion.records import setting_from
from generator.games.deck_of_signs.scion.state import Phase, State
from generator.games.kit.table import EMPTY
from generator.games.rulesets import own_rules
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import script_from_lines
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "deck_of_signs"
SHEET = "Sample Game Scion"
THREE = ("Vera", "Ines", "Otto")
CIRCLE = ("Wheel", "Anvil", "Thorn", "Eye", "Knot", "Ladder", "Cup")
"""The Signs on the spaces I to VII of the shipped sample game; the others are dead."""


@cache
def engine() -> Scion:
    """The rules over the shipped workbook."""
    return Scion(setting_from(own_rules(shipped_workbook(FOLDER), "scion")))


def deck() -> SignDeck:
    """The shipped deck."""
    return engine().setting.deck


def with_numbers(**numbers: int) -> Scion:
    """The rules under other numbers."""
    setting = engine().setting
    return Scion(replace(setting, numbers=replace(setting.numbers, **numbers)))


def changed(
    name: str, row: str, header: str, value: Any, *, key: int = 1
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row with a word in the column `key`."""
    return with_cell(FOLDER, name, row, header, value, key=key)


def played(book: Book) -> Replay[State, SignMove, Fact]:
    """The sample game of a workbook."""
    own = own_rules(book, "scion")
    replay = Play(Scion(setting_from(own)), SHEET).replay_book(own)
    assert replay is not None
    return replay


def card(title: str) -> int:
    """A card by its title: `Wheel 9`."""
    return [deck().title(number) for number in deck().cards].index(title)


def begun(rules: Scion | None = None, names: Sequence[str] = THREE, *, seed: int = 1) -> State:
    """The beginning of a game, before the first turn."""
    rules = rules or engine()
    return rules.begin(script_from_lines(rules.deal(names, seed=seed), rules.vocabulary))


def on_circle(rules: Scion | None = None, **fields: Any) -> State:
    """The first turn on the circle of the sample game, with other fields."""
    signs = tuple(map(deck().sign_named, CIRCLE))
    return replace(begun(rules), **{"circle": signs, **fields})


def shown(*titles: str, rules: Scion | None = None, **fields: Any) -> State:
    """A turn in which the seats have laid these cards face down."""
    chosen = tuple(card(title) if title else EMPTY for title in titles)
    names = (*THREE, "Edda", "Fynn")[: len(titles)]
    signs = tuple(map(deck().sign_named, CIRCLE))
    state = begun(rules, names)
    hands = tuple(() if not title else hand for title, hand in zip(titles, state.hands, strict=True))
    return replace(state, **{"circle": signs, "hands": hands, "chosen": chosen, **fields})


def items_at(state: State, places: Mapping[int, Mapping[str, int]]) -> State:
    """The state with items of seats beside Signs."""
    items = [list(own) for own in state.items]
    for seat, own in places.items():
        for sign, count in own.items():
            items[seat][CIRCLE.index(sign)] = count
    return replace(state, phase=Phase.COUNT, items=tuple(map(tuple, items)))
