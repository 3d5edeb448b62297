# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Mends of what the sheets Fields, Components, Icons, Scenes and Words and a game's files can have wrong.

As in `test_no_circle`: one slip, its one message word for word, the mend carried out, and nothing told then.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator.ground.problems import Failed, Severity
from generator.ground.project import open_project
from generator.story import look_over
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.games_made import STARTER
from tests.shared.mends_carried import Case, carried_out
from tests.shared.sheets_made import save_csv

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 3H21V21H3Z" fill="currentColor"/></svg>'
TILE, TOKEN = (
    (STARTER / "templates" / name).read_text(encoding="utf-8") for name in ("tile.svg", "token.svg")
)

CELLS = {
    "a word for a whole number": Case(
        {"Tiles!F2": "two"},
        "error: Tiles!F2: “two” is not a number. Give a whole number from 1 to 50.",
        {"Tiles!F2": 2},
    ),
    "a fraction": Case(
        {"Tiles!F2": 1.5},
        "error: Tiles!F2: “1.5” is not a whole number. Give a whole number from 1 to 50.",
        {"Tiles!F2": 1},
    ),
    "less than the least": Case(
        {"Tiles!F2": -1},
        "error: Tiles!F2: “-1” is less than 1. Give a whole number from 1 to 50.",
        {"Tiles!F2": 1},
    ),
    "more than the most": Case(
        {"Tiles!F2": 51},
        "error: Tiles!F2: “51” is more than 50. Give a whole number from 1 to 50, or move the bound in Fields!G10.",
        {"Tiles!F2": 50},
    ),
    "a reference misspelt": Case(
        {"Tiles!B2": "Medow"},
        "error: Tiles!B2: “Medow” is not in the column Name of the sheet Lands. Did you mean “Meadow”? Else use one of Lake, Hill, Forest, or add it to Lands.Name.",
        {"Tiles!B2": "Meadow"},
    ),
    "a symbol that is none in a requirement": Case(
        {"Tiles!C2": "1Q"},
        "error: Tiles!C2: “Q” is not a symbol of the sheet Icons. Use one of S (Sun), W (Water), L (Leaf).",
        {"Tiles!C2": "1S"},
    ),
    "a symbol that is none in an effect": Case(
        {"Tiles!D2": "+1Q"},
        "error: Tiles!D2: “Q” is not a symbol of the sheet Icons. Use one of S (Sun), W (Water), L (Leaf).",
        {"Tiles!D2": "+1L"},
    ),
    "an effect for nobody": Case(
        {"Tiles!D2": "gain 1L"},
        "error: Tiles!D2: “gain 1L” begins with “gain”, which names nobody. Begin with all, you or others, or leave it out.",
        {"Tiles!D2": "all +1L"},
    ),
    "a colour by its name": Case(
        {"Lands!B2": "green"},
        "error: Lands!B2: “green” is not a colour. Write # and six hexadecimal digits, such as #2b7fb8.",
        {"Lands!B2": "#2b7fb8"},
    ),
    "a colour of two digits": Case(
        {"Lands!C2": "#12"},
        "error: Lands!C2: “#12” is not a colour. Write # and six hexadecimal digits, such as #2b7fb8.",
        {"Lands!C2": "#dbe6f7"},
    ),
    "a choice misspelt": Case(
        {"Lands!D2": "wavs"},
        "error: Lands!D2: “wavs” is not a choice of “Motif”. Did you mean “waves”?",
        {"Lands!D2": "waves"},
    ),
    "a file that is not there": Case(
        {"Tiles!E2": "art/none.png"},
        "error: Tiles!E2: There is no file art/none.png in the game folder. Copy it there, correct the name, or empty the cell.",
        {"Tiles!E2": None},
    ),
    "a file outside": Case(
        {"Tiles!E2": "../none.png"},
        "error: Tiles!E2: “../none.png” leads out of the game folder. Put the file into the game folder and write its path from there, such as art/clover-field.svg.",
        {"Tiles!E2": "art/clover-field.svg", "art/clover-field.svg": ICON},
    ),
    "a file that is no picture": Case(
        {"Tiles!E2": "templates/tile.svg"},
        "error: Tiles!E2: The picture “templates/tile.svg” is neither PNG nor JPEG nor SVG, or it is broken. Save it again as PNG.",
        {"Tiles!E2": None},
    ),
    "a required cell left empty": Case(
        {"Tiles!A2": None},
        "error: Tiles!A2: The cell under “Title” is empty. Fill it in; Fields declares it as required.",
        {"Tiles!A2": "Clover Meadow"},
    ),
    "a title twice": Case(
        {"Tiles!A3": "Clover Field"},
        "error: Tiles!A3: “Clover Field” stands in A2 already. Every value of “Title” must be another; change one.",
        {"Tiles!A3": "Clover Bank"},
    ),
    "a type misspelt": Case(
        {"Fields!C[Tiles.Cost]": "reqirement"},
        "error: Fields!C7: “reqirement” is not a choice of “Type”. Did you mean “requirement”?",
        {"Fields!C[Tiles.Cost]": "requirement"},
    ),
    "neither yes nor no": Case(
        {"Fields!D[Tiles.Cost]": "perhaps"},
        "error: Fields!D7: “perhaps” is neither yes nor no. Write yes or no.",
        {"Fields!D[Tiles.Cost]": "yes"},
    ),
    "a choice without choices": Case(
        {"Fields!H[Lands.Motif]": None},
        "error: Fields!H18: A choice needs its choices. Write them with | between, such as yes | no.",
        {"Fields!H[Lands.Motif]": "growth | waves | contours | colonies"},
    ),
    "a target that is not declared": Case(
        {"Fields!H[Tiles.Land]": "Lnds.Name"},
        "error: Fields!H6: No column “Lnds.Name” is declared. Did you mean “Lands.Name”?",
        {"Fields!H[Tiles.Land]": "Lands.Name"},
    ),
    "a reference without a target": Case(
        {"Fields!H[Tiles.Land]": None},
        "error: Fields!H6: A reference needs its target. Write Sheet.Column, such as Game.Key.",
        {"Fields!H[Tiles.Land]": "Lands.Name"},
    ),
    "a least that is no number": Case(
        {"Fields!F[Tiles.Copies]": "few"},
        "error: Fields!F10: “few” is not a number. Give a number.",
        {"Fields!F[Tiles.Copies]": 1},
    ),
    "a least above the most": Case(
        {"Fields!F[Tiles.Copies]": 60},
        "error: Fields!F10: Least (60) of Tiles.Copies is above Most (50). Write at most 50 here, or at least 60 in Fields!G10.",
        {"Fields!F[Tiles.Copies]": 1},
    ),
    "a sheet that Fields misspells": Case(
        {"Fields!A[Tiles.Copies]": "Tils"},
        "error: Fields!A10: There is no sheet “Tils”. Did you mean “Tiles”?",
        {"Fields!A10": "Tiles"},
    ),
    "a column that Fields forgets": Case(
        {"Fields!10": None},
        "warning: Tiles!F1: The column “Copies” is not declared in Fields, so that it is ignored. Add a row for it to Fields, or leave it.",
        {"Fields!A33": "Tiles", "Fields!B33": "Copies", "Fields!C33": "integer"},
    ),
}

