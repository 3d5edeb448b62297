"""What a printed sheet is, as data: papers, placements, marks, and how a sheet is turned over.

Nothing here draws. Millimetres from the top-left corner of the page, y downwards. A design is named by
its page number in the designs PDF, counted from 0. `layouts` and `tiles` make Sheets, `furniture` and
`sheet_pdf` draw them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.ground.folding import Fold
from generator.ground.polygons import inside_box, points_of
from generator.ground.shapes import STRAIGHT, Ellipse, Outline, Point, Polygon, Shape, outline
from generator.sheets.correction import Correction

EPSILON_MM = 1e-6
"""Lengths that differ by less are the same length."""


class Flip(StrEnum):
    """The edge of the paper round which a printer turns it."""

    LONG = "long"
    SHORT = "short"


class Side(StrEnum):
    """Which side of the paper a page is printed on."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        """The x of its right edge."""
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        """The y of its bottom edge."""
        return self.y_mm + self.height_mm

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2

    @property
    def polygon(self) -> Polygon:
        """Its four corners, clockwise from the upper left one."""
        return Polygon(
            (
                (self.x_mm, self.y_mm),
                (self.right_mm, self.y_mm),
                (self.right_mm, self.bottom_mm),
                (self.x_mm, self.bottom_mm),
            )
        )

    def moved(self, dx_mm: float, dy_mm: float) -> Box:
        """The same box elsewhere."""
        return Box(self.x_mm + dx_mm, self.y_mm + dy_mm, self.width_mm, self.height_mm)

    def grown(self, dx_mm: float, dy_mm: float) -> Box:
        """The box with both edges of each axis moved outwards (inwards if negative)."""
        return Box(
            self.x_mm - dx_mm, self.y_mm - dy_mm, self.width_mm + 2 * dx_mm, self.height_mm + 2 * dy_mm
        )

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x_mm, self.y_mm, self.right_mm, self.bottom_mm

    def meets(self, second: Box) -> bool:
        """Whether some of the other box lies inside this one; a shared edge does not count."""
        across = self.x_mm < second.right_mm and second.x_mm < self.right_mm
        return across and self.y_mm < second.bottom_mm and second.y_mm < self.bottom_mm

    def holds(self, inner: Box) -> bool:
        """Whether the other box lies inside this one; shared edges count as inside."""
        return (
            self.x_mm <= inner.x_mm + EPSILON_MM
            and self.y_mm <= inner.y_mm + EPSILON_MM
            and inner.right_mm <= self.right_mm + EPSILON_MM
            and inner.bottom_mm <= self.bottom_mm + EPSILON_MM
        )


def from_corners(left_mm: float, top_mm: float, right_mm: float, bottom_mm: float) -> Box:
    """The box between two corners."""
    return Box(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)


def around(line: Outline) -> Box:
    """The smallest box that holds an outline."""
    if isinstance(line, Ellipse):
        return Box(line.x_mm, line.y_mm, 0, 0).grown(line.radius_x_mm, line.radius_y_mm)
    xs, ys = zip(*line.points, strict=True)
    return from_corners(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all the given ones; there must be at least one."""
    all_boxes = list(boxes)
    return from_corners(
        min(box.x_mm for box in all_boxes),
        min(box.y_mm for box in all_boxes),
        max(box.right_mm for box in all_boxes),
        max(box.bottom_mm for box in all_boxes),
    )


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of a printer's paper, as it is looked at.

    `border_mm` is what home printers leave white. `least_bleed_mm` is the bleed below which pieces with
    gutters are not packed closer: on Letter, 18 mm shorter than A4, eight poker cards leave 1.5 mm.
    """

    name: str
    width_mm: float
    height_mm: float
    border_mm: float
    least_bleed_mm: float
    beside_mm: float | None = None
    """What one known printer leaves white left and right, the wider of both …"""
    above_mm: float | None = None
    """… and above and below. Both sides alike, since a sheet that is turned over has them exchanged."""

    @property
    def border_x_mm(self) -> float:
        """What stays white left and right."""
        return self.border_mm if self.beside_mm is None else self.beside_mm

    @property
    def border_y_mm(self) -> float:
        """What stays white above and below."""
        return self.border_mm if self.above_mm is None else self.above_mm

    @property
    def landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.width_mm > self.height_mm

    @property
    def page(self) -> Box:
        """The whole page."""
        return Box(0, 0, self.width_mm, self.height_mm)

    @property
    def printable(self) -> Box:
        """What a home printer reaches, or the one that is known."""
        return self.page.grown(-self.border_x_mm, -self.border_y_mm)

    def part(self, box: Box) -> Box:
        """What of a box lies on the page."""
        left, top, right, bottom = box.edges
        return from_corners(max(left, 0), max(top, 0), min(right, self.width_mm), min(bottom, self.height_mm))

    def turned(self) -> Paper:
        """The same paper a quarter turn on."""
        return replace(
            self,
            width_mm=self.height_mm,
            height_mm=self.width_mm,
            beside_mm=self.above_mm,
            above_mm=self.beside_mm,
        )


A4 = Paper("A4", 210, 297, border_mm=5, least_bleed_mm=2)
LETTER = Paper("Letter", 215.9, 279.4, border_mm=6.35, least_bleed_mm=1.5)
PAPERS = (A4, LETTER)


@dataclass(frozen=True, slots=True)
class Format:
    """The shape and size of what is cut out."""

    shape: Shape
    width_mm: float
    height_mm: float

    radius_mm: float = 0
    """Of round corners."""
    path: tuple[Point, ...] = ()
    """The points of any other outline, in mm from the corner of its box."""
    folds: tuple[Fold, ...] = ()
    """Where it is folded after it is cut."""

    @property
    def straight(self) -> bool:
        """Whether it is cut along the four sides of its box."""
        return self.shape in STRAIGHT

    @property
    def size(self) -> str:
        """Width and height in words, such as 63.5 × 88.9 mm."""
        return f"{self.width_mm:g} × {self.height_mm:g} mm"

    def outline(self, offset_mm: float = 0) -> Outline:
        """Its cut line, moved outwards by `offset_mm`."""
        size = (self.width_mm, self.height_mm)
        return outline(self.shape, *size, offset_mm=offset_mm, radius_mm=self.radius_mm, path=self.path)

    def bleed(self, bleed_mm: float) -> Outline:
        """How far it is painted, never beyond its box with a bleed: with straight cuts the whole of that."""
        box = Box(0, 0, self.width_mm, self.height_mm).grown(bleed_mm, bleed_mm)
        if self.straight:
            return box.polygon
        line = self.outline(bleed_mm)
        if self.shape is not Shape.TRIANGLE and not self.path:
            return line
        return Polygon(inside_box(points_of(line), *box.edges))

    def mirrored(self) -> Format:
        """The same as it is seen from behind."""
        return replace(self, path=tuple((self.width_mm - x, y) for x, y in reversed(self.path)))

    def placed(self, line: Outline, trim: Box, rotation: int) -> Outline:
        """An outline of this format where a piece of it lies, turned clockwise by `rotation` degrees."""
        if isinstance(line, Ellipse):
            grow = line.radius_x_mm - self.width_mm / 2
            around_it = trim.grown(grow, grow)
            return Ellipse(*trim.middle, around_it.width_mm / 2, around_it.height_mm / 2)
        width, height = self.width_mm, self.height_mm
        turns = {
            0: lambda x, y: (x, y),
            90: lambda x, y: (height - y, x),
            180: lambda x, y: (width - x, height - y),
            270: lambda x, y: (y, width - x),
        }
        turned = (turns[rotation](x, y) for x, y in line.points)
        return Polygon(tuple((trim.x_mm + x, trim.y_mm + y) for x, y in turned))


@dataclass(frozen=True, slots=True)
class Guide:
    """A light line just outside a cut line that no ruler follows: round, or in pieces."""

    outline: Outline
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to print and cut out: the designs of its faces. Copies are further Pieces."""

    title: str
    front: int
    back: int | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A design on a page.

    `trim` is the box around its cut line as it lies on the page, after a clockwise turn by `rotation`
    degrees (0, 90, 180 or 270); ink outside `clip` is not printed.
    """

    design: int
    trim: Box
    rotation: int
    clip: Outline


@dataclass(frozen=True, slots=True)
class Mark:
    """A thin line. A `halo` sets it off in white where it may cross paint; joins are `dashed`."""

    start: Point
    end: Point
    halo: bool = False
    dashed: bool = False
    fold: bool = False
    """Where to fold, not where to cut."""

    @property
    def box(self) -> Box:
        """The smallest box around it."""
        return around(Polygon((self.start, self.end)))


@dataclass(frozen=True, slots=True)
class Label:
    """A small text, centred on (x, y), turned clockwise by `rotation` degrees."""

    text: str
    x_mm: float
    y_mm: float
    rotation: int = 0
    size_mm: float = 0.0
    """Of its letters; 0 is that of small print."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Room for one line of page furniture. At 270 degrees it reads from the bottom to the top."""

    box: Box
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of an output file."""

    paper: Paper
    side: Side
    titles: tuple[str, ...]
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    heading: Strip
    ruler: Strip
    trim: Box
    """Around every cut line."""
    name: str = ""
    """The name of a tile, such as A1."""
    guides: tuple[Guide, ...] = ()
    gutterfold: bool = False
    """Whether it is folded before it is cut, with the backs of its pieces beyond the fold."""
    moved: Correction | None = None
    """How all of it is moved for a printer that prints this side askew."""
    blocks: tuple[Box, ...] = ()
    """Filled black: what a cutting machine looks for."""

    @property
    def bleed(self) -> Box:
        """Around every cut line and all the paint, never outside the page; a back may have no paint."""
        return self.paper.part(union((self.trim, *(around(placement.clip) for placement in self.placements))))


@dataclass(frozen=True, slots=True)
class Imposition:
    """All pages of one output file, in print order, and how they came about in a few words."""

    sheets: tuple[Sheet, ...]
    kind: str
    duplex: bool
    flip: Flip
    said: str = ""
    """What else is said in the headings, such as which side it is."""
    printer: str = ""
    """The printer for which the backs are moved."""


# ---------------------------------------------------------------- turning a sheet over


def turns_sideways(paper: Paper, flip: Flip) -> bool:
    """Whether the printer's turn swaps left and right (like a book) rather than top and bottom."""
    return (flip is Flip.LONG) is not paper.landscape


