"""All that can be done in Counterspell, a class each, and what it does. Chance and results are NOBODY's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.records import HEALTH
from generator.games.deck_of_signs.counterspell.runs import going_on, lengthened
from generator.games.deck_of_signs.counterspell.state import Phase, Position, State, actors
from generator.games.deck_of_signs.moves import SignDraft, SignMove, not_held, out_of_phase, repeated
from generator.games.kit.chance import shuffled
from generator.games.kit.doing import doing
from generator.games.kit.table import EMPTY, put, without
from generator.replay.errors import Reason
from generator.replay.moves import NOBODY, TABLE


class Draft(SignDraft, Position):
    """A Position that changes, and the facts so far."""

    __slots__ = ("facts",)
    at_spaces = "runs"

    def uncover(self, space: int) -> int:
        """Turn the hidden card of a space over: it lies open from now on; EMPTY if there is none."""
        if space not in self.covered:
            return EMPTY
        card = hidden_at(self, space)
        self.covered, self.face_down = without(self.covered, (space,)), without(self.face_down, (card,))
        self.chaos = put(self.chaos, space, (*self.chaos[space], card))
        self.facts.append(say.Turned(space, card))
        self.idle = False
        return card

    def lay_chaos(self, space: int, card: int) -> None:
        """Lay a card of Chaos: the first and the third of a space open, the second face down."""
        if self.chaos_count(space) != 1:
            self.chaos = put(self.chaos, space, (*self.chaos[space], card))
            return
        at = sum(other < space for other in self.covered)
        self.covered = (*self.covered[:at], space, *self.covered[at:])
        self.face_down = (*self.face_down[:at], card, *self.face_down[at:])

    def match(self, space: int, card: int) -> None:
        """Pay for an open card that has the Sign of its space, unless the game is over."""
        if not self.is_over() and self.setting.deck.sign(card) == self.circle[space]:
            self.facts.append(say.Matched(space, card))
            self.spend(self.setting.match)

    def spend(self, cards: int) -> None:
        """Discard cards of the deck for each player; who cannot has lost."""
        due = cards * self.payers
        spent, self.card_deck = self.card_deck[:due], self.card_deck[due:]
        self.card_discard = (*self.card_discard, *spent)
        if due:
            self.idle = False
            self.facts.append(say.Spent(due, len(spent)))
        if len(spent) < due:
            self.end()

    def hurt(self, health: int) -> None:
        """Take Health; without any left the players have won."""
        if health:
            self.change_track(HEALTH, TABLE, -health, self.difficulty.health)
        if not self.health:
            self.end()

    def is_over(self) -> bool:
        """Whether a step before has ended the game."""
        return self.phase is Phase.OVER

    def end(self) -> None:
        """The game is over."""
        self.phase, self.due = Phase.OVER, ()
        self.facts.append(say.Ended(not self.health))

    def clear(self, space: int) -> None:
        """Discard all cards of a space, and take its token."""
        self.card_discard = (*self.card_discard, *self.chaos[space], *self.runs[space])
        self.chaos, self.runs = put(self.chaos, space, ()), put(self.runs, space, ())
        self.circle = put(self.circle, space, EMPTY)
        self.idle = False

    def after_resolving(self) -> None:
        """What comes when no space is left to resolve."""
        if self.due or self.is_over():
            return
        if self.last:
            self.end()
        else:
            self.phase = Phase.LAY if EMPTY in self.circle else Phase.CHAOS


@dataclass(frozen=True, slots=True)
class Weave(SignMove):
    """Lay a card to the run of a space."""

    card: int
    space: int
    phase = Phase.WEAVE

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is in the hand, and begins a run or lengthens it."""
        deck = state.setting.deck
        title, numeral = deck.title(self.card), deck.numerals[self.space]
        if reason := not_held(state, seat, (self.card,)):
            return reason
        run = state.runs[self.space]
        if lengthened(run, self.card, state.setting) is None:
            return Reason("run", f"{title} does not lengthen {deck.names(run)} at space {numeral}.")
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """From the hand, or from wherever it lies if the step is forced."""
        draft.take((self.card,))
        run = draft.runs[self.space]
        longer = lengthened(run, self.card, draft.setting) or (*run, self.card)
        draft.runs = put(draft.runs, self.space, longer)
        draft.idle = False


