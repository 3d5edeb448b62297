# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Faults of the usual kinds, planted into the workbooks of the games: each is told at its cell.

A band of numbers with a gap, a deck that does not add up, the wrong one of two cells that say the same, and a
number or a name that is not the published one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.checks.checked import look_through, read
from generator.ground.problems import Problem
from generator.ground.project import Project
from tests.shared.game_folders import ROOT, checked, copy_of


@dataclass(frozen=True)
class Plant:
    """What is typed into one cell, and what has to be said; `{cell}` is that cell."""

    sheet: str
    row: dict[str, Any]
    """What identifies the row, by header."""
    column: str
    value: Any
    message: str


def plant(sheet: str, column: str, value: Any, message: str, /, **row: Any) -> Plant:
    return Plant(sheet, {key.replace("_", " "): told for key, told in row.items()}, column, value, message)


PLANTS: dict[str, list[Plant]] = {
    "life_meaning": [
        plant("Lowest Track", "From", 6, "error: Lowest Track!{cell}: Each number of a track has its state. From is 6, and the band before it ends with 4 (Lowest Track!C3): 5 is in no band.", Name="Steady"),
        plant("Group Score", "To", 7, "error: Group Score!A4: Each Group Score from 0 to 32 has its state. From is 7, and the band before it ends with 7 (Group Score!{cell}): 7 is in both.", Name="Triage"),
        plant("Patterns", "Layer", 2, "error: Patterns!B31: Each Layer has fifteen Patterns. Layer “2” has 16 rows; 15 are wanted.", Title="Seed Coat"),
        plant("Tracks", "Start", 4, "error: Tracks!{cell}: The track Drift begins as the rules say. Start is 4; 3 (Drift Start) is wanted. Give it 3 (Drift Start), or change Rules!", Name="Drift"),
        plant("Players", "Colour", "#a0311c", "error: Players!{cell}: Two players cannot have one colour. Colour “#a0311c” stands there in row 3 already.", Name="Moss"),
        plant("Projects", "Benefit", "+2D", "error: Projects!{cell}: A completed Project takes Drift away. Benefit comes to 2; at most -1 is wanted.", Title="Repair Hub"),
        plant("Lowest Track", "To", 9, "error: Lowest Track!{cell}: Each number of a track has its state. The highest band ends with 9; 10 is wanted.", Name="Keystone"),
        plant("Layers", "Name", "Frontier", "note: Layers!{cell}: Name of “1” is Frontier; published is Boundary (the page of 1 March 2026).", Layer=1),
        plant("Rules", "Value", 7, "note: Rules!{cell}: Value of “Legacy Top” is 7; published is 6 (the page of 1 March 2026).", Key="Legacy Top"),
    ],
    "meaning_made_march": [
        plant("Community Pace", "From", 7, "error: Community Pace!{cell}: Each Meaning from 0 to 12 has a pace. From is 7, and the band before it ends with 5 (Community Pace!B4): 6 is in no band.", Places=1),
        plant("Solo Results", "To", 18, "error: Solo Results!A5: Each score from 0 to 40 has a name. From is 20, and the band before it ends with 18 (Solo Results!{cell}): 19 is in no band.", Name="Stabilizer"),
        plant("Events", "Effect", "-2M", "error: Events!{cell}: Late Frost takes as much Meaning as its Drift says. Effect comes to -2; -1 (0 - Drift) is wanted.", Title="Late Frost"),
        plant("Projects", "Requirement", "1E 2I 1S", "error: Projects!{cell}: Learning Archive: whoever joins fills a box; this is the larger build of the first game, with five spaces. Requirement comes to 4; at least 6 is wanted.", Title="Learning Archive"),
        plant("Projects", "Requirement", "1E 1S", "error: Projects!{cell}: Tea Kitchen: whoever joins fills a box, so that each space needs one. Requirement comes to 2; at least 4 (Spaces) is wanted.", Title="Tea Kitchen"),
        plant("Patterns", "Layer", 2, "error: Patterns!B21: Each Layer of the Stack has ten Patterns. Layer “2” has 11 rows; 10 are wanted.", Title="Seed Coat"),
        plant("Rules", "Value", 2, "note: Rules!{cell}: Value of “Touchpoint Tokens” is 2; published is 1 (rulebook, “Rounds”).", Key="Touchpoint Tokens"),
    ],
    "deck_of_signs": [
        plant("Difficulties", "Health", 22, "error: Difficulties!{cell}: The beast has as much Health for each player. Health is 22; 20 (Players × Rules.Counterspell Normal) is wanted.", Players=4, Level="normal"),
        plant("Difficulties", "Deck", 88, "error: Difficulties!{cell}: The deck is what hands and Chaos leave of 121 cards. Deck is 88; 87 (121 - Hands - Chaos) is wanted.", Players=4, Level="hard"),
        plant("Tokens", "Copies", 8, "error: Tokens!{cell}: Each Sign has seven tokens.", Name="Eye"),
        plant("Spaces", "Place", 0, "error: Spaces!{cell}: “0” ", Space=7),
        plant("Sets", "Score", "+21P", "note: Sets!{cell}: Score of “Cardinal Chain” is +21P; published is +12P (the published booklet).", Name="Cardinal Chain"),
        plant("Rules", "Value", 4, "note: Rules!{cell}: Value of “Scion First” is 4; published is 3 (the published booklet).", Key="Scion First"),
        plant("Rules", "Value", 70, "note: Rules!{cell}: Value of “Elementary Goal” is 70; published is 77 (the published booklet).", Key="Elementary Goal"),
        plant("Numbers", "Name", "Magicker", "note: Numbers!{cell}: Name of “9” is Magicker; published is Magiker (the published booklet).", Number=9),
        plant("Rules", "Value", 6, "error: Rules!{cell}: A turn for each item. Value is 6; 7 (Scion Items) is wanted.", Key="Scion Turns"),
    ],
    "symetra": [
        plant("Rules", "Value", 45, "error: Rules!{cell}: An absent player has as many beads as all. Value is 45; 40 (Rules.Beads - Rules.AI Potential) is wanted.", Key="AI Actual"),
        plant("Rules", "Value", 5, "note: Rules!{cell}: Value of “Cycles 4” is 5; published is 4 (the published rulebook).", Key="Cycles 4"),
        plant("Spread", "Place", 4, "error: Spread!{cell}: “4” ", Name="Making"),
        plant("Cards", "Good Karma", "no", "error: Cards!G2: Ten cards bring good karma. There are 9 rows where Good Karma = yes; 10 are wanted.", Name="Hope"),
        plant("Cards", "Type", "Energy", "error: Cards!C61: Each type has twenty cards. Type “Energy” has 21 rows; 20 are wanted.", Name="Sun"),
        plant("Cards", "Cost", 2, "note: Cards!{cell}: Cost of “Light” is 2; published is 1 (the published rulebook).", Name="Light"),
    ],
    "nineteen_lanterns": [
        plant("Hours", "Hour", 4, "error: Hours!{cell}: “4” ", Hour=5),
        plant("Tokens", "Copies", 7, "error: Tokens!F2: Four players have eight lanterns each. Copies comes to 31 where Kind = lantern; 32 is wanted.", Name="Sky"),
        plant("Isles", "Light", 2, "error: Isles!E9: Saltwick: a depth of 11 or 12 gives a light of 3.", Name="Saltwick"),
        plant("Components", "Copies", 2, "error: Components!A2: Each light card and each moon is there once.", Name="Cards"),
        plant("Suits", "Kind", "moon", "error: Suits!B2: The deck has four suits. There are 3 rows where Kind = light; 4 are wanted.", Name="Kelp"),
        plant("Numbers", "Worth", 7, "error: Numbers!{cell}: “7” ", Worth=8),
    ],
}  # fmt: skip