COMPONENTS = {
    "a shape misspelt": Case(
        {"Components!E2": "hexagn"},
        "error: Components!E2: “hexagn” is not a choice of “Shape”. Did you mean “hexagon”?",
        {"Components!E2": "hexagon"},
    ),
    "a width in words": Case(
        {"Components!F2": "wide"},
        "error: Components!F2: “wide” is not a number. Give a number from 5 to 1200.",
        {"Components!F2": 60},
    ),
    "no width": Case(
        {"Components!F2": None},
        "error: Components!F2: The cell under “Width” is empty. Fill it in; Fields declares it as required.",
        {"Components!F2": 60},
    ),
    "a width that nobody can hold": Case(
        {"Components!F2": 1},
        "error: Components!F2: “1” is less than 5. Give a number from 5 to 1200.",
        {"Components!F2": 60},
    ),
    "a circle that is none": Case(
        {"Components!G3": 30},
        "error: Components!G3: A circle's width and height differ. Give both the diameter in millimetres.",
        {"Components!G3": 22},
    ),
    "copies in words": Case(
        {"Components!H2": "many"},
        "error: Components!H2: “many” is not a number. Give a whole number from 0 to 500.",
        {"Components!H2": 1},
    ),
    "a layout misspelt": Case(
        {"Components!J2": "pge"},
        "error: Components!J2: “pge” is not a choice of “Layout”. Did you mean “page”?",
        {"Components!J2": "page"},
    ),
    "a sheet misspelt": Case(
        {"Components!B2": "Tils"},
        "error: Components!B2: There is no sheet “Tils” with declared columns. Did you mean “Tiles”?",
        {"Components!B2": "Tiles"},
    ),
    "a column misspelt in a condition": Case(
        {"Components!B2": "Tiles where Lnd = Lake"},
        "error: Components!B2: The sheet Tiles has no column “Lnd”. Did you mean “Land”?",
        {"Components!B2": "Tiles where Land = Lake"},
    ),
    "a name misspelt in a condition": Case(
        {"Components!B2": "Tiles where Land = Lke"},
        "error: Components!B2: “Lke” is not in the column Name of the sheet Lands. Did you mean “Lake”?",
        {"Components!B2": "Tiles where Land = Lake"},
    ),
    "a front misspelt": Case(
        {"Components!C2": "tle.svg"},
        "error: Components!C2: There is no template templates/tle.svg, and none on the shelf. Did you mean “tile.svg”?",
        {"Components!C2": "tile.svg"},
    ),
    "a back misspelt": Case(
        {"Components!D2": "tile-bak.svg"},
        "error: Components!D2: There is no template templates/tile-bak.svg, and none on the shelf. Did you mean “tile-back.svg”?",
        {"Components!D2": "tile-back.svg"},
    ),
    "a component without a name": Case(
        {"Components!A2": None},
        "error: Components!A2: The cell under “Name” is empty. Fill it in; Fields declares it as required.",
        {"Components!A2": "Tiles"},
    ),
    "a name that no file can have": Case(
        {"Components!A2": "Ti/les"},
        "error: Components!A2: “Ti/les” cannot be part of a file's name. Use letters, digits and blanks.",
        {"Components!A2": "Ti les"},
    ),
    "a component without a title": Case(
        {"Components!I2": None},
        "error: Components!I2: The cell under “Title” is empty. Fill it in; Fields declares it as required.",
        {"Components!I2": "Land tiles"},
    ),
}

