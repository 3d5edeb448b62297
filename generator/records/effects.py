"""Effects: what somebody types, as frozen values that a rules engine reads, and the text printed from these.

The grammar is in `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from generator.ground.spelling import nearest
from generator.records.cells import listed, shown
from generator.records.examples import (
    CHANGED,
    ban_example,
    call_example,
    change_examples,
    move_example,
    such_as,
)
from generator.records.faults import NotationError, raise_all
from generator.records.grammar import CALLED, NotationWord, Who, begun_by, term_of, term_with
from generator.records.symbols import LARGEST_COUNT, LONGEST_TYPED, VARIATION, Kind, Symbols, Typed, counted

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EM DASH}"
ARROW = "\N{RIGHTWARDS ARROW}"
EMPTY_WORDS = {"", "-", "–", NOTHING, MINUS, "none", "nothing", "0"}


@dataclass(frozen=True, slots=True)
class Change:
    """A track or token goes up or down by `amount` (never 0) for `who`."""

    who: str
    symbol: str
    amount: int


@dataclass(frozen=True, slots=True)
class Ban:
    """`who` may not take `action` for the rest of the round: the key of a symbol of the kind action.

    In a game whose sheet Notation has bans it is the key of one of these.
    """

    who: str
    action: str


@dataclass(frozen=True, slots=True)
class Call:
    """Something happens by its name, such as a lookup in the Group or the Individual table."""

    table: str
    who: str = Who.GROUP


@dataclass(frozen=True, slots=True)
class Shift:
    """`who` moves so many things, of one symbol or just things, from one place to another."""

    who: str
    source: str
    target: str
    amount: int
    symbol: str = ""


Part = Change | Ban | Call | Shift


@dataclass(frozen=True, slots=True)
class Effect:
    """Parts in the order in which they are resolved; none means that nothing happens."""

    parts: tuple[Part, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.parts)


# ---------------------------------------------------------------- reading


def parse_effect(text: str, symbols: Symbols) -> Effect:
    """Read `-2M; all -1V; no Recycle`. Raises one NotationError for all that cannot be read."""
    bare = text.replace(VARIATION, "").strip()
    if bare.casefold() in EMPTY_WORDS:
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
    grammar = symbols.grammar
    call = term_of(grammar.calls, piece) if len(piece) <= LONGEST_TYPED else None
    if call is not None:
        yield Call(call.key)
        return
    text = " ".join(piece.split())
    named, rest = begun_by(grammar.who, text)
    who = _who(named)
    first = rest.split(" ", 1)[0].casefold().rstrip(":")
    if first == "no":
        yield _parse_ban(who, rest[len("no") :].lstrip(" :"), piece, symbols)
        return
    call = term_of(grammar.calls, rest) if grammar.stated and rest else None
    if call is not None:
        yield Call(call.key, who)
        return
    if grammar.places and _ARROWS.search(rest):
        yield _parse_move(who, rest, piece, symbols)
        return
    if not grammar.stated and text.casefold().endswith(CALLED):
        _refuse_call(piece, symbols)
    if first.isalpha() and (named is not None or " " in rest):
        _refuse_words(piece, rest, named, symbols)
    yield from _parse_changes(rest, who, piece, symbols, faults)


def _who(named: NotationWord | None) -> str:
    if named is None:
        return Who.YOU
    return Who(named.key) if named.key in set(Who) else named.key


def _refuse_call(piece: str, symbols: Symbols) -> None:
    """For a game without a sheet Notation: a consequence that is nobody's."""
    if CALLED not in symbols:
        raise NotationError(f"{shown(piece)} cannot be read as an effect.", _effects(symbols), token=piece)
    flaw = f"{shown(piece)} does not say whose consequence."
    raise NotationError(flaw, "Write group consequence or individual consequence.", token=piece)


def _refuse_words(piece: str, rest: str, named: NotationWord | None, symbols: Symbols) -> None:
    """Words that are no change: a misspelt call, or somebody whom nobody knows."""
    grammar = symbols.grammar
    close = nearest(rest, [term.word for term in grammar.calls], cutoff=0.7) if grammar.stated else []
    if close:
        flaw = f"{shown(piece)} cannot be read as an effect."
        raise NotationError(flaw, f"Did you mean “{close[0]}”?", token=piece)
    if named is not None:
        raise NotationError(f"{shown(piece)} cannot be read as an effect.", _effects(symbols), token=piece)
    words = listed([term.word for term in grammar.who], "or")
    flaw = f"{shown(piece)} begins with {shown(rest.split(' ', 1)[0])}, which names nobody."
    raise NotationError(flaw, f"Begin with {words}, or leave it out.", token=piece)


