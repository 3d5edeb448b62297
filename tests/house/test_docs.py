"""The manual: its made parts are what the code says, and every example in it is built."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from docs.desk import Desk, put_rows
from docs.make_reference import MOST_BYTES, SECTIONS, filled, made, named
from docs.pages import DOCS, PICTURES, Fence, Rows, blocks, pages
from generator.booklet.helpers import helper_names
from generator.cli import main
from generator.records.symbols import Symbols
from generator.records.tables import Book, FieldType
from generator.records.worksheets import GameFacts
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine

PAGES = {page.name: page for page in pages()}
WALK = "## Your first deck\n"


def fences(language: str) -> Iterator[tuple[str, Fence]]:
    for page in pages():
        for block in blocks(page):
            if isinstance(block, Fence) and block.language == language:
                yield f"{block.page}:{block.line}", block


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


# ---------------------------------------------------------------- the made parts


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_says(name: str) -> None:
    assert PAGES[name].read_text("utf-8") == made(PAGES[name]), "run python -m docs.make_reference"


def test_every_made_part_has_its_place_once() -> None:
    placed = [part for page in pages() for part in named(page.read_text("utf-8"))]
    assert sorted(placed) == sorted(SECTIONS)


def test_a_made_part_is_replaced_and_the_rest_stays() -> None:
    page = "One\n<!-- made: a -->\nold\n<!-- end -->\nTwo\n<!-- made: b -->\n<!-- end -->\n"
    assert filled(page, {"a": "new", "b": "B"}) == (
        "One\n<!-- made: a -->\nnew\n<!-- end -->\nTwo\n<!-- made: b -->\nB\n<!-- end -->\n"
    )


def test_every_function_type_and_argument_is_told() -> None:
    import inspect

    from docs.template_sections import defined, described

    told_in = ("functions.md", "cutting.md", "measuring.md", "illustrating.md")
    page = "".join(PAGES[name].read_text("utf-8") for name in told_in)
    functions = re.findall(r"^### (\w+)$", page, re.MULTILINE)
    assert len(functions) >= 13
    for name in functions:
        function = defined(name)
        told = [argument for names in described(function)[1] for argument in names.split(", ")]
        assert told == [
            argument for argument in inspect.signature(function).parameters if argument != "self"
        ], name
    workbook = PAGES["workbook.md"].read_text("utf-8")
    for kind in FieldType:
        assert f"| **{kind}** |" in workbook


def test_every_helper_of_a_rulebook_is_told() -> None:
    page = (DOCS / "rulebook.md").read_text(encoding="utf-8")
    book = Book({}, Symbols(()), "")
    assert [name for name in helper_names(book) if f"`{{{{ {name}(" not in page] == []


def test_the_keys_of_the_sheet_game_are_those_that_the_program_reads() -> None:
    read = {each.name for each in dataclasses.fields(GameFacts)}
    section = PAGES["workbook.md"].read_text("utf-8").partition("## Game\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z][\w ,]+) \|", section, re.MULTILINE)
    told = {key.strip().lower().replace(" ", "_") for row in rows[1:] for key in row.split(",")}
    assert told == read


# ---------------------------------------------------------------- the examples


@pytest.mark.parametrize("name", PAGES)
def test_every_drawing_of_a_page_is_drawn_without_a_problem(name: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    taken_in: list[str] = []
    for block in blocks(PAGES[name]):
        if isinstance(block, Rows) or block.file:
            desk.put(block)
        if not isinstance(block, Fence) or block.language != "svg":
            continue
        if block.file and "{" in block.text and "<svg" not in block.text:
            taken_in.append(Path(block.file).name)  # a part that the next example uses
            continue
        if not block.file or block.file.startswith("templates/"):
            faces, problems = desk.faces(block)
            assert faces and problems == (), f"{name}:{block.line}"
            taken_in = [part for part in taken_in if f'"{part}"' not in block.text]
    assert taken_in == []


def test_there_are_examples_of_every_kind() -> None:
    assert len(list(fences("svg"))) >= 20
    assert len(list(fences("md"))) >= 5
    assert sum(isinstance(block, Rows) for page in pages() for block in blocks(page)) >= 8


@pytest.mark.parametrize("fence", [pytest.param(fence, id=place) for place, fence in fences("md")])
def test_every_example_of_a_rulebook_becomes_a_booklet(fence: Fence, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (desk.project.templates / "rulebook.md").write_text(fence.text, encoding="utf-8")
    summary = build(desk.project, BuildOptions(components=("Rulebook",), papers=(A4,)))
    assert summary.problems == ()
    (booklet,) = summary.files
    text = text_of(desk.project.output / booklet.path)
    for heading in re.findall(r"^#+ ([\w ]+)$", fence.text, re.MULTILINE):
        assert heading in text
    for sign in ("{", "}", "**", "![", "|", "# "):
        assert sign not in text


def test_every_command_elsewhere_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path)
    _, rulebook = next(fences("md"))
    (desk.project.templates / "rulebook.md").write_text(rulebook.text, encoding="utf-8")
    commands = [fence for place, fence in fences("sh") if not place.startswith("templates.md")]
    assert commands
    for line in "".join(fence.text for fence in commands).splitlines():
        assert main(shlex.split(line)[1:]) == 0, line


def test_every_row_for_the_workbook_is_read(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    put = [block for block in blocks(PAGES["workbook.md"]) if isinstance(block, Rows) or block.file]
    for block in put:
        desk.put(block)
    assert examine(desk.project) == ()
    assert desk.book.symbols["snow"].code == "Sn"
    page = PAGES["workbook.md"].read_text("utf-8")
    (weather,) = (row for row in desk.book["Components"] if row["name"] == "Weather")
    (drizzle,) = (row for row in desk.book["Weather"] if row["title"] == "Drizzle")
    assert f"so there are {drizzle['copies']} × {weather['copies']}" in " ".join(page.split())


# ---------------------------------------------------------------- the way of a newcomer


def test_somebody_who_follows_the_first_page_has_a_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGES["templates.md"].read_text("utf-8")
    start = text.count("\n", 0, text.index(WALK)) + 1
    end = text.count("\n", 0, text.index("\n## ", text.index(WALK) + 1)) + 1
    steps = [block for block in blocks(PAGES["templates.md"]) if start < block.line < end]
    game = tmp_path / "Creatures"
    built = []
    for step in steps:
        if isinstance(step, Rows):
            put_rows(game / "card_data.xlsx", step)
        elif step.language == "sh":
            for line in step.text.splitlines():
                assert main(shlex.split(line)[1:]) == 0, line
                if line.startswith("pnp build"):
                    built.append({path.name for path in (game / "output" / "A4").iterdir()})
        else:
            (game / step.file).write_text(step.text, encoding="utf-8")
    assert capsys.readouterr().err.count("warning") == 0
    first, *_, last = built
    assert len(built) == 3
    assert "Creatures_v0.1_Tiles_A4_duplex.pdf" in first
    guide = "Creatures_v0.1_CutGuide_A4.pdf"
    assert last == {"Creatures_v0.1_Creatures_A4.pdf", "Creatures_v0.1_Creatures_A4_8up.pdf", guide}
    printed = text_of(game / "output" / "A4" / "Creatures_v0.1_Creatures_A4.pdf")
    for title, copies in (("Hedgehog", 3), ("Pond Frog", 2), ("Barn Owl", 1)):
        assert printed.count(title) == copies
    assert "face down" in " ".join(printed.split())


# ---------------------------------------------------------------- the pages


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_in_one_sitting_and_its_links_lead_somewhere(name: str) -> None:
    text = PAGES[name].read_text("utf-8")
    lines = text.splitlines()
    assert len(lines) <= 400
    prose = [line for line in lines if not line.startswith(("|", "`", "<", "{")) and "](" not in line]
    assert [line for line in prose if len(line) > 160] == []
    for link in re.findall(
        r"(?<!!)\[[^\]]+\]\(([^)]+)\)", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    ):
        page, _, section = link.partition("#")
        assert (DOCS / page).is_file(), link
        heads = re.findall(r"^#+ (.+)$", (DOCS / page).read_text("utf-8"), re.MULTILINE)
        assert not section or section in {re.sub(r"\W+", "-", head.lower()) for head in heads}, link


def test_the_first_page_names_all_others() -> None:
    text = PAGES["README.md"].read_text("utf-8")
    assert [name for name in PAGES if name != "README.md" and f"]({name})" not in text] == []


def test_every_picture_is_there_small_and_shown() -> None:
    shown = {
        name
        for page in pages()
        for name in re.findall(rf'src="({PICTURES}/[\w.-]+)"', page.read_text("utf-8"))
    }
    there = {path.relative_to(DOCS).as_posix() for path in (DOCS / PICTURES).iterdir()}
    assert shown == there
    for name in there:
        assert (DOCS / name).stat().st_size <= MOST_BYTES
