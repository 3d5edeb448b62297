# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Scenes: what lies where on a table, with a sheet Scenes and without one, and how it is drawn."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
import pytest
from openpyxl import load_workbook

from generator.booklet.scene.draw import draw_scene
from generator.booklet.scene.lying import Lying, Scene
from generator.booklet.scene.scenery import FoundScenes, scenes_of
from generator.booklet.scene.spots import spots_in
from generator.booklet.scene.stated import other_places
from generator.checks.checked import look_through, read
from generator.cli.new_game import kinds, new_game
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.ground.shapes import Shape
from generator.press.choosing import choose, sound_jobs
from generator.press.decks import Deck
from generator.press.renders import Workshop
from generator.records.scenes import stated_scenes
from generator.records.tables import Book, Row
from generator.sheets.sheet import Box, Format
from generator.story import draw_jobs, open_workshop
from tests.shared.scene_game import BOARD, game


@dataclass(frozen=True)
class Laid:
    """A game folder, drawn and laid out."""

    book: Book
    decks: tuple[Deck, ...]
    found: FoundScenes
    workshop: Workshop

    def drawn(self, scene: Scene, decks: tuple[Deck, ...] | None = None) -> bytes:
        return draw_scene(
            scene, self.decks if decks is None else decks, self.workshop.maker, self.workshop.fonts
        )

    def things(self, scene: int = 0) -> list[tuple[str, str]]:
        return [(thing.component, thing.title) for thing in self.found.scenes[scene].things]

    def thing(self, title: str, scene: int = 0) -> Lying:
        return next(thing for thing in self.found.scenes[scene].things if thing.title == title)


def laid(project: Project) -> Laid:
    book, problems = read(project)
    checked = look_through(project, book, problems)
    workshop = open_workshop(checked)
    jobs, _ = sound_jobs(choose(checked.book, names=(), only=(), booklets=()), checked.book, checked.problems)
    decks = draw_jobs(checked, jobs, workshop).decks
    return Laid(checked.book, decks, scenes_of(checked.book, decks, workshop.maker), workshop)


def told(project: Project) -> list[str]:
    book, problems = read(project)
    found = look_through(project, book, problems).problems
    return [f"{one.severity} {one.where}: {one.what} {one.mend}" for one in found]


# ---------------------------------------------------------------- places


def test_places_are_found_wherever_they_were_moved_to() -> None:
    found = spots_in(BOARD, 300, 200)
    assert list(found) == ["Tiles", "Tiles 1", "Tiles 2", "Start", "Under"]
    assert found["Tiles"] == Box(10, 10, 60, 52)
    assert found["Tiles 1"] == Box(100, 10, 60, 52)
    assert found["Start"].middle == (150, 150)
    half = spots_in(BOARD.replace('viewBox="0 0 300 200"', 'viewBox="0 0 600 400"'), 300, 200)
    assert half["Tiles 1"] == Box(50, 5, 30, 26)


