"""Values that drawing programs write in CSS's ways, as the plain ones of the subset.

Parts of the page (`50%`) and of the letters (`1.2em`), see-through colours, `transform` as CSS has it and
`transform-origin`: each becomes a plain number, colour or matrix. What cannot be read stays as it is, and
is told by the check. Units of length stay too: in a template one unit is one millimetre, whatever CSS says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

import tinycss2.color4

from generator.svg.nodes import Facts, Node
from generator.svg.values import NUMBER, colour, length, view_box

ACROSS = frozenset({"x", "width", "cx", "rx", "x1", "x2", "dx", "refX", "markerWidth", "textLength"})
DOWN = frozenset({"y", "height", "cy", "ry", "y1", "y2", "dy", "refY", "markerHeight"})
_BOTH = frozenset({"r", "stroke-width", "stroke-dasharray", "stroke-dashoffset"})
_LETTERS = frozenset({"letter-spacing", "word-spacing"})
_LENGTHS = ACROSS | DOWN | _BOTH | _LETTERS | {"font-size"}
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}
_SIZES |= {"xx-large": 32.0, "xxx-large": 48.0}
"""Letters by the words for their size, as browsers have them."""
_STEPS = {"smaller": 1 / 1.2, "larger": 1.2}
_COLOURS = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity", "color": ""}
_OF_BOXES = frozenset({"linearGradient", "radialGradient", "pattern", "mask", "filter", "clipPath", "stop"})
"""Elements whose percentages may be of what they are laid on."""
_PART = re.compile(rf"({NUMBER})(%|em|rem|px)")
_PAINT = re.compile(r"\s*(url\(\s*[\"']?#([^\"')\s]+)[\"']?\s*\))\s*(\S.*)", re.DOTALL)
_FUNCTION = re.compile(r"\s*,?\s*([a-zA-Z]+)\(([^()]*)\)")
_ANGLES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0, "": 1.0}
_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn)?")
_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_CSS = re.compile(r"[%,]?\d(?:deg|px|grad|rad|turn|%)|none|e[XY]\(|skew\(")


def is_odd(name: str, value: str) -> bool:
    """Whether an attribute is written in a way that `plain_values` changes; asked for every start tag."""
    if name in _LENGTHS:
        return "%" in value or "em" in value or value.strip() in _SIZES or value.strip() in _STEPS
    if name in _COLOURS:
        return ("(" in value and (value[:4] != "url(" or value[-1:] != ")")) or (
            value[:1] == "#" and len(value) in (5, 9)
        )
    if name == "transform":
        return _CSS.search(value) is not None
    return name in ("transform-origin", "marker")


class _Around(NamedTuple):
    letters: float
    """How large the letters are."""
    port: tuple[float, float]
    """How wide and high the viewport is."""


def plain_values(root: Node, ids: Mapping[str, Node]) -> None:
    """Write the values of a tree plainly, in place."""
    stack = [(root, _Around(16.0, port_of(root, (0.0, 0.0))))]
    while stack:
        node, around = stack.pop()
        changed = dict(_changed(node, around, ids, outermost=node is root))
        if changed:
            attrs = {**node.attrs, **changed}
            node.attrs = {name: value for name, value in attrs.items() if value is not None}
            node.facts = Facts(declared=node.facts.declared)
        if node.children:
            port = port_of(node, around.port) if node.tag == "svg" else around.port
            if node.tag in ("symbol", "marker") and "viewBox" in node.attrs:
                port = port_of(node, around.port)
            size = _number(node.attrs.get("font-size", ""))
            inner = _Around(around.letters if size is None else size, port)
            stack += [(child, inner) for child in node.children]


def port_of(node: Node, around: tuple[float, float]) -> tuple[float, float]:
    """How wide and high what is drawn in a viewport may be, in its own units."""
    try:
        if "viewBox" in node.attrs:
            return view_box(node.attrs["viewBox"])[2:]
        sides = (node.attrs.get(name, "") for name in ("width", "height"))
        wide, high = (length(side) if side else whole for side, whole in zip(sides, around, strict=True))
    except ValueError:
        return around
    return wide, high


def _number(text: str) -> float | None:
    """A plain number; None for anything else."""
    with suppress(ValueError):
        return length(text)
    return None


def _changed(
    node: Node, around: _Around, ids: Mapping[str, Node], *, outermost: bool
) -> Iterator[tuple[str, str | None]]:
    """The attributes that say the same in another way; None takes one away."""
    attrs = node.attrs
    letters = around.letters
    if "font-size" in attrs:
        size = _letters(attrs["font-size"].strip(), letters)
        letters = around.letters if size is None else size
        if size is not None and is_odd("font-size", attrs["font-size"]):
            yield "font-size", f"{size:.6g}"
    for name, value in attrs.items():
        if name in _LENGTHS and name != "font-size" and not outermost and is_odd(name, value):
            yield from _length(node, name, value, letters, around.port)
        elif name in _COLOURS:
            yield from _colour(attrs, name, value, ids)
    if node.tag == "svg" and not outermost:
        yield from (
            (side, f"{whole:.6g}")
            for side, whole in zip(("width", "height"), around.port, strict=True)
            if side not in attrs
        )
    if attrs.get("white-space") in ("pre", "pre-wrap", "break-spaces"):
        yield "white-space", None
        yield "xml:space", "preserve"
    if "transform" in attrs or "transform-origin" in attrs:
        yield from _moved(attrs, around.port, in_style="transform" in node.facts.declared)
    if "marker" in attrs:
        yield from (
            (f"marker-{end}", attrs.get(f"marker-{end}", attrs["marker"])) for end in ("start", "mid", "end")
        )
        yield "marker", None


def _length(
    node: Node, name: str, value: str, letters: float, port: tuple[float, float]
) -> Iterator[tuple[str, str | None]]:
    if node.tag in _OF_BOXES or (name in _LETTERS and "%" in value):
        return
    wide, high = port
    whole = wide if name in ACROSS else high if name in DOWN else math.hypot(wide, high) / math.sqrt(2)
    parts = [_resolved(part, letters, whole) for part in re.split(r"[\s,]+", value.strip()) if part]
    if parts and None not in parts:
        yield name, " ".join(f"{part:.6g}" for part in parts if part is not None)


def _resolved(text: str, letters: float, whole: float) -> float | None:
    match = _PART.fullmatch(text.strip())
    if match is None:
        return _number(text)
    units = {"%": whole / 100, "em": letters, "rem": 16.0, "px": 1.0}
    return float(match[1]) * units[match[2]]


def _letters(text: str, around: float) -> float | None:
    """How large letters are, by a number, a part of those around or a word; None for anything else."""
    if text in _STEPS:
        return around * _STEPS[text]
    return _SIZES.get(text) or _resolved(text, around, around)


def _colour(
    attrs: Mapping[str, str], name: str, value: str, ids: Mapping[str, Node]
) -> Iterator[tuple[str, str | None]]:
    """A colour without an alpha, which its opacity takes over; of two paints the first that there is."""
    if match := _PAINT.fullmatch(value):
        yield name, match[1] if match[2] in ids else match[3]
        return
    if not is_odd(name, value) or value.startswith("url("):
        return
    try:
        colour(value)
        return
    except ValueError:
        read = tinycss2.color4.parse_color(value)
    if read is None or read == "currentcolor":
        return
    try:
        *rgb, alpha = read.to("srgb")
    except (NotImplementedError, ValueError):
        return
    yield name, "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in rgb)
    if _COLOURS[name] and alpha < 1:
        opacity = _resolved(attrs.get(_COLOURS[name], "1"), 1.0, 1.0)
        yield _COLOURS[name], f"{alpha * (1.0 if opacity is None else opacity):.6g}"


def _moved(
    attrs: Mapping[str, str], port: tuple[float, float], *, in_style: bool
) -> Iterator[tuple[str, str | None]]:
    """A transform in SVG's own words, with the origin that it turns about."""
    said = attrs.get("transform", "")
    if _CSS.search(said) and not in_style:
        return  # an attribute knows no units
    if said.strip() == "none":
        said = ""
    plain = _in_svg(said) if _CSS.search(said) else said
    if plain is None:
        return
    origin = _origin(attrs.get("transform-origin", ""), port)
    if origin is None or ("transform-box" in attrs and "transform-origin" in attrs):
        return
    if plain.strip() and any(origin):
        x, y = origin
        plain = f"translate({x:.6g} {y:.6g}) {plain} translate({-x:.6g} {-y:.6g})"
    if plain != attrs.get("transform"):
        yield "transform", plain or None
    if "transform-origin" in attrs:
        yield "transform-origin", None


