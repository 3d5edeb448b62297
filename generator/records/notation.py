"""The short notation for requirements and effects, and the text that is printed from them.

A designer types `2E 1I`, `☀️☀️🔍` or `2 Energy, Insight` for a requirement, and
`-2M; all -1V; no Recycle; group consequence` for an effect. Both parse into frozen values that the
rules engine reads; `requirement_text` and `effect_text` make the printed rich text from the same
values, so print and rules cannot differ. Rich text marks an icon as `{key}`.

Grammar (spaces, commas and plus signs part the items of a requirement; `;` or `,` the parts of an effect):

    requirement := item*              item   := [count] ["x"] symbol
    effect      := part*              part   := [who] change+ | [who] "no" action | kind "consequence"
    change      := sign count symbol  who    := "all" | "you" | "others"
    kind        := "group" | "individual"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from generator.records.cells import shown
from generator.records.examples import (
    CALLED,
    CHANGED,
    REQUIRED,
    ban_example,
    call_example,
    change_examples,
    requirement_example,
    such_as,
)
from generator.records.faults import NotationError, raise_all
from generator.records.symbols import VARIATION, Kind, Symbol, Symbols, Typed

__all__ = [
    "MINUS", "NOTHING", "Amount", "Ban", "Call", "Change", "Effect", "Kind", "NotationError", "Part",
    "Requirement", "Symbol", "Symbols", "Who", "effect_text", "parse_effect", "parse_requirement",
    "requirement_text", "signed",
]  # fmt: skip

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EM DASH}"
LARGEST_COUNT = 99
_EMPTY_WORDS = {"", "-", "–", NOTHING, MINUS, "none", "nothing", "0"}


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
    if text.strip().casefold() in _EMPTY_WORDS:
        return Requirement()
    found: dict[str, int] = {}
    faults: list[NotationError] = []
    for count, spelling in _items(text, symbols, faults):
        try:
            key = symbols.find(spelling, REQUIRED).key
        except NotationError as fault:
            faults.append(fault)
            continue
        found[key] = found.get(key, 0) + count
    for key, count in found.items():
        if not 1 <= count <= LARGEST_COUNT:
            what = f"{shown(text)} asks for {count} {symbols[key].name}."
            faults.append(NotationError(what, f"Ask for 1 to {LARGEST_COUNT}.", token=symbols[key].name))
    raise_all(faults)
    ordered = sorted(found, key=symbols.order)
    return Requirement(tuple(Amount(key, found[key]) for key in ordered))


def requirement_text(requirement: Requirement) -> str:
    """Rich text of the icons, one each: `{energy}{energy}{insight}`."""
    return "".join(f"{{{key}}}" for key in requirement.icons()) or NOTHING


def _items(text: str, symbols: Symbols, faults: list[NotationError]) -> Iterator[tuple[int, str]]:
    """Counts and spellings of symbols; what is neither is added to the faults, up to the next blank."""
    typed = Typed(text, symbols)
    bare, at = typed.text, 0
    while at < len(bare):
        found = _counted(typed, at)
        if found is None:
            start = _behind_blank(bare, at)
            end = _PARTED.search(bare, start + 1)
            rest = bare[start : end.start() if end else len(bare)]
            faults.append(_no_requirement(rest, symbols))
            at = end.end() if end else len(bare)
            continue
        count, start, ending = found
        yield 1 if count is None else count, bare[start:ending]
        between = _BETWEEN.match(bare, ending)
        at = between.end() if between else ending


def _no_requirement(text: str, symbols: Symbols) -> NotationError:
    mend = f"Write a count and a symbol for each part{such_as(requirement_example(symbols))}."
    return NotationError(f"{shown(text)} cannot be read as a requirement.", mend, token=text)


_PARTED = re.compile(r"[ ,]")
_BETWEEN = re.compile(r" ?[,+&]?")
_DIGITS = re.compile(r" ?(\d{1,4})")
_TIMES = re.compile(r" ?[xX×*] ?")


def _counted(typed: Typed, at: int) -> tuple[int | None, int, int] | None:
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
            yield count, _behind_blank(text, end)
    yield None, _behind_blank(text, at)


def _behind_blank(text: str, at: int) -> int:
    return at + text.startswith(" ", at)


# ---------------------------------------------------------------- effects


class Who(StrEnum):
    """Whom a part of an effect strikes. GROUP is the shared tracks, which belong to nobody."""

    GROUP = "group"
    YOU = "you"
    ALL = "all"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Change:
    """A track or token goes up or down by `amount` (never 0) for `who`."""

    who: Who
    symbol: str
    amount: int


@dataclass(frozen=True, slots=True)
class Ban:
    """`who` may not take `action` (a symbol key of kind action) for the rest of the round."""

    who: Who
    action: str


@dataclass(frozen=True, slots=True)
class Call:
    """A lookup of the current Event's code in the Group or the Individual table."""

    table: Literal["group", "individual"]


Part = Change | Ban | Call


@dataclass(frozen=True, slots=True)
class Effect:
    """Parts in the order in which they are resolved; none means that nothing happens."""

    parts: tuple[Part, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.parts)


