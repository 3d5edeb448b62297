"""What happened in Symetra, in words: rich text, in which `{key}` is an icon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.games.kit.facts import Acted, Reshuffled
from generator.games.kit.shown import best, score_table
from generator.games.symetra import facts as say
from generator.games.symetra.moves import Announce, Begin, Close, Decide, DrawCard, Move, Resolve, Settle
from generator.games.symetra.naming import label_of, selection_parts
from generator.games.symetra.records import AFFINITY
from generator.games.symetra.state import Action, Charge, Fuse, Phase, State
from generator.records.cells import listed
from generator.replay.moves import Deed
from generator.replay.told import Sign

PlayedStep = Deed[State, Move, say.Fact]
CYCLE = Sign("cycle", "#4a3a8c")
"""The sign of what nobody does."""
RULES: Mapping[str, str] = {
    "turn.order": "Turns go clockwise; who is asked for a re-action answers in that order, too.",
    "own.turn": "One fuses and charges in one’s own turn alone.",
    "cycle": "Each cycle costs actual, and whoever has too little leaves.",
    "fuse.hand": "A card is fused from one’s own hand.",
    "fuse.once": "In a turn one fuses once, unless an action allows once more.",
    "fuse.banned": "A player who must not fuse does not, unless an action is heard in spite of it.",
    "first": "The first card of an empty matrix gets potential, and the lock.",
    "affinity": "An affinity brings potential onto the new card.",
    "enmity": "Enmity sends a bead of another’s card back, or brings potential onto both own cards.",
    "lock": "Each fused card is locked with actual.",
    "charge.once": "In a turn one charges once, unless an action allows once more.",
    "charge.beads": "A charge is a few beads of one’s actual, onto one card.",
    "charge.card": "Only a card that one controls can be charged.",
    "charge.banned": "A player who must not charge does not, unless an action is free in spite of it.",
    "use.card": "Only whoever has beads on a card uses its action.",
    "use.once": "Each action is used once a round, be it cancelled or not.",
    "use.banned": "An action that is forbidden cannot be used.",
    "use.cost": "The cost is paid from the card.",
    "use": "The cost goes from the card to the universal; then the card does what it says.",
    "select.player": "An action strikes a player who is in the game.",
    "select.card": "An action strikes a card that lies in the matrix.",
    "select.own": "An own card is one that the player controls.",
    "select.space": "A place for a card is empty and beside the card that is named.",
    "select.action": "A re-action strikes an action that is announced.",
    "select.deck": "A deck that is looked at has a card.",
    "protected": "What is protected cannot be selected by what it is protected from.",
    "decide": "What the rules do not play the players decide, and a row says it.",
    "borrow": "A borrowed action borrows nothing itself.",
    "answer": "The last announced happens first.",
    "cancelled": "A cancelled action is used up, and nothing is paid for it.",
    "choose": "What happens is chosen when it happens, by whoever moves the beads or cards.",
    "karma": "Good karma: who helps an opponent moves what was paid and more from potential to actual.",
    "struck": "Whoever draws such actions is struck, too, once and free.",
    "hand": "An empty hand costs actual, and brings cards.",
    "left": "Without actual a player leaves the game.",
    "won": "Whoever has the most beads on cards wins the cycle, and gets back what was paid.",
}
"""The rules by their ids."""


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Amber** fuses **Sun**.`"""
    state, who = step.before, f"**{step.before.names[acted.player]}**"
    match acted.move:
        case Begin():
            return f"Cycle {state.cycle} begins."
        case Close():
            return f"Cycle {state.cycle} ends."
        case DrawCard():
            return f"{who} draws."
        case Resolve():
            return f"**{label_of(state.stack[-1], state.setting).capitalize()}** is due."
        case Settle():
            return f"{who} chooses."
        case Decide(card=card):
            return f"{who} uses {_card(state, card)}; the players decide what comes of it."
        case Announce(action=action) if step.row.action in ("announce", "announce fuse", "announce charge"):
            return f"{who} announces {_action(action, state)}."
        case Announce(action=Charge(beads=beads)) if step.row.card:
            return f"{who} charges **{step.row.card}** with {beads}{{bead}}."
        case Announce(action=action):
            answers = " in answer" if state.stack else ""
            return f"{who} {action.word}s {_action(action, state)}{answers}."
    return ""


