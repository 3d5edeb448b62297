"""Targets that print from a PDF: DriveThruCards, and a shop that a game names itself."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pikepdf
import pytest

from generator.cmyk.conformance import nonconformities
from generator.cmyk.press_profile import SHIPPED, PressProfile
from generator.cmyk.separator import Separator
from generator.ground.fence import Unit, unit
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.press.decks import Deck
from generator.sheets.sheet import Piece
from generator.shops.exports.press_pdf import page_order
from generator.shops.exports.run import ExportSummary, export
from generator.shops.exports.targets import TargetKind, read_target
from tests.shared.games_made import starter_game

SHOP = """
title = "My press"
kind = "pdf"
sizes = "own"

[settings]
most_ink = 300
condition = "FOGRA39"
profile = "press.icc"
fronts_first = true
"""


def other_profile() -> bytes:
    """A profile of a press that takes half as much cyan for every colour (`mft2`: ICC.1:2001-04, 6.5.8)."""
    data = bytearray(SHIPPED.read_bytes())
    tags = (struct.unpack_from(">4sI", data, 132 + 12 * n) for n in range(data[131]))
    start = next(offset for name, offset in tags if name == b"B2A1")
    entries, exits = struct.unpack_from(">HH", data, start + 48)
    at = start + 52 + 2 * 3 * entries + 2 * 4 * data[start + 10] ** 3
    cyan = struct.unpack_from(f">{exits}H", data, at)
    struct.pack_into(f">{exits}H", data, at, *(value // 2 for value in cyan))
    return bytes(data)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = starter_game(tmp_path_factory.mktemp("press") / "game")
    (folder / "shops").mkdir()
    (folder / "shops" / "my-press.toml").write_text(SHOP, "utf-8")
    (folder / "shops" / "press.icc").write_bytes(other_profile())
    return folder


@pytest.fixture(scope="module")
def made(game: Path) -> ExportSummary:
    project = Project(game)
    return export(project, read_target("my-press", project))


def test_a_shop_of_the_games_own_gets_a_pdf_of_every_component(game: Path, made: ExportSummary) -> None:
    assert [file.path for file in made.files] == ["Tiles.pdf", "Tokens.pdf"]
    for file in made.files:
        content = (made.folder / file.path).read_bytes()
        assert nonconformities(content, file.path, most=3.0) == ()
        with pikepdf.open(io.BytesIO(content)) as pdf:
            assert len(pdf.pages) == 2 * file.copies
            (intent,) = pdf.Root.OutputIntents
            assert str(intent.OutputConditionIdentifier) == "FOGRA39"
            assert intent.DestOutputProfile.read_bytes() == other_profile()
            assert file.component in str(pdf.docinfo["/Title"])
            width, height = (float(edge) for edge in list(pdf.pages[0].mediabox)[2:])
            assert file.size == f"{width / 72 * 25.4:g} × {height / 72 * 25.4:g} mm with bleed"


def test_backs_that_are_not_there_are_white_and_that_is_told(made: ExportSummary) -> None:
    (note,) = (problem for problem in made.problems if "no backs" in problem.what)
    assert note.severity is Severity.NOTE
    assert note.where.startswith("Components!")
    lacking = [file for file in made.files if file.component in note.what]
    with pikepdf.open(made.folder / lacking[0].path) as pdf:
        assert [page.obj.Contents.read_bytes() == b"" for page in pdf.pages[:4]] == [False, True, False, True]


def test_every_ten_designs_of_a_component_have_the_time_of_one_unit(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else all of them together would have what a command has between its stages."""
    units: list[tuple[str, str, float]] = []

    def noted(kind: str, where: str, *, times: float) -> Unit:
        units.append((kind, where, times))
        return unit(kind, where, times=times)

    monkeypatch.setattr("generator.shops.exports.press_pdf.unit", noted)
    project = Project(game)
    made = export(project, read_target("my-press", project))
    assert [(kind, where) for kind, where, _ in units] == [("press", file.path) for file in made.files]
    assert all(
        0 < times <= 2 * file.copies / 10 for (_, _, times), file in zip(units, made.files, strict=True)
    )


def test_made_again_it_is_the_same(game: Path, made: ExportSummary) -> None:
    project = Project(game)
    assert export(project, read_target("my-press", project)).changed == ()


