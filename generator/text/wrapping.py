"""Words → lines. Nothing in a line depends on the font size but where it ends, so each line is measured once.

A box tries half a dozen sizes. The widths of single words are the same for all of them, and a line that
two sizes share is put together once; see `fitting`, which asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from generator.records.richtext import Icon, Word
from generator.text.measure import EDGE, Measure, Ruler, Tick, Typeface

ICON_GAP_EM = 0.07
"""Air on both sides of an inline icon."""
ROUGHLY = 0.85
"""Up to this share of the width a line is not measured as a whole."""
SPACE_EM = 0.2
_WORD = 5
"""Steps for putting a word onto a line."""


class WrapSetting(Protocol):
    """What of a text's setting decides the look of its lines."""

    @property
    def family(self) -> str:
        """The font's family."""

    @property
    def weight(self) -> int:
        """The weight of what is not bold."""

    @property
    def italic(self) -> bool:
        """The slant of what is not emphasised."""

    @property
    def icon_em(self) -> float:
        """The side of an icon."""


class LinePart(NamedTuple):
    """A run or an icon of a line; `x_em` from the line's left end."""

    x_em: float
    text: str
    face: Typeface | None
    icon: str
    width_em: float = 0.0


class Line(NamedTuple):
    """What stands on one line. All lengths are in font sizes."""

    parts: tuple[LinePart, ...]
    width_em: float
    ascent_em: float
    descent_em: float
    cap_em: float


class _Look(NamedTuple):
    """How one piece of text looks: its number tells looks apart, even those that share a font."""

    number: int
    face: Typeface
    ruler: Ruler


_Atom = tuple[_Look | None, str]
"""Text with its look, or an icon's key without one."""


class Paragraphs:
    """The paragraphs of one text in one setting. `wrapped` breaks them to a width."""

    def __init__(
        self, paragraphs: Sequence[Sequence[Word]], setting: WrapSetting, measure: Measure, tick: Tick
    ) -> None:
        self._setting, self._measure, self._tick = setting, measure, tick
        self._looks: dict[tuple[bool, bool], _Look] = {}
        self._plain = self._look(bold=False, italic=False)
        self._ink = measure.ink(self._plain.face)
        self._paragraphs = [_Paragraph(self, words) for words in paragraphs]

    def wrapped(self, width_em: float) -> list[Line]:
        """All lines, none wider than `width_em` unless a single word is."""
        lines: list[Line] = []
        for paragraph in self._paragraphs:
            paragraph.wrap(width_em, lines)
        return lines

    def prepared(self, word: Word) -> tuple[bool, tuple[_Atom, ...]]:
        """A word with the look of each part of it."""
        return word.space, tuple(
            (None, atom.key)
            if isinstance(atom, Icon)
            else (self._looks.get((atom.bold, atom.italic)) or self._look(atom.bold, atom.italic), atom.text)
            for atom in word.atoms
        )

    def _look(self, bold: bool, italic: bool) -> _Look:
        setting = self._setting
        weight = setting.weight if not bold else 700 if setting.weight < 700 else 800
        face = self._measure.face(setting.family, weight, setting.italic != italic)
        look = _Look(len(self._looks), face, self._measure.ruler(face))
        self._looks[bold, italic] = look
        return look

    def line(self, words: Sequence[tuple[bool, tuple[_Atom, ...]]]) -> Line:
        """Words as one line: neighbouring text of one look becomes one run, kerned as a whole."""
        self._tick(_WORD * (1 + len(words)))
        icon_em = self._setting.icon_em
        at = 0.0
        parts: list[LinePart] = []
        for look, text in self._merged(words):
            if look is None:
                at += ICON_GAP_EM
                parts.append(LinePart(at, "", None, text))
                at += icon_em + ICON_GAP_EM
                continue
            before, rest = look.ruler.advance_em(text)
            at += before
            if core := text.strip(EDGE):
                parts.append(LinePart(at, core, look.face, "", look.ruler.width_em(core)))
                at += rest
        above, below, cap = self._ink
        if any(part.icon for part in parts):
            above = max(above, (icon_em + cap) / 2)
            below = max(below, (icon_em - cap) / 2)
        return Line(tuple(parts), at, above, below, cap)

    def width_em(self, words: Sequence[tuple[bool, tuple[_Atom, ...]]]) -> float:
        """How wide `line` would be. Most lines are only tried."""
        self._tick(_WORD * (1 + len(words)))
        icon_em = self._setting.icon_em
        at = 0.0
        for look, text in self._merged(words):
            if look is None:
                at += ICON_GAP_EM
                at += icon_em + ICON_GAP_EM
            else:
                before, rest = look.ruler.advance_em(text)
                at += before
                at += rest
        return at

    def _merged(self, words: Sequence[tuple[bool, tuple[_Atom, ...]]]) -> list[_Atom]:
        """The atoms of a line, with neighbouring text of one look joined, and spaces where words meet."""
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

    __slots__ = ("_alone", "_known", "_text", "_widths", "_words")

    def __init__(self, text: Paragraphs, words: Sequence[Word]) -> None:
        self._text = text
        self._words = [text.prepared(word) for word in words]
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
            line = self._known[start, end] = self._text.line(self._words[start:end])
        return line

    def _width(self, start: int, end: int) -> float:
        width = self._widths.get((start, end))
        if width is None:
            width = self._widths[start, end] = self._text.width_em(self._words[start:end])
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
