"""Pictures whose few bytes stand for much work, and pictures of every kind on paper."""

from __future__ import annotations

import base64
import io
import zlib
from pathlib import Path

import pytest
from PIL import Image

from generator.faces.assets import Pictures
from generator.faces.markup import BadArgument
from generator.svg import pixels
from generator.svg.pixels import BadPixels, Opener, deflated
from tests.shared.svg_pictures import drawn, svg


def written(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


def jpeg_of_scans(count: int) -> bytes:
    """A progressive JPEG with its second scan written `count` times."""
    data = written(Image.new("L", (64, 64), 99), "JPEG", progressive=True)
    starts = [at for at in range(len(data)) if data.startswith(b"\xff\xda", at)]
    scan = data[starts[1] : starts[2]]
    return data[: starts[1]] + scan * (count - len(starts) + 1) + data[starts[2] :]


def test_a_jpeg_of_many_scans_is_not_decoded() -> None:
    assert Opener().open(jpeg_of_scans(pixels.MOST_SCANS)).size == (64, 64)
    with pytest.raises(BadPixels) as raised:
        Opener().open(jpeg_of_scans(pixels.MOST_SCANS + 1))
    assert raised.value.said == "is a JPEG of more than 100 scans."


def test_pixels_have_a_bound_each_and_together() -> None:
    opener, small = Opener(most_pixels=400, most_together=1000), written(Image.new("L", (20, 20)))
    with pytest.raises(BadPixels) as raised:
        opener.open(written(Image.new("L", (20, 21))))
    assert raised.value.said == "has 20 by 21 pixels."
    opener.open(small)
    opener.open(small)
    with pytest.raises(BadPixels, match="together"):
        opener.open(small)


def test_bytes_have_a_bound_together() -> None:
    noise = written(Image.effect_noise((50, 50), 50))
    opener = Opener(most_bytes=3 * len(noise))
    for _ in range(3):
        opener.open(noise)
    with pytest.raises(BadPixels, match="hold more than"):
        opener.open(noise)


def test_pillow_s_own_bounds_are_problems_too() -> None:
    """A header of 40,000 by 40,000 pixels, beyond what Pillow itself would look at."""
    data = written(Image.new("L", (1, 1)))
    size = (40_000).to_bytes(4, "big") * 2
    head = b"IHDR" + size + data[24:29]
    data = data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]
    with pytest.raises(BadPixels, match="pixels"):
        Opener().open(data)


def test_texts_and_profiles_of_a_png_cannot_unfold_to_gigabytes() -> None:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Comment", "a" * 2_000_000, zip=True)
    with pytest.raises(BadPixels, match="broken"):
        Opener().open(written(Image.new("L", (9, 9)), pnginfo=info))


def test_pictures_that_were_dropped_are_read_again(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.png").write_bytes(written(Image.effect_noise((20, 20), 9)))
    pictures = Pictures(tmp_path, most_kept=500)
    first = pictures.get("a.png")
    assert pictures.get("b.png") != first == pictures.get("a.png")


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    whole = written(Image.effect_noise((90, 90), 9))
    (tmp_path / "a.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadArgument) as raised:
        Pictures(tmp_path).get("a.png")
    assert raised.value.what == "The picture “a.png” is neither PNG nor JPEG nor SVG, or it is broken."


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_turned_picture_keeps_its_kind_and_its_clear_parts(tmp_path: Path, kind: str) -> None:
    image = Image.new("RGBA" if kind == "PNG" else "L", (80, 60), (9, 9, 9, 0) if kind == "PNG" else 9)
    exif = Image.Exif()
    exif[0x0112] = 6
    (tmp_path / "a").write_bytes(written(image, kind, exif=exif))
    picture = Pictures(tmp_path).get("a")
    with Image.open(io.BytesIO(base64.b64decode(picture.href.partition(",")[2]))) as shown:
        assert (shown.format, shown.size, picture.width) == (kind, (60, 80), 60)
        assert kind == "JPEG" or shown.getpixel((9, 9)) == (9, 9, 9, 0)


SIXTEEN = Image.new("I;16", (40, 30), 0x8040)
KINDS = {
    "1": (Image.new("1", (40, 30), 1), (255, 255, 255)),
    "L": (Image.new("L", (40, 30), 90), (90, 90, 90)),
    "LA, half": (Image.new("LA", (40, 30), (0, 128)), (127, 127, 127)),
    "P": (
        Image.new("RGB", (40, 30), (200, 10, 30)).convert("P", palette=Image.Palette.ADAPTIVE),
        (200, 10, 30),
    ),
    "RGB": (Image.new("RGB", (40, 30), (10, 200, 30)), (10, 200, 30)),
    "RGBA": (Image.new("RGBA", (40, 30), (10, 200, 30, 255)), (10, 200, 30)),
    "RGBA, clear": (Image.new("RGBA", (40, 30), (10, 200, 30, 0)), (255, 255, 255)),
    "I;16": (SIXTEEN, (128, 128, 128)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [1, 100, 10**6])
def test_strips_of_one_row_of_some_rows_and_the_whole_are_the_same(kind: str, most: int) -> None:
    def samples(strip: Image.Image) -> Image.Image:
        return strip.convert("I" if kind == "I;16" else "RGBA")

    image = SIXTEEN if kind == "I;16" else Image.effect_noise((40, 30), 90).convert(KINDS[kind][0].mode)
    assert zlib.decompress(deflated(image, samples, most)) == samples(image).tobytes()


def on_paper(image: Image.Image, *places: tuple[int, int]) -> list[tuple[int, ...]]:
    """The colours of a picture, 60 by 45 mm, at some places of its page."""
    import pypdfium2

    href = f"data:image/png;base64,{base64.b64encode(written(image)).decode()}"
    pdf, problems = drawn(svg(f'<image href="{href}" width="60" height="45"/>'))
    assert not problems
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
    colours = [page.getpixel(place) for place in places]
    return [colour for colour in colours if isinstance(colour, tuple)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_on_paper(kind: str) -> None:
    image, colour = KINDS[kind]
    (seen,) = on_paper(image, (60, 60))
    assert all(abs(a - b) <= 2 for a, b in zip(seen, colour, strict=True)), seen


def test_a_picture_of_several_strips_may_be_clear_in_the_last_one_alone() -> None:
    image = Image.new("RGBA", (1600, 1200), (10, 200, 30, 255))
    image.paste((10, 200, 30, 0), (0, 800, 1600, 1200))
    assert on_paper(image, (60, 30), (60, 120)) == [(10, 200, 30), (255, 255, 255)]
