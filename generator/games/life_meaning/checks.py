"""Whether a workbook is a whole and sound Life~Meaning.

The generic checks have run before: a cell that failed there is empty here, and nothing speaks of it again.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.kit.needed import NeededParts
from generator.games.kit.numbers import whole_numbers
from generator.games.kit.playable import PlayableCells, beyond_the_tokens
from generator.games.kit.ranges import Ranges
from generator.games.life_meaning.records import SYMBOLS, TOKENS, Numbers
from generator.ground.problems import Problem, error, warning
from generator.records.grammar import Who
from generator.records.tables import Book, FieldType
from generator.records.worksheets import PLAYERS, RULES

NEEDS = NeededParts(
    "Life~Meaning",
    {
        RULES: ("Key", "Value"),
        "Patterns": ("Title", "Layer", "Cost", "Outputs", "Tag", "Discount"),
        "Projects": ("Title", "Layer", "Requires", "Benefit"),
        "Events": ("Title", "Drift", "Mitigation"),
        PLAYERS: ("Name", "Colour", "Mark"),
    },
    SYMBOLS,
    {
        **dict.fromkeys(("Cost", "Requires", "Mitigation"), (FieldType.REQUIREMENT,)),
        **dict.fromkeys(("Outputs", "Benefit", "Drift"), (FieldType.EFFECT,)),
        "Layer": (FieldType.INTEGER, FieldType.REFERENCE),
    },
)
"""Sheets, columns and symbols without which the rules cannot be read."""
PLAYABLE = PlayableCells("Life~Meaning", TOKENS, SYMBOLS)


def rules_together(book: Book) -> Iterator[Problem]:
    """Numbers that have to fit the tokens and the decks."""
    rows = whole_numbers(book)
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
    """Costs, Projects and Mitigation ask for the five kinds of tokens, and a Project for at least one.

    What is paid at once is no more than there is to pay with.
    """
    cells = (("Patterns", "cost"), ("Projects", "requires"), ("Events", "mitigation"))
    yield from PLAYABLE.costs(book, cells)
    yield from beyond_the_tokens(book, (cells[0], cells[2]), TOKENS)


def changes(book: Book) -> Iterator[Problem]:
    """Outputs, benefits and Events change tokens and tracks of whom the rules know, and nothing else."""
    everybody = (Who.GROUP, Who.YOU, Who.ALL, Who.OTHERS)
    whom = {
        ("Patterns", "outputs"): everybody,
        ("Projects", "benefit"): everybody,
        ("Events", "drift"): (Who.GROUP, Who.ALL),
    }
    yield from PLAYABLE.changes(book, whom)


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
    row = whole_numbers(book)["end_layer"]
    fault = f"No Project is of Layer {last}, so that only Drift or an empty deck ends the game."
    yield warning(row.at("value"), fault, f"Lower it to {max(read, default=0)}, or add such a Project.")


def ranges(book: Book) -> Iterator[Problem]:
    """Each Group Score has its state, and so has each number of a track whose lowest counts for it."""
    rules = book.facts(RULES)
    keys = ("group_score_base", "drift_max", "coherence_max", "reputation_max")
    numbers = [number for key in keys if isinstance(number := rules.get(key), int)]
    if len(numbers) < len(keys):
        return
    base, drift, *tracks = numbers
    yield from Ranges("Group Score", "Group Score", "state", base + sum(tracks), base - drift).flaws(book)
    for key, most in zip(("coherence", "reputation"), tracks, strict=True):
        word = book.symbols[key].name
        yield from Ranges("Lowest Track", word, "state", most, column="track").flaws(book)


CHECKS = (Numbers.flaws, rules_together, costs, changes, discounts, the_end, ranges)
