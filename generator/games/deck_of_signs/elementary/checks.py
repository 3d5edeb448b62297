"""Whether a workbook has all that Elementary needs. The generic checks have run before."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.deck_of_signs.deck import NUMBERS as NUMBER_SHEET
from generator.games.deck_of_signs.deck import SHEETS, SIGNS, TYPES, laid_signs, said_again
from generator.games.deck_of_signs.elementary.records import (
    BONUS_WHEN,
    BONUSES,
    MOST_HAND,
    SCORE,
    SETS,
    Numbers,
    SetName,
)
from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import whole_numbers
from generator.ground.problems import Problem, error
from generator.records.cells import listed
from generator.records.notation import Change, Effect, Kind
from generator.records.tables import Book, FieldType, Row

NEEDS = NeededParts(
    "Elementary",
    {
        **{sheet: columns for sheet, columns in SHEETS.items() if sheet != "Relations"},
        SETS: ("Name", "Least Cards", "Score", "Each Further Card", "Icon"),
        BONUSES: ("Name", "Score", "When"),
    },
    {SCORE: Kind.TRACK},
    {
        **TYPES,
        "Least Cards": (FieldType.INTEGER,),
        "Score": (FieldType.EFFECT,),
        "Each Further Card": (FieldType.EFFECT,),
    },
)
"""Sheets, columns and symbols without which the rules cannot be read."""


def enough(book: Book) -> Iterator[Problem]:
    """There are cards for the hands and the circle."""
    signs, rows = len(book[SIGNS]), whole_numbers(book)
    hand, players, spaces = (
        rows.get(Numbers.key(name)) for name in ("hand", "players_max", "signs_on_circle")
    )
    if hand is None or players is None or spaces is None:
        return
    cards, laid = signs * len(book[NUMBER_SHEET]), 2 * spaces.value
    most = (cards - laid) // max(players.value, 1)
    if most < hand.value <= MOST_HAND:
        seats = f"{players.value} players and the circle"
        fault = f"“{hand.key}” is {hand.value}, and {seats} cannot have so many of {cards} cards."
        yield error(hand.at("value"), fault, f"Lower it to {max(most, 1)}, or play with fewer.")


def sets(book: Book) -> Iterator[Problem]:
    """The sets that the rules know are there, and a set is as large as the sheet Rules says."""
    rows = {str(row.values["name"]): row for row in book[SETS] if row.values.get("name")}
    missing = [name for name in SetName if name not in rows]
    strange = [title for title in rows if title not in tuple(SetName)]
    for title in strange:
        mend = f"Write {listed(missing, 'or')}." if missing else "Delete the row."
        yield error(rows[title].at("name"), f"The rules of Elementary know no set {title}.", mend)
    for name in missing if len(missing) > len(strange) else ():
        yield error(SETS, f"The set {name} is missing.", "Bring its row back; the rules score it.")
    size, numbers = whole_numbers(book).get("set_size"), len(book[NUMBER_SHEET])
    if size is None:
        return
    both = [rows[name] for name in (SetName.CHAIN, SetName.PACK) if name in rows]
    leasts = {row.values.get("least_cards") for row in both}
    if len(both) == 2 and len(leasts) == 1 and isinstance(least := leasts.pop(), int) and least != size.value:
        fault = f"“{size.key}” is {size.value}, and Chain and Pack need {least} cards."
        mend = f"Write {least}; or {size.value} for both, and at least {size.value + 2} for Crusade."
        yield error(size.at("value"), fault, mend)
        return
    for name in SetName:
        least = rows[name].values.get("least_cards") if name in rows else None
        if not isinstance(least, int):
            continue
        place = rows[name].at("least_cards")
        if name in (SetName.CHAIN, SetName.PACK) and least != size.value:
            fault = f"{name} needs {least} cards, and “{size.key}” in {size.at('value')} is {size.value}."
            yield error(place, fault, f"Write {size.value} here, or {least} there.")
        if name == SetName.CRUSADE and least < size.value + 2:
            fault = f"A {name} is a Pack and a pair, and {least} cards are too few for that."
            yield error(place, fault, f"Write {size.value + 2} or more.")
        if name == SetName.CARDINAL and least > numbers:
            fault = f"A {name} of {least} cards has more Numbers than there are."
            yield error(place, fault, f"Write at most {numbers}.")


def points(book: Book) -> Iterator[Problem]:
    """Sets and bonuses bring points and nothing else, and each bonus comes once."""
    for sheet, columns in ((SETS, ("score", "each_further_card")), (BONUSES, ("score",))):
        for row in book[sheet]:
            for column in columns:
                yield from _points(row, column)
    missing = yield from said_again(book[BONUSES], BONUS_WHEN)
    for when in missing:
        yield error(BONUSES, f"No bonus comes with “{when}”.", f"Add a row with {when} under When.")


def _points(row: Row, column: str) -> Iterator[Problem]:
    effect = row.values.get(column)
    for part in effect.parts if isinstance(effect, Effect) else ():
        if not isinstance(part, Change) or part.symbol != SCORE or part.who != "you" or part.amount < 0:
            fault = f"{row.values.get('name')} does something that the rules of Elementary do not know."
            yield error(row.at(column), fault, "Write points for whoever scores, such as +8P.")


CHECKS = (Numbers.flaws, laid_signs, enough, sets, points)
