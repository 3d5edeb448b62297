# ruff: noqa: E501  (a message stands on a line)
"""What a workbook of Life~Meaning is refused for, with the exact message."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from generator.games.life_meaning import RULESET
from generator.games.life_meaning.checks import CHECKS, NEEDS
from generator.records.notation import Symbols
from tests.shared.life_meaning import changed, shipped_book


def test_the_shipped_workbook_is_sound() -> None:
    assert list(RULESET.check(shipped_book())) == []
    assert len(CHECKS) == 7


@pytest.mark.parametrize(
    ("sheet", "row", "column", "value", "message"),
    [
        (
            "Rules", "Actions", "Key", "Aktions",
            "error: Rules!A18: The rule “Actions” is missing. Rename “Aktions”.",
        ),
        (
            "Rules", "Stabilize Support", "Key", "What a Stabilize is paid with",
            "error: Rules: The rule “Stabilize Support” is missing. Bring its row back.",
        ),
        (
            "Rules", "Actions", "Value", 0,
            "error: Rules!B18: “Actions” is 0; it is at least 1. Write 1 or more.",
        ),
        (
            "Rules", "Drift Start", "Value", 13,
            "error: Rules!B4: “Drift Start” is 13, but “Drift Max” only 12. Lower it to 12, or raise the other in Rules!B5.",
        ),
        (
            "Rules", "Acquire Tokens", "Value", 6,
            "error: Rules!B19: “Acquire Tokens” is 6, and there are 5 kinds of tokens to take. Write 5 or less.",
        ),
        (
            "Rules", "Project Slots", "Value", 25,
            "error: Rules!B15: “Project Slots” is 25, and the sheet Projects has 24 cards. Lower it to 24, or add cards: the game ends in its first round.",
        ),
        (
            "Rules", "Gallery Slots", "Value", 91,
            "warning: Rules!B14: “Gallery Slots” is 91, and the sheet Patterns has 90 cards. Lower it to 90, or add cards.",
        ),
        (
            "Rules", "End Layer", "Value", 11,
            "warning: Rules!B31: No Project is of Layer 11, so that only Drift or an empty deck ends the game. Lower it to 10, or add such a Project.",
        ),
        (
            "Patterns", "Bark", "Cost", "1E 1Boundary",
            "error: Patterns!C4: Bark asks for Boundary, which nobody can pay: it is no kind of token. Ask for Energy, Regulation, Model, Value or Support.",
        ),
        (
            "Projects", "Repair Hub", "Requires", "none",
            "error: Projects!C3: Repair Hub asks for nothing, so that nobody can complete it. Ask for at least one token.",
        ),
        (
            "Patterns", "Bark", "Outputs", "refill the row",
            "error: Patterns!D4: Bark does something that the rules of Life~Meaning do not know. Write changes of Energy, Regulation, Model, Value or Support and of the tracks, such as +1E.",
        ),
        (
            "Events", "Damage", "Drift", "+1D; -1C",
            "error: Events!C3: Damage changes Coherence of “you”, whom the rules do not know here. Write all in front of it.",
        ),
        (
            "Patterns", "Bark", "Discount", "drift",
            "error: Patterns!F4: The discount of Bark is “drift”, which is no kind of token. Write energy, regulation, model, value or support.",
        ),
    ],
)  # fmt: skip
def test_a_cell_is_refused(sheet: str, row: str, column: str, value: Any, message: str) -> None:
    assert [str(problem) for problem in RULESET.check(changed(sheet, row, column, value))] == [message]


@pytest.mark.parametrize(
    ("sheet", "row", "column", "value"),
    [
        ("Events", "Damage", "Drift", "+1D; all -1C"),
        ("Patterns", "Bark", "Outputs", "+2E; all +1Rp; -1D"),
        ("Projects", "Repair Hub", "Benefit", "-2D; others +1S"),
        ("Rules", "Seal Passes", "Value", 1),
    ],
)
def test_what_the_rules_know_is_not_refused(sheet: str, row: str, column: str, value: Any) -> None:
    assert list(RULESET.check(changed(sheet, row, column, value))) == []


def test_a_workbook_that_lacks_a_part_is_told_that_alone() -> None:
    book = shipped_book()
    tables = {name: table for name, table in book.tables.items() if name != "Events"}
    without = replace(book, tables=MappingProxyType(tables))
    assert [problem.what for problem in RULESET.check(without)] == [
        "The sheet “Events” is missing, or the sheet Fields does not declare its columns."
    ]
    few = {name: book.tables[name] for name in ("Game", "Players", "Icons")}
    (foreign,) = RULESET.check(replace(book, tables=MappingProxyType(few)))
    assert foreign.what.startswith("The rules of Life~Meaning are not for this workbook")
    symbols = Symbols(symbol for symbol in book.symbols if symbol.key != "drift")
    assert [problem.what for problem in RULESET.check(replace(book, symbols=symbols))] == [
        "The symbol “drift” is missing."
    ]
    assert set(NEEDS.sheets) == {"Rules", "Patterns", "Projects", "Events", "Players"}
