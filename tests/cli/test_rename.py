"""A title that is called otherwise: what a check says of it, and `pnp rename`, which writes it everywhere."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from openpyxl import load_workbook

from generator import cli
from generator.checks.checked import read
from generator.checks.renames import with_renames
from generator.ground.project import Project
from generator.records.cells import quoted
from generator.story import examine
from generator.workbook.cell_names import letter
from generator.workbook.located import Worksheet, read_sheets, sheets_in
from generator.workbook.rename import renaming
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.games_made import change


@cache
def with_one_scene() -> bytes:
    """The shipped workbook with the first of its scenes alone: the others name cards as they like."""
    book, made = load_workbook(ROOT / "card_data.xlsx"), io.BytesIO()
    scenes = book["Scenes"]
    rows = [row for row in range(2, scenes.max_row + 1) if scenes.cell(row, 1).value == scenes["A2"].value]
    scenes.delete_rows(max(rows) + 1, scenes.max_row)
    book.save(made)
    return made.getvalue()


@cache
def shipped() -> Sequence[Worksheet]:
    """Its sheets."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "card_data.xlsx"
        path.write_bytes(with_one_scene())
        return read_sheets(path)[0]


@pytest.fixture
def meaning(tmp_path: Path) -> Path:
    game = copy_of(ROOT, tmp_path / "meaning")
    (game / "card_data.xlsx").write_bytes(with_one_scene())
    return game


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


def told(game: Path) -> tuple[list[str], list[str]]:
    """What a check says of the workbook with its renames, and of the sample game's names."""
    book, problems = read(Project(game))
    found, renamed, _ = with_renames(book, problems)
    return [str(problem) for problem in found], [str(problem) for problem in renamed]


DELETED = "If you deleted it, pnp sample-game --repair --write plays the sample game on without it"


def test_a_name_in_the_decks_of_the_sample_game_that_is_gone(meaning: Path) -> None:
    change(meaning, "Patterns!A3", "Hide")  # its other cells are those that are published of Skin
    where = "Patterns!H2, Scenes!C29, Sample Game!F7, Sample Game!E14, Sample Game!H14, Sample Game!H26"
    assert told(meaning)[1] == [
        "error: Patterns!A3: “Skin” is gone from the sheet Patterns and “Hide” has come; 6 cells still "
        f"say “Skin”: {where}. If that is its new name, pnp rename Skin Hide writes them all. {DELETED}; "
        "the other cells have to say another."
    ]
    change(meaning, "Patterns!A3", "Old Skin")
    assert told(meaning)[1] == [
        f"error: Patterns!A3: “Skin” is gone from the sheet Patterns and “Old Skin” has come; 6 cells still "
        f'say “Skin”: {where}. If that is its new name, pnp rename Skin "Old Skin" writes them all. '
        f"{DELETED}; "
        "the other cells have to say another."
    ]


