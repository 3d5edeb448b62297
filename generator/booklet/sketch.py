"""Primitives of a drawing inside a booklet: text that fits its place, signs, boxes and dots.

Lengths are mm from the drawing's top left corner; y grows downwards.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from generator.booklet.flow import Setter
from generator.booklet.runs import icon_markup, run_markup
from generator.booklet.style import INK
from generator.ground import sight
from generator.records.richtext import plain
from generator.replay.told import Sign
from generator.text.wrapping import TextSetting

LEAST_MM = 2.3
"""No text of a drawing is set smaller: 6.5 points."""
WHITE = "#ffffff"
_MORE = "…"
_LIGHT = 0.35
"""From this luminance on white cannot be read on a colour."""


@dataclass(slots=True)
class Sketch:
    """SVG of one drawing under way."""

    setter: Setter
    across_mm: float = 0.0
    """How wide it is, for a language that is read from right to left, in which all of it lies mirrored."""
    made: list[str] = field(default_factory=list)

    def left_of(self, x: float, width: float) -> float:
        """How far from the left edge something lies that begins at `x` where one begins to read."""
        return self.across_mm - x - width if self.setter.style.rtl else x

    def text(
        self,
        words: str,
        x: float,
        y: float,
        width: float,
        *,
        size: float = 2.9,
        weight: int = 400,
        color: str = INK,
        align: str = "left",
        family: str = "",
    ) -> None:
        """One line on a baseline, shrunk to its width if need be, and cut where it cannot shrink more."""
        family = family or self.setter.style.text_font
        words = self._cut(words, width / LEAST_MM, weight, family)
        rtl = self.setter.style.rtl
        if rtl:
            align = {"left": "right", "right": "left"}.get(align, align)
        setting = TextSetting(family=family, size=size, least=LEAST_MM, weight=weight, align=align, rtl=rtl)
        laid = self.setter.typesetter.line(
            words, x=self.left_of(x, width), y=y, width=width, setting=setting, place="on the appendix"
        )
        self.made += [run_markup(run, color, 0, 0) for run in laid.runs]

    def em(self, words: str, *, weight: int = 400, family: str = "") -> float:
        """The width of a line in font sizes."""
        measure = self.setter.typesetter.measure
        return measure.width_em(
            measure.face(family or self.setter.style.text_font, weight), " ".join(plain(words).split())
        )

    def wrapped(
        self, words: str, width: float, *, least: float, most: int, weight: int = 400
    ) -> tuple[str, ...]:
        """A text as at most `most` lines that can be set at `least` or more: as few lines as can be.

        What has no room even so goes into the last line, which `text` shrinks and cuts.
        """
        room = width / least
        parts = [part for word in words.split() for part in self._parted(word, width, room, weight)]
        for count in range(1, most):
            if all(self.em(line, weight=weight) <= room for line in self._filled(parts, room, weight, count)):
                return self._even(parts, room, weight, count)
        return self._even(parts, room, weight, most)

    def icon(self, key: str, x: float, y: float, size: float, color: str) -> None:
        """An icon by its top left corner; without a key a dot of its colour."""
        if not key:
            self.dot(x + size / 2, y + size / 2, round(size * 0.4, 3), fill=color)
            return
        self.setter.sink.icons.add(key)
        self.made.append(icon_markup(key, self.left_of(x, size), y, size, color))

    def badge(self, sign: Sign, x: float, y: float, size: float, *, edge: float) -> None:
        """A sign in white on a small square of its colour; `edge` is the square's rim around the icon."""
        self.box(x, y, size, size, fill=sign.colour, radius=0.5)
        if sign.icon:
            self.icon(sign.icon, x + edge, y + edge, size - 2 * edge, on(sign.colour))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        stroke: str = "none",
        radius: float = 1,
    ) -> None:
        """A rectangle with round corners."""
        left = self.left_of(x, width)
        self.made.append(
            f'<rect x="{left:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" rx="{radius}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="0.25"/>'
        )

    def dot(self, x: float, y: float, radius: float, *, fill: str, stroke: str = "none") -> None:
        """A circle."""
        self.made.append(
            f'<circle cx="{self.left_of(x, 0):.3f}" cy="{y:.3f}" r="{radius}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="0.25"/>'
        )

    def _filled(self, parts: list[str], room: float, weight: int, most: int) -> tuple[str, ...]:
        """Words in lines of `room` em, the last of `most` lines with all that is left."""
        lines: list[str] = []
        for part in parts:
            longer = f"{lines[-1]} {part}" if lines else part
            if lines and (len(lines) == most or self.em(longer, weight=weight) <= room):
                lines[-1] = longer
            else:
                lines.append(part)
        return tuple(lines) or ("",)

    def _parted(self, word: str, width: float, room: float, weight: int) -> list[str]:
        """A word, in parts of `room` em if it would have no room even as small as text may be."""
        parts = []
        while len(word) > 1 and self.em(word, weight=weight) > width / LEAST_MM:
            end = max(1, self._fitting(word, "-", room, weight, ""))
            parts.append(f"{word[:end]}-")
            word = word[end:]
        return [*parts, word]

    def _even(self, parts: list[str], room: float, weight: int, most: int) -> tuple[str, ...]:
        """As `_filled`, with lines of about one length instead of a last one of a word."""
        lines = self._filled(parts, room, weight, most)
        while room > 1:
            room *= 0.95
            tighter = self._filled(parts, room, weight, most)
            if any(self.em(line, weight=weight) > room for line in tighter):
                break
            lines = tighter
        return lines

    def _cut(self, words: str, room: float, weight: int, family: str) -> str:
        """A text of which no more is left than `room` em hold; no more than some dozen measurings."""
        if self.em(words, weight=weight, family=family) <= room + 1e-6:
            return words
        return words[: self._fitting(words, _MORE, room, weight, family)].rstrip() + _MORE

    def _fitting(self, words: str, end: str, room: float, weight: int, family: str) -> int:
        """How many characters `room` em hold with an `end` behind them; few measurings of a long text."""
        lengths = range(len(words) + 1)

        def wide(length: int) -> float:
            return self.em(words[:length].rstrip() + end, weight=weight, family=family)

        return max(0, bisect_right(lengths, room, key=wide) - 1)


def on(color: str) -> str:
    """The colour, white or ink, that can be read on a ground of #rrggbb."""
    return INK if luminance(color) > _LIGHT else WHITE


def luminance(color: str) -> float:
    """How light a colour #rrggbb is, from 0 to 1 (WCAG 2, relative luminance); any other text is dark."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", color):
        return 0.0
    return sight.luminance(sight.colour_of(color))
