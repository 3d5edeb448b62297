"""The two ways to write a page anew: as it was, for a picture of it, and in the four inks, for the press."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from generator.cmyk.functions import separated_function
from generator.cmyk.painted import PaintedThing
from generator.cmyk.separator import ScreenColour, Separator
from generator.cmyk.traits import DeviceColours
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.pdf_content import COLOURS, TEXT_SHOWS, NamedThing
from generator.ground.pdf_steps import INLINE, Operation, content_of, content_steps
from generator.ground.raster import digest_of

ObjectKey = tuple[int, int]
_LEVEL = 6
"""Of zlib."""
_DIGEST = 20
"""Bytes of the digest of a stream."""
_DROPPED = frozenset({"gs", "BMC", "BDC", "EMC", "MP", "DP", "BX", "EX"})
"""What has no place in the inks: only states that let nothing show through are left, and marks of content."""


@dataclass(slots=True)
class OnScreen:
    """As it was, in the colours of the screen."""

    file: pikepdf.Pdf
    _hollow: dict[ObjectKey, Any] = field(default_factory=dict)

    def colour(self, rgb: ScreenColour, *, stroke: bool, line: bool, few: bool = False) -> Operation:
        """The operation that sets a solid colour, as it is."""
        return rgb, "RG" if stroke else "rg"

    def over(self) -> NamedThing:
        """The state in which inks print over what lies below: none, on a screen."""
        return NamedThing("ExtGState", pikepdf.Dictionary())

    def thing(self, named: NamedThing, *, small: bool, hollow: bool) -> Any:
        """A copy of a resource; without its words if it is to be hollow."""
        if isinstance(named.thing, pikepdf.Name):
            return named.thing
        copy = _brought(self.file, named.thing)
        return self._without_words(copy) if hollow else copy

    def through(self, item: PaintedThing) -> list[NamedThing]:
        """The states that a thing needs which shows through: how opaque it is, and its masks."""
        if not item.see_through:
            return []
        fill, stroke = item.state.alpha
        states = (pikepdf.Dictionary(ca=fill, CA=stroke), item.state.strange)
        return [NamedThing("ExtGState", state) for state in states if state is not None]

    def odd(self, item: PaintedThing, side: str) -> tuple[Operation, ...]:
        """The operations for a colour that is no plain one: those that set it."""
        return item.state.stroke_steps if side == "stroke" else item.state.fill_steps

    def _without_words(self, form: Any) -> Any:
        key = form.objgen
        if key not in self._hollow:
            kept = [
                (operands, operator)
                for operands, operator in content_steps(form)
                if operator not in TEXT_SHOWS and operator != INLINE
            ]
            stream = self.file.make_stream(content_of(kept))
            for name in form.keys():  # noqa: SIM118
                if name not in ("/Length", "/Filter", "/DecodeParms"):
                    stream[name] = form[name]
            self._hollow[key] = self.file.make_indirect(stream)
            self._hollow_inside(stream)
        return self._hollow[key]

    def _hollow_inside(self, form: Any) -> None:
        resources = self._entries(form, "/Resources")
        forms = self._entries(resources, "/XObject")
        for name in list(forms.keys()):
            if forms[name].Subtype == "/Form":
                forms[name] = self._without_words(forms[name])
        resources["/XObject"] = forms
        form["/Resources"] = resources

    def _entries(self, owner: Any, key: str) -> Any:
        """A dictionary of a form, once more, so that the form's own stays as it is."""
        entries = owner.get(key, {})
        return pikepdf.Dictionary({str(name): entries[name] for name in entries.keys()})  # noqa: SIM118


