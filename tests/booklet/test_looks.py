"""What booklets look like: colours and fonts of the workbook, and covers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import openpyxl
import pytest

from generator.booklet.front import front_of, petal_path
from generator.booklet.looks import contrast_on_white, style_of
from generator.booklet.pages import Title
from generator.booklet.style import HEADING_FONT, TEXT_FONT
from generator.checks.checked import read
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.sheets.sheet import A4, LETTER, Paper
from generator.story import examine
from generator.text.fonts import game_fonts

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    shutil.copytree(ROOT / "generator" / "data" / "starter", tmp_path / "game")
    (tmp_path / "game" / "templates" / "rulebook.md").write_text("# A\n\nText.\n", "utf-8")
    return Project(tmp_path / "game")


def stating(project: Project, **facts: str) -> dict[str, str]:
    """Add facts to the sheet Game; gives the cells of their values."""
    book = openpyxl.load_workbook(project.workbook)
    sheet = book["Game"]
    cells = {}
    for key, value in facts.items():
        sheet.append([key.replace("_", " "), value])
        cells[key] = f"Game!B{sheet.max_row}"
    book.save(project.workbook)
    return cells


def looks(project: Project) -> tuple[object, tuple[Problem, ...]]:
    book, _ = read(project)
    return style_of(book, game_fonts(project), project)


# ---------------------------------------------------------------- colours and fonts


def test_the_sheet_game_says_what_its_booklets_look_like(project: Project) -> None:
    stating(project, Heading_Colour="#aa2200", Ground_Colour="#ffeecc", Heading_Font="Source Sans 3")
    style, problems = style_of(read(project)[0], game_fonts(project), project)
    assert problems == ()
    assert (style.deep, style.ground, style.heading_font) == ("#aa2200", "#ffeecc", "Source Sans 3")
    assert {look.family for look in style.headings} == {"Source Sans 3"}


def test_without_a_word_of_it_the_games_own_colours_count(project: Project) -> None:
    style, problems = style_of(read(project)[0], game_fonts(project), project)
    assert problems == ()
    assert contrast_on_white(style.deep) >= 4.5
    assert (style.heading_font, style.text_font) == (HEADING_FONT, TEXT_FONT)
    other = Project(ROOT / "games" / "nineteen_lanterns")
    assert style_of(read(other)[0], game_fonts(other), other)[0].deep != style.deep


def test_the_family_of_the_templates_is_that_of_the_headings(project: Project) -> None:
    (project.root / "fonts").mkdir()
    shutil.copy(ROOT / "fonts" / "Fraunces-SemiBold.ttf", project.root / "fonts" / "Harbour-Bold.ttf")
    template = project.templates / "token.svg"
    words = '{{ text("a", 1, 9, 9, size=3, font="Harbour") }}</svg>'
    template.write_text(template.read_text("utf-8").replace("</svg>", words), "utf-8")
    style, _ = style_of(read(project)[0], game_fonts(project), project)
    assert style.heading_font == "Harbour"


def test_an_unknown_colour_or_font_is_a_problem_in_its_cell(project: Project) -> None:
    cells = stating(project, Heading_Colour="teal", Text_Font="Comic")
    found = {problem.where: problem for problem in examine(project)}
    colour, font = found[cells["Heading_Colour"]], found[cells["Text_Font"]]
    assert (colour.severity, colour.what) == (Severity.ERROR, "“teal” is no colour.")
    assert colour.mend == "Write it like #1b7f83."
    assert font.what == "There is no font “Comic”."
    assert "SourceSans3" in font.mend


# ---------------------------------------------------------------- covers

COVER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ component.width }} {{ component.height }}">
<rect x="0" y="0" width="{{ component.width }}" height="{{ component.height }}" fill="#123456"/>
{{ text(component.title, 10, 30, 100, size=9, color="#ffffff") }}</svg>
"""


def test_a_template_beside_the_text_is_its_cover_on_both_papers(project: Project) -> None:
    (project.templates / "rulebook-cover.svg").write_text(COVER, "utf-8")
    assert examine(project) == ()


def test_a_cover_that_is_no_page_is_a_problem(project: Project) -> None:
    cover = COVER.replace("{{ component.height }}", "99", 1)
    (project.templates / "rulebook-cover.svg").write_text(cover, "utf-8")
    (problem,) = examine(project)
    assert problem.where == "templates/rulebook-cover.svg:1"
    assert problem.what == "The viewBox of a cover is not as large as the page."
    assert problem.mend == 'Write viewBox="0 0 {{ component.width }} {{ component.height }}".'


def with_booklets(project: Project, **cells: str) -> None:
    book = openpyxl.load_workbook(project.workbook)
    sheet = book.create_sheet("Booklets")
    row = {"Name": "Rulebook", "Template": "rulebook.md", **cells}
    sheet.append(list(row))
    sheet.append(list(row.values()))
    for column in row:
        book["Fields"].append(["Booklets", column, "text"])
    book.save(project.workbook)


def test_the_sheet_booklets_names_a_cover_and_columns(project: Project) -> None:
    (project.templates / "front.svg").write_text(COVER, "utf-8")
    with_booklets(project, Cover="front.svg", Columns="1")
    assert examine(project) == ()


def test_a_cover_that_is_not_there_and_three_columns_are_problems_in_their_cells(project: Project) -> None:
    with_booklets(project, Cover="tokn.svg", Columns="3")
    cover, columns = sorted(examine(project), key=lambda problem: problem.where)
    assert (cover.where, cover.what) == ("Booklets!C2", "There is no cover templates/tokn.svg.")
    assert "token.svg" in cover.mend
    assert (columns.where, columns.what) == ("Booklets!D2", "A booklet cannot have “3” columns.")
    assert columns.mend == "Write 1 or 2, or leave the cell empty."


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_the_usual_first_page_has_a_petal_for_each_piece_of_art(paper: Paper, project: Project) -> None:
    from generator.booklet.flow import Setter, Sink
    from generator.text.fitting import Typesetter

    book, _ = read(project)
    setter = Setter(Typesetter(game_fonts(project)), book.symbols, Sink(paper.height_mm, 200), {})
    motifs = [("waves", "#2463b0", "#dce7f5"), ("rays", "#d9a400", "#faf0cd")] * 4
    title = Title(
        "A Game of Many Words", "Rulebook", "", motifs, motto="A line.", facts=("2–4 players", "You")
    )
    drawn = front_of(title, paper, setter)
    assert drawn.count("<clipPath") >= 8
    assert setter.problems == []
    written = re.findall(r'<text x="([\d.]+)"[^>]*>([^<]+)<', drawn)
    assert {"A line.", "Rulebook"} <= {words for _, words in written}
    assert all(0 < float(x) < paper.width_mm for x, _ in written)


def test_petals_of_many_are_narrower() -> None:
    def half(count: int) -> float:
        return max(float(x) for x in re.findall(r"([\d.]+) -49.000C", petal_path(count, 70)))

    assert half(12) < half(8) < half(5)
