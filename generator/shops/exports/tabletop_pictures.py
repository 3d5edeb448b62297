"""Pictures for Tabletop Simulator: sheets of cards, single pictures, and tokens cut out by their outline.

A picture's name ends in a digest of its content. The program keeps what it has loaded by its address for
good, so that what has changed needs another one, and what has not must keep its own.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.ground.output import Stage
from generator.ground.polygons import points_of
from generator.press.decks import Deck
from generator.records.edition import file_name_part
from generator.sheets.sheet import Format
from generator.shops.exports.order import ExportedFile, Order
from generator.shops.exports.pictures import ENDINGS, finisher
from generator.shops.exports.raster import PageShot, images
from generator.shops.exports.tabletop_sizes import SIDE_PX, CardGrid, SheetCell, picture_cell

if TYPE_CHECKING:
    from PIL import Image

FOLDER = "Images"
"""Beside PDF: both are folders of the program, which finds a file in them by its name alone."""
_PLAIN = (94, 96, 102)
"""What is seen where a piece has no back: a grey that is no card's."""
_SMOOTH, _FINEST_PX = 4, 4096
"""So many times finer is a token's mask drawn, for an edge without steps, but no larger than that."""


@dataclass(frozen=True, slots=True)
class PictureMaker:
    """Draws the pictures of one component, takes those that it has drawn before, and writes them."""

    order: Order
    stage: Stage
    deck: Deck
    dpi: float
    turned: bool
    """Whether fronts are turned by a quarter clockwise, and backs against it."""

    def sheet(
        self,
        grid: CardGrid,
        designs: Sequence[int | None],
        hidden: int | None,
        *,
        side: str,
        number: int,
        copies: int,
    ) -> ExportedFile:
        """A sheet of cards, the last cell of which is what others see of a card in a hand."""
        cells: list[int | None] = [*designs, *[None] * (grid.cells - len(designs) - 1), hidden]

        def drawn() -> bytes:
            turn, cores = self._turn(side), self.order.cores
            image = sheet_picture(self.deck.designs, grid, cells, turn=turn, cores=cores)
            return self._finish(image, grid.cell.dpi)

        content = self._cached("tabletop sheet", cells, (grid, self.turned, side), drawn)
        return self._written(f"{side}s_{number}", content, grid.size_px, side, copies)

    def picture(
        self, design: int, *, stem: str, side: str, copies: int, title: str, cut: bool = False
    ) -> ExportedFile:
        """A picture of one design as it is cut; what of it lies beyond its outline stays.

        With `cut` it is transparent there, and always a PNG.
        """
        cell = picture_cell(*self.sides_mm, side_px=self.side_px, most_dpi=self.dpi)
        outline = self.deck.format.mirrored() if side == "back" else self.deck.format

        def drawn() -> bytes:
            shot = PageShot(design, cell.dpi, *cell.size_px, 0 if cut else self._turn(side))
            (image,) = images(self.deck.designs, [shot])
            return _cut(image, cell, outline) if cut else self._finish(image, cell.dpi)

        kind, parts = ("token", (outline,)) if cut else ("picture", (self.turned, side))
        content = self._cached(f"tabletop {kind}", [design], (cell, *parts), drawn)
        ending = "png" if cut else ""
        return self._written(stem, content, cell.size_px, side, copies, title=title, ending=ending)

    def plain(self, cell: SheetCell, stem: str) -> ExportedFile:
        """A picture in one colour, for the back of what has none."""
        from PIL import Image

        image = Image.new("RGB", cell.size_px, _PLAIN)
        return self._written(stem, self._finish(image, cell.dpi), image.size, "back", 0)

    @property
    def sides_mm(self) -> tuple[float, float]:
        """Width and height of a piece as it lies in its picture."""
        form = self.deck.format
        return (form.height_mm, form.width_mm) if self.turned else (form.width_mm, form.height_mm)

    @property
    def side_px(self) -> int:
        """The most pixels of a side."""
        return min(self.order.target.limits.side_px or SIDE_PX, SIDE_PX)

    # ---------------------------------------------------------------- drawing

    def _turn(self, side: str) -> int:
        if not self.turned:
            return 0
        return 90 if side == "front" else 270

    def _finish(self, image: Image.Image, dpi: float) -> bytes:
        return finisher(self.order.target.format, dpi)(image)

    # ---------------------------------------------------------------- keeping and writing

    def _shown(self, designs: Sequence[int | None]) -> list[str]:
        """Digests of what the designs show; without one, of all of them and the number."""
        drawn = self.deck.drawn
        if len(drawn) == self.deck.count:
            return ["" if design is None else drawn[design] for design in designs]
        every = hashlib.sha256(self.deck.designs).hexdigest()
        return ["" if design is None else f"{every} {design}" for design in designs]

    def _cached(
        self, kind: str, designs: Sequence[int | None], parts: tuple[object, ...], drawn: Callable[[], bytes]
    ) -> bytes:
        """A file that these designs and parts make: as it was drawn before, else drawn now."""
        cache = self.order.cache
        if not cache.on:
            return drawn()
        name = cache.name(kind, self.order.target.format, repr((self._shown(designs), *parts)))
        content = cache.get(name)
        if content is None:
            content = drawn()
            cache.put(name, content)
        return content

    def _written(
        self,
        stem: str,
        content: bytes,
        size: tuple[int, int],
        side: str,
        copies: int,
        *,
        title: str = "",
        ending: str = "",
    ) -> ExportedFile:
        digest = hashlib.sha256(content).hexdigest()[:8]
        ending = ending or ENDINGS[self.order.target.format]
        path = f"{FOLDER}/{file_name_part(self.deck.name)}_{stem}_{digest}.{ending}"
        if path not in self.stage.hashes:
            self.stage.write(path, content)
        pixels = f"{size[0]} × {size[1]}"
        return ExportedFile(path, self.deck.title, title, side, copies, "", pixels, len(content))


def _cut(image: Image.Image, cell: SheetCell, outline: Format) -> bytes:
    """A picture as a PNG that is transparent beyond an outline."""
    from PIL.PngImagePlugin import PngInfo

    tags, out = PngInfo(), io.BytesIO()
    tags.add(b"sRGB", b"\0")
    image.putalpha(_mask(cell, outline))
    image.save(out, "PNG", compress_level=6, dpi=(cell.dpi, cell.dpi), pnginfo=tags)
    return out.getvalue()


def _mask(cell: SheetCell, form: Format) -> Image.Image:
    """White inside the outline, black beyond it."""
    from PIL import Image, ImageDraw

    finer = max(1, min(_SMOOTH, _FINEST_PX // max(cell.size_px)))
    size = (cell.width_px * finer, cell.height_px * finer)
    across, down = size[0] / form.width_mm, size[1] / form.height_mm
    points = [(x * across, y * down) for x, y in points_of(form.outline())]
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon(points, fill=255)
    return mask.reduce(finer)


def sheet_picture(
    designs: bytes, grid: CardGrid, cells: Sequence[int | None], *, turn: int = 0, cores: int = 1
) -> Image.Image:
    """The picture of a sheet of cards; a cell without a design is plain."""
    from PIL import Image

    wanted = list(dict.fromkeys(design for design in cells if design is not None))
    shots = [PageShot(design, grid.cell.dpi, *grid.cell.size_px, turn) for design in wanted]
    sheet = Image.new("RGB", grid.size_px, _PLAIN)
    for design, image in zip(wanted, images(designs, shots, cores=cores), strict=True):
        for cell, shown in enumerate(cells):
            if shown == design:
                sheet.paste(image, grid.corner_px(cell))
    return sheet
