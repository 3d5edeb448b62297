"""Whether a workbook has all that Scion needs. The generic checks have run before."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.deck_of_signs.deck import RESULTS, SHEETS, TYPES, laid_signs, results_of, ring
from generator.games.deck_of_signs.scion.records import FATES, MIDDLE, SPACE, Numbers
from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import whole_numbers
from generator.ground.problems import Problem, error
from generator.records.cells import some_of
from generator.records.notation import Call, Effect, Kind, Shift
from generator.records.tables import Book, Row
from generator.records.worksheets import TOKENS

NEEDS = NeededParts(
    "Scion",
    {**SHEETS, RESULTS: ("Game", "When", "Effect"), TOKENS: ("Sign", "Copies")},
    {"score": Kind.TRACK},
    TYPES,
)
"""Sheets, columns and symbols without which the rules cannot be read."""
_SHIFTS = (("items", MIDDLE), ("items", SPACE), ("deck", "hand"))


def hands_of_all(book: Book) -> Iterator[Problem]:
    """There are cards for the hands of as many players as may sit down."""
    rows = whole_numbers(book)
    cards = len(book["Signs"]) * len(book["Numbers"])
    if "scion_hand" in rows and "scion_players_max" in rows:
        players = rows["scion_players_max"].value
        row, most = rows["scion_hand"], cards // max(players, 1)
        if row.value > most:
            fault = f"“{row.key}” is {row.value}, and {players} players cannot have so many of {cards} cards."
            yield error(row.at("value"), fault, f"Lower it to {most}.")


def stacks(book: Book) -> Iterator[Problem]:
    """Each Sign has a token for the circle beside those of its stack."""
    row = whole_numbers(book).get("scion_stack")
    if row is None:
        return
    counted = [token for token in book[TOKENS] if token.sign and isinstance(token.copies, int)]
    short, need = [token for token in counted if token.copies <= row.value], row.value + 1
    if len(short) > 1:
        names, least = some_of([token.sign for token in short], 3), min(token.copies for token in short)
        fault = f"“{row.key}” is {row.value}, and there are fewer than {need} tokens of {names}."
        mend = f"Lower it to {least - 1}, or print {need} of each in the sheet {TOKENS}."
        yield error(row.at("value"), fault, mend)
    for token in short if len(short) == 1 else ():
        fault = f"There are {token.copies} tokens of {token.sign}, and Scion needs {need}."
        mend = f"Print {need}, or lower {row.key} in {row.at('value')} to {token.copies - 1}."
        yield error(token.at("copies"), fault, mend)


def results(book: Book) -> Iterator[Problem]:
    """What becomes of a card is said once each, in words that the rules know."""
    yield from results_of(book, "Scion", FATES)
    for row in book[RESULTS]:
        if row.values.get("game") == "Scion":
            yield from _effect(row)


def _effect(row: Row) -> Iterator[Problem]:
    effect = row.values.get("effect")
    for part in effect.parts if isinstance(effect, Effect) else ():
        shifts = isinstance(part, Shift) and (part.source, part.target) in _SHIFTS
        if not shifts and not (isinstance(part, Call) and part.table == "cancel"):
            fault = f"{row.values.get('when')} does something that the rules of Scion do not know."
            mend = "Write items>middle, items>space, deck>hand with a number, or turn the card over."
            yield error(row.at("effect"), fault, mend)


CHECKS = (Numbers.flaws, ring, laid_signs, hands_of_all, stacks, results)
