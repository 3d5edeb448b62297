"""Counterspell for tests: the shipped workbook, with a changed cell, positions of it, and its sample game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from generator.games.deck_of_signs.counterspell.facts import Fact
from generator.games.deck_of_signs.counterspell.moves import apply, legal_moves
from generator.games.deck_of_signs.counterspell.play import Counterspell
from generator.games.deck_of_signs.counterspell.records import setting_from
from generator.games.deck_of_signs.counterspell.state import Phase, State, actors
from generator.games.deck_of_signs.deck import SignDeck
from generator.games.deck_of_signs.moves import SignMove
from generator.games.rulesets import own_rules
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.engine import NAMES
from generator.replay.moves import NOBODY
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import script_from_lines
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "deck_of_signs"
SHEET = "Sample Game Counterspell"
CIRCLE = ("Wheel", "Anvil", "Thorn", "Eye", "Knot", "Ladder", "Cup")
"""The Signs on the spaces I to VII of positions: the Eye and the Knot oppose the Wheel on I."""


def rules_of(book: Book) -> Counterspell:
    """The rules over a workbook."""
    return Counterspell(setting_from(own_rules(book, "counterspell")))


@cache
def engine() -> Counterspell:
    """The rules over the shipped workbook."""
    return rules_of(shipped_workbook(FOLDER))


def deck() -> SignDeck:
    """The shipped deck."""
    return engine().setting.deck


def with_numbers(**numbers: int) -> Counterspell:
    """The rules under other numbers."""
    setting = engine().setting
    return Counterspell(replace(setting, numbers=replace(setting.numbers, **numbers)))


def changed(
    name: str, row: str, header: str, value: Any, *, key: int = 1
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row with a word in the column `key`."""
    return with_cell(FOLDER, name, row, header, value, key=key)


def played(book: Book) -> Replay[State, SignMove, Fact]:
    """The sample game of a workbook."""
    own = own_rules(book, "counterspell")
    replay = Play(rules_of(book), SHEET).replay_book(own)
    assert replay is not None
    return replay


def card(title: str) -> int:
    """A card by its title: `Wheel 9`."""
    return [deck().title(number) for number in deck().cards].index(title)


def cards(*titles: str) -> tuple[int, ...]:
    """Cards by their titles."""
    return tuple(map(card, titles))


def begun(rules: Counterspell | None = None, players: int = 3, *, seed: int = 1, level: str = "") -> State:
    """The beginning of a game."""
    rules = rules or engine()
    lines = rules.deal(NAMES[:players], seed=seed)
    lines = tuple(
        line._replace(card=level or line.card) if line.action == "level" else line for line in lines
    )
    return rules.begin(script_from_lines(lines, rules.vocabulary))


def at_spaces(
    chaos: Mapping[int, Sequence[str]],
    runs: Mapping[int, Sequence[str]],
    *,
    players: int = 3,
    **fields: Any,
) -> State:
    """A position on CIRCLE with these cards at spaces (from 0), no hands and all else in the deck.

    The second of two or three cards of Chaos lies hidden.
    """
    state = begun(players=players)
    rows = [cards(*chaos.get(space, ())) for space in range(7)]
    covered = tuple(space for space, row in enumerate(rows) if len(row) > 1)
    mine = tuple(cards(*runs.get(space, ())) for space in range(7))
    laid = {card for row in (*rows, *mine) for card in row}
    position = replace(
        state,
        hands=((),) * players,
        card_deck=tuple(card for card in deck().cards if card not in laid),
        card_discard=(),
        circle=tuple(map(deck().sign_named, CIRCLE)),
        chaos=tuple((*row[:1], *row[2:]) for row in rows),
        covered=covered,
        face_down=tuple(rows[space][1] for space in covered),
        runs=mine,
    )
    return replace(position, **fields)


def resolving(state: State, *, deck_size: int | None = None, last: bool = False) -> State:
    """A position at the end of its round, with a deck of so many cards."""
    spent = state.card_deck[deck_size:] if deck_size is not None else ()
    kept = state.card_deck[:deck_size] if deck_size is not None else state.card_deck
    state = replace(state, card_deck=kept, card_discard=spent, last=last)
    return replace(state, phase=Phase.RESOLVE, due=state.resolving())


def by_chance(state: State) -> tuple[State, tuple[Fact, ...]]:
    """What happens next without a choice."""
    return apply(state, NOBODY, legal_moves(state, NOBODY)[0])


def bots_play(players: int, level: str, seed: int, rules: Counterspell | None = None) -> State:
    """The end of a game of bots."""
    rng, bots = Random(seed), engine().policies(players)
    state = begun(rules, players=players, seed=seed, level=level)
    while state.phase is not Phase.OVER:
        for seat in actors(state) or (NOBODY,):
            legal = legal_moves(state, seat)
            move = bots[seat](state, legal, rng) if seat != NOBODY else legal[0]
            state, _ = apply(state, seat, move)
    return state
