"""Booklets: Markdown to blocks, blocks to pages, pages to a navigable file."""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.booklet.appendix import appendix_blocks
from generator.booklet.blocks import (
    Block,
    Heading,
    Item,
    Paragraph,
    PictureBlock,
    PicturesBlock,
    TableBlock,
)
from generator.booklet.document import Booklet, set_booklet
from generator.booklet.examples import SampleSteps
from generator.booklet.helpers import (
    action_symbols,
    difficulties_table,
    glossary_table,
    helper_names,
    layers_table,
    other_symbols,
    player_symbols,
    variants_table,
)
from generator.booklet.markdown import parse_blocks
from generator.booklet.pages import Title
from generator.booklet.pictures import Shown
from generator.faces.assets import Icons
from generator.faces.face import Face
from generator.games.meaning_made.records import Game, game_from
from generator.games.meaning_made.words.rulebook import load_example, lookup_example
from generator.games.meaning_made.words.rulebook import rulebook_names as own_names
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.records.languages import Lexicon
from generator.records.notation import effect_text
from generator.records.tables import Book, slug
from generator.replay.telling import checked_line, told
from generator.sheets.sheet import A4, LETTER, Paper
from generator.story import BuildOptions, build
from generator.text.fitting import Typesetter
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.scripts import replay_book
from tests.shared.svg_pictures import check_svg

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def book() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


@pytest.fixture(scope="module")
def game(book: Book) -> Game:
    return game_from(book)


def rulebook_names(game: Game) -> dict[str, Any]:
    return {**helper_names(game.book), **SampleSteps((), Lexicon()).names, **own_names(game)}


def with_rules(book: Book, **rules: int) -> Book:
    table = book["Rules"]
    rows = tuple(
        dataclasses.replace(row, values={**row.values, "value": rules.get(slug(row["key"]), row["value"])})
        for row in table
    )
    return dataclasses.replace(book, tables={**book.tables, "Rules": dataclasses.replace(table, rows=rows)})


def set_text(
    blocks: tuple[Block, ...],
    book: Book,
    paper: Paper = A4,
    show: Callable[[PictureBlock], Shown | None] = lambda picture: None,
) -> Booklet:
    return set_booklet(
        blocks,
        key="Test",
        title=Title("A title", "A subtitle", "foot", ()),
        paper=paper,
        typesetter=Typesetter(find_fonts(ROOT / "fonts")),
        symbols=book.symbols,
        icon=Icons(ROOT / "icons").symbol,
        show=show,
        columns=1,
    )


def faces_of(blocks: tuple[Block, ...], book: Book, paper: Paper = A4) -> tuple[Face, ...]:
    return set_text(blocks, book, paper).faces


# ---------------------------------------------------------------- Markdown


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("# One\n\n## Two", (Heading(1, "One"), Heading(2, "Two"))),
        ("A line\nand its end.", (Paragraph("A line and its end."),)),
        ("> Apart, **bold**.", (Paragraph("Apart, **bold**.", boxed=True),)),
        ("- one\n- two", (Item("•", "one"), Item("•", "two"))),
        ("1. one\n2. two\n\nAfter.", (Item("1.", "one"), Item("2.", "two"), Paragraph("After."))),
        ("| a | b |\n|---|---|\n| 1 {energy} | 2 |", (TableBlock((("a", "b"), ("1 {energy}", "2"))),)),
        (
            "![One](face:World Board) ![Two](back:Events)",
            (PicturesBlock((PictureBlock("face:World Board", "One"), PictureBlock("back:Events", "Two"))),),
        ),
        ("<script>x</script>", (Paragraph("<script>x</script>"),)),
    ],
)
def test_markdown_becomes_blocks(text: str, blocks: tuple[Block, ...]) -> None:
    assert parse_blocks(text).blocks == blocks


# ---------------------------------------------------------------- pages


def test_every_page_is_a_face_that_the_renderer_draws(book: Book) -> None:
    text = "# Chapter\n\n" + "\n\n".join(f"Paragraph {n} with {{energy}} and some words." for n in range(110))
    faces = faces_of(parse_blocks(text).blocks, book)
    assert len(faces) > 3
    for face in faces:
        assert check_svg(face) == ()
    written = "".join(face.svg for face in faces)
    assert all(f"Paragraph {n} " in written for n in range(110)), "no paragraph is lost between pages"


