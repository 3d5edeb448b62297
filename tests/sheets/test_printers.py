# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Measured printers and print profiles: kept in the user's own folder, taken by name, refused where they cannot be."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import cli
from generator.ground.project import own_fonts
from generator.ground.shapes import Shape
from generator.press.ways import Printing, Ways, fits
from generator.sheets.correction import Correction
from generator.sheets.gutterfold import Gutterfold, choose_gutterfold, impose_gutterfold
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, Use, butted, choose_layouts
from generator.sheets.printer import ANY, Case, Printer, PrinterMargins
from generator.sheets.printers.measured import printer_named, printers
from generator.sheets.printers.profiles import profile_named, profiles
from generator.sheets.printers.test_page import AWAY_MM, TestPages, crosses, draw_test_pages
from generator.sheets.printers.toml_tables import NamedTables
from generator.sheets.sheet import A4, LETTER, PAPERS, Flip, Format, Paper, Piece
from generator.sheets.wishes import Wishes
from generator.text.fonts import find_fonts, page_fonts_of
from tests.shared.decks import deck
from tests.shared.sheet_designs import POKER
from tests.shared.turning import printed, turned_over

FONT, BOLD = page_fonts_of(find_fonts(own_fonts()))
TestPages.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


def laser(*more: object) -> int:
    return run("calibrate", "--save", "Office laser", "--dx", "0.7", "--dy", "-1.2", "--rotate", "0.1", *more)


# ---------------------------------------------------------------- kept and taken


def test_what_was_read_is_kept_in_the_own_folder_and_nowhere_else(
    home: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(game.rglob("*"))
    assert laser("--game", game) == 0
    assert printer_named("office LASER") == Printer("Office laser", ((ANY, Correction(0.7, -1.2, 0.1)),))
    assert (home / "printers.toml").read_text(encoding="utf-8") == (
        '["Office laser"]\ndx_mm = 0.7\ndy_mm = -1.2\ndegrees = 0.1\n\n'
    )
    assert sorted(game.rglob("*")) == before
    assert "backs lie 0.7 mm to the right, 1.2 mm up, turned by 0.1°" in capsys.readouterr().out


def test_margins_and_single_cases_are_added_to_what_is_kept() -> None:
    assert laser() == 0
    assert run("calibrate", "--save", "office laser", "--margins", "4,4.2,4,12.7") == 0
    assert run("calibrate", "--save", "Office laser", "--dx", "−0,5", "--flip", "short") == 0
    made = printer_named("Office laser")
    assert list(printers()) == ["Office laser"]
    assert made.margins == PrinterMargins(4, 4.2, 4, 12.7)
    assert made.correction(Flip.LONG, wide=True) == Correction(0.7, -1.2, 0.1)
    assert made.correction(Flip.SHORT, wide=False) == Correction(-0.5)
    assert run("calibrate", "--save", "Office laser", "--margin-bottom", "5") == 1


def test_the_narrowest_measurement_is_taken() -> None:
    one, two, three = Correction(1), Correction(2), Correction(3)
    made = Printer("x", ((Case(Flip.SHORT, True), three), (ANY, one), (Case(wide=True), two)))
    assert made.correction(Flip.LONG, wide=False) == one
    assert made.correction(Flip.LONG, wide=True) == two
    assert made.correction(Flip.SHORT, wide=True) == three


def test_printers_are_listed_and_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("calibrate", "--list") == 0
    assert "No printer is kept yet." in capsys.readouterr().out
    assert laser("--margins", "4,4,4,4") == 0
    capsys.readouterr()
    assert run("calibrate", "--list") == 0
    assert "margins in mm: left 4, top 4, right 4, bottom 4" in capsys.readouterr().out
    assert run("calibrate", "--remove", "office laser") == 0
    assert printers() == {}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--dx", "10.1"), "Backs that are 10.1 mm off (--dx) cannot be put right; 10 mm is the most."),
        (("--dy", "-11"), "Backs that are -11 mm off (--dy) cannot be put right; 10 mm is the most."),
        (
            ("--rotate", "2.1"),
            "Backs that are turned by 2.1° (--rotate) cannot be put right; 2° is the most.",
        ),
        (("--margins", "75,4,75,4"), "With these margins not one poker card fits on A4, in any layout."),
        (("--margins", "4,4,4"), "The margins of a printer are four numbers."),
        (("--margins", "4,4,-1,4"), "The right margin cannot be -1 mm."),
        ((), "Nothing is said of this printer."),
        (("--margins", "4,4,4,4", "--flip", "long"), "Nothing is said that --flip or --page could be for."),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    argv: tuple[str, ...], said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("calibrate", "--save", "Office laser", *argv) == 1
    assert said in capsys.readouterr().err
    assert not (home / "printers.toml").exists()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "two\nlines"])
