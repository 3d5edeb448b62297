"""Cards of a table as drawings: rows of cards or of low chips, and remarks below them.

A row is broken onto lines of one length where its cards would get narrower than can be read; titles take
a second and a third line where they need them. Every function returns the y below it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.booklet.sketch import LEAST_MM, WHITE, Sketch, on
from generator.booklet.style import LINE, SOFT, Look
from generator.replay.told import BoxView, CardRow, CardView, Chip, Sign
from generator.text.fitting import FittedText

_GAP_MM, _LEAST_MM, _MOST_MM = 2.0, 24.0, 52.0
"""Of cards: between two, narrowest, widest."""
_CHIP_GAP_MM, _LEAST_CHIP_MM, _MOST_CHIP_MM = 1.6, 24.0, 52.0
_LEADING = 3.0
_LEAST_TITLE, _TITLE_LINES = 2.3, 6
"""A title that would get smaller takes another line; how many it may have."""
_NAME_HIGH = 3.2
"""Of a row's name above it."""
_SIDE, _LEAST_SIDE = 3.9, 2.8
"""Of a box on a card."""
_MARKER_MM = 4.3
_DARK = "#22252e"


def card_row(sketch: Sketch, row: CardRow, x: float, y: float, width: float) -> float:
    """One row on as many lines as it needs, or cards at their spots; all its cards are of one size."""
    if not row.cards:
        return y
    if row.name:
        sketch.text(row.name, x, y + 2.2, width, size=2.6, weight=600, color=SOFT)
        y += _NAME_HIGH
    gap, least, widest = (
        (_CHIP_GAP_MM, _LEAST_CHIP_MM, _MOST_CHIP_MM) if row.chips else (_GAP_MM, _LEAST_MM, _MOST_MM)
    )
    most = max(1, int((width + gap) / (least + gap) + 1e-6))
    spots = row.spots or _spots(len(row.cards), most)
    lines, per_line = 1 + max(line for _, line in spots), 1 + max(half for half, _ in spots) / 2
    wide = min((width - gap * (per_line - 1)) / per_line, widest)
    size = (_chip_size if row.chips else _card_size)(sketch, row.cards, wide)
    for card, title, (half, line) in zip(row.cards, size.titles, spots, strict=True):
        left, top = x + half * (wide + gap) / 2, y + line * (size.high + gap)
        if card is None:
            sketch.box(left, top, wide, size.high, fill="none", stroke=LINE)
        else:
            (_chip if row.chips else _card)(sketch, card, title, left, top, size)
    return y + lines * (size.high + gap) - gap


