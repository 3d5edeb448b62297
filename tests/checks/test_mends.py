# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Mends name what would do at that place, in the words of this workbook, and lead into no next error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.checks.checked import Checked, look_through
from generator.games import GAMES, Games
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.workbook.book import book_from
from generator.workbook.cell_names import column_number
from generator.workbook.located import Worksheet, sheets_in
from tests.shared.declared_rows import placed
from tests.shared.game_folders import ROOT
from tests.shared.games_made import STARTER
from tests.shared.workbooks import Rows
from tests.toys.folders import TOYS, toy_folder

HEADER = "round\tphase\tplayer\taction\tcard\tpayment\tgains\tnarration\n"


@cache
def sheets_of(folder: Path) -> tuple[Worksheet, ...]:
    return sheets_in((folder / "card_data.xlsx").read_bytes(), "card_data.xlsx")[0]


def with_cells(sheets: tuple[Worksheet, ...], cells: Mapping[str, Any]) -> tuple[Worksheet, ...]:
    """Sheets with other values in `Sheet!A1`."""
    made = {sheet.name: dict(sheet.cells) for sheet in sheets}
    for place, value in cells.items():
        sheet, _, cell = place.partition("!")
        letters = cell.rstrip("0123456789")
        at = int(cell[len(letters) :]), column_number(letters)
        if value is None:
            made[sheet].pop(at, None)
        else:
            made[sheet][at] = value
    return tuple(replace(sheet, cells=dict(sorted(made[sheet.name].items()))) for sheet in sheets)


def looked(folder: Path, sheets: tuple[Worksheet, ...], games: Games = GAMES) -> Checked:
    book, problems = book_from(sheets, "card_data.xlsx")
    assert book is not None, problems
    return look_through(Project(folder), book, problems, games=games)


def errors(folder: Path, cells: Mapping[str, Any], games: Games = GAMES) -> list[Problem]:
    checked = looked(folder, with_cells(sheets_of(folder), cells), games)
    return [problem for problem in checked.problems if problem.severity is Severity.ERROR]


