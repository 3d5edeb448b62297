"""Meaning Made's cards, tables and settings as typed records, read from a checked Book.

Rules and bots read these; they know nothing of drawing. Layers are numbers from 1 on, tokens are triples
in the order Energy, Insight, Support.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.games.meaning_made.terms import STANDARD, Terms, terms_of
from generator.records.notation import Effect, Kind, Requirement
from generator.records.tables import Book, Row, slug

TOKENS = ("energy", "insight", "support")
"""Symbol keys of the three tokens, in the order in which triples list them."""
SYMBOLS: Mapping[str, Kind] = MappingProxyType(
    {
        **dict.fromkeys(TOKENS, Kind.TOKEN),
        "token": Kind.ANY_TOKEN,
        "meaning": Kind.SHARED_TRACK,
        **dict.fromkeys(("vitals", "legacy"), Kind.TRACK),
    }
)
"""The symbols that the rules speak of, and what each is."""


class Tokens(NamedTuple):
    """A count of each token."""

    energy: int = 0
    insight: int = 0
    support: int = 0


@dataclass(frozen=True, slots=True)
class Layer:
    """One of the Layers."""

    number: int
    key: str  # its symbol's key, such as "boundary"
    name: str
    row: Row


@dataclass(frozen=True, slots=True)
class PaidCard:
    """A card that is paid for. `layers` lists required Layer icons with repetition, ascending."""

    title: str
    layer: int
    requirement: Requirement
    tokens: Tokens
    any_tokens: int
    layers: tuple[int, ...]
    bonus: Effect
    row: Row


@dataclass(frozen=True, slots=True)
class Pattern(PaidCard):
    """A Pattern card, which may cost Vitals too."""

    vitals: int


@dataclass(frozen=True, slots=True)
class Initiative(PaidCard):
    """An Initiative card; `end` marks the End Initiative."""

    meaning: int
    spaces: int
    penalty: Effect
    end: bool


@dataclass(frozen=True, slots=True)
class Event:
    """An Event card: a letter for the Event Table, a code for the two Consequence Tables.

    `effect` is what the card does where it says so itself; then it has neither letter nor code.
    """

    title: str
    letter: str
    code: int
    row: Row
    effect: Effect | None = None
    players_from: int = 1
    """Fewest players with whom it is in the deck."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every number of the rules: one row each in the sheet Rules, key for key.

    Switches are 0 or 1. A value of 0 in a limit marked "0 = none" means that there is no limit.
    """

    players_min: int
    players_max: int
    start_meaning: int
    start_vitals: int
    start_legacy: int
    start_energy: int
    start_insight: int
    start_support: int
    contribution_markers: int
    meaning_max: int
    vitals_max: int
    legacy_max: int
    prism_size: int
    index_size: int
    pattern_layers: int  # Layers of Patterns: 1 to this; those above are of Initiatives
    events_per_round: int
    event_extra_loss: int  # further Meaning that each Event takes
    actions_per_turn: int
    gather_tokens: int
    layer_substitute: int  # tokens of any type that stand in for one Layer icon
    load_surcharge: int  # further tokens of any type for each Load
    fatigue_patterns: int  # Patterns from which fatigue_tokens are due, 0 = none
    fatigue_tokens: int
    touchpoints_per_round: int
    touchpoint_tokens: int
    touchpoint_vitals: int
    touchpoint_vitals_fragile: int
    touchpoint_meaning_over: int  # a Touchpoint gives Vitals only while Meaning is above this, -1 = always
    recycles_per_round: int  # for the whole group, 0 = no limit
    conversion: int  # 1 if the optional conversion is in play
    conversion_energy: int
    conversion_support: int
    conversions_per_turn: int
    donation_support: int  # Support that a player may donate a round
    donation_meaning: int  # Meaning for one donated Support
    donation_cap: int  # Meaning that donations may bring a round
    legacy_first: int
    legacy_second: int
    legacy_other: int
    end_extra_tokens: int  # further boxes of any token on the End Initiative
    collapse: int  # 1 if Meaning 0 at the end of a round ends the game
    round_limit: int  # 0 = none
    score_legacy: int  # 0 in the Cooperative variant
    community: int  # 1 in solo
    community_recovery: int  # Vitals for a Fragile solo player whom the Community joins
    # What editions do otherwise; a workbook need not state it.
    layer_discount: int = 0  # tokens fewer for a Pattern of a Layer that one has already, once a purchase
    refill_at_once: int = 1  # 0: gaps in the Prism are filled after the Event
    bonus_each_round: int = 0  # 1: a Pattern's Bonus comes after every Event, and not when it is laid down
    bonus_for: int = (
        1  # whom a Completion Bonus without a name strikes: 0 all, 1 who completes, 2 contributors
    )
    must_act: int = 1  # 1: one passes only if no action is possible
    recycle: int = 1  # 0: there is no such action
    fragile: int = 1  # 0: Vitals 0 is a number as any other
    contributions_per_initiative: int = 0  # of a player in a round, 0 = no limit
    end_meaning_least: int = 0  # Meaning from which the End Initiative takes contributions
    end_round_least: int = 1  # the first round in which it does
    starter_moves_on: int = 0  # so many seats clockwise in each round; 1: the next player begins
    starter_moves_on_of_three: int = 0  # the same with three players; 0: as with any other number
    later_seat_energy: int = 0  # Energy that each seat starts with beyond the one before it
    collapse_at_once: int = 0  # 1: Meaning 0 ends the game at that moment
    no_donation_loss: int = 0  # Meaning that is lost in a round without a donation
    community_side: int = 1  # 0: it looks for a space from the left, 1: from the right
    community_places: int = 1  # spaces that it takes when it acts
    community_every: int = 1  # it acts in rounds that this divides
    community_low_meaning: int = -1  # at this Meaning or less it takes community_places_low, -1 = never
    community_places_low: int = 1
    community_many: int = 0  # 1: it may hold several spaces of one Initiative
    community_scaling: int = 0  # 1: Game.pace says how many spaces it takes
    community_leaves_last: int = 0  # 1: the last space is kept for a player who has no marker there

    def legacy_at(self, place: int) -> int:
        """The Legacy of a place in a Contribution Order, from 0."""
        return (self.legacy_first, self.legacy_second)[place] if place < 2 else self.legacy_other


RULE_KEYS = tuple(field.name for field in fields(Rules))
DEFAULTS: Mapping[str, int] = MappingProxyType(
    {
        "pattern_layers": 6,
        **{rule.name: rule.default for rule in fields(Rules) if rule.default is not MISSING},
    }
)
"""Rules that a workbook need not state, and what it means then."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of changed Rules; templates of 0.1 print its text and its group, which no rule reads."""

    name: str
    kind: str
    settings: Mapping[str, int]
    text: str


