"""Pictures as blocks: side by side, with their captions, and with the legend of their marks."""

from __future__ import annotations

from collections.abc import Sequence

from generator.booklet.columns import Measures
from generator.booklet.flow import ColumnPart, Setter, Written
from generator.booklet.markdown import MILLIMETRES
from generator.booklet.pictures import Shown
from generator.booklet.style import CAPTION, INK, LEGEND, MARK
from generator.booklet.tagging import marked

TALLEST_MM = 92.0
"""Of designs in a column or side by side."""
TALLEST_WIDE_MM = 120.0
LEAST_SHARE = 0.6
"""How far a picture may shrink to fill the rest of a column instead of leaving it empty."""
GAP_MM = 4.0
LEAST_ROOM = 0.3
"""The share of a row that its pictures keep, however many gaps are in it."""
LEGEND_GAP_MM = 6.0
CAPTION_MM, LEAST_CAPTION_MM = 15.0, 12.0
"""The room that the caption of a small piece gets beside others, and the least that is tried."""
MOST_STEPS = 60
MOST_IN_COLUMN = 3
"""More pictures side by side reach over all columns."""
LEAST_LEGEND_MM = 52.0
"""A legend beside its picture is no narrower."""
DISC_MM = 4.0
"""The diameter of a mark in a legend."""


