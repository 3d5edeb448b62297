"""Pages as pixels: their size, their colours, and the same bytes each time."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from generator.ground import raster


def a_pdf(width_mm: float, height_mm: float) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width_mm * mm, height_mm * mm), invariant=1)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(0, height_mm * mm / 2, width_mm * mm / 2, height_mm * mm / 2, stroke=0, fill=1)
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize("dpi", (25.4, 96, 300))
def test_a_page_has_as_many_pixels_as_its_inches_have_dots(dpi: float) -> None:
    with raster.Pages(a_pdf(63.5, 88.9)) as pages:
        image = pages.image(0, dpi=dpi)
        assert len(pages) == 1
        assert pages.size(0).width_mm == pytest.approx(63.5, abs=0.01)
    assert image.size == pytest.approx((63.5 / 25.4 * dpi, 88.9 / 25.4 * dpi), abs=1)
    assert image.getpixel((image.width // 4, image.height // 4)) == (255, 0, 0)
    assert image.getpixel((3 * image.width // 4, image.height // 4)) == (255, 255, 255)


def test_a_picture_is_the_same_bytes_each_time() -> None:
    with raster.Pages(a_pdf(20, 20)) as pages:
        first, second = pages.png(0, dpi=96), pages.png(0, dpi=96)
    assert first == second
    assert Image.open(io.BytesIO(first)).size == pytest.approx((76, 76), abs=1)


def test_a_page_that_asks_for_too_many_pixels_has_fewer_an_inch() -> None:
    with raster.Pages(a_pdf(100, 50), most_pixels=10_000) as pages:
        width, height = pages.image(0, dpi=600).size
    assert width * height == pytest.approx(10_000, rel=0.05)
