"""Meaning Made: a changed cell is refused at the first step that it breaks, or breaks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.records import game_from
from generator.ground.problems import Problem, Severity
from generator.replay.play import Play
from tests.shared.changed_cells import shipped_workbook, with_cell

ROOT = Path(__file__).parents[2]
CHANGES: tuple[tuple[str, str, str, Any, str], ...] = (
    ("Event Table", "H", "1", "-1M", "G10"),  # Great Fire
    ("Rules", "Start Meaning", "Value", 4, "G10"),
    ("Patterns", "Nest", "Requirement", "2E", "F11"),
    ("Rules", "Gather Tokens", "Value", 3, "D12"),
    ("Patterns", "Reciprocity", "Bonus", "+1I", "G13"),
    ("Patterns", "Skin", "Requirement", "1I", "F14"),
    ("Rules", "Start Energy", "Value", 1, "F15"),  # Casey pays two
    ("Rules", "Touchpoint Vitals", "Value", 2, "G18"),
    ("Rules", "Donation Meaning", "Value", 2, "G19"),
    ("Event Table", "C", "4", "-2M; all -1V", "G23"),  # Long Winter
    ("Patterns", "Breath", "Bonus", "+2V", "G24"),
    ("Patterns", "Pulse", "Requirement", "2E 2I", "F31"),
    ("Rules", "Legacy First", "Value", 5, "G42"),  # the Shared Workshop is completed
    ("Individual Table", "5", "5", "you -1T", "D42"),  # what Casey gives up, being Fragile
    ("Initiatives", "Listening Post", "Completion Bonus", "you +1E", "G47"),
    ("Events", "Red Tape", "Code", 4, "G51"),  # what the Completion Penalty turns over
    ("Initiatives", "Water System", "Meaning", 2, "G51"),
    ("Rules", "Touchpoint Vitals Fragile", "Value", 1, "G53"),
    ("Event Table", "G", "8", "-2M; all +1I", "G57"),  # After the Flood
    ("Event Table", "B", "9", "-3M; all -1I", "G68"),  # Fog Bank
    ("Initiatives", "Stewardship", "Requirement", "3E 2I 3S 1Bo", "G82"),  # a box is left open
    ("Rules", "Score Legacy", "Value", 2, "E83"),
    ("Patterns", "Signal", "Title", "Beacon", "F7"),  # the deck of the setup names it
)
"""Sheet, row, column, the new value, and the cell of the sheet Sample Game that is refused first."""
HOLDING: tuple[tuple[str, str, str, Any], ...] = (
    ("Patterns", "Membrane", "Requirement", "2I"),  # nobody has it
    ("Event Table", "A", "1", "-2M"),  # no Event of that letter comes so early
    ("Group Table", "1", "8", "all -1E"),
    ("Rules", "Conversion Energy", "Value", 3),  # Conversion is off
)


def findings(sheet: str, row: str, column: str, value: Any) -> tuple[Problem, ...]:
    book, _ = with_cell(ROOT, sheet, row, column, value)
    replay = Play(MeaningMade(game_from(book))).replay_book(book)
    assert replay is not None
    return replay.problems


def test_the_shipped_game_holds() -> None:
    book = shipped_workbook(ROOT)
    replay = Play(MeaningMade(game_from(book))).replay_book(book)
    assert replay is not None and replay.problems == () and len(replay.steps) == 73


@pytest.mark.quick(10)
@pytest.mark.parametrize(("sheet", "row", "column", "value", "first"), CHANGES)
def test_a_changed_cell_is_refused_at_the_first_step_that_it_breaks(
    sheet: str, row: str, column: str, value: Any, first: str
) -> None:
    problems = findings(sheet, row, column, value)
    broken = [problem for problem in problems if problem.severity is Severity.ERROR]
    wheres = [problem.where.removeprefix("Sample Game!") for problem in broken]
    earliest = min(wheres, key=lambda where: int("".join(filter(str.isdigit, where))))
    assert earliest == first, [f"{problem.where}: {problem.what}" for problem in broken]


@pytest.mark.parametrize(("sheet", "row", "column", "value"), HOLDING)
def test_a_changed_cell_that_no_step_touches_breaks_nothing(
    sheet: str, row: str, column: str, value: Any
) -> None:
    assert findings(sheet, row, column, value) == ()
