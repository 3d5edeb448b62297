"""A played game as values that can be printed: what a booklet draws, whatever the rules are.

A game says what lies on its table in counts of a few kinds of things: tracks, seats with tokens and
stacks, rows of cards, chips. Nothing here knows a rule, and nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """How something is shown: `icon` is a key of the sheet Icons (or empty), `colour` is #rrggbb."""

    icon: str
    colour: str


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a track: what stands in it, and its colours without a marker."""

    label: str
    fill: str = "#ffffff"
    stroke: str = "#5c6270"


@dataclass(frozen=True, slots=True)
class Track:
    """Spaces in a line from left to right, or in a ring clockwise from the top.

    `markers` are the places (from 0) of its markers; a space with one is filled with `colour`. `icon` stands
    for it where a step says how far a marker has moved; without one its name does.
    """

    name: str
    spaces: tuple[Space, ...]
    markers: tuple[int, ...]
    colour: str
    ring: bool = False
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of something: of tokens, of points, of cards with one sign."""

    sign: Sign
    number: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player: their mat's sign, tokens, values of their own, and the kinds of cards that they have.

    Each of the three may be of any length, and is of one length for all seats of a table.
    """

    name: str
    sign: Sign
    tokens: tuple[Count, ...] = ()
    values: tuple[Count, ...] = ()
    stacks: tuple[Count, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box to fill on a card, in its colours; with `filled` None it is a sign without a box."""

    sign: Sign
    filled: bool | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that lies open. `sign` is that of its deck or kind; `markers` are those of players on it.

    `gives` says in rich text what whoever takes it gets.
    """

    title: str
    sign: Sign
    tint: str
    boxes: tuple[BoxView, ...] = ()
    markers: tuple[Sign, ...] = ()
    gives: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side; None is an empty place. `chips` draws them low, with sign and title alone.

    `name` is what players call the row. Cards that lie in no row, such as hexagons, have `spots`: for each
    how many half cards to the right it lies, and how many lines down.
    """

    cards: tuple[CardView | None, ...]
    chips: bool = False
    name: str = ""
    spots: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """A short remark on the table, such as how many cards a deck still has."""

    sign: Sign
    text: str


@dataclass(frozen=True, slots=True)
class TableView:
    """All that lies on the table at one moment, in the order in which it is drawn; seats in player order."""

    tracks: tuple[Track, ...] = ()
    seats: tuple[SeatView, ...] = ()
    rows: tuple[CardRow, ...] = ()
    chips: tuple[Chip, ...] = ()


# ---------------------------------------------------------------- the story


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence in rich text, and where in the workbook or script it stands."""

    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that changed: what stood there, and what stands there now. Without an icon `name` says what."""

    sign: Sign
    before: str
    after: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableChange:
    """What a step changed in one place of the table: at a seat, on the tracks, on a card, in a row of cards.

    `gone` and `new` are titles of cards, `left` and `joined` are markers on the card that `name` says.
    """

    name: str
    shifts: tuple[Moved, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    left: tuple[Sign, ...] = ()
    joined: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldStep:
    """One step: in rich text who does what, what has to be said of it, and why; then what it changed.

    `number` counts the steps of the game from 1. `rules` are those that nobody has needed before it, and
    `see` is the step that told its rule (0 if this one does). `wrong` says why it is not valid, as the end of
    a sentence (“it breaks a rule”), and is empty if it is.
    """

    number: int
    badge: Sign
    headline: str
    outcome: str
    narration: str
    place: str
    results: tuple[TableChange, ...] = ()
    rules: tuple[str, ...] = ()
    see: int = 0
    wrong: str = ""
    action: str = ""
    """As its row says it, and so are the card and the player."""
    card: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class ToldPart:
    """The steps of one phase of a round."""

    heading: str
    steps: tuple[ToldStep, ...]


@dataclass(frozen=True, slots=True)
class ToldRound:
    """One round, with the table before and after it."""

    number: int
    before: TableView
    parts: tuple[ToldPart, ...]
    after: TableView


@dataclass(frozen=True, slots=True)
class ToldEnding:
    """How it ended: in a sentence, in a table whose first row is its head, and in remarks of players."""

    text: str
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A whole game. Without an ending it could not begin, and `checked` says so.

    `checked` says with how many steps it was checked; `valid` is false if something in it does not hold.
    `seated` is the sentence that says in which order they play.
    """

    checked: str
    setup: tuple[Remark, ...] = ()
    table: TableView | None = None
    rounds: tuple[ToldRound, ...] = ()
    ending: ToldEnding | None = None
    seated: str = ""
    valid: bool = True
    whole: bool = True
    """Whether it goes on to the end of the game."""
