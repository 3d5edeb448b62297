# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""No circle: a mistake is told in one message, and what that message proposes ends it.

Each case is a mistake in a game folder, the message word for word, the mend carried out as the message says,
and what is told then. Cells of Fields are written as `Fields!B[Tiles.Cost]`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.game_folders import ROOT
from tests.shared.games_made import STARTER
from tests.shared.mends_carried import Case, carried_out

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 3H21V21H3Z" fill="currentColor"/></svg>'

# ---------------------------------------------------------------- headers and declarations

HEADERS = {
    "a header renamed, and written back": Case(
        {"Tiles!C1": "Price"},
        "error: Fields!B7: The sheet Tiles has no column “Cost”; in its place stands “Price” (Tiles!C1), which Fields does "
        "not declare. Write “Cost” into Tiles!C1. Or rename it everywhere: write “Price” into this cell, and into what uses "
        "it: templates/tile.svg (line 25). Templates call it price.",
        {"Tiles!C1": "Cost"},
    ),
    "a header renamed everywhere": Case(
        {"Tiles!C1": "Price"},
        "error: Fields!B7: The sheet Tiles has no column “Cost”; in its place stands “Price” (Tiles!C1), which Fields does "
        "not declare. Write “Cost” into Tiles!C1. Or rename it everywhere: write “Price” into this cell, and into what uses "
        "it: templates/tile.svg (line 25). Templates call it price.",
        {
            "Fields!B7": "Price",
            "templates/tile.svg": (STARTER / "templates/tile.svg").read_text(encoding="utf-8").replace("card.cost", "card.price"),
        },
    ),
    "a header renamed that the rules read": Case(
        {"Patterns!D1": "Reward"},
        "error: Fields!B17: The sheet Patterns has no column “Bonus”; in its place stands “Reward” (Patterns!D1), which "
        "Fields does not declare. Write “Bonus” into Patterns!D1: the rules of the game read it by that name.",
        {"Patterns!D1": "Bonus"},
        game=ROOT,
    ),
    "a header deleted": Case(
        {"Tiles!C1": None},
        "error: Fields!B7: The sheet Tiles has no column “Cost”; in its place stands a column without a header. "
        "Write “Cost” into Tiles!C1.",
        {"Tiles!C1": "Cost"},
    ),
    "a header that the program reads": Case(
        {"Components!B1": "Stuff"},
        "error: Fields!B[Components.Data]: The sheet Components has no column “Data”; in its place stands “Stuff” "
        "(Components!B1), which Fields does not declare. Write “Data” into Components!B1: the program reads it by that name.",
        {"Components!B1": "Data"},
        game=ROOT,
    ),
    "a column given up": Case(
        {"Fields!A34": "Lands", "Fields!B34": "Depth", "Fields!C34": "integer"},
        "error: Fields!B34: The sheet Lands has no column “Depth”. Write “Depth” into row 1 of the sheet Lands, or delete this row.",
        {"Fields!34": None},
    ),
}  # fmt: skip

# ---------------------------------------------------------------- the numbers of the rules

RULES = {
    "a rule that is a word": Case(
        {"Rules!B11": "fifteen"},
        "error: Rules!B11: “fifteen” is not a number. Give a whole number from 5 to 99.",
        {"Rules!B11": 12},
        game=ROOT,
    ),
    "a rule that is empty": Case(
        {"Rules!B11": None},
        "error: Rules!B11: The cell under “Value” is empty. Fill it in; Fields declares it as required.",
        {"Rules!B11": 12},
        game=ROOT,
    ),
    "a rule as a formula without its result": Case(
        {"Rules!B11": "=6*2"},
        "error: Rules!B11: The result of the formula “=6*2” is not stored in the file. Open the workbook in Excel or "
        "LibreOffice and save it once, or type the value.",
        {"Rules!B11": 12},
        game=ROOT,
    ),
    "a rule that is misspelt": Case(
        {"Rules!A11": "Meening Max"},
        "error: Rules!A11: “Meening Max” is not a rule of Meaning Made. Did you mean “Meaning Max”?",
        {"Rules!A11": "Meaning Max"},
        game=ROOT,
    ),
    "a rule without its name": Case(
        {"Rules!A11": None},
        "error: Rules!A11: The cell under “Key” is empty. Fill it in; Fields declares it as required.",
        {"Rules!A11": "Meaning Max"},
        game=ROOT,
    ),
}  # fmt: skip

