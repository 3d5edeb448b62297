"""The one module that knows ReportLab's document layer: objects, resources, pages, bytes.

ReportLab's Canvas is left out on purpose: its forms drop alpha and shadings, it brings an unembedded
Helvetica, and its ASCII85 switch is global. Streams that are made here are Flate-compressed; objects
with the same content are stored once; the same calls give the same bytes.
"""

from __future__ import annotations

import hashlib
import itertools
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

from reportlab.pdfbase import pdfdoc

from generator.ground.pdf_file import undated
from generator.ground.pdf_layers import GROUPS
from generator.svg.paths import number
from generator.svg.values import ViewBox

GROUPED = "Properties"
"""The kind of resource that names what a reader may switch off; the same in every file."""


@dataclass(slots=True, kw_only=True)
class Stream:
    """A content stream: its operators one by one, and the names of its resources by kind."""

    operators: list[str] = field(default_factory=list)
    resources: dict[str, set[str]] = field(default_factory=dict)
    begun: int = field(init=False)
    """How much had been asked of the Pdf when it was begun."""

    @property
    def content(self) -> str:
        """The stream's text."""
        return "\n".join(self.operators)


class FormMade(NamedTuple):
    """How a form was made: its operators and resources, and what had to be asked for before it."""

    operators: Sequence[str]
    resources: Mapping[str, set[str]]
    asked: Sequence[object]
    box: ViewBox
    group: bool


class ValueMade(NamedTuple):
    """How a resource was made that values alone decide: `alpha` or `shading`, and its arguments."""

    kind: str
    values: tuple[Any, ...]


class Pdf:
    """A PDF file under way. Names that it hands out (`/X1`, `/G2`) are unique in the whole file.

    It notes what it is asked for, in that order, so that a page can be told in words that mean the same
    in another file; see `svg.portable`.
    """

    def __init__(self) -> None:
        with undated():
            self.document = pdfdoc.PDFDocument(compression=1, invariant=1)
        self._names: dict[Any, str] = {}
        self.asked: list[object] = []
        """What the stream under way has asked for so far: names that were handed out, runs of text."""
        self.made: dict[str, FormMade | ValueMade] = {}
        """A name → how it was made; pixels and what comes from another PDF are not here."""
        self._groups: set[str] = set()
        self.images: dict[str, str] = {}
        """A name → the digest of an image's samples and of those of its mask."""

    def form(self, stream: Stream, *, box: ViewBox, group: bool = False) -> str:
        """A form XObject; a `group` is composed as a whole before alpha acts on it (ISO 32000-1, 11.6.6)."""
        inner = self.asked[stream.begun :]
        del self.asked[stream.begun :]
        name = self.form_of(stream.content, stream.resources, box=box, group=group)
        if name not in self.made:
            self.made[name] = FormMade(stream.operators, stream.resources, inner, box, group)
        return name

    def form_of(
        self, content: str, resources: Mapping[str, set[str]], *, box: ViewBox, group: bool = False
    ) -> str:
        """The same for a stream that is known by its text alone."""
        self._know_groups(resources)
        group_told = {"S": pdfdoc.PDFName("Transparency")} if group else {}
        key = (
            "form",
            content,
            tuple(sorted((k, tuple(sorted(v))) for k, v in resources.items())),
            box,
            group,
        )
        return self._stored("X", key, lambda: _form(content, resources, box, group_told))

    def image(self, width: int, height: int, data: bytes, entries: Mapping[str, Any]) -> str:
        """An image XObject of encoded samples; `entries` names its filter, colour space and bit depth."""
        kind = {"Type": pdfdoc.PDFName("XObject"), "Subtype": pdfdoc.PDFName("Image")}
        every = {**kind, "Width": width, "Height": height}
        key = (width, height, hashlib.sha256(data).hexdigest(), self._told(entries))
        name = self._stored("X", ("image", *key), lambda: stream(data, {**every, **entries}, encoded=True))
        self.images[name] = hashlib.sha256(repr(key).encode()).hexdigest()
        return name

    def _told(self, entries: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """The entries of an image, with the pixels of its mask: one silhouette is not another."""
        refers = pdfdoc.PDFObjectReference
        return tuple(
            (key, self.images[value.name.removeprefix("pnp.")] if isinstance(value, refers) else str(value))
            for key, value in sorted(entries.items())
        )

    def alpha(self, fill: float, stroke: float) -> str:
        """An ExtGState with the two constant alphas."""
        key = ("alpha", fill, stroke)
        entries = {"ca": number(fill), "CA": number(stroke)}
        name = self._stored("G", key, lambda: pdfdoc.PDFDictionary(entries))
        self.made[name] = ValueMade("alpha", (fill, stroke))
        return name

    def mask(self, stream: Stream, *, box: ViewBox, kind: str) -> str:
        """An ExtGState that shows as much as a stream is bright, or covers: `Luminosity`, `Alpha`."""
        group = {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceRGB")}
        name = self.foreign(_form(stream.content, stream.resources, box, group))
        mask = {"S": pdfdoc.PDFName(kind), "G": reference(name)}
        state = pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(mask)})
        return self._stored("G", ("mask", name), lambda: state)

    def shading(
        self, coordinates: tuple[float, ...], stops: tuple[tuple[float, tuple[float, float, float]], ...]
    ) -> str:
        """An axial shading (four coordinates) or a radial one (six), extended at both ends.

        `stops` are (offset 0–1, rgb) in rising order, at least two.
        """
        entries = {
            "ShadingType": 2 if len(coordinates) == 4 else 3,
            "ColorSpace": pdfdoc.PDFName("DeviceRGB"),
            "Coords": pdfdoc.PDFArrayCompact(map(number, coordinates)),
            "Function": _gradient_function(stops),
            "Extend": pdfdoc.PDFArrayCompact(["true", "true"]),
        }
        key = ("shading", coordinates, stops)
        name = self._stored("H", key, lambda: pdfdoc.PDFDictionary(entries))
        self.made[name] = ValueMade("shading", (coordinates, stops))
        return name

    def page(
        self, content: str, resources: Mapping[str, Any], *, size_pt: tuple[float, float], bleed_pt: float
    ) -> None:
        """Adds a page. Its MediaBox and BleedBox are the size, its TrimBox lies `bleed_pt` further in."""
        width, height = size_pt
        self._know_groups(resources)
        page = pdfdoc.PDFPage()
        page.MediaBox = _box(0, 0, width, height)
        page.BleedBox = _box(0, 0, width, height)
        page.TrimBox = _box(bleed_pt, bleed_pt, width - bleed_pt, height - bleed_pt)
        page.Contents = stream(content.encode("ascii"), {})
        page.Resources = resource_dictionary(resources)
        self.document.addPage(page)
        self.asked.clear()

    def save(self, out: BinaryIO) -> None:
        """Writes the file. The Pdf cannot be used afterwards."""
        with undated():
            out.write(self.document.GetPDFData(None))

    def foreign(self, stream: Any) -> str:
        """Stores a stream that came from another PDF, and names it as an XObject."""
        return self._stored("X", ("foreign", len(self._names)), lambda: stream)

    def _know_groups(self, resources: Mapping[str, Any]) -> None:
        """Store the groups that a stream names; a file of designs shows all of them."""
        for name in sorted(set(resources.get(GROUPED, ())) - self._groups):
            self._groups.add(name)
            entries = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(GROUPS[name])}
            self.document.Reference(pdfdoc.PDFDictionary(entries), f"pnp.{name}")

    def _stored(self, kind: str, key: Any, make: Any) -> str:
        if key not in self._names:
            name = f"{kind}{len(self._names)}"
            self._names[key] = name
            self.document.Reference(make(), f"pnp.{name}")
        self.asked.append(self._names[key])
        return self._names[key]


