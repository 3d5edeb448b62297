"""The numbers and sets of Elementary, as its rules read them from a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NamedTuple

from generator.games.deck_of_signs.deck import SHARED, SignSetting, deck_from
from generator.games.kit.numbers import Bounds, FromOne, RuleNumbers
from generator.records.notation import Change, Effect
from generator.records.tables import Book, Row

PREFIX = "elementary_"
SETS, BONUSES = "Sets", "Bonuses"


class SetName(StrEnum):
    """The sets that the rules know, by the column Name of the sheet Sets."""

    CHAIN = "Chain"
    PACK = "Pack"
    CARDINAL = "Cardinal Chain"
    CRUSADE = "Crusade"
    KINFOLK = "Kinfolk"


SET, REVEAL = "set", "reveal"
BONUS_WHEN = (SET, REVEAL)
"""When a bonus comes, by the column When of the sheet Bonuses."""
SCORE = "score"
"""The symbol of points."""
MOST_HAND = 9
"""Cards in a hand."""


@dataclass(frozen=True, slots=True)
class Numbers(RuleNumbers):
    """The numbers of the sheet Rules that the rules read."""

    prefix = PREFIX
    shared = SHARED
    ordered = (
        ("players_min", "players_max"), ("open_cards", "signs_on_circle"), ("signs_on_circle", "tokens")
    )  # fmt: skip

    signs_on_circle: Annotated[int, Bounds(1, 30)]
    set_size: Annotated[int, Bounds(2, 9)]
    players_min: FromOne
    players_max: Annotated[int, Bounds(1, 9)]
    hand: Annotated[int, Bounds(1, MOST_HAND)]
    open_cards: FromOne
    tokens: Annotated[int, Bounds(1, 30)]
    goal: Annotated[int, Bounds(1, 999)]
    series: FromOne


class SetScore(NamedTuple):
    """A row of the sheet Sets: the cards that it needs, its points, and those for each further card."""

    least: int
    points: int
    further: int


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """The Numbers of a Cardinal Chain (the last, then from the first on), and how many cards sets need.

    A game has one, which is told from another by what it is, not by what it holds: lookups ask it often.
    """

    cardinal: tuple[int, ...]
    chain: int
    pack: int
    size: int
    """Of the Pack in a Crusade."""
    crusade: int
    numbers: tuple[int, ...]
    signs: int
    """How many cards there are of each Number."""


@dataclass(frozen=True, slots=True)
class Setting(SignSetting):
    """All that stays as it is during a game: equal for two of one workbook."""

    numbers: Numbers
    sets: Mapping[SetName, SetScore] = field(hash=False)
    match: int
    """The points for each card of a set whose Sign is the space's."""
    reveal: int
    """The points for a token that is turned over and has the Sign of the card."""
    shapes: Shapes = field(init=False, compare=False)
    """What Numbers have to be to make a set: worked out of the others, as each move asks for it."""

    def __post_init__(self) -> None:
        """The shapes of these sets."""
        chain, pack, cardinal, crusade, _ = (self.sets[name].least for name in SetName)
        numbers, size = self.deck.numbers, self.numbers.set_size
        way = (numbers[-1], *numbers[: cardinal - 1])
        shapes = Shapes(way, chain, pack, size, crusade, numbers, len(self.deck.signs))
        object.__setattr__(self, "shapes", shapes)


def setting_from(book: Book) -> Setting:
    """The records of a workbook that the checks have passed."""
    rows = {row["name"]: row for row in book[SETS]}
    sets = {name: _set_score(rows[name]) for name in SetName}
    bonus = {row["when"]: points_of(row["score"]) for row in book[BONUSES]}
    return Setting(book, deck_from(book), Numbers.read(book), sets, bonus[SET], bonus[REVEAL])


def _set_score(row: Row) -> SetScore:
    further = points_of(row.values.get("each_further_card"))
    return SetScore(row["least_cards"], points_of(row["score"]), further)


def points_of(effect: Effect | None) -> int:
    """The points that an effect brings; none without one."""
    parts = effect.parts if isinstance(effect, Effect) else ()
    return sum(part.amount for part in parts if isinstance(part, Change) and part.symbol == SCORE)
