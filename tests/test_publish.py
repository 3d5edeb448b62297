"""Publishing: zips whose bytes repeat, with everything in them, and none where preflight finds errors."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli import main
from generator.exports.targets import read_target
from generator.ground.problems import Failed
from generator.project import Project
from generator.publish.licences import licences
from generator.publish.parcel import SUMS, zipped
from generator.publish.run import PublishSummary, publish
from tests.games_made import change, starter_game

NAMES = st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8})?\.(pdf|txt)", fullmatch=True)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return starter_game(tmp_path / "game")


def published(game: Path, *names: str, home: bool = True) -> PublishSummary:
    project = Project(game)
    return publish(project, [read_target(name, project) for name in names], home=home)


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
    made = published(game, "makeplayingcards", home=False)
    assert made.parcels == ()
    assert any(each.what == "MakePlayingCards makes nothing that this game has." for each in made.problems)


def test_licences_do_not_come_from_outside_the_folder(game: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("mine", encoding="utf-8")
    (game / "LICENSE").symlink_to(secret)
    (game / "COPYING").write_bytes(b"x" * 400_000)
    assert {name for name in licences(Project(game)) if "fonts_" not in name} == set()


def test_the_command_packs_and_says_where(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "--game", str(game), "--target", "home, makeplayingcards", "--no-cache"]) == 0
    told = capsys.readouterr().out
    assert "MyGame_v0.1_PnP.zip" in told and "printing at home: " in told and "SHA256SUMS.txt" in told
    assert main(["publish", "--game", str(game), "--target", "nobody", "--no-cache"]) == 1
    assert "There is no target “nobody”." in capsys.readouterr().err
