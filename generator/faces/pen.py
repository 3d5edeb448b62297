"""The functions that templates call. Each returns SVG of the subset that `generator.svg` draws.

Lengths are mm from the top left corner of the trimmed piece. A call that cannot be drawn adds a Problem
that names template and line, and leaves its place empty, so that one run reports all of them.

The docstrings of these functions are also their pages for designers: a sentence or two, then a line for
each argument. `python -m docs.make_reference` puts them there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup, escape

from generator.faces.assets import LEAST_DPI, Icons, Pictures, cover
from generator.faces.calls import misuse
from generator.faces.geometry import GEOMETRY, MOST_LETTERS, Letter, arc_letters
from generator.faces.markup import (
    MOST_SHOWN,
    BadArgument,
    apart,
    colour,
    element,
    number,
    one_of,
    outline,
    shown,
)
from generator.faces.places import Places, cell_of, template_line
from generator.ground.problems import Problem, Severity, has_errors
from generator.records.notation import Effect, Requirement, effect_text
from generator.records.richtext import unknown_icon
from generator.records.tables import Book, Row
from generator.records.worksheets import ICONS, LAYERS
from generator.text.fitting import Fault, FittedText, Run, TextSetting, Typesetter
from generator.text.fonts import BrokenFont, UnknownFamily

INK = "#22252e"
FAMILIES: Mapping[str, str] = {"text": "SourceSans3", "title": "Fraunces"}
"""What templates may write for a font instead of a family's name."""
MM_PER_INCH = 25.4
_ALIGN = ("left", "center", "right")
_VALIGN = ("top", "middle", "bottom")
_LETTER_STEPS = 20
_CALL_STEPS, _TEXT_STEPS, _PICTURE_STEPS, _ART_STEPS, _FAULT_STEPS = 60, 100, 500, 8000, 2000
"""What a call costs of a template's budget besides the measuring of its text; see `budget`."""
MOST_PICTURED = 18_000_000
"""Letters of the pictures of one face; see `assets.MOST_PICTURE`."""
MOST_PROBLEMS = 50
"""Problems told for one face; more would not help anybody."""


