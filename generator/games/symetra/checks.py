"""Whether a workbook has all that Symetra needs. The generic checks have run before."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import whole_numbers
from generator.games.symetra.records import CARDS, RELATIONS, TYPES, Numbers
from generator.games.symetra.words import lacks, plays
from generator.ground.problems import Problem, error, warning
from generator.records.notation import Ban, Call, Effect, Kind, Part, Shift, Who
from generator.records.tables import Book, FieldType
from generator.records.worksheets import PLAYERS, RULES

NEEDS = NeededParts(
    "Symetra",
    {
            RULES: ("Key", "Value"),
            TYPES: ("Name", "Icon", "Colour", "Tint"),
            CARDS: (
                "Name", "Type", "Polarity", "Cost", "Capacity", "Good Karma", "Affinity with", "Enmity with",
                "Selects", "Action", "Lasts", "Deed",
            ),
            RELATIONS: ("Card", "Other", "Kind"),
            PLAYERS: ("Name", "Colour", "Mark"),
        },
    {
            "bead": Kind.TOKEN, "card": Kind.TOKEN,
            "potential": Kind.TRACK, "actual": Kind.TRACK, "universal": Kind.TRACK,
        },
    {"Action": (FieldType.EFFECT,), "Cost": (FieldType.INTEGER,)},
)  # fmt: skip
"""Sheets, columns and symbols without which the rules cannot be read."""


def hands_of_all(book: Book) -> Iterator[Problem]:
    """There are cards for the hands of as many players as may sit down, and some to draw."""
    row = whole_numbers(book).get("hand")
    if row is None:
        return
    cards, players = len(book[CARDS]), max(len(book[PLAYERS]), 1)
    if row.value * players + 2 * players > cards:
        fault = f"“{row.key}” is {row.value}, and of {cards} cards {players} players find none to draw then."
        yield error(row.at("value"), fault, f"Lower it to {max((cards - 2 * players) // players, 1)}.")


def unknown_words(book: Book) -> Iterator[Problem]:
    """An action that the rules cannot play is printed all the same, and nobody plays it."""
    for row in book[CARDS]:
        effect, selects, name = (row.values.get(key) for key in ("action", "selects", "name"))
        parts = effect.parts if isinstance(effect, Effect) else ()
        strange = [part for part in parts if not plays(part)]
        lacking = [(part, kind) for part in parts if (kind := lacks(part, str(selects)))]
        mend = "No bot uses it; a row “decide” says what it does."
        if strange:
            fault = f"The rules of Symetra do not play “{_word(strange[0])}” of {name}."
            yield warning(row.at("action"), fault, f"{mend} Or write words that are played.")
        elif lacking:
            part, kind = lacking[0]
            what = f"an {kind}" if kind == "action" else f"a {kind}"
            fault = f"“{_word(part)}” of {name} is about {what}, and the card selects {selects}."
            yield warning(row.at("selects"), fault, f"{mend} Or let it select {what}.")


def _word(part: Part) -> str:
    match part:
        case Shift():
            words = (part.who, f"{part.source}>{part.target}")
        case Ban():
            words = (part.who, f"no {part.action}")
        case Call():
            words = (part.who, part.table)
        case _:
            words = (part.who, part.symbol)
    return " ".join(word.replace("_", " ") for word in words if word not in ("", Who.YOU, Who.GROUP))


_PRINTED = {
    "doubt": ("doubt", "{}{{bead}}"),
    "empty_card": ("empty_card", "{}{{bead}}"),
    "capacity": ("wide_capacity", "{}{{bead}}"),
    "pay_more": ("pay_more", " {} more"),
    "pay_less": ("pay_less", " {} less"),
}
"""Words that print a number, the number, and how it stands there."""


def printed_numbers(book: Book) -> Iterator[Problem]:
    """What the sheet Notation prints of a number is what the sheet Rules says."""
    rows = whole_numbers(book)
    for term in book.symbols.grammar.calls:
        key, pattern = _PRINTED.get(term.key, ("", ""))
        row = rows.get(key)
        if row is not None and pattern.format(row.value) not in term.printed:
            fault = f"“{row.key}” is {row.value}, and the cards print “{term.printed}”."
            yield warning(
                row.at("value"), fault, f"Let “{term.word}” in the sheet Notation print {row.value}."
            )


CHECKS = (Numbers.flaws, hands_of_all, unknown_words, printed_numbers)
