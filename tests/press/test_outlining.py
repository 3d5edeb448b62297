"""Sheets for cutting machines, as a build makes them: marks that have room, a file for each kind of sheet."""

from __future__ import annotations

from pathlib import Path

import ezdxf
import pikepdf
import pypdfium2
import pytest
from ezdxf import bbox

from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.press.contents import about
from generator.sheets.cutting.registration import kept_clear
from generator.sheets.printer import Printer, PrinterMargins
from generator.sheets.sheet import A4, LETTER
from generator.story import BuildOptions, Summary, build
from tests.shared.games_made import change, files


def outlined(game: Path, paper=A4, **options) -> Summary:
    return build(Project(game), BuildOptions(papers=(paper,), outlines=True, guide=False, **options))


def names(summary: Summary) -> list[str]:
    return [file.path.split("/")[1] for file in summary.files]


def test_each_distinct_sheet_has_its_outlines_in_both_formats(game: Path) -> None:
    summary = outlined(game)
    assert names(summary) == [
        "MyGame_v0.1_Tiles_A4_duplex.pdf",
        "MyGame_v0.1_Tokens_A4.pdf",
        "MyGame_v0.1_Tiles_A4_duplex_outline-1.svg",
        "MyGame_v0.1_Tiles_A4_duplex_outline-1.dxf",
        "MyGame_v0.1_Tiles_A4_duplex_outline-2.svg",
        "MyGame_v0.1_Tiles_A4_duplex_outline-2.dxf",
        "MyGame_v0.1_Tokens_A4_outline.svg",
        "MyGame_v0.1_Tokens_A4_outline.dxf",
    ]
    assert about(summary.files[2]) == "Land tiles: outlines for a cutting machine, sheet 1"
    read = ezdxf.readfile(game / "output" / summary.files[7].path).modelspace()
    assert len(read.query("CIRCLE[layer=='CUT']")) == 48
    assert len(read.query("*[layer=='REGISTRATION']")) == 5


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_eight_cards_and_three_marks_are_on_a_page(game: Path, paper) -> None:
    """Nine fill the page to where the marks go, so that there are eight."""
    for place, value in (("E2", "rectangle"), ("F2", 63.5), ("G2", 88.9)):
        change(game, f"Components!{place}", value)
    summary = outlined(game, paper, components=("Tiles",))
    assert summary.problems == ()
    assert [file.kind for file in summary.files[:2]] == ["4 × 2, edges shared", "6-up, bleed 3 mm"]
    path = next(file.path for file in summary.files if file.path.endswith("duplex_outline-1.dxf"))
    cuts = bbox.extents(ezdxf.readfile(game / "output" / path).modelspace().query("*[layer=='CUT']"))
    page = paper.turned()
    left, top = cuts.extmin.x, page.height_mm - cuts.extmax.y
    for corner in kept_clear(page):
        overlaps = left < corner.right_mm and corner.x_mm < cuts.extmax.x
        low = page.height_mm - cuts.extmin.y
        assert not (overlaps and top < corner.bottom_mm and corner.y_mm < low)


def test_the_marks_are_printed_on_fronts_alone(game: Path) -> None:
    summary = outlined(game, components=("Tiles",))
    with pikepdf.open(game / "output" / summary.files[0].path) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
        blocks = [page.Contents.read_bytes().count(b" re f") for page in pdf.pages]
    assert blocks[0] - blocks[1] == 5 and blocks[2] - blocks[3] == 5


def test_where_there_is_no_room_it_is_said_and_the_outlines_are_there(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 272), ("G2", 190)):
        change(game, f"Components!{place}", value)
    summary = outlined(game, components=("Tiles",))
    (problem,) = summary.problems
    assert problem.severity is Severity.WARNING and problem.where == "Components!F2"
    assert "no room for registration marks" in problem.what
    path = next(file.path for file in summary.files if file.path.endswith(".dxf"))
    read = ezdxf.readfile(game / "output" / path).modelspace()
    assert len(read.query("*[layer=='CUT']")) == 1 and not read.query("*[layer=='REGISTRATION']")


def test_two_builds_are_alike_and_outlines_go_when_they_are_not_wanted(game: Path) -> None:
    outlined(game)
    first = files(game / "output")
    outlined(game)
    assert files(game / "output") == first
    build(Project(game), BuildOptions(papers=(A4,)))
    left = files(game / "output")
    assert not any(name.endswith((".svg", ".dxf")) for name in left)
    assert left["A4/MyGame_v0.1_Tiles_A4_duplex.pdf"] != first["A4/MyGame_v0.1_Tiles_A4_duplex.pdf"]


def test_marks_that_a_printer_cannot_print_are_no_matter_of_the_pieces(game: Path) -> None:
    printer = Printer("Wide", margins=PrinterMargins(4, 4, 4, 12.7))
    (problem,) = outlined(game, components=("Tiles",), printer=printer).problems
    assert str(problem) == (
        "warning: --printer: Registration marks stand 10 mm from the edges of a sheet, where this printer "
        "prints nothing: it leaves 12.7 mm white. Take another printer for --outlines, or cut by hand; the "
        "outlines are written all the same."
    )


@pytest.mark.parametrize("white", [5.0, 10.0, 14.0])
def test_the_cut_guide_stands_where_the_printer_prints(game: Path, white: float) -> None:
    printer = Printer("Ink", margins=PrinterMargins(4, white, 4, white))
    summary = build(Project(game), BuildOptions(papers=(A4,), printer=printer))
    path = next(file.path for file in summary.files if "CutGuide" in file.path)
    page = pypdfium2.PdfDocument(game / "output" / path)[0]
    words = page.get_textpage()
    lowest = min(words.get_rect(at)[1] for at in range(words.count_rects()))
    assert lowest >= white / 25.4 * 72
