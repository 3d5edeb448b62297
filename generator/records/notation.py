"""The short notation for requirements and effects, and the text that is printed from them.

A designer types `2E 1I`, `☀️☀️🔍` or `2 Energy, Insight` for a requirement, and
`-2M; all -1V; no Recycle; group consequence` for an effect. Both parse into frozen values that the
rules engine reads; `requirement_text` and `effect_text` make the printed rich text from the same
values, so print and rules cannot differ. Rich text marks an icon as `{key}`.

Grammar (spaces, commas and plus signs part the items of a requirement; `;` or `,` the parts of an effect):

    requirement := item*              item   := [count] ["x"] symbol
    effect      := part*              part   := [who] (change+ | "no" ban | call | move)
    change      := sign count symbol  move   := place ">" place [count] [symbol]

The words of `who`, `ban`, `call` and `place` are those of the game's `Grammar`. Effects are read in
`effects`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.records.cells import shown
from generator.records.effects import (
    EMPTY_WORDS,
    MINUS,
    NOTHING,
    Ban,
    Call,
    Change,
    Effect,
    Part,
    Shift,
    effect_text,
    parse_effect,
    signed,
)
from generator.records.examples import REQUIRED, requirement_example, such_as
from generator.records.faults import NotationError, raise_all
from generator.records.grammar import Who
from generator.records.symbols import LARGEST_COUNT, Kind, Symbol, Symbols, Typed, behind_blank, counted

__all__ = [
    "MINUS",
    "Amount",
    "Ban",
    "Call",
    "Change",
    "Effect",
    "Kind",
    "NotationError",
    "Part",
    "Requirement",
    "Shift",
    "Symbol",
    "Symbols",
    "Who",
    "effect_text",
    "parse_effect",
    "parse_requirement",
    "requirement_text",
    "signed",
]  # fmt: skip


# ---------------------------------------------------------------- requirements


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of one symbol; `count` is at least 1."""

    symbol: str
    count: int


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a card asks for, each symbol once, in the order of the sheet Icons."""

    amounts: tuple[Amount, ...] = ()

    def count(self, symbol: str) -> int:
        """How many of the symbol are asked for."""
        return next((a.count for a in self.amounts if a.symbol == symbol), 0)

    def icons(self) -> tuple[str, ...]:
        """One key for each icon to print: `2E 1I` gives energy, energy, insight."""
        return tuple(a.symbol for a in self.amounts for _ in range(a.count))


def parse_requirement(text: str, symbols: Symbols) -> Requirement:
    """Read `2E 1I`, `☀️☀️🔍`, `2 Energy + Insight`. Raises one NotationError for all that cannot be read."""
    if text.strip().casefold() in EMPTY_WORDS:
        return Requirement()
    counts: dict[str, int] = {}
    faults: list[NotationError] = []
    for count, spelling in _items(text, symbols, faults):
        try:
            key = symbols.find(spelling, REQUIRED).key
        except NotationError as fault:
            faults.append(fault)
            continue
        counts[key] = counts.get(key, 0) + count
    for key, count in counts.items():
        if not 1 <= count <= LARGEST_COUNT:
            flaw = f"{shown(text)} asks for {count} {symbols[key].name}."
            faults.append(NotationError(flaw, f"Ask for 1 to {LARGEST_COUNT}.", token=symbols[key].name))
    raise_all(faults)
    ordered = sorted(counts, key=symbols.order)
    return Requirement(tuple(Amount(key, counts[key]) for key in ordered))


def requirement_text(requirement: Requirement) -> str:
    """Rich text of the icons, one each: `{energy}{energy}{insight}`."""
    return "".join(f"{{{key}}}" for key in requirement.icons()) or NOTHING


def _items(text: str, symbols: Symbols, faults: list[NotationError]) -> Iterator[tuple[int, str]]:
    """Counts and spellings of symbols; what is neither is added to the faults, up to the next blank."""
    typed = Typed(text, symbols)
    bare, at = typed.text, 0
    while at < len(bare):
        item = counted(typed, at)
        if item is None:
            start = behind_blank(bare, at)
            end = _PARTED.search(bare, start + 1)
            rest = bare[start : end.start() if end else len(bare)]
            mend = f"Write a count and a symbol for each part{such_as(requirement_example(symbols))}."
            flaw = f"{shown(rest)} cannot be read as a requirement."
            faults.append(NotationError(flaw, mend, token=rest))
            at = end.end() if end else len(bare)
            continue
        count, start, ending = item
        yield 1 if count is None else count, bare[start:ending]
        between = _BETWEEN.match(bare, ending)
        at = between.end() if between else ending


_PARTED = re.compile(r"[ ,]")
_BETWEEN = re.compile(r" ?[,+&]?")
