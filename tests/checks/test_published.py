"""What differs from the published game is a note: said to who asks, and never in the way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from generator.checks.published import differences
from generator.cli import main
from generator.cli.console import problems_json, problems_text
from generator.ground.problems import (
    Problem,
    Severity,
    Unlike,
    error,
    exit_code,
    has_errors,
    note,
    warning,
)
from generator.story import Examined
from generator.workbook.book import book_from
from generator.workbook.located import sheets_in
from tests.shared.game_folders import ROOT
from tests.shared.workbooks import FIELDS, GOOD, Rows, save, workbook

DECLARED: Rows = tuple(("Published", name, "text") for name in ("Sheet", "Row", "Column", "Value", "Source"))
HEAD = ("Sheet", "Row", "Column", "Value", "Source")


def notes(folder: Path, *facts: tuple[object, ...], cell: tuple[str, object] | None = None) -> list[Problem]:
    """The notes on the small workbook with these published facts, and perhaps one cell changed."""
    book = workbook({**GOOD, "Fields": (*FIELDS, *DECLARED), "Published": (HEAD, *facts)})
    if cell is not None:
        sheet, _, place = cell[0].partition("!")
        book[sheet][place] = cell[1]
    path = save(book, folder)
    sheets, _ = sheets_in(path.read_bytes(), path.name)
    made, problems = book_from(sheets, path.name)
    assert made is not None, problems
    return list(differences(made, problems))


SAME = (
    ("Cards", "Shell", "Layer", 1, "rulebook"),
    ("Cards", "Shell", "Cost", "insight 2 energy", "rulebook"),
    ("Cards", "Shell", "Bonus", "+1 energy", "rulebook"),
    ("Cards", "Pulse", "Text", "", "rulebook"),
    ("Cards", "", "", 2, "rulebook"),
    ("Cards", "Layer = 1", "", 1, "rulebook"),
)


def test_a_game_as_published_has_no_notes(tmp_path: Path) -> None:
    assert not notes(tmp_path, *SAME)


@pytest.mark.parametrize(
    ("fact", "cell", "where", "what"),
    [
        (SAME[1], ("Cards!C2", "3E"), "Cards!C2", "Cost of “Shell” is 3E; published is 2E 1I (rulebook)."),
        (SAME[2], ("Cards!D2", None), "Cards!D2", "Bonus of “Shell” is none; published is +1E (rulebook)."),
        (SAME[0], ("Cards!B2", 2), "Cards!B2", "Layer of “Shell” is 2; published is 1 (rulebook)."),
        (
            SAME[3],
            ("Cards!F3", "New."),
            "Cards!F3",
            "Text of “Pulse” is New.; published is empty (rulebook).",
        ),
        (SAME[1], ("Cards!A2", "Hull"), "Cards", "“Shell” is not there; it is published (rulebook)."),
        (SAME[4], ("Cards!A4", "Third"), "Cards", "The sheet has 3 rows; published are 2 (rulebook)."),
        (SAME[5], ("Cards!B3", 1), "Cards", "The sheet has 2 rows of Layer 1; published are 1 (rulebook)."),
        (
            ("Cards", "Shell", "Cots", "1E", ""),
            None,
            "Published!C2",
            "The sheet “Cards” has no column “Cots”.",
        ),
        (("Crads", "Shell", "Cost", "1E", ""), None, "Published!A2", "There is no sheet “Crads”."),
        (
            ("Cards", "Shell", "Cost", "2 zeal", ""),
            None,
            "Published!D2",
            "“2 zeal” cannot be read as the Cost of “Shell”.",
        ),
        (("Cards", "Size = 2", "", 3, ""), None, "Published!B2", "The sheet “Cards” has no column “Size”."),
    ],
)
def test_a_difference_is_a_note_at_its_cell(
    tmp_path: Path, fact: tuple[object, ...], cell: tuple[str, object] | None, where: str, what: str
) -> None:
    (found,) = notes(tmp_path, fact, cell=cell)
    assert (found.severity, found.where, found.what) == (Severity.NOTE, where, what)


def test_what_is_left_open_may_be_anything(tmp_path: Path) -> None:
    assert not notes(tmp_path, ("Cards", "Shell", "Cost", "2 energy …", ""))
    (found,) = notes(tmp_path, ("Cards", "Shell", "Cost", "3 energy …", ""))
    assert found.what == "Cost of “Shell” is 2E 1I; published is 3E, the rest is open."


def test_a_card_that_is_gone_is_one_note(tmp_path: Path) -> None:
    assert len(notes(tmp_path, *SAME[:3], cell=("Cards!A2", "Hull"))) == 1


def test_nothing_is_said_of_a_cell_with_an_error(tmp_path: Path) -> None:
    assert not notes(tmp_path, *SAME, cell=("Cards!C2", "1X"))
    assert not notes(tmp_path, *SAME, cell=("Icons!E2", "tokne"))  # all costs may be unread by it


def test_who_deletes_the_sheet_hears_no_more_of_it(tmp_path: Path) -> None:
    path = save(workbook({**GOOD, "Fields": (*FIELDS, *DECLARED)}), tmp_path)
    book, problems = book_from(sheets_in(path.read_bytes(), path.name)[0], path.name)
    assert book is not None and not problems and not list(differences(book, ()))


# ---------------------------------------------------------------- how notes are shown

NOTE = note(
    "Cards!C2",
    "Cost of “Shell” is 3E; published is 2E 1I.",
    "Nothing has to be done.",
    about=Unlike.PUBLISHED,
)
FOLDED = "1 note: this differs from the published game in Cards!C2; --notes says how."


def test_notes_are_folded_to_one_line() -> None:
    assert problems_text([NOTE]) == f"No problems.\n{FOLDED}"
    told = problems_text([NOTE, warning("Cards!A2", "Odd.", "Look.")])
    assert told.endswith(f"1 warning.\n{FOLDED}") and "3E" not in told


def test_many_differences_are_counted_and_other_notes_are_called_nothing_else() -> None:
    many = [replace(NOTE, where=f"Cards!C{row}") for row in range(2, 8)]
    other = note("Tokens", "The shop makes nothing of it.", "Leave it out.")
    assert problems_text([*many, other]).splitlines()[1:] == [
        "6 notes: what differs from the published game; --notes shows them.",
        "1 note: good to know, and nothing to mend; --notes says what.",
    ]
    assert problems_text([other]).splitlines()[1:] == [
        "1 note: good to know, and nothing to mend; --notes says what."
    ]


def test_notes_unfold_below_errors_and_warnings() -> None:
    told = problems_text(
        [NOTE, warning("Cards!A2", "Odd.", "Look."), error("Cards!A3", "No.", "Do.")], notes=True
    )
    assert [line for line in told.splitlines() if line.startswith("Cards")] == [
        "Cards: errors",
        "Cards: warnings",
        "Cards: notes",
    ]
    assert told.endswith("1 error, 1 warning, 1 note.")


def test_machines_are_told_every_note_and_no_exit_code_knows_of_it() -> None:
    told = json.loads(problems_json([NOTE]))
    assert (told["errors"], told["warnings"], told["notes"]) == (0, 0, 1)
    assert told["problems"][0]["severity"] == "note"
    assert not has_errors([NOTE]) and exit_code([NOTE]) == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [((), "1 note: this differs from the published game in Cards!C2"), (("--notes",), "is 3E")],
)
def test_check_says_notes_to_who_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], told: str
) -> None:
    found = Examined((NOTE,), (NOTE,))
    monkeypatch.setattr("generator.story.look_over", lambda project, **_: found)
    assert main(["check", *asked, "--game", str(ROOT)]) == 0
    assert told in capsys.readouterr().out
