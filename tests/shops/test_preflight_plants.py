"""Faults planted into finished files: preflight names each with file and page, and says little else."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from generator.cli import main
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.pdf_record import page_records
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.press.files_made import folder_record
from generator.shops.exports.run import export
from generator.shops.exports.targets import Sizes, TargetKind, read_target, target_names
from generator.shops.preflight import pages as made_pages
from generator.shops.preflight.run import GameNow, game_now, preflight_home, preflight_target
from generator.shops.preflight.sights import told_apart
from generator.shops.preflight.walk import walk
from generator.story import build
from tests.shared.game_folders import copy_of, game_folders, name_of
from tests.shared.games_made import change, starter_game

HOME, PRESS, PICTURES, TABLE = "home", "drive-thru-cards", "game-crafter", "tabletop-simulator"
SHEET, DECK = "output/A4/MyGame_v0.1_Tiles_A4_duplex.pdf", "output/exports/drive-thru-cards/Tiles.pdf"
PDFS = {HOME: SHEET, PRESS: DECK}
SHOP = "output/exports/game-crafter"
SIZE = 'xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"'
GROUND = '<rect x="-3.2" y="-3.2" width="69.9" height="95.3" fill="{}"/>'
NAME = '<text x="10" y="20" font-family="Source Sans 3" font-size="4" fill="#ffffff">{{ card.title }}</text>'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, GameNow]:
    """A game of poker cards with backs, built and exported, and as it is now."""
    game = starter_game(tmp_path_factory.mktemp("whole") / "game")
    for place, value in (("E2", "rectangle"), ("F2", 63.5), ("G2", 88.9)):
        change(game, f"Components!{place}", value)
    front, back = GROUND.format("#1d5b49") + NAME, GROUND.format("#7a3b12")
    (game / "templates" / "tile.svg").write_text(f"<svg {SIZE}>{front}</svg>", encoding="utf-8")
    (game / "templates" / "tile-back.svg").write_text(f"<svg {SIZE}>{back}</svg>", encoding="utf-8")
    project = Project(game)
    build(project)
    for name in (PRESS, PICTURES, TABLE):
        export(project, read_target(name, project))
    return game, game_now(project)


@pytest.fixture
def game(whole: tuple[Path, GameNow], tmp_path: Path) -> Path:
    """A copy to plant faults into."""
    shutil.copytree(whole[0], tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def now(whole: tuple[Path, GameNow]) -> GameNow:
    return whole[1]


def looked(game: Path, now: GameNow, target: str, cache: Cache = NO_CACHE) -> tuple[Problem, ...]:
    project = Project(game)
    if target == HOME:
        return preflight_home(project, now, cache=cache).problems
    return preflight_target(project, now, read_target(target, project), cache=cache).problems


@pytest.mark.parametrize("target", [HOME, PRESS, PICTURES, TABLE])
def test_what_was_made_has_nothing_wrong_and_is_not_touched(game: Path, now: GameNow, target: str) -> None:
    before = {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(game.rglob("*"))}
    assert looked(game, now, target) == ()
    assert before == {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(game.rglob("*"))}


@pytest.mark.parametrize("target", [HOME, PRESS, PICTURES])
def test_what_had_nothing_wrong_is_not_walked_again_until_it_changes(
    game: Path, now: GameNow, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, walked = Cache(tmp_path / "cache", b"k" * 32), list[object]()
    monkeypatch.setattr(
        made_pages, "walk", lambda drawing, **more: walked.append(drawing) or walk(drawing, **more)
    )
    assert looked(game, now, target, cache) == ()
    assert walked
    walked.clear()
    assert looked(game, now, target, cache) == ()
    assert not walked
    if target in PDFS:
        with pikepdf.open(game / PDFS[target], allow_overwriting_input=True) as pdf:
            drawn("0 0 0 1 k BT /none 4 Tf (x) Tj ET 0.01 w 10 10 m 90 90 l S")(pdf)
            pdf.save(game / PDFS[target])
        assert looked(game, now, target, cache) == looked(game, now, target) != ()


def test_a_component_of_which_nothing_is_drawn_has_no_designs_to_look_at(game: Path, now: GameNow) -> None:
    bare = replace(now, decks=tuple(replace(deck, designs=b"") for deck in now.decks))
    assert looked(game, bare, PICTURES) == ()


# ---------------------------------------------------------------- in a PDF


def drawn(content: str) -> Callable[[pikepdf.Pdf], None]:
    return lambda pdf: pdf.pages[1].contents_add(f" q {content} Q".encode())


def shrunk(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].contents_add(b"0.98 0 0 0.98 3 3 cm", prepend=True)


def without_page(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2]


def with_page(pdf: pikepdf.Pdf) -> None:
    pdf.pages.append(pdf.pages[0])


def exchanged(pdf: pikepdf.Pdf) -> None:
    first = pdf.pages[0]
    pdf.pages.insert(2, first)
    del pdf.pages[0]


def blanked(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[1].obj
    page.Contents, page.Resources = pdf.make_stream(b""), pikepdf.Dictionary()
    if "/PieceInfo" in page:
        del page.PieceInfo


def boxed(name: str, by: float) -> Callable[[pikepdf.Pdf], None]:
    def plant(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[1].obj
        left, bottom, right, top = (float(edge) for edge in page[name])
        page[name] = [left + by, bottom + by, right - by, top - by]

    return plant


def without_font(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
            del thing["/FontFile2"]


def lettered(pdf: pikepdf.Pdf) -> None:
    """Four letters in a font of the file, whose codes are what they may be, on the second card's place."""
    page = pdf.pages[1]
    donor = next(font for font in fonts_of(pdf) if "/ToUnicode" in font and font.Subtype != "/Type0")
    name = page.add_resource(pdf.make_indirect(donor), pikepdf.Name.Font)
    left, bottom, *_ = (float(edge) for edge in page.trimbox)
    place = f"{left + 90} {bottom + 90}"
    page.contents_add(f" q 0 0 0 1 k BT {name} 4 Tf {place} Td <01020304> Tj ET Q".encode())


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def pictured(pdf: pikepdf.Pdf) -> None:
    dots = bytes(range(72)) * 72
    image = pdf.make_stream(dots, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image)
    image.Width, image.Height, image.BitsPerComponent = 72, 72, 8
    image.ColorSpace = pikepdf.Name.DeviceGray
    page = pdf.pages[1]
    name = page.add_resource(image, pikepdf.Name.XObject)
    page.contents_add(f" q 72 0 0 72 70 70 cm {name} Do Q".encode())


