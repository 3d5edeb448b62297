"""The made parts of the manual, and its pictures: run `python -m docs.make_reference` after a change.

A page holds `<!-- made: NAME -->` and `<!-- end -->`; what lies between is written here, from the code's own
declarations and docstrings. Every example above a picture is drawn by the generator.
"""

from __future__ import annotations

import dataclasses
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2

from docs import template_sections, workbook_sections
from docs.desk import PART, Desk
from docs.pages import DOCS, PICTURES, Fence, Rows, blocks, pages
from generator.faces import Face
from generator.ground.files import write_whole
from generator.ground.problems import Failed
from generator.svg.designs import draw_designs
from generator.text.fonts import game_fonts

if TYPE_CHECKING:
    from PIL.Image import Image

SECTIONS = {**workbook_sections.SECTIONS, **template_sections.SECTIONS}
WIDTH_PX = 720
"""Of a picture; pages show it half as wide, so that it is sharp on every screen."""
CARD_PX = 400
MOST_BYTES = 15_000
"""Of a picture's file."""
APART = 12
"""How far two colours of a picture lie from each other; nearer ones are one."""
ROOM_MM = 3.0
"""Below the lowest thing that an example draws."""
_MADE = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str, sections: Mapping[str, str]) -> str:
    """A page with its made parts written anew. Raises KeyError for an unknown name."""
    return _MADE.sub(lambda match: f"{match[1]}{sections[match[2]]}\n{match[3]}", text)


def named(text: str) -> tuple[str, ...]:
    """The made parts of a page."""
    return tuple(match[2] for match in _MADE.finditer(text))


def made(page: Path) -> str:
    """A page as it should be."""
    text = page.read_text(encoding="utf-8")
    return filled(text, {name: SECTIONS[name]() for name in named(text)})


# ---------------------------------------------------------------- pictures


def pictures(page: Path) -> Iterator[tuple[str, Image]]:
    """The pictures of a page by their names."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        for block in blocks(page):
            if isinstance(block, Rows) or block.file:
                desk.put(block)
            if isinstance(block, Fence) and block.picture:
                yield block.picture, (_whole if "<svg" in block.text else _part)(desk, block)


def _whole(desk: Desk, fence: Fence) -> Image:
    """A template as the piece that is cut out."""
    face = _face(desk, fence)
    picture = _drawn(desk, face, CARD_PX)
    from PIL import Image, ImageDraw

    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), 14, fill=255)
    ground = Image.new("RGB", picture.size, "#ffffff")
    ground.paste(picture, mask=mask)
    edge = (0, 0, picture.width - 1, picture.height - 1)
    ImageDraw.Draw(ground).rounded_rectangle(edge, 14, outline="#b9b2a4", width=2)
    return ground


def _part(desk: Desk, fence: Fence) -> Image:
    """A part of a template on a ground with lines every 10 mm, down to the lowest thing that it draws."""
    bare = _drawn(desk, _face(desk, fence, PART % fence.text), WIDTH_PX)
    lined = _drawn(desk, _face(desk, fence, PART % (_LINES + fence.text)), WIDTH_PX)
    from PIL import Image, ImageChops

    ground = Image.new("RGB", bare.size, bare.getpixel((0, 0)))
    box = ImageChops.difference(bare, ground).getbbox() or (0, 0, *bare.size)
    return lined.crop((0, 0, bare.width, min(bare.height, box[3] + round(ROOM_MM * WIDTH_PX / 60))))


_LINES = "".join(
    [f'<path d="M{x} -3V60" stroke="#e3d9c6" stroke-width="0.15"/>' for x in range(10, 60, 10)]
    + [f'<path d="M-3 {y}H70" stroke="#e3d9c6" stroke-width="0.15"/>' for y in range(10, 60, 10)]
)


def _face(desk: Desk, fence: Fence, text: str = "") -> Face:
    faces, problems = desk.faces(dataclasses.replace(fence, text=text or fence.text), only_one=True)
    if problems:
        raise Failed(*problems)
    return faces[0]


def _drawn(desk: Desk, face: Face, width: int) -> Image:
    out = io.BytesIO()
    draw_designs([face], fonts=game_fonts(desk.project), out=out, bleed_mm=0)
    pdf = pypdfium2.PdfDocument(out.getvalue())
    try:
        return pdf[0].render(scale=(width - 1e-6) / pdf[0].get_width()).to_pil().convert("RGB")
    finally:
        pdf.close()


def save(picture: Image, name: str) -> None:
    """In its own commonest colours, as many as a small file holds; with fewer pixels if that is too much."""
    while True:
        for colours in (96, 64, 48, 32):
            out = io.BytesIO()
            _flat(picture, colours).save(out, "PNG", optimize=True)
            if len(out.getvalue()) <= MOST_BYTES:
                folder = DOCS / PICTURES
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(folder / f"{name}.png", out.getvalue(), inside=DOCS)
                return
        picture = picture.resize((picture.width * 9 // 10, picture.height * 9 // 10))


def _flat(picture: Image, colours: int) -> Image:
    """The picture in so many of its own colours: drawings have flat ones, which a mean would grey."""
    from PIL import Image

    kept: list[tuple[int, ...]] = []
    every: Any = picture.getcolors(picture.width * picture.height)
    counted = sorted(every, reverse=True)
    for _, colour in counted:
        if len(kept) < colours and all(_apart(colour, other) > APART for other in kept):
            kept.append(colour)
    nearest = {c: min(range(len(kept)), key=lambda at, c=c: _apart(c, kept[at])) for _, c in counted}
    raw = picture.tobytes()
    pixels = zip(raw[::3], raw[1::3], raw[2::3], strict=True)
    made = Image.frombytes("P", picture.size, bytes(nearest[pixel] for pixel in pixels))
    made.putpalette([part for colour in kept for part in colour])
    return made


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def main() -> int:
    """Write every made part and every picture."""
    for page in pages():
        write_whole(page, made(page).encode("utf-8"), inside=DOCS)
        for name, picture in pictures(page):
            save(picture, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
