"""What a row of a script states about its outcome, and whether it is so.

`Gains` may hold changes (`+1E`, `-2M; all -1V`, `Casey +6L`), values reached (`Meaning 5`,
`Alex Vitals = 4`), and deeds: `accepted`, `declined` and `completed`. Parts are separated by `;` or `,`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from generator.games.meaning_made.reading import player_named
from generator.games.meaning_made.records import TOKENS
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.errors import LONGEST_SHOWN, AmbiguousMove, UnreadableMove, shown
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.move_words import token_name
from generator.games.meaning_made.rules.state import State
from generator.records.notation import Kind, NotationError, Symbols

_Value = TypeVar("_Value")
TABLE = -1
EVERYBODY = -2
LONGEST_PART = 120
"""Letters of one outcome: a name and some changes. Reading one takes time by the square of them."""
_EMPTY = {"none", "—", "-"}
_DEEDS: Mapping[str, str] = MappingProxyType(
    {
        "accepted": "accepted", "accepts": "accepted",
        "declined": "declined", "declines": "declined",
        "completed": "completed", "completes": "completed", "complete": "completed",
    }
)  # fmt: skip
"""What people write for something that was done, to the symbol of its Claim."""
_PART = re.compile(r"(?P<who>.*?)\s*(?P<changes>(?:[+−–-]\s*\d{1,4}\s*[^\s\d+−–-]+\s*)+)")
_CHANGE = re.compile(r"([+−–-])\s*(\d{1,4})\s*([^\s\d+−–-]+)")
_VALUE = re.compile(r"(?P<who>.*?)\s*(?P<symbol>[^\s\d=:]+)\s*[=:]?\s*(?P<value>\d{1,4})")


@dataclass(frozen=True, slots=True)
class Claim:
    """`symbol` of `player` (TABLE for Meaning, EVERYBODY for all) changes by, or reaches, a number.

    With neither number it is a deed: `symbol` is accepted, declined or completed.
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


def read_claims(text: str, actor: int, names: Sequence[str], symbols: Symbols) -> tuple[Claim, ...]:
    """The claims of a cell. Raises UnreadableMove for a part that states nothing known."""
    made: list[Claim] = []
    for part in re.split(r"[;,\n]", text.replace("\ufe0f", "")):
        piece = part.strip().rstrip(".")
        deed = _DEEDS.get(piece.casefold())
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
        for sign, count, symbol in _CHANGE.findall(match["changes"]):
            key = _symbol(symbol, symbols)
            amount = int(count) if sign == "+" else -int(count)
            yield Claim(TABLE if key == "meaning" else player, key, amount, None, piece)
        return
    if match := _VALUE.fullmatch(piece):
        key = _symbol(match["symbol"], symbols)
        player = _who(match["who"], actor, names)
        yield Claim(TABLE if key == "meaning" else player, key, None, int(match["value"]), piece)
        return
    if re.search(r"\bno\b|\bconsequence\b", piece.casefold()):
        return  # restrictions and lookups follow from the tables; the state shows them
    raise UnreadableMove(
        f"“{shown(piece)}” states no outcome. Write a change such as +1E, or a value such as Meaning 5."
    )


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


def _symbol(text: str, symbols: Symbols) -> str:
    if len(text) > LONGEST_SHOWN:
        raise UnreadableMove(f"“{shown(text)}” is no symbol of the sheet Icons.")
    try:
        return symbols.find(text, (Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.SHARED_TRACK)).key
    except NotationError as fault:
        raise UnreadableMove(f"{fault.what} {fault.mend}") from None


# ---------------------------------------------------------------- holding them against what happened


def check_claim(claim: Claim, before: State, after: State, facts: Sequence[Fact]) -> str | None:
    """A sentence if the claim does not hold, else None.

    A change is held against what effects asked for as well as against what came of it, because a
    track's end may cut it.
    """
    if claim.deed:
        return _check_deed(claim, facts)
    players = range(len(after.names)) if claim.player == EVERYBODY else (claim.player,)
    for player in players:
        name = "Meaning" if player == TABLE else after.names[player]
        if claim.value is not None:
            have = _value(after, player, claim.symbol)
            if have != claim.value:
                return f"The row states {shown(claim.text)}; {_reads(player, name, claim.symbol)} is {have}."
        elif claim.change is not None:
            moved, asked = _moves(before, after, player, claim.symbol, facts)
            if claim.change not in (moved, *asked):
                reads = _reads(player, name, claim.symbol)
                return f"The row states {shown(claim.text)}; {reads} changed by {moved:+d}."
    return None


