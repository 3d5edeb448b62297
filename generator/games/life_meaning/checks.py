"""Whether a workbook is a whole and sound Life~Meaning.

The generic checks have run before: a cell that failed there is empty here, and nothing speaks of it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from generator.games.kit.needed import NeededParts, checks_run
from generator.games.kit.numbers import numbers_in_order, rule_numbers
from generator.games.life_meaning.records import NUMBERS, OPTIONAL, SYMBOLS, TOKENS
from generator.ground.problems import Problem, error, warning
from generator.records.grammar import Who
from generator.records.notation import Change, Effect, Requirement
from generator.records.tables import Book, FieldType, Row, slug
from generator.records.worksheets import PLAYERS, RULES

NEEDS = NeededParts(
    "Life~Meaning",
    MappingProxyType(
        {
            RULES: ("Key", "Value"),
            "Patterns": ("Title", "Layer", "Cost", "Outputs", "Tag", "Discount"),
            "Projects": ("Title", "Layer", "Requires", "Benefit"),
            "Events": ("Title", "Drift", "Mitigation"),
            PLAYERS: ("Name", "Colour", "Mark"),
        }
    ),
    SYMBOLS,
    MappingProxyType(
        {
            **dict.fromkeys(("Cost", "Requires", "Mitigation"), (FieldType.REQUIREMENT,)),
            **dict.fromkeys(("Outputs", "Benefit", "Drift"), (FieldType.EFFECT,)),
            "Layer": (FieldType.INTEGER, FieldType.REFERENCE),
        }
    ),
)
"""Sheets, columns and symbols without which the rules cannot be read."""
_LEAST = MappingProxyType(
    {
        **dict.fromkeys(("players_min", "players_max", "actions", "acquire_tokens", "project_slots"), 1),
        **dict.fromkeys(("drift_max", "coherence_max", "reputation_max", "legacy_max"), 1),
        "touchpoint_tokens": 1,
        "stabilize_drift": -99,
        "recalibrate_drift": -99,
    }
)
"""The least value of each number that cannot be 0, or can be less."""
_STARTS = tuple(
    (f"{track}_start", f"{track}_max") for track in ("drift", "coherence", "reputation", "legacy")
)


def check(book: Book) -> Iterable[Problem]:
    """All that is wrong with the game. A workbook that lacks a part of it gets that Problem alone."""
    return checks_run(book, NEEDS, CHECKS)


def rule_keys(book: Book) -> Iterator[Problem]:
    """Every number that the rules read has its row, with a value that it can have."""
    yield from rule_numbers(book, NUMBERS, optional=OPTIONAL, least=_LEAST, most={})


def rules_together(book: Book) -> Iterator[Problem]:
    """Numbers that have to fit each other, and the decks."""
    yield from numbers_in_order(book, (*_STARTS, ("players_min", "players_max")))
    rows = {slug(str(row.key)): row for row in book[RULES] if isinstance(row.value, int)}
    if "acquire_tokens" in rows and rows["acquire_tokens"].value > len(TOKENS):
        row = rows["acquire_tokens"]
        fault = f"“{row.key}” is {row.value}, and there are {len(TOKENS)} kinds of tokens to take."
        yield error(row.at("value"), fault, f"Write {len(TOKENS)} or less.")
    for key, sheet in (("gallery_slots", "Patterns"), ("project_slots", "Projects")):
        if key in rows and rows[key].value > len(book[sheet]):
            row, count = rows[key], len(book[sheet])
            fault = f"“{row.key}” is {row.value}, and the sheet {sheet} has {count} cards."
            follows = ": the game ends in its first round" if sheet == "Projects" else ""
            mend = f"Lower it to {count}, or add cards{follows}."
            yield error(row.at("value"), fault, mend) if follows else warning(row.at("value"), fault, mend)


def costs(book: Book) -> Iterator[Problem]:
    """Costs, Projects and Mitigation ask for the five kinds of tokens, and a Project for at least one."""
    for sheet, column in (("Patterns", "cost"), ("Projects", "requires"), ("Events", "mitigation")):
        for row in book[sheet]:
            value = row.values.get(column)
            if not isinstance(value, Requirement):
                continue
            other = [amount.symbol for amount in value.amounts if amount.symbol not in TOKENS]
            if other:
                name = book.symbols[other[0]].name
                fault = f"{row.title} asks for {name}, which nobody can pay: it is no kind of token."
                yield error(row.at(column), fault, f"Ask for {_kinds(book)}.")
            elif sheet == "Projects" and not value.amounts and row.at(column) not in book.unread:
                fault = f"{row.title} asks for nothing, so that nobody can complete it."
                yield error(row.at(column), fault, "Ask for at least one token.")


def changes(book: Book) -> Iterator[Problem]:
    """Outputs, benefits and Events change tokens and tracks of whom the rules know, and nothing else."""
    whom = {
        "Patterns": (Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS),
        "Projects": (Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS),
        "Events": (Who.GROUP, Who.ALL),
    }
    for sheet, column in (("Patterns", "outputs"), ("Projects", "benefit"), ("Events", "drift")):
        for row in book[sheet]:
            value = row.values.get(column)
            for part in value.parts if isinstance(value, Effect) else ():
                yield from _part(book, row, column, part, whom[sheet])


def _part(book: Book, row: Row, column: str, part: object, whom: tuple[str, ...]) -> Iterator[Problem]:
    if not isinstance(part, Change) or part.symbol not in SYMBOLS:
        fault = f"{row.title} does something that the rules of Life~Meaning do not know."
        mend = f"Write changes of {_kinds(book)} and of the tracks, such as +1{book.symbols['energy'].typed}."
        yield error(row.at(column), fault, mend)
    elif part.who not in whom:
        name = book.symbols[part.symbol].name
        fault = f"{row.title} changes {name} of “{part.who}”, whom the rules do not know here."
        yield error(row.at(column), fault, f"Write {' or '.join(whom[1:])} in front of it.")


def discounts(book: Book) -> Iterator[Problem]:
    """A discount is one of the five kinds of tokens."""
    for row in book["Patterns"]:
        token = row.values.get("discount")
        if token and token not in TOKENS:
            fault = f"The discount of {row.title} is “{token}”, which is no kind of token."
            yield error(row.at("discount"), fault, f"Write {', '.join(TOKENS[:-1])} or {TOKENS[-1]}.")


def the_end(book: Book) -> Iterator[Problem]:
    """Some Project ends the game."""
    facts = book.facts(RULES)
    last = facts.get("end_layer")
    layers = [row.values.get("layer") for row in book["Projects"]]
    read = [layer for layer in layers if isinstance(layer, int)]
    if not isinstance(last, int) or len(read) < len(layers) or max(read, default=0) >= last:
        return
    row = next(row for row in book[RULES] if slug(str(row.key)) == "end_layer")
    fault = f"No Project is of Layer {last}, so that only Drift or an empty deck ends the game."
    yield warning(row.at("value"), fault, f"Lower it to {max(read, default=0)}, or add such a Project.")


def _kinds(book: Book) -> str:
    names = [book.symbols[token].name for token in TOKENS]
    return f"{', '.join(names[:-1])} or {names[-1]}"


CHECKS = (rule_keys, rules_together, costs, changes, discounts, the_end)
