"""The symbols of a game, the rows of its sheet Icons, and the ways in which somebody may type one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from generator.ground.spelling import Guesses, Names
from generator.records.cells import brief, listed, shown
from generator.records.faults import NotationError, unknown_symbols
from generator.records.grammar import Grammar, default_grammar

LARGEST_COUNT = 99
VARIATION = "\ufe0f"
"""The selector that makes an emoji colourful; typed or not, it means nothing here."""

MOST_LISTED = 5
"""As many symbols are named to somebody who typed an unknown one."""
LONGEST_TYPED = 60
"""Characters of a spelling that is typed into a requirement or an effect."""
LONGEST_RUN = 40
"""Letters that are taken apart into codes."""
_DIGITS = re.compile(r" ?(\d{1,4})")
_TIMES = re.compile(r" ?[xX×*] ?")
_WORD = re.compile(r"[^\W\d_]+")


class Kind(StrEnum):
    """What a symbol stands for; it decides where the notation allows it."""

    TOKEN = "token"
    """A thing that players take and pay."""
    ANY_TOKEN = "any token"
    """A token of the player's choice."""
    TRACK = "track"
    """A number that each player has, such as health."""
    SHARED_TRACK = "shared track"
    """A number that all players share."""
    LAYER = "layer"
    """A kind of card that one has to own."""
    ACTION = "action"
    """Something that players do, which an effect may forbid."""
    SIGN = "sign"
    """A picture for texts only."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One row of the sheet Icons: `key` names the icon file, the others are ways to type it."""

    key: str
    code: str
    emoji: str
    name: str
    kind: Kind

    @property
    def typed(self) -> str:
        """The shortest way to type it: its code, or its key if it has none."""
        return self.code or self.key


