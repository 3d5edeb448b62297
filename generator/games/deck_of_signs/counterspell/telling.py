"""What happened in Counterspell, in words: rich text, in which `{key}` is an icon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.moves import Done, Grow, Lay, Resolve, Weave
from generator.games.deck_of_signs.counterspell.records import MATCH, Case
from generator.games.deck_of_signs.counterspell.rows import TOO_LOW
from generator.games.deck_of_signs.counterspell.state import Phase, State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.facts import Acted
from generator.games.kit.table import EMPTY
from generator.records.cells import listed
from generator.replay.moves import Deed
from generator.replay.told import Sign

PlayedStep = Deed[State, SignMove, say.Fact]
BEAST = Sign("chaos", "#a5281b")
"""The sign of what nobody does."""
RULES: Mapping[str, str] = {
    "turn.order": "Turns go round to the left from First Player.",
    "phase": "A round is a turn for each, the resolving of spaces, new tokens, and the growth of Chaos.",
    "hand": "Only cards of one’s own hand can be laid.",
    "weave": "Any number of cards go to any spaces; the first of a space may be any card.",
    "run": "A run is lengthened by one at its lower or upper end; 11 and 1 join in 11–1–2 alone.",
    "done": "Who has finished fills the hand, as far as the deck has cards.",
    "resolve.order": "Spaces where Chaos has all of its cards are resolved, in their order.",
    "hidden": "The hidden card of a space is turned over when the space is resolved.",
    MATCH: "A card of Chaos with the Sign of its space costs cards of the deck, once, when first seen.",
    Case.COMPLETE: "A complete run whose total is at least that of Chaos clears its space.",
    Case.OPPOSING: "With a card of an opposing Sign, a run that clears its space takes Health.",
    Case.DOUBLE: "A total at least double that of Chaos takes more Health instead, of whatever Signs.",
    Case.FLUSH: "A run of one opposing Sign alone takes more Health still.",
    Case.UNANSWERED: "Where a run is not complete, each player pays a card of the deck; the space stays.",
    TOO_LOW: "A complete run that is too low costs nothing, and stays to be lengthened.",
    Case.CARDINAL: "11–1–2 with a card of an opposing Sign wins whatever Chaos has, and takes no more.",
    Case.CARDINAL_FLUSH: "11–1–2 of one opposing Sign is the greatest blow.",
    Case.CHAOS_CARDINAL: "If Chaos has 11, 1 and 2, it wins, and the deck pays double.",
    Case.BOTH_CARDINAL: "If both have 11, 1 and 2, both pay.",
    "lay": "Cleared spaces get other tokens; no Sign lies on two spaces.",
    "lay.spaces": "Tokens are laid where a space was cleared.",
    "chaos": "Each space with room gets a card of Chaos: the first and third open, the second hidden.",
    "chaos.even": "What a short deck has goes to the spaces with the fewest cards first.",
    "won": "The players have won as soon as the last Health is gone.",
    "waited": "A round that changes nothing is lost: no card laid or paid, no space cleared or grown.",
    "lost": "They have lost when the deck has to pay and is empty, or after the last resolution.",
}
"""The rules by their ids."""


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Mira** lays **Eye 5** at space IV.`"""
    state = step.before
    deck = state.setting.deck
    match acted.move:
        case Weave(card=card, space=space):
            where = f"{deck.numerals[space]}, {_sign(state, space)}"
            return f"**{state.names[acted.player]}** lays {deck.card_words((card,))} at space {where}."
        case Done():
            return f"**{state.names[acted.player]}** has finished."
        case Resolve(space=space):
            return f"Space {deck.numerals[space]}, {_sign(state, space)}, is resolved."
        case Lay(signs=signs):
            laid = [deck.sign_words(sign) for sign in signs]
            return f"New tokens are laid: {listed(laid)}."
        case Grow():
            return "Each space that has room gets a card of Chaos."
    return ""


