"""Pictures of design pages: their size, their place, their tags, and that nothing is resampled."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator.ground.raster import MM_PER_INCH, Pages, PageSize
from generator.ground.shapes import BLEED_MM, Shape
from generator.shops.exports.fitted import PieceSize, fitted
from generator.shops.exports.pictures import finisher
from generator.shops.exports.png import png
from generator.shops.exports.raster import PageShot, finished, images, shot_of
from generator.shops.exports.targets import Product
from generator.svg.designs import draw_designs
from tests.shared.svg_pictures import Design, fonts

POKER = (63.5, 88.9)


def designs(width_mm: float, height_mm: float, *bodies: str) -> bytes:
    """Design pages of a card with a ground of one colour, and whatever else is drawn on it."""
    out = io.BytesIO()
    ground = f'<rect x="-4" y="-4" width="{width_mm + 8:g}" height="{height_mm + 8:g}" fill="#204060"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width_mm:g} {height_mm:g}">'
    faces = [
        Design(f"{head}{ground}{body}</svg>", key=f"card {number}", width_mm=width_mm, height_mm=height_mm)
        for number, body in enumerate(bodies)
    ]
    assert not draw_designs(faces, fonts=fonts(), out=out)
    return out.getvalue()


FRAME = '<rect x="0" y="0" width="63.5" height="88.9" fill="#f0e0c0"/>'
"""As large as what is cut, so that its edges are the cut lines."""


def pictures(pdf: bytes, *numbers: int, dpi: float, bleed_mm: float = 0.0) -> list[Image.Image]:
    """Pictures of pages in their own size, with so much of their bleed."""
    with Pages(pdf) as pages:
        shots = [shot_of(number, pages.size(number), dpi=dpi, bleed_mm=bleed_mm) for number in numbers]
    return list(images(pdf, shots))


def drawn(pdf: bytes, shot: PageShot) -> Image.Image:
    (content,) = finished(pdf, [shot], finisher("png", shot.dpi))
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def box_of(image: Image.Image, colour: tuple[int, int, int]) -> tuple[int, int, int, int] | None:
    """The box of the pixels that have just this colour."""
    ground = Image.new("RGB", image.size, colour)
    found = ImageChops.difference(image.convert("RGB"), ground).convert("L").point(lambda v: 255 * (v == 0))
    return found.getbbox()


# ---------------------------------------------------------------- where things lie


def test_a_poker_card_fills_the_picture_of_the_game_crafter() -> None:
    image = drawn(designs(*POKER, FRAME), PageShot(0, 300, 825, 1125))
    assert image.size == (825, 1125) and image.mode == "RGB"
    left, top, right, bottom = box_of(image, (0xF0, 0xE0, 0xC0)) or (0, 0, 0, 0)
    assert (right - left, bottom - top) == (750, 1050)
    assert {left, top} <= {37, 38}, "37.5 pixels of bleed on each side"
    assert image.getpixel((0, 0)) == image.getpixel((824, 1124)) == (0x20, 0x40, 0x60)


def test_the_cut_lies_36_pixels_inside_the_picture_of_makeplayingcards() -> None:
    image = drawn(designs(*POKER, FRAME), PageShot(0, 300, 822, 1122))
    assert box_of(image, (0xF0, 0xE0, 0xC0)) == (36, 36, 786, 1086)


def test_what_is_cut_is_what_the_design_shows() -> None:
    """The trim out of a shop's picture is, pixel for pixel, the trim of the page at the same dots an inch."""
    pdf = designs(
        *POKER, '<circle cx="20" cy="30" r="11.3" fill="#a02020"/><path d="M3 3 L60 80" stroke="#fff"/>'
    )
    crafter = drawn(pdf, PageShot(0, 600, 1650, 2250)).crop((75, 75, 1575, 2175))
    players = drawn(pdf, PageShot(0, 600, 1644, 2244)).crop((72, 72, 1572, 2172))
    (own,) = pictures(pdf, 0, dpi=600)
    assert own.size == (1500, 2100)
    assert crafter.tobytes() == players.tobytes() == own.tobytes()


