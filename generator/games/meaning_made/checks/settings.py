"""Checks of the rules' numbers, the variants, the Layers, the outcomes, and the printed pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from generator.games.meaning_made.checks.published import LAYER_KEYS
from generator.games.meaning_made.records import RULE_KEYS, TOKENS
from generator.games.meaning_made.terms import terms_of
from generator.ground.problems import Problem, error, warning
from generator.ground.spelling import Guesses, nearest
from generator.records.cells import did_you_mean, names
from generator.records.tables import Book, Row, slug

USUAL_RANGE = (0, 99)
RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(("conversion", "collapse", "score_legacy", "community"), (0, 1)),
        "players_min": (1, 6),
        "players_max": (1, 6),
        "meaning_max": (1, 40),
        "vitals_max": (1, 40),
        "legacy_max": (1, 99),
        "prism_size": (1, 12),
        "index_size": (1, 6),
        "events_per_round": (1, 9),
        "actions_per_turn": (1, 9),
        "touchpoint_meaning_over": (-1, 40),
        "end_extra_tokens": (0, 9),
    }
)
"""Least and greatest value of each rule that differs from the usual range."""
STARTS = {"start_meaning": "meaning_max", "start_vitals": "vitals_max", "start_legacy": "legacy_max"}


def game_keys(book: Book) -> Iterator[Problem]:
    """The title and the version, which stand on everything that is printed, have their rows."""
    rows = {slug(str(row.key)): row for row in book["Game"] if row.key}
    for name in ("Title", "Version"):
        if slug(name) in rows:
            continue
        what = f"There is no key “{name}”."
        close = nearest(slug(name), rows, cutoff=0.75)
        if close:
            yield error(rows[close[0]].at("key"), what, f"Rename “{rows[close[0]].key}”.")
        else:
            yield error("Game", what, "Add its row.")


def rule_keys(book: Book) -> Iterator[Problem]:
    """Every rule has its row, once, with a value that it can have."""
    counts = Counter(slug(row.key) for row in book["Rules"])
    for key in RULE_KEYS:
        if not counts[key]:
            name = key.replace("_", " ").title()
            yield error("Rules", f"The rule “{name}” is missing.", "Bring its row back.")
    for row in book["Rules"]:
        key = slug(row.key)
        if key not in RULE_KEYS:
            yield error(
                row.at("key"),
                f"“{row.key}” is not a rule of Meaning Made.",
                "Correct it, or take the row out.",
            )
        elif counts[key] > 1:
            yield error(
                row.at("key"), f"“{row.key}” stands there {counts[key]} times.", "Keep one of the rows."
            )
        else:
            yield from _range(row, key)


def named_rules(book: Book) -> Iterator[Problem]:
    """A number in brackets in an action's text, such as [Gather Tokens], is one of the sheet Rules."""
    rules = {str(row.key): None for row in book["Rules"] if row.key}
    known, guesses = names(rules), Guesses()
    if "Actions" not in book:
        return
    for row in book["Actions"]:
        for name in re.findall(r"\[([^\[\]]+)\]", str(row.values.get("text") or "")):
            if name not in rules:
                what = f"“[{name}]” is not a number of the sheet Rules."
                mend = "Write a Key of that sheet, or take the brackets away."
                mend = did_you_mean(name, known, mend, guesses=guesses)
                yield error(row.at("text"), what, mend)


def rules_together(book: Book) -> Iterator[Problem]:
    """Numbers that have to fit each other: starts inside their tracks, fewest and most players."""
    rows = {slug(row.key): row for row in book["Rules"] if row.value is not None}
    for low, high in (*STARTS.items(), ("players_min", "players_max")):
        if low in rows and high in rows and rows[low].value > rows[high].value:
            yield error(
                rows[low].at("value"),
                f"“{rows[low].key}” is {rows[low].value}, but “{rows[high].key}” only {rows[high].value}.",
                "Lower the first or raise the second.",
            )
    for low, high in (("legacy_second", "legacy_first"), ("legacy_other", "legacy_second")):
        if low in rows and high in rows and rows[low].value > rows[high].value:
            yield warning(
                rows[low].at("value"),
                f"“{rows[low].key}” brings more than “{rows[high].key}”.",
                f"Whoever {terms_of(book).contribute.does} earlier should not earn less.",
            )
    players = len(book["Players"])
    if "players_max" in rows and rows["players_max"].value > players:
        yield error(
            rows["players_max"].at("value"),
            f"Up to {rows['players_max'].value} may play, but the sheet Players has {players} rows.",
            "Add players there, or lower this number.",
        )