def test_a_name_is_one_line(name: str) -> None:
    assert run("calibrate", "--save", name, "--dx", "1") == 1


@pytest.mark.parametrize("number", ["nan", "inf", "much"])
def test_a_length_is_a_number(number: str) -> None:
    assert run("calibrate", "--save", "x", "--dx", number) == 2


def test_numbers_without_a_name_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("calibrate", "--dx", "1") == 1
    assert 'Add it: --save "Office laser".' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "This cannot be read as TOML"),
        (f"dx_mm = {'9' * 5000}", "This cannot be read as TOML: Exceeds the limit (4300 digits)"),
        (f'["Office laser"]\ndx_mm = {"9" * 400}', "What is kept of this printer cannot be read: dx_mm."),
        ("dx_mm = 1", "“dx_mm” stands here outside of any table."),
        ('["Office laser"]\ndx_mm = "wide"', "What is kept of this printer cannot be read: dx_mm."),
        (
            '["Office laser"]\ndx_mm = 99',
            "Backs that are 99 mm off (--dx) cannot be put right; 10 mm is the most.",
        ),
        ('["Office laser"]\ndx_mm = nan', "Backs that are nan mm off (--dx) cannot be put right"),
        ('["Office laser"]\nmargins_mm = [1, 2]', "What is kept of this printer cannot be read: margins_mm."),
        ('["Office laser"]\nown = [{flip = "up"}]', "What is kept of this printer cannot be read: own."),
        ('["Office laser"]\ncolour = 1', "What is kept of this printer cannot be read: colour."),
    ],
)
def test_a_file_that_was_edited_by_hand_is_looked_at_again(
    home: Path, game: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "printers.toml").write_text(text, encoding="utf-8")
    assert run("build", "--game", game, "--printer", "Office laser") == 1
    err = capsys.readouterr().err
    assert said in err and "printers.toml" in err
    assert not (game / "output").exists()


def test_names_of_any_kind_are_written_and_read_back() -> None:
    tables: dict[str, dict[str, Any]] = {
        'A "quoted" \\ one': {"dx_mm": 1.5},
        "Büro ☀ \x7f": {"margins_mm": [1, 2.5, 3, 4], "own": []},
    }
    kept = NamedTables("printers.toml", "printer", "--printer", "pnp calibrate --save")
    assert [kept.keep(name, table) for name, table in tables.items()] == list(tables)
    assert kept.tables() == tables


# ---------------------------------------------------------------- printing with them


def test_an_unknown_printer_or_profile_prints_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert laser() == 0
    assert run("build", "--game", game, "--printer", "Ofice laser") == 1
    assert "There is no printer “Ofice laser”.\n  Did you mean Office laser?" in capsys.readouterr().err
    assert run("build", "--game", game, "--profile", "Home") == 1
    assert "There is no print profile “Home”.\n  None is kept yet:" in capsys.readouterr().err
    assert run("reprint", "--game", game, "--printer", "Laser") == 1
    assert "There is no printer “Laser”." in capsys.readouterr().err
    assert not (game / "output").exists()


