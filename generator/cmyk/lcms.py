"""The ICC profile at work: LittleCMS, by way of Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from generator.cmyk.inks import KEY, Inks
from generator.ground.problems import Failed, error

if TYPE_CHECKING:
    from PIL import Image

_BLACK_POINT = 0x2000
"""cmsFLAGS_BLACKPOINTCOMPENSATION, which Pillow names from 10.3 on."""
_LONGEST = 100


def _cms() -> Any:
    try:
        from PIL import ImageCms, _imagingcms  # noqa: F401
    except ImportError:
        why = "Pillow was installed without LittleCMS, which turns colours into inks."
        mend = "Install Pillow's own wheel: pip install --force-reinstall pillow."
        raise Failed(error("pillow", why, mend)) from None
    return ImageCms


def title_of(profile: bytes) -> str | None:
    """What a profile calls itself, as one line; None if nothing can be separated with it."""
    cms = _cms()
    try:
        separated_pixels([(128, 64, 32)], profile)
        looks([KEY], profile)
        text = str(cms.getProfileDescription(cms.getOpenProfile(io.BytesIO(profile))))
    except (cms.PyCMSError, OSError, ValueError):
        return None
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())[:_LONGEST] or "Custom"


def separated_pixels(colours: Sequence[Sequence[int]], profile: bytes) -> list[tuple[int, ...]]:
    """Colours as a profile separates them: relative colorimetric, the darkest ones kept apart."""
    cms = _cms()
    way = cms.buildTransform(
        cms.createProfile("sRGB"),
        cms.getOpenProfile(io.BytesIO(profile)),
        "RGB",
        "CMYK",
        renderingIntent=cms.Intent.RELATIVE_COLORIMETRIC,
        flags=_BLACK_POINT,
    )
    return pixels_of(cms.applyTransform(row_of("RGB", colours), way))


def looks(all_inks: Sequence[Inks], profile: bytes) -> list[tuple[float, float, float]]:
    """How inks look on paper: CIELAB, against the paper's white."""
    row = row_of("CMYK", [bytes_of(inks) for inks in all_inks])
    pixels = pixels_of(_cms().applyTransform(row, _to_lab(profile)))
    return [(light / 2.55, _signed(green), _signed(blue)) for light, green, blue in pixels]


@lru_cache(maxsize=2)
def _to_lab(profile: bytes) -> Any:
    """LittleCMS takes longer to open a profile than to ask it for a colour."""
    cms = _cms()
    return cms.buildTransform(
        cms.getOpenProfile(io.BytesIO(profile)),
        cms.createProfile("LAB"),
        "CMYK",
        "LAB",
        renderingIntent=cms.Intent.RELATIVE_COLORIMETRIC,
    )


def _signed(part: int) -> int:
    """A byte of Pillow's LAB: two's complement."""
    return part - 256 if part > 127 else part


def bytes_of(inks: Inks) -> tuple[int, ...]:
    """The inks of a pixel; rounded down, so that a limit that they keep is kept."""
    return tuple(int(255 * part + 1e-6) for part in inks)


def row_of(mode: str, pixels: Sequence[Sequence[int]]) -> Image.Image:
    """Pixels as a picture, one line of them."""
    from PIL import Image

    flat = bytes(part for pixel in pixels for part in pixel)
    return Image.frombytes(mode, (len(pixels), 1), flat)


def pixels_of(image: Image.Image) -> list[tuple[int, ...]]:
    """The pixels of a picture."""
    flat, wide = image.tobytes(), len(image.getbands())
    return [tuple(flat[at : at + wide]) for at in range(0, len(flat), wide)]