class Pen:
    """Draws one face at a time: `begin` clears the page, the functions fill it, `definitions` ends it."""

    def __init__(
        self,
        *,
        book: Book,
        typesetter: Typesetter,
        icons: Icons,
        pictures: Pictures,
        tick: Callable[[int], None],
        outlines: bool = False,
        note: Callable[[str, str], None] | None = None,
        in_base: Callable[[str], str] = str,
        place: Callable[[str, str], int | None] | None = None,
    ) -> None:
        """`note` is told of each icon and picture; `in_base` gives a seed as it is in the base language.

        `place` says where the card stands among those of a motif, for a seed of its own.
        """
        self._in_base = in_base
        self._placed = place or (lambda _motif, _seed: None)
        self._note = note or (lambda _kind, _name: None)
        self._book, self._typesetter, self._icons, self._pictures = book, typesetter, icons, pictures
        self._tick, self._outlines = tick, outlines
        self._places = Places(book)
        self.begin(None)

    def begin(self, card: Row | None) -> None:
        """A new face, for a row or for none."""
        self._card = card
        self._definitions: dict[str, str] = {}
        self._found: dict[Problem, None] = {}
        self._pictured = 0
        self._boxed: set[Problem] = set()
        self.unpictured: set[Problem] = set()
        """Errors of pictures that cannot be shown."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was wrong with the face so far, each Problem once."""
        return tuple(self._found)

    @property
    def faults_elsewhere(self) -> bool:
        """Whether there are errors beside those of texts, which have an outline of their own in a draft."""
        return has_errors(problem for problem in self._found if problem not in self._boxed)

    @property
    def definitions(self) -> str:
        """The symbols and clips that the face uses."""
        return "".join(self._definitions.values())

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The names of the contract, as templates call them."""
        drawn = (self.icon, self.text, self.textbox, self.arctext, self.art, self.picture)
        return {function.__name__: self._guarded(function) for function in drawn} | {
            "boxheight": self._counted(self.boxheight),
            "alike": self._counted(self.alike),
            "effect": self.effect,
            "asked": self.asked,
            "layer": self.layer,
            **{name: self._counted(function) for name, function in GEOMETRY.items()},
        }

    # ------------------------------------------------------------ drawing

    def icon(self, key: str, x: float, y: float, size: float, color: str = INK) -> Markup:
        """An icon of the sheet Icons, drawn from `icons/<key>.svg` or, without such a file, from the shelf.

        key: its Key in the sheet Icons, such as `"sun"`.
        x, y: the top left corner of its square, in mm.
        size: the side of the square, in mm.
        color: what the drawing calls `currentColor`, as `#rrggbb`.
        """
        if not isinstance(key, str) or key not in self._book.symbols:
            raise BadArgument(*unknown_icon(_words(key)[:MOST_SHOWN], self._book.symbols))
        self._note("icon", key)
        try:
            self._definitions[f"icon-{key}"] = self._icons.symbol(key)
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

    def text(
        self,
        string: object,
        x: float,
        y: float,
        width: float,
        *,
        size: float,
        least: float | None = None,
        font: str = "text",
        weight: int = 400,
        italic: bool = False,
        align: str = "left",
        color: str = INK,
        caps: bool = False,
        spacing: float = 0.0,
        lines: int = 1,
    ) -> Markup:
        """One line of text as it stands, without icons. It shrinks from `size` to `least` until it fits.

        What does not fit at the least size is an error with its cell.

        string: the text or the number to print.
        x: the left end of the line, in mm.
        y: the line on which the letters stand, in mm.
        width: how long the line may become, in mm.
        size: the size of the letters, in mm. 3.5 mm are 10 pt.
        least: the size down to which the line may shrink, in mm; without it the line does not shrink.
        font: `"text"`, `"title"` or the name of a family in the folder fonts.
        weight: 400 is regular, 600 half bold, 700 bold; the nearest that the family has is taken.
        italic: `true` for italic letters.
        align: `"left"`, `"center"` or `"right"` between x and x + width.
        color: the colour of the letters, as `#rrggbb`.
        caps: `true` for capitals throughout.
        spacing: more room between letters, in mm.
        lines: how many lines it may break into if one is too short, from 1 to 4. Together they take the room
        of one line of the full size; text with `spacing` stays on one.
        """
        self._tick(_TEXT_STEPS)
        words = _words(string)
        setting = self._setting(font, size, least, weight=weight, italic=italic, align=align, spacing=spacing)
        layout = self._typesetter.stacked(
            words.upper() if caps else words,
            x=number("x", x),
            y=number("y", y),
            width=number("width", width, least=0),
            lines=int(number("lines", lines, least=1, most=4)),
            setting=setting,
            place=self._place(),
        )
        box = (x, y - layout.size, width, 1.25 * layout.size)
        return self._set(layout, words, colour("color", color), color, box)

    def textbox(
        self,
        rich: object,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        size: float,
        least: float | None = None,
        leading: float = 1.25,
        font: str = "text",
        weight: int = 400,
        italic: bool = False,
        align: str = "left",
        valign: str = "top",
        color: str = INK,
        icon_color: str | Mapping[str, str] | None = None,
        icon_em: float = 1.1,
        strut: bool = False,
    ) -> Markup:
        """Text in several lines inside a box, with `{sun}` as an icon, `**bold**` and `*italic*`.

        It shrinks from `size` to `least` until it fits; what does not fit then is an error with its cell.

        rich: the text, in which a new line of the cell begins a new line; `effect(…)` makes one from a
        column of the type effect.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        size: the size of the letters, in mm.
        least: the size down to which the text may shrink, in mm; without it the text does not shrink.
        leading: from one baseline to the next, in sizes of the letters.
        font: `"text"`, `"title"` or the name of a family in the folder fonts.
        weight: 400 is regular, 600 half bold, 700 bold; the nearest that the family has is taken.
        italic: `true` for italic letters.
        align: `"left"`, `"center"` or `"right"` in the box.
        valign: `"top"`, `"middle"` or `"bottom"` in the box.
        color: the colour of the letters, as `#rrggbb`.
        icon_color: the icons' colour, or one for each: `{"sun": "#c98a00"}`; without it the letters' own.
        icon_em: the side of an icon, in sizes of the letters.
        strut: `true` makes the first and the last line as high as one with an icon, so that texts with and
        without icons begin alike.
        """
        self._tick(_TEXT_STEPS)
        words = _words(rich)
        setting = self._setting(
            font,
            size,
            least,
            weight=weight,
            italic=italic,
            align=align,
            valign=one_of("valign", valign, _VALIGN),
            leading=number("leading", leading, least=0.5, most=5),
            icon_em=number("icon_em", icon_em, least=0.3, most=5),
            strut=bool(strut),
        )
        layout = self._typesetter.box(
            words,
            x=number("x", x),
            y=number("y", y),
            width=number("width", width, least=0.1, most=2000),
            height=number("height", height, least=0, most=2000),
            setting=setting,
            symbols=self._book.symbols,
            place=self._place(),
        )
        return self._set(layout, words, colour("color", color), icon_color or color, (x, y, width, height))

    def arctext(
        self,
        string: object,
        cx: float,
        cy: float,
        r: float,
        degrees: float,
        *,
        size: float,
        least: float | None = None,
        span: float = 360,
        inside: bool = False,
        font: str = "text",
        weight: int = 400,
        italic: bool = False,
        color: str = INK,
        caps: bool = False,
        spacing: float = 0.0,
    ) -> Markup:
        """One line of text along a circle. It shrinks from `size` to `least` until it fits its part of it.

        string: the text or the number to print, of at most 200 letters.
        cx, cy: the middle of the circle, in mm.
        r: the radius of the line on which the letters stand, in mm.
        degrees: where the middle of the text is, as on a clock: 0 is up, 90 right, 180 down.
        size: the size of the letters, in mm.
        least: the size down to which the text may shrink, in mm; without it the text does not shrink.
        span: how much of the circle the text may take, in degrees.
        inside: `true` turns the letters' heads to the middle: below, text is then read from left to right.
        font: `"text"`, `"title"` or the name of a family in the folder fonts.
        weight: 400 is regular, 600 half bold, 700 bold; the nearest that the family has is taken.
        italic: `true` for italic letters.
        color: the colour of the letters, as `#rrggbb`.
        caps: `true` for capitals throughout.
        spacing: more room between letters, in mm.
        """
        words = " ".join(_words(string).split())
        if len(words) > MOST_LETTERS:
            raise BadArgument(
                f"The text has {len(words)} letters; {MOST_LETTERS} are the most.", "Shorten it."
            )
        words = words.upper() if caps else words
        self._tick(_TEXT_STEPS + len(words) * _LETTER_STEPS)
        setting = self._setting(
            font, size, least, weight=weight, italic=italic, align="left", spacing=spacing
        )
        reach, part = number("r", r, least=0.5), number("span", span, least=1, most=360)
        room = reach * math.radians(part)
        layout = self._typesetter.line(words, x=0, y=0, width=room, setting=setting, place=self._place())
        for fault in layout.faults:
            self._fault(fault, words)
        if not layout.runs:
            return Markup("")
        run, tone = layout.runs[0], colour("color", color)
        letters = arc_letters(
            self._typesetter.measure,
            run.face,
            run.text,
            size=layout.size,
            spacing=spacing,
            middle=(number("cx", cx), number("cy", cy)),
            r=reach,
            degrees=number("degrees", degrees),
            inside=bool(inside),
        )
        return Markup("").join(_letter(letter, run, tone) for letter in letters)

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
        """A picture that the program draws itself: the same one for the same seed, another for another.

        It fills its box and is cut to it.

        motif: what it is made of, such as `"waves"`; all of them are listed below.
        seed: what the picture grows from, best the card's title.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        color: the colour of its lines, as `#rrggbb`.
        tint: the pale colour beside it, as `#rrggbb`.
        paper: the colour of the ground, as `#rrggbb`.
        variant: a whole number that picks the composition, best a column; else cards of one motif take turns.
        free: the part of the box that nothing will be laid over, as `(x, y, width, height)` in mm like the
            box itself; what is to be seen is drawn there, as large as suits it. Without it, all is free.
        """
        from generator.art import FORMER, MOTIFS, draw_art

        if isinstance(motif, str) and motif in FORMER:
            what = f"The motif “{motif}” is called “{FORMER[motif]}” now."
            mend = f"Write {FORMER[motif]}; the picture stays the same."
            self._add(what, mend, severity=Severity.WARNING, where=self._source(motif))
        elif motif not in MOTIFS:
            what = f"“{_words(motif)[:MOST_SHOWN]}” is not a motif that can be drawn."
            raise BadArgument(what, f"Use one of: {', '.join(MOTIFS)}.")
        self._tick(_ART_STEPS)
        wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
        told = "None" if seed is None else self._in_base(_words(seed))
        if variant is None:
            variant = self._placed(FORMER.get(motif, motif), told)
        drawn = draw_art(
            motif,
            told,
            wide,
            high,
            color=colour("color", color),
            tint=colour("tint", tint),
            paper=colour("paper", paper),
            variant=None if variant is None else int(number("variant", variant, least=0)),
            free=None if free is None else _free_box(free, number("x", x), number("y", y)),
        )
        return self._clipped(
            number("x", x), number("y", y), wide, high, apart(drawn, f"art-{len(self._definitions)}-")
        )

    def picture(
        self, path: str, x: float, y: float, width: float, height: float, *, fit: str = "cover"
    ) -> Markup:
        """A picture of your own from the game folder: an SVG, PNG or JPEG.

        Pixels that come out coarser than 200 to the inch are a warning.

        path: the file in the game folder, such as `"art/bee.svg"`; best from a column of the type file.
        x, y: the top left corner of the box, in mm.
        width, height: the size of the box, in mm.
        fit: `"cover"` fills the box and cuts off what is too much, `"contain"` shows the whole picture in it.
        """
        self._tick(_PICTURE_STEPS)
        wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
        contain = one_of("fit", fit, ("cover", "contain")) == "contain"
        self._note("picture", _words(path))
        try:
            picture = self._pictures.get(_words(path))
            self._pictured += len(picture.href)
            if self._pictured > MOST_PICTURED:
                what = "The pictures of this face hold more than 14 MB together."
                raise BadArgument(what, "Save them smaller, or photographs as JPEG.")
        except BadArgument as fault:  # the designer wrote the path into a cell, and mends it there
            what = f"{fault.where}: {fault.what}" if fault.where else fault.what
            before = set(self._found)
            self._add(what, fault.mend, where=self._source(_words(path)))
            self.unpictured |= set(self._found) - before
            return Markup("")
        box = cover(picture.width, picture.height, wide, high, contain=contain)
        dpi = picture.width / box[2] * MM_PER_INCH
        if picture.pixels and dpi < LEAST_DPI:
            self._add(
                f"The picture “{_words(path)}” has {dpi:.0f} dots per inch at {box[2]:.1f} mm width.",
                f"Use one that is at least {box[2] / MM_PER_INCH * LEAST_DPI:.0f} pixels wide.",
                severity=Severity.WARNING,
                where=self._source(_words(path)),
            )
        identifier = f"picture-{len(self._definitions)}"
        place = dict(zip(("x", "y", "width", "height"), box, strict=True))
        # The data joins the face at its end: it does not count as what the template writes.
        image = element("image", {"id": identifier, **place, "href": picture.href, "data-at": path})
        self._definitions[identifier] = image
        used = element("use", {"href": f"#{identifier}"})
        return self._clipped(number("x", x), number("y", y), wide, high, used)

    # ------------------------------------------------------------ reading

    def boxheight(
        self,
        rich: object,
        width: float,
        *,
        size: float,
        leading: float = 1.25,
        font: str = "text",
        weight: int = 400,
        italic: bool = False,
        icon_em: float = 1.1,
        strut: bool = False,
    ) -> float:
        """How high, in mm, a `textbox` of that width has to be for a text that does not shrink.

        With it a template puts one text below another without an estimate.

        rich: the text, as for `textbox`.
        width: the width of the box, in mm.
        size: the size of the letters, in mm.
        leading: from one baseline to the next, in sizes of the letters.
        font: `"text"`, `"title"` or the name of a family in the folder fonts.
        weight: 400 is regular, 600 half bold, 700 bold; the nearest that the family has is taken.
        italic: `true` for italic letters.
        icon_em: the side of an icon, in sizes of the letters.
        strut: `true` makes the first and the last line as high as one with an icon.
        """
        self._tick(_TEXT_STEPS)
        setting = self._setting(
            font,
            size,
            None,
            weight=weight,
            italic=italic,
            align="left",
            leading=number("leading", leading, least=0.5, most=5),
            icon_em=number("icon_em", icon_em, least=0.3, most=5),
            strut=bool(strut),
        )
        wide = number("width", width, least=0.1, most=2000)
        try:
            high = self._typesetter.height(
                _words(rich), width=wide, setting=setting, symbols=self._book.symbols
            )
        except BrokenFont as broken:
            self._found |= dict.fromkeys(broken.problems)
            return 0.0
        return round(high, 4)

    def alike(
        self,
        strings: Sequence[object],
        width: float,
        *,
        size: float,
        least: float | None = None,
        font: str = "text",
        weight: int = 400,
        italic: bool = False,
        caps: bool = False,
        spacing: float = 0.0,
        rich: bool = False,
        icon_em: float = 1.1,
    ) -> float:
        """The size, in mm, at which each of several texts fits on one line, so that all can be set alike.

        strings: the texts or numbers, such as `book["Lands"] | map(attribute="name") | list`.
        width: how long a line may become, in mm.
        size: the size of the letters if all of them fit, in mm.
        least: the size down to which the lines may shrink, in mm; without it they do not shrink.
        font: `"text"`, `"title"` or the name of a family in the folder fonts.
        weight: 400 is regular, 600 half bold, 700 bold; the nearest that the family has is taken.
        italic: `true` for italic letters.
        caps: `true` for capitals throughout.
        spacing: more room between letters, in mm.
        rich: `true` for texts of a `textbox`, with icons and new lines, but without `spacing`.
        icon_em: the side of an icon, in sizes of the letters.
        """
        if not isinstance(strings, list | tuple):
            what = "alike(…) wants a list of texts first."
            raise BadArgument(what, 'Put them in brackets, such as ["Hill", "Lake"], or end with | list.')
        setting = self._setting(
            font,
            size,
            least,
            weight=weight,
            italic=italic,
            align="left",
            spacing=spacing,
            icon_em=number("icon_em", icon_em, least=0.3, most=5),
        )
        wide, fitted = number("width", width, least=0), setting.size
        try:
            for string in strings:
                self._tick(_TEXT_STEPS)
                words = _words(string).upper() if caps else _words(string)
                if rich:
                    one = self._typesetter.widest(words, setting=setting, symbols=self._book.symbols)
                    fitted = min(fitted, max(setting.least, wide / one)) if one else fitted
                    continue
                line = self._typesetter.line(words, x=0, y=0, width=wide, setting=setting, place="")
                fitted = min(fitted, line.size)
        except BrokenFont as broken:
            self._found |= dict.fromkeys(broken.problems)
        return math.floor(fitted * 1000) / 1000

    def effect(self, effect: Effect, you: str = "") -> str:
        """The words and icons of a column of the type effect, for `textbox`.

        effect: the column, such as `card.gift`.
        you: what to put before what strikes the acting player alone, such as `"You "`.
        """
        _wanted("effect", effect, Effect)
        return effect_text(effect, self._book.symbols, you=you)

    def asked(self, requirement: Requirement) -> list[str]:
        """The icons of a column of the type requirement: a list with one key for each thing that it asks for.

        requirement: the column, such as `card.cost`.
        """
        _wanted("asked", requirement, Requirement)
        return list(requirement.icons())

    def layer(self, number: int) -> Row:
        """The row of the sheet Layers that has that number in its column Layer.

        Raises BadArgument.

        number: what stands in the column Layer, such as `2`.
        """
        for row in self._book[LAYERS] if LAYERS in self._book.faults else self._book.tables.get(LAYERS, ()):
            self._tick(1)
            if row["layer"] == number:
                return row
        raise BadArgument(
            f"The sheet Layers has no Layer {shown(number)}.", "Add a row for it or use another number."
        )

    # ------------------------------------------------------------ inside

    def _setting(self, font: str, size: float, least: float | None, **more: Any) -> TextSetting:
        wanted = number("size", size, least=0.1, most=500)
        one_of("align", more["align"], _ALIGN)
        number("weight", more["weight"], least=1, most=1000)
        return TextSetting(
            family=FAMILIES.get(font, font),
            size=wanted,
            least=wanted if least is None else number("least", least, least=0.1, most=500),
            **more,
        )

    def _set(
        self,
        layout: FittedText,
        words: str,
        color: str,
        icons: str | Mapping[str, str],
        box: tuple[float, float, float, float],
    ) -> Markup:
        before = set(self._found) if self._outlines else set()
        for fault in layout.faults:
            self._fault(fault, words)
        drawn = [_run(run, color) for run in layout.runs]
        if self._outlines and any(fault.severe for fault in layout.faults):
            self._boxed |= set(self._found) - before
            drawn.append(outline(*box))
        for icon in layout.icons:
            tone = icons if isinstance(icons, str) else icons.get(icon.key, color)
            drawn.append(self.icon(icon.key, icon.x, icon.y, icon.size, tone))
        return Markup("").join(drawn)

    def _clipped(self, x: float, y: float, width: float, height: float, content: str) -> Markup:
        identifier = f"clip-{len(self._definitions)}"
        box = element("rect", {"x": 0, "y": 0, "width": width, "height": height})
        self._definitions[identifier] = element("clipPath", {"id": identifier}, box)
        inner = element("g", {"clip-path": f"url(#{identifier})"}, content)
        return element("g", {"transform": f"translate({x:.4f} {y:.4f})"}, inner)

    def _guarded(self, function: Callable[..., Markup]) -> Callable[..., Markup]:
        def called(*args: Any, **options: Any) -> Markup:
            self._tick(_CALL_STEPS)
            try:
                drawn = function(*args, **options)
            except TypeError:
                misused = misuse(function, args, options)
                if misused is None:
                    raise
                self._add(*misused)
                return Markup("")
            except BrokenFont as broken:
                self._found |= dict.fromkeys(broken.problems)
                return Markup("")
            except (BadArgument, UnknownFamily) as fault:
                self._add(fault.what, fault.mend, where=getattr(fault, "where", ""))
                return Markup("")
            return element("g", {"data-at": _here()}, drawn) if drawn else drawn

        called.__name__ = function.__name__
        return called

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that draws nothing, at the price of a call."""

        def called(*args: Any, **options: Any) -> Any:
            self._tick(_CALL_STEPS)
            misused = misuse(function, args, options)
            if misused is not None:
                raise BadArgument(*misused)
            return function(*args, **options)

        called.__name__ = function.__name__
        return called

    def _place(self) -> str:
        name, line = _template_and_line()
        return f"{name} line {line}"

    def _touch_icon(self, key: str) -> None:
        """Look at the row of an icon that cannot be drawn, so that it is known if that was said there."""
        for row in self._book.tables.get(ICONS, ()):
            if dict(row.values).get("key") == key:
                row.values.get("key")

    def _source(self, words: str) -> str:
        """The cell that holds exactly these words, else the line of the template."""
        return self._places.of(self._card, words) or _here()

    def _add(
        self,
        what: str,
        mend: str,
        *,
        severity: Severity = Severity.ERROR,
        where: str = "",
        cause: str = "",
        gravity: float = 0.0,
    ) -> None:
        if severity is Severity.ERROR:
            self._tick(_FAULT_STEPS)
        told = sum(problem.severity is severity for problem in self._found)
        if told == MOST_PROBLEMS:
            what, mend, where = "There are more Problems in this face.", "Mend the others first.", _here()
            cause = ""
        if told <= MOST_PROBLEMS:
            found = Problem(severity, where or _here(), what, mend, cause=cause, gravity=gravity)
            self._found[found] = None

    def _fault(self, fault: Fault, words: str) -> None:
        if not fault.severe:
            return self._add(fault.what, fault.mend, severity=Severity.WARNING)
        where = self._places.of(self._card, words)
        if not where and self._card is not None:
            where = cell_of(self._card, words)
        if not where:
            return self._add(fault.what, fault.mend)
        name, line = _template_and_line()
        mend = fault.mend if name in fault.what else f"{fault.mend} It is printed by {name} line {line}."
        # a cell is shortened once, wherever it is printed
        cause = f"too long: {where}" if fault.over else ""
        self._add(fault.what, mend, where=where, cause=cause, gravity=fault.over)
        return None