def test_a_build_for_a_printer_moves_the_backs_alone(game: Path) -> None:
    assert laser() == 0
    same = ("build", "--game", game, "Tiles", "--paper", "a4", "--layout", "3x3")
    assert run(*same) == 0
    (path,) = (game / "output/A4").glob("*Tiles*.pdf")
    plain = streams(path)
    assert run(*same, "--printer", "Office laser") == 0
    assert not path.exists(), "what is not moved does not lie beside what is"
    (path,) = (game / "output/A4").glob("*Tiles*.pdf")
    assert path.name.endswith("_duplex_for-Officelaser.pdf")
    moved = streams(path)
    assert plain[0] == moved[0]
    a, b = math.cos(math.radians(0.1)), math.sin(math.radians(0.1))
    first = [float(word) for word in moved[1].split(b" cm")[0].removeprefix(b"q ").split()]
    assert first[:4] == pytest.approx([a, b, -b, a], abs=1e-6)
    with pypdfium2.PdfDocument(path) as pdf:
        assert "moved for the printer Office laser" in pdf[1].get_textpage().get_text_range()
        assert "moved for" not in pdf[0].get_textpage().get_text_range()


def streams(path: Path) -> list[bytes]:
    """The content of each page."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
        return [page.Contents.read_bytes() for page in pdf.pages]


def test_a_profile_is_asked_after_the_options(game: Path) -> None:
    assert laser() == 0
    made = ("profile", "--save", "Home A4", "--paper", "a4", "--layout", "8up", "--flip", "short")
    assert run(*made, "--printer", "office laser") == 0
    kept = profile_named("home a4")
    assert (kept.wishes, kept.printer) == (Wishes("a4", "8up", "short"), "Office laser")
    assert run("build", "--game", game, "Tiles", "--profile", "home a4") == 0
    assert [path.name for path in (game / "output").rglob("*.pdf")] == [
        "MyGame_v0.1_Tiles_A4_duplex-short_for-Officelaser.pdf"
    ]
    assert (
        run("build", "--game", game, "Tiles", "--profile", "Home A4", "--layout", "3x3", "--paper", "letter")
        == 0
    )
    assert (game / "output/Letter/MyGame_v0.1_Tiles_Letter_duplex-short_for-Officelaser.pdf").exists()


def test_a_profile_of_a_printer_that_is_forgotten_is_told(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert laser() == 0
    assert run("profile", "--save", "Home", "--printer", "office laser") == 0
    capsys.readouterr()
    assert run("calibrate", "--remove", "office laser") == 0
    assert capsys.readouterr().out == (
        "“Office laser” is forgotten.\nThe profile “Home” still names it: save that one anew.\n"
    )
    assert run("build", "--game", game, "--profile", "home") == 1
    assert "--profile Home: errors\n  There is no printer “Office laser”." in capsys.readouterr().err


def test_profiles_are_listed_forgotten_and_looked_at_again(
    home: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("profile") == 0
    assert "None is kept yet" in capsys.readouterr().out
    assert run("profile", "--save", "Club", "--ink", "light", "--backs", "apart") == 0
    assert run("profile", "--list") == 0
    assert "“Club”: --ink light --backs apart" in capsys.readouterr().out
    assert run("profile", "--save", "Empty") == 1
    assert run("profile", "--save", "Lost", "--printer", "none") == 1
    assert run("profile", "--ink", "light") == 1
    assert run("profile", "--remove", "Clubs") == 1
    capsys.readouterr()
    (home / "profiles.toml").write_text('["Club"]\nlayout = "9up"\n', encoding="utf-8")
    assert run("build", "--game", game, "--profile", "Club") == 1
    assert "“9up” is no layout.\n  Use one of 3x3, 8up, both, gutterfold." in capsys.readouterr().err
    assert run("profile", "--remove", "club") == 0
    assert profiles() == {}


def test_fronts_alone_are_not_folded(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "--game", game, "--layout", "gutterfold", "--backs", "no") == 1
    assert "Leave one of the two options out." in capsys.readouterr().err


def test_a_layout_that_does_not_fit_the_margins_says_which_one_does() -> None:
    inkjet = Printer("Old inkjet", margins=PrinterMargins(3, 3, 3, 6.5))
    cards = [deck(63.5, 88.9), deck(63.5, 88.9)]
    assert [str(problem) for problem in fits(cards, Printing(Ways((A4,)), printer=inkjet))] == []
    (told,) = fits(cards, Printing(Ways((A4, LETTER)), printer=inkjet))
    assert str(told) == (
        "warning: --printer: Cards (63.5 × 88.9 mm): 3x3 holds 9 a page of Letter; within the margins of the "
        "printer “Old inkjet” 8 fit. Nothing is scaled. As usual fits 8up: --layout 8up."
    )
    folded = Printing(
        Ways((A4,), (Layout.BUTTED,), True), printer=Printer("Odd", margins=PrinterMargins(30, 20, 3, 3))
    )
    (told,) = fits(cards, folded)
    assert "gutterfold holds 4 a page of A4; within the margins of the printer “Odd” " in told.what
    assert told.mend == "Nothing is scaled. The most fit in 3x3: 4 a page."


def test_what_does_not_fit_beside_its_back_says_how_it_comes() -> None:
    mat = deck(190, 260, layout="page", count=2)
    (told,) = fits([mat], Printing(Ways((A4,), (Layout.BUTTED,), True)))
    assert str(told) == (
        "warning: Components!F2: Cards (190 × 260 mm) does not fit on a gutterfold sheet of A4, beside its back. "
        "It is printed with its back on the next page: one a page. Leave --layout gutterfold out for it if the "
        "printer prints both sides, or add --backs apart."
    )


# ---------------------------------------------------------------- margins


@settings(max_examples=60)
@given(
    st.sampled_from(PAPERS),
    *(st.floats(0, 14) for _ in range(4)),
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.floats(-1, 1),
)
def test_backs_that_are_moved_stay_within_the_printers_reach(
    paper: Paper, left: float, top: float, right: float, bottom: float, dx: float, dy: float, degrees: float
) -> None:
    off = Correction(dx, dy, degrees)
    printer = Printer("x", ((ANY, off),), PrinterMargins(left, top, right, bottom))
    for grid in choose_layouts(POKER, printer.paper(paper), tuple(Layout), use=Use.CARDS):
        page = grid.paper
        sides = (max(left, right), max(top, bottom))
        beside, above = reversed(sides) if page.landscape else sides
        middle = (page.width_mm / 2, page.height_mm / 2)
        for index in range(grid.count):
            for corner in grid.cell(index).polygon.points:
                x, y = off.aimed(corner, middle)
                assert beside - 1e-6 <= x <= page.width_mm - beside + 1e-6
                assert above - 1e-6 <= y <= page.height_mm - above + 1e-6


def test_without_measured_margins_every_layout_stays_what_it_is() -> None:
    printer = Printer("x", ((ANY, Correction(9, 9, 1)),))
    assert [printer.paper(paper) for paper in PAPERS] == list(PAPERS)


# ---------------------------------------------------------------- the test pages


def test_the_command_makes_a_file_for_each_paper_and_edge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "pages"
    assert run("calibrate", "--into", into) == 0
    made = sorted(path.relative_to(into).as_posix() for path in into.rglob("*.pdf"))
    assert made == [f"{p.name}/Calibration_{p.name}_{f}.pdf" for p in PAPERS for f in Flip]
    before = {path: path.read_bytes() for path in into.rglob("*.pdf")}
    assert run("calibrate", "--into", into) == 0
    assert before == {path: path.read_bytes() for path in into.rglob("*.pdf")}


def test_the_test_pages_lie_in_the_output_and_never_behind_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game").mkdir()
    monkeypatch.chdir(tmp_path / "game")
    assert run("calibrate") == 0
    assert [path.name for path in Path().iterdir()] == ["output"]
    assert len(list(Path("output/calibration").rglob("*.pdf"))) == len(PAPERS) * len(Flip)
    (tmp_path / "other").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    Path("output").symlink_to(tmp_path / "elsewhere")
    assert run("calibrate") == 1
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("flip", Flip)
def test_the_pages_say_what_to_do_and_ask_the_printer_for_the_right_edge(paper: Paper, flip: Flip) -> None:
    made = draw_test_pages(TestPages(paper, flip), font=FONT, bold=BOLD)
    with pikepdf.open(io.BytesIO(made)) as pdf:
        wanted = {Flip.LONG: "/DuplexFlipLongEdge", Flip.SHORT: "/DuplexFlipShortEdge"}[flip]
        assert str(pdf.Root.ViewerPreferences.Duplex) == wanted
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        sizes = [(round(float(page.mediabox[2])), round(float(page.mediabox[3]))) for page in pdf.pages]
        assert sizes[0] == sizes[1] == tuple(reversed(sizes[2])) == tuple(reversed(sizes[3]))
    with pypdfium2.PdfDocument(made) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    assert all(f"Flip on the {flip} edge." in text for text in texts)
    assert "100 %" in texts[0] and "--dx" in texts[1] and "(top − bottom) × 0.25" in texts[1]
    assert "(right − left) × 0.25" in texts[3]


@settings(max_examples=50)
@given(
    st.builds(Correction, st.floats(-5, 5), st.floats(-5, 5), st.floats(-0.5, 0.5)),
    st.sampled_from(PAPERS),
    st.booleans(),
)
def test_what_is_read_is_what_has_to_be_saved(off: Correction, paper: Paper, wide: bool) -> None:
    """A ruler's number rises to the left and upwards: so the cross of the front is read on a back that is off."""
    paper = paper.turned() if wide else paper
    read = []
    for cross in crosses(paper):
        zero = printed(cross, paper, off)
        read.append((zero[0] - cross[0], zero[1] - cross[1]))
    (dx, dy), first, last = read
    assert (dx, dy) == pytest.approx((off.dx_mm, off.dy_mm))
    turn = (last[1] - first[1]) * 0.25 if wide else (first[0] - last[0]) * 0.25
    assert turn == pytest.approx(off.degrees, abs=0.001)


