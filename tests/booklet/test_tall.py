"""What is taller than a page: running text goes on, everything else is a Problem before a page is made."""

from __future__ import annotations

import dataclasses
import itertools
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from generator.booklet import document
from generator.booklet.appendix import appendix_blocks
from generator.booklet.blocks import Block, Heading, Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.document import Booklet, set_booklet
from generator.booklet.gallery import MOST_SHOWN
from generator.booklet.markdown import parse_blocks
from generator.booklet.pages import Title
from generator.booklet.pictures import Shown
from generator.booklet.story import Drawn
from generator.faces.assets import Icons
from generator.games.meaning_made.records import game_from
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.records.booklets import TEMPLATE
from generator.records.tables import Book
from generator.replay.telling import told
from generator.sheets.sheet import A4, LETTER, PAPERS, Paper
from generator.story import BuildOptions, build, examine
from generator.text.fitting import Typesetter
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.scripts import replay_book

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def book() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


def laid_out(
    blocks: tuple[Block | Drawn, ...],
    book: Book,
    paper: Paper = A4,
    *,
    title: str = "A title",
    columns: int = 1,
) -> Booklet:
    return set_booklet(
        blocks,
        key="Test",
        title=Title(title, "A subtitle", f"{title} v1", ()),
        paper=paper,
        typesetter=Typesetter(find_fonts(ROOT / "fonts")),
        symbols=book.symbols,
        icon=Icons(ROOT / "icons").symbol,
        show=lambda picture: Shown('<rect width="60" height="90"/>', 60, 90, picture.caption),
        place="elsewhere",
        columns=columns,
    )


def words_of(booklet: Booklet) -> str:
    """All the text behind the cover, line by line, without the small print: contents and page feet."""
    found = (re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', face.svg) for face in booklet.faces[1:])
    small = {"2.9", "3.1"}
    lines = (text for page in found for size, text in page if size not in small and text != "Contents")
    return " ".join(line.strip() for line in lines)


def lines_of(booklet: Booklet, begins: str) -> list[tuple[int, float, float]]:
    """Page, left edge and baseline of each run of text that begins with some letters."""
    found = []
    for number, face in enumerate(booklet.faces, start=1):
        for left, top, inner in re.findall(
            r'<g transform="translate\(([\d.]+) ([\d.]+)\)">((?:<(?:text|use|rect|circle)\b.*?)*?)</g>',
            face.svg,
        ):
            for y, words in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]+)<', inner):
                if words.startswith(begins):
                    found.append((number, float(left), round(float(top) + float(y), 2)))
    return found


# ---------------------------------------------------------------- running text


