"""What the program itself prints begins at the right where the game's language is read from there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from generator.ground.problems import Failed, Problem, has_errors
from generator.ground.project import Project
from generator.records.languages import reads_right_to_left
from generator.story import BuildOptions, build
from generator.story.drawn import checked_game
from generator.svg.svg_page import SvgPage
from generator.text.fonts import find_fonts
from tests.shared.spoken_games import ROOT, game_in

CARDS = (("Mill", "3", "Take **two** cards."), ("Meadow", "4", "Take one."), ("Oak", "1", "Take none."))


def built(folder: Path, language: str) -> Path:
    project = Project(game_in(folder / language, language, "Source Sans 3", CARDS, ()))
    assert not has_errors(build(project, BuildOptions()).problems)
    return project.root / "output" / "A4"


def middles(pdf: Path, words: str) -> Iterator[float]:
    """Where the words stand on each page, as shares of its width."""
    with pypdfium2.PdfDocument(pdf) as opened:
        for page in opened:
            found = page.get_textpage().search(words).get_next()
            if found is not None:
                boxes = [page.get_textpage().get_charbox(at) for at in range(found[0], sum(found))]
                yield (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2 / page.get_width()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("games")
    return built(folder, "en"), built(folder, "he")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("Game_v0.1_CutGuide_A4.pdf", "Cut guide"),
        ("Game_v0.1_CutGuide_A4.pdf", "page 1 of 1"),
        ("Game_v0.1_CutGuide_A4.pdf", "straight cuts"),
        ("Game_v0.1_CutGuide_A4.pdf", "1 sheet"),
        ("Game_v0.1_Cards_A4.pdf", "page 1 of 1"),
        ("Game_v0.1_Cards_A4.pdf", "3 × 3, edges shared"),
        ("Game_v0.1_Rulebook_A4.pdf", "v0.1 · Rulebook"),
        ("Game_v0.1_Rulebook_A4.pdf", "Contents"),
    ],
)
def test_what_stands_at_one_side_stands_at_the_other(
    folders: tuple[Path, Path], file: str, words: str
) -> None:
    left, right = ([*middles(folder / file, words)] for folder in folders)
    assert left and all((one < 0.5) != (other < 0.5) for one, other in zip(left, right, strict=True))


def test_a_page_is_mirrored_and_a_picture_of_paper_is_not() -> None:
    page = SvgPage(100, 50, find_fonts(ROOT / "fonts"), rtl=True)
    page.text(10, 5, "abc", 3)
    page.text(10, 9, "def", 3, anchor="end")
    page.box(10, 10, 20, 5, 0.2)
    page.line(10, 20, 40, 20, 0.2)
    page.upright().box(10, 30, 20, 5, 0.2)
    drawn = page.svg()
    anchors = [drawn.index(f'text-anchor="{side}"') for side in ("end", "start")]
    assert 'x="90.00" y="5.00"' in drawn and anchors == sorted(anchors)
    assert 'x="70.00" y="10.00"' in drawn and 'x1="90.00" y1="20.00" x2="60.00"' in drawn
    assert 'x="10.00" y="30.00"' in drawn


@pytest.mark.parametrize(("stated", "rtl"), [("", True), ("left to right", False), ("Right-to-left", True)])
def test_the_sheet_game_may_say_the_direction(tmp_path: Path, stated: str, rtl: bool) -> None:
    more = (("Direction", stated),) if stated else ()
    root = game_in(tmp_path / "game", "he", "Source Sans 3", CARDS, (), more=more)
    assert reads_right_to_left(checked_game(Project(root)).book) is rtl


def with_fallback(folder: Path, families: str) -> tuple[Problem, ...]:
    """What a build says of a title whose font has no Cyrillic letters."""
    cards = (("Жук", "3", "Text"), *CARDS[1:])
    more = (("Fonts", families),) if families else ()
    root = game_in(folder / "game", "en", "Lone", cards, (), more=more)
    latin = (ROOT / "fonts" / "Fraunces-SemiBold.ttf").read_bytes()
    for weight in ("Regular", "Bold"):
        (root / "fonts" / f"Lone-{weight}.ttf").write_bytes(latin)
    return build(Project(root), BuildOptions()).problems


def test_a_letter_is_taken_from_the_families_that_the_sheet_game_names(tmp_path: Path) -> None:
    with pytest.raises(Failed) as raised:
        with_fallback(tmp_path / "a", "")
    assert all("has no “Ж" in problem.what for problem in raised.value.problems)
    assert not has_errors(with_fallback(tmp_path / "b", "Source Sans 3, Fraunces"))


def test_a_family_that_is_not_there_is_told_with_its_cell(tmp_path: Path) -> None:
    with pytest.raises(Failed) as raised:
        with_fallback(tmp_path, "Source Sans 4")
    (problem,) = raised.value.problems
    assert problem.where == "Game!B9"
    assert problem.what == "There is no font “Source Sans 4”."
    assert problem.mend.startswith("Did you mean “SourceSans3”?")
