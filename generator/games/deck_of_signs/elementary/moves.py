"""All that can be done in Elementary, a class each, and what it does. Chance is a move of NOBODY."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.sets import additions, go_together, single_additions, tally_of
from generator.games.deck_of_signs.elementary.state import Phase, Position, State, actors
from generator.games.deck_of_signs.moves import SignDraft, SignMove, not_held, out_of_phase, repeated
from generator.games.kit.chance import shuffled
from generator.games.kit.doing import doing
from generator.games.kit.table import EMPTY, put, without
from generator.replay.errors import Reason
from generator.replay.moves import NOBODY

Step = tuple[State, tuple[say.Fact, ...]]
MOST_POINTS = 9_999
"""Where the count of points ends."""


class Draft(SignDraft, Position):
    """A Position that changes, and the facts so far."""

    __slots__ = ("facts",)
    at_spaces = "cards"

    def lay_cards(self, space: int, cards: Sequence[int]) -> None:
        """Lay cards to a space, beside those that lie there."""
        self.take(cards)
        self.cards = put(self.cards, space, (*self.cards[space], *cards))

    def gain(self, seat: int, points: int) -> None:
        """Add points, if there are any."""
        if points:
            self.change_track(SCORE, seat, points, MOST_POINTS)

    def turn_token(self, sign: int, card: int) -> None:
        """Count a token that is turned over for a card."""
        matches = card != EMPTY and self.setting.deck.sign(card) == sign
        points = self.setting.reveal if matches else 0
        self.facts.append(say.Revealed(sign, card, points))
        self.gain(self.player, points)

    def complete(self, space: int) -> None:
        """Score the set at a space, if there is one; then its token is due, else the turn ends."""
        cards, sign = self.cards[space], self.open_tokens[space]
        tally = tally_of(cards, sign, self.setting)
        if tally is None:
            self.end_turn()
            return
        self.facts.append(say.Completed(sign, cards, tally))
        self.gain(self.player, tally.total)
        self.card_discard = (*self.card_discard, *cards)
        self.cards = put(self.cards, space, ())
        self.unused = (*self.unused, sign)
        self.open_tokens = put(self.open_tokens, space, EMPTY)
        self.phase, self.space = Phase.LAY, space
        if self.turns_left == 1:
            self.end_turn()  # nobody needs a token after the last turn

    def end_turn(self) -> None:
        """Fill the hand; then it is the next player's turn, the end, or a bare circle gets cards."""
        self.draw_to_hand(self.player, self.setting.numbers.hand - len(self.hands[self.player]))
        if self.turns_left != EMPTY:
            self.turns_left -= 1
        elif self.score[self.player] >= self.setting.numbers.goal:
            self.turns_left = len(self.names) - 1
            self.facts.append(say.GoalReached(self.player))
        if self.turns_left == 0:
            self.phase = Phase.OVER
            return
        self.player = (self.player + 1) % len(self.names)
        self.round += self.player == 0
        self.phase = Phase.OPEN if self.is_bare() else Phase.TURN


@dataclass(frozen=True, slots=True)
class Open(SignMove):
    """Nobody's: spaces of a bare circle get a card each."""

    spaces: tuple[int, ...]
    phase = Phase.OPEN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """As many spaces as the rules say, each once."""
        count = _open_spaces(state)
        if (twice := repeated(self.spaces)) is not None:
            return Reason("open", f"Space {state.setting.deck.numerals[twice]} stands there twice.")
        if len(self.spaces) != count:
            return Reason("open", f"{count} spaces get a card, not {len(self.spaces)}.")
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """The next cards of the deck, in the order of the spaces; their tokens stay hidden."""
        _, draft.seed = shuffled(range(len(draft.cards)), draft.seed)
        laid = [(space, draft.draw("card")) for space in self.spaces]
        laid = [(space, card) for space, card in laid if card != EMPTY]
        for space, card in laid:
            draft.lay_cards(space, (card,))
        draft.facts.append(say.Opened(tuple(laid)))
        draft.phase = Phase.TURN


