"""A page of text, lines and boxes as an SVG of the subset: what is no sheet and no booklet."""

from __future__ import annotations

import base64
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.ground.shapes import Ellipse, Outline
from generator.ground.xml_text import attribute, escaped
from generator.text.bidi import base_is_rtl

if TYPE_CHECKING:
    from generator.text.fonts import Fonts
    from generator.text.measure import Measure

MORE = "…"


@dataclass(slots=True)
class SvgPage:
    """One page under way; lengths are millimetres from the top left corner."""

    width_mm: float
    height_mm: float
    fonts: Fonts
    rtl: bool = False
    """Whether text, lines and boxes lie mirrored, as they do where one reads from right to left."""
    _parts: list[str] = field(default_factory=list)
    _measure: Measure | None = None
    _family: str = ""

    def __post_init__(self) -> None:
        from generator.text.fonts import page_fonts_of
        from generator.text.measure import Measure

        if self._measure is not None:
            return
        plain = page_fonts_of(self.fonts)[0].path
        files = self.fonts.files.values()
        family = next(group[0].family for group in files if any(file.path == plain for file in group))
        self._family = self.fonts.first_of_all(family)
        self._measure = Measure(self.fonts)

    def part(self) -> SvgPage:
        """An empty page with the same fonts, which can be laid on another one."""
        return replace(self, _parts=[])

    def upright(self) -> SvgPage:
        """The same page, on which everything lies where it is put: for a picture of paper."""
        return replace(self, rtl=False)

    def left_of(self, x: float, width: float) -> float:
        """How far from the left edge something lies that begins at `x` where one begins to read."""
        return self.width_mm - x - width if self.rtl else x

    def lay(self, part: SvgPage, x: float, y: float, scale: float = 1.0) -> None:
        """All that is on a part, its corner at a place."""
        shrunk = f" scale({scale:.4f})" if scale != 1 else ""
        self._parts.append(f'<g transform="translate({x:.3f} {y:.3f}){shrunk}">{"".join(part._parts)}</g>')

    def picture(self, jpeg: bytes, x: float, y: float, width: float, height: float) -> None:
        """A picture of pixels."""
        data = base64.b64encode(jpeg).decode("ascii")
        size = f'x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}"'
        self._parts.append(f'<image {size} href="data:image/jpeg;base64,{data}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        weight: int = 400,
        fill: str = "#1a1a1a",
        anchor: str = "start",
        spacing: float = 0.0,
        family: str = "",
    ) -> None:
        """One line of text on its baseline; what the font lacks becomes a question mark.

        Without a `family` it is the one of small print on sheets.
        """
        content = escaped(self._known(words, weight, family))
        if not content.strip():
            return
        apart = f' letter-spacing="{spacing:g}"' if spacing else ""
        runs_left = base_is_rtl(content, self.rtl)
        if runs_left:
            apart += ' direction="rtl"'
        if runs_left is not self.rtl:
            anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        lettering = attribute("font-family", family or self._family)
        self._parts.append(
            f'<text x="{self.left_of(x, 0):.2f}" y="{y:.2f}"{lettering} '
            f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
            f'text-anchor="{anchor}"{apart}>{content}</text>'
        )

    def line(
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        thick: float,
        colour: str = "#1a1a1a",
        *,
        dashes: str = "",
    ) -> None:
        """A straight line, with round ends unless it is in dashes."""
        x, to_x = self.left_of(x, 0), self.left_of(to_x, 0)
        extra = f'stroke-dasharray="{dashes}"' if dashes else 'stroke-linecap="round"'
        self._parts.append(
            f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}" stroke="{colour}" '
            f'stroke-width="{thick:g}" {extra}/>'
        )

    def area(self, outline: Outline, fill: str, thick: float, colour: str = "#1a1a1a") -> None:
        """What lies within an outline, with a line along it."""
        look = f'fill="{fill}" stroke="{colour}" stroke-width="{thick:g}" stroke-linejoin="round"'
        if isinstance(outline, Ellipse):
            at = f'cx="{outline.x_mm:.3f}" cy="{outline.y_mm:.3f}"'
            radii = f'rx="{outline.radius_x_mm:.3f}" ry="{outline.radius_y_mm:.3f}"'
            self._parts.append(f"<ellipse {at} {radii} {look}/>")
        else:
            way = " L ".join(f"{x:.3f} {y:.3f}" for x, y in outline.points)
            self._parts.append(f'<path d="M {way} Z" {look}/>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        thick: float,
        *,
        radius: float = 0,
        dashes: str = "",
        colour: str = "#1a1a1a",
        fill: str = "none",
    ) -> None:
        """A box, empty unless it has a fill; with a line unless that is 0 thick."""
        extra = f' stroke-dasharray="{dashes}"' if dashes else ""
        x = self.left_of(x, width)
        self._parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{colour if thick else "none"}" stroke-width="{thick:g}"{extra}/>'
        )

    def wrapped(self, words: str, size: float, width_mm: float, *, most: int, weight: int = 400) -> list[str]:
        """The text in lines of this width, at least one and no more than `most`; the rest is left out.

        A word that is longer than a line is parted.
        """
        lines, left = [""], self._known(words, weight).split()
        while left:
            word = left.pop(0)
            longer = f"{lines[-1]} {word}".strip()
            if self.width_of(longer, size, weight) <= width_mm:
                lines[-1] = longer
            elif lines[-1] and len(lines) < most:
                lines.append("")
                left.insert(0, word)
            elif len(lines) < most:
                fits = max(1, self._fitting(word, size, width_mm, weight))
                lines[-1:] = [word[:fits], ""]
                left.insert(0, word[fits:])
            else:
                lines[-1] = self._cut(longer, size, width_mm, weight)
                break
        return lines

    def svg(self) -> str:
        """The whole page."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width_mm:g} {self.height_mm:g}">'
        return f"{head}{''.join(self._parts)}</svg>"

    def _cut(self, words: str, size: float, width_mm: float, weight: int) -> str:
        """As much of a text as fits, with a sign that there is more."""
        return words[: self._fitting(words, size, width_mm, weight, MORE)].rstrip() + MORE

    def _fitting(self, words: str, size: float, width_mm: float, weight: int, more: str = "") -> int:
        """How many letters of a text fit, with `more` behind them."""

        def is_wide(letters: int) -> bool:
            return self.width_of(words[:letters].rstrip() + more, size, weight) > width_mm

        return bisect_left(range(1, len(words) + 1), True, key=is_wide)

    def width_of(self, words: str, size: float, weight: int = 400) -> float:
        """How wide a text in the font of small print is, in millimetres."""
        assert self._measure is not None
        return self._measure.width_em(self._measure.face(self._family, weight), words) * size

    def _known(self, words: str, weight: int, family: str = "") -> str:
        assert self._measure is not None
        words = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
        lacking = set(self._measure.missing(self._measure.face(family or self._family, weight), words))
        return "".join("?" if sign in lacking else sign for sign in words)


@dataclass(slots=True, kw_only=True)
class SvgPages:
    """Pages under way, and where the next thing goes on the last one; lengths are millimetres."""

    width_mm: float
    height_mm: float
    margin_mm: float
    foot_mm: float
    """What the foot of a page takes."""
    fonts: Fonts
    rtl: bool = False
    """Whether they are read from right to left."""
    made: list[SvgPage] = field(default_factory=list)
    y_mm: float = 0.0

    def new(self) -> SvgPage:
        """Begin a page."""
        self.made.append(SvgPage(self.width_mm, self.height_mm, self.fonts, self.rtl))
        self.y_mm = self.margin_mm
        return self.made[-1]

    @property
    def last(self) -> SvgPage:
        """The page that is being filled."""
        return self.made[-1]

    @property
    def right_mm(self) -> float:
        """The right edge of what may be filled."""
        return self.width_mm - self.margin_mm

    @property
    def rest_mm(self) -> float:
        """How much of the last page is left to be filled, from top to bottom."""
        return self.height_mm - self.foot_mm - self.y_mm

    def room(self, height_mm: float) -> None:
        """Go on on a new page unless there is room for so much."""
        if height_mm > self.rest_mm:
            self.new()
