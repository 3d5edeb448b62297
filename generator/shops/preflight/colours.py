"""Colour spaces and shadings of a finished PDF by their names and parts (ISO 32000-1, 8.6 and 8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.ground.pdf_letters import is_list
from generator.shops.preflight.ink import Tone

NO_TONE = Tone("")
_SHORT = {"/G": "DeviceGray", "/RGB": "DeviceRGB", "/CMYK": "DeviceCMYK", "/I": "Indexed"}
_BY_PARTS = {1: "ICC Gray", 3: "ICC RGB", 4: "ICC CMYK"}
_DEEPEST = 8


def space_name(space: Any, resources: Mapping[str, Any], depth: int = 0) -> str:
    """What a colour space is called, such as DeviceRGB, ICC CMYK or Separation; that of a palette's base."""
    if space is None or depth > _DEEPEST:
        return ""
    if not is_list(space):
        name = str(space)
        spaces = resources.get("/ColorSpace")
        named = spaces.get(name) if spaces is not None else None
        if named is not None and str(named) != name:
            return space_name(named, resources, depth + 1)
        return _SHORT.get(name, name.removeprefix("/"))
    kind = str(space[0])
    if kind == "/ICCBased":
        return _BY_PARTS.get(int(space[1].get("/N", 0)), "ICC")
    if kind in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
        return space_name(space[1], resources, depth + 1)
    return _SHORT.get(kind, kind.removeprefix("/"))


def tones_of(shading: Any, resources: Mapping[str, Any]) -> tuple[Tone, ...]:
    """The colours at the ends of each part of a shading; only its space if its function is a table."""
    if shading is None:
        return ()
    space = space_name(shading.get("/ColorSpace"), resources)
    function = shading.get("/Function")
    listed = list(function) if is_list(function) else [function]
    tones = tuple(Tone(space, parts) for function in listed for parts in _ends(function, 0))
    return tuple(dict.fromkeys(tones)) or (Tone(space),)


def _ends(function: Any, depth: int) -> Iterator[tuple[float, ...]]:
    """The values of a function at both ends of what it is made of (7.10)."""
    if function is None or depth > _DEEPEST:
        return
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        for key, usual in (("/C0", [0.0]), ("/C1", [1.0])):
            yield tuple(float(part) for part in function.get(key, usual))
    elif kind == 3:
        for each in list(function.get("/Functions", []))[:1000]:
            yield from _ends(each, depth + 1)