@dataclass(frozen=True, slots=True)
class Done(SignMove):
    """End one’s turn, and fill the hand."""

    phase = Phase.WEAVE

    def do(self, draft: Draft, seat: int) -> None:
        """Draw as far as there are cards; after the last turn spaces are resolved."""
        missing = draft.setting.numbers.hand - len(draft.hands[seat])
        draft.facts.append(say.Filled(seat, draft.draw_to_hand(seat, missing, reshuffle=False)))
        draft.turn += 1
        if draft.turn == len(draft.names):
            draft.due, draft.phase = draft.resolving(), Phase.RESOLVE
            draft.after_resolving()


@dataclass(frozen=True, slots=True)
class Resolve(SignMove):
    """Nobody's: a space is resolved. `card` is its hidden card, if a row says it, else EMPTY."""

    space: int
    card: int = EMPTY
    phase = Phase.RESOLVE

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is the next space, and its hidden card is the one that is said."""
        deck = state.setting.deck
        if self.space != state.due[0]:
            following, space = deck.numerals[state.due[0]], deck.numerals[self.space]
            return Reason("resolve.order", f"The next space is {following}, not {space}.")
        if self.card == EMPTY or self.card == hidden_at(state, self.space):
            return None
        hidden = hidden_at(state, self.space)
        there = f"is {deck.title(hidden)}" if hidden != EMPTY else "lies open already"
        return Reason("hidden", f"The second card of space {deck.numerals[self.space]} {there}.")

    def do(self, draft: Draft, seat: int) -> None:
        """The hidden card is turned over and paid for, then the cases count."""
        draft.due = tuple(space for space in draft.due if space != self.space)
        hidden = draft.uncover(self.space)
        clash = draft.clash(self.space)
        if hidden != EMPTY and clash.pays_hidden():
            draft.match(self.space, hidden)
        if draft.is_over():
            return
        cases = clash.cases()
        results = [draft.setting.results[case] for case in cases]
        clears = any(result.clears for result in results)
        draft.facts.append(say.Resolved(self.space, draft.circle[self.space], clash, cases, clears))
        if clears:
            draft.clear(self.space)
        # Health before cards: who takes the last of it has won, whatever the deck has still to pay.
        draft.hurt(sum(result.health for result in results))
        if not draft.is_over():
            draft.spend(sum(result.cards for result in results))
        draft.after_resolving()


@dataclass(frozen=True, slots=True)
class Lay(SignMove):
    """Nobody's: cleared spaces get tokens of Signs that lie on no other space."""

    signs: tuple[int, ...]
    spaces: tuple[int, ...] = ()
    """As a row says them; none if it does not."""
    phase = Phase.LAY

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """One for each cleared space, each Sign once on the circle."""
        deck, bare = state.setting.deck, cleared(state)
        if self.spaces and self.spaces != bare:
            numerals = ", ".join(deck.numerals[space] for space in bare)
            return Reason("lay.spaces", f"The spaces without a token are {numerals}.")
        if len(self.signs) != len(bare):
            return Reason("lay", f"{len(bare)} tokens are laid, not {len(self.signs)}.")
        laid = [*state.circle, *self.signs]
        twice = next((sign for sign in self.signs if laid.count(sign) > 1), None)
        return Reason("lay", f"The {deck.signs[twice]} lies on two spaces.") if twice is not None else None

    def do(self, draft: Draft, seat: int) -> None:
        """Lay them in the order of the spaces."""
        _, draft.seed = shuffled(spare_signs(draft), draft.seed)
        for space, sign in zip(cleared(draft), self.signs, strict=False):
            draft.circle = put(draft.circle, space, sign)
        draft.phase = Phase.CHAOS