@settings(max_examples=25)
@given(st.floats(20, 120), st.floats(20, 120), st.sampled_from([96, 150, 254, 300]), st.integers(-20, 40))
def test_the_middle_of_a_piece_is_the_middle_of_its_picture(
    width: float, height: float, dpi: int, more: int
) -> None:
    shot = PageShot(0, dpi, round(width * dpi / MM_PER_INCH) + more, round(height * dpi / MM_PER_INCH) + more)
    page = PageSize(width + 2 * BLEED_MM, height + 2 * BLEED_MM)
    x, y = shot.corner_px(page)
    per_mm = dpi / MM_PER_INCH
    assert x + (BLEED_MM + width / 2) * per_mm == pytest.approx(shot.width_px / 2)
    assert y + (BLEED_MM + height / 2) * per_mm == pytest.approx(shot.height_px / 2)


@pytest.mark.parametrize("size", [(30.3, 41.7), (63, 88), (95.25, 82.55)])
def test_a_millimetre_is_as_long_in_every_picture(size: tuple[float, float]) -> None:
    """A page whose points are no whole number is not stretched to one."""
    square = '<rect x="5" y="5" width="20" height="20" fill="#ffffff"/>'
    page = PageSize(size[0] + 2 * BLEED_MM, size[1] + 2 * BLEED_MM)
    image = drawn(designs(*size, square), shot_of(0, page, dpi=1016, bleed_mm=0))
    left, top, right, bottom = box_of(image, (255, 255, 255)) or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((800, 800), abs=1)
    assert (left, top) == pytest.approx((200, 200), abs=1)


def test_beyond_its_bleed_the_outermost_pixels_go_on() -> None:
    image = drawn(designs(*POKER, FRAME), PageShot(0, 300, 875, 1225))
    assert {image.getpixel(place) for place in ((0, 0), (874, 0), (0, 1224), (874, 1224), (3, 600))} == {
        (0x20, 0x40, 0x60)
    }
    assert box_of(image, (255, 255, 255)) is None


def test_a_card_that_lies_across_its_product_is_turned_and_its_back_against_it() -> None:
    """Turned over about the upright axis of the product, the tops of both lie on the same edge."""
    top = '<rect x="-4" y="-4" width="97" height="10" fill="#ffcc00"/>'
    pdf = designs(88.9, 63.5, top)
    front, back = (drawn(pdf, PageShot(0, 300, 825, 1125, turn)) for turn in (90, 270))
    assert front.size == back.size == (825, 1125)
    assert front.getpixel((800, 500)) == (255, 204, 0), "the top of the front is on the right"
    assert back.getpixel((20, 500)) == (255, 204, 0), "and of the back on the left, which is behind it"


# ---------------------------------------------------------------- own sizes


def test_pieces_in_their_own_size_are_as_large_as_they_are_cut() -> None:
    pdf = designs(*POKER, FRAME, FRAME)
    first, second = pictures(pdf, 1, 0, dpi=150)
    assert first.size == second.size == (375, 525)
    assert first.getcolors() == [(375 * 525, (0xF0, 0xE0, 0xC0))]


def test_with_all_of_its_bleed_a_picture_ends_where_the_page_does() -> None:
    (image,) = pictures(designs(63, 88, FRAME), 0, dpi=300, bleed_mm=BLEED_MM)
    assert image.size == (819, 1114), "819.1 by 1114.4 pixels: what is left over is cut away"
    assert box_of(image, (255, 255, 255)) is None


# ---------------------------------------------------------------- the files


def chunks(content: bytes) -> dict[bytes, bytes]:
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(content):
        size, kind = struct.unpack_from("!I4s", content, at)
        body = content[at + 8 : at + 8 + size]
        assert struct.unpack_from("!I", content, at + 8 + size)[0] == zlib.crc32(kind + body)
        found[kind] = body
        at += size + 12
    return found


def noise(width: int, height: int) -> Image.Image:
    """A photograph for an encoder: smooth and grainy, no two rows alike."""
    gradient = Image.linear_gradient("L").resize((width, height))
    parts = [
        gradient,
        gradient.rotate(90).resize((width, height)),
        Image.effect_mandelbrot((width, height), (-2, -1.5, 1, 1.5), 60),
    ]
    return Image.merge("RGB", parts).convert("RGB")


