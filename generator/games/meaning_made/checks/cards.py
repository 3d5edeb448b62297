"""Checks of the Pattern, Initiative and Event cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from generator.games.meaning_made.checks import published as fixed
from generator.games.meaning_made.checks.comparing import at_most_as_hard, gives_at_least
from generator.games.meaning_made.checks.given import fixed_initiatives, fixed_patterns
from generator.games.meaning_made.checks.wording import quoted_list
from generator.games.meaning_made.records import INITIATIVE_LAYERS, PATTERN_LAYERS, TOKENS
from generator.games.meaning_made.terms import begun, terms_of
from generator.ground.problems import Problem, error, warning
from generator.records.notation import Kind
from generator.records.tables import Book, Row


def pattern_numbers(book: Book) -> Iterator[Problem]:
    """Sixty Patterns, ten in each of the Layers 1 to 6 (rulebook, “Pattern Deck”)."""
    rows, terms = book["Patterns"].rows, terms_of(book)
    counts = Counter(row.layer for row in rows)
    for row in rows:
        if row.layer is not None and row.layer not in PATTERN_LAYERS:
            yield error(
                row.at("layer"),
                f"“{row.title}” is {terms.pattern.a} of {terms.layer} {row.layer}.",
                f"{terms.pattern.many} have {terms.layer} 1 to 6.",
            )
    for layer in PATTERN_LAYERS:
        if counts[layer] != fixed.PATTERNS_PER_LAYER and counts[None] == 0:
            yield error(
                "Patterns",
                f"{terms.layer} {layer} has {counts[layer]} {terms.pattern.many}.",
                f"The rulebook gives each {terms.layer} {fixed.PATTERNS_PER_LAYER}: add or move cards.",
            )


def pattern_requirements(book: Book) -> Iterator[Problem]:
    """What a Pattern asks for can be had: tokens, Layers 1 to 6, and no more Vitals than there are."""
    highest, terms = book.facts("Rules").get("vitals_max"), terms_of(book)
    for row in book["Patterns"]:
        yield from _asks_for_pattern_layers(book, row)
        if row.requirement.count("legacy"):
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for {terms.legacy}.",
                f"Ask for {terms.vitals} or {terms.token.many}.",
            )
        vitals = row.requirement.count("vitals")
        if highest is not None and vitals > highest:
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for {vitals} {terms.vitals}, but {highest} are the most.",
                "Ask for fewer.",
            )


def ladder(book: Book) -> Iterator[Problem]:
    """From Layer 2 on, most Patterns of our own ask for an icon of a lower {terms.layer}."""
    numbers, terms = _layer_numbers(book), terms_of(book)
    ours = [row for row in book["Patterns"] if row.title not in fixed.FIXED_PATTERNS]
    for layer in PATTERN_LAYERS[1:]:
        own = [row for row in ours if row.layer == layer]
        building = [
            row for row in own if any(numbers.get(key, layer) < layer for key in row.requirement.icons())
        ]
        if own and 2 * len(building) <= len(own):
            yield warning(
                "Patterns",
                f"Of the {len(own)} {terms.pattern.many} of {terms.layer} {layer} "
                "that the rulebook leaves open, "
                f"{len(building)} ask for an icon of a lower {terms.layer}.",
                f"Let most of them do so: higher {terms.layer.many} build on lower ones.",
            )


def initiative_numbers(book: Book) -> Iterator[Problem]:
    """Layers 7 to 10, three to six Contribution spaces, and a deck of 24."""
    rows, terms = book["Initiatives"].rows, terms_of(book)
    if len(rows) != fixed.INITIATIVES:
        yield warning(
            "Initiatives",
            f"There are {len(rows)} {terms.initiative.many}.",
            f"The first edition has {fixed.INITIATIVES}, with the {terms.end}; make sure this is meant.",
        )
    for row in rows:
        if row.layer is not None and row.layer not in INITIATIVE_LAYERS:
            yield error(
                row.at("layer"),
                f"“{row.title}” is {terms.initiative.a} of {terms.layer} {row.layer}.",
                f"{terms.initiative.many} have {terms.layer} 7 to 10.",
            )
        if row.spaces is not None and not fixed.LEAST_SPACES <= row.spaces <= fixed.MOST_SPACES:
            yield error(
                row.at("spaces"),
                f"“{row.title}” has {row.spaces} {terms.contribution.begun} spaces.",
                f"Give it {fixed.LEAST_SPACES} to {fixed.MOST_SPACES}.",
            )


def initiative_requirements(book: Book) -> Iterator[Problem]:
    """What an Initiative asks for can be had: a token at least, and Layers that Patterns bring."""
    patterns = Counter(row.layer for row in book["Patterns"])
    numbers, terms = _layer_numbers(book), terms_of(book)
    for row in book["Initiatives"]:
        yield from _asks_for_pattern_layers(book, row)
        asked = {amount.symbol: amount.count for amount in row.requirement.amounts}
        if asked and not any(asked.get(key) for key in (*TOKENS, "token")):
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for no {terms.token}.",
                "Ask for one at least, such as 1E.",
            )
        for key in ("vitals", "legacy"):
            if key in asked:
                name = book.symbols[key].name
                yield error(
                    row.at("requirement"),
                    f"“{row.title}” asks for {name}.",
                    f"{begun(terms.initiative.a)} takes {terms.token.many} and shows {terms.layer.many}; "
                    "take that away.",
                )
        for key, count in asked.items():
            there = patterns[numbers.get(key)]
            if not patterns[None] and numbers.get(key) in PATTERN_LAYERS and count > there:
                yield error(
                    row.at("requirement"),
                    f"“{row.title}” asks for {count} {book.symbols[key].name}, but only {there} can be had.",
                    f"Ask for fewer, or add {terms.pattern.many} of that {terms.layer}.",
                )


def end_initiative(book: Book) -> Iterator[Problem]:
    """Exactly one End Initiative, and it is of Layer 10."""
    terms = terms_of(book)
    ends = [row for row in book["Initiatives"] if row.end]
    all_read = all(row.end is not None for row in book["Initiatives"])
    if not ends and all_read:
        none = f"No {terms.initiative} is the {terms.end}."
        yield error("Initiatives", none, "Write yes in its column “End”.")
    for row in ends[1:]:
        yield error(
            row.at("end"),
            f"“{row.title}” is a second {terms.end}, beside “{ends[0].title}”.",
            "Write no for one of them.",
        )
    for row in ends:
        if row.layer is not None and row.layer != fixed.END_LAYER:
            yield error(
                row.at("layer"),
                f"The {terms.end} “{row.title}” is of {terms.layer} {row.layer}.",
                f"The {terms.end} is of {terms.layer} {fixed.END_LAYER}.",
            )


def dominated_patterns(book: Book) -> Iterator[Problem]:
    """A Pattern that another of its Layer beats in every respect, unless its row accepts that."""
    rows = [row for row in book["Patterns"] if row.requirement.amounts]  # of the others it is not known
    all_read, terms = len(rows) == len(book["Patterns"]), terms_of(book)
    for row in rows:
        better = [other.title for other in rows if other is not row and _dominates(other, row, book)]
        if better and not row.accepted_because:
            yield warning(
                row.at("title"),
                f"“{row.title}” is never worth {terms.loading} while {quoted_list(better)} can be had: "
                "that asks for no more and gives no less.",
                "Change one of them, or say in “Accepted Because” why this is fine.",
            )
        if row.accepted_because and not better and all_read:
            yield warning(
                row.at("accepted_because"),
                f"No {terms.pattern} of {terms.layer} {row.layer} "
                f"is strictly better than “{row.title}” any more.",
                "Empty this cell.",
            )


CHECKS: tuple[Callable[[Book], Iterable[Problem]], ...] = (
    pattern_numbers,
    pattern_requirements,
    ladder,
    fixed_patterns,
    fixed_initiatives,
    initiative_numbers,
    initiative_requirements,
    end_initiative,
    dominated_patterns,
)


def _dominates(better: Row, worse: Row, book: Book) -> bool:
    if better.layer != worse.layer:
        return False

    def no_worse(one: Row, other: Row) -> bool:
        easy = at_most_as_hard(one.requirement, other.requirement, book.symbols)
        return easy and gives_at_least(one.bonus, other.bonus)

    return no_worse(better, worse) and not no_worse(worse, better)


def _layer_numbers(book: Book) -> dict[str, int]:
    return {row.icon: row.layer for row in book["Layers"] if row.icon and row.layer}


def _asks_for_pattern_layers(book: Book, row: Row) -> Iterator[Problem]:
    numbers, terms = _layer_numbers(book), terms_of(book)
    for amount in row.requirement.amounts:
        is_layer = book.symbols[amount.symbol].kind is Kind.LAYER
        if amount.symbol in fixed.LAYER_KEYS and amount.symbol not in numbers:
            continue  # the sheet Layers lacks its row, which is said there
        if is_layer and numbers.get(amount.symbol) not in PATTERN_LAYERS:
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for {book.symbols[amount.symbol].name}, "
                f"which no {terms.pattern} can bring.",
                f"Ask for {terms.layer.many} 1 to 6.",
            )
