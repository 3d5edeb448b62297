"""The icons and pictures of a game folder as markup for the faces that use them."""

from __future__ import annotations

import base64
import io
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import escape

from generator.faces.markup import BadArgument, apart, element
from generator.problems import Failed
from generator.svg.parse import Node, parse

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PICTURE = 20_000_000
MOST_PIXELS = 60_000_000
LEAST_DPI = 200
_ORIENTATION = 0x0112
"""The Exif tag that says how a camera was held; 1 is upright."""
_KINDS = {"PNG": "image/png", "JPEG": "image/jpeg"}
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*")
_NOT_CARRIED = {"xmlns", "width", "height", "viewBox", "id", "version", "x", "y", "class"}


@dataclass(slots=True)
class Icons:
    """The icon files of a game, each read once."""

    folder: Path
    _symbols: dict[str, str] = field(default_factory=dict)

    def symbol(self, key: str) -> str:
        """`<symbol id="icon-KEY">` with the drawing of icons/KEY.svg. Raises BadArgument."""
        if key not in self._symbols:
            self._symbols[key] = self._read(key)
        return self._symbols[key]

    def _read(self, key: str) -> str:
        path = self.folder / f"{key}.svg"
        inside = path.resolve().is_relative_to(self.folder.parent.resolve())
        if not _KEY.fullmatch(key) or not inside or not path.is_file():
            raise BadArgument(
                f"The icon “{key}” has no drawing icons/{key}.svg.",
                "Put one there: an SVG on a 24 by 24 grid.",
            )
        drawing = _root(path.read_bytes(), f"icons/{key}.svg")
        return _symbol(f"icon-{key}", drawing.attrs.get("viewBox", "0 0 24 24"), drawing)


@dataclass(frozen=True, slots=True)
class Picture:
    """A designer's picture as a `data:` URI; width and height are its pixels or user units."""

    href: str
    width: float
    height: float
    pixels: bool


@dataclass(slots=True)
class Pictures:
    """The pictures of a game folder, each read once."""

    root: Path
    _known: dict[str, Picture] = field(default_factory=dict)

    def get(self, name: str) -> Picture:
        """The picture at a path inside the game folder. Raises BadArgument."""
        if name not in self._known:
            content = self._inside(name).read_bytes()
            # what a file holds counts, not how it is called
            read = _drawing if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else _photo
            self._known[name] = read(content, name)
        return self._known[name]

    def _inside(self, name: str) -> Path:
        if not name:
            raise BadArgument("No picture is named here.", "Draw it only if the cell names a picture.")
        path = self.root / name
        if "\0" in name or not path.resolve().is_relative_to(self.root.resolve()):
            raise BadArgument(
                f"The picture “{name}” lies outside the game folder.",
                "Copy it into the folder art of the game.",
            )
        if not path.is_file():
            raise BadArgument(
                f"There is no picture “{name}”.",
                "Write its path inside the game folder, such as art/shell.png.",
            )
        if path.stat().st_size > MOST_PICTURE:
            raise BadArgument(
                f"The picture “{name}” is larger than {MOST_PICTURE // 10**6} MB.", "Save it smaller."
            )
        return path


def _photo(content: bytes, name: str) -> Picture:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=tuple(_KINDS)) as image:
            kind, (width, height) = str(image.format), image.size
            if width * height <= MOST_PIXELS:
                image.load()
                if image.getexif().get(_ORIENTATION, 1) != 1:
                    kind = "JPEG"
                    content, (width, height) = _upright(image)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise BadArgument(
            f"The picture “{name}” is not a PNG, JPEG or SVG that can be read.", "Save it again as PNG."
        ) from None
    if width * height > MOST_PIXELS:
        raise BadArgument(
            f"The picture “{name}” has {width} by {height} pixels.",
            f"Save it with at most {MOST_PIXELS // 10**6} million pixels.",
        )
    return Picture(_data(_KINDS[kind], content), width, height, pixels=True)


def _upright(image: Image) -> tuple[bytes, tuple[int, int]]:
    """A photograph that a camera held another way, turned as every viewer shows it, and its size."""
    from PIL import ImageOps

    turned, written = ImageOps.exif_transpose(image).convert("RGB"), io.BytesIO()
    turned.save(written, "JPEG", quality=95, subsampling=0)
    return written.getvalue(), turned.size


def _drawing(content: bytes, name: str) -> Picture:
    root = _root(content, name)
    sides = (re.match(r"[\d.]+", root.attrs.get(side, "")) for side in ("width", "height"))
    box = root.attrs.get("viewBox") or " ".join(["0 0", *(side[0] if side else "0" for side in sides)])
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        width = height = 0.0
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise BadArgument(f"The picture “{name}” has no size.", "Give it a viewBox, such as 0 0 24 24.")
    return Picture(_data("image/svg+xml", content), width, height, pixels=False)


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _symbol(identifier: str, box: str, root: Node) -> str:
    """A drawing as a symbol. What its root says about paint goes to a group inside; ids get a prefix."""
    carried = {name: value for name, value in root.attrs.items() if name not in _NOT_CARRIED}
    inner = "".join(_written(child) for child in root.children)
    drawn = apart(element("g", carried, inner) if carried else inner, f"{identifier}-")
    return element("symbol", {"id": identifier, "viewBox": box}, drawn)


def _written(node: Node) -> str:
    """An element as markup; `data-at` keeps its place in the designer's own file."""
    inner = str(escape(node.text.strip())) + "".join(_written(child) for child in node.children)
    return element(node.tag, {**node.attrs, "data-at": node.where}, inner)


def _root(content: bytes, name: str) -> Node:
    """The root of an SVG file that is safe to read. Raises BadArgument."""
    try:
        return parse(content, name).root
    except Failed as fault:
        problem = fault.problems[0]
        raise BadArgument(problem.what, problem.mend, where=problem.where) from None


def cover(
    width: float, height: float, box_width: float, box_height: float, *, contain: bool
) -> tuple[float, ...]:
    """x, y, width, height of a picture that fills a box (or lies in it), centred."""
    pick = min if contain else max
    scale = pick(box_width / width, box_height / height)
    wide, high = width * scale, height * scale
    return (box_width - wide) / 2, (box_height - high) / 2, wide, high
