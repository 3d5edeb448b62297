"""Words → lines. Nothing in a line depends on the font size but where it ends, so each line is measured once.

A box tries half a dozen sizes. The widths of single words are the same for all of them, and a line that
two sizes share is put together once; see `fitting`, which asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from generator.records.richtext import Icon, Span, Word
from generator.text.bidi import base_is_rtl, levels_of, turns, visual_order
from generator.text.measure import EDGE, Measure, Ruler, Tick, Typeface

ICON_EM = 1.1
"""The side of an inline icon; its drawing keeps a margin inside this square."""
ICON_GAP_EM = 0.07
"""Air on both sides of an inline icon."""
ROUGHLY = 0.85
"""Up to this share of the width a line is not measured as a whole."""
SPACE_EM = 0.2
_WORD = 5
"""Steps for putting a word onto a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSetting:
    """How a text is set. `leading` is the distance of two baselines in font sizes."""

    family: str
    size: float
    least: float
    weight: int = 400
    italic: bool = False
    align: str = "start"
    """`left`, `center` or `right`; `start` and `end` as the language is read."""
    valign: str = "top"
    leading: float = 1.25
    spacing: float = 0.0
    icon_em: float = ICON_EM
    strut: bool = False
    """Whether the first and the last line are as high as if they held an icon."""
    rtl: bool = False
    """Whether the language is read from right to left."""
    features: str = ""
    """What is asked of the fonts besides, such as `liga,onum`."""


class LinePart(NamedTuple):
    """A run or an icon of a line; `x_em` from the line's left end."""

    x_em: float
    text: str
    face: Typeface | None
    icon: str
    width_em: float = 0.0
    order: int = 0
    """Its place among the parts of its line as they are read."""


class Line(NamedTuple):
    """What stands on one line. All lengths are in font sizes."""

    parts: tuple[LinePart, ...]
    width_em: float
    ascent_em: float
    descent_em: float
    cap_em: float
    rtl: bool = False
    """Whether it is read from right to left."""


class _Look(NamedTuple):
    """How one piece of text looks: its number tells looks apart, even those that share a font."""

    number: int
    face: Typeface
    ruler: Ruler


_Atom = tuple[_Look | None, str]
"""Text with its look, or an icon's key without one."""
_OBJECT = "\ufffc"
"""What an icon is to the algorithm that orders a line."""