@pytest.mark.parametrize(
    "element",
    [
        '<path data-place="a" d="M 5 6 h 20 v 10 z"/>',
        '<polygon data-place="a" points="5,6 25,6 15,16"/>',
        '<image data-place="a" x="5" y="6" width="20" height="10" href="a.png"/>',
        '<use data-place="a" x="5" y="6" width="20" height="10" href="#b"/>',
        '<g data-place="a" transform="translate(5 6)"><rect width="9" height="9"/><g transform="scale(2)">'
        '<circle cx="9" cy="4" r="1"/></g><text x="50" y="50">A</text></g>',
    ],
)
def test_any_shape_or_picture_may_be_a_place(element: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{element}</svg>'
    assert dict(spots_in(svg, 100, 100)) == {"a": Box(5, 6, 20, 10)}


@pytest.mark.parametrize(
    "svg",
    [
        "<svg data-place",
        '<svg xmlns="http://www.w3.org/2000/svg"><rect data-place="a" width="much"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><path data-place="a" d="M0 much"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><text data-place="a" x="1" y="9">A</text></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><rect data-place=" " width="9" height="9"/></svg>',
    ],
)
def test_what_is_no_place_is_none(svg: str) -> None:
    assert dict(spots_in(svg, 100, 100)) == {}


# ---------------------------------------------------------------- without a sheet


def test_a_game_without_a_board_lays_out_its_cards_and_tokens(tmp_path: Path) -> None:
    made = laid(game(tmp_path / "game"))
    (scene,) = made.found.scenes
    tiles = [thing for thing in scene.things if thing.component == "Tiles"]
    copies = len(next(deck for deck in made.decks if deck.name == "Tiles").pieces)
    assert scene.title == "On the table"
    assert [thing.count for thing in tiles] == [copies - 7, *[1] * 7]
    assert {thing.component for thing in scene.things} == {"Tiles", "Tokens"}
    flower = sorted((round(thing.x_mm, 3), round(thing.y_mm, 3)) for thing in tiles[1:])
    assert len(set(flower)) == 7
    for thing in scene.things:
        assert scene.width_mm >= thing.box.right_mm + 20 and thing.box.x_mm >= 20
        assert scene.height_mm >= thing.box.bottom_mm + 20 and thing.box.y_mm >= 20


def test_a_board_takes_what_its_places_are_called_by(tmp_path: Path) -> None:
    made = laid(game(tmp_path / "game", board=True))
    board, stack, *cards = made.found.scenes[0].things[:4]
    left, top = board.x_mm - 150, board.y_mm - 100
    assert (stack.component, stack.x_mm - left, stack.y_mm - top) == ("Tiles", 40, 36)
    assert [(round(one.x_mm - left), round(one.y_mm - top)) for one in cards] == [(130, 36), (230, 36)]
    assert stack.count == len(next(deck for deck in made.decks if deck.name == "Tiles").pieces) - 2
    back = next(deck for deck in made.decks if deck.name == "Tiles").pieces[0].back
    assert stack.design == back and all(one.design != back for one in cards)


def test_the_same_game_makes_the_same_bytes(tmp_path: Path) -> None:
    one, other = (laid(game(tmp_path / name)) for name in ("one", "other"))
    drawn = [made.drawn(made.found.scenes[0]) for made in (one, other)]
    assert drawn[0] == drawn[1]
    scene = one.found.scenes[0]
    with pikepdf.open(io.BytesIO(drawn[0])) as pdf, Pages(drawn[0]) as pages:
        (page,) = pdf.pages
        shown = {(thing.component, thing.design) for thing in scene.things}
        assert len(page.Resources.XObject) == len(shown), "each design is there once"
        size = pages.size(0)
        assert (size.width_mm, size.height_mm) == pytest.approx((scene.width_mm, scene.height_mm), abs=0.01)
        picture = pages.image(0, dpi=25.4)
    stack = scene.things[0]
    ground = picture.getpixel((3, 3))
    assert isinstance(ground, tuple) and min(ground) > 180, "a light table"
    seen = picture.getpixel((int(stack.x_mm), int(stack.y_mm - 20)))
    assert isinstance(seen, tuple) and max(abs(a - b) for a, b in zip(seen, ground, strict=True)) > 60


@pytest.mark.parametrize("kind", [*kinds()])
def test_every_kind_of_new_game_lies_on_its_table(tmp_path: Path, kind: str) -> None:
    """Also those whose drawings have prefixes in their names of things, as Inkscape writes them."""
    found = laid(Project(new_game("Mine", tmp_path, kind)))
    for scene in found.found.scenes:
        with Pages(found.drawn(scene)) as pages:
            dark, light = pages.image(0, dpi=20).convert("L").getextrema()
        assert dark < 128 < light


def test_what_has_no_deck_is_left_out_of_the_drawing(tmp_path: Path) -> None:
    made = laid(game(tmp_path / "game"))
    scene = made.found.scenes[0]
    with pikepdf.open(io.BytesIO(made.drawn(scene, made.decks[:1]))) as pdf:
        names = {thing.component for thing in scene.things}
        assert names == {"Tiles", "Tokens"} and len(pdf.pages[0].Resources.XObject) == 8


# ---------------------------------------------------------------- the sheet Scenes


def test_rows_lay_pieces_on_each_other(tmp_path: Path) -> None:
    rows = [
        ("Start", "Board", None, None, None, 0, 0),
        ("Start", "Tiles", None, "Board", "tiles"),
        ("Start", "Tiles", "Bee Bank", "The Board", "Start", 5, -5, 90),
        ("Start", "Tokens", None, "Bee Bank", None, None, None, None, None, 3),
        ("Start", "Tiles", "Mill Pond", "Board", "Under", None, None, None, "down"),
        ("Start", "Tiles", "Old Oak", "Board", "Under", 0, 10),
        ("Turned", "Board", None, None, None, None, None, 180),
        ("Turned", "Tiles", "Bee Bank", "Board", None, 0, 0),
    ]
    project = game(tmp_path / "game", rows, board=True)
    assert told(project) == []
    made = laid(project)
    assert [(one.id, one.title) for one in made.found.scenes] == [
        ("scene-0", "Start"),
        ("scene-1", "Turned"),
        ("scene-2", "On the table"),
    ]
    assert made.found.problems == ()
    order = [title for _, title in made.things()]
    assert order[:3] == ["Old Oak", "Mill Pond", "The Board"], "tucked under, the later the deeper"
    board, bank, token = (made.thing(title) for title in ("The Board", "Bee Bank", order[-1]))
    assert (bank.x_mm - board.x_mm, bank.y_mm - board.y_mm, bank.turn) == pytest.approx((5, 45, 90))
    assert (token.x_mm, token.y_mm, token.turn, token.count) == (bank.x_mm, bank.y_mm, 90, 3)
    tiles = next(deck for deck in made.decks if deck.name == "Tiles")
    assert made.found.scenes[0].things[3].count == len(tiles.pieces)
    assert made.thing("Mill Pond").design == tiles.pieces[0].back
    board, bank = made.thing("The Board", 1), made.thing("Bee Bank", 1)
    assert (bank.x_mm - board.x_mm, bank.y_mm - board.y_mm) == pytest.approx((120, 74)), "its corner"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("S", "Tils"), "warning Scenes!B3: There is no component “Tils”. Did you mean “Tiles”?"),
        (
            ("S", "Tiles", "Bee Bnk"),
            "warning Scenes!C3: Land tiles has no “Bee Bnk”. Did you mean “Bee Bank”? "
            'If it has a new name, pnp rename "Bee Bnk" NEW writes it into all cells.',
        ),
        (
            ("S", "Board", "Bee Bank"),
            "warning Scenes!C3: The Board has no “Bee Bank”. Leave it empty: all of these pieces are alike.",
        ),
        (
            ("S", "Tiles", None, "Tokens"),
            "warning Scenes!D3: No “Tokens” lies there yet. Lay it down in a row above this one.",
        ),
        (
            ("S", "Tiles", None, None, "Start"),
            "warning Scenes!D3: Nothing is named on which there could be a place “Start”. Name what the place is on.",
        ),
    ],
)
def test_a_row_that_cannot_be_laid_is_told_with_its_cell(
    tmp_path: Path, row: tuple[str | None, ...], message: str
) -> None:
    assert told(game(tmp_path / "game", [("S", "Board"), row], board=True)) == [message]


