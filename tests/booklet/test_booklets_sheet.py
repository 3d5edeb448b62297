# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The sheet Booklets: several texts of one folder, each a file of its own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from openpyxl import load_workbook

from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, Summary, build, examine

STARTER = Path(__file__).parents[2] / "generator" / "data" / "starter"
DECLARED = (("Name", "yes"), ("Template", None), ("Data", None), ("Short", None))
ROWS: tuple[tuple[str | None, ...], ...] = (
    ("Name", "Template", "Data", "Short"),
    ("Long Rules", "long.md", None, "all of it"),
    ("List of Tiles", "list.md", "Tiles", "tiles"),
    ("List of Lands", "list.md", "Lands", "lands"),
)
TEXTS = {
    "long.md": "# All of it\n\nThere are {{ data | length }} rows here.\n\n![](face:Tiles/@first)\n",
    "list.md": '# {{ booklet.short }}\n\n{% for row in data %}\n- {{ row.title if booklet.data == "Tiles" else row.name }}\n{% endfor %}\n',
}


def game(folder: Path, cells: dict[str, Any] | None = None) -> Project:
    shutil.copytree(STARTER, folder)
    book = load_workbook(folder / "card_data.xlsx")
    for column, required in DECLARED:
        book["Fields"].append(("Booklets", column, "text", required))
    sheet = book.create_sheet("Booklets")
    for row in ROWS:
        sheet.append(row)
    for cell, value in (cells or {}).items():
        sheet[cell] = value
    book.save(folder / "card_data.xlsx")
    for name, text in TEXTS.items():
        (folder / "templates" / name).write_text(text, encoding="utf-8")
    return Project(folder)


def made(project: Project, *names: str) -> list[str]:
    return [Path(file.path).name for file in build_a4(project, *names).files]


def build_a4(project: Project, *names: str) -> Summary:
    return build(project, BuildOptions(components=names, papers=(A4,)))


def test_each_row_is_a_booklet_and_is_built_by_its_name(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    assert [str(problem) for problem in examine(project)] == []
    everything = build_a4(project)
    names = [Path(file.path).name for file in everything.files]
    assert [name for name in names if "List" in name or "Long" in name] == [
        "MyGame_v0.1_LongRules_A4.pdf",
        "MyGame_v0.1_ListofTiles_A4.pdf",
        "MyGame_v0.1_ListofLands_A4.pdf",
    ]
    assert not any("Rulebook" in name for name in names)
    assert made(project, "list of lands", "Tokens")[-1] == "MyGame_v0.1_ListofLands_A4.pdf"
    readme = (project.output / "README.txt").read_text(encoding="utf-8")
    assert "List of Lands: 1 piece" in readme


def test_a_text_reads_its_own_row_and_its_data(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    build_a4(project, "Long Rules", "List of Lands")
    text = {}
    for name in ("LongRules", "ListofLands"):
        with pypdfium2.PdfDocument(project.output / "A4" / f"MyGame_v0.1_{name}_A4.pdf") as pdf:
            text[name] = "\n".join(page.get_textpage().get_text_range() for page in pdf)
    assert "There are 0 rows here." in text["LongRules"]
    assert "My Game\r\nLong Rules\r\nversion 0.1" in text["LongRules"]
    assert "lands" in text["ListofLands"]
    assert "Forest" in text["ListofLands"]


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        ("A3", "a/b", "error: Booklets!A3: “a/b” cannot be part of a file's name. Use letters, digits and blanks."),
        (
            "A3", "Long rules!".rstrip("!"),
            "error: Booklets!A3: The file of “Long rules” would have the name of that of the booklet in "
            "Booklets!A2. Give the booklet another name.",
        ),
        (
            "A3", "Tiles",
            "error: Booklets!A3: The file of “Tiles” would have the name of that of the component in "
            "Components!A2. Give the booklet another name.",
        ),
        (
            "A3", "Sample Game",
            "error: Booklets!A3: The file of “Sample Game” would have the name of that of the sample game, "
            "SampleGame. Give the booklet another name.",
        ),
        (
            "B3", "lits.md",
            "error: Booklets!B3: There is no text templates/lits.md. Did you mean “list.md”?",
        ),
        (
            "B3", "../list.md",
            "error: Booklets!B3: There is no text templates/../list.md. Did you mean “list.md”?",
        ),
        (
            "B3", None,
            "error: Booklets!B3: The booklet has no text: its Template is empty. "
            "Write the name of its text in the folder templates, such as rulebook.md.",
        ),
        (
            "C3", "Tils",
            "error: Booklets!C3: There is no sheet “Tils” with declared columns. Did you mean “Tiles”?",
        ),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_made_is_told(tmp_path: Path, cell: str, value: Any, message: str) -> None:
    project = game(tmp_path / "game", {cell: value})
    assert [str(problem) for problem in examine(project)] == [message]
    with pytest.raises(Failed):
        build_a4(project)


def test_a_rulebook_that_no_row_names_is_told(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    (project.templates / "rulebook.md").write_text("# Rules\n", encoding="utf-8")
    assert [str(problem) for problem in examine(project)] == [
        "warning: Booklets!A1: The sheet Booklets does not name templates/rulebook.md, so that it is not printed. "
        "Add a row Rulebook with the Template rulebook.md."
    ]
