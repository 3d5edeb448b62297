"""The subset as data: elements and attributes that are drawn, harmless ones, and mends for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.svg.paths import parse_path
from generator.svg.style import INHERITED
from generator.svg.values import (
    aspect,
    colour,
    length,
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
    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(f"“{text[:40]}” is none of {', '.join(words)}.")
        return text.strip()

    return read


def _any(text: str) -> str:
    return text


def _clip(text: str) -> str | None:
    return None if text.strip() == "none" else reference(text)


def _opaque(text: str) -> float:
    if unit(text) != 1:
        raise ValueError("A gradient's stops cannot be see-through; put opacity on the shape instead.")
    return 1.0


def _stop_colour(text: str) -> Any:
    return None if text.strip().casefold() == "currentcolor" else colour(text)


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
}
"""What every element may carry."""

_BOX: Mapping[str, Reader] = {"x": length, "y": length, "width": positive, "height": positive}
_FRAME: Mapping[str, Reader] = {
    "viewBox": view_box,
    "preserveAspectRatio": aspect,
    "overflow": _words("visible", "hidden", "auto", "scroll"),
}
_GRADIENT: Mapping[str, Reader] = {
    "href": _any,
    "gradientUnits": _words("userSpaceOnUse", "objectBoundingBox"),
    "gradientTransform": transform,
    "spreadMethod": _words("pad"),
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
    "text": {"x": length, "y": length},
    "clipPath": {"clipPathUnits": _words("userSpaceOnUse")},
    "linearGradient": {**_GRADIENT, **dict.fromkeys(("x1", "y1", "x2", "y2"), ratio)},
    "radialGradient": {**_GRADIENT, **dict.fromkeys(("cx", "cy", "r", "fx", "fy"), ratio)},
    "stop": {"offset": unit, "stop-color": _stop_colour, "stop-opacity": _opaque},
    "image": {**_BOX, "href": _any, "preserveAspectRatio": aspect},
}
"""Element → its own attributes and their readers. Everything else is a Problem."""

ROOT: Mapping[str, Reader] = {**ELEMENTS["svg"], "width": _root_side, "height": _root_side}

NEEDED: Mapping[str, tuple[str, ...]] = {
    "use": ("href",),
    "image": ("href", "width", "height"),
    "svg": ("width", "height"),
}

SILENT = frozenset({"title", "desc", "metadata"})
"""Elements that no renderer draws; whatever they hold is left alone."""

HARMLESS = re.compile(
    r"data-.*|aria-.*|-.*|role|tabindex|focusable|lang|xml:lang|xml:base|type|contentScriptType|contentStyleType|zoomAndPan"
    r"|shape-rendering|text-rendering|image-rendering|color-rendering|color-interpolation(-filters)?"
    r"|enable-background|pointer-events|cursor|solid-(color|opacity)|font-variant-.*|font-feature-settings"
    r"|line-height|text-indent|text-align|text-orientation|direction|shape-(padding|margin)|inline-size|orient"
    r"|pathLength|viewport-fill(-opacity)?|stop-(color|opacity)|flood-(color|opacity)|lighting-color"
)
"""Attributes without an effect on the drawings of this subset."""

INITIAL: Mapping[str, frozenset[str]] = {
    name: frozenset(values)
    for name, values in {
        "filter": {"none"},
        "mask": {"none"},
        "marker": {"none"},
        "marker-start": {"none"},
        "marker-mid": {"none"},
        "marker-end": {"none"},
        "mix-blend-mode": {"normal"},
        "isolation": {"auto", "isolate"},
        "paint-order": {"normal", "fill", "fill stroke", "fill stroke markers"},
        "vector-effect": {"none"},
        "font-variant": {"normal"},
        "font-stretch": {"normal", "100%"},
        "font-size-adjust": {"none"},
        "font-kerning": {"auto", "normal"},
        "text-decoration": {"none"},
        "text-decoration-line": {"none"},
        "text-decoration-style": {"solid"},
        "text-decoration-color": {"currentcolor", "#000", "#000000"},
        "text-transform": {"none"},
        "text-shadow": {"none"},
        "word-spacing": {"normal", "0", "0px"},
        "writing-mode": {"lr", "lr-tb", "horizontal-tb"},
        "baseline-shift": {"baseline", "0"},
        "dominant-baseline": {"auto", "alphabetic", "baseline"},
        "alignment-baseline": {"auto", "alphabetic", "baseline"},
        "unicode-bidi": {"normal"},
        "white-space": {"normal"},
        "clip": {"auto"},
        "overflow": {"visible", "hidden", "auto"},
        "transform-origin": {"0", "0 0", "0px 0px"},
    }.items()
}
"""Attributes that are fine as long as they say nothing."""

_AS_PICTURE = (
    "Save this drawing as a picture of its own and place it with picture(…), or draw it with plain shapes."
)
_TO_PATH = "Write one <text> for each run, or use text(…) or textbox(…)."

ELEMENT_MENDS: Mapping[str, str] = {
    "filter": "Draw the effect with plain shapes and opacity, or place it as a PNG.",
    "mask": "Use a clipPath with one shape, or place the drawing as a PNG.",
    "pattern": "Draw the repeated shapes with <use>, or place them as a PNG.",
    "marker": "Draw the arrow head as a path of its own.",
    "tspan": _TO_PATH,
    "textPath": "Convert the text to paths in the drawing program.",
    "foreignObject": _TO_PATH,
    "style": 'Put the look on the elements: attributes or style="".',
    "script": "Delete it; a design is paper.",
    "a": "Delete the link and keep what is in it.",
    "switch": "Keep one of the choices.",
    "animate": "Delete it; a design is paper.",
    "set": "Delete it; a design is paper.",
}
ATTRIBUTE_MENDS: Mapping[str, str] = {
    "filter": ELEMENT_MENDS["filter"],
    "mask": ELEMENT_MENDS["mask"],
    "mix-blend-mode": "Mix the colours by hand, or place the drawing as a PNG.",
    "dominant-baseline": "Give y the height of the text's baseline.",
    "alignment-baseline": "Give y the height of the text's baseline.",
    "dx": "Add it to x.",
    "dy": "Add it to y.",
    "textLength": "Delete it and set letter-spacing.",
    "text-decoration": "Draw the line with <line>.",
    "font": "Write font-family, font-size and font-weight.",
    "transform-origin": "Write rotate(angle x y), or move the origin with translate.",
    "vector-effect": "Set the stroke-width for the size in which it is printed.",
}
DEFAULT_MEND = _AS_PICTURE


def attribute_mend(name: str) -> str:
    """What to do about an attribute that is not drawn."""
    return (
        "Delete it; a design is paper." if name.startswith("on") else ATTRIBUTE_MENDS.get(name, DEFAULT_MEND)
    )
