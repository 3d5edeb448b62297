# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""A game in several languages: columns such as `Title de`, the sheet Words, and what is not translated."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from PIL import ImageChops

from generator.checks.languages import program_words
from generator.cli import main
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.press import contents
from generator.records.languages import (
    Lexicon,
    in_language,
    language_code,
    language_column,
    language_of,
    reads_right_to_left,
    words_of,
)
from generator.records.notation import Symbols
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, look_over, with_languages
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]
STARTER = ROOT / "generator" / "data" / "starter"
TILES = {"Clover Field": "Kleefeld", "Bee Bank": "Bienenhang"}
LANDS = {"Meadow": "Wiese", "Hill": "Hügel", "Lake": "See", "Forest": "Wald"}
WORDS = {
    "page {page} of {pages}": "Seite {page} von {pages}",
    "{count} pieces": "{count} Stück",
    "Cost": "Preis",
}


def translated(book: Workbook, sheet: str, column: str, texts: dict[str, str], language: str = "de") -> None:
    """Add a column of a language, by what the cells are in the base language."""
    found = book[sheet]
    at = next(cell.column for cell in found[1] if cell.value == column)
    own = found.max_column + 1
    found.cell(1, own, f"{column} {language}")
    for row in range(2, found.max_row + 1):
        found.cell(row, own, texts.get(str(found.cell(row, at).value)))


def german(folder: Path, change: Callable[[Workbook], None] = lambda _: None) -> Project:
    """The starter with some of its words in German, changed as a test wants."""
    shutil.copytree(STARTER, folder)
    book = load_workbook(folder / "card_data.xlsx")
    translated(book, "Tiles", "Title", TILES)
    translated(book, "Lands", "Name", LANDS)
    translated(book, "Components", "Title", {"Land tiles": "Kacheln", "Tokens": "Marken"})
    book["Fields"].append(("Words", "English", "text"))
    words = book.create_sheet("Words")
    words.append(("English", "de"))
    for pair in WORDS.items():
        words.append(pair)
    change(book)
    book.save(folder / "card_data.xlsx")
    return Project(folder)


def set_cell(place: str, value: Any) -> Callable[[Workbook], None]:
    sheet, _, cell = place.partition("!")

    def change(book: Workbook) -> None:
        book[sheet][cell] = value

    return change


def printed(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return "\n".join(page.get_textpage().get_text_range() for page in pdf)


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Title de", ("title", "de")),
        ("title  DE", ("title", "de")),
        ("Long Text pt-BR", ("long_text", "pt-br")),
        ("Title old", None),
        ("Title", None),
        ("Other de", None),
        ("Number de", None),
        ("Key de", None),
        ("de", None),
    ],
)
def test_a_header_may_be_a_column_in_another_language(header: str, found: tuple[str, str] | None) -> None:
    fields = [
        Field("Cards", "Title", FieldType.TEXT),
        Field("Cards", "Long Text", FieldType.RICH),
        Field("Cards", "Number", FieldType.INTEGER),
        Field("Cards", "Key", FieldType.TEXT),
    ]
    assert language_column(header, {field.key: field for field in fields}) == found


def test_codes_of_languages() -> None:
    assert [language_code(text) for text in ("de", "DE", " el ", "pt-BR", "xx", "deu", "", "d")] == [
        "de", "de", "el", "pt-br", "", "", "", "",
    ]  # fmt: skip


def test_a_book_in_another_language_keeps_what_things_are_called(tmp_path: Path) -> None:
    book, problems = read_book(german(tmp_path / "game").workbook)
    assert book is not None
    assert problems == ()
    assert in_language(book, "") is book
    spoken = in_language(book, "de")
    clover = spoken["Tiles"].rows[0]
    assert (clover.title, clover.land, clover.base_) == (
        "Kleefeld", "Wiese", {"title": "Clover Field", "land": "Meadow"},
    )  # fmt: skip
    assert book["Tiles"].rows[0].title == "Clover Field"
    assert clover.at("title") == "Tiles!G2"
    assert {row["name"] for row in spoken["Components"]} == {row["name"] for row in book["Components"]}
    assert spoken["Tiles"].rows[5].title == book["Tiles"].rows[5].title  # not translated


