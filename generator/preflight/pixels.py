"""Finished pictures as pixels: what stands in their files, and how much ink a spot of one takes."""

from __future__ import annotations

from typing import Any


def most_ink(stream: Any) -> float:
    """The most ink of a pixel of a CMYK picture in a PDF, in percent: all four parts of one spot together."""
    import pikepdf
    from PIL import ImageChops

    try:
        image = pikepdf.PdfImage(stream).as_pil_image()
    except (pikepdf.PdfError, NotImplementedError, ValueError, OSError):
        return 0.0
    if image.mode != "CMYK":
        return 0.0
    cyan, magenta, yellow, black = image.split()
    halves = (ImageChops.add(cyan, magenta, scale=2), ImageChops.add(yellow, black, scale=2))
    quarter = ImageChops.add(*halves, scale=2).histogram()
    most = max(value for value, count in enumerate(quarter) if count)
    return 100 * 4 * most / 255
