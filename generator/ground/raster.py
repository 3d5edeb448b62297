"""Pages of a PDF that this program made, as pixels: what is seen on a screen is what is printed."""

from __future__ import annotations

import hashlib
import io
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from generator.ground.units import PT_PER_MM

if TYPE_CHECKING:
    from PIL import Image

    Picture = Image.Image
    """A page, or a part of one, as pixels in RGB."""

MM_PER_INCH = 25.4
MOST_PIXELS = 40_000_000
"""Of one picture; a page that asks for more is drawn with fewer dots an inch."""
WHITE, BLACK = (255, 255, 255, 255), (0, 0, 0, 255)
_HAIR = 1e-6
"""PDFium rounds a size up to whole pixels; a hair less keeps it from adding one."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """The size of a page, millimetres."""

    width_mm: float
    height_mm: float


class Pages:
    """An opened PDF, to be used in a `with` block by one thread: PDFium does not bear two at once."""

    def __init__(self, pdf: bytes, *, most_pixels: int = MOST_PIXELS) -> None:
        from pypdfium2 import PdfDocument

        self._most = most_pixels
        self._document = PdfDocument(pdf)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    def size(self, page: int) -> PageSize:
        """The size of a page, counted from 0."""
        width_pt, height_pt = self._document.get_page_size(page)
        return PageSize(width_pt / PT_PER_MM, height_pt / PT_PER_MM)

    def bleed_mm(self, page: int) -> float:
        """How far the paint of a design page, counted from 0, goes beyond its TrimBox; 0 if it has none."""
        return max(0.0, float(self._document[page].get_trimbox()[0]) / PT_PER_MM)

    def image(self, page: int, *, dpi: float, ground: tuple[int, int, int, int] = WHITE) -> Image.Image:
        """A page, counted from 0, as a Pillow image in RGB on a ground, which is white."""
        size = self.size(page)
        scale = min(dpi / MM_PER_INCH, math.sqrt(self._most / max(1.0, size.width_mm * size.height_mm)))
        bitmap = self._document[page].render(scale=scale / PT_PER_MM - _HAIR, fill_color=ground)
        image: Image.Image = bitmap.to_pil().convert("RGB")
        return image

    def window(
        self, page: int, *, dpi: float, size_px: tuple[int, int], corner_px: tuple[float, float] = (0.0, 0.0)
    ) -> Image.Image:
        """Just so many pixels of a page, counted from 0, as a Pillow image in RGB on white.

        `corner_px` is where the page's top left corner lies in the picture, to the right and down; it may be
        outside, and between two pixels. Nothing is resampled: the drawing itself is set down there, at
        exactly `dpi`. Raises ValueError for more than `most_pixels`.
        """
        from PIL import Image
        from pypdfium2 import PdfBitmap, raw

        width, height = size_px
        if width * height > self._most:
            raise ValueError(f"{width} by {height} pixels")
        scale = dpi / MM_PER_INCH / PT_PER_MM
        bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        place = raw.FS_MATRIX(scale, 0, 0, scale, *corner_px)
        everything = raw.FS_RECTF(0, 0, width, height)
        raw.FPDF_RenderPageBitmapWithMatrix(
            bitmap, self._document[page], place, everything, raw.FPDF_REVERSE_BYTE_ORDER
        )
        whole = Image.frombuffer("RGBX", size_px, bitmap.buffer, "raw", "RGBX", bitmap.stride, 1)
        return whole.convert("RGB")

    def text(self, page: int) -> str:
        """The words of a page, counted from 0, in the order in which they were drawn."""
        words = self._document[page].get_textpage()
        try:
            return str(words.get_text_range())
        finally:
            words.close()

    def png(self, page: int, *, dpi: float) -> bytes:
        """A page, counted from 0, as a PNG file."""
        return png_of(self.image(page, dpi=dpi))


class Tint(NamedTuple):
    """The colours of a picture: each part from 0 to 255, and by how much it varies at most."""

    red: int
    green: int
    blue: int
    spread: int


def tint_of(image: Image.Image) -> Tint:
    """What colour a picture in RGB is on the whole."""
    bands = (image.getchannel(name).histogram() for name in "RGB")
    spread = max(_reach(counts) for counts in bands)
    red, green, blue = image.resize((1, 1), resample=4).tobytes()
    return Tint(red, green, blue, spread)


def _reach(counts: list[int]) -> int:
    """From the least value to the greatest that occurs."""
    occurring = [value for value, count in enumerate(counts) if count]
    return occurring[-1] - occurring[0]


def digest_of(image: Image.Image) -> str:
    """The digest of a picture's pixels, in hex."""
    pixels = repr((image.mode, image.size)).encode() + image.tobytes()
    return hashlib.blake2b(pixels, digest_size=16).hexdigest()


def png_of(image: Image.Image) -> bytes:
    """An image as a PNG file: the same pixels, the same bytes."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()
