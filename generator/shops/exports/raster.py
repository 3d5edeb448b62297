"""Design pages as pictures, on two processors: a helper draws every other one, the order stays.

Nothing is resampled. A picture is a window on the page, drawn at exactly its dots an inch, in which the page
may begin between two pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.ground.fence import unit
from generator.ground.helper import Parcel, lend
from generator.ground.raster import MM_PER_INCH, Pages, PageSize
from generator.ground.shapes import BLEED_MM

if TYPE_CHECKING:
    from PIL import Image

    Finish = Callable[[Image.Image], bytes]
    """What is made of a picture, such as a file."""

LEAST_PIXELS = 4_000_000
"""For fewer than these nobody helps: it would take as long as it spares."""
_ALMOST = 1e-6


@dataclass(frozen=True, slots=True)
class PageShot:
    """A picture of a page, counted from 0: its pixels, with the middle of the page in their middle."""

    page: int
    dpi: float
    width_px: int
    height_px: int
    turn: int = 0
    """Degrees clockwise by which it is turned when it is drawn: 0, 90 or 270."""

    @property
    def drawn_px(self) -> tuple[int, int]:
        """Its size before it is turned."""
        return (self.height_px, self.width_px) if self.turn else (self.width_px, self.height_px)

    def corner_px(self, page: PageSize) -> tuple[float, float]:
        """Where the corner of its page lies in it, before it is turned; negative where it cuts."""
        (width, height), per_mm = self.drawn_px, self.dpi / MM_PER_INCH
        return (width - page.width_mm * per_mm) / 2, (height - page.height_mm * per_mm) / 2


def whole_px(size_mm: float, dpi: float, *, inside: bool = False) -> int:
    """A length in whole pixels: the nearest number, or the largest that is no longer."""
    exact = size_mm * dpi / MM_PER_INCH
    return max(1, math.floor(exact + _ALMOST) if inside else round(exact))


def shot_of(page: int, size: PageSize, *, dpi: float, bleed_mm: float) -> PageShot:
    """A picture of a design page with so much of its bleed, in its own size.

    With all of the bleed it ends where the page does; a fraction of a pixel is cut away on both sides. With
    less it is rounded to the nearest pixel.
    """
    less, inside = 2 * (BLEED_MM - bleed_mm), bleed_mm >= BLEED_MM
    width, height = (whole_px(side - less, dpi, inside=inside) for side in (size.width_mm, size.height_mm))
    return PageShot(page, dpi, width, height)


def images(designs: bytes, shots: Sequence[PageShot], *, cores: int = 1) -> Iterator[Image.Image]:
    """The pictures themselves, in RGB and in their order."""
    from PIL import Image

    drawn = finished(designs, shots, lambda image: image.tobytes(), cores=cores)
    for shot, content in zip(shots, drawn, strict=True):
        yield Image.frombytes("RGB", (shot.width_px, shot.height_px), content)


def finished(designs: bytes, shots: Sequence[PageShot], finish: Finish, *, cores: int = 1) -> Iterator[bytes]:
    """What `finish` makes of each picture, in their order; with two `cores` a helper makes every other one.

    `finish` may run in another process, and has to make the same of the same.
    """

    def ahead() -> Iterator[Parcel]:
        with Pages(designs) as pages:
            for place in range(1, len(shots), 2):
                yield Parcel(place, {}, (_made(pages, shots[place], finish),))

    helped = cores > 1 and sum(shot.width_px * shot.height_px for shot in shots) >= LEAST_PIXELS
    helper = lend(ahead) if helped and len(shots) > 1 else None
    with helper or nullcontext(), Pages(designs) as pages:
        for place, shot in enumerate(shots):
            parcel = helper.take(place) if helper is not None and place % 2 else None
            yield parcel.parts[0] if parcel is not None else _made(pages, shot, finish)


def _made(pages: Pages, shot: PageShot, finish: Finish) -> bytes:
    millions = shot.width_px * shot.height_px / 1e6
    with unit("export", f"page {shot.page + 1}", times=millions / 2):
        return finish(_drawn(pages, shot))


def _drawn(pages: Pages, shot: PageShot) -> Image.Image:
    """The picture of a shot; where it is larger than its page, the outermost pixels go on to its edge."""
    corner = shot.corner_px(pages.size(shot.page))
    image = pages.window(shot.page, dpi=shot.dpi, size_px=shot.drawn_px, corner_px=corner)
    _fill(image, *(max(0, math.ceil(side - _ALMOST)) for side in corner))
    if not shot.turn:
        return image
    from PIL.Image import Transpose

    return image.transpose(Transpose.ROTATE_270 if shot.turn == 90 else Transpose.ROTATE_90)


def _fill(image: Image.Image, beside: int, above: int) -> None:
    """Repeat the outermost pixels of a page beyond it, over so many columns and rows on each side."""
    width, height = image.size
    if 0 < beside < width / 2:
        for edge, target in ((beside, 0), (width - beside - 1, width - beside)):
            line = image.crop((edge, 0, edge + 1, height))
            image.paste(line.resize((beside, height), resample=0), (target, 0))
    if 0 < above < height / 2:
        for edge, target in ((above, 0), (height - above - 1, height - above)):
            line = image.crop((0, edge, width, edge + 1))
            image.paste(line.resize((width, above), resample=0), (0, target))