FILES = {
    "a template without a drawing": Case(
        {"templates/tile.svg": ""},
        "error: templates/tile.svg:1: The file is empty. Draw something in an <svg>, or take another file.",
        {"templates/tile.svg": TILE},
    ),
    "a template that breaks off": Case(
        {"templates/tile.svg": "<svg"},
        'error: templates/tile.svg:1: A tag, a comment or a quotation mark that begins here has no end. Write the > or the " that is missing.',
        {"templates/tile.svg": TILE},
    ),
    "a template deleted": Case(
        {"templates/token.svg": None},
        "error: Components!C3: There is no template templates/token.svg, and none on the shelf. Did you mean “tile.svg”?",
        {"templates/token.svg": TOKEN},
    ),
    "a drawing that is none": Case(
        {"icons/sun.svg": "hello"},
        "error: icons/sun.svg:1: The SVG cannot be read: syntax error, column 1. Mend the markup at this place.",
        {"icons/sun.svg": ICON},
    ),
    "a code twice": Case(
        {"Icons!B3": "S"},
        "error: Icons!B3: “S” already stands for the symbol “Sun”. Change one of the two; capitals make no difference.",
        {"Icons!B3": "W"},
    ),
    "a number for a code": Case(
        {"Icons!B3": "1"},
        "error: Icons!B3: “1” cannot be a code: before a code a number says how many. Use a letter or two.",
        {"Icons!B3": "W"},
    ),
    "a kind misspelt": Case(
        {"Icons!E2": "tken"},
        "error: Icons!E2: “tken” is not a choice of “Kind”. Did you mean “token”?",
        {"Icons!E2": "token"},
    ),
    "a name of a symbol twice": Case(
        {"Icons!D3": "Sun"},
        "error: Icons!D3: “Sun” stands in D2 already. Every value of “Name” must be another; change one.",
        {"Icons!D3": "Water"},
    ),
}