def _free_box(free: object, x: float, y: float) -> tuple[float, float, float, float]:
    """A free box of a template, seen from the picture at (x, y)."""
    if not isinstance(free, list | tuple) or len(free) != 4:
        raise BadArgument(
            "The free part of a picture is not four numbers.",
            "Write it as (x, y, width, height) in mm, such as (0, 13, 63.5, 21).",
        )
    left, top = number("free", free[0]) - x, number("free", free[1]) - y
    return left, top, number("free", free[2], least=0.1), number("free", free[3], least=0.1)


def _words(value: object) -> str:
    """What a text function was given, as text. Raises BadArgument for a record or a list."""
    if value is None or isinstance(value, str | int | float | Undefined):
        return "" if value is None else str(value)  # an undefined name raises an error of its own here
    kind = type(value).__name__
    mend = (
        "Print a text or a number; effect(…) puts an effect into words, asked(…) lists a requirement's icons."
    )
    raise BadArgument(f"Something that is no text ({kind}) stands where a text is printed.", mend)


def _wanted(name: str, value: object, kind: type[Effect | Requirement]) -> None:
    """Raises BadArgument for anything else than the value of a column of that type."""
    if not isinstance(value, kind | Undefined):  # an undefined name raises an error of its own
        column = kind.__name__.lower()
        given = f"“{str(value)[:MOST_SHOWN]}”" if isinstance(value, str | int | float) else "something else"
        what = f"{name}(…) wants a column of the type {column}, and is given {given}."
        raise BadArgument(
            what, f"Name such a column; the sheet Fields declares which have the type {column}."
        )


def _run(run: Run, color: str) -> Markup:
    return element(
        "text",
        {
            "x": run.x,
            "y": run.y,
            "font-family": run.face.family,
            "font-size": run.size,
            "font-weight": run.face.weight if run.face.weight != 400 else None,
            "font-style": "italic" if run.face.italic else None,
            "letter-spacing": run.spacing or None,
            "fill": color,
        },
        str(escape(run.text)),
    )


def _letter(letter: Letter, run: Run, color: str) -> Markup:
    turn = f"rotate({letter.degrees:.3f} {letter.x:.4f} {letter.y:.4f})"
    return element(
        "text",
        {
            "x": letter.x,
            "y": letter.y,
            "text-anchor": "middle",
            "transform": turn,
            "font-family": run.face.family,
            "font-size": run.size,
            "font-weight": run.face.weight if run.face.weight != 400 else None,
            "font-style": "italic" if run.face.italic else None,
            "fill": color,
        },
        str(escape(letter.sign)),
    )


def _template_and_line() -> tuple[str, int]:
    """The running template as it is told inside a sentence, without the folder that every template is in."""
    place, line = template_line()
    return place.removeprefix("templates/"), line


def _here() -> str:
    place, line = template_line()
    return f"{place}:{line}"
