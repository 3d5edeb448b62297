"""Checks of the rules' numbers, the variants, the Layers, the outcomes, and the printed pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from generator.games.kit.numbers import numbers_in_order, title_of
from generator.games.kit.ranges import Ranges
from generator.games.meaning_made.checks.bounds import LEAST, ORDERED, SWITCHES, rule_bounds
from generator.games.meaning_made.records import DEFAULTS, RULE_KEYS, TOKENS
from generator.games.meaning_made.terms import terms_of
from generator.ground.problems import Problem, error, warning
from generator.ground.spelling import Guesses, nearest
from generator.records.cells import did_you_mean, names
from generator.records.examples import such_as
from generator.records.notation import Kind
from generator.records.tables import Book, Row, slug


def game_keys(book: Book) -> Iterator[Problem]:
    """The title and the version, which stand on everything that is printed, have their rows."""
    rows = {slug(str(row.key)): row for row in book["Game"] if row.key}
    for name in (name for name in ("Title", "Version") if slug(name) not in rows):
        fault = f"There is no key “{name}”."
        close = nearest(slug(name), rows, cutoff=0.75)
        if close:
            yield error(rows[close[0]].at("key"), fault, f"Rename “{rows[close[0]].key}”.")
        else:
            yield error("Game", fault, "Add its row.")


def rule_keys(book: Book) -> Iterator[Problem]:
    """Every rule has its row, once, with a value that it can have."""
    counts = Counter(slug(row.key) for row in book["Rules"])
    lost = names(title_of(key) for key in RULE_KEYS if not counts[key])
    strange = [str(row.key) for row in book["Rules"] if slug(row.key) not in RULE_KEYS]
    misspelt = {slug(near) for key in strange for near in lost.nearest(key)}
    unread = not all(strange)  # a Key that could not be read may be one that is missing
    for key in () if unread else RULE_KEYS:
        if not counts[key] and key not in DEFAULTS and key not in misspelt:
            yield error("Rules", f"The rule “{title_of(key)}” is missing.", "Bring its row back.")
    for row in book["Rules"]:
        key = slug(row.key)
        if key not in RULE_KEYS:
            mend = did_you_mean(str(row.key), lost, "Correct it, or take the row out.")
            yield error(row.at("key"), f"“{row.key}” is not a rule of Meaning Made.", mend)
        elif counts[key] > 1:
            fault = f"“{row.key}” stands there {counts[key]} times."
            yield error(row.at("key"), fault, "Keep one of the rows.")
        else:
            yield from _range(book, row, key)


def named_rules(book: Book) -> Iterator[Problem]:
    """A number in brackets in an action's text, such as [Gather Tokens], is one of the sheet Rules."""
    rules = {str(row.key): None for row in book["Rules"] if row.key}
    rule_names, guesses = names(rules), Guesses()
    if "Actions" not in book:
        return
    for row in book["Actions"]:
        for name in re.findall(r"\[([^\[\]]+)\]", str(row.values.get("text") or "")):
            if name not in rules:
                fault = f"“[{name}]” is not a number of the sheet Rules."
                mend = "Write a Key of that sheet, or take the brackets away."
                mend = did_you_mean(name, rule_names, mend, guesses=guesses)
                yield error(row.at("text"), fault, mend)


def rules_together(book: Book) -> Iterator[Problem]:
    """Numbers that have to fit each other: places inside their tracks, rounds, fewest and most players."""
    rows = {slug(row.key): row for row in book["Rules"] if row.value is not None}
    limited = "round_limit" in rows and rows["round_limit"].value  # 0 is none
    rounds = [("end_round_least", "round_limit")] if limited else []
    yield from numbers_in_order(book, [*ORDERED, *rounds])
    for low, high in (("legacy_second", "legacy_first"), ("legacy_other", "legacy_second")):
        if low in rows and high in rows and rows[low].value > rows[high].value:
            fault = f"“{rows[low].key}” brings more than “{rows[high].key}”."
            mend = f"Whoever {terms_of(book).contribute.does} earlier should not earn less."
            yield warning(rows[low].at("value"), fault, mend)
    players = len(book["Players"])
    if "players_max" in rows and rows["players_max"].value > players:
        fault = f"Up to {rows['players_max'].value} may play, but the sheet Players has {players} rows."
        mend = f"Add players there, who get mats and markers, or lower this number to {players}."
        yield warning(rows["players_max"].at("value"), fault, mend)


def variants(book: Book) -> Iterator[Problem]:
    """A variant changes rules that exist, to values they can have, and says so to players."""
    texts_of = {row.variant for row in book["Variants"] if row.text}
    for row in book["Variants"]:
        if row.setting is not None:
            key = slug(row.setting)
            if key not in RULE_KEYS:
                fault = f"“{row.setting}” is not a rule of Meaning Made."
                yield error(row.at("setting"), fault, "Choose one from the list.")
            else:
                yield from _range(book, row, key)
        if row.variant not in texts_of:
            texts_of.add(row.variant)
            fault = f"“{row.variant}” has no text for players."
            yield warning(row.at("text"), fault, "Say in a sentence what changes.")