@dataclass(frozen=True, slots=True)
class Reveal(SignMove):
    """Lay a card to a space whose token is hidden, and turn the token over."""

    space: int
    card: int
    phase = Phase.TURN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is in the hand, the token is hidden, and the card goes with the one that lies there."""
        deck = state.setting.deck
        if self.space not in state.hidden_spaces():
            return Reason("reveal", f"The token of space {deck.numerals[self.space]} is not hidden.")
        return not_held(state, seat, (self.card,)) or _apart(state, self.space, (self.card,))

    def do(self, draft: Draft, seat: int) -> None:
        """The token is counted first, then the set, if it is one."""
        at = draft.hidden_spaces().index(self.space)
        sign = draft.hidden_tokens[at]
        draft.hidden_tokens = (*draft.hidden_tokens[:at], *draft.hidden_tokens[at + 1 :])
        draft.open_tokens = put(draft.open_tokens, self.space, sign)
        draft.lay_cards(self.space, (self.card,))
        draft.turn_token(sign, self.card)
        draft.complete(self.space)


@dataclass(frozen=True, slots=True)
class Play(SignMove):
    """Lay cards to the cards of a space whose token is revealed; from the lowest Number up."""

    space: int
    cards: tuple[int, ...]
    phase = Phase.TURN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """They are in the hand, the token is revealed, and all of them go with what lies there."""
        deck = state.setting.deck
        if self.space in state.hidden_spaces():
            one = "Only one card goes there, and reveals it."
            return Reason("play", f"The token of space {deck.numerals[self.space]} is hidden. {one}")
        if (twice := repeated(self.cards)) is not None:
            return Reason("hand", f"There is only one {deck.title(twice)}.")
        return not_held(state, seat, self.cards) or _apart(state, self.space, self.cards)

    def do(self, draft: Draft, seat: int) -> None:
        """They are laid, and a set is scored."""
        draft.lay_cards(self.space, self.cards)
        draft.complete(self.space)


@dataclass(frozen=True, slots=True)
class Discard(SignMove):
    """Show and discard the hand, a card of it last; EMPTY if there is no card in it."""

    card: int
    phase = Phase.TURN

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """Nothing else is possible."""
        play = next(plays(state, seat), None)
        if play is not None:
            where = state.setting.deck.numerals[play.space]
            cards = play.cards if isinstance(play, Play) else (play.card,)
            who, titles = state.names[seat], state.setting.deck.names(cards)
            return Reason("discard", f"{who} can play: {titles} goes to space {where}.")
        return not_held(state, seat, (self.card,)) if self.card != EMPTY else None

    def do(self, draft: Draft, seat: int) -> None:
        """The hand is discarded, and an unused token will be turned over."""
        hand = draft.hands[draft.player]
        draft.take((self.card,))
        draft.hands = put(draft.hands, draft.player, ())
        last = (self.card,) if self.card != EMPTY else ()
        draft.card_discard = (*draft.card_discard, *without(hand, last), *last)
        draft.phase, draft.top = Phase.UNUSED, self.card
        if not draft.unused:
            draft.end_turn()


@dataclass(frozen=True, slots=True)
class TurnOver(SignMove):
    """Nobody's: an unused token is turned over for a discarded hand, and goes back."""

    sign: int
    phase = Phase.UNUSED

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is one of the unused ones."""
        return _not_unused(state, self.sign)

    def do(self, draft: Draft, seat: int) -> None:
        """It counts for the card on top; the turn ends."""
        _, draft.seed = shuffled(draft.unused, draft.seed)
        draft.turn_token(self.sign, draft.top)
        draft.top = EMPTY
        draft.end_turn()


@dataclass(frozen=True, slots=True)
class Lay(SignMove):
    """Nobody's: a token of the unused ones is laid face down where a set was."""

    space: int
    sign: int
    phase = Phase.LAY

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """The space is the one without a token, and the token is unused."""
        if self.space != state.space:
            due, space = (state.setting.deck.numerals[at] for at in (state.space, self.space))
            return Reason("lay", f"Space {due} has no token, not space {space}.")
        return _not_unused(state, self.sign)

    def do(self, draft: Draft, seat: int) -> None:
        """It lies there unseen; the turn ends."""
        _, draft.seed = shuffled(draft.unused, draft.seed)
        draft.unused = without(draft.unused, (self.sign,))
        draft.space = EMPTY
        at = draft.hidden_spaces().index(self.space)
        draft.hidden_tokens = (*draft.hidden_tokens[:at], self.sign, *draft.hidden_tokens[at:])
        draft.end_turn()


