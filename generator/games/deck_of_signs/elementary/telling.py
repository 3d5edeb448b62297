"""What happened in Elementary, in words: rich text, in which `{key}` is an icon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.moves import Discard, Lay, Open, Play, Reveal, TurnOver
from generator.games.deck_of_signs.elementary.records import SetName
from generator.games.deck_of_signs.elementary.sets import Tally
from generator.games.deck_of_signs.elementary.state import Phase, State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.facts import Acted
from generator.games.kit.shown import SOFT, best, score_table
from generator.games.kit.table import EMPTY
from generator.records.cells import listed
from generator.replay.moves import Deed
from generator.replay.told import Sign

PlayedStep = Deed[State, SignMove, say.Fact]
CIRCLE = Sign("chain", SOFT)
"""The sign of what nobody does."""
RULES: Mapping[str, str] = {
    "turn.order": "Turns go round to the left, and each is one play.",
    "phase": "What chance does comes before the next turn.",
    "open": "Spaces of a bare circle, chosen by chance, get a card each; their tokens stay hidden.",
    "reveal": "One card goes to a hidden token, which is turned over.",
    "reveal.match": "A token that has the Sign of the card brings points.",
    "hand": "Only cards of one’s own hand can be laid.",
    "play": "Any number of cards go to a revealed token, if all of them go with those that lie there.",
    "fit": "Cards go together if they have one Number, make a run, or make a Crusade.",
    "cardinal": "11 and 1 are neighbours only on the way to 11–1–2, which nothing lengthens.",
    "crusade": "A Crusade is completed in one play: a Pack and a pair.",
    "set": "A set is scored at once: its cards go, and its token is shuffled with the unused ones.",
    "further": "Cards beyond the third count in a Chain or a Pack.",
    "kinfolk": "A set of one Sign is Kinfolk: it brings more, but nothing for further cards.",
    "match": "Each card of a set that has the Sign of the space counts more.",
    "discard": "Who can play has to play; only else the hand is discarded.",
    "unused": "A token that is turned over for a discarded hand goes back to the unused ones.",
    "lay": "Where a set was, a token of the unused ones is laid face down.",
    "goal": "When somebody has come to the goal, each of the others has one more turn.",
}
"""The rules by their ids."""


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Vera** lays **Wheel 9** to the hidden token of space IV.`"""
    state = step.before
    deck, who = state.setting.deck, f"**{state.names[state.player]}**"
    match acted.move:
        case Open():
            return "Spaces of the bare circle get cards."
        case Reveal(space=space, card=card):
            return (
                f"{who} lays {deck.card_words((card,))} to the hidden token of space {deck.numerals[space]}."
            )
        case Play(space=space, cards=cards):
            return f"{who} adds {deck.card_words(cards)} at space {deck.numerals[space]}."
        case Discard(card=card):
            last = f", {deck.card_words((card,))} last" if card != EMPTY else ""
            return f"{who} has nothing to play, and discards the hand{last}."
        case TurnOver(sign=sign):
            return f"An unused token is turned over: {deck.sign_words(sign)}."
        case Lay(space=space):
            return f"Another token is laid face down on space {deck.numerals[space]}."
    return ""


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step, beside what is seen on the table."""
    state = step.before
    deck = state.setting.deck
    for fact in step.facts:
        match fact:
            case say.Opened(laid=laid):
                titles = [f"{deck.title(card)} to {deck.numerals[space]}" for space, card in laid]
                yield f"{listed(titles)}." if titles else "The deck has no cards left."
            case say.Revealed(sign=sign, points=points):
                if points:
                    yield f"The token is the {deck.signs[sign]}, as the card is: {points} points."
                elif fact.card != EMPTY:
                    yield f"The token is the {deck.signs[sign]}, and the card is not."
            case say.Completed(sign=sign, cards=cards, tally=tally):
                numbers = "–".join(str(deck.number(card)) for card in _in_order(state, cards, tally))
                yield f"{numbers}: {' '.join(_lines(tally, deck.signs[sign]))}"
            case say.GoalReached(player=player):
                goal = state.setting.numbers.goal
                yield f"{state.names[player]} has {goal} or more: each of the others has one more turn."


def _in_order(state: State, cards: Sequence[int], tally: Tally) -> list[int]:
    """Cards from the lowest Number up; a Cardinal Chain as it is called."""
    number, cardinal = state.setting.deck.number, state.setting.shapes.cardinal
    if tally.name == SetName.CARDINAL:
        return sorted(cards, key=lambda card: cardinal.index(number(card)))
    return sorted(cards, key=number)


def _lines(tally: Tally, sign: str) -> Iterator[str]:
    """What a set scores, in words."""
    lines = [f"{tally.name} {tally.base}"]
    lines += [f"further cards {tally.further}"] if tally.further else []
    lines += [f"{SetName.KINFOLK} {tally.kinfolk}"] if tally.kinfolk else []
    lines += [f"{tally.matches} × {sign} {tally.matched}"] if tally.matched else []
    yield f"{', '.join(lines)}: **{tally.total}** in all." if len(lines) > 1 else f"{lines[0]}."


def rules_shown(step: PlayedStep) -> list[str]:
    """The ids of the rules that a step shows, the most telling last."""
    shown: list[str] = []
    moves = {Open: "open", Reveal: "reveal", Play: "play", Discard: "discard", TurnOver: "unused", Lay: "lay"}
    for fact in step.facts:
        match fact:
            case Acted(move=move):
                shown += [rule for kind, rule in moves.items() if isinstance(move, kind)]
            case say.Revealed() if fact.points:
                shown.append("reveal.match")
            case say.Completed(tally=tally):
                extra = (
                    ("match", tally.matched),
                    ("set", True),
                    ("further", tally.further),
                    ("kinfolk", tally.kinfolk),
                    ("cardinal", tally.name == SetName.CARDINAL),
                    ("crusade", tally.name == SetName.CRUSADE),
                )
                shown += [rule for rule, told in extra if told]
            case say.GoalReached():
                shown.append("goal")
    return shown


def ending(final: State) -> str:
    """Why it ended, or that it goes on."""
    goal, series = final.setting.numbers.goal, final.setting.numbers.series
    if final.phase is not Phase.OVER:
        return f"A whole game goes on until somebody has {goal} points, and the others one more turn."
    games = f" In a series of {series} games the points of all are added." if series > 1 else ""
    return f"The game is over: somebody has come to {goal}, and the others have had their last turn.{games}"


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first; a tie is shared."""
    cells = [(f"**{points}**",) for points in final.score]
    won = best(final.score) if final.phase is Phase.OVER else ()
    return score_table(final.names, ("{score} Points",), cells, final.score, won)
