"""The one place where pictures made of pixels are opened: PNG and JPEG, within bounds.

What a file says about itself is asked before Pillow decodes it: the pixels, the scans of a JPEG (each of them
goes over all pixels again), and the pixels of all pictures together.
"""

from __future__ import annotations

import io
import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image, ImageOps

MOST_PIXELS = 60_000_000
"""A picture of A4 at 600 dpi has 35 million."""
MOST_TOGETHER = 1_000_000_000
"""Pixels of all pictures that one opener opens: 300 cards of poker size at 600 dpi."""
MOST_BYTES = 250_000_000
"""Bytes of all those pictures: they are all held until their PDF is written."""
MOST_SCANS = 100
"""Scans of one JPEG; a camera writes one, a program for the web about ten."""
KINDS = ("PNG", "JPEG")

_SCAN = b"\xff\xda"
_ORIENTATION = 0x0112
"""The Exif tag that says how a camera was held; 1 is upright."""
_BAND = 1_000_000
"""Pixels that are worked on at a time."""


class BadPixels(ValueError):
    """A picture that is not opened. `said` goes behind the picture's name, `mend` is a sentence."""

    def __init__(self, fault: str, mend: str) -> None:
        super().__init__(f"The picture {fault}")
        self.said = fault
        self.mend = mend


@dataclass(slots=True)
class Opener:
    """Opens the pictures of one run and counts their pixels and bytes."""

    together: int = 0
    held: int = 0
    most_pixels: int = MOST_PIXELS
    most_together: int = MOST_TOGETHER
    most_bytes: int = MOST_BYTES

    def open(self, data: bytes) -> Image.Image:
        """A PNG or JPEG, decoded. Raises BadPixels for anything else, broken or far too large."""
        try:
            image = self._begun(data)
            image.load()
        except (MemoryError, BadPixels):
            raise
        except Image.DecompressionBombError:
            raise BadPixels("has too many pixels.", _FEWER) from None
        except Exception:  # Pillow's decoders raise whatever a broken file leads them to
            fault = "is neither PNG nor JPEG nor SVG, or it is broken."
            raise BadPixels(fault, "Save it again as PNG.") from None
        return image

    def _begun(self, data: bytes) -> Image.Image:
        """A picture that is not decoded yet and keeps the bounds."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the bounds here are ours
            image = Image.open(io.BytesIO(data), formats=KINDS)
        width, height = image.size
        if width * height > self.most_pixels:
            raise BadPixels(f"has {width} by {height} pixels.", _FEWER)
        self.held += len(data)
        if self.held > self.most_bytes:
            fault = f"and those before it hold more than {self.most_bytes // 10**6} MB together."
            raise BadPixels(fault, "Save photographs as JPEG.")
        self.together += width * height
        if self.together > self.most_together:
            most = self.most_together // 10**6
            fault = f"and those before it have more than {most:,} million pixels together."
            raise BadPixels(fault, "Save the pictures with fewer pixels: 300 to an inch are enough to print.")
        if image.format == "JPEG" and data.count(_SCAN) > MOST_SCANS:
            raise BadPixels(f"is a JPEG of more than {MOST_SCANS} scans.", "Save it again as PNG.")
        return image


_FEWER = f"Save it with at most {MOST_PIXELS // 10**6} million pixels."


def is_turned(image: Image.Image) -> bool:
    """Whether a camera was held so that the pixels do not lie as viewers show them."""
    return bool(image.getexif().get(_ORIENTATION, 1) != 1)


def upright(image: Image.Image) -> tuple[str, bytes, tuple[int, int]]:
    """A photograph turned as every viewer shows it, however the camera was held: kind, content and size."""
    ImageOps.exif_transpose(image, in_place=True)
    written = io.BytesIO()
    if image.format == "PNG":  # it may have clear parts
        image.save(written, "PNG", compress_level=1)
        return "PNG", written.getvalue(), image.size
    plain = image if image.mode == "RGB" else image.convert("RGB")
    plain.save(written, "JPEG", quality=95, subsampling=0)
    return "JPEG", written.getvalue(), image.size


def bands(image: Image.Image, most: int = _BAND) -> Iterator[Image.Image]:
    """The picture in strips from the top, so that converting it does not take a second picture's memory."""
    width, height = image.size
    step = max(1, most // max(1, width))
    for top in range(0, height, step):
        yield image.crop((0, top, width, min(height, top + step)))


def deflated(image: Image.Image, convert: Callable[[Image.Image], Image.Image], most: int = _BAND) -> bytes:
    """The samples of a picture, converted strip by strip, as one zlib stream."""
    squeeze = zlib.compressobj(6)
    return b"".join(
        [*(squeeze.compress(convert(band).tobytes()) for band in bands(image, most)), squeeze.flush()]
    )