@pytest.mark.parametrize(
    "image", [Image.new("RGB", (70, 40), "#204060"), noise(300, 200)], ids=["flat", "photo"]
)
def test_a_png_has_the_same_pixels_and_says_what_they_mean(image: Image.Image) -> None:
    content = png(image, 300)
    found = chunks(content)
    assert list(found) == [b"IHDR", b"sRGB", b"pHYs", b"IDAT", b"IEND"]
    assert struct.unpack("!IIBBBBB", found[b"IHDR"]) == (*image.size, 8, 2, 0, 0, 0)
    assert found[b"sRGB"] == b"\0"
    assert struct.unpack("!IIB", found[b"pHYs"]) == (11811, 11811, 1)
    read = Image.open(io.BytesIO(content))
    assert read.mode == "RGB" and read.convert("RGB").tobytes() == image.tobytes()
    plain = io.BytesIO()
    image.save(plain, "PNG", compress_level=6)
    assert len(content) < 1.1 * len(plain.getvalue()) + 100


def test_a_jpeg_says_its_dots_an_inch() -> None:
    (content,) = finished(designs(*POKER, FRAME), [PageShot(0, 300, 825, 1125)], finisher("jpeg", 300))
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.size, image.info["dpi"]) == ("JPEG", (825, 1125), (300, 300))


def test_two_processes_make_the_same_bytes_in_the_same_order() -> None:
    marks = [f'<rect x="5" y="{5 * number}" width="50" height="4" fill="#fff"/>' for number in range(1, 9)]
    pdf = designs(*POKER, *marks)
    shots = [PageShot(number, 300, 825, 1125) for number in (3, 1, 2, 0, 7, 5)]
    alone = list(finished(pdf, shots, finisher("png", 300)))
    assert list(finished(pdf, shots, finisher("png", 300), cores=2)) == alone
    assert len(set(alone)) == 6


def test_too_many_pixels_are_refused_and_not_scaled() -> None:
    with Pages(designs(*POKER, FRAME)) as pages, pytest.raises(ValueError, match="pixels"):
        pages.window(0, dpi=300, size_px=(10_000, 10_000))


# ---------------------------------------------------------------- which product


PRODUCTS = (
    Product("Poker", 63.5, 88.9, Shape.RECTANGLE, 825, 1125),
    Product("Hex", 95.25, 82.55, Shape.HEXAGON, 1200, 1050),
    Product("Chip", 25.4, 25.4, Shape.CIRCLE, 375, 375),
    Product("Chit", 25.4, 25.4, Shape.RECTANGLE, 375, 375),
    Product("Box", 66.04, 91.44, Shape.TUCK_BOX, 2325, 1950, depth_mm=23.11),
)


@pytest.mark.parametrize(
    ("size", "name", "turned"),
    [
        (PieceSize(Shape.RECTANGLE, 63.5, 88.9), "Poker", False),
        (PieceSize(Shape.RECTANGLE, 88.9, 63.5), "Poker", True),
        (PieceSize(Shape.RECTANGLE, 63.45, 88.95), "Poker", False),
        (PieceSize(Shape.RECTANGLE, 63, 88), None, False),
        (PieceSize(Shape.HEXAGON, 95.25, 82.5), "Hex", False),
        (PieceSize(Shape.HEXAGON, 82.5, 95.25), "Hex", True),
        (PieceSize(Shape.CIRCLE, 25.4, 25.4), "Chip", False),
        (PieceSize(Shape.RECTANGLE, 25.4, 25.4), "Chit", False),
        (PieceSize(Shape.OCTAGON, 25.4, 25.4), None, False),
        (PieceSize(Shape.TUCK_BOX, 66.04, 91.44, 23.1), "Box", False),
        (PieceSize(Shape.TUCK_BOX, 66.04, 91.44, 30), None, False),
    ],
)
def test_a_piece_is_the_product_of_its_shape_and_its_millimetres(
    size: PieceSize, name: str | None, turned: bool
) -> None:
    fit = fitted(size, PRODUCTS)
    assert (fit.product.name, fit.turned) == (name, turned) if fit else name is None
