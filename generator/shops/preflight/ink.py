"""What lies on a page of a finished PDF, as values: texts, pictures, lines, fills and placed forms.

Lengths are points, y upwards, in the system of what was walked. A box is left, bottom, right and top.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Xy = tuple[float, float]
InkArea = tuple[float, float, float, float]
"""Left, bottom, right and top."""
Matrix6 = tuple[float, float, float, float, float, float]
STILL: Matrix6 = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""The matrix that moves nothing."""
EVERYWHERE: InkArea = (-math.inf, -math.inf, math.inf, math.inf)


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
    box: InkArea
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

    name: str
    width_px: int
    height_px: int
    dpi: float
    box: InkArea
    space: str
    ink: float
    """The most ink of a pixel of a CMYK picture, in percent; 0 for others."""
    mask: bool = False
    """Whether it is black or nothing, as lettering is."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A stroked path; `width_pt` is that of its thinner direction."""

    width_pt: float
    box: InkArea
    tone: Tone
    depth: int


@dataclass(frozen=True, slots=True)
class PrintedFill:
    """A filled path, or a shading with all the colours that it runs through."""

    box: InkArea
    tones: tuple[Tone, ...]


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A form on a page or in another form."""

    name: str
    form: Any = field(compare=False)
    """The stream of the PDF."""
    matrix: Matrix6
    """From the form's system to that of the content that was walked."""
    box: InkArea
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
    def drawn(self) -> list[tuple[Tone, InkArea]]:
        """The colours of lines and texts with their places."""
        lines = [(line.tone, line.box) for line in self.lines]
        return lines + [(text.tone, text.box) for text in self.texts]

    @property
    def area(self) -> InkArea:
        """The box around everything; at the origin if there is nothing."""
        boxes = [*(fill.box for fill in self.fills), *(image.box for image in self.images)]
        boxes += [box for _, box in self.drawn]
        return area_of(corner for box in boxes for corner in corners(box)) if boxes else (0, 0, 0, 0)

    @property
    def spaces(self) -> Mapping[str, InkArea]:
        """The colour spaces that are used, each with the place of its first use."""
        areas: dict[str, InkArea] = {}
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


def times(first: Matrix6, then: Matrix6) -> Matrix6:
    """Two matrices in one: the first, and then the other (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def moved(point: Xy, matrix: Matrix6) -> Xy:
    """A point under a matrix."""
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def back(matrix: Matrix6) -> Matrix6 | None:
    """The matrix that undoes another; None for one that flattens everything."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-12:
        return None
    return (
        d / area,
        -b / area,
        -c / area,
        a / area,
        (c * f - d * e) / area,
        (b * e - a * f) / area,
    )


def scales(matrix: Matrix6) -> tuple[float, float]:
    """How long a unit across and a unit up become."""
    a, b, c, d, _, _ = matrix
    return math.hypot(a, b), math.hypot(c, d)


def area_of(points: Iterable[Xy]) -> InkArea:
    """The box around points; there must be at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def moved_area(box: InkArea, matrix: Matrix6) -> InkArea:
    """The box around a box under a matrix."""
    left, bottom, right, top = box
    return (
        area_of(moved(corner, matrix) for corner in corners(box))
        if right > left or top > bottom
        else (
            *moved((left, bottom), matrix),
            *moved((left, bottom), matrix),
        )
    )


def corners(box: InkArea) -> tuple[Xy, Xy, Xy, Xy]:
    """The four corners of a box."""
    left, bottom, right, top = box
    return (left, bottom), (right, bottom), (right, top), (left, top)


def common(first: InkArea, second: InkArea) -> InkArea | None:
    """What two boxes share; None if they do not touch."""
    left, bottom = max(first[0], second[0]), max(first[1], second[1])
    right, top = min(first[2], second[2]), min(first[3], second[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def holds(box: InkArea, inner: InkArea, slack: float = 0.0) -> bool:
    """Whether a box holds another one, up to a slack."""
    return (
        box[0] <= inner[0] + slack
        and box[1] <= inner[1] + slack
        and inner[2] <= box[2] + slack
        and inner[3] <= box[3] + slack
    )
