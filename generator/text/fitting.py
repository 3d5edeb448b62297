"""Measures, wraps and fits text: strings in, placed runs and icons out. Nothing here draws.

Every width comes from the shaper that the renderer draws with, so a run is exactly as wide on paper as
it was measured. Lengths are mm, `em` lengths are multiples of the font size; y grows downwards.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from generator.records.breaks import SOFT_HYPHEN, breaks_anywhere
from generator.records.notation import Symbols
from generator.records.richtext import Span, Word, parse_rich, plain, plain_words, ruby_in
from generator.text.bidi import base_is_rtl
from generator.text.fonts import Fonts
from generator.text.measure import Measure, Tick, Typeface, free
from generator.text.wrapping import Line, Paragraphs, TextSetting

STEP_MM = 0.05
"""Text shrinks in steps of this much, so that neighbouring cards rarely differ by a hair."""
LEAST_READABLE_MM = 1.76
"""5 pt: smaller print is a warning."""
MOST_SIGNS = 10
"""How many signs that a font lacks are listed."""
STACK = 1.25
"""How high the lines of a title are that shares the room of one line, in sizes of that line."""
_SLACK_MM = 1e-6


class Run(NamedTuple):
    """Text of one typeface at one place: `x` is its left edge, `y` its baseline."""

    x: float
    y: float
    text: str
    face: Typeface
    size: float
    spacing: float
    width: float
    order: int = 0
    """Its place among what stands on its line, as it is read."""

    @property
    def start(self) -> float:
        """Where it begins to be read: the x of its SVG."""
        return self.x + self.width if self.face.rtl else self.x


class PlacedIcon(NamedTuple):
    """An icon's square by its top left corner."""

    key: str
    x: float
    y: float
    size: float
    order: int = 0


class Fault(NamedTuple):
    """What is wrong with a text, as the two sentences of a Problem."""

    what: str
    mend: str
    severe: bool = True
    over: int = 0
    """How many letters are too many, about, if it is that a text does not fit, which names the place."""
    flaw: str = ""
    """Then: which text does not fit where."""
    why: str = ""
    """And what it takes there and has, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text in its place. `size` is the font size it came to; `height` reaches from ink to ink."""

    size: float
    runs: tuple[Run, ...]
    icons: tuple[PlacedIcon, ...]
    width: float
    height: float
    faults: tuple[Fault, ...] = ()