def test_the_contents_name_the_page_on_which_a_chapter_stands(book: Book) -> None:
    text = "\n\n".join(f"# Chapter {n}\n\n" + "Words. " * 700 for n in range(3))
    booklet = set_text(parse_blocks(text).blocks, book)
    assert [entry.text for entry in booklet.entries] == ["Chapter 0", "Chapter 1", "Chapter 2"]
    for entry in booklet.entries:
        assert f">{entry.text}</text>" in booklet.faces[entry.page - 1].svg
    assert len({entry.page for entry in booklet.entries}) > 1
    assert [link.entry for link in booklet.links] == list(booklet.entries)


def test_a_heading_is_never_the_last_line_of_a_page(book: Book) -> None:
    text = "\n\n".join(f"## Heading {n}\n\n" + "Words. " * (17 * n) for n in range(1, 16))
    for face in faces_of(parse_blocks(text).blocks, book)[1:]:
        body = re.findall(r">([^<]+)</text>", face.svg)[:-2]
        assert body, "a page with nothing on it"
        assert not body[-1].startswith("Heading")


def test_text_stays_inside_the_margins(book: Book) -> None:
    text = "Words and **bold** words {meaning} without end. " * 60
    for paper in (A4, LETTER):
        for face in faces_of(parse_blocks(text).blocks, book, paper)[2:]:
            for x in re.findall(r'<text x="([-\d.]+)"', face.svg):
                assert 0 <= float(x) <= paper.width_mm - 22


def test_an_icon_stays_with_the_word_before_it(book: Book) -> None:
    for words in range(8, 40):
        text = "word " * words + "take 2 {energy}."
        (face,) = faces_of(parse_blocks(text).blocks, book)[1:]
        (icon,) = (
            float(y) for y in re.findall(r'<use href="#icon-energy" x="[\d.]+" y="([\d.]+)"', face.svg)
        )
        lines = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>[^<]*2', face.svg)]
        assert min(abs(icon - y) for y in lines) < 4


def test_a_picture_shrinks_a_little_rather_than_leave_a_page_empty(book: Book) -> None:
    def pages(lines: int) -> tuple[int, float]:
        text = "\n\n".join(["A line."] * lines) + "\n\n![A board](face:Board)"
        made = set_text(
            parse_blocks(text).blocks,
            book,
            show=lambda picture: Shown('<rect width="200" height="120"/>', 200, 120, picture.caption),
        ).faces
        scale = re.findall(r"scale\(([\d.]+)\)", made[-1].svg)
        return len(made), float(scale[0])

    whole, less, over = pages(2), pages(27), pages(33)
    assert whole[0] == less[0] == over[0] - 1
    assert less[1] < whole[1] == over[1]


def test_an_unknown_icon_is_reported(book: Book) -> None:
    made = set_text(parse_blocks("Take {enregy}.").blocks, book)
    (problem,) = made.problems
    assert problem.what == "There is no icon “enregy” in the sheet Icons."
    assert problem.mend.startswith("Did you mean energy")


# ---------------------------------------------------------------- the rulebook


def test_the_rulebook_takes_its_numbers_from_the_workbook(game: Game) -> None:
    from generator.faces import FaceMaker

    fonts = find_fonts(ROOT / "fonts")
    changed = game_from(with_rules(game.book, start_meaning=9, gather_tokens=4))
    for one, meaning, gather in ((game, 5, 2), (changed, 9, 4)):
        maker = FaceMaker(root=ROOT, book=one.book, game=one, fonts=fonts)
        text, problems = maker.words("rulebook.md", rulebook_names(one))
        assert problems == ()
        assert text is not None
        assert f"Put the Meaning marker on {meaning}" in text.text
        assert f"Take {gather} tokens from the supply" in text.text


def test_the_rulebook_follows_what_a_designer_changes(game: Game) -> None:
    from generator.faces import FaceMaker

    def written(book: Book) -> str:
        one = game_from(book)
        maker = FaceMaker(root=ROOT, book=book, game=one, fonts=find_fonts(ROOT / "fonts"))
        text, problems = maker.words("rulebook.md", rulebook_names(one))
        assert problems == ()
        assert text is not None
        return " ".join(text.text.split())

    def without(sheet: str, column: str, gone: str) -> Book:
        table = game.book[sheet]
        rows = tuple(row for row in table if row[column] != gone)
        return dataclasses.replace(
            game.book, tables={**game.book.tables, sheet: dataclasses.replace(table, rows=rows)}
        )

    often = written(with_rules(game.book, touchpoints_per_round=2, layer_substitute=2, actions_per_turn=3))
    assert "Up to 2 times a round, each of you may offer" in often
    assert "pay 2 tokens of any kind more" in often
    assert "You may take the same action more than once." in often
    tables = {name: table for name, table in game.book.tables.items() if name != "Scenes"}
    plain = written(dataclasses.replace(game.book, tables=tables))
    assert "](scene:" not in plain
    assert "](face:Patterns/@first)" in plain
    assert "](back:PlayerAid)" in plain
    assert "the variant *Long Game*" in plain
    assert "the variant *Long Game*" not in written(without("Variants", "variant", "Long Game"))


