"""Where a page has to become a picture, because something shows through there, and what stays above it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.cmyk.painted import PaintedThing, PaintKind
from generator.ground.matrices import Edges, common, grown, joined_box, meet, within
from generator.ground.pdf_content import FILLS, STROKES

DPI = 400
"""Of pictures that stand for what is transparent."""
PIXEL_PT = 72 / DPI
FAINTEST_WORDS = 0.4
"""Words that show less of themselves are part of a ground and go into its picture."""

_ONE_WAY = (FILLS | STROKES) - (FILLS & STROKES)
"""The operators that fill or draw an outline, and not both."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of a page that becomes a picture, of all that is painted up to the `last` that shows through."""

    box: Edges
    """On whole dots of the page."""
    last: int
    below: tuple[int, ...] = ()
    """What the picture is made of, by its number on the page."""
    raised: tuple[int, ...] = ()
    """Words that are set anew above it."""

    def veil(self, items: Sequence[PaintedThing]) -> bool:
        """Whether all that shows through is one outline, filled or drawn: over one colour it is one too."""
        faint = [number for number in (*self.below, *self.raised) if items[number].see_through]
        last = items[self.last]
        plain = last.state.strange is None and None not in (last.state.fill, last.state.stroke)
        painted = last.operations[-1][1] if last.operations else ""
        return faint == [self.last] and plain and last.kind is PaintKind.OUTLINE and painted in _ONE_WAY


def stays_text(item: PaintedThing) -> bool:
    """Whether words can be set as words: in a colour of their own, or one that is mixed with the ground."""
    sound = item.state.strange is None and None not in (item.state.fill, item.state.stroke)
    return item.kind is PaintKind.TEXT and sound and min(item.state.alpha) >= FAINTEST_WORDS


def patches_of(items: Sequence[PaintedThing], page: Edges) -> list[Patch]:
    """The patches of a page, none of which touches another, in the order of what they reach up to."""
    patches = _merged(_faint_boxes(items, page))
    return [_filled(patch, items) for patch in sorted(patches, key=lambda patch: patch.last)]


def _faint_boxes(items: Sequence[PaintedThing], page: Edges) -> Iterator[Patch]:
    for number, item in enumerate(items):
        box = common(item.box, page)
        if item.see_through and box[2] > box[0] and box[3] > box[1]:
            yield Patch(common(_snapped(box), page), number)


def _snapped(box: Edges) -> Edges:
    """The box on whole dots, with a dot to spare for soft edges."""
    left, low = (math.floor(edge / PIXEL_PT - 1e-6) * PIXEL_PT for edge in grown(box, PIXEL_PT / 2)[:2])
    right, high = (math.ceil(edge / PIXEL_PT + 1e-6) * PIXEL_PT for edge in grown(box, PIXEL_PT / 2)[2:])
    return left, low, right, high


def _merged(patches: Iterator[Patch]) -> list[Patch]:
    """Patches that meet are one, around both; so it goes until none meet."""
    found: list[Patch] = []
    for patch in patches:
        while (
            touching := next((earlier for earlier in found if meet(earlier.box, patch.box)), None)
        ) is not None:
            found.remove(touching)
            patch = Patch(joined_box(touching.box, patch.box), max(touching.last, patch.last))
        found.append(patch)
    return found


def _filled(patch: Patch, items: Sequence[PaintedThing]) -> Patch:
    here = [number for number in range(patch.last + 1) if meet(items[number].box, patch.box)]
    raised = tuple(number for number in here if stays_text(items[number]))
    below = tuple(number for number in here if number not in raised)
    return replace(patch, below=below, raised=raised)


def doubtful(patch: Patch, items: Sequence[PaintedThing]) -> list[int]:
    """Words of a patch that something painted later may hide. Words on other words show their own colours."""
    covers = [number for number in patch.below if items[number].kind is not PaintKind.TEXT]
    numbers = [
        number
        for number in patch.raised
        if any(later > number and within(items[number].box, items[later].box) for later in covers)
    ]
    return [
        number
        for number in numbers
        if not any(number != second and meet(items[number].box, items[second].box) for second in numbers)
    ]


def gone(patches: Sequence[Patch], items: Sequence[PaintedThing]) -> frozenset[int]:
    """What is not painted in its place: it shows through, or lies wholly under a picture, or is set anew."""
    hidden = {number for number, item in enumerate(items) if item.see_through}
    for patch in patches:
        hidden |= {number for number in patch.below if within(items[number].box, patch.box)}
        hidden.update(patch.raised)
    return frozenset(hidden)