def variants(book: Book) -> Iterator[Problem]:
    """A variant changes rules that exist, each once, to values they can have, and says so to players."""
    seen: set[tuple[str, str]] = set()
    kinds: dict[str, str] = {}
    told = {row.variant for row in book["Variants"] if row.text}
    for row in book["Variants"]:
        if row.setting is not None:
            key = slug(row.setting)
            if key not in RULE_KEYS:
                yield error(
                    row.at("setting"),
                    f"“{row.setting}” is not a rule of Meaning Made.",
                    "Choose one from the list.",
                )
            elif (row.variant, key) in seen:
                yield error(
                    row.at("setting"),
                    f"“{row.variant}” sets “{row.setting}” twice.",
                    "Take one of the rows out.",
                )
            else:
                yield from _range(row, key)
            seen.add((row.variant, key))
        if kinds.setdefault(row.variant, row.kind) != row.kind:
            yield error(
                row.at("kind"),
                f"“{row.variant}” is called {kinds[row.variant]} above and {row.kind} here.",
                "Give all rows of a variant the same kind.",
            )
        if row.variant not in told:
            told.add(row.variant)
            yield warning(
                row.at("text"), f"“{row.variant}” has no text for players.", "Say in a sentence what changes."
            )


def layers(book: Book) -> Iterator[Problem]:
    """The ten Layers, each once, each with its own icon."""
    counts, word = Counter(row.layer for row in book["Layers"]), terms_of(book).layer
    for number, key in enumerate(LAYER_KEYS, start=1):
        if not counts[number] and not counts[None]:
            mend = f"Bring its row back: there are ten {word.many}."
            yield error("Layers", f"{word} {number} is missing.", mend)
        elif counts[number] > 1:
            yield error(
                "Layers",
                f"{word} {number} stands there {counts[number]} times.",
                "Each of the ten has one row.",
            )
        for row in book["Layers"]:
            if row.layer == number and row.icon is not None and row.icon != key:
                what = f"{word} {number} has the icon {row.icon}."
                yield error(row.at("icon"), what, f"Its icon is {key}.")


def outcomes_are_whole(book: Book) -> Iterator[Problem]:
    """Each Meaning from 0 to the end of the track has one outcome."""
    highest, word = book.facts("Rules").get("meaning_max"), terms_of(book).meaning
    ranges = [(row["from"], row.to) for row in book["Outcomes"]]
    if highest is None or any(None in pair for pair in ranges):
        return
    for meaning in range(highest + 1):
        found = sum(low <= meaning <= high for low, high in ranges)
        if found != 1:
            yield error(
                "Outcomes",
                f"{word} {meaning} has {found or 'no'} outcome{'s' if found > 1 else ''}.",
                "Let From and To cover the track without gap or overlap.",
            )


def pieces(book: Book) -> Iterator[Problem]:
    """Tokens and markers suffice for the most players."""
    rules = book.facts("Rules")
    players = rules.get("players_max") or 0
    for row in book["Tokens"]:
        if row.icon in TOKENS and row.copies is not None:
            start = players * (rules.get(f"start_{row.icon}") or 0)
            yield from _enough(row, row.copies, start, f"{players} players start with")
    yield from _marker_sets(book, players, rules.get("contribution_markers") or 0)
    open_cards = 1 + (rules.get("index_size") or 0)
    word = terms_of(book).initiative
    boxes = sorted((_boxes(row) for row in book["Initiatives"]), reverse=True)[:open_cards]
    for row in book["Markers"]:
        if row.icon == "filled" and row.copies is not None:
            largest = f"the {open_cards} largest open {word.many} have"
            yield from _enough(row, row.copies, sum(boxes), largest)
        if row.icon == "community" and row.copies is not None:
            yield from _enough(row, row.copies, open_cards, f"open {word.many} can take")


CHECKS: tuple[Callable[[Book], Iterable[Problem]], ...] = (
    game_keys,
    rule_keys,
    named_rules,
    rules_together,
    variants,
    layers,
    outcomes_are_whole,
    pieces,
)


def _range(row: Row, key: str) -> Iterator[Problem]:
    least, most = RANGES.get(key, USUAL_RANGE)
    if row.value is not None and not least <= row.value <= most:
        name = key.replace("_", " ").title()
        yield error(
            row.at("value"), f"“{name}” cannot be {row.value}.", f"Give it a value from {least} to {most}."
        )


def _marker_sets(book: Book, players: int, contribution: int) -> Iterator[Problem]:
    terms = terms_of(book)
    for owner in book["Players"].rows[:players]:
        own = [row for row in book["Markers"] if row.player == owner.name]
        count = sum(row.copies or 0 for row in own)
        if count < contribution:
            yield warning(
                own[0].at("copies") if own else "Markers",
                f"{owner.name} has {count} {terms.contribution.begun} markers; "
                f"the rules give each player {contribution}.",
                "Print more, or change “Contribution Markers” in the sheet Rules.",
            )
        for track, word in (("vitals", terms.vitals), ("legacy", terms.legacy)):
            if not any(r.copies for r in book["Track Markers"] if (r.player, r.icon) == (owner.name, track)):
                yield warning("Track Markers", f"{owner.name} has no {word} marker.", "Add one.")


def _boxes(row: Row) -> int:
    return sum(row.requirement.count(token) for token in (*TOKENS, "token"))


def _enough(row: Row, copies: int, needed: int, why: str) -> Iterator[Problem]:
    if copies < needed:
        yield warning(
            row.at("copies"), f"{copies} are printed of “{row.name}”, but {why} {needed}.", "Print more."
        )
