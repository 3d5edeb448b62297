"""Pictures inside a design: PNG and JPEG pixels, and SVG drawings that a designer made.

A picture comes as a `data:` URI, or as a path that the caller's `read` turns into bytes; `read` alone
knows the game folder and refuses to leave it. Equal pictures are stored once.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import urllib.parse
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image
from reportlab.pdfbase import pdfdoc

from generator.problems import Problem, error
from generator.svg import pdf as pdf_objects
from generator.svg.pdf import Pdf
from generator.svg.values import Box

MOST_PIXELS = 100_000_000
"""A picture of A4 at 1,200 dpi has 139 million; no card needs as many."""

Read = Callable[[str], bytes]
"""Path as written in href → bytes. Raises OSError or ValueError with a sentence."""

_DATA = re.compile(r"data:([^;,]*)((?:;[^;,]*)*),(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the PDF: the name of its XObject and its box in its own units, y down."""

    name: str
    box: Box
    pixels: bool


DrawSvg = Callable[[bytes, str], tuple[Picture | None, tuple[Problem, ...]]]
"""(SVG, its name for Problems) → its form."""


@dataclass(slots=True)
class Pictures:
    """All pictures of one run."""

    pdf: Pdf
    read: Read | None
    draw_svg: DrawSvg | None = None
    _known: dict[str, tuple[Picture | None, tuple[Problem, ...]]] = field(default_factory=dict)

    def get(self, href: str, where: str) -> tuple[Picture | None, tuple[Problem, ...]]:
        """The picture behind an href. The same href always is the same picture."""
        if href not in self._known:
            self._known[href] = self._open(href, where)
        return self._known[href]

    def _open(self, href: str, where: str) -> tuple[Picture | None, tuple[Problem, ...]]:
        try:
            data = fetch(href, self.read)
            if _is_svg(data):
                name = where if href.startswith("data:") else href
                return self.draw_svg(data, name) if self.draw_svg else (None, ())
            return self._pixels(data), ()
        except (OSError, ValueError) as slip:
            return None, (error(where, _sentence(slip), "Use a PNG, JPEG or SVG file of the game folder."),)

    def _pixels(self, data: bytes) -> Picture:
        """PNG and JPEG as image XObjects; a JPEG's bytes go in as they are. Raises ValueError."""
        image = open_pixels(data)
        width, height = image.size
        if image.format == "JPEG" and image.mode in ("L", "RGB"):
            space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            entries = _samples(space, "DCTDecode")
            name = self.pdf.image(width, height, data, entries)
        else:
            name = self._flat(image)
        return Picture(name, (0.0, 0.0, float(width), float(height)), pixels=True)

    def _flat(self, image: Image.Image) -> str:
        alpha = None
        if image.mode.startswith("I"):  # 16 bits of gray
            image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
            image = image.convert("RGBA")
            alpha = image.getchannel("A")
        gray = image.mode in ("1", "L", "LA")
        plain = image.convert("L" if gray else "RGB")
        entries = _samples("DeviceGray" if gray else "DeviceRGB", "FlateDecode")
        if alpha is not None and alpha.getextrema() != (255, 255):
            mask = zlib.compress(alpha.tobytes(), 6)
            name = self.pdf.image(*alpha.size, mask, _samples("DeviceGray", "FlateDecode"))
            entries["SMask"] = pdf_objects.reference(name)
        return self.pdf.image(*plain.size, zlib.compress(plain.tobytes(), 6), entries)


def fetch(href: str, read: Read | None) -> bytes:
    """The bytes behind an href: a data: URI, or a path by way of `read`. Raises ValueError, OSError."""
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
    if read is None:
        raise ValueError(f"The picture “{href[:60]}” is not part of the design.")
    return read(href)


def open_pixels(data: bytes) -> Image.Image:
    """A PNG or JPEG, decoded. Raises ValueError for anything else, broken or far too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            if image.width * image.height > MOST_PIXELS:
                raise ValueError(f"The picture has more than {MOST_PIXELS // 1_000_000} million pixels.")
            image.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ValueError(f"The picture has more than {MOST_PIXELS // 1_000_000} million pixels.") from None
    except (ValueError, MemoryError):
        raise
    except Exception:  # Pillow's decoders raise whatever a broken file leads them to
        raise ValueError("The picture is neither PNG nor JPEG, or it is broken.") from None
    return image


def _is_svg(data: bytes) -> bool:
    return data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _samples(space: str, encoding: str) -> dict[str, object]:
    names = {"ColorSpace": space, "Filter": encoding}
    return {**{k: pdfdoc.PDFName(v) for k, v in names.items()}, "BitsPerComponent": 8}


def _sentence(slip: Exception) -> str:
    text = str(slip)
    return text if text.endswith(".") else f"The picture cannot be read: {text}."