class Paragraphs:
    """The paragraphs of one text in one setting. `wrapped` breaks them to a width."""

    def __init__(
        self, paragraphs: Sequence[Sequence[Word]], setting: TextSetting, measure: Measure, tick: Tick
    ) -> None:
        self._setting, self._measure, self._tick = setting, measure, tick
        self._looks: dict[tuple[bool, bool], _Look] = {}
        self._left: dict[tuple[bool, bool], _Look] = {}
        self._plain = self.look(bold=False, italic=False)
        self._ink = measure.ink(self._plain.face)
        self._paragraphs = [self._paragraph(words) for words in paragraphs]

    def wrapped(self, width_em: float) -> list[Line]:
        """All lines, none wider than `width_em` unless a single word is."""
        lines: list[Line] = []
        for paragraph in self._paragraphs:
            paragraph.wrap(width_em, lines)
        return lines

    def _paragraph(self, words: Sequence[Word]) -> _Paragraph:
        if not self._setting.rtl and not any(
            turns(atom.text) for word in words for atom in word.atoms if not isinstance(atom, Icon)
        ):
            return _Paragraph(self, words)
        text = "".join(
            (" " if word.space and number else "")
            + "".join(_OBJECT if isinstance(atom, Icon) else atom.text for atom in word.atoms)
            for number, word in enumerate(words)
        )
        return _TurningParagraph(self, words, text, rtl=base_is_rtl(text, self._setting.rtl))

    def prepared(self, word: Word) -> tuple[bool, tuple[_Atom, ...]]:
        """A word with the look of each part of it."""
        return word.space, tuple(
            (None, atom.key)
            if isinstance(atom, Icon)
            else (self._looks.get((atom.bold, atom.italic)) or self.look(atom.bold, atom.italic), atom.text)
            for atom in word.atoms
        )

    def look(self, bold: bool, italic: bool, *, rtl: bool = False) -> _Look:
        """The look of letters that run in one direction."""
        looks, setting = self._left if rtl else self._looks, self._setting
        look = looks.get((bold, italic))
        if look is None:
            weight = setting.weight if not bold else 700 if setting.weight < 700 else 800
            slant = setting.italic != italic
            face = self._measure.face(setting.family, weight, slant, rtl=rtl, features=setting.features)
            look = _Look(len(self._looks) + len(self._left), face, self._measure.ruler(face))
            looks[bold, italic] = look
        return look

    def line(self, merged: Sequence[_Atom], orders: Sequence[int], count: int, *, rtl: bool) -> Line:
        """Atoms from left to right as one line of so many words; `orders` are their places in reading."""
        self._tick(_WORD * (1 + count))
        icon_em = self._setting.icon_em
        at = 0.0
        parts: list[LinePart] = []
        for (look, text), order in zip(merged, orders, strict=True):
            if look is None:
                at += ICON_GAP_EM
                parts.append(LinePart(at, "", None, text, 0.0, order))
                at += icon_em + ICON_GAP_EM
                continue
            before, rest = look.ruler.advance_em(text)
            at += before
            if core := text.strip(EDGE):
                parts.append(LinePart(at, core, look.face, "", look.ruler.run(core).width_em, order))
                at += rest
        above, below, cap = self._ink
        if any(part.icon for part in parts):
            above = max(above, (icon_em + cap) / 2)
            below = max(below, (icon_em - cap) / 2)
        return Line(tuple(parts), at, above, below, cap, rtl)

    def width_em(self, merged: Sequence[_Atom], count: int) -> float:
        """How wide `line` would be. Most lines are only tried."""
        self._tick(_WORD * (1 + count))
        icon_em = self._setting.icon_em
        at = 0.0
        for look, text in merged:
            if look is None:
                at += ICON_GAP_EM
                at += icon_em + ICON_GAP_EM
            else:
                before, rest = look.ruler.advance_em(text)
                at += before
                at += rest
        return at

    def merged(self, words: Sequence[tuple[bool, tuple[_Atom, ...]]]) -> list[_Atom]:
        """The atoms of a line, with neighbouring text of one look joined, and spaces where words meet.

        What is joined is kerned as a whole.
        """
        merged: list[_Atom] = []
        held: _Look | None = None  # of the text that is still growing
        text = ""
        first = True
        for space, atoms in words:
            gap = " " if space and not first else ""
            first = False
            for look, string in atoms:
                if look is None:
                    if held is not None or gap:
                        merged.append((held or self._plain, text + gap))
                    merged.append((None, string))
                    held, text = None, ""
                elif held is look:
                    text += gap + string
                else:
                    if held is not None:
                        merged.append((held, text))
                    held, text = look, gap + string
                gap = ""
        if held is not None:
            merged.append((held, text))
        return merged