def test_crosses_lie_behind_themselves_and_on_the_page() -> None:
    assert pytest.approx(114.6, abs=0.01) == AWAY_MM
    for paper in (*PAPERS, A4.turned(), LETTER.turned()):
        points = crosses(paper)
        for flip in Flip:
            sheet = type("Sheet", (), {"paper": paper})()
            turned = [turned_over(point, sheet, flip) for point in points]
            assert all(any(math.dist(a, b) < 1e-9 for b in points) for a in turned)


def test_pages_that_are_put_right_have_their_rulers_where_they_are_read() -> None:
    printer = Printer("x", ((ANY, Correction(2, 1)),))
    plain = draw_test_pages(TestPages(A4, Flip.LONG), font=FONT, bold=BOLD)
    moved = draw_test_pages(TestPages(A4, Flip.LONG), font=FONT, bold=BOLD, printer=printer)
    found = []
    for content in (plain, moved):
        with pypdfium2.PdfDocument(content) as pdf:
            text = pdf[1].get_textpage()
            place = text.search("+10").get_next()
            assert place is not None
            found.append(text.get_charbox(place[0])[:2])
    (x0, y0), (x1, y1) = found
    assert (x1 - x0, y1 - y0) == pytest.approx((-2 / 25.4 * 72, 1 / 25.4 * 72), abs=0.01)


