"""The table at one moment as a drawing: its tracks, players, cards and remarks, whatever the game is.

It takes any counts of them and keeps everything inside its width: what does not fit side by side goes
onto further lines, and only text shrinks, never under `sketch.LEAST_MM`.
"""

from __future__ import annotations

from generator.booklet.flow import Setter, Written
from generator.booklet.panel_cards import card_row, remarks
from generator.booklet.panel_seats import draw_seats
from generator.booklet.panel_tracks import fits_head, head_tracks, tracks
from generator.booklet.sketch import Sketch
from generator.booklet.style import LINE
from generator.replay.told import TableView

GROUND = "#faf6ec"
_RIM = 4.0
_HEAD = 0.3
"""Of the width that the title takes beside a track."""
_TOP, _TITLE_HIGH = 3.4, 5.6


def panel(setter: Setter, table: TableView, title: str, *, leads: bool = False) -> Written:
    """One moment of a game, as wide as the page allows; `leads` keeps it with what follows."""

    def compose(width: float) -> tuple[float, str]:
        sketch, inner = Sketch(setter, width), width - 2 * _RIM
        y = _head(sketch, table, title, inner)
        if table.seats:
            y = draw_seats(sketch, table.seats, _RIM, y + 1.8, inner)
        for at, row in enumerate(table.rows):
            y = card_row(sketch, row, _RIM, y + (1.4 if at else 0.9), inner)
        if table.chips:
            y = remarks(sketch, table.chips, _RIM, y + 1.8, inner)
        return y + 2.6, _ground(width, y + 2.6) + "".join(sketch.made)

    return Written(
        setter,
        compose,
        kind="drawing",
        before_mm=2,
        after_mm=3,
        keep=leads,
        source=(table, title),
        role="Figure",
        alt=title,
    )


def _head(sketch: Sketch, table: TableView, title: str, width: float) -> float:
    """The title, with the tracks beside it if each fits there in one line, else below it; the y below."""
    left, room = _RIM + width * _HEAD, width * (1 - _HEAD)
    beside = bool(table.tracks) and fits_head(sketch, table.tracks, room)
    free = width * _HEAD - 2 if beside else width
    sketch.text(title, _RIM, 6.4, free, size=3.6, weight=600, family=sketch.setter.style.heading_font)
    if beside:
        return head_tracks(sketch, table.tracks, left, _TOP, room)
    return tracks(sketch, table.tracks, _RIM, _TOP + _TITLE_HIGH, width)


def _ground(width: float, height: float) -> str:
    return (
        f'<rect x="0" y="0" width="{width:.3f}" height="{height:.3f}" rx="2" fill="{GROUND}" '
        f'stroke="{LINE}" stroke-width="0.25"/>'
    )
