"""The ICC profile of a press: what a file declares, what it has embedded, and what its inks come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.ground.files import MB

SHIPPED = Path(__file__).parent / "profile" / "proof.icc"
"""The one that comes with pnp; a table of its inks, better than its own, lies beside it."""
MOST_PROFILE = 5 * MB
"""Of a profile: those of the ICC's registry have half to two."""
_HEADER, _NEWEST = 128, 2
"""Bytes of a profile's header, and the version of profiles that PDF 1.4 knows, on which PDF/X-1a stands."""
_COLOURS = {b"RGB ": "colours of a screen, RGB", b"GRAY": "greys"}


class UnfitProfile(Exception):
    """A profile by which nothing can be separated; `what` and `mend` are the sentences of a Problem."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.what = fault
        self.mend = "Ask the press for its ICC profile for CMYK output, of version 2, and put it there."


@dataclass(frozen=True, slots=True)
class PressProfile:
    """A profile that was looked at: its bytes, and what it calls itself."""

    content: bytes
    title: str
    shipped: bool = False

    @classmethod
    def of(cls, content: bytes) -> PressProfile:
        """The profile in a file. Raises UnfitProfile, and Failed if Pillow lacks what reads it."""
        why = fault_of(content)
        if why:
            raise UnfitProfile(why)
        from generator.cmyk.lcms import title_of

        title = title_of(content)
        if title is None:
            raise UnfitProfile("This ICC profile is damaged: LittleCMS cannot separate a colour with it.")
        return cls(content, title, content == SHIPPED.read_bytes())


@cache
def shipped_profile() -> PressProfile:
    """The one that comes with pnp."""
    return PressProfile.of(SHIPPED.read_bytes())


def fault_of(content: bytes) -> str:
    """Why a file is no profile of a press with four inks that PDF/X-1a takes, by its header; else nothing.

    The header is told in ICC.1:2001-04, 6.1.
    """
    if len(content) < _HEADER + 4 or content[36:40] != b"acsp":
        return "This is no ICC profile."
    if int.from_bytes(content[:4], "big") != len(content):
        return "This ICC profile is cut off, or damaged."
    if content[16:20] != b"CMYK":
        return f"This profile is for {_COLOURS.get(content[16:20], 'other colours')}, not for the four inks."
    if content[12:16] != b"prtr":
        return "This profile is not one of an output, so it does not say how a press prints."
    if content[8] > _NEWEST:
        return f"This profile is of ICC version {content[8]}, and PDF/X-1a takes those of version {_NEWEST}."
    return ""
