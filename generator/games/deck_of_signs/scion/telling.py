"""What happened in Scion, in words: rich text, in which `{key}` is an icon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.moves import Count, Lay, Reveal, Show
from generator.games.deck_of_signs.scion.records import DEAD, OPPOSED
from generator.games.deck_of_signs.scion.state import CardFate, Phase, State
from generator.games.kit.english import Term
from generator.games.kit.facts import Acted
from generator.games.kit.shown import best, score_table
from generator.games.kit.table import EMPTY
from generator.replay.moves import Deed
from generator.replay.told import Sign

PlayedStep = Deed[State, SignMove, say.Fact]
CIRCLE = Sign("scion", "#a5281b")
"""The sign of what nobody does."""
RULES: Mapping[str, str] = {
    "turn.order": "In each turn everybody lays one card face down.",
    "phase": "A round is the laying of the circle, its turns, and the counting of its spaces.",
    "circle": "Each space gets a token of another Sign; Signs that get none are dead for the round.",
    "circle.empty": "A Sign whose stack is empty is left out.",
    "show": "Only a card of one’s own hand can be laid.",
    "reveal": "The cards of a turn are turned over together, when all have laid theirs.",
    "dead": "A card of a dead Sign costs an item; its player draws a card.",
    "opposed": "A card falls to an opposing one that is as high or higher and does not fall itself.",
    "placed": "A card that stands puts an item beside its Sign.",
    "count.order": "The spaces are counted in their order.",
    "count": "A space’s open cards count, and own items on harmonious spaces; the most takes a token.",
    "tie": "A tie goes to who has more tokens of the Sign, then to the higher cards, else to nobody.",
    "emptied": "The round in which the last stack that counts is emptied is the last.",
}
"""The rules by their ids."""


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Vera** lays **Wheel 9** face down.`"""
    deck = step.before.setting.deck
    match acted.move:
        case Lay(signs=signs):
            return f"Tokens are laid on the circle: {', '.join(deck.sign_words(sign) for sign in signs)}."
        case Show(card=card):
            return f"**{step.before.names[acted.player]}** lays **{_card(step.before, card)}** face down."
        case Reveal():
            return "The cards are turned over."
        case Count(sign=sign):
            numeral = deck.numerals[step.before.space % len(deck.numerals)]
            return f"Space {numeral}, {deck.sign_words(sign)}, is counted."
    return ""


def _card(state: State, card: int) -> str:
    deck = state.setting.deck
    return f"{{{deck.looks[deck.sign(card)].icon}}} {deck.title(card)}"


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step, beside what is seen on the table."""
    names, deck = step.before.names, step.before.setting.deck
    for fact in step.facts:
        match fact:
            case say.Turned():
                yield from (_fate(step.before, fate) for fate in fact.fates)
                yield from (
                    f"{names[seat]} has no card: an item goes into the middle." for seat in fact.without
                )
            case say.Counted(tallies=()):
                yield "Nobody has an item there."
            case say.Counted():
                sums = (
                    f"{names[tally.seat]} {tally.cards} + {tally.harmony} = {tally.total}"
                    for tally in fact.tallies
                )
                yield f"{'; '.join(sums)}."
                who = names[fact.winner] if fact.winner != EMPTY else "Nobody"
                yield f"{who} takes {Term(deck.signs[fact.sign]).a}."
            case say.Emptied():
                empty = " and ".join(deck.signs[sign] for sign in fact.signs)
                yield f"The stack of the {empty} is empty{': the game is over' if fact.over else ''}."


def _fate(state: State, fate: CardFate) -> str:
    deck, who = state.setting.deck, state.names[fate.seat]
    title = deck.title(fate.card)
    sign = deck.signs[deck.sign(fate.card)]
    if fate.fate == DEAD:
        return f"{title} is dead: {who}’s item goes into the middle, and {who} draws a card."
    if fate.fate == OPPOSED:
        by = f" by {deck.title(fate.opponent)}" if fate.opponent != EMPTY else ""
        return f"{title} is cancelled{by}: {who}’s item goes into the middle."
    return f"{title} stands: {who}’s item goes beside the {sign}."


def rules_shown(step: PlayedStep) -> list[str]:
    """The ids of the rules that a step shows, the most telling last."""
    shown: list[str] = []
    for fact in step.facts:
        match fact:
            case Acted(move=Lay()):
                shown.append("circle")
            case Acted(move=Show()):
                shown.append("turn.order")
            case say.Turned():
                shown += ["reveal", *(fate.fate for fate in reversed(fact.fates))]
            case say.Counted():
                shown.append("count")
                totals = [tally.total for tally in fact.tallies]
                shown += ["tie"] * (len(totals) > 1 and totals.count(max(totals)) > 1)
            case say.Emptied():
                shown.append("emptied")
    return shown


def ending(final: State) -> str:
    """Why it ended, or that it goes on."""
    deck, numbers = final.setting.deck, final.setting.numbers
    if final.phase is Phase.OVER:
        empty = " and ".join(deck.signs[sign] for signs in final.emptied for sign in signs)
        return f"The game is over: the stacks of {empty} are empty."
    stacks = f"{numbers.stacks_to_end} stacks are" if numbers.stacks_to_end > 1 else "one stack is"
    return f"A whole game goes on, round by round, until {stacks} empty."


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    signs = final.setting.deck.signs
    owned = [[f"{count} {signs[sign]}" for sign, count in enumerate(own) if count] for own in final.trophies]
    ranks = [(final.points(seat), sum(own)) for seat, own in enumerate(final.trophies)]
    cells = [
        (", ".join(tokens) or "none", f"**{points}**")
        for tokens, (points, _) in zip(owned, ranks, strict=True)
    ]
    won = best(ranks) if final.phase is Phase.OVER else ()
    return score_table(final.names, ("Tokens", "{score} Points"), cells, ranks, won)
