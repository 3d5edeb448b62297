"""The symbols of a game, the rows of its sheet Icons, and the ways in which somebody may type one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from generator.spelling import nearest

VARIATION = "\ufe0f"
"""The selector that makes an emoji colourful; typed or not, it means nothing here."""

MOST_LISTED = 5
"""As many symbols are named to somebody who typed an unknown one."""


class NotationError(ValueError):
    """A text that the notation cannot read. `what` and `mend` fill a Problem."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what} {mend}")
        self.what = what
        self.mend = mend


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


class Symbols:
    """The symbols of a game, found by key, code, emoji or name, whatever their case."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self._by_key = {symbol.key: symbol for symbol in symbols}
        self._order = {key: place for place, key in enumerate(self._by_key)}
        self._spellings: dict[str, Symbol] = {}
        for symbol in self._by_key.values():
            for spelling in (symbol.key, symbol.code, symbol.emoji, symbol.name):
                if _fold(spelling):
                    self._spellings.setdefault(_fold(spelling), symbol)
        self.pattern = _pattern(self._spellings)

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self._by_key.values())

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def __getitem__(self, key: str) -> Symbol:
        return self._by_key[key]

    def find(self, spelling: str, kinds: Iterable[Kind]) -> Symbol:
        """The symbol somebody typed. Raises NotationError with the spellings that would do."""
        wanted = tuple(kinds)
        symbol = self._spellings.get(_fold(spelling))
        typed = {symbol.key, symbol.code, symbol.emoji, symbol.name} if symbol else set()
        if symbol is not None and symbol.kind in wanted and spelling in typed:
            return symbol
        # `ST` is neither surely St nor surely S T, and `EEI` is three symbols
        codes = {s.code if symbol else s.code.casefold(): s.code for s in self if s.kind in wanted and s.code}
        parts = _taken_apart(spelling if symbol else spelling.casefold(), codes)
        if len(parts) > 1:
            raise NotationError(
                f"“{spelling}” runs several symbols together.", f"Part them with blanks: {' '.join(parts)}."
            )
        if symbol is not None and symbol.kind in wanted:
            return symbol
        mend = self._meant("" if symbol else spelling, wanted)
        if symbol is not None:
            what = f"“{spelling}” ({symbol.name}) is of the kind “{symbol.kind}”, which has no place here."
            raise NotationError(what, mend)
        raise NotationError(f"“{spelling}” is not a symbol of the sheet Icons.", mend)

    def _meant(self, spelling: str, kinds: Iterable[Kind]) -> str:
        """A mend: the symbol that looks like an unknown spelling, else some that would do."""
        known = {
            symbol.key: f"{symbol.code or symbol.key} ({symbol.name})"
            for symbol in self
            if symbol.kind in kinds
        }
        likely = {text: found.key for text, found in self._spellings.items() if found.key in known}
        close = nearest(_fold(spelling), likely, cutoff=0.7)
        if close:
            return f"Did you mean {known[likely[close[0]]]}?"
        if not known:
            return "Add a symbol of that kind to the sheet Icons."
        if len(known) <= MOST_LISTED:
            return f"Use one of {', '.join(known.values())}."
        listed = ", ".join(list(known.values())[:MOST_LISTED])
        return f"Use a code of the sheet Icons, such as {listed}."

    def order(self, key: str) -> int:
        """Where the symbol stands in the sheet Icons; printed lists follow that order."""
        return self._order[key]

    def spellings(self) -> Iterator[str]:
        """Every emoji, without its variation selector."""
        for symbol in self:
            if symbol.emoji:
                yield symbol.emoji.replace(VARIATION, "")


def _fold(spelling: str) -> str:
    return " ".join(spelling.replace(VARIATION, "").split()).casefold()


def _pattern(spellings: Iterable[str]) -> str:
    """A regular expression of a symbol as typed: a known emoji, name of several words, or any one word."""
    special = sorted((s for s in spellings if not s.isalpha()), key=lambda s: (-len(s), s))
    known = [
        re.escape(s).replace(r"\ ", r"\s+") + (r"(?![^\W\d_])" if s[-1].isalpha() else "") for s in special
    ]
    return "|".join([*known, r"[^\W\d_]+"])


def _taken_apart(run: str, codes: Mapping[str, str]) -> list[str]:
    """The codes that a run of letters is made of, longest first, or nothing if some of it is no code."""
    parts: list[str] = []
    while run:
        found = next((code for code in sorted(codes, key=len, reverse=True) if run.startswith(code)), None)
        if found is None:
            return []
        parts.append(codes[found])
        run = run[len(found) :]
    return parts
