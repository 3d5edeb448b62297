"""What a page paints, one thing after the other: values, with all that decides how each of them looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from generator.cmyk.separator import ScreenColour
from generator.ground.matrices import IDENTITY, Edges, Matrix

Operation = tuple[tuple[Any, ...], str]
"""Operands and operator of a content stream."""
"""Resources among the operands are not named but are there themselves, as a NamedThing."""
BLACK: ScreenColour = (0.0, 0.0, 0.0)
NO_OPERANDS: Mapping[str, tuple[Any, ...]] = MappingProxyType({})


class PaintKind(StrEnum):
    """What is painted."""

    OUTLINE = "outline"
    TEXT = "text"
    IMAGE = "image"
    SHADING = "shading"
    FORM = "form"


@dataclass(frozen=True, slots=True, eq=False)
class NamedThing:
    """A resource: its kind, such as `Font`, and the object; two are equal if that is one object."""

    kind: str
    thing: Any

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NamedThing) or self.kind != other.kind:
            return False
        return self is other or (0, 0) != self.thing.objgen == other.thing.objgen

    def __hash__(self) -> int:
        return hash((self.kind, self.thing.objgen))


@dataclass(frozen=True, slots=True)
class PaintWay:
    """The matrices and clips from the page to what is painted, outermost first."""

    steps: tuple[Operation, ...] = ()
    matrix: Matrix = IDENTITY
    clip: Edges = (-1e6, -1e6, 1e6, 1e6)


@dataclass(frozen=True, slots=True)
class PaintState:
    """How what is painted looks. A colour of None is none that a press takes as it is, such as a pattern."""

    fill: ScreenColour | None = BLACK
    stroke: ScreenColour | None = BLACK
    alpha: tuple[float, float] = (1.0, 1.0)
    """Of what is filled and of what is stroked."""
    strange: Any = None
    """The graphics state with a soft mask or a blend mode, if one is set."""
    lines: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: NO_OPERANDS)
    """Operator → operands: how strokes look."""
    letters: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: NO_OPERANDS)
    """The same of text. `Tf` has the font itself, not its name."""
    odd: Mapping[str, tuple[Operation, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """How a colour of None was set: `fill` and `stroke` → the operations."""


@dataclass(frozen=True, slots=True)
class PaintedThing:
    """One thing that a page paints."""

    kind: PaintKind
    way: PaintWay
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