def _parse_ban(who: str, text: str, piece: str, symbols: Symbols) -> Ban:
    bans = symbols.grammar.bans
    if not text:
        mend = f"Name it{such_as(ban_example(symbols))}."
        raise NotationError(f"{shown(piece)} does not say which action.", mend, token=piece)
    if not bans:
        return Ban(who, symbols.find(text, (Kind.ACTION,)).key)
    return Ban(who, _term(bans, text, "is nothing that may be forbidden.").key)


def _term(terms: tuple[NotationWord, ...], typed: str, lacks: str) -> NotationWord:
    """The word of the sheet Notation that somebody typed. Raises NotationError with what would do."""
    word = term_of(terms, typed)
    if word is not None:
        return word
    close = nearest(typed, [term.word for term in terms], cutoff=0.7)
    if close:
        mend = f"Did you mean “{close[0]}”?"
    else:
        words = [term.word for term in terms[: _MOST_WORDS + 1]]
        rest = " …" if len(words) > _MOST_WORDS else "."
        mend = f"Use {'one of ' if len(words) > 1 else ''}{', '.join(words[:_MOST_WORDS])}{rest}"
    raise NotationError(f"{shown(typed)} {lacks}", mend, token=typed)


_MOST_WORDS = 5
"""As many words are listed to somebody who typed an unknown one."""
_ARROWS = re.compile(rf" ?(?:->|>|{ARROW}) ?")
_NUMBER = re.compile(r" ?(\d{1,4})$")


def _parse_move(who: str, text: str, piece: str, symbols: Symbols) -> Shift:
    places = symbols.grammar.places
    source, target, *further = _ARROWS.split(text)
    if further:
        mend = f"Write each move as a part of its own{such_as(move_example(symbols))}."
        raise NotationError(f"{shown(piece)} goes through more than two places.", mend, token=piece)
    start = _term(places, source, "is not a place of the sheet Notation.")
    end, rest = begun_by(places, target)
    if end is None:
        word = re.split(r" ?\d", target, maxsplit=1)[0]
        end = _term(places, word, "is not a place of the sheet Notation.")
    if rest and end.word and target[len(end.word) : len(end.word) + 1] == ":":
        rest = rest.lstrip(":")
    amount, symbol = 1, ""
    number = _NUMBER.match(rest)
    if number:
        amount = int(number[1])
    elif rest:
        amount, symbol = _counted_whole(rest, piece, symbols)
    if not 1 <= amount <= LARGEST_COUNT:
        flaw = f"{shown(piece)} moves {amount}."
        raise NotationError(flaw, f"Move 1 to {LARGEST_COUNT}.", token=piece)
    return Shift(who, start.key, end.key, amount, symbol)


def _counted_whole(text: str, piece: str, symbols: Symbols) -> tuple[int, str]:
    """The count and the symbol that are all of a text."""
    typed = Typed(text, symbols)
    count, start, end = counted(typed, 0) or (None, 0, 0)
    if end != len(typed.text):
        example = such_as(move_example(symbols))
        mend = f"Write behind the second place a count, and a symbol if you like{example}."
        raise NotationError(f"{shown(piece)} cannot be read as a move.", mend, token=piece)
    symbol = symbols.find(typed.text[start:end], CHANGED)
    return 1 if count is None else count, symbol.key


_SIGN = re.compile(r" ?([+−–-])")


def _parse_changes(
    text: str, who: str, piece: str, symbols: Symbols, faults: list[NotationError]
) -> Iterator[Change]:
    typed = Typed(text, symbols)
    text, at = typed.text, 0
    while sign := _SIGN.match(text, at):
        count, start, end = counted(typed, sign.end()) or (None, 0, 0)
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
        flaw = f"{shown(piece)} changes {symbol.name} by {amount}."
        faults.append(NotationError(flaw, f"Change it by 1 to {LARGEST_COUNT}.", token=symbol.name))
    if at == 0 or text[at:].strip():
        mend = (_signed(typed, piece, symbols) if at == 0 else "") or _effects(symbols)
        raise NotationError(f"{shown(piece)} cannot be read as an effect.", mend, token=piece)


