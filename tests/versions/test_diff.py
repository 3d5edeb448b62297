"""`pnp diff`: what is compared, what is said of it, and the pages that show both faces side by side."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import ExitStack
from html.parser import HTMLParser
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PIL import Image, ImageDraw

from generator.cli import main
from generator.ground.raster import Pages
from generator.versions.faces_pdf import FacePages
from generator.versions.seen import SeenBox, _Shots, differing_boxes
from tests.shared.games_made import change, starter_game


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A starter game that was printed."""
    game = starter_game(tmp_path_factory.mktemp("printed") / "game")
    assert main(["printed", "--game", str(game), "--no-cache"]) == 0
    return game


@pytest.fixture
def game(printed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    shutil.copytree(printed, tmp_path / "game")
    return tmp_path / "game"


def diff(game: Path, *words: str) -> int:
    return main(["diff", "--game", str(game), *words])


def edit(game: Path) -> None:
    """Change two cards, rename one, delete one, add one with a name that is markup."""
    book = load_workbook(game / "card_data.xlsx")
    tiles = book["Tiles"]
    tiles["C2"], tiles["A3"], tiles["F4"] = "2S", "Bee House", 3
    tiles.delete_rows(13)
    tiles.append(["<script>alert(1)</script>", "Lake", "1S", "+1S", None, 1])
    book["Game"]["B3"] = "0.2"
    book.save(game / "card_data.xlsx")


EDITED = """\
1 added, 1 removed, 3 changed (2 of them look different), 1 other cell between the print of DAY and now.

Tiles
  + <script>alert(1)</script>
  - Fox Crossing
  ~ Clover Field  [front looks different]
      Cost: 1S → 2S
  ~ Bee House  [front looks different]
      was Bee Bank
  ~ Hay Terrace
      Copies: 1 → 3

Game
  ~ Version: 0.1 → 0.2
"""


def dated(text: str) -> str:
    return re.sub(r"print of \d{4}-\d\d-\d\d", "print of DAY", text)


def test_the_last_print_is_compared_with_the_game_as_it_is(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert diff(game) == 0
    assert dated(capsys.readouterr().out) == "Nothing differs between the print of DAY and now.\n"
    edit(game)
    assert diff(game) == 0
    assert dated(capsys.readouterr().out) == EDITED
    (game / "templates" / "rulebook.md").write_text("# Rules\n")
    assert diff(game) == 0
    more = "\nBooklets are not compared. They show cards and cells, also those that differ here, and change "
    more += "with them: "
    assert dated(capsys.readouterr().out) == f"{EDITED}{more}pnp build Rulebook.\n"


def test_a_changelog_is_a_text_for_players(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(game)
    assert diff(game, "--changelog") == 0
    assert capsys.readouterr().out == (
        "My Game 0.2, changes since 0.1\n"
        "\n"
        "Tiles\n"
        "- New: <script>alert(1)</script>.\n"
        "- Removed: Fox Crossing.\n"
        "- Clover Field: Cost is 2S, it was 1S.\n"
        "- Bee House: was called Bee Bank before.\n"
        "- Hay Terrace: is there 3 times, no longer once.\n"
        "\n"
        "Game\n"
        "- Version is 0.2, it was 0.1.\n"
        "\n"
    )


def test_the_same_is_told_to_machines(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(game)
    assert diff(game, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [piece["title"] for piece in told["removed"]] == ["Fox Crossing"]
    changed = {piece["title"]: piece for piece in told["changed"]}
    assert changed["Clover Field"]["fields"] == [{"field": "Cost", "old": "1S", "new": "2S"}]
    assert changed["Bee House"]["renamed"] and changed["Bee House"]["was"]["title"] == "Bee Bank"
    assert changed["Hay Terrace"]["looks_different"] == []
    assert told["cells"] == [
        {"sheet": "Game", "row": "Version", "field": "Value", "old": "0.1", "new": "0.2"}
    ]
    assert told["pieces_that_differ"] == 5


def test_folders_workbooks_and_records_are_compared(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(game / "card_data.xlsx", tmp_path / "old.xlsx")
    shutil.copytree(game, tmp_path / "older")
    edit(game)
    for old in (tmp_path / "old.xlsx", tmp_path / "older", game / "printed/record.json"):
        assert diff(game, str(old)) == 0
        said = capsys.readouterr().out
        assert said.splitlines()[2:] == EDITED.splitlines()[2:]
    assert diff(game, str(game), str(tmp_path / "old.xlsx")) == 0
    assert "+ Fox Crossing" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "where", "what"),
    [
        ("card.txt", "card.txt", "This is nothing that can be compared."),
        ("nothing.json", "nothing.json", "This is no record of a print, or a damaged one."),
        ("broken.xlsx", "card_data.xlsx", ""),
    ],
)
def test_what_cannot_be_compared_is_a_problem(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: str,
    where: str,
    what: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("card.txt", "nothing.json", "broken.xlsx"):
        (tmp_path / name).write_text("[]")
    assert diff(game, asked) == 1
    said = capsys.readouterr().err
    assert f"{where}: error" in said and what in said and "Traceback" not in said


def test_without_a_record_it_is_said_what_to_do(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(game / "printed")
    assert diff(game) == 1
    assert capsys.readouterr().err == (
        "printed/record.json: errors\n"
        "  No print was recorded yet.\n"
        "  Run pnp printed when you have printed, or name what to compare with: pnp diff HEAD.\n"
        "\n"
        "1 error.\n"
    )


def test_a_game_with_errors_is_compared_as_far_as_it_can_be(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(game, "Tiles!C2", "1Q")
    assert diff(game) == 1
    told = capsys.readouterr()
    assert "Clover Field" in told.out
    assert told.err == "now: 1 error (Tiles!C2); what they concern may differ in more than this.\n"


# ---------------------------------------------------------------- pages


class Page(HTMLParser):
    """The tags of a page, its attributes and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_shows_both_faces_and_runs_and_fetches_nothing(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(game)
    made = tmp_path / "page.html"
    assert diff(game, "--html", str(made)) == 0
    assert f"{made}: both faces of each piece that differs" in capsys.readouterr().err
    page = Page(made.read_text("utf-8"))
    assert "script" not in page.tags and "<script>alert(1)</script>" in page.words
    attributes = dict(page.attributes)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "style"]
    sources = [value for name, value in page.attributes if name in {"src", "href"}]
    assert len(sources) == 2 + 2 + 2 * 2 and all(src.startswith("data:image/jpeg;base64,") for src in sources)
    assert attributes["content"]
    policy = next(value for name, value in page.attributes if value.startswith("default-src"))
    assert re.fullmatch(
        r"default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'; base-uri 'none'; "
        r"form-action 'none'",
        policy,
    )
    assert page.tags.count("rect") >= 2
    first = made.read_bytes()
    assert diff(game, "--html", str(made), "--no-cache") == 0
    assert dated(made.read_text("utf-8")) == dated(first.decode())


def test_the_pdf_has_pages_and_is_the_same_each_time(game: Path, tmp_path: Path) -> None:
    edit(game)
    made, again = tmp_path / "page.pdf", tmp_path / "again.pdf"
    assert diff(game, "--pdf", str(made)) == 0
    assert diff(game, "--pdf", str(again)) == 0
    assert made.read_bytes() == again.read_bytes()
    with Pages(made.read_bytes()) as pages:
        assert len(pages) == 1
        size = pages.size(0)
        assert (round(size.width_mm), round(size.height_mm)) == (210, 297)
        colours = pages.image(0, dpi=60).getcolors(1 << 20)
    assert colours is not None and any(colour == (214, 0, 108) for _, colour in colours), "frames are drawn"


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 nothing", b"%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF"])
def test_pictures_of_a_record_that_are_none_are_left_out(content: bytes) -> None:
    source = FacePages(content, {"0" * 32: 0, "1" * 32: 7})
    with ExitStack() as stack:
        shots = _Shots((source,), stack)
        assert shots.seen("0" * 32) is None and shots.seen("1" * 32) is None and shots.seen("") is None


def test_a_page_that_cannot_be_written_is_a_problem(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert diff(game, "--html", str(tmp_path / "nowhere/page.html")) == 1
    assert "The page cannot be written: No such file or directory." in capsys.readouterr().err


def picture(*boxes: tuple[int, int, int, int]) -> Image.Image:
    made = Image.new("RGB", (120, 180), "white")
    for box in boxes:
        ImageDraw.Draw(made).rectangle(box, fill="black")
    return made


def test_boxes_stand_around_what_differs() -> None:
    same = picture((30, 30, 40, 40))
    assert differing_boxes(same, same) == ()
    found = differing_boxes(same, picture((30, 30, 40, 40), (60, 60, 65, 65), (0, 170, 119, 179)))
    assert [pytest.approx(box) for box in ((0.5, 60 / 180, 0.05, 6 / 180), (0, 168 / 180, 1, 12 / 180))] == [
        *found
    ]


def test_pictures_of_another_size_differ_as_a_whole() -> None:
    assert differing_boxes(picture(), Image.new("RGB", (10, 10))) == (SeenBox(0, 0, 1, 1),)


def test_what_differs_everywhere_gets_one_box() -> None:
    spots = [(x, y, x + 2, y + 2) for x in range(0, 120, 30) for y in range(0, 180, 30)]
    assert len(differing_boxes(picture(), picture(*spots))) == 1