# ---------------------------------------------------------------- symbols and cards

SNOW = {"Icons!A5": "snow", "Icons!B5": "Sn", "Icons!D5": "Snow", "Icons!E5": "token"}
DRAWN_SNOW = {**SNOW, "icons/snow.svg": ICON}
REASON = ", or give the sheet a column “Accepted Because”, declare it in Fields as text, and say there why this is fine."
WATER = {"Icons!A59": "water", "Icons!B59": "Wa", "Icons!D59": "Water", "Icons!E59": "token"}
TOKEN_ROW = "dd a row to the sheet Tokens with “snow” under Icon, and Name, Colour and Copies filled in"
NEVER = "which the rules of Meaning Made give to nobody. Ask for “Energy”, “Insight” or “Support”, or"
SYMBOLS = {
    "a symbol without a drawing": Case(
        {**SNOW, "Icons!A5": "hail"},
        "error: Icons!A5: There is no drawing icons/hail.svg, and none on the shelf. Put an SVG there: a file hail.svg in the folder icons.",
        {"icons/hail.svg": ICON},
    ),
    "a cost that nothing gives, asked otherwise": Case(
        {**DRAWN_SNOW, "Tiles!C2": "1Sn", "Tokens!A5": "Snow", "Tokens!B5": "snow", "Tokens!C5": "#4488aa", "Tokens!D5": 9},
        "warning: Tiles!C2: This asks for Snow, which nothing gives: no effect, and no text names it. "
        f"Ask for another symbol, write an effect that gives Snow{REASON}",
        {"Tiles!C2": "1S"},
    ),
    "a cost that nothing gives, and an effect for it": Case(
        {**DRAWN_SNOW, "Tiles!C2": "1Sn", "Tokens!A5": "Snow", "Tokens!B5": "snow", "Tokens!C5": "#4488aa", "Tokens!D5": 9},
        "warning: Tiles!C2: This asks for Snow, which nothing gives: no effect, and no text names it. "
        f"Ask for another symbol, write an effect that gives Snow{REASON}",
        {"Tiles!D3": "+1Sn"},
    ),
    "a cost that nothing gives, accepted": Case(
        {**DRAWN_SNOW, "Tiles!C2": "1Sn", "Tokens!A5": "Snow", "Tokens!B5": "snow", "Tokens!C5": "#4488aa", "Tokens!D5": 9},
        "warning: Tiles!C2: This asks for Snow, which nothing gives: no effect, and no text names it. "
        f"Ask for another symbol, write an effect that gives Snow{REASON}",
        {"Tiles!G1": "Accepted Because", "Tiles!G2": "Snow falls.", "Fields!A34": "Tiles", "Fields!B34": "Accepted Because", "Fields!C34": "text"},
    ),
    "a new symbol in a cost, with all that it needs": Case(
        {**DRAWN_SNOW, "Tiles!C2": "1Sn"},
        "warning: Tiles!C2: This asks for Snow, which nothing gives: no effect, and no text names it. No piece is printed for it "
        f"either. Ask for another symbol, write an effect that gives Snow and a{TOKEN_ROW}{REASON}",
        {"Tiles!D3": "+1Sn", "Tokens!A5": "Snow", "Tokens!B5": "snow", "Tokens!C5": "#4488aa", "Tokens!D5": 9},
    ),
    "a new symbol in a cost, accepted": Case(
        {**DRAWN_SNOW, "Tiles!C2": "1Sn"},
        "warning: Tiles!C2: This asks for Snow, which nothing gives: no effect, and no text names it. No piece is printed for it "
        f"either. Ask for another symbol, write an effect that gives Snow and a{TOKEN_ROW}{REASON}",
        {"Tiles!G1": "Accepted Because", "Tiles!G2": "Snow falls.", "Fields!A34": "Tiles", "Fields!B34": "Accepted Because", "Fields!C34": "text"},
    ),
    "a new symbol in a cost that the rules do not know": Case(
        {**WATER, "icons/water.svg": ICON, "Patterns!C9": "1Wa"},
        f"warning: Patterns!C9: “Burrow” asks for Water, {NEVER} say in “Accepted Because” why this is fine.",
        {"Patterns![Accepted Because]9": "An expansion brings it."},
        game=ROOT,
    ),
    "a token that is not printed": Case(
        {**DRAWN_SNOW, "Tiles!D3": "+1Sn"},
        "warning: Icons!A5: “Snow” is a token that players need, and no piece is printed for it. "
        f"A{TOKEN_ROW}{REASON}",
        {"Tokens!A5": "Snow", "Tokens!B5": "snow", "Tokens!C5": "#4488aa", "Tokens!D5": 9},
    ),
    "a token that the rules do not know, asked otherwise": Case(
        {**WATER, "icons/water.svg": ICON, "Patterns!C9": "1Wa", "Tokens!A7": "Water", "Tokens!B7": "water", "Tokens!C7": "#4488aa", "Tokens!D7": 9},
        f"warning: Patterns!C9: “Burrow” asks for Water, {NEVER} say in “Accepted Because” why this is fine.",
        {"Patterns!C9": "1S"},
        game=ROOT,
    ),
    "a token that the rules do not know, accepted": Case(
        {**WATER, "icons/water.svg": ICON, "Patterns!C9": "1Wa", "Tokens!A7": "Water", "Tokens!B7": "water", "Tokens!C7": "#4488aa", "Tokens!D7": 9},
        f"warning: Patterns!C9: “Burrow” asks for Water, {NEVER} say in “Accepted Because” why this is fine.",
        {"Patterns![Accepted Because]9": "An expansion brings it."},
        game=ROOT,
    ),
    "a new symbol of the rules without its drawing": Case(
        {**WATER, "Icons!A59": "brine"},
        "error: Icons!A59: There is no drawing icons/brine.svg, and none on the shelf. "
        "Put an SVG there: a file brine.svg in the folder icons.",
        {"icons/brine.svg": ICON},
        game=ROOT,
    ),
    "more icons of a Layer than there are cards": Case(
        {"Patterns!C9": "11Bo"},
        "warning: Patterns!C9: “Burrow” asks for 11 Boundary, but the other Patterns bring only 9; tokens stand in for the rest. "
        "Ask for 9 at most, or say in “Accepted Because” why this is fine.",
        {"Patterns!C9": "9Bo"},
        game=ROOT,
    ),
}  # fmt: skip

