"""The cards and numbers of the edition of 4 March as records of Meaning Made.

Its Projects are Initiatives, its Gallery is the Prism, its Stack the Palette; an Event says itself what it
does. What its sheet Rules calls otherwise, or turns round, is said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType

from generator.games.meaning_made.records import (
    Event,
    Game,
    Initiative,
    Pattern,
    Rules,
    Variant,
    layers_in,
    paid_card,
    variants_in,
)
from generator.games.meaning_made.terms import Terms, terms_of
from generator.records.notation import Effect
from generator.records.tables import Book, Row
from generator.records.worksheets import RULES, game_facts

RENAMED: Mapping[str, str] = MappingProxyType(
    {"gallery_size": "prism_size", "project_row": "index_size", "acquire_tokens": "gather_tokens"}
)
"""Keys of the sheet Rules that Meaning Made's rules call otherwise."""
ABSENT: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("event_extra_loss", "layer_substitute", "load_surcharge", "fatigue_patterns"), 0),
        **dict.fromkeys(("fatigue_tokens", "recycles_per_round", "end_extra_tokens", "round_limit"), 0),
        **dict.fromkeys(("touchpoint_vitals_fragile", "community_recovery"), 0),
        **dict.fromkeys(("starter_moves_on", "starter_moves_on_of_three", "later_seat_energy"), 0),
        "touchpoint_meaning_over": -1,
        "score_legacy": 1,
    }
)
"""Numbers of rules that this edition does not have."""
_OWN = ("layer_rule", "bonus_when")
_WITHIN = {slot: key for key, slot in RENAMED.items()}
NUMBERS = (
    *(
        _WITHIN.get(rule.name, rule.name)
        for rule in fields(Rules)
        if rule.name not in ABSENT and rule.name != "bonus_each_round"
    ),
    *_OWN,
)
"""The keys of the sheet Rules that are read: all of them."""
ICONS: Mapping[str, str] = MappingProxyType(
    {"gather": "acquire", "load": "obtain", "initiative": "project", "prism": "gallery", "palette": "stack"}
)
"""Keys of icons, by what the rules of Meaning Made call them."""


def game_from(book: Book) -> Game:
    """The records of a workbook that the checks have passed."""
    facts = {key: int(value) for key, value in book.facts(RULES).items() if isinstance(value, int)}
    return Game(
        title=game_facts(book).title,
        version=game_facts(book).version,
        rules=_rules(facts),
        variants=_variants(book, facts),
        layers=layers_in(book),
        patterns=tuple(_pattern(row) for row in book["Patterns"]),
        initiatives=tuple(_project(row) for row in book["Projects"]),
        events=tuple(_event(row) for row in book["Events"]),
        book=book,
        terms=march_terms(book),
        pace=tuple((row["from"], row["to"], row["places"]) for row in book["Community Pace"]),
    )


def march_terms(book: Book) -> Terms:
    """What this workbook calls the pieces and the actions."""
    return terms_of(book, keys=ICONS, words={"end": "last Project", "index": "Project row"})


def setting(key: str, value: int, facts: Mapping[str, int]) -> tuple[str, int]:
    """A number of the sheet Rules, or of a variant, as Meaning Made's rules count with it."""
    if key == "layer_rule":
        return "layer_discount", facts["layer_discount"] if value else 0
    if key == "bonus_when":
        return "bonus_each_round", 1 - value
    return RENAMED.get(key, key), value


def _rules(facts: Mapping[str, int]) -> Rules:
    stated = [key for key in NUMBERS if key not in _OWN]
    settings = dict(setting(key, facts[key], facts) for key in (*stated, *_OWN))
    return Rules(**ABSENT, **settings)


def _variants(book: Book, facts: Mapping[str, int]) -> Mapping[str, Variant]:
    return {
        name: replace(variant, settings=dict(setting(*number, facts) for number in variant.settings.items()))
        for name, variant in variants_in(book).items()
    }


def _pattern(row: Row) -> Pattern:
    return Pattern(**paid_card(row, row["cost"], row["output"] or Effect(()), {}), vitals=0)


def _project(row: Row) -> Initiative:
    card = paid_card(row, row["requirement"], row["reward"] or Effect(()), {})
    end, none = bool(row["stewardship"]), Effect(())
    return Initiative(**card, meaning=row["meaning"], spaces=row["spaces"], penalty=none, end=end)


def _event(row: Row) -> Event:
    return Event(row["title"], "", 0, row, effect=row["effect"], players_from=row["players_from"] or 1)