def _spots(cards: int, most: int) -> tuple[tuple[int, int], ...]:
    """Places for cards on as few lines as they need with at most so many each, the lines of one length."""
    per_line = math.ceil(cards / math.ceil(cards / most))
    return tuple((2 * (at % per_line), at // per_line) for at in range(cards))


def remarks(sketch: Sketch, chips: Sequence[Chip], x: float, y: float, width: float) -> float:
    """Remarks side by side, and on further lines; without any the same y."""
    left, top, high = x, y, 0.0
    for chip in chips:
        wide = min(sketch.em(chip.text) * 2.8 + 7.2, width)
        if left + wide > x + width + 1e-6:
            left, top, high = x, top + high + _CHIP_GAP_MM, 0.0
        lines = sketch.wrapped(chip.text, wide - 7.0, least=2.75, most=4)
        tall = 5.4 + _LEADING * 1.1 * (len(lines) - 1)
        sketch.box(left, top, wide, tall, fill="#ffffff", stroke=LINE)
        sketch.icon(chip.sign.icon, left + 0.9, top + 0.9, 3.6, chip.sign.colour)
        for at, line in enumerate(lines):
            sketch.text(line, left + 5.4, top + 3.65 + _LEADING * 1.1 * at, wide - 6.6, size=2.8)
        left, high = left + wide + _CHIP_GAP_MM, max(high, tall)
    return top + high


@dataclass(frozen=True, slots=True)
class _Size:
    """Of the cards of a row: `titles` in lines, and where head and boxes end, in mm from a card's top."""

    width: float
    high: float
    titles: tuple[tuple[str, ...], ...]
    head: float
    markers: float
    gives: float
    """Where it is said what a card gives."""


def _titles(
    sketch: Sketch, cards: Sequence[CardView | None], width: float, weight: int
) -> tuple[tuple[str, ...], ...]:
    """Each title in the fewest lines in which it can be read."""
    titles = (
        sketch.wrapped(card.title, width - 6, least=_LEAST_TITLE, most=_TITLE_LINES, weight=weight)
        if card
        else ("",)
        for card in cards
    )
    return tuple(titles)


# ---------------------------------------------------------------- chips


def _chip_size(sketch: Sketch, cards: Sequence[CardView | None], width: float) -> _Size:
    titles = _titles(sketch, cards, width, 600)
    high = 5.4 + _LEADING * (max(map(len, titles)) - 1)
    return _Size(width, high, titles, high, high, high)


def _chip(sketch: Sketch, card: CardView, title: Sequence[str], x: float, y: float, size: _Size) -> None:
    sketch.box(x, y, size.width, size.high, fill=card.tint, stroke=card.sign.colour)
    sketch.icon(card.sign.icon, x + 0.8, y + 0.8, 3.8, card.sign.colour)
    ink = on(card.tint)
    for at, line in enumerate(title):
        base = y + 3.65 + _LEADING * at
        sketch.text(line, x + 5.2, base, size.width - 6, size=2.6, weight=600, color=ink)


# ---------------------------------------------------------------- cards


def _card_size(sketch: Sketch, cards: Sequence[CardView | None], width: float) -> _Size:
    """The longest title's, the most boxes', the most markers' and the longest gift's."""
    titles = _titles(sketch, cards, width, 700)
    head = 4.6 + _LEADING * (max(map(len, titles)) - 1)
    there, room = [card for card in cards if card is not None], width - 2.4
    boxed = max((_box_lines(len(card.boxes), room)[1] for card in there), default=1)
    marked = max((math.ceil(len(card.markers) / _markers_a_line(room)) for card in there), default=1)
    gain_mm = max((_given(sketch, card.gives, room)[0] for card in there), default=0.0)
    # Where boxes can be filled there is room for a line of markers, be there any or not.
    if any(box.filled is not None for card in there for box in card.boxes):
        marked = max(marked, 1)
    markers = head + 0.9 + 4.6 * boxed
    gives = markers + _MARKER_MM * marked
    high = gives + gain_mm + 0.1 if boxed or marked or gain_mm else head + 5.0
    return _Size(width, high, titles, head, markers, gives)


def _card(sketch: Sketch, card: CardView, title: Sequence[str], x: float, y: float, size: _Size) -> None:
    ink = on(card.sign.colour)
    sketch.box(x, y, size.width, size.high, fill=card.tint)
    sketch.box(x, y, size.width, size.head, fill=card.sign.colour)
    if card.sign.icon:
        sketch.icon(card.sign.icon, x + 0.8, y + 0.5, 3.6, ink)
    for at, line in enumerate(title):
        base = y + 3.3 + _LEADING * at
        sketch.text(line, x + 5, base, size.width - 6, size=2.7, weight=700, color=ink)
    _boxes(sketch, card.boxes, x + 1.2, y + size.head + 0.9, size.width - 2.4)
    _markers(sketch, card.markers, x + 1.2, y + size.markers, size.width - 2.4)
    if card.gives:
        _, layout, look = _given(sketch, card.gives, size.width - 2.4)
        if layout is None:
            sketch.text(card.gives, x + 1.2, y + size.gives + 2.4, size.width - 2.4, size=_GIVES.size_mm)
        else:
            left = sketch.left_of(x + 1.2, size.width - 2.4)
            sketch.made.append(sketch.setter.markup(layout, look, x_mm=left, y_mm=y + size.gives))


_GIVES = Look(size_mm=2.7, weight=600, leading=1.25, after_mm=0)


def _given(sketch: Sketch, gives: str, width: float) -> tuple[float, FittedText | None, Look]:
    """What a card gives, in lines: their height, and None for the lines if a word has no room in them."""
    if not gives:
        return 0.0, None, _GIVES
    setter = replace(sketch.setter, problems=[])  # a drawing shrinks and cuts what has no room
    for look in (_GIVES, replace(_GIVES, size_mm=LEAST_MM)):
        layout = setter.lay(gives, setter.begun(look), width)
        if layout.width <= width + 1e-6:
            return layout.height + 0.7, layout, look
    return 4.0, None, _GIVES


def _box_lines(boxes: int, width: float) -> tuple[float, int]:
    """From box to box, and on how many lines they stand."""
    step = min(_SIDE + 0.5, max(width / max(boxes, 1), _LEAST_SIDE + 0.3))
    return step, math.ceil(boxes / max(1, int(width / step + 1e-6)))


def _boxes(sketch: Sketch, boxes: Sequence[BoxView], x: float, y: float, width: float) -> None:
    """Boxes, the filled ones dark, and signs without a box."""
    step, _ = _box_lines(len(boxes), width)
    per_line = max(1, int(width / step + 1e-6))
    side = min(_SIDE, step - 0.3)
    left = x
    for at, box in enumerate(boxes):
        if at and at % per_line == 0:
            left, y = x, y + 4.6
        if box.filled is None:
            sketch.icon(box.sign.icon, left + 0.2, y, side, box.sign.colour)
        else:
            sketch.box(left, y, side, side, fill=_DARK if box.filled else WHITE, stroke=SOFT, radius=0.5)
            color = WHITE if box.filled else box.sign.colour
            sketch.icon(box.sign.icon, left + side * 0.12, y + side * 0.12, side * 0.76, color)
        left += step


def _markers_a_line(width: float) -> int:
    return max(1, int((width + 0.6) / _MARKER_MM))


def _markers(sketch: Sketch, markers: Sequence[Sign], x: float, y: float, width: float) -> None:
    """Markers in their order."""
    per_line, left = _markers_a_line(width), x
    for at, sign in enumerate(markers):
        if at and at % per_line == 0:
            left, y = x, y + _MARKER_MM
        sketch.badge(sign, left, y, 3.7, edge=0.45)
        left += _MARKER_MM