class _Paragraph:
    """One paragraph, with what is known of it already: each word's width, and the lines that were tried."""

    __slots__ = ("_alone", "_known", "_rtl", "_soft", "_text", "_widths", "_words")

    def __init__(self, text: Paragraphs, words: Sequence[Word], *, rtl: bool = False) -> None:
        self._text, self._rtl = text, rtl
        self._words = self._prepared(words)
        self._soft = {at for at, word in enumerate(words) if word.soft}
        self._known: dict[tuple[int, int], Line] = {}
        self._widths: dict[tuple[int, int], float] = {}
        self._alone: list[float] = []

    def wrap(self, width_em: float, lines: list[Line]) -> None:
        """Add the lines. A paragraph without words is an empty line."""
        start = 0
        while True:
            end = self._line_end(start, width_em)
            lines.append(self._line(start, end))
            start = end
            if start >= len(self._words):
                return

    def _line(self, start: int, end: int) -> Line:
        line = self._known.get((start, end))
        if line is None:
            merged, orders = self._line_atoms(start, end)
            line = self._text.line(merged, orders, end - start, rtl=self._rtl)
            self._known[start, end] = line
        return line

    def _prepared(self, words: Sequence[Word]) -> list[tuple[bool, tuple[_Atom, ...]]]:
        return [self._text.prepared(word) for word in words]

    def _line_atoms(self, start: int, end: int) -> tuple[Sequence[_Atom], Sequence[int]]:
        """The atoms of a line from left to right, and the places of each as it is read."""
        merged = self._text.merged(self._words[start:end])
        if self._soft:
            self._hyphen(merged, end)
        return merged, range(len(merged))

    def _hyphen(self, merged: list[_Atom], end: int) -> None:
        """Write a hyphen at the end of a line that ends within a word."""
        if end in self._soft and merged and merged[-1][0] is not None:
            merged[-1] = merged[-1][0], f"{merged[-1][1]}-"

    def _width(self, start: int, end: int) -> float:
        width = self._widths.get((start, end))
        if width is None:
            width = self._text.width_em(self._line_atoms(start, end)[0], end - start)
            self._widths[start, end] = width
        return width

    def _width_alone(self, at: int) -> float:
        """The width of a word by itself, with room for the space before it."""
        while len(self._alone) <= at:
            number = len(self._alone)
            space = SPACE_EM if self._words[number][0] else 0.0
            self._alone.append(self._width(number, number + 1) + space)
        return self._alone[at]

    def _line_end(self, start: int, width_em: float) -> int:
        """Behind the last word of a line. A line of thousands of words is measured some dozen times."""
        count = len(self._words)

        def fits(end: int) -> bool:
            return end <= start + 1 or self._width(start, end) <= width_em + 1e-9

        end, rough, room = start, 0.0, ROUGHLY * width_em
        while end < count:  # the words one by one; kerning between words changes it by little
            rough += self._alone[end] if end < len(self._alone) else self._width_alone(end)
            if end > start and rough > room:
                break
            end += 1
        step = 1
        while end + step <= count and fits(end + step):
            end, step = end + step, 2 * step
        while step := step // 2:
            if end + step <= count and fits(end + step):
                end += step
        return end


class _TurningParagraph(_Paragraph):
    """A paragraph in which something runs from right to left: each line is put in order by levels."""

    __slots__ = ("_gaps", "_levels", "_string")

    def __init__(self, text: Paragraphs, words: Sequence[Word], string: str, *, rtl: bool) -> None:
        self._string = levels_of(string, rtl)
        self._levels: list[list[int]] = []
        self._gaps: list[tuple[_Look, int] | None] = []
        super().__init__(text, words, rtl=rtl)

    def _prepared(self, words: Sequence[Word]) -> list[tuple[bool, tuple[_Atom, ...]]]:
        """The words in atoms of one level each; the level and the look of the space before each word."""
        prepared: list[tuple[bool, tuple[_Atom, ...]]] = []
        at = 0
        for number, word in enumerate(words):
            gap: tuple[_Look, int] | None = None
            atoms: list[_Atom] = []
            levels: list[int] = []
            if word.space and number:
                level, span = (
                    self._string[at],
                    next((a for a in word.atoms if not isinstance(a, Icon)), Span("")),
                )
                gap = self._text.look(span.bold, span.italic, rtl=level % 2 == 1), level
                at += 1
            for atom in word.atoms:
                if isinstance(atom, Icon):
                    atoms.append((None, atom.key))
                    levels.append(self._string[at])
                    at += 1
                    continue
                here = zip(self._string[at : at + len(atom.text)], atom.text, strict=True)
                for level, signs in groupby(here, lambda sign: sign[0]):
                    look = self._text.look(atom.bold, atom.italic, rtl=level % 2 == 1)
                    atoms.append((look, "".join(sign for _, sign in signs)))
                    levels.append(level)
                at += len(atom.text)
            prepared.append((word.space, tuple(atoms)))
            self._levels.append(levels)
            self._gaps.append(gap)
        return prepared

    def _line_atoms(self, start: int, end: int) -> tuple[Sequence[_Atom], Sequence[int]]:
        merged: list[_Atom] = []
        levels: list[int] = []

        def add(look: _Look | None, text: str, level: int) -> None:
            if merged and look is not None and merged[-1][0] is look and levels[-1] == level:
                merged[-1] = look, merged[-1][1] + text
            else:
                merged.append((look, text))
                levels.append(level)

        for number in range(start, end):
            if (gap := self._gaps[number]) is not None and number > start:
                add(gap[0], " ", gap[1])
            for (look, text), level in zip(self._words[number][1], self._levels[number], strict=True):
                add(look, text, level)
        self._hyphen(merged, end)
        orders = visual_order(levels)
        return [merged[order] for order in orders], orders
