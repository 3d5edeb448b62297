"""Tabletop Simulator: what is loaded is what was drawn, in the structure that the program reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import generator.shops.exports.tabletop_pictures as tabletop_pictures
from generator.ground.cache import open_cache
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.ground.raster import MM_PER_INCH
from generator.press.choosing import choose
from generator.press.decks import Deck
from generator.shops.exports.raster import PageShot, images
from generator.shops.exports.run import ExportSummary
from generator.story import draw_jobs, open_workshop
from tests.shared.games_made import change, files, starter_game
from tests.shared.tabletop_made import BASE, POKER, Tabletop, card_game, cards, put_on_table

# What a save file has: kb.tabletopsimulator.com/custom-content/save-file-format, its class SaveState as saved
# objects are written today, ObjectState, TransformState and CustomDeckState; the parts of custom objects as
# api.tabletopsimulator.com/custom-game-objects names them.
SAVE = {
    *("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Tags", "Gravity"),
    *(
        "PlayArea",
        "Table",
        "Sky",
        "Note",
        "TabStates",
        "LuaScript",
        "LuaScriptState",
        "XmlUI",
        "ObjectStates",
    ),
}
TRANSFORM = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
OBJECT: Mapping[str, type | tuple[type, ...]] = {
    "GUID": str,
    "Name": str,
    "Transform": dict,
    "Nickname": str,
    "Description": str,
    "GMNotes": str,
    "ColorDiffuse": dict,
    "Locked": bool,
    "Grid": bool,
    "Snap": bool,
    "Autoraise": bool,
    "Sticky": bool,
    "Tooltip": bool,
    "HideWhenFaceDown": bool,
    "Hands": bool,
    "LuaScript": str,
    "LuaScriptState": str,
    "XmlUI": str,
}
CUSTOM_DECK = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
IMAGE = {"ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale"}
OWN: Mapping[str, set[str]] = {
    "DeckCustom": {"DeckIDs", "CustomDeck", "ContainedObjects", "SidewaysCard"},
    "Card": {"CardID", "CustomDeck", "SidewaysCard"},
    "Custom_Board": {"CustomImage"},
    "Custom_Tile": {"CustomImage"},
    "Custom_Tile_Stack": {"CustomImage", "Number"},
    "Custom_Token": {"CustomImage"},
    "Custom_Token_Stack": {"CustomImage", "Number"},
    "Custom_PDF": {"CustomPDF"},
    "Bag": {"Bag", "ContainedObjects"},
}
TILE = {"Type": int, "Thickness": float, "Stackable": bool, "Stretch": bool}
TOKEN = {"Thickness": float, "MergeDistancePixels": float, "StandUp": bool, "Stackable": bool}

EVERYTHING = (
    POKER,
    ("Own", "Cards", "card.svg", "own-back.svg", "rounded 4", 44, 68, 1, "cards"),
    ("Wide", "Cards", "card.svg", "", "rectangle", 88.9, 63.5, 1, "cards"),
    ("Hex", "Cards", "card.svg", "back.svg", "hexagon", 52, 60, 1, "cards"),
    ("Board", "", "plain.svg", "", "rectangle", 420, 300, 1, "board"),
    ("Sea", "", "plain.svg", "", "circle", 200, 200, 1, "board"),
    ("Mat", "", "plain.svg", "back.svg", "rectangle", 180, 250, 3, "page"),
    ("Coin", "Cards", "card.svg", "", "circle", 20, 20, 5, "tokens"),
    ("Chit", "", "plain.svg", "back.svg", "circle", 22, 22, 4, "tokens"),
    ("Flag", "", "plain.svg", "plain-back.svg", "triangle", 30, 26, 2, "tokens"),
    ("Box", "", "plain.svg", "", "tuck box 20", 66, 91, 1, "page"),
)


@pytest.fixture(scope="module")
def all_kinds(tmp_path_factory: pytest.TempPathFactory) -> ExportSummary:
    """A game with an object of every kind."""
    return put_on_table(card_game(tmp_path_factory.mktemp("games") / "all", cards(2), EVERYTHING))


def decks_of(game: Path) -> dict[str, Deck]:
    from generator.checks.checked import look_through, read

    project = Project(game)
    book, problems = read(project)
    checked = look_through(project, book, problems)
    made = draw_jobs(checked, choose(checked.book), open_workshop(checked)).decks
    return {deck.name: deck for deck in made}


# ---------------------------------------------------------------- the structure


def test_the_saved_object_has_the_structure_that_the_manual_describes(all_kinds: ExportSummary) -> None:
    table = Tabletop.load(all_kinds)
    assert set(table.save) == SAVE
    kinds = set()
    for each in table.every():
        kinds.add(each["Name"])
        for key, kind in OBJECT.items():
            assert isinstance(each[key], kind), (each["Name"], key)
        assert set(each["Transform"]) == TRANSFORM
        assert all(isinstance(number, float) for number in each["Transform"].values())
        assert OWN[each["Name"]] <= set(each), each["Name"]
        for sheet in each.get("CustomDeck", {}).values():
            assert set(sheet) == CUSTOM_DECK
        if "CustomImage" in each:
            _check_image(each, table)
    assert kinds == {*OWN} - {"Custom_PDF"}


def _check_image(each: Mapping[str, Any], table: Tabletop) -> None:
    image = each["CustomImage"]
    assert set(image) >= IMAGE
    table.file(image["ImageURL"])
    for part, keys in (("CustomTile", TILE), ("CustomToken", TOKEN)):
        if part in image:
            assert {key: type(value) for key, value in image[part].items()} == keys
    assert ("CustomTile" in image) == each["Name"].startswith("Custom_Tile")
    assert ("CustomToken" in image) == each["Name"].startswith("Custom_Token")
    if each["Name"].endswith("_Stack"):
        (custom,) = (value for key, value in image.items() if key.startswith("Custom"))
        assert each["Number"] > 1 and custom["Stackable"]


def test_every_component_is_the_object_that_plays_it(all_kinds: ExportSummary) -> None:
    told = [(each["Nickname"], each["Name"], each.get("Number")) for each in Tabletop.load(all_kinds).objects]
    assert sorted(told, key=str) == [
        ("Board", "Custom_Board", None),
        ("Card 1", "Custom_Token_Stack", 5),
        ("Card 2", "Custom_Token_Stack", 5),
        ("Cards", "DeckCustom", None),
        ("Chit", "Custom_Tile_Stack", 4),
        ("Flag", "Bag", None),
        ("Hex", "DeckCustom", None),
        ("Mat", "Custom_Tile_Stack", 3),
        ("Own", "DeckCustom", None),
        ("Sea", "Custom_Tile", None),
        ("Wide", "DeckCustom", None),
    ]
    (left_out,) = [problem for problem in all_kinds.problems if "folded out of paper" in problem.what]
    assert left_out.where == "Components!E12"


def test_two_sides_of_a_tile_are_two_pictures_and_a_cut_out_has_two_states(all_kinds: ExportSummary) -> None:
    table = Tabletop.load(all_kinds)
    (chit,) = [each for each in table.objects if each["Nickname"] == "Chit"]
    assert chit["CustomImage"]["ImageURL"] != chit["CustomImage"]["ImageSecondaryURL"]
    (bag,) = table.named("Bag")
    assert len(bag["ContainedObjects"]) == 2
    for flag in bag["ContainedObjects"]:
        assert flag["States"]["2"]["CustomImage"]["ImageURL"] != flag["CustomImage"]["ImageURL"]


def test_a_token_is_transparent_beyond_its_outline(all_kinds: ExportSummary) -> None:
    table = Tabletop.load(all_kinds)
    coin = table.named("Custom_Token_Stack")[0]
    with Image.open(table.file(coin["CustomImage"]["ImageURL"])) as image:
        assert image.mode == "RGBA" and image.info["srgb"] == 0
        alpha = image.getchannel("A")
        assert alpha.getpixel((2, 2)) == 0 and alpha.getpixel((image.width // 2, 2)) == 255
        inside = sum(count for value, count in enumerate(alpha.histogram()) if value > 127)
    assert inside / (image.width * image.height) == pytest.approx(0.785, abs=0.005), "a circle in its square"


# ---------------------------------------------------------------- what is seen


@pytest.mark.slow
def test_every_card_shows_the_design_of_its_row(tmp_path: Path) -> None:
    """Read by CardID out of the sheet, each face is pixel for pixel its design page."""
    game = card_game(tmp_path / "seventy", cards(70))
    made = put_on_table(game)
    (deck,) = Tabletop.load(made).objects
    assert sorted(deck["CustomDeck"]) == ["1", "2"]
    assert [divmod(each, 100)[0] for each in deck["DeckIDs"]] == [1] * 69 + [2]
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    _compare(made, deck, decks_of(game)["Cards"])


def test_backs_of_their_own_lie_behind_their_fronts(all_kinds: ExportSummary) -> None:
    own = _deck(all_kinds, "Own")
    assert all(sheet["UniqueBack"] and sheet["BackIsHidden"] for sheet in own["CustomDeck"].values())
    _compare(all_kinds, own, decks_of(all_kinds.folder.parents[2])["Own"])


def test_cards_without_backs_have_a_plain_one_and_lie_face_up(all_kinds: ExportSummary) -> None:
    table, wide = Tabletop.load(all_kinds), _deck(all_kinds, "Wide")
    for card in wide["ContainedObjects"]:
        assert len(table.back(card).seen().getcolors()) == 1  # type: ignore[arg-type]
    assert wide["Transform"]["rotZ"] == 0 and _deck(all_kinds, "Cards")["Transform"]["rotZ"] == 180


def test_a_hexagon_that_lies_the_other_way_is_turned_and_lies_turned_back(all_kinds: ExportSummary) -> None:
    table, deck = Tabletop.load(all_kinds), _deck(all_kinds, "Hex")
    card = deck["ContainedObjects"][0]
    seen = table.face(card).seen()
    assert seen.width > seen.height and deck["Transform"]["rotY"] == card["Transform"]["rotY"] == 90
    mark = (0x20, 0x40, 0x60)
    upright = seen.transpose(Image.Transpose.ROTATE_90)
    assert upright.getpixel((upright.width // 5, upright.height // 6)) == mark


def _deck(made: ExportSummary, name: str) -> Mapping[str, Any]:
    (deck,) = [each for each in Tabletop.load(made).objects if each["Nickname"] == name]
    return deck


def _compare(made: ExportSummary, deck: Mapping[str, Any], drawn: Deck) -> None:
    """Each card's front, its back and what is seen of it in a hand, beside renders of the design pages."""
    table = Tabletop.load(made)
    rows = {row.row["title"]: row for row in drawn.rows if row.row is not None}
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == list(rows)
    for card in deck["ContainedObjects"]:
        row = rows[card["Nickname"]]
        for face, design in ((table.face(card), row.front), (table.back(card), row.back)):
            seen = face.seen()
            dpi = seen.width * MM_PER_INCH / drawn.format.width_mm
            (image,) = images(drawn.designs, [PageShot(design or 0, dpi, *seen.size)])
            assert seen.tobytes() == image.tobytes(), card["Nickname"]
        hidden, back = table.hidden(card).seen(), table.back(card).seen()
        assert hidden.getpixel((3, 3)) == back.getpixel((3, 3))