def test_the_rulebook_shows_every_scene_that_it_needs(book: Book, game: Game) -> None:
    from generator.faces import FaceMaker

    maker = FaceMaker(root=ROOT, book=book, game=game, fonts=find_fonts(ROOT / "fonts"))
    text, _ = maker.words("rulebook.md", rulebook_names(game))
    assert text is not None
    stated = {row["scene"] for row in book["Scenes"]}
    asked = re.findall(r"\]\(scene:([^\"]+) \"", text.text)
    assert set(asked) <= stated
    assert len(asked) == len(set(asked))


def test_a_mistake_in_the_rulebook_names_its_line(game: Game, tmp_path: Path) -> None:
    from generator.faces import FaceMaker

    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "rulebook.md").write_text("# A\n\nMeaning {{ rules.start_meanin }}\n", "utf-8")
    maker = FaceMaker(root=tmp_path, book=game.book, game=game, fonts=find_fonts(ROOT / "fonts"))
    text, (problem,) = maker.words("rulebook.md", rulebook_names(game))
    assert text is None
    assert problem.where == "templates/rulebook.md:3"
    assert "start_meanin" in problem.what
    assert "start_meaning" in problem.mend


def test_the_worked_lookup_quotes_the_tables(game: Game) -> None:
    event = next(card for card in game.events if card.title in lookup_example(game))
    symbols = game.book.symbols
    for table, key in (
        (game.event_table, event.letter),
        (game.group_table, str(event.code)),
        (game.individual_table, str(event.code)),
    ):
        assert effect_text(table[key][3], symbols) in lookup_example(game)


def test_the_worked_load_is_a_real_card(game: Game) -> None:
    card = next(card for card in game.patterns if f"*{card.title}* asks for" in load_example(game))
    assert len(set(card.layers)) < len(card.layers)


def test_settings_of_variants_stand_in_plain_words(game: Game) -> None:
    words = variants_table(game.book, "variant", "option") + difficulties_table(game.book)
    for variant in game.variants.values():
        assert f"**{variant.name}**" in words
        for key in variant.settings:
            assert "_" not in key or key.replace("_", " ") not in words.casefold(), key
    assert "| **Hard** | 2 | 1 | 0 | 4 | 4 |" in words


def test_aid_and_rulebook_say_what_the_engine_plays(book: Book, game: Game) -> None:
    from generator.faces import FaceMaker

    maker = FaceMaker(root=ROOT, book=book, game=game, fonts=find_fonts(ROOT / "fonts"))
    component = next(row for row in book["Components"] if row["name"] == "VariantsAid")
    face, problems = maker.render(component["front"], component=component)
    assert problems == ()
    assert face is not None
    aid = " ".join(re.findall(r">([^<>]+)</text>", face.svg))
    assert re.search(r"the rightmost .*, the End Initiative last of all", aid)
    rulebook, _ = maker.words("rulebook.md", rulebook_names(game))
    assert rulebook is not None
    told = " ".join(rulebook.text.split())
    assert "the rightmost Initiative of the Index that has an open Contribution space" in told
    assert "Only if there is none, look at the End Initiative in the same way." in told
    for variant in game.variants.values():
        if variant.settings.get("round_limit"):
            assert "End Initiative scores like any other and does not end the game" in variant.text
            assert variant.text in told


def test_the_symbols_are_complete(game: Game) -> None:
    book = game.book
    tables = glossary_table(book), layers_table(book), action_symbols(book), player_symbols(book)
    told = "".join((*tables, other_symbols(book)))
    assert [row["key"] for row in game.book["Icons"] if f"{{{row['key']}}}" not in told] == []


# ---------------------------------------------------------------- the appendix


def test_the_appendix_says_by_what_it_was_checked(book: Book, game: Game) -> None:
    sample = replay_book(book, game)
    assert sample is not None
    assert sample.valid, sample.problems
    line = checked_line(sample)
    assert f"version {game.version}" in line
    assert f"{len(sample.steps)} steps" in line
    assert book.digest[:12] not in line


