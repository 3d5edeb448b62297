"""A preview follows what is saved: the new picture, what was said, and the last good one of a broken card."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.preview.editing import EditDesk
from generator.preview.keeping import HeldCache
from generator.preview.live import LiveGame
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build
from tests.shared.games_made import change, starter_game
from tests.shared.preview_made import (
    PNG,
    Visitor,
    children_of,
    piece,
    process_of,
    saved_like_excel,
    shown,
)

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


def first_title(visitor: Visitor) -> dict[str, str]:
    """The cell with the title of the first piece that has one."""
    state = visitor.ready()
    for each in state["pieces"]:
        for held in each["record"]:
            if held["field"] == "Title" and each["front"]:
                return {"cell": held["cell"], "title": held["value"], "id": each["id"]}
    raise AssertionError("there is no title")


def saved_like_libreoffice(game: Path, cell: str, value: str) -> None:
    """A lock, a file elsewhere, and the content written over the old file in pieces."""
    (game / ".~lock.card_data.xlsx#").write_text(",somebody,here,;")
    shutil.copytree(game, game.parent / "other", dirs_exist_ok=True)
    change(game.parent / "other", cell, value)
    content = (game.parent / "other" / "card_data.xlsx").read_bytes()
    with (game / "card_data.xlsx").open("wb") as file:
        for at in range(0, len(content), 20_000):
            file.write(content[at : at + 20_000])
            file.flush()
            os.fsync(file.fileno())
    (game / ".~lock.card_data.xlsx#").unlink()


def test_an_edit_is_seen_whatever_way_it_is_saved(game: Path) -> None:
    with shown(game) as visitor:
        before = first_title(visitor)
        title, id = before["title"], before["id"]
        for save in (saved_like_excel, saved_like_libreoffice):
            old = piece(visitor.state(), title)
            new = f"{save.__name__[-8:]}"
            save(game, before["cell"], new)
            state = visitor.wait(
                lambda state: state["status"] == "ready" and any(p["title"] == new for p in state["pieces"])  # noqa: B023
            )
            now = piece(state, new)
            sheet = before["cell"].partition("!")[0]
            assert now["id"] == old["id"] == id and now["front"] != old["front"]
            assert f"{sheet}: {title}: Title {title} → {new}" in state["said"]
            assert visitor.ask(f"/picture/{now['front']}.png?dpi=96").body.startswith(PNG)
            title = new


def test_a_card_with_an_error_keeps_its_last_good_picture(game: Path) -> None:
    with shown(game) as visitor:
        before = first_title(visitor)
        good = piece(visitor.ready(), before["title"])
        copies = next(held["cell"] for held in good["record"] if held["field"] == "Copies")
        change(game, copies, "many")
        state = visitor.wait(lambda state: any(p["severity"] == "error" for p in state["problems"]))
        state = visitor.ready()
        now = piece(state, before["title"])
        assert now["stale"] and now["front"] == good["front"]
        told = [state["problems"][index] for index in now["problems"]]
        assert [problem["where"] for problem in told] == [copies]
        wrong = next(held for held in now["record"] if held["cell"] == copies)
        assert (wrong["value"], wrong["unread"]) == ("many", "yes")
        others = [each for each in state["pieces"] if each["id"] != now["id"] and each["front"]]
        assert others and not any(each["stale"] for each in others)
        assert visitor.ask(f"/picture/{now['front']}.png?dpi=150").body.startswith(PNG)
        change(game, copies, 2)
        state = visitor.wait(lambda state: not state["problems"])
        assert not piece(visitor.ready(), before["title"])["stale"]


@pytest.mark.slow
def test_a_workbook_that_cannot_be_read_heals_with_the_next_save(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    whole = (game / "card_data.xlsx").read_bytes()
    (game / "card_data.xlsx").write_bytes(b"this is no workbook")
    with shown(game) as visitor:
        state = visitor.wait(lambda state: state["status"] == "broken")
        assert state["pieces"] == [] and len(state["problems"]) == 1
        assert state["problems"][0]["where"] == "card_data.xlsx"
        (game / "card_data.xlsx").write_bytes(whole)
        pieces = visitor.ready()["pieces"]
        assert pieces and all(each["front"] for each in pieces)
        (game / "card_data.xlsx").unlink()
        state = visitor.wait(lambda state: state["status"] == "broken")
        assert state["pieces"] == pieces, "the last good ones are kept"
        assert state["problems"][0]["what"] == "There is no workbook here."


@pytest.mark.slow
def test_a_template_and_a_new_name_are_seen(game: Path) -> None:
    with shown(game) as visitor:
        before = {each["id"]: each["front"] for each in visitor.ready()["pieces"]}
        for template in (game / "templates").glob("*.svg"):
            text = template.read_text("utf-8")
            template.write_text(text.replace("</svg>", '<circle cx="5" cy="5" r="1" fill="#101010"/></svg>'))
        state = visitor.wait(
            lambda state: (
                state["status"] == "ready" and any(p["front"] != before[p["id"]] for p in state["pieces"])
            )
        )
        assert state["said"] == []


def test_an_icon_that_is_drawn_anew_is_seen(game: Path) -> None:
    with shown(game) as visitor:
        address = f"/icon/{b'coin'.hex()}x22252e.png?dpi=150"
        visitor.ready()
        before = visitor.ask(address)
        revision = visitor.ready()["revision"]  # which may have moved on since
        assert before.body.startswith(PNG) and before.headers["cache-control"] == "private, max-age=60"
        (game / "icons" / "coin.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="5" cy="5" r="4"/></svg>'
        )
        visitor.wait(lambda state: state["status"] == "ready" and state["revision"] > revision)
        after = visitor.ask(address)
        assert after.body.startswith(PNG) and after.body != before.body


@LINUX
@pytest.mark.slow
def test_a_killed_worker_is_told_and_the_next_save_starts_another(game: Path) -> None:
    with shown(game) as visitor:
        before = first_title(visitor)
        good = piece(visitor.ready(), before["title"])
        assert visitor.ask(f"/picture/{good['front']}.png?dpi=96").status == 200
        (worker,) = children_of(process_of(visitor.preview))
        os.kill(worker, signal.SIGKILL)
        state = visitor.wait(lambda state: state["status"] == "broken")
        assert state["problems"][0]["what"] == "What pnp does between its stages was ended from outside."
        assert piece(state, before["title"])["front"] == good["front"]
        assert visitor.ask(f"/picture/{good['front']}.png?dpi=96").status == 200, "it was made before"
        change(game, before["cell"], "Another")
        state = visitor.wait(lambda state: any(p["title"] == "Another" for p in state["pieces"]))
        assert visitor.ready()["problems"] == []


STRICT = """
import sys
from generator.ground import fence
fence.LIMITS = {**fence.LIMITS, "workbook": fence.Limit(0.001, "Reading the workbook", "Mend it.")}
sys.argv = ["pnp", "preview", "--worker", "--no-cache", "--game", sys.argv[1]]
from generator.cli import run
sys.exit(run())
"""


@LINUX
@pytest.mark.slow
def test_what_takes_too_long_is_told_and_the_server_goes_on(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    notes = book.create_sheet("Notes")  # the system looks at its timers only some hundred times a second
    for row in range(3_000):
        notes.append([f"note {row} {column}" for column in range(8)])
    book.save(game / "card_data.xlsx")
    with shown(game, [sys.executable, "-c", STRICT, str(game)]) as visitor:
        state = visitor.wait(lambda state: state["status"] == "broken")
        problem = state["problems"][0]
        assert problem["where"] == "card_data.xlsx"
        assert problem["what"] == "Reading the workbook takes too long and was stopped."
        assert problem["mend"] == "Mend it."
        assert visitor.ask("/").status == 200


@pytest.mark.slow
def test_a_print_that_the_page_records_is_what_later_edits_are_told_from(game: Path) -> None:
    with shown(game) as visitor:
        before = first_title(visitor)
        visitor.ready()
        headers = {"Content-Type": "application/json"}
        reply = visitor.ask("/api/printed", method="POST", headers=headers, body=b"{}")
        assert reply.status == 200 and "recorded as printed on" in json.loads(reply.body)["said"]
        assert (game / "printed" / "record.json").is_file()
        state = visitor.wait(lambda state: state["print"]["recorded"])
        assert {each["since_print"] for each in state["pieces"] if each["front"]} == {"same"}
        change(game, before["cell"], "Another")
        state = visitor.wait(lambda state: state["print"]["changed"] == 1)
        assert piece(state, "Another")["since_print"] == "changed"


HOSTILE = "<script>alert(1)</script>\"'&{{7*7}}../../\u202e\U0001f642"


def test_hostile_titles_are_texts_and_nothing_else(game: Path) -> None:
    with shown(game) as visitor:
        before = first_title(visitor)
        change(game, before["cell"], HOSTILE)
        state = visitor.wait(lambda state: any("<script>" in p["title"] for p in state["pieces"]))
        found = next(each for each in state["pieces"] if "<script>" in each["title"])
        assert found["id"].isalnum() and found["component"].isalnum()
        reply = visitor.ask("/api/state")
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["x-content-type-options"] == "nosniff"


def test_what_is_looked_at_is_drawn_first_when_a_template_was_saved(game: Path) -> None:
    news: list[Mapping[str, Any]] = []
    live = LiveGame(game, HeldCache(), lambda message, _: news.append(message))
    live.update()
    pieces = [each for each in live.state()["pieces"] if each["front"]]
    looked_at = pieces[-1]
    live.look(looked_at["front"])
    for circle in ('<circle cx="5" cy="5" r="1" fill="#101010"/>', '<circle cx="5" cy="5" r="2"/>'):
        for template in (game / "templates").glob("*.svg"):
            template.write_text(template.read_text("utf-8").replace("</svg>", f"{circle}</svg>"))
        news.clear()
        live.update()
        told = [each["tell"] for each in news]
        assert told.index("piece") < told.index("state"), "before all else is drawn"
        assert news[told.index("piece")]["id"] == looked_at["id"]
        assert news[told.index("picture")]["id"] == news[told.index("piece")]["front"]


def test_sheets_that_components_share_look_as_they_are_built(game: Path) -> None:
    twins = ("Twins", "Tiles", "tile.svg", "tile-back.svg", "hexagon", 60, 52, 1, "Twin tiles", "Lands")
    for column, value in zip("ABCDEFGHIJ", twins, strict=True):
        change(game, f"Components!{column}4", value)
    change(game, "Components!J1", "Together")
    change(game, "Components!J2", "Lands")
    for column, value in (("B", "Together"), ("C", "text"), ("H", None)):
        change(game, f"Fields!{column}28", value)
    live = LiveGame(game, HeldCache(), lambda *_: None)
    live.update()
    sheet = next(each for each in live.state()["sheets"] if "_Lands_A4" in each["file"])
    assert live.printables is not None
    seen = live.printables.sheet_png(sheet["id"], 0, 72)
    build(Project(game), BuildOptions(components=("Tiles", "Twins"), papers=(A4,)))
    with Pages((game / "output" / sheet["file"]).read_bytes()) as pages:
        assert seen == pages.png(0, dpi=72)


@pytest.mark.parametrize(("cell", "value"), [("E2", "heart"), ("F2", "wide"), ("G2", None)])
def test_a_component_without_size_or_shape_keeps_its_last_good_pictures(
    game: Path, cell: str, value: str | None
) -> None:
    live = LiveGame(game, HeldCache(), lambda *_: None)
    live.update()
    good = live.state()["pieces"]
    before = load_workbook(game / "card_data.xlsx")["Components"][cell].value
    change(game, f"Components!{cell}", value)
    live.update()
    state = live.state()
    assert [problem["where"] for problem in state["problems"]] == [f"Components!{cell}"]
    assert [each["front"] for each in state["pieces"]] == [each["front"] for each in good]
    order = {"do": "open", "piece": good[0]["id"], "side": "front"}
    answer, _ = EditDesk(live).answer(order)
    assert answer["status"] == 400 and "see its Problems" in answer["said"]
    change(game, f"Components!{cell}", before)
    live.update()
    assert live.state()["pieces"] == good and not live.state()["problems"]
