"""An export from a game folder: which files it makes, what lies beside them, all of them or nothing."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from generator.cli import main
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.shops.exports.listing import contents_csv
from generator.shops.exports.order import ExportedFile, ExportOptions
from generator.shops.exports.run import FILE_NAME, ExportSummary, export, sweep_export
from generator.shops.exports.targets import read_target
from tests.shared.games_made import change, files, starter_game

POKER_TILES = {"Components!E2": "rectangle", "Components!F2": 63.5, "Components!G2": 88.9}


def exported(game: Path, target: str, **options: object) -> ExportSummary:
    project = Project(game)
    return export(project, read_target(target, project), ExportOptions(**options))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter with its tiles as poker cards."""
    game = starter_game(tmp_path_factory.mktemp("games") / "poker")
    for cell, value in POKER_TILES.items():
        change(game, cell, value)
    return game


@pytest.fixture(scope="module")
def crafted(poker: Path) -> ExportSummary:
    return exported(poker, "game-crafter")


def listed(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / "contents.csv").read_text("utf-8-sig"))))


# ---------------------------------------------------------------- what is made


def test_a_component_is_a_folder_with_a_front_a_card_and_one_back(crafted: ExportSummary) -> None:
    made = files(crafted.folder)
    assert sorted(name for name in made if "/" in name)[:3] == [
        "Tiles/00_All_back_x16.png",
        "Tiles/01_CloverField_front_x2.png",
        "Tiles/02_BeeBank_front_x1.png",
    ]
    assert len(made) == 13 + 2 and {"README.txt", "contents.csv"} < set(made)
    assert all(FILE_NAME.fullmatch(name) for name in made)


def test_every_picture_has_the_pixels_of_its_product(crafted: ExportSummary) -> None:
    for file in crafted.files:
        with Image.open(crafted.folder / file.path) as image:
            assert (image.size, image.mode, image.format) == ((825, 1125), "RGB", "PNG")
            assert image.info["srgb"] == 0 and image.info["dpi"][0] == pytest.approx(300, abs=0.01)


def test_no_mark_of_a_sheet_is_on_a_picture(crafted: ExportSummary) -> None:
    """The ground of a back goes to the edge of its picture, and nothing lies on it there."""
    with Image.open(crafted.folder / "Tiles" / "00_All_back_x16.png") as image:
        edges = ((0, 0, 825, 36), (0, 1089, 825, 1125), (0, 0, 36, 1125), (789, 0, 825, 1125))
        colours = {tuple(image.crop(edge).getcolors() or ()) for edge in edges}
    assert len({colour for counted in colours for _, colour in counted}) == 1


def test_the_list_names_every_file_with_its_copies(crafted: ExportSummary) -> None:
    rows = listed(crafted.folder)
    assert [row["File"] for row in rows] == [file.path for file in crafted.files]
    assert {row["Product"] for row in rows} == {"Poker Deck"}
    clover = next(row for row in rows if row["Card"] == "Clover Field")
    assert (clover["Side"], clover["Copies"], clover["Size"]) == ("front", "2", "825 × 1125")
    assert sum(int(row["Copies"]) for row in rows if row["Side"] == "front") == 16


def test_what_the_shop_does_not_make_is_left_out_with_the_nearest(crafted: ExportSummary) -> None:
    (left_out,) = [one for one in crafted.problems if one.where.startswith("Components!")]
    assert left_out.severity is Severity.WARNING
    assert left_out.where == "Components!F3"
    assert left_out.what == "The Game Crafter makes nothing of 22 × 22 mm as a circle, so Tokens is left out."
    assert "The nearest is Medium Circle Chit of 19.05 × 19.05 mm, which differs by 2.95 mm" in left_out.mend
    guide = (crafted.folder / "README.txt").read_text("utf-8")
    assert "Tokens is left out" in guide
    assert "Not here:\n- Tokens: The Game Crafter makes nothing of 22 × 22 mm as a circle" in guide
    assert "Tiles: Land tiles as Poker Deck, 12 fronts and 1 back for 16 pieces, 825 × 1125 pixels" in guide
    assert "Limits of an upload are not known." in guide


def test_a_shop_that_fills_decks_gets_a_file_a_copy(poker: Path) -> None:
    made = exported(poker, "makeplayingcards")
    fronts = [file.path for file in made.files if file.side == "front"]
    assert len(fronts) == 16 and fronts[:3] == [
        "Tiles/01_CloverField_front.png",
        "Tiles/02_CloverField_front.png",
        "Tiles/03_BeeBank_front.png",
    ]
    contents = files(made.folder)
    assert contents[fronts[0]] == contents[fronts[1]] != contents[fronts[2]]
    with Image.open(made.folder / fronts[0]) as image:
        assert image.size == (822, 1122)


