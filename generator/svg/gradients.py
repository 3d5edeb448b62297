"""Linear and radial gradients as PDF shadings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.ground.matrices import Matrix
from generator.svg.parse import Node
from generator.svg.style import Current
from generator.svg.values import IDENTITY, Rgb, ViewBox, colour, multiply, ratio, transform, unit

TAGS = ("linearGradient", "radialGradient")
_MOST_HOPS = 8

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


def shade(node: Node, ids: Mapping[str, Node], *, color: Rgb | Current, box: ViewBox) -> Shade | Rgb | None:
    """The gradient on a shape whose outline has the box `box`: a Shade, one colour, or nothing at all.

    `color` is what currentColor stands for in the stops.
    """
    attrs, stop_nodes = attributes(node, ids)
    stops = _stops(stop_nodes, color)
    if not stops:
        return None
    matrix = transform(attrs["gradientTransform"]) if "gradientTransform" in attrs else IDENTITY
    if attrs.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        x, y, width, height = box
        if not width or not height:
            return None
        matrix = multiply((width, 0, 0, height, x, y), matrix)
    coordinates = _linear(attrs) if node.tag == "linearGradient" else _radial(attrs)
    if len(stops) == 1 or coordinates is None:
        return stops[-1][1]
    return Shade(coordinates, stops, matrix)


def _linear(attrs: Mapping[str, str]) -> tuple[float, ...] | None:
    x1, y1, y2 = (ratio(attrs.get(name, "0")) for name in ("x1", "y1", "y2"))
    x2 = ratio(attrs.get("x2", "100%"))
    return (x1, y1, x2, y2) if (x1, y1) != (x2, y2) else None


def _radial(attrs: Mapping[str, str]) -> tuple[float, ...] | None:
    """From the focus out to the circle; a focus outside the circle is moved onto it (SVG 1.1, 13.2.3)."""
    cx, cy, r = (ratio(attrs.get(name, "50%")) for name in ("cx", "cy", "r"))
    fx, fy = ratio(attrs.get("fx", str(cx))), ratio(attrs.get("fy", str(cy)))
    if r <= 0:
        return None
    away = ((fx - cx) ** 2 + (fy - cy) ** 2) ** 0.5
    if away > r:
        fx, fy = cx + (fx - cx) * r * 0.999 / away, cy + (fy - cy) * r * 0.999 / away
    return fx, fy, 0.0, cx, cy, r


def _stops(nodes: list[Node], color: Rgb | Current) -> Stops:
    """Offsets never fall; equal ones make a hard edge."""
    stops: list[tuple[float, Rgb]] = []
    for node in nodes:
        offset = max(unit(node.attrs.get("offset", "0")), stops[-1][0] if stops else 0.0)
        stops.append((offset, _stop_colour(node, color)))
    return tuple(stops)


def _stop_colour(node: Node, color: Rgb | Current) -> Rgb:
    text = node.attrs.get("stop-color", "#000")
    if text.strip().casefold() != "currentcolor":
        return colour(text)
    if "color" in node.attrs:
        return colour(node.attrs["color"])
    return (0.0, 0.0, 0.0) if isinstance(color, Current) else color