def _check_deed(claim: Claim, facts: Sequence[Fact]) -> str | None:
    if claim.symbol == "completed":
        done = any(isinstance(fact, say.Completed) for fact in facts)
        return None if done else f"The row states {shown(claim.text)}; no Initiative is complete by it."
    answers = [fact for fact in facts if isinstance(fact, say.Answered)]
    if not answers:
        return f"The row states {shown(claim.text)}; nobody answers a Touchpoint by it."
    if answers[-1].accepted == (claim.symbol == "accepted"):
        return None
    if answers[-1].accepted:
        return f"The row states {shown(claim.text)}; the Touchpoint is accepted."
    why = "is declined" if answers[-1].able else "comes to nothing, because the token is not there"
    return f"The row states {shown(claim.text)}; the Touchpoint {why}."


def tells_completion(claims: Sequence[Claim], before: State, after: State, facts: Sequence[Fact]) -> bool:
    """Whether a row states that an Initiative is complete, in a word or by its Legacy, and none was."""
    if any(isinstance(fact, say.Completed) for fact in facts):
        return False
    return any(
        claim.symbol == "completed"
        or (_raises_legacy(claim, before) and check_claim(claim, before, after, facts) is not None)
        for claim in claims
    )


def _raises_legacy(claim: Claim, before: State) -> bool:
    if claim.symbol != "legacy":
        return False
    if claim.value is None:
        return (claim.change or 0) > 0
    held = before.legacy if claim.player == EVERYBODY else (before.legacy[claim.player],)
    return any(have < claim.value for have in held)


def tells_exchange(claims: Sequence[Claim], facts: Sequence[Fact]) -> bool:
    """Whether a row states that a Touchpoint was accepted, and it came to nothing for want of a token."""
    refused = any(isinstance(fact, say.Answered) and not fact.able for fact in facts)
    return refused and any(claim.symbol == "accepted" for claim in claims)


def _reads(player: int, name: str, symbol: str) -> str:
    return "Meaning" if player == TABLE else f"{name}’s {_name(symbol)}"


def _name(symbol: str) -> str:
    return token_name(TOKENS.index(symbol)) if symbol in TOKENS else symbol.capitalize()


def _value(state: State, player: int, symbol: str) -> int:
    if symbol == "meaning":
        return state.meaning
    if symbol in TOKENS:
        return state.tokens[player][TOKENS.index(symbol)]
    if symbol == "token":
        return sum(state.tokens[player])
    return (state.vitals if symbol == "vitals" else state.legacy)[player]


def _moves(
    before: State, after: State, player: int, symbol: str, facts: Sequence[Fact]
) -> tuple[int, set[int]]:
    """How far a track or token moved, and the amounts that may be stated: each change, and all of a kind."""
    moved = _value(after, player, symbol) - _value(before, player, symbol)
    asked = [
        fact.asked
        for fact in facts
        if isinstance(fact, say.Changed) and fact.symbol == symbol and player in (fact.player, TABLE)
    ]
    # “+1E” beside a Load is its Bonus; what was paid is stated in the payment.
    gained = [amount for amount in asked if amount > 0]
    return moved, {*asked, sum(gained), sum(asked)} - ({0} if asked else set())


def adopt(claim: Claim, state: State, before: State, facts: Sequence[Fact]) -> State:
    """The state in which a claim that does not hold is taken at its word; deeds are left to `force`."""
    if claim.deed:
        return state
    players = range(len(state.names)) if claim.player == EVERYBODY else (claim.player,)
    for player in players:
        have = _value(state, player, claim.symbol)
        if claim.value is not None:
            wanted = claim.value
        else:
            change = claim.change or 0
            moved, _ = _moves(before, state, player, claim.symbol, facts)
            gained = sum(
                fact.asked
                for fact in facts
                if isinstance(fact, say.Changed)
                and (fact.symbol, fact.player) == (claim.symbol, player)
                and fact.asked > 0
            )
            # What was paid beside a Bonus is not part of it.
            wanted = have + change - (gained if change > 0 and claim.symbol in TOKENS else moved)
        state = _with_value(state, player, claim.symbol, wanted)
    return state


def _with_value(state: State, player: int, symbol: str, value: int) -> State:
    rules = state.setting.rules
    if symbol == "meaning":
        return replace(state, meaning=min(max(value, 0), rules.meaning_max))
    if symbol in TOKENS:
        held = state.tokens[player]._replace(**{symbol: max(value, 0)})
        return replace(state, tokens=_put(state.tokens, player, held))
    if symbol == "vitals":
        return replace(state, vitals=_put(state.vitals, player, min(max(value, 0), rules.vitals_max)))
    if symbol == "legacy":
        return replace(state, legacy=_put(state.legacy, player, min(max(value, 0), rules.legacy_max)))
    return state


def _put(values: tuple[_Value, ...], at: int, value: _Value) -> tuple[_Value, ...]:
    return (*values[:at], value, *values[at + 1 :])