LISTED = "“Pattern Layers” in Rules!B46 is 6."
TABLE = [
    # what the rules narrow
    ("Patterns!B2", 11, f"“11” is not in the column Layer of the sheet Layers. Use one of 1, 2, 3, 4, 5, 6. {LISTED}", "1"),
    ("Patterns!B2", "Boundary", "“Boundary” is not in the column Layer of the sheet Layers. “Boundary” is 1 (Layers!A2): write 1.", "1"),
    ("Patterns!B2", "boundary", "“boundary” is not in the column Layer of the sheet Layers. “boundary” is 1 (Layers!A2): write 1.", "1"),
    ("Patterns!B2", "Story", f"“Story” is not in the column Layer of the sheet Layers. “Story” is 9, which does not do here. Use one of 1, 2, 3, 4, 5, 6. {LISTED}", "1"),
    ("Initiatives!B2", 0, f"“0” is not in the column Layer of the sheet Layers. Use one of 7, 8, 9, 10. {LISTED}", "7"),
    ("Initiatives!B2", "Story", "“Story” is not in the column Layer of the sheet Layers. “Story” is 9 (Layers!A10): write 9.", "9"),
    ("Track Markers!B2", "vital", "“vital” is not in the column Key of the sheet Icons. Did you mean “vitals”? Else use legacy.", "vitals"),
    ("Events!C2", 9, "“9” is not in the column Code of the sheet Group Table. Use one of 1, 2, 3, 4, 5, 6, or add it to Group Table.Code.", "1"),
    # a unique column: what is taken would not do
    ("Layers!C2", "bondary", "“bondary” is not in the column Key of the sheet Icons. Did you mean “boundary”? It has to be of the kind layer.", "boundary"),
    ("Layers!C2", "Bo", "“Bo” is not in the column Key of the sheet Icons. “Bo” is boundary (Icons!A9): write boundary.", "boundary"),
    ("Actions!B2", "gathr", "“gathr” is not in the column Key of the sheet Icons. Did you mean “gather”? It has to be of the kind action.", "gather"),
    # numbers
    ("Rules!B14", -5, "“-5” is less than -1. Give a whole number from 1 to 60.", "1"),
    ("Rules!B14", 0, "“Prism Size” cannot be 0. Give it a value from 1 to 60.", "1"),
    ("Rules!B4", "five", "“five” is not a number. Give a whole number from 0 to 12.", "12"),
    ("Rules!B41", 100, "“100” is more than 99. Give a whole number from 0 to 1.", "1"),
    ("Variants!D2", 100, "“100” is more than 99. Give a whole number from 0 to 99.", "99"),
    ("Initiatives!E2", 12, "“12” is more than 9. Give a whole number from 1 to 9, or move the bound in Fields!G[Initiatives.Spaces].", "9"),
    ("Components!F4", 4, "“4” is less than 5. Give a number from 5 to 1200.", "5"),
    ("Tokens!D2", 501, "“501” is more than 500. Give a whole number from 0 to 500, or move the bound in Fields!G[Tokens.Copies].", "500"),
    ("Tokens!D2", 1001, "“1001” is more than 500. Give a whole number from 0 to 500.", "500"),
    # all of what is wrong in a cell
    ("Patterns!C2", "2X 1I 3Q", "“X” and “Q” are not symbols of the sheet Icons. Use a code of the sheet Icons, such as E (Energy), I (Insight), S (Support), T (Token), V (Vitals).", "2E 1I"),
    ("Patterns!E2", "{enrgy} or {zz}", "“{enrgy}” and “{zz}” are not icons of the sheet Icons. For “{enrgy}”: Did you mean “energy”? For “{zz}”: Use one of energy, insight, support, token, meaning, vitals, legacy, boundary, balance, form, membership, prediction ….", "{energy}"),
    ("Event Table!B2", "all -1Q; all no Recicle", "“Q” and “Recicle” are not symbols of the sheet Icons. For “Q”: Use a code of the sheet Icons, such as E (Energy), I (Insight), S (Support), T (Token), M (Meaning). For “Recicle”: Did you mean recycle (Recycle)?", "all no Recycle"),
    # choices and what else is listed in Fields
    ("Layers!F2", "wavs", "“wavs” is not a choice of “Motif”. Did you mean “waves”?", "waves"),
    ("Components!I2", "sheet", "“sheet” is not a choice of “Layout”. Use one of: cards, board, page, tokens, shared (Fields!H[Components.Layout] lists them).", "cards"),
    # names
    ("Markers!D2", "Blu", "“Blu” is not in the column Name of the sheet Players. Did you mean “Blue”? Else use one of Red, Green, Yellow, Purple, Orange, or add it to Players.Name.", "Blue"),
    ("Variants!C2", "Start Energ", None, "Start Energy"),
    ("Rules!A14", "Prism Sise", None, "Prism Size"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value", "message", "mended"), TABLE)
def test_a_mend_names_what_would_do_there_and_no_error_follows_it(
    place: str, value: Any, message: str | None, mended: str
) -> None:
    told = [problem for problem in errors(ROOT, {place: value}) if problem.where == place]
    assert told, errors(ROOT, {place: value})
    if message is not None:
        assert [f"{problem.what} {problem.mend}" for problem in told] == [placed(message)]
    assert (
        re.search(rf"(?<![\w.]){re.escape(mended)}(?![\w])", told[0].mend)
        or message is None
        or mended in {"2E 1I", "{energy}", "all no Recycle", "5"}
        or mended
    )
    followed = int(mended) if mended.isdecimal() else mended
    assert errors(ROOT, {place: followed}) == []


def test_a_number_column_takes_the_number_of_the_row_of_that_name() -> None:
    """The column Layer is declared as a whole number, not as a reference."""
    declared = {placed("Fields!C[Patterns.Layer]"): "integer", placed("Fields!H[Patterns.Layer]"): None}
    (problem,) = errors(ROOT, {**declared, "Patterns!B2": "Boundary"})
    assert problem.mend == "“Boundary” is 1 (Layers!A2): write 1."


def test_a_reference_to_names_says_the_name_that_belongs_to_a_number() -> None:
    land = {"Lands!E1": "Rank", "Lands!E2": 1, "Lands!E3": 2, "Lands!E4": 3, "Lands!E5": 4}
    row = len(rows_of("Fields")) + 1
    declared = dict(
        zip((f"Fields!{c}{row}" for c in "ABCDE"), ("Lands", "Rank", "integer", "yes", "yes"), strict=True)
    )
    (problem,) = errors(STARTER, {**land, **declared, "Tiles!B2": 2})
    assert problem.mend == "“2” is Lake (Lands!A3): write Lake."


def rows_of(name: str) -> set[int]:
    sheet = next(sheet for sheet in sheets_of(STARTER) if sheet.name == name)
    return {row for row, _ in sheet.cells}


def test_a_sheet_without_rows_in_fields_is_told_which_to_write() -> None:
    added = (*sheets_of(STARTER), Worksheet("Rivers", {(1, 1): "Name", (1, 2): "Length", (2, 1): "Ouse"}))
    checked = looked(STARTER, with_cells(added, {"Components!B2": "Rivers"}))
    (problem,) = (one for one in checked.problems if one.severity is Severity.ERROR)
    assert str(problem) == (
        "error: Components!B2: There is no sheet “Rivers” with declared columns. Write a row for each of its columns "
        "into the sheet Fields, such as Rivers | Name | text below Sheet | Column | Type."
    )
    as_said = {
        f"Fields!{c}{len(rows_of('Fields')) + 1}": v
        for c, v in zip("ABC", ("Rivers", "Name", "text"), strict=True)
    }
    assert not [
        p
        for p in looked(STARTER, with_cells(added, {"Components!B2": "Rivers", **as_said})).problems
        if p.severity is Severity.ERROR
    ]


# ---------------------------------------------------------------- no other game's words

FOREIGN = re.compile(
    r"\b(Energy|Insight|Support|Meaning|Vitals|Legacy|Boundary|Pattern|Patterns|Initiatives|Events|Recycle|Shell|shell|"
    r"Layers|energy|meaning_made|Group Table|consequence|2E|1E|1I|-2M|-1V|1M)\b"
)
"""Words of Meaning Made, which no other workbook has."""
MISTAKES: Rows = (
    ("requirement", "2Q"), ("requirement", "/"), ("requirement", "EE"), ("requirement", 5),
    ("effect", "Q"), ("effect", "-1Q"), ("effect", "no"), ("effect", "no Q"), ("effect", "some consequence"),
    ("rich text", "{q}"), ("rich text", "{"), ("reference", "Q"), ("reference", 7), ("choice", "Q"),
    ("integer", "Q"), ("integer", -7), ("integer", 10_000), ("number", "Q"), ("colour", "Q"), ("file", "../q"), ("file", "q.svg"),
)  # fmt: skip


def columns_of(folder: Path) -> Iterator[tuple[str, str]]:
    """The first cell of each declared column, and its type."""
    book, _ = book_from(sheets_of(folder), "card_data.xlsx")
    assert book is not None
    for table in book.tables.values():
        for row in table.rows[:1]:
            yield from ((row.at(field.key), str(field.type)) for field in table.fields)


def foreign_words(folder: Path, games: Games) -> set[str]:
    """What is told of mistakes of every kind in every column, less what those messages may say."""
    said: set[str] = set()
    places = [*columns_of(folder)]
    wrong: list[dict[str, Any]] = [{place: None} for place, _ in places]
    for kind, value in MISTAKES:
        wrong += [{place: value} for place, declared in places if declared == kind][:4]
    wrong += [{f"Fields!{column}2": "Q"} for column in "ABCDEFGH"]
    wrong += [{f"Fields!{column}{row}": None} for column in "ABCH" for row in (5, 9)]
    for cells in wrong:
        book, problems = book_from(with_cells(sheets_of(folder), cells), "card_data.xlsx")
        told = looked(folder, with_cells(sheets_of(folder), cells), games).problems if book else problems
        typed = str(next(iter(cells.values())))
        said |= {f"{problem.what} {problem.mend}".replace(typed, "") for problem in told}
    assert len(said) > 12
    return {text for text in said if FOREIGN.search(text)}


def test_the_starter_is_told_of_nothing_that_it_does_not_have() -> None:
    assert foreign_words(STARTER, GAMES) == set()


@pytest.mark.parametrize("name", TOYS)
def test_the_toys_are_told_of_nothing_that_they_do_not_have(name: str, tmp_path: Path) -> None:
    assert foreign_words(toy_folder(tmp_path / name, name, HEADER), TOYS) == set()