def _origin(text: str, port: tuple[float, float]) -> tuple[float, float] | None:
    words = text.split()
    if not words:
        return 0.0, 0.0
    if words[0] in ("top", "bottom") or (len(words) > 1 and words[1] in ("left", "right")):
        words = [*reversed(words[:2]), *words[2:]] if len(words) > 1 else ["center", words[0]]
    words = [*words, "center"] if len(words) == 1 else words[:2]
    x, y = (_resolved(_PLACES.get(word, word), 16.0, whole) for word, whole in zip(words, port, strict=True))
    return None if x is None or y is None else (x, y)


def _in_svg(text: str) -> str | None:
    """A CSS transform as SVG's attribute says it; None for what that cannot."""
    parts: list[str] = []
    at = 0
    while match := _FUNCTION.match(text, at):
        name, at = match[1], match.end()
        words = [word for word in re.split(r"[\s,]+", match[2].strip()) if word]
        angular = name in ("rotate", "skew", "skewX", "skewY")
        numbers = [_angle(word) if angular else _number(word) for word in words]
        if None in numbers or not numbers:
            return None
        written = _function(name, [number for number in numbers if number is not None])
        if written is None:
            return None
        parts.append(written)
    return " ".join(parts) if not text[at:].strip() else None


def _function(name: str, numbers: list[float]) -> str | None:
    said = " ".join(f"{number:.8g}" for number in numbers)
    one, *more = numbers
    if name in ("translateX", "scaleX"):
        return f"{name[:-1]}({one:.8g} {0 if name[0] == 't' else 1})"
    if name in ("translateY", "scaleY"):
        return f"{name[:-1]}({0 if name[0] == 't' else 1} {one:.8g})"
    if name == "skew":
        a, b = (math.tan(math.radians(angle)) for angle in (one, more[0] if more else 0.0))
        return f"matrix(1 {b:.8g} {a:.8g} 1 0 0)"
    if name in ("rotate", "skewX", "skewY", "translate", "scale", "matrix"):
        return f"{name}({said})"
    return None


def _angle(word: str) -> float | None:
    match = _ANGLE.fullmatch(word)
    return float(match[1]) * _ANGLES[match[2] or ""] if match else None
