"""What is printed anew and what is taken out, on small games and on the one that comes with the package."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from pypdfium2 import PdfDocument

from generator.checks.checked import look_through, read
from generator.cli import main
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.ground.shapes import Shape
from generator.ground.units import PT_PER_MM
from generator.press.choosing import choose
from generator.press.decks import Deck
from generator.sheets.layouts import butted
from generator.sheets.sheet import A4, Flip, Format, Turn, turns_sideways
from generator.story import draw_jobs, open_workshop
from generator.versions.compare import compare
from generator.versions.errand import Errand, PullReason, errand_of
from generator.versions.pieces import PieceRecord, Snapshot, snapshot_of_decks
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.games_made import change, files, starter_game
from tests.shared.snapshots import piece, taken

A4_ONLY = ("--paper", "a4")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")  # 2026-11-22
    return starter_game(tmp_path / "game")


def pnp(*words: str, game: Path) -> int:
    return main([words[0], "--game", str(game), *words[1:]])


def listed(game: Path) -> list[dict[str, object]]:
    told = json.loads((game / "output/.contents.json").read_text())
    return [one for one in told if str(one["path"]).endswith("_reprint.pdf")]


def text_of(path: Path) -> str:
    with PdfDocument(path) as pdf:
        return "\n".join(page.get_textpage().get_text_bounded() for page in pdf)


# ---------------------------------------------------------------- what is to be done


def told(errand: Errand) -> tuple[dict[str, int], dict[str, tuple[int, PullReason]]]:
    return (
        {need.piece.title: need.count for need in errand.needs},
        {pull.piece.title: (pull.count, pull.reason) for pull in errand.pulls},
    )


def test_changed_added_deleted_more_and_fewer() -> None:
    old = taken(piece("Shell"), piece("Pulse", copies=3), piece("Thirst"), piece("Play", copies=2))
    new = taken(piece("Shell", Cost="2"), piece("Pulse", copies=1), piece("Play", copies=5), piece("Moult"))
    assert told(errand_of(compare(old, new))) == (
        {"Shell": 1, "Play": 3, "Moult": 1},
        {"Shell": (1, PullReason.CHANGED), "Pulse": (2, PullReason.FEWER), "Thirst": (1, PullReason.DELETED)},
    )


def test_a_changed_card_of_more_copies_is_printed_and_pulled_as_a_whole() -> None:
    old, new = taken(piece("Shell", copies=2)), taken(piece("Shell", copies=3, Cost="1"))
    assert told(errand_of(compare(old, new))) == ({"Shell": 3}, {"Shell": (2, PullReason.CHANGED)})


def test_what_is_not_printed_any_more_is_deleted() -> None:
    old, new = taken(piece("Shell", copies=2)), taken(piece("Shell", copies=0))
    assert told(errand_of(compare(old, new))) == ({}, {"Shell": (2, PullReason.DELETED)})


def test_what_looks_the_same_under_another_name_stays_on_the_table() -> None:
    one = piece("Shell")
    other = replace(one, component="Other", identity="X", title="X", values=())
    assert not errand_of(compare(taken(one), taken(other)))


TITLES = st.sampled_from(["Shell", "Pulse", "Thirst", "Play", "Moult", "Body"])
PIECES = st.lists(
    st.builds(
        lambda title, deck, copies, cost: piece(title, deck=deck, copies=copies, Cost=cost),
        TITLES,
        st.sampled_from(["Patterns", "Events"]),
        st.integers(0, 3),
        st.sampled_from(["", "1", "2"]),
    ),
    max_size=8,
    unique_by=lambda one: (one.component, one.identity),
)


def heap(pieces: tuple[PieceRecord, ...]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for each in pieces:
        found[each.front, each.back] += each.copies
    return +found


@given(PIECES, PIECES)
@settings(max_examples=150)
def test_the_table_is_right_afterwards_and_nothing_is_printed_that_is_there(
    before: list[PieceRecord], after: list[PieceRecord]
) -> None:
    old, new = taken(*before), taken(*after)
    errand = errand_of(compare(old, new))
    printed: Counter[tuple[str, str]] = Counter()
    pulled: Counter[tuple[str, str]] = Counter()
    for need in errand.needs:
        printed[need.piece.front, need.piece.back] += need.count
    for pull in errand.pulls:
        pulled[pull.piece.front, pull.piece.back] += pull.count
    assert not printed.keys() & pulled.keys(), "what is taken out is not printed again"
    assert heap(old.pieces) + printed == heap(new.pieces) + pulled
    assert pulled <= heap(old.pieces)


# ---------------------------------------------------------------- compared with all that is drawn


def drawn(game: Path) -> tuple[Snapshot, tuple[Deck, ...]]:
    book, problems = read(Project(game))
    checked = look_through(Project(game), book, problems)
    jobs = draw_jobs(checked, choose(checked.book), open_workshop(checked))
    assert not jobs.problems
    return snapshot_of_decks(checked, jobs.decks), jobs.decks


def seen(decks: tuple[Deck, ...]) -> Counter[tuple[bytes, bytes]]:
    """Every piece by the pixels of both its faces, their marks and all."""
    heap: Counter[tuple[bytes, bytes]] = Counter()
    for deck in decks:
        with Pages(deck.designs) as pages:
            made = [pages.png(number, dpi=60) for number in range(len(pages))]
        for each in deck.pieces:
            heap[made[each.front], made[each.back] if each.back is not None else b""] += 1
    return heap


def edit(game: Path, chance: random.Random) -> None:
    """One thing that a designer does between two prints."""
    path = game / "card_data.xlsx"
    book = load_workbook(path)
    tiles = book["Tiles"]
    row = chance.randint(2, tiles.max_row)
    kind = chance.randrange(7)
    if kind == 0:
        tiles.cell(row, 1).value = f"Place {chance.randrange(1000)}"
    elif kind == 1:
        tiles.cell(row, 3).value = chance.choice(["1S", "2S", "1W 1L", "3L"])
    elif kind == 2:
        tiles.cell(row, 6).value = chance.randint(0, 3)
    elif kind == 3 and tiles.max_row > 4:
        tiles.delete_rows(row)
    elif kind == 4:
        values = [cell.value for cell in tiles[row]]
        tiles.append([f"Copy {chance.randrange(1000)}", *values[1:]])
    elif kind == 5:
        values = [cell.value for cell in tiles[row]]
        tiles.delete_rows(row)
        tiles.append(values)
    else:
        back = game / "templates/tile-back.svg"
        spot = f'<circle cx="{chance.randint(20, 40)}" cy="26" r="2" fill="#804020"/></svg>'
        back.write_text(back.read_text("utf-8").replace("</svg>", spot), "utf-8")
    book.save(path)


def followed(folder: Path, seed: int, steps: int) -> None:
    """A game, edited so often: the errand makes of the old heap of pictures the new one, and is the least."""
    chance, game = random.Random(seed), starter_game(folder / f"game-{seed}")
    old, old_decks = drawn(game)
    for _ in range(steps):
        edit(game, chance)
    new, new_decks = drawn(game)
    errand = errand_of(compare(old, new))
    before, after = seen(old_decks), seen(new_decks)
    assert sum(need.count for need in errand.needs) == (after - before).total(), seed
    assert sum(pull.count for pull in errand.pulls) == (before - after).total(), seed


@pytest.mark.parametrize("seed", range(2))
def test_what_is_printed_agrees_with_all_the_pictures(seed: int, tmp_path: Path) -> None:
    followed(tmp_path, seed, 4)


@pytest.mark.slow
@given(st.integers(100, 10**6), st.integers(1, 8))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_what_is_printed_agrees_with_all_the_pictures_whatever_is_edited(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    followed(tmp_path_factory.mktemp("edits"), seed, steps)


# ---------------------------------------------------------------- the command


def test_without_a_record_it_says_what_to_do(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pnp("reprint", game=game) == 1
    assert capsys.readouterr().err == (
        "printed/record.json: errors\n"
        "  No print of this game was recorded, so nothing tells what has changed since.\n"
        "  Build, print all of it, and run pnp printed; from then on pnp reprint knows.\n"
        "\n"
        "1 error.\n"
    )
    assert not (game / "output").exists()


def test_nothing_to_reprint_makes_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pnp("printed", game=game)
    capsys.readouterr()
    assert pnp("reprint", game=game) == 0
    assert capsys.readouterr().out == (
        "No piece differs from what was printed on 2026-11-22: there is nothing to reprint.\n"
    )
    assert not (game / "output").exists()


def test_a_change_is_one_sheet_and_one_list_and_then_nothing(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pnp("build", *A4_ONLY, game=game)
    pnp("printed", game=game)
    change(game, "Tiles!C2", "2S")
    change(game, "Tiles!A3", "Elsewhere")
    capsys.readouterr()
    assert pnp("reprint", *A4_ONLY, game=game) == 0
    out = capsys.readouterr().out
    assert "put in 4, take out 4, as the pull list shows." in out or "take out" in out
    assert [one["path"] for one in listed(game)] == [
        "A4/MyGame_v0.1_CutGuide_A4_reprint.pdf",
        "A4/MyGame_v0.1_PullList_A4_reprint.pdf",
        "A4/MyGame_v0.1_Tiles_A4_duplex_reprint.pdf",
    ]
    apart = (game / "output/README.txt").read_text("utf-8").partition("for this errand alone")
    assert "Tiles_A4_duplex_reprint.pdf" in apart[2] and "_reprint.pdf  " not in apart[0]
    assert pnp("printed", game=game) == 0
    assert capsys.readouterr().err == "", "what was reprinted is what is recorded"
    assert pnp("reprint", game=game) == 0
    assert "nothing to reprint" in capsys.readouterr().out


def test_an_older_reprint_goes_when_a_newer_one_or_a_whole_build_is_made(game: Path) -> None:
    pnp("printed", game=game)
    change(game, "Tiles!C2", "2S")
    pnp("reprint", game=game)
    assert len(listed(game)) == 6, "sheets, the list and a cut guide on both papers"
    change(game, "Tiles!C2", "1S 1W")
    change(game, "Tokens!A2", "Something")
    pnp("reprint", *A4_ONLY, game=game)
    readme = (game / "output/README.txt").read_text("utf-8")
    assert "Letter/, from an earlier errand: not current, and no part of the set" in readme
    pnp("build", game=game)
    assert listed(game) == [] and not any("reprint" in name for name in files(game / "output"))


def test_the_same_reprint_gives_the_same_bytes(game: Path) -> None:
    pnp("printed", game=game)
    change(game, "Tiles!C2", "2S")
    pnp("reprint", game=game)
    first = files(game / "output")
    pnp("reprint", "--no-cache", game=game)
    assert files(game / "output") == first


def test_the_list_has_titles_marks_and_the_new_ones_and_says_what_it_lacks(game: Path) -> None:
    pnp("printed", game=game)
    old = {each.title: each.mark for each in drawn(game)[0].pieces}
    first, second = (load_workbook(game / "card_data.xlsx")["Tiles"][f"A{row}"].value for row in (2, 3))
    change(game, "Tiles!C2", "2S 2W")
    book = load_workbook(game / "card_data.xlsx")
    book["Tiles"].delete_rows(3)
    book.save(game / "card_data.xlsx")
    pnp("reprint", *A4_ONLY, game=game)
    path = game / "output/A4/MyGame_v0.1_PullList_A4_reprint.pdf"
    text = text_of(path)
    new = {each.title: each.mark for each in drawn(game)[0].pieces}
    assert all(said in text for said in (first, second, old[first], old[second], new[first]))
    assert "Deleted: nothing takes its place." in text and "no picture" not in text
    (game / "printed/faces.pdf").unlink()
    pnp("reprint", *A4_ONLY, game=game)
    text = text_of(path)
    assert "There are no pictures of the old pieces" in text and old[second] in text


def test_only_the_extra_copies_of_a_card_are_printed(game: Path) -> None:
    pnp("printed", game=game)
    before = load_workbook(game / "card_data.xlsx")["Tiles"]["F2"].value
    change(game, "Tiles!F2", before + 2)
    pnp("reprint", *A4_ONLY, game=game)
    guide, sheet = listed(game)
    assert guide["component"] == "Cut guide"
    assert sheet["pieces"] == 2, "and there is no list, for nothing is taken out"


def test_of_a_board_only_the_tiles_that_look_different(game: Path) -> None:
    board = ("Board", None, "board.svg", None, "rectangle", 300, 260, 1, "The board", "board")
    for column, value in zip("ABCDEFGHIJ", board, strict=True):
        change(game, f"Components!{column}4", value)
    drawing = game / "templates/board.svg"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 260">'
    head += '<rect x="-3" y="-3" width="306" height="266" fill="#e8f0e0"/>'
    drawing.write_text(f"{head}</svg>", "utf-8")
    pnp("printed", game=game)
    drawing.write_text(f'{head}<circle cx="280" cy="240" r="9" fill="#aa3322"/></svg>', "utf-8")
    pnp("reprint", *A4_ONLY, game=game)
    board_file = next(one for one in listed(game) if "Board" in str(one["path"]))
    assert (board_file["pages"], board_file["pieces"]) == (1, 1)
    text = text_of(game / "output/A4/MyGame_v0.1_PullList_A4_reprint.pdf")
    assert re.search(r"Changed, only this tile:\s+A2 \(mark \w{4}\)", text)
    (game / "printed/faces.pdf").unlink()
    pnp("reprint", *A4_ONLY, game=game)
    board_file = next(one for one in listed(game) if "Board" in str(one["path"]))
    assert board_file["pages"] == 2, "without the old face nobody knows"


def test_an_unknown_component_and_a_faulty_game_are_told(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pnp("printed", game=game)
    assert pnp("reprint", "Tilse", game=game) == 1
    assert "There is no component “Tilse”. Did you mean Tiles?" in " ".join(capsys.readouterr().err.split())
    change(game, "Tiles!C2", "2Q")
    assert pnp("reprint", game=game) == 1
    assert "Tiles: errors" in capsys.readouterr().err
    assert not (game / "output").exists()


# ---------------------------------------------------------------- the errand, as the README tells it


def errand(game: Path) -> None:
    """Eight cards of three decks changed, one deleted, one added."""
    path = game / "card_data.xlsx"
    book = load_workbook(path)
    patterns, initiatives, events = (book[name] for name in ("Patterns", "Initiatives", "Events"))
    for row in (2, 5, 9):
        patterns.cell(row, 5).value = "A line that is new since then."
    for row in (3, 10, 20):
        initiatives.cell(row, 9).value = "Another line."
    for row in (4, 12):
        events.cell(row, 4).value = "Said in other words."
    added = [cell.value for cell in patterns[40]]
    patterns.delete_rows(40)
    patterns.append(["Spiral Stair", 6, "2I 1S", "+1V", "Up by going round.", *added[5:7], None])
    book.save(path)


@pytest.mark.slow
def test_eight_changed_one_deleted_one_added_is_one_sheet_of_nine_and_one_list(tmp_path: Path) -> None:
    game = copy_of(ROOT, tmp_path / "game")
    assert pnp("build", *A4_ONLY, game=game) == 0
    assert pnp("printed", game=game) == 0
    errand(game)
    assert pnp("reprint", *A4_ONLY, game=game) == 0
    _cuts, cards, pulls = sorted(listed(game), key=lambda one: str(one["path"]))
    assert cards["path"] == "A4/MeaningMade_v0.1_Mixed-63.5x88.9_A4_duplex_reprint.pdf"
    assert (cards["pieces"], cards["sheets"], pulls["pieces"], pulls["sheets"]) == (9, 1, 9, 1)
    grid = butted(Format(Shape.RECTANGLE, 63.5, 88.9), A4)
    assert grid is not None
    turn = Turn(grid.paper, turns_sideways(grid.paper, Flip.LONG))
    decks = []
    with PdfDocument(game / "output" / str(cards["path"])) as pdf:
        front, back = (page.get_textpage() for page in pdf)
        for index in range(9):
            words = [
                page.get_text_bounded(
                    box.x_mm * PT_PER_MM,
                    (grid.paper.height_mm - box.bottom_mm) * PT_PER_MM,
                    box.right_mm * PT_PER_MM,
                    (grid.paper.height_mm - box.y_mm) * PT_PER_MM,
                )
                for page, box in ((front, grid.cell(index)), (back, turn.box(grid.cell(index))))
            ]
            kinds = {"EVENT TABLE": "EVENT", "LEGACY BY": "INITIATIVE", "TO LOAD": "PATTERN"}
            kind = next(kind for said, kind in kinds.items() if said in words[0])
            assert kind in words[1], words
            decks.append(kind)
    assert Counter(decks) == {"PATTERN": 4, "INITIATIVE": 3, "EVENT": 2}
    assert pnp("printed", game=game) == 0
    assert pnp("reprint", game=game) == 0


def test_the_pull_list_speaks_the_words_of_the_sheet(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    book["Game"].append(("Language", "de"))
    book["Fields"].append(("Words", "English", "text"))
    words = book.create_sheet("Words")
    for row in (("English", "de"), ("Pull list", "Ziehliste"), ("Take out {count}", "Nimm {count} heraus")):
        words.append(row)
    book.save(game / "card_data.xlsx")
    for command in ("build", "printed"):
        assert pnp(command, game=game) == 0
    change(game, "Tiles!C2", "2S")
    assert pnp("reprint", *A4_ONLY, game=game) == 0
    (path,) = game.glob("output/A4/*PullList*")
    text = text_of(path)
    assert "Ziehliste" in text
    assert re.search(r"Nimm \d heraus", text)
    assert "Changed: the new one has the mark" in text, "what the sheet lacks is said in English"
