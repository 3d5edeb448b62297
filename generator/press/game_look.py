"""The colours and fonts of a game, for what the program draws around its pieces: boxes, the cut guide."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameLook:
    """The same as those of the game's booklets."""

    colour: str
    """Of headings, and the ground of boxes; white can be read on it, and it on white."""
    pale: str
    heading_font: str
    text_font: str