@dataclass(frozen=True, slots=True)
class Grow(SignMove):
    """Nobody's: these spaces get a card of Chaos each, and the next round begins."""

    spaces: tuple[int, ...]
    phase = Phase.CHAOS

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """All that have fewer than Chaos can have; of a short deck as many as it has, the barest first."""
        deck, growing = state.setting.deck, growing_spaces(state)
        if (twice := repeated(self.spaces)) is not None:
            return Reason("chaos", f"Space {deck.numerals[twice]} stands there twice.")
        full = [space for space in self.spaces if space not in growing]
        if full:
            count = state.chaos_count(full[0])
            return Reason("chaos", f"Space {deck.numerals[full[0]]} has {count} cards of Chaos already.")
        count = min(len(growing), len(state.card_deck))
        if len(self.spaces) != count:
            return Reason("chaos", f"{count} spaces get a card, not {len(self.spaces)}.")
        counts = [state.chaos_count(space) for space in self.spaces]
        barer = [space for space in growing if space not in self.spaces]
        if counts and any(state.chaos_count(space) < max(counts) for space in barer):
            return Reason("chaos.even", "The deck is short, so that spaces with fewer cards come first.")
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """All cards are laid before any is paid for."""
        _, draft.seed = shuffled(range(len(draft.circle)), draft.seed)
        laid = []
        for space in self.spaces:
            card = draft.draw("card", reshuffle=False)
            if card != EMPTY:
                draft.lay_chaos(space, card)
                laid.append((space, EMPTY if card in draft.face_down else card))
        draft.facts.append(say.Grown(tuple(laid)))
        for space, card in laid:
            if card != EMPTY:
                draft.match(space, card)
        if draft.idle and not laid and draft.card_deck:
            draft.end()  # the next round would be the same
        elif not draft.is_over():
            draft.round, draft.turn, draft.phase = draft.round + 1, 0, Phase.WEAVE
            draft.last, draft.idle = not draft.card_deck, True


def hidden_at(state: Position, space: int) -> int:
    """The hidden card of a space; EMPTY if there is none."""
    return state.face_down[state.covered.index(space)] if space in state.covered else EMPTY


def cleared(state: Position) -> tuple[int, ...]:
    """The spaces without a token."""
    return tuple(space for space, sign in enumerate(state.circle) if sign == EMPTY)


def spare_signs(state: Position) -> tuple[int, ...]:
    """The Signs that lie on no space."""
    return tuple(sign for sign in range(len(state.setting.deck.signs)) if sign not in state.circle)


def growing_spaces(state: Position) -> tuple[int, ...]:
    """The spaces where Chaos has fewer cards than it can have."""
    most = state.setting.numbers.chaos_cards
    return tuple(space for space in range(len(state.circle)) if state.chaos_count(space) < most)


# ---------------------------------------------------------------- the rules as functions


def legal_moves(state: State, seat: int) -> tuple[SignMove, ...]:
    """All that a seat may do now; of NOBODY what happens without a choice."""
    if seat != NOBODY:
        return (*_weaves(state, state.hands[seat]), Done()) if seat in actors(state) else ()
    match state.phase:
        case Phase.RESOLVE:
            return (Resolve(state.due[0]),)
        case Phase.LAY:
            return (Lay(shuffled(spare_signs(state), state.seed)[0][: len(cleared(state))]),)
        case Phase.CHAOS:
            return (Grow(_by_chance(state)),)
    return ()


def _weaves(state: State, hand: Sequence[int]) -> list[SignMove]:
    number, ends = state.setting.deck.number, [going_on(run, state.setting) for run in state.runs]
    return [
        Weave(card, space)
        for card in hand
        for space, (lower, upper) in enumerate(ends)
        if number(card) in lower or number(card) in upper
    ]


def _by_chance(state: State) -> tuple[int, ...]:
    """The spaces that Chaos grows at, in their order; of a short deck some of them."""
    growing = growing_spaces(state)
    if len(growing) <= len(state.card_deck):
        return growing
    order, _ = shuffled(growing, state.seed)
    return tuple(sorted(sorted(order, key=state.chaos_count)[: len(state.card_deck)]))


def why_illegal(state: State, seat: int, move: SignMove) -> Reason | None:
    """Why a seat may not do this now; None if it may."""
    reason = out_of_phase(state, move)
    if reason is None and move.phase is Phase.WEAVE and seat not in actors(state):
        return Reason("turn.order", f"It is the turn of {state.names[actors(state)[0]]}.")
    return reason or move.why_not(state, seat)


apply, done = doing(Draft, why_illegal)
