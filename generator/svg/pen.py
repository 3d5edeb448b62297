"""One content stream: PDF operators, the graphics state, the resources.

Operators are written as text straight away, one short string each; this is several times faster than
a call into ReportLab's Canvas for each of them. The pen remembers the graphics state, so that a
setting is written only when it changes, and `save`/`restore` bring the memory back as PDF does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from generator.ground.matrices import Matrix
from generator.ground.pdf_file import ARTIFACT
from generator.ground.pdf_layers import ART_GROUP, END, begin
from generator.svg.paths import number
from generator.svg.pdf import GROUPED, Pdf, Stream
from generator.svg.style import Current
from generator.svg.values import Rgb, ViewBox, multiply

LineStyle = tuple[float, int, int, float, tuple[float, ...], float]
"""Width, cap, join, miter limit, dashes, dash offset."""


TAG, FURNITURE = "data-tag", "Artifact"
"""The attribute of an element that is a part of a page's text, and what the rest of the page is."""
PICTURE = "Figure 0"
"""A page that is nothing but a picture."""


_TAGS = re.compile(r"([A-Z][A-Za-z0-9]{0,19} [0-9]{1,5})(?: ([A-Z][A-Za-z0-9]{0,19} [0-9]{1,5}))?")


def tags_of(text: str, around: str) -> tuple[str, str]:
    """What an element is that tells so inside of something else, and what comes behind it; empty for nothing.

    Within furniture that is a part of the text, such as `P 3`; within text an icon, such as `Span 4 P 5`.
    Within a picture, and where nothing is tagged, it is nothing.
    """
    match = _TAGS.fullmatch(text)
    if (
        match is None
        or not around
        or around.startswith("Figure")
        or (match[2] is None) != (around == FURNITURE)
    ):
        return "", ""
    return match[1], match[2] or FURNITURE


class Named(str):
    """An operator that goes by a name which another file may not have: `name`, then the `rest`."""

    name: object
    rest: str

    @classmethod
    def of(cls, text: str, name: object, rest: str) -> Named:
        """The operator `text`; `name` is a resource's, or the run that its font or its glyphs are of."""
        pen = cls(text)
        pen.name, pen.rest = name, rest
        return pen


class StreamState(NamedTuple):
    """What the stream has set so far; None is unknown. `Current` is the colour at the place of use."""

    fill: Rgb | Current | None = None
    stroke: Rgb | Current | None = None
    line: LineStyle | None = None
    alpha: tuple[float, float] = (1.0, 1.0)
    spacing: float | None = None
    mode: int | None = None
    font: tuple[str, float] | None = None


PAGE = StreamState()
"""The start of a page: nothing but full opacity is taken for granted, for it may become a form on a sheet."""

SHARED = StreamState(fill=Current.COLOUR, stroke=Current.COLOUR)
"""The start of a form that many places use: colours are the user's, everything else is unknown."""


