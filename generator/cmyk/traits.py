"""What forms, images, shadings and colours are made of, and whether a press takes them as they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pikepdf

from generator.cmyk.separator import ScreenColour
from generator.ground.pdf_content import COLOURS, TEXT_SHOWS, is_strange
from generator.ground.pdf_steps import INLINE, Operation, content_steps

DEVICES = {"/DeviceGray": "g", "/DeviceRGB": "rg", "/DeviceCMYK": "k"}
_STRAIGHT_SHADINGS = (2, 3)
"""Axial and radial, which a press gets as they are; all others become a picture."""


def device_colour(
    operands: tuple[Any, ...], operator: str, chosen: tuple[Operation, ...] = ()
) -> ScreenColour | None:
    """The colour that an operator sets, in RGB; None if it is of no device. `chosen` set its colour space."""
    kind = operator.lower()
    if kind == "cs":
        return (0.0, 0.0, 0.0) if str(operands[0]) in DEVICES else None
    if kind in ("sc", "scn"):
        space = chosen[0][0][0] if chosen and chosen[0][0] else None
        kind = DEVICES.get(str(space), "") if isinstance(space, pikepdf.Name) else ""
    match kind, len(operands):
        case "g", 1:
            grey = float(operands[0])
            return grey, grey, grey
        case "rg", 3:
            red, green, blue = (float(operand) for operand in operands)
            return red, green, blue
        case "k", 4:
            cyan, magenta, yellow, black = (float(operand) for operand in operands)
            return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    return None


@dataclass(slots=True)
class DeviceColours:
    """The colours that the operators of one stream set, in RGB."""

    _chosen: dict[bool, tuple[Operation, ...]] = field(default_factory=dict)

    def after(self, operands: tuple[Any, ...], operator: str) -> ScreenColour | None:
        """The colour after one of COLOURS; None if it is of no device."""
        stroke = operator.isupper()
        if operator in ("cs", "CS"):
            self._chosen[stroke] = ((operands, operator),)
        return device_colour(operands, operator, self._chosen.get(stroke, ()))


def is_faint_state(state: Any) -> bool:
    """Whether a graphics state lets anything show through."""
    return is_strange(state) or float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1


def needs_picture(entry: Any) -> bool:
    """Whether an image or a shading cannot go to press as it is: it has a mask, or its own colours."""
    if "/ShadingType" in entry:
        sound = int(entry.ShadingType) in _STRAIGHT_SHADINGS and str(entry.ColorSpace) == "/DeviceRGB"
        return not (sound and _is_plain_function(entry.Function)) or "/Background" in entry
    if entry.get("/ImageMask", False):
        return False
    space = entry.get("/ColorSpace", None)
    if isinstance(space, pikepdf.Array) and len(space) == 4 and str(space[0]) == "/Indexed":
        space = space[1]
    plain = isinstance(space, pikepdf.Name) and str(space) in ("/DeviceRGB", "/DeviceGray")
    odd = any(key in entry for key in ("/SMask", "/Mask", "/SMaskInData", "/Decode"))
    return odd or not plain or int(entry.get("/BitsPerComponent", 8)) == 16


def _is_plain_function(function: Any) -> bool:
    """Whether a function runs straight from colour to colour, maybe in several steps."""
    if isinstance(function, pikepdf.Array):
        return False
    if int(function.FunctionType) == 3:
        return all(_is_plain_function(part) for part in function.Functions)
    return int(function.FunctionType) == 2 and len(function.get("/C0", [0])) == 3


class FormTrait(NamedTuple):
    """What lies in a form: text, and anything that shows through or cannot be separated as it stands."""

    words: bool
    faint: bool


@dataclass(slots=True)
class FormTraits:
    """What lies in forms; each is looked into once."""

    _known: dict[tuple[int, int], FormTrait] = field(default_factory=dict)

    def of(self, form: Any) -> FormTrait:
        """What lies in a form and in those that it uses."""
        key = form.objgen
        if key not in self._known or key == (0, 0):
            self._known[key] = FormTrait(words=False, faint=False)  # of a form that uses itself
            self._known[key] = self._looked(form)
        return self._known[key]

    def _looked(self, form: Any) -> FormTrait:
        resources = form.get("/Resources", pikepdf.Dictionary())
        faint = any(is_faint_state(state) for state in _values(resources, "ExtGState"))
        faint |= any(needs_picture(shading) for shading in _values(resources, "Shading"))
        words = False
        for each in _values(resources, "XObject"):
            if each.Subtype == "/Form":
                inner = self.of(each)
                words, faint = words or inner.words, faint or inner.faint
            else:
                faint |= needs_picture(each)
        colours = DeviceColours()
        for operands, operator in content_steps(form):
            words |= operator in TEXT_SHOWS
            faint |= operator == INLINE
            faint |= operator in COLOURS and colours.after(operands, operator) is None
        return FormTrait(words, faint)


def _values(resources: Any, kind: str) -> list[Any]:
    entries = resources.get(f"/{kind}", {})
    return [entries[name] for name in entries.keys()]  # noqa: SIM118 - a pikepdf Dictionary yields no keys itself
