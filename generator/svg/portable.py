"""A drawn page in words that mean the same in any PDF: what it asks for, in order, and its operators.

In a file a page speaks of fonts, glyphs, forms and shades by names that are handed out as they are first
asked for, so the same page reads differently in another file, or behind another page. Told here, it asks
again for all of it, in the same order: retold in place of a drawing, it gives the very bytes that the
drawing gives. Pages with pixels or with somebody else's PDF in them are not told. A picture of paths alone
asks for nothing; it is kept by itself, for all the pages that show it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.ground.cache import Cache, digest
from generator.ground.pdf_layers import ART_GROUP
from generator.ground.problems import Failed
from generator.svg.check import FaceLike
from generator.svg.lettering import Lettering, ShapedRun
from generator.svg.pdf import GROUPED, Pdf, ValueMade
from generator.svg.pen import ContentStream, Named
from generator.svg.values import ViewBox
from generator.text.fonts import Fonts

PortablePage = Mapping[str, Any]
"""A page as JSON holds it: `wants` are resources and runs, of which a stream speaks by number."""
Page = tuple[str, dict[str, set[str]]]
"""The content of a page, and its resources."""
Room = tuple[float, float]
"""Width and height on paper, in mm."""


_CONSTANT = {"Font": ("all",), GROUPED: (ART_GROUP,)}
"""Kinds of resources whose names are the same in every file."""


class _Untold(Exception):
    """Something on the page cannot be said without its file."""


# ---------------------------------------------------------------- telling


def told_page(pen: ContentStream, fonts: Fonts) -> PortablePage | None:
    """A page that was drawn just now; None if it cannot be told."""
    teller = _Teller(pen.pdf, fonts.paths)
    try:
        page = teller.stream(pen.operators, pen.resources, pen.pdf.asked[pen.begun :])
    except _Untold:
        return None
    return {"wants": teller.wants, "page": page}


@dataclass(slots=True)
class _Teller:
    pdf: Pdf
    files: tuple[Path, ...]
    wants: list[Any] = field(default_factory=list)
    _numbers: dict[object, int] = field(default_factory=dict)

    def stream(
        self, operators: Sequence[str], resources: Mapping[str, set[str]], objects: Sequence[object]
    ) -> dict[str, Any]:
        numbers = list(dict.fromkeys(map(self.number, objects)))
        body: list[Any] = []
        for kind, group in groupby(operators, type):
            if kind is str:
                body.append("\n".join(group))
            else:
                body += ([self.number(part.name), part.rest] for part in group if isinstance(part, Named))
        entries = {
            kind: [] if kind in _CONSTANT else [self.number(name) for name in sorted(names)]
            for kind, names in resources.items()
        }
        return {"asked": numbers, "body": body, "resources": entries}

    def number(self, thing: object) -> int:
        key = thing if isinstance(thing, str) else id(thing)
        if key not in self._numbers:
            want = self._want(thing)
            self._numbers[key] = len(self.wants)
            self.wants.append(want)
        return self._numbers[key]

    def _want(self, object_: object) -> list[Any]:
        if isinstance(object_, ShapedRun):
            if not object_.plain or any(not piece.font.endswith("+0") for piece in object_.pieces):
                raise _Untold  # of a font with so many signs, where a run is parted depends on the file
            return ["run", self.files.index(object_.path), object_.glyphs]
        form = self.pdf.made.get(str(object_))
        if form is None:
            raise _Untold
        if isinstance(form, ValueMade):
            return [form.kind, form.values]
        return ["form", self.stream(form.operators, form.resources, form.asked), form.box, form.group]


# ---------------------------------------------------------------- retelling


def retold_page(page: PortablePage, lettering: Lettering) -> Page | None:
    """The page in the file of this lettering, which has been asked for all of it now.

    None if it must be drawn after all, which then asks for the same things again.
    """
    try:
        return _Reteller(lettering, page["wants"]).page(page["page"])
    except (_Untold, Failed):
        return None


class _Reteller:
    def __init__(self, lettering: Lettering, wants: Sequence[Any]) -> None:
        self._lettering, self._pdf, self._wants = lettering, lettering.pdf, wants
        self._files = lettering.fonts.paths
        self._names: list[Any] = [None] * len(wants)
        """What each want is called in this file: a resource's name, or a run's font and operand."""

    def page(self, stream: Mapping[str, Any]) -> Page:
        for number in stream["asked"]:
            if self._names[number] is None:
                self._names[number] = self._asked(*self._wants[number])
        lines: list[str] = []
        for part in stream["body"]:
            if type(part) is str:
                lines.append(part)
            else:
                name, rest = self._names[part[0]], part[1]
                if type(name) is str:
                    lines.append(f"/{name} {rest}")
                else:
                    lines.append(f"[{name[1]}] TJ" if rest == "TJ" else f"{name[0]} {rest}")
        resources = {
            kind: set(_CONSTANT[kind]) if kind in _CONSTANT else {self._names[number] for number in numbers}
            for kind, numbers in stream["resources"].items()
        }
        return "\n".join(lines), resources

    def _asked(self, kind: str, *how: Any) -> str | tuple[str, str]:
        if kind == "run":
            return self._run(*how)
        if kind == "alpha":
            return self._pdf.alpha(*how[0])
        if kind == "shading":
            coordinates, stops = how[0]
            return self._pdf.shading(tuple(coordinates), tuple((offset, tuple(rgb)) for offset, rgb in stops))
        stream, box, group = how
        content, resources = self.page(stream)
        return self._pdf.form_of(content, resources, box=tuple(box), group=group)

    def _run(self, file: int, glyphs: Sequence[Any]) -> tuple[str, str]:
        pieces = self._lettering.named(self._files[file], glyphs)
        if not pieces:
            return "", ""
        ((name, operand),) = pieces if len(pieces) == 1 else (("", ""),)
        if not name.endswith("+0"):
            raise _Untold
        return name, operand


# ---------------------------------------------------------------- keeping


@dataclass(slots=True)
class KeptPages:
    """The pages that were drawn before, by all that decides how they look: the face and the fonts."""

    cache: Cache
    fonts: Fonts
    light: bool = False
    """Whether they spare ink."""
    tagged: bool = False
    _fonts: str = field(init=False, default="")

    def __post_init__(self) -> None:
        if self.cache.on:
            self._fonts = digest(self.fonts.fingerprint())

    def find(self, face: FaceLike, bleed_mm: float) -> PortablePage | None:
        """A page that had nothing wrong with it."""
        return self._record(self._name(face, bleed_mm)) if self.cache.on else None

    def keep(self, face: FaceLike, bleed_mm: float, pen: ContentStream) -> None:
        """Keep a page that was drawn just now, and that nothing is wrong with."""
        record = told_page(pen, self.fonts) if self.cache.on else None
        if record is not None:
            self.cache.put_text(self._name(face, bleed_mm), json.dumps(record, separators=(",", ":")))

    def find_picture(self, data: bytes, room_mm: Room | None) -> tuple[str, ViewBox] | None:
        """The operators and the box of a drawing that was kept; see `keep_picture`."""
        record = self._record(self._picture(data, room_mm)) if self.cache.on else None
        return (record["content"], tuple(record["box"])) if record is not None else None

    def keep_picture(self, data: bytes, room_mm: Room | None, pen: ContentStream, box: ViewBox) -> None:
        """Keep a drawing that nothing is wrong with, if it is paths in plain colours alone.

        So are those that `pnp illustrate` cuts. A picture stands on its card and on the pages that show the
        card. `room_mm` is the size at which it is printed, if that decides how it looks.
        """
        if self.cache.on and not pen.resources and len(pen.pdf.asked) == pen.begun:
            record = json.dumps({"content": pen.content, "box": box})
            self.cache.put_text(self._picture(data, room_mm), record)

    def _record(self, name: str) -> dict[str, Any] | None:
        text = self.cache.get_text(name)
        record = json.loads(text) if text is not None else None
        return record if isinstance(record, dict) else None

    def _picture(self, data: bytes, room_mm: Room | None) -> str:
        return self.cache.name("picture", data, room_mm)

    def _name(self, face: FaceLike, bleed_mm: float) -> str:
        size = (float(face.width_mm), float(face.height_mm), face.shape, float(bleed_mm))
        kind = "light page" if self.light else "tagged page" if self.tagged else "page"
        return self.cache.name(kind, self._fonts, face.digest, size)
