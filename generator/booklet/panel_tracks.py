"""Tracks of a table as drawings: spaces in lines, or in a ring.

A label that fits goes into a round space. Longer ones make oblong spaces in a line; in a ring the spaces
are numbered, and a list beside it says what each is called. Every function returns the y below it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.booklet.sketch import Sketch, on
from generator.booklet.style import INK, SOFT
from generator.replay.told import Space, Track

RADIUS_MM = 2.9
HIGH_MM = 5.6
"""A line of spaces."""
_AIR_MM = 0.8
LEAST_STEP_MM = 5.0
"""From space to space of a line: nearer ones could not be told apart."""
STEP_MM = 7.6
"""From space to space where there is more room than needed."""
MOST_BESIDE = 3
"""Tracks beside a title."""
MOST_STEP_MM = 8.4
"""From space to space beside a title."""
_LABEL_MM = 2.7
_NAME_MM, _LEADING_MM = 2.6, 3.4
"""Of a name inside its ring."""
_LEAST_LABEL_MM = 2.3
_RING_STEP_MM = 6.6
_LEAST_RING_MM, _MOST_RING_MM = 8.5, 17.0
"""Radius of a ring. One with more spaces than go round the largest gets straight sides."""
_MOST_IN_RING = 60
"""Spaces; more of them stand in lines."""
_COLUMN_MM = 5.0


def fits_head(sketch: Sketch, shown: Sequence[Track], width: float) -> bool:
    """Whether each of a few tracks can stand in one line beside the title of their drawing."""
    if len(shown) > MOST_BESIDE or any(track.ring or not track.spaces for track in shown):
        return False
    room = width - _names_width(sketch, shown)
    return all(
        _round_spaces(sketch, track.spaces) and room / len(track.spaces) >= LEAST_STEP_MM for track in shown
    )


def head_tracks(sketch: Sketch, shown: Sequence[Track], x: float, y: float, width: float) -> float:
    """Tracks that take the whole width beside the title, one below the other."""
    named = _names_width(sketch, shown)
    for track in shown:
        step = min((width - named) / len(track.spaces), MOST_STEP_MM)
        _name(sketch, track, x, y)
        _line(sketch, track, range(len(track.spaces)), x + named, y, step)
        y += HIGH_MM + _AIR_MM
    return y - _AIR_MM


def tracks(sketch: Sketch, shown: Sequence[Track], x: float, y: float, width: float) -> float:
    """Tracks one below the other with their names in a column; rings after those in lines."""
    rings = [track for track in shown if track.ring and 0 < len(track.spaces) <= _MOST_IN_RING]
    lines = [track for track in shown if track.spaces and track not in rings]
    named = min(max((_name_width(sketch, track) for track in lines), default=0.0), width * 0.3)
    for track in lines:
        _name(sketch, track, x, y, named - 1)
        y = _lines(sketch, track, x + named, y, width - named)
    y += _AIR_MM if lines and rings else 0.0
    for ring in rings:
        y = _ring(sketch, ring, x, y, width) + 1.2
    return y


# ---------------------------------------------------------------- in lines


def _lines(sketch: Sketch, track: Track, x: float, y: float, width: float) -> float:
    """The spaces in as many lines of one length as they need."""
    if _round_spaces(sketch, track.spaces):
        least, step = LEAST_STEP_MM, STEP_MM
    else:
        widest = max(sketch.em(space.label, weight=700) for space in track.spaces)
        least = step = min(widest * 2.4 + 2.4, width)
    most = max(1, int(width / least + 1e-6))
    count = math.ceil(len(track.spaces) / most)
    per_line = math.ceil(len(track.spaces) / count)
    step = min(max(step, least), width / per_line)
    for at in range(0, len(track.spaces), per_line):
        _line(sketch, track, range(at, min(at + per_line, len(track.spaces))), x, y, step)
        y += HIGH_MM + _AIR_MM
    return y


def _line(sketch: Sketch, track: Track, places: range, x: float, y: float, step: float) -> None:
    circles = _round_spaces(sketch, track.spaces)
    for at, place in enumerate(places):
        cx, cy = x + step * (at + 0.5), y + 2.6
        if circles:
            _space(sketch, track, place, cx, cy, min(step * 0.44, RADIUS_MM))
        else:
            fill, stroke, color = _colours(track, place)
            left = x + step * at
            sketch.box(left, y, step - 0.7, 5.2, fill=fill, stroke=stroke, radius=2.6)
            _label(sketch, track.spaces[place].label, left + 0.9, cy, step - 2.5, color)


def _space(
    sketch: Sketch, track: Track, place: int, cx: float, cy: float, radius: float, label: str | None = None
) -> None:
    fill, stroke, color = _colours(track, place)
    sketch.dot(cx, cy, round(radius, 3), fill=fill, stroke=stroke)
    words = track.spaces[place].label if label is None else label
    _label(sketch, words, cx - radius, cy, 2 * radius, color)


def _label(sketch: Sketch, words: str, x: float, cy: float, width: float, color: str) -> None:
    sketch.text(words, x, cy + 0.95, width, size=_LABEL_MM, weight=700, color=color, align="center")


def _colours(track: Track, place: int) -> tuple[str, str, str]:
    """Fill, stroke and label of a space; a pale marker gets a dark edge, so that it is seen in grey too."""
    space = track.spaces[place]
    if place not in track.markers:
        return space.fill, space.stroke, SOFT if on(space.fill) == INK else on(space.fill)
    return track.colour, INK if on(track.colour) == INK else space.stroke, on(track.colour)


def _round_spaces(sketch: Sketch, spaces: Sequence[Space]) -> bool:
    """Whether every label has room in a round space."""
    room = (2 * RADIUS_MM - 0.9) / _LEAST_LABEL_MM
    return all(sketch.em(space.label, weight=700) <= room for space in spaces)


def _names_width(sketch: Sketch, shown: Sequence[Track]) -> float:
    return max((_name_width(sketch, track) for track in shown), default=0.0)


def _name_width(sketch: Sketch, track: Track) -> float:
    return sketch.em(track.name, weight=600) * 2.9 + 2.5 if track.name else 0.0


def _name(sketch: Sketch, track: Track, x: float, y: float, width: float = 60.0) -> None:
    if track.name:
        sketch.text(track.name, x, y + 3.6, width, size=2.9, weight=600)


# ---------------------------------------------------------------- in a ring


def _ring(sketch: Sketch, track: Track, x: float, y: float, width: float) -> float:
    """Clockwise from the top, its name in the middle, and a list beside it if labels are too long."""
    count = len(track.spaces)
    numbered = not _round_spaces(sketch, track.spaces)
    round_mm, inner = count * _RING_STEP_MM, width - 2 * RADIUS_MM
    radius = min(max(round_mm / math.tau, _LEAST_RING_MM), _MOST_RING_MM)
    radius = max(radius, (round_mm - 2 * inner) / (math.tau - 4))  # as high as it cannot be wide
    straight = max(0.0, round_mm / 2 - math.pi * radius)
    wide, high = straight + 2 * (radius + RADIUS_MM), 2 * (radius + RADIUS_MM)
    beside = numbered and wide <= width * 0.45
    left = x if beside else x + (width - wide) / 2
    lines = _inside(sketch, track.name, radius, straight)
    if track.name and not lines:
        sketch.text(track.name, x, y + 3.6, width, size=2.9, weight=600)
        y += HIGH_MM
    cx, cy = left + wide / 2, y + high / 2
    for place in range(count):
        px, py = _on_ring(place / count, radius, straight)
        label = str(place + 1) if numbered else None
        _space(sketch, track, place, cx + px, cy + py, RADIUS_MM, label)
    for at, line in enumerate(lines):
        base = cy + 1.0 + _LEADING_MM * (at - (len(lines) - 1) / 2)
        sketch.text(line, cx - wide / 2, base, wide, size=_NAME_MM, weight=600, align="center")
    if not numbered:
        return y + high
    if beside:
        return max(y + high, _list(sketch, track, left + wide + 6, y, width - wide - 6))
    return _list(sketch, track, x, y + high + 1.5, width)


def _on_ring(share: float, radius: float, straight: float) -> tuple[float, float]:
    """A place by its share of the way round, from the middle of the ring, clockwise from the top."""
    way = share * (math.tau * radius + 2 * straight)
    half, bend = straight / 2, math.pi * radius
    if way <= half:
        return way, -radius
    if way <= half + bend:
        angle = (way - half) / radius
        return half + radius * math.sin(angle), -radius * math.cos(angle)
    if way <= half + bend + straight:
        return half - (way - half - bend), radius
    if way <= half + 2 * bend + straight:
        angle = (way - half - bend - straight) / radius
        return -half - radius * math.sin(angle), radius * math.cos(angle)
    return way - (2 * bend + 2 * straight), -radius


def _inside(sketch: Sketch, name: str, radius: float, straight: float) -> tuple[str, ...]:
    """A ring's name in lines that have room inside it; none if it has no room there."""
    across = 2 * (radius - RADIUS_MM)
    room, most = across + straight - 3, int((across - 2) / _LEADING_MM)
    lines = sketch.wrapped(name, room, least=_NAME_MM, most=most, weight=600) if name else ()
    return lines if all(sketch.em(line, weight=600) * _NAME_MM <= room for line in lines) else ()


def _list(sketch: Sketch, track: Track, x: float, y: float, width: float) -> float:
    """The names of numbered spaces in columns, downwards."""
    names = [f"{at} {space.label}" for at, space in enumerate(track.spaces, start=1)]
    widest = max(sketch.em(name, weight=700) for name in names) * 2.7 + _COLUMN_MM
    columns = max(1, min(int((width + _COLUMN_MM) / widest), math.ceil(len(names) / 4)))
    per_column = math.ceil(len(names) / columns)
    step = width / columns
    for at, name in enumerate(names):
        column, line = divmod(at, per_column)
        weight, color = (700, INK) if at in track.markers else (400, SOFT)
        sketch.text(
            name,
            x + column * min(step, widest),
            y + 2.9 + line * 3.9,
            min(step, widest) - _COLUMN_MM / 2,
            size=2.7,
            weight=weight,
            color=color,
        )
    return y + per_column * 3.9 + 0.4
