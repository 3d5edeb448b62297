from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.records.notation import Kind, Symbol, Symbols
from generator.records.richtext import MOST_CHARACTERS, Span, Word, parse_rich, unknown_icon
from generator.text.fitting import FittedText, Typesetter
from generator.text.fonts import find_fonts
from generator.text.shaping import Shaper, clusters
from generator.text.wrapping import Paragraphs, TextSetting
from tests.shared.steps import steps

FONTS = find_fonts(Path(__file__).parents[2] / "fonts")
SETTER = Typesetter(FONTS)
SYMBOLS = Symbols(
    [
        Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN),
        Symbol("meaning", "M", "🌟", "Meaning", Kind.SHARED_TRACK),
        Symbol("recycle", "", "♻️", "Recycle", Kind.ACTION),
    ]
)
WORDS = st.text("abcdefgh AVTo.,-/\u00a0*é", max_size=30)
RICH = st.lists(
    st.one_of(
        WORDS, st.sampled_from(["{energy}", "{meaning}", "−2{meaning}", "**bold** ", "*it* ", "\n", " "])
    ),
    max_size=12,
).map("".join)


def box(rich: str, *, width: float = 40.0, height: float = 30.0, **wanted: object) -> FittedText:
    options: dict[str, Any] = {"family": "SourceSans3", "size": 3.0, "least": 2.1} | wanted
    return SETTER.box(
        rich,
        x=5.0,
        y=7.0,
        width=width,
        height=height,
        setting=TextSetting(**options),
        symbols=SYMBOLS,
        place="on t line 1",
    )


def line(text: str, *, width: float = 40.0, **wanted: object) -> FittedText:
    options: dict[str, Any] = {"family": "Fraunces", "weight": 600, "size": 4.0, "least": 2.8} | wanted
    return SETTER.line(text, x=5.0, y=7.0, width=width, setting=TextSetting(**options), place="on t line 1")


def words(rich: str) -> list[str]:
    """Lines of words: `a|b` is two words with a space between, `a¦b` two that may part without one."""
    shown: list[str] = []
    for paragraph in parse_rich(rich, SYMBOLS)[0]:
        text = ""
        for number, word in enumerate(paragraph):
            text += ("|" if word.space else "¦") if number else ""
            text += "".join(a.text if isinstance(a, Span) else f"<{a.key}>" for a in word.atoms)
        shown.append(text)
    return shown


# ---------------------------------------------------------------- rich text


@pytest.mark.parametrize(
    ("rich", "expected"),
    [
        ("gain two", ["gain|two"]),
        ("−2{meaning} · All", ["−2<meaning>|·|All"]),
        ("no\u00a0{recycle}\u00a0Recycle", ["no\u00a0<recycle>\u00a0Recycle"]),
        ("{energy}{energy}{meaning}", ["<energy>¦<energy>¦<meaning>"]),
        ("+1 ☀️ now", ["+1|<energy>|now"]),
        ("{E}, {Energy}", ["<energy>,|<energy>"]),
        ("half-way, 3-6, and/or", ["half-¦way,|3-6,|and/¦or"]),
        ("one\r\ntwo", ["one", "two"]),
        ("a\tb  c\x0b", ["a|b|c"]),
        ("{", ["{"]),
        ("", [""]),
    ],
)
def test_words(rich: str, expected: list[str]) -> None:
    assert words(rich) == expected
    assert not parse_rich(rich, SYMBOLS)[1]


def test_styles_nest_and_stray_stars_stay() -> None:
    paragraph = parse_rich("**a *b* c** 2 * 3 *d*", SYMBOLS)[0][0]
    assert paragraph == (
        Word((Span("a", bold=True),)),
        Word((Span("b", bold=True, italic=True),)),
        Word((Span("c", bold=True),)),
        Word((Span("2"),)),
        Word((Span("*"),)),
        Word((Span("3"),)),
        Word((Span("d", italic=True),)),
    )


@pytest.mark.parametrize("unit", ["*", "**", "***", "**a *b ", "*a", "{", "{a", "{a}", "a-", "☀", "*a**b"])
def test_a_text_of_thousands_of_marks_is_words(unit: str) -> None:
    text = (unit * MOST_CHARACTERS)[:MOST_CHARACTERS]
    paragraphs, _ = parse_rich(text, SYMBOLS)
    assert paragraphs and all(word.atoms for paragraph in paragraphs for word in paragraph)