def test_pieces_of_one_name_are_counted(tmp_path: Path) -> None:
    rows = [("S", "Board"), ("S", "Tiles"), ("S", "Tiles"), ("S", "Tokens", None, "Tiles 1")]
    project = game(tmp_path / "game", rows, board=True)
    assert [row.on for row in stated_scenes(read(project)[0])[0][0].rows] == [None, None, None, 1]
    rows[-1] = ("S", "Tokens", None, "Tiles 3")
    assert told(game(tmp_path / "third", rows, board=True)) == [
        "warning Scenes!D5: No “Tiles 3” lies there yet. Did you mean “Tiles”?"
    ]


def test_what_lies_on_a_row_that_was_left_out_is_left_out_with_it(tmp_path: Path) -> None:
    rows = [("S", "Board"), ("S", "Tiles", "Bee Bnk", "Board"), ("S", "Tokens", None, "Bee Bnk")]
    assert [each.split(":")[0] for each in told(game(tmp_path / "game", rows, board=True))] == [
        "warning Scenes!C3"
    ]


def test_a_place_that_the_board_does_not_have_is_told_when_it_is_laid(tmp_path: Path) -> None:
    rows = [
        ("S", "Board"),
        ("S", "Tiles", None, "Board", "Strat"),
        ("S", "Tokens", None, "Board"),
        ("S", "Tiles", None, "Tokens", "Rim"),
    ]
    project = game(tmp_path / "game", rows, board=True)
    assert told(project) == []
    found = laid(project).found
    assert [f"{one.where}: {one.what} {one.mend}" for one in found.problems] == [
        "Scenes!E3: There is no place “Strat” on “The Board”. Did you mean “Start”?",
        "Scenes!E5: There is no place “Rim” on “Sun”. Mark it in templates/token.svg with data-place, or give X and Y.",
    ]
    assert [thing.component for thing in found.scenes[0].things] == ["Board", "Tokens"]


