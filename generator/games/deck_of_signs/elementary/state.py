"""All that lies on the table of Elementary: cards, Signs and spaces are places in their sheets."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from generator.games.deck_of_signs.elementary.records import Setting
from generator.games.kit.table import EMPTY, Locked, Unlocked


class Phase(StrEnum):
    """What is due: cards on a bare circle, a player's turn, or a token after one."""

    OPEN = "open"
    TURN = "turn"
    LAY = "lay"
    UNUSED = "unused"
    OVER = "end"


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """The one list of what a state keeps and a draft changes. What has a value here begins with it."""

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    seed: int  # for what is shuffled next
    hands: tuple[tuple[int, ...], ...]
    card_deck: tuple[int, ...]
    open_tokens: tuple[int, ...]  # the Sign of each space that has been revealed, else EMPTY
    hidden_tokens: tuple[int, ...]  # the Signs of the other spaces, in the order of the spaces
    unused: tuple[int, ...]
    cards: tuple[tuple[int, ...], ...]  # at each space
    score: tuple[int, ...]
    card_discard: tuple[int, ...] = ()
    player: int = 0
    round: int = 1
    space: int = EMPTY  # the one that waits for a token
    top: int = EMPTY  # the card that was discarded last, while an unused token is turned over for it
    turns_left: int = EMPTY  # after somebody has come to the goal
    phase: Phase = Phase.OPEN

    def hidden_spaces(self) -> tuple[int, ...]:
        """The spaces whose token lies face down."""
        signs = enumerate(self.open_tokens)
        return tuple(space for space, sign in signs if sign == EMPTY and space != self.space)

    def is_bare(self) -> bool:
        """Whether no token and no card lies face up on the circle."""
        return not any(self.cards) and all(sign == EMPTY for sign in self.open_tokens)


class State(Locked, Position):
    """A moment of a game, which never changes."""

    __slots__ = ()


def actors(state: Position) -> tuple[int, ...]:
    """The seat whose turn it is."""
    return (state.player,) if state.phase is Phase.TURN else ()
