"""Lines that are measured once for all sizes are those that a plain measuring of every size gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.records.notation import Kind, Symbol, Symbols
from generator.records.richtext import Icon, Span, Word, parse_rich
from generator.text.bidi import turns
from generator.text.fitting import FittedText, Typesetter
from generator.text.fonts import find_fonts
from generator.text.measure import Measure, free
from generator.text.wrapping import ICON_GAP_EM, ROUGHLY, SPACE_EM, Line, LinePart, Paragraphs, TextSetting

FONTS = find_fonts(Path(__file__).parents[2] / "fonts")
SYMBOLS = Symbols([Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN)])
PIECES = st.one_of(
    st.text("abcdefgh AVTo.,-/\u00a0*é", max_size=12),
    st.text(max_size=3).filter(lambda text: not turns(text)),  # bidi has tests of its own
    st.sampled_from(
        ["{energy}", "3{energy}{energy}", "**bold** ", "*it*", "**b*oth***", "\n", " ", "\u200b", "\u00ad"]
    ),
)
RICH = st.lists(PIECES, max_size=25).map(" ".join) | st.lists(PIECES, max_size=25).map("".join)
SETTINGS = st.builds(
    TextSetting,
    family=st.sampled_from(["SourceSans3", "Fraunces"]),
    size=st.just(4.4),
    least=st.sampled_from([1.8, 4.4]),
    weight=st.sampled_from([400, 600, 700, 800]),
    italic=st.booleans(),
    align=st.sampled_from(["left", "center", "right"]),
    icon_em=st.sampled_from([0.8, 1.1, 2.0]),
)
EDGE = " \u00a0"


class Plain:
    """What wrapping means, without anything kept: every size measures every line that it tries."""

    def __init__(self, paragraphs: Sequence[Sequence[Word]], setting: TextSetting, measure: Measure) -> None:
        self.paragraphs, self.setting, self.measure = paragraphs, setting, measure

    def wrapped(self, width_em: float) -> list[Line]:
        lines: list[Line] = []
        for words in self.paragraphs:
            start = 0
            while not start or start < len(words):
                end = self.line_end(words, start, width_em)
                lines.append(self.line(words, start, end))
                start = end
                if not words:
                    break
        return lines

    def line_end(self, words: Sequence[Word], start: int, width_em: float) -> int:
        def fits(end: int) -> bool:
            wide = self.line(words, start, end).width_em
            return end <= len(words) and (end <= start + 1 or wide <= width_em + 1e-9)

        alone = [
            self.line(words, at, at + 1).width_em + (SPACE_EM if word.space else 0.0)
            for at, word in enumerate(words)
        ]
        end, rough = start, 0.0
        while end < len(words) and (end == start or rough + alone[end] <= ROUGHLY * width_em):
            rough += alone[end]
            end += 1
        step = 1
        while fits(end + step):
            end, step = end + step, 2 * step
        while step := step // 2:
            end += step if fits(end + step) else 0
        return end

    def line(self, words: Sequence[Word], start: int, end: int) -> Line:
        setting, measure = self.setting, self.measure
        at = 0.0
        parts: list[LinePart] = []
        pieces = list(merged(words[start:end]))
        if words[end:] and words[end].soft and isinstance(pieces[-1], Span):
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + "-")
        for order, piece in enumerate(pieces):
            if isinstance(piece, Icon):
                at += ICON_GAP_EM
                parts.append(LinePart(at, "", None, piece.key, 0.0, order))
                at += setting.icon_em + ICON_GAP_EM
                continue
            weight = setting.weight if not piece.bold else 700 if setting.weight < 700 else 800
            face = measure.face(setting.family, weight, setting.italic != piece.italic)
            core = piece.text.strip(EDGE)
            before = len(piece.text) - len(piece.text.lstrip(EDGE)) if core else len(piece.text)
            at += before * measure.width_em(face, " ")
            if core:
                wide = measure.width_em(face, core)
                parts.append(LinePart(at, core, face, "", wide, order))
                at += wide + (len(piece.text) - before - len(core)) * measure.width_em(face, " ")
        above, below, cap = measure.ink(measure.face(setting.family, setting.weight, setting.italic))
        if any(part.icon for part in parts):
            above, below = max(above, (setting.icon_em + cap) / 2), max(below, (setting.icon_em - cap) / 2)
        return Line(tuple(parts), at, above, below, cap)


def merged(words: Iterable[Word]) -> Iterator[Span | Icon]:
    held: Span | None = None
    for number, word in enumerate(words):
        for place, atom in enumerate(word.atoms):
            space = " " if number and word.space and place == 0 else ""
            if isinstance(atom, Icon):
                if held or space:
                    before = held or Span("")
                    yield before._replace(text=before.text + space)
                held = None
                yield atom
            elif held and (held.bold, held.italic) == (atom.bold, atom.italic):
                held = held._replace(text=held.text + space + atom.text)
            else:
                if held:
                    yield held
                held = atom._replace(text=space + atom.text)
    if held:
        yield held


@settings(max_examples=60)
@example(rich="**bold**  \u00ad0", setting=TextSetting(family="SourceSans3", size=4.4, least=1.8), width=5.0)
@example(
    rich="Donau\u00addampf\u00adschiff",
    setting=TextSetting(family="SourceSans3", size=4.4, least=1.8),
    width=20.0,
)
@given(rich=RICH, setting=SETTINGS, width=st.floats(5, 60))
def test_a_text_wraps_as_it_does_when_every_size_is_measured_anew(
    rich: str, setting: TextSetting, width: float
) -> None:
    paragraphs, _ = parse_rich(rich, SYMBOLS)
    plain = Plain(paragraphs, setting, Measure(FONTS))
    kept = Paragraphs(paragraphs, setting, Measure(FONTS), free)
    for size in (4.4, 3.0, 1.8, 3.0):  # what one size has found is no other's
        assert kept.wrapped(width / size) == plain.wrapped(width / size)


@settings(max_examples=40)
@given(rich=RICH, setting=SETTINGS, width=st.floats(5, 60), height=st.floats(3, 30))
def test_a_box_is_laid_out_as_it_is_by_plain_measuring(
    rich: str, setting: TextSetting, width: float, height: float
) -> None:
    def laid() -> FittedText:
        return Typesetter(FONTS).box(
            rich, x=1.0, y=2.0, width=width, height=height, setting=setting, symbols=SYMBOLS, place="t line 1"
        )

    kept = laid()
    with pytest.MonkeyPatch.context() as patched:
        made: list[Plain] = []

        def plain(
            paragraphs: Sequence[Sequence[Word]], setting: TextSetting, measure: Measure, _tick: object
        ) -> Plain:
            made.append(Plain(paragraphs, setting, measure))
            return made[-1]

        patched.setattr("generator.text.fitting.Paragraphs", plain)
        assert laid() == kept
        assert made


def test_sizes_share_what_they_measure() -> None:
    """Six sizes put hardly more lines together than one does; a paragraph's words are measured once."""
    tried: list[int] = []

    class Counted(Paragraphs):
        def line(self, merged: Any, orders: Sequence[int], count: int, **how: Any) -> Line:
            tried.append(count)
            return super().line(merged, orders, count, **how)

    setting = TextSetting(family="SourceSans3", size=4.4, least=1.8)
    paragraphs, _ = parse_rich("Draw one card for each {energy} that you have. " * 6, SYMBOLS)
    kept = Counted(paragraphs, setting, Measure(FONTS), free)
    kept.wrapped(20.0)
    once = len(tried)
    kept.wrapped(20.0)
    assert len(tried) == once
    for width in (20.1, 20.2, 20.3, 20.4):
        kept.wrapped(width)
    assert len(tried) < 2 * once
    assert tried.count(1) <= len(paragraphs[0])