def test_marks_that_nothing_ends_take_no_more_steps_each() -> None:
    few, many = ("*a **b " * times for times in (50, 200))
    assert steps(lambda: parse_rich(many, SYMBOLS)) <= 5 * steps(lambda: parse_rich(few, SYMBOLS))


@given(st.text(st.sampled_from("*ab {}E☀-\n"), max_size=40) | st.text(max_size=40))
def test_no_text_makes_rich_text_raise(text: str) -> None:
    paragraphs, findings = parse_rich(text, SYMBOLS)
    assert len(paragraphs) >= 1
    assert all(len(what) + len(mend) < 400 for what, mend in findings)


def test_an_unknown_icon_is_found_and_guessed() -> None:
    layout = box("gain {enrgy}")
    assert [(f.what, f.mend) for f in layout.faults] == [
        ("There is no icon “enrgy” in the sheet Icons.", "Did you mean energy? Else add a row for it.")
    ]


def test_a_cell_of_two_megabytes_is_a_fault_and_costs_nothing() -> None:
    (fault, *_) = box("**a " * 500_000).faults
    assert fault.what == "A text of 2,000,000 characters is longer than any component can hold."
    assert fault.mend == f"Keep it under {MOST_CHARACTERS:,} characters."


# ---------------------------------------------------------------- measuring


def test_width_is_kerned() -> None:
    face = SETTER.measure.face("Fraunces", 600)
    apart = sum(SETTER.measure.width_em(face, letter) for letter in "AVATAR To")
    assert SETTER.measure.width_em(face, "AVATAR To") < apart - 0.1


@pytest.mark.parametrize("family", ["Fraunces", "SourceSans3"])
def test_measured_width_is_the_width_that_the_renderer_draws(family: str) -> None:
    """The renderer advances glyph by glyph through the same shaper."""
    drawn = line("To Avoid Wavy LAWS", width=60.0, family=family, spacing=0.1).runs[0]
    glyphs = Shaper(FONTS).shape(drawn.face.chain, drawn.text)
    advanced = sum(glyph.advance_em * drawn.size for glyph in glyphs) + 0.1 * (len(glyphs) - 1)
    assert drawn.width == pytest.approx(advanced, abs=1e-9)


def test_ink_is_measured_on_letters() -> None:
    ink = SETTER.measure.ink(SETTER.measure.face("SourceSans3"))
    assert (round(ink.cap, 2), round(ink.ascent, 2), round(ink.descent, 2)) == (0.66, 0.71, 0.2)


def test_a_character_that_the_font_lacks_is_named() -> None:
    layout = line("Shell 漢字 漢")
    (fault,) = layout.faults
    assert fault.what == (
        "None of the fonts Fraunces-SemiBold.ttf, NotoSerif-Bold.ttf has “漢 字”, "
        "which stand in “Shell 漢字 漢”."
    )
    assert not layout.runs, "the renderer would complain of the same signs again"
    assert "has “漢” (U+6F22), which stands in" in line("漢漢").faults[0].what


# ---------------------------------------------------------------- one line


