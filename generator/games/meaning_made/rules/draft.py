"""A state being worked on: the one mutable thing, made and thrown away within a single step."""

from __future__ import annotations

from generator.games.kit.chance import shuffled
from generator.games.kit.table import EMPTY, put
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.pending import NOBODY, Work
from generator.games.meaning_made.rules.state import NO_BOXES, Phase, Position, Result, State


class Draft(Position):
    """A Position that changes, the facts so far, and `work`: what is still to be resolved, the last next."""

    __slots__ = ("facts", "rules", "work")

    def __init__(self, state: State) -> None:
        super().__init__(*State.values(state))
        self.facts: list[Fact] = []
        self.rules = state.setting.rules
        self.work: list[Work] = list(state.pending)

    def freeze(self) -> State:
        """The State as it is now."""
        self.pending = tuple(self.work)
        return self.kept()

    # ------------------------------------------------------------ tracks and tokens

    def change_meaning(self, amount: int) -> None:
        """Move the Meaning marker, inside the track."""
        before = self.meaning
        self.meaning = min(max(before + amount, 0), self.rules.meaning_max)
        self.facts.append(say.Changed("meaning", NOBODY, before, self.meaning, amount))

    def change_legacy(self, player: int, amount: int) -> None:
        """Move a Legacy marker, inside the track."""
        before = self.legacy[player]
        after = min(max(before + amount, 0), self.rules.legacy_max)
        self.legacy = put(self.legacy, player, after)
        self.facts.append(say.Changed("legacy", player, before, after, amount))

    def change_vitals(self, player: int, amount: int) -> bool:
        """Move a Vitals marker, inside the track. Whether the player fell to 0 by it."""
        before = self.vitals[player]
        after = min(max(before + amount, 0), self.rules.vitals_max)
        self.vitals = put(self.vitals, player, after)
        self.facts.append(say.Changed("vitals", player, before, after, amount))
        if before == 0 < after:
            self.facts.append(say.Recovered(player))
        fell = after == 0 < before
        if fell:
            self.facts.append(say.BecameFragile(player))
        return fell

    def change_tokens(self, player: int, changes: tuple[int, int, int]) -> None:
        """Give or take tokens of each type; a loss takes what is there."""
        tokens = self.tokens[player]
        after = Tokens(*(max(have + change, 0) for have, change in zip(tokens, changes, strict=True)))
        self.tokens = put(self.tokens, player, after)
        for token, change in enumerate(changes):
            if change:
                fact = say.Changed(TOKENS[token], player, tokens[token], after[token], change)
                self.facts.append(fact)

    def change_token(self, player: int, token: int, amount: int) -> None:
        """The same for one type of token."""
        self.change_tokens(player, (amount * (token == 0), amount * (token == 1), amount * (token == 2)))

    def pay(self, player: int, tokens: Tokens) -> None:
        """Take these tokens from a player."""
        self.change_tokens(player, (-tokens.energy, -tokens.insight, -tokens.support))

    def raise_highest(self, layer: int) -> None:
        """A card of this Layer is in play now."""
        if layer > self.highest:
            self.facts.append(say.HighestLayer(self.highest, layer))
            self.highest = layer

    # ------------------------------------------------------------ cards

    def draw_pattern(self) -> int:
        """The next Pattern, after a reshuffle if need be; EMPTY if none is left."""
        if not self.pattern_deck and self.pattern_discard:
            self.pattern_deck = self._reshuffle("pattern", self.pattern_discard)
            self.pattern_discard = ()
        if not self.pattern_deck:
            return EMPTY
        card, *rest = self.pattern_deck
        self.pattern_deck = tuple(rest)
        return card

    def draw_initiative(self, *, reshuffle: bool) -> int:
        """The next Initiative; EMPTY if none is left. Only Recycle may reshuffle."""
        if reshuffle and not self.initiative_deck and self.initiative_discard:
            self.initiative_deck = self._reshuffle("initiative", self.initiative_discard)
            self.initiative_discard = ()
        if not self.initiative_deck:
            return EMPTY
        card, *rest = self.initiative_deck
        self.initiative_deck = tuple(rest)
        return card

    def draw_event(self) -> int:
        """The next Event, after a reshuffle if need be; EMPTY if none is left."""
        if not self.event_deck and self.event_discard:
            self.event_deck = self._reshuffle("event", self.event_discard)
            self.event_discard = ()
        if not self.event_deck:
            return EMPTY
        card, *rest = self.event_deck
        self.event_deck = tuple(rest)
        return card

    def _reshuffle(self, deck: str, cards: tuple[int, ...]) -> tuple[int, ...]:
        order, self.seed = shuffled(cards, self.seed)
        self.facts.append(say.Reshuffled(deck, len(order)))
        return order

    def show_pattern(self, slot: int) -> None:
        """Fill a slot of the Prism."""
        card = self.draw_pattern()
        self.prism = put(self.prism, slot, card)
        self._shown("pattern", card, slot)

    def show_initiative(self, slot: int, *, reshuffle: bool) -> None:
        """Fill a slot of the Index."""
        card = self.draw_initiative(reshuffle=reshuffle)
        self.index = put(self.index, slot, card)
        self._shown("initiative", card, slot)

    def empty_slot(self, slot: int) -> None:
        """Take the Initiative of a slot off the Index, with its boxes and its markers."""
        self.index = put(self.index, slot, EMPTY)
        self.filled = put(self.filled, slot, NO_BOXES)
        self.orders = put(self.orders, slot, ())

    def add_marker(self, player: int, slot: int) -> None:
        """Lay a marker on the next Contribution space of a slot; the player may be the Community."""
        order = (*self.orders[slot], player)
        self.orders = put(self.orders, slot, order)
        self.facts.append(say.MarkerPlaced(player, self.index[slot], len(order)))

    def _shown(self, deck: str, card: int, slot: int) -> None:
        self.facts.append(say.Emptied(deck, slot) if card == EMPTY else say.Revealed(deck, card, slot))

    def end_game(self, result: Result) -> None:
        """Nothing happens any more."""
        self.phase = Phase.OVER
        self.result = result
        self.actions_left = 0
        self.work.clear()
        self.facts.append(say.GameEnded(result))
