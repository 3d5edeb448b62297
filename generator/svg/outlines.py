"""The outlines of SVG's basic shapes as segments, and the box around an outline."""

from __future__ import annotations

import math
from collections.abc import Mapping

from generator.svg.arcs import Segments
from generator.svg.paths import parse_path
from generator.svg.values import ViewBox, length_at, points, positive

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""Handle length of the cubic that best follows a quarter of the unit circle."""


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Segments:
    """A whole ellipse as four cubics."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("m", (cx + rx, cy)),
        ("c", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("c", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("c", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("c", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("h", ()),
    )


def rectangle(x: float, y: float, w: float, h: float, rx: float = 0.0, ry: float = 0.0) -> Segments:
    """A rectangle; radii are cut down to half a side."""
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return ("m", (x, y)), ("l", (x + w, y)), ("l", (x + w, y + h)), ("l", (x, y + h)), ("h", ())
    kx, ky, r, b = rx * (1 - KAPPA), ry * (1 - KAPPA), x + w, y + h
    return (
        ("m", (x + rx, y)),
        ("l", (r - rx, y)),
        ("c", (r - kx, y, r, y + ky, r, y + ry)),
        ("l", (r, b - ry)),
        ("c", (r, b - ky, r - kx, b, r - rx, b)),
        ("l", (x + rx, b)),
        ("c", (x + kx, b, x, b - ky, x, b - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + ky, x + kx, y, x + rx, y)),
        ("h", ()),
    )


SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})


def shape(tag: str, attrs: Mapping[str, str]) -> Segments:
    """The outline of a shape element; empty when there is nothing to draw. Raises ValueError."""

    def at(name: str) -> float:
        return length_at(attrs, name)

    def size(name: str) -> float:
        return positive(attrs[name]) if name in attrs else 0.0

    match tag:
        case "path":
            return parse_path(attrs.get("d", ""))
        case "rect":
            w, h = size("width"), size("height")
            rx = size("rx") if "rx" in attrs else size("ry")
            ry = size("ry") if "ry" in attrs else rx
            return rectangle(at("x"), at("y"), w, h, rx, ry) if w and h else ()
        case "circle":
            return ellipse(at("cx"), at("cy"), size("r"), size("r")) if size("r") else ()
        case "ellipse":
            rx = size("rx") if "rx" in attrs else size("ry")
            ry = size("ry") if "ry" in attrs else rx
            return ellipse(at("cx"), at("cy"), rx, ry) if rx and ry else ()
        case "line":
            return ("m", (at("x1"), at("y1"))), ("l", (at("x2"), at("y2")))
        case "polyline" | "polygon":
            corners = points(attrs.get("points", ""))
            drawn: Segments = tuple(("l" if i else "m", corner) for i, corner in enumerate(corners))
            return (*drawn, ("h", ())) if tag == "polygon" and drawn else drawn
    raise ValueError(f"<{tag}> is not a shape.")


def bounds(segments: Segments) -> ViewBox | None:
    """The box of an outline without its stroke, None when it is empty. Curves are measured exactly."""
    xs: list[float] = []
    ys: list[float] = []
    for operator, at in segments:
        if operator == "c":
            xs += _extremes(xs[-1], *at[::2])
            ys += _extremes(ys[-1], *at[1::2])
        elif operator != "h":
            xs.append(at[0])
            ys.append(at[1])
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The values where one coordinate of a cubic turns, and its end last."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if b else []
    else:
        root = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    points = [_bezier(t, p0, p1, p2, p3) for t in roots if 0 < t < 1]
    return [*points, p3]


def _bezier(t: float, p0: float, p1: float, p2: float, p3: float) -> float:
    u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