SCENES = {
    "a component misspelt": Case(
        {"Scenes!B2": "WorldBord"},
        "warning: Scenes!B2: There is no component “WorldBord”. Did you mean “WorldBoard”?",
        {"Scenes!B2": "WorldBoard"},
        game=ROOT,
    ),
    "a card misspelt": Case(
        {"Scenes!C4": "Dry Seasn"},
        'warning: Scenes!C4: Event cards has no “Dry Seasn”. Did you mean “Dry Season”? If it has a new name, pnp rename "Dry Seasn" NEW writes it into all cells.',
        {"Scenes!C4": "Dry Season"},
        game=ROOT,
    ),
    "what a thing lies on misspelt": Case(
        {"Scenes!D3": "WorldBord"},
        "warning: Scenes!D3: No “WorldBord” lies there yet. Did you mean “WorldBoard”?",
        {"Scenes!D3": "WorldBoard"},
        game=ROOT,
    ),
    "a distance in words": Case(
        {"Scenes!F2": "left"},
        "error: Scenes!F2: “left” is not a number. Give a number from -5000 to 5000.",
        {"Scenes!F2": 0},
        game=ROOT,
    ),
    "a face misspelt": Case(
        {"Scenes!I4": "frnt"},
        "error: Scenes!I4: “frnt” is not a choice of “Face”. Use one of: up, down (Fields!H155 lists them).",
        {"Scenes!I4": "up"},
        game=ROOT,
    ),
    "neither yes nor no of a component": Case(
        {"Components!K2": "perhaps"},
        "error: Components!K2: “perhaps” is neither yes nor no. Write yes or no.",
        {"Components!K2": "no"},
        game=ROOT,
    ),
    "a language that Fields does not know": Case(
        {"Words!B1": "gr"},
        "warning: Words!B1: The column “gr” is not declared in Fields, so that it is ignored. Add a row for it to Fields, or leave it.",
        {"Words!B1": "de"},
        game=ROOT,
    ),
    "the header of a translation": Case(
        {"Components!L1": "Title d"},
        "warning: Components!L1: The column “Title d” is not declared in Fields, so that it is ignored. Add a row for it to Fields, or leave it.",
        {"Components!L1": "Title de"},
        game=ROOT,
    ),
}


STARTERS = CELLS | COMPONENTS | FILES


@pytest.mark.quick(24)
@pytest.mark.parametrize("name", STARTERS)
def test_a_slip_in_a_small_game_is_one_message_and_its_mend_ends_it(name: str, tmp_path: Path) -> None:
    carried_out(STARTERS[name], tmp_path / "game", drawn=True)


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", SCENES)
def test_a_slip_in_a_large_game_is_one_message_and_its_mend_ends_it(name: str, tmp_path: Path) -> None:
    carried_out(SCENES[name], tmp_path / "game", drawn=False)


LINES = {
    "a comma outside of quotation marks": (
        b"Clover Field, in bloom,Meadow,1S,+1L,,2",
        'error: Tiles.csv:2: The line has 7 cells, but the header only 6. Put a text with a comma into quotation marks, "so, and so", or take out the surplus.',
        b'"Clover Field, in bloom",Meadow,1S,+1L,,2',
    ),
    "a cell that is missing": (
        b"Clover Field,Meadow,1S,+1L",
        "error: Tiles.csv:2: The line has 4 cells, but the header has 6. Add what is missing; an empty cell needs its comma too.",
        b"Clover Field,Meadow,1S,+1L,,2",
    ),
    "a quotation mark that is not closed": (
        b'"Clover Field,Meadow,1S,+1L,,2',
        'error: Tiles.csv:2: A quotation mark that opens here is not closed before the file ends. Close it behind the text; a quotation mark inside of a text is written twice, as in "the ""sea""".',
        b'"Clover Field",Meadow,1S,+1L,,2',
    ),
    "an encoding of old": (
        "Mühlteich,Meadow,1S,+1L,,2".encode("latin-1"),
        "error: Tiles.csv:2: The line is not in UTF-8; read as Western European (Latin-1) it has “Mühlteich”. Save the file as UTF-8: “CSV UTF-8” in Excel, the character set “Unicode (UTF-8)” in LibreOffice.",
        "Mühlteich,Meadow,1S,+1L,,2".encode(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_slip_in_a_csv_file_is_one_message_and_its_mend_ends_it(name: str, tmp_path: Path) -> None:
    slip, message, mend = LINES[name]
    game = copy_of(STARTER, tmp_path / "game")
    save_csv(load_workbook(game / "card_data.xlsx"), game)
    (game / "card_data.xlsx").unlink()
    tiles = game / "card_data/Tiles.csv"
    honest = tiles.read_bytes()
    for line, messages in ((slip, [message]), (mend, [])):
        tiles.write_bytes(honest.replace(b"Clover Field,Meadow,1S,+1L,,2", line))
        try:
            problems = look_over(open_project(game)).told
        except Failed as failed:
            problems = failed.problems
        assert [str(problem) for problem in problems if problem.severity is not Severity.NOTE] == messages
