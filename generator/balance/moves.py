"""What the cards of two workbooks do in play, for whoever looks at what differs between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.balance.against import Deviation, change_text, changes_between, changes_facts
from generator.balance.trial import Trial, trial_games
from generator.balance.watching import GameFigures
from generator.ground.progress import Progress

NOTHING = "Nothing can be told with so many games."


@dataclass(frozen=True, slots=True)
class InPlay:
    """What moves between two decks in games of the same seeds."""

    changes: tuple[Deviation, ...]
    games: int
    cards: frozenset[str]
    """The titles of the cards that somebody could take in them, folded."""

    def of_card(self, title: str) -> Iterator[str]:
        """What moves of a card, a line each, beside what differs in its cells."""
        return (f"in play: {line}" for line in self.lines_of(title))

    def lines_of(self, title: str) -> Iterator[str]:
        """What moves of a card, a line each; nothing of a piece that nobody takes as a card."""
        if title.casefold() not in self.cards:
            return
        own = [change for change in self.changes if _is_of(change, title.casefold())]
        yield from (change_text(change, with_subject=False) for change in own)
        if not own:
            yield f"nothing that {self.games} games can tell"

    def text(self) -> str:
        """What moves of the whole game, as far as it is real."""
        real = [change for change in self.changes if change.real]
        lines = [f"In play, {self.games} games of each with the same seeds; what is real:", ""]
        lines += [f"  {change_text(change)}" for change in real] or [f"  {NOTHING}"]
        return "\n".join(lines)

    def facts(self, old: str, new: str) -> object:
        """The same for machines."""
        return changes_facts(self.changes, old, new, self.games)


def _is_of(change: Deviation, folded: str) -> bool:
    group, subject, _ = change.name.split("|")
    return group == "card" and subject.casefold() == folded


def in_play(old: Trial, new: Trial, progress: Progress) -> InPlay:
    """Play both trials. Raises Failed."""
    return moved(trial_games(old, progress), trial_games(new, progress))


def moved(before: Sequence[GameFigures], now: Sequence[GameFigures]) -> InPlay:
    """What moves between games of two decks, of the same seeds and in their order."""
    names = {name for game in (*before, *now) for name in game if name.startswith("card|")}
    cards = frozenset(name.split("|")[1].casefold() for name in names)
    return InPlay(changes_between(before, now), len(now), cards)
