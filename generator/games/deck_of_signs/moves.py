"""What the moves of all three games have in common, and what is done to hands and the deck."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from generator.games.kit.doing import RuleMove
from generator.games.kit.draft import Drafted
from generator.games.kit.table import EMPTY, put, without
from generator.replay.errors import Reason


class SignMove(RuleMove):
    """A move of a game, in a part of the round."""

    __slots__ = ()
    phase: ClassVar[StrEnum]


class SignDraft(Drafted):
    """A Position with hands, a deck and its discards that changes, and the facts so far."""

    __slots__ = ()
    hands: tuple[tuple[int, ...], ...]
    card_deck: tuple[int, ...]
    card_discard: tuple[int, ...]
    at_spaces: ClassVar[str] = ""
    """The field with the players’ cards at each space, where they lie there."""

    def take(self, cards: Collection[int]) -> None:
        """Take cards from wherever they lie; what all comes from the hands lies nowhere else."""
        gone, held = frozenset(cards), sum(map(len, self.hands))
        self.hands = tuple(without(hand, gone) for hand in self.hands)  # type: ignore[misc]  # a slot
        if sum(map(len, self.hands)) + len(gone) == held:
            return
        if self.at_spaces:
            setattr(
                self, self.at_spaces, tuple(without(there, gone) for there in getattr(self, self.at_spaces))
            )
        self.card_deck = without(self.card_deck, gone)  # type: ignore[misc]  # a slot
        self.card_discard = without(self.card_discard, gone)  # type: ignore[misc]  # a slot

    def draw_to_hand(self, seat: int, count: int, *, reshuffle: bool = True) -> tuple[int, ...]:
        """Draw cards into a hand, as far as there are any: those that came."""
        drawn = [self.draw("card", reshuffle=reshuffle) for _ in range(count)]
        came = tuple(card for card in drawn if card != EMPTY)
        self.hands = put(self.hands, seat, (*self.hands[seat], *came))  # type: ignore[misc]  # a slot
        return came


def repeated(pieces: Sequence[int]) -> int | None:
    """The first piece that stands there twice; None if all are different."""
    return next((piece for piece in pieces if pieces.count(piece) > 1), None)


def not_held(state: Any, seat: int, cards: Sequence[int], rule: str = "hand") -> Reason | None:
    """Why cards cannot be laid by a seat: one is not in the hand."""
    foreign = [card for card in cards if card not in state.hands[seat]]
    if not foreign:
        return None
    return Reason(rule, f"{state.names[seat]} does not hold {state.setting.deck.title(foreign[0])}.")


def out_of_phase(state: Any, move: SignMove, due: str = "") -> Reason | None:
    """Why it is not the time for a move; `due` is a sentence that says for what it is."""
    if state.phase == "end":
        return Reason("over", "The game is over.")
    if state.phase is move.phase:
        return None
    return Reason("phase", due or f"This belongs to another part of the round than {state.phase}.")
