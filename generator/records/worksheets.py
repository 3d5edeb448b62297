"""The sheets of a workbook that the program itself knows by name, and what the sheet Game states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from generator.records.tables import Book, Row, slug

FIELDS = "Fields"
"""Declares the columns of all others."""
ICONS = "Icons"
"""The symbols: Key, and optionally Code, Emoji, Name, Kind."""
NOTATION = "Notation"
"""The words of effects beside symbols: Kind and Word, and optionally Means, Printed and Icon."""
GAME = "Game"
"""What is true of the game as a whole: Key and Value."""
COMPONENTS = "Components"
"""What is printed: a row for each kind of card, board or token."""
LAYERS = "Layers"
"""The game's ranks with their colours and motifs, if it has such."""
RULES = "Rules"
"""The numbers of the game: Key and Value."""
CHECKS = "Checks"
"""What has to be so in the other sheets, beside what Fields declares: a row for each rule."""
PLAYERS = "Players"
"""The players, a row for each that may sit at the table."""
TOKENS = "Tokens"
"""The tokens, with their icons and colours."""
BOOKLETS = "Booklets"
"""The booklets with texts of their own: Name, Template, and optionally Title, Data, Cover and Columns."""
PRINT = "Print"
"""How the sheets are printed: Component (empty for all), Paper, Layout, Flip, Backs, Ink, Tokens."""
WORDS = "Words"
"""What the program and the templates say in English, and the same in other languages."""
SCENES = "Scenes"
"""What lies where on a table: Scene, Component, Card, On, Place, X, Y, Turn, Face and Count; and what a
picture of it points at: Mark, Text, Lead X, Lead Y, Light, View, Width, Height and To."""
SAMPLE_GAME = "Sample Game"
"""A game, step by step; of a workbook with several rulesets there is one for each: `Sample Game Scion`."""
PUBLISHED = "Published"
"""What the published game gives: Sheet, Row, Column, Value, Source."""

AIMS = "Aims"
"""What `pnp balance --check` has to find: Figure, Least, Most, and optionally Players and Variant."""
DRAWN = frozenset({FIELDS, COMPONENTS, BOOKLETS, PRINT, WORDS, SCENES, PUBLISHED, CHECKS, AIMS})
"""Sheets that decide what is printed or checked, never how a game goes; sample games neither."""
COMPARED = (DRAWN - {WORDS}) | {ICONS, NOTATION, GAME, LAYERS, RULES, PLAYERS, TOKENS, SAMPLE_GAME}
"""Sheets whose plain texts are names and numbers of the program; elsewhere they are printed as they are."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The Keys of the sheet Game that the program reads, as identifiers; what is not stated is empty."""

    title: str = ""
    short_name: str = ""
    """Begins the names of the files."""
    version: str = ""
    author: str = ""
    players: str = ""
    time: str = ""
    tagline: str = ""
    """Stands below the title on the first page of a booklet."""
    language: str = ""
    """The code of the language that the workbook is written in, if it is not English."""
    direction: str = ""
    """How that language is read, if not as it usually is: `right to left` or `left to right`."""
    fonts: str = ""
    """The families that a letter is taken from if the font of its text does not have it, parted by commas."""
    rules: str = ""
    """Which rules the program is to know."""
    age: str = ""
    """Stands beside players and time on the first page of a booklet."""
    heading_colour: str = ""
    """Of the booklets' headings."""
    ground_colour: str = ""
    """Behind boxes and heads of tables in booklets."""
    heading_font: str = ""
    """The family of the booklets' headings."""
    text_font: str = ""
    """The family of their text."""
    base_url: str = ""
    """Where the files for an online table will lie on the net."""


def stated(book: Book) -> Mapping[str, Any]:
    """Everything that the sheet Game states, by its Keys as identifiers; nothing without such a sheet."""
    return book.facts(GAME) if GAME in book else MappingProxyType({})


def game_facts(book: Book) -> GameFacts:
    """What the program reads of it."""
    cells = stated(book)
    return GameFacts(**{field.name: str(cells.get(field.name) or "").strip() for field in fields(GameFacts)})


def stated_at(book: Book, key: str) -> str:
    """The cell of the sheet Game that states something, by its Key as an identifier."""
    rows = book.tables[GAME] if GAME in book else ()
    return next((row.at("value") for row in rows if slug(str(row.values.get("key"))) == key), GAME)


def rules_named(book: Book) -> tuple[str, ...]:
    """The rulesets that the sheet Game names, parted by commas, as identifiers."""
    return tuple(dict.fromkeys(filter(None, map(slug, game_facts(book).rules.split(",")))))


def is_sample_game(sheet: str) -> bool:
    """Whether a sheet is a game, step by step, of whatever ruleset."""
    return sheet == SAMPLE_GAME or sheet.startswith(f"{SAMPLE_GAME} ")


def ruleset_in(sheet: str) -> str:
    """Whose sample game a sheet is, as its name says it: `Scion`; empty for the only one, or for none."""
    return sheet.removeprefix(SAMPLE_GAME).strip() if is_sample_game(sheet) else ""


def rules_option(sheet: str) -> str:
    """The option by which a command means one of several sample games: ` --rules scion`; else nothing."""
    ruleset = slug(ruleset_in(sheet))
    return f" --rules {ruleset}" if ruleset else ""


def repair_of(sheet: str) -> str:
    """The command that mends a sample game in its sheet."""
    return f"pnp sample-game{rules_option(sheet)} --repair --write"


def sample_sheets(book: Book) -> tuple[str, ...]:
    """The sheet of each ruleset's sample game, whether or not it is there, in the order of the rulesets.

    With one ruleset it needs no name of its own.
    """
    named = tuple(f"{SAMPLE_GAME} {ruleset.replace('_', ' ').title()}" for ruleset in rules_named(book))
    if len(named) > 1 or (named and named[0] in book and SAMPLE_GAME not in book):
        return named
    return (SAMPLE_GAME,)


def sample_rows(book: Book) -> Iterator[Row]:
    """The steps of all sample games."""
    for sheet, table in book.tables.items():
        if is_sample_game(sheet):
            yield from table
