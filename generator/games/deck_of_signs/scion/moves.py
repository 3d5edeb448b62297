"""All that can be done in Scion, a class each, and what it does. Chance and results are moves of NOBODY."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.deck_of_signs.moves import SignDraft, SignMove, not_held, out_of_phase, repeated
from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.records import DEAD, MIDDLE, OPPOSED, PLACED, SPACE
from generator.games.deck_of_signs.scion.state import (
    CardFate,
    Laid,
    Phase,
    Position,
    State,
    actors,
    winner_of,
)
from generator.games.kit.chance import shuffled
from generator.games.kit.doing import doing
from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY, put
from generator.replay.errors import Reason
from generator.replay.moves import NOBODY


class Draft(SignDraft, Position):
    """A Position that changes, and the facts so far."""

    __slots__ = ("facts",)

    def lay_items(self, seat: int, space: int, count: int) -> None:
        """Lay items beside a space, or into the middle (−1), as far as a player has any left."""
        left = self.setting.numbers.items - sum(self.items[seat])
        items = self.items[seat]
        self.items = put(self.items, seat, put(items, space % len(items), items[space] + min(count, left)))


@dataclass(frozen=True, slots=True)
class Lay(SignMove):
    """Nobody's: tokens of living Signs are laid on the spaces, and hands are filled."""

    signs: tuple[int, ...]
    phase = Phase.CIRCLE

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """As many as there are spaces, each living Sign once at most."""
        living, deck = state.living(), state.setting.deck
        count = min(len(living), state.setting.numbers.signs_on_circle)
        empty = [sign for sign in self.signs if sign not in living]
        if (twice := repeated(self.signs)) is not None:
            return Reason("circle", f"The {deck.signs[twice]} lies on two spaces.")
        if empty:
            return Reason("circle.empty", f"The stack of the {deck.signs[empty[0]]} is empty.")
        if len(self.signs) != count:
            return Reason("circle", f"{count} tokens are laid, not {len(self.signs)}.")
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """Lay them; the cards of the last round are discarded, items come back, and hands are filled."""
        _, draft.seed = shuffled(draft.living(), draft.seed)
        spaces = len(draft.setting.deck.numerals)
        draft.circle = (*self.signs, *(EMPTY for _ in range(spaces)))[:spaces]
        played = tuple(laid.card for cards in draft.laid for laid in cards)
        draft.card_discard = (*draft.card_discard, *played)
        draft.laid = ((),) * len(draft.names)
        draft.items = ((0,) * (spaces + 1),) * len(draft.names)
        for other in range(len(draft.names)):
            draft.draw_to_hand(other, draft.setting.numbers.hand - len(draft.hands[other]))
        draft.round, draft.phase, draft.turn = draft.round + 1, Phase.TURN, 1


@dataclass(frozen=True, slots=True)
class Show(SignMove):
    """Lay a card face down before oneself."""

    card: int
    phase = Phase.TURN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is in the hand."""
        return not_held(state, seat, (self.card,), "show")

    def do(self, draft: Draft, seat: int) -> None:
        """From the hand, or from wherever it lies if the step is forced."""
        draft.take((self.card,))
        draft.chosen = put(draft.chosen, seat, self.card)


@dataclass(frozen=True, slots=True)
class Reveal(SignMove):
    """Nobody's: all cards of the turn are turned over. `items` says of some seats where their items go."""

    items: tuple[tuple[int, int], ...] = ()
    """A seat and a space each; EMPTY is the middle."""
    phase = Phase.TURN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """Everybody has chosen, and the items go where the cards have them go."""
        if waiting := actors(state):
            names = " and ".join(state.names[other] for other in waiting)
            return Reason("reveal", f"{names} has not laid a card yet.")
        fates = {fate.seat: fate for fate in state.fates()}
        for owner, space in self.items:
            if owner in fates and space != place_of(state, fates[owner]):
                return _elsewhere(state, fates[owner])
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """From the highest card down; who has none left lays an item into the middle."""
        spaces = dict(self.items)
        fates = tuple(_as_said(draft, fate, spaces.get(fate.seat)) for fate in draft.fates())
        without = tuple(seat for seat, card in enumerate(draft.chosen) if card == EMPTY)
        draft.facts.append(say.Turned(fates, without))
        for fate in fates:
            result = draft.setting.results[fate.fate]
            draft.lay_items(fate.seat, spaces.get(fate.seat, place_of(draft, fate)), result.items)
            laid = Laid(fate.card, not result.cancelled)
            draft.laid = put(draft.laid, fate.seat, (*draft.laid[fate.seat], laid))
            draft.draw_to_hand(fate.seat, result.cards)
        for other in without:
            draft.lay_items(other, EMPTY, 1)
        draft.chosen = (EMPTY,) * len(draft.names)
        if draft.turn == draft.setting.numbers.turns:
            draft.phase, draft.space = Phase.COUNT, 0
        else:
            draft.turn += 1


