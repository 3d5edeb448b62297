"""The cut guide: which layouts it shows, in which order, and what it says to do."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from generator.ground.cache import Cache
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.press.cut_steps import layouts_of
from generator.sheets.sheet import A4, LETTER, PAPERS
from generator.story import BuildOptions, Summary, build
from tests.shared.games_made import change


def guide_of(game: Path, paper=A4, **options) -> tuple[str, Summary]:
    """All words of the guide, in their order, and the build."""
    summary = build(Project(game), BuildOptions(papers=(paper,), **options))
    (file,) = [file for file in summary.files if "CutGuide" in file.path]
    content = (game / "output" / file.path).read_bytes()
    with Pages(content) as pages:
        words = " ".join(" ".join(pages.text(n).split()) for n in range(len(pages)))
        assert len(pages) == file.pages
    return words, summary


def made_cards(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 60), ("G2", 90)):
        change(game, f"Components!{place}", value)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_file_is_listed_with_the_letter_of_its_layout(game: Path, paper) -> None:
    words, summary = guide_of(game, paper)
    assert words.index("Land tiles") < words.index("Tokens"), "in the order in which they are printed"
    assert "honeycomb of" in words and "Circles of 22 mm" in words
    (file,) = [file for file in summary.files if "CutGuide" in file.path]
    assert (file.path, file.aside) == (f"{paper.name}/MyGame_v0.1_CutGuide_{paper.name}.pdf", True)
    with pikepdf.open(game / "output" / file.path) as pdf:
        width = float(pdf.pages[0].mediabox[2]) / 72 * 25.4
    assert width == pytest.approx(paper.width_mm, abs=0.1)


def test_cards_of_both_layouts_are_told_apart_with_the_number_of_cuts(game: Path) -> None:
    made_cards(game)
    words, _ = guide_of(game)
    assert "8 straight cuts." in words, "3 × 3, edges shared"
    assert "12 straight cuts." in words, "8-up"
    assert "instead of A" in words
    assert "1 to 3: level, through the whole sheet. From mark to mark." in words
    piled = "4 to 7: upright, through 3 strips laid on each other with their left edges flush. "
    assert f"{piled}The one that has marks lies uppermost. From the left edge:" in words
    assert "(at the mark), 3 × 60 mm." in words and "From the lower edge: 90 mm." in words


def test_boxes_are_folded_and_glued(game: Path) -> None:
    made_cards(game)
    words, _ = guide_of(game, boxes=True)
    assert "Land tiles: tuck box" in words and "Glue the tab" in words


def test_boards_are_joined_page_by_page(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 300), ("G2", 250)):
        change(game, f"Components!{place}", value)
    words, _ = guide_of(game, LETTER)
    assert "A1" in words and "dashed marks" in words


def test_sheets_of_a_set_are_counted_without_it(game: Path) -> None:
    build(Project(game), BuildOptions(papers=(A4,)))
    said = (game / "output" / "README.txt").read_text("utf-8")
    assert "One set: 3 sheets." in said and "Cut guide: how to cut, fold and glue" in said


def test_a_build_of_some_components_leaves_the_guide_as_it_was(game: Path) -> None:
    build(Project(game), BuildOptions(papers=(A4,)))
    path = game / "output" / "A4" / "MyGame_v0.1_CutGuide_A4.pdf"
    before = path.read_bytes()
    some = build(Project(game), BuildOptions(papers=(A4,), components=("Tokens",)))
    assert path.read_bytes() == before and not any("CutGuide" in file.path for file in some.files)


def test_a_single_cut_has_its_number_at_its_own_line(game: Path) -> None:
    made_cards(game)
    _, summary = guide_of(game)
    (file,) = [file for file in summary.files if "CutGuide" in file.path]
    with pypdfium2.PdfDocument(game / "output" / file.path) as pdf:
        page = pdf[0].get_textpage()
        corners = {
            number: [
                page.get_charbox(start)[:2]
                for start, _ in iter(page.search(number, match_whole_word=True).get_next, None)
            ]
            for number in ("7", "8", "10", "11")
        }
    beside = [(x - left, y - low) for x, y in corners["8"] for left, low in corners["7"]]
    assert any(0 < right < 40 and -40 < up < 0 for right, up in beside), (
        "the upper line, and right of the last"
    )
    below = [(x - left, y - low) for x, y in corners["11"] for left, low in corners["10"]]
    assert any(0 < right < 60 and -40 < up < 0 for right, up in below), "below its own line, not at the right"


def test_a_guide_is_laid_out_again_only_when_pieces_lie_otherwise(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_cards(game)
    cache, laid = Cache(tmp_path / "cache"), []
    monkeypatch.setattr(
        "generator.press.cut_guide.layouts_of", lambda plans: laid.append(1) or layouts_of(plans)
    )

    def built() -> tuple[int, bytes]:
        laid.clear()
        build(Project(game), BuildOptions(papers=(A4,)), cache=cache)
        (path,) = (game / "output" / "A4").glob("*CutGuide*")
        return len(laid), path.read_bytes()

    times, first = built()
    assert (times, built()) == (1, (0, first))
    change(game, "Tiles!C2", "2S")
    assert built() == (0, first)
    change(game, "Components!F2", 62)
    times, other = built()
    assert times == 1 and other != first
    build(Project(game), BuildOptions(papers=(A4,)))
    (path,) = (game / "output" / "A4").glob("*CutGuide*")
    assert path.read_bytes() == other
