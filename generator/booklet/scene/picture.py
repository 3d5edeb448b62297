"""A scene as SVG of the subset: the designs where they lie, with shadows, on a ground or on none.

Each design is a `<symbol>` that whoever draws the page holds once; a scene says where it is seen. Lines
and corners keep their printed size, however small a scene is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from generator.booklet.scene.lying import Lying, Scene, turned
from generator.booklet.scene.overlay import lit_areas, pointers, polygon
from generator.faces.markup import apart, num
from generator.ground.shapes import Ellipse, Outline, Shape
from generator.sheets.sheet import Format, union

SymbolOf = Callable[[Lying], str]
"""The id of the symbol that shows a thing; empty if nothing does."""

_LAYER_MM = 0.42
"""How much of each card of a stack is seen below the one on it."""
_MOST_LAYERS = 8
_SHADOW = ((0.4, 0.9), (0.8, 1.7), (1.2, 2.6))
"""Growth and fall of the three outlines that make a shadow, millimetres."""
_SHADE, _FULL_SHADOW = 0.085, 0.45
"""How dark each is, and the scale up to which they are shown whole: close by, a shadow is no larger."""
_HAIRLINE_MM = 0.14
"""Of a printed edge: an ivory card stands off white paper by it."""
_EDGE, _PAPER, _BETWEEN = "#4a463f", "#f6f4ef", "#736e66"
CORNER_MM = 1.6
"""Of the round corners of the table, as it is printed."""
_LEAST_MARGIN_MM, _MARGIN = 4.0, 0.025
"""Of bare table around things, and the same as a part of how far they reach."""
CARD_RADIUS_MM, BOARD_RADIUS_MM = 3.0, 2.0
"""Of the corners of what is cut straight, as it is shown."""
BOARD_MM = 130.0
"""What is longer than this is shown as a board."""
_ROOT = re.compile(r"<svg\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_OF_THE_ROOT = re.compile(r"xmlns|xml:.*|width|height|viewBox|x|y|version|baseProfile|id|overflow|data-.*"
    r"|preserveAspectRatio")  # fmt: skip
"""Attributes that an outermost <svg> alone may have, or that say nothing inside of another drawing."""


def design_symbol(id: str, svg: str, format: Format) -> str:
    """A face as a symbol, cut to the shape of its piece, its upper left corner at (0, 0)."""
    root = _ROOT.search(svg)
    if root is None:
        return ""
    attributes = " ".join(
        f"{name}={value}" for name, value in _ATTRIBUTE.findall(root[1]) if not _OF_THE_ROOT.fullmatch(name)
    )
    inner = apart(svg[root.end() : svg.rindex("</svg>")], f"{id}-")
    cut = outline_markup(format)
    return (
        f'<symbol id="{id}" overflow="visible"><clipPath id="{id}-cut">{cut}</clipPath>'
        f'<g clip-path="url(#{id}-cut)"><g {attributes}>{inner}</g></g></symbol>'
    )


def trimmed(scene: Scene) -> Scene:
    """The same scene with no more bare table around than it needs in print."""
    box = union(piece.box for piece in scene.things)
    margin_mm = max(_LEAST_MARGIN_MM, _MARGIN * max(box.width_mm, box.height_mm))
    return scene.framed(margin_mm)


def scene_picture(
    scene: Scene,
    symbols: SymbolOf,
    *,
    ground: str,
    prefix: str,
    scale: float = 1.0,
    corner_mm: float = CORNER_MM,
) -> str:
    """A scene in its own millimetres, on a `ground` of this paint; `scale` is how large it will be shown.

    The ids in it begin with `prefix`.
    """
    size = f'width="{num(scene.width_mm)}" height="{num(scene.height_mm)}" rx="{num(corner_mm / scale)}"'
    pieces = "".join(_drawn(piece, id, scale) for piece in scene.things if (id := symbols(piece)))
    lit = lit_areas(scene, pieces, scale=scale, prefix=prefix)
    return (
        f'<clipPath id="{prefix}table"><rect x="0" y="0" {size}/></clipPath>'
        f'<g clip-path="url(#{prefix}table)"><rect x="0" y="0" {size} fill="{ground}"/>{lit}</g>'
        f"{pointers(scene, scale=scale)}"
    )


def edge(format: Format, scale: float) -> str:
    """The hairline around a piece whose corner is at (0, 0)."""
    line = f'fill="none" stroke="{_EDGE}" stroke-opacity="0.45" stroke-width="{num(_HAIRLINE_MM / scale)}"'
    return outline_markup(format, attributes=line)


def _drawn(piece: Lying, id: str, scale: float) -> str:
    return f'<g transform="{_turn(piece)}">{"".join(_parts(piece, id, scale))}</g>'


def _parts(piece: Lying, id: str, scale: float) -> Iterator[str]:
    """Shadow, the edges of a stack, the face on top."""
    layers = min(piece.count - 1, _MOST_LAYERS)
    small = min(1.0, max(0.3, min(piece.format.width_mm, piece.format.height_mm) / 40))
    small = min(small, _FULL_SHADOW / scale)
    for grown, fall in _SHADOW:
        fall = (fall + layers * _LAYER_MM) * small
        dark = f'fill="#000000" fill-opacity="{_SHADE}" {_fallen(piece, fall * 0.35, fall)}'
        yield outline_markup(piece.format, grown * small, attributes=dark)
    for layer in range(layers, 0, -1):
        paper = f'fill="{_PAPER}" stroke="{_BETWEEN}" stroke-width="0.12"'
        yield outline_markup(piece.format, attributes=f"{paper} {_fallen(piece, 0, layer * _LAYER_MM)}")
    yield f'<use href="#{id}"/>{edge(piece.format, scale)}'


def _turn(piece: Lying) -> str:
    """From the piece's own corner to the table."""
    turn = f" rotate({num(piece.turn)})" if piece.turn else ""
    corner = f"{num(-piece.format.width_mm / 2)} {num(-piece.format.height_mm / 2)}"
    return f"translate({num(piece.x_mm)} {num(piece.y_mm)}){turn} translate({corner})"


def _fallen(piece: Lying, dx_mm: float, dy_mm: float) -> str:
    """A shadow falls down the page, however its thing is turned."""
    cos, sin = turned(piece.turn)
    return f'transform="translate({num(dx_mm * cos + dy_mm * sin)} {num(dy_mm * cos - dx_mm * sin)})"'


def outline_markup(format: Format, grown_mm: float = 0.0, *, attributes: str = "") -> str:
    """The outline of a piece as an element, the corners of a rectangle a little round."""
    if format.shape in {Shape.RECTANGLE, Shape.SQUARE}:
        sides = (format.width_mm, format.height_mm)
        most = CARD_RADIUS_MM if max(sides) < BOARD_MM else BOARD_RADIUS_MM
        radius = min(most, min(sides) * 0.06) + grown_mm
        at, (wide, high) = num(-grown_mm), (num(side + 2 * grown_mm) for side in sides)
        size = f'width="{wide}" height="{high}" rx="{num(radius)}"'
        return f'<rect x="{at}" y="{at}" {size} {attributes}/>'
    return _line_markup(format.outline(grown_mm), attributes)


def _line_markup(line: Outline, attributes: str) -> str:
    if isinstance(line, Ellipse):
        middle = f'cx="{num(line.x_mm)}" cy="{num(line.y_mm)}"'
        return f'<ellipse {middle} rx="{num(line.radius_x_mm)}" ry="{num(line.radius_y_mm)}" {attributes}/>'
    return polygon(line.points, attributes)
