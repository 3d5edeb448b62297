"""Checks of the Pattern, Initiative and Event cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from generator.games.meaning_made.checks import published as fixed
from generator.games.meaning_made.checks.comparing import at_most_as_hard, gives_at_least
from generator.games.meaning_made.checks.wording import quoted_list, typed_effect, typed_requirement
from generator.games.meaning_made.records import INITIATIVE_LAYERS, PATTERN_LAYERS, TOKENS
from generator.ground.problems import Problem, error, warning
from generator.records.notation import Effect, Kind, Requirement, parse_effect, parse_requirement
from generator.records.tables import Book, Row

Given = TypeVar("Given")


def pattern_numbers(book: Book) -> Iterator[Problem]:
    """Sixty Patterns, ten in each of the Layers 1 to 6 (rulebook, “Pattern Deck”)."""
    rows = book["Patterns"].rows
    counts = Counter(row.layer for row in rows)
    for row in rows:
        if row.layer is not None and row.layer not in PATTERN_LAYERS:
            yield error(
                row.at("layer"),
                f"“{row.title}” is a Pattern of Layer {row.layer}.",
                "Patterns have Layer 1 to 6.",
            )
    for layer in PATTERN_LAYERS:
        if counts[layer] != fixed.PATTERNS_PER_LAYER and counts[None] == 0:
            yield error(
                "Patterns",
                f"Layer {layer} has {counts[layer]} Patterns.",
                f"The rulebook gives each Layer {fixed.PATTERNS_PER_LAYER}: add or move cards.",
            )


def pattern_requirements(book: Book) -> Iterator[Problem]:
    """What a Pattern asks for can be had: tokens, Layers 1 to 6, and no more Vitals than there are."""
    highest = book.facts("Rules").get("vitals_max")
    for row in book["Patterns"]:
        yield from _asks_for_pattern_layers(book, row)
        if row.requirement.count("legacy"):
            yield error(row.at("requirement"), f"“{row.title}” asks for Legacy.", "Ask for Vitals or tokens.")
        vitals = row.requirement.count("vitals")
        if highest is not None and vitals > highest:
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for {vitals} Vitals, but {highest} are the most.",
                "Ask for fewer.",
            )


def ladder(book: Book) -> Iterator[Problem]:
    """From Layer 2 on, most Patterns of our own ask for an icon of a lower Layer."""
    numbers = _layer_numbers(book)
    ours = [row for row in book["Patterns"] if row.title not in fixed.FIXED_PATTERNS]
    for layer in PATTERN_LAYERS[1:]:
        own = [row for row in ours if row.layer == layer]
        building = [
            row for row in own if any(numbers.get(key, layer) < layer for key in row.requirement.icons())
        ]
        if own and 2 * len(building) <= len(own):
            yield warning(
                "Patterns",
                f"Of the {len(own)} Patterns of Layer {layer} that the rulebook leaves open, "
                f"{len(building)} ask for an icon of a lower Layer.",
                "Let most of them do so: higher Layers build on lower ones.",
            )


def fixed_patterns(book: Book) -> Iterator[Problem]:
    """The eleven Patterns that the rulebook gives stay as they are."""
    for title, row, given in _given_rows(book, "Patterns", fixed.FIXED_PATTERNS):
        if row is None:
            yield _missing_card("Patterns", title)
            continue
        yield from _fixed_number(row, "layer", given.layer)
        yield from _fixed_requirement(row, given.requirement, book)
        yield from _fixed_effect(row, "bonus", given.bonus, book)


def fixed_initiatives(book: Book) -> Iterator[Problem]:
    """The five Initiatives that the rulebook gives stay as they are."""
    for title, row, given in _given_rows(book, "Initiatives", fixed.FIXED_INITIATIVES):
        if row is None:
            yield _missing_card("Initiatives", title)
            continue
        yield from _fixed_number(row, "layer", given.layer)
        if given.layers is None:
            yield from _fixed_tokens(row, given.tokens, book)
        else:
            asked = " ".join(part for part in (given.tokens, given.layers) if part != "none")
            yield from _fixed_requirement(row, asked, book)
        yield from _fixed_number(row, "meaning", given.meaning)
        yield from _fixed_number(row, "spaces", given.spaces)
        yield from _fixed_effect(row, "completion_bonus", given.completion_bonus, book)
        yield from _fixed_effect(row, "completion_penalty", given.completion_penalty, book)


def initiative_numbers(book: Book) -> Iterator[Problem]:
    """Layers 7 to 10, three to six Contribution spaces, and a deck of 24."""
    rows = book["Initiatives"].rows
    if len(rows) != fixed.INITIATIVES:
        yield warning(
            "Initiatives",
            f"There are {len(rows)} Initiatives.",
            f"The first edition has {fixed.INITIATIVES}, with the End Initiative; make sure this is meant.",
        )
    for row in rows:
        if row.layer is not None and row.layer not in INITIATIVE_LAYERS:
            yield error(
                row.at("layer"),
                f"“{row.title}” is an Initiative of Layer {row.layer}.",
                "Initiatives have Layer 7 to 10.",
            )
        if row.spaces is not None and not fixed.LEAST_SPACES <= row.spaces <= fixed.MOST_SPACES:
            yield error(
                row.at("spaces"),
                f"“{row.title}” has {row.spaces} Contribution spaces.",
                f"Give it {fixed.LEAST_SPACES} to {fixed.MOST_SPACES}.",
            )


def initiative_requirements(book: Book) -> Iterator[Problem]:
    """What an Initiative asks for can be had: a token at least, and Layers that Patterns bring."""
    patterns = Counter(row.layer for row in book["Patterns"])
    numbers = _layer_numbers(book)
    for row in book["Initiatives"]:
        yield from _asks_for_pattern_layers(book, row)
        asked = {amount.symbol: amount.count for amount in row.requirement.amounts}
        if asked and not any(asked.get(key) for key in (*TOKENS, "token")):
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for no token.",
                "Ask for one at least, such as 1E.",
            )
        for key in ("vitals", "legacy"):
            if key in asked:
                name = book.symbols[key].name
                yield error(
                    row.at("requirement"),
                    f"“{row.title}” asks for {name}.",
                    "An Initiative takes tokens and shows Layers; take that away.",
                )
        for key, count in asked.items():
            there = patterns[numbers.get(key)]
            if not patterns[None] and numbers.get(key) in PATTERN_LAYERS and count > there:
                yield error(
                    row.at("requirement"),
                    f"“{row.title}” asks for {count} {book.symbols[key].name}, but only {there} can be had.",
                    "Ask for fewer, or add Patterns of that Layer.",
                )


def end_initiative(book: Book) -> Iterator[Problem]:
    """Exactly one End Initiative, and it is of Layer 10."""
    ends = [row for row in book["Initiatives"] if row.end]
    all_read = all(row.end is not None for row in book["Initiatives"])
    if not ends and all_read:
        yield error("Initiatives", "No Initiative is the End Initiative.", "Write yes in its column “End”.")
    for row in ends[1:]:
        yield error(
            row.at("end"),
            f"“{row.title}” is a second End Initiative, beside “{ends[0].title}”.",
            "Write no for one of them.",
        )
    for row in ends:
        if row.layer is not None and row.layer != fixed.END_LAYER:
            yield error(
                row.at("layer"),
                f"The End Initiative “{row.title}” is of Layer {row.layer}.",
                f"The End Initiative is of Layer {fixed.END_LAYER}.",
            )


def dominated_patterns(book: Book) -> Iterator[Problem]:
    """A Pattern that another of its Layer beats in every respect, unless its row accepts that."""
    rows = [row for row in book["Patterns"] if row.requirement.amounts]  # of the others it is not known
    all_read = len(rows) == len(book["Patterns"])
    for row in rows:
        better = [other.title for other in rows if other is not row and _dominates(other, row, book)]
        if better and not row.accepted_because:
            yield warning(
                row.at("title"),
                f"“{row.title}” is never worth loading while {quoted_list(better)} can be had: "
                "that asks for no more and gives no less.",
                "Change one of them, or say in “Accepted Because” why this is fine.",
            )
        if row.accepted_because and not better and all_read:
            yield warning(
                row.at("accepted_because"),
                f"No Pattern of Layer {row.layer} is strictly better than “{row.title}” any more.",
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
    numbers = _layer_numbers(book)
    for amount in row.requirement.amounts:
        is_layer = book.symbols[amount.symbol].kind is Kind.LAYER
        if amount.symbol in fixed.LAYER_KEYS and amount.symbol not in numbers:
            continue  # the sheet Layers lacks its row, which is said there
        if is_layer and numbers.get(amount.symbol) not in PATTERN_LAYERS:
            yield error(
                row.at("requirement"),
                f"“{row.title}” asks for {book.symbols[amount.symbol].name}, which no Pattern can bring.",
                "Ask for Layers 1 to 6.",
            )


def _given_rows(
    book: Book, sheet: str, given: Mapping[str, Given]
) -> Iterator[tuple[str, Row | None, Given]]:
    """Each card that the rulebook gives with its row; none for one that is missing beyond doubt.

    Its row may be one whose title could not be read.
    """
    rows = {row.title: row for row in book[sheet]}
    unsure = not all(rows)
    for title, card in given.items():
        if title in rows or not unsure:
            yield title, rows.get(title), card


def _missing_card(sheet: str, title: str) -> Problem:
    return error(
        sheet, f"“{title}” is missing.", "The rulebook gives this card: bring it back, spelled like this."
    )


def _fixed_number(row: Row, key: str, given: int | None) -> Iterator[Problem]:
    if given is not None and row[key] is not None and row[key] != given:
        yield error(
            row.at(key),
            f"“{row.title}” has {key.title()} {row[key]}; the rulebook gives {given}.",
            f"Type {given}.",
        )


def _fixed_requirement(row: Row, given: str, book: Book) -> Iterator[Problem]:
    expected = parse_requirement(given, book.symbols)
    if row.requirement.amounts and row.requirement != expected:
        asked, wanted = (typed_requirement(one, book.symbols) for one in (row.requirement, expected))
        yield error(
            row.at("requirement"),
            f"“{row.title}” asks for {asked}; the rulebook gives {wanted}.",
            f"Type {wanted}.",
        )


def _fixed_tokens(row: Row, given: str, book: Book) -> Iterator[Problem]:
    """Like `_fixed_requirement`, where the rulebook leaves the Layers open."""
    expected = parse_requirement(given, book.symbols)
    tokens = Requirement(
        tuple(a for a in row.requirement.amounts if book.symbols[a.symbol].kind is not Kind.LAYER)
    )
    if row.requirement.amounts and tokens != expected:
        asked, wanted = (typed_requirement(one, book.symbols) for one in (tokens, expected))
        yield error(
            row.at("requirement"),
            f"“{row.title}” asks for the tokens {asked}; the rulebook gives {wanted}.",
            f"Type {wanted}, and any Layers.",
        )


def _fixed_effect(row: Row, key: str, given: str | None, book: Book) -> Iterator[Problem]:
    if given is None:
        return
    expected: Effect = parse_effect(given, book.symbols)
    if row[key] != expected:
        has, wanted = (typed_effect(one, book.symbols) for one in (row[key], expected))
        name = key.replace("_", " ").title()
        mend = f"Type {wanted}." if expected else "Empty the cell."
        yield error(row.at(key), f"“{row.title}” has the {name} {has}; the rulebook gives {wanted}.", mend)
