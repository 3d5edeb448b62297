"""What is drawn on a sheet, read back from the PDF: lines, texts, designs and how they are turned."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.ground.shapes import Ellipse, Shape
from generator.ground.units import mm, pt
from generator.records.edition import Edition
from generator.sheets.furniture import INK, Caption, PageFonts, draw_furniture
from generator.sheets.imposing import impose
from generator.sheets.layouts import butted
from generator.sheets.sheet import (
    A4,
    Box,
    Flip,
    Format,
    Imposition,
    Label,
    Mark,
    Piece,
    Placement,
    Sheet,
    Side,
    Strip,
)
from generator.sheets.sheet_pdf import sheets_pdf
from generator.sheets.tiles import choose_tiling, tile
from generator.text.fonts import find_fonts, page_fonts_of

ROOT = Path(__file__).parents[2]
REGULAR, BOLD = page_fonts_of(find_fonts(ROOT / "fonts"))
CAPTION = Caption(Edition("Reed Bay", "ReedBay", "0.3", "", ""), "Cards")
ACROSS = (Strip(Box(5, 5, 200, 2.4)), Strip(Box(5, 289.6, 200, 2.4)))
UPWARDS = (Strip(Box(5, 5, 2.4, 287), 270), Strip(Box(202.6, 5, 2.4, 287), 270))
SQUARE = Box(50, 100, 40, 60)

Line = tuple[float, float, float, float]


def sheet(
    *placements: Placement,
    marks: tuple[Mark, ...] = (),
    labels: tuple[Label, ...] = (),
    strips: tuple[Strip, Strip] = ACROSS,
    name: str = "",
) -> Sheet:
    placed = placements or (Placement(0, SQUARE, 0, SQUARE.polygon),)
    heading, ruler = strips
    return Sheet(A4, Side.FRONT, ("a",), placed, marks, labels, heading, ruler, SQUARE, name)


def furniture(of: Sheet, *, caption: Caption = CAPTION) -> bytes:
    return draw_furniture(Imposition((of,), "3 × 3", False, Flip.LONG), caption, PageFonts(REGULAR, BOLD))


def lines(data: bytes) -> dict[Line, str]:
    """Every line as (x0, y0, x1, y1) in mm from the top left of the page, and how it is stroked."""
    found: dict[Line, str] = {}
    matrix, width, colour, dash, start = pikepdf.Matrix(), "", " of no colour", "", (0.0, 0.0)
    kept = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[0], "q Q cm w RG d m l"):
            match str(operator), [float(each) for each in operands if not isinstance(each, pikepdf.Array)]:
                case "q", _:
                    kept.append((matrix, width, colour, dash))
                case "Q", _:
                    matrix, width, colour, dash = kept.pop()
                case "cm", values:
                    matrix = pikepdf.Matrix(*values) @ matrix
                case "w", [value]:
                    width = f"{mm(value):.2f}"
                case "RG", values:
                    colour = {(1, 1, 1): " white", INK: ""}.get(tuple(values[:3]), f" {values}")  # type: ignore[arg-type]
                case "d", _:
                    dash = " dashed"
                case "m", [x, y]:
                    start = matrix.transform((x, y))
                case "l", [x, y]:
                    (x0, y0), (x1, y1) = start, matrix.transform((x, y))
                    ends = mm(x0), 297 - mm(y0), mm(x1), 297 - mm(y1)
                    line = tuple(round(at, 2) for at in ends)
                    found[line] = f"{found[line]}, " if line in found else ""  # type: ignore[index]
                    found[line] += f"{width}{colour}{dash}"  # type: ignore[index]
    return found


def texts(data: bytes) -> dict[str, Box]:
    """Every run of text on the page, and the box round its letters in mm from the top left."""
    with pypdfium2.PdfDocument(data) as pdf:
        text = pdf[0].get_textpage()
        return {
            text.get_text_bounded(*rect).strip(): Box(
                mm(rect[0]), 297 - mm(rect[3]), mm(rect[2] - rect[0]), mm(rect[3] - rect[1])
            )
            for rect in (text.get_rect(index) for index in range(text.count_rects()))
        }


# ---------------------------------------------------------------- marks and ruler


def test_a_mark_is_thin_and_has_a_halo_where_it_crosses_paint() -> None:
    plain, halo, join = (
        Mark((10, 20), (14, 21)),
        Mark((10, 30), (14, 30), halo=True),
        Mark((10, 40), (14, 40), dashed=True),
    )
    drawn = lines(furniture(sheet(marks=(plain, halo, join))))
    assert drawn[10, 20, 14, 21] == "0.15"
    assert drawn[10, 30, 14, 30] == "0.60 white, 0.15"
    assert drawn[10, 40, 14, 40] == "0.15 dashed"


RULER = {
    0: 1.6, **dict.fromkeys((1, 2, 3, 4, 6, 7, 8, 9), 0.7),
    **dict.fromkeys(range(5, 100, 10), 1.1), **dict.fromkeys(range(10, 101, 10), 1.6),
}  # fmt: skip
"""Where its strokes stand and how long they are: each millimetre at first, then every fifth."""


def test_the_ruler_lies_along_the_foot_of_the_page() -> None:
    drawn = lines(furniture(sheet()))
    expected = {(5 + at, 291.7, 5 + at, round(291.7 - length, 2)) for at, length in RULER.items()}
    assert set(drawn) == expected | {(5, 291.7, 105, 291.7)}
    assert set(drawn.values()) == {"0.15"}


def test_the_ruler_is_solid_after_dashed_marks() -> None:
    drawn = lines(furniture(sheet(marks=(Mark((10, 40), (14, 40), halo=True, dashed=True),))))
    assert drawn[5, 291.7, 105, 291.7] == "0.15"


def test_the_ruler_of_a_page_with_furniture_beside_reads_upwards() -> None:
    drawn = lines(furniture(sheet(strips=UPWARDS)))
    expected = {(204.7, 292 - at, round(204.7 - length, 2), 292 - at) for at, length in RULER.items()}
    assert set(drawn) == expected | {(204.7, 292, 204.7, 192)}


# ---------------------------------------------------------------- texts


def test_the_heading_fills_its_line_from_end_to_end() -> None:
    found = texts(furniture(sheet()))
    start = next(box for text, box in found.items() if text.startswith("Reed Bay v0.3"))
    end = next(box for text, box in found.items() if text.endswith("page 1 of 1"))
    assert start.x_mm == pytest.approx(5, abs=0.3)
    about = next(box for text, box in found.items() if text.startswith("A4"))
    assert about.x_mm - start.right_mm == pytest.approx(3, abs=0.3)
    assert end.right_mm == pytest.approx(205, abs=0.3)
    for box in (start, about, end):
        assert box.y_mm > 5 and box.bottom_mm < 7.4
        assert (box.y_mm + box.bottom_mm) / 2 == pytest.approx(6.2, abs=0.4), "in the middle of its line"


@pytest.mark.parametrize("letters", range(100, 301, 20))
def test_the_parts_of_a_long_heading_keep_apart(letters: int) -> None:
    found = texts(furniture(sheet(), caption=Caption(Edition("i" * letters, "i", "0.3", "", ""), "Cards")))
    about = next(box for text, box in found.items() if text.startswith("A4"))
    end = next(box for text, box in found.items() if text.endswith("page 1 of 1"))
    assert end.x_mm - about.right_mm > 1.3 and end.right_mm <= 205


def test_what_a_sheet_says_about_itself() -> None:
    def said(of: Imposition) -> str:
        made = draw_furniture(of, CAPTION, PageFonts(REGULAR, BOLD))
        with pypdfium2.PdfDocument(made) as pdf:
            return str(pdf[len(pdf) - 1].get_textpage().get_text_range())

    grid = butted(Format(Shape.RECTANGLE, 60, 90), A4)
    assert grid is not None
    both = said(impose([Piece("a", 0, 1)], grid))
    assert "A4 · 3 × 3, edges shared · print on both sides, flip on the long edge · back" in both
    assert "page 2 of 2" in both
    assert "both sides" not in said(impose([Piece("a", 0)], grid))
    assert "without “fit to page”" in both
    board = choose_tiling(Format(Shape.RECTANGLE, 500, 366), A4)
    front, back = (said(tile((Piece("Board", 0, reverse),), board)) for reverse in (None, 1))
    assert "tile B2" in front and "back" not in front
    assert "tile B2, back" in back
    assert "lay them on the dashed marks" in back


def test_the_ruler_says_what_it_must_measure() -> None:
    found = texts(furniture(sheet()))
    text, box = next((text, box) for text, box in found.items() if text.startswith("100 mm."))
    assert text.endswith("keep the frame.")
    assert box.x_mm == pytest.approx(106, abs=0.3) and box.right_mm <= 205
    assert box.y_mm > 289.6 and box.bottom_mm < 292
    assert found["10"].x_mm == pytest.approx(15.5, abs=0.3)
    assert found["50"].x_mm == pytest.approx(55.5, abs=0.3)


@pytest.mark.parametrize("rotation", [0, 270])
def test_a_label_stands_centred_on_its_place(rotation: int) -> None:
    found = texts(furniture(sheet(labels=(Label("A2 ▸", 60, 150, rotation),))))
    parts = [box for text, box in found.items() if "A2" in text or "▸" in text]
    left, right = min(box.x_mm for box in parts), max(box.right_mm for box in parts)
    top, bottom = min(box.y_mm for box in parts), max(box.bottom_mm for box in parts)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((60, 150), abs=0.3)
    assert (right - left > bottom - top) is (rotation == 0)


# ---------------------------------------------------------------- designs


def designs() -> bytes:
    """A design of 40 by 60 mm with 3 mm of bleed."""
    made = io.BytesIO()
    canvas = Canvas(made, invariant=1)
    canvas.setPageSize((pt(46), pt(66)))
    canvas.setTrimBox((pt(3), pt(3), pt(43), pt(63)))
    canvas.rect(0, 0, pt(46), pt(66), stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return made.getvalue()


def written(of: Imposition) -> pikepdf.Pdf:
    fonts = PageFonts(REGULAR, BOLD)
    return pikepdf.open(io.BytesIO(sheets_pdf(of, designs(), caption=CAPTION, page_fonts=fonts)))


def operators(placement: Placement) -> str:
    """The operators that paint one design."""
    with written(Imposition((sheet(placement),), "", False, Flip.LONG)) as pdf:
        content = b" ".join(part.read_bytes() for part in pdf.pages[0].Contents).decode()
    found = re.search(r"q ([^q]* cm) /D0 Do Q", content)
    assert found is not None
    return found[1]


UP = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}


@pytest.mark.parametrize("rotation", UP)
def test_a_design_is_turned_about_the_box_that_it_is_trimmed_to(rotation: int) -> None:
    width, height = (40, 60) if rotation in (0, 180) else (60, 40)
    box = Box(50, 100, width, height)
    numbers = operators(Placement(0, box, rotation, box.polygon)).split(" W n ")[1].split()[:6]
    matrix = pikepdf.Matrix(*map(float, numbers))

    def at(x_mm: float, y_mm: float) -> tuple[float, float]:
        x, y = matrix.transform((pt(x_mm), pt(y_mm)))
        return mm(x), 297 - mm(y)

    corners = [at(x, y) for x in (3, 43) for y in (3, 63)]
    assert [min(side) for side in zip(*corners, strict=True)] == pytest.approx([50, 100], abs=0.001)
    assert [max(side) for side in zip(*corners, strict=True)] == pytest.approx(
        [50 + width, 100 + height], abs=0.001
    )
    (x0, y0), (x1, y1) = at(23, 33), at(23, 34)
    assert (x1 - x0, y1 - y0) == pytest.approx(UP[rotation], abs=0.001)


def test_a_design_is_clipped_to_its_polygon() -> None:
    clip = operators(Placement(0, SQUARE, 0, SQUARE.polygon)).split(" W n ")[0]
    steps = re.findall(r"(\S+) (\S+) ([ml])", clip)
    assert [step[2] for step in steps] == ["m", "l", "l", "l"] and clip.endswith(" h")
    points = [(round(mm(float(x)), 2), round(297 - mm(float(y)), 2)) for x, y, _ in steps]
    assert points == [(50, 100), (90, 100), (90, 160), (50, 160)]


def test_a_round_design_is_clipped_to_four_quarters() -> None:
    """At 45 degrees a Bézier quarter whose handles reach 0.5523 of the radius lies on the circle."""
    ellipse = Ellipse(70, 130, 20, 30)
    clip = operators(Placement(0, SQUARE, 0, ellipse)).split(" W n ")[0]
    values = [float(value) for value in re.findall(r"-?\d[\d.]*", clip)]
    points = [
        ((mm(x) - 70) / 20, (297 - mm(y) - 130) / 30) for x, y in zip(values[::2], values[1::2], strict=True)
    ]
    assert clip.count(" c") == 4 and clip.endswith(" h") and len(points) == 13
    assert points[::3] == [pytest.approx(at, abs=1e-3) for at in ((1, 0), (0, -1), (-1, 0), (0, 1), (1, 0))]
    for first in range(0, 12, 3):
        a, b, c, d = points[first : first + 4]
        middle = [(a[i] + 3 * b[i] + 3 * c[i] + d[i]) / 8 for i in (0, 1)]
        assert [abs(at) for at in middle] == pytest.approx([0.7071, 0.7071], abs=1e-3)


# ---------------------------------------------------------------- what the file says


def test_a_file_printed_on_one_side_says_so_and_is_named_after_its_component() -> None:
    with written(Imposition((sheet(),), "one a page", False, Flip.SHORT)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name.Simplex
        assert str(pdf.docinfo["/Subject"]) == "Cards (A4, one a page)"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root[0].children] == ["a"]
    with written(Imposition((sheet(name="A1"), sheet(name="A2")), "", False, Flip.LONG)) as pdf:
        assert [page.label for page in pdf.pages] == ["1 A1", "2 A2"]
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root[0].children] == ["a, A1", "a, A2"]
    with written(Imposition((sheet(), sheet()), "", False, Flip.LONG)) as pdf:
        assert [page.label for page in pdf.pages] == ["1", "2"]


def test_a_file_to_flip_on_the_short_edge_tells_the_printer() -> None:
    with written(Imposition((sheet(), sheet()), "", True, Flip.SHORT)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name.DuplexFlipShortEdge
