# ruff: noqa: E501  (a message stands on a line)
"""What nobody can pay, finish or begin in a game of the two editions and of Life~Meaning, cell by cell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.games import GAMES
from generator.records.notation import Change, Effect
from generator.records.tables import Book
from tests.games.test_ranges import LIFE, MADE, MARCH, by_rules, edited, shipped
from tests.shared.changed_cells import with_cell
from tests.shared.rulesets import FOLDERS

PLANTED: tuple[tuple[str, tuple[str, str, str, Any], str], ...] = (
    # what nothing pays
    (MADE, ("Patterns", "Bark", "Requirement", "99S"), "warning: Patterns!C7: Bark asks for 99 Support at once, and 32 are printed. Ask for 32 at most, or print more in Tokens!D4."),
    (MADE, ("Patterns", "Bark", "Requirement", "12V"), "error: Patterns!C7: “Bark” asks for 12 Vitals, but 10 are the most. Ask for 10 at most, or raise “Vitals Max” in Rules!B12."),
    (MADE, ("Patterns", "Bark", "Requirement", "2L"), "error: Patterns!C7: “Bark” asks for Legacy. Ask for Vitals or tokens."),
    (MARCH, ("Patterns", "Hedge", "Cost", "99S"), "warning: Patterns!C5: Hedge asks for 99 Support at once, and 32 are printed. Ask for 32 at most, or print more in Tokens!D4."),
    (MARCH, ("Patterns", "Hedge", "Cost", "1E 1V"), "error: Patterns!C5: Hedge asks for Vitals, which nobody can pay: it is no kind of token. Ask for Energy, Insight or Support."),
    (LIFE, ("Patterns", "Bark", "Cost", "99E"), "warning: Patterns!C4: Bark asks for 99 Energy at once, and 36 are printed. Ask for 36 at most, or print more in Tokens!E2."),
    (LIFE, ("Events", "Damage", "Mitigation", "99R"), "warning: Events!D3: Damage asks for 99 Regulation at once, and 34 are printed. Ask for 34 at most, or print more in Tokens!E3."),
    # what no group can finish
    (MADE, ("Initiatives", "Vigil", "Requirement", "none"), "error: Initiatives!C7: “Vigil” asks for nothing, so that nobody can complete it. Ask for a token at least, such as 1E."),
    (MADE, ("Rules", "Contribution Markers", "Value", 0), "error: Rules!B10: “Contribution Markers” cannot be 0. Give it a value from 1 to 99."),
    (MARCH, ("Projects", "Tea Kitchen", "Requirement", "none"), "error: Projects!C6: Tea Kitchen asks for nothing, so that nobody can complete it. Ask for at least one token."),
    (MARCH, ("Projects", "Tea Kitchen", "Requirement", "2E 1V"), "error: Projects!C6: Tea Kitchen asks for Vitals, which nobody can pay: it is no kind of token. Ask for Energy, Insight or Support."),
    (MARCH, ("Rules", "Contribution Markers", "Value", 0), "error: Rules!B10: “Contribution Markers” is 0; it is at least 1. Write 1 or more."),
    (MARCH, ("Rules", "End Meaning Least", "Value", 13), "error: Rules!B39: “End Meaning Least” is 13, but “Meaning Max” only 12. Lower it to 12, or raise the other in Rules!B11."),
    (LIFE, ("Projects", "Repair Hub", "Requires", "none"), "error: Projects!C3: Repair Hub asks for nothing, so that nobody can complete it. Ask for at least one token."),
)  # fmt: skip


@pytest.mark.parametrize(("game", "cell", "message"), PLANTED)
def test_what_cannot_be_paid_or_finished_is_told(
    game: str, cell: tuple[str, str, str, Any], message: str
) -> None:
    book, problems = with_cell(FOLDERS[game], *cell)
    assert problems == ()
    assert by_rules(game, book) == [message]


def test_an_end_that_comes_after_the_last_round_is_told() -> None:
    last = next(row.number for row in shipped(MADE)["Rules"] if row.key == "Round Limit")
    first = next(row.number for row in shipped(MADE)["Rules"] if row.key == "End Round Least")
    book = edited(shipped(MADE), ("Rules", last, "value", 3), ("Rules", first, "value", 4))
    assert by_rules(MADE, book) == [
        f"error: Rules!B{first}: “End Round Least” is 4, but “Round Limit” only 3. Lower it to 3, or raise the other in Rules!B{last}."
    ]


# ---------------------------------------------------------------- what nothing brings


def without_support(book: Book) -> Book:
    """The workbook in which no rule, variant and card gives Support."""
    tables = {}
    for name, table in book.tables.items():
        rows = []
        for row in table:
            values = {key: _less(value) for key, value in row.values.items()}
            if {str(values.get("key")), str(values.get("setting"))} & {"Start Support", "Conversion"}:
                values["value"] = 0
            rows.append(replace(row, values=values))
        tables[name] = replace(table, rows=tuple(rows))
    return replace(book, tables=tables)


def _less(value: object) -> object:
    if not isinstance(value, Effect):
        return value
    given = ("support", "token")
    parts = tuple(
        part
        for part in value.parts
        if not (isinstance(part, Change) and part.symbol in given and part.amount > 0)
    )
    return replace(value, parts=parts)


@pytest.mark.parametrize(
    ("game", "messages"),
    [
        (
            MADE,
            [
                "warning: Patterns!C10: Threshold asks for Support, which no rule and no card brings. Let a card give Support, or say in “Accepted Because” why this is fine.",
                "warning: Initiatives!C3: Quiet Room asks for Support, which no rule and no card brings. Let a card give Support, or give the sheet a column “Accepted Because”, declare it in Fields as text, and say there why this is fine.",
            ],
        ),
        (
            MARCH,
            [
                "warning: Patterns!C11: Silence asks for Support, which no rule and no card brings. Let a card give Support, or give the sheet a column “Accepted Because”, declare it in Fields as text, and say there why this is fine.",
                "warning: Projects!C4: First Aid Post asks for Support, which no rule and no card brings. Let a card give Support, or give the sheet a column “Accepted Because”, declare it in Fields as text, and say there why this is fine.",
            ],
        ),
    ],
)
def test_a_kind_of_token_that_nothing_brings_is_told_at_the_first_card_of_each_sheet(
    game: str, messages: list[str]
) -> None:
    book = without_support(shipped(game))
    told = [problem for problem in GAMES[game]().check(book) if "which no rule" in problem.what]
    assert [str(problem) for problem in told] == messages
