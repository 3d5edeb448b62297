"""What is black alone or small on a page: words and fine lines that print over their ground, small type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.cmyk.inks import KEY, Inks
from generator.cmyk.painted import PaintedThing, PaintKind
from generator.cmyk.separator import Separator
from generator.ground.matrices import meet, scales, within
from generator.ground.pdf_content import FILLS, STROKES

SMALL_TYPE_PT = 8.0
"""Type below has at most two inks: where four do not meet exactly, letters so small have coloured rims."""
_FINE_PT = 0.5 * 72 / 25.4
"""A line so wide prints over: of half a millimetre, the 0.1 mm by which inks miss each other is a fifth."""
_ROUNDING = 1e-3


def is_small_type(item: PaintedThing) -> bool:
    """Whether some letters of a text are smaller than 8 pt."""
    return item.kind is PaintKind.TEXT and any(size < SMALL_TYPE_PT - _ROUNDING for _, size in item.letters)


def prints_over(items: Sequence[PaintedThing], number: int, separator: Separator) -> bool:
    """Whether letters or a fine line are black ink alone, and their ground leaves room for that ink."""
    item = items[number]
    if item.see_through or not _is_key(item, separator):
        return False
    for below in reversed(items[:number]):
        if meet(below.box, item.box):
            if below.kind not in (PaintKind.OUTLINE, PaintKind.TEXT) or below.see_through:
                return False
            most = separator.most + 1e-9  # all of black on top has to be no more than the press takes
            if any(sum(inks[:3]) + 1 > most for inks in _inks_of(below, separator)):
                return False
            if _hides(below, item):
                return True
    return True


def _is_key(item: PaintedThing, separator: Separator) -> bool:
    if item.kind is PaintKind.TEXT:
        colours = [colour for colour, _ in item.letters]
    elif item.kind is PaintKind.OUTLINE and item.operations[-1][1] in STROKES - FILLS:
        wide = item.state.number("w", 1) * max(scales(item.state.way.matrix))
        colours = [item.state.stroke] if wide <= _FINE_PT + _ROUNDING else []
    else:
        return False
    return bool(colours) and all(colour and separator.inks(colour, line=True) == KEY for colour in colours)


def _inks_of(item: PaintedThing, separator: Separator) -> Iterator[Inks]:
    """Inks that a solid thing has: of its area and of its line, if it is painted with one."""
    if item.kind is PaintKind.TEXT:
        colours = {colour for colour, _ in item.letters}
    else:
        painted = item.operations[-1][1]
        ways = ((FILLS, item.state.fill), (STROKES, item.state.stroke))
        colours = {colour for operators, colour in ways if painted in operators}
    for colour in colours - {None}:
        assert colour is not None
        yield separator.inks(colour)


def _hides(below: PaintedThing, item: PaintedThing) -> bool:
    """Whether a rectangle that is filled lies under all of a thing."""
    shape = [operator for _, operator in below.operations]
    return (
        below.kind is PaintKind.OUTLINE
        and len(shape) == 2
        and shape[0] == "re"
        and shape[1] in FILLS
        and within(item.box, below.box)
    )
