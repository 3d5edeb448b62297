"""An engine whose seats have hands of one deck: how setup rows deal them, and where a missing card lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from generator.games.kit.ruled import Ruled
from generator.games.kit.seating import (
    SetupDeck,
    laid_decks,
    laid_hands,
    seated_players,
    seed_of,
)
from generator.replay.errors import CellError, MoveError
from generator.replay.moves import A, F, S
from generator.replay.script import Script, ScriptLine, ScriptRow

LyingCards = tuple[Collection[int], str]
"""Cards, and where they lie, as the end of a sentence: `lies in the deck`."""


DealtSetup = tuple[tuple[str, ...], Mapping[int, tuple[int, ...]], Mapping[str, tuple[int, ...]], int]
"""What setup rows say: the players, the hands by seat, the cards on top of each deck, the seed."""


class Dealt(Ruled[S, A, F], Generic[S, A, F]):
    """What follows from one deck, of which the state has `hands`, `card_deck` and `card_discard`."""

    setting: Any
    """What stays as it is during a game, with `setup_deck` and the size of a hand among its `numbers`."""
    hand_rules: ClassVar[Collection[str]] = ("hand",)
    """The rules that a card breaks which is not in the hand."""
    dealt_by: ClassVar[Collection[str]] = ("hand",)

    def __init__(self, setting: Any) -> None:
        super().__init__(setting.book)
        self.setting = setting
        self.setup_deck: SetupDeck = setting.setup_deck()
        self.setup_decks = (self.setup_deck,)

    def setup_of(self, script: Script) -> DealtSetup:
        """What the setup rows say. Raises CellError or SetupError."""
        names = seated_players(script)
        hands = laid_hands(script, self.setup_decks, names, self.setting.numbers.hand)
        return names, hands, laid_decks(script, self.setup_decks), seed_of(script)

    def hand_lines(
        self, names: Sequence[str], hands: Iterable[Sequence[int]], decks: Sequence[Sequence[int]], seed: int
    ) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and each deck as it lies."""
        listed = ["; ".join(self.setup_deck.titles[card] for card in hand) for hand in hands]
        return self.dealt_lines(names, decks, seed=seed, hands=listed)

    def forced(self, row: ScriptRow, state: S, seat: int, move: A) -> tuple[S, tuple[F, ...]] | None:
        """What an illegal move brings all the same in its moment; None where it is left out."""
        return None

    def left_out(self, row: ScriptRow, state: S) -> S:
        """The state without a row that cannot be played."""
        return self.skip(row, state)

    def force(self, row: ScriptRow, state: S, claims: Sequence[object]) -> tuple[S, tuple[F, ...]]:
        """What an illegal row wants, done all the same in its moment: a card that lacks is granted."""
        try:
            step = self.forced(row, state, self.mover(row, state), self.read(row, state))
        except (CellError, MoveError):
            step = None
        return step if step is not None else (self.left_out(row, state), ())

    def places(self, state: S) -> Iterable[LyingCards]:
        """Where else cards lie than in hands, the deck and the discards."""
        return ()

    def whereabouts(self, rule: str, row: ScriptRow, state: S) -> str:
        """Where a card lies that is not in the hand."""
        if rule not in self.hand_rules:
            return ""
        table: Any = state
        titles = {title.casefold(): card for card, title in enumerate(self.setup_deck.titles)}
        named = [titles.get(name.strip().casefold(), -1) for name in row.card.split(";")]
        seat = self.mover(row, state)
        lacking = next((card for card in named if card != -1 and card not in table.hands[seat]), -1)
        places: list[LyingCards] = [
            *((hand, f"is in {name}’s hand") for hand, name in zip(table.hands, table.names, strict=True)),
            *self.places(state),
            (table.card_deck, "lies in the deck"),
            (table.card_discard, "lies among the discards"),
        ]
        return next((f"It {where}." for cards, where in places if lacking in cards), "")
