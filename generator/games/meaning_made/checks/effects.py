"""Effects that the notation can say and these rules cannot play."""

from __future__ import annotations

from collections.abc import Iterator

from generator.ground.problems import Problem, error
from generator.records.notation import Ban, Call, Effect, Kind, Part, Shift, Who
from generator.records.tables import Book
from generator.records.wording import typed_effect

SHEETS = ("Patterns", "Initiatives", "Event Table", "Group Table", "Individual Table")
"""The sheets whose effects the rules resolve."""
_STRUCK = frozenset({Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS})
_TABLES = frozenset({"group", "individual"})


def effects_can_be_played(book: Book) -> Iterator[Problem]:
    """Every part of an effect is one that the rules of Meaning Made resolve."""
    for sheet in SHEETS:
        for row in book[sheet]:
            for key, value in row.values.items():
                if not isinstance(value, Effect):
                    continue
                unknown = next((part for part in value.parts if not _is_played(part, book)), None)
                if unknown is not None:
                    text = typed_effect(Effect((unknown,)), book.symbols)
                    fault = f"The rules of Meaning Made do not know how to play “{text}”."
                    mend = "Write a change, a ban of an action, or a call that its rules know."
                    yield error(row.at(key), fault, mend)


def _is_played(part: Part, book: Book) -> bool:
    match part:
        case Shift():
            return False
        case Call():
            return part.table in _TABLES and part.who == Who.GROUP
        case Ban():
            is_action = part.action in book.symbols and book.symbols[part.action].kind is Kind.ACTION
            return is_action and part.who in _STRUCK
    return part.who in _STRUCK


CHECKS = (effects_can_be_played,)
