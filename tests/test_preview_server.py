"""The preview's server: what it answers, whom it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.ground.problems import Failed
from generator.preview.app import asked_picture, wanted_print
from generator.preview.guard import HEADERS, refused
from generator.preview.serving import bound_socket
from tests.games_made import files, starter_game
from tests.preview_made import PATIENCE_S, PNG, Visitor, children_of, is_gone, process_of, shown

ROOT = Path(__file__).parents[1]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with shown(starter_game(tmp_path_factory.mktemp("preview") / "game")) as made:
        made.ready()
        yield made


def test_the_state_tells_of_every_piece_with_its_cells(visitor: Visitor) -> None:
    state = visitor.ready()
    assert state["game"]["title"] and state["revision"] >= 1 and len(state["token"]) > 30
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
    headers = [(b"host", b"127.0.0.1:80"), (b"host", b"evil.example")]
    scope = {"headers": headers, "method": "GET", "path": "/", "raw_path": b"/"}
    assert refused(scope, 80, "/api/printed") == 403
    assert refused({**scope, "headers": headers[:1]}, 80, "/api/printed") == 0
    assert refused({**scope, "headers": []}, 80, "/api/printed") == 403


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
    assert visitor.ask("/api/printed", method=method).status in (403, 405)


def test_a_print_is_recorded_for_the_own_page_alone(visitor: Visitor) -> None:
    token = visitor.state()["token"]
    good = {"X-Pnp-Token": token, "Content-Type": "application/json"}
    own = f"http://{visitor.host}"

    def status(headers: dict[str, str], body: bytes = b"{}") -> int:
        return visitor.ask("/api/printed", method="POST", headers=headers, body=body).status

    before = files(visitor.preview.folder)
    assert status({**good, "X-Pnp-Token": ""}) == 403
    assert status({**good, "X-Pnp-Token": token[:-1]}) == 403
    assert status({**good, "X-Pnp-Token": "é" * 43}) == 403
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
    monkeypatch.setattr("generator.preview.app.POST_S", 0.2)
    token = visitor.state()["token"]
    head = f"Host: {visitor.host}\r\nX-Pnp-Token: {token}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", visitor.preview.port), 10) as wire:
        wire.sendall(f"POST /api/printed HTTP/1.1\r\n{head}Content-Length: 60000\r\n\r\n{{".encode())
        assert wire.recv(100).startswith(b"HTTP/1.1 400")


def test_only_so_many_pages_may_listen(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.preview.hub.MOST_LISTENERS", 2)
    wires = []
    try:
        for _ in range(3):
            wire = socket.create_connection(("127.0.0.1", visitor.preview.port), 10)
            wires.append(wire)
            wire.sendall(f"GET /events HTTP/1.1\r\nHost: {visitor.host}\r\n\r\n".encode())
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
    assert wanted_print(b"{}") == {"components": None, "only": None}
    assert wanted_print(b'{"components": ["Tiles"], "only": null}') == {"components": ["Tiles"], "only": None}
    for body in (b"", b"[]", b"\xff", b"nul", b'{"only": [1]}', b'{"only": {}}', b'{"x": 1}'):
        assert wanted_print(body) is None


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
        address = re.search(r"http://127\.0\.0\.1:(\d+)/$", run.stdout.readline().strip())
        assert address is not None
        port = int(address[1])
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as wire:
            wire.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
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
    headers = {"X-Pnp-Token": visitor.state()["token"], "Content-Type": "application/json"}
    reply = visitor.ask("/api/printed", method="POST", headers=headers, body=b'{"components": ["Nowhere"]}')
    assert reply.status in (200, 409) and "said" in json.loads(reply.body)
