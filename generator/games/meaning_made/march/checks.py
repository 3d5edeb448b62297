"""Whether a workbook is a whole and sound Meaning Made in its edition of 4 March.

The generic checks have run before: a cell that failed there is empty here, and nothing speaks of it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from generator.games.kit.needed import NeededParts, checks_run
from generator.games.kit.numbers import numbers_in_order, rule_numbers, title_of
from generator.games.meaning_made.checks.bounds import LEAST, STARTS, SWITCHES
from generator.games.meaning_made.checks.settings import layers
from generator.games.meaning_made.march.records import NUMBERS, RENAMED, SYMBOLS
from generator.games.meaning_made.records import TOKENS
from generator.ground.problems import Problem, error
from generator.records.notation import Call, Change, Effect, Requirement, Who
from generator.records.tables import Book, FieldType, Row, slug
from generator.records.worksheets import RULES

_NUMBER = (FieldType.INTEGER, FieldType.REFERENCE)
NEEDS = NeededParts(
    "Meaning Made, edition of 4 March,",
    MappingProxyType(
        {
            RULES: ("Key", "Value"),
            "Variants": ("Variant", "Kind", "Setting", "Value", "Text"),
            "Community Pace": ("From", "To", "Places"),
            "Layers": ("Layer", "Name", "Icon"),
            "Patterns": ("Title", "Layer", "Cost", "Output"),
            "Projects": ("Title", "Layer", "Requirement", "Spaces", "Meaning", "Reward", "Stewardship"),
            "Events": ("Title", "Effect", "Players From"),
            "Outcomes": ("Meaning", "Name"),
            "Players": ("Name",),
        }
    ),
    SYMBOLS,
    MappingProxyType(
        {
            **dict.fromkeys(("Cost", "Requirement"), (FieldType.REQUIREMENT,)),
            **dict.fromkeys(("Output", "Reward", "Effect"), (FieldType.EFFECT,)),
            **dict.fromkeys(("Layer", "Spaces", "Meaning", "From", "To", "Places"), _NUMBER),
            "Stewardship": (FieldType.YES_NO,),
        }
    ),
    frozenset({"Variants", "Community Pace"}),
)
"""Sheets, columns and symbols without which the rules cannot be read."""
_LEAST = {**LEAST, **{key: LEAST[rule] for key, rule in RENAMED.items() if rule in LEAST}}
_MOST = {**dict.fromkeys((*SWITCHES, "layer_rule", "bonus_when"), 1), "bonus_for": 2}


def check(book: Book) -> Iterable[Problem]:
    """All that is wrong with the game. A workbook that lacks a part of it gets that Problem alone."""
    return checks_run(book, NEEDS, CHECKS)


def rule_keys(book: Book) -> Iterator[Problem]:
    """Every number that the rules read has its row, with a value that it can have."""
    yield from rule_numbers(book, NUMBERS, least=_LEAST, most=_MOST)
    yield from numbers_in_order(book, (*STARTS.items(), ("players_min", "players_max")))
    for key, sheet, apart in (
        ("gallery_size", "Patterns", 0),
        ("project_row", "Projects", 1),
        ("events_per_round", "Events", 0),
    ):
        row = next((row for row in book[RULES] if slug(str(row.key)) == key), None)
        count = len(book[sheet]) - apart
        if row is not None and isinstance(row.value, int) and row.value > count:
            fault = f"“{row.key}” is {row.value}, and the sheet {sheet} has only {count} cards for it."
            yield error(row.at("value"), fault, f"Lower it to {count}, or add cards.")


def variants(book: Book) -> Iterator[Problem]:
    """A variant gives a rule a value that it can have."""
    for row in book["Variants"]:
        key = slug(str(row.values.get("setting") or ""))
        value, least, most = row.values.get("value"), _LEAST.get(key, 0), _MOST.get(key)
        if isinstance(value, int) and (value < least or (most is not None and value > most)):
            bounds = f"from {least} to {most}" if most is not None else f"of {least} or more"
            fault = f"“{title_of(key)}” cannot be {value}."
            yield error(row.at("value"), fault, f"Give it a value {bounds}.")


def costs(book: Book) -> Iterator[Problem]:
    """Costs and Requirement Rows ask for tokens, and a Project for at least one."""
    for sheet, column in (("Patterns", "cost"), ("Projects", "requirement")):
        for row in book[sheet]:
            value = row.values.get(column)
            if not isinstance(value, Requirement):
                continue
            other = [amount.symbol for amount in value.amounts if amount.symbol not in (*TOKENS, "token")]
            if other:
                name = book.symbols[other[0]].name
                fault = f"{row.title} asks for {name}, which nobody can pay: it is no kind of token."
                yield error(row.at(column), fault, f"Ask for {_kinds(book)}.")
            elif sheet == "Projects" and not value.amounts and row.at(column) not in book.unread:
                fault = f"{row.title} asks for nothing, so that nobody can complete it."
                yield error(row.at(column), fault, "Ask for at least one token.")


def changes(book: Book) -> Iterator[Problem]:
    """Outputs, Rewards and Events do what the rules know, to whom they know."""
    everybody = (Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS)
    whom = {
        ("Patterns", "output"): everybody,
        ("Projects", "reward"): (*everybody, Who.CONTRIBUTORS),
        ("Events", "effect"): (Who.GROUP, Who.ALL),
    }
    for (sheet, column), known in whom.items():
        for row in book[sheet]:
            value = row.values.get(column)
            for part in value.parts if isinstance(value, Effect) else ():
                yield from _part(book, row, column, part, known)


def _part(book: Book, row: Row, column: str, part: object, known: tuple[str, ...]) -> Iterator[Problem]:
    if isinstance(part, Call) and part.table == "refresh_gallery":
        return
    if not isinstance(part, Change) or part.symbol not in SYMBOLS:
        fault = f"{row.title} does something that the rules of this edition do not know."
        mend = f"Write changes of {_kinds(book)} and of the tracks, such as +1{book.symbols['energy'].typed}."
        yield error(row.at(column), fault, mend)
    elif part.who not in known:
        name = book.symbols[part.symbol].name
        fault = f"{row.title} changes {name} of “{part.who}”, whom the rules do not know here."
        yield error(row.at(column), fault, f"Write {' or '.join(known[1:])} in front of it.")


def one_end(book: Book) -> Iterator[Problem]:
    """One Project ends the game."""
    ends = [row for row in book["Projects"] if row.values.get("stewardship")]
    if not ends:
        yield error("Projects", "No Project ends the game.", "Write “yes” under Stewardship for one of them.")
    for row in ends[1:]:
        fault = f"{row.title} ends the game, and so does {ends[0].title}."
        yield error(row.at("stewardship"), fault, "Write “no” for all but one of them.")


def _kinds(book: Book) -> str:
    names = [book.symbols[token].name for token in TOKENS]
    return f"{', '.join(names[:-1])} or {names[-1]}"


CHECKS = (rule_keys, variants, layers, costs, changes, one_end)