def test_columns_that_are_missing_are_told(tmp_path: Path) -> None:
    project = game(tmp_path / "game", [("S", "Tiles")])
    book = load_workbook(project.workbook)
    for row in list(book["Fields"].iter_rows()):
        if (row[0].value, row[1].value) == ("Scenes", "Component"):
            book["Fields"].delete_rows(row[0].row)
    book["Scenes"].delete_cols(2)
    book.save(project.workbook)
    assert told(project) == [
        "warning Scenes!A1: The sheet Scenes has no column “Component”. Add it, and declare it in Fields."
    ]


@pytest.mark.slow
def test_the_rows_of_a_scene_are_bounded(tmp_path: Path) -> None:
    project = game(tmp_path / "game", [(f"S{number % 60}", "Tokens") for number in range(600)])
    scenes, problems = stated_scenes(read(project)[0])
    assert (len(scenes), problems) == (50, ())


# ---------------------------------------------------------------- shapes and strangers


@pytest.mark.parametrize("shape", [shape for shape in Shape if shape not in {Shape.PATH, Shape.TUCK_BOX}])
def test_every_shape_is_drawn_inside_of_its_box(tmp_path: Path, shape: Shape) -> None:
    made = laid(game(tmp_path / "game"))
    token = next(thing for thing in made.found.scenes[0].things if thing.component == "Tokens")
    thing = replace(token, format=Format(shape, 22, 22, radius_mm=3), x_mm=40, y_mm=40, turn=0)
    drawn = made.drawn(Scene("s", "S", 80, 80, (thing,)))
    with Pages(drawn) as pages:
        picture = pages.image(0, dpi=50.8)
    ground = picture.getpixel((2, 2))
    changed = [
        (x, y)
        for x in range(160)
        for y in range(160)
        if max(abs(a - b) for a, b in zip(picture.getpixel((x, y)), ground, strict=True)) > 90  # type: ignore[arg-type]
    ]
    assert changed and all(56 <= x <= 104 and 56 <= y <= 106 for x, y in changed)


TOKEN = Format(Shape.CIRCLE, 10, 10)


@dataclass(frozen=True)
class Nothing:
    """A component without a piece."""

    component: Row
    name: str = "None"
    title: str = "None"
    use: None = None
    format: Format = TOKEN
    designs: bytes = b""
    rows: tuple[()] = ()
    pieces: tuple[()] = ()


def test_a_game_without_a_piece_has_no_scene(tmp_path: Path) -> None:
    book, _ = read(game(tmp_path / "game"))
    empty = Nothing(book["Components"].rows[0])
    found = scenes_of(book, (empty,), None)  # type: ignore[arg-type]
    assert (found.scenes, found.problems) == ((), ())


@pytest.mark.parametrize(
    ("place", "mend"),
    [
        ("Layer 9", "There are “Layer 1” to “Layer 3”: name one of these, or take the row out."),
        ("Layr 3", "Did you mean “Layer 3”?"),
        ("Marker 1", "The places here are “Layer 1”, “Layer 2”, “Layer 3” and “Start”."),
        ("Strat", "Did you mean “Start”?"),
    ],
)
def test_a_place_of_the_same_number_is_not_what_was_meant(place: str, mend: str) -> None:
    box = Box(0, 0, 1, 1)
    spots = dict.fromkeys(("Layer 1", "Layer 2", "Layer 3", "Start"), box)
    assert other_places(place, spots) == mend
