"""The numbers of Scion and what becomes of a card, as its rules read them from a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.games.deck_of_signs.deck import RESULTS, SHARED, SignSetting, deck_from
from generator.games.kit.numbers import Bounds, FromOne, RuleNumbers
from generator.records.notation import Call, Effect, Shift
from generator.records.tables import Book

PREFIX = "scion_"
DEAD, OPPOSED, PLACED = "dead", "opposed", "placed"
FATES = (DEAD, OPPOSED, PLACED)
"""What may become of a card, by the column When of the sheet Results."""
MIDDLE, SPACE = "middle", "space"


@dataclass(frozen=True, slots=True)
class Numbers(RuleNumbers):
    """The numbers of the sheet Rules that the rules read."""

    prefix = PREFIX
    shared = SHARED
    ordered = (("players_min", "players_max"), ("turns", "items"), ("turns", "hand"))

    signs_on_circle: Annotated[int, Bounds(1, 30)]
    players_min: FromOne
    players_max: Annotated[int, Bounds(1, 9)]
    hand: Annotated[int, Bounds(1, 99)]
    items: Annotated[int, Bounds(1, 99)]
    turns: Annotated[int, Bounds(1, 99)]
    stack: Annotated[int, Bounds(1, 99)]
    support: int
    stacks_to_end: FromOne
    first: int
    second: int
    other: int
    four_alike: int = 0
    three_alike: int = 0
    two_alike: int = 0
    alike: Annotated[int, Bounds(0, 1)] = 0

    def of_alike(self, tokens: int) -> int:
        """The points for so many tokens of one Sign, beside those of each."""
        lines = (0, 0, self.two_alike, self.three_alike, self.four_alike)
        return lines[min(tokens, len(lines) - 1)] if self.alike else 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a player does whose card has come to something: items laid, cards drawn, the card turned over."""

    items: int
    place: str
    cards: int
    cancelled: bool


@dataclass(frozen=True, slots=True)
class Setting(SignSetting):
    """All that stays as it is during a game: equal for two of one workbook."""

    numbers: Numbers
    results: Mapping[str, Result] = field(hash=False)
    """By what becomes of a card."""


def setting_from(book: Book) -> Setting:
    """The records of a workbook that the checks have passed."""
    rows = {row["when"]: row["effect"] for row in book[RESULTS] if row["game"] == "Scion"}
    results = {fate: _result(rows[fate]) for fate in FATES}
    return Setting(book, deck_from(book), Numbers.read(book), results)


def _result(effect: Effect) -> Result:
    shifts = [part for part in effect.parts if isinstance(part, Shift)]
    items = [shift for shift in shifts if shift.source == "items"]
    cards = sum(shift.amount for shift in shifts if (shift.source, shift.target) == ("deck", "hand"))
    cancelled = any(isinstance(part, Call) and part.table == "cancel" for part in effect.parts)
    place = items[0].target if items else MIDDLE
    return Result(sum(shift.amount for shift in items), place, cards, cancelled)