def parse_effect(text: str, symbols: Symbols) -> Effect:
    """Read `-2M; all -1V; no Recycle`. Raises one NotationError for all that cannot be read."""
    bare = text.replace(VARIATION, "").strip()
    if bare.casefold() in _EMPTY_WORDS:
        return Effect()
    parts: list[Part] = []
    faults: list[NotationError] = []
    for piece in re.split(r"[;,\n]", bare):
        try:
            parts.extend(_parse_part(piece.strip(), symbols, faults) if piece.strip() else ())
        except NotationError as fault:
            faults.append(fault)
    raise_all(faults)
    return Effect(tuple(parts))


def _parse_part(piece: str, symbols: Symbols, faults: list[NotationError]) -> Iterator[Part]:
    words = piece.split()
    lowered = [word.casefold().rstrip(":") for word in words]
    if lowered[-1] == "consequence":
        if lowered[:-1] == ["group"]:
            yield Call("group")
        elif lowered[:-1] == ["individual"]:
            yield Call("individual")
        else:
            if CALLED not in symbols:
                raise NotationError(
                    f"{shown(piece)} cannot be read as an effect.", _effects(symbols), token=piece
                )
            what = f"{shown(piece)} does not say whose consequence."
            raise NotationError(what, "Write group consequence or individual consequence.", token=piece)
        return
    who = Who.YOU
    if lowered[0] in {"all", "you", "others"}:
        who = Who(lowered[0])
        words, lowered = words[1:], lowered[1:]
    elif len(lowered) > 1 and lowered[0] not in {"no"} and lowered[0].isalpha():
        what = f"{shown(piece)} begins with {shown(words[0])}, which names nobody."
        raise NotationError(what, "Begin with all, you or others, or leave it out.", token=piece)
    if lowered == ["no"]:
        mend = f"Name it{such_as(ban_example(symbols))}."
        raise NotationError(f"{shown(piece)} does not say which action.", mend, token=piece)
    if lowered and lowered[0] == "no":
        action = symbols.find(" ".join(words[1:]), (Kind.ACTION,))
        yield Ban(who, action.key)
        return
    yield from _parse_changes(" ".join(words), who, piece, symbols, faults)


_SIGN = re.compile(r" ?([+−–-])")


def _parse_changes(
    text: str, who: Who, piece: str, symbols: Symbols, faults: list[NotationError]
) -> Iterator[Change]:
    typed = Typed(text, symbols)
    text, at = typed.text, 0
    while sign := _SIGN.match(text, at):
        count, start, end = _counted(typed, sign.end()) or (None, 0, 0)
        if count is None:
            break
        at = end
        try:
            symbol = symbols.find(text[start:end], CHANGED)
        except NotationError as fault:
            faults.append(fault)
            continue
        amount = count if sign[1] == "+" else -count
        if 1 <= abs(amount) <= LARGEST_COUNT:
            yield Change(Who.GROUP if symbol.kind is Kind.SHARED_TRACK else who, symbol.key, amount)
            continue
        what = f"{shown(piece)} changes {symbol.name} by {amount}."
        faults.append(NotationError(what, f"Change it by 1 to {LARGEST_COUNT}.", token=symbol.name))
    if at == 0 or text[at:].strip():
        raise NotationError(f"{shown(piece)} cannot be read as an effect.", _effects(symbols), token=piece)


def _effects(symbols: Symbols) -> str:
    """How effects are written, with the symbols of this game."""
    changes = such_as(*change_examples(symbols))
    others = [f"or {text}, " for text in (ban_example(symbols), call_example(symbols)) if text]
    return (
        f"Write a sign, a count and a symbol{changes}, {''.join(others)}with a semicolon between two parts."
    )


_WHO_TEXT = {Who.GROUP: "", Who.YOU: "", Who.ALL: "All ", Who.OTHERS: "Others "}


def effect_text(effect: Effect, symbols: Symbols, *, you: str = "") -> str:
    """Rich text of an effect; `you` is put before parts that strike the acting player alone.

    >>> effect_text(Effect((Change(Who.GROUP, "meaning", -2), Change(Who.ALL, "vitals", -1))), Symbols([]))
    '−2{meaning} · All −1{vitals}'
    """
    if not effect:
        return NOTHING
    pieces: list[str] = []
    last: Who | None = None
    for part in effect.parts:
        if isinstance(part, Change) and part.who is last and pieces:
            pieces[-1] += f" {signed(part.amount)}{{{part.symbol}}}"
            continue
        pieces.append(_part_text(part, symbols, you))
        last = part.who if isinstance(part, Change) else None
    return " · ".join(pieces)


def _part_text(part: Part, symbols: Symbols, you: str) -> str:
    if isinstance(part, Call):
        name = "Group" if part.table == "group" else "Individual"
        return f"{{{CALLED}}}\u00a0{name}" if CALLED in symbols else f"{name}\u00a0{CALLED}"
    who = you if part.who is Who.YOU else _WHO_TEXT[part.who]
    if isinstance(part, Ban):
        if part.who is Who.ALL:  # “No Recycle” reads better than “All no Recycle”, and says the same
            return f"No\u00a0{{{part.action}}}\u00a0{symbols[part.action].name}"
        return f"{who}no\u00a0{{{part.action}}}\u00a0{symbols[part.action].name}"
    return f"{who}{signed(part.amount)}{{{part.symbol}}}"


def signed(amount: int) -> str:
    """The amount of a change as it is printed: `+2`, `−1`."""
    return f"+{amount}" if amount > 0 else f"{MINUS}{-amount}"
