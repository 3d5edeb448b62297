"""What a row of a script states about its outcome, and whether it is so.

`Gains` may hold changes (`+1E`, `-2M; all -1V`, `Casey +6L`), values reached (`Meaning 5`,
`Alex Vitals = 4`), and deeds in the words of the game's vocabulary. Parts are separated by `;` or `,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from generator.records.notation import Kind, NotationError, Symbol, Symbols
from generator.replay.engine import Engine
from generator.replay.errors import LONGEST_SHOWN, AmbiguousMove, UnreadableMove, shown
from generator.replay.moves import TABLE, A, CountChange, F, S
from generator.replay.names import player_named
from generator.replay.script import ScriptRow

EVERYBODY = -2
LONGEST_PART = 120
"""Letters of one outcome: a name and some changes. Reading one takes time by the square of them."""
_EMPTY = {"none", "—", "-"}
_PART = re.compile(r"(?P<who>.*?)\s*(?P<changes>(?:[+−–-]\s*\d{1,4}\s*[^\s\d+−–-]+\s*)+)")
_CHANGE = re.compile(r"([+−–-])\s*(\d{1,4})\s*([^\s\d+−–-]+)")
_VALUE = re.compile(r"(?P<who>.*?)\s*(?P<symbol>[^\s\d=:]+)\s*[=:]?\s*(?P<value>\d{1,4})")


@dataclass(frozen=True, slots=True)
class Claim:
    """`symbol` of `player` (TABLE for what all share, EVERYBODY for all) changes by, or reaches, a number.

    With neither number it is a deed: `symbol` is its word in the vocabulary.
    """

    player: int
    symbol: str
    change: int | None
    value: int | None
    text: str

    @property
    def deed(self) -> bool:
        """Whether it states something that was done, and no number."""
        return self.change is None and self.value is None


def claims_of(engine: Engine[S, A, F], row: ScriptRow, before: S) -> tuple[Claim, ...]:
    """What a row states about its outcome. Raises MoveError for a part that states nothing known."""
    stated, names = engine.stated(row), engine.names(before)
    if not stated:
        return ()
    actor = player_named(row.player, names) if row.player else engine.mover(row, before)
    claims: list[Claim] = []
    for part in re.split(r"[;,\n]", stated.replace("\ufe0f", "")):
        piece = part.strip().rstrip(".")
        deed = engine.vocabulary.deeds.get(piece.casefold())
        if deed:
            claims.append(Claim(TABLE, deed, None, None, piece))
        elif piece and piece.casefold() not in _EMPTY:
            claims.extend(_read(piece, actor, names, engine.book.symbols))
    return tuple(claims)


def _read(piece: str, actor: int, names: Sequence[str], symbols: Symbols) -> Iterator[Claim]:
    if len(piece) > LONGEST_PART:
        raise UnreadableMove(f"“{shown(piece)}” is too long for an outcome. Part outcomes with semicolons.")
    if match := _PART.fullmatch(piece):
        player = _who(match["who"], actor, names)
        for sign, count, spelling in _CHANGE.findall(match["changes"]):
            symbol = _symbol(spelling, symbols)
            amount = int(count) if sign == "+" else -int(count)
            yield Claim(_holder(symbol, player), symbol.key, amount, None, piece)
        return
    if match := _VALUE.fullmatch(piece):
        symbol = _symbol(match["symbol"], symbols)
        player = _who(match["who"], actor, names)
        yield Claim(_holder(symbol, player), symbol.key, None, int(match["value"]), piece)
        return
    if re.search(r"\bno\b|\bconsequence\b", piece.casefold()):
        return  # restrictions and lookups follow from the tables; the state shows them
    raise UnreadableMove(f"“{shown(piece)}” states no outcome. {_examples(symbols)}")


def _examples(symbols: Symbols) -> str:
    """What to write, with the first token and the first track of the game."""
    first = {symbol.kind: symbol for symbol in reversed([*symbols])}
    change = first.get(Kind.TOKEN) or first.get(Kind.TRACK)
    value = first.get(Kind.SHARED_TRACK) or first.get(Kind.TRACK) or change
    if change is None or value is None:
        return "Leave the cell empty, or write one that does."
    return f"Write a change such as +1{shown(change.typed)}, or a value such as {shown(value.name)} 5."


def _holder(symbol: Symbol, player: int) -> int:
    return TABLE if symbol.kind is Kind.SHARED_TRACK else player


def _who(text: str, actor: int, names: Sequence[str]) -> int:
    bare = text.strip().rstrip(":").strip()
    if not bare or bare.casefold() in {"you", "group"}:
        return actor
    if bare.casefold() in {"all", "everybody", "all players"}:
        return EVERYBODY
    try:
        return player_named(bare, names)
    except AmbiguousMove as fault:
        raise UnreadableMove(str(fault)) from None


def _symbol(text: str, symbols: Symbols) -> Symbol:
    if len(text) > LONGEST_SHOWN:
        raise UnreadableMove(f"“{shown(text)}” is no symbol of the sheet Icons.")
    try:
        return symbols.find(text, (Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.SHARED_TRACK))
    except NotationError as fault:
        raise UnreadableMove(f"{fault.what} {fault.mend}") from None


# ---------------------------------------------------------------- holding them against what happened


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """A claim beside what happened: a sentence if it is wrong, and how much each seat lacks for it."""

    wrong: str | None = None
    lacks: tuple[tuple[int, int], ...] = ()
    """Seats, and what is to be added for the claim to come true."""


def hold(
    engine: Engine[S, A, F], claims: Sequence[Claim], before: S, after: S, facts: Sequence[F]
) -> tuple[HeldClaim, ...]:
    """Each claim against a fact of its own: what one of them states is not there for the next one.

    A change is held against what effects asked for as well as against what came of it, because a track's end
    may cut it.
    """
    ledger = _Ledger(engine, before, after, facts)
    return tuple(
        HeldClaim(engine.check_deed(claim, facts)) if claim.deed else _held(ledger, claim) for claim in claims
    )


def _held(ledger: _Ledger[S, A, F], claim: Claim) -> HeldClaim:
    wrong: str | None = None
    lacks: list[tuple[int, int]] = []
    for seat in ledger.seats(claim):
        came, lacking = ledger.came(claim, seat)
        if came:
            wrong = wrong or f"The row states {shown(claim.text)}; {came}."
            lacks.append((seat, lacking))
    return HeldClaim(wrong, tuple(lacks))


class _Ledger(Generic[S, A, F]):
    """The changes of each symbol of each seat that no claim has stated yet."""

    def __init__(self, engine: Engine[S, A, F], before: S, after: S, facts: Sequence[F]) -> None:
        self._engine, self._before, self._after, self._facts = engine, before, after, facts
        self._left: dict[tuple[int, str], list[CountChange]] = {}

    def seats(self, claim: Claim) -> Sequence[int]:
        """The seats that a claim is about."""
        return range(len(self._engine.names(self._after))) if claim.player == EVERYBODY else (claim.player,)

    def came(self, claim: Claim, seat: int) -> tuple[str, int]:
        """What came instead of a claim, as words, and what it lacks; nothing if it holds."""
        have = self._engine.measure(self._after, seat, claim.symbol)
        if have is None:
            return "nobody keeps count of that", 0
        if claim.value is not None:
            lacking = claim.value - have
            return (f"{self._reads(claim, seat)} is {have}" if lacking else ""), lacking
        past = self._engine.measure(self._before, seat, claim.symbol) or 0
        change = claim.change or 0
        changes = self._engine.changes(self._facts, seat, claim.symbol)
        left = self._left.setdefault((seat, claim.symbol), list(changes))
        if not changes and (change == have - past or (claim.player == EVERYBODY and change <= 0 == past)):
            return "", 0  # who has nothing loses nothing
        own = stated_by(change, left)
        if own is None:
            own = [count_change for count_change in left if (count_change.asked > 0) == (change > 0)] or left
            _without(left, own)
            moved = [change.came for change in own] or [have - past] * (not changes)
            amounts = " and ".join(f"{amount:+d}" for amount in moved) or "+0"
            return f"{self._reads(claim, seat)} changed by {amounts}", change - sum(moved)
        _without(left, own)
        return "", 0

    def _reads(self, claim: Claim, seat: int) -> str:
        name = self._engine.book.symbols[claim.symbol].name
        return name if seat == TABLE else f"{self._engine.names(self._after)[seat]}’s {name}"


def _without(left: list[CountChange], own: Sequence[CountChange]) -> None:
    for change in own:
        left.remove(change)


def stated_by(change: int, left: Sequence[CountChange]) -> Sequence[CountChange] | None:
    """The changes that a stated one stands for: one of them, or all, all gains, or all losses together."""
    count_change = next((shift for shift in left if change in shift), None)
    if count_change is not None:
        return (count_change,)
    gains, losses = ([shift for shift in left if (shift.asked > 0) is up] for up in (True, False))
    for group in (list(left), gains, losses):
        if group and change in (sum(shift.asked for shift in group), sum(shift.came for shift in group)):
            return group
    return None


def comes_true(claim: Claim, before: int, after: int, shifts: Sequence[CountChange]) -> bool:
    """Whether a claim about one seat holds, by the values around the step and the changes of its symbol."""
    if claim.value is not None:
        return after == claim.value
    change = claim.change or 0
    return change == after - before or stated_by(change, shifts) is not None


def adopt(engine: Engine[S, A, F], claim: Claim, claimed: HeldClaim, state: S) -> S:
    """The state in which a claim that does not hold is taken at its word; deeds are left to the engine."""
    for seat, lacking in claimed.lacks:
        have = engine.measure(state, seat, claim.symbol)
        if have is not None:
            target = claim.value if claim.value is not None else have + lacking
            state = engine.with_measure(state, seat, claim.symbol, target)
    return state
