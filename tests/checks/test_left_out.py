# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""A mistake in the headers or declarations of one sheet leaves all others read, checked, drawn and replayed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from generator.checks.checked import Checked, look_through, read
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.story import Examined, look_over
from tests.shared.declared_rows import placed
from tests.shared.game_folders import ROOT, copy_of

Edit = tuple[str, Any] | Callable[[Workbook], object]
BEYOND: Edit = ("Components!F4", 4)
"""Another mistake, in a sheet that has nothing to do with the first: told in the same run."""
TOO_SMALL = "error: Components!F4: “4” is less than 5. Give a number from 5 to 1200."
LEFT_OUT = "The sheet {} is left out until that is mended."
UNPLAYED = "The sample game is not played until that is mended."


def change(folder: Path, *edits: Edit) -> None:
    book = load_workbook(folder / "card_data.xlsx")
    for edit in edits:
        if callable(edit):
            edit(book)
        else:
            sheet, _, cell = placed(edit[0]).partition("!")
            book[sheet][cell] = edit[1]
    book.save(folder / "card_data.xlsx")


def looked_over(folder: Path, *edits: Edit) -> Examined:
    change(folder, *edits)
    return look_over(Project(folder))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Meaning Made with empty drawings: what is checked reads none of them."""
    for name in ("templates", "icons"):
        (tmp_path / name).mkdir()
        for file in (ROOT / name).glob("*.svg"):
            (tmp_path / name / file.name).touch()
    shutil.copy(ROOT / "card_data.xlsx", tmp_path)
    return tmp_path


def looked_through(folder: Path, *edits: Edit) -> Checked:
    change(folder, *edits)
    return look_through(Project(folder), *read(Project(folder)))


def errors(found: Examined) -> list[Problem]:
    return [problem for problem in found.told if problem.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("edit", "message", "consequences", "played"),
    [
        (("Patterns!C1", "Requirment"), "Fields!B[Patterns.Requirement]: The sheet Patterns has no column “Requirement”. Rename the header “Requirment” in Patterns!C1.", (), True),
        (("Patterns!C1", None), "Fields!B[Patterns.Requirement]: The sheet Patterns has no column “Requirement”; in its place stands a column without a header. Write “Requirement” into Patterns!C1.",
         (LEFT_OUT.format("Patterns"), "Not printed until that is mended: Pattern cards."), False),
        (("Events!B1", "Quirk"), "Fields!B[Events.Letter]: The sheet Events has no column “Letter”; in its place stands “Quirk” (Events!B1), which Fields does not declare. Write “Letter” into Events!B1: the rules of the game read it by that name.",
         (LEFT_OUT.format("Events"), "Not printed until that is mended: Event cards."), False),
        (("Glossary!D1", "Term"), "Glossary!D1: The header “Term” stands in A1 already. Rename or delete one of the two columns.", (), True),
        (("Fields!C[Patterns.Layer]", "integr"), "Fields!C[Patterns.Layer]: “integr” is not a choice of “Type”. Did you mean “integer”?", (), True),
        (("Fields!A[Patterns.Layer]", "Paterns"), "Fields!A[Patterns.Layer]: There is no sheet “Paterns”. Did you mean “Patterns”?", (), True),
        (("Fields!H[Layers.Icon]", "Icon.Key"), "Fields!H[Layers.Icon]: No column “Icon.Key” is declared. Did you mean “Icons.Key”?", (), True),
        (lambda book: book.remove(book["Glossary"]), "Fields!A[Glossary.Term]: There is no sheet “Glossary”. Add a sheet “Glossary”, or delete its rows in Fields.", (LEFT_OUT.format("Glossary"),), True),
        (lambda book: book["Tokens"].merge_cells("D2:D3"), "Tokens!D2: The cells D2:D3 are merged; all but one are empty. Unmerge them and fill in every cell.",
         (LEFT_OUT.format("Tokens"), "Not printed until that is mended: Tokens."), False),
        (("Sample Game!D1", None), "Fields!B[Sample Game.Action]: The sheet Sample Game has no column “Action”; in its place stands a column without a header. Write “Action” into Sample Game!D1.",
         (LEFT_OUT.format("Sample Game"), UNPLAYED), False),
    ],
)  # fmt: skip
def test_one_broken_sheet_hides_no_other(
    game: Path, edit: Edit, message: str, consequences: tuple[str, ...], played: bool
) -> None:
    checked = looked_through(game, edit, BEYOND)
    told = {str(problem): problem for problem in checked.problems if problem.severity is Severity.ERROR}
    message = f"error: {placed(message)}"
    assert sorted(told) == sorted([message, TOO_SMALL])
    assert told[message].consequences == consequences
    assert (checked.loaded is not None and "Sample Game" in checked.book) == played


@pytest.mark.slow
def test_what_needs_a_broken_sheet_is_said_once_and_the_rest_drawn_and_played(tmp_path: Path) -> None:
    found = looked_over(copy_of(ROOT, tmp_path / "game"), ("Events!B1", "Quirk"), BEYOND)
    first, second = errors(found)
    assert (first.where, str(second)) == (placed("Fields!B[Events.Letter]"), TOO_SMALL)
    printed = "Not printed until that is mended: Event cards."
    assert first.consequences == (LEFT_OUT.format("Events"), printed, UNPLAYED)
    assert [problem.where for problem in found.told if problem.severity is Severity.WARNING] == []


def test_without_components_all_the_rest_is_checked(game: Path) -> None:
    checked = looked_through(game, ("Components!B1", None), ("Patterns!C2", "2X"))
    first, second = (problem for problem in checked.problems if problem.severity is Severity.ERROR)
    where, missing = (
        placed("Fields!B[Components.Data]"),
        "The sheet Components has no column “Data”; in its place stands a column without a header.",
    )
    assert (first.where, first.what) == (where, missing)
    assert first.consequences == ("No cards, boards or tokens are printed until that is mended.",)
    assert second.where == "Patterns!C2" and checked.loaded is not None


def test_a_game_whose_symbols_are_broken_is_said_to_be_that_alone(game: Path) -> None:
    checked = looked_through(game, ("Icons!E1", None))
    (only,) = (problem for problem in checked.problems if problem.severity is Severity.ERROR)
    assert only.mend == "Write “Kind” into Icons!E1." and checked.rules_unread
    assert checked.sound.cause == only


def test_without_the_sheet_that_names_the_rules_there_is_no_guess_which_they_are(game: Path) -> None:
    checked = looked_through(game, ("Game!A1", None))
    (only,) = (problem for problem in checked.problems if problem.severity is Severity.ERROR)
    assert only.mend == "Write “Key” into Game!A1." and checked.rules_unread