class Symbols:
    """The symbols of a game, found by key, code, emoji or name, whatever their case."""

    def __init__(self, symbols: Iterable[Symbol], grammar: Grammar | None = None) -> None:
        self.grammar = grammar or default_grammar()
        """The words of the notation beside these symbols."""
        self._by_key = {symbol.key: symbol for symbol in symbols}
        self._order = {key: place for place, key in enumerate(self._by_key)}
        self._spellings: dict[str, Symbol] = {}
        for symbol in self._by_key.values():
            for spelling in (symbol.key, symbol.code, symbol.emoji, symbol.name):
                if _fold(spelling):
                    self._spellings.setdefault(_fold(spelling), symbol)
        self.special = {
            _each_folded(text)
            for symbol in self._by_key.values()
            for text in map(_plain, (symbol.key, symbol.code, symbol.emoji, symbol.name))
            if text and not text.isalpha() and len(text) <= LONGEST_TYPED
        }
        """Spellings that are no single word, as `_each_folded` gives them."""
        self.special_lengths = sorted(set(map(len, self.special)), reverse=True)
        emoji = (symbol.emoji.replace(VARIATION, "") for symbol in self._by_key.values())
        self._emoji = {text for text in emoji if 0 < len(text) <= LONGEST_TYPED}
        self._emoji_lengths = sorted(set(map(len, self._emoji)), reverse=True)
        firsts = "".join(sorted({re.escape(text[0]) for text in self._emoji}))
        self._begins = re.compile(rf"\{{[^{{}}\n]{{1,40}}\}}{f'|[{firsts}]' if firsts else ''}")
        self._codes: dict[tuple[tuple[Kind, ...], bool], _Codes] = {}
        self._kinds: dict[tuple[Kind, ...], list[Symbol]] = {}
        self._guesses = Guesses()

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self._by_key.values())

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def __getitem__(self, key: str) -> Symbol:
        return self._by_key[key]

    def find(self, spelling: str, kinds: Iterable[Kind]) -> Symbol:
        """The symbol somebody typed. Raises NotationError with the spellings that would do."""
        allowed = tuple(kinds)
        symbol = self._spellings.get(_fold(spelling))
        typed = {symbol.key, symbol.code, symbol.emoji, symbol.name} if symbol else set()
        if symbol is not None and symbol.kind in allowed and spelling in typed:
            return symbol
        # `ST` is neither surely St nor surely S T, and `EEI` is three symbols
        parts = self._taken_apart(spelling, allowed, exact=symbol is not None)
        if len(parts) > 1:
            mend = f"Part them with blanks: {' '.join(parts)}."
            raise NotationError(f"{shown(spelling)} runs several symbols together.", mend, token=spelling)
        if symbol is not None and symbol.kind in allowed:
            return symbol
        mend = self._meant("" if symbol else spelling, allowed)
        if symbol is not None:
            kind = f"is of the kind “{symbol.kind}”, which has no place here."
            raise NotationError(f"{shown(spelling)} ({brief(symbol.name)}) {kind}", mend, token=spelling)
        raise NotationError(unknown_symbols([spelling]), mend, token=spelling, unknown=True)

    def _taken_apart(self, run: str, kinds: tuple[Kind, ...], *, exact: bool) -> list[str]:
        """The codes that a run of letters is made of, longest first, or nothing if some of it is no code."""
        if (kinds, exact) not in self._codes:
            codes = [symbol.code for symbol in self._of(kinds) if symbol.code]
            self._codes[kinds, exact] = _Codes({code if exact else code.casefold(): code for code in codes})
        return self._codes[kinds, exact].taken_apart(run if exact else run.casefold())

    def _meant(self, spelling: str, kinds: tuple[Kind, ...]) -> str:
        """A mend: the symbol that looks like an unknown spelling, else some that would do."""
        spelt = (text for text, symbol in self._spellings.items() if symbol.kind in kinds)
        likely = self._guesses.names(kinds, lambda: Names(spelt, fold=_fold))
        close = self._guesses.nearest(_plain(spelling), likely, cutoff=0.7)
        if close:
            return f"Did you mean {_called(self._spellings[_fold(close[0])])}?"
        some = [_called(symbol) for symbol in self._of(kinds)[: MOST_LISTED + 1]]
        if not some:
            return f"Add a symbol of the kind {listed(kinds, 'or')} to the sheet Icons."
        if len(some) <= MOST_LISTED:
            return f"Use {'one of ' if len(some) > 1 else ''}{', '.join(some)}."
        return f"Use a code of the sheet Icons, such as {', '.join(some[:MOST_LISTED])}."

    def _of(self, kinds: tuple[Kind, ...]) -> list[Symbol]:
        """The symbols of some kinds; asked for each that was typed wrong, looked for once."""
        if kinds not in self._kinds:
            self._kinds[kinds] = [symbol for symbol in self if symbol.kind in kinds]
        return self._kinds[kinds]

    def likely_keys(self, key: str, *, count: int) -> list[str]:
        """The keys that look most like an unknown one."""
        return self._guesses.nearest(key, self._guesses.names("", lambda: Names(self._by_key)), count=count)

    def order(self, key: str) -> int:
        """Where the symbol stands in the sheet Icons; printed lists follow that order."""
        return self._order[key]

    def marks(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of everything in a rich text that stands for an icon: `{key}`, or an emoji."""
        match = self._begins.search(text)
        while match:
            end = match.end() if len(match[0]) > 1 else self._emoji_end(text, match.start())
            if end > match.start():
                yield match.start(), end
            match = self._begins.search(text, max(end, match.start() + 1))

    def _emoji_end(self, text: str, at: int) -> int:
        lengths = (size for size in self._emoji_lengths if text[at : at + size] in self._emoji)
        return at + next((size for size in lengths if at + size <= len(text)), 0)


def _plain(spelling: str) -> str:
    return " ".join(spelling.replace(VARIATION, "").split())


def _fold(spelling: str) -> str:
    return _plain(spelling).casefold()


def _each_folded(text: str) -> str:
    """A text without capitals, of the same length: a sign that would become two is left as it is."""
    if text.isascii():
        return text.lower()
    return "".join(folded if len(folded := sign.casefold()) == 1 else sign for sign in text)


def _called(symbol: Symbol) -> str:
    return f"{brief(symbol.typed)} ({brief(symbol.name)})"


class Typed:
    """A text of the notation: `text` with single blanks, in which symbols are looked for from left to right.

    One look takes as many steps as there are different lengths of spellings, however many symbols there are.
    """

    def __init__(self, text: str, symbols: Symbols) -> None:
        self.text = _plain(text)
        self._folded = _each_folded(self.text)
        self._symbols = symbols

    def symbol_end(self, at: int) -> int:
        """Where a symbol ends that begins at a place; the place itself if none does.

        A symbol is an emoji, a name of several words, or any one word.
        """
        for length in self._symbols.special_lengths:
            end = at + length
            spelt = self._folded[at:end]
            if len(spelt) == length and spelt in self._symbols.special and not self._goes_on(end):
                return end
        word = _WORD.match(self.text, at)
        return word.end() if word else at

    def _goes_on(self, end: int) -> bool:
        """Whether a spelling that ends in a letter is only the beginning of a longer word."""
        return self._folded[end - 1].isalpha() and _WORD.match(self.text, end) is not None


def counted(typed: Typed, at: int) -> tuple[int | None, int, int] | None:
    """A count, if there is one, and the start and the end of the symbol behind it; None if there is none."""
    for count, start in _counts(typed.text, at):
        end = typed.symbol_end(start)
        if end > start:
            return count, start, end
    return None


def _counts(text: str, at: int) -> Iterator[tuple[int | None, int]]:
    """The ways to read a count, the likeliest first: `2xE` is two E, `2X` two X, a name may begin with 2."""
    digits = _DIGITS.match(text, at)
    if digits:
        for end in range(digits.end(), digits.start(1), -1):
            count = int(text[digits.start(1) : end])
            times = _TIMES.match(text, end)
            if times:
                yield count, times.end()
            yield count, behind_blank(text, end)
    yield None, behind_blank(text, at)


def behind_blank(text: str, at: int) -> int:
    """A place in a text, or the one behind the blank that stands there."""
    return at + text.startswith(" ", at)


class _Codes:
    """Codes of one letter or several, to take a run of them apart."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        self._codes = {typed: code for typed, code in codes.items() if len(typed) <= LONGEST_RUN}
        self._lengths = sorted({len(typed) for typed in self._codes}, reverse=True)

    def taken_apart(self, run: str) -> list[str]:
        """The codes, longest first, or nothing if some of the run is no code."""
        parts: list[str] = []
        while run and len(run) <= LONGEST_RUN:
            code = next((run[:size] for size in self._lengths if run[:size] in self._codes), None)
            if code is None:
                return []
            parts.append(self._codes[code])
            run = run[len(code) :]
        return [] if run else parts