@pytest.mark.parametrize("paper", PAPERS)
def test_a_long_paragraph_goes_on_on_the_next_page(paper: Paper, book: Book) -> None:
    words = " ".join(f"word{n:03}" for n in range(620))
    made = laid_out((Paragraph("Before."), Paragraph(words, place="here"), Paragraph("After.")), book, paper)
    assert made.problems == ()
    assert words_of(made) == f"Before. {words} After."
    for face in made.faces[1:]:
        shifts = [float(y) for y in re.findall(r'<g transform="translate\([\d.]+ ([\d.]+)\)">', face.svg)]
        assert shifts
        for top, text in zip(shifts, face.svg.split('<g transform="translate')[1:], strict=True):
            lowest = max(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', text)[:-2] or ["0"])
            assert top + lowest <= paper.height_mm - 20, "a line reaches into the foot of the page"


def test_an_entry_that_goes_on_has_its_mark_once_and_keeps_its_icons(book: Book) -> None:
    words = " ".join(["WWWWWWWWWWWW {energy}"] * 225)
    made = laid_out((Item("•", words, "here"),), book)
    assert made.problems == ()
    assert len(made.faces) >= 3
    svg = "".join(face.svg for face in made.faces[1:])
    assert svg.count(">•<") == 1
    assert svg.count('<use href="#icon-energy"') == 225
    for face in made.faces[1:]:
        for y in re.findall(r'<use href="#icon-energy" x="[\d.]+" y="(-?[\d.]+)"', face.svg):
            assert -0.5 <= float(y) <= A4.height_mm - 40


@pytest.mark.parametrize("columns", [1, 2])
def test_no_line_stands_alone_at_the_end_or_the_beginning_of_a_column(columns: int, book: Book) -> None:
    for before in range(40, 70, 2):
        text = " ".join(f"w{n}" for n in range(90))
        made = laid_out((*[Paragraph("A line.")] * before, Paragraph(text)), book, columns=columns)
        places = lines_of(made, "w")
        for column in {place[:2] for place in places}:
            assert len({place[2] for place in places if place[:2] == column}) > 1, before


# ---------------------------------------------------------------- what has to stay whole

LONG = "LOREM IPSUM DOLOR SIT AMET " * 175


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (Heading(1, LONG[:2500], "here"), "heading"),
        (Paragraph(LONG, boxed=True, place="here"), "quotation"),
        (TableBlock((("a", "b"), (LONG[:4600], LONG[:4600])), ("there", "here")), "row of the table"),
        (
            PicturesBlock(
                (PictureBlock("face:A", LONG, "here"), PictureBlock("face:B", ""), PictureBlock("face:C", ""))
            ),
            "picture",
        ),
    ],
)
def test_a_block_taller_than_a_page_is_a_problem_at_its_place(block: Block, kind: str, book: Book) -> None:
    made = laid_out((Paragraph("Before."), block, Paragraph("After.")), book, columns=2)
    assert made.faces == ()
    (problem,) = made.problems
    assert (problem.severity, problem.where) == (Severity.ERROR, "here")
    assert problem.what == f"This {kind} is taller than a page."
    assert problem.mend


def test_a_long_narration_is_a_problem_in_its_cell(book: Book) -> None:
    game = game_from(book)
    sample = replay_book(book, game)
    assert sample is not None
    step = sample.steps[4]
    row = dataclasses.replace(step.row, narration=LONG)
    steps = (*sample.steps[:4], dataclasses.replace(step, row=row), *sample.steps[5:])
    blocks = appendix_blocks(told(dataclasses.replace(sample, steps=steps)))
    made = laid_out(blocks, book, columns=2)
    (problem,) = made.problems
    assert problem.where == step.row.at("narration")
    assert problem.what == "This step is taller than a page."
    assert "Narration" in problem.mend


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join("# " + "Word " * 120 for _ in range(10)),
        "\n\n".join(f"## Heading {n}" for n in range(200)),
        "A list of it:\n\n" * 120,
        "Before:\n\n|p|q|\n|-|-|\n" + f"|{'Word ' * 300}|x|\n" * 8,
        "|p|q|\n|-|-|\n" + "|x|y|\n" * 600,
        "a:\n\n| |\n|-|\n| |\n\nb\n\n| |\n|-|\n\n" * 30,
        "A long lead:\n\n".replace("long", "long " * 700) + "- one\n- two",
    ],
)
def test_chains_longer_than_a_page_are_set(text: str, book: Book) -> None:
    parsed = parse_blocks(text)
    assert parsed.problems == ()
    for paper, columns in itertools.product(PAPERS, (1, 2)):
        made = laid_out(parsed.blocks, book, paper, columns=columns)
        assert made.problems == ()
        typed, told = (re.sub(r"[#|:•-]|\s", "", words) for words in (text, words_of(made)))
        heads = "pq" if "pq" in typed else "no head"
        assert told.count(heads) >= typed.count(heads), "a head stands on every page of its table"
        assert len(told.replace(heads, "")) == len(typed.replace(heads, ""))


def test_a_mark_wider_than_its_indent_gets_room(book: Book) -> None:
    made = laid_out((Item("9.", "a"), Item("1000.", "b"), Item("999999999.", "c")), book)
    assert made.problems == ()


def test_a_word_wider_than_its_line_is_a_problem_at_its_place(book: Book) -> None:
    made = laid_out((Paragraph("a " + "W" * 200, place="here"),), book)
    (problem,) = made.problems
    assert problem.where == "here"
    assert problem.what.startswith("“WWWW")
    assert problem.what.endswith("is wider than its line.")


