"""`pnp printed`: what was just printed is recorded, and `pnp build` says how many pieces differ from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main
from generator.ground.project import Project
from generator.versions.faces_pdf import NO_FACES, face_pages, faces_of, read_faces
from generator.versions.pieces import Snapshot
from generator.versions.record import read_record
from tests.shared.games_made import change, files, starter_game


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")  # 2026-11-22
    return starter_game(tmp_path / "game")


def pnp(*words: str, game: Path) -> int:
    return main([words[0], "--game", str(game), *words[1:]])


def recorded(game: Path) -> Snapshot:
    record = read_record(Project(game))
    assert record is not None
    return record


def built(game: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The last line that a build says."""
    assert pnp("build", *words, "--paper", "a4", game=game) == 0
    return capsys.readouterr().out.splitlines()[-1]


def test_a_print_is_recorded_with_every_face_once(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(game, capsys)
    assert pnp("printed", game=game) == 0
    told = capsys.readouterr()
    assert told.out == (
        "64 pieces of 15 kinds recorded as printed on 2026-11-22, "
        "in printed/record.json, printed/faces.pdf and printed/card_data.xlsx.\n"
    )
    assert told.err == ""
    record = recorded(game)
    faces = read_faces(Project(game), record)
    assert faces.pages.keys() == faces_of(record.pieces).keys()
    assert len(faces.pages) == 12 + 1 + 3


def test_the_same_print_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    assert pnp("printed", game=game) == 0
    first = files(game / "printed")
    assert pnp("printed", "--no-cache", game=game) == 0
    assert files(game / "printed") == first
    assert first.keys() == {"record.json", "faces.pdf", "card_data.xlsx"}
    assert first["card_data.xlsx"] == (game / "card_data.xlsx").read_bytes()


def test_a_build_says_how_many_pieces_differ_from_the_last_print(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "says what each file is" in built(game, capsys)
    pnp("printed", game=game)
    capsys.readouterr()
    assert built(game, capsys) == "No piece differs from what was printed on 2026-11-22."
    change(game, "Tiles!C2", "2S")
    sentence = "1 piece differs from what was printed on 2026-11-22; pnp reprint makes a sheet of it alone."
    assert built(game, capsys) == sentence
    assert built(game, capsys, "Tokens") == (
        "Of what was built: no piece differs from what was printed on 2026-11-22. "
        "pnp diff looks at the whole game."
    )
    change(game, "Tiles!F3", 3)
    assert built(game, capsys) == (
        "2 pieces differ from what was printed on 2026-11-22; pnp reprint makes sheets of these alone."
    )
    assert "says what each file is" in built(game, capsys, "Tiles", "--only", "Old Oak")


def test_single_cards_are_recorded_and_the_others_stay(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pnp("printed", game=game)
    before = recorded(game)
    change(game, "Tiles!C2", "2S")
    change(game, "Tiles!C3", "2S")
    capsys.readouterr()
    assert pnp("printed", "Tiles", "--only", "clover field", game=game) == 0
    assert capsys.readouterr().out == (
        "2 pieces of 1 kind recorded as printed on 2026-11-22, "
        "in printed/record.json, printed/faces.pdf and printed/card_data.xlsx.\n"
        "14 kinds of the record are as before.\n"
    )
    now = recorded(game)
    differing = {new.title for old, new in zip(before.pieces, now.pieces, strict=True) if old != new}
    assert differing == {"Clover Field"}
    faces = read_faces(Project(game), now)
    assert faces.pages.keys() == faces_of(now.pieces).keys()
    assert len(list((game / "printed/earlier").iterdir())) == 1


def test_a_renamed_card_that_is_recorded_takes_the_place_of_the_old_one(game: Path) -> None:
    pnp("printed", game=game)
    change(game, "Tiles!A2", "Clover Meadow")
    assert pnp("printed", "Tiles", "--only", "Clover Meadow", game=game) == 0
    titles = [piece.title for piece in recorded(game).pieces]
    assert "Clover Meadow" in titles and "Clover Field" not in titles and len(titles) == 15


def test_a_print_of_a_build_in_another_language_alone_is_recorded_with_a_warning(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(game, "Tiles!G1", "Title de")
    change(game, "Tiles!G2", "Kleefeld")
    built(game, capsys, "--lang", "de")
    assert pnp("printed", game=game) == 0
    said = capsys.readouterr()
    assert "The last builds are in other languages (de) than what is recorded." in said.err
    assert "They are those of the workbook's first language" in said.out
    assert "what was printed on" not in built(game, capsys, "--lang", "de")


def test_a_print_that_is_not_what_was_built_is_recorded_with_a_warning(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(game, capsys)
    change(game, "Tiles!C2", "2S")
    assert pnp("printed", game=game) == 0
    assert capsys.readouterr().err == (
        "output: warnings\n"
        "  1 kind of piece is recorded otherwise than the last build made it: Clover Field.\n"
        "  The game was changed since that build. If the older ones were printed, build and print these "
        "anew, or take the change back and record the print again.\n"
        "\n"
        "1 warning.\n"
    )


def test_without_a_build_nothing_tells_what_was_printed(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pnp("printed", game=game) == 0
    assert "No build of this folder is known" in capsys.readouterr().err


def test_what_cannot_be_printed_is_not_recorded(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(game, "Tiles!C2", "2Q")
    assert pnp("printed", game=game) == 1
    assert not (game / "printed").exists()
    assert "Tiles: errors" in capsys.readouterr().err


def test_a_damaged_record_stops_no_build(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pnp("printed", game=game)
    (game / "printed/record.json").write_text("{}")
    capsys.readouterr()
    assert pnp("build", "--paper", "a4", game=game) == 0
    assert "printed/record.json: warnings" in capsys.readouterr().err
    assert pnp("printed", game=game) == 1
    assert (game / "printed/record.json").read_text() == "{}"


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7 of nothing", b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj"]
)
def test_faces_that_are_none_are_not_there(content: bytes) -> None:
    assert face_pages(content).pages == {}


def test_faces_that_were_exchanged_are_not_used(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pnp("printed", game=game)
    path = game / "printed/faces.pdf"
    path.write_bytes(path.read_bytes() + b"\n")
    assert read_faces(Project(game), recorded(game)) == NO_FACES
    capsys.readouterr()
    assert pnp("printed", "Tokens", game=game) == 0
    assert "The pictures of 13 faces that were recorded earlier are lost." in capsys.readouterr().err


def test_builds_of_parts_add_up(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(game, capsys, "Tokens")
    built(game, capsys, "Tiles")
    change(game, "Tiles!C2", "2S")
    built(game, capsys, "Tiles", "--only", "Clover Field")
    assert pnp("printed", game=game) == 0
    assert capsys.readouterr().err == ""