@dataclass(slots=True)
class OnPress:
    """In the four inks, opaque. What is alike is in the file once.

    The `cache` has pictures that were separated for other files: a drawing is the same in every language.
    """

    file: pikepdf.Pdf
    separator: Separator
    cache: Cache = NO_CACHE
    _made: dict[tuple[str, ObjectKey, bool], Any] = field(default_factory=dict)
    _alike: dict[bytes, Any] = field(default_factory=dict)
    _pictures: dict[str, Any] = field(default_factory=dict)
    """By the digests of their pixels in RGB."""

    def colour(self, rgb: ScreenColour, *, stroke: bool, line: bool, few: bool = False) -> Operation:
        """Its inks; `line` for text, lines and what is as small, `few` for two inks at most."""
        inks = self.separator.inks(rgb, line=line or stroke, few=few)
        return tuple(round(part, 4) for part in inks), "K" if stroke else "k"

    def over(self) -> NamedThing:
        """An ink of which there is none leaves what lies below (ISO 32000-1, 8.6.7)."""
        if b"over" not in self._alike:
            state = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, OP=True, op=True, OPM=1)
            self._alike[b"over"] = self.file.make_indirect(state)
        return NamedThing("ExtGState", self._alike[b"over"])

    def through(self, item: PaintedThing) -> list[NamedThing]:
        """Nothing shows through."""
        return []

    def odd(self, item: PaintedThing, side: str) -> tuple[Operation, ...]:
        """What is painted in such a colour is part of a picture; here it only has to be none."""
        return ()

    def thing(self, named: NamedThing, *, small: bool, hollow: bool) -> Any:
        """The resource in inks."""
        key = (named.kind, named.thing.objgen, small)
        if key not in self._made or named.thing.objgen == (0, 0):
            self._made[key] = self._separated(named, small=small)
        return self._made[key]

    def picture(self, image: Any) -> Any:
        """A picture in RGB, separated, as an image of the file."""
        pixels = digest_of(image)
        if pixels not in self._pictures:
            entries = {
                "/Type": pikepdf.Name.XObject,
                "/Subtype": pikepdf.Name.Image,
                "/Width": image.width,
                "/Height": image.height,
                "/ColorSpace": pikepdf.Name.DeviceCMYK,
                "/BitsPerComponent": 8,
            }
            digest, packed = self._inked(image, pixels, entries)
            if digest not in self._alike:
                self._add(digest, packed, entries)
            self._pictures[pixels] = self._alike[digest]
        return self._pictures[pixels]

    def _inked(self, image: Any, pixels: str, entries: dict[str, Any]) -> tuple[bytes, bytes]:
        """A picture in RGB as a stream in CMYK: its digest and its compressed bytes."""
        by = self.separator
        key = self.cache.name("inked", pixels, by.most, by.stated, by.profile) if self.cache.on else ""
        kept = self.cache.get(key) if key else None
        if kept is None:
            data = by.picture(image).tobytes()
            kept = _digest(data, entries) + zlib.compress(data, _LEVEL)
            self.cache.put(key, kept)
        return kept[:_DIGEST], kept[_DIGEST:]

    def _separated(self, named: NamedThing, *, small: bool) -> Any:
        resource = named.thing
        if named.kind == "Font":
            return _brought(self.file, resource)
        if named.kind == "ExtGState":
            return resource
        if named.kind == "Shading":
            return self._shading(resource)
        if resource.Subtype == "/Form":
            return self._form(resource, small=small)
        if resource.get("/ImageMask", False):
            return self.file.copy_foreign(resource)
        return self.picture(pikepdf.PdfImage(resource).as_pil_image().convert("RGB"))

    def _shading(self, shading: Any) -> Any:
        dictionary = pikepdf.Dictionary(
            ShadingType=shading.ShadingType,
            ColorSpace=pikepdf.Name.DeviceCMYK,
            Coords=[*shading.Coords],
            Function=separated_function(self.file, shading.Function, self.separator),
        )
        for key in ("/Extend", "/Domain", "/AntiAlias"):
            if key in shading:
                dictionary[key] = _copied(self.file, shading[key])
        if "/BBox" in shading:
            dictionary["/BBox"] = [*shading.BBox]
        return self.file.make_indirect(dictionary)

    def _form(self, form: Any, *, small: bool) -> Any:
        """A form without words and without anything that shows through."""
        resources: dict[str, dict[str, Any]] = {}
        kept: list[Operation] = []
        colours = DeviceColours()
        for operands, operator in content_steps(form):
            numbers, sign = operands, operator
            if operator in _DROPPED:
                continue
            if operator in COLOURS:
                rgb = colours.after(operands, operator)
                if rgb is None:
                    continue
                numbers, sign = self.colour(rgb, stroke=operator.isupper(), line=small)
            elif operator in ("Do", "sh"):
                kind = "XObject" if operator == "Do" else "Shading"
                resource = self.thing(
                    NamedThing(kind, form.Resources[f"/{kind}"][operands[0]]), small=small, hollow=False
                )
                resources.setdefault(kind, {})[str(operands[0])] = resource
            kept.append((numbers, sign))
        entries = {
            "/Type": pikepdf.Name.XObject,
            "/Subtype": pikepdf.Name.Form,
            "/BBox": [*form.BBox],
            "/Resources": pikepdf.Dictionary(
                {f"/{kind}": pikepdf.Dictionary(names) for kind, names in resources.items()}
            ),
        }
        if "/Matrix" in form:
            entries["/Matrix"] = [*form.Matrix]
        return self._stream(content_of(kept), entries)

    def _stream(self, data: bytes, entries: dict[str, Any]) -> Any:
        """A compressed stream of the file; one that is alike is taken again."""
        digest = _digest(data, entries)
        if digest not in self._alike:
            self._add(digest, zlib.compress(data, _LEVEL), entries)
        return self._alike[digest]

    def _add(self, digest: bytes, packed: bytes, entries: dict[str, Any]) -> None:
        """Put a stream into the file by its digest and its compressed bytes."""
        stream = pikepdf.Stream(self.file, packed)
        stream["/Filter"] = pikepdf.Name.FlateDecode
        for key, value in entries.items():
            stream[key] = value
        self._alike[digest] = self.file.make_indirect(stream)


Dyes = OnScreen | OnPress
"""In what colours things are painted, and how they come into the file."""


def _digest(data: bytes, entries: dict[str, Any]) -> bytes:
    """The digest of a stream with its entries."""
    told = repr(sorted((key, _digestible(value)) for key, value in entries.items())).encode()
    return hashlib.blake2b(told + b"\0" + data, digest_size=_DIGEST).digest()


def _digestible(value: Any) -> Any:
    """What tells two entries apart; what is in the file already is told by its number."""
    if isinstance(value, pikepdf.Dictionary):
        return {str(key): _digestible(value[key]) for key in value.keys()}  # noqa: SIM118
    if isinstance(value, pikepdf.Stream):
        return value.objgen
    return [str(part) for part in value] if isinstance(value, list) else str(value)


def _brought(file: pikepdf.Pdf, value: Any) -> Any:
    """An object of another file as one of this file."""
    return file.copy_foreign(value) if value.is_indirect else file.make_indirect(_copied(file, value))


def _copied(file: pikepdf.Pdf, value: Any) -> Any:
    """A direct object of another file, with all that lies in it."""
    match value:
        case pikepdf.Stream():
            return file.copy_foreign(value)
        case pikepdf.Dictionary() if value.is_indirect:
            return file.copy_foreign(value)
        case pikepdf.Dictionary():
            return pikepdf.Dictionary({str(key): _copied(file, value[key]) for key in value.keys()})  # noqa: SIM118
        case pikepdf.Array():
            return pikepdf.Array([_copied(file, part) for part in value])
    return value
