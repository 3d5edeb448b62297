"""What a target asks of finished files, as numbers, and how grave it is if one does not keep to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from generator.ground.problems import Severity


class Quality(StrEnum):
    """What preflight looks at."""

    SIZE = "size"
    """Pages and pictures are as large as they have to be, and their boxes lie in each other."""
    SCALE = "scale"
    """No piece is printed larger or smaller than it was designed."""
    MARGIN = "margin"
    """What the printer cannot reach."""
    BLEED = "bleed"
    SAFE = "safe"
    TYPE = "type"
    LINE = "line"
    PICTURE = "picture"
    FONT = "font"
    COLOUR = "colour"
    INK = "ink"
    SIGHT = "sight"
    ACTION = "action"
    """What a PDF does when it is opened or clicked."""
    BLANK = "blank"
    """A page with nothing on it."""
    PLATES = "plates"
    """Small type that shows it if the inks of a press do not lie on each other exactly."""


_HOME = frozenset({Quality.SIZE, Quality.SCALE, Quality.MARGIN, Quality.FONT, Quality.ACTION})
_SHOP = _HOME | {Quality.BLEED, Quality.SAFE, Quality.COLOUR, Quality.INK, Quality.BLANK}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The numbers of one target. A look that is none of its `errors` is a warning."""

    safe_mm: float
    """How far inside the cut line words and icons have to stay …"""
    safe_part: float = 0.05
    """… but no more than such a part of a piece's shorter side: a token has no room for 3 mm."""
    type_pt: float = 5.0
    """The least type: what is smaller fills in or breaks. The small print of a sheet's margin is exempt."""
    line_pt: float = 0.25
    """The least line; thinner ones are called hairlines, and no two printers draw them alike."""
    dpi: float = 200.0
    """Of pictures of pixels, as they lie there."""
    ink: float = 0.0
    """Percent of cyan, magenta, yellow and black on one spot; 0 if nobody asks."""
    spaces: frozenset[str] = frozenset()
    """The colour spaces that may occur; none means all."""
    errors: frozenset[Quality] = _HOME

    def severity(self, look: Quality) -> Severity:
        """How grave it is if a file fails one look."""
        return Severity.ERROR if look in self.errors else Severity.WARNING


HOME = Limits(safe_mm=2.0)
"""A home printer and scissors: 2 mm is what a hand that cuts well is off at most."""
SHOP = Limits(safe_mm=3.175, dpi=290.0, errors=_SHOP)
"""A print shop: 300 dpi, and an eighth of an inch of safe area, as The Game Crafter asks."""
CMYK_SHOP = replace(SHOP, ink=240.0, spaces=frozenset({"DeviceCMYK", "DeviceGray"}))
"""One that prints from PDF/X-1a with at most 240 % of ink, as DriveThruCards asks."""
SAFE_SLACK_MM = 0.2
"""What reaches no further into the margin is told of by nobody: cutting is off by as much."""
