"""The preview's server: what it answers, whom it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from generator.ground.problems import Failed
from generator.preview.answers import understood
from generator.preview.app import asked_picture, wanted_print
from generator.preview.entrance import Entrance, write_redirect
from generator.preview.guard import HEADERS, refused
from generator.preview.hub import MOST_LISTENERS, Hub
from generator.preview.serving import bound_socket
from tests.shared.games_made import files, starter_game
from tests.shared.preview_made import PATIENCE_S, PNG, Visitor, children_of, is_gone, process_of, shown

ROOT = Path(__file__).parents[2]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with shown(starter_game(tmp_path_factory.mktemp("preview") / "game")) as made:
        made.ready()
        yield made


def test_the_state_tells_of_every_piece_with_its_cells(visitor: Visitor) -> None:
    state = visitor.ready()
    assert state["game"]["title"] and state["revision"] >= 1 and "token" not in state
    tiles = [each for each in state["pieces"] if each["record"] and each["front"]]
    first = tiles[0]
    assert first["record"][0]["cell"] and {"field", "value", "cell"} == set(first["record"][0])
    assert {each["component"] for each in state["pieces"]} == {each["id"] for each in state["components"]}
    assert state["sheets"] and all(each["pages"] >= 1 for each in state["sheets"])
    assert state["print"]["recorded"] is None and first["since_print"] is None


def test_a_picture_is_a_design_page_that_never_changes(visitor: Visitor) -> None:
    front = next(each["front"] for each in visitor.state()["pieces"] if each["front"])
    small, large = (visitor.ask(f"/picture/{front}.png?dpi={dpi}") for dpi in (96, 150))
    assert small.status == large.status == 200 and small.body.startswith(PNG)
    assert small.headers["content-type"] == "image/png" and "immutable" in small.headers["cache-control"]
    assert len(large.body) > len(small.body)


def test_sheets_and_booklets_are_drawn_when_they_are_looked_at(visitor: Visitor) -> None:
    state = visitor.state()
    sheet = state["sheets"][0]
    made = visitor.ask(f"/sheet/{sheet['id']}/0.png?dpi=72&r={state['revision']}")
    assert made.body.startswith(PNG) and made.headers["cache-control"] == "no-store"
    assert visitor.ask(f"/sheet/{sheet['id']}/{sheet['pages']}.png").status == 404
    for booklet in state["booklets"]:
        assert visitor.ask(f"/booklet/{booklet['id']}/0.png?dpi=96").body.startswith(PNG)
        assert visitor.ask(f"/booklet/{booklet['id']}/99999.png?dpi=96").status == 404


def test_every_answer_says_what_a_browser_may_do_with_it(visitor: Visitor) -> None:
    for path, headers in (("/", {}), ("/nowhere", {}), ("/api/state", {}), ("/", {"Origin": "http://evil"})):
        said = visitor.ask(path, headers=headers).headers
        assert {name.decode(): value.decode() for name, value in HEADERS}.items() <= said.items()
        assert not [name for name in said if name.startswith("access-control")] and "server" not in said
    policy = visitor.ask("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'") and "unsafe" not in policy


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": "127.0.0.1:{port}.evil.example"},
        {"Host": "localhost.:{port}"},
        {"Host": "[::1]:{port}"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:{port}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/", "/api/state", "/events", "/page/index.html"])
def test_foreign_hosts_and_origins_are_refused(visitor: Visitor, headers: dict[str, str], path: str) -> None:
    said = {name: value.format(port=visitor.preview.port) for name, value in headers.items()}
    reply = visitor.ask(path, headers=said)
    assert (reply.status, reply.body) == (403, b"Refused.")


def test_the_own_page_is_answered_under_both_names(visitor: Visitor) -> None:
    own = f"localhost:{visitor.preview.port}"
    headers = {"Host": own, "Origin": f"http://{own}", "Sec-Fetch-Site": "same-origin"}
    assert visitor.ask("/api/state", headers=headers).status == 200
    assert visitor.ask("/", headers={"Sec-Fetch-Site": "none"}).status == 200


def test_two_hosts_are_as_good_as_none() -> None:
    own = Entrance(80)
    headers = [(b"cookie", own.cookie.encode()), (b"host", b"127.0.0.1:80"), (b"host", b"evil.example")]
    scope = {"headers": headers, "method": "GET", "path": "/", "raw_path": b"/"}
    assert refused(scope, own, "/api/printed") == 403
    assert refused({**scope, "headers": headers[:2]}, own, "/api/printed") == 0
    assert refused({**scope, "headers": headers[:1]}, own, "/api/printed") == 403
    assert refused({**scope, "headers": headers[1:2]}, own, "/api/printed") == 401


@pytest.mark.parametrize(
    "path",
    [
        "/page/../app.py",
        "/page/%2e%2e%2fapp.py",
        "/page/..%5capp.py",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/index.html%00.js",
        "/page/%c0%ae%c0%ae/app.py",
        "/page/__init__.py",
        "/../card_data.xlsx",
        "/card_data.xlsx",
        "/picture/../../card_data.xlsx",
        "/picture/%2e%2e.png",
        "/picture/0123456789abcdef.png",
        "/picture/" + "a" * 200 + ".png",
        "/picture/<script>.png",
        "/sheet/s0/-1.png",
        "/sheet/s0/1e3.png",
        "/sheet/s0.png",
        "/sheet/nothing/0.png",
        "/booklet/..%2f..%2fx/0.png",
        "/scene/x.png",
        "/file/x.png",
        "/picture/{front}.png?dpi=97",
        "/picture/{front}.png?dpi=1000000",
        "/picture/{front}.png?dpi=",
        "/picture/{front}/0.png",
        "//evil.example/",
    ],
)
def test_there_is_nothing_but_what_was_made(visitor: Visitor, path: str) -> None:
    front = next(each["front"] for each in visitor.state()["pieces"] if each["front"])
    assert visitor.ask(path.replace("{front}", front)).status == 404


def test_paths_without_end_are_refused(visitor: Visitor) -> None:
    assert visitor.ask("/" + "a" * 400).status == 414
    with socket.create_connection(("127.0.0.1", visitor.preview.port), 10) as wire:
        wire.sendall(b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert wire.recv(100).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE"])
def test_nothing_else_is_done_for_anybody(visitor: Visitor, method: str) -> None:
    assert visitor.ask("/api/state", method=method).status == 405
    assert visitor.ask("/api/printed", method=method, headers={"Cookie": ""}).status in (401, 405)


def test_a_print_is_recorded_for_the_own_page_alone(visitor: Visitor) -> None:
    good = {"Content-Type": "application/json"}
    own = f"http://{visitor.host}"

    def status(headers: dict[str, str], body: bytes = b"{}") -> int:
        return visitor.ask("/api/printed", method="POST", headers=headers, body=body).status

    before = files(visitor.preview.folder)
    assert status({**good, "Cookie": ""}) == 401
    assert status({**good, "Cookie": visitor.preview.entrance.cookie[:-1]}) == 401
    assert status({**good, "Origin": "http://evil.example"}) == 403
    assert status({**good, "Host": "evil.example"}) == 403
    assert status({**good, "Sec-Fetch-Site": "cross-site"}) == 403
    assert status({**good, "Content-Type": "text/plain"}) == 415
    assert status({**good, "Content-Type": "application/x-www-form-urlencoded"}) == 415
    assert status(good, b"{" * 70_000) == 400
    assert status(good, b"[" * 60_000) == 400
    assert status({**good, "Origin": own}, b'{"components": "all"}') == 400
    assert status({**good, "Origin": own}, b'{"where": ["/etc"]}') == 400
    assert files(visitor.preview.folder) == before


def test_a_slow_post_is_let_go(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.preview.answers.POST_S", 0.2)
    cookie = visitor.preview.entrance.cookie
    head = f"Host: {visitor.host}\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", visitor.preview.port), 10) as wire:
        wire.sendall(f"POST /api/printed HTTP/1.1\r\n{head}Content-Length: 60000\r\n\r\n{{".encode())
        assert wire.recv(100).startswith(b"HTTP/1.1 400")


def test_only_so_many_pages_may_listen(visitor: Visitor) -> None:
    wires = []
    try:
        for _ in range(MOST_LISTENERS + 1):
            wire = socket.create_connection(("127.0.0.1", visitor.preview.port), 10)
            wires.append(wire)
            head = f"Host: {visitor.host}\r\nCookie: {visitor.preview.entrance.cookie}"
            wire.sendall(f"GET /events HTTP/1.1\r\n{head}\r\n\r\n".encode())
            answer = wire.recv(4000)
        assert answer.startswith(b"HTTP/1.1 503")
    finally:
        for wire in wires:
            wire.close()


@pytest.mark.parametrize(
    ("path", "dpi", "key"),
    [
        ({"kind": "picture", "id": "a1"}, "96", ("picture", "a1", 0, 96)),
        ({"kind": "sheet", "id": "s0", "page": "12"}, "72", ("sheet", "s0", 12, 72)),
        ({"kind": "sheet", "id": "s0"}, "72", None),
        ({"kind": "picture", "id": "a1", "page": "0"}, "72", None),
        ({"kind": "booklet", "id": "a/b", "page": "0"}, "72", None),
        ({"kind": "booklet", "id": "ab", "page": "٣"}, "72", None),
        ({"kind": "scene", "id": "t1"}, "096", None),
        ({"kind": "printed", "id": "t1"}, "96", None),
    ],
)
def test_only_names_of_pictures_name_one(path: dict[str, str], dpi: str, key: object) -> None:
    assert asked_picture(path, dpi) == key


def test_what_a_page_may_have_recorded() -> None:
    assert understood(b"{}", wanted_print) == {"components": None, "only": None}
    body = b'{"components": ["Tiles"], "only": null}'
    assert understood(body, wanted_print) == {"components": ["Tiles"], "only": None}
    for body in (b"", b"[]", b"\xff", b"nul", b'{"only": [1]}', b'{"only": {}}', b'{"x": 1}'):
        assert understood(body, wanted_print) is None


# ---------------------------------------------------------------- the process


def test_a_port_in_use_is_a_problem() -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    with pytest.raises(Failed) as failed:
        bound_socket(port)
    problem = failed.value.problems[0]
    assert problem.where == "--port"
    assert problem.what == f"Port {port} cannot be used: Address already in use."
    assert problem.mend == "Leave --port out, and a free one is found, or name another one."
    taken.close()


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ending_it_leaves_nothing_behind(tmp_path: Path, number: int) -> None:
    game = starter_game(tmp_path / "game")
    before = files(game)
    home = tmp_path / "home"
    command = [sys.executable, "-m", "generator", "preview", "--no-open", "--no-cache", "--game", str(game)]
    env = {**os.environ, "PNP_HOME": str(home), "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as run:
        assert run.stdout is not None and run.stderr is not None
        link = re.search(r"http://127\.0\.0\.1:(\d+)(/enter\?key=[\w-]+)$", run.stdout.readline().strip())
        assert link is not None
        port = int(link[1])
        cookie = entered(port, link[2])
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as wire:
            head = f"Host: 127.0.0.1:{port}\r\nCookie: {cookie}"
            wire.sendall(f"GET /events HTTP/1.1\r\n{head}\r\n\r\n".encode())
            heard = wire.recv(4000)
            workers = _below(run.pid)
            assert len(workers) >= 1
            run.send_signal(number)
            while part := wire.recv(4000):
                heard += part
        assert b"event: state" in heard and heard.rstrip(b"\r\n0").endswith(b"event: gone\ndata: {}")
        assert run.wait(PATIENCE_S) == 0
        assert run.stderr.read() == ""
    end = time.monotonic() + 10
    while not all(map(is_gone, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert all(map(is_gone, workers))
    assert files(game) == before
    assert sorted(path.name for path in tmp_path.iterdir()) in (["game"], ["game", "home"])


def entered(port: int, path: str) -> str:
    """The cookie with which a link is answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    cookie, _, rules = str(answer.getheader("set-cookie")).partition("; ")
    assert rules == "Path=/; HttpOnly; SameSite=Strict"
    connection.close()
    return cookie