def _action(action: Action, state: State) -> str:
    match action:
        case Fuse(card=card):
            return _card(state, card)
        case Charge(beads=beads):
            return f"with {beads}{{bead}}"
    parts = ", ".join(selection_parts(action.selection, state))
    return f"{_card(state, action.card)}{f' on {parts}' if parts else ''}"


def _card(state: State, card: int) -> str:
    facts = state.setting.cards[card]
    return f"{{{facts.look.icon}}} **{facts.name}**"


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step, beside what is seen on the table."""
    for fact in step.facts:
        yield from _of_cards(fact, step)
        yield from _of_players(fact, step.before)


def _of_cards(fact: say.Fact, step: PlayedStep) -> Iterator[str]:
    title = step.before.setting.title
    match fact:
        case say.LaidCard(card=card, spot=spot):
            near = [title(lying.card) for lying in step.after.neighbours(spot)]
            yield f"{title(card)} lies {f'beside {listed(near)}' if near else 'alone'}."
        case say.Related(other=other, kind=kind, beads=beads):
            yield f"{{{'affinity' if kind == AFFINITY else 'enmity'}}} {title(other)}: {beads}{{bead}}."
        case say.Happens(paid=paid) if paid:
            yield f"{paid}{{bead}} {'are' if paid > 1 else 'is'} paid."
        case say.Cancelled(announced=announced, why=why):
            label = label_of(announced, step.before.setting).capitalize()
            yield f"{label} is cancelled: {why}."
        case say.Discarded(card=card):
            yield f"{title(card)} is discarded."
        case Reshuffled(cards=cards):
            yield f"The {cards} discards become the deck."


def _of_players(fact: say.Fact, state: State) -> Iterator[str]:
    names = state.names
    match fact:
        case say.Drew(player=player, card=card):
            yield f"{names[player]} takes {state.setting.title(card)}."
        case say.Struck(player=player):
            yield f"It strikes {names[player]}, too."
        case say.Karma(player=player, beads=beads):
            yield f"{{karma}} Good karma: {names[player]} moves {beads} from {{potential}} to {{actual}}."
        case say.EmptyHand(player=player):
            yield f"{names[player]}’s hand is empty."
        case say.Left(player=player):
            yield f"{names[player]} leaves the game."
        case say.CycleWon():
            yield from _won(fact, state)


def _won(fact: say.CycleWon, state: State) -> Iterator[str]:
    sums = ", ".join(f"{state.names[seat]} {fact.on_cards[seat]}" for seat in state.seats)
    yield f"On cards: {sums}."
    winners = listed([state.names[seat] for seat in fact.winners]) or "Nobody"
    verb = "win" if len(fact.winners) > 1 else "wins"
    yield f"{winners} {verb} the cycle{' with the least' if fact.least else ''}."


def rules_shown(step: PlayedStep) -> list[str]:
    """The ids of the rules that a step shows, the most telling last."""
    return [rule for fact in step.facts for rule in _rules_of(fact, step)]


def _rules_of(fact: say.Fact, step: PlayedStep) -> tuple[str, ...]:
    match fact:
        case Acted(move=Begin()):
            return ("cycle",)
        case Acted(move=Announce(action=Charge())):
            return ("charge.beads",)
        case Acted(move=Announce()) if step.before.stack:
            return ("answer",)
        case say.LaidCard() if not step.before.matrix:
            return ("first", "lock")
        case say.LaidCard():
            return ("lock",)
        case say.Related(kind=kind):
            return (kind,)
        case say.Happens(paid=paid) if paid:
            return ("use",)
    simple = {
        say.Cancelled: "cancelled",
        say.Struck: "struck",
        say.Karma: "karma",
        say.EmptyHand: "hand",
        say.Left: "left",
        say.CycleWon: "won",
    }
    return (simple[type(fact)],) if type(fact) in simple else ()


def ending(final: State) -> str:
    """Why it ended, or that it goes on."""
    if final.phase is not Phase.OVER:
        return f"A whole game goes on to the end of cycle {final.cycles}."
    if len(final.seats) < 2:
        return "The game is over: one player is left."
    return f"The game is over after {final.cycle} cycles."


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    heads = ("{actual} Actual", "{potential} Potential", "Cycles won")
    columns = list(zip(final.actual, final.potential, final.wins, final.hands, strict=True))
    cells = [(f"**{actual}**", str(potential), str(cycles)) for actual, potential, cycles, _ in columns]
    ranks = [(actual, cycles, len(hand)) for actual, _, cycles, hand in columns]
    return score_table(final.names, heads, cells, ranks, best(ranks) if final.phase is Phase.OVER else ())
