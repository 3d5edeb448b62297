"""What every file of a build says about the game, from the sheet Game."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace

from generator.records.languages import Lexicon, language_of, reads_right_to_left, words_of
from generator.records.tables import Book
from generator.records.worksheets import GAME, game_facts

LONGEST_NAME = 60
FILE_NAME = re.compile(r"[\w][\w .,()&'+-]{0,59}")
"""Names of components and booklets: letters, digits, blanks and a few signs."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A game at one version, as its files name it."""

    game: str
    short_name: str
    version: str
    author: str
    subject: str
    language: str = ""
    """The code of the language, if it is not the base language."""
    word: Lexicon = field(default_factory=Lexicon)
    """What the program says on paper, in that language."""
    spoken: str = ""
    """The code of the language that its files are in; empty if nobody has said it, which is English."""
    rtl: bool = False
    """Whether that language is read from right to left."""

    @property
    def stem(self) -> str:
        """How the names of its files begin, such as `RiverRace_v0.1`."""
        language = f"_{self.language}" if self.language else ""
        return f"{file_name_part(self.short_name)}_v{file_name_part(self.version)}{language}"


def edition_of(book: Book, *, otherwise: str) -> Edition:
    """The edition that the sheet Game describes; a game without a title is called `otherwise`.

    In whatever language, its files begin as in the base language.
    """
    facts, base = game_facts(book), game_facts(_in_base(book))
    title, word = facts.title or otherwise, words_of(book)
    players = word("{players} players", players=facts.players) if facts.players else ""
    return Edition(
        game=title,
        short_name=base.short_name or file_name_part(_begun_large(base.title or otherwise)),
        version=base.version or "0",
        author=facts.author,
        subject=", ".join(part for part in (players, facts.time) if part),
        language=book.language,
        word=word,
        spoken=language_of(book),
        rtl=reads_right_to_left(book),
    )


def _begun_large(title: str) -> str:
    """Each word with a capital first; other capitals stay, as in `HarbourLights`."""
    return " ".join(f"{word[:1].upper()}{word[1:]}" for word in title.split())


def _in_base(book: Book) -> Book:
    """The Book with the sheet Game in the base language."""
    if not book.language or GAME not in book:
        return book
    table = book[GAME]
    rows = tuple(replace(row, values={**row.values, **row.base_}) for row in table)
    return replace(book, tables={**book.tables, GAME: replace(table, rows=rows)})


def file_name_part(name: str) -> str:
    """A name as a part of a file's name that every system takes.

    >>> file_name_part("Café: «Night» board")
    'CafeNightboard'
    """
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.-]+", "", bare).strip(".-")[:LONGEST_NAME] or "game"
