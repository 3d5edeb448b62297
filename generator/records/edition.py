"""What every file of a build says about the game, from the sheet Game."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from generator.records.tables import Book
from generator.records.worksheets import game_facts

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Edition:
    """A game at one version, as its files name it."""

    game: str
    short_name: str
    version: str
    author: str
    subject: str

    @property
    def stem(self) -> str:
        """How the names of its files begin, such as `RiverRace_v0.1`."""
        return f"{file_name_part(self.short_name)}_v{file_name_part(self.version)}"


def edition_of(book: Book, *, otherwise: str) -> Edition:
    """The edition that the sheet Game describes; a game without a title is called `otherwise`."""
    facts = game_facts(book)
    title = facts.title or otherwise
    players = f"{facts.players} players" if facts.players else ""
    return Edition(
        game=title,
        short_name=facts.short_name or file_name_part(title.title()),
        version=facts.version or "0",
        author=facts.author,
        subject=", ".join(part for part in (players, facts.time) if part),
    )


def file_name_part(name: str) -> str:
    """A name as a part of a file's name that every system takes.

    >>> file_name_part("Café: «Night» board")
    'CafeNightboard'
    """
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.-]+", "", bare).strip(".-")[:LONGEST_NAME] or "game"
