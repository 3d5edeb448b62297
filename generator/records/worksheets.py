"""The sheets of a workbook that the program itself knows by name, and what the sheet Game states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from generator.records.tables import Book

FIELDS = "Fields"
"""Declares the columns of all others."""
ICONS = "Icons"
"""The symbols: Key, and optionally Code, Emoji, Name, Kind."""
GAME = "Game"
"""What is true of the game as a whole: Key and Value."""
COMPONENTS = "Components"
"""What is printed: a row for each kind of card, board or token."""
LAYERS = "Layers"
"""The game's ranks with their colours and motifs, if it has such."""
RULES = "Rules"
"""The numbers of the game: Key and Value."""
TOKENS = "Tokens"
"""The tokens, with their icons and colours."""
PUBLISHED = "Published"
"""What the game has where it is published: Sheet, Row, Column, Value and Source. May be deleted."""
SAMPLE_GAME = "Sample Game"
"""A game, step by step."""
PUBLISHED = "Published"
"""What the published game gives: Sheet, Row, Column, Value, Source."""


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
    rules: str = ""
    """Which rules the program is to know."""


def stated(book: Book) -> Mapping[str, Any]:
    """Everything that the sheet Game states, by its Keys as identifiers; nothing without such a sheet."""
    return book.facts(GAME) if GAME in book else MappingProxyType({})


def game_facts(book: Book) -> GameFacts:
    """What the program reads of it."""
    said = stated(book)
    return GameFacts(**{each.name: str(said.get(each.name) or "").strip() for each in fields(GameFacts)})