ResolutionTable = Mapping[str, tuple[Effect, ...]]
"""A letter or code to an Effect for each Layer; index 0 is the column for highest Layer 1."""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything the rules engine reads."""

    title: str
    version: str
    rules: Rules
    variants: Mapping[str, Variant]
    layers: tuple[Layer, ...]
    patterns: tuple[Pattern, ...]
    initiatives: tuple[Initiative, ...]
    events: tuple[Event, ...]
    book: Book
    event_table: ResolutionTable = field(default_factory=dict)
    group_table: ResolutionTable = field(default_factory=dict)
    individual_table: ResolutionTable = field(default_factory=dict)
    terms: Terms = STANDARD
    pace: tuple[tuple[int, int, int], ...] = ()
    """How many spaces the Community takes: Meaning from, Meaning to, spaces."""

    @property
    def pattern_layers(self) -> tuple[Layer, ...]:
        """The Layers that Patterns have, ascending."""
        return self.layers[: self.rules.pattern_layers]


def pattern_layers_in(book: Book) -> int | None:
    """How many Layers are those of Patterns; None if that cannot be read."""
    layers = {**DEFAULTS, **book.facts("Rules")}["pattern_layers"]
    return None if layers is None else int(layers)


def game_from(book: Book) -> Game:
    """The records of a workbook that the checks have passed."""
    facts, stated = book.facts("Game"), {**DEFAULTS, **book.facts("Rules")}
    layers = layers_in(book)
    numbers = {layer.key: layer.number for layer in layers}
    return Game(
        title=str(facts["title"]),
        version=str(facts["version"]),
        rules=Rules(**{key: int(stated[key]) for key in RULE_KEYS}),
        variants=variants_in(book),
        layers=layers,
        patterns=tuple(_pattern(row, numbers) for row in book["Patterns"]),
        initiatives=tuple(_initiative(row, numbers) for row in book["Initiatives"]),
        events=tuple(Event(row["title"], row["letter"], row["code"], row) for row in book["Events"]),
        event_table=_table(book, "Event Table", "letter", len(layers)),
        group_table=_table(book, "Group Table", "code", len(layers)),
        individual_table=_table(book, "Individual Table", "code", len(layers)),
        book=book,
        terms=terms_of(book),
    )


def layers_in(book: Book) -> tuple[Layer, ...]:
    """The sheet Layers, from Layer 1 on."""
    layers = (Layer(row["layer"], row["icon"], row["name"], row) for row in book["Layers"])
    return tuple(sorted(layers, key=lambda layer: layer.number))


def variants_in(book: Book) -> Mapping[str, Variant]:
    """The sheet Variants, with the numbers that each of them changes as it states them."""
    variants: dict[str, Variant] = {}
    for row in book["Variants"]:
        earlier = variants.get(row["variant"], Variant(row["variant"], "", {}, ""))
        settings = {**earlier.settings, slug(row["setting"]): int(row["value"])}
        text = earlier.text or row["text"]
        variants[row["variant"]] = replace(earlier, kind=row["kind"], settings=settings, text=text)
    return MappingProxyType(variants)


def paid_card(
    row: Row, requirement: Requirement, bonus: Effect, numbers: Mapping[str, int]
) -> dict[str, Any]:
    """The fields of a card that is paid for; `numbers` are those of Layers by their icons."""
    return {
        "title": row["title"],
        "layer": row["layer"],
        "requirement": requirement,
        "tokens": Tokens(*(requirement.count(token) for token in TOKENS)),
        "any_tokens": requirement.count("token"),
        "layers": tuple(sorted(numbers[key] for key in requirement.icons() if key in numbers)),
        "bonus": bonus,
        "row": row,
    }


def _pattern(row: Row, numbers: Mapping[str, int]) -> Pattern:
    card = paid_card(row, row["requirement"], row["bonus"], numbers)
    return Pattern(**card, vitals=row["requirement"].count("vitals"))


def _initiative(row: Row, numbers: Mapping[str, int]) -> Initiative:
    card = paid_card(row, row["requirement"], row["completion_bonus"], numbers)
    penalty, end = row["completion_penalty"], bool(row["end"])
    return Initiative(**card, meaning=row["meaning"], spaces=row["spaces"], penalty=penalty, end=end)


def _table(book: Book, sheet: str, key: str, layers: int) -> ResolutionTable:
    columns = tuple(slug(str(layer)) for layer in range(1, layers + 1))
    return MappingProxyType({str(row[key]): tuple(row[column] for column in columns) for row in book[sheet]})