CELLS = (
    "Markers!D2, Track Markers!D2, Track Markers!D3, Scenes!C26, Scenes!D28, Scenes!D29, Scenes!D30, "
    "Scenes!D31, Scenes!D35, Scenes!D36, Scenes!D39, Scenes!D40 and 5 more"
)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (  # the only one that no marker names
            {"Players!A2": "Azure"},
            [
                "Players!A2: “Blue” is gone from the sheet Players and “Azure” has come; 17 cells still say "
                f"“Blue”: {CELLS}. If that is its new name, pnp rename Blue Azure writes them all."
            ],
        ),
        (  # the markers name them in the order of their rows
            {"Players!A2": "Azure", "Players!A3": "Rose"},
            [
                "Players!A2: “Blue” is gone from the sheet Players and “Azure” has come; 17 cells still say "
                f"“Blue”: {CELLS}. If that is its new name, pnp rename Blue Azure writes them all.",
                "Players!A3: “Red” is gone from the sheet Players and “Rose” has come; 15 cells still say "
                "“Red”: Markers!D3, Track Markers!D4, Track Markers!D5, Scenes!C27, Scenes!D32, Scenes!D33, "
                "Scenes!D34, Scenes!D37, Scenes!D38, Scenes!D42, Scenes!D43, Scenes!D47 and 3 more. If that "
                "is its new name, pnp rename Red Rose writes them all.",
            ],
        ),
        (  # nothing tells them apart
            {"Players!A2": "Azure", "Players!A3": "Rose", "Markers!D5": None, "Track Markers!D2": "Green"},
            [
                "Markers!D2: “Blue” is gone from the sheet Players, and 16 cells still say it: Markers!D2, "
                "Track Markers!D3, Scenes!C26, Scenes!D28, Scenes!D29, Scenes!D30, Scenes!D31, Scenes!D35, "
                "Scenes!D36, Scenes!D39, Scenes!D40, Scenes!D41 and 4 more. These rows are "
                "named nowhere else: “Azure”, “Rose”. If one of them is its new name, "
                "say which one: pnp rename Blue Azure, or pnp rename Blue Rose.",
                "Markers!D3: “Red” is gone from the sheet Players, and 15 cells still say it: Markers!D3, "
                "Track Markers!D4, Track Markers!D5, Scenes!C27, Scenes!D32, Scenes!D33, Scenes!D34, "
                "Scenes!D37, Scenes!D38, Scenes!D42, Scenes!D43, Scenes!D47 and 3 more. These rows are "
                "named nowhere else: “Azure”, “Rose”. If one of them is its new name, "
                "say which one: pnp rename Red Azure, or pnp rename Red Rose.",
            ],
        ),
        (  # another cell of its row says the old name: Energy
            {"Icons!A2": "sun"},
            [
                "Icons!A2: “energy” is gone from the sheet Icons and “sun” has come; 20 cells still say "
                "“energy”: Rules!C7, Tokens!B2, Actions!C2, Actions!C8, Glossary!B2, Sample Game!H14, Sample "
                "Game!H18, Sample Game!H24, Sample Game!H46, Sample Game!H53, Sample Game!H54, Sample "
                "Game!H59 and 8 more. If that is its new name, pnp rename energy sun writes them all."
            ],
        ),
        (  # a letter is no word of a text
            {"Event Table!A2": "Q"},
            [
                "Event Table!A2: “A” is gone from the sheet Event Table and “Q” has come; 3 cells still say "
                "“A”: Events!B2, Events!B3, Events!B4. If that is its new name, pnp rename A Q writes them "
                "all."
            ],
        ),
        (  # its cost and its bonus are those of the step that played it
            {"Patterns!A8": "Gills"},
            [
                "Patterns!A8: “Nest” is gone from the sheet Patterns and “Gills” has come; 4 cells still say "
                "“Nest”: Sample Game!F7, Sample Game!E11, Sample Game!H11, Sample Game!H24. If that is its "
                f"new name, pnp rename Nest Gills writes them all. {DELETED}."
            ],
        ),
        (  # there is nothing to go by
            {"Patterns!A11": "Beat"},
            [
                "Sample Game!F7: “Moult” is gone from the sheet Patterns, and 4 cells still say it: Sample "
                "Game!F7, Sample Game!E28, Sample Game!H28, Sample Game!H29. If it has a new name, pnp "
                f"rename Moult NEW writes it into all of them. {DELETED}."
            ],
        ),
    ],
)
def test_names_that_are_nothing_alike(cells: dict[str, str | None], said: list[str], meaning: Path) -> None:
    book = load_workbook(meaning / "card_data.xlsx")
    for cell, name in cells.items():
        sheet, _, place = cell.partition("!")
        book[sheet][place] = name
    book.save(meaning / "card_data.xlsx")
    found = [text for each in told(meaning) for text in each if " is gone from the sheet " in text]
    assert found == [f"error: {text}" for text in said]


def test_a_misspelt_reference_is_no_rename(game: Path) -> None:
    change(game, "Lands!A2", "Pasture")
    for cell in ("Tiles!B2", "Tiles!B3", "Tiles!B4"):
        change(game, cell, "Lakee")
    assert all("is gone" not in text for text in told(game)[0])


def test_references_to_a_name_that_is_gone_are_one_problem(game: Path) -> None:
    assert examine(Project(game)) == ()
    change(game, "Lands!A2", "Pasture")
    (problem,) = examine(Project(game))
    assert (problem.where, problem.mend) == (
        "Lands!A2",
        "If that is its new name, pnp rename Meadow Pasture writes them all.",
    )
    assert problem.what.startswith(
        "“Meadow” is gone from the sheet Lands and “Pasture” has come; 3 cells still say “Meadow”: "
    )


