"""Facts as sentences. Facts of one kind that belong together make one sentence.

What can be read off the table before and after a step is left to `generator.replay.differences`. Here is told
what cannot: why something happened, and what a value went through that moved more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from generator.games.meaning_made.records import TOKENS, Game
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.move_words import counted, listed
from generator.games.meaning_made.rules.state import COMMUNITY, Result, State
from generator.games.meaning_made.terms import ACTIONS, Terms
from generator.records.notation import MINUS, effect_text

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ENDS: Mapping[str, Callable[[Terms], str]] = MappingProxyType(
    {
        Result.END: lambda terms: f"The {terms.end} is complete, and the game ends.",
        Result.COLLAPSE: lambda terms: f"{terms.meaning} is at 0: {terms.collapses}.",
        Result.ROUNDS: lambda terms: "The last round is over.",
    }
)


def sentences(facts: Sequence[say.Fact], before: State, after: State, game: Game) -> Iterator[str]:
    """One sentence for each thing that is to be told; what the headline says already is left out."""
    teller = _Teller(before, after, game)
    moved = Counter(_value(fact) for fact in facts if isinstance(fact, say.Changed))
    facts_told = [fact for fact in _without_payment(facts) if not isinstance(fact, _SILENT)]
    for kind, group in groupby(facts_told, key=_together):
        yield from _TELLS[kind[0]](teller, _unseen(list(group), moved))


_SILENT = (
    say.Acted,
    say.Contributed,
    say.RoundBegan,
    say.TurnBegan,
    say.WindowOpened,
    say.Loaded,
    say.HighestLayer,
    say.Revealed,
    say.Discarded,
)
"""Told by the headline, or seen on the table."""


def _unseen(group: list[say.Fact], moved: Mapping[tuple[str, int], int]) -> list[say.Fact]:
    """A group without the changes that the table shows whole; all those of one player go together."""
    hidden = {
        fact.player
        for fact in group
        if isinstance(fact, say.Changed)
        and (moved[_value(fact)] > 1 or fact.after - fact.before != fact.asked)
    }
    return [fact for fact in group if not isinstance(fact, say.Changed) or fact.player in hidden]


def _value(fact: say.Changed) -> tuple[str, int]:
    """What changed."""
    return fact.symbol, fact.player


def _together(fact: say.Fact) -> tuple[type, str]:
    """Facts with the same value stand in one sentence."""
    if isinstance(fact, say.Changed):
        return say.Changed, "token" if fact.symbol in TOKENS else fact.symbol
    if isinstance(fact, say.Banned):
        return say.Banned, fact.action
    return type(fact), str(id(fact))


def _without_payment(facts: Sequence[say.Fact]) -> Iterator[say.Fact]:
    """Leave out what the headline tells: tokens that are paid, given away or gathered."""
    action: act.Action | None = None
    handed = False
    for fact in facts:
        if isinstance(fact, say.Acted):
            action, handed = fact.action, False
        elif isinstance(fact, say.Answered):
            handed = fact.accepted
        elif isinstance(fact, say.Changed) and fact.symbol in TOKENS:
            if handed or isinstance(action, _PAYING):
                continue
        elif not isinstance(fact, say.Changed):
            action = None  # what the player paid comes first; all else is an outcome
        yield fact


_PAYING = (act.Load, act.Contribute, act.Donate, act.Gather, act.Convert, act.Lose, act.Take)


class _Teller:
    """What sentences need to know: the names of players and cards."""

    def __init__(self, before: State, after: State, game: Game) -> None:
        self.names = before.names
        self.after = after
        self.game = game
        self.terms = game.terms

    def effect(self, effect: Any) -> str:
        return effect_text(effect, self.game.book.symbols)

    def event(self, event: int) -> str:
        return self.game.events[event].title

    def place(self, place: int) -> str:
        return _PLACES[place - 1] if place <= len(_PLACES) else f"{place}th"


# ---------------------------------------------------------------- tracks and tokens


def _changed(teller: _Teller, facts: list[say.Changed]) -> Iterator[str]:
    if not facts:
        return
    if facts[0].symbol == "meaning":
        for fact in facts:
            yield _meaning(fact)
    elif facts[0].symbol in TOKENS:
        yield from _tokens(teller, facts)
    else:
        yield from _track(teller, facts)


def _meaning(fact: say.Changed) -> str:
    if fact.before == fact.after:
        return f"{{meaning}} stays at {fact.after}."
    return f"{{meaning}} {'rises' if fact.after > fact.before else 'falls'} to {fact.after}."


def _track(teller: _Teller, facts: list[say.Changed]) -> Iterator[str]:
    """`All +1{vitals}: Alex 6, Brooke 4.` or `Casey +6{legacy}: 12.`"""
    for amount, group in groupby(facts, key=lambda fact: fact.asked):
        some = list(group)
        reached = [(teller.names[fact.player], fact.after) for fact in some]
        change = f"{_signed(amount)}{{{some[0].symbol}}}"
        if len(some) == 1 and some[0].before == some[0].after:
            yield f"{reached[0][0]} stays at {reached[0][1]}{{{some[0].symbol}}}."
        elif len(some) == 1:
            yield f"{reached[0][0]} {change}, now {reached[0][1]}."
        else:
            who = "All" if len(some) == len(teller.names) else "Both" if len(some) == 2 else "Each"
            yield f"{who} {change}: {', '.join(f'{name} {value}' for name, value in reached)}."


def _tokens(teller: _Teller, facts: list[say.Changed]) -> Iterator[str]:
    """`Alex +1{support}.` or `All −1{energy}; Drew has none.`"""
    by_player: dict[int, list[say.Changed]] = {}
    for fact in facts:
        by_player.setdefault(fact.player, []).append(fact)
    changes = {
        player: " ".join(f"{_signed(fact.asked)}{{{fact.symbol}}}" for fact in some)
        for player, some in by_player.items()
    }
    short = [fact for fact in facts if fact.before < -fact.asked]
    if len(short) == len(facts) == len(changes):
        lost: dict[str, list[str]] = {}  # what the others lost is seen on the table
        for fact in facts:
            had = f"only {fact.before}{{{fact.symbol}}}" if fact.before else f"no {{{fact.symbol}}}"
            lost.setdefault(had, []).append(teller.names[fact.player])
        yield from (f"{listed(tuple(names))} had {had}." for had, names in lost.items())
        return
    had = "fewer" if any(fact.before for fact in short) else "none"
    names = tuple(dict.fromkeys(teller.names[fact.player] for fact in short))
    lacking = f"; {listed(names)} had {had}" if short else ""
    if len(changes) == len(teller.names) and len(set(changes.values())) == 1:
        yield f"All {next(iter(changes.values()))}{lacking}."
        return
    yield ", ".join(f"{teller.names[player]} {change}" for player, change in changes.items()) + f"{lacking}."


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"{MINUS}{-amount}"


# ---------------------------------------------------------------- Events and consequences


def _event(teller: _Teller, facts: list[say.EventRevealed]) -> Iterator[str]:
    for fact in facts:
        card = teller.game.events[fact.event]
        if card.effect is None:
            yield f"Row {card.letter}, column {fact.layer}: {teller.effect(fact.effect)}."


def _penalty(teller: _Teller, facts: list[say.PenaltyRevealed]) -> Iterator[str]:
    for fact in facts:
        code = teller.game.events[fact.event].code
        yield (
            f"The {teller.terms.completion_penalty} {{completion_penalty}} turns over "
            f"**{teller.event(fact.event)}**, for its code {code} alone."
        )


def _consequence(teller: _Teller, facts: list[say.Consequence]) -> Iterator[str]:
    for fact in facts:
        code = teller.game.events[fact.event].code
        word = f"{teller.terms.consequence} {{consequence}}"
        whose = f"Individual {word} for {teller.names[fact.player]}" if fact.player >= 0 else f"Group {word}"
        yield f"{whose}, code {code}, column {fact.layer}: {teller.effect(fact.effect)}."


def _banned(teller: _Teller, facts: list[say.Banned]) -> Iterator[str]:
    action = facts[0].action
    name = getattr(teller.terms, action) if action in ACTIONS else teller.game.book.symbols[action].name
    word = f"{{{action}}} {name}"
    players = [teller.names[fact.player] for fact in facts]
    if len(players) < len(teller.names):  # what strikes all says the table's cell
        yield f"No {word} for {listed(players)} this round."


# ---------------------------------------------------------------- cards


def _marker(teller: _Teller, facts: list[say.MarkerPlaced]) -> Iterator[str]:
    for fact in facts:
        who = f"The {teller.terms.community}" if fact.player == COMMUNITY else teller.names[fact.player]
        yield f"{who} takes the {teller.place(fact.place)} {teller.terms.contribution.begun} space."


def _completed(teller: _Teller, facts: list[say.Completed]) -> Iterator[str]:
    for fact in facts:
        yield f"**{teller.game.initiatives[fact.initiative].title} is complete.**"


def _row(teller: _Teller, deck: str) -> str:
    """Where the cards of a deck lie open."""
    return teller.terms.prism if deck == "pattern" else teller.terms.index


def _emptied(teller: _Teller, facts: list[say.Emptied]) -> Iterator[str]:
    yield f"No card is left for the {_row(teller, facts[0].deck)}; its place stays empty."


def _reshuffled(teller: _Teller, facts: list[say.Reshuffled]) -> Iterator[str]:
    for fact in facts:
        cards = counted(fact.cards, "discarded card")
        yield f"{cards} of the {teller.terms.deck(fact.deck)} deck make a new one."


# ---------------------------------------------------------------- the rest


def _answered(teller: _Teller, facts: list[say.Answered]) -> Iterator[str]:
    for fact in facts:
        partner = teller.names[fact.other]
        if not fact.able:
            yield f"{partner} has none to give; the action is spent."
        elif fact.accepted:
            yield f"{partner} accepts."
        else:
            yield f"{partner} declines; the action is spent."


def _each(sentence: Callable[[_Teller, Any], str]) -> Callable[[_Teller, list[Any]], Iterator[str]]:
    return lambda teller, facts: (sentence(teller, fact) for fact in facts)


_TELLS: Mapping[type, Callable[[_Teller, list[Any]], Iterator[str]]] = MappingProxyType(
    {
        say.Changed: _changed,
        say.EventRevealed: _event,
        say.NoEvent: _each(lambda teller, fact: f"There is no {teller.terms.event} left."),
        say.PenaltyRevealed: _penalty,
        say.Consequence: _consequence,
        say.Banned: _banned,
        say.BecameFragile: _each(
            lambda teller, fact: f"{teller.names[fact.player]} is {{fragile}} {teller.terms.fragile}."
        ),
        say.Recovered: _each(
            lambda teller, fact: f"{teller.names[fact.player]} is no longer {teller.terms.fragile}."
        ),
        say.MarkerPlaced: _marker,
        say.Completed: _completed,
        say.Emptied: _emptied,
        say.Reshuffled: _reshuffled,
        say.Answered: _answered,
        say.GameEnded: _each(lambda teller, fact: _ENDS[fact.result](teller.terms)),
    }
)
