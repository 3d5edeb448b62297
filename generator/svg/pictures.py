"""Pictures inside a design: PNG and JPEG pixels, and SVG drawings that a designer made.

A picture comes as a `data:` URI; nothing is read from a path here. Equal pictures are stored once.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image
from reportlab.pdfbase import pdfdoc

from generator.ground.fence import unit
from generator.ground.problems import Problem, error
from generator.svg import pdf as pdf_objects
from generator.svg.pdf import Pdf
from generator.svg.pixels import BadPixels, Opener, bands, deflated
from generator.svg.values import ViewBox

MOST_KEY = 200
"""A longer href is remembered by its digest: it is the picture itself."""

_DATA = re.compile(r"data:([^;,]*)((?:;[^;,]*)*),(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PdfPicture:
    """A picture in the PDF: the name of its XObject and its box in its own units, y down."""

    name: str
    box: ViewBox
    pixels: bool
    drawn: bool = False
    """Whether the program itself has drawn it, shape by shape."""


DrawSvg = Callable[[bytes, str], tuple[PdfPicture | None, tuple[Problem, ...]]]
"""(SVG, its name for Problems) → its form."""


@dataclass(slots=True)
class PdfPictures:
    """All pictures of one run."""

    pdf: Pdf
    draw_svg: DrawSvg | None = None
    opener: Opener = field(default_factory=Opener)
    _known: dict[str | bytes, tuple[PdfPicture | None, tuple[Problem, ...]]] = field(default_factory=dict)

    def get(self, href: str, where: str) -> tuple[PdfPicture | None, tuple[Problem, ...]]:
        """The picture behind an href. The same href always is the same picture."""
        key = href if len(href) < MOST_KEY else hashlib.sha256(href.encode("utf-8", "surrogatepass")).digest()
        if key not in self._known:
            with unit("picture", where):
                try:
                    data = fetch(href)
                    if not data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
                        self._known[key] = self.pixels(data), ()
                    elif self.draw_svg is not None:
                        self._known[key] = self.draw_svg(data, where)
                except BadPixels as bad:
                    self._known[key] = None, (error(where, str(bad), bad.mend),)
                except ValueError as slip:
                    mend = "Use a PNG, JPEG or SVG file of the game folder."
                    self._known[key] = None, (error(where, str(slip), mend),)
        elif (again := self._known[key][0]) is not None and not again.pixels:
            self.pdf.asked.append(again.name)  # as a symbol's form that another page has
        return self._known.get(key, (None, ()))

    def pixels(self, data: bytes) -> PdfPicture:
        """PNG and JPEG as image XObjects; a JPEG's bytes go in as they are. Raises ValueError."""
        image = self.opener.open(data)
        width, height = image.size
        if image.format == "JPEG" and image.mode in ("L", "RGB"):
            space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            entries = _samples(space, "DCTDecode")
            name = self.pdf.image(width, height, data, entries)
        else:
            name = self._flat(image)
        return PdfPicture(name, (0.0, 0.0, float(width), float(height)), pixels=True)

    def _flat(self, image: Image.Image) -> str:
        entries = _samples("DeviceGray" if _is_gray(image) else "DeviceRGB", "FlateDecode")
        width, height = image.size
        if _is_clear(image) and any(_alpha(band).getextrema() != (255, 255) for band in bands(image)):
            mask = deflated(image, _alpha)
            name = self.pdf.image(width, height, mask, _samples("DeviceGray", "FlateDecode"))
            entries["SMask"] = pdf_objects.reference(name)
        return self.pdf.image(width, height, deflated(image, _plain), entries)


def _alpha(band: Image.Image) -> Image.Image:
    return band.convert("RGBA").getchannel("A")


def _plain(band: Image.Image) -> Image.Image:
    """Gray or colours without transparency."""
    if band.mode.startswith("I"):  # 16 bits of gray
        return band.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    whole = band.convert("RGBA") if _is_clear(band) else band
    return whole.convert("L" if _is_gray(band) else "RGB")


def _is_clear(image: Image.Image) -> bool:
    """Whether parts of a picture may be see-through."""
    if image.mode.startswith("I"):
        return False
    return image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info


def _is_gray(image: Image.Image) -> bool:
    return image.mode.startswith("I") or (image.mode in ("1", "L") and not _is_clear(image))


def fetch(href: str) -> bytes:
    """The bytes of a data: URI. Raises ValueError for any other href."""
    if match := _DATA.fullmatch(href.strip()):
        body = urllib.parse.unquote_to_bytes(match[3])
        if ";base64" not in match[2]:
            return body
        try:
            return base64.b64decode(re.sub(rb"\s+", b"", body), validate=True)
        except binascii.Error:
            raise ValueError("The picture's data cannot be read.") from None
    if re.match(r"[a-zA-Z][-+.a-zA-Z0-9]*:|//", href.strip()):
        raise ValueError(f"The picture “{href[:60]}” lies outside the game folder.")
    raise ValueError(f"The picture “{href[:60]}” is not part of the design.")


def _samples(space: str, encoding: str) -> dict[str, object]:
    name = pdfdoc.PDFName
    return {"ColorSpace": name(space), "Filter": name(encoding), "BitsPerComponent": 8}
