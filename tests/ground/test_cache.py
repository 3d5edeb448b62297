"""What was drawn before is taken again, and nobody can tell by the result."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import threading
import zlib
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.cli import main
from generator.cli.new_game import new_game
from generator.faces.kept import FacePlace
from generator.faces.maker import FaceMaker
from generator.ground import cache as cached
from generator.ground.as_json import as_json, from_json
from generator.ground.cache import MOST_TEXT, NO_CACHE, Cache, Unkeyable, digest, open_cache
from generator.ground.problems import (
    BadNumber,
    Failed,
    Miscount,
    NoColumn,
    NoKey,
    Problem,
    Severity,
    Subject,
    Unlike,
    Unlisted,
    error,
)
from generator.ground.project import Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from tests.shared.games_made import change, files, starter_game

A4_ONLY = BuildOptions(papers=(A4,))
KEY = b"k" * 32


@pytest.fixture
def game(tmp_path: Path) -> Path:
    game = starter_game(tmp_path / "game")
    text = "# Rules\n\nTake a card.\n\n![A tile](face:Tiles/@first)\n"
    (game / "templates" / "rulebook.md").write_text(text, encoding="utf-8")
    return game


@pytest.fixture
def store(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "store", KEY, "one")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of the faces that were rendered, not taken from the cache."""
    made: list[str] = []
    real = FaceMaker._rendered

    def noted(self: FaceMaker, svg: str, place: FacePlace, *rest: Any, **more: Any) -> Any:
        made.append(place.template)
        return real(self, svg, place, *rest, **more)

    monkeypatch.setattr(FaceMaker, "_rendered", noted)
    return made


def again(store: Cache) -> Cache:
    """The same folder as another run opens it."""
    return Cache(store.folder, store.key, store.versions, store.most)


def made(game: Path, cache: Cache = NO_CACHE) -> dict[str, bytes]:
    build(Project(game), A4_ONLY, cache=cache)
    cache.tidy()
    return files(game / "output")


def entries(store: Cache) -> list[Path]:
    assert store.folder is not None
    return sorted(path for path in store.folder.rglob("*") if path.is_file())


# ---------------------------------------------------------------- the same bytes


def test_a_second_build_draws_nothing_and_gives_the_same_bytes(
    game: Path, store: Cache, rendered: list[str]
) -> None:
    wanted = made(game)
    rendered.clear()
    assert made(game, store) == wanted
    assert rendered, "a cold build draws"
    rendered.clear()
    assert made(game, again(store)) == wanted
    assert rendered == []


