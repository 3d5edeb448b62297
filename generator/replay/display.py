"""What people see of a game: its table, its hands and decks, and the words in which a step is told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Generic

from generator.players.rules import Rules
from generator.replay.moves import A, Deed, F, S
from generator.replay.script import Script
from generator.replay.told import CardRow, Remark, Sign, TableView


class Display(Rules[S, A], Generic[S, A, F]):
    """How a ruleset shows its states and tells its steps; words are rich text."""

    rules: Mapping[str, str] = {}
    """The rules by id, each a sentence: a Problem about a broken one ends with it."""
    phase_headings: Mapping[str, str] = {}
    """What stands over the steps of a phase, where that is not the script's own word for it."""

    @abstractmethod
    def table(self, state: S, script: Script) -> TableView:
        """What lies on the table; the script tells the players’ mats."""

    @abstractmethod
    def headline(self, deed: Deed[S, A, F]) -> str:
        """Who does what, in rich text."""

    def outcome(self, deed: Deed[S, A, F]) -> str:
        """What comes of it and is not seen on the table, in rich text; what changed there is told anyway."""
        return ""

    def rules_shown(self, deed: Deed[S, A, F]) -> tuple[str, ...]:
        """The rules that a step shows, the most telling last, or the one that it breaks; or none."""
        return (self.rules.get(deed.reason.rule, ""),) if deed.reason is not None else ()

    @abstractmethod
    def badge(self, deed: Deed[S, A, F], script: Script) -> Sign:
        """The sign of who acts, or of the phase."""

    def setup_told(self, script: Script) -> Iterator[Remark]:
        """What the script says of each player before the first round."""
        for row in script.setup:
            if row.action == "seat" and row.narration:
                yield Remark(f"**{row.player}**. {row.narration}", row.at("narration"))

    def seated(self, start: S) -> str:
        """Who sits where, and who begins."""
        return f"They sit in this order, clockwise: {', '.join(self.names(start))}."

    @abstractmethod
    def ending(self, final: S) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """How it ended: a sentence, and a table of the players whose first row is its head."""

    # ------------------------------------------------------------ beside the table

    def hand(self, state: S, seat: int) -> tuple[str, ...]:
        """The titles of the cards that a seat sees and others do not; here nobody holds any."""
        return ()

    def laid(self, state: S) -> tuple[CardRow, ...]:
        """What lies open beside what `table` shows: a row named after each player who has taken cards, and
        one for each other place; here nothing.
        """
        return ()

    def piles(self, state: S) -> Mapping[str, int]:
        """How many cards each deck still has, by the title of one of its cards; here nobody says."""
        return {}

    def discards(self, state: S) -> Mapping[str, int]:
        """The card that lies uppermost on each pile of open discards, and how many cards the pile has."""
        return {}

    @property
    def keeps_hands(self) -> bool:
        """Whether a seat may know what others do not, so that a move is not told to all as it was made.

        A table then tells others its word and what it changed on the table before them, whatever the move: a
        row may name what stays in a hand, and nothing here says of which moves it does not.
        """
        return False