def test_pieces_in_their_own_size_take_other_dots_and_the_bleed(poker: Path) -> None:
    made = exported(poker, "png", dpi=100, only=("Bee Bank",))
    assert {file.size for file in made.files} == {"250 × 350"}
    made = exported(poker, "png", dpi=100, bleed=True, components=("Tokens",))
    assert {file.size for file in made.files} == {"111 × 111"}, "22 mm and twice 3.175 mm"
    assert not any("Tiles" in name for name in files(made.folder)), "what was exported before is gone"


def test_the_same_game_gives_the_same_bytes(poker: Path, crafted: ExportSummary) -> None:
    before = files(crafted.folder)
    again = exported(poker, "game-crafter")
    assert files(again.folder) == before and again.changed == ()


def test_a_games_own_shop_is_exported_to(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    (game / "shops").mkdir()
    (game / "shops" / "hexes.toml").write_text(
        'title = "Hexes"\nformat = "jpeg"\ncopies = "each"\nnames = "{component}_{number}_{side}"\n'
        "[limits]\nfile_mb = 0.01\nside_px = 500\nfiles = 10\n"
        '[[products]]\nname = "Hex"\nshape = "hexagon"\nmm = [52, 60]\npx = [690, 784]\n'
    )
    made = exported(game, "hexes", components=("Tiles",))
    assert made.files[1].path == "Tiles_01_front.jpg" and len(made.files) == 17
    with Image.open(made.folder / "Tiles_01_front.jpg") as image:
        assert (image.size, image.format) == ((690, 784), "JPEG")
    said = [one.what for one in made.problems]
    assert any("is turned to lie in Hex" in one for one in said)
    assert any(" MB, and Hexes takes 0.01." in one for one in said)
    assert any("is 784 pixels long, and Hexes takes 500." in one for one in said)
    assert any("has 16 fronts, and Hexes takes 10 at once." in one for one in said)


def test_a_tuck_box_comes_with_a_warning(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    for cell, value in {"E3": "tuck box 23.11", "F3": 66.04, "G3": 91.44}.items():
        change(game, f"Components!{cell}", value)
    net = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190.3 161.66"/>'
    (game / "templates" / "token.svg").write_text(net)
    made = exported(game, "game-crafter", components=("Tokens",))
    assert {file.size for file in made.files} == {"2325 × 1950"}
    assert any("hold its template over the picture" in one.mend for one in made.problems)


def test_a_picture_of_too_many_pixels_is_left_out(poker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.shops.exports.pictures.MOST_PIXELS", 1_000_000)
    made = exported(poker, "png", dpi=600)
    assert {file.component for file in made.files} == {"Tokens"}
    assert any("would be 1,500 × 2,100 pixels at 600 dpi" in one.what for one in made.problems)


# ---------------------------------------------------------------- all or nothing


def test_a_game_with_errors_leaves_the_last_export_as_it_was(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    before = files(exported(game, "screentop", components=("Tokens",)).folder)
    change(game, "Tiles!B2", "Nowhere")
    with pytest.raises(Failed):
        exported(game, "screentop")
    assert files(game / "output" / "exports" / "screentop") == before


@pytest.mark.parametrize("name", ["../../../card_data.xlsx", "/etc/hosts", "x/../y.png", "notes.md", 7])
def test_a_forged_list_makes_nothing_go(tmp_path: Path, name: object) -> None:
    game = starter_game(tmp_path / "game")
    folder = exported(game, "screentop", components=("Tokens",)).folder
    (folder / "notes.md").write_text("mine")
    (folder / ".contents.json").write_text(json.dumps({"files": [name]}))
    exported(game, "screentop", components=("Tokens",))
    assert (folder / "notes.md").read_text() == "mine" and (game / "card_data.xlsx").exists()


def test_a_link_leads_no_export_out_of_the_game(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    (tmp_path / "elsewhere").mkdir()
    (game / "output").mkdir()
    (game / "output" / "exports").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Failed, match="is a link"):
        exported(game, "screentop")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_what_an_ended_export_has_left_is_swept_away(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    folder = exported(game, "screentop", components=("Tokens",)).folder
    before = files(folder)
    (folder / ".building-x" / "files").mkdir(parents=True)
    sweep_export(game, "screentop")
    sweep_export(game, "../../..")
    assert not (folder / ".building-x").exists() and files(folder) == before


def test_no_cell_of_the_list_becomes_a_formula() -> None:
    evil = ExportedFile("a.png", "=1+1", "@x", "front", 1, "", "1 × 1", 5)
    rows = list(csv.reader(io.StringIO(contents_csv([evil]).decode("utf-8-sig"))))
    assert rows[1][1:3] == ["'=1+1", "'@x"]


# ---------------------------------------------------------------- the command


def pnp(game: Path, *words: str) -> int:
    return main([*words, "--game", str(game)])


def test_the_command_names_all_targets(poker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pnp(poker, "export", "--list") == 0
    said = capsys.readouterr().out
    assert {"game-crafter", "makeplayingcards", "png"} <= {line.split()[0] for line in said.splitlines()}


def test_the_command_sums_up(poker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pnp(poker, "export", "game-crafter") == 0
    said = capsys.readouterr()
    assert "Land tiles: 13 files, Poker Deck, 825 × 1125, " in said.out and "README.txt says" in said.out
    assert "Tokens is left out" in said.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "It is not said for whom."),
        (("gamecrafter",), "Did you mean game-crafter?"),
        (("game-crafter", "--dpi", "150"), "The Game Crafter says how large its pictures are"),
        (("png", "Tile"), "Did you mean Tiles?"),
    ],
)
def test_the_command_says_what_it_does_not_understand(
    poker: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert pnp(poker, "export", *words) == 1
    assert told in " ".join(capsys.readouterr().err.split())


def test_dots_an_inch_are_a_number_that_a_picture_can_have(
    poker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pnp(poker, "export", "png", "--dpi", "5000") == 2
    assert "is no number from 20 to 1200" in capsys.readouterr().err


def test_a_second_row_of_the_shops_size_is_the_variant_that_goes_there(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    row = ("TokensShop", "Tokens", "token.svg", None, "circle", 25.4, 25.4, 1, "Tokens for the shop")
    for column, value in zip("ABCDEFGHI", row, strict=True):
        if value is not None:
            change(game, f"Components!{column}4", value)
    crafted = exported(game, "game-crafter", components=("Tokens for the shop",))
    assert not crafted.problems
    pictures = [file for file in crafted.files if file.path.endswith(".png")]
    assert pictures and {file.product for file in pictures} == {"Large Circle Chit"}
    assert main(["build", "--game", str(game), "--no-cache", "Tiles", "Tokens"]) == 0
    assert not [path for path in files(game / "output" / "A4") if "shop" in path.lower()]


def test_a_piece_far_from_every_product_is_told_the_nearest_and_not_sent_there(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    for cell, value in {"E2": "rectangle", "F2": 262, "G2": 180}.items():
        change(game, f"Components!{cell}", value)
    problems = exported(game, "drive-thru-cards").problems
    (tiles,) = [one for one in problems if one.where == "Components!F2"]
    assert tiles.mend == (
        "None of its products comes near that size; the nearest is U.S. Poker of 63.5 × 88.9 mm."
    )


# ---------------------------------------------------------------- what the command says


def run(game: Path, *words: str) -> int:
    return main(["export", "--game", str(game), "--no-cache", *words])


def test_a_piece_that_is_left_out_is_a_warning_which_strict_makes_an_error(
    poker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(poker, "game-crafter") == 0
    assert "Components: warnings\n  F3  The Game Crafter makes nothing of" in capsys.readouterr().err
    assert run(poker, "game-crafter", "--strict") == 1
    assert run(poker, "game-crafter", "Tiles", "--strict") == 0


def test_a_target_that_makes_nothing_of_the_game_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = starter_game(tmp_path / "game")
    assert run(game, "drive-thru-cards") == 1
    assert "DriveThruCards makes nothing that this game has." in capsys.readouterr().out


def test_the_list_says_what_fits_this_game(poker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(poker, "--list") == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    crafter = next(number for number, line in enumerate(lines) if line.startswith("game-crafter"))
    assert lines[crafter + 1] == "makes Land tiles"
    assert lines[crafter + 2].startswith("leaves out ") and "Tokens" in lines[crafter + 2]
    change(poker, "Components!F2", "wide")
    assert run(poker, "--list") == 0
    assert "cannot be said: the workbook has errors" in capsys.readouterr().out
    change(poker, "Components!F2", 63.5)