@dataclass(slots=True)
class ContentStream(Stream):
    """Writes one content stream. `operators` and `resources` are its result."""

    pdf: Pdf
    state: StreamState = PAGE
    page: Matrix | None = None
    """From user units to points of the page; None in what many places use, and where a clip is set."""
    _stack: list[tuple[StreamState, Matrix | None, int, int]] = field(default_factory=list)
    _painted: int = 0
    tag: str = ""
    """What the operators belong to: nothing yet, the page's furniture, or a part of its text."""

    def __post_init__(self) -> None:
        self.begun = len(self.pdf.asked)

    def write(self, operator: str) -> None:
        """Any operator that paints and changes no remembered state."""
        self._painted += 1
        self.operators.append(operator)

    def save(self) -> None:
        """Begins a bracket around changes of the graphics state."""
        self._stack.append((self.state, self.page, len(self.operators), self._painted))
        self.operators.append("q")

    def restore(self) -> None:
        """Ends the bracket: everything is as it was at `save`. A bracket that paints nothing is left out."""
        self.state, self.page, begin, painted = self._stack.pop()
        if painted == self._painted:
            del self.operators[begin:]
        else:
            self.operators.append("Q")

    def concat(self, matrix: Matrix) -> None:
        """Puts a matrix before the current one. Eight decimals, for it may scale up what follows."""
        self.operators.append(_matrix(matrix))
        if self.page is not None:
            self.page = multiply(self.page, matrix)

    def colours(self, *, fill: Rgb | Current | None = None, stroke: Rgb | Current | None = None) -> None:
        """Sets the solid colours that are given. `Current` is never written: it is there already."""
        if fill is not None and fill != self.state.fill and not isinstance(fill, Current):
            self.operators.append(f"{_colour(fill)} rg")
            self.state = self.state._replace(fill=fill)
        if stroke is not None and stroke != self.state.stroke and not isinstance(stroke, Current):
            self.operators.append(f"{_colour(stroke)} RG")
            self.state = self.state._replace(stroke=stroke)

    def line(self, line: LineStyle) -> None:
        """Sets how strokes look."""
        written = self.state.line or (None,) * 6
        if line == written:
            return
        width, cap, join, miter, dashes, offset = line
        new = [
            (width != written[0], f"{number(width)} w"),
            (cap != written[1], f"{cap} J"),
            (join != written[2], f"{join} j"),
            (miter != written[3], f"{number(miter)} M"),
            ((dashes, offset) != written[4:], f"[{' '.join(map(number, dashes))}] {number(offset)} d"),
        ]
        self.operators += [text for changed, text in new if changed]
        self.state = self.state._replace(line=line)

    def alpha(self, fill: float, stroke: float) -> None:
        """Sets the constant alphas."""
        if (fill, stroke) != self.state.alpha:
            self.use("ExtGState", self.pdf.alpha(fill, stroke), "gs")
            self.state = self.state._replace(alpha=(fill, stroke))

    def clip(self, path: str, rule: str) -> None:
        """Clips to an outline until the next `restore`."""
        self.operators.append(f"{path} {'W*' if rule == 'evenodd' else 'W'} n")
        self.page = None

    def clip_box(self, box: ViewBox) -> None:
        """Clips to a rectangle until the next `restore`."""
        self.operators.append(f"{' '.join(map(number, box))} re W n")
        self.page = None

    def use(self, kind: str, name: str, operator: str) -> None:
        """An operator that takes a named resource: `Do`, `gs` or `sh`."""
        self.resources.setdefault(kind, set()).add(name)
        self._painted += operator != "gs"
        self.operators.append(Named.of(f"/{name} {operator}", name, operator))

    def begin_art(self) -> None:
        """What follows is art, which a reader may switch off, until `end_art`."""
        self.resources.setdefault(GROUPED, set()).add(ART_GROUP)
        self.operators.append(begin(ART_GROUP))

    def end_art(self) -> None:
        """What follows is none."""
        self.operators.append(END)

    def tagged(self, tag: str) -> None:
        """What follows is another part of the text, such as `P 3`, or `FURNITURE`, or in no mark at all.

        The mark has a structure type and a number that is unique on the page: ISO 32000-1, 14.7.4.2.
        """
        if self.operators and self.operators[-1] == ARTIFACT:
            del self.operators[-1]
        elif self.tag:
            self.operators.append(END)
        if tag == FURNITURE:
            self.operators.append(ARTIFACT)
        elif tag:
            role, number = tag.split()
            self.write(f"/{role} <</MCID {number}>> BDC")
        self.tag = tag

    def image(self, name: str, box: ViewBox) -> None:
        """Draws an image into a box of a coordinate system whose y points down."""
        x, y, width, height = box
        self.save()
        self.concat((width, 0, 0, -height, x, y + height))
        self.use("XObject", name, "Do")
        self.restore()

    def lettering(self, *, mode: int, spacing: float) -> None:
        """Sets how text is painted (0 fill, 1 stroke, 2 both, 3 not) and the space after each glyph."""
        if mode != self.state.mode:
            self.operators.append(f"{mode} Tr")
        if spacing != self.state.spacing:
            self.operators.append(f"{number(spacing)} Tc")
        self.state = self.state._replace(mode=mode, spacing=spacing)

    def font(self, name: str, size: float, run: object) -> None:
        """Sets the font of a run by the name that ReportLab gave it."""
        if (name, size) != self.state.font:
            self.resources["Font"] = {"all"}
            rest = f"{number(size)} Tf"
            self.operators.append(Named.of(f"{name} {rest}", run, rest))
            self.state = self.state._replace(font=(name, size))

    def glyphs(self, operand: str, run: object) -> None:
        """Writes glyphs of a run in the font that is set."""
        self.write(Named.of(f"[{operand}] TJ", run, "TJ"))


@lru_cache(maxsize=2048)
def _colour(rgb: Rgb) -> str:
    return " ".join([number(value, 4) for value in rgb])


@lru_cache(maxsize=8192)
def _matrix(matrix: Matrix) -> str:
    return f"{' '.join([number(value, 8) for value in matrix])} cm"