def place_of(state: Position, fate: CardFate) -> int:
    """The space beside which a card has its player lay items; EMPTY for the middle."""
    return state.space_of(fate.card) if state.setting.results[fate.fate].place == SPACE else EMPTY


def _as_said(state: Position, fate: CardFate, space: int | None) -> CardFate:
    """What becomes of a card if its item lies where a row says."""
    if space is None or space == place_of(state, fate):
        return fate
    if space == EMPTY:
        return fate._replace(fate=DEAD if state.space_of(fate.card) == EMPTY else OPPOSED)
    return fate._replace(fate=PLACED, opponent=EMPTY)


def _elsewhere(state: Position, fate: CardFate) -> Reason:
    """Why an item goes elsewhere than a row says."""
    deck, who = state.setting.deck, state.names[fate.seat]
    title, sign = deck.title(fate.card), deck.signs[deck.sign(fate.card)]
    if fate.fate == DEAD:
        return Reason("dead", f"The {sign} is dead in this round, so {who}’s item goes into the {MIDDLE}.")
    if fate.fate == OPPOSED:
        cause = f"{deck.title(fate.opponent)} opposes {title}"
        return Reason("opposed", f"{cause}, so {who}’s item goes into the {MIDDLE}.")
    return Reason("placed", f"Nothing opposes {title}, so {who}’s item goes beside the {sign}.")


@dataclass(frozen=True, slots=True)
class Count(SignMove):
    """Nobody's: a space is counted. `winner` is who takes the token, if a row says it; EMPTY for nobody."""

    sign: int
    winner: int | None = None
    phase = Phase.COUNT

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is the next space, and who is said to win does."""
        deck, due = state.setting.deck, state.circle[state.space]
        if self.sign != due:
            following = f"The next space is {deck.numerals[state.space]}, with the {deck.signs[due]}"
            return Reason("count.order", f"{following}, not the {deck.signs[self.sign]}.")
        winner = winner_of(state.tallies(state.space))
        if self.winner is None or self.winner == winner:
            return None
        totals = ", ".join(f"{state.names[tally.seat]} {tally.total}" for tally in state.tallies(state.space))
        who = state.names[winner] if winner != EMPTY else "nobody"
        there = totals or "nobody has an item there"
        return Reason("count", f"At the {deck.signs[self.sign]} {who} takes the token: {there}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Give the token, and after the last space see whether stacks are empty."""
        tallies = draft.tallies(draft.space) if draft.circle[draft.space] != EMPTY else ()
        winner = self.winner if self.winner is not None else winner_of(tallies)
        draft.facts.append(say.Counted(self.sign, tallies, winner))
        if winner != EMPTY and draft.stacks[self.sign]:
            before = draft.points(winner)
            own = draft.trophies[winner]
            draft.trophies = put(draft.trophies, winner, put(own, self.sign, own[self.sign] + 1))
            draft.stacks = put(draft.stacks, self.sign, draft.stacks[self.sign] - 1)
            after = draft.points(winner)
            draft.facts.append(Changed("score", winner, before, after, after - before))
        draft.space += 1
        if draft.space == len(draft.circle):
            _end_round(draft)


def _end_round(draft: Draft) -> None:
    known = {sign for signs in draft.emptied for sign in signs}
    empty = tuple(sign for sign, left in enumerate(draft.stacks) if not left and sign not in known)
    over = len(known) + len(empty) >= draft.setting.numbers.stacks_to_end or not draft.living()
    if empty:
        before = [draft.points(seat) for seat in range(len(draft.names))]
        draft.emptied = (*draft.emptied, empty)
        draft.facts.append(say.Emptied(empty, over))
        for seat, past in enumerate(before):
            if (now := draft.points(seat)) != past:
                draft.facts.append(Changed("score", seat, past, now, now - past))
    if over:
        draft.phase = Phase.OVER
    else:
        draft.phase, draft.space = Phase.CIRCLE, 0


# ---------------------------------------------------------------- the rules as functions


def legal_moves(state: State, seat: int) -> tuple[SignMove, ...]:
    """All that a seat may do now; of NOBODY what happens without a choice."""
    if seat != NOBODY:
        return tuple(map(Show, state.hands[seat])) if seat in actors(state) else ()
    if state.phase is Phase.CIRCLE:
        count = state.setting.numbers.signs_on_circle
        return (Lay(shuffled(state.living(), state.seed)[0][:count]),)
    if state.phase is Phase.COUNT:
        return (Count(state.circle[state.space]),)
    return (Reveal(),) if state.phase is Phase.TURN and not actors(state) else ()


def why_illegal(state: State, seat: int, move: SignMove) -> Reason | None:
    """Why a seat may not do this now; None if it may."""
    reason = out_of_phase(state, move)
    if reason is None and isinstance(move, Show) and seat not in actors(state):
        return Reason("turn.order", f"{state.names[seat]} has laid a card in this turn.")
    return reason or move.why_not(state, seat)


apply, done = doing(Draft, why_illegal)