# ---------------------------------------------------------------- what is printed


def test_a_build_in_a_language(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    build(project, BuildOptions(papers=(A4,)))
    base = {path.name: path.read_bytes() for path in (project.output / "A4").iterdir()}
    summary = build(project, BuildOptions(papers=(A4,), language="de"))
    names = [Path(file.path).name for file in summary.files]
    guide = "MyGame_v0.1_de_CutGuide_A4.pdf"
    assert names == ["MyGame_v0.1_de_Tiles_A4_duplex.pdf", "MyGame_v0.1_de_Tokens_A4.pdf", guide]
    after = {path.name: path.read_bytes() for path in (project.output / "A4").iterdir()}
    assert {name: after[name] for name in base} == base  # those of the base language stay
    for name in names:
        with pikepdf.open(project.output / "A4" / name) as pdf:
            assert pdf.Root.Lang == "de"
    text = printed(project.output / "A4" / names[0])
    assert "Kleefeld" in text and "WIESE" in text and "Seite 1 von 4" in text and "· Kacheln" in text
    assert "Clover Field" not in text
    readme = (project.output / "README.txt").read_text(encoding="utf-8")
    assert "Kacheln: 16 Stück" in readme
    build(project, BuildOptions(papers=(A4,)))  # and the other way round
    assert {path.name for path in (project.output / "A4").iterdir()} == set(after)


def test_titles_on_the_command_line_are_those_of_the_base_language(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    options = {"components": ("Tiles",), "papers": (A4,), "language": "de"}
    made = build(project, BuildOptions(only=("Clover Field",), **options))  # type: ignore[arg-type]
    assert [file.pieces for file in made.files] == [2]
    with pytest.raises(Failed, match="There is no “Kleefeld”"):
        build(project, BuildOptions(only=("Kleefeld",), **options))  # type: ignore[arg-type]


def test_art_is_the_same_in_every_language(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    (project.templates / "tile.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 52">'
        '{{ art("growth", card.title, 0, 0, 60, 52, "#4b8a2b", "#e2f0d6") }}</svg>',
        encoding="utf-8",
    )
    found = []
    for language in ("", "de"):
        options = BuildOptions(components=("Tiles",), only=("Bee Bank",), papers=(A4,), language=language)
        made = build(project, options)
        with pypdfium2.PdfDocument(project.output / made.files[0].path) as pdf:
            page = pdf[0].render(scale=0.5).to_pil()
        found.append(page.crop((20, 40, page.width - 20, page.height - 40)))  # without heading and ruler
    left = ImageChops.difference(found[0], found[1]).convert("L").point(lambda value: 255 * (value > 8))
    assert left.histogram()[255] < 0.003 * left.width * left.height, "more than the revision marks differ"


def test_templates_look_up_words(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    (project.templates / "tile.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 52">'
        '{{ text(word("Cost") ~ ": " ~ word("{count} pieces", count=card.copies), 5, 20, 50, size=4) }}'
        '{{ text(word("Nowhere {count}", count=7), 5, 30, 50, size=4) }}</svg>',
        encoding="utf-8",
    )
    for language, said in (("de", "Preis: 2 Stück"), ("", "Cost: 2 pieces")):
        build(project, BuildOptions(components=("Tiles",), papers=(A4,), language=language))
        name = f"MyGame_v0.1{'_de' if language else ''}_Tiles_A4_duplex.pdf"
        text = printed(project.output / "A4" / name)
        assert said in text and "Nowhere 7" in text


def test_a_booklet_is_printed_in_the_languages_in_which_it_is_written(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    (project.templates / "rulebook.md").write_text("# Rules\n\nPlay.\n", encoding="utf-8")
    options = BuildOptions(components=("Rulebook",), papers=(A4,), language="de")
    assert build(project, options).files == ()
    (project.templates / "rulebook.de.md").write_text(
        "# Regeln\n\nSpiel {{ book['Lands'].rows[0].name }}.\n\n![](face:Tiles/Clover Field)\n",
        encoding="utf-8",
    )
    made = build(project, options)
    assert [Path(file.path).name for file in made.files] == ["MyGame_v0.1_de_Rulebook_A4.pdf"]
    assert "Spiel Wiese." in printed(project.output / made.files[0].path)


def test_a_workbook_that_is_not_english_says_so_and_has_its_words(tmp_path: Path) -> None:
    project = german(tmp_path / "game", lambda book: book["Game"].append(("Language", "de")))
    build(project, BuildOptions(components=("Tiles",), papers=(A4,)))
    text = printed(project.output / "A4" / "MyGame_v0.1_Tiles_A4_duplex.pdf")
    assert "Clover Field" in text and "Seite 1 von 4" in text


# ---------------------------------------------------------------- what is wrong


def told(project: Project, language: str) -> list[str]:
    found = with_languages(look_over(project), project, language)
    return [str(problem) for problem in found.problems]


def test_what_is_not_translated_is_listed(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    (project.templates / "rulebook.md").write_text('# {{ word("Rules") }}\n\nPlay.\n', encoding="utf-8")
    lacking = [f"“{word}”" for word in program_words() if word not in WORDS]
    assert told(project, "all") == [
        "warning: Tiles!G4: “Hay Terrace” and 9 more are not translated into “de”. Fill in G4, G5, G6, G7, G8 and 5 more.",
        "warning: templates/rulebook.md: The sheet Words has no “Rules” in “de”. Add a row to it.",
        f"warning: Words!A1: Of what the program itself prints, {', '.join(lacking[:5])} and {len(lacking) - 5} more "
        "are not there in “de”. Add rows to it, with these words in English; docs/languages.md has all of them to copy.",
        "warning: templates/rulebook.md: There is no templates/rulebook.de.md, so that it is no booklet in “de”. "
        "Write this text as rulebook.de.md.",
    ]  # fmt: skip


def test_words_that_are_typed_into_a_template_are_told_until_they_are_looked_up(tmp_path: Path) -> None:
    project = german(tmp_path / "game")
    tile = project.templates / "tile.svg"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 52">'
    drawn = '<text x="5" y="9" font-size="4">{{ card.title }} mm 3</text>\n<text x="5" y="20" font-size="4">My Game</text>'
    tile.write_text(
        f'{head}\n{drawn}\n<text x="5" y="30" font-size="4">You gain</text>\n'
        '{{ text("Draw {energy} **now**", 5, 40, 50, size=4) }}</svg>',
        encoding="utf-8",
    )
    typed = [line for line in told(project, "de") if "is typed into the template" in line]
    assert typed == [
        "warning: templates/tile.svg:4: “You gain” is typed into the template, so it stays as it is in “de”. "
        'Write word("You gain") there, and add a row with it to the sheet Words.',
        "warning: templates/tile.svg:5: “Draw now” is typed into the template, so it stays as it is in “de”. "
        'Write word("Draw now") there, and add a row with it to the sheet Words.',
    ]
    text = '{{ word("You gain") }}'
    tile.write_text(f'{head}\n{drawn}<text x="5" y="30" font-size="4">{text}</text></svg>', encoding="utf-8")
    assert not [line for line in told(project, "de") if "is typed into the template" in line]


def test_another_language_has_to_have_the_same_columns(tmp_path: Path) -> None:
    project = german(tmp_path / "game", lambda book: translated(book, "Lands", "Name", LANDS, "el"))
    assert (
        "warning: Tiles!A1: The sheet Tiles has no column “Title el”, which other languages have. Add it beside “Title”."
        in told(project, "el")
    )


@pytest.mark.parametrize(
    ("code", "direction", "rtl"),
    [
        ("he", "", True),
        ("ar-EG", "", True),
        ("de", "", False),
        ("ku-Arab", "", True),
        ("ku", "Right to left", True),
        ("he", "left-to-right", False),
        ("", "", False),
    ],
)
def test_a_language_says_how_it_is_read(code: str, direction: str, rtl: bool) -> None:
    field = Field("Game", "Value", FieldType.TEXT)
    rows = [{"key": "language", "value": code}, {"key": "direction", "value": direction}]
    table = Table("Game", (field,), tuple(Row("Game", at, row, {}) for at, row in enumerate(rows)))
    book = Book({"Game": table}, Symbols(()), "")
    assert (language_of(book), reads_right_to_left(book)) == (code.lower(), rtl)


@pytest.mark.slow
def test_signs_that_a_font_lacks_and_texts_that_do_not_fit_name_the_cell_of_the_language(
    tmp_path: Path,
) -> None:
    project = german(tmp_path / "game", set_cell("Tiles!G2", "猫"))
    assert [str(problem) for problem in look_over(project).problems] == []
    assert any(
        re.match(r"error: Tiles!G2: None of the fonts [\w., -]+ has “猫”", line)
        for line in told(project, "de")
    )
    project = german(tmp_path / "other", set_cell("Tiles!G2", "Feld " * 40))
    assert any(line.startswith("error: Tiles!G2: ") for line in told(project, "de"))


def test_greek_and_cyrillic_are_printed(tmp_path: Path) -> None:
    project = german(tmp_path / "game", set_cell("Lands!E2", "Λιβάδι Луг"))
    assert [line for line in told(project, "de") if line.startswith("error")] == []
    build(project, BuildOptions(components=("Tiles",), papers=(A4,), language="de"))
    text = printed(project.output / "A4" / "MyGame_v0.1_de_Tiles_A4_duplex.pdf")
    assert "ΛΙΒΆΔΙ ЛУГ" in text or "Λ" in text


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("fr", "The workbook says nothing in “fr”.\n  Use de. Name a column in it, such as “Title fr” beside “Title”."),
        ("german", "“german” is not the code of a language.\n  Write its code of two letters, such as de for German."),
    ],
)  # fmt: skip
def test_a_language_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: str, message: str
) -> None:
    german(tmp_path / "game")
    assert main(["build", "--game", str(tmp_path / "game"), "--lang", asked]) == 1
    assert message in capsys.readouterr().err
    assert main(["check", "--game", str(tmp_path / "game"), "--lang", asked]) == 1
    assert message in capsys.readouterr().out


# ---------------------------------------------------------------- words


def test_words_of_the_program_stand_in_the_program() -> None:
    sources = " ".join(
        re.sub(r"\s+", " ", path.read_text("utf-8")).replace('" f"', "").replace('" "', "")
        for path in (ROOT / "generator").rglob("*.py")
        if path.name != "languages.py"
    )
    edge = {text for text in program_words() if "flip on the" in text}
    numbered = {text for text in program_words() if "{1}" in text or text == "one a page"}
    lists = {text for text in program_words() if text in {"front", "back"}}
    for text in set(program_words()) - edge - numbered - lists:
        assert text in sources, text


@given(st.lists(st.floats(0, 999).map(lambda n: f"{n:g}").filter(lambda n: "e" not in n), max_size=4))
def test_numbers_in_words_stay(numbers: list[str]) -> None:
    english = " × ".join(numbers) + ", edges shared"
    key = " × ".join(f"{{{n}}}" for n, _ in enumerate(numbers, start=1)) + ", edges shared"
    assert Lexicon().numbered(english) == english
    assert Lexicon({key: f"geteilt: {key}"}).numbered(english) == f"geteilt: {english}"


def test_meaning_made_says_in_german_all_that_the_program_prints() -> None:
    book, _ = read_book(ROOT / "card_data.xlsx", inside=ROOT)
    assert book is not None
    german = words_of(in_language(book, "de"))
    paragraphs = (paragraph for _, paragraph in contents.guide())
    assert [english for english in (*program_words(), *paragraphs) if english not in german] == []


def test_words_are_found_whatever_their_blanks() -> None:
    words = Lexicon({"two words": "zwei Worte"})
    assert words("two\n  words") == "zwei Worte"
    assert words("three {n}", n="{n}") == "three {n}"
    assert "two words" in words and "Two words" not in words