def _signed(typed: Typed, piece: str, symbols: Symbols) -> str:
    """The mend of changes that only lack their signs, such as `1V`; nothing if that is not all."""
    at, amounts = 0, []
    with suppress(NotationError):
        while (item := counted(typed, at)) is not None:
            count, start, end = item[0] or 1, *item[1:]
            symbols.find(typed.text[start:end], CHANGED)
            amounts.append(f"{count}{typed.text[start:end].strip()}")
            at = end
            if count > LARGEST_COUNT or len(amounts) > _MOST_WORDS:
                return ""
    if not amounts or typed.text[at:].strip():
        return ""
    head = " ".join(piece.split()).removesuffix(typed.text)
    gain, loss = (f"{head}{' '.join(sign + amount for amount in amounts)}" for sign in "+-")
    return f"Did you mean “{gain}” or “{loss}”?"


def _effects(symbols: Symbols) -> str:
    """How effects are written, with the symbols of this game."""
    changes = such_as(*change_examples(symbols))
    examples = (ban_example(symbols), call_example(symbols), move_example(symbols))
    kinds = [f"or {text}, " for text in examples if text]
    return f"Write a sign, a count and a symbol{changes}, {''.join(kinds)}with a semicolon between two parts."


# ---------------------------------------------------------------- printing


def effect_text(effect: Effect, symbols: Symbols, *, you: str = "") -> str:
    """Rich text of an effect; `you` is put before parts that strike the acting player alone.

    >>> effect_text(Effect((Change(Who.GROUP, "meaning", -2), Change(Who.ALL, "vitals", -1))), Symbols([]))
    '−2{meaning} · All −1{vitals}'
    """
    if not effect:
        return NOTHING
    pieces: list[str] = []
    last: str | None = None
    for part in effect.parts:
        if isinstance(part, Change) and part.who == last and pieces:
            pieces[-1] += f" {signed(part.amount)}{{{part.symbol}}}"
            continue
        pieces.append(_part_text(part, symbols, you))
        last = part.who if isinstance(part, Change) else None
    return " · ".join(pieces)


def _part_text(part: Part, symbols: Symbols, you: str) -> str:
    grammar = symbols.grammar
    who = _who_text(part.who, symbols, you)
    match part:
        case Call():
            return f"{who}{_word_text(grammar.calls, part.table, symbols)}"
        case Ban():
            banned = f"\u00a0{_banned_text(part.action, symbols)}"
            if part.who == Who.ALL:  # “No Recycle” reads better than “All no Recycle”, and says the same
                return f"{grammar.bare_no}{banned}"
            return f"{who}{grammar.no}{banned}"
        case Shift():
            source, target = (_word_text(grammar.places, key, symbols) for key in (part.source, part.target))
            icon = f"{{{part.symbol}}}" if part.symbol else ""
            return f"{who}{part.amount}{icon}\u00a0{source}\u00a0{ARROW} {target}"
    return f"{who}{signed(part.amount)}{{{part.symbol}}}"


def _who_text(who: str, symbols: Symbols, you: str) -> str:
    """Whom a part strikes as it is printed, with a blank behind it."""
    if who == Who.GROUP or (who == Who.YOU and you):
        return you if who == Who.YOU else ""
    text = _word_text(symbols.grammar.who, who, symbols, "" if who == Who.YOU else who.capitalize())
    return f"{text} " if text else ""


def _banned_text(action: str, symbols: Symbols) -> str:
    name = f"{{{action}}}\u00a0{symbols[action].name}" if action in symbols else action
    return _word_text(symbols.grammar.bans, action, symbols, name)


def _word_text(
    terms: tuple[NotationWord, ...], key: str, symbols: Symbols, otherwise: str | None = None
) -> str:
    """A word of the notation as it is printed; `otherwise`, or its key, if the game has no such word."""
    term = term_with(terms, key)
    if term is not None:
        return term.shown(symbols.__contains__)
    return key if otherwise is None else otherwise


def signed(amount: int) -> str:
    """The amount of a change as it is printed: `+2`, `−1`."""
    return f"+{amount}" if amount > 0 else f"{MINUS}{-amount}"
