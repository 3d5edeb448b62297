"""What is drawn of a face, as a digest: two faces that look alike have the same one.

Names, notes, places, the order of attributes and everything that nothing points to are left out of it, so
that a line added to a template, or a cell that is not printed, does not make a face another one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.ground.pdf_layers import ART
from generator.svg.fingerprint import references, referred
from generator.svg.nodes import Node, Tree
from generator.svg.subset import SILENT

DIGITS = 32
"""Hexadecimal digits of a digest: 128 bits."""
_POINTED_AT = frozenset({"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient"})
"""Elements that are drawn only where something points to them."""
_UNDRAWN = frozenset({"id", "class", "version", "baseProfile", ART})
_WRITTEN = frozenset({"font-family", "font-weight", "font-style", "xml:space"})
"""Attributes that say how texts are written, for everything below too."""
_SIZE = frozenset({"width", "height"})
"""Of the outermost element: its size in mm is stated by the sheet Components."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_URL = re.compile(r"url\([^)]*\)")
_DECIMALS = 4
MOST_DEPTH = 200
"""Elements and uses inside each other; nothing that is drawn is so deep."""


class _Written(NamedTuple):
    """How a text is to be written, as far as it comes from the elements around it."""

    family: str = "SourceSans3"
    weight: str = "400"
    style: str = "normal"
    preserve: bool = False


def drawn_digest(
    tree: Tree, *, width_mm: float, height_mm: float, shape: str, font: Callable[[str, int, bool], str]
) -> str:
    """The digest of what is drawn and cut.

    `font` gives the digest of the font file for a family, a weight and whether it is italic.
    """
    digests = _Told(tree.ids, font)
    parts: list[str] = [f"{width_mm:.{_DECIMALS}f} {height_mm:.{_DECIMALS}f} {shape}"]
    digests.tell(tree.root, _Written(), parts, 0)
    return _hashed(parts)


def _hashed(parts: list[str]) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


@dataclass(slots=True)
class _Told:
    ids: Mapping[str, Node]
    font: Callable[[str, int, bool], str]
    _pointed: dict[tuple[int, _Written], str] = field(default_factory=dict)
    _fonts: dict[_Written, str] = field(default_factory=dict)

    def tell(self, node: Node, around: _Written, parts: list[str], depth: int) -> None:
        """Say what an element draws, and everything in it."""
        attrs = node.attrs
        if attrs.get("display", "").strip() == "none" or depth > MOST_DEPTH:
            return
        written = _changed(around, attrs)
        parts.append(node.facts.drawn or _said(node, outermost=depth == 0))
        for name in referred(sorted(attrs.items())) if references(node) else ():
            target = self.ids.get(name)
            parts.append(self._of(target, written, depth + 1) if target is not None else "")
        if node.tag in ("text", "tspan"):
            parts += (self._font(written), node.text if written.preserve else " ".join(node.text.split()))
        for child in node.children:
            if child.tag not in _POINTED_AT and child.tag not in SILENT:
                self.tell(child, written, parts, depth + 1)
        parts.append(")")

    def _of(self, node: Node, around: _Written, depth: int) -> str:
        """The digest of what is pointed to; of a ring, which is drawn nowhere, an empty one."""
        key = (id(node), around)
        if key not in self._pointed:
            self._pointed[key] = ""
            parts: list[str] = []
            self.tell(node, around, parts, depth)
            self._pointed[key] = _hashed(parts)
        return self._pointed[key]

    def _font(self, written: _Written) -> str:
        if written not in self._fonts:
            weight = {"normal": "400", "bold": "700"}.get(written.weight, written.weight)
            number = int(weight) if weight.isascii() and weight.isdigit() else 400
            self._fonts[written] = self.font(written.family, number, written.style in ("italic", "oblique"))
        return self._fonts[written]


def _changed(around: _Written, attrs: Mapping[str, str]) -> _Written:
    """How texts are written below an element."""
    if _WRITTEN.isdisjoint(attrs):
        return around
    changes: dict[str, Any] = {
        key: attrs[name].strip()
        for key, name in (("family", "font-family"), ("weight", "font-weight"), ("style", "font-style"))
        if name in attrs and attrs[name].strip() != "inherit"
    }
    style = around._replace(**changes) if changes else around
    space = attrs.get("xml:space")
    return style if space is None else style._replace(preserve=space.strip() == "preserve")


def _said(node: Node, *, outermost: bool) -> str:
    """An element's tag and attributes in one way of writing."""
    words = " ".join([node.tag, *_attributes(node.attrs, _SIZE if outermost else frozenset())])
    if not outermost:
        node.facts.drawn = words
    return words


def _attributes(attrs: Mapping[str, str], without: frozenset[str]) -> Iterator[str]:
    for name, value in sorted(attrs.items()):
        if name in _UNDRAWN or name in without or (name == "href" and value.strip().startswith("#")):
            continue
        yield f"{name}={_plain(value)}"


def _plain(value: str) -> str:
    """A value without what makes no difference: blanks, zeros at its end, names of what it points to."""
    value = " ".join(value.split())
    if _NUMBER.fullmatch(value):
        with suppress(ValueError, OverflowError):
            return f"{round(float(value), _DECIMALS) + 0.0:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return _URL.sub("url()", value) if "url(" in value else value
