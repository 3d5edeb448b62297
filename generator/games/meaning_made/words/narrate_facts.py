"""Facts as sentences. Facts of one kind that belong together make one sentence."""

from __future__ import annotations

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
    told = [fact for fact in _without_payment(facts) if not isinstance(fact, _SILENT)]
    for kind, group in groupby(told, key=_together):
        yield from _TELLS[kind[0]](teller, list(group))


_SILENT = (say.Acted, say.Contributed, say.RoundBegan, say.TurnBegan, say.WindowOpened)


def _together(fact: say.Fact) -> tuple[type, str]:
    """Facts with the same value stand in one sentence."""
    if isinstance(fact, say.Changed):
        return say.Changed, "token" if fact.symbol in TOKENS else fact.symbol
    if isinstance(fact, say.Banned):
        return say.Banned, fact.action
    if isinstance(fact, say.Revealed | say.Discarded):
        return type(fact), fact.deck
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
        self.layer_keys = {layer.number: layer.key for layer in game.layers}

    def effect(self, effect: Any) -> str:
        return effect_text(effect, self.game.book.symbols)

    def event(self, event: int) -> str:
        return self.game.events[event].title

    def place(self, place: int) -> str:
        return _PLACES[place - 1] if place <= len(_PLACES) else f"{place}th"


# ---------------------------------------------------------------- tracks and tokens


def _changed(teller: _Teller, facts: list[say.Changed]) -> Iterator[str]:
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
        if len(some) == 1:
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
        letter = teller.game.events[fact.event].letter
        yield f"Row {letter}, column {fact.layer}: {teller.effect(fact.effect)}."


def _penalty(teller: _Teller, facts: list[say.PenaltyRevealed]) -> Iterator[str]:
    for fact in facts:
        code = teller.game.events[fact.event].code
        yield f"The {{completion_penalty}} turns over {teller.event(fact.event)}, for its code {code} alone."


def _consequence(teller: _Teller, facts: list[say.Consequence]) -> Iterator[str]:
    for fact in facts:
        code = teller.game.events[fact.event].code
        whose = f"Individual {{consequence}} for {teller.names[fact.player]}" if fact.player >= 0 else ""
        yield (
            f"{whose or 'Group {consequence}'}, code {code}, column {fact.layer}: "
            f"{teller.effect(fact.effect)}."
        )


def _banned(teller: _Teller, facts: list[say.Banned]) -> Iterator[str]:
    action = facts[0].action
    name = getattr(teller.terms, action) if action in ACTIONS else teller.game.book.symbols[action].name
    word = f"{{{action}}} {name}"
    players = [teller.names[fact.player] for fact in facts]
    if len(players) == len(teller.names):
        yield f"No {word} for anyone this round."
    else:
        yield f"No {word} for {listed(players)} this round."


# ---------------------------------------------------------------- cards


def _loaded(teller: _Teller, facts: list[say.Loaded]) -> Iterator[str]:
    for fact in facts:
        layer = teller.layer_keys[teller.game.patterns[fact.pattern].layer]
        yield f"{{{layer}}} joins {teller.names[fact.player]}’s {teller.terms.palette}."


def _highest(teller: _Teller, facts: list[say.HighestLayer]) -> Iterator[str]:
    for fact in facts:
        yield f"The highest {teller.terms.layer} is now {fact.after}{{{teller.layer_keys[fact.after]}}}."


def _marker(teller: _Teller, facts: list[say.MarkerPlaced]) -> Iterator[str]:
    for fact in facts:
        who = f"The {teller.terms.community}" if fact.player == COMMUNITY else teller.names[fact.player]
        yield f"{who} takes the {teller.place(fact.place)} place there."


def _completed(teller: _Teller, facts: list[say.Completed]) -> Iterator[str]:
    for fact in facts:
        yield f"**{teller.game.initiatives[fact.initiative].title} is complete.**"


def _titles(teller: _Teller, deck: str, cards: Sequence[int]) -> list[str]:
    known: Sequence[Any] = {
        "pattern": teller.game.patterns,
        "initiative": teller.game.initiatives,
        "event": teller.game.events,
    }[deck]
    return [known[card].title for card in cards]


def _row(teller: _Teller, deck: str) -> str:
    """Where the cards of a deck lie open."""
    return teller.terms.prism if deck == "pattern" else teller.terms.index


def _revealed(teller: _Teller, facts: list[say.Revealed]) -> Iterator[str]:
    titles = _titles(teller, facts[0].deck, [fact.card for fact in facts])
    yield f"New in the {_row(teller, facts[0].deck)}: {listed(titles)}."


def _discarded(teller: _Teller, facts: list[say.Discarded]) -> Iterator[str]:
    if facts[0].deck != "event":  # an Event goes with the end of every round
        cards = [card for fact in facts for card in fact.cards]
        yield f"{listed(_titles(teller, facts[0].deck, cards))} {'goes' if len(cards) == 1 else 'go'}."


def _emptied(teller: _Teller, facts: list[say.Emptied]) -> Iterator[str]:
    yield f"No card is left for the {_row(teller, facts[0].deck)}; the space stays empty."


def _reshuffled(teller: _Teller, facts: list[say.Reshuffled]) -> Iterator[str]:
    for fact in facts:
        cards = counted(fact.cards, "discarded card")
        yield f"{cards} of the {teller.terms.deck(fact.deck)} deck make a new one."


# ---------------------------------------------------------------- the rest


def _answered(teller: _Teller, facts: list[say.Answered]) -> Iterator[str]:
    for fact in facts:
        other = teller.names[fact.other]
        if not fact.able:
            yield f"{other} has none to give; the action is spent."
        elif fact.accepted:
            yield f"{other} accepts."
        else:
            yield f"{other} declines; the action is spent."


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
        say.Loaded: _loaded,
        say.HighestLayer: _highest,
        say.MarkerPlaced: _marker,
        say.Completed: _completed,
        say.Revealed: _revealed,
        say.Emptied: _emptied,
        say.Reshuffled: _reshuffled,
        say.Discarded: _discarded,
        say.Answered: _answered,
        say.GameEnded: _each(lambda teller, fact: _ENDS[fact.result](teller.terms)),
    }
)