class Typesetter:
    """Sets text in the fonts of a game."""

    def __init__(self, fonts: Fonts, tick: Tick = free) -> None:
        self.measure = Measure(fonts, tick)
        self._tick = tick

    # ------------------------------------------------------------ one line

    def line(
        self, text: str, *, x: float, y: float, width: float, setting: TextSetting, place: str
    ) -> FittedText:
        """One line of plain text on the baseline `y`, between `x` and `x + width`."""
        string = " ".join(plain(text).split(" ")).replace("\n", " ").replace(SOFT_HYPHEN, "").strip()
        rtl = base_is_rtl(string, setting.rtl)
        face = self.measure.face(
            setting.family, setting.weight, setting.italic, rtl=rtl, features=setting.features
        )
        ruler = self.measure.ruler(face)
        em, gaps = ruler.run(string).width_em, setting.spacing * ruler.run(string).gaps
        size = _largest(setting, lambda size: size * em + gaps <= width + _SLACK_MM)
        wide = size * em + gaps
        faults = [Fault(*fault) for fault in ruby_in(text)]
        faults += [*self._lacks(face, string), *_tiny(setting, place)]
        if wide > width + _SLACK_MM:

            def length(part: str) -> float:
                run = ruler.run(part)
                return size * run.width_em + setting.spacing * run.gaps

            over = _surplus(string, lambda part: length(part) <= width + _SLACK_MM)
            faults.append(_too_wide(string, wide, width, size, place, over))
        left = x + _aside(setting.align, width - wide, rtl=rtl or setting.rtl)
        run = Run(left, y, string, face, size, setting.spacing, wide)
        ink = self.measure.ink(face)
        runs = self._drawable((run,) if string else ())
        return FittedText(size, runs, (), wide, size * (ink.ascent + ink.descent), tuple(faults))

    def stacked(
        self, text: str, *, x: float, y: float, width: float, lines: int, setting: TextSetting, place: str
    ) -> FittedText:
        """Plain text like `line`, which may break into some lines if it does not fit on one.

        Together they are no higher than `STACK` sizes, and lie round the middle of that one line.
        """
        fitted_text = self.line(text, x=x, y=y, width=width, setting=setting, place=place)
        if lines < 2 or setting.spacing or not any(fault.over for fault in fitted_text.faults):
            return fitted_text
        words = " ".join(plain(text).split())
        room, tight = STACK * setting.size, replace(setting, leading=1.0, valign="middle")
        paragraphs = self._words(words, tight)

        def holds(paragraphs: Paragraphs, size: float) -> bool:
            wrapped = paragraphs.wrapped(width / size)
            wide = max(line.width_em for line in wrapped) * size
            high = _height_em(wrapped, tight) * size
            return len(wrapped) <= lines and wide <= width + _SLACK_MM and high <= room + _SLACK_MM

        size = _largest(tight, lambda size: holds(paragraphs, size))
        if not holds(paragraphs, size):
            over = _surplus(words, lambda part: holds(self._words(part, tight), size))
            faults = (_again(fault, lines, over) if fault.over else fault for fault in fitted_text.faults)
            return replace(fitted_text, faults=tuple(faults))
        ink = self.measure.ink(self.measure.face(setting.family, setting.weight, setting.italic))
        top = y - (ink.cap * setting.size + room) / 2
        layout = _place(paragraphs.wrapped(width / size), tight, size, x, top, width, room)
        faults_left = tuple(fault for fault in fitted_text.faults if not fault.over)
        return replace(layout, runs=self._drawable(layout.runs), faults=faults_left)

    # ------------------------------------------------------------ a box

    def box(
        self,
        rich: str,
        *,
        x: float,
        y: float,
        width: float,
        height: float,
        setting: TextSetting,
        symbols: Symbols,
        place: str,
    ) -> FittedText:
        """Rich text wrapped into a box, as large as it fits between `setting.size` and `setting.least`."""
        paragraphs, unknown = parse_rich(rich, symbols)
        faults = [*(Fault(fault, mend) for fault, mend in unknown), *_tiny(setting, place)]

        text = self._set(paragraphs, setting)
        size = _largest(setting, partial(_holds, text, setting, width, height))
        lines = text.wrapped(width / size)
        layout = _place(lines, setting, size, x, y, width, height)
        for face in dict.fromkeys(run.face for run in layout.runs):
            texts = [run.text for run in layout.runs if run.face == face]
            if any(self.measure.missing(face, text) for text in (*texts, " ")):
                faults += self._lacks(face, " ".join(texts))

        def fits(part: str) -> bool:
            words, _ = parse_rich(part, symbols)
            return _holds(self._set(words, setting), setting, width, height, size)

        faults += _spills(rich, lines, layout, width, height, place, fits)
        return FittedText(
            size, self._drawable(layout.runs), layout.icons, layout.width, layout.height, tuple(faults)
        )

    def height(self, rich: str, *, width: float, setting: TextSetting, symbols: Symbols) -> float:
        """How high a box of that width has to be for the text at `setting.size`, in mm."""
        paragraphs, _ = parse_rich(rich, symbols)
        lines = self._set(paragraphs, setting).wrapped(width / setting.size)
        return _height_em(lines, setting) * setting.size

    def widest(self, rich: str, *, setting: TextSetting, symbols: Symbols) -> float:
        """How wide the longest line of a text is that breaks only where it says so, in font sizes."""
        paragraphs, _ = parse_rich(rich, symbols)
        lines = self._set(paragraphs, setting).wrapped(math.inf)
        return max((line.width_em for line in lines), default=0.0)

    # ------------------------------------------------------------ faults

    def _lacks(self, face: Typeface, text: str) -> Iterator[Fault]:
        lost = self.measure.missing(face, text)
        if lost:
            code = f" (U+{ord(lost):04X})" if len(lost) == 1 else ""
            signs, stand = " ".join(lost[:MOST_SIGNS]), "stands" if len(lost) == 1 else "stand"
            fonts = "The font " + face.path.name + " has no"
            if len(face.chain) > 1:
                fonts = "None of the fonts " + ", ".join(path.name for path in face.chain) + " has"
            yield Fault(
                f"{fonts} “{signs}{' …' if len(lost) > MOST_SIGNS else ''}”{code}, "
                f"which {stand} in “{_short(text)}”.",
                "Write it another way, use an icon, written as {key}, for it, or choose another font.",
            )

    def _drawable(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        """The runs that the renderer can draw; the others are faults, and it need not say so again."""
        return tuple(run for run in runs if not self.measure.missing(run.face, run.text))

    def _words(self, text: str, setting: TextSetting) -> Paragraphs:
        words = [Word((Span(part),), space=bool(at)) for at, part in enumerate(text.split(" "))]
        if breaks_anywhere(text) or SOFT_HYPHEN in text:
            words = [*plain_words(text)]
        return self._set([words], setting)

    def _set(self, paragraphs: Sequence[Sequence[Word]], setting: TextSetting) -> Paragraphs:
        return Paragraphs(paragraphs, setting, self.measure, self._tick)


# ---------------------------------------------------------------- lines


def _height_em(lines: Sequence[Line], setting: TextSetting) -> float:
    if not lines:
        return 0.0
    above, below = _ends_em(lines, setting)
    return above + (len(lines) - 1) * setting.leading + below


def _ends_em(lines: Sequence[Line], setting: TextSetting) -> tuple[float, float]:
    """How far the first line reaches up from its baseline, and the last one down."""
    above, below = lines[0].ascent_em, lines[-1].descent_em
    if not setting.strut:
        return above, below
    cap = lines[0].cap_em
    return max(above, (setting.icon_em + cap) / 2), max(below, (setting.icon_em - cap) / 2)


def _place(
    lines: Sequence[Line], setting: TextSetting, size: float, x: float, y: float, width: float, height: float
) -> FittedText:
    high = _height_em(lines, setting) * size
    baseline = y + {"top": 0.0, "middle": 0.5, "bottom": 1.0}[setting.valign] * (height - high)
    baseline += _ends_em(lines, setting)[0] * size if lines else 0.0
    runs: list[Run] = []
    icons: list[PlacedIcon] = []
    for line in lines:
        left = x + _aside(setting.align, width - line.width_em * size, rtl=line.rtl or setting.rtl)
        for part in line.parts:
            at = left + part.x_em * size
            if part.face is None:
                top = baseline - (line.cap_em + setting.icon_em) / 2 * size
                icons.append(PlacedIcon(part.icon, at, top, setting.icon_em * size, part.order))
            else:
                wide = part.width_em * size
                runs.append(Run(at, baseline, part.text, part.face, size, 0.0, wide, part.order))
        baseline += setting.leading * size
    wide = max((line.width_em for line in lines), default=0.0) * size
    return FittedText(size, tuple(runs), tuple(icons), wide, high)


def _aside(align: str, room: float, *, rtl: bool) -> float:
    """How far a line moves in from the left. A line that is too long starts where it is begun to be read."""
    if room < 0:
        return room if rtl else 0.0
    return (
        room * {"left": 0.0, "center": 0.5, "right": 1.0, "start": float(rtl), "end": float(not rtl)}[align]
    )


def _largest(setting: TextSetting, fits: Callable[[float], bool]) -> float:
    """The largest size that fits, from the wanted one down to the least one, or the least one.

    What fits at a size fits at all smaller ones.
    """
    least = min(setting.least, setting.size)
    high = max(0, math.ceil((setting.size - setting.least) / STEP_MM - 1e-9))

    def size(step: int) -> float:
        return round(max(setting.size - step * STEP_MM, least), 4)

    if high and fits(size(0)):  # as most texts do
        return size(0)
    return size(bisect_left(range(high), True, min(1, high), key=lambda step: fits(size(step))))


def _holds(text: Paragraphs, setting: TextSetting, width: float, height: float, size: float) -> bool:
    """Whether a text is in a box, at that size."""
    lines = text.wrapped(width / size)
    wide = max((line.width_em for line in lines), default=0.0) * size
    return wide <= width + _SLACK_MM and _height_em(lines, setting) * size <= height + _SLACK_MM


def _surplus(text: str, fits: Callable[[str], bool]) -> int:
    """How many letters at the end of a text have to go for the rest to fit."""
    last = len(text) - 1
    return 1 + bisect_left(range(last), True, key=lambda fewer: fits(text[: last - fewer].rstrip()))


def _spills(
    rich: str,
    lines: Sequence[Line],
    layout: FittedText,
    width: float,
    height: float,
    place: str,
    fits: Callable[[str], bool],
) -> Iterator[Fault]:
    """What reaches out of a box; `fits` says whether a shorter text would not."""
    if layout.width > width + _SLACK_MM:
        widest = max(lines, key=lambda line: line.width_em)
        words = " ".join(part.text or f"{{{part.icon}}}" for part in widest.parts)
        yield _too_wide(words, layout.width, width, layout.size, place, _surplus(words, fits))
    elif layout.height > height + _SLACK_MM:
        yield _too_long(
            rich,
            place,
            f"at the least size {layout.size:g} mm it takes {len(lines)} lines, {layout.height:.1f} mm "
            f"high, and has {height:.1f} mm",
            _surplus(rich, fits),
        )


def _too_wide(text: str, wide: float, width: float, size: float, place: str, over: int) -> Fault:
    return _too_long(
        text, place, f"at the least size {size:g} mm it is {wide:.1f} mm wide and has {width:g} mm", over
    )


def _again(fault: Fault, lines: int, over: int) -> Fault:
    """What does not fit on one line, where it might have broken into several."""
    amount = f"about {over} letter{'s' if over > 1 else ''} too many"
    sentence = f"{fault.flaw} in {lines} lines either, {amount}: on one, {fault.why}."
    return fault._replace(what=sentence, over=over)


def _too_long(text: str, place: str, why: str, over: int) -> Fault:
    flaw = f"“{_short(text)}” does not fit {place}"
    return Fault(
        f"{flaw}, about {over} letter{'s' if over > 1 else ''} too many: {why}.",
        "Shorten it or give the box more room in the template.",
        over=over,
        flaw=flaw,
        why=why,
    )


def _tiny(setting: TextSetting, place: str) -> Iterator[Fault]:
    if min(setting.least, setting.size) < LEAST_READABLE_MM - 1e-9:
        yield Fault(
            f"The text {place} may become {min(setting.least, setting.size):g} mm small.",
            f"Let it stay at {LEAST_READABLE_MM} mm (5 pt) or more, so that it can be read in print.",
            severe=False,
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39].rstrip() + "…"
