"""Whether a workbook has all that Counterspell needs. The generic checks have run before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import product

from generator.games.deck_of_signs.counterspell.records import (
    DIFFICULTIES,
    GAME,
    HEALTH,
    LEVELS,
    MATCH,
    Case,
    Numbers,
)
from generator.games.deck_of_signs.deck import NUMBERS as NUMBER_SHEET
from generator.games.deck_of_signs.deck import (
    RESULTS,
    SHEETS,
    SIGNS,
    SPACES,
    TYPES,
    laid_signs,
    results_of,
    ring,
)
from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import whole_numbers
from generator.ground.problems import Problem, error
from generator.records.notation import Call, Change, Effect, Kind, Shift
from generator.records.tables import Book, FieldType, Row

LEVEL_COLUMNS = ("Players", "Level", "Health", "Chaos")
NEEDS = NeededParts(
    GAME,
    {**SHEETS, RESULTS: ("Game", "When", "Effect", "Instead Of"), DIFFICULTIES: LEVEL_COLUMNS},
    {HEALTH: Kind.SHARED_TRACK},
    {**TYPES, **dict.fromkeys(("Players", "Health", "Chaos"), (FieldType.INTEGER,))},
)
"""Sheets, columns and symbols without which the rules cannot be read."""


def levels(book: Book) -> Iterator[Problem]:
    """Each number of players has each level, with Chaos cards that can be laid; the sheet Checks adds up."""
    there = whole_numbers(book)
    if not {Numbers.key(number.name) for number in fields(Numbers)} <= {*there}:
        return
    numbers, hand = Numbers.read(book), there[Numbers.key("hand")]
    rows = {(row.values.get("players"), row.values.get("level")): row for row in book[DIFFICULTIES]}
    keys = [*product(range(numbers.players_min, numbers.players_max + 1), LEVELS)]
    for key in keys:
        if key not in rows:
            fault = f"The sheet {DIFFICULTIES} has no row for {key[0]} players and the level {key[1]}."
            yield error(DIFFICULTIES, fault, "Add it, or change how many can play.")
    counted = [rows[key] for key in keys if key in rows and isinstance(rows[key].chaos, int)]
    if len(book[SPACES]) == numbers.signs_on_circle:
        yield from _chaos(counted, numbers.signs_on_circle, numbers.chaos_cards)
    cards = len(book[SIGNS]) * len(book[NUMBER_SHEET])
    most = min([(cards - row.chaos) // row.players for row in counted if row.players], default=cards)
    if hand.value > most:
        fault = (
            f"“{hand.key}” is {hand.value}; hands and Chaos need more than the {cards} cards that there are."
        )
        yield error(hand.at("value"), fault, f"Lower it to {max(most, 1)}, or play with fewer.")


def _chaos(rows: Iterable[Row], spaces: int, chaos_cards: int) -> Iterator[Problem]:
    most = spaces * min(2, chaos_cards)
    for row in rows:
        if row.chaos % spaces or not 0 < row.chaos <= most:
            fault = f"{row.chaos} cards of Chaos cannot be laid evenly on {spaces} spaces, {most} at most."
            yield error(row.at("chaos"), fault, f"Write {spaces} or {most}.")


def results(book: Book) -> Iterator[Problem]:
    """What comes of each case is said once, in words that the rules know."""
    yield from results_of(book, GAME, (MATCH, *Case))
    for row in book[RESULTS]:
        if row.values.get("game") == GAME:
            yield from _result(row)


def _result(row: Row) -> Iterator[Problem]:
    effect, case = row.values.get("effect"), row.values.get("when")
    for part in effect.parts if isinstance(effect, Effect) else ():
        if not _playable(part) or (case == MATCH and not isinstance(part, Shift)):
            fault = f"{case} does something that the rules of {GAME} do not know."
            mend = "Write “each deck>discard” with a number"
            more = ", Health that goes, such as -1He, or “clear the space”." if case != MATCH else "."
            yield error(row.at("effect"), fault, f"{mend}{more}")
    instead = row.values.get("instead_of")
    if instead and (instead == case or instead not in tuple(Case)):
        fault = f"“{instead}” is no other case of {GAME}."
        yield error(row.at("instead_of"), fault, f"Write one of {', '.join(Case)}, or nothing.")


def _playable(part: object) -> bool:
    match part:
        case Shift(who="all", source="deck", target="discard"):
            return True
        case Change(symbol=symbol, amount=amount):
            return symbol == HEALTH and amount < 0
        case Call(table="clear"):
            return True
    return False


CHECKS = (Numbers.flaws, ring, laid_signs, levels, results)
