"""A saved object of Tabletop Simulator as that program reads it: every piece beside its own design.

Nothing here knows how the object was written: what lies on the table is counted, and each side of each
piece is cut out of its picture and compared with a drawing of the design that it should show.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, files_inside, is_file_inside, read_bounded
from generator.ground.problems import Problem, error
from generator.ground.raster import MM_PER_INCH, Pages
from generator.press.decks import Deck
from generator.shops.exports.fitted import FOLDED
from generator.shops.exports.raster import PageShot, images
from generator.shops.exports.tabletop_objects import JsonObject

if TYPE_CHECKING:
    from PIL import Image

_FOLDERS = ("Images", "PDF")
"""Where the program looks for a file by its name."""
_LARGEST = 100 * MB
_BLOCKS, _MOST_OFF = 64, 8
"""Into so many parts a side is divided, none of which may be off by more, of 255."""
_AGAIN = "Run pnp export tabletop-simulator, or pnp publish; they make the files anew."


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side of a piece: a picture, or a cell of one."""

    url: str
    columns: int = 1
    rows: int = 1
    cell: int = 0


Sides = tuple[TableSide, TableSide | None]


def look_at_table(folder: Path, decks: Sequence[Deck], shown: str) -> Iterator[Problem]:
    """What is not there, is too many, or shows another design; `shown` is the folder as messages name it."""
    for path in files_inside(folder, folder, ending=".json"):
        if path.name.startswith("."):  # a list of our own
            continue
        where = f"{shown}/{path.name}"
        try:
            with unit("preflight", where, times=1 + sum(deck.count for deck in decks) / 20):
                text = read_bounded(path, inside=folder, most=_LARGEST).decode("utf-8")
                objects = json.loads(text)["ObjectStates"]
                yield from _addresses(text, folder, where, objects)
                pieces = list(_pieces(objects))
                for deck in decks:
                    own = [sides for name, sides in pieces if name == deck.name]
                    yield from _compared(deck, own, folder, where)
        except Unreadable as fault:
            yield error(where, fault.what, _AGAIN)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError):
            yield error(where, "The saved object cannot be read as the program reads it.", _AGAIN)


def _addresses(text: str, folder: Path, where: str, objects: Sequence[JsonObject]) -> Iterator[Problem]:
    if "file:" in text:
        fault = "The saved object names files by their path on one machine, where nobody else has them."
        yield error(where, fault, _AGAIN)
    for url in dict.fromkeys(
        state["CustomPDF"]["PDFUrl"] for state in objects if state["Name"] == "Custom_PDF"
    ):
        with Pages(_content(folder, url)) as pages:
            if not len(pages):
                yield error(where, f"The booklet {url} has no pages.", _AGAIN)


def _pieces(states: Sequence[JsonObject]) -> Iterator[tuple[str, Sides]]:
    """The component and both sides of each piece on the table, those in decks, bags and stacks too."""
    for state in states:
        if "ContainedObjects" in state:
            yield from _pieces(state["ContainedObjects"])
        elif state["Name"] != "Custom_PDF":
            sides = _of_card(state) if state["Name"] == "Card" else _of_picture(state)
            yield from ((state["Tags"][0], sides) for _ in range(min(state.get("Number", 1), 10_000)))


def _of_card(state: JsonObject) -> Sides:
    key, cell = divmod(state["CardID"], 100)
    sheet = state["CustomDeck"][str(key)]
    grid = sheet["NumWidth"], sheet["NumHeight"]
    back = TableSide(sheet["BackURL"], *grid, cell) if sheet["UniqueBack"] else TableSide(sheet["BackURL"])
    return TableSide(sheet["FaceURL"], *grid, cell), back


def _of_picture(state: JsonObject) -> Sides:
    image = state["CustomImage"]
    other = state["States"]["2"]["CustomImage"]["ImageURL"] if "States" in state else ""
    back = other or image["ImageSecondaryURL"]
    return TableSide(image["ImageURL"]), TableSide(back) if back else None


def _compared(deck: Deck, sides: Sequence[Sides], folder: Path, where: str) -> Iterator[Problem]:
    """The pieces of a component in the order of its rows, against those that it should have."""
    if deck.format.shape in FOLDED or not deck.designs:
        return
    pieces = [(row, (row.front, row.back)) for row in deck.rows for _ in range(row.copies)]
    if len(pieces) != len(sides):
        fault = f"{deck.title} has {len(sides):,} pieces on the table, and {len(pieces):,} in the game."
        yield error(where, fault, _AGAIN)
        return
    pairs: dict[tuple[TableSide, int, int], str] = {}
    for number, ((_, designs), there) in enumerate(zip(pieces, sides, strict=True), start=1):
        for side, (design, cut) in enumerate(zip(designs, there, strict=True)):
            if design is not None:
                name = f"{'the back' if side else 'the front'} of piece {number:,} of {deck.title}"
                if cut is None:
                    yield error(where, f"No picture is there for {name}.", _AGAIN)
                else:
                    pairs.setdefault((cut, design, side), name)
    for name in _differing(deck, pairs, folder):
        yield error(where, f"What is shown as {name} is not its design.", _AGAIN)


def _differing(deck: Deck, pairs: Mapping[tuple[TableSide, int, int], str], folder: Path) -> Iterator[str]:
    from PIL import Image

    opened: dict[str, Image.Image] = {}
    for (cut, design, side), name in pairs.items():
        if cut.url not in opened:
            opened.clear()  # one at a time: sheets are large
            opened[cut.url] = Image.open(io.BytesIO(_content(folder, cut.url)))
        picture = _cut(opened[cut.url], cut)
        form = deck.format
        turned = (picture.width > picture.height) != (
            form.width_mm > form.height_mm
        ) and picture.width != picture.height
        wide_mm = form.height_mm if turned else form.width_mm
        turn = (270 if side else 90) if turned else 0
        shot = PageShot(design, picture.width * MM_PER_INCH / wide_mm, *picture.size, turn)
        (drawn,) = images(deck.designs, [shot])
        if _off(picture, drawn):
            yield name


def _cut(image: Image.Image, side: TableSide) -> Image.Image:
    width, height = image.width // side.columns, image.height // side.rows
    row, column = divmod(side.cell, side.columns)
    return image.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))


def _off(image: Image.Image, drawn: Image.Image) -> bool:
    """Whether a picture shows something else than a drawing, where it is not transparent."""
    from PIL import Image, ImageChops

    apart = ImageChops.difference(image.convert("RGB"), drawn).convert("L")
    if "A" in image.getbands():
        solid = image.getchannel("A").point(lambda level: 255 if level == 255 else 0)
        apart = ImageChops.multiply(apart, solid)
    blocks = apart.resize((_BLOCKS, _BLOCKS), Image.Resampling.BOX)
    return max(blocks.tobytes()) > _MOST_OFF


def _content(folder: Path, url: str) -> bytes:
    """The file that an address leads to, by its name. Raises Unreadable."""
    name = unquote(url.rpartition("/")[2])
    for around in _FOLDERS:
        if is_file_inside(folder / around / name, folder):
            return read_bounded(folder / around / name, inside=folder, most=_LARGEST)
    raise Unreadable(f"There is no file {name[:80]}.", _AGAIN)
