"""The words of a rulebook: from the template's lines to blocks, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.booklet.blocks import Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.markdown import (
    MOST_BESIDE,
    MOST_BLOCKS,
    MOST_COLUMNS,
    MOST_HEADINGS,
    MOST_LETTERS,
    parse_blocks,
)
from generator.faces import FaceMaker
from generator.faces.lines import Words
from generator.ground.problems import Severity
from generator.records.tables import Book
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]
PICTURE = "![A card](face:Patterns/Shell)"


@pytest.fixture(scope="module")
def book() -> Book:
    book, problems = read_book(ROOT / "generator" / "data" / "starter" / "card_data.xlsx")
    assert book is not None, problems
    return book


def written(book: Book, root: Path, **templates: str) -> Words:
    """What `rulebook` gives beside other templates; their names end in .md, if they have no ending."""
    (root / "templates").mkdir()
    for name, text in templates.items():
        name = name.replace("_", ".") if "_" in name else f"{name}.md"
        (root / "templates" / name).write_text(text, "utf-8")
    maker = FaceMaker(root=root, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    words, problems = maker.words("rulebook.md", {})
    assert problems == ()
    assert words is not None
    return words


def lines_of(words: Words) -> list[tuple[str, str]]:
    """Each line that is not blank, with where it comes from."""
    texts = words.text.split("\n")
    return [(text, place) for text, place in zip(texts, words.places, strict=True) if text.strip()]


# ---------------------------------------------------------------- from the template


def test_html_is_printed_as_it_was_typed(book: Book, tmp_path: Path) -> None:
    typed = "# Rules\n\nPress <b>now</b>, 3 <x and a&amp;b.\n\n<para>x</para>\n"
    words = written(book, tmp_path, rulebook=typed)
    assert words.text == typed.replace("&amp;", "&").rstrip("\n")


def test_a_macro_of_a_drawing_lends_its_words_without_marks(book: Book, tmp_path: Path) -> None:
    words = written(
        book,
        tmp_path,
        rulebook='{% import "parts.svg" as parts %}\nSee {{ parts.shown("x") }}.',
        parts_svg="{% macro shown(word) %}<b>{{ word }}</b>{% endmacro %}",
    )
    assert words.text == "See <b>x</b>."


def test_a_drawing_that_borrows_from_a_text_stays_clean(book: Book, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "note.md").write_text("Be kind.", "utf-8")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 52"><!-- {% include "note.md" %} -->'
        '{{ text("x", 5, 5, 20, size=3) }}</svg>'
    )
    (tmp_path / "templates" / "t.svg").write_text(svg, "utf-8")
    maker = FaceMaker(root=tmp_path, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    face, problems = maker.render("t.svg", component=book["Components"].rows[0])
    assert problems == ()
    assert face is not None
    assert "<!-- Be kind. -->" in face.svg
    assert 'data-at="templates/t.svg:1"' in face.svg


@pytest.mark.parametrize(
    ("template", "lines"),
    [
        ("a\n\nb {{ 1 }}\nc", [("a", 1), ("b 1", 3), ("c", 4)]),
        ("{# a\ncomment #}\na\n{{ 1 }}\nb", [("a", 3), ("1", 4), ("b", 5)]),
        ("{% for i in range(2) %}\na {{ i }}\n{% endfor %}\nb", [("a 0", 2), ("a 1", 2), ("b", 4)]),
        (
            "{% for i in range(2) %}# a{{ i }}\n\n{{ i }}\n\n{% endfor %}b",
            [("# a0", 1), ("0", 3), ("# a1", 1), ("1", 3), ("b", 5)],
        ),
        ("a\n{% if true %}\n\nb\n{% endif %}\n\nc", [("a", 1), ("b", 4), ("c", 7)]),
        ("{% set x %}\nq\nr{% endset %}\n\n{{ x }}\nb", [("q", 5), ("r", 5), ("b", 6)]),
        ("{% macro m() %}\nq\nr{% endmacro %}\na\n{{ m() }}\nb", [("a", 4), ("q", 5), ("r", 5), ("b", 6)]),
        ("a {{ '&#10;' }}\nb&#10;c\nd", [("a &#10;", 1), ("b", 2), ("c", 2), ("d", 3)]),
    ],
)
def test_every_line_knows_the_templates_line(
    template: str, lines: list[tuple[str, int]], book: Book, tmp_path: Path
) -> None:
    words = written(book, tmp_path, rulebook=template)
    assert lines_of(words) == [(text, f"templates/rulebook.md:{line}") for text, line in lines]


def test_an_included_chapter_has_lines_of_its_own(book: Book, tmp_path: Path) -> None:
    words = written(book, tmp_path, rulebook='a\n{% include "more.md" %}\n\nb', more="c\n\nd")
    assert [place for _, place in lines_of(words)] == [
        *("templates/rulebook.md:1", "templates/more.md:1", "templates/more.md:3", "templates/rulebook.md:4")
    ]


def test_a_captured_text_can_be_compared(book: Book, tmp_path: Path) -> None:
    words = written(book, tmp_path, rulebook="{% set x %}a{% endset %}{% if x == 'a' %}yes{% endif %}")
    assert words.text == "yes"


# ---------------------------------------------------------------- blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("3. one\n4. two", (Item("3.", "one"), Item("4.", "two"))),
        ("- one\n\n  more\n- two", (Item("•", "one"), Item("", "more"), Item("•", "two"))),
        ("    indented", (Paragraph("indented"),)),
        ("[a]: b", (Paragraph("[a]: b"),)),
        (f"- {PICTURE}", (PicturesBlock((PictureBlock("face:Patterns/Shell", "A card"),)),)),
        (
            "![A fox](face:Cards/Fox (red))",
            (PicturesBlock((PictureBlock("face:Cards/Fox (red)", "A fox"),)),),
        ),
        ("|a|b|\n|-|-|\n|1\\|2|3|", (TableBlock((("a", "b"), ("1|2", "3"))),)),
    ],
)
def test_nothing_that_was_written_is_lost(text: str, blocks: tuple[object, ...]) -> None:
    parsed = parse_blocks(text)
    assert parsed.blocks == blocks
    assert parsed.problems == ()


def told(text: str) -> list[tuple[str, str]]:
    """The errors of a text: place and what."""
    places = [str(number) for number in range(1, text.count("\n") + 2)]
    return [(p.where, p.what) for p in parse_blocks(text, places).problems if p.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"|a|\n|-|\n|b|\n{PICTURE}", 4, "in a row of a table"),
        (f"|a|b|\n|-|-|\n|x|{PICTURE}|", 3, "in a row of a table"),
        (f"# {PICTURE}", 1, "in a heading"),
        (f"Words\nand more\n{PICTURE}", 3, "no blank line between this picture"),
        (f"{PICTURE}\nwords", 1, "no blank line between this picture"),
        (f"- an entry {PICTURE}", 1, "no blank line between this picture"),
        (f"> quoted\n> {PICTURE}", 2, "no blank line between this picture"),
        ("a\n\n![A card](face:Patterns/Shell", 3, "is not written to its end"),
        ("![A card][face]", 1, "is not written to its end"),
        ((PICTURE + " ") * (MOST_BESIDE + 1), 1, "side by side"),
        ("|a|b|\n|-|-|\n|1|2|3|", 3, "This row has 3 cells"),
        ("a\n\n" + "b" * 5001, 3, "This paragraph, “bbb"),
        ("|a|\n|-|\n|" + "b" * 5001, 3, "This cell, “bbb"),
        ("a\n\n## " + "b" * 5001, 3, "This heading, “bbb"),
        ("a\n\n" + "|a" * (MOST_COLUMNS + 1) + "\n" + "|-" * (MOST_COLUMNS + 1), 3, "columns"),
        ("".join("  " * n + "- a\n" for n in range(9)), 6, "nested too deeply"),
        ("a\n\n" + ">" * 2000, 3, "nested too deeply"),
        ("# a\n" * (MOST_HEADINGS + 1), MOST_HEADINGS + 1, "headings"),
        ("- a\n" * (MOST_BLOCKS + 1), MOST_BLOCKS + 1, "paragraphs"),
        ("|a|\n|-|\n" + "|a|\n" * MOST_BLOCKS, MOST_BLOCKS + 2, "rows"),
        ("abc\n" * (MOST_LETTERS // 4) + "more", MOST_LETTERS // 4 + 1, "characters"),
    ],
)
def test_what_cannot_be_set_is_an_error_at_its_line(text: str, line: int, words: str) -> None:
    ((where, what),) = told(text)
    assert where == str(line)
    assert words in what


@pytest.mark.parametrize("typed", ["a <b>c</b>", "<para>", "<!-- hidden -->", "```\ncode\n```"])
def test_html_and_code_are_a_warning_and_are_printed(typed: str) -> None:
    parsed = parse_blocks(f"# A\n\n{typed}", ("1", "2", "3", "4", "5"))
    (problem,) = parsed.problems
    assert (problem.severity, problem.where) == (Severity.WARNING, "3")
    assert parsed.blocks[1] == Paragraph(" ".join(typed.split("\n")))


def test_stars_brackets_and_marks_without_end_cost_what_they_are_long() -> None:
    for sign in ("[", "*a ", "`a", "![", "<a ", "](", "{", "\\"):
        parsed = parse_blocks("x" + sign * (4000 // len(sign)))
        assert len(parsed.blocks) == 1
        assert len(parsed.problems) <= 2