def _form(content: str, resources: Mapping[str, set[str]], box: ViewBox, group: Mapping[str, Any]) -> Any:
    """The stream of a form; `group` is what is told of a group, if it is one."""
    x, y, width, height = box
    entries = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Form"),
        "BBox": _box(x, y, x + width, y + height),
        "Resources": resource_dictionary(resources),
    }
    if group:
        entries["Group"] = pdfdoc.PDFDictionary(group)
    return stream(content.encode("ascii"), entries)


def stream(data: bytes, entries: Mapping[str, Any], *, encoded: bool = False) -> Any:
    """A stream object, Flate-compressed unless its data is `encoded` already."""
    every = dict(entries)
    if not encoded:
        # Level 4: level 6 takes twice as long and saves two per cent.
        data, every["Filter"] = zlib.compress(data, 4), pdfdoc.PDFName("FlateDecode")
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(every), data + b"\n")


def reference(name: str) -> Any:
    """The reference to an object that a method of Pdf has named."""
    return pdfdoc.PDFObjectReference(f"pnp.{name}")


def resource_dictionary(resources: Mapping[str, Any]) -> Any:
    """A resource dictionary: kind (`XObject`, `ExtGState`, `Shading`) → names; `Font` takes all fonts."""
    entries = {
        kind: pdfdoc.PDFDictionary({name: reference(name) for name in sorted(names)})
        for kind, names in resources.items()
        if kind != "Font" and names
    }
    if resources.get("Font"):
        entries["Font"] = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
    return pdfdoc.PDFDictionary(entries)


_WITHIN = 0.005
"""How far inside of its domain a bound lies (ISO 32000-1, 7.10.4), so that the outermost of two stops at one
end is what goes on; some viewers look at 256 places of a function and at no end."""


def _gradient_function(stops: tuple[tuple[float, tuple[float, float, float]], ...]) -> Any:
    """Linear steps from stop to stop, stitched; before the first and after the last the colour stays."""
    colours = [*stops]
    (at, first), (near, second) = colours[:2]
    if at > 0 or (near == 0 and second != first):
        colours = [(0.0, first), *((max(offset, _WITHIN), rgb) for offset, rgb in colours)]
    (near, second), (at, last) = colours[-2:]
    if at < 1 or (near == 1 and second != last):
        colours = [*((min(offset, 1 - _WITHIN), rgb) for offset, rgb in colours), (1.0, last)]
    steps = [_step(before[1], after[1]) for before, after in itertools.pairwise(colours)]
    if len(steps) == 1:
        return steps[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": pdfdoc.PDFArrayCompact([0, 1]),
            "Functions": pdfdoc.PDFArray(steps),
            "Bounds": pdfdoc.PDFArrayCompact(number(offset) for offset, _ in colours[1:-1]),
            "Encode": pdfdoc.PDFArrayCompact([0, 1] * len(steps)),
        }
    )


def _step(first: tuple[float, float, float], second: tuple[float, float, float]) -> Any:
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArrayCompact([0, 1]),
            "C0": pdfdoc.PDFArrayCompact(map(number, first)),
            "C1": pdfdoc.PDFArrayCompact(map(number, second)),
            "N": 1,
        }
    )


def _box(*edges: float) -> Any:
    """Numbers as text, because ReportLab's own formatting would cut decimals."""
    return pdfdoc.PDFArrayCompact(map(number, edges))
