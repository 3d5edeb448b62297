"""A state of Life~Meaning being worked on, made and thrown away within a single step."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.draft import Drafted
from generator.games.kit.table import EMPTY, put
from generator.games.life_meaning.records import NO_TOKENS, TOKENS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.state import End, Phase, Position, State
from generator.records.grammar import Who
from generator.records.notation import Change
from generator.replay.moves import TABLE


class Draft(Drafted, Position):
    """A Position that changes, and the facts so far.

    With `granting` a step that is not legal is done all the same: a card is taken from wherever it lies.
    Tokens that lack need no granting, as a loss takes what is there.
    """

    __slots__ = ("facts", "granting", "numbers")
    kinds = TOKENS

    def __init__(self, state: State, *, granting: bool = False) -> None:
        super().__init__(state)
        self.numbers = state.setting.numbers
        self.granting = granting

    # ------------------------------------------------------------ tracks and tokens

    def change(self, symbol: str, seat: int, amount: int) -> None:
        """Move a track, or give or take tokens of one kind. Drift at its end makes this round the last."""
        if symbol in TOKENS:
            self.change_tokens(seat, [amount if token == symbol else 0 for token in TOKENS])
            return
        _, after = self.change_track(symbol, seat, amount, self.numbers.most(symbol))
        if symbol == "drift" and after == self.numbers.drift_max:
            self.last_round(End.DRIFT)

    def effect(self, changes: Sequence[Change], seat: int) -> None:
        """What a card brings to whoever it names: a seat, all, the others; or to a track that all share."""
        for change in changes:
            if change.symbol == "drift":
                self.change("drift", TABLE, change.amount)
                continue
            own = () if seat == TABLE else (seat,)
            others = [other for other in self.order() if other != seat]
            for whom in {Who.ALL: self.order(), Who.OTHERS: others}.get(Who(change.who), own):
                self.change(change.symbol, whom, change.amount)

    # ------------------------------------------------------------ cards

    def fill_projects(self) -> None:
        """Projects into all empty slots; what was discarded does not come again."""
        self.fill("project", "projects", reshuffle=False)

    def take_pattern(self, card: int) -> None:
        """Take a Pattern out of the Gallery; a granted one from wherever it lies."""
        if card in self.gallery:
            self.gallery = put(self.gallery, self.gallery.index(card), EMPTY)
        elif self.granting:
            self.pattern_deck = tuple(other for other in self.pattern_deck if other != card)
            self.pattern_discard = tuple(other for other in self.pattern_discard if other != card)

    def clear_slot(self, slot: int) -> None:
        """Take a Project off its slot, and the marks off it."""
        self.projects = put(self.projects, slot, EMPTY)
        self.marks = put(self.marks, slot, ())

    # ------------------------------------------------------------ the end

    def last_round(self, end: End) -> None:
        """This round is the last one: the first reason counts."""
        if self.end is None:
            self.end = end
            self.facts.append(say.LastRound(end))

    def finish(self, end: End) -> None:
        """Nothing happens any more."""
        self.phase, self.end = Phase.OVER, end
        self.actions_left, self.waiting = 0, ()
        self.mitigation = NO_TOKENS
