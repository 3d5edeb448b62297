"""The words of the notation beside symbols: whom a part strikes, what it calls, what it forbids, and places.

They are the rows of the sheet Notation. A game without it has the words of `default_grammar`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.records.cells import fold

CALLED = "consequence"
"""The icon of a call, if a game has it and says nothing else."""
LONGEST_WORD = 40
"""Letters of a word of the notation."""
WORD = re.compile(rf"[^\W\d_][\w '’-]{{0,{LONGEST_WORD - 1}}}")
"""What may be a word: nothing that parts the notation itself."""


class Who(StrEnum):
    """Whom a part of an effect strikes. GROUP is the shared tracks, which belong to nobody."""

    GROUP = "group"
    YOU = "you"
    ALL = "all"
    OTHERS = "others"
    CONTRIBUTORS = "contributors"
    CHOSEN = "chosen"


class TermKind(StrEnum):
    """What a word of the sheet Notation is for."""

    WHO = "who"
    """Whom a part of an effect strikes; it stands in front."""
    CALL = "call"
    """Something that happens by its name alone, such as a look into a table."""
    BAN = "ban"
    """What may be forbidden; it stands behind “no”."""
    PLACE = "place"
    """Where things lie, for moves such as `hand>river 2`."""


@dataclass(frozen=True, slots=True)
class NotationWord:
    """A word of the notation: `key` is what rules know, `word` what one types, `printed` is rich text."""

    key: str
    word: str
    printed: str
    icon: str = ""
    bare: str = ""
    """What is printed in a game that has not the icon; empty for the same."""

    def shown(self, icons: Callable[[str], bool]) -> str:
        """What a face prints, with the icon if the game has it."""
        if self.icon and icons(self.icon):
            return "\u00a0".join(filter(None, (f"{{{self.icon}}}", self.printed)))
        return self.bare or self.printed


@dataclass(frozen=True, slots=True)
class Grammar:
    """All words of a game, each kind in the order of its rows."""

    who: tuple[NotationWord, ...] = ()
    calls: tuple[NotationWord, ...] = ()
    bans: tuple[NotationWord, ...] = ()
    """What may be forbidden; if there is none, every symbol of the kind action."""
    places: tuple[NotationWord, ...] = ()
    stated: bool = True
    """Whether the workbook says so, in its sheet Notation."""
    no: str = "no"
    """How a ban is printed behind whom it strikes."""
    bare_no: str = "No"
    """How it is printed where it strikes all."""

    def translated(self, word: Callable[[str], str]) -> Grammar:
        """The same with what the program itself prints in other words; what the workbook says stays."""
        grammar = replace(self, no=word(self.no), bare_no=word(self.bare_no))
        if self.stated:
            return grammar
        who, calls = (tuple(_translated(term, word) for term in terms) for terms in (self.who, self.calls))
        return replace(grammar, who=who, calls=calls)

    def printing(self, printed: Mapping[tuple[str, str], str]) -> Grammar:
        """The same with other printed texts: folded kind and word -> text."""

        def changed(kind: TermKind, terms: Iterable[NotationWord]) -> tuple[NotationWord, ...]:
            return tuple(
                replace(term, printed=printed.get((fold(kind), fold(term.word)), term.printed))
                for term in terms
            )

        return replace(
            self,
            who=changed(TermKind.WHO, self.who),
            calls=changed(TermKind.CALL, self.calls),
            bans=changed(TermKind.BAN, self.bans),
            places=changed(TermKind.PLACE, self.places),
        )


def _translated(term: NotationWord, word: Callable[[str], str]) -> NotationWord:
    bare = "\u00a0".join(word(part) for part in term.bare.split("\u00a0")) if term.bare else ""
    return replace(term, printed=word(term.printed) if term.printed else "", bare=bare)


def default_who() -> tuple[NotationWord, ...]:
    """Whom a part may strike in a game that does not say otherwise."""
    return (
        NotationWord(Who.ALL, "all", "All"),
        NotationWord(Who.YOU, "you", ""),
        NotationWord(Who.OTHERS, "others", "Others"),
    )


def default_grammar() -> Grammar:
    """The words of a game without a sheet Notation."""
    calls = tuple(
        NotationWord(name.lower(), f"{name.lower()} {CALLED}", name, CALLED, f"{name}\u00a0{CALLED}")
        for name in ("Group", "Individual")
    )
    return Grammar(default_who(), calls, stated=False)


def term_of(terms: Iterable[NotationWord], typed: str) -> NotationWord | None:
    """The word that somebody typed, whatever its case and blanks."""
    word = fold(typed)
    return next((term for term in terms if fold(term.word) == word), None)


def term_with(terms: Iterable[NotationWord], key: str) -> NotationWord | None:
    """The first word that rules know by a key."""
    return next((term for term in terms if term.key == key), None)


def begun_by(terms: Iterable[NotationWord], text: str) -> tuple[NotationWord | None, str]:
    """The longest word that a text with single blanks begins with, and what is behind it."""
    folded = text.casefold()
    best: NotationWord | None = None
    for term in terms:
        word = " ".join(term.word.split()).casefold()
        ends = len(folded) == len(word) or not (folded[len(word) : len(word) + 1].isalnum())
        if word and folded.startswith(word) and ends and (best is None or len(term.word) > len(best.word)):
            best = term
    if best is None:
        return None, text
    return best, text[len(" ".join(best.word.split())) :].lstrip(" :")