def script(pdf: pikepdf.Pdf) -> pikepdf.Dictionary:
    return pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))


def opened(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = script(pdf)


def shown(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].obj.AA = pikepdf.Dictionary(O=script(pdf))


def clicked(pdf: pikepdf.Pdf) -> None:
    after = pikepdf.Dictionary(S=pikepdf.Name.Launch, F=pikepdf.String("calc.exe"))
    action = pikepdf.Dictionary(S=pikepdf.Name.URI, URI=pikepdf.String("https://example.org"), Next=after)
    link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], A=action)
    pdf.pages[1].obj.Annots = pikepdf.Array([link])


def packed(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["more.txt"] = b"more"


PLANTS: tuple[tuple[str, Callable[[pikepdf.Pdf], None], int, str], ...] = (
    ("page missing", without_page, 3, "what was page 3 is missing"),
    ("page added", with_page, -1, "this one is too many"),
    ("front and back", exchanged, 1, "Pages 1 and 2 have changed places: a front stands where a back"),
    ("scaled", shrunk, 2, "at 98.0 % of its size"),
    ("blank", blanked, 2, "The page is blank."),
    ("trim box", boxed("/TrimBox", 3), 2, "The TrimBox is "),
    ("font", without_font, 0, "is not in the file."),
    ("hairline", drawn("0.05 w 80 80 m 120 120 l S"), 2, "a line is 0.05 pt"),
    ("small type", lettered, 2, "is set in 4.0 pt."),
    ("picture", pictured, 2, "is printed at 72 dpi."),
    ("script at opening", opened, 0, "a JavaScript that runs when it is opened"),
    ("script at a page", shown, 2, "actions that run when it is shown"),
    ("program behind a click", clicked, 2, "an action Launch behind a click"),
    ("file in it", packed, 0, "another file"),
)
ON_PRESS = (
    ("bleed box", boxed("/BleedBox", 3), 2, "The BleedBox is "),
    ("RGB", drawn("1 0 0 rg 80 80 9 9 re f"), 2, "something is coloured in DeviceRGB"),
    ("ink", drawn(".8 .8 .8 .6 k 80 80 9 9 re f"), 2, "300 % of ink lies on one spot"),
)
EACH = [(target, *plant) for target in PDFS for plant in PLANTS] + [
    *((PRESS, *plant) for plant in ON_PRESS),
    (HOME, "bleed box", boxed("/BleedBox", -3), 2, "The BleedBox is "),
    (HOME, "smaller bleed box", boxed("/BleedBox", 3), 2, "The BleedBox is "),
]


@pytest.mark.quick(12)
@pytest.mark.parametrize(
    ("target", "plant", "page", "what"),
    [(target, plant, page, what) for target, _, plant, page, what in EACH],
    ids=[f"{target} {name}" for target, name, _, _, _ in EACH],
)
def test_what_is_planted_into_a_pdf_is_named_with_file_and_page(
    game: Path, now: GameNow, target: str, plant: Callable[[pikepdf.Pdf], None], page: int, what: str
) -> None:
    path = game / PDFS[target]
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        plant(pdf)
        number = page if page >= 0 else len(pdf.pages)
        pdf.save(path)
    found = looked(game, now, target)
    where = f"{PDFS[target]}:{number}" if number else PDFS[target]
    assert [each for each in found if what in each.what and each.where.startswith(where)], found
    assert {each.where.split(":")[0] for each in found} == {PDFS[target]}
    assert any(each.severity is Severity.ERROR for each in found)
    assert len(found) <= 3, [each.what for each in found]
    again = "pnp build" if target == HOME else "pnp export drive-thru-cards"
    assert any(again in each.mend for each in found) or not number


def test_a_pdf_that_another_program_has_written_anew_is_told(game: Path, now: GameNow) -> None:
    for target, file in PDFS.items():
        with pikepdf.open(game / file, allow_overwriting_input=True) as pdf:
            pdf.docinfo["/Subject"] = "opened and saved"
            pdf.save(game / file, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable)
        (found,) = looked(game, now, target)
        assert (found.severity, found.where) == (Severity.WARNING, file)
        assert "with pages that print the same" in found.what


# ---------------------------------------------------------------- files, and pictures


@pytest.mark.parametrize("target", [HOME, PRESS, PICTURES, TABLE])
def test_a_file_that_is_missing_and_one_too_many_are_named(game: Path, now: GameNow, target: str) -> None:
    folder = "output/A4" if target == HOME else f"output/exports/{target}"
    file = next(path for path in sorted((game / folder).rglob("*.p[dn][fg]")) if "Tiles" in str(path))
    extra = file.with_name(f"extra{file.suffix}")
    shutil.copy(file, extra)
    (found,) = looked(game, now, target)
    assert found.where == extra.relative_to(game).as_posix()
    assert found.what == "This file was not made with the others."
    file.replace(extra)
    found, more = sorted(looked(game, now, target), key=lambda each: "not made" in each.what)
    assert (found.severity, found.where) == (Severity.ERROR, file.relative_to(game).as_posix())
    assert "There is no such file." in found.what
    assert more.where == extra.relative_to(game).as_posix()


def test_a_front_and_a_back_that_changed_places_are_named(game: Path, now: GameNow) -> None:
    back = next((game / SHOP / "Tiles").glob("*back*"))
    front = next((game / SHOP / "Tiles").glob("*front*"))
    one, other = back.read_bytes(), front.read_bytes()
    back.write_bytes(other)
    front.write_bytes(one)
    (found,) = looked(game, now, PICTURES)
    assert found.severity is Severity.ERROR and "have changed places" in found.what
    assert back.name in found.where + found.what and front.name in found.where + found.what


@pytest.mark.parametrize("target", [PICTURES, TABLE])
def test_a_picture_of_another_size_and_one_that_was_edited_are_named(
    game: Path, now: GameNow, target: str
) -> None:
    folder = game / "output" / "exports" / target
    path = next(path for path in sorted(folder.rglob("*.png")) if "front" in path.name)
    image = Image.open(path)
    image.resize((image.width - 17, image.height)).save(path, dpi=(300, 300))
    where = path.relative_to(game).as_posix()
    found = looked(game, now, target)
    assert {each.where for each in found} == {where}
    assert any("and should have" in each.what for each in found)
    image.putpixel((image.width // 2, image.height // 2), (1, 2, 3))
    image.save(path, dpi=(300, 300))
    (edited,) = looked(game, now, target)
    assert (edited.severity, edited.where) == (Severity.ERROR, where)
    assert edited.what == "This file was changed since it was made."
    assert edited.mend == f"Run pnp export {target}; it makes the files anew."


def test_a_saved_object_and_a_list_that_were_edited_are_named(game: Path, now: GameNow) -> None:
    for path in ("MyGame_v0.1.json", "contents.csv"):
        file = game / "output" / "exports" / TABLE / path
        file.write_bytes(file.read_bytes() + b"\r\n")
        assert [each.where for each in looked(game, now, TABLE)] == [f"output/exports/{TABLE}/{path}"]
        file.write_bytes(file.read_bytes()[:-2])


# ---------------------------------------------------------------- the lists


def test_no_files_are_an_error_and_nothing_is_made(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(game / "output")
    for target in (HOME, PICTURES, PRESS, TABLE):
        assert main(["preflight", target, "--game", str(game), "--no-cache"]) == 1
        said = capsys.readouterr().out
        assert ("Run pnp build" if target == HOME else f"Run pnp export {target}") in said
    assert not (game / "output").exists()


def test_files_of_which_nothing_is_noted_are_looked_at_all_the_same(game: Path, now: GameNow) -> None:
    (game / "output" / ".record.json").unlink()
    (found,) = looked(game, now, HOME)
    assert found.severity is Severity.WARNING and "Run pnp build" in found.mend


def test_a_game_that_has_changed_since_the_export_is_told(game: Path) -> None:
    change(game, "Tiles!A2", "Another name")
    project = Project(game)
    for target in (PRESS, PICTURES):
        (found,) = looked(game, game_now(project), target)
        assert found.severity is Severity.ERROR
        assert found.what.startswith("The files of Tiles are older than the game: ")
        assert f"Run pnp export {target}" in found.mend


def test_an_export_of_some_components_is_told(game: Path) -> None:
    from generator.shops.exports.order import ExportOptions

    project = Project(game)
    export(project, read_target(TABLE, project), ExportOptions(components=("Tokens",)))
    (found,) = looked(game, game_now(project), TABLE)
    assert found.what.startswith("The files were made without Tiles")


def test_a_forged_list_is_named_and_its_numbers_are_not_told(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game / "output" / ".contents.json"
    entries = json.loads(path.read_text("utf-8"))
    for pages in (999_999_999, 10**400, 6_000):
        entries[1]["pages"] = pages
        path.write_text(json.dumps(entries), encoding="utf-8")
        assert main(["preflight", "--game", str(game), "--no-cache"]) == (1 if pages != 6_000 else 0)
        said = capsys.readouterr().out
        assert ("output/.contents.json" in said) == (pages != 6_000)
        assert "20 pages" in said if pages == 6_000 else "No file was looked at." in said


FORGED = (
    "[" * 100_000,
    "5",
    '[["../../x.pdf","' + "0" * 64 + '",[]]]',
    '[["A4/x.pdf","' + "0" * 64 + '",[["' + "0" * 16 + '",1e999' + ",1" * 11 + "]]]]",
    '[["A4/x.pdf","' + "0" * 64 + '",' + '[["' + "0" * 16 + '"' + ",1" * 13 + "]]]]",
    '[["A4/x.pdf",7,[]]]',
)


@pytest.mark.parametrize("text", FORGED)
def test_a_forged_record_says_something_wrong_and_harms_nobody(game: Path, now: GameNow, text: str) -> None:
    (game / "output" / ".record.json").write_text(text, encoding="utf-8")
    assert len(looked(game, now, HOME)) == 1
    assert len(folder_record(game / "output")) <= 1


def test_pages_that_are_drawn_alike_have_one_digest_whatever_their_numbers_are() -> None:
    def pages(*words: str) -> list[str]:
        out = io.BytesIO()
        with pikepdf.new() as pdf:
            for word in words:
                pdf.add_blank_page().contents_add(word.encode())
            pdf.save(out)
        return [page.drawn for page in page_records(out.getvalue())]

    one, other, third = pages("0 0 1 1 re f", "0 0 2 2 re f", "0 0 1 1 re f")
    assert one == third != other
    assert pages("0 0 2 2 re f", "0 0 1 1 re f") == [other, one]


def test_a_ring_of_actions_and_of_bookmarks_ends(game: Path, now: GameNow) -> None:
    path = game / SHEET
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        action = pdf.make_indirect(script(pdf))
        action.Next = pikepdf.Array([action] * 50)
        mark = pdf.make_indirect(pikepdf.Dictionary(Title=pikepdf.String("x"), A=action))
        mark.Next = mark.First = mark
        pdf.Root.Outlines = pikepdf.Dictionary(First=mark)
        pdf.save(path)
    assert any("a JavaScript behind a bookmark" in each.what for each in looked(game, now, HOME))


# ---------------------------------------------------------------- all the games


@pytest.mark.slow
@pytest.mark.parametrize("folder", game_folders(), ids=name_of)
def test_nothing_is_wrong_with_what_was_made_and_left_alone(folder: Path, tmp_path: Path) -> None:
    """Nor is anything else: what these games print, here and at every shop, is clean. It is drawn once."""
    game, cache = copy_of(folder, tmp_path / "game"), Cache(tmp_path / "cache", b"k" * 32)
    project = Project(game)
    build(project, cache=cache)
    now = game_now(project, cache=cache)
    assert now.checked is not None
    known = {*now.problems, *told_apart(now.checked.book)}
    assert [each for each in preflight_home(project, now).problems if each not in known] == []
    for target in map(read_target, target_names()):
        printed = target.sizes is Sizes.PRODUCTS or target.kind is TargetKind.TABLETOP
        if printed and export(project, target, cache=cache).files:
            problems = preflight_target(project, now, target).problems
            assert [each for each in problems if each not in known] == []
