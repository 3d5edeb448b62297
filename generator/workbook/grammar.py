"""The sheet Notation: the words that a game's effects may use, each checked against the others."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from generator.ground.problems import Problem, error
from generator.records.cells import as_text, did_you_mean, fold, names, shown
from generator.records.grammar import (
    LONGEST_WORD,
    WORD,
    Grammar,
    NotationWord,
    TermKind,
    Who,
    default_who,
)
from generator.records.notation import Symbols
from generator.records.tables import Row, Table, slug

MOST_WORDS = 300
"""Rows of the sheet Notation that are read; each effect is compared with all of a kind."""
_WHO = tuple(who for who in Who if who is not Who.GROUP)


def grammar_of(
    table: Table, symbols: Symbols, used: Container[str] = ()
) -> tuple[Grammar, tuple[Problem, ...]]:
    """The words of the sheet, and what is wrong with them; a row with an error is left out.

    `used` are cells of which something was said already.

    A sheet that names nobody leaves `all`, `you` and `others`.
    """
    reader = _Reader(symbols)
    every = (problem for row in table for problem in reader.row(row))
    problems = tuple(problem for problem in every if problem.where not in used)
    terms = reader.terms
    grammar = Grammar(
        who=tuple(terms[TermKind.WHO]) or default_who(),
        calls=tuple(terms[TermKind.CALL]),
        bans=tuple(terms[TermKind.BAN]),
        places=tuple(terms[TermKind.PLACE]),
    )
    return grammar, problems


@dataclass(slots=True)
class _Reader:
    symbols: Symbols
    terms: dict[TermKind, list[NotationWord]] = field(default_factory=lambda: {kind: [] for kind in TermKind})
    _first: dict[tuple[TermKind, str], str] = field(default_factory=dict)

    def row(self, row: Row) -> Iterator[Problem]:
        """Note the word of a row, and what is wrong with it."""
        kind = next((kind for kind in TermKind if fold(kind) == fold(_text(row, "kind"))), None)
        word = " ".join(_text(row, "word").split())
        if kind is None:
            fault, mend = (
                "The row does not say what kind of word it is.",
                f"Use one of: {', '.join(TermKind)}.",
            )
            if typed := _text(row, "kind"):
                fault = f"{shown(typed)} is not a kind of word."
                mend = did_you_mean(typed, names(TermKind), mend)
            yield error(row.at("kind"), fault, mend)
            return
        problem = self._unfit(row, kind, word)
        if problem is not None:
            yield problem
            return
        icon = _text(row, "icon")
        if icon and icon not in self.symbols:
            mend = "Write the Key of a row of the sheet Icons, or empty the cell."
            near = self.symbols.likely_keys(icon, count=1)
            mend = f"Did you mean “{near[0]}”?" if near else mend
            yield error(row.at("icon"), f"{shown(icon)} is not an icon of the sheet Icons.", mend)
            return
        key, wrong = _meaning(row, kind, word)
        yield from wrong
        if wrong:
            return
        printed = _text(row, "printed") or _printed(kind, key, word, icon)
        self.terms[kind].append(NotationWord(key, word, printed, icon))

    def _unfit(self, row: Row, kind: TermKind, word: str) -> Problem | None:
        where = row.at("word")
        if not word:
            return error(where, "The row has no word.", "Write what one types, or delete the row.")
        if not WORD.fullmatch(word) or fold(word) == "no":
            fault = f"{shown(word)} cannot be a word of an effect."
            mend = f"Use up to {LONGEST_WORD} letters, digits and blanks, a letter first; “no” is taken."
            return error(where, fault, mend)
        first = self._first.setdefault((kind, fold(word)), where)
        if first != where:
            fault = f"{shown(word)} stands in {first.rpartition('!')[2]} already."
            return error(where, fault, "Delete one of the two rows.")
        if len(self._first) > MOST_WORDS:
            return error(where, f"There are more than {MOST_WORDS} words.", "Delete some rows.")
        return None


def _meaning(row: Row, kind: TermKind, word: str) -> tuple[str, tuple[Problem, ...]]:
    """What rules know a word by: its cell Means, or else the word itself."""
    means = _text(row, "means")
    if kind is not TermKind.WHO:
        return slug(means or word), ()
    meaning = next((who for who in _WHO if fold(who) == fold(means or word)), None)
    if meaning is not None:
        return meaning, ()
    if means:
        mend = f"Use one of: {', '.join(_WHO)}; or empty the cell."
        mend = did_you_mean(means, names(_WHO), mend)
        return "", (error(row.at("means"), f"{shown(means)} is nobody that effects know.", mend),)
    return slug(word), ()


def _printed(kind: TermKind, key: str, word: str, icon: str) -> str:
    """What a face prints for a word whose row does not say it."""
    if kind is TermKind.WHO and key == Who.YOU:
        return ""
    if icon:
        return "" if kind is TermKind.PLACE else word
    return word if kind is TermKind.BAN else word[:1].upper() + word[1:]


def _text(row: Row, key: str) -> str:
    return as_text(row.values.get(key)).strip()
