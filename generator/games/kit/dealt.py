"""An engine whose seats have hands of one deck: how setup rows deal them, and where a missing card lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from generator.games.kit.chance import shuffled_below
from generator.games.kit.ruled import Ruled
from generator.games.kit.seating import SetupDeck, laid_decks, laid_hands, seated_players, seed_of
from generator.games.kit.table import check_seats
from generator.replay.errors import CellError, MoveError
from generator.replay.moves import NOBODY, A, F, Move, S
from generator.replay.script import Script, ScriptLine, ScriptRow

LyingCards = tuple[Collection[int], str]
"""Cards, and where they lie, as the end of a sentence: `lies in the deck`."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """What setup rows say: the players, the seed, the hands by seat, the cards on top of each deck."""

    names: Sequence[str]
    seed: int
    hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    tops: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def top(self, deck: SetupDeck) -> tuple[int, ...]:
        """The cards on top of a deck."""
        return self.tops.get(deck.key, ())


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

    def setup_of(self, script: Script) -> Dealing:
        """What the setup rows say. Raises CellError or SetupError."""
        names = seated_players(script)
        hands = laid_hands(script, self.setup_decks, names, self.setting.numbers.hand)
        return Dealing(names, seed_of(script), hands, laid_decks(script, self.setup_decks))

    def dealt(
        self, dealing: Dealing, *further: int
    ) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]:
        """The hands of all seats, the rest of the deck, and the seed that follows. Raises SetupError.

        Who has no hand yet is dealt one: the top cards of the deck, below which the others are shuffled.
        `further` are the sizes of hands that are of no seat, and come last.
        """
        numbers, hands = self.setting.numbers, dealing.hands
        check_seats(dealing.names, numbers.players_min, numbers.players_max)
        in_hands = {card for hand in hands.values() for card in hand}
        cards = [card for card in range(len(self.setup_deck.titles)) if card not in in_hands]
        deck, seed = shuffled_below(dealing.top(self.setup_deck), cards, dealing.seed, "card")
        full: list[tuple[int, ...]] = []
        for place, size in enumerate((*(numbers.hand for _ in dealing.names), *further)):
            full.append(hands.get(place, deck[:size]))
            deck = deck if place in hands else deck[size:]
        return tuple(full), deck, seed

    def begun(self, script: Script, state: S, action: str, column: str) -> S:
        """The state after what chance does first, or after the setup row that says it. Raises CellError."""
        row = next((row for row in reversed(script.setup) if row.action == action), None)
        if row is None:
            return self.step(state, NOBODY, self.legal_actions(state, NOBODY)[0])
        try:
            return self.apply(state, NOBODY, self.read(row, state))[0]
        except (CellError, MoveError) as fault:
            cause = fault.cause if isinstance(fault, CellError) else fault
            raise CellError(row.at(column), cause) from None

    def opening_line(self, first: S) -> ScriptLine:
        """The setup row of what chance does first."""
        (move,) = self.legal_actions(first, NOBODY)
        line: ScriptLine = self.rows.line_of_move(Move(first, NOBODY, move, first, ()))
        return line._replace(round=0, phase="setup")

    def hand_lines(self, first: S, decks: Sequence[Sequence[int]], seed: int) -> tuple[ScriptLine, ...]:
        """Seats in the colours of the mats, the hands, the seed, and each deck as it lies."""
        table: Any = first
        listed = ["; ".join(map(self.title, hand)) for hand in table.hands]
        return self.dealt_lines(table.names, decks, seed=seed, hands=listed)

    def title(self, card: int) -> str:
        """A card as rows name it."""
        return self.setup_deck.titles[card]

    def grants(self, row: ScriptRow, state: S, seat: int, move: A) -> bool:
        """Whether an illegal move can be done all the same: in its moment, with cards that lack."""
        return False

    def forced(self, row: ScriptRow, state: S, seat: int, move: A) -> tuple[S, tuple[F, ...]] | None:
        """What an illegal move brings all the same; None where it is left out."""
        return self.moves.done(state, seat, move) if self.grants(row, state, seat, move) else None

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
