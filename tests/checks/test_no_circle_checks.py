# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""No circle in the sheet Checks: what a check finds, and what is wrong with its own row, ends with the mend told.

The starter gets the sheet with one row; the mistake is in that row, or in the cells that it asks about.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.checks.stated import KINDS
from tests.shared.mends_carried import Case, Edits, carried_out

HEADERS = ("Check", "Sheet", "Columns", "Where", "Value", "Message", "Severity")
DECLARED = {
    f"Fields!{letter}{row}": text
    for row, header in enumerate(HEADERS, start=34)
    for letter, text in (("A", "Checks"), ("B", header), ("C", "text"))
}


def check(*cells: str | int | None, **mistake: Any) -> Edits:
    """The starter with one row of Checks, and what is typed elsewhere, such as `Tiles_C3`."""
    headers = {f"Checks!{'ABCDEFG'[at]}1": header for at, header in enumerate(HEADERS)}
    row = {f"Checks!{'ABCDEFG'[at]}2": cell for at, cell in enumerate(cells)}
    return {
        **DECLARED,
        **headers,
        **row,
        **{place.replace("_", "!"): value for place, value in mistake.items()},
    }


BANDS = {
    **{"Tiles!G1": "From", "Tiles!H1": "To", "Tiles!G2": 1, "Tiles!H2": 3, "Tiles!G3": 4, "Tiles!H3": 9},
    **{"Fields!A41": "Tiles", "Fields!B41": "From", "Fields!C41": "integer"},
    **{"Fields!A42": "Tiles", "Fields!B42": "To", "Fields!C42": "integer"},
}
"""Two bands that join, in two columns more."""
NEW_TILE = {"Tiles!A13": "Owl Ring", "Tiles!B13": "Forest", "Tiles!C13": "2L", "Tiles!F13": 1}

