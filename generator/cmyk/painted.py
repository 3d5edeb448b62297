"""What a page paints, one thing after the other: values, with all that decides how each of them looks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from generator.cmyk.separator import ScreenColour
from generator.ground.matrices import Edges
from generator.ground.pdf_content import GraphicsState
from generator.ground.pdf_steps import Operation

BLACK: ScreenColour = (0.0, 0.0, 0.0)
PaintState = GraphicsState[ScreenColour | None]
"""How what is painted looks. A colour of None is none that a press takes as it is, such as a pattern."""
LettersShown = tuple[ScreenColour | None, float]
"""A colour in which letters are shown, and their size in points."""


class PaintKind(StrEnum):
    """What is painted."""

    OUTLINE = "outline"
    TEXT = "text"
    IMAGE = "image"
    SHADING = "shading"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class PaintedThing:
    """One thing that a page paints."""

    kind: PaintKind
    state: PaintState
    box: Edges
    """On the page, within the clip."""
    operations: tuple[Operation, ...] = ()
    """What paints an outline or a text; colours in a text are the operations `fill` and `stroke`."""
    thing: Any = None
    """The image, shading or form."""
    see_through: bool = False
    """Whether what lies below shows through, or a press cannot paint it as it is."""
    hollow: bool = False
    """A form whose words are painted apart from it."""
    letters: tuple[LettersShown, ...] = ()
    """Those of a text as they come."""
