"""What a row of a script states about its outcome, and whether it is so.

`Gains` may hold changes (`+1E`, `-2M; all -1V`, `Casey +6L`), values reached (`Meaning 5`,
`Alex Vitals = 4`), and deeds in the words of the game's vocabulary. Parts are separated by `;` or `,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.records.notation import Kind, NotationError, Symbol, Symbols
from generator.replay.engine import TABLE, A, Engine, F, S
from generator.replay.errors import LONGEST_SHOWN, AmbiguousMove, UnreadableMove, shown
from generator.replay.names import player_named

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


def read_claims(
    text: str, actor: int, names: Sequence[str], symbols: Symbols, deeds: Mapping[str, str]
) -> tuple[Claim, ...]:
    """The claims of a cell. Raises UnreadableMove for a part that states nothing known."""
    made: list[Claim] = []
    for part in re.split(r"[;,\n]", text.replace("\ufe0f", "")):
        piece = part.strip().rstrip(".")
        deed = deeds.get(piece.casefold())
        if deed:
            made.append(Claim(TABLE, deed, None, None, piece))
        elif piece and piece.casefold() not in _EMPTY:
            made.extend(_read(piece, actor, names, symbols))
    return tuple(made)


def _read(piece: str, actor: int, names: Sequence[str], symbols: Symbols) -> Iterator[Claim]:
    if len(piece) <= LONGEST_PART:
        yield from _read_part(piece, actor, names, symbols)
        return
    raise UnreadableMove(f"“{shown(piece)}” is too long for an outcome. Part outcomes with semicolons.")


def _read_part(piece: str, actor: int, names: Sequence[str], symbols: Symbols) -> Iterator[Claim]:
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


def check_claim(engine: Engine[S, A, F], claim: Claim, before: S, after: S, facts: Sequence[F]) -> str | None:
    """A sentence if the claim does not hold, else None.

    A change is held against what effects asked for as well as against what came of it, because a
    track's end may cut it.
    """
    if claim.deed:
        return engine.check_deed(claim, facts)
    for player in _players(engine, claim, after):
        have = engine.measure(after, player, claim.symbol)
        reads = _reads(engine, player, after, claim.symbol)
        if have is None:
            return f"The row states {shown(claim.text)}; nobody keeps count of that."
        past = engine.measure(before, player, claim.symbol) or 0
        if not comes_true(claim, past, have, engine.changes(facts, player, claim.symbol)):
            came = f"is {have}" if claim.value is not None else f"changed by {have - past:+d}"
            return f"The row states {shown(claim.text)}; {reads} {came}."
    return None


def comes_true(claim: Claim, before: int, after: int, asked: Sequence[int]) -> bool:
    """Whether a claim about one player holds, by the values around the step and the changes asked for."""
    return (
        after == claim.value if claim.value is not None else claim.change in (after - before, *_stated(asked))
    )


def adopt(engine: Engine[S, A, F], claim: Claim, state: S, before: S, facts: Sequence[F]) -> S:
    """The state in which a claim that does not hold is taken at its word; deeds are left to the engine."""
    if claim.deed:
        return state
    token = engine.book.symbols[claim.symbol].kind is Kind.TOKEN
    for player in _players(engine, claim, state):
        have = engine.measure(state, player, claim.symbol)
        if have is None:
            continue
        if claim.value is not None:
            wanted = claim.value
        else:
            change = claim.change or 0
            moved = have - (engine.measure(before, player, claim.symbol) or 0)
            gained = sum(amount for amount in engine.changes(facts, player, claim.symbol) if amount > 0)
            # What was paid beside a Bonus is not part of it.
            wanted = have + change - (gained if change > 0 and token else moved)
        state = engine.with_measure(state, player, claim.symbol, wanted)
    return state


def _players(engine: Engine[S, A, F], claim: Claim, state: S) -> Sequence[int]:
    return range(len(engine.names(state))) if claim.player == EVERYBODY else (claim.player,)


def _stated(asked: Sequence[int]) -> set[int]:
    """The amounts that may be stated: each change, and all of a kind.

    “+1E” beside something that is paid for is its bonus; what was paid is stated in the payment.
    """
    gained = [amount for amount in asked if amount > 0]
    return {*asked, sum(gained), sum(asked)} - ({0} if asked else set())


def _reads(engine: Engine[S, A, F], player: int, state: S, symbol: str) -> str:
    name = engine.book.symbols[symbol].name
    return name if player == TABLE else f"{engine.names(state)[player]}’s {name}"
