"""A state being worked on: the one mutable thing, made and thrown away within a single step."""

from __future__ import annotations

from generator.games.kit.draft import Drafted
from generator.games.kit.table import EMPTY, put
from generator.games.kit.tokens import of_kind
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.pending import NOBODY, Work
from generator.games.meaning_made.rules.state import NO_BOXES, Phase, Position, Result, State


class Draft(Drafted, Position):
    """A Position that changes, the facts so far, and `work`: what is still to be resolved, the last next."""

    __slots__ = ("facts", "rules", "work")
    kinds, bundle = TOKENS, Tokens._make

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.rules = state.setting.rules
        self.work: list[Work] = list(state.pending)

    def freeze(self) -> State:
        """The State as it is now; after the end nothing is due any more."""
        self.pending = () if self.phase is Phase.OVER else tuple(self.work)
        return self.kept()

    # ------------------------------------------------------------ tracks and tokens

    def change_meaning(self, amount: int) -> None:
        """Move the Meaning marker, inside the track; where the rules say so, 0 ends the game at once."""
        _, after = self.change_track("meaning", NOBODY, amount, self.rules.meaning_max)
        if after == 0 and self.rules.collapse and self.rules.collapse_at_once:
            self.end_game(Result.COLLAPSE)

    def change_legacy(self, player: int, amount: int) -> None:
        """Move a Legacy marker, inside the track."""
        self.change_track("legacy", player, amount, self.rules.legacy_max)

    def change_vitals(self, player: int, amount: int) -> bool:
        """Move a Vitals marker, inside the track. Whether the player fell to 0 by it."""
        before, after = self.change_track("vitals", player, amount, self.rules.vitals_max)
        if self.rules.fragile and before == 0 < after:
            self.facts.append(say.Recovered(player))
        fell = bool(self.rules.fragile) and after == 0 < before
        if fell:
            self.facts.append(say.BecameFragile(player))
        return fell

    def change_token(self, player: int, token: int, amount: int) -> None:
        """Give or take tokens of one type."""
        self.change_tokens(player, of_kind(token, amount, TOKENS))

    # ------------------------------------------------------------ cards

    def turn_up(self, deck: str, row: str, slot: int, *, reshuffle: bool = True) -> None:
        """The next card of a deck into a slot of the Prism or the Index."""
        super().turn_up(deck, row, slot, reshuffle=reshuffle)
        card = getattr(self, row)[slot]
        self.facts.append(say.Emptied(deck, slot) if card == EMPTY else say.Revealed(deck, card, slot))

    def refresh_prism(self) -> None:
        """Discard the whole Prism and fill it anew."""
        gone = tuple(card for card in self.prism if card != EMPTY)
        self.pattern_discard = (*self.pattern_discard, *gone)
        self.facts.append(say.Discarded("pattern", gone))
        self.prism = (EMPTY,) * len(self.prism)
        self.fill("pattern", "prism")

    def empty_slot(self, slot: int) -> None:
        """Take the Initiative of a slot off the Index, with its boxes and its markers."""
        self.index = put(self.index, slot, EMPTY)
        self.filled = put(self.filled, slot, NO_BOXES)
        self.orders = put(self.orders, slot, ())
        self.gave = put(self.gave, slot, ())

    def add_marker(self, player: int, slot: int) -> None:
        """Lay a marker on the next Contribution space of a slot; the player may be the Community."""
        order = (*self.orders[slot], player)
        self.orders = put(self.orders, slot, order)
        self.facts.append(say.MarkerPlaced(player, self.index[slot], len(order)))

    def end_game(self, result: Result) -> None:
        """Nothing happens any more."""
        self.phase = Phase.OVER
        self.result = result
        self.actions_left = 0
        self.work.clear()
        self.facts.append(say.GameEnded(result))
