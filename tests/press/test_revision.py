"""The revision mark: what it is made from, where it goes, and that it hides nothing."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from generator.checks.checked import read
from generator.checks.every_game import marks_have_a_place
from generator.faces import Face
from generator.ground.cache import Cache
from generator.ground.problems import Problem
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.ground.revision import ALPHABET, CORNERS, MARK_INSET_MM, MarkPlace, revision_mark
from generator.ground.shapes import BLEED_MM
from generator.ground.sight import contrast
from generator.press.choosing import choose
from generator.press.components import draw
from generator.press.decks import Deck
from generator.press.revision import mark_wanted
from generator.records.tables import Row
from generator.story import open_workshop
from generator.svg.cut import cut_of, distance
from generator.svg.designs import draw_designs
from generator.svg.revision import corner_box, ink_on
from tests.shared.game_folders import check_game
from tests.shared.games_made import change, starter_game
from tests.shared.snapshots import snapshot
from tests.shared.svg_pictures import Design, fonts, svg

ROOT = Path(__file__).parents[2]
PAPER = '<rect x="-4" y="-4" width="68" height="68" fill="{}"/>'
DPI = 200
SIGN = "7KPQ"


def drawn(body: str, mark: MarkPlace = MarkPlace.WHEREVER) -> tuple[bytes, list[Problem]]:
    out = io.BytesIO()
    design = Design(svg(body), key="Lands/Lake/x", mark=mark, sign=SIGN)
    found = draw_designs([design], fonts=fonts(), out=out)
    return out.getvalue(), list(found)


def inked(pdf: bytes, page: int = 0) -> set[str]:
    """The corners of a page of one colour in which there is something else."""
    with Pages(pdf) as pages:
        picture = pages.image(page, dpi=DPI)
    found = set()
    for corner in CORNERS:
        part = picture.width // 4
        box = (0 if corner.is_left else picture.width - part, 0 if corner.is_top else picture.height - part)
        colours = picture.crop((*box, box[0] + part, box[1] + part)).getcolors(10_000)
        if colours is None or len(colours) > 1:
            found.add(str(corner))
    return found


# ---------------------------------------------------------------- what it is


def test_a_mark_is_four_signs_that_nobody_mistakes() -> None:
    assert not set(ALPHABET) & set("0O1lI8B5S2ZUV") - {"2", "5", "8", "V"}
    assert not set(ALPHABET) & set("AEIOU")
    marks = {revision_mark(f"{number:032x}") for number in range(5000)}
    assert len(marks) == 5000 and all(re.fullmatch(f"[{ALPHABET}]{{4}}", mark) for mark in marks)


def test_pictures_that_differ_in_their_mask_alone_are_not_one() -> None:
    def silhouette(alpha: int) -> bytes:
        out = io.BytesIO()
        picture = Image.new("RGBA", (8, 8), (0, 0, 0, 255))
        picture.putpixel((3, 3), (0, 0, 0, alpha))
        picture.save(out, "PNG")
        return out.getvalue()

    pictures = [base64.b64encode(silhouette(alpha)).decode() for alpha in (0, 100)]
    out = io.BytesIO()
    body = '<image href="data:image/png;base64,{}" x="20" y="20" width="20" height="20"/>'
    designs = [Design(svg(body.format(picture))) for picture in pictures]
    assert not draw_designs(designs, fonts=fonts(), out=out)
    with Pages(out.getvalue()) as pages:
        assert pages.png(0, dpi=100) != pages.png(1, dpi=100)


def test_a_page_out_of_the_cache_has_its_mark(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", b"key")
    (tmp_path / "cache").mkdir()
    body = PAPER.format("#aaccee") + '<text x="5" y="30" font-size="4">Shell</text>'
    made = []
    for _ in range(2):
        face = Face("Lands/Lake/x", svg(body), 60, 60, "rectangle", "Lands")
        out = io.BytesIO()
        face = face.marked(MarkPlace.WHEREVER, SIGN)
        assert not draw_designs([face], fonts=fonts(), out=out, cache=cache)
        made.append(out.getvalue())
    assert made[0] == made[1] and len(made[0]) > 0 and "bottom left" in inked(made[0])


# ---------------------------------------------------------------- where it goes


@pytest.mark.parametrize("place", CORNERS)
def test_it_goes_where_it_is_wanted(place: MarkPlace) -> None:
    pdf, found = drawn(PAPER.format("#203040"), mark=place)
    assert (inked(pdf), found) == ({str(place)}, [])


def test_nobody_asked_takes_the_bottom_left_and_none_leaves_it_out() -> None:
    pdf, _ = drawn(PAPER.format("#ffffff"))
    assert inked(pdf) == {"bottom left"}
    pdf, _ = drawn(PAPER.format("#ffffff"), mark=MarkPlace.NONE)
    assert inked(pdf) == set()


TEXT = '<text x="{}" y="{}" font-size="3">Old oak</text>'
AT = {"bottom left": (2, 57), "bottom right": (48, 57), "top left": (2, 5), "top right": (48, 5)}


def test_a_text_in_a_corner_sends_it_to_the_next() -> None:
    body = PAPER.format("#ffffff") + TEXT.format(*AT["bottom left"])
    pdf, found = drawn(body)
    assert (inked(pdf), found) == ({"bottom left", "bottom right"}, [])


def test_a_ground_of_several_colours_sends_it_to_the_next_but_not_away() -> None:
    body = PAPER.format("#ffffff") + '<rect x="2" y="56" width="3" height="3" fill="#204080"/>'
    pdf, found = drawn(body)
    assert (inked(pdf), found) == ({"bottom left", "bottom right"}, [])


def test_a_text_under_it_is_told_with_the_line_and_the_column() -> None:
    body = PAPER.format("#ffffff") + "".join(TEXT.format(*at) for at in AT.values())
    _, (one,) = drawn(body)
    assert str(one) == (
        f"warning: {one.where}: No corner is free for the revision mark. The text “Old oak” of "
        "Lands/Lake/x lies under the revision mark, at the bottom left. Move it, or name another corner, "
        "or none, for this component in a column Mark of the sheet Components."
    )
    _, (one,) = drawn(body, mark=MarkPlace.TOP_RIGHT)
    assert one.what == "The text “Old oak” of Lands/Lake/x lies under the revision mark, at the top right."


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "circle"])
@pytest.mark.parametrize("place", CORNERS)
def test_it_lies_in_the_safe_area_of_every_shape(shape: str, place: MarkPlace) -> None:
    size = (60.0, 60.0 if shape == "circle" else 52.0)
    cut = cut_of(shape, *size, BLEED_MM)
    box = corner_box(place, cut, size, (4.2, 1.2))
    assert box is not None
    corners = [(x, y) for x in (box[0], box[0] + box[2]) for y in (box[1], box[1] + box[3])]
    assert all(distance(cut.outline, *corner) <= -MARK_INSET_MM + 1e-6 for corner in corners)
    assert (box[0] < 30) is place.is_left and (box[1] < 26) is place.is_top
    assert corner_box(place, cut_of("circle", 8, 8, BLEED_MM), (8, 8), (4.2, 1.2)) is None


@pytest.mark.parametrize("hexed", ["ffffff", "000000", "808080", "d5eeec", "1e6268", "ff0000", "ffff00"])
def test_its_ink_is_told_from_any_ground_also_without_colours(hexed: str) -> None:
    ground = tuple(int(hexed[at : at + 2], 16) / 255 for at in (0, 2, 4))
    ink = ink_on([ground])  # type: ignore[list-item]
    assert ink.halo or contrast(ink.rgb, ground) >= 4.5  # type: ignore[arg-type]


# ---------------------------------------------------------------- in a game


def component(**values: object) -> Row:
    given = {"name": "A", "shape": "rectangle", "width": 63.5, "height": 88.9, **values}
    return Row("Components", 2, given, {"mark": "K"})


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({}, MarkPlace.WHEREVER),
        ({"mark": " Top-Left "}, MarkPlace.TOP_LEFT),
        ({"mark": "none"}, MarkPlace.NONE),
        ({"mark": "middle"}, MarkPlace.WHEREVER),
        ({"width": 16, "height": 16}, MarkPlace.NONE),
        ({"layout": "tokens"}, MarkPlace.NONE),
        ({"layout": "tokens", "mark": "top left"}, MarkPlace.TOP_LEFT),
    ],
)
def test_what_the_column_says(values: dict[str, object], place: MarkPlace) -> None:
    assert mark_wanted(component(**values)) is place


def decks_of(project: Project, *, marks: bool = True) -> dict[str, Deck]:
    book, problems = read(project)
    checked = check_game(project, book, problems)
    workshop = open_workshop(checked)
    drawn = (
        draw(job, maker=workshop.maker, fonts=workshop.fonts, step=lambda: None, marks=marks).deck
        for job in choose(checked.book)
    )
    return {deck.name: deck for deck in drawn if deck is not None}


def differing(one: bytes, other: bytes) -> set[int]:
    """The pages that do not look the same."""
    with Pages(one) as first, Pages(other) as second:
        assert len(first) == len(second)
        return {n for n in range(len(first)) if first.png(n, dpi=150) != second.png(n, dpi=150)}


def test_the_fronts_of_cards_have_one_and_backs_and_tokens_have_none(tmp_path: Path) -> None:
    project = Project(starter_game(tmp_path / "game"))
    with_marks, without = (decks_of(project, marks=marked) for marked in (True, False))
    for name, deck in with_marks.items():
        fronts = {piece.front for piece in deck.pieces} if name == "Tiles" else set()
        assert differing(deck.designs, without[name].designs) == fronts
        assert deck.drawn == without[name].drawn, "the mark is not part of what it is made from"


def test_the_mark_on_the_card_is_that_of_the_snapshot(tmp_path: Path) -> None:
    project = Project(starter_game(tmp_path / "game"))
    told = {piece.title: piece.mark for piece in snapshot(project).pieces if piece.component == "Tiles"}
    deck = decks_of(project)["Tiles"]
    with PdfDocument(deck.designs) as pdf:
        printed = {
            piece.title: pdf[piece.front].get_textpage().get_text_range().split()[-1] for piece in deck.pieces
        }
    assert printed == told and len(set(told.values())) == len(told)
    assert not any(piece.mark for piece in snapshot(project).pieces if piece.component == "Tokens")


def test_a_changed_cell_changes_the_mark_of_its_card_and_a_changed_back_those_of_all(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")

    def marks() -> list[tuple[str, str]]:
        return [(piece.title, piece.mark) for piece in snapshot(Project(game)).pieces if piece.mark]

    before = marks()
    change(game, "Tiles!A2", "Elsewhere")
    after = marks()
    assert [one for one in after if one not in before] == [after[0]] and after[0][0] == "Elsewhere"
    back = game / "templates" / "tile-back.svg"
    back.write_text(back.read_text("utf-8").replace("</svg>", '<rect width="9" height="9"/></svg>'), "utf-8")
    assert not {mark for _, mark in after} & {mark for _, mark in marks()}


def test_no_place_is_told_and_an_empty_cell_is_one() -> None:
    rows = (component(mark="midle"), component(mark=None), component(mark="none"))
    book = SimpleNamespace(tables={"Components": rows})
    (one,) = marks_have_a_place(book, Project(ROOT))  # type: ignore[arg-type]
    assert str(one) == (
        "warning: Components!K2: “midle” is no place for the revision mark, which goes where there is room. "
        "Use one of: bottom left, bottom right, top left, top right, none, or empty the cell."
    )
