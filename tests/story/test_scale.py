"""Work on a workbook grows with its size, and not with the square of it; steps are counted, not seconds."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.checks.every_game import check_book
from generator.cli.console import problems_json, problems_text
from generator.faces.places import Places
from generator.ground.problems import Problem
from generator.ground.project import Project
from generator.ground.spelling import MOST_COMPARED, MOST_GUESSES, Guesses, Names
from generator.records.tables import Book
from generator.workbook.book import MOST_CELLS, MOST_FINDINGS, book_from
from generator.workbook.located import Worksheet
from generator.workbook.oddities import MOST_MERGED
from tests.shared.steps import steps

Rows = Iterable[Sequence[Any]]


def sheet(name: str, rows: Rows, **more: Any) -> Worksheet:
    cells = {
        (row, column): value
        for row, values in enumerate(rows, start=1)
        for column, value in enumerate(values, start=1)
        if value is not None
    }
    return Worksheet(name, cells, **more)


def fields(*rows: Sequence[Any]) -> Worksheet:
    return sheet("Fields", [("Sheet", "Column", "Type", "Required", "Unique", "Values"), *rows])


def texts(name: str, *columns: str) -> list[tuple[str, str, str]]:
    return [(name, column, "text") for column in columns]


def read(sheets: Sequence[Worksheet]) -> tuple[Book | None, tuple[Problem, ...]]:
    return book_from(sheets, "card_data.xlsx")


# ---------------------------------------------------------------- one kind of sheet after the other


def references(n: int, *, right: bool) -> list[Worksheet]:
    named = [f"thing {i}" for i in range(n)]
    asked = reversed(named) if right else (name.replace("thing", "tihng") for name in named)
    return [
        sheet("A", [("Name", "To"), *zip(named, asked, strict=True)]),
        sheet("B", [("Name", "To"), *zip(named, named, strict=True)]),
        fields(
            ("A", "Name", "text", None, "yes"),
            ("A", "To", "reference", None, None, "B.Name"),
            ("B", "Name", "text", None, "yes"),
            ("B", "To", "reference", None, None, "A.Name"),
        ),
    ]


def symbols(n: int, *, right: bool) -> list[Worksheet]:
    icons = ((f"key{i}", f"c {i}", f"🌿{i}", f"Name {i}", "token") for i in range(n))
    rows = (
        (f"2 name {i} 3 C {i}", f"+1 Name {i}; all -2 🌿{i}", f"🌿{i} {{key{i}}}")
        if right
        else (f"2 nmae {i}", f"+1 kex{i}", f"{{kee{i}}}")
        for i in range(n)
    )
    return [
        sheet("Icons", [("Key", "Code", "Emoji", "Name", "Kind"), *icons]),
        sheet("A", [("R", "E", "T"), *rows]),
        fields(
            *texts("Icons", "Key", "Code", "Emoji", "Name", "Kind"),
            ("A", "R", "requirement"),
            ("A", "E", "effect"),
            ("A", "T", "rich text"),
        ),
    ]


def components(n: int) -> list[Worksheet]:
    columns = ("Name", "Data", "Front", "Back", "Shape", "Width", "Height", "Copies")
    types = dict.fromkeys(columns, "text") | {"Width": "number", "Height": "number", "Copies": "integer"}
    rows = ((f"C {i}", f"AA{i}", f"c{i}.svg", f"b{i}.svg", f"rectangel{i}", 10, 10, 1) for i in range(n))
    return [
        sheet("A", [("c",), ("x",)]),
        sheet("Components", [columns, *rows]),
        fields(*texts("A", "c"), *(("Components", name, kind) for name, kind in types.items())),
    ]


def one_column(n: int, kind: str, value: Callable[[int], Any], *more: Any, **sheet_: Any) -> list[Worksheet]:
    return [sheet("A", [("c",), *((value(i),) for i in range(n))], **sheet_), fields(("A", "c", kind, *more))]


def declared(n: int, *row: Any) -> list[Worksheet]:
    rows = [tuple(part.format(i) if isinstance(part, str) else part for part in row) for i in range(n)]
    return [sheet("A", [("c", "c0"), ("x", "x")]), fields(*rows)]


KINDS: dict[str, Callable[[int], list[Worksheet]]] = {
    "references": lambda n: references(n, right=True),
    "misspelt references": lambda n: references(n, right=False),
    "a unique column": lambda n: one_column(n, "text", str, None, "yes"),
    "a unique column of one value": lambda n: one_column(n, "text", lambda i: "x", None, "yes"),
    "wrong numbers": lambda n: one_column(n, "number", lambda i: f"x{i}"),
    "wrong choices": lambda n: one_column(
        n, "choice", lambda i: f"y{i}", None, None, "|".join(f"v{i}" for i in range(200))
    ),
    "missing files": lambda n: one_column(n, "file", lambda i: f"art/picture {i}.png"),
    "merged cells": lambda n: [
        sheet("A", [("c", "d"), *((i,) for i in range(n))], merged=tuple((i, 1, i, 2) for i in range(2, n))),
        fields(*texts("A", "c", "d")),
    ],
    "symbols": lambda n: symbols(n, right=True),
    "unknown symbols": lambda n: symbols(n, right=False),
    "components": components,
    "many unique columns": lambda n: [
        sheet("A", [[f"c{i}" for i in range(n // 10)], *([["x"] * (n // 10)] * 10)]),
        fields(*(("A", f"c{i}", "text", None, "yes") for i in range(n // 10))),
    ],
    "declared again and again": lambda n: declared(n, "A", "c", "text"),
    "declared and missing": lambda n: declared(n, "A", "d{}", "text"),
    "declared for no sheet": lambda n: declared(n, "S{}", "c", "text"),
    "declared with no target": lambda n: declared(n, "A", "d{}", "reference", None, None, "A.b{}"),
    "declared with one target": lambda n: declared(n, "A", "d{}", "reference", None, None, "A.c0"),
    "sheets": lambda n: [
        *(sheet(f"S{i}", [("c",), ("x",)]) for i in range(n)),
        fields(*((f"S{i}", "c", "text") for i in range(n))),
    ],
}
START, TIMES, MOST = 120, 4, 5.0
"""Four times the rows may take five times the steps: sorting, and what is bounded by a cap, are between."""


@pytest.mark.quick(5)
@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_rows_take_four_times_the_steps(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("icons", "templates", "art"):
        (tmp_path / folder).mkdir()
    # comparing is capped, so that it would hide what grows beside it; its own cap is tested below
    monkeypatch.setattr(Guesses.__init__, "__defaults__", (5,))

    def work(sheets: list[Worksheet]) -> None:
        book, problems = read(sheets)
        found = check_book(book, Project(tmp_path)) if book is not None else ()
        problems_text((*problems, *found))
        problems_json((*problems, *found))

    few, many = (KINDS[kind](START * times) for times in (1, TIMES))
    assert steps(lambda: work(many)) <= MOST * steps(lambda: work(few))


# ---------------------------------------------------------------- “did you mean”


def test_the_likeliest_of_thousands_is_found_though_few_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []
    real = difflib.get_close_matches

    def counted(word: str, among: list[str], **more: Any) -> list[str]:
        compared.append(len(among))
        return real(word, among, **more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    known = Names(f"Land of the number {i:05}" for i in range(5000))
    for i in (0, 42, 4999):
        assert known.nearest(f"Land off the numbr {i:05}") == [f"Land of the number {i:05}"]
    assert max(compared) <= MOST_COMPARED


def test_a_question_is_worked_out_once_and_after_many_no_more() -> None:
    asked: list[str] = []

    class Counted(Names):
        def nearest(self, wrong: str, *, count: int = 1, cutoff: float = 0.6) -> list[str]:
            asked.append(wrong)
            return super().nearest(wrong, count=count, cutoff=cutoff)

    guesses, known = Guesses(), Counted(["Shell", "Skin"])
    assert [guesses.nearest("Shel", known) for _ in range(3)] == [["Shell"]] * 3
    assert asked == ["Shel"]
    for i in range(2 * MOST_GUESSES):
        guesses.nearest(f"Shel{i}", known)
    assert len(asked) == MOST_GUESSES
    assert guesses.nearest("Shel", known) == ["Shell"], "what was worked out stays known"
    assert guesses.nearest("Skim", known) == []


def test_a_renamed_column_comes_with_guesses_and_one_mend_for_the_rest() -> None:
    _, problems = read(references(MOST_GUESSES + 50, right=False))
    mends = [problem.mend for problem in problems]
    assert mends[7].startswith("Did you mean “thing 7” or ")
    assert mends[-1].startswith("Use one of thing 0, ") and mends[-1].endswith(" …, or add it to B.Name.")
    assert mends[MOST_GUESSES:] == [mends[-1]] * 50


# ---------------------------------------------------------------- what is bounded


def test_cells_beyond_the_most_are_one_problem() -> None:
    columns = [f"c{i}" for i in range(500)]
    rows = MOST_CELLS // 500 + 1
    book, problems = read(
        [sheet("A", [columns, *([("x",)] * rows)]), fields(*(("A", name, "text") for name in columns))]
    )
    assert book is None
    assert [problem.where for problem in problems] == ["A!A1"]
    assert "1,000,500 cells" in problems[0].what


def test_findings_beyond_the_most_are_counted() -> None:
    _, problems = read(one_column(MOST_FINDINGS + 25, "number", lambda i: "many"))
    assert len(problems) == MOST_FINDINGS + 1
    assert problems[-1].what.startswith("25 more cells are wrong")


def test_merged_ranges_are_named_up_to_a_bound() -> None:
    merged = tuple((row, 1, row, 16_384) for row in range(2, 2000))
    book, problems = read(one_column(5, "text", str, merged=merged))
    assert len(problems) == MOST_MERGED + 1
    assert problems[-1].where == "A!A22" and "1978 more ranges" in problems[-1].what
    assert book is not None and "A" not in book


def test_an_empty_cell_of_a_merged_range_is_no_problem_of_its_own() -> None:
    rows = [("c", "d"), ("a", "b"), (None, "b"), ("a", "b"), (None, "b")]
    merged = ((2, 1, 3, 1), (2, 7, 9, 9))
    _, problems = read(
        [sheet("A", rows, merged=merged), fields(("A", "c", "text", "yes"), ("A", "d", "text"))]
    )
    assert [problem.where for problem in problems] == ["A!A2", "A!A5"]


def test_where_a_text_stands_is_looked_up_and_not_searched() -> None:
    def asked(n: int) -> int:
        book, _ = read(one_column(n, "text", lambda i: f"text {i}"))
        assert book is not None
        places = Places(book)
        assert places.of(None, "text 7") == "A!A9"
        return steps(lambda: [places.of(None, f"text {i}") for i in range(100)])

    assert asked(1000) == asked(100)


def test_a_text_of_two_cells_has_no_one_place() -> None:
    book, _ = read(one_column(9, "text", lambda i: "twice" if i in {2, 5} else f"text {i}"))
    assert book is not None
    card = book["A"].rows[5]
    assert Places(book).of(None, "twice") == ""
    assert Places(book).of(card, " twice ") == "A!A7", "the card's own cell counts most"
    assert Places(book).of(card, "") == ""