def layers(book: Book) -> Iterator[Problem]:
    """The Layers from 1 on without a gap, each once, each with an icon of that kind."""
    counts, word = Counter(row.layer for row in book["Layers"]), terms_of(book).layer
    for number in range(1, max((row.layer or 0 for row in book["Layers"]), default=0) + 1):
        if not counts[number] and not counts[None]:
            mend = f"Bring its row back, or number the {word.many} from 1 on without a gap."
            yield error("Layers", f"{word} {number} is missing.", mend)
        elif counts[number] > 1:
            fault = f"{word} {number} stands there {counts[number]} times."
            yield error("Layers", fault, "Each of them has one row.")
    for row in book["Layers"]:
        if row.icon in book.symbols and book.symbols[row.icon].kind is not Kind.LAYER:
            kind = book.symbols[row.icon].kind
            fault = f"{word} {row.layer} has the icon {row.icon}, which is of the kind {kind}."
            worn = {row.icon for row in book["Layers"]}
            kind_keys = (symbol.key for symbol in book.symbols if symbol.kind is Kind.LAYER)
            free = [key for key in kind_keys if key not in worn]
            mend = f"Choose an icon of the kind {Kind.LAYER}{such_as(*free[:3])}."
            if not free:
                mend = f"Add an icon of the kind {Kind.LAYER} to the sheet Icons: all others are taken."
            yield error(row.at("icon"), fault, mend)
    shown, numbered = {row.icon for row in book["Layers"]}, sorted(n for n in counts if n is not None)
    if None in shown or None in counts or numbered != list(range(1, len(numbered) + 1)):
        return
    for row in book["Icons"]:
        symbol = str(row.values.get("key") or "")
        if symbol in book.symbols and book.symbols[symbol].kind is Kind.LAYER and symbol not in shown:
            fault = f"The icon {symbol} is of the kind {Kind.LAYER}, but no row of “Layers” has it."
            yield error(row.at("key"), fault, f"Give it to {word.a} there, or another kind here.")


def outcomes_are_whole(book: Book) -> Iterator[Problem]:
    """Each Meaning from 0 to the end of the track has one outcome."""
    highest = book.facts("Rules").get("meaning_max")
    if highest is not None:
        yield from Ranges("Outcomes", str(terms_of(book).meaning), "outcome", highest).flaws(book)


def pieces(book: Book) -> Iterator[Problem]:
    """Tokens and shared markers suffice for the most players."""
    rules = book.facts("Rules")
    players = rules.get("players_max") or 0
    for row in book["Tokens"]:
        if row.icon in TOKENS and row.copies is not None:
            start = players * (rules.get(f"start_{row.icon}") or 0)
            yield from _enough(row, row.copies, start, f"{players} players start with")
    open_cards = 1 + (rules.get("index_size") or 0)
    word = terms_of(book).initiative
    boxes = (sum(map(row.requirement.count, (*TOKENS, "token"))) for row in book["Initiatives"])
    largest_boxes = sum(sorted(boxes, reverse=True)[:open_cards])
    for row in book["Markers"]:
        if row.icon == "filled" and row.copies is not None:
            largest = f"the {open_cards} largest open {word.many} have"
            yield from _enough(row, row.copies, largest_boxes, largest)
        if row.icon == "community" and row.copies is not None:
            yield from _enough(row, row.copies, open_cards, f"open {word.many} can take")


def named_rule(book: Book, key: str) -> tuple[str, str]:
    """A rule as its row calls it, in quotation marks, and the cell that holds its number: for a mend."""
    rows = (row for row in book["Rules"] if slug(str(row.key or "")) == key)
    found = next(rows, None)
    name = title_of(key)
    return (f"“{found.key}”", found.at("value")) if found else (f"“{name}”", "the sheet Rules")


CHECKS = (game_keys, rule_keys, named_rules, rules_together, variants, layers, outcomes_are_whole, pieces)


def _range(book: Book, row: Row, key: str) -> Iterator[Problem]:
    least, value = LEAST.get(key, 0), row.value
    if value is None or (value >= least and (key not in SWITCHES or value <= 1)):
        return
    name = title_of(key)
    field = next((field for field in book[row.sheet].fields if field.key == "value"), None)
    least, highest = rule_bounds(book, key)
    listed = [most for most in (highest, field.most if field is not None else None) if most is not None]
    bounds_text = f"from {least} to {min(listed):g}" if listed else f"of {least} or more"
    mend = "Write 0 or 1." if key in SWITCHES else f"Give it a value {bounds_text}."
    yield error(row.at("value"), f"“{name}” cannot be {value}.", mend)


def _enough(row: Row, copies: int, needed: int, why: str) -> Iterator[Problem]:
    if copies < needed:
        fault = f"{copies} are printed of “{row.name}”, but {why} {needed}."
        yield warning(row.at("copies"), fault, "Print more.")
