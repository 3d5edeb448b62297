"""Whether a workbook is a whole and sound Meaning Made in its edition of 4 March.

The generic checks have run before: a cell that failed there is empty here, and nothing speaks of it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import numbers_in_order, rule_numbers, title_of
from generator.games.kit.playable import PlayableCells, beyond_the_tokens, never_brought
from generator.games.kit.ranges import Ranges
from generator.games.meaning_made.checks.bounds import LEAST, ORDERED, SWITCHES
from generator.games.meaning_made.checks.bringing import never_there
from generator.games.meaning_made.checks.settings import layers
from generator.games.meaning_made.march.records import NUMBERS, RENAMED, march_terms
from generator.games.meaning_made.records import SYMBOLS, TOKENS
from generator.ground.problems import Problem, error
from generator.records.notation import Who
from generator.records.tables import Book, FieldType, slug
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
            "Players": ("Name", "Colour", "Mark"),
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
PLAYABLE = PlayableCells("this edition", TOKENS, SYMBOLS, payable=("token",), calls=("refresh_gallery",))
_LEAST = {**LEAST, **{key: LEAST[rule] for key, rule in RENAMED.items() if rule in LEAST}}
_MOST = {**dict.fromkeys((*SWITCHES, "layer_rule", "bonus_when"), 1), "bonus_for": 2}


def rule_keys(book: Book) -> Iterator[Problem]:
    """Every number that the rules read has its row, with a value that it can have."""
    yield from rule_numbers(book, NUMBERS, least=_LEAST, most=_MOST)
    yield from numbers_in_order(book, ORDERED)
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
    """Costs and Requirement Rows ask for tokens that come, a Project for at least one, none for too many."""
    yield from PLAYABLE.costs(book, (("Patterns", "cost"), ("Projects", "requirement")))
    yield from beyond_the_tokens(book, (("Patterns", "cost"),), TOKENS)
    cells = (("Patterns", "cost"), ("Projects", "requirement"))
    yield from never_brought(book, cells, never_there(book, "acquire_tokens"))


def changes(book: Book) -> Iterator[Problem]:
    """Outputs, Rewards and Events do what the rules know, to whom they know."""
    everybody = (Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS)
    whom = {
        ("Patterns", "output"): everybody,
        ("Projects", "reward"): (*everybody, Who.CONTRIBUTORS),
        ("Events", "effect"): (Who.GROUP, Who.ALL),
    }
    yield from PLAYABLE.changes(book, whom)


def one_end(book: Book) -> Iterator[Problem]:
    """One Project ends the game."""
    ends = [row for row in book["Projects"] if row.values.get("stewardship")]
    if not ends:
        yield error("Projects", "No Project ends the game.", "Write “yes” under Stewardship for one of them.")
    for row in ends[1:]:
        fault = f"{row.title} ends the game, and so does {ends[0].title}."
        yield error(row.at("stewardship"), fault, "Write “no” for all but one of them.")


def ranges(book: Book) -> Iterator[Problem]:
    """Each Meaning has its outcome and its pace of the Community, and each score its name."""
    rules, terms = book.facts(RULES), march_terms(book)
    meaning, *score = (rules.get(f"{track}_max") for track in ("meaning", "vitals", "legacy"))
    word = str(terms.meaning)
    if isinstance(meaning, int):
        yield from Ranges("Outcomes", word, "outcome", meaning, edges=("meaning", "meaning")).flaws(book)
        yield from Ranges("Community Pace", word, "pace", meaning).flaws(book)
    numbers = [most for most in score if isinstance(most, int)]
    if numbers == score:
        yield from Ranges("Solo Results", str(terms.score), "name", sum(numbers)).flaws(book)


CHECKS = (rule_keys, variants, layers, costs, changes, one_end, ranges)
