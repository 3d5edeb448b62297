"""Facts as sentences. Facts of one kind that belong together make one sentence.

What can be read off the table before and after a step is left to `generator.replay.differences`. Here is told
what cannot: why something happened, and what a value went through that moved more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from generator.games.kit.english import counted
from generator.games.meaning_made.records import TOKENS
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.state import COMMUNITY, Result, State
from generator.games.meaning_made.terms import ACTIONS
from generator.records.cells import listed
from generator.records.effects import signed
from generator.records.notation import effect_text

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_SILENT = (say.Acted, say.Contributed, say.Loaded, say.Revealed, say.Discarded)
"""Told by the headline, or seen on the table."""
_PAYING = (act.Load, act.Contribute, act.Donate, act.Gather, act.Convert, act.Lose)


def sentences(facts: Sequence[say.Fact], state: State) -> Iterator[str]:
    """One sentence for each thing that is to be told; what the headline says already is left out."""
    moved = Counter(_value(fact) for fact in facts if isinstance(fact, say.Changed))
    facts_told = (fact for fact in _without_payment(facts) if not isinstance(fact, _SILENT))
    for _, group in groupby(facts_told, key=_together):
        some = list(group)
        changes = [fact for fact in some if isinstance(fact, say.Changed)]
        bans = [fact for fact in some if isinstance(fact, say.Banned)]
        if changes:
            yield from _changed(state, _unseen(changes, moved))
        elif bans:
            yield from _banned(state, bans)
        else:
            yield from filter(None, (_said(fact, state) or _looked_up(fact, state) for fact in some))


def _unseen(group: list[say.Changed], moved: Mapping[tuple[str, int], int]) -> list[say.Changed]:
    """A group without the changes that the table shows whole; all those of one player go together."""
    hidden = {
        fact.player for fact in group if moved[_value(fact)] > 1 or fact.after - fact.before != fact.asked
    }
    return [fact for fact in group if fact.player in hidden]


def _value(fact: say.Changed) -> tuple[str, int]:
    """What changed."""
    return fact.symbol, fact.player


def _together(fact: say.Fact) -> object:
    """Facts with the same value stand in one sentence."""
    if isinstance(fact, say.Changed):
        return say.Changed, "token" if fact.symbol in TOKENS else fact.symbol
    return (say.Banned, fact.action) if isinstance(fact, say.Banned) else id(fact)


def _without_payment(facts: Sequence[say.Fact]) -> Iterator[say.Fact]:
    """Leave out what the headline tells: tokens that are paid, given away or gathered."""
    action: act.Action | None = None
    handed = False
    for fact in facts:
        if isinstance(fact, say.Acted):
            action, handed = fact.move, False
        elif isinstance(fact, say.Answered):
            handed = fact.accepted
        elif isinstance(fact, say.Changed) and fact.symbol in TOKENS:
            if handed or isinstance(action, _PAYING):
                continue
        elif not isinstance(fact, say.Changed):
            action = None  # what the player paid comes first; all else is an outcome
        yield fact


# ---------------------------------------------------------------- tracks and tokens


def _changed(state: State, facts: list[say.Changed]) -> Iterator[str]:
    if not facts:
        return
    if facts[0].symbol == "meaning":
        for fact in facts:
            rises = "rises to" if fact.after > fact.before else "falls to"
            yield f"{{meaning}} {rises if fact.after != fact.before else 'stays at'} {fact.after}."
    elif facts[0].symbol in TOKENS:
        yield from _tokens(state, facts)
    else:
        yield from _track(state, facts)


def _track(state: State, facts: list[say.Changed]) -> Iterator[str]:
    """`All +1{vitals}: Alex 6, Brooke 4.` or `Casey +6{legacy}: 12.`"""
    for amount, group in groupby(facts, key=lambda fact: fact.asked):
        some = list(group)
        reached = [(state.names[fact.player], fact.after) for fact in some]
        change = f"{signed(amount)}{{{some[0].symbol}}}"
        if len(some) == 1 and some[0].before == some[0].after:
            yield f"{reached[0][0]} stays at {reached[0][1]}{{{some[0].symbol}}}."
        elif len(some) == 1:
            yield f"{reached[0][0]} {change}, now {reached[0][1]}."
        else:
            who = "All" if len(some) == len(state.names) else "Both" if len(some) == 2 else "Each"
            yield f"{who} {change}: {', '.join(f'{name} {value}' for name, value in reached)}."


def _tokens(state: State, facts: list[say.Changed]) -> Iterator[str]:
    """`Alex +1{support}.` or `All −1{energy}; Drew has none.`"""
    by_player: dict[int, list[say.Changed]] = {}
    for fact in facts:
        by_player.setdefault(fact.player, []).append(fact)
    changes = {
        player: " ".join(f"{signed(fact.asked)}{{{fact.symbol}}}" for fact in some)
        for player, some in by_player.items()
    }
    short = [fact for fact in facts if fact.before < -fact.asked]
    if len(short) == len(facts) == len(changes):
        lost: dict[str, list[str]] = {}  # what the others lost is seen on the table
        for fact in facts:
            had = f"only {fact.before}{{{fact.symbol}}}" if fact.before else f"no {{{fact.symbol}}}"
            lost.setdefault(had, []).append(state.names[fact.player])
        yield from (f"{listed(tuple(names))} had {had}." for had, names in lost.items())
        return
    had = "fewer" if any(fact.before for fact in short) else "none"
    names = tuple(dict.fromkeys(state.names[fact.player] for fact in short))
    lacking = f"; {listed(names)} had {had}" if short else ""
    if len(changes) == len(state.names) and len(set(changes.values())) == 1:
        yield f"All {next(iter(changes.values()))}{lacking}."
        return
    yield ", ".join(f"{state.names[player]} {change}" for player, change in changes.items()) + f"{lacking}."


# ---------------------------------------------------------------- Events, cards and all else


def _banned(state: State, facts: list[say.Banned]) -> Iterator[str]:
    action, terms = facts[0].action, state.terms
    name = getattr(terms, action) if action in ACTIONS else state.setting.game.book.symbols[action].name
    players = [state.names[fact.player] for fact in facts]
    if len(players) < len(state.names):  # what strikes all says the table's cell
        yield f"No {{{action}}} {name} for {listed(players)} this round."


def _looked_up(fact: say.Fact, state: State) -> str:
    """What an Event brings, by its letter and its code."""
    game, terms = state.setting.game, state.terms
    match fact:
        case say.EventRevealed() if game.events[fact.event].effect is None:
            row = f"Row {game.events[fact.event].letter}, column {fact.layer}"
            return f"{row}: {effect_text(fact.effect, game.book.symbols)}."
        case say.NoEvent():
            return f"There is no {terms.event} left."
        case say.PenaltyRevealed():
            card = game.events[fact.event]
            penalty = f"The {terms.completion_penalty} {{completion_penalty}}"
            return f"{penalty} turns over **{card.title}**, for its code {card.code} alone."
        case say.Consequence():
            word = f"{terms.consequence} {{consequence}}"
            whose = f"Individual {word} for {state.names[fact.player]}"
            whose = whose if fact.player >= 0 else f"Group {word}"
            code = f"code {game.events[fact.event].code}, column {fact.layer}"
            return f"{whose}, {code}: {effect_text(fact.effect, game.book.symbols)}."
        case say.GameEnded():
            return {
                Result.END: f"The {terms.end} is complete, and the game ends.",
                Result.COLLAPSE: f"{terms.meaning} is at 0: {terms.collapses}.",
            }.get(Result(fact.result), "The last round is over.")
    return ""


def _said(fact: say.Fact, state: State) -> str:
    """What became of cards, markers, players and requests."""
    terms, names = state.terms, state.names
    match fact:
        case say.BecameFragile():
            return f"{names[fact.player]} is {{fragile}} {terms.fragile}."
        case say.Recovered():
            return f"{names[fact.player]} is no longer {terms.fragile}."
        case say.MarkerPlaced():
            who = f"The {terms.community}" if fact.player == COMMUNITY else names[fact.player]
            place = _PLACES[fact.place - 1] if fact.place <= len(_PLACES) else f"{fact.place}th"
            return f"{who} takes the {place} {terms.contribution.begun} space."
        case say.Completed():
            return f"**{state.setting.game.initiatives[fact.initiative].title} is complete.**"
        case say.Emptied():
            row = terms.prism if fact.deck == "pattern" else terms.index
            return f"No card is left for the {row}; its place stays empty."
        case say.Reshuffled():
            cards = counted(fact.cards, "discarded card")
            return f"{cards} of the {terms.deck(fact.deck)} deck make a new one."
        case say.Answered():
            came = "accepts" if fact.accepted else "declines; the action is spent"
            return f"{names[fact.other]} {came if fact.able else 'has none to give; the action is spent'}."
    return ""
