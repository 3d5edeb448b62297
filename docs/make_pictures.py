"""The README's pictures, taken from the finished sheets: run `make pictures` after a build."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = Path(__file__).parents[1]
SHEETS = ROOT / "output" / "A4"
PICTURES = ROOT / "docs" / "pictures"


def page(name: str, number: int, width: int) -> Image:
    """A page of an A4 file as a picture of so many pixels across."""
    (path,) = SHEETS.glob(f"*_{name}.pdf")
    pdf = pypdfium2.PdfDocument(path)
    try:
        leaf = pdf[number - 1]
        return leaf.render(scale=(width - 1e-6) / leaf.get_width()).to_pil().convert("RGB")
    finally:
        pdf.close()


def beside(pictures: Sequence[Image], gap: int = 12) -> Image:
    """Pictures of one height side by side on white."""
    from PIL import Image

    height = max(picture.height for picture in pictures)
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    canvas = Image.new("RGB", (width, height), "#e9e6df")
    x = 0
    for picture in pictures:
        canvas.paste(picture, (x, (height - picture.height) // 2))
        x += picture.width + gap
    return canvas


def save(picture: Image, name: str) -> None:
    """Small enough for a README: a palette of 256 colours."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture.quantize(256).save(PICTURES / f"{name}.png", optimize=True)


def main() -> int:
    """Write all of them."""
    if not SHEETS.is_dir():
        print("There are no sheets yet: run pnp build first.", file=sys.stderr)
        return 1
    save(beside([page("Patterns_A4_duplex", 1, 620), page("Patterns_A4_duplex", 2, 620)]), "patterns")
    save(
        beside([page("Initiatives_A4_8up_duplex", 1, 760), page("Events_A4_8up_duplex", 1, 760)]),
        "initiatives-events",
    )
    # A back lies head down on its page, for the paper is turned over; here it is to be read.
    save(beside([page("PlayerMats_A4", 1, 760), page("PlayerAid_A4_duplex", 2, 760).rotate(180)]), "mat-aid")
    save(beside([page("WorldBoard_A4_tiled", 1, 620), page("WorldBoard_A4_tiled", 2, 620)]), "world-board")
    save(
        beside([page("Rulebook_A4", 4, 500), page("SampleGame_A4", 4, 500), page("SampleGame_A4", 5, 500)]),
        "booklets",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
