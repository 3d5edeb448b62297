"""The drawings of a game by name, with the marks that `pnp illustrate` has cut for them.

A drawing is `art/NAME.svg`, where NAME is what it is asked for in small letters with hyphens; its marks for a
width are `art/marks/NAME-35mm.svg`. That file says in `data-of` what it was cut from. A build reads only
these two and the style, and needs no library for it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.art.marks.pieces import ROLES
from generator.art.marks.style import ENGINE, STYLE, ArtStyle, read_style
from generator.faces.assets import Picture, drawn_picture
from generator.faces.markup import BadArgument
from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.problems import Failed

MOST_DRAWING, MOST_MARKS, MOST_STYLE = MB, 2 * MB, MB // 4
"""Bytes of a drawing, of its marks and of a style."""
_SPELT = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "Æ": "ae",
        "œ": "oe",
        "Œ": "oe",
        "ø": "o",
        "Ø": "o",
        "ł": "l",
        "Ł": "l",
        "đ": "d",
        "Đ": "d",
    }
)
"""Latin letters that have no plain one in them."""
_ROLES = re.compile(rb"\sdata-role=|label=[\"'][^\"'<>]*\b(?:" + "|".join(ROLES).encode() + rb")\b")
"""What a drawing has that can be cut."""
_OF = re.compile(rb'\sdata-of="([0-9a-f]{64})"')
_OWN_WIDTH = re.compile(rb'<svg\b[^<>]*?\sdata-width="([^"<>]*)"')
_HEX = re.compile(rb"#[0-9a-fA-F]{6}\b")


def drawing_name(words: str) -> str:
    """How the file of a drawing is called, without its ending.

    >>> drawing_name("Shade and Sun")
    'shade-and-sun'
    """
    spelt = unicodedata.normalize("NFKD", words.translate(_SPELT))
    plain = spelt.encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80].rstrip("-")


def marks_path(name: str, width_mm: float) -> str:
    """Where the marks of a drawing for a width lie, in the game folder."""
    return f"art/marks/{name}-{width_mm:g}mm.svg"


def cut_widths(drawing: bytes, widths_mm: tuple[float, ...], *, where: str) -> tuple[float, ...]:
    """For which widths a drawing is cut: its own `data-width` in mm, else the widths of the style.

    Raises BadArgument for a width that cannot be cut.
    """
    own = _OWN_WIDTH.search(drawing[:10_000])
    if own is None:
        return widths_mm
    words = own[1].decode("utf-8", "replace")
    try:
        width = float(words)
    except ValueError:
        width = 0.0
    if not 10 <= width <= 300:
        text = f"“{words[:40]}” is no data-width that can be cut."
        raise BadArgument(text, "Use from 10 to 300, in mm.", where=where)
    return (width,)


def marks_digest(drawing: bytes, style: bytes, width_mm: float) -> str:
    """What marks are cut from, as a digest; how lines end in the files makes no difference."""
    parts = (
        ENGINE.encode(),
        f"{width_mm:g}".encode(),
        drawing.replace(b"\r\n", b"\n"),
        style.replace(b"\r\n", b"\n"),
    )
    return hashlib.sha256(b"\x1f".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture by name. `plain` says why it is the drawing without marks, and how to mend that."""

    picture: Picture
    plain: tuple[str, str] | None


@dataclass(slots=True)
class Illustrations:
    """The drawings of a game folder, each read once."""

    root: Path
    note: Callable[[str, str], None]
    """Is told of each file that a picture depends on, whether it is there or not."""
    _read: dict[str, bytes | None] = field(default_factory=dict)
    _style: ArtStyle | None = None
    _known: dict[tuple[str, float, tuple[tuple[str, str], ...]], Illustration | None] = field(
        default_factory=dict
    )

    def get(self, words: str, width_mm: float, inks: Mapping[str, str]) -> Illustration | None:
        """The picture of that name for about that width, with inks in other colours; None if none is drawn.

        Raises BadArgument for files that cannot be used, and for an ink that the style has not.
        """
        name = drawing_name(words)
        if not name:
            return None
        drawing = self._content(f"art/{name}.svg", MOST_DRAWING)
        if drawing is None:
            return None
        style_file = self._content(STYLE, MOST_STYLE)
        style = self._styled(style_file) if style_file is not None else ArtStyle({}, (width_mm,))
        style_file = style_file or b""
        if strange := set(inks) - set(style.inks):
            text = f"“{min(strange)[:40]}” is no ink of {STYLE}."
            raise BadArgument(text, f"Use one of: {', '.join(style.inks)}.")
        widths = cut_widths(drawing, style.widths_mm, where=f"art/{name}.svg")
        width = min(widths, key=lambda wide: abs(wide - width_mm))
        marks = self._content(marks_path(name, width), MOST_MARKS)
        key = (name, width, tuple(sorted(inks.items())))
        if key not in self._known:
            self._known[key] = self._made(
                name, drawing, marks, marks_digest(drawing, style_file, width), style, inks
            )
        return self._known[key]

    def cut(self, path: str, width_mm: float) -> Illustration | None:
        """The picture of a drawing that is named by its file; None for a file of which nothing can be cut.

        Raises BadArgument as `get` does.
        """
        name = path.removeprefix("art/").removesuffix(".svg")
        if path != f"art/{name}.svg" or name != drawing_name(name):
            return None
        drawing = self._content(path, MOST_DRAWING)
        if drawing is None or not _ROLES.search(drawing) or self._content(STYLE, MOST_STYLE) is None:
            return None
        return self.get(name, width_mm, {})

    def _made(
        self,
        name: str,
        drawing: bytes,
        marks: bytes | None,
        digest: str,
        style: ArtStyle,
        inks: Mapping[str, str],
    ) -> Illustration:
        plain: tuple[str, str] | None = None
        known = _OF.search(marks[:1000]) if marks else None
        if known is None or known[1].decode("ascii") != digest:
            state = "have not been cut yet" if marks is None else "are older than the drawing or its style"
            plain = f"The marks of art/{name}.svg {state}: it is drawn plainly.", "Run pnp illustrate."
        content, where = (
            (drawing, f"art/{name}.svg") if plain or marks is None else (marks, f"art/marks/{name}")
        )
        colours = {style.inks[ink].lower().encode(): colour.encode() for ink, colour in inks.items()}
        content = _HEX.sub(lambda found: colours.get(found[0].lower(), found[0]), content)
        return Illustration(drawn_picture(content, where), plain)

    def _styled(self, content: bytes) -> ArtStyle:
        if self._style is None:
            try:
                self._style = read_style(content)
            except Failed as failed:
                problem = failed.problems[0]
                raise BadArgument(problem.what, problem.mend, where=problem.where) from None
        return self._style

    def _content(self, path: str, most: int) -> bytes | None:
        self.note("picture", path)
        if path not in self._read:
            try:
                self._read[path] = read_bounded(self.root / path, inside=self.root, most=most)
            except Unreadable as fault:
                if not fault.missing:
                    raise BadArgument(fault.what, fault.mend, where=path) from None
                self._read[path] = None
        return self._read[path]
