"""Running text: a paragraph or an entry of a list, which may go on in the next column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.booklet.flow import ASCENT_EM, DESCENT_EM, ColumnPart, Setter, Written, moved
from generator.booklet.style import Look
from generator.booklet.tagging import marked
from generator.text.fitting import FittedText

LEAST_LINES = 2
"""So many stand together on each side of a column's end."""
SHORT_LAST = 0.2
"""Of the width: a last line of one word that is shorter looks lost."""
TIGHTER = (0.985, 0.97, 0.955, 0.94, 0.92)
"""Shares of the width that are tried to give such a word company."""


class Running(Written):
    """Text that may be parted between its lines; `whole` only if no column can hold it.

    `hung` is a mark that hangs in the indent of its first line, in the booklet's colour, and how far from
    where lines begin, in mm.
    """

    running = True

    def __init__(
        self,
        setter: Setter,
        text: str,
        look: Look,
        *,
        indent_mm: float = 0.0,
        hung: tuple[str, float] = ("", 0.0),
        whole: bool = False,
    ) -> None:
        super().__init__(
            setter,
            lambda width: self._written(width, None),
            kind="paragraph",
            before_mm=look.before_mm,
            after_mm=look.after_mm,
            source=("running", text, look, indent_mm, hung),
            role="LI" if indent_mm else "P",
        )
        self._setter, self._text, self._look = setter, text, setter.begun(look)
        self._indent, self._whole = indent_mm, whole
        self._mark, self._mark_mm = hung
        if setter.style.rtl and self._mark.endswith("."):  # the dot stands before the words
            self._mark = f".{self._mark[:-1]}"

    def parts(self, width: float) -> Sequence[ColumnPart]:
        """Its lines; none stands alone at the end or the beginning of a column."""
        count, first = self.lines(width), (ASCENT_EM + DESCENT_EM) * self._look.size_mm
        parts = []
        for at in range(1, count + 1):
            ends = at == count or (not self._whole and LEAST_LINES <= at <= count - LEAST_LINES)
            high = first if at == 1 else self._step
            parts.append(ColumnPart(high, first, high, ends))
        return parts

    def drawn(self, width: float, parts: tuple[int, int], *, first: bool, room: float) -> tuple[float, str]:
        """The lines from the first to before the last."""
        whole = parts == (0, self.lines(width))
        return self.made(width) if whole else self._written(width, parts)

    def lines(self, width: float) -> int:
        """How many lines it takes."""
        size = self._look.size_mm
        return 1 + max(0, round((self.made(width)[0] - (ASCENT_EM + DESCENT_EM) * size) / self._step))

    @property
    def _step(self) -> float:
        """From one baseline to the next, in mm."""
        return self._look.leading * self._look.size_mm

    def _layout(self, width: float) -> FittedText:
        """The lines, a little narrower if that keeps a single short word off the last one."""
        room = width - self._indent
        usual = self._setter.lay(self._text, self._look, room)
        if not _ends_lost(usual, room):
            return usual
        quiet = replace(self._setter, problems=[])
        for share in TIGHTER:
            layout = quiet.lay(self._text, self._look, room * share)
            if layout.height > usual.height + 0.1:
                break
            layout = moved(layout, dx_mm=room - room * share) if self._setter.style.rtl else layout
            if layout.width <= room * share + 1e-6 and not _ends_lost(layout, room):
                return layout
        return usual

    def _written(self, width: float, parts: tuple[int, int] | None) -> tuple[float, str]:
        layout = self._layout(width)
        layout = self._cut(layout, *parts) if parts else layout
        rtl = self._setter.style.rtl
        markup = self._setter.markup(layout, self._look, x_mm=0 if rtl else self._indent)
        markup = marked("LBody", markup) if self._indent else markup
        if self._mark and (parts is None or parts[0] == 0):
            look = replace(self._look, color=self._setter.style.deep, weight=700)
            hung = self._setter.lay(self._mark, look, self._indent - self._mark_mm - 1)
            drop = layout.runs[0].y - hung.runs[0].y if layout.runs and hung.runs else 0.0
            at = width - self._indent + 1 if rtl else self._mark_mm
            markup = marked("Lbl", self._setter.markup(hung, look, x_mm=at, y_mm=drop)) + markup
        return layout.height, markup

    # ------------------------------------------------------------ lines of a layout

    def _cut(self, layout: FittedText, first: int, last: int) -> FittedText:
        """Some lines of a layout, moved up to y = 0."""
        lines = replace(
            layout,
            runs=tuple(run for run in layout.runs if first <= self._at(run.y) < last),
            icons=tuple(icon for icon in layout.icons if first <= self._at(icon.y + icon.size / 2) < last),
            height=(ASCENT_EM + DESCENT_EM) * self._look.size_mm + (last - first - 1) * self._step,
        )
        return moved(lines, dy_mm=-first * self._step)

    def _at(self, y: float) -> int:
        """The number of the line at a baseline, or at the middle of letters, which lies a little higher."""
        return round((y - ASCENT_EM * self._look.size_mm) / self._step)


def _ends_lost(layout: FittedText, room: float) -> bool:
    """Whether the last of several lines holds a single short word."""
    ys = {round(run.y, 2) for run in layout.runs}
    if len(ys) < 2:
        return False
    low = max(ys)
    last = [run for run in layout.runs if round(run.y, 2) == low]
    words = " ".join(run.text for run in last).split()
    wide = max(run.x + run.width for run in last)
    if last[0].face.rtl:
        wide = room - min(run.x for run in last)
    return len(words) == 1 and wide < SHORT_LAST * room