@pytest.mark.parametrize(("align", "left"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_line_alignment(align: str, left: float) -> None:
    (run,) = line("Shell", align=align).runs
    assert run.x == pytest.approx(5.0 + left * (40.0 - run.width))
    assert run.y == 7.0


def test_a_line_shrinks_no_further_than_it_must() -> None:
    full = line("Anticipatory Regulation", width=200.0)
    layout = line("Anticipatory Regulation", width=full.width * 0.9)
    assert full.size == 4.0
    assert layout.size < 4.0 and layout.width <= full.width * 0.9 < layout.width / layout.size * (
        layout.size + 0.05
    )
    assert not layout.faults


def test_a_line_that_does_not_fit_says_by_how_much() -> None:
    (fault,) = line("A very long title that goes on", width=30.0).faults
    assert fault.what == (
        "“A very long title that goes on” does not fit on t line 1, about 6 letters too many: at the least "
        "size 2.8 mm it is 38.3 mm wide and has 30 mm."
    )
    assert fault.mend == "Shorten it or give the box more room in the template."


def test_tiny_print_is_a_warning() -> None:
    (fault,) = line("Shell", least=1.2).faults
    assert not fault.severe and "1.2 mm small" in fault.what


# ---------------------------------------------------------------- boxes


def test_a_number_stays_with_its_icon() -> None:
    for width in (14.0, 18.0, 22.0, 26.0, 30.0):
        layout = box("All players lose −2{meaning} and again −2{meaning}", width=width)
        numbers = [run for run in layout.runs if run.text.endswith("−2")]
        for run, icon in zip(numbers, layout.icons, strict=True):
            assert icon.y < run.y < icon.y + icon.size
            assert 0 <= icon.x - (run.x + run.width) < 0.1 * layout.size


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_box_alignment(valign: str, share: float) -> None:
    layout = box("one\ntwo", valign=valign)
    ink = SETTER.measure.ink(SETTER.measure.face("SourceSans3"))
    first, second = layout.runs
    assert layout.height == pytest.approx(3.0 * (ink.ascent + ink.descent + 1.25))
    assert first.y == pytest.approx(7.0 + share * (30.0 - layout.height) + ink.ascent * 3.0)
    assert second.y - first.y == pytest.approx(1.25 * 3.0)


def test_text_of_one_style_is_one_run_a_line() -> None:
    layout = box("gain **one token** now {energy} and go", width=80.0)
    assert [run.text for run in layout.runs] == ["gain", "one token", "now", "and go"]
    assert [run.face.weight for run in layout.runs] == [400, 700, 400, 400]


def test_a_word_longer_than_the_line_is_a_fault() -> None:
    (fault,) = box("a Donaudampfschifffahrtsgesellschaftskapitän", width=20.0).faults
    assert fault.what == (
        "“Donaudampfschifffahrtsgesellschaftskapi…” does not fit on t line 1, about 22 letters too many: at "
        "the least size 2.1 mm it is 39.2 mm wide and has 20 mm."
    )


@pytest.mark.parametrize("phrase", ["Clover Field by the river ", "word ", "Wandering **paths** "])
@pytest.mark.parametrize("count", [70, 141, 600])
def test_a_text_cut_by_as_many_letters_as_are_too_many_fits(phrase: str, count: int) -> None:
    def two_lines(text: str) -> FittedText:
        setting = TextSetting(family="Fraunces", weight=600, size=4.0, least=2.8)
        return SETTER.stacked(text, x=5.0, y=10.0, width=30.0, lines=2, setting=setting, place="on t line 1")

    text = (phrase * count)[:count].strip()
    for fitted in (lambda text: box(text, width=30.0, height=6.0), line, two_lines):
        (fault,) = fitted(text).faults
        assert not fitted(text[: -fault.over].strip()).faults


def test_a_box_that_is_too_full_says_how_many_lines_it_takes() -> None:
    (fault,) = box("word " * 60, width=30.0, height=10.0).faults
    assert "at the least size 2.1 mm it takes 10 lines, 25.6 mm high, and has 10.0 mm" in fault.what
    assert "about 180 letters too many: at" in fault.what and fault.over == 180


@settings(max_examples=120)
@given(
    rich=RICH,
    width=st.floats(8, 60),
    height=st.floats(4, 40),
    align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
)
def test_nothing_leaves_its_box(rich: str, width: float, height: float, align: str, valign: str) -> None:
    layout = box(rich, width=width, height=height, align=align, valign=valign)
    assert 2.1 <= layout.size <= 3.0
    if any("does not fit" in fault.what for fault in layout.faults):
        return
    ink = SETTER.measure.ink(SETTER.measure.face("SourceSans3"))
    for run in layout.runs:
        assert run.text == run.text.strip() != ""
        assert run.x >= 5.0 - 1e-6 and run.x + run.width <= 5.0 + width + 1e-6
        assert run.y - ink.ascent * run.size >= 7.0 - 1e-6
        assert run.y + ink.descent * run.size <= 7.0 + height + 1e-6
    for icon in layout.icons:
        assert icon.x >= 5.0 - 1e-6 and icon.x + icon.size <= 5.0 + width + 1e-6
        assert icon.y >= 7.0 - 1e-6 and icon.y + icon.size <= 7.0 + height + 1e-6


@settings(max_examples=120)
@given(rich=RICH, width=st.floats(5, 60))
def test_words_keep_their_order_and_none_is_lost(rich: str, width: float) -> None:
    layout = box(rich, width=width, height=300.0)
    placed = sorted(
        [(round(run.y, 3), run.x, run.text) for run in layout.runs]
        + [(round(_baseline(icon, layout), 3), icon.x, f"<{icon.key}>") for icon in layout.icons]
    )
    said = "".join(
        atom.text if isinstance(atom, Span) else f"<{atom.key}>"
        for paragraph in parse_rich(rich, SYMBOLS)[0]
        for word in paragraph
        for atom in word.atoms
    )
    assert _bare("".join(text for _, _, text in placed)) == _bare(said)


@settings(max_examples=60)
@given(rich=RICH, width=st.floats(8, 60), height=st.floats(4, 40))
def test_the_chosen_size_is_the_largest_that_fits(rich: str, width: float, height: float) -> None:
    layout = box(rich, width=width, height=height)
    if layout.size < 3.0 and not layout.faults:
        larger = layout.size + 0.05
        assert box(rich, width=width, height=height, size=larger, least=larger).faults


def _bare(text: str) -> str:
    return "".join(text.replace("\u00a0", " ").split())


def _baseline(icon: object, layout: FittedText) -> float:
    cap = SETTER.measure.ink(SETTER.measure.face("SourceSans3")).cap
    return icon.y + (cap * layout.size + icon.size) / 2  # type: ignore[attr-defined]


def test_a_line_of_thousands_of_words_is_measured_a_few_dozen_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs without a width of their own, behind a word that almost fills the line."""
    lines: list[int] = []
    real = Paragraphs.line

    def counted(
        self: Paragraphs, merged: Sequence[Any], orders: Sequence[int], count: int, **how: Any
    ) -> Any:
        lines.append(count)
        return real(self, merged, orders, count, **how)

    monkeypatch.setattr(Paragraphs, "line", counted)
    laid = box("a" * 80 + " \u0301" * 2400, width=160, height=900, size=3.7, least=3.7)
    assert laid.faults == ()
    assert sum(count > 1 for count in lines) < 20 * len({run.y for run in laid.runs})


def test_stars_without_an_end_cost_no_more_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.records import richtext

    asked: list[int] = []

    def counted(line: str) -> Iterator[tuple[int, str, int]]:
        asked.append(len(line))
        return styles(line)

    styles = richtext._styled
    monkeypatch.setattr(richtext, "_styled", counted)
    nested = "".join(f"**a{n} *b" for n in range(400)) + "c* d**" * 400
    for line in ("**a *b " * 700, "*" * 4999, nested):
        asked.clear()
        parse_rich(line, SYMBOLS)
        assert sum(asked) <= 10 * len(line)


def test_styles_deep_in_each_other_stay_bold_and_italic() -> None:
    ((word,),), _ = parse_rich("***a***", SYMBOLS)
    assert word.atoms == (Span("a", bold=True, italic=True),)


@pytest.mark.parametrize(("weight", "bold"), [(400, 700), (600, 700), (699, 700), (700, 800), (800, 800)])
def test_bold_words_stand_out_of_a_bold_text_too(weight: int, bold: int) -> None:
    layout = box("a **b**", weight=weight)
    assert [run.face.weight for run in layout.runs] == [weight, bold]


def test_bold_in_bold_stays_bold() -> None:
    """No style inside another one takes anything of the outer one away."""
    ((first, second, third),), _ = parse_rich("**a *b* c**", SYMBOLS)
    assert first.atoms == (Span("a", bold=True),)
    assert second.atoms == (Span("b", bold=True, italic=True),)
    assert third.atoms == (Span("c", bold=True),)


def test_letter_spacing_counts_for_the_fit() -> None:
    plain = line("Boundary", width=100.0, size=4.0, least=2.0)
    assert plain.size == 4.0
    wide = line("Boundary", width=plain.width + 0.01, size=4.0, least=2.0, spacing=0.3)
    assert wide.size < 4.0 and wide.width <= plain.width + 0.01
    gaps = 7 * 0.3
    assert wide.width == pytest.approx(plain.width * wide.size / 4.0 + gaps)
    (run,) = wide.runs
    assert (run.spacing, run.width) == (0.3, wide.width)


def test_unknown_icons_are_told_some_times() -> None:
    _, findings = parse_rich("".join(f"{{no{n}}}" for n in range(400)), SYMBOLS)
    assert len(findings) == 10


def test_an_unknown_icon_names_those_that_are_near_or_the_first_ones() -> None:
    many = Symbols([Symbol(f"sun{n}", "", "", f"S{n}", Kind.SIGN) for n in range(10)])
    assert unknown_icon("sun1x", many)[1].count("sun") == 3
    known = " or ".join(f"sun{n}" for n in range(8))
    assert unknown_icon("qqqq", many)[1] == f"Did you mean {known}? Else add a row for it."
    assert unknown_icon("qqqq", Symbols([]))[1] == "Add a row for it."


def test_a_title_breaks_into_lines_in_the_room_of_one() -> None:
    title = TextSetting(family="Fraunces", size=4.8, least=2.8, weight=600)

    def stacked(words: str, width: float, lines: int = 2) -> FittedText:
        return SETTER.stacked(
            words, x=5.0, y=10.0, width=width, lines=lines, setting=title, place="on t line 1"
        )

    def one_line(words: str, width: float) -> FittedText:
        return SETTER.line(words, x=5.0, y=10.0, width=width, setting=title, place="on t line 1")

    long = "A very long title that goes on"
    assert stacked(long, 60.0) == one_line(long, 60.0), "what fits on one line stays as it was"
    assert stacked(long, 30.0, lines=1) == one_line(long, 30.0)
    two = stacked(long, 30.0)
    assert [run.text for run in two.runs] == ["A very long title that", "goes on"]
    assert not two.faults and 2.8 <= two.size <= 4.8 and two.height <= 1.25 * 4.8
    ink = SETTER.measure.ink(two.runs[0].face)
    middle = (two.runs[0].y - ink.ascent * two.size + two.runs[1].y + ink.descent * two.size) / 2
    assert middle == pytest.approx(10.0 - ink.cap * 4.8 / 2), "round the middle of the one line"
    (fault,) = stacked(long, 10.0).faults
    assert fault.what == (
        "“A very long title that goes on” does not fit on t line 1 in 2 lines either, about 15 letters too "
        "many: on one, at the least size 2.8 mm it is 38.3 mm wide and has 10 mm."
    )
    (fault,) = stacked("Well, about as much as too many: three", 10.0).faults
    assert fault.what.startswith(
        "“Well, about as much as too many: three” does not fit on t line 1 in 2 lines"
    )
    assert fault.what.count(" too many: ") == 2


def test_a_text_that_fits_as_wanted_is_not_tried_at_other_sizes() -> None:
    rich = "A line that {energy} fits, and another one. " * 2

    def fitted(least: float) -> int:
        setter = Typesetter(FONTS)
        setting = TextSetting(family="SourceSans3", size=3.0, least=least)
        box = {"x": 0.0, "y": 0.0, "width": 60.0, "height": 30.0, "place": "a card"}
        setter.box(rich, setting=setting, symbols=SYMBOLS, **box)  # type: ignore[arg-type]
        return steps(lambda: setter.box(rich, setting=setting, symbols=SYMBOLS, **box))  # type: ignore[arg-type]

    assert fitted(2.0) <= 1.2 * fitted(3.0)


def test_a_strut_makes_lines_begin_alike() -> None:
    with_icon, without = (box(text, strut=True) for text in ("{energy} now", "now"))
    assert with_icon.runs[-1].y == pytest.approx(without.runs[0].y)
    assert with_icon.height == pytest.approx(without.height)
    assert box("{energy} now").runs[-1].y > box("now").runs[0].y


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("abc", 3),
        ("e\u0301a", 2),
        ("\u0915\u094d\u0937\u093e", 1),
        ("a\u200db", 1),
        ("a\u200dbc", 2),
        ("", 0),
    ],
)
def test_a_letter_is_taken_with_all_its_marks(text: str, letters: int) -> None:
    parts = [text[begin:end] for begin, end in clusters(text)]
    assert len(parts) == letters
    assert "".join(parts) == text
