"""Checks of the Pattern, Initiative and Event cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.games.kit.playable import beyond_the_tokens, never_brought
from generator.games.meaning_made.checks.bringing import never_there
from generator.games.meaning_made.checks.comparing import at_most_as_hard, gives_at_least
from generator.games.meaning_made.checks.settings import named_rule
from generator.games.meaning_made.records import TOKENS, pattern_layers_in
from generator.games.meaning_made.terms import Terms, terms_of
from generator.ground.problems import Problem, error, warning
from generator.records.accepted import ACCEPTED, accepted_or
from generator.records.examples import such_as
from generator.records.notation import Kind
from generator.records.symbols import Symbols
from generator.records.tables import Book, Row
from generator.records.wording import quoted_list
from generator.records.worksheets import PUBLISHED


def decks_fill_the_table(book: Book) -> Iterator[Problem]:
    """There is a card for each open place, and an Event for each that a round reveals."""
    rules, terms = book.facts("Rules"), terms_of(book)
    initiatives = sum(not row.end for row in book["Initiatives"])
    for sheet, cards, kind, rule in (
        ("Patterns", len(book["Patterns"]), terms.pattern, "prism_size"),
        ("Initiatives", initiatives, terms.initiative, "index_size"),
        ("Events", len(book["Events"]), terms.event, "events_per_round"),
    ):
        places = rules.get(rule) or 0
        if cards < places:
            name, where = named_rule(book, rule)
            beside = f" beside the {terms.end}" if sheet == "Initiatives" else ""
            fault = f"There are {cards} {kind.many}{beside}, but {name} is {places}."
            lower = f"lower {name} in {where}{f' to {cards}' if cards else ''}"
            mend = f"Add {kind.many}, or {lower}."
            yield error(sheet, fault, mend)


def pattern_layers(book: Book) -> Iterator[Problem]:
    """There are Layers of Patterns, and above them Layers of Initiatives. Which card has which: Checks."""
    last, layers = pattern_layers_in(book), len(book["Layers"])
    if last is not None and not 1 <= last < max(layers, 2):
        name, rule = named_rule(book, "pattern_layers")
        fault = f"{name} is {last}; the sheet “Layers” has {layers} rows."
        yield error(rule, fault, f"Give it a value from 1 to {max(layers - 1, 1)}.")


def pattern_requirements(book: Book) -> Iterator[Problem]:
    """What a Pattern asks for can be had: tokens, Layers of Patterns, and no more Vitals than there are."""
    highest, deck = book.facts("Rules").get("vitals_max"), _Deck.of(book)
    terms = deck.terms
    track, where = named_rule(book, "vitals_max")
    for row in book["Patterns"]:
        yield from _asks_for_pattern_layers(deck, row)
        if row.requirement.count("legacy"):
            fault = f"“{row.title}” asks for {terms.legacy}."
            yield error(row.at("requirement"), fault, f"Ask for {terms.vitals} or {terms.token.many}.")
        vitals = row.requirement.count("vitals")
        if highest is not None and vitals > highest:
            fault = f"“{row.title}” asks for {vitals} {terms.vitals}, but {highest} are the most."
            mend = f"Ask for {highest} at most, or raise {track} in {where}."
            yield error(row.at("requirement"), fault, mend)


def ladder(book: Book) -> Iterator[Problem]:
    """From Layer 2 on, most Patterns that are not published ones ask for an icon of a lower Layer."""
    deck = _Deck.of(book)
    numbers, terms = deck.numbers, deck.terms
    published = {str(row["row"]) for row in book[PUBLISHED]} if PUBLISHED in book else set()
    ours = [row for row in book["Patterns"] if row.title not in published]
    for layer in range(2, (deck.last or 0) + 1):
        own = [row for row in ours if row.layer == layer]
        icons = [row.requirement.icons() for row in own]
        building = [keys for keys in icons if any(numbers.get(key, layer) < layer for key in keys)]
        if own and 2 * len(building) <= len(own):
            those = f"the {len(own)} {terms.pattern.many} of {terms.layer} {layer}"
            lower = f"{len(building)} ask for an icon of a lower {terms.layer}"
            fault = f"Of {those} that are not published ones, {lower}."
            mend = f"Let most of them do so: higher {terms.layer.many} build on lower ones."
            yield warning("Patterns", fault, mend)


def initiative_requirements(book: Book) -> Iterator[Problem]:
    """What an Initiative asks for can be had: a token at least, and as many icons as Patterns bring."""
    deck = _Deck.of(book)
    patterns, numbers, terms = deck.layers, deck.numbers, deck.terms
    for row in book["Initiatives"]:
        counts = {amount.symbol: amount.count for amount in row.requirement.amounts}
        tokens = any(counts.get(key) for key in (*TOKENS, "token"))
        if not tokens and row.at("requirement") not in book.unread:
            nothing = f"no {terms.token}" if counts else "nothing, so that nobody can complete it"
            mend = f"Ask for a {terms.token} at least{such_as(f'1{book.symbols[TOKENS[0]].typed}')}."
            yield error(row.at("requirement"), f"“{row.title}” asks for {nothing}.", mend)
        for key in ("vitals", "legacy"):
            if key in counts:
                fault = f"“{row.title}” asks for {book.symbols[key].name}."
                shows = f"{terms.initiative.a.begun} takes {terms.token.many} and shows {terms.layer.many}"
                yield error(row.at("requirement"), fault, f"{shows}; take that away.")
        for key, count in counts.items():
            there = patterns[numbers.get(key)]
            if not patterns[None] and key in numbers and count > there:
                name = book.symbols[key].name
                fault = f"“{row.title}” asks for {count} {name}, but only {there} can be had."
                mend = f"Ask for {there} at most, or add {terms.pattern.many} of that {terms.layer}."
                if not there:
                    fault = f"“{row.title}” asks for {name}, which no {terms.pattern} can bring."
                    mend = f"Ask for {terms.layer.many} {_brought(patterns)}."
                yield error(row.at("requirement"), fault, mend)


def costs_can_be_met(book: Book) -> Iterator[Problem]:
    """No card asks for what no play brings, unless its row accepts that."""
    deck = _Deck.of(book)
    cells = (("Patterns", "requirement"), ("Initiatives", "requirement"))
    yield from beyond_the_tokens(book, cells[:1], TOKENS)
    yield from never_brought(book, cells, never_there(book, "gather_tokens"))
    for sheet in ("Patterns", "Initiatives"):
        for row in book[sheet]:
            if not row.values.get(ACCEPTED):
                yield from _unmet(deck, row)


@dataclass(frozen=True, slots=True)
class _Deck:
    """What of a workbook its cards are held against."""

    symbols: Symbols
    terms: Terms
    numbers: Mapping[str, int]
    """The number of each Layer by the key of its icon."""
    layers: Counter[int | None]
    """How many Patterns each Layer has."""
    last: int | None
    """The last Layer of Patterns, if the rules say it."""

    @classmethod
    def of(cls, book: Book) -> _Deck:
        numbers = {row.icon: row.layer for row in book["Layers"] if row.icon and row.layer}
        layers = Counter(row.values["layer"] for row in book["Patterns"])
        return cls(book.symbols, terms_of(book), numbers, layers, pattern_layers_in(book))


def _unmet(deck: _Deck, row: Row) -> Iterator[Problem]:
    """What a card asks for and never gets: tokens that the rules do not know, more Layers than there are."""
    symbols = deck.symbols
    for amount in row.requirement.amounts:
        symbol = symbols[amount.symbol]
        if symbol.kind is Kind.TOKEN and symbol.key not in TOKENS:
            names = quoted_list([symbols[key].name for key in TOKENS if key in symbols])
            fault = f"“{row.title}” asks for {symbol.name}, which the rules of Meaning Made give to nobody."
            yield warning(row.at("requirement"), fault, accepted_or(f"Ask for {names}", row))
    if row.sheet == "Patterns":
        yield from _too_many_layers(deck, row)


def _too_many_layers(deck: _Deck, row: Row) -> Iterator[Problem]:
    """More icons of a Layer than other Patterns bring. Of one that none brings another check tells."""
    layers, words = deck.layers, deck.terms
    for amount in row.requirement.amounts:
        number = deck.numbers.get(amount.symbol)
        there = layers[number] - (row.layer == number)
        if number is None or layers[None] or not layers[number] or amount.count <= there:
            continue
        name = deck.symbols[amount.symbol].name
        rest = f"the other {words.pattern.many} bring only {there}; {words.token.many} stand in for the rest"
        fault = f"“{row.title}” asks for {amount.count} {name}, but {rest}."
        mend = f"Ask for {there} at most" if there else f"Ask for another {words.layer}"
        yield warning(row.at("requirement"), fault, accepted_or(mend, row))


def end_initiative(book: Book) -> Iterator[Problem]:
    """Exactly one End Initiative."""
    terms = terms_of(book)
    ends = [row for row in book["Initiatives"] if row.end]
    all_read = all(row.end is not None for row in book["Initiatives"])
    if not ends and all_read:
        none = f"No {terms.initiative} is the {terms.end}."
        yield error("Initiatives", none, "Write yes in its column “End”.")
    for row in ends[1:]:
        fault = f"“{row.title}” is a second {terms.end}, beside “{ends[0].title}”."
        yield error(row.at("end"), fault, "Write no for one of them.")


def dominated_patterns(book: Book) -> Iterator[Problem]:
    """A Pattern that another of its Layer beats in every respect, unless its row accepts that."""
    rows = [row for row in book["Patterns"] if row.requirement.amounts]  # of the others it is not known
    all_read, deck = len(rows) == len(book["Patterns"]), _Deck.of(book)
    terms = deck.terms
    rivals: dict[int | None, list[Row]] = {}
    for row in rows:
        rivals.setdefault(row.layer, []).append(row)
    for row in rows:
        better = [
            rival.title for rival in rivals[row.layer] if rival is not row and _dominates(rival, row, book)
        ]
        if better and not row.accepted_because:
            never = f"“{row.title}” is never worth {terms.loading} while {quoted_list(better)} can be had"
            fault = f"{never}: that asks for no more and gives no less."
            mend = "Change one of them, or say in “Accepted Because” why this is fine."
            yield warning(row.at("title"), fault, mend)
        if row.accepted_because and not better and all_read and not any(_unmet(deck, row)):
            none = f"No {terms.pattern} of {terms.layer} {row.layer}"
            fault = f"{none} is strictly better than “{row.title}” any more."
            yield warning(row.at("accepted_because"), fault, "Empty this cell.")


CHECKS = (
    *(decks_fill_the_table, pattern_layers, pattern_requirements, ladder, initiative_requirements),
    *(costs_can_be_met, end_initiative, dominated_patterns),
)


def _dominates(better: Row, worse: Row, book: Book) -> bool:
    def no_worse(first: Row, second: Row) -> bool:
        easy = at_most_as_hard(first.requirement, second.requirement, book.symbols)
        return easy and gives_at_least(first.bonus, second.bonus)

    return no_worse(better, worse) and not no_worse(worse, better)


def _brought(layers: Iterable[int | None]) -> str:
    """The Layers of some Patterns, ascending, neighbours in one: `1 to 4, 6`."""
    runs: list[list[int]] = []
    for layer in sorted({layer for layer in layers if layer is not None}):
        if runs and layer == runs[-1][-1] + 1:
            runs[-1].append(layer)
        else:
            runs.append([layer])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _asks_for_pattern_layers(deck: _Deck, row: Row) -> Iterator[Problem]:
    """An icon that no Pattern brings can still be paid for, so that this is a warning."""
    terms, brought = deck.terms, deck.layers
    for amount in row.requirement.amounts:
        number = deck.numbers.get(amount.symbol)  # the sheet Layers may lack its row, which is said there
        if deck.last is None or number is None or None in brought or number in brought:
            continue
        name = deck.symbols[amount.symbol].name
        fault = f"“{row.title}” asks for {name}, which no {terms.pattern} can bring."
        yield warning(row.at("requirement"), fault, f"Ask for {terms.layer.many} {_brought(brought)}.")
