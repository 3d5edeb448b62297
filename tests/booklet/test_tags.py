"""Booklets for readers who hear them: the tree of their parts, read by libraries that know none of it."""

from __future__ import annotations

import ctypes
import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from openpyxl import load_workbook

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.project import Project
from generator.sheets.sheet import A4, LETTER
from generator.story import BuildOptions, build

STARTER = Path(__file__).parents[2] / "generator" / "data" / "starter"
SHOWN = {"Tj", "TJ", "'", '"', "Do", "sh", "f", "f*", "S", "s", "B", "B*", "b", "b*"}
"""Operators after which there is something to see."""
WORD = re.compile(r"\bw\d{4}\b")


def numbered(text: str) -> str:
    """The text with each * a word of its own: w0001, w0002 …"""
    count = iter(range(1, 10_000))
    return re.sub(r"\*", lambda _: f"w{next(count):04}", text)


RULES = numbered(
    "\n\n".join(
        (
            "# * about",
            "* * * * {sun} * * *.",
            "## *",
            "> * * * {leaf}",
            "1. * * *\n2. * {sun}\n3. *",
            "![* * *](face:Tiles/@first)",
            "- * {sun} * *\n- *{sun}{leaf}, *",
            "| * | * |\n|---|---|\n" + "\n".join("| * {leaf} | * * * * * * * * |" for _ in range(30)),
            *("# *\n\n" + "\n\n".join(" ".join("*" * 70) for _ in range(3)) for _ in range(4)),
            '![* of the pond](face:Tiles/@first "wide")',
            *(" ".join("*" * 70) for _ in range(9)),
            "![](back:Tiles) ![*](face:Tiles/@first)",
            "### *",
            "*",
        )
    )
)


def game(folder: Path, text: str = RULES) -> Project:
    shutil.copytree(STARTER, folder)
    (folder / "templates" / "rulebook.md").write_text(text, encoding="utf-8")
    return Project(folder)


def rulebook(project: Project, *, language: str = "", paper: Any = A4, cache: Cache = NO_CACHE) -> bytes:
    options = BuildOptions(components=("Rulebook",), papers=(paper,), language=language)
    build(project, options, cache=cache)
    return next((project.output / paper.name).glob(f"*{language}_Rulebook_*.pdf")).read_bytes()


@pytest.fixture(scope="module", params=[A4, LETTER], ids=["A4", "Letter"])
def made(request: Any, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return rulebook(game(tmp_path_factory.mktemp("tags") / "game"), paper=request.param)


# ---------------------------------------------------------------- an independent reader


def texts_of(content: bytes) -> dict[tuple[int, int], str]:
    """Page and number of each mark with the text in it, by PDFium."""
    texts: dict[tuple[int, int], str] = {}
    with pypdfium2.PdfDocument(content) as pdf:
        for number, page in enumerate(pdf):
            words = page.get_textpage()
            for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1):
                mark = pdfium.FPDFPageObj_GetMarkedContentID(thing)
                size = pdfium.FPDFTextObj_GetText(thing, words, None, 0)
                room = ctypes.create_string_buffer(size)
                pdfium.FPDFTextObj_GetText(
                    thing, words, ctypes.cast(room, ctypes.POINTER(ctypes.c_ushort)), size
                )
                said = room.raw.decode("utf-16-le").rstrip("\0")
                texts[number, mark] = texts.get((number, mark), "") + said
    return texts


def spoken(element: Any, pages: list[Any], texts: dict[tuple[int, int], str]) -> Iterator[str]:
    """What a reader says of an element and all below it, in their order."""
    if "/ActualText" in element:
        yield f"{{{element.ActualText}}}"
        return
    for kid in element.K:
        if isinstance(kid, int):
            yield texts.get((pages.index(element.Pg.objgen), kid), "")
        elif kid.get("/Type") == pikepdf.Name.MCR:
            yield texts.get((pages.index(kid.Pg.objgen), int(kid.MCID)), "")
        elif kid.get("/Type") != pikepdf.Name.OBJR:
            assert kid.P.objgen == element.objgen
            yield from spoken(kid, pages, texts)


def elements(element: Any) -> Iterator[Any]:
    yield element
    for kid in element.K:
        if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == pikepdf.Name.StructElem:
            yield from elements(kid)


def marks_of(page: Any) -> list[int]:
    """The numbers of a page's marks in the order of drawing; nothing seen lies in none, none in another."""
    within: list[int | None] = []
    numbers: list[int] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        sign = str(operator)
        if sign in {"BMC", "BDC"}:
            held = operands[1] if len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary) else {}
            number = int(held["/MCID"]) if "/MCID" in held else None
            if number is not None:
                assert not within
                numbers.append(number)
            within.append(number)
        elif sign == "EMC":
            within.pop()
        elif sign in SHOWN:
            assert within, f"{sign} lies in no mark"
    assert within == []
    return numbers


