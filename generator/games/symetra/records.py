"""The cards, relations and numbers of Symetra, as its rules read them from a workbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.games.kit.numbers import Bounds, FromOne, RuleNumbers
from generator.games.kit.seating import SetupDeck
from generator.games.symetra.words import BORROW, lacks, plays
from generator.records.notation import Call, Effect, Part
from generator.records.tables import Book, Row
from generator.replay.told import Sign

CARDS, RELATIONS, TYPES = "Cards", "Relations", "Types"
AFFINITY, ENMITY = "affinity", "enmity"
HELPFUL, HARMFUL = "helpful", "harmful"


@dataclass(frozen=True, slots=True)
class Numbers(RuleNumbers):
    """The numbers of the sheet Rules that the rules read."""

    ordered = (("charge_least", "charge_most"), ("actual", "beads"))
    players_min, players_max = 2, 6
    """Alone one plays otherwise, which no ruleset knows."""

    beads: Annotated[int, Bounds(1, 500)]
    actual: FromOne
    potential: int
    hand: Annotated[int, Bounds(1, 9)]
    lock: int
    first_card: int
    affinity: int
    enmity: int
    charge_least: FromOne
    charge_most: Annotated[int, Bounds(0, 50)]
    fuses: Annotated[int, Bounds(0, 9)]
    charges: Annotated[int, Bounds(0, 9)]
    draw: Annotated[int, Bounds(0, 9)]
    cycle_cost: int
    least_actual: int
    empty_hand_cost: int
    empty_hand_cards: Annotated[int, Bounds(0, 9)]
    rounds: Annotated[int, Bounds(1, 9)]
    cycles_2: Annotated[int, Bounds(1, 20)]
    cycles_3: Annotated[int, Bounds(1, 20)]
    cycles_4: Annotated[int, Bounds(1, 20)]
    cycles_5: Annotated[int, Bounds(1, 20)]
    cycles_6: Annotated[int, Bounds(1, 20)]
    pay_more: int
    pay_less: int
    doubt: int
    empty_card: int
    wide_capacity: FromOne
    karma_bonus: int = -1
    """Below 0 nobody earns good karma."""

    def cycles(self, players: int) -> int:
        """How many cycles a game of so many players has."""
        return (self.cycles_2, self.cycles_3, self.cycles_4, self.cycles_5, self.cycles_6)[players - 2]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card as it is printed. `played`: whether the rules know its words, and it selects what they need."""

    name: str
    deed: str
    """Whether it helps or harms whomever it selects; empty if that depends."""
    cost: int
    capacity: int
    karma: bool
    selects: str
    parts: tuple[Part, ...]
    cycle: bool
    """Whether its effect lasts to the end of the cycle, and not of the round."""
    played: bool
    look: Sign
    tint: str

    @property
    def kinds(self) -> list[str]:
        """What it selects, kind by kind."""
        return self.selects.split(" and ")

    @property
    def named(self) -> list[str]:
        """The kinds of which a row has to name one."""
        return [kind for kind in self.kinds if kind not in ("nothing", "deck")]

    @property
    def calls(self) -> frozenset[str]:
        """The keys of the calls of its action."""
        return frozenset(part.table for part in self.parts if isinstance(part, Call))

    @property
    def borrows(self) -> bool:
        """Whether its action is to use that of another card."""
        return BORROW in self.calls


@dataclass(frozen=True, slots=True)
class Setting:
    """All that stays as it is during a game: equal for two of one workbook."""

    book: Book = field(compare=False, repr=False)
    numbers: Numbers
    cards: tuple[CardFacts, ...]
    relations: tuple[tuple[str, ...], ...]
    """Of two cards: AFFINITY, ENMITY or nothing."""

    def title(self, card: int) -> str:
        """A card's name."""
        return self.cards[card].name

    def titled(self, text: str) -> CardFacts | None:
        """The card that is called just so, whatever its capitals; None if none is."""
        folded = text.strip().casefold()
        return next((card for card in self.cards if card.name.casefold() == folded), None)

    def setup_deck(self) -> SetupDeck:
        """The deck as setup rows lay it."""
        return SetupDeck("card", "Card", "Cards", [card.name for card in self.cards])


def setting_from(book: Book) -> Setting:
    """The records of a workbook that the checks have passed."""
    looks = {row["name"]: row for row in book[TYPES]}
    cards = tuple(_card(row, looks) for row in book[CARDS])
    return Setting(book, Numbers.read(book), cards, tuple(map(tuple, _relations(book))))


def _card(row: Row, looks: Mapping[str, Row]) -> CardFacts:
    kind = looks[row["type"]]
    effect: Effect = row["action"]
    return CardFacts(
        row["name"],
        row.values.get("deed") or "",
        row["cost"],
        row["capacity"],
        row["good_karma"],
        row["selects"],
        effect.parts,
        row["lasts"] == "cycle",
        all(plays(part) and not lacks(part, row["selects"]) for part in effect.parts),
        Sign(kind["icon"], kind["colour"]),
        kind["tint"],
    )


def _relations(book: Book) -> list[list[str]]:
    """A pair that is named outranks the polarity of an Emotion, and enmity with one its affinity."""
    rows = list(book[CARDS])
    named = {frozenset((row["card"], row["other"])): row["kind"] for row in book[RELATIONS]}
    table = [[""] * len(rows) for _ in rows]
    for first, card in enumerate(rows):
        for second, other in enumerate(rows[:first]):
            pair = frozenset((card["name"], other["name"]))
            kind = named.get(pair) or next(iter([*_by_polarity(card, other), *_by_polarity(other, card)]), "")
            table[first][second] = table[second][first] = kind
    return table


def _by_polarity(card: Row, other: Row) -> Iterator[str]:
    for key, kind in (("enmity_with", ENMITY), ("affinity_with", AFFINITY)):
        if card.values.get(key) and card.values[key] == other["polarity"]:
            yield kind