# ---------------------------------------------------------------- how many


def test_a_deck_of_one_is_a_card(tmp_path: Path) -> None:
    (card,) = Tabletop.load(put_on_table(card_game(tmp_path / "one", cards(1)))).objects
    assert card["Name"] == "Card" and card["CardID"] == 100 and card["Nickname"] == "Card 1"
    assert card["Transform"]["rotZ"] == 180


def test_a_deck_of_none_is_nothing(tmp_path: Path) -> None:
    none = [(title, 0, *more) for title, _, *more in cards(2)]
    made = put_on_table(card_game(tmp_path / "none", none))
    assert not [file for file in made.files if file.path.endswith(".json")]
    assert not list(made.folder.glob("[!.]*.json"))


def test_copies_share_a_cell_and_are_cards_of_their_own(tmp_path: Path) -> None:
    rows = [("Shell", 3, "", "", ""), ("Skin", 1, "", "", "")]
    (deck,) = Tabletop.load(put_on_table(card_game(tmp_path / "copies", rows))).objects
    assert deck["DeckIDs"] == [100, 100, 100, 101]
    assert len({card["GUID"] for card in deck["ContainedObjects"]}) == 4


# ---------------------------------------------------------------- what is said of it


def test_what_a_card_says_can_be_searched_and_notes_stay_at_home(all_kinds: ExportSummary) -> None:
    card = _deck(all_kinds, "Cards")["ContainedObjects"][0]
    assert card["Description"] == "Text: Take Energy.\nHint: hint 1"
    assert card["GMNotes"] == "Cards: Card 1" and card["Tags"] == ["Cards"]