def _sign(state: State, space: int) -> str:
    deck, sign = state.setting.deck, state.circle[space]
    return f"{{{deck.looks[sign].icon}}} {deck.signs[sign]}" if sign != EMPTY else "without a token"


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step, beside what is seen on the table."""
    state = step.before
    deck = state.setting.deck
    for fact in step.facts:
        match fact:
            case say.Filled(player=player, cards=cards):
                if cards:
                    yield f"{state.names[player]} draws {deck.card_words(cards)}."
                elif len(state.hands[player]) < state.setting.numbers.hand:
                    yield "There is nothing left to draw."
            case say.Turned(card=card):
                yield f"The hidden card is {deck.card_words((card,))}."
            case say.Matched(space=space, card=card):
                yield f"{deck.title(card)} has the Sign of space {deck.numerals[space]}."
            case say.Spent(asked=asked, came=came):
                short = f", but has only {came}" if came < asked else ""
                yield f"The deck pays {asked}{short}."
            case say.Resolved():
                yield from _resolved(fact, state)
            case say.Grown(cards=cards):
                yield from _grown(cards, state)
            case say.Ended(won=won):
                yield "The last Health is gone: the beast is beaten." if won else "The beast has won."


def _resolved(fact: say.Resolved, state: State) -> Iterator[str]:
    number, clash = state.setting.deck.number, fact.clash
    chaos, mine = clash.totals
    sums = [" + ".join(str(number(card)) for card in cards) for cards in (clash.chaos, clash.run)]
    against = f"{sums[1]} = **{mine}**" if clash.run else "nothing"
    yield f"Chaos {sums[0]} = **{chaos}** against {against}." if clash.chaos else f"{against} alone."
    words = "; ".join(_WORDS[case] for case in fact.cases or (TOO_LOW,))
    yield f"{words[:1].upper()}{words[1:]}{': the space is cleared' if fact.clears else ''}."


_WORDS: Mapping[str, str] = {
    Case.COMPLETE: "complete and high enough",
    Case.OPPOSING: "with an opposing Sign",
    Case.DOUBLE: "double or more",
    Case.FLUSH: "all of one opposing Sign",
    Case.UNANSWERED: "not complete",
    TOO_LOW: "complete, but too low: nothing happens",
    Case.CARDINAL: "a Cardinal Chain with an opposing Sign",
    Case.CARDINAL_FLUSH: "a Cardinal Chain of one opposing Sign",
    Case.CHAOS_CARDINAL: "Chaos has a Cardinal Chain",
    Case.BOTH_CARDINAL: "both have a Cardinal Chain",
}


def _grown(cards: Sequence[tuple[int, int]], state: State) -> Iterator[str]:
    deck = state.setting.deck
    laid = [f"{deck.card_words((card,))} to {deck.numerals[space]}" for space, card in cards if card != EMPTY]
    hidden = [deck.numerals[space] for space, card in cards if card == EMPTY]
    if laid:
        yield f"Open: {listed(laid)}."
    if hidden:
        yield f"Hidden: a card each to {listed(hidden)}."
    if not cards:
        yield "The deck is empty, or no space has room."


def rules_shown(step: PlayedStep) -> list[str]:
    """The ids of the rules that a step shows, the most telling last."""
    shown: list[str] = []
    moves = {Weave: "weave", Done: "done", Resolve: "resolve.order", Lay: "lay", Grow: "chaos"}
    for fact in step.facts:
        match fact:
            case Acted(move=Weave(space=space)) if step.before.runs[space]:
                shown.append("run")
            case Acted(move=move):
                shown += [rule for kind, rule in moves.items() if isinstance(move, kind)]
            case say.Turned():
                shown.append("hidden")
            case say.Matched():
                shown.append(MATCH)
            case say.Resolved(cases=cases):
                shown += cases or (TOO_LOW,)
            case say.Ended(won=won):
                shown.append("won" if won else "waited" if step.after.card_deck else "lost")
    return shown


def ending(final: State) -> str:
    """Why it ended, or that it goes on."""
    if final.phase is not Phase.OVER:
        left = f"The beast has {final.health} Health left, and the deck {len(final.card_deck)} cards"
        return f"{left}: the game goes on, round by round, until one of them is gone."
    if not final.health:
        return "The players have won: the last Health is gone."
    why = "nothing can change any more" if final.card_deck else "the deck is empty"
    return f"The players have lost: the beast has {final.health} Health left, and {why}."


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row: all win or lose together."""
    yield ("Players", "{health} taken", "{health} left", "{deck} left")
    taken = final.difficulty.health - final.health
    yield (", ".join(final.names), f"**{taken}**", str(final.health), str(len(final.card_deck)))
