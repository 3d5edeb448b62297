"""The subset as data: elements and attributes that are drawn, harmless ones, and mends for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.svg.paths import parse_path
from generator.svg.runs import BASELINES
from generator.svg.style import INHERITED, choice, plain_colour
from generator.svg.values import (
    aspect,
    length,
    numbers,
    points,
    positive,
    ratio,
    reference,
    transform,
    unit,
    view_box,
)

Reader = Callable[[str], Any]


def _words(*words: str) -> Reader:
    return choice(**{word: word for word in words})


def _any(text: str) -> str:
    return text


def _places(text: str) -> float:
    """Where words stand, or each of their letters."""
    return length(text) if "," not in text and " " not in text.strip() else numbers(text)[0]


def _moved_otherwise(_: str) -> None:
    raise ValueError("A gradient is moved by gradientTransform.")


def _room(text: str) -> float:
    return 0.0 if text.strip() == "normal" else length(text)


def _clip(text: str) -> str | None:
    return None if text.strip() == "none" else reference(text)


def _opaque(text: str) -> float:
    if unit(text) != 1:
        raise ValueError("A gradient's stops cannot be see-through; put opacity on the shape instead.")
    return 1.0


def _root_side(text: str) -> str:
    """The size of the outermost svg is told by the sheet Components; here it only must be a size."""
    if not re.fullmatch(r"\s*[\d.]+\s*(mm|cm|in|pt|pc|px|%)?\s*", text):
        raise ValueError(f"“{text[:40]}” is not a size.")
    return text


COMMON: Mapping[str, Reader] = {
    **INHERITED,
    "id": _any,
    "class": _any,
    "transform": transform,
    "opacity": unit,
    "clip-path": _clip,
    "display": _any,
    "mask": _clip,
    "dominant-baseline": _words(*BASELINES),
    "word-spacing": _room,
}
"""What every element may carry."""

_BOX: Mapping[str, Reader] = {"x": length, "y": length, "width": positive, "height": positive}
_FRAME: Mapping[str, Reader] = {
    "viewBox": view_box,
    "preserveAspectRatio": aspect,
    "overflow": _words("visible", "hidden", "auto", "scroll"),
}
_STRETCH: Mapping[str, Reader] = {
    "textLength": positive,
    "lengthAdjust": _words("spacing", "spacingAndGlyphs"),
}
_GRADIENT: Mapping[str, Reader] = {
    "transform": _moved_otherwise,
    "href": _any,
    "gradientUnits": _words("userSpaceOnUse", "objectBoundingBox"),
    "gradientTransform": transform,
    "spreadMethod": _words("pad", "reflect", "repeat"),
}

ELEMENTS: Mapping[str, Mapping[str, Reader]] = {
    "svg": {**_BOX, **_FRAME, "version": _any, "baseProfile": _any},
    "g": {},
    "defs": {},
    "symbol": _FRAME,
    "use": {**_BOX, "href": _any},
    "rect": {**_BOX, "rx": positive, "ry": positive},
    "circle": {"cx": length, "cy": length, "r": positive},
    "ellipse": {"cx": length, "cy": length, "rx": positive, "ry": positive},
    "line": dict.fromkeys(("x1", "y1", "x2", "y2"), length),
    "polyline": {"points": points},
    "polygon": {"points": points},
    "path": {"d": parse_path},
    "text": {**dict.fromkeys(("x", "y", "dx", "dy"), _places), **_STRETCH},
    "tspan": {**dict.fromkeys(("x", "y", "dx", "dy"), _places), **_STRETCH},
    "clipPath": {"clipPathUnits": _words("userSpaceOnUse")},
    "mask": {**_BOX, "maskUnits": _words("userSpaceOnUse"), "mask-type": _words("luminance", "alpha")},
    "linearGradient": {**_GRADIENT, **dict.fromkeys(("x1", "y1", "x2", "y2"), ratio)},
    "radialGradient": {**_GRADIENT, **dict.fromkeys(("cx", "cy", "r", "fx", "fy", "fr"), ratio)},
    "stop": {"offset": unit, "stop-color": plain_colour, "stop-opacity": _opaque},
    "image": {**_BOX, "href": _any, "preserveAspectRatio": aspect},
}
"""Element → its own attributes and their readers. Everything else is a Problem."""

RESOLVED: Mapping[str, str] = {
    "a": "href",
    "switch": "",
    "pattern": "x y width height href viewBox preserveAspectRatio patternUnits patternContentUnits "
    "patternTransform",
    "marker": "markerWidth markerHeight refX refY orient markerUnits viewBox preserveAspectRatio overflow",
    "mask": "x y width height maskUnits maskContentUnits mask-type",
}
"""Elements that are told in the words of the others, and their own attributes."""

ROOT: Mapping[str, Reader] = {**ELEMENTS["svg"], "width": _root_side, "height": _root_side}

NEEDED: Mapping[str, tuple[str, ...]] = {
    "use": ("href",),
    "image": ("href", "width", "height"),
    "svg": ("width", "height"),
}

SILENT = frozenset({"title", "desc", "metadata", "style"})
"""Elements that no renderer draws; the rules of a style sheet stand in attributes already."""

HARMLESS = re.compile(
    r"data-.*|aria-.*|-.*|role|tabindex|focusable|lang|xml:lang|xml:base|type|contentScriptType|contentStyleType|zoomAndPan"
    r"|shape-rendering|text-rendering|image-rendering|color-rendering|color-interpolation(-filters)?"
    r"|enable-background|pointer-events|cursor|solid-(color|opacity)|font-feature-settings"
    r"|line-height|text-indent|text-align|text-orientation|direction|shape-(padding|margin|inside|subtract)|inline-size|orient"
    r"|viewport-fill(-opacity)?|stop-(color|opacity)|flood-(color|opacity)|lighting-color"
)
"""Attributes without an effect on the drawings of this subset."""

_NONE = """filter marker marker-start marker-mid marker-end vector-effect font-size-adjust text-decoration
text-decoration-line text-transform text-shadow"""
"""Attributes that say nothing with `none`."""
_SETTINGS = "font-variation-settings"
_VARIANTS = ("", "-ligatures", "-caps", "-numeric", "-east-asian", "-alternates", "-position", "-emoji")

INITIAL: Mapping[str, frozenset[str]] = {
    name: frozenset(values)
    for name, values in {
        **{name: {"none"} for name in _NONE.split()},
        **{f"font-variant{part}": {"normal"} for part in _VARIANTS},
        **{name: {"normal"} for name in ("mix-blend-mode", "unicode-bidi", "white-space", _SETTINGS)},
        "isolation": {"auto", "isolate"},
        "font-kerning": {"auto", "normal"},
        "text-decoration-style": {"solid"},
        "text-decoration-color": {"currentcolor", "#000", "#000000"},
        "writing-mode": {"lr", "lr-tb", "horizontal-tb"},
        "baseline-shift": {"baseline", "0"},
        "alignment-baseline": {"auto", "alphabetic", "baseline"},
        "clip": {"auto"},
        "overflow": {"visible", "hidden", "auto"},
        "transform-origin": {"0", "0 0", "0px 0px"},
    }.items()
}
"""Attributes that are fine as long as they say nothing."""

_AS_PICTURE = (
    "Save this drawing as a picture of its own and place it with picture(…), or draw it with plain shapes."
)
_ON_PAPER = "Delete it; a design is paper."
_TO_PATH = "Write one <text> for each run, or use text(…) or textbox(…)."

ELEMENT_MENDS: Mapping[str, str] = {
    "filter": "Draw the effect with plain shapes and opacity, or place it as a PNG.",
    "textPath": "Convert the text to paths in the drawing program.",
    "foreignObject": _TO_PATH,
    **dict.fromkeys(("script", "animate", "set"), _ON_PAPER),
}
ATTRIBUTE_MENDS: Mapping[str, str] = {
    "filter": ELEMENT_MENDS["filter"],
    "mix-blend-mode": "Mix the colours by hand, or place the drawing as a PNG.",
    "alignment-baseline": "Give y the height of the text's baseline.",
    "text-decoration": "Draw the line with <line>.",
    "font": "Write font-family, font-size and font-weight.",
    "transform-origin": "Write rotate(angle x y), or move the origin with translate.",
    "transform-box": "Write rotate(angle x y), or move the origin with translate.",
    "pathLength": "Delete it and write the dashes in units of the drawing.",
    "vector-effect": "Set the stroke-width for the size in which it is printed.",
}
DEFAULT_MEND = _AS_PICTURE


def attribute_mend(name: str) -> str:
    """What to do about an attribute that is not drawn."""
    return _ON_PAPER if name.startswith("on") else ATTRIBUTE_MENDS.get(name, DEFAULT_MEND)