def test_drive_thru_cards_makes_poker_cards_alone(game: Path) -> None:
    project = Project(game)
    target = read_target("drive-thru-cards", project)
    assert target.kind is TargetKind.PDF
    assert target.settings == {"most_ink": 240, "profile": "proof.icc", "fronts_first": False}
    found = export(project, target)
    assert found.files == ()
    assert sum("is left out" in problem.what for problem in found.problems) == 2


def test_an_unknown_setting_is_told(game: Path, tmp_path: Path) -> None:
    folder = starter_game(tmp_path / "game")
    (folder / "shops").mkdir()
    (folder / "shops" / "my-press.toml").write_text(SHOP.replace("most_ink", "ink"), "utf-8")
    with pytest.raises(Failed, match=r"shops/my-press\.toml"):
        read_target("my-press", Project(folder))


def test_pages_are_back_and_front_of_every_piece() -> None:
    deck = Deck.__new__(Deck)
    object.__setattr__(deck, "pieces", (Piece("A", 0, 2), Piece("B", 1, 2), Piece("C", 3)))
    assert page_order(deck) == [2, 0, 2, 1, None, 3]
    assert page_order(deck, fronts_first=True) == [0, 2, 1, 2, 3, None]


def test_inks_come_from_the_profile_that_a_file_declares() -> None:
    colour = (0.2, 0.5, 0.55)
    ours, theirs = Separator(), Separator(profile=PressProfile.of(other_profile()))
    assert theirs.inks(colour).cyan == pytest.approx(ours.inks(colour).cyan / 2, abs=0.05)
    assert theirs.inks(colour).magenta == pytest.approx(ours.inks(colour).magenta, abs=0.05)
    assert theirs.inks((0.0, 0.0, 0.0)).total <= 2.4


def test_without_a_profile_a_way_of_printing_is_not_declared(tmp_path: Path) -> None:
    folder = starter_game(tmp_path / "game")
    (folder / "shops").mkdir()
    (folder / "shops" / "my-press.toml").write_text(SHOP.replace('profile = "press.icc"\n', ""), "utf-8")
    project = Project(folder)
    found = export(project, read_target("my-press", project))
    (told,) = (problem for problem in found.problems if "FOGRA39" in problem.what)
    assert told.severity is Severity.WARNING and told.where == "shops/my-press.toml"
    with pikepdf.open(found.folder / found.files[0].path) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "Custom" and "/RegistryName" not in intent
        assert intent.DestOutputProfile.read_bytes() == SHIPPED.read_bytes()


def spoilt_profile(how: str) -> bytes:
    """A profile that is none of a press with four inks."""
    whole = other_profile()
    match how:
        case "text":
            return b"FOGRA39"
        case "cut off":
            return whole[:5000]
        case "RGB":
            return whole[:16] + b"RGB " + whole[20:]
        case "scanner":
            return whole[:12] + b"scnr" + whole[16:]
        case "new":
            return whole[:8] + b"\x04" + whole[9:]
    return whole[:200] + bytes(len(whole) - 200)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("missing", "no such file"),
        ("text", "no ICC profile"),
        ("cut off", "cut off"),
        ("RGB", "for colours of a screen, RGB"),
        ("scanner", "not one of an output"),
        ("new", "of ICC version 4"),
        ("hollow", "damaged"),
        ("outside", "leaves the game folder"),
    ],
)
def test_a_profile_that_cannot_be_used_is_named(tmp_path: Path, how: str, said: str) -> None:
    folder = starter_game(tmp_path / "game")
    (folder / "shops").mkdir()
    text = SHOP.replace("press.icc", "../../press.icc") if how == "outside" else SHOP
    (folder / "shops" / "my-press.toml").write_text(text, "utf-8")
    if how not in ("missing", "outside"):
        (folder / "shops" / "press.icc").write_bytes(spoilt_profile(how))
    with pytest.raises(Failed) as caught:
        read_target("my-press", Project(folder))
    (problem,) = caught.value.problems
    assert said in problem.what and problem.where.startswith("shops/") and problem.where.endswith("press.icc")
    (folder / "shops" / "press.icc").write_bytes(other_profile())  # as the mend asks for
    (folder / "shops" / "my-press.toml").write_text(SHOP, "utf-8")
    assert read_target("my-press", Project(folder)).profile is not None