def test_rename_after_the_title_was_changed_mends_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(game, "Lands!A2", "Pasture")
    assert run("rename", "meadow", "Pasture", "--game", game) == 0
    assert capsys.readouterr().out == (
        f"{game / 'card_data.xlsx'}: 3 cells changed; card_data.before-dress.xlsx is as it was.\n"
        "  Tiles!B2  Meadow → Pasture\n"
        "  Tiles!B3  Meadow → Pasture\n"
        "  Tiles!B4  Meadow → Pasture\n"
    )
    assert examine(Project(game)) == ()


def test_rename_writes_titles_decks_and_narration_cell_by_cell(
    meaning: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (meaning / "card_data.xlsx").read_bytes()
    assert run("rename", "Skin", "Hide", "--game", meaning) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("7 cells changed; card_data.before-dress.xlsx is as it was.")
    assert lines[1:8] == [
        "  Patterns!H2  …en by the rulebook: Skin is cheaper for the … → "
        "…en by the rulebook: Hide is cheaper for the …",
        "  Patterns!A3  Skin → Hide",
        "  Scenes!C29  Skin → Hide",
        "  Sample Game!F7  Nest; Reciprocity; Skin; Pulse; Moult; Fore… → "
        "Nest; Reciprocity; Hide; Pulse; Moult; Fore…",
        "  Sample Game!E14  Skin → Hide",
        "  Sample Game!H14  Skin costs one {energy} … → Hide costs one {energy} …",
        "  Sample Game!H26  Skin’s Boundary icon mak… → Hide’s Boundary icon mak…",
    ]
    assert lines[8] == "Not changed, though they say Skin:"
    assert all(line.startswith("  Published!B") for line in lines[9:-1])
    assert lines[-1] == "  art/skin.svg  its drawing: rename the file to hide.svg, and run pnp illustrate"
    assert (meaning / "card_data.before-dress.xlsx").read_bytes() == before
    old, new = (zipfile.ZipFile(io.BytesIO(b)) for b in (before, (meaning / "card_data.xlsx").read_bytes()))
    changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
    assert old.namelist() == new.namelist() and len(changed) == 3, "three sheets, and nothing else"
    assert told(meaning) == ([], [])


def test_a_longer_name_and_a_common_word_stay(game: Path) -> None:
    change(game, "Tiles!A3", "Clover Field Gate")
    change(game, "Tiles!A2", "Clover")
    change(game, "Game!B7", "Clover and Clover Field Gate, no clover or Clovers.")
    content = (game / "card_data.xlsx").read_bytes()
    made = renaming(sheets_in(content, "x")[0], "x", "Clover", "Trefoil")
    assert {change.where: change.after for change in made.changes} == {
        "Tiles!A2": "Trefoil",
        "Game!B7": "Trefoil and Clover Field Gate, no clover or Clovers.",
    }


def test_formulas_and_templates_are_named_and_stay(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(game, "Game!B7", "The Old Oak is a formula.")
    path = game / "card_data.xlsx"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            made = re.sub(rb'(<c r="B7"[^>]*>)', rb"\1<f>A1</f>", data) if "sheet" in name else data
            archive.writestr(name, made)
    (game / "templates" / "rulebook.md").write_text("# Rules\n\nThe Old Oak stands.\n", encoding="utf-8")
    assert run("rename", "Old Oak", "Young Oak", "--game", game) == 0
    out = capsys.readouterr().out
    assert "1 cell changed" in out
    assert out.endswith(
        "Not changed, though they say Old Oak:\n  Game!B7  a formula\n  templates/rulebook.md:3  a template\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Old Oak", "Reed Bay", "The sheet Tiles has both “Old Oak” and “Reed Bay”."),
        ("Nobody", "Somebody", "No row of a sheet is called “Nobody”."),
        ("Old Oak", "Old Oak", "The two names are the same, or empty."),
        ("Lands", "Countries", "“Lands” is a sheet; here rows get new names."),
        ("old oak", "reed bay", "The sheet Tiles has both “old oak” and “reed bay”."),
    ],
)
def test_what_is_not_clear_is_refused(
    game: Path, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (game / "card_data.xlsx").read_bytes()
    assert run("rename", old, new, "--game", game) == 1
    assert said in capsys.readouterr().err
    assert (game / "card_data.xlsx").read_bytes() == before


def test_an_open_workbook_is_left_alone(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / ".~lock.card_data.xlsx#").write_text("")
    assert run("rename", "Old Oak", "Young Oak", "--game", game) == 1
    assert "The workbook is open in LibreOffice" in capsys.readouterr().err


def renamed(old: str, new: str, sheets: Sequence[Worksheet] | None = None) -> dict[str, str]:
    """The cells that a rename changes in the shipped workbook, with what they hold then."""
    made = renaming(sheets or shipped(), "x", old, new)
    return {change.where: change.after for change in made.changes}


def test_a_symbol_s_name_is_one_thing_in_all_sheets_that_point_at_it() -> None:
    made = renamed("Donate", "Give")
    assert {"Icons!D24", "Actions!A7"} <= made.keys()
    assert made["Group Table!I6"] == "-1M; all no Give", "effects are typed with it"
    assert not any(where.startswith("Sample Game!D") for where in made), (
        "what is done there is the rules’ word"
    )
    made = renamed("Energy", "Sun")
    assert {"Icons!D2", "Tokens!A2", "Glossary!A2"} <= made.keys()
    assert "Actions!C8" not in made, "[Conversion Energy] is another word"
    made = renamed("Boundary", "Border")
    assert made["Layers!B2"] == made["Icons!D9"] == "Border"
    assert made["Sample Game!H26"].startswith("Skin’s Border icon")


def test_a_key_is_written_where_cells_point_at_it_and_in_brackets() -> None:
    made = renamed("energy", "sun")
    assert {where: made[where] for where in ("Icons!A2", "Tokens!B2", "Glossary!B2")} == dict.fromkeys(
        ("Icons!A2", "Tokens!B2", "Glossary!B2"), "sun"
    )
    assert made["Rules!C7"] == "{sun} starts at [Value]"
    assert not any(where in made for where in ("Icons!D2", "Tokens!A2", "Rules!D7"))
    assert renamed("Gather Tokens", "Gather Number")["Actions!C2"].startswith("Take [Gather Number] tokens")


def test_players_names_and_letters_and_components() -> None:
    made = renamed("Alex", "Ada")
    assert {where.partition("!")[0] for where in made} == {"Sample Game"} and len(made) == 50
    assert made["Sample Game!G18"] == "accepted; Drew +1V; Ada +1V"
    assert renamed("Blue", "Azure").keys() == {
        *("Markers!D2", "Track Markers!D2", "Track Markers!D3", "Players!A2", "Sample Game!E2"),
        *("Scenes!C26", *(f"Scenes!D{row}" for row in (*range(28, 32), 35, 36, *range(39, 42), 44, 45, 46))),
    }
    assert renamed("A", "Q").keys() == {"Events!B2", "Events!B3", "Events!B4", "Event Table!A2"}, "no article"
    assert renamed("PlayerMats", "Mats").keys() == {"Components!A6", "Scenes!B26", "Scenes!B27"}


def left(old: str, new: str, sheet: str) -> dict[str, str]:
    """The cells of a sheet of the shipped workbook that a rename leaves, with why."""
    made = renaming(shipped(), "x", old, new).left
    return {where: why for where, why in made.items() if where.startswith(f"{sheet}!")}


def test_scenes_name_pieces_and_the_places_of_templates() -> None:
    made = renamed("Energy", "Sun")
    cells = {where for where in made if where.startswith("Scenes!")}
    assert cells == {f"Scenes!C{row}" for row in (17, 18, 19, 44, 45)}
    assert left("Energy", "Sun", "Scenes") == {
        f"Scenes!E{row}": "may mean something else" for row in (17, 18, 19, 44, 45)
    }
    assert not any(where.startswith("Scenes!") for where in renamed("energy", "sun")), "the key of a symbol"


def test_a_component_that_is_called_like_its_sheet() -> None:
    made = renamed("Patterns", "Cards")
    assert made["Components!A2"] == made["Scenes!B9"] == "Cards"
    assert "Components!B2" not in made and "Checks!B2" not in made, "they name the sheet"
    assert left("Patterns", "Cards", "Components") == {"Components!B2": "may mean something else"}


def test_in_another_language_keys_are_the_same_and_names_are_not(game: Path) -> None:
    assert renamed("energy", "sun")["Rules!E7"] == "{sun} beginnt bei [Value]"
    change(game, "Game!B7", "The Old Oak.")
    sheets = read_sheets(game / "card_data.xlsx")[0]
    tiles = next(sheet for sheet in sheets if sheet.name == "Tiles")
    at = 1 + max(column for _, column in tiles.cells)
    cells = {**tiles.cells, (1, at): "Title de", (2, at): "Beim Old Oak", (3, at): "Bucht"}
    told = [replace(sheet, cells=cells) if sheet is tiles else sheet for sheet in sheets]
    made = renaming(told, "x", "Old Oak", "Young Oak")
    assert made.left == {f"Tiles!{letter(at)}2": "is in another language"}
    assert "Game!B7" in {one.where for one in made.changes}


def test_two_things_of_one_name_are_told_apart(game: Path) -> None:
    change(game, "Tiles!A2", "Meadow")
    change(game, "Game!B7", "The Meadow is green.")
    made = renaming(read_sheets(game / "card_data.xlsx")[0], "x", "Meadow", "Pasture")
    assert {one.where for one in made.changes} == {"Tiles!A2"}
    assert made.left["Game!B7"] == made.left["Lands!A2"] == "may mean something else"


def test_the_picture_of_a_symbol_is_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf = ROOT / "generator" / "data" / "shelf" / "icons" / "water.svg"
    (game / "icons" / "water.svg").write_bytes(shelf.read_bytes())
    assert run("rename", "water", "rain", "--game", game) == 0
    assert "\n  icons/water.svg  its picture: rename the file to rain.svg\n" in capsys.readouterr().out
    (game / "icons" / "water.svg").rename(game / "icons" / "rain.svg")
    assert run("rename", "rain", "Rain Drop", "--game", game) == 1
    assert "A key has small letters, digits, - and _ alone." in capsys.readouterr().err


def test_the_drawing_of_a_title_is_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "art").mkdir(exist_ok=True)
    (game / "art" / "old-oak.svg").write_text("<svg/>")
    assert run("rename", "Old Oak", "Young Oak", "--game", game) == 0
    said = "\n  art/old-oak.svg  its drawing: rename the file to young-oak.svg, and run pnp illustrate\n"
    assert said in capsys.readouterr().out
    (game / "art" / "old-oak.svg").rename(game / "art" / "young-oak.svg")
    assert run("rename", "Young Oak", "Elder Oak", "--dry-run", "--game", game) == 0
    assert "  art/young-oak.svg  its drawing" in capsys.readouterr().out