def test_only_the_changed_card_is_drawn_again(game: Path, store: Cache, rendered: list[str]) -> None:
    before = made(game, store)
    change(game, "Tiles!A2", "Another name")
    rendered.clear()
    after = made(game, again(store))
    assert rendered == ["tile.svg"]
    assert after == made(game) != before


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _turned(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(bytes(content))


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.quick(3)
@pytest.mark.parametrize("harm", [Path.unlink, _cut, _turned, _emptied, _a_folder])
@pytest.mark.parametrize("half", [0, 1])
def test_what_is_missing_or_damaged_is_drawn_anew(game: Path, store: Cache, harm: Any, half: int) -> None:
    wanted = made(game, store)
    for path in entries(store)[half::2]:
        harm(path)
    assert made(game, again(store)) == wanted


def test_an_entry_under_another_name_is_not_believed(game: Path, store: Cache) -> None:
    wanted = made(game, store)
    held = entries(store)
    contents = [path.read_bytes() for path in held]
    for path, content in zip(held, contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    assert made(game, again(store)) == wanted


def test_entries_of_another_user_or_another_version_are_not_used(
    game: Path, store: Cache, rendered: list[str]
) -> None:
    wanted = made(game, store)
    for other in (Cache(store.folder, b"x" * 32, store.versions), Cache(store.folder, KEY, "two")):
        rendered.clear()
        assert made(game, other) == wanted
        assert rendered


def test_a_word_that_another_font_writes_alone_is_the_same_out_of_the_cache(game: Path, store: Cache) -> None:
    change(game, "Tiles!A2", "Ёжик")  # the font of titles has none of these letters
    made(game, store)
    change(game, "Tiles!A3", "Another tile")
    assert made(game, again(store)) == made(game)


def test_a_picture_that_two_cards_share_is_the_same_out_of_the_cache(tmp_path: Path, store: Cache) -> None:
    game = new_game("market", tmp_path, "poker")
    book = load_workbook(game / "card_data.xlsx")
    headers = [cell.value for cell in book["Cards"][1]]
    art, title = headers.index("Art") + 1, headers.index("Title") + 1
    book["Cards"].cell(3, art).value = book["Cards"].cell(2, art).value
    book.save(game / "card_data.xlsx")
    made(game, store)
    for row in (2, 3):
        book["Cards"].cell(row, title).value = f"Another {row}"
        book.save(game / "card_data.xlsx")
        assert made(game, again(store)) == made(game)


def test_the_versions_tell_of_the_code_and_of_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    told = cached._versions()
    assert told == cached._versions()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0")
    assert cached._versions() != told
    monkeypatch.undo()
    house = Path(cached.__file__).parents[1]
    monkeypatch.setattr(cached, "read_bounded", lambda path, **_: path.name.encode())
    assert cached._versions() != told, f"of every file in {house}"


def test_the_code_is_read_once_after_it_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    read: list[str] = []
    versions, code = cached._versions, cached._code()

    def reading() -> str:
        read.append("all of it")
        return versions()

    monkeypatch.setattr(cached, "_versions", reading)
    opened = [cached.open_cache(tmp_path / "game") for _ in range(2)]
    assert [cache.versions for cache in opened] == [versions()] * 2
    assert len(read) == 1
    (path, size, date), *others = code
    for changed in ((path, size + 1, date), (path, size, date + 1)):
        monkeypatch.setattr(cached, "_code", lambda changed=changed: [changed, *others])
        cached.open_cache(tmp_path / "game")
    assert len(read) == 3


def test_two_builds_at_once_with_one_cache(tmp_path: Path, store: Cache) -> None:
    games = [starter_game(tmp_path / name / "game") for name in ("one", "two")]
    wanted = made(games[0])
    results: dict[int, dict[str, bytes]] = {}

    def work(at: int) -> None:
        results[at] = made(games[at], again(store))

    threads = [threading.Thread(target=work, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1] == wanted


@pytest.mark.parametrize("after", [0, 5, 20])
def test_a_full_disk_only_costs_time(
    game: Path, store: Cache, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    wanted = made(game)
    real, left = os.fdopen, [after]
    writing: list[bool] = []

    class Watched(Cache):
        def put(self, name: str, content: bytes) -> None:
            writing.append(True)
            super().put(name, content)
            writing.pop()

    def fdopen(number: int, *rest: Any) -> Any:
        file = real(number, *rest)
        if writing:
            left[0] -= 1
            if left[0] < 0:
                file.close()
                raise OSError(errno.ENOSPC, "No space left on device")
        return file

    monkeypatch.setattr(os, "fdopen", fdopen)
    assert made(game, Watched(store.folder, store.key, store.versions)) == wanted
    monkeypatch.undo()
    assert not [path for path in entries(store) if path.name.endswith(".new")], "no draft stays"
    assert made(game, again(store)) == wanted


# ---------------------------------------------------------------- what a face reads


def _template(game: Path) -> None:
    path = game / "templates" / "tile.svg"
    path.write_text(path.read_text("utf-8").replace("<svg", "<!-- new --><svg", 1), encoding="utf-8")


def _fonts(game: Path) -> None:
    (game / "fonts").mkdir()
    own = Path(__file__).parents[2] / "fonts" / "SourceSans3-Bold.ttf"
    (game / "fonts" / "SourceSans3-Regular.ttf").write_bytes(own.read_bytes())


def _icon(game: Path) -> None:
    for path in (game / "icons").iterdir():
        path.write_text(path.read_text("utf-8").replace("<path", '<path opacity="0.5"'), encoding="utf-8")


def _component(game: Path) -> None:
    change(game, "Components!H2", 2)


def _game_fact(game: Path) -> None:
    change(game, "Game!B2", "Another title")


@pytest.mark.parametrize("touch", [_template, _fonts, _icon, _component, _game_fact])
def test_whatever_a_design_is_made_of_is_looked_at(game: Path, store: Cache, touch: Any) -> None:
    made(game, store)
    touch(game)
    assert made(game, again(store)) == made(game)


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("inner", "cell", "value"),
    [
        ("{{ text(card.title, 5, 20, 40, size=3, least=1) }}", "Tiles!A2", "Else"),
        ('{{ text(book["Tiles"].rows[0].title, 5, 20, 40, size=3, least=1) }}', "Tiles!A2", "Else"),
        ('{{ text(book.tables.get("Tiles").rows|length, 5, 20, 40, size=3) }}', "Tiles!A40", "One more"),
        (
            "{% for one in book.tables.values() %}{{ text(one.rows|length, 5, 20, 9, size=3) }}{% endfor %}",
            "Tiles!A40",
            "One more",
        ),
        ("{{ text(book.digest[:5], 5, 20, 40, size=3) }}", "Tiles!A3", "Else"),
        ("{{ text(facts.title, 5, 20, 40, size=3, least=1) }}", "Game!B2", "Else"),
        ("{{ text(facts|length, 5, 20, 40, size=3, least=1) }}", "Game!A30", "More"),
        ('{{ text("version" in facts, 5, 20, 40, size=3) }}', "Game!A4", "Verse"),
        ("{{ text(component.copies or 1, 5, 20, 40, size=3, least=1) }}", "Components!H2", 3),
        ('{{ text(component["copies"] or 1, 5, 20, 40, size=3, least=1) }}', "Components!H2", 3),
        ('{{ text([component]|map(attribute="copies")|first or 1, 5, 20, 40, size=3) }}', "Components!H2", 3),
        ("{{ text(game.facts('Game').title, 5, 20, 40, size=3, least=1) }}", "Game!B2", "Else"),
        ("{{ text(card.number, 5, 20, 40, size=3) }}", "Tiles!A2", "Else"),
    ],
)
def test_every_way_to_read_is_seen(game: Path, store: Cache, inner: str, cell: str, value: object) -> None:
    path = game / "templates" / "tile.svg"
    head = path.read_text("utf-8")
    at = head.rindex("</svg>")
    path.write_text(f"{head[:at]}{inner}{head[at:]}", encoding="utf-8")
    made(game, store)
    change(game, cell, value)
    if cell == "Tiles!A40":  # a whole row more
        for column in "BCF":
            change(game, f"Tiles!{column}40", read_cell(game, f"Tiles!{column}2"))
    if cell == "Game!A30":
        change(game, "Game!B30", "of it")
    assert made(game, again(store)) == made(game)


def read_cell(game: Path, cell: str) -> Any:
    sheet, _, place = cell.partition("!")
    return load_workbook(game / "card_data.xlsx")[sheet][place].value


def test_a_template_that_appears_before_the_shelf_is_seen(game: Path, store: Cache) -> None:
    path = game / "templates" / "tile.svg"
    path.write_text(
        path.read_text("utf-8").replace(
            "</svg>", '{% include ["own.svg", "none.svg"] ignore missing %}</svg>'
        ),
        encoding="utf-8",
    )
    before = made(game, store)
    (game / "templates" / "own.svg").write_text('<rect width="9" height="9"/>', encoding="utf-8")
    after = made(game, again(store))
    assert after == made(game) != before


# ---------------------------------------------------------------- what was wrong is told again


def warned(game: Path) -> None:
    """A picture of too few pixels on every tile: a warning."""
    from PIL import Image

    (game / "art").mkdir(exist_ok=True)
    Image.new("RGB", (8, 8), "#334455").save(game / "art" / "small.png")
    path = game / "templates" / "tile.svg"
    text = path.read_text("utf-8")
    at = text.rindex("</svg>")
    path.write_text(
        f'{text[:at]}{{{{ picture("art/small.png", 5, 5, 20, 20) }}}}{text[at:]}', encoding="utf-8"
    )


@pytest.mark.slow
def test_warnings_are_told_each_time(game: Path, store: Cache, rendered: list[str]) -> None:
    warned(game)
    wanted = examine(Project(game))
    assert {one.severity for one in wanted} == {Severity.WARNING}
    assert examine(Project(game), cache=store) == wanted
    rendered.clear()
    assert examine(Project(game), cache=again(store)) == wanted
    assert rendered == []
    summary = build(Project(game), A4_ONLY, cache=again(store))
    assert summary.problems == build(Project(game), A4_ONLY).problems
    change(game, "Tiles!A2", "Another name")
    assert examine(Project(game), cache=again(store)) == examine(Project(game))


def test_a_warning_names_the_cell_where_the_card_stands_now(game: Path, store: Cache) -> None:
    warned(game)
    examine(Project(game), cache=store)
    book = load_workbook(game / "card_data.xlsx")
    book["Tiles"].insert_rows(2)
    for column in range(1, book["Tiles"].max_column + 1):
        book["Tiles"].cell(2, column).value = book["Tiles"].cell(3, column).value
    book["Tiles"]["A2"] = "In front"
    book.save(game / "card_data.xlsx")
    assert examine(Project(game), cache=again(store)) == examine(Project(game))


def test_an_error_is_told_each_time_and_goes_when_it_is_mended(game: Path, store: Cache) -> None:
    examine(Project(game), cache=store)
    change(game, "Tiles!A2", "A title that is very much too long for any tile of this size " * 4)
    wanted = examine(Project(game))
    assert any(one.severity is Severity.ERROR for one in wanted)
    for _ in range(2):
        assert examine(Project(game), cache=again(store)) == wanted
    change(game, "Tiles!A2", "Short")
    assert examine(Project(game), cache=again(store)) == examine(Project(game)) == ()


def test_what_only_drawing_finds_is_found_in_a_changed_card(game: Path, store: Cache) -> None:
    examine(Project(game), cache=store)
    change(game, "Tiles!A2", "\N{CJK UNIFIED IDEOGRAPH-4E00}")
    assert examine(Project(game), cache=again(store)) == examine(Project(game)) != ()


# ---------------------------------------------------------------- drafts, and what has errors


@pytest.mark.slow
def test_a_draft_is_drawn_as_if_there_were_no_cache(game: Path, store: Cache, rendered: list[str]) -> None:
    made(game, store)
    held = entries(store)
    change(game, "Tiles!A2", "A title that is very much too long for any tile of this size " * 4)
    change(game, "Tiles!E3", "many")
    draft = replace(A4_ONLY, draft=True)
    rendered.clear()
    told = build(Project(game), draft, cache=again(store))
    assert len(rendered) > 10, "every tile, also those that are as they were"
    wanted = files(game / "output")
    without = build(Project(game), draft)
    assert without.changed == (), "the bytes are the same, so that no file is written again"
    assert told == replace(without, changed=told.changed) and told.left_out == {}
    assert files(game / "output") == wanted
    assert entries(store) == held
    for cell, value in (("Tiles!A2", "Short"), ("Tiles!E3", 1)):
        change(game, cell, value)
    told, without = build(Project(game), draft, cache=again(store)), build(Project(game), draft)
    assert without.changed == () and told == replace(without, changed=told.changed)
    assert entries(store) == held, "nor does a draft of a sound game"


def test_a_fault_costs_only_the_faces_that_look_at_it(game: Path, store: Cache, rendered: list[str]) -> None:
    made(game, store)
    change(game, "Tiles!C3", "many things")
    for _ in range(2):
        rendered.clear()
        found = examine(Project(game), cache=again(store))
        assert rendered == ["tile.svg"]
        assert found == examine(Project(game)) != ()


@pytest.mark.slow
def test_what_stands_in_for_a_value_is_never_taken_for_one(game: Path, store: Cache) -> None:
    """The empty cost of a tile that could not be read is another than the cost of a tile without any."""
    template = game / "templates" / "tile.svg"
    text = template.read_text("utf-8").replace(
        "{%- set costs = asked(card.cost) -%}", "{%- set costs = [] -%}"
    )
    told = "{% if not card.cost %}{{ text('free', 9, 9, 20, size=3) }}{% endif %}</svg>"
    template.write_text(told.join(text.rsplit("</svg>", 1)), encoding="utf-8")
    tweaks: tuple[Any, ...] = ("many things", None, "many things", "1S", None)
    for value in tweaks:
        change(game, "Tiles!C3", value)
        assert everything(game, again(store)) == everything(game)


@pytest.mark.slow
def test_an_error_that_followed_from_another_is_told_when_that_is_mended(game: Path, store: Cache) -> None:
    """A title that no font has is not told of a face that was made blind, and must be afterwards."""
    template = game / "templates" / "tile.svg"
    told = '{{ text("\N{CJK UNIFIED IDEOGRAPH-4E00}" if card.copies != 2 else "", 9, 9, 20, size=3) }}</svg>'
    template.write_text(told.join(template.read_text("utf-8").rsplit("</svg>", 1)), encoding="utf-8")
    for value in ("many things", "1S", "many things"):
        change(game, "Tiles!C3", value)
        assert everything(game, again(store)) == everything(game)


# ---------------------------------------------------------------- any tweaks

SOUND: tuple[tuple[str, Any], ...] = (
    *(("Tiles!A2", name) for name in ("Dell", "Büchsenmacherſ Ælf-Fjord", "Bee Bank of old", "Clover Field")),
    *(("Tiles!A7", name) for name in ("Zyzzyva qx", "A title of two lines, if it is let")),
    *(("Tiles!C3", cost) for cost in ("1S", "2W 1L", None)),
    *(("Tiles!D4", gift) for gift in ("+2L", "+1S; +1W")),
    *(("Tiles!B5", land) for land in ("Forest", "Hill", "Lake")),
    *(("Tiles!F6", copies) for copies in (1, 3)),
    *(("Lands!B3", colour) for colour in ("#2c5fb3", "#9a9a9a", "#ffffff", "#7a1f5c")),
    *(("Components!F2", width) for width in (60, 58)),
    *(("Tokens!D2", copies) for copies in (4, 16)),
    *(("Game!B2", title) for title in ("My Game", "Another")),
)
FAULTY: tuple[tuple[str, Any], ...] = (
    *(("Tiles!C3", "many things"), ("Tiles!B5", "Nowhere"), ("Tiles!F6", "many"), ("Tiles!A2", None)),
    *(("Lands!B3", "green"), ("Lands!D4", None), ("Components!F2", "wide"), ("Tokens!D2", "x")),
    *(("Tiles!A7", "\N{CJK UNIFIED IDEOGRAPH-4E00}"), ("Tiles!A7", "A title much too long to fit " * 9)),
    *(("Tiles!D4", "+1Q"), ("Tiles!E8", "art/none.png"), ("Icons!B3", "S"), ("Tokens!B3", "none")),
)


def everything(game: Path, cache: Cache = NO_CACHE) -> tuple[Any, ...]:
    """All that a check and a build say and make."""
    found = examine(Project(game), cache=cache)
    shutil.rmtree(game / "output", ignore_errors=True)
    try:
        summary = build(Project(game), A4_ONLY, cache=cache)
    except Failed as failed:
        return found, failed.problems, files(game / "output") if (game / "output").exists() else {}
    return found, summary, files(game / "output")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_any_tweaks_nobody_can_tell_that_there_is_a_cache(game: Path, store: Cache, seed: int) -> None:
    pick = random.Random(seed)
    everything(game, store)
    for _ in range(4):
        change(game, *pick.choice(FAULTY if pick.random() < 0.4 else SOUND))
        if pick.random() < 0.3:
            harmed = pick.sample(entries(store), 5)
            for path in harmed:
                pick.choice((Path.unlink, _cut, _turned))(path)
        assert everything(game, again(store)) == everything(game)


def test_a_problem_comes_out_of_the_cache_whole() -> None:
    told = Problem(Severity.WARNING, "Tiles!A2", "So.", "Mend.", ("This.",), cause="too long", gravity=3.0)
    back = from_json(Problem, json.loads(json.dumps(as_json(told))))
    assert (back, back.cause, back.gravity) == (told, told.cause, told.gravity)


@pytest.mark.parametrize(
    "about",
    [
        None,
        Miscount("Tiles", -1.0, True, (2, 3), "Kind “a”", ("Checks!A2",), ("Shell",)),
        Unlisted("Tiles", "Name", "Shell"),
        BadNumber("1,5", numeric=False, comma=True),
        NoColumn("Tiles", "Name", "Nam", "Tiles!A1"),
        NoKey("Rules"),
        Unlike.VIEW_BOX,
    ],
)
def test_what_a_problem_is_about_comes_out_of_the_cache_too(about: Subject | None) -> None:
    told = error("Tiles!A2", "So.", "Mend.", about=about)
    back = from_json(Problem, json.loads(json.dumps(as_json(told))))
    assert back.about == about


# ---------------------------------------------------------------- where it lies


def test_the_folder_is_the_users_own_and_never_a_game_folder(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    assert open_cache(game).folder == tmp_path / "home" / "cache"
    monkeypatch.setenv("PNP_HOME", str(game / ".pnp"))
    assert not open_cache(game).on
    (tmp_path / "link").symlink_to(game / "art")
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "link"))
    assert not open_cache(game).on


def test_the_command_line_uses_it_unless_it_is_told_not_to(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rendered: list[str]
) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    assert main(["check", "--game", str(game), "--no-cache"]) == 0
    assert not (tmp_path / "home" / "cache").exists()
    assert main(["check", "--game", str(game)]) == 0
    rendered.clear()
    assert main(["build", "--game", str(game)]) == 0
    assert rendered == [], "a check draws for the build too"
    assert main(["build", "--game", str(game), "--no-cache"]) == 0
    assert rendered


def test_nothing_in_the_game_folder_is_written_beside_the_output(game: Path, store: Cache) -> None:
    before = set(files(game))
    made(game, store)
    assert {name for name in set(files(game)) - before if not name.startswith("output/")} == set()


# ---------------------------------------------------------------- the store itself


def test_what_is_used_least_recently_goes_first(tmp_path: Path) -> None:
    store = Cache(tmp_path / "store", KEY, "one", most=10_000)
    names = [store.name("x", number) for number in range(12)]
    for number, name in enumerate(names[:9]):
        store.put(name, bytes(1_000))
        os.utime(store._path(tmp_path / "store", name), (number * 10_000, number * 10_000))
    later = again(store)
    assert later.get(names[0]) == bytes(1_000), "used just now"
    for name in names[9:]:
        later.put(name, bytes(1_000))
    later.tidy()
    held = [name for name in names if again(store).get(name) is not None]
    assert names[0] in held and names[1] not in held and set(names[9:]) <= set(held)
    assert sum(path.stat().st_size for path in entries(store)) <= 10_000


def test_one_run_writes_no_more_than_there_is_room_for(tmp_path: Path) -> None:
    store = Cache(tmp_path / "store", KEY, "one", most=10_000)
    for number in range(50):
        store.put(store.name("x", number), bytes(1_000))
    assert sum(path.stat().st_size for path in entries(store)) <= 10_000


def test_drafts_of_a_run_that_was_killed_are_cleared_away(store: Cache) -> None:
    store.put(store.name("x", 1), b"1")
    folder = entries(store)[0].parent
    old, new = folder / ".pnp-0011.new", folder / ".pnp-2233.new"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    store.tidy()
    assert not old.exists() and new.exists(), "the other may be a run that is at work"


def test_a_text_that_unpacks_without_end_is_none(store: Cache) -> None:
    name = store.name("x", 1)
    store.put_text(name, "a" * 100_000)
    assert store.get_text(name) == "a" * 100_000
    store.put(name, zlib.compress(bytes(MOST_TEXT + 1), 1))
    assert store.get_text(name) is None


VALUES: tuple[Any, ...] = (
    *(None, True, 1, 1.0, "1", b"1", "", (), ("",), {}, {"a": 1}, {"a": "1"}, {"b": 1}, ("a", "b")),
    *(("ab",), (("a",), "b"), ("a", ("b",)), frozenset({"a"}), frozenset({"b"}), Severity.ERROR, "error"),
    *(A4, replace(A4, border_mm=6), range(3), range(4), -1, 0, False, ("a\x1fs1:b",), ("a", "b\x1f")),
)


def test_values_that_differ_have_digests_that_differ() -> None:
    assert len({digest(value) for value in VALUES}) == len(VALUES)
    assert digest({"a": 1}) == digest(MappingProxyType({"a": 1}))


def nested() -> Any:
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    return deep


@pytest.mark.parametrize("make", [nested, object, lambda: print], ids=["deep", "object", "function"])
def test_what_cannot_be_told_has_no_name(store: Cache, make: Any) -> None:
    value = make()
    with pytest.raises(Unkeyable):
        store.name("x", value)