def test_guids_are_six_digits_and_nobody_has_another_ones(all_kinds: ExportSummary) -> None:
    guids = [each["GUID"] for each in Tabletop.load(all_kinds).every()]
    assert len(set(guids)) == len(guids) > 20
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)


def test_a_tweak_leaves_guids_and_unchanged_pictures_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another row is deleted and one is reworded: only the sheet of that component is drawn again."""
    components = (POKER, ("Coin", "", "plain.svg", "", "circle", 20, 20, 5, "tokens"))
    game, cache = tmp_path / "tweaked", open_cache(tmp_path)
    first = put_on_table(card_game(game, cards(5), components), cache=cache)
    before = {each["GMNotes"]: each["GUID"] for each in Tabletop.load(first).every()}
    pictures = {file.path for file in first.files if file.path.startswith("Images/")}
    drawn: list[int] = []

    def counted(designs: bytes, shots: Any, *args: Any, **options: Any) -> Any:
        drawn.append(len(shots))
        return images(designs, shots, *args, **options)

    monkeypatch.setattr(tabletop_pictures, "images", counted)
    again = put_on_table(game, cache=cache)
    assert not drawn and not again.changed
    rows = cards(5)
    rows[3] = ("Card 4", 1, "", "another hint", "")
    second = put_on_table(card_game(game, [rows[0], *rows[2:]], components), cache=cache)
    after = {each["GMNotes"]: each["GUID"] for each in Tabletop.load(second).every()}
    assert after == {name: guid for name, guid in before.items() if name != "Cards: Card 2"}
    now = {file.path for file in second.files if file.path.startswith("Images/")}
    assert drawn == [5], "four fronts and what is seen of a card in a hand"
    assert len(now - pictures) == 1 and len(now & pictures) == 2
    assert {path for path in files(second.folder) if path.startswith("Images/")} == now


def test_the_same_game_gives_the_same_bytes(all_kinds: ExportSummary) -> None:
    before = files(all_kinds.folder)
    assert files(put_on_table(all_kinds.folder.parents[2]).folder) == before


# ---------------------------------------------------------------- where the pictures are


def test_without_an_address_files_are_named_alone_and_lie_in_the_folders_of_the_program(
    tmp_path: Path,
) -> None:
    made = put_on_table(card_game(tmp_path / "my game", cards(1)), base_url="")
    (path,) = made.folder.glob("[!.]*.json")
    text = path.read_text("utf-8")
    (card,) = json.loads(text)["ObjectStates"]
    url = card["CustomDeck"]["1"]["FaceURL"]
    assert (made.folder / "Images" / url).is_file()
    assert "://" not in text and "my game" not in text and str(tmp_path) not in text


def test_the_same_game_gives_the_same_saved_object_in_any_folder(tmp_path: Path) -> None:
    made = [put_on_table(card_game(tmp_path / name, cards(2)), base_url="") for name in ("here", "there")]
    first, second = (files(each.folder) for each in made)
    assert first == second


def test_the_sheet_game_may_say_where_the_files_will_lie(tmp_path: Path) -> None:
    game = card_game(tmp_path / "game", cards(1))
    change(game, "Game!A4", "Base URL")
    change(game, "Game!B4", f"{BASE}/")
    made = put_on_table(game, base_url="")
    (card,) = Tabletop.load(made).objects
    assert card["CustomDeck"]["1"]["FaceURL"].startswith(f"{BASE}/Images/")
    change(game, "Game!B4", "file:///C:/me")
    with pytest.raises(Failed) as failed:
        put_on_table(game, base_url="")
    (problem,) = failed.value.problems
    assert problem.where == "Game!B4" and "https://example.org/my-game" in problem.mend


@pytest.mark.parametrize(
    "url",
    (
        "ftp://example.org/x",
        "example.org",
        "https://",
        "https://example.org/?a=b",
        "https://example.org/#x",
        "https://me:secret@example.org/x",
        "https://example.org/a b",
        "https://example.org:99999/",
        "javascript:alert(1)",
        "https://example.org/" + "x" * 600,
    ),
)
def test_what_is_no_address_of_a_folder_is_refused(url: str, tmp_path: Path) -> None:
    game = card_game(tmp_path / "game", cards(1))
    with pytest.raises(Failed) as failed:
        put_on_table(game, base_url=url)
    (problem,) = failed.value.problems
    assert problem.where == "--base-url" and "https://example.org/my-game" in problem.mend
    assert not list((game / "output").rglob("[!.]*.json"))


def test_an_address_ends_with_one_stroke(tmp_path: Path) -> None:
    made = put_on_table(card_game(tmp_path / "game", cards(1)), base_url=f"{BASE}///")
    (card,) = Tabletop.load(made).objects
    assert card["CustomDeck"]["1"]["FaceURL"].startswith(f"{BASE}/Images/Cards_fronts_1_")


def test_the_starter_comes_with_a_picture_for_the_list(tmp_path: Path) -> None:
    made = put_on_table(starter_game(tmp_path / "starter"))
    (saved,) = made.folder.glob("[!.]*.json")
    with Image.open(saved.with_suffix(".png")) as image:
        assert max(image.size) == 256
    assert "Saved Objects" in (made.folder / "README.txt").read_text("utf-8")