def typed_into(path: Path, plants: list[Plant]) -> list[str]:
    """The cell of each plant, once all of them are typed in."""
    book = load_workbook(path)
    cells = []
    for one in plants:
        sheet = book[one.sheet]
        letters = {cell.value: cell.column_letter for cell in sheet[1]}
        (row,) = (
            row
            for row in range(2, sheet.max_row + 1)
            if all(sheet[f"{letters[key]}{row}"].value == value for key, value in one.row.items())
        )
        cells.append(f"{letters[one.column]}{row}")
    for one, cell in zip(plants, cells, strict=True):
        book[one.sheet][cell] = one.value
    book.save(path)
    return cells


def problems_of(folder: Path) -> list[Problem]:
    project = Project(folder)
    book, problems = read(project)
    return list(look_through(project, book, problems).problems)


@pytest.mark.parametrize("game", PLANTS)
def test_a_fault_that_is_planted_into_a_game_is_told_at_its_cell(game: str, tmp_path: Path) -> None:
    assert checked(ROOT / "games" / game).problems == ()
    folder = copy_of(ROOT / "games" / game, tmp_path / game)
    cells = typed_into(folder / "card_data.xlsx", PLANTS[game])
    told = [str(problem) for problem in problems_of(folder)]
    wanted = [one.message.replace("{cell}", cell) for one, cell in zip(PLANTS[game], cells, strict=True)]
    assert [message for message in wanted if not any(line.startswith(message) for line in told)] == []


def test_a_pattern_that_equals_another_is_told(tmp_path: Path) -> None:
    folder = copy_of(ROOT / "games" / "life_meaning", tmp_path / "game")
    book = load_workbook(folder / "card_data.xlsx")
    sheet = book["Patterns"]
    for column in "BCDEF":
        sheet[f"{column}4"] = sheet[f"{column}3"].value
    book.save(folder / "card_data.xlsx")
    told = [str(problem) for problem in problems_of(folder)]
    twin = next(line for line in told if "is the same card as another" in line)
    assert twin.startswith(
        f"error: Patterns!F4: {sheet['A4'].value} is the same card as another under a new name."
    )
    assert "stand together in row 3 already" in twin
