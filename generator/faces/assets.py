"""The icons and pictures of a game folder as markup for the faces that use them."""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import escape

from generator.faces.markup import MOST_SHOWN, BadArgument, apart, element
from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, lies_inside, read_bounded
from generator.ground.problems import Failed
from generator.ground.project import SHELF
from generator.svg.nodes import Node
from generator.svg.parse import parse_anew
from generator.svg.pixels import BadPixels, Opener, is_turned, upright
from generator.svg.subset import SILENT
from generator.svg.values import stated_box

MOST_PICTURE = 14 * MB
"""Bytes of one picture: written into a face it is a third larger, and a face may have 20 MB."""
MOST_ICON = MB
MOST_KEPT = 60 * MB
"""Letters of pictures that are kept for the faces to come."""
LEAST_DPI = 200
MOST_NAME = 200
"""Signs of a path that are told in a message."""
_KINDS = {"PNG": "image/png", "JPEG": "image/jpeg"}
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*")
_OF_THE_PAGE = {"xmlns", "width", "height", "viewBox", "id", "version", "x", "y", "class", "baseProfile"}
_FIT = "preserveAspectRatio"


@dataclass(slots=True)
class Icons:
    """The icon files of a game, and behind them those of the shelf, each read once."""

    folder: Path
    _symbols: dict[str, str] = field(default_factory=dict)

    def symbol(self, key: str) -> str:
        """`<symbol id="icon-KEY">` with the drawing of icons/KEY.svg. Raises BadArgument."""
        if key in self._symbols:
            return self._symbols[key]
        name = f"icons/{key[:MOST_SHOWN]}.svg"
        places = ((self.folder, self.folder.parent, name), (SHELF / "icons", SHELF, f"shelf/{name}"))
        for folder, root, where in places if _KEY.fullmatch(key) else ():
            try:
                content = read_bounded(folder / f"{key}.svg", inside=root, most=MOST_ICON)
            except Unreadable as fault:
                if fault.missing:
                    continue
                raise BadArgument(fault.what, fault.mend, where=where) from None
            drawing = _root(content, where)
            box = drawing.attrs.get("viewBox") or stated_box(drawing.attrs) or "0 0 24 24"
            self._symbols[key] = _symbol(f"icon-{key}", box, drawing)
            return self._symbols[key]
        text = f"The icon “{key[:MOST_SHOWN]}” has no drawing {name}, and there is none on the shelf."
        raise BadArgument(text, "Put one there: an SVG on a 24 by 24 grid.")


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
    most_kept: int = MOST_KEPT
    _pictures: dict[str, Picture] = field(default_factory=dict)
    _letters: int = 0
    _opener: Opener = field(default_factory=Opener)

    def get(self, name: str) -> Picture:
        """The picture at a path inside the game folder. Raises BadArgument."""
        if name not in self._pictures:
            with unit("picture", name):
                content = self._inside(name)
                # what a file holds counts, not how it is called
                drawn = content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
                picture = drawn_picture(content, name) if drawn else self._photo(content, name)
            self._letters += len(picture.href)
            if self._letters > self.most_kept:
                self._pictures.clear()
                self._letters = len(picture.href)
            self._pictures[name] = picture
        return self._pictures[name]

    def _inside(self, name: str) -> bytes:
        if not name:
            raise BadArgument("No picture is named here.", "Draw it only if the cell names a picture.")
        shown = name.replace("\0", "\\0")[:MOST_NAME]
        path = self.root / name
        if "\0" in name or not lies_inside(path, self.root):
            raise BadArgument(
                f"The picture “{shown}” lies outside the game folder.",
                "Copy it into the folder art of the game.",
            )
        try:
            return read_bounded(path, inside=self.root, most=MOST_PICTURE)
        except Unreadable as fault:
            if fault.missing:
                mend = "Write its path inside the game folder, such as art/picture.png."
                raise BadArgument(f"There is no picture “{shown}”.", mend) from None
            raise BadArgument(f"The picture “{shown}” cannot be used. {fault.what}", fault.mend) from None

    def _photo(self, content: bytes, name: str) -> Picture:
        try:
            image = self._opener.open(content)
        except BadPixels as bad:
            raise BadArgument(f"The picture “{name[:MOST_NAME]}” {bad.said}", bad.mend) from None
        kind, size = str(image.format), image.size
        if is_turned(image):
            kind, content, size = upright(image)
        return Picture(_data(_KINDS[kind], content), *size, pixels=True)


def drawn_picture(content: bytes, name: str) -> Picture:
    """An SVG drawing as a picture; its name is for messages. Raises BadArgument."""
    root = _root(content, name)
    box = root.attrs.get("viewBox") or stated_box(root.attrs)
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        width = height = 0.0
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise BadArgument(
            f"The picture “{name[:MOST_NAME]}” has no size.", "Give it a viewBox, such as 0 0 24 24."
        )
    return Picture(_data("image/svg+xml", content), width, height, pixels=False)


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _symbol(identifier: str, box: str, root: Node) -> str:
    """A drawing as a symbol. What its root says about paint goes to a group inside; ids get a prefix."""
    carried = {name: text for name, text in root.attrs.items() if name not in {*_OF_THE_PAGE, _FIT}}
    inner = "".join(_written(child) for child in root.children if child.tag not in SILENT)
    drawn = apart(element("g", carried, inner) if carried else inner, f"{identifier}-")
    fit = {_FIT: root.attrs[_FIT]} if _FIT in root.attrs else {}
    return element("symbol", {"id": identifier, "viewBox": box, **fit}, drawn)


def _written(node: Node) -> str:
    """An element as markup; `data-at` keeps its place in the designer's own file."""
    text = node.text if node.tag == "tspan" else node.text.strip()
    inner = str(escape(text)) + "".join(_written(child) for child in node.children if child.tag not in SILENT)
    return element(node.tag, {**node.attrs, "data-at": node.where}, inner)


def _root(content: bytes, name: str) -> Node:
    """The root of an SVG file that is safe to read. Raises BadArgument."""
    try:
        return parse_anew(content, name).root
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
