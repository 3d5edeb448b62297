"""What lies on a page of a finished PDF, as values: texts, pictures, lines, fills and placed forms.

Lengths are points, y upwards, in the system of what was walked. A box is left, bottom, right and top.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.ground.matrices import Edges, Matrix, Xy, around, corners

EVERYWHERE: Edges = (-math.inf, -math.inf, math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour as the file states it: its space, such as DeviceRGB, and its parts from 0 to 1."""

    space: str
    parts: tuple[float, ...] = ()

    @property
    def inks(self) -> tuple[float, ...]:
        """Cyan, magenta, yellow and black, from 0 to 1; none for a space that is not of a press."""
        if self.space == "DeviceGray" and len(self.parts) == 1:
            return 0.0, 0.0, 0.0, 1 - self.parts[0]
        return self.parts if self.space == "DeviceCMYK" and len(self.parts) == 4 else ()

    @property
    def ink(self) -> float:
        """How much ink it lays on one spot, in percent; 0 if its space does not say."""
        return 100 * sum(self.parts) if self.space in ("DeviceCMYK", "DeviceGray") else 0.0


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A run of text in one font. `size_pt` is the height of its type as it lies there."""

    words: str
    font: str
    size_pt: float
    box: Edges
    tone: Tone
    depth: int
    """In how many forms it lies."""
    cut: bool = False
    """Whether a clip takes a part of it, which somebody meant."""
    over: bool = False
    """Whether what lies below it stays, in the inks that it has not."""


@dataclass(frozen=True, slots=True)
class PrintedImage:
    """A picture of pixels. `dpi` is its coarser one of across and down, as it lies there."""

    width_px: int
    height_px: int
    dpi: float
    box: Edges
    space: str
    ink: float
    """The most ink of a pixel of a CMYK picture, in percent; 0 for others."""
    mask: bool = False
    """Whether it is black or nothing, as lettering is."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A stroked path; `width_pt` is that of its thinner direction."""

    width_pt: float
    box: Edges
    tone: Tone


@dataclass(frozen=True, slots=True)
class PrintedFill:
    """A filled path, or a shading with all the colours that it runs through."""

    box: Edges
    tones: tuple[Tone, ...]


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A form on a page or in another form."""

    form: Any = field(compare=False)
    """The stream of the PDF."""
    matrix: Matrix
    """From the form's system to that of the content that was walked."""
    box: Edges
    """Where its bounding box comes to lie, as far as clips leave it."""
    clip: tuple[Xy, ...]
    """The path that clips it, if that is the last one; none for an unclipped form."""
    depth: int


@dataclass(slots=True)
class Inked:
    """Everything that a page or a form lays on paper, in the order of drawing."""

    texts: list[PrintedText] = field(default_factory=list)
    images: list[PrintedImage] = field(default_factory=list)
    lines: list[PrintedLine] = field(default_factory=list)
    fills: list[PrintedFill] = field(default_factory=list)
    forms: list[PlacedForm] = field(default_factory=list)
    fonts: dict[str, bool] = field(default_factory=dict)
    """The fonts of the texts, and whether each is in the file."""

    @property
    def drawn(self) -> list[tuple[Tone, Edges]]:
        """The colours of lines and texts with their places."""
        lines = [(line.tone, line.box) for line in self.lines]
        return lines + [(text.tone, text.box) for text in self.texts]

    @property
    def area(self) -> Edges:
        """The box around everything; at the origin if there is nothing."""
        boxes = [*(fill.box for fill in self.fills), *(image.box for image in self.images)]
        boxes += [box for _, box in self.drawn]
        return around(corner for box in boxes for corner in corners(box)) if boxes else (0, 0, 0, 0)

    @property
    def spaces(self) -> Mapping[str, Edges]:
        """The colour spaces that are used, each with the place of its first use."""
        areas: dict[str, Edges] = {}
        for fill in self.fills:
            for tone in fill.tones:
                areas.setdefault(tone.space, fill.box)
        for tone, box in self.drawn:
            areas.setdefault(tone.space, box)
        for image in self.images:
            areas.setdefault(image.space, image.box)
        areas.pop("", None)
        return areas


# ---------------------------------------------------------------- places


def common(first: Edges, second: Edges) -> Edges | None:
    """What two boxes share; None if they do not touch."""
    left, bottom = max(first[0], second[0]), max(first[1], second[1])
    right, top = min(first[2], second[2]), min(first[3], second[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None
