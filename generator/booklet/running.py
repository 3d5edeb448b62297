"""Running text: a paragraph or an entry of a list, which goes on on the next page if it is taller than one.

Whatever fits on a page stays on one, as every other block does.
"""

from __future__ import annotations

import math
from dataclasses import replace

from generator.booklet.flow import ASCENT_EM, DESCENT_EM, Setter, Written
from generator.booklet.style import Look
from generator.ground.units import mm
from generator.text.fitting import FittedText

LEAST_LINES = 2
"""So many stand together on each side of a page's end."""


class Running(Written):
    """Text of which `lines` are written, from the first up to the one before the last; None is the end.

    `mark` hangs in the indent of its first line.
    """

    running = True

    def __init__(
        self,
        setter: Setter,
        text: str,
        look: Look,
        *,
        indent_mm: float = 0.0,
        mark: str = "",
        lines: tuple[int, int | None] = (0, None),
    ) -> None:
        first, last = lines
        super().__init__(
            setter,
            self._written,
            kind="paragraph",
            before_mm=look.before_mm if first == 0 else 0.0,
            after_mm=look.after_mm if last is None else 0.0,
            source=("running", text, look, indent_mm, mark, lines),
        )
        self._setter, self._text, self._look = setter, text, look
        self._indent, self._mark, self._lines = indent_mm, mark, lines

    def split(self, width: float, height: float) -> list[Written]:
        """Two parts, the first no taller than `height` points; none if the text has to stay whole."""
        if mm(self.wrap(width, height)[1]) <= self._setter.sink.room_mm:
            return []
        first, last = self._lines
        count = self._count(self._layout(mm(width))) if last is None else last
        fit = 1 + math.floor((mm(height) - (ASCENT_EM + DESCENT_EM) * self._look.size_mm) / self._step)
        cut = min(first + fit, count - LEAST_LINES)
        if cut < first + LEAST_LINES:
            return []
        return [self._part((first, cut)), self._part((cut, last))]

    @property
    def _step(self) -> float:
        """From one baseline to the next, in mm."""
        return self._look.leading * self._look.size_mm

    def _part(self, lines: tuple[int, int | None]) -> Running:
        return Running(
            self._setter, self._text, self._look, indent_mm=self._indent, mark=self._mark, lines=lines
        )

    def _layout(self, width: float) -> FittedText:
        return self._setter.lay(self._text, self._look, width - self._indent)

    def _written(self, width: float) -> tuple[float, str]:
        layout = self._cut(self._layout(width))
        markup = self._setter.markup(layout, self._look, x_mm=self._indent)
        if self._mark and self._lines[0] == 0:
            hung = self._setter.lay(self._mark, self._look, self._indent - 1)
            drop = layout.runs[0].y - hung.runs[0].y if layout.runs and hung.runs else 0.0
            markup += self._setter.markup(hung, self._look, y_mm=drop)
        return layout.height, markup

    # ------------------------------------------------------------ lines of a layout

    def _cut(self, layout: FittedText) -> FittedText:
        """The part of a layout that is written, moved up to y = 0."""
        first, last = self._lines
        if (first, last) == (0, None):
            return layout
        last = self._count(layout) if last is None else last
        up, size = first * self._step, self._look.size_mm
        return replace(
            layout,
            runs=tuple(run._replace(y=run.y - up) for run in layout.runs if first <= self._at(run.y) < last),
            icons=tuple(
                icon._replace(y=icon.y - up)
                for icon in layout.icons
                if first <= self._at(icon.y + icon.size / 2) < last
            ),
            height=(ASCENT_EM + DESCENT_EM) * size + (last - first - 1) * self._step,
        )

    def _at(self, y: float) -> int:
        """The number of the line at a baseline, or at the middle of letters, which lies a little higher."""
        return round((y - ASCENT_EM * self._look.size_mm) / self._step)

    def _count(self, layout: FittedText) -> int:
        size = self._look.size_mm
        return 1 + round((layout.height - (ASCENT_EM + DESCENT_EM) * size) / self._step)
