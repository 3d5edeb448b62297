"""Elementary for tests: the shipped workbook, with a changed cell, positions of it, and its sample game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.deck_of_signs.deck import SignDeck
from generator.games.deck_of_signs.elementary.facts import Fact
from generator.games.deck_of_signs.elementary.play import Elementary
from generator.games.deck_of_signs.elementary.records import setting_from
from generator.games.deck_of_signs.elementary.state import Phase, State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.table import EMPTY
from generator.games.rulesets import own_rules
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import script_from_lines
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "deck_of_signs"
SHEET = "Sample Game Elementary"
THREE = ("Mira", "Tomas", "Pia")


@cache
def engine() -> Elementary:
    """The rules over the shipped workbook."""
    return Elementary(setting_from(own_rules(shipped_workbook(FOLDER), "elementary")))


def deck() -> SignDeck:
    """The shipped deck."""
    return engine().setting.deck


def with_numbers(**numbers: int) -> Elementary:
    """The rules under other numbers."""
    setting = engine().setting
    return Elementary(replace(setting, numbers=replace(setting.numbers, **numbers)))


def changed(
    name: str, row: str, header: str, value: Any, *, key: int = 1
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row with a word in the column `key`."""
    return with_cell(FOLDER, name, row, header, value, key=key)


def played(book: Book) -> Replay[State, SignMove, Fact]:
    """The sample game of a workbook."""
    own = own_rules(book, "elementary")
    replay = Play(Elementary(setting_from(own)), SHEET).replay_book(own)
    assert replay is not None
    return replay


def card(title: str) -> int:
    """A card by its title: `Wheel 9`."""
    return [deck().title(number) for number in deck().cards].index(title)


def cards(*titles: str) -> tuple[int, ...]:
    """Cards by their titles."""
    return tuple(map(card, titles))


def begun(rules: Elementary | None = None, names: Sequence[str] = THREE, *, seed: int = 1) -> State:
    """The beginning of a game, before the first turn."""
    rules = rules or engine()
    return rules.begin(script_from_lines(rules.deal(names, seed=seed), rules.vocabulary))


def at_turn(
    hand: Sequence[str],
    spaces: Mapping[int, tuple[str, Sequence[str]]],
    rules: Elementary | None = None,
    **fields: Any,
) -> State:
    """The turn of the first seat, with this hand; of each space its revealed Sign (or nothing) and cards."""
    state = begun(rules)
    count = len(state.cards)
    signs = [
        deck().sign_named(spaces[at][0]) if at in spaces and spaces[at][0] else EMPTY for at in range(count)
    ]
    left = [sign for sign in range(len(deck().signs)) if sign not in signs]
    hidden = signs.count(EMPTY)
    there = tuple(cards(*spaces[at][1]) if at in spaces else () for at in range(count))
    own = cards(*hand)
    gone = {*own, *(number for lying in there for number in lying)}
    rest = [number for number in deck().cards if number not in gone]
    return replace(
        state,
        **{
            "phase": Phase.TURN,
            "open_tokens": tuple(signs),
            "hidden_tokens": tuple(left[:hidden]),
            "unused": tuple(left[hidden:]),
            "cards": there,
            "hands": (own, tuple(rest[:5]), tuple(rest[5:10])),
            "card_deck": tuple(rest[10:]),
            "card_discard": (),
            **fields,
        },
    )
