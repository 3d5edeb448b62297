"""The functions of templates that print texts: `text`, `textbox` and `arctext`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup, escape

from generator.faces.begun import BegunFace
from generator.faces.geometry import MOST_LETTERS, Letter, arc_letters
from generator.faces.markup import INK, BadArgument, colour, element, number, one_of, outline, words_given
from generator.records.breaks import hyphenated
from generator.records.languages import language_of, reads_right_to_left
from generator.svg.looking import TOLD
from generator.text.fitting import FittedText, Run, Typesetter
from generator.text.shaping import features_of
from generator.text.wrapping import TextSetting

FAMILIES: Mapping[str, str] = {"text": "SourceSans3", "title": "Fraunces"}
"""What templates may write for a font instead of a family's name."""
_ALIGN = ("left", "center", "right", "start", "end")
_VALIGN = ("top", "middle", "bottom")
_LETTER_STEPS, TEXT_STEPS = 20, 100
"""What a text costs of a template's budget besides its measuring; see `budget`."""


class TextFunctions:
    """Texts in a line, in a box and along a circle."""

    def __init__(
        self, face: BegunFace, typesetter: Typesetter, icon: Callable[[str, float, float, float, str], Markup]
    ) -> None:
        """`icon` draws what stands in a text box as `{key}`."""
        self._face, self._book, self._typesetter, self._icon = face, face.book, typesetter, icon
        self._rtl = reads_right_to_left(face.book)

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
        align: str = "start",
        color: str = INK,
        caps: bool = False,
        spacing: float = 0.0,
        features: str = "",
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
        align: `"left"`, `"center"`, `"right"`, `"start"` or `"end"` between x and x + width.
        color: the colour of the letters, as `#rrggbb`.
        caps: `true` for capitals throughout.
        spacing: more room between letters, in mm.
        features: what is asked of the font besides, such as `"liga,onum,tnum"`, by the tags of OpenType.
        lines: how many lines it may break into if one is too short, from 1 to 4. Together they take the room
        of one line of the full size; text with `spacing` stays on one.
        """
        self._face.tick(TEXT_STEPS)
        words = words_given(string)
        setting = self._setting(
            font, size, least, weight=weight, italic=italic, align=align, spacing=spacing, features=features
        )
        layout = self._typesetter.stacked(
            words.upper() if caps else words,
            x=number("x", x),
            y=number("y", y),
            width=number("width", width, least=0),
            lines=int(number("lines", lines, least=1, most=4)),
            setting=setting,
            place=self._face.place(),
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
        align: str = "start",
        valign: str = "top",
        color: str = INK,
        icon_color: str | Mapping[str, str] | None = None,
        icon_em: float = 1.1,
        strut: bool = False,
        features: str = "",
        hyphenate: bool = False,
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
        align: `"left"`, `"center"`, `"right"`, `"start"` or `"end"` (of reading) in the box.
        valign: `"top"`, `"middle"` or `"bottom"` in the box.
        color: the colour of the letters, as `#rrggbb`.
        icon_color: the icons' colour, or one for each: `{"sun": "#c98a00"}`; without it the letters' own.
        icon_em: the side of an icon, in sizes of the letters.
        strut: `true` makes the first and the last line as high as one with an icon, so that texts with and
        without icons begin alike.
        features: what is asked of the font besides, such as `"liga,onum,tnum"`, by the tags of OpenType.
        hyphenate: `true` parts words at the end of a line as the game's language does.
        """
        self._face.tick(TEXT_STEPS)
        words = words_given(rich)
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
            features=features,
        )
        layout = self._typesetter.box(
            self._hyphenated(words) if hyphenate else words,
            x=number("x", x),
            y=number("y", y),
            width=number("width", width, least=0.1, most=2000),
            height=number("height", height, least=0, most=2000),
            setting=setting,
            symbols=self._book.symbols,
            place=self._face.place(),
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
        features: str = "",
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
        features: what is asked of the font besides, such as `"liga,onum,tnum"`, by the tags of OpenType.
        """
        words = " ".join(words_given(string).split())
        if len(words) > MOST_LETTERS:
            raise BadArgument(
                f"The text has {len(words)} letters; {MOST_LETTERS} are the most.", "Shorten it."
            )
        words = words.upper() if caps else words
        self._face.tick(TEXT_STEPS + len(words) * _LETTER_STEPS)
        setting = self._setting(
            font, size, least, weight=weight, italic=italic, align="left", spacing=spacing, features=features
        )
        reach, part = number("r", r, least=0.5), number("span", span, least=1, most=360)
        room = reach * math.radians(part)
        layout = self._typesetter.line(words, x=0, y=0, width=room, setting=setting, place=self._face.place())
        for fault in layout.faults:
            self._face.fault(fault, words)
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
        return _marked(layout, Markup("").join(_letter(letter, run, tone) for letter in letters))

    def _setting(self, font: str, size: float, least: float | None, **options: Any) -> TextSetting:
        return text_setting(font, size, least, rtl=self._rtl, **options)

    def _hyphenated(self, words: str) -> str:
        parted = hyphenated(words, language_of(self._book))
        if parted is None:
            fault = f"Nothing is known of hyphens in the language “{language_of(self._book)}”."
            raise BadArgument(fault, "Leave hyphenate out; a soft hyphen in the cell parts a word.")
        return parted

    def _set(
        self,
        layout: FittedText,
        words: str,
        color: str,
        icons: str | Mapping[str, str],
        box: tuple[float, float, float, float],
    ) -> Markup:
        before = set(self._face.found) if self._face.outlines else set()
        for fault in layout.faults:
            self._face.fault(fault, words)
        drawn = [
            _written(run.text, run, color, {"x": run.start, "y": run.y}, run.spacing) for run in layout.runs
        ]
        if self._face.outlines and any(fault.severe for fault in layout.faults):
            self._face.boxed |= set(self._face.found) - before
            drawn.append(outline(*box))
        for icon in layout.icons:
            tone = icons if isinstance(icons, str) else icons.get(icon.key, color)
            drawn.append(self._icon(icon.key, icon.x, icon.y, icon.size, tone))
        return _marked(layout, Markup("").join(drawn))


def text_setting(font: str, size: float, least: float | None, **options: Any) -> TextSetting:
    """How a text is set, by the arguments that all functions of texts share. Raises BadArgument."""
    size_pt = number("size", size, least=0.1, most=500)
    one_of("align", options["align"], _ALIGN)
    number("weight", options["weight"], least=1, most=1000)
    try:
        features_of(str(options.get("features", "")))
    except ValueError as wrong:
        raise BadArgument(str(wrong), "Write tags of OpenType, such as “liga,onum,tnum”.") from None
    return TextSetting(
        family=FAMILIES.get(font, font),
        size=size_pt,
        least=size_pt if least is None else number("least", least, least=0.1, most=500),
        **options,
    )


def _written(words: str, run: Run, color: str, place: dict[str, Any], spacing: float = 0.0) -> Markup:
    """Words, or a letter of them, in the look of a run."""
    look = {
        "font-family": run.face.family,
        "font-size": run.size,
        "font-weight": run.face.weight if run.face.weight != 400 else None,
        "font-style": "italic" if run.face.italic else None,
        "letter-spacing": spacing or None,
        "fill": color,
    }
    return element("text", {**place, **look, **run.face.asked}, str(escape(words)))


def _marked(layout: FittedText, drawn: Markup) -> Markup:
    """A text that does not fit, so marked: that it lies over what is beside it follows from that."""
    too_long = any(fault.over for fault in layout.faults)
    return element("g", {TOLD: "too long"}, drawn) if too_long else drawn


def _letter(letter: Letter, run: Run, color: str) -> Markup:
    turn = f"rotate({letter.degrees:.3f} {letter.x:.4f} {letter.y:.4f})"
    place = {"x": letter.x, "y": letter.y, "text-anchor": "middle", "transform": turn}
    return _written(letter.sign, run, color, place)