class Figure(Written):
    """A row of pictures, smaller if only little is missing for the column to hold it."""

    def __init__(self, setter: Setter, shown: Sequence[Shown], size: str, page: Measures) -> None:
        super().__init__(setter, self._whole, kind="picture", before_mm=3.4, after_mm=4.2, role="Div")
        self.alts = {f"Figure.{at}": picture.said for at, picture in enumerate(shown)}
        self._setter, self._shown, self._page = setter, shown, page
        self._caption, self._text = setter.begun(CAPTION), setter.begun(LEGEND)
        match = MILLIMETRES.fullmatch(size)
        self._exact = float(match[1]) if match else None
        self._size = size
        wide = size in {"wide", "page"} or (self._exact or 0.0) > page.column
        self.wide = wide or (not size and len(shown) > MOST_IN_COLUMN)
        self.floats = wide and page.columns > 1

    def parts(self, width: float) -> Sequence[ColumnPart]:
        """Itself, which may shrink."""
        high = self.made(width)[0]
        least = high - self._tallest() * self._scale(width) * (1 - LEAST_SHARE)
        return (ColumnPart(high, high, high if self._exact else least),)

    def drawn(self, width: float, parts: tuple[int, int], *, first: bool, room: float) -> tuple[float, str]:
        """As large as the room allows."""
        whole = self.made(width)
        if whole[0] <= room + 0.01:
            return whole
        scale = self._scale(width)
        less = room - (whole[0] - self._tallest() * scale)
        return self._composed_at(width, max(less / self._tallest(), scale * LEAST_SHARE))

    # ------------------------------------------------------------ sizes

    def _tallest(self) -> float:
        return max(picture.height_mm for picture in self._shown)

    def _widest(self) -> float:
        return sum(picture.width_mm for picture in self._shown)

    def _scale(self, width: float) -> float:
        whole = min(width, self._exact or width)
        room = max(whole - GAP_MM * (len(self._shown) - 1), whole * LEAST_ROOM)
        if self._exact:
            return room / self._widest()
        tallest = TALLEST_WIDE_MM if self.wide else TALLEST_MM
        if self._size == "page":
            tallest = self._page.height - self._below(width)
        scale = min(room / self._widest(), tallest / self._tallest(), 1.0)
        for _ in range(MOST_STEPS if self._cells(0.0) < width else 0):
            if self._cells(scale) <= width:
                break
            scale *= 0.97
        return scale

    def _cells(self, scale: float) -> float:
        """The width of all pictures with room for their captions."""
        return sum(self._cell(picture, scale) for picture in self._shown) + GAP_MM * (len(self._shown) - 1)

    @staticmethod
    def _cell(picture: Shown, scale: float) -> float:
        return max(picture.width_mm * scale, CAPTION_MM if picture.caption else 0.0)

    def _below(self, width: float) -> float:
        """About what captions and legends take below the pictures of a page."""
        captions = [
            self._setter.lay(picture.caption, CAPTION, width).height
            for picture in self._shown
            if picture.caption
        ]
        lines = sum(len(picture.legend) for picture in self._shown)
        return 6.0 + max(captions, default=0.0) + lines * 2 * LEGEND.size_mm * LEGEND.leading

    # ------------------------------------------------------------ drawing

    def _whole(self, width: float) -> tuple[float, str]:
        return self._composed_at(width, self._scale(width))

    def _composed_at(self, width: float, scale: float) -> tuple[float, str]:
        legend = [line for picture in self._shown for line in picture.legend]
        gaps = GAP_MM * (len(self._shown) - 1)
        used = self._widest() * scale + gaps
        beside = width - used - LEGEND_GAP_MM
        if legend and beside >= LEAST_LEGEND_MM:
            high, row = self._row(used, scale)
            low, text = self._legend(legend, beside, 1)
            pictures, words = self._from(0.0, used, width), self._from(used + LEGEND_GAP_MM, beside, width)
            moved = f'<g transform="translate({pictures:.4f} 0)">{row}</g>' if pictures else row
            return max(high, low), f'{moved}<g transform="translate({words:.4f} 0)">{text}</g>'
        high, row = self._row(width, scale)
        if legend:
            low, text = self._legend(legend, width, 2 if width > 120 and len(legend) > 2 else 1)
            row += f'<g transform="translate(0 {high + 1.6:.4f})">{text}</g>'
            high += 1.6 + low
        return high, row

    def _from(self, begin: float, wide: float, width: float) -> float:
        """The left edge of what begins so far from where lines begin, in something of a width."""
        return width - begin - wide if self._setter.style.rtl else begin

    def _row(self, width: float, scale: float) -> tuple[float, str]:
        """The pictures spread over a width, each with its caption."""
        count = len(self._shown)
        free = (width - sum(self._cell(picture, scale) for picture in self._shown)) / count
        high = self._tallest() * scale
        parts, lowest, x = [], 0.0, 0.0
        for at, one in enumerate(self._shown):
            cell = self._cell(one, scale) + free
            begin = self._from(x, cell, width)
            left, top = begin + (cell - one.width_mm * scale) / 2, high - one.height_mm * scale
            parts.append(marked(f"Figure.{at}", one.drawn(left, top, scale)))
            if one.caption:
                # A picture alone has the whole width for its caption.
                room = width if count == 1 else max(cell - 1.5, LEAST_CAPTION_MM)
                layout = self._setter.lay(one.caption, self._caption, room)
                inset = 0.0 if count == 1 else begin + (cell - room) / 2
                words = self._setter.markup(layout, self._caption, x_mm=inset, y_mm=high + 1.8)
                parts.append(marked(f"Figure.{at}/Caption", words))
                lowest = max(lowest, layout.height + 1.8)
            x += cell
        return high + lowest, "".join(parts)

    def _legend(self, lines: Sequence[tuple[str, str]], width: float, columns: int) -> tuple[float, str]:
        """A list of marks, each in its disc, in columns of about one height."""
        room = (width - (columns - 1) * LEGEND_GAP_MM) / columns
        words_mm = room - DISC_MM - 1.8
        laid = [(mark, self._setter.lay(text, self._text, words_mm)) for mark, text in lines]
        total = sum(max(text.height, DISC_MM) + 1.0 for _, text in laid)
        x = y = low = 0.0
        parts = []
        for at, (mark, text) in enumerate(laid):
            if y and y >= total / columns - 0.5 and x + room < width:
                x, y = x + room + LEGEND_GAP_MM, 0.0
            left = self._from(x + DISC_MM + 1.8, words_mm, width)
            words = self._setter.markup(text, self._text, x_mm=left, y_mm=y + 0.45)
            disc = self._mark(mark, self._from(x, DISC_MM, width), y)
            parts.append(marked(f"L/LI.{at}/Lbl", disc) + marked(f"L/LI.{at}/LBody", words))
            y += max(text.height + 0.45, DISC_MM) + 1.0
            low = max(low, y - 1.0)
        return low, "".join(parts)

    def _mark(self, mark: str, x: float, y: float) -> str:
        radius = DISC_MM / 2
        look = MARK
        laid = self._setter.lay(mark, look, 40.0)
        disc = f'<circle cx="{x + radius:.3f}" cy="{y + radius:.3f}" r="{radius}" fill="{INK}"/>'
        at_x, at_y = x + radius - laid.width / 2, y + radius - laid.height / 2
        return disc + self._setter.markup(laid, look, x_mm=at_x, y_mm=at_y)
