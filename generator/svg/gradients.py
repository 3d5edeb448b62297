"""Linear and radial gradients as PDF shadings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.ground.matrices import Matrix, undone
from generator.svg.boxes import moved_box
from generator.svg.nodes import Node, Tree
from generator.svg.style import PLAIN, Current, styled
from generator.svg.values import IDENTITY, Rgb, ViewBox, colour, multiply, ratio, transform, unit

TAGS = ("linearGradient", "radialGradient")
_MOST_HOPS = 8
MOST_REPEATS, MOST_LAID = 500, 20_000
"""Of a gradient in one shape, and the stops of all of them; more are finer than any printer."""

Stops = tuple[tuple[float, Rgb], ...]


class Shade(NamedTuple):
    """A gradient on one shape: PDF shading coordinates (4 linear, 6 radial), stops, matrix to user space."""

    coordinates: tuple[float, ...]
    stops: Stops
    matrix: Matrix


def attributes(node: Node, ids: Mapping[str, Node]) -> tuple[dict[str, str], list[Node]]:
    """A gradient's attributes and stops, with those that it takes over by href. Raises ValueError."""
    chain = [node]
    while href := chain[-1].attrs.get("href"):
        target = ids.get(href.strip().removeprefix("#"))
        if target is None or target.tag not in TAGS or len(chain) > _MOST_HOPS:
            raise ValueError(
                f"The gradient takes its stops from “{href[:40]}”, which is no gradient of this file."
            )
        chain.append(target)
    merged = {name: value for link in reversed(chain) for name, value in link.attrs.items()}
    stops = next((nodes for link in chain if (nodes := [c for c in link.children if c.tag == "stop"])), [])
    return merged, stops


def colours_of(tree: Tree) -> Iterator[tuple[int, Rgb | Current]]:
    """What currentColor is where each gradient stands, by its id(); in a symbol its user says it."""
    stack = [(tree.root, styled(PLAIN, tree.root.attrs))]
    while stack:
        node, style = stack.pop()
        if node.tag in TAGS:
            yield id(node), style.color
        if node.tag not in ("symbol", *TAGS):
            stack += [(child, styled(style, child.attrs)) for child in node.children]


def shade(
    node: Node, ids: Mapping[str, Node], *, color: Rgb | Current, box: ViewBox, port: ViewBox
) -> Shade | Rgb | None:
    """The gradient on a shape whose outline has the box `box`: a Shade, one colour, or nothing at all.

    `color` is what currentColor stands for in the stops, and parts of `port` are what percentages are in
    user space.
    """
    attrs, stop_nodes = attributes(node, ids)
    stops = _stops(stop_nodes, color)
    if not stops:
        return None
    user_box = box
    matrix = transform(attrs["gradientTransform"]) if "gradientTransform" in attrs else IDENTITY
    if attrs.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        x, y, width, height = box
        if not width or not height:
            return None
        matrix = multiply((width, 0, 0, height, x, y), matrix)
        port = (0.0, 0.0, 1.0, 1.0)
    coordinates = _linear(attrs, port) if node.tag == "linearGradient" else _radial(attrs, port)
    if len(stops) == 1 or coordinates is None:
        return stops[-1][1]
    spread = attrs.get("spreadMethod", "pad")
    if spread != "pad":
        cover = moved_box(user_box, undone(matrix) or IDENTITY)
        coordinates, stops = _spread(coordinates, stops, cover, spread == "reflect")
    return Shade(coordinates, stops, matrix)


def _spread(
    coordinates: tuple[float, ...], stops: Stops, cover: ViewBox, back: bool
) -> tuple[tuple[float, ...], Stops]:
    """A gradient that goes on, there and back or from its beginning again, as far as a box reaches."""
    most = max(1, min(MOST_REPEATS, MOST_LAID // len(stops)))
    x, y, wide, high = cover
    corners = [(p, q) for p in (x, x + wide) for q in (y, y + high)]
    if len(coordinates) == 4:
        x1, y1, x2, y2 = coordinates
        dx, dy = x2 - x1, y2 - y1
        parts = [((p - x1) * dx + (q - y1) * dy) / (dx * dx + dy * dy) for p, q in corners]
        first, last = math.floor(min(parts)), math.ceil(max(parts))
        if last - first > most:
            first, last = 0, most
        ends: tuple[float, ...] = (x1 + first * dx, y1 + first * dy, x1 + last * dx, y1 + last * dy)
    else:
        fx, fy, inner, cx, cy, r = coordinates
        narrow = max(1e-6, r - inner - math.hypot(cx - fx, cy - fy))
        first = 0
        last = min(most, math.ceil(max(math.hypot(p - fx, q - fy) for p, q in corners) / narrow))
        ends = (fx, fy, inner, fx + last * (cx - fx), fy + last * (cy - fy), inner + last * (r - inner))
    many = max(1, last - first)
    whole = ((0.0, stops[0][1]), *stops, (1.0, stops[-1][1]))
    turned = tuple((1 - offset, rgb) for offset, rgb in reversed(whole))
    laid = [
        ((number + offset) / many, rgb)
        for number in range(many)
        for offset, rgb in (turned if back and (first + number) % 2 else whole)
    ]
    return ends, tuple(laid)


def _part(text: str, whole: float) -> float:
    """A length, or so many percent of a whole."""
    text = text.strip()
    return ratio(text) * whole if text.endswith("%") else ratio(text)


def _linear(attrs: Mapping[str, str], port: ViewBox) -> tuple[float, ...] | None:
    x1, x2 = _part(attrs.get("x1", "0"), port[2]), _part(attrs.get("x2", "100%"), port[2])
    y1, y2 = (_part(attrs.get(name, "0"), port[3]) for name in ("y1", "y2"))
    return (x1, y1, x2, y2) if (x1, y1) != (x2, y2) else None


def _radial(attrs: Mapping[str, str], port: ViewBox) -> tuple[float, ...] | None:
    """From the circle round the focus to the other; a focus beyond that spans a cone (SVG 2, 14.2.3)."""
    _, _, wide, high = port
    cx, cy = _part(attrs.get("cx", "50%"), wide), _part(attrs.get("cy", "50%"), high)
    r = _part(attrs.get("r", "50%"), math.sqrt((wide**2 + high**2) / 2))
    fx = _part(attrs["fx"], wide) if "fx" in attrs else cx
    fy = _part(attrs["fy"], high) if "fy" in attrs else cy
    inner = _part(attrs.get("fr", "0"), math.sqrt((wide**2 + high**2) / 2))
    return (fx, fy, max(0.0, inner), cx, cy, r) if r > 0 else None


def _stops(nodes: list[Node], color: Rgb | Current) -> Stops:
    """Offsets never fall; equal ones make a hard edge."""
    stops: list[tuple[float, Rgb]] = []
    for node in nodes:
        offset = max(unit(node.attrs.get("offset", "0")), stops[-1][0] if stops else 0.0)
        stops.append((offset, stop_colour(node, color)))
    return tuple(stops)


def stop_colour(node: Node, color: Rgb | Current) -> Rgb:
    """The colour of a stop; currentColor is its own, else that of the gradient's place, `color`."""
    text = node.attrs.get("stop-color", "#000")
    if text.strip().casefold() != "currentcolor":
        return colour(text)
    if "color" in node.attrs:
        return colour(node.attrs["color"])
    return (0.0, 0.0, 0.0) if isinstance(color, Current) else color
