"""The table that pnp play shows: who may do what, and a whole game in a real browser."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from generator.ground.project import Project
from generator.preview.serving import own_addresses
from generator.story import examine
from tests.shared.browser import opened, page_of
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.table_made import Player, click_on, play_to_the_end, sit_down, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Locator

SCION: dict[str, Any] = {"rules": "scion"}
RULESETS = [
    (ROOT, "meaning_made"),
    (ROOT / "games/life_meaning", "life_meaning"),
    (ROOT / "games/meaning_made_march", "meaning_made_march"),
    (ROOT / "games/symetra", "symetra"),
    *((ROOT / "games/deck_of_signs", name) for name in ("scion", "elementary", "counterspell")),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of(ROOT / "games/deck_of_signs", tmp_path_factory.mktemp("table") / "game")


@pytest.fixture(scope="module")
def table(folder: Path) -> Iterator[Player]:
    with table_at(folder, seats=["me", "open", "bot:random"], seed=4, **SCION) as player:
        player.told(0)
        yield player


def guest(table: Player) -> str:
    """The header by which somebody at the open seat is known."""
    link = table.facts()["links"][1][0]
    reply = table.ask(link.partition(str(table.preview.port))[2], headers={"Cookie": ""})
    assert reply.status == 200
    return reply.headers["set-cookie"].partition(";")[0]


def test_a_seat_is_sent_its_own_hand_and_nobody_elses(table: Player) -> None:
    cookie = {"Cookie": guest(table)}
    own = json.loads(table.ask("/table/state", headers=cookie).body)
    assert own["seat"] == 1
    assert len(own["hand"]) == 7
    assert table.ask("/table/state?seat=0", headers=cookie).status == 404
    assert table.ask("/table/state?seat=1").status == 404, "the host has no open seat's hand"
    assert table.ask("/table/state?seat=2").status == 404
    host = table.told(0)
    assert not set(host["hand"]) & set(own["hand"])
    public = table.told()
    assert public["hand"] == []
    text = json.dumps(public["table"])
    assert not any(f'"{title}"' in text for title in (*own["hand"], *host["hand"]))


@pytest.mark.parametrize("wish", [{"op": "seat", "seat": 0, "kind": "open"}, {"op": "free"}, {"op": "write"},
    {"op": "end"}, {"op": "load", "log": "x"}, {"op": "new", "seats": ["me"]}, {"op": "export"},
    {"op": "replay", "at": 0}, {"op": "what"}, []])  # fmt: skip
def test_a_guest_may_play_and_nothing_else(table: Player, wish: Any) -> None:
    assert table.do(wish, Cookie=guest(table)).status == 400


@pytest.mark.parametrize("path", ["/", "/api/state", "/events", "/sheet/s0/0.png", "/scene/t0.png"])
def test_a_guest_does_not_see_the_workshop(table: Player, path: str) -> None:
    assert table.ask(path, headers={"Cookie": guest(table)}).status == 403


def test_strangers_and_other_sites_are_refused(table: Player) -> None:
    wish = {"op": "act", "seat": 0, "at": 0, "moves": 0}
    assert table.do(wish, Cookie="").status == 401
    assert table.do(wish, Origin="http://evil.example").status == 403
    assert table.do(wish, Host="evil.example").status == 403
    assert table.do(wish, **{"Sec-Fetch-Site": "cross-site"}).status == 403
    assert table.ask("/enter?seat=abcdefghijklmnopqrst", headers={"Cookie": ""}).status == 401
    body = b"x" * 70_000
    headers = {"Content-Type": "application/json"}
    assert table.ask("/table/do", method="POST", headers=headers, body=body).status == 400
    assert table.do({**wish, "seat": 1}).status == 403
    assert table.do({**wish, "seat": "0"}).status == 403


def test_who_asks_for_too_much_waits(table: Player) -> None:
    cookie = guest(table)
    # no guest's wish, so the server itself answers: on a slow machine, too, sooner than anybody may ask again
    statuses = {table.do({"op": "free"}, Cookie=cookie).status for _ in range(150)}
    assert statuses == {400, 429}


@pytest.mark.parametrize("wish", [{"op": "act"}, {"op": "act", "seat": 0, "at": "x", "moves": None},
    {"op": "why", "seat": 0, "part": 3}, {"op": "note", "seat": 0}, {"op": "load", "log": "../../etc/passwd"},
    {"op": "new", "seats": ["king"]},
    {"op": "new", "seats": ["me", "me", "me"], "rules": "chess"}])  # fmt: skip
def test_what_is_not_understood_changes_nothing(table: Player, wish: Any) -> None:
    before = -1
    while before != (before := table.told(0)["moves"]):
        time.sleep(0.5)  # a bot may still be at its move
    reply = table.do(wish)
    assert reply.status in (200, 403)
    if reply.status == 200:
        assert json.loads(reply.body)["ok"] is False
    assert table.told(0)["moves"] == before


@pytest.mark.slow
def test_a_game_outlives_its_worker(tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    with table_at(game, seats=["me", "me", "me"], seed=4, **SCION) as table:
        told = table.told(0)
        assert json.loads(table.do({"op": "act", "seat": 0, "at": 0, "moves": told["moves"]}).body)["ok"]
        moves = table.told(0)["moves"]
        servant = table.preview.player
        assert servant is not None
        assert servant._process is not None
        os.killpg(servant._process.pid, signal.SIGKILL)
        servant._process.wait()
        reply = json.loads(table.do({"op": "note", "seat": 0, "text": "too strong?"}).body)
        assert reply["ok"], reply
        assert table.told(0)["moves"] == moves
        assert table.told(0)["notes"][0]["text"] == "too strong?"


@pytest.mark.slow
def test_others_of_the_network_play_at_their_seat_alone(tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    near = next(iter(own_addresses()), "10.20.30.40")
    with table_at(game, addresses=(near,), seats=["me", "open", "me"], seed=4, **SCION) as table:
        table.told(2)
        away = {"Host": f"{near}:{table.preview.port}"}
        links = table.facts()["links"][1]
        assert links[0].startswith(f"http://{near}:{table.preview.port}/enter?seat=")
        seat = {**away, "Cookie": guest(table)}
        assert json.loads(table.ask("/table/state", headers=seat).body)["seat"] == 1
        assert table.ask("/play", headers=seat).status == 200
        assert table.ask("/table/state?seat=0", headers=seat).status == 404
        assert table.ask("/", headers=seat).status == 403
        assert table.ask("/table/state", headers={**away, "Cookie": ""}).status == 401
        assert table.ask("/play", headers=away).status == 403, (
            "the host's cookie is good on this machine alone"
        )
        assert table.ask("/play", headers={**seat, "Host": f"10.0.0.99:{table.preview.port}"}).status == 403
        seats = json.loads(table.ask("/table/seats", headers=seat).body)
        assert set(seats) == {"letters", "mine"}, "no address of another seat"
        if near != "10.20.30.40":  # this machine is in a network: ask from there
            connection = http.client.HTTPConnection(near, table.preview.port, timeout=20)
            connection.request("GET", "/table/state", headers=seat)
            assert connection.getresponse().status == 200
            connection.close()
    with table_at(game, seats=["me", "open", "me"], seed=4, **SCION) as alone:
        alone.told(2)
        seat = {"Host": f"{near}:{alone.preview.port}", "Cookie": guest(alone)}
        assert alone.ask("/table/state", headers=seat).status == 403, "without --share only this machine"


@pytest.mark.slow
def test_a_seat_that_is_no_longer_open_sees_nothing_more(tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    with table_at(game, seats=["me", "open", "me"], seed=4, **SCION) as table:
        table.told(2)
        cookie = {"Cookie": guest(table)}
        assert table.ask("/table/state", headers=cookie).status == 200
        table.do({"op": "seat", "seat": 1, "kind": "bot:greedy"})
        assert table.ask("/table/state", headers=cookie).status == 401


@contextmanager
def played_from_the_terminal(
    game: Path, *options: str
) -> Iterator[tuple[Callable[[], Mapping[str, Any]], str]]:
    """`pnp play` as somebody types it: how to ask for its facts, and what it says first."""
    command = [sys.executable, "-m", "generator", "play", "--no-open", "--game", str(game), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            match = re.search(r"127\.0\.0\.1:(\d+)(/enter\S+)", said)
            assert match, said
            port = int(match[1])

            def ask(path: str, cookie: str = "") -> http.client.HTTPResponse:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
                return connection.getresponse()

            cookie = (ask(match[2]).headers["set-cookie"] or "").partition(";")[0]

            def facts() -> Mapping[str, Any]:
                for _ in range(300):
                    told: Mapping[str, Any] = json.loads(ask("/table/seats", cookie).read())
                    if told.get("playing") or told.get("fault"):
                        return told
                    time.sleep(0.1)
                raise AssertionError(told)

            yield facts, said
        finally:
            process.terminate()
            process.wait(20)


@pytest.mark.slow
def test_the_terminal_begins_a_variant_and_goes_on_with_a_log(tmp_path: Path) -> None:
    game = copy_of(ROOT, tmp_path / "game")
    seats = ("--seats", "me, bot:random", "--seed", "3")
    with played_from_the_terminal(game, *seats, "--variant", "Hard Mode") as (facts, said):
        assert said.startswith("The table is at http://127.0.0.1:")
        begun = facts()
        assert begun["fault"] is None, begun["fault"]
        assert begun["kinds"] == ["me", "bot:random"]
    log = game / "plays" / begun["log"]
    assert "Hard Mode" in log.read_text()
    with played_from_the_terminal(game, "--resume", str(log)) as (facts, _):
        resumed = facts()
        assert resumed["log"] == begun["log"]
        assert [by for _, by in resumed["loads"]] == ["this machine"]
    with played_from_the_terminal(game, *seats, "--variant", "Nonsense") as (facts, _):
        assert "Nonsense" in json.dumps(facts()["fault"])


# ---------------------------------------------------------------- in a browser


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_a_hand_lies_behind_a_curtain_until_its_player_looks(browser: Browser, tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    with (
        table_at(game, seats=["me", "me", "bot:random"], seed=4, **SCION) as table,
        page_of(browser) as page,
    ):
        table.told(0)
        page.goto(table.preview.link())
        page.wait_for_selector("#curtain:not([hidden])")
        assert "Alex" in page.locator("#curtain-title").inner_text()
        assert page.locator("#hand button, #choices button, #world button").count() == 0
        page.keyboard.press("Enter")
        page.wait_for_selector("#hand .lit")
        page.locator("#hand .lit").first.click()
        page.locator("#choices button.main").click()
        page.wait_for_selector("#curtain:not([hidden])")
        assert "Brooke" in page.locator("#curtain-title").inner_text()
        assert page.locator("#hand button").count() == 0


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_the_slider_shows_the_game_as_it_was(browser: Browser, tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    with (
        table_at(game, seats=["me", "bot:random", "bot:random"], seed=4, **SCION) as table,
        page_of(browser) as page,
    ):
        table.told(0)
        sit_down(page, table.preview.link())
        rng = Random(2)
        for _ in range(200):
            if table.told(0)["moves"] >= 6:
                break
            click_on(page, rng)
        page.click("button:has-text('Replay')")
        page.locator("#replay input").press("Home")
        page.wait_for_function("() => document.querySelector('#log').children.length === 0")
        assert page.locator("#choices").inner_text() == "You look at the game as it was."
        assert page.locator("#replay output").inner_text().startswith("0 of ")
        page.click("button:has-text('Back to the game')")
        page.wait_for_function("() => document.querySelector('#log').children.length > 0")


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_the_keyboard_alone_plays_a_whole_game(browser: Browser, tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    seats = ["me", "bot:random", "bot:random"]
    with table_at(game, seats=seats, seed=4, **SCION) as table, page_of(browser) as page:
        table.told(0)
        sit_down(page, table.preview.link())
        for _ in range(3000):
            if "over" in page.locator("#moment").inner_text():
                break
            chooses = "document.activeElement.matches('#choices .chip, #choices .main')"
            page.keyboard.press("Enter" if page.evaluate(chooses) else "Tab")
            page.wait_for_timeout(20)
        assert "over" in page.locator("#moment").inner_text()


@pytest.mark.needs("chromium")
def test_clicking_what_lights_up_moves(browser: Browser, table: Player) -> None:
    before = table.told(0)["moves"]
    with page_of(browser) as page:
        sit_down(page, table.preview.link())
        page.locator("#hand .lit").first.click()
        page.locator("#choices button.main").click()
        page.locator("#hand button").nth(6).wait_for(state="detached")
        assert page.evaluate("window.refused") == []
    assert table.told(0)["moves"] > before


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_a_game_that_cannot_begin_says_why(browser: Browser, tmp_path: Path) -> None:
    folder = copy_of(ROOT / "games/symetra", tmp_path / "game")
    with table_at(folder, seats=["me", "me"], rules="nix") as table, page_of(browser) as page:
        page.goto(table.preview.link())
        page.get_by_text("This game has symetra", exact=False).first.wait_for()
        assert page.locator("#moment").inner_text() == "No game is played."


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_two_browsers_share_a_table_with_hidden_hands(browser: Browser, tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    rng = Random(1)
    with (
        table_at(game, seats=["me", "open", "bot:random"], seed=4, **SCION) as table,
        page_of(browser) as here,
        page_of(browser) as there,
    ):
        table.told(0)
        sit_down(here, table.preview.link())
        sit_down(there, table.facts()["links"][1][0])
        hands = [
            page.locator("#hand button").evaluate_all("all => all.map(e => e.dataset.title)")
            for page in (here, there)
        ]
        assert len(hands[0]) == len(hands[1]) == 7
        assert not set(hands[0]) & set(hands[1])
        assert there.locator("text=Seats").count() == 0, "a guest seats nobody"
        for _ in range(60):
            click_on(here, rng)
            click_on(there, rng)
        assert table.told(0)["moves"] > 6
        there.goto("about:blank")
        there.goto(f"http://127.0.0.1:{table.preview.port}/play")  # the address is enough to come back
        there.wait_for_selector("#hand button, #choices > *")
        assert there.evaluate("window.refused") == []


@pytest.mark.slow
@pytest.mark.needs("chromium")
@pytest.mark.parametrize(("source", "rules"), RULESETS, ids=[name for _, name in RULESETS])
def test_a_whole_game_is_played_by_clicking_and_written(
    browser: Browser, tmp_path: Path, source: Path, rules: str
) -> None:
    game = copy_of(source, tmp_path / "game")
    seats = ["me", "bot:random", "bot:random"]
    with table_at(game, seats=seats, seed=2, rules=rules) as table, page_of(browser) as page:
        table.told(0)
        sit_down(page, table.preview.link())
        play_to_the_end(page, Random(3))
        assert page.evaluate("window.refused") == []
        answer = json.loads(table.do({"op": "write", "replace": True}).body)
        assert answer["ok"], answer
    problems = [problem for problem in examine(Project(game)) if "Sample Game" in problem.where]
    assert [problem for problem in problems if problem.severity == "error"] == []


def at_rest(thing: Locator) -> FloatRect:
    """Where something lies once the page has stopped drawing it anew."""
    before = None
    for _ in range(200):
        box = thing.bounding_box()
        if box is not None and box == before:
            return box
        before = box
        thing.page.wait_for_timeout(50)
    raise AssertionError("it never came to rest")


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_without_rules_cards_are_dragged_stacked_and_taken(browser: Browser, tmp_path: Path) -> None:
    game = copy_of(ROOT / "games/nineteen_lanterns", tmp_path / "game")
    with table_at(game, seats=["me"], seed=5) as table, page_of(browser, width=1440, height=900) as page:
        table.told(0)
        table.ready()
        sit_down(page, table.preview.link())
        deck = page.locator("#world .thing.stacked.drags").first
        deck.wait_for()

        def drag(x: float, y: float) -> list[dict[str, Any]]:
            told = table.told(0)
            moves = told["moves"]
            for attempt in range(400):  # a busy machine may draw the deck anew between two of these steps
                if attempt % 100 == 0:
                    box = at_rest(deck)
                    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                    page.mouse.down()
                    page.mouse.move(x, y, steps=4)
                    page.mouse.up()
                told = table.told(0)
                if told["moves"] != moves:
                    break
                page.wait_for_timeout(50)
            assert told["moves"] == moves + 1
            placed: list[dict[str, Any]] = told["free"]["placed"]
            page.wait_for_function(
                "n => document.querySelectorAll('#hand > *').length === n", arg=len(told["hand"])
            )
            return placed

        first = drag(520, 380)
        assert len(first) == 1
        assert first[0]["title"]
        second = drag(524, 383)
        assert second[0]["at"] == second[1]["at"], "near another card it lies on it"
        assert drag(720, 300)[2]["at"] != second[0]["at"]
        assert page.locator("#world .badge", has_text="2").count() >= 1
        bar = at_rest(page.locator("#bar"))
        drag(300, bar["y"] + bar["height"] / 2)
        assert len(table.told(0)["hand"]) == 1
        page.locator("#world .thing.drags:not(.stacked)").last.click()
        page.locator("#choices button", has_text="Turn").click()
        page.wait_for_function(
            "() => !document.querySelector('#choices').innerText.includes('Something else')"
        )
        assert [card["turned"] for card in table.told(0)["free"]["placed"]] == [False, False, True]


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_discards_lie_on_their_place_of_the_board(tmp_path: Path, browser: Browser) -> None:
    folder = copy_of(ROOT, tmp_path / "game")
    with table_at(folder, seats=["me", "bot:greedy"], seed=4) as table, page_of(browser) as page:
        sit_down(page, table.preview.link())
        discarded = page.get_by_label(re.compile("uppermost of 1 discarded"))
        rng = Random(3)
        for _ in range(300):
            if discarded.count() or not click_on(page, rng):
                break
        page.wait_for_function("() => document.querySelector('#world [role=img]')")  # the board is drawn
        discarded.wait_for()
        place, board = discarded.bounding_box(), page.locator("#world [role=img]").first.bounding_box()
        assert place and board and board["y"] < place["y"] < board["y"] + board["height"]
        assert page.locator(".caption", has_text="discarded").count() == 0