def _open_spaces(state: Position) -> int:
    return min(state.setting.numbers.open_cards, len(state.cards))


def _not_unused(state: Position, sign: int) -> Reason | None:
    if sign in state.unused:
        return None
    return Reason("unused", f"The {state.setting.deck.signs[sign]} is not among the unused tokens.")


def _apart(state: Position, space: int, cards: Sequence[int]) -> Reason | None:
    """Why cards do not go with those of a space."""
    there, deck = state.cards[space], state.setting.deck
    if go_together((*there, *cards), state.setting):
        return None
    do = "does" if len(cards) == 1 else "do"
    fault = f"{deck.names(cards)} {do} not go with {deck.names(there)} at space {deck.numerals[space]}."
    return Reason("fit", fault)


# ---------------------------------------------------------------- the rules as functions


@lru_cache(maxsize=1 << 12)
def _reveal(space: int, card: int) -> Reveal:
    return Reveal(space, card)


def plays(state: Position, seat: int) -> Iterator[Reveal | Play]:
    """All ways to lay cards, space by space."""
    number, shapes = state.setting.deck.number, state.setting.shapes
    ordered = sorted([(number(card), card) for card in state.hands[seat]])
    numbers, hidden = tuple([low for low, _ in ordered]), state.hidden_spaces()
    for space, there in enumerate(state.cards):
        lying = tuple(sorted(map(number, there))) if there else ()
        if space in hidden:
            fitting = single_additions(lying, shapes)
            for low, card in ordered:
                if low in fitting:
                    yield _reveal(space, card)
        else:
            for places in additions(numbers, lying, shapes):
                yield Play(space, tuple([ordered[at][1] for at in places]))


def legal_moves(state: State, seat: int) -> tuple[SignMove, ...]:
    """All that a seat may do now; of NOBODY what happens without a choice."""
    if seat != NOBODY:
        if seat not in actors(state):
            return ()
        return tuple(plays(state, seat)) or tuple(map(Discard, state.hands[seat] or (EMPTY,)))
    unused, _ = shuffled(state.unused, state.seed)
    match state.phase:
        case Phase.OPEN:
            spaces, _ = shuffled(range(len(state.cards)), state.seed)
            return (Open(spaces[: _open_spaces(state)]),)
        case Phase.LAY:
            return (Lay(state.space, unused[0]),)
        case Phase.UNUSED:
            return (TurnOver(unused[0]),)
    return ()


def why_illegal(state: State, seat: int, move: SignMove) -> Reason | None:
    """Why a seat may not do this now; None if it may."""
    return out_of_phase(state, move, due(state)) or move.why_not(state, seat)


def due(state: Position) -> str:
    """A sentence that says what has to happen now."""
    match state.phase:
        case Phase.OPEN:
            return "The circle is bare, and gets cards first."
        case Phase.LAY:
            return f"A token is laid on space {state.setting.deck.numerals[state.space]} first."
        case Phase.UNUSED:
            return "An unused token is turned over first."
    return f"It is the turn of {state.names[state.player]}."


apply, done = doing(Draft, why_illegal)


def passed(state: State) -> State:
    """The state as if the player had used the turn for nothing."""
    draft = Draft(state)
    draft.end_turn()
    return draft.kept()
