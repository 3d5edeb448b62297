"""What is typed into cells for the sake of lines: soft hyphens, fixed blanks, words parted by language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.ground.problems import has_errors
from generator.ground.project import Project
from generator.records.breaks import SOFT_HYPHEN, hyphenated
from generator.records.notation import Symbols
from generator.records.richtext import parse_rich
from generator.story import BuildOptions, build
from generator.story.drawn import checked_game, open_workshop
from generator.svg.parse import parse
from tests.shared.spoken_games import game_in

LONG = "Donau\u00addampf\u00adschiff\u00adfahrt"
ALONE = "Donaudampfschifffahrt"
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
{{ text(card.title, 2, 8, 59, size=4, font="Source Sans 3") }}
<g id="boxed">{{ textbox(WORDS, 2, 20, WIDTH, 50, size=4, font="Source Sans 3"MORE) }}</g>
</svg>"""


def faces(
    folder: Path, titles: tuple[str, ...], *, width: float = 59, words: str = "card.title", more: str = ""
) -> tuple[list[list[str]], list[str]]:
    """The lines of the box on each card, and what the check says. `words` is what the template sets."""
    cards = tuple((title, "1", title) for title in (*titles, "Eiche", "Birke", "Buche")[:3])
    root = game_in(folder / "game", "de", "Source Sans 3", cards, ())
    template = TEMPLATE.replace("WORDS", words).replace("WIDTH", f"{width}").replace("MORE", more)
    (root / "templates" / "card.svg").write_text(template, encoding="utf-8")
    checked = checked_game(Project(root))
    workshop = open_workshop(checked)
    (component,) = checked.book["Components"]
    lines = []
    problems = [str(problem) for problem in checked.problems]
    for card in checked.book["Cards"].rows[: len(titles)]:
        face, more_problems = workshop.maker.render("card.svg", component=component, card=card)
        problems += map(str, more_problems)
        boxed = next(n for n in parse(face.svg, "t.svg").root.walk() if n.attrs.get("id") == "boxed")
        lines.append([node.text for node in boxed.walk() if node.tag == "text"])
    return lines, problems


@pytest.mark.parametrize("words", ["card.title", "card.text"])
def test_a_soft_hyphen_parts_a_word_at_the_end_of_a_line_and_is_not_printed_elsewhere(
    tmp_path: Path, words: str
) -> None:
    assert faces(tmp_path, (LONG,), words=words) == ([[ALONE]], [])


def test_a_word_is_parted_where_somebody_typed_it(tmp_path: Path) -> None:
    assert faces(tmp_path, (LONG,), width=24) == ([["Donaudampf-", "schifffahrt"]], [])


@pytest.mark.parametrize("typed", ["**bold**  \u00ad0", "bold \u00ad0", "bold\u00ad 0"])
def test_a_soft_hyphen_beside_a_space_parts_no_word(typed: str) -> None:
    paragraphs, _ = parse_rich(typed, Symbols([]))
    assert [(word.space, word.soft) for word in paragraphs[0]] == [(True, False), (True, False)]


def test_a_fixed_blank_holds_a_number_and_its_unit_together(tmp_path: Path) -> None:
    lines, problems = faces(tmp_path, ("Nimm nur 3\u00a0kg", "Nimm nur 3 kg"), width=20)
    assert lines == [["Nimm nur", "3\u00a0kg"], ["Nimm nur 3", "kg"]]
    assert problems == []


def test_a_name_is_found_without_its_soft_hyphens(tmp_path: Path) -> None:
    faces(tmp_path, (LONG,))
    result = build(Project(tmp_path / "game"), BuildOptions(only=(ALONE,)))
    assert not has_errors(result.problems)
    assert SOFT_HYPHEN not in "".join(str(path) for path in (tmp_path / "game" / "output").rglob("*"))


def test_words_are_parted_as_the_language_does_where_a_template_asks(tmp_path: Path) -> None:
    lines, problems = faces(tmp_path, (ALONE,), width=24, more=", hyphenate=true")
    assert (lines, problems) == ([["Donaudampf-", "schifffahrt"]], [])


def test_icons_stay_and_short_words_are_whole() -> None:
    assert hyphenated("Take {sunflower} now", "") == "Take {sunflower} now"
    parted = hyphenated("The caterpillar", "en")
    assert parted is not None and re.search("cater.pil.lar", parted)


@pytest.mark.parametrize(
    ("language", "text"), [("he", "שלום לכולם"), ("ja", "クローバーの丘"), ("ar", "مرحبا بالجميع")]
)
def test_what_is_written_without_hyphens_stays_as_it_is(language: str, text: str) -> None:
    assert hyphenated(text, language) == text


@pytest.mark.parametrize("ruby", ["<ruby>漢字<rt>かんじ</rt></ruby>", "\ufff9漢字\ufffaかんじ\ufffb"])
@pytest.mark.parametrize("words", ["card.title", "card.text"])
def test_readings_above_words_are_told_with_their_cell(tmp_path: Path, ruby: str, words: str) -> None:
    _, problems = faces(tmp_path, (ruby,), words=words)
    fault = "Readings above words (ruby) are not printed."
    mend = "Write the word alone, or its reading in brackets behind it."
    assert any(fault in problem and mend in problem and "Cards!" in problem for problem in problems)


def test_a_language_without_a_dictionary_is_told() -> None:
    assert hyphenated("Uyoga wakubwa", "sw") is None
