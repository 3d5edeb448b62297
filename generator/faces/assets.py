"""The icons and pictures of a game folder as markup for the faces that use them."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import escape

from generator.faces.markup import BadArgument, apart, element

MOST_PICTURE = 20_000_000
MOST_PIXELS = 60_000_000
LEAST_DPI = 200
_KINDS = {"PNG": "image/png", "JPEG": "image/jpeg"}
_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"
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
        if not _KEY.fullmatch(key) or not path.is_file():
            raise BadArgument(
                f"The icon “{key}” has no drawing icons/{key}.svg.",
                "Put one there: an SVG on a 24 by 24 grid.",
            )
        attributes, inner = _svg_parts(path.read_bytes(), f"icons/{key}.svg")
        box = attributes.get("viewBox", "0 0 24 24")
        return str(_symbol(f"icon-{key}", box, attributes, apart(inner, f"icon-{key}-")))


@dataclass(frozen=True, slots=True)
class Picture:
    """A designer's picture as a symbol of its own size; `width` and `height` are its user units."""

    markup: str
    width: float
    height: float
    pixels: bool


@dataclass(slots=True)
class Pictures:
    """The pictures of a game folder, each read once."""

    root: Path
    _known: dict[tuple[str, str], Picture] = field(default_factory=dict)

    def symbol(self, name: str, identifier: str) -> Picture:
        """`<symbol id=identifier>` with the picture in it. Raises BadArgument."""
        key = (name, identifier)
        if key not in self._known:
            self._known[key] = self._read(name, identifier)
        return self._known[key]

    def _read(self, name: str, identifier: str) -> Picture:
        path = self._inside(name)
        content = path.read_bytes()
        if path.suffix.casefold() == ".svg":
            return _drawing(content, name, identifier)
        return _photo(content, name, identifier)

    def _inside(self, name: str) -> Path:
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


def _photo(content: bytes, name: str, identifier: str) -> Picture:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=tuple(_KINDS)) as image:
            kind, (width, height) = str(image.format), image.size
            if width * height > MOST_PIXELS:
                raise BadArgument(
                    f"The picture “{name}” has {width} by {height} pixels.",
                    f"Save it with at most {MOST_PIXELS // 10**6} million pixels.",
                )
            image.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:
        if isinstance(fault, BadArgument):
            raise
        raise BadArgument(
            f"The picture “{name}” is not a PNG, JPEG or SVG that can be read.", "Save it again as PNG."
        ) from None
    data = f"data:{_KINDS[kind]};base64,{base64.b64encode(content).decode('ascii')}"
    image_tag = element("image", {"width": width, "height": height, "href": data})
    markup = element("symbol", {"id": identifier, "viewBox": f"0 0 {width} {height}"}, image_tag)
    return Picture(markup, width, height, pixels=True)


def _drawing(content: bytes, name: str, identifier: str) -> Picture:
    attributes, inner = _svg_parts(content, name)
    box = attributes.get("viewBox") or "0 0 {} {}".format(
        *(re.match(r"[\d.]*", attributes.get(side, ""))[0] or "100" for side in ("width", "height"))  # type: ignore[index]
    )
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        raise BadArgument(
            f"“{name}” has the viewBox “{box}”.", "Give it four numbers, such as 0 0 24 24."
        ) from None
    if width <= 0 or height <= 0:
        raise BadArgument(f"“{name}” has no size.", "Give it a viewBox, such as 0 0 24 24.")
    markup = _symbol(identifier, box, attributes, apart(inner, f"{identifier}-"))
    return Picture(markup, width, height, pixels=False)


def _svg_parts(content: bytes, name: str) -> tuple[dict[str, str], str]:
    """The root's attributes and inner markup of an SVG that is safe XML. Raises BadArgument."""
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    try:
        tree = ElementTree.fromstring(content, forbid_dtd=True)
        inner = (tree.text or "").strip() + "".join(_written(child) for child in tree)
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError, RecursionError) as fault:
        raise BadArgument(
            f"“{name}” is not an SVG that can be read ({str(fault)[:80]}).", "Save it again as plain SVG."
        ) from None
    if tree.tag != f"{_SVG}svg":
        raise BadArgument(f"“{name}” is not an SVG.", "Save it again as plain SVG.")
    return dict(tree.attrib), inner


def _written(node: Any) -> str:
    """An element as markup, without what drawing programs add in namespaces of their own."""
    if not isinstance(node.tag, str) or not node.tag.startswith(_SVG):
        return str(escape((node.tail or "").strip()))
    attributes = {name.removeprefix(_XLINK): value for name, value in node.attrib.items()}
    kept = {name: value for name, value in attributes.items() if not name.startswith("{")}
    tag = node.tag.removeprefix(_SVG)
    text = node.text or ""
    inner = str(escape(text if tag in {"text", "tspan"} else text.strip())) + "".join(
        _written(child) for child in node
    )
    return element(tag, kept, inner) + str(escape((node.tail or "").strip()))


def _symbol(identifier: str, box: str, attributes: dict[str, str], inner: str) -> str:
    carried = {
        name: value for name, value in attributes.items() if name not in _NOT_CARRIED and "{" not in name
    }
    return element(
        "symbol", {"id": identifier, "viewBox": box}, element("g", carried, inner) if carried else inner
    )


def cover(
    width: float, height: float, box_width: float, box_height: float, *, contain: bool
) -> tuple[float, ...]:
    """x, y, width, height of a picture that fills a box (or lies in it), centred."""
    pick = min if contain else max
    scale = pick(box_width / width, box_height / height)
    wide, high = width * scale, height * scale
    return (box_width - wide) / 2, (box_height - high) / 2, wide, high