def test_a_long_word_does_not_squeeze_its_neighbours_to_nothing(book: Book) -> None:
    rows = (("a", "W" * 4000, ""), ("b", "c", ""))
    made = laid_out((TableBlock(rows, ("here", "there")),), book)
    assert {problem.where for problem in made.problems} == {"here", "there"}
    assert all("wider than its line" in problem.what for problem in made.problems)


def test_a_title_longer_than_the_first_page_is_a_problem_of_the_game(book: Book) -> None:
    made = laid_out((Paragraph("a"),), book, title="A long title " * 40)
    assert {problem.where for problem in made.problems} == {"Game"}
    assert len(made.problems) == 2


def test_after_enough_problems_the_rest_is_not_laid_out(book: Book) -> None:
    blocks = tuple(Paragraph(f"Take {{x{n}}}.", place=str(n)) for n in range(3 * document.MOST_TOLD))
    made = laid_out(blocks, book)
    assert document.MOST_TOLD <= len(made.problems) <= document.MOST_TOLD + 2


def test_the_second_layout_measures_nothing_anew(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[str] = []
    real = Typesetter.box

    def counted(self: Typesetter, rich: str, **options: object) -> object:
        boxes.append(rich)
        return real(self, rich, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Typesetter, "box", counted)
    laid_out(tuple(Paragraph(f"Paragraph {n}.") for n in range(50)), book)
    assert sum(rich.startswith("Paragraph") for rich in boxes) == 50


# ---------------------------------------------------------------- check and build


def game_with(root: Path, rulebook: str) -> Project:
    shutil.copytree(ROOT / "generator" / "data" / "starter", root / "game")
    (root / "game" / "templates" / "rulebook.md").write_text(rulebook, "utf-8")
    return Project(root / "game")


def test_what_fits_on_one_paper_only_is_found_by_the_check(tmp_path: Path) -> None:
    text = "Lorem ipsum dolor sit amet consectetur adipiscing elit sed do. " * 45
    project = game_with(tmp_path, f"# A\n\n> {text}\n")
    (problem,) = (p for p in examine(project) if p.severity is Severity.ERROR)
    assert problem.where == "templates/rulebook.md:3"
    assert problem.what == "This quotation is taller than a page."
    build(project, BuildOptions(components=("Rulebook",), papers=(A4,)))  # it does fit there
    with pytest.raises(Failed) as failed:
        build(project, BuildOptions(components=("Rulebook",), papers=(LETTER,)))
    assert problem in failed.value.problems


def test_a_warning_of_the_rulebook_is_told_by_check_and_build(tmp_path: Path) -> None:
    project = game_with(tmp_path, "# A\n\nPress <b>now</b>.\n")
    made = build(project, BuildOptions(components=("Rulebook",), papers=(A4,)))
    for problems in (made.problems, examine(project)):
        (problem,) = problems
        assert (problem.severity, problem.where) == (Severity.WARNING, "templates/rulebook.md:3")


@pytest.mark.parametrize(
    "rulebook",
    ["|a|b|\n|-|-|\n|x|y|\n![No](face:Nothing/At all)\n", "a\n\n![No](face:Nothing/At all)\n"],
)
def test_a_wrong_target_is_an_error_wherever_it_stands(rulebook: str, tmp_path: Path) -> None:
    project = game_with(tmp_path, rulebook)
    (problem,) = examine(project)
    assert problem.severity is Severity.ERROR
    assert problem.where == f"templates/rulebook.md:{rulebook.count(chr(10))}"


def with_token(project: Project, drawn: str) -> None:
    (project.templates / "token.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">{drawn}</svg>\n', "utf-8"
    )


def test_what_is_wrong_with_a_design_is_told_once_wherever_it_is_shown(tmp_path: Path) -> None:
    project = game_with(tmp_path, "# A\n\n![A token](face:Tokens)\n\n![Again](face:Tokens/@first)\n")
    project.art.mkdir(exist_ok=True)
    Image.new("RGB", (9, 9), "red").save(project.art / "coarse.png")
    with_token(project, '{{ picture("art/coarse.png", 0, 0, 22, 22) }}')
    only_shown = build(project, BuildOptions(components=("Rulebook",), papers=(A4,)))
    for problems in (only_shown.problems, build(project).problems, examine(project)):
        (problem,) = problems
        assert problem.severity is Severity.WARNING and "dots per inch" in problem.what


def test_a_design_that_fails_is_no_missing_picture(tmp_path: Path) -> None:
    project = game_with(tmp_path, "# A\n\n![A token](face:Tokens)\n")
    with_token(project, "{{ card.titel }}")
    with pytest.raises(Failed) as failed:
        build(project, BuildOptions(components=("Rulebook",), papers=PAPERS))
    (problem,) = failed.value.problems
    assert problem.where == "templates/token.svg:1" and "titel" in problem.what


def test_pictures_beyond_measure_are_a_problem(tmp_path: Path) -> None:
    project = game_with(tmp_path, "![One](face:Tokens)\n\n" * 60)
    with_token(project, f"<!-- {'a' * (MOST_SHOWN // 60)} -->")
    errors = [p for p in examine(project) if p.severity is Severity.ERROR]
    assert [p.what for p in errors] == [
        "The pictures of this booklet, up to here, are more than it can hold."
    ]
    assert errors[0].where.startswith("templates/rulebook.md:")


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_a_rulebook_that_is_no_file_of_the_game_is_a_problem(kind: str, tmp_path: Path) -> None:
    project = game_with(tmp_path, "")
    path = project.templates / TEMPLATE
    path.unlink()
    (tmp_path / "outside.md").write_text("# Secret\n", "utf-8")
    if kind == "link":
        path.symlink_to(tmp_path / "outside.md")
    else:
        path.mkdir()
    (problem,) = (p for p in examine(project) if p.where == "templates/rulebook.md")
    assert problem.what == "The rulebook’s text is no file of the game folder."


# ---------------------------------------------------------------- tables longer than a page


def long_table(rows: int) -> TableBlock:
    head = ("The {energy} first head", "Second head")
    return TableBlock((head, *((f"row{n:02}", "Words of the row.") for n in range(rows))))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_head_of_a_table_stands_on_every_page(paper: Paper, book: Book) -> None:
    made = laid_out((Paragraph("Before."), long_table(60), Paragraph("After.")), book, paper)
    assert made.problems == ()
    pages = made.faces[1:]
    assert len(pages) >= 2
    for face in pages:
        assert face.svg.count(">Second head<") == 1
        assert face.svg.index(">Second head<") < face.svg.index(">row")
        assert 'href="#icon-energy"' in face.svg and '<symbol id="icon-energy"' in face.svg
        lowest = max(
            float(top) + float(foot)
            for top, foot in re.findall(
                r'translate\([\d.]+ ([\d.]+)\)"?>(?:(?!translate\(2).)*?<rect x="0" y="([\d.]+)"', face.svg
            )
        )
        assert lowest <= paper.height_mm - 15, "a row reaches into the foot of the page"
    told = re.findall(r">(row\d\d)<", "".join(face.svg for face in pages))
    assert told == [f"row{n:02}" for n in range(60)], "every row once, in order"


def test_a_table_without_a_head_has_none_on_the_next_page(book: Book) -> None:
    rows = tuple((f"row{n:02}", "Words.") for n in range(60))
    made = laid_out((TableBlock((("", ""), *rows)),), book)
    svg = "".join(face.svg for face in made.faces[1:])
    assert re.findall(r">(row\d\d)<", svg) == [f"row{n:02}" for n in range(60)]


def test_a_row_as_tall_as_a_page_does_without_the_head(book: Book) -> None:
    word, most = "LOREM IPSUM DOLOR SIT AMET", 0
    for count in range(40, 120):  # the most words that a row can hold at all
        words = " ".join([word] * count)
        made = laid_out((TableBlock((("Head", "Other"), ("a", "b"), (words, words), ("y", "z"))),), book)
        if made.problems:
            break
        most = count
        heads = [face.svg.count(">Head<") for face in made.faces[1:]]
    assert most > 40 and made.problems
    assert heads == [1, 0, 1], "over a row that leaves no room there is no head"
