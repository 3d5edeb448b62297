"""Publishing: zips whose bytes repeat, with everything in them, and none where preflight finds errors."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli import main
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.shops.exports.targets import read_target
from generator.shops.publish.licences import licences
from generator.shops.publish.parcel import SUMS, zipped
from generator.shops.publish.run import PublishSummary, publish
from tests.shared.games_made import change, starter_game
from tests.shared.tabletop_made import card_game, cards

NAMES = st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8})?\.(pdf|txt)", fullmatch=True)


def published(game: Path, *names: str, home: bool = True) -> PublishSummary:
    project = Project(game)
    return publish(project, [read_target(name, project) for name in names], home=home)


def as_poker_cards(game: Path) -> None:
    """The tiles of the starter in a size that shops have."""
    for place, value in (("E2", "rectangle"), ("F2", 63.5), ("G2", 88.9)):
        change(game, f"Components!{place}", value)


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as parcel:
        assert parcel.testzip() is None
        return {name: parcel.read(name) for name in parcel.namelist()}


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=200), max_size=6))
def test_a_zip_holds_what_it_is_given_and_its_digests(files: dict[str, bytes]) -> None:
    made = zipped("Game", files, "Game.zip")
    assert made == zipped("Game", dict(reversed(files.items())), "Game.zip")
    with zipfile.ZipFile(io.BytesIO(made)) as parcel:
        assert parcel.namelist() == sorted([*(f"Game/{name}" for name in files), f"Game/{SUMS}"])
        sums = parcel.read(f"Game/{SUMS}").decode().splitlines()
        held = {name: parcel.read(f"Game/{name}") for name in files}
    assert held == files
    assert sums == [f"{hashlib.sha256(files[name]).hexdigest()}  {name}" for name in sorted(files)]


def test_everything_that_a_player_needs_is_in_the_zip(game: Path) -> None:
    (game / "LICENSE.txt").write_text("Share it.", encoding="utf-8")
    (game / "art").mkdir(exist_ok=True)
    (game / "art" / "credits.md").write_text("Drawn by hand.", encoding="utf-8")
    (parcel,) = published(game).parcels
    assert parcel.name == "MyGame_v0.1_PnP.zip"
    held = contents(game / "output" / "publish" / parcel.name)
    names = {name.removeprefix("MyGame_v0.1_PnP/") for name in held}
    for paper in ("A4", "Letter"):
        assert f"{paper}/MyGame_v0.1_Tiles_{paper}_duplex.pdf" in names
        assert f"{paper}/light/MyGame_v0.1_Tiles_{paper}_duplex_light.pdf" in names
    assert {"README.txt", SUMS, "licences/LICENSE.txt", "licences/art_credits.md"} <= names
    assert "licences/fonts_OFL-SourceSans3.txt" in names
    guide = held["MyGame_v0.1_PnP/README.txt"].decode()
    assert guide.startswith("My Game v0.1\n\nEverything that is needed to print and play.")
    assert all(name.rpartition("/")[2] in guide for name in names if name.endswith(".pdf"))
    sums = held[f"MyGame_v0.1_PnP/{SUMS}"].decode().splitlines()
    assert len(sums) == len(held) - 1
    listed = (game / "output" / "publish" / SUMS).read_text(encoding="utf-8")
    assert listed == f"{parcel.sha256}  {parcel.name}\n"


def test_publishing_again_gives_the_same_bytes(game: Path) -> None:
    first = [parcel.sha256 for parcel in published(game, "screentop", home=False).parcels]
    assert [parcel.sha256 for parcel in published(game, "screentop", home=False).parcels] == first != []


def test_what_preflight_refuses_is_not_packed_and_the_old_zip_stays(game: Path) -> None:
    (parcel,) = published(game).parcels
    for place, value in (("E2", "rectangle"), ("F2", 63.5), ("G2", 88.9), ("D2", None)):
        change(game, f"Components!{place}", value)
    ground = '<rect width="63.5" height="88.9" fill="#1d5b49"/>'
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">{ground}{{{{ card.art }}}}</svg>'
    (game / "templates" / "tile.svg").write_text(face, encoding="utf-8")
    with pytest.raises(Failed) as failed:
        published(game, "game-crafter")
    assert any("the bleed is white along" in each.what for each in failed.value.problems)
    kept = (game / "output" / "publish" / parcel.name).read_bytes()
    assert hashlib.sha256(kept).hexdigest() == parcel.sha256
    assert not list((game / "output" / "publish").glob("*Crafter*"))


def test_a_target_without_a_product_for_the_game_has_no_zip(game: Path) -> None:
    project = Project(game)
    made = publish(project, [read_target("makeplayingcards", project)], home=False, named=False)
    assert made.parcels == ()
    (told,) = [each for each in made.problems if "so there is no zip" in each.what]
    assert told.severity is Severity.WARNING
    assert told.what == "MakePlayingCards makes nothing that this game has, so there is no zip for it."
    readme = (game / "output" / "publish" / "README.txt").read_text("utf-8")
    assert "MakePlayingCards makes nothing that this game has" in " ".join(readme.split())


def test_a_target_that_was_asked_for_by_name_and_makes_nothing_stops_it(game: Path) -> None:
    with pytest.raises(Failed, match="MakePlayingCards makes nothing that this game has"):
        published(game, "makeplayingcards")
    assert not list((game / "output" / "publish").glob("*.zip"))


def test_licences_do_not_come_from_outside_the_folder(game: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("mine", encoding="utf-8")
    (game / "LICENSE").symlink_to(secret)
    (game / "COPYING").write_bytes(b"x" * 400_000)
    assert {name for name in licences(Project(game)) if "fonts_" not in name} == set()


def test_a_family_in_a_folder_of_its_own_brings_its_licence(game: Path) -> None:
    (game / "fonts" / "harbour text" / "static").mkdir(parents=True)
    (game / "fonts" / "harbour text" / "OFL.txt").write_text("free")
    (game / "fonts" / "harbour text" / "static" / "README.txt").write_text("as packed")
    names = {name for name in licences(Project(game)) if "harbour" in name}
    assert names == {
        "licences/fonts_harbour-text_OFL.txt",
        "licences/fonts_harbour-text_static_README.txt",
    }


def test_the_command_packs_and_says_where(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_poker_cards(game)
    words = ["publish", "--game", str(game), "--no-cache", "--target"]
    assert main([*words, "home, game-crafter"]) == 0
    said = capsys.readouterr()
    assert "MyGame_v0.1_PnP.zip" in said.out and "printing at home: " in said.out
    assert "SHA256SUMS.txt" in said.out
    assert "Tokens is left out" in said.err and "published game" not in said.err
    assert main([*words, "game-crafter", "--strict"]) == 1
    assert main(["publish", "--game", str(game), "--target", "nobody", "--no-cache"]) == 1
    assert "There is no target “nobody”." in capsys.readouterr().err


# ---------------------------------------------------------------- what is in the zips


def test_a_zip_for_a_shop_has_the_rulebook_and_says_what_is_not_in_it(game: Path) -> None:
    as_poker_cards(game)
    (game / "templates" / "rulebook.md").write_text("# Rules\n\nPlay a tile.\n", encoding="utf-8")
    (parcel,) = published(game, "game-crafter", home=False).parcels
    held = contents(game / "output" / "publish" / parcel.name)
    stem = parcel.name.removesuffix(".zip")
    for paper in ("A4", "Letter"):
        assert f"{stem}/booklets/MyGame_v0.1_Rulebook_{paper}.pdf" in held
    guide = held[f"{stem}/README.txt"].decode()
    assert "- Tokens: The Game Crafter makes nothing of 22 × 22 mm as a circle" in guide
    assert "packs it into the folder booklets" in " ".join(guide.split())


@pytest.mark.parametrize("base_url", ("", "https://example.org/game"))
def test_a_zip_for_a_table_is_the_same_from_any_folder_and_names_none(tmp_path: Path, base_url: str) -> None:
    made = []
    for folder in ("here", "there"):
        game = starter_game(tmp_path / folder / "game")
        project = Project(game)
        targets = [read_target("tabletop-simulator", project)]
        (parcel,) = publish(project, targets, home=False, base_url=base_url).parcels
        made.append(contents(game / "output" / "publish" / parcel.name))
    assert made[0] == made[1]
    assert not [name for name, content in made[0].items() if str(tmp_path).encode() in content]
    (saved,) = [content.decode() for name, content in made[0].items() if name.endswith(".json")]
    urls = set(re.findall(r'"\w*U(?:RL|rl)": "([^"]+)"', saved))
    assert urls and all(url.startswith(f"{base_url}/") if base_url else "/" not in url for url in urls)
    there = {name.rpartition("/")[2] for name in made[0]}
    assert {url.rpartition("/")[2] for url in urls} <= there


def test_every_language_is_packed_in_a_folder_of_its_own(tmp_path: Path) -> None:
    game = card_game(tmp_path / "game", [("Oak", 1, "", "", ""), ("Elm", 1, "", "", "")])
    for cell, value in (("F1", "Title de"), ("F2", "Eiche"), ("F3", "Ulme")):
        change(game, f"Cards!{cell}", value)
    project = Project(game)
    made = publish(project, [read_target("game-crafter", project)])
    names = [parcel.name for parcel in made.parcels]
    assert names == [
        "PlainGame_v1_PnP.zip",
        "PlainGame_v1_de_TheGameCrafter.zip",
        "PlainGame_v1_TheGameCrafter.zip",
    ]
    home = {name.partition("/")[2] for name in contents(game / "output" / "publish" / names[0])}
    assert {"README.txt", "en/README.txt", "de/README.txt"} <= home
    assert any(name.startswith("de/A4/PlainGame_v1_de_Cards_A4") for name in home)
    assert any(name.startswith("en/Letter/PlainGame_v1_Cards_Letter") for name in home)
    german = contents(game / "output" / "publish" / names[1])
    english = contents(game / "output" / "publish" / names[2])
    front = "Cards/01_Oak_front_x1.png"
    assert german[f"{names[1][:-4]}/{front}"] != english[f"{names[2][:-4]}/{front}"]


# ---------------------------------------------------------------- what is looked at is what was packed


def harmed(monkeypatch: pytest.MonkeyPatch, harm: Callable[[dict[str, bytes]], None]) -> None:
    """Each zip gets its files with something done to them."""
    import generator.shops.publish.run as run

    def zips(stem: str, files: Mapping[str, bytes], name: str) -> bytes:
        now = dict(files)
        harm(now)
        return zipped(stem, now, name)

    monkeypatch.setattr(run, "zipped", zips)


def swap_cards(files: dict[str, bytes]) -> None:
    (name,) = [name for name in files if name.endswith(".json")]
    saved = json.loads(files[name])
    (deck,) = [each for each in saved["ObjectStates"] if each["Name"] == "DeckCustom"]
    first, second = deck["ContainedObjects"][:2]
    first["CardID"], second["CardID"] = second["CardID"], first["CardID"]
    files[name] = json.dumps(saved).encode()


def drop_card(files: dict[str, bytes]) -> None:
    (name,) = [name for name in files if name.endswith(".json")]
    saved = json.loads(files[name])
    (deck,) = [each for each in saved["ObjectStates"] if each["Name"] == "DeckCustom"]
    del deck["ContainedObjects"][0]
    files[name] = json.dumps(saved).encode()


def drop_picture(files: dict[str, bytes]) -> None:
    del files[min(name for name in files if name.startswith("Images/"))]


def name_a_path(files: dict[str, bytes]) -> None:
    (name,) = [name for name in files if name.endswith(".json")]
    saved = json.loads(files[name])
    saved["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"] = "file:///C:/me/x.png"
    files[name] = json.dumps(saved).encode()


@pytest.mark.parametrize(
    ("harm", "told"),
    (
        (swap_cards, "What is shown as the front of piece 1 of Cards is not its design."),
        (drop_card, "Cards has 2 pieces on the table, and 3 in the game."),
        (drop_picture, "There is no file Cards_"),
        (name_a_path, "names files by their path on one machine"),
    ),
)
def test_a_table_is_read_again_and_each_card_held_against_its_design(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    harm: Callable[[dict[str, bytes]], None],
    told: str,
) -> None:
    game = card_game(tmp_path / "game", cards(3))
    harmed(monkeypatch, harm)
    with pytest.raises(Failed) as failed:
        published(game, "tabletop-simulator", home=False)
    assert any(told in each.what for each in failed.value.problems)
    assert not list((game / "output" / "publish").glob("*.zip"))


def test_pieces_and_pages_are_counted_in_the_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = card_game(tmp_path / "game", cards(3))

    def fewer(files: dict[str, bytes]) -> None:
        rows = files["contents.csv"].split(b"\r\n")
        files["contents.csv"] = b"\r\n".join(rows[:-2] + rows[-1:])

    harmed(monkeypatch, fewer)
    with pytest.raises(Failed, match="Cards has 2 pieces in the zip, and 3 in the game"):
        published(game, "game-crafter", home=False)


def test_a_file_that_names_the_folder_of_the_game_is_not_published(game: Path) -> None:
    (game / "LICENSE.txt").write_text(f"Ask at {game.resolve()}.", encoding="utf-8")
    with pytest.raises(Failed, match="names the folder of your game on this machine"):
        published(game)
