"""Everything that can be done, as frozen values. Who does it follows from the state (`to_act`).

Cards are indices into Game.patterns and Game.initiatives, players are seats from 0, tokens are
indices into records.TOKENS or whole triples.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.meaning_made.records import Tokens

NONE = Tokens()
"""No tokens."""

ACTION_KEYS = ("gather", "load", "contribute", "touchpoint", "recycle", "donate", "convert")
"""Symbol keys of what an effect may ban. The position is the bit in State.banned."""
BIT = {key: 1 << at for at, key in enumerate(ACTION_KEYS)}


@dataclass(frozen=True, slots=True)
class RevealEvent:
    """The table turns over the top Event and resolves it."""


@dataclass(frozen=True, slots=True)
class Gather:
    """Take Energy and Insight from the supply."""

    energy: int
    insight: int


@dataclass(frozen=True, slots=True)
class Load:
    """Load a face-up Pattern. `wild` are the tokens of any type: for missing Layers and surcharges.

    `saved` are the tokens of its cost that a discount takes off.
    """

    pattern: int
    wild: Tokens = NONE
    saved: Tokens = NONE


@dataclass(frozen=True, slots=True)
class Contribute:
    """Put tokens into boxes of their own type and `wild` into boxes of any type.

    Without tokens it is the marker alone, which brings a missing Layer.
    """

    initiative: int
    tokens: Tokens = NONE
    wild: Tokens = NONE


@dataclass(frozen=True, slots=True)
class Touchpoint:
    """Give (`give`) the other player tokens of one type, or request them."""

    other: int
    token: int
    give: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The other player's answer to a Touchpoint."""

    accept: bool


@dataclass(frozen=True, slots=True)
class Recycle:
    """Refresh the Prism, or the unstarted Initiatives of the Index."""

    prism: bool


@dataclass(frozen=True, slots=True)
class Convert:
    """Turn Energy into Support; not an action, and in play only with the optional rule."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing with an action, because nothing is possible."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End a turn whose actions are spent, where a conversion would still be possible."""


@dataclass(frozen=True, slots=True)
class Donate:
    """Give Support to the world in the Stability Window; 0 keeps it."""

    support: int


@dataclass(frozen=True, slots=True)
class Lose:
    """Choose which tokens a loss of any type takes."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Take:
    """Choose which tokens a gain of any type brings."""

    tokens: Tokens


Action = (
    RevealEvent
    | Gather
    | Load
    | Contribute
    | Touchpoint
    | Answer
    | Recycle
    | Convert
    | Pass
    | EndTurn
    | Donate
    | Lose
    | Take
)
