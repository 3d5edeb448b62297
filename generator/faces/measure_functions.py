"""The functions of templates that measure texts: `boxheight` and `alike`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.faces.begun import BegunFace
from generator.faces.markup import BadArgument, number, words_given
from generator.faces.text_functions import TEXT_STEPS, text_setting
from generator.text.fitting import Typesetter
from generator.text.fonts import BrokenFont


class MeasureFunctions:
    """How large texts get, before they are drawn."""

    def __init__(self, face: BegunFace, typesetter: Typesetter) -> None:
        """They draw nothing; what is wrong with a font goes to the face."""
        self._face, self._typesetter, self._symbols = face, typesetter, face.book.symbols

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
        self._face.tick(TEXT_STEPS)
        setting = text_setting(
            font,
            size,
            None,
            weight=weight,
            italic=italic,
            align="start",
            leading=number("leading", leading, least=0.5, most=5),
            icon_em=number("icon_em", icon_em, least=0.3, most=5),
            strut=bool(strut),
        )
        wide = number("width", width, least=0.1, most=2000)
        try:
            high = self._typesetter.height(
                words_given(rich), width=wide, setting=setting, symbols=self._symbols
            )
        except BrokenFont as broken:
            self._face.found |= dict.fromkeys(broken.problems)
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
            text = "alike(…) wants a list of texts first."
            raise BadArgument(text, 'Put them in brackets, such as ["Hill", "Lake"], or end with | list.')
        setting = text_setting(
            font,
            size,
            least,
            weight=weight,
            italic=italic,
            align="start",
            spacing=spacing,
            icon_em=number("icon_em", icon_em, least=0.3, most=5),
        )
        wide, fitted = number("width", width, least=0), setting.size
        try:
            for string in strings:
                self._face.tick(TEXT_STEPS)
                words = words_given(string).upper() if caps else words_given(string)
                if rich:
                    widest = self._typesetter.widest(words, setting=setting, symbols=self._symbols)
                    fitted = min(fitted, max(setting.least, wide / widest)) if widest else fitted
                    continue
                line = self._typesetter.line(words, x=0, y=0, width=wide, setting=setting, place="")
                fitted = min(fitted, line.size)
        except BrokenFont as broken:
            self._face.found |= dict.fromkeys(broken.problems)
        return math.floor(fitted * 1000) / 1000
