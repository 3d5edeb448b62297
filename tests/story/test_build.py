"""The build as a whole, on the starter game."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from openpyxl import load_workbook

from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.records.edition import file_name_part
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4, LETTER, Flip
from generator.sheets.wishes import Wishes
from generator.story import BuildOptions, build, examine
from tests.shared.game_folders import copy_of, game_folders, name_of
from tests.shared.games_made import change, files

A4_ONLY = BuildOptions(papers=(A4,))


def test_everything_on_both_papers_under_telling_names(game: Path) -> None:
    summary = build(Project(game))
    assert [file.path for file in summary.files] == [
        "A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "A4/MyGame_v0.1_Tokens_A4.pdf",
        "Letter/MyGame_v0.1_Tiles_Letter_duplex.pdf",
        "Letter/MyGame_v0.1_Tokens_Letter.pdf",
        "A4/MyGame_v0.1_CutGuide_A4.pdf",
        "Letter/MyGame_v0.1_CutGuide_Letter.pdf",
    ]
    assert set(files(game / "output")) == {*(file.path for file in summary.files), "README.txt"}
    tiles = summary.files[0]
    assert (tiles.pieces, tiles.designs, tiles.flip) == (16, 13, "long")
    assert (tiles.pages, tiles.sheets) == (4, 2), "both sides of the paper are printed"
    tokens = summary.files[1]
    assert (tokens.pages, tokens.sheets, tokens.flip) == (1, 1, "")
    for file in summary.files:
        with pikepdf.open(game / "output" / file.path) as pdf:
            assert len(pdf.pages) == file.pages
            assert not pdf.check_pdf_syntax()


def test_two_builds_are_byte_identical(game: Path) -> None:
    build(Project(game), A4_ONLY)
    first = files(game / "output")
    build(Project(game), A4_ONLY)
    assert files(game / "output") == first


@pytest.mark.quick(1)
@pytest.mark.parametrize("folder", game_folders(), ids=name_of)
def test_a_check_has_nothing_to_say_of_the_games_of_this_repository(folder: Path) -> None:
    assert examine(Project(folder)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("folder", game_folders(), ids=name_of)
def test_every_game_of_this_repository_is_built_on_both_papers(folder: Path, tmp_path: Path) -> None:
    copied = copy_of(folder, tmp_path / "game")
    summary = build(Project(copied))
    assert (summary.problems, summary.sample) == ((), ())
    names = {
        paper: {f.path.split("/")[1] for f in summary.files if f.paper == paper} for paper in ("A4", "Letter")
    }
    assert names["A4"] and {name.replace("_A4", "_Letter") for name in names["A4"]} == names["Letter"]
    made = files(copied / "output")
    build(Project(copied))
    assert files(copied / "output") == made


def test_a_check_tells_of_the_booklets_too(game: Path) -> None:
    (game / "templates" / "rulebook.md").write_text("# Rules\n\n{{ facts.titel }}\n", encoding="utf-8")
    (told,) = examine(Project(game))
    assert told.severity is Severity.ERROR and told.where.startswith("templates/rulebook.md")
    with pytest.raises(Failed) as failed:
        build(Project(game), A4_ONLY)
    assert failed.value.problems == (told,)


def test_stages_are_reported_in_order(game: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build(Project(game), A4_ONLY, progress=lambda stage, done, total: told.append((stage, done, total)))
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == [
        "read",
        "check",
        "replay",
        "faces",
        "sheets",
        "booklets",
    ]
    for stage in ("read", "check", "faces", "sheets"):
        last = [step for step in told if step[0] == stage][-1]
        assert last[1] == last[2] > 0


def test_one_component_leaves_the_other_files(game: Path) -> None:
    build(Project(game), A4_ONLY)
    before = files(game / "output")
    change(game, "Tiles!A2", "Thistle Field")
    build(Project(game), BuildOptions(components=("tiles",), papers=(A4,)))
    after = files(game / "output")
    assert set(after) == set(before)
    assert {name for name in after if after[name] != before[name]} == {"A4/MyGame_v0.1_Tiles_A4_duplex.pdf"}


def test_only_some_cards_have_files_of_their_own(game: Path) -> None:
    build(Project(game), A4_ONLY)
    before = files(game / "output")
    summary = build(Project(game), BuildOptions(only=("old oak", "Reed Bay"), papers=(A4,)))
    (partial,) = summary.files
    assert partial.path == "A4/MyGame_v0.1_Tiles_A4_duplex_only.pdf"
    assert partial.pieces == 3, "two copies of the Old Oak"
    after = files(game / "output")
    assert {name for name in before if after[name] != before[name]} == {"README.txt"}


@pytest.mark.parametrize(
    "other",
    [{"flip": "short"}, {"layout": "gutterfold"}, {"backs": "apart"}, {"backs": "no"}, {"ink": "light"}],
    ids=lambda other: next(iter(other.values())),
)
def test_sheets_of_other_settings_do_not_lie_beside_the_new_ones(game: Path, other: dict[str, str]) -> None:
    """Of the component that is built; all else stays, as does what is not in the list of contents."""
    build(Project(game), A4_ONLY)
    before = set(files(game / "output"))
    own = game / "output" / "A4" / "MyGame_v0.1_Tiles_A4_duplex-old.pdf"
    own.write_text("mine")
    build(Project(game), BuildOptions(components=("Tiles",), papers=(A4,), wishes=Wishes(**other)))
    after = set(files(game / "output")) - {"A4/MyGame_v0.1_Tiles_A4_duplex-old.pdf"}
    assert before - after == {"A4/MyGame_v0.1_Tiles_A4_duplex.pdf"}
    assert all("_Tiles_" in name for name in after - before) and after - before
    assert own.read_text() == "mine"
    listed = json.loads((game / "output" / ".contents.json").read_text(encoding="utf-8"))
    assert {one["path"] for one in listed} == {name for name in after if name.startswith("A4/")}


def test_a_complete_build_takes_away_what_is_stale(game: Path) -> None:
    build(Project(game))
    change(game, "Game!B3", "0.2")
    (game / "output" / "A4" / "my notes.pdf").write_text("mine")
    build(Project(game), A4_ONLY)
    names = set(files(game / "output"))
    assert not any("v0.1" in name for name in names if name.startswith("A4/"))
    assert any("v0.1" in name for name in names if name.startswith("Letter/")), "not built this time"
    assert "A4/my notes.pdf" in names
    assert "v0.2" in (game / "output" / "README.txt").read_text(encoding="utf-8")


def test_a_forged_list_of_contents_deletes_nothing(game: Path) -> None:
    build(Project(game), A4_ONLY)
    listed = json.loads((game / "output" / ".contents.json").read_text(encoding="utf-8"))
    keep = game / "keep.pdf"
    keep.write_text("keep")
    for path in ("../keep.pdf", str(keep), "A4/../../keep.pdf"):
        listed.append({**listed[0], "path": path})
    (game / "output" / ".contents.json").write_text(json.dumps([*listed, 7, {"path": 1}]), encoding="utf-8")
    build(Project(game), A4_ONLY)
    assert keep.exists()


def test_errors_leave_the_output_as_it_was(game: Path) -> None:
    build(Project(game), A4_ONLY)
    before = files(game / "output")
    change(game, "Tiles!B2", "Desert")
    with pytest.raises(Failed) as failed:
        build(Project(game), A4_ONLY)
    assert [problem.where for problem in failed.value.problems] == ["Tiles!B2"]
    assert files(game / "output") == before


def test_a_broken_template_leaves_the_output_as_it_was(game: Path) -> None:
    build(Project(game), A4_ONLY)
    before = files(game / "output")
    (game / "templates" / "token.svg").write_text("<svg", encoding="utf-8")
    with pytest.raises(Failed) as failed:
        build(Project(game), A4_ONLY)
    assert all("token.svg" in problem.where for problem in failed.value.problems)
    assert files(game / "output") == before


def test_examining_finds_what_a_build_would_find(game: Path) -> None:
    assert examine(Project(game)) == ()
    change(game, "Tiles!A2", "An Inordinately Long Title for a Small Tile That Cannot Be Fitted at All")
    problems = examine(Project(game))
    assert problems and any(problem.severity is Severity.ERROR for problem in problems)
    assert not (game / "output").exists()


def test_the_short_edge_has_a_name_of_its_own(game: Path) -> None:
    summary = build(Project(game), BuildOptions(components=("Tiles",), papers=(LETTER,), flip=Flip.SHORT))
    assert [file.path for file in summary.files] == ["Letter/MyGame_v0.1_Tiles_Letter_duplex-short.pdf"]


def test_cards_have_a_file_for_each_layout(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 60), ("G2", 90)):
        change(game, f"Components!{place}", value)
    summary = build(Project(game), BuildOptions(components=("Tiles",), papers=(A4,)))
    assert [file.path for file in summary.files] == [
        "A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "A4/MyGame_v0.1_Tiles_A4_8up_duplex.pdf",
    ]
    one = BuildOptions(components=("Tiles",), papers=(A4,), layouts=(Layout.SPACED,))
    assert [file.path for file in build(Project(game), one).files] == [
        "A4/MyGame_v0.1_Tiles_A4_8up_duplex.pdf"
    ]


def test_what_does_not_fit_a_page_is_spread_over_several_with_a_warning(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 270), ("G2", 180)):
        change(game, f"Components!{place}", value)
    summary = build(Project(game), BuildOptions(components=("Tiles",)))
    assert "A4/MyGame_v0.1_Tiles_A4_duplex.pdf" in {file.path for file in summary.files}
    assert "Letter/MyGame_v0.1_Tiles_Letter_tiled.pdf" in {file.path for file in summary.files}
    (problem,) = summary.problems
    assert problem.severity is Severity.WARNING and problem.where == "Components!F2"
    assert "Letter" in problem.what and "266 by 194 mm" in problem.mend


def test_components_whose_names_make_one_file_name_are_numbered(game: Path) -> None:
    change(game, "Components!A2", "Tokéns")
    change(game, "Components!D2", None)  # without its back the name is the same
    summary = build(Project(game), A4_ONLY)
    assert [file.path for file in summary.files] == [
        "A4/MyGame_v0.1_Tokens_A4.pdf",
        "A4/MyGame_v0.1_Tokens_A4-2.pdf",
        "A4/MyGame_v0.1_CutGuide_A4.pdf",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (BuildOptions(components=("Tilse",)), "Did you mean Tiles"),
        (BuildOptions(only=("Old Oka",)), "Did you mean Old Oak"),
    ],
)
def test_unknown_names_come_with_a_guess(game: Path, options: BuildOptions, said: str) -> None:
    with pytest.raises(Failed, match=said):
        build(Project(game), options)


def refused(game: Path, *components: str, only: tuple[str, ...]) -> list[str]:
    with pytest.raises(Failed) as failed:
        build(Project(game), BuildOptions(components=components, only=only, papers=(A4,)))
    return [str(problem) for problem in failed.value.problems]


WHOLE = (
    "is made whole: what --only names are rows of a sheet, such as single cards. "
    "Leave --only out, or name the component whose cards are wanted."
)


def test_what_is_made_whole_does_not_go_with_only(game: Path) -> None:
    (game / "templates" / "rulebook.md").write_text("# Rules\n", encoding="utf-8")
    assert refused(game, "Rulebook", only=("Old Oak",)) == [f"error: --only: “Rulebook” {WHOLE}"]
    assert refused(game, "Tiles", "rulebook", only=("Old Oak",)) == [f"error: --only: “rulebook” {WHOLE}"]
    change(game, "Components!B3", None)
    change(game, "Components!C3", "tile-back.svg")
    assert refused(game, "Tokens", "Tiles", only=("Old Oak",)) == [f"error: --only: “Tokens” {WHOLE}"]
    summary = build(Project(game), BuildOptions(only=("Old Oak",), papers=(A4,)))
    assert [file.component for file in summary.files] == ["Land tiles"], "nobody named the others"


def test_every_unknown_name_is_told_in_one_run(game: Path) -> None:
    assert refused(game, "Tiles", only=("Old Oka", "Reed Bay", "zzz", "Mill Pnod")) == [
        "error: --only: There is no “Old Oka”. Did you mean Old Oak?",
        "error: --only: There is no “zzz”. Use one of Bee Bank, Clover Field, Deep Mirror, Fern Hollow, "
        "Fox Crossing, Goat Steps, Hay Terrace, Mill Pond, Old Oak, Reed Bay, Spring Line, Wind Ridge.",
        "error: --only: There is no “Mill Pnod”. Did you mean Mill Pond?",
    ]
    told = refused(game, "Tilse", "Tokesn", only=("Old Oak",))
    assert [line.partition(". ")[0] for line in told] == [
        "error: command line: There is no component “Tilse”",
        "error: command line: There is no component “Tokesn”",
    ]


def test_titles_name_cards_though_another_column_is_the_unique_one(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    sheet, fields = book["Tiles"], book["Fields"]
    sheet.cell(1, 7, "No")
    for number in range(2, sheet.max_row + 1):
        sheet.cell(number, 7, number + 100)
    for row in fields.iter_rows(min_row=2):
        if (row[0].value, row[1].value) == ("Tiles", "Title"):
            row[4].value = "no"
    fields.append(["Tiles", "No", "integer", "yes", "yes"])
    book.save(game / "card_data.xlsx")
    for only in ("Mill Pond", "105"):
        summary = build(Project(game), BuildOptions(components=("Tiles",), only=(only,), papers=(A4,)))
        assert [file.pieces for file in summary.files] == [2]


def test_names_of_files_suit_every_system() -> None:
    assert file_name_part("../..\\: Żółw <game>?*") == "Zow game".replace(" ", "")
    assert file_name_part("☀️") == "game"
    assert len(file_name_part("x" * 500)) == 60


def test_a_booklet_is_built_alone_by_its_name_and_not_with_another_component(game: Path) -> None:
    (game / "templates" / "rulebook.md").write_text("# Rules\n\nDraw a tile.\n", encoding="utf-8")
    alone = build(Project(game), BuildOptions(components=("rulebook",), papers=(A4,)))
    assert {file.component for file in alone.files} == {"Rulebook"}
    other = build(Project(game), BuildOptions(components=("tiles",), papers=(A4,)))
    assert "Rulebook" not in {file.component for file in other.files}