def test_a_link_opens_the_game_once(visitor: Visitor) -> None:
    spent: list[str] = []
    path = urlsplit(visitor.preview.link(lambda: spent.append("spent")))
    way = f"{path.path}?{path.query}"
    assert visitor.ask(way, headers={"Cookie": "", "Sec-Fetch-Site": "cross-site"}).status == 200
    assert spent == ["spent"]
    again = visitor.ask(way, headers={"Cookie": ""})
    assert (again.status, again.body[:27]) == (401, b"Open the game with the link")


@pytest.mark.parametrize(
    "path", ["/", "/api/state", "/events", "/page/app.js", "/picture/a.png", "/enter", "/enter?key="]
)
@pytest.mark.parametrize("cookie", ["", "pnp-1=x", "{stolen}", "\xff; ;=", "{own}x"])
def test_nobody_else_on_this_machine_sees_anything(visitor: Visitor, path: str, cookie: str) -> None:
    own = visitor.preview.entrance.cookie
    brought = cookie.format(own=own, stolen=own.replace(f"-{visitor.preview.port}=", "-1="))
    assert visitor.ask(path, headers={"Cookie": brought}).status == 401


@LINUX
def test_a_browser_is_led_in_by_a_file_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    path = write_redirect(tmp_path, 'http://127.0.0.1:1/enter?key=a"&b')
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert 'content="0;url=http://127.0.0.1:1/enter?key=a&quot;&amp;b"' in path.read_text()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A preview that waits for no head, and has no worker."""
    with shown(tmp_path_factory.mktemp("hasty"), (sys.executable, "-c", ""), head_s=0.3) as made:
        yield made


def test_heads_that_never_come_whole_are_let_go(hasty: Visitor) -> None:
    wires = [socket.create_connection(("127.0.0.1", hasty.preview.port), 10) for _ in range(150)]
    for wire in wires:
        wire.sendall(b"GET /api/state HTTP/1.1\r\nHost: ")
    assert [wire.recv(100) for wire in wires] == [b""] * 150
    for wire in wires:
        wire.close()
    assert hasty.ask("/api/state").status == 200


def test_the_second_head_of_a_connection_has_its_time_too(hasty: Visitor) -> None:
    head = f"GET /nowhere HTTP/1.1\r\nHost: {hasty.host}\r\nCookie: {hasty.preview.entrance.cookie}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", hasty.preview.port), 10) as wire:
        wire.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"There is no such file.") and not answer.endswith(b"Not Found"):
            answer += wire.recv(1000)
        wire.sendall(head.encode()[:30])
        assert wire.recv(100) == b""


def test_listeners_that_come_at_once_are_no_more_than_there_may_be() -> None:
    async def listen() -> None:
        hub = Hub()
        listeners = [hub.listener() for _ in range(MOST_LISTENERS + 5)]
        assert sum(one is not None for one in listeners) == MOST_LISTENERS
        for one in filter(None, listeners):
            one.leave()
        assert hub.listener() is not None

    asyncio.run(listen())


def _below(process: int) -> list[int]:
    found = children_of(process)
    return [*found, *(each for one in found for each in _below(one))]


@LINUX
@pytest.mark.slow
def test_a_worker_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    with shown(starter_game(tmp_path / "game")) as visitor:
        visitor.ready()
        servant = visitor.preview.servant
        assert servant is not None and servant._process is not None
        workers = [process_of(visitor.preview), *children_of(process_of(visitor.preview))]
        assert len(workers) == 2
        assert servant._process.stdin is not None
        servant._ending = True
        servant._outbox.put(None)
        time.sleep(0.1)
        servant._process.stdin.close()  # as the system does for a process that is gone
        end = time.monotonic() + 10
        while not all(map(is_gone, workers)) and time.monotonic() < end:
            servant._process.poll()
            time.sleep(0.05)
        assert all(map(is_gone, workers))


def test_what_is_posted_is_answered_in_json(visitor: Visitor) -> None:
    headers = {"Content-Type": "application/json"}
    reply = visitor.ask("/api/printed", method="POST", headers=headers, body=b'{"components": ["Nowhere"]}')
    assert reply.status in (200, 409) and "said" in json.loads(reply.body)