def test_the_table_is_drawn_once_a_round_and_once_at_the_end(book: Book, game: Game) -> None:
    sample = replay_book(book, game)
    assert sample is not None
    written = "".join(face.svg for face in faces_of(appendix_blocks(told(sample)), book))  # type: ignore[arg-type]
    rounds = sample.steps[-1].row.round
    for number in range(1, rounds + 1):
        assert written.count(f">Before round {number}<") == 1
    assert written.count(">At the end<") == 1
    assert ">After round" not in written


def test_a_broken_sample_game_is_marked_on_its_first_page(book: Book, game: Game) -> None:
    dear = tuple(
        dataclasses.replace(card, tokens=card.tokens._replace(support=9))
        if card.title == "Reciprocity"
        else card
        for card in game.patterns
    )
    broken = dataclasses.replace(game, patterns=dear)
    sample = replay_book(book, broken)
    assert sample is not None
    assert not sample.valid
    assert "Not valid for this version" in checked_line(sample)
    written = "".join(face.svg for face in faces_of(appendix_blocks(told(sample)), book))  # type: ignore[arg-type]
    assert "Not valid for this version" in re.sub(r"</text><text[^>]*>", "", written)
    assert "This step is not valid" in written


# ---------------------------------------------------------------- the files


def copy_game(root: Path) -> Path:
    for name in ("card_data.xlsx", "templates", "icons", "fonts", "art"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name)
    return root


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = copy_game(tmp_path_factory.mktemp("game"))
    build(Project(root), BuildOptions(components=("Rulebook", "SampleGame"), papers=(A4,)))
    return root / "output" / "A4"


def test_every_heading_of_the_rulebook_can_be_found(made: Path) -> None:
    (booklet,) = made.glob("*Rule*.pdf")
    with pikepdf.open(booklet) as pdf, pdf.open_outline() as outline:
        headings = [item.title.partition(" {")[0] for item in outline.root]  # without icons
    with pypdfium2.PdfDocument(booklet) as pages:
        text = " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())
    assert len(headings) > 5
    assert [heading for heading in headings if heading not in text] == []


def test_booklets_are_navigable(made: Path) -> None:
    names = sorted(path.name for path in made.iterdir())
    assert names == ["MeaningMade_v0.1_Rulebook_A4.pdf", "MeaningMade_v0.1_SampleGame_A4.pdf"]
    for name in names:
        with pikepdf.open(made / name) as pdf:
            assert pdf.get_warnings() == []
            with pdf.open_outline() as outline:
                assert len(outline.root) > 5
                titles = [item.title for top in outline.root for item in (top, *top.children)]
                assert not any(sign in title for title in titles for sign in "{}*")
            links = [annot for page in pdf.pages for annot in page.obj.get("/Annots", [])]
            assert len(links) >= len(outline.root)
            assert str(pdf.docinfo["/Author"]) == "BPeat"
            assert [float(edge) for edge in pdf.pages[0].mediabox] == pytest.approx(
                [0, 0, 595.276, 841.89], abs=0.01
            )


def test_booklets_hold_text_that_can_be_searched(made: Path) -> None:
    pdf = pypdfium2.PdfDocument(made / "MeaningMade_v0.1_SampleGame_A4.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    pdf.close()
    assert "Stewardship" in text
    assert "every one of them legal" in " ".join(text.split())


def test_the_same_input_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    build(Project(copy_game(tmp_path)), BuildOptions(components=("SampleGame",), papers=(A4,)))
    name = "MeaningMade_v0.1_SampleGame_A4.pdf"
    assert (tmp_path / "output" / "A4" / name).read_bytes() == (made / name).read_bytes()


def test_a_mistake_in_the_rulebooks_text_names_its_line(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    path = root / "templates" / "rulebook.md"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines, "", "Take {enregy}.", "", "![What](face:Pattern/Shell)"]), "utf-8")
    with pytest.raises(Failed) as failed:
        build(Project(root), BuildOptions(components=("Rulebook",), papers=(A4,)))
    found = {problem.where: problem for problem in failed.value.problems}
    assert set(found) == {f"templates/rulebook.md:{len(lines) + number}" for number in (2, 4)}
    assert found[f"templates/rulebook.md:{len(lines) + 4}"].mend.endswith("such as face:Patterns/Shell.")