FOUND = {
    "unique together": Case(
        check("unique together", "Tiles", "Land, Cost", Tiles_C3="1S"),
        "error: Tiles!C3: Land “Meadow” and Cost “1S” stand together in row 2 already. Change one of the two rows. Checks!A2 asks for it.",
        {"Tiles!C3": "1W"},
    ),
    "differ": Case(
        check("differ", "Lands", "Colour, Tint", Lands_C2="#4b8a2b"),
        "error: Lands!C2: Colour and Tint are both “#4b8a2b”. Write another value in one of them. Checks!A2 asks for it.",
        {"Lands!C2": "#e2f0d6"},
    ),
    "number of rows, too few": Case(
        check("number of rows", "Tiles", None, None, 12, **{"Tiles!13": None}),
        "error: Tiles: There are 11 rows; 12 are wanted. Add 1. Checks!A2 asks for it.",
        NEW_TILE,
    ),
    "number of rows, too many": Case(
        check("number of rows", "Tiles", None, None, 11),
        "error: Tiles!A13: There are 12 rows; 11 are wanted. Take out 1. Checks!A2 asks for it.",
        {"Tiles!13": None},
    ),
    "number of rows, the check changed": Case(
        check("number of rows", "Tiles", None, None, 11),
        "error: Tiles!A13: There are 12 rows; 11 are wanted. Take out 1. Checks!A2 asks for it.",
        {"Checks!E2": 12},
    ),
    "no row": Case(
        check("no row", "Tiles", None, "Copies > 2", Tiles_F2=3),
        "error: Tiles!F2: Here Copies > 2, and no row may be so. Change the row. Checks!A2 asks for it.",
        {"Tiles!F2": 2},
    ),
    "count by": Case(
        check("count by", "Tiles", "Land", None, 3, **{"Tiles!13": None}),
        "error: Tiles!B11: Land “Forest” has 2 rows; 3 are wanted. Add 1. Checks!A2 asks for it.",
        NEW_TILE,
    ),
    "count by, too many": Case(
        check("count by", "Tiles", "Land", None, "at most 3", Tiles_B2="Lake"),
        "error: Tiles!B7: Land “Lake” has 4 rows; at most 3 are wanted. Take out 1. Checks!A2 asks for it.",
        {"Tiles!B2": "Meadow"},
    ),
    "sum by, too few": Case(
        check("sum by", "Tiles", "Copies by Land", None, 4, Tiles_F2=1),
        "error: Tiles!F2: Copies of Land “Meadow” comes to 3; 4 is wanted. Add 1. Checks!A2 asks for it.",
        {"Tiles!F2": 2},
    ),
    "sum by, too many": Case(
        check("sum by", "Tokens", "Copies", None, 48, Tokens_D2=20),
        "error: Tokens!D2: Copies comes to 52; 48 is wanted. Take out 4. Checks!A2 asks for it.",
        {"Tokens!D2": 16},
    ),
    "every value": Case(
        check("every value", "Tokens", "Icon", None, "Icons.Key", **{"Tokens!4": None}),
        "error: Icons!A4: No row of Tokens has Icon “leaf”. Give it to a row there, or take it out here. Checks!A2 asks for it.",
        {"Tokens!A4": "Leaf", "Tokens!B4": "leaf", "Tokens!C4": "#4b8a2b", "Tokens!D4": 16},
    ),
    "every value of a range": Case(
        check("every value", "Tiles", "Copies", None, "1 to 3"),
        "error: Tiles: No row of Tiles has Copies “3”. Give it to a row there. Checks!A2 asks for it.",
        {"Tiles!F2": 3},
    ),
    "at least": Case(
        check("at least", "Tokens", "Copies", None, 16, Tokens_D3=12),
        "error: Tokens!D3: Copies is 12; at least 16 is wanted. Give it at least 16. Checks!A2 asks for it.",
        {"Tokens!D3": 16},
    ),
    "at most": Case(
        check("at most", "Tiles", "Copies", None, 2, Tiles_F2=5),
        "error: Tiles!F2: Copies is 5; at most 2 is wanted. Give it at most 2. Checks!A2 asks for it.",
        {"Tiles!F2": 2},
    ),
    "refers to": Case(
        check("refers to", "Components", "Title", None, "Land tiles, Tokens", Components_I3="Tokns"),
        "error: Components!I3: Title is “Tokns”, which is not one of Land tiles, Tokens. Did you mean “Tokens”? Checks!A2 asks for it.",
        {"Components!I3": "Tokens"},
    ),
    "same by": Case(
        check("same by", "Tiles", "Copies by Land", "Title in Bee Bank, Hay Terrace", Tiles_F3=2),
        "error: Tiles!F4: Copies of Land “Meadow” is “1” here and “2” in row 3. Write the same in both. Checks!A2 asks for it.",
        {"Tiles!F3": 1},
    ),
    "unordered pair": Case(
        check(
            "unordered pair", "Components", "Name, Title", Components_A3="Land tiles", Components_I3="Tiles"
        ),
        "error: Components!I3: Name “Land tiles” and Title “Tiles” are a pair in row 2 already, the other way round. Change one of the two rows. Checks!A2 asks for it.",
        {"Components!I3": "Tokens"},
    ),
    "unique together, in the words of the designer": Case(
        check("unique together", "Tiles", "Land, Cost", None, None, "[Title] costs [Cost]", Tiles_C3="1S"),
        "error: Tiles!C3: Bee Bank costs 1S. Land “Meadow” and Cost “1S” stand together in row 2 already. Change one of the two rows. Checks!A2 asks for it.",
        {"Tiles!C3": "1W"},
    ),
    "same by, of a cost": Case(
        check("same by", "Tiles", "Cost by Land", "Copies = 2 or Title = Bee Bank"),
        "error: Tiles!C3: Cost of Land “Meadow” is “1S 1W” here and “1S” in row 2. Write the same in both. Checks!A2 asks for it.",
        {"Tiles!C3": "1S"},
    ),
    "equals": Case(
        check("equals", "Tokens", "Copies", None, 16, Tokens_D3=12),
        "error: Tokens!D3: Copies is 12; 16 is wanted. Give it 16. Checks!A2 asks for it.",
        {"Tokens!D3": 16},
    ),
    "bands join, a gap, mended here": Case(
        check(
            "bands join",
            "Tiles",
            "From, To",
            "Title in Clover Field, Bee Bank",
            "1 to 9",
            **BANDS,
            Tiles_G3=5,
        ),
        "error: Tiles!G3: From is 5, and the band before it ends with 3 (Tiles!H2): 4 is in no band. Begin with 4 here, or write 4 in Tiles!H2. Checks!A2 asks for it.",
        {"Tiles!G3": 4},
    ),
    "bands join, a gap, mended there": Case(
        check(
            "bands join",
            "Tiles",
            "From, To",
            "Title in Clover Field, Bee Bank",
            "1 to 9",
            **BANDS,
            Tiles_G3=5,
        ),
        "error: Tiles!G3: From is 5, and the band before it ends with 3 (Tiles!H2): 4 is in no band. Begin with 4 here, or write 4 in Tiles!H2. Checks!A2 asks for it.",
        {"Tiles!H2": 4},
    ),
    "bands join, an overlap": Case(
        check(
            "bands join",
            "Tiles",
            "From, To",
            "Title in Clover Field, Bee Bank",
            "1 to 9",
            **BANDS,
            Tiles_G3=3,
        ),
        "error: Tiles!G3: From is 3, and the band before it ends with 3 (Tiles!H2): 3 is in both. Begin with 4 here, or write 2 in Tiles!H2. Checks!A2 asks for it.",
        {"Tiles!H2": 2},
    ),
    "bands join, a band turned round": Case(
        check(
            "bands join",
            "Tiles",
            "From, To",
            "Title in Clover Field, Bee Bank",
            "1 to 9",
            **BANDS,
            Tiles_G2=3,
            Tiles_H2=1,
        ),
        "error: Tiles!H2: From is 3 and To 1: it ends before it begins. Exchange the two, or write a larger number. Checks!A2 asks for it.",
        {"Tiles!G2": 1, "Tiles!H2": 3},
    ),
    "bands join, the end": Case(
        check(
            "bands join",
            "Tiles",
            "From, To",
            "Title in Clover Field, Bee Bank",
            "1 to 9",
            **BANDS,
            Tiles_H3=8,
        ),
        "error: Tiles!H3: The highest band ends with 8; 9 is wanted. Write 9. Checks!A2 asks for it.",
        {"Tiles!H3": 9},
    ),
}
"""What the checks find: each kind, and the mend that it proposes."""