@pytest.mark.slow
def test_a_symbol_without_its_picture_is_a_problem_of_the_booklets_too(
    meaning: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("rename", "donate", "give", "--game", meaning) == 0
    said = "  icons/give.svg  not there yet: its picture, until now one that comes with pnp\n"
    assert said in capsys.readouterr().out
    found = [problem for problem in examine(Project(meaning)) if "“give” has no drawing" in problem.what]
    assert "pnp" not in {problem.where for problem in found} and found


def test_names_are_quoted_as_the_command_line_wants() -> None:
    assert (quoted("Skin"), quoted("Sea Shell")) == ("Skin", '"Sea Shell"')


def test_a_name_that_no_check_would_read_is_not_written(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (game / "card_data.xlsx").read_bytes()
    assert cli.main(["rename", "Mill Pond", "x" * 40_000, "--game", str(game)]) == 1
    said = capsys.readouterr()
    assert "Tiles!A" in said.out + said.err or "  A" in said.out + said.err
    assert "40,000 letters then; 5,000 are the most." in said.out + said.err
    assert (game / "card_data.xlsx").read_bytes() == before


def test_a_rename_can_be_looked_at_before_anything_is_written(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (game / "card_data.xlsx").read_bytes()
    assert run("rename", "Meadow", "Pasture", "--dry-run", "--game", game) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("cells would change; nothing is written.")
    assert "  Lands!A2  Meadow → Pasture" in said and "  Tiles!B2  Meadow → Pasture" in said
    assert (game / "card_data.xlsx").read_bytes() == before
    assert [path.name for path in game.iterdir() if "before" in path.name] == []
