"""Columns of a booklet: where text, wide blocks, lists and pictures come to stand, without any PDF."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.booklet.blocks import Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.columns import Composer, Measures, cuts_of, pieces_of
from generator.booklet.document import measures_of
from generator.booklet.figure import Figure
from generator.booklet.flow import Leaf, Setter, Sink, Written, glued
from generator.booklet.grid import grid
from generator.booklet.markdown import parse_blocks
from generator.booklet.pictures import Shown
from generator.booklet.running import Running
from generator.booklet.story import story_of
from generator.booklet.style import BODY, CELL
from generator.records.tables import Book
from generator.sheets.sheet import A4, LETTER, Paper
from generator.text.fitting import Typesetter
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]
PAGE = Measures(10, 10, 107, 100, 2, 7.0)


@pytest.fixture(scope="module")
def book() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


@pytest.fixture
def setter(book: Book) -> Setter:
    return Setter(Typesetter(find_fonts(ROOT / "fonts")), book.symbols, Sink(120, 100), {})


class Box(Written):
    """A block of a fixed height that notes where it was put."""

    def __init__(
        self, setter: Setter, high: float, *, wide: bool = False, keep: bool = False, floats: bool = False
    ) -> None:
        super().__init__(setter, lambda width: (high, ""), kind="quotation", keep=keep, wide=wide)
        self.floats = floats
        self.at: tuple[int, float, float] | None = None

    def put(self, leaf: Leaf, left: float, top: float, drawn: str) -> None:
        number = next(at for at, one in enumerate(self.sink.leaves, start=1) if one is leaf)
        self.at = number, round(left, 1), round(top, 1)


def composed(setter: Setter, *boxes: Box) -> list[tuple[int, float, float] | None]:
    Composer(setter.sink, PAGE, 1).compose(boxes)
    return [box.at for box in boxes]


# ---------------------------------------------------------------- columns


def test_what_ends_on_a_page_is_spread_over_its_columns(setter: Setter) -> None:
    places = composed(setter, *(Box(setter, 20) for _ in range(6)))
    assert [place[1] for place in places if place] == [10, 10, 10, 67, 67, 67]


def test_a_wide_block_ends_the_columns_above_it_at_one_height(setter: Setter) -> None:
    first, second, wide, after = (
        Box(setter, 20),
        Box(setter, 20),
        Box(setter, 30, wide=True),
        Box(setter, 9),
    )
    assert composed(setter, first, second, wide, after)[:2] == [(1, 10, 10), (1, 67, 10)]
    assert wide.at == (1, 10, 34.5)
    assert after.at == (1, 10, 69)


def test_a_block_is_kept_with_what_follows(setter: Setter) -> None:
    places = composed(setter, Box(setter, 85), Box(setter, 10, keep=True), Box(setter, 20), Box(setter, 80))
    assert places == [(1, 10, 10), (1, 67, 10), (1, 67, 20), (2, 10, 10)]


def test_what_is_kept_with_a_wide_block_is_wide_with_it(setter: Setter) -> None:
    heading, table = Box(setter, 10, keep=True), Box(setter, 30, wide=True)
    composed(setter, Box(setter, 80), heading, table)
    assert heading.at is not None and table.at is not None
    assert heading.at[1] == table.at[1] == 10
    assert heading.at[0] == table.at[0] == 2, "beneath 80 mm there is no room for both"


def test_a_picture_that_may_move_leaves_no_hole_in_the_text(setter: Setter) -> None:
    text = [Box(setter, 30) for _ in range(6)]
    picture = Box(setter, 60, wide=True, floats=True)
    places = composed(setter, *text[:5], picture, *text[5:])
    assert [place and place[:2] for place in places[:5]] == [(1, 10), (1, 10), (1, 10), (1, 67), (1, 67)]
    assert picture.at == (2, 10, 10), "at the head of the next page"
    assert text[5].at == (1, 67, 70), "the text goes on before it"


def test_a_picture_stands_at_the_foot_where_its_words_are_on_the_page(setter: Setter) -> None:
    picture = Box(setter, 40, wide=True, floats=True)
    text = [Box(setter, 25) for _ in range(6)]
    composed(setter, text[0], picture, *text[1:])
    assert picture.at == (1, 10, 70)
    assert [box.at and box.at[:2] for box in text] == [(1, 10), (1, 10), (1, 67), (1, 67), (2, 10), (2, 67)]


def test_columns_end_where_they_may(setter: Setter) -> None:
    lines = Running(setter, "word " * 200, BODY)
    parts = pieces_of([lines], 50)
    for room in range(12, 100, 7):
        for columns in (1, 2):
            cuts = cuts_of(parts, 0, room, columns, force=True)
            for cut in cuts[1:-1]:
                assert parts[cut - 1].ends or cut == len(parts)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_line_of_text_has_no_more_letters_than_are_read_well(paper: Paper, setter: Setter) -> None:
    page = measures_of(paper, 2)
    text = "The quick brown fox jumps over the lazy dog and goes home again in the evening. " * 20
    count = len(text) / Running(setter, text, BODY).lines(page.column)
    assert 48 <= count <= 70


# ---------------------------------------------------------------- what is kept together


def test_a_short_numbered_list_stays_in_one_column(setter: Setter) -> None:
    page = measures_of(A4, 2)
    steps = tuple(Item(f"{n}.", "A step.") for n in range(1, 6))
    story = story_of(setter, (*steps, Paragraph("After.")), lambda picture: None, page)
    assert [block.keep for block in story] == [True, True, True, True, False, False]


def test_a_long_numbered_list_is_parted_between_its_steps_only(setter: Setter) -> None:
    page = measures_of(A4, 2)
    steps = tuple(Item(f"{n}.", "A step of some lines. " * 12) for n in range(1, 12))
    story = story_of(setter, steps, lambda picture: None, page)
    assert not all(block.keep for block in story[:-1])
    for block in story:
        assert not any(part.ends for part in block.parts(page.column)[:-1])


@pytest.mark.parametrize(("last", "kept"), [("Done.", True), ("A step of some lines. " * 12, False)])
def test_only_a_short_last_step_of_a_long_list_keeps_the_one_before_it(
    setter: Setter, last: str, kept: bool
) -> None:
    page = measures_of(A4, 2)
    steps = tuple(Item(f"{n}.", "A step of some lines. " * 12) for n in range(1, 6))
    story = story_of(setter, (*steps, Item("6.", last)), lambda picture: None, page)
    assert [block.keep for block in story] == [True, False, False, False, kept, False]


def test_a_last_line_is_no_single_short_word_if_that_can_be_had(setter: Setter) -> None:
    lost = 0
    for count in range(20, 60):
        block = Running(setter, "some words " * count + "at it", BODY)
        ys: dict[float, int] = {}
        for run in block._layout(80).runs:
            ys[run.y] = ys.get(run.y, 0) + len(run.text.split())
        lost += ys[max(ys)] == 1
    assert lost <= 1


# ---------------------------------------------------------------- tables


def test_a_table_of_long_texts_is_wide_and_a_short_one_stands_in_its_column(setter: Setter) -> None:
    short = (("Piece", "How many"), ("Cards", "60"), ("Tokens", "40"))
    long = (("Name", "What changes", "In numbers"), *((("A name", "Many words of it. " * 9, "1 to 3"),) * 4))
    assert not any(row.wide for row in grid(setter, TableBlock(short), column=80, width=167))
    assert all(row.wide for row in grid(setter, TableBlock(long), column=80, width=167))
    assert not any(row.wide for row in grid(setter, TableBlock(long), column=167, width=167))


def test_pairs_side_by_side_stand_one_below_another_in_a_column(setter: Setter) -> None:
    rows = (
        ("", "", "", ""),
        ("{energy}", "Energy.", "{insight}", "Insight."),
        ("{support}", "Support.", "", ""),
    )
    assert len(grid(setter, TableBlock(rows), column=80, width=167)) == 3
    assert len(grid(setter, TableBlock(rows), column=167, width=167)) == 2


def test_words_of_a_table_stand_where_its_dashes_say(setter: Setter) -> None:
    (table,) = parse_blocks("| a | b |\n|:-:|--:|\n| c | d |").blocks
    assert isinstance(table, TableBlock) and table.aligns == ("center", "right")
    _, row = grid(setter, table, column=80, width=167)
    as_ever = grid(setter, replace(table, aligns=()), column=80, width=167)[1]
    middle, right = (float(x) for x in re.findall(r'<text x="([\d.]+)"', row.made(80)[1]))
    _, left = (float(x) for x in re.findall(r'<text x="([\d.]+)"', as_ever.made(80)[1]))
    assert 18 < middle < 21 and left < 43 and 74 < right < 80


def test_a_list_in_a_list_stands_further_in(setter: Setter) -> None:
    parsed = parse_blocks("1. one\n   - two\n     1. three\n2. four")
    items = [block for block in parsed.blocks if isinstance(block, Item)]
    assert [(item.mark, item.level) for item in items] == [("1.", 0), ("–", 1), ("1.", 2), ("2.", 0)]
    lines = story_of(setter, items, lambda _: None, measures_of(A4, 2))
    edges = [min(float(x) for x in re.findall(r'<text x="([-\d.]+)"', line.made(80)[1])) for line in lines]
    assert edges == pytest.approx([0.0, 5.2, 10.4, 0.0], abs=0.2)
    going_on = parse_blocks("- one\n\n  goes on").blocks
    first, after = story_of(setter, going_on, lambda _: None, measures_of(A4, 2))
    begin = re.findall(r'<text x="([-\d.]+)"[^>]*>(?:one|goes)', first.made(80)[1] + after.made(80)[1])
    assert begin[0] == begin[1] and not setter.problems, "words begin below words"


# ---------------------------------------------------------------- pictures


def shown(legend: int = 0) -> Shown:
    return Shown("<rect/>", 100, 60, "", tuple((str(n), "What it means.") for n in range(1, legend + 1)))


@pytest.mark.parametrize(
    ("size", "wide", "scale"),
    [
        ("", False, 0.815),
        ("column", False, 0.815),
        ("wide", True, 1.0),
        ("page", True, 1.0),
        ("60 mm", False, 0.6),
    ],
)
def test_a_picture_is_as_large_as_the_text_says(size: str, wide: bool, scale: float, setter: Setter) -> None:
    page = measures_of(A4, 2)
    figure = Figure(setter, [shown()], size, page)
    assert (figure.wide, figure.floats) == (wide, wide)
    _, markup = figure.made(page.width if wide else page.column)
    assert f"scale({scale:.6f})" in markup


def test_many_small_pictures_side_by_side_keep_some_room(setter: Setter) -> None:
    figure = Figure(setter, [shown() for _ in range(6)], "10 mm", measures_of(A4, 2))
    assert "scale(-" not in figure.made(80.0)[1]


def test_an_icon_leads_a_bold_word() -> None:
    assert glued("{sun} **Sun** and {sun} *moon*") == "{sun}\u00a0**Sun** and\u00a0{sun} *moon*"


def test_a_line_of_icons_alone_has_its_height(setter: Setter) -> None:
    layout = setter.lay("{energy} “Consequences”", CELL, 20.0)
    icon, word = layout.icons[0], layout.runs[0]
    assert icon.y + icon.size < word.y - CELL.size_mm / 2
    assert icon.y >= -0.2
    assert layout.height > 1.8 * CELL.size_mm


def test_a_legend_stands_below_its_picture_or_beside_it_where_there_is_room(setter: Setter) -> None:
    page = measures_of(A4, 2)
    below, _ = Figure(setter, [shown(4)], "", page).made(page.column)
    beside, markup = Figure(setter, [shown(4)], "wide", page).made(page.width)
    assert below > 60 * 0.815 + 4 * 4
    assert beside == pytest.approx(60)
    assert markup.count("<circle") == 4
    assert [number for number in "1234" if f">{number}</text>" in markup] == list("1234")


@pytest.mark.parametrize("size", ["", "wide"])
def test_a_legend_that_is_read_from_the_right_is_mirrored(setter: Setter, size: str) -> None:
    page = measures_of(A4, 2)
    width = page.width if size else page.column
    mirrored = replace(setter, style=replace(setter.style, rtl=True), known={})
    (picture, words, disc), (picture_there, words_there, disc_there) = (
        laid_out(Figure(one, [shown(2)], size, page).made(width)[1]) for one in (setter, mirrored)
    )
    assert disc + disc_there == pytest.approx(width)
    assert words > disc and words_there < disc_there
    assert (picture, picture_there) == pytest.approx((0.0, width - 100.0 if size else 0.0))


def test_the_dot_of_a_number_stands_before_the_words_that_are_read_from_the_right(setter: Setter) -> None:
    mirrored = replace(setter, style=replace(setter.style, rtl=True), known={})
    for one, mark in ((setter, "12."), (mirrored, ".12")):
        (line,) = story_of(one, [Item("12.", "words")], lambda _: None, measures_of(A4, 2))
        assert f">{mark}</text>" in line.made(80)[1]


def laid_out(markup: str) -> tuple[float, float, float]:
    """From the left: a picture, the words of its legend and the middle of their mark."""
    picture, *moves = (float(x) for x in re.findall(r"translate\(([-.\d]+) ", markup))
    legend = moves[-1]
    words = re.findall(r'<text x="([-.\d]+)"[^>]*>What', markup)
    (disc, *_) = re.findall(r'<circle cx="([-.\d]+)"', markup)
    return picture, legend + float(words[0]), legend + float(disc)


@pytest.mark.parametrize(
    ("typed", "size"),
    [('![A](face:A "wide")', "wide"), ('![A](face:A/Fox (red) "60 mm")', "60 mm"), ("![A](face:A)", "")],
)
def test_a_size_stands_behind_the_target(typed: str, size: str) -> None:
    (block,) = parse_blocks(typed).blocks
    assert isinstance(block, PicturesBlock)
    target = "face:A/Fox (red)" if "Fox" in typed else "face:A"
    assert block.pictures == (PictureBlock(target, "A", size=size),)


def test_an_unknown_size_is_a_problem_at_its_line() -> None:
    parsed = parse_blocks('Text.\n\n![A](face:A "huge")', ("x:1", "x:2", "x:3"))
    (problem,) = parsed.problems
    assert problem.where == "x:3"
    assert problem.what == "A picture cannot be “huge”."
    assert problem.mend == 'Write "column", "wide", "page", or its width, such as "60 mm".'