PLAYERS = (
    "warning: Rules!B3: “Players Max” is 4 here, but “Players” in Game!B6 says 2–6. Write 6 here, or the most as 4 in "
    "Game!B6. Booklets and boxes show what stands there."
)
NUMBERS = {
    "the most players in two places, here": Case({"Rules!B3": 4}, PLAYERS, {"Rules!B3": 6}, game=ROOT),
    "the most players in two places, there": Case({"Rules!B3": 4}, PLAYERS, {"Game!B6": "2–4"}, game=ROOT),
    "the fewest players in two places": Case(
        {"Game!B6": "3–6"},
        "warning: Rules!B2: “Players Min” is 2 here, but “Players” in Game!B6 says 3–6. Write 3 here, or the fewest as 2 in "
        "Game!B6. Booklets and boxes show what stands there.",
        {"Game!B6": "2–6"},
        game=ROOT,
    ),
}  # fmt: skip

NO_SIGN = "error: Tiles!D2: “1L” cannot be read as an effect. Did you mean “+1L” or “-1L”?"
CELLS = {
    "an effect without its sign, a gain": Case({"Tiles!D2": "1L"}, NO_SIGN, {"Tiles!D2": "+1L"}),
    "an effect without its sign, a loss": Case({"Tiles!D2": "1L"}, NO_SIGN, {"Tiles!D2": "-1L"}),
    "a title that is too long, and lies over what is beside it": Case(
        {"Tiles!A2": "Clover Field of the Long Summer by the River Bend and Beyond the Hills"},
        "error: Tiles!A2: “Clover Field of the Long Summer by the…” does not fit on tile.svg line 21 in 2 lines either, about "
        "19 letters too many: on one, at the least size 3 mm it is 104.4 mm wide and has 42 mm. Shorten it or give the box "
        "more room in the template.",
        {"Tiles!A2": "Clover Field of the Long Summer by the River Bend"},
    ),
}  # fmt: skip

CASES = {**HEADERS, **RULES, **SYMBOLS, **NUMBERS, **CELLS}


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_one_message_and_its_mend_ends_it(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    carried_out(case, tmp_path / "game", drawn=case.game == STARTER)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["a rule that is a word", "a rule that is misspelt", "a header that the program reads"]
)
def test_nothing_is_said_of_it_where_it_is_drawn_and_played(name: str, tmp_path: Path) -> None:
    carried_out(CASES[name], tmp_path / "game", drawn=True)