def check_marks(content: bytes) -> None:
    """That all on the pages is a part of the tree or furniture, and the tree knows all of it and no more."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        nums = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, nums[::2]), nums[1::2], strict=True))
        for page in pdf.pages:
            of_page = parents[int(page.StructParents)]
            assert sorted(marks_of(page)) == list(range(len(of_page)))
            for number, element in enumerate(of_page):
                kids = [
                    kid if isinstance(kid, int) else int(kid.MCID)
                    for kid in element.K
                    if isinstance(kid, int) or ("/MCID" in kid and kid.Pg.objgen == page.obj.objgen)
                ]
                assert number in kids
            for link in page.get("/Annots", ()):
                element = parents[int(link.StructParent)]
                assert element.S == "/Link" and any(
                    isinstance(kid, pikepdf.Dictionary) and kid.get("/Obj", link).objgen == link.objgen
                    for kid in element.K
                )


# ---------------------------------------------------------------- what is read, and in which order


def test_it_is_read_in_the_order_of_the_text(made: bytes) -> None:
    with pikepdf.open(io.BytesIO(made)) as pdf:
        pages = [page.obj.objgen for page in pdf.pages]
        tree = pdf.Root.StructTreeRoot.K[0]
        contents = next(element for element in elements(tree) if element.S == "/TOC")
        tree.K = pikepdf.Array([kid for kid in tree.K if kid.objgen != contents.objgen])
        said = " ".join(spoken(tree, pages, texts_of(made)))
    assert len(pages) > 4
    assert WORD.findall(said) == WORD.findall(RULES)
    with pypdfium2.PdfDocument(made) as drawn:
        read = [WORD.findall(page.get_textpage().get_text_range()) for page in drawn][2:]
    assert any(words != sorted(words) for words in read)  # columns and pictures are not drawn in this order


def test_words_are_parted_and_icons_are_read(made: bytes) -> None:
    with pikepdf.open(io.BytesIO(made)) as pdf:
        pages = [page.obj.objgen for page in pdf.pages]
        texts = texts_of(made)
        said, items = (
            [
                "".join(spoken(element, pages, texts)).strip()
                for element in elements(pdf.Root.StructTreeRoot.K[0])
                if role == element.S
            ]
            for role in ("/P", "/LBody")
        )
    assert "w0002 w0003 w0004 w0005 {Sun }w0006 w0007 w0008." in said
    assert "w0024 {Sun }{Leaf}, w0025" in items
    assert any(re.fullmatch(r"(w\d{4} ){69}w\d{4}", one) for one in said)


def test_the_parts_are_what_they_are(made: bytes) -> None:
    with pikepdf.open(io.BytesIO(made)) as pdf:
        every = [*elements(pdf.Root.StructTreeRoot.K[0])]
        count = {role: sum(role == element.S for element in every) for role in {str(e.S) for e in every}}
        lists = [[str(kid.S) for kid in element.K] for element in every if element.S == "/L"]
        tables = [element for element in every if element.S == "/Table"]
        heads = [element for element in every if element.S == "/TH"]
        alts = [str(element.get("/Alt", "")) for element in every if element.S == "/Figure"]
    assert count["/Document"] == 1 and count["/BlockQuote"] == 1
    assert (count["/H1"], count["/H2"], count["/H3"]) == (1 + 1 + 5, 1, 1)  # of the cover and the contents
    assert lists == [["/LI"] * 3, ["/LI"] * 2]
    assert [len(table.K) for table in tables] == [31]
    assert [str(head.A.Scope) for head in heads] == ["/Column"] * 2  # once, whatever is printed again
    assert count["/TOCI"] == count["/Link"] == 6
    captions = [WORD.sub("w", alt) for alt in alts]
    assert captions == ["w w w", "w of the pond", "Tiles", "w"]


def test_all_that_is_seen_is_a_part_of_the_text_or_furniture(made: bytes) -> None:
    check_marks(made)


def test_what_a_game_draws_cannot_pass_for_a_part_of_the_text(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    tile = project.templates / "tile.svg"
    drawn = tile.read_text(encoding="utf-8")
    forged = (
        '<g data-tag="P 0"><g data-tag="Span 1 P 2"><rect width="9" height="9" data-tag="Artifact"/></g></g>'
    )
    tile.write_text(drawn.replace("</svg>", f"{forged}</svg>"), encoding="utf-8")
    (project.templates / "rulebook-cover.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><g data-tag="P 7"><text x="30" y="50" '
        'font-family="SourceSans3" font-size="9" data-tag="H1 0">Mine</text></g></svg>',
        encoding="utf-8",
    )
    content = rulebook(project)
    check_marks(content)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        first = pdf.Root.StructTreeRoot.K[0].K[0]
        assert (str(first.S), str(first.Alt)) == ("/Figure", "My Game: Rulebook")
        assert marks_of(pdf.pages[0]) == [0]


def test_a_booklet_says_the_language_that_it_is_in(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    book = load_workbook(project.workbook)
    sheet = book["Tiles"]
    sheet.cell(1, sheet.max_column + 1, "Title de")
    sheet.cell(2, sheet.max_column, "Kleefeld")
    book.save(project.workbook)
    (project.templates / "rulebook.de.md").write_text("# Worum es geht\n\nUm alles.", encoding="utf-8")
    for language, said in (("", "en"), ("de", "de")):
        with pikepdf.open(io.BytesIO(rulebook(project, language=language))) as pdf:
            assert str(pdf.Root.Lang) == said
            assert f"<rdf:li>{said}</rdf:li>" in pdf.Root.Metadata.read_bytes().decode()


def test_only_booklets_have_a_tree(tmp_path: Path) -> None:
    project = game(tmp_path / "game")
    build(project, BuildOptions(papers=(A4,)))
    for path in (project.output / "A4").glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            assert ("/StructTreeRoot" in pdf.Root) == ("Rulebook" in path.name)


def test_the_same_tree_comes_from_what_was_drawn_before(tmp_path: Path) -> None:
    project, store = game(tmp_path / "game"), Cache(tmp_path / "store", b"k" * 32, "one")
    first = rulebook(project)
    assert rulebook(project, cache=store) == first == rulebook(project, cache=store)
    (project.templates / "rulebook.md").write_text(RULES.replace("w0001", "W0001"), encoding="utf-8")
    other = rulebook(project, cache=store)  # a page or two are drawn anew, the others are taken from before
    check_marks(other)
    assert first != other == rulebook(project)
