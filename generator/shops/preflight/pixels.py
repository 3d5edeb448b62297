"""Finished pictures as pixels: what stands in their files, and how much ink a spot of one takes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from generator.ground.pdf_record import drawing_digest

if TYPE_CHECKING:
    from PIL import Image

_MOST_PIXELS = 60_000_000
"""Of one picture: more than any target takes."""
_MOST_KNOWN = 1_000
_known: dict[str, float] = {}
"""The most ink of so many pictures at a time, by their digests: the same ones lie in many files."""


def open_picture(content: bytes) -> Image.Image:
    """A PNG or JPEG by what its head says. Raises ValueError for what is none, or is far too large."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(io.BytesIO(content), formats=("PNG", "JPEG"))
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError) as fault:
        raise ValueError(str(fault)) from None
    if image.width * image.height > _MOST_PIXELS:
        raise ValueError("the picture is too large")
    return image


def in_rgb(picture: Image.Image) -> Image.Image:
    """Its pixels. Raises ValueError if the file is damaged."""
    try:
        return picture.convert("RGB")
    except (OSError, SyntaxError) as fault:
        raise ValueError(str(fault)) from None


def most_ink(stream: Any) -> float:
    """The most ink of a pixel of a CMYK picture in a PDF, in percent: all four parts of one spot together.

    0 for a picture that pikepdf cannot open, such as a tiny one that stands in the content itself.
    """
    import pikepdf

    if isinstance(stream, pikepdf.PdfInlineImage):
        return _most_ink(stream)
    digest = drawing_digest(stream)
    if digest not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[digest] = _most_ink(stream)
    return _known[digest]


def _most_ink(stream: Any) -> float:
    import pikepdf
    from PIL import Image, ImageChops

    try:
        inline = isinstance(stream, pikepdf.PdfInlineImage)
        image = (stream if inline else pikepdf.PdfImage(stream)).as_pil_image()
    except (pikepdf.PdfError, Image.DecompressionBombError, NotImplementedError):
        return 0.0
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, OSError, SyntaxError):
        return 0.0
    if image.mode != "CMYK":
        return 0.0
    cyan, magenta, yellow, black = image.split()
    halves = (ImageChops.add(cyan, magenta, scale=2), ImageChops.add(yellow, black, scale=2))
    quarter = ImageChops.add(*halves, scale=2).histogram()
    most = max(value for value, count in enumerate(quarter) if count)
    return 100 * 4 * most / 255