@settings(max_examples=80)
@given(
    st.sampled_from(PAPERS),
    st.tuples(*[st.floats(0, 25).map(lambda mm: round(mm, 1))] * 2),
    st.tuples(*[st.floats(8, 60).map(lambda mm: round(mm, 1))] * 2),
    st.booleans(),
)
def test_all_marks_of_shared_edges_lie_where_a_measured_printer_prints(
    paper: Paper, margins: tuple[float, float], size: tuple[float, float], folded: bool
) -> None:
    reached = Printer("Mine", margins=PrinterMargins(margins[0], margins[1], margins[0], margins[1])).paper(
        paper
    )
    form = Format(Shape.RECTANGLE, *size)
    plan = choose_gutterfold(form, reached) if folded else butted(form, reached)
    if plan is None or plan.count < 2:
        return
    pieces = [Piece(f"{number}", number, 1) for number in range(plan.count)]
    imposed = impose_gutterfold(pieces, plan) if isinstance(plan, Gutterfold) else impose(pieces, plan)
    printable = imposed.sheets[0].paper.printable.grown(0.001, 0.001)
    for mark in imposed.sheets[0].marks:
        for x, y in (mark.start, mark.end):
            assert printable.x_mm <= x <= printable.right_mm, mark
            assert printable.y_mm <= y <= printable.bottom_mm, mark
