"""The functions of templates that draw pictures: `icon`, `art` and `picture`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from markupsafe import Markup

from generator.faces.assets import LEAST_DPI, Icons, Picture, Pictures, cover
from generator.faces.begun import BegunFace
from generator.faces.illustrated import Illustrations, drawing_name
from generator.faces.markup import (
    INK,
    MOST_SHOWN,
    BadArgument,
    apart,
    colour,
    element,
    number,
    one_of,
    words_given,
)
from generator.ground.problems import Severity
from generator.records.richtext import unknown_icon
from generator.records.worksheets import ICONS

MM_PER_INCH = 25.4
_PICTURE_STEPS, _ART_STEPS = 500, 8000
"""What a picture costs of a template's budget; see `budget`."""
MOST_PICTURED = 18_000_000
"""Letters of the pictures of one face; see `assets.MOST_PICTURE`."""


class PictureFunctions:
    """Icons, pictures of motifs, and pictures from files."""

    def __init__(self, face: BegunFace, root: Path, in_base: Callable[[str], str]) -> None:
        """Those of a game folder; `in_base` gives a seed as it is in the base language."""
        self._face, self._book, self._reads, self._in_base = face, face.book, face.reads, in_base
        self._icons, self._pictures = Icons(root / "icons"), Pictures(root)
        self._illustrations = Illustrations(root, face.reads.note)

    def icon(self, key: str, x: float, y: float, size: float, color: str = INK) -> Markup:
        """An icon of the sheet Icons, drawn from `icons/<key>.svg` or, without such a file, from the shelf.

        key: its Key in the sheet Icons, such as `"sun"`.
        x, y: the top left corner of its square, in mm.
        size: the side of the square, in mm.
        color: what the drawing calls `currentColor`, as `#rrggbb`.
        """
        if not isinstance(key, str) or key not in self._book.symbols:
            raise BadArgument(*unknown_icon(words_given(key)[:MOST_SHOWN], self._book.symbols))
        self._reads.note("icon", key)
        try:
            self._face.definitions[f"icon-{key}"] = self._icons.symbol(key)
        except BadArgument:
            self._touch_icon(key)
            raise
        side = number("size", size, least=0)
        return element(
            "use",
            {
                "href": f"#icon-{key}",
                "x": number("x", x),
                "y": number("y", y),
                "width": side,
                "height": side,
                "color": colour("color", color),
            },
        )

    def art(
        self,
        motif: str,
        seed: object,
        x: float,
        y: float,
        width: float,
        height: float,
        color: str,
        tint: str,
        paper: str = "#fbf7ef",
        variant: int | None = None,
        free: object = None,
    ) -> Markup:
        """A drawing of the shelf in your colours: the same one for the same seed, another for another.

        It fills its box and is cut to it.

        motif: what it is made of, such as `"waves"`; all of them are listed below.
        seed: what picks the drawing and its light, best the card's title.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        color: the colour of its lines, as `#rrggbb`.
        tint: the pale colour beside it, as `#rrggbb`.
        paper: the colour of the ground, as `#rrggbb`.
        variant: a whole number that picks the drawing, best a column; else cards of one motif take turns.
        free: the part of the box that nothing will be laid over, as `(x, y, width, height)` in mm like the
            box itself; what is to be seen is drawn there, as large as suits it. Without it, all is free.
        """
        from generator.art import FORMER, MOTIFS, draw_art

        if isinstance(motif, str) and motif in FORMER:
            text = f"The motif “{motif}” is called “{FORMER[motif]}” now."
            mend = f"Write {FORMER[motif]}; the picture stays the same."
            self._face.add(text, mend, severity=Severity.WARNING, where=self._face.source(motif))
        elif motif not in MOTIFS:
            text = f"“{words_given(motif)[:MOST_SHOWN]}” is not a motif that can be drawn."
            raise BadArgument(text, f"Use one of: {', '.join(MOTIFS)}.")
        self._face.tick(_ART_STEPS)
        wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
        seed_text = "None" if seed is None else self._in_base(words_given(seed))
        if variant is None:
            variant = self._reads.place(FORMER.get(motif, motif), seed_text)
        drawn = draw_art(
            motif,
            seed_text,
            wide,
            high,
            color=colour("color", color),
            tint=colour("tint", tint),
            paper=colour("paper", paper),
            variant=None if variant is None else int(number("variant", variant, least=0)),
            free=None if free is None else _free_box(free, number("x", x), number("y", y)),
        )
        return self._face.clipped(
            number("x", x), number("y", y), wide, high, apart(drawn, f"art-{len(self._face.definitions)}-")
        )

    def picture(
        self, path: str, x: float, y: float, width: float, height: float, *, fit: str = "cover"
    ) -> Markup:
        """A picture of your own from the game folder: an SVG, PNG or JPEG.

        Of a drawing that `pnp illustrate` has cut its marks are shown. Pixels that come out coarser than
        200 to the inch are a warning.

        path: the file in the game folder, such as `"art/bee.svg"`; best from a column of the type file.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        fit: `"cover"` fills the box and cuts off what is too much, `"contain"` shows the whole picture in it.
        """
        self._face.tick(_PICTURE_STEPS)
        wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
        contain = one_of("fit", fit, ("cover", "contain")) == "contain"
        self._reads.note("picture", words_given(path))
        try:
            shown = self._illustrations.cut(words_given(path), wide)
            picture = shown.picture if shown is not None else self._pictures.get(words_given(path))
            self._face.pictured += len(picture.href)
            if self._face.pictured > MOST_PICTURED:
                text = "The pictures of this face hold more than 14 MB together."
                raise BadArgument(text, "Save them smaller, or photographs as JPEG.")
        except BadArgument as fault:  # the designer wrote the path into a cell, and mends it there
            text = f"{fault.where}: {fault.what}" if fault.where else fault.what
            before = set(self._face.found)
            self._face.add(text, fault.mend, where=self._face.source(words_given(path)))
            self._face.unpictured |= set(self._face.found) - before
            return Markup("")
        if shown is not None and shown.plain:
            self._face.add(*shown.plain, severity=Severity.NOTE)
        box = cover(picture.width, picture.height, wide, high, contain=contain)
        dpi = picture.width / box[2] * MM_PER_INCH
        if picture.pixels and dpi < LEAST_DPI:
            self._face.add(
                f"The picture “{words_given(path)}” has {dpi:.0f} dots per inch at {box[2]:.1f} mm width.",
                f"Use one that is at least {box[2] / MM_PER_INCH * LEAST_DPI:.0f} pixels wide.",
                severity=Severity.WARNING,
                where=self._face.source(words_given(path)),
            )
        return self._laid(picture, path, box, (number("x", x), number("y", y), wide, high))

    def illustration(
        self,
        name: object,
        x: float,
        y: float,
        width: float,
        height: float,
        inks: Mapping[str, str] | None = None,
    ) -> Markup:
        """A drawing of the folder `art` by its name, with the marks that `pnp illustrate` has cut for it.

        It fills its box. Where there is no drawing of that name the answer is empty, so that a template can
        draw something else instead, and a note says so; see [illustrating.md](illustrating.md).

        name: what the picture shows, best `card.title`; the file has its name in small letters with hyphens,
            `"Tide Pool"` is `art/tide-pool.svg`.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        inks: other colours for inks of `art/style.toml`, such as `{"tint": layer(card.layer).tint}`.
        """
        self._face.tick(_PICTURE_STEPS)
        wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
        words = self._in_base(words_given(name))
        changed = {str(ink): colour("inks", paint) for ink, paint in (inks or {}).items()}
        shown = self._illustrations.get(words, wide, changed)
        if shown is None:
            drawing = drawing_name(words)
            text = f"There is no drawing art/{drawing}.svg: the template draws something else."
            mend = f"Nothing has to be done; pnp illustrate --begin {drawing} begins one." if drawing else ""
            self._face.add(text, mend, severity=Severity.NOTE, where=self._face.source(words))
            return Markup("")
        if shown.plain:
            self._face.add(*shown.plain, severity=Severity.NOTE)
        picture = shown.picture
        box = cover(picture.width, picture.height, wide, high, contain=False)
        return self._laid(picture, words, box, (number("x", x), number("y", y), wide, high))

    def _laid(
        self, picture: Picture, name: str, box: tuple[float, ...], room: tuple[float, float, float, float]
    ) -> Markup:
        """A picture at a box within a room (x, y, width, height), which cuts it."""
        identifier = f"picture-{len(self._face.definitions)}"
        place = dict(zip(("x", "y", "width", "height"), box, strict=True))
        # The data joins the face at its end: it does not count as what the template writes.
        image = element("image", {"id": identifier, **place, "href": picture.href, "data-at": name})
        self._face.definitions[identifier] = image
        return self._face.clipped(*room, element("use", {"href": f"#{identifier}"}))

    def _touch_icon(self, key: str) -> None:
        """Look at the row of an icon that cannot be drawn, so that it is known if that was said there."""
        for row in self._book.tables.get(ICONS, ()):
            if dict(row.values).get("key") == key:
                row.values.get("key")


def _free_box(free: object, x: float, y: float) -> tuple[float, float, float, float]:
    """A free box of a template, seen from the picture at (x, y)."""
    if not isinstance(free, list | tuple) or len(free) != 4:
        raise BadArgument(
            "The free part of a picture is not four numbers.",
            "Write it as (x, y, width, height) in mm, such as (0, 13, 63.5, 21).",
        )
    left_x, top = number("free", free[0]) - x, number("free", free[1]) - y
    return left_x, top, number("free", free[2], least=0.1), number("free", free[3], least=0.1)