ROWS = {
    "a kind misspelt": Case(
        check("unique togther", "Tiles", "Title"),
        "error: Checks!A2: “unique togther” is not a check. Did you mean “unique together”?",
        {"Checks!A2": "unique together"},
    ),
    "a kind that there is not": Case(
        check("sorted", "Tiles", "Title"),
        "error: Checks!A2: “sorted” is not a check. Use one of: unique together, unordered pair, differ, number of rows, no row, count by, sum by, every value, at least, at most, equals, bands join, refers to, same by.",
        {"Checks!A2": "unique together"},
    ),
    "no sheet": Case(
        check("unique together", None, "Title"),
        "error: Checks!B2: The check names no sheet. Write the name of a sheet.",
        {"Checks!B2": "Tiles"},
    ),
    "a sheet misspelt": Case(
        check("unique together", "Tilse", "Title"),
        "error: Checks!B2: There is no sheet “Tilse” with declared columns. Did you mean “Tiles”?",
        {"Checks!B2": "Tiles"},
    ),
    "a column misspelt": Case(
        check("unique together", "Tiles", "Titel"),
        "error: Checks!C2: The sheet Tiles has no column “Titel”. Did you mean “Title”?",
        {"Checks!C2": "Title"},
    ),
    "no column": Case(
        check("unique together", "Tiles"),
        "error: Checks!C2: The check needs columns; 0 are named. Write columns of Tiles, with a comma between two: Title, Land, Cost, Gift, Art, Copies.",
        {"Checks!C2": "Title"},
    ),
    "one column of two": Case(
        check("differ", "Lands", "Colour"),
        "error: Checks!C2: The check needs two columns or more; 1 is named. Write two columns or more of Lands, with a comma between two: Name, Colour, Tint, Motif.",
        {"Checks!C2": "Colour, Tint"},
    ),
    "a column without numbers": Case(
        check("at most", "Tiles", "Title", None, 2),
        "error: Checks!C2: “Title” is declared as text: it holds no numbers. Name a column of numbers.",
        {"Checks!C2": "Copies"},
    ),
    "no number": Case(
        check("number of rows", "Tiles"),
        "error: Checks!E2: The check says not how many. Write 11, at least 3, at most 5 or 3 to 5.",
        {"Checks!E2": "at least 3"},
    ),
    "a number that is a word": Case(
        check("number of rows", "Tiles", None, None, "twelve"),
        "error: Checks!E2: “twelve” is not a number, and names none. Write a number, such as 11, at least 3 or 3 to 5, or Sheet.Key for a number that stands there.",
        {"Checks!E2": "12"},
    ),
    "no values": Case(
        check("every value", "Tiles", "Title"),
        "error: Checks!E2: The check says not which values “Title” has to have. Write Sheet.Column, such as Lands.Name, or 1 to 11, or the values.",
        {"Checks!E2": "Clover Field"},
    ),
    "a range without an end": Case(
        check("every value", "Tiles", "Copies", None, "at least 1"),
        "error: Checks!E2: “at least 1” names no values that can be gone through. Write the first and the last, such as 1 to 11.",
        {"Checks!E2": "1 to 2"},
    ),
    "no by": Case(
        check("same by", "Tiles", "Copies"),
        "error: Checks!C2: The check says not which rows have to be alike. Write a column, by, and the column that joins rows: Kind by Variant.",
        {"Checks!C2": "Land by Title"},
    ),
    "a condition on a misspelt column": Case(
        check("no row", "Tiles", None, "Copis > 4"),
        "error: Checks!D2: The sheet Tiles has no column “Copis”. Did you mean “Copies”?",
        {"Checks!D2": "Copies > 4"},
    ),
    "a condition without a comparison": Case(
        check("no row", "Tiles", None, "Copies"),
        "error: Checks!D2: Behind “Copies” stands nothing to compare it by. Write =, ≠, <, >, ≤, ≥ or in, such as Copies > 3.",
        {"Checks!D2": "Copies > 4"},
    ),
    "a condition that compares words": Case(
        check("no row", "Tiles", None, "Title > 4"),
        "error: Checks!D2: “Title” is declared as text, so that none is more or less. Compare it by =, ≠ or in.",
        {"Checks!D2": "Copies > 4"},
    ),
    "a condition with an open bracket": Case(
        check("no row", "Tiles", None, "(Copies > 4"),
        "error: Checks!D2: A bracket is not closed. Write ) where the part in brackets ends.",
        {"Checks!D2": "(Copies > 4)"},
    ),
    "a condition on a cost": Case(
        check("no row", "Tiles", None, "Cost = 9S"),
        "error: Checks!D2: “Cost” is declared as requirement, which is compared with nothing. Ask whether it is empty, or is not empty.",
        {"Checks!D2": "Cost is empty"},
    ),
    "a sum with a misspelt column": Case(
        check("at least", "Tokens", "Copies", None, "2 × Copis"),
        "error: Checks!E2: “Copis” is not a number, and names none. Write numbers, columns of the sheet, or Sheet.Key, with + - or × and blanks between them.",
        {"Checks!C2": "Copies", "Checks!E2": "1 × Copies"},
    ),
    "no condition for no row": Case(
        check("no row", "Tiles"),
        "error: Checks!D2: The check says not which rows there may not be. Write a condition, such as Title is empty.",
        {"Checks!D2": "Title is empty"},
    ),
}
"""Rows of the sheet Checks, and conditions, that cannot be understood."""


@pytest.mark.quick(15)
@pytest.mark.parametrize("case", [*FOUND.values(), *ROWS.values()], ids=[*FOUND, *ROWS])
def test_the_mend_of_a_check_ends_it(case: Case, tmp_path: Path) -> None:
    carried_out(case, tmp_path / "game", drawn=True)


def test_every_kind_of_check_is_tried() -> None:
    assert {case.mistake["Checks!A2"] for case in FOUND.values()} == set(KINDS)
