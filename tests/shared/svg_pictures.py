"""Drawing a piece of SVG in a test, and comparing its picture with another renderer's."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Failed, Problem
from generator.ground.revision import MarkPlace
from generator.svg.check import FaceLike, check_tree
from generator.svg.designs import draw_designs
from generator.svg.parse import parse
from generator.text.fonts import Fonts, find_fonts

ROOT = Path(__file__).parents[1]
FAILED = ROOT / "failed"
PX_PER_MM = 6
"""152 dpi; a whole number, so that straight edges lie on pixels in both renderers."""
FINER = 4
"""pdfium lets straight edges fall on whole pixels, so its pages are drawn finer and levelled out."""
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="60mm" height="60mm" viewBox="0 0 60 60">'
)

MOST_OFF = 42


@dataclass(frozen=True)
class Design:
    """The least that draw_designs asks of a face."""

    svg: str
    key: str = "design"
    width_mm: float = 60.0
    height_mm: float = 60.0
    shape: str = "rectangle"
    colours: Mapping[str, tuple[str, ...]] | None = None
    blind: bool = False
    mark: MarkPlace = MarkPlace.NONE
    sign: str = ""
    digest: str = ""


def check_svg(face: FaceLike) -> tuple[Problem, ...]:
    """Everything in a face that `draw_designs` would not draw, told without drawing it."""
    try:
        return check_tree(parse(face.svg, face.key), face.key)
    except Failed as failed:
        return failed.problems


def svg(body: str) -> str:
    """A document of 60 by 60 mm."""
    return f"{HEAD}{body}</svg>"


@lru_cache
def fonts() -> Fonts:
    return find_fonts(ROOT.parent / "fonts")


def drawn(
    *documents: str,
    bleed_mm: float = 0.0,
    cache: Cache = NO_CACHE,
    light: bool = False,
) -> tuple[bytes, tuple[Problem, ...]]:
    """The PDF of some documents, and the Problems."""
    out = io.BytesIO()
    faces = [Design(document, key=f"design {i}", digest=document) for i, document in enumerate(documents, 1)]
    problems = draw_designs(faces, fonts=fonts(), out=out, bleed_mm=bleed_mm, cache=cache, light=light)
    return out.getvalue(), problems


def good(*documents: str, **options: Any) -> bytes:
    """The PDF of documents that must give no Problem."""
    pdf, problems = drawn(*documents, **options)
    assert problems == ()
    return pdf


def stream(pdf: bytes, page: int = 0) -> str:
    """The operators of a page, on one line."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return " ".join(opened.pages[page].Contents.read_bytes().decode().split())


def raster(pdf: bytes, page: int = 0) -> Image.Image:
    """A page as pixels, PX_PER_MM of them to the millimetre."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as opened:
        image = opened[page].render(scale=FINER * PX_PER_MM * 25.4 / 72 - 1e-6).to_pil()
    return image.convert("RGB").reduce(FINER)


def pages(pdf: bytes, *, px_per_mm: int) -> list[Image.Image]:
    """All pages as pixels."""
    import pypdfium2

    scale = FINER * px_per_mm * 25.4 / 72 - 1e-6
    with pypdfium2.PdfDocument(pdf) as opened:
        return [page.render(scale=scale).to_pil().convert("RGB").reduce(FINER) for page in opened]


def other_raster(
    document: str,
    size: tuple[int, int],
    *,
    px_per_mm: float = PX_PER_MM,
    background: str | None = "white",
) -> Image.Image:
    """The same SVG by resvg, the independent renderer, with our fonts and none of this computer's.

    `px_per_mm` has to give `size` for a document whose width is in millimetres: resvg rounds a drawing's own
    size to whole pixels first and then stretches it, which moves every edge a little.
    """
    import resvg_py

    data = resvg_py.svg_to_bytes(
        svg_string=document,
        width=size[0],
        height=size[1],
        background=background,
        dpi=25.4 * px_per_mm,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted((ROOT.parent / "fonts").glob("*.ttf"))],
    )
    image = Image.open(io.BytesIO(data))
    return image.convert("RGB" if background else "RGBA")


def same_picture(name: str, actual: Image.Image, expected: Image.Image) -> bool:
    """Whether two pictures agree but for the rim of shapes; otherwise both are written to tests/failed.

    No pixel may be off by more than `MOST_OFF` of 255 after a blur over its neighbours, which levels out the
    two renderers' smoothing of edges. What is drawn today was measured: shapes, text and gradients are off by
    36 at most, pictures of pixels, which the two enlarge differently, by 40.
    """
    blurred = [image.filter(ImageFilter.BoxBlur(1)) for image in (actual, expected)]
    off = ImageChops.difference(*blurred).split()
    worst = ImageChops.lighter(ImageChops.lighter(off[0], off[1]), off[2])
    if actual.size == expected.size and worst.getextrema()[1] <= MOST_OFF:
        return True
    FAILED.mkdir(exist_ok=True)
    actual.save(FAILED / f"{name}-actual.png")
    expected.save(FAILED / f"{name}-expected.png")
    worst.save(FAILED / f"{name}-difference.png")
    return False
