"""Every operator, picture and shading of a page: in which colours, with how much ink, and opaque or not.

It shares nothing with what writes such pages but how content is taken apart, so that a fault there is found
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.pdf_record import drawing_digest
from generator.ground.pdf_steps import INLINE, content_steps

_TOO_MUCH = 0.005
"""Half a per cent is what rounding may add."""
_SPACES = ("/DeviceCMYK", "/DeviceGray")
_RGB = frozenset({"rg", "RG"})
_CMYK = frozenset({"k", "K"})
_FREE = frozenset({"sc", "SC", "scn", "SCN"})
_MOST_COLOURS = 1 << 24
_FILTERS = frozenset(
    {"/FlateDecode", "/DCTDecode", "/ASCIIHexDecode", "/ASCII85Decode", "/RunLengthDecode", "/CCITTFaxDecode"}
)
"""PDF/X-1a forbids LZW; JBIG2 and JPEG 2000 are younger than PDF 1.4 or left out of it."""


@dataclass(slots=True)
class Inspection:
    """Looks through pages; what several of them use is looked at once.

    The `cache` remembers the pictures of this and other files that have no more ink than `most`.
    """

    most: float
    cache: Cache = NO_CACHE
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def page(self, page: pikepdf.Page) -> Iterator[str]:
        """What is wrong with the content of a page."""
        yield from self._content(page.obj)

    def _content(self, source: Any) -> Iterator[str]:
        """What is wrong with a stream that has resources of its own."""
        yield from self._stream(source, source.get("/Resources", {}))
        yield from self._resources(source.get("/Resources", {}))

    def _stream(self, source: Any, resources: Any) -> Iterator[str]:
        spaces: dict[bool, str] = {}
        for operands, operator in content_steps(source):
            if operator == INLINE:
                yield from self._inline(operands[0].iimage)
            elif operator in _RGB:
                yield f"a colour is RGB ({operator})"
            elif operator in _CMYK:
                yield from self._amount(operands)
            elif operator in ("cs", "CS"):
                space = resources.get("/ColorSpace", {}).get(str(operands[0]), operands[0])
                spaces[operator.isupper()] = str(space) if isinstance(space, pikepdf.Name) else ""
                yield from self._space(space)
            elif operator in _FREE and spaces.get(operator.isupper()) == "/DeviceCMYK":
                yield from self._amount(operands)
            elif operator == "ri" and str(operands[0]) not in (
                "/RelativeColorimetric",
                "/AbsoluteColorimetric",
                "/Perceptual",
                "/Saturation",
            ):
                yield "a rendering intent is unknown"

    def _amount(self, operands: Iterable[Any]) -> Iterator[str]:
        total = sum(float(operand) for operand in operands)
        if total > self.most + _TOO_MUCH:
            yield f"a colour has {100 * total:.0f} % of ink, over {100 * self.most:.0f} %"

    def _space(self, space: Any) -> Iterator[str]:
        if isinstance(space, pikepdf.Name):
            if str(space) not in (*_SPACES, "/Pattern"):
                yield f"a colour space is {str(space)[1:]}"
        elif str(space[0]) == "/Indexed":
            yield from self._space(space[1])
            table = space[3]
            if str(space[1]) == "/DeviceCMYK":
                stream = isinstance(table, pikepdf.Stream)
                yield from self._samples(table.read_bytes() if stream else bytes(table))
        elif str(space[0]) == "/Pattern":
            if len(space) > 1:
                yield from self._space(space[1])
        elif str(space[0]) in ("/Separation", "/DeviceN"):
            yield from self._space(space[2])
        else:
            yield f"a colour space is {str(space[0])[1:]}"

    def _samples(self, data: bytes) -> Iterator[str]:
        yield from self._amount([max(sum(data[at : at + 4]) for at in range(0, len(data), 4)) / 255])

    # ------------------------------------------------------------ resources

    def _resources(self, resources: Any) -> Iterator[str]:
        kinds = {
            "/ExtGState": self._state,
            "/Shading": self._shading,
            "/XObject": self._object,
            "/Pattern": self._pattern,
            "/Font": self._font,
            "/ColorSpace": self._space,
        }
        for kind, look in kinds.items():
            entries = resources.get(kind, {})
            for name in entries.keys():  # noqa: SIM118
                if self._is_new(entries[name]):
                    yield from look(entries[name])
        if "/Properties" in resources:
            yield "parts of it can be switched off"

    def _is_new(self, entry: Any) -> bool:
        key = entry.objgen if isinstance(entry, pikepdf.Object) else (0, 0)
        new = key == (0, 0) or key not in self._seen
        self._seen.add(key)
        return new

    def _state(self, state: Any) -> Iterator[str]:
        opaque = float(state.get("/ca", 1)) == 1 == float(state.get("/CA", 1))
        masked = str(state.get("/SMask", "/None")) != "/None"
        if not opaque or masked or str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield "something shows through (a graphics state)"
        if any(key in state for key in ("/TR", "/TR2", "/HTP")):
            yield "a graphics state changes how inks are transferred"

    def _object(self, entry: Any) -> Iterator[str]:
        match str(entry.Subtype):
            case "/Form":
                if "/Group" in entry:
                    yield "something shows through (a group)"
                if "/OPI" in entry or "/PS" in entry or "/Ref" in entry:
                    yield "a form stands for something else"
                yield from self._content(entry)
            case "/Image":
                yield from self._image(entry)
            case _:
                yield "a part of it is PostScript"

    def _image(self, image: Any) -> Iterator[str]:
        if "/SMask" in image or "/SMaskInData" in image:
            yield "something shows through (a picture with a mask)"
        filters = image.get("/Filter", [])
        for filter_ in filters if isinstance(filters, pikepdf.Array) else [filters]:
            if str(filter_) not in _FILTERS:
                yield f"a picture is packed by {str(filter_)[1:]}"
        if image.get("/ImageMask", False):
            return
        yield from self._space(image.ColorSpace)
        if str(image.ColorSpace) == "/DeviceCMYK":
            key = self.cache.name("within", self.most, drawing_digest(image)) if self.cache.on else ""
            if key and self.cache.get_record(key) is not None:
                return
            faults = list(self._dots(pikepdf.PdfImage(image).as_pil_image()))
            if key and not faults:
                self.cache.put_record(key, {})
            yield from faults

    def _dots(self, picture: Any) -> Iterator[str]:
        from PIL import ImageChops

        cyan, magenta, yellow, black = picture.split()
        halves = ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2)
        quarter = max(ImageChops.add(*halves, 2).tobytes(), default=0)
        if (4 * quarter + 4) / 255 <= self.most:  # quick: rounded down twice, it is less than one too little
            return
        colours = picture.getcolors(_MOST_COLOURS) or []
        yield from self._amount([max((sum(colour) for _, colour in colours), default=0) / 255])

    def _inline(self, image: Any) -> Iterator[str]:
        if not image.image_mask and str(image.colorspace) not in (
            "/DeviceCMYK",
            "/DeviceGray",
            "/G",
            "/CMYK",
        ):
            yield "a colour is RGB (a picture in the text of a page)"

    def _shading(self, shading: Any) -> Iterator[str]:
        yield from self._space(shading.ColorSpace)
        function = shading.get("/Function")
        if function is not None and str(shading.ColorSpace) == "/DeviceCMYK":
            yield from self._function(function)

    def _function(self, function: Any) -> Iterator[str]:
        if isinstance(function, pikepdf.Array):
            yield "a shading has a function for each ink, whose sum we cannot tell"
            return
        match int(function.FunctionType):
            case 0:
                if int(function.BitsPerSample) != 8:
                    yield "a shading has samples that we cannot read"
                    return
                yield from self._samples(function.read_bytes())
            case 2:
                yield from self._amount(list(function.C0))
                yield from self._amount(list(function.C1))
            case 3:
                for part in function.Functions:
                    yield from self._function(part)
            case _:
                yield "a shading is a program, whose inks we cannot tell"

    def _pattern(self, pattern: Any) -> Iterator[str]:
        if int(pattern.PatternType) == 2:
            yield from self._shading(pattern.Shading)
        else:
            yield from self._content(pattern)

    def _font(self, font: Any) -> Iterator[str]:
        if str(font.Subtype) == "/Type3":
            yield from self._resources(font.get("/Resources", {}))
            for name in font.CharProcs.keys():  # noqa: SIM118
                yield from self._stream(font.CharProcs[name], font.get("/Resources", {}))
            return
        inner = font.DescendantFonts[0] if str(font.Subtype) == "/Type0" else font
        descriptor = inner.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"a font is not embedded ({str(font.get('/BaseFont', '?'))[1:]})"