@dataclass(frozen=True, slots=True)
class Turn:
    """Where things on a front come to lie when the sheet is looked at from behind."""

    paper: Paper
    sideways: bool

    def point(self, point: Point) -> Point:
        """A point of the front, as seen from behind."""
        x, y = point
        return (self.paper.width_mm - x, y) if self.sideways else (x, self.paper.height_mm - y)

    def box(self, box: Box) -> Box:
        """A box of the front, as seen from behind."""
        x, y = self.point((box.x_mm, box.y_mm))
        if self.sideways:
            return replace(box, x_mm=x - box.width_mm)
        return replace(box, y_mm=y - box.height_mm)

    def outline(self, line: Outline) -> Outline:
        """An outline of the front, as seen from behind."""
        if isinstance(line, Ellipse):
            x, y = self.point((line.x_mm, line.y_mm))
            return replace(line, x_mm=x, y_mm=y)
        return Polygon(tuple(self.point(point) for point in reversed(line.points)))

    def mark(self, mark: Mark) -> Mark:
        """A mark of the front, as seen from behind."""
        return replace(mark, start=self.point(mark.start), end=self.point(mark.end))

    def back(self, placement: Placement, design: int) -> Placement:
        """The back of a placed piece: behind its front, and upright when the piece is turned like a page."""
        rotation = -placement.rotation if self.sideways else 180 - placement.rotation
        return Placement(design, self.box(placement.trim), rotation % 360, self.outline(placement.clip))
