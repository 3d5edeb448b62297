"""The cards and numbers of Life~Meaning, as its rules read them from a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.games.kit.numbers import Bounds, FromOne, RuleNumbers
from generator.games.kit.tokens import Bundle, in_requirement
from generator.records.notation import Change, Effect, Kind
from generator.records.tables import Book, Row

TOKENS = ("energy", "regulation", "model", "value", "support")
"""The five kinds of tokens by the keys of their icons, in the order of a bundle."""
ENERGY, SUPPORT = TOKENS.index("energy"), TOKENS.index("support")
NO_TOKENS: Bundle = (0,) * len(TOKENS)
TRACKS = ("coherence", "reputation", "legacy")
"""The tracks that each player has."""
SYMBOLS: Mapping[str, Kind] = {
    **dict.fromkeys(TOKENS, Kind.TOKEN),
    "drift": Kind.SHARED_TRACK,
    **dict.fromkeys(TRACKS, Kind.TRACK),
}
"""The symbols that the rules speak of, and what each is."""


Falling = Annotated[int, Bounds(-99)]
"""A number that may be less than 0."""


@dataclass(frozen=True, slots=True)
class Numbers(RuleNumbers):
    """The numbers of the sheet Rules that the rules read, by their keys."""

    ordered = (
        *((f"{track}_start", f"{track}_max") for track in ("drift", "coherence", "reputation", "legacy")),
        ("players_min", "players_max"),
    )

    players_min: FromOne
    players_max: FromOne
    drift_start: int
    drift_max: FromOne
    coherence_start: int
    coherence_max: FromOne
    reputation_start: int
    reputation_max: FromOne
    legacy_start: int
    legacy_max: FromOne
    gallery_slots: int
    project_slots: FromOne
    actions: FromOne
    acquire_tokens: FromOne
    stabilize_support: int
    stabilize_drift: Falling
    stabilize_coherence: int
    touchpoint_tokens: FromOne
    touchpoint_reputation: int
    recalibrate_drift: Falling
    convert_energy: int
    convert_support: int
    support_reputation: int
    story_reputation: int
    story_layer: int
    end_layer: int
    legacy_top: int
    legacy_second: int
    legacy_other: int
    discount_step: int
    group_score_base: int
    start_energy: int = 0
    start_regulation: int = 0
    start_model: int = 0
    start_value: int = 0
    start_support: int = 0
    seal_passes: int = 0

    @property
    def start_tokens(self) -> Bundle:
        """What each player begins with."""
        return tuple(getattr(self, f"start_{token}") for token in TOKENS)

    def legacy_at(self, place: int) -> int:
        """The Legacy of a place by marks on a completed Project, from 0."""
        return (self.legacy_top, self.legacy_second)[place] if place < 2 else self.legacy_other

    def most(self, track: str) -> int:
        """The last space of a track."""
        number: int = getattr(self, f"{track}_max")
        return number


@dataclass(frozen=True, slots=True)
class Pattern:
    """A Pattern: its Cost, what it brings once, and which token it takes off later cards with its Tag."""

    title: str
    layer: int
    cost: Bundle
    outputs: tuple[Change, ...]
    tag: str
    discount: str


@dataclass(frozen=True, slots=True)
class Project:
    """A Project: a box for each token that it asks for, and what happens when the last one is paid."""

    title: str
    layer: int
    boxes: Bundle
    benefit: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """An Event: what comes of it unless the group pays all of its Mitigation."""

    title: str
    changes: tuple[Change, ...]
    mitigation: Bundle


@dataclass(frozen=True, slots=True)
class Setting:
    """All that stays as it is during a game: equal for two of one workbook."""

    book: Book = field(compare=False, repr=False)
    numbers: Numbers
    patterns: tuple[Pattern, ...]
    projects: tuple[Project, ...]
    events: tuple[Event, ...]


def setting_from(book: Book) -> Setting:
    """The records of a workbook that the checks have passed."""
    return Setting(
        book,
        Numbers.read(book),
        tuple(_pattern(row) for row in book["Patterns"]),
        tuple(_project(row) for row in book["Projects"]),
        tuple(_event(row) for row in book["Events"]),
    )


def _pattern(row: Row) -> Pattern:
    cost = in_requirement(row["cost"], TOKENS)
    return Pattern(row["title"], row["layer"], cost, _changes(row["outputs"]), row["tag"], row["discount"])


def _project(row: Row) -> Project:
    return Project(
        row["title"], row["layer"], in_requirement(row["requires"], TOKENS), _changes(row["benefit"])
    )


def _event(row: Row) -> Event:
    return Event(row["title"], _changes(row["drift"]), in_requirement(row["mitigation"], TOKENS))


def _changes(effect: Effect) -> tuple[Change, ...]:
    return tuple(part for part in effect.parts if isinstance(part, Change))
