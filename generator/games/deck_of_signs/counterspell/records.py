"""The numbers, levels and results of Counterspell, as its rules read them from a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NamedTuple

from generator.games.deck_of_signs.deck import RESULTS, SHARED, SignSetting, deck_from
from generator.games.kit.numbers import Bounds, FromOne, RuleNumbers
from generator.records.notation import Call, Change, Effect, Shift
from generator.records.tables import Book

GAME = "Counterspell"
"""The game in the column Game of the sheet Results."""
PREFIX = "counterspell_"
DIFFICULTIES = "Difficulties"
LEVELS = ("easy", "normal", "hard")
"""The levels, by the column Level of the sheet Difficulties; each is a rule with the Health of a player."""
HEALTH = "health"
"""The symbol of what the beast loses."""
MATCH = "match"
"""A card of Chaos has the Sign of its space: by the column When of the sheet Results, as all cases."""


class Case(StrEnum):
    """What may come of a space."""

    COMPLETE = "complete"
    OPPOSING = "opposing"
    DOUBLE = "double"
    FLUSH = "flush"
    UNANSWERED = "unanswered"
    CARDINAL = "cardinal"
    CARDINAL_FLUSH = "cardinal flush"
    CHAOS_CARDINAL = "chaos cardinal"
    BOTH_CARDINAL = "both cardinal"


OF_COMPLETE = frozenset({Case.OPPOSING, Case.DOUBLE, Case.FLUSH})
"""Cases that add to a complete run that is high enough, and to nothing else."""


@dataclass(frozen=True, slots=True)
class Numbers(RuleNumbers):
    """The numbers of the sheet Rules that the rules read."""

    prefix = PREFIX
    shared = SHARED
    ordered = (("players_min", "players_max"), ("players_min", "reckoned"))

    signs_on_circle: Annotated[int, Bounds(1, 30)]
    set_size: Annotated[int, Bounds(2, 9)]
    players_min: FromOne
    players_max: Annotated[int, Bounds(1, 9)]
    hand: Annotated[int, Bounds(1, 99)]
    chaos_cards: Annotated[int, Bounds(1, 9)]
    easy: Annotated[int, Bounds(1, 99)]
    normal: Annotated[int, Bounds(1, 99)]
    hard: Annotated[int, Bounds(1, 99)]
    double: Annotated[int, Bounds(1, 99)]
    reckoned: Annotated[int, Bounds(1, 99)]
    """For so many players at most the deck pays, and the beast has Health."""


class Result(NamedTuple):
    """What comes of a case: Health that goes, cards of the deck for each player, the space cleared."""

    health: int
    cards: int
    clears: bool
    instead: str
    """The case whose result this one replaces; empty if it is added."""


class Level(NamedTuple):
    """A row of the sheet Difficulties: the Health of the beast, and the Chaos cards of the setup."""

    health: int
    chaos: int


@dataclass(frozen=True, slots=True)
class Setting(SignSetting):
    """All that stays as it is during a game: equal for two of one workbook."""

    numbers: Numbers
    results: Mapping[Case, Result] = field(hash=False)
    match: int
    """Cards of the deck for each player, for a Chaos card with the Sign of its space."""
    levels: Mapping[tuple[int, str], Level] = field(hash=False)
    """By the number of players and the level."""

    @property
    def cardinal(self) -> tuple[int, ...]:
        """The Numbers of a Cardinal Chain: the last one, then from the first on."""
        numbers = self.deck.numbers
        return (numbers[-1], *numbers[: self.numbers.set_size - 1])


def setting_from(book: Book) -> Setting:
    """The records of a workbook that the checks have passed."""
    rows = {row["when"]: row for row in book[RESULTS] if row["game"] == GAME}
    levels = {
        (row["players"], row["level"]): Level(row["health"], row["chaos"]) for row in book[DIFFICULTIES]
    }
    results = {case: _result(rows[case]["effect"], rows[case].values.get("instead_of")) for case in Case}
    match = _result(rows[MATCH]["effect"], None).cards
    return Setting(book, deck_from(book), Numbers.read(book), results, match, levels)


def _result(effect: Effect, instead: str | None) -> Result:
    return Result(
        health=-sum(part.amount for part in effect.parts if isinstance(part, Change)),
        cards=sum(part.amount for part in effect.parts if isinstance(part, Shift)),
        clears=any(isinstance(part, Call) for part in effect.parts),
        instead=instead or "",
    )
