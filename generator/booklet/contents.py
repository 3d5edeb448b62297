"""The table of contents: lines with page numbers that are filled in when all pages are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.booklet.flow import Leaf, Setter, Sink, Written, rich
from generator.booklet.style import LINE, SMALL
from generator.booklet.tagging import marked, numbered

LEVELS = 2
"""Of headings that are listed."""
PAGE_MM = 8.0
"""The room for a page number."""
INDENT_MM = 3.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table of contents: the page is counted from 1, `top_mm` from its upper edge."""

    level: int
    text: str
    page: int
    top_mm: float


@dataclass(frozen=True, slots=True)
class Link:
    """Where a line of the contents can be clicked, in mm from the upper left corner, and where it leads."""

    page: int
    left_mm: float
    top_mm: float
    width_mm: float
    entry: Entry
    path: str = ""
    """The way to it in the tree of the booklet's parts."""


class ContentsLine(Written):
    """A heading as a line of the contents."""

    def __init__(self, setter: Setter, level: int, text: str) -> None:
        self._look = SMALL if level > 1 else replace(SMALL, size_mm=3.1)
        self._look = setter.begun(self._look)
        self._text = text if level > 1 else f"**{text}**"
        self._indent = INDENT_MM if level > 1 else 0.0
        super().__init__(
            setter, self._line, kind="heading", before_mm=1.3 if level == 1 else 0.35, role="TOCI"
        )
        self._setter = setter
        self._put: tuple[Leaf, float, float] | None = None

    def _line(self, width: float) -> tuple[float, str]:
        text = self._setter.lay(self._text, self._look, width - self._indent - PAGE_MM)
        at = PAGE_MM if self._setter.style.rtl else self._indent
        return text.height, marked("Link", self._setter.markup(text, self._look, x_mm=at))

    def put(self, leaf: Leaf, left: float, top: float, drawn: str) -> None:
        """Remembers where it stands: its page number comes later."""
        self._put = leaf, left, top
        super().put(leaf, left, top, drawn)

    def finish(self, sink: Sink, entry: Entry) -> Link | None:
        """Write the page number, with dots that lead to it; gives where the line can be clicked."""
        if self._put is None or self._made is None:
            return None
        leaf, left, top = self._put
        width = self._made[0]
        number = self._setter.lay(str(entry.page), replace(self._look, align="left"), PAGE_MM)
        text = self._setter.lay(self._text, self._look, width - self._indent - PAGE_MM)
        low = max((run.y for run in text.runs), default=number.height)
        last = [run for run in text.runs if abs(run.y - low) < 0.1]
        icons = [icon for icon in text.icons if icon.y + icon.size > low - 0.3]
        ends = [*(run.x + run.width for run in last), *(icon.x + icon.size for icon in icons)]
        dots = self._indent + max(ends, default=0.0) + 1.5
        edge, begin, end = width - number.width, dots, width - number.width - 1.5
        if self._setter.style.rtl:
            starts = [*(run.x for run in last), *(icon.x for icon in icons)]
            edge, begin, end = 0.0, number.width + 1.5, PAGE_MM + min(starts, default=0.0) - 1.5
        rise = low - max((run.y for run in number.runs), default=low)
        markup = self._setter.markup(number, self._look, x_mm=edge, y_mm=rise)
        if end > begin:
            markup += (
                f'<line x1="{begin:.3f}" y1="{low:.3f}" x2="{end:.3f}" y2="{low:.3f}" '
                f'stroke="{LINE}" stroke-width="0.3" stroke-dasharray="0.01 1.3" stroke-linecap="round"/>'
            )
        markup = numbered(leaf.tags, self.tag, marked("Link", markup), self.alts)
        leaf.markup.append(f'<g transform="translate({left:.4f} {top:.4f})">{markup}</g>')
        page = next(at for at, one in enumerate(sink.leaves, start=1) if one is leaf)
        return Link(page, left, top, width, entry, f"{self.tag.path}/Link")


def contents_heading(setter: Setter, heading: str) -> Written:
    """What stands over the contents."""
    look = replace(setter.style.headings[1], color=setter.style.deep, before_mm=0, after_mm=1.5)
    written = rich(setter, heading, look, title_level=LEVELS + 1)
    written.role = "H1"
    return written


def contents_lines(setter: Setter, titles: Sequence[tuple[int, str]]) -> list[ContentsLine]:
    """A line for each title, which is a level and a text."""
    # What is wrong with a heading is said where it stands, not in the contents once more.
    quiet = replace(setter, problems=[])
    lines = [ContentsLine(quiet, level, text) for level, text in titles]
    for line, (level, _), (below, _) in zip(lines, titles, titles[1:], strict=False):
        line.keep = below > level
    return lines


def rule_below(setter: Setter) -> Written:
    """The line that parts short contents from the text below them."""

    def compose(width: float) -> tuple[float, str]:
        return 0.4, f'<rect x="0" y="0" width="{width:.3f}" height="0.4" fill="{setter.style.deep}"/>'

    return Written(setter, compose, kind="drawing", before_mm=3.5, after_mm=5.0, role="")
