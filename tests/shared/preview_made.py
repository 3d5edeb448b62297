"""A preview that runs in a thread of the test, and a browser that is none."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.ground.worker import own_command
from generator.preview.serving import HEAD_S, Preview, bound_socket
from tests.shared.games_made import change

PNG = b"\x89PNG\r\n\x1a\n"
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Visitor:
    """Asks a running preview."""

    preview: Preview

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.preview.port}"

    def ask(
        self, path: str, *, method: str = "GET", headers: Mapping[str, str] = {}, body: bytes | None = None
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.preview.port, timeout=PATIENCE_S)
        try:
            connection.putrequest(method, path, skip_host=True)
            own = {"Host": self.host, "Cookie": self.preview.entrance.cookie}
            for name, value in {**own, **headers}.items():
                if value:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            reply = connection.getresponse()
            known = {name.lower(): value for name, value in reply.getheaders()}
            return Reply(reply.status, known, reply.read())
        finally:
            connection.close()

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.ask("/api/state").body)
        return state

    def wait(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state that is so."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            state = self.state()
            if so(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"never so: {state['status']}, {state['problems'][:3]}, {state['said']}")

    def ready(self) -> dict[str, Any]:
        return self.wait(lambda state: state["status"] == "ready")


def worker_of(folder: Path) -> list[str]:
    return own_command("preview", "--worker", "--no-cache", "--game", str(folder.resolve()))


@contextmanager
def shown(folder: Path, worker: Sequence[str] = (), head_s: float = HEAD_S) -> Iterator[Visitor]:
    """A preview of a folder, in a thread."""
    preview = Preview(folder, worker or worker_of(folder), bound_socket(0), head_s=head_s)
    begun = threading.Event()
    thread = threading.Thread(target=preview.run, args=(begun.set,), daemon=True)
    thread.start()
    assert begun.wait(PATIENCE_S)
    try:
        yield Visitor(preview)
    finally:
        preview.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def piece(state: Mapping[str, Any], title: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in state["pieces"] if each["title"] == title)
    return found


def process_of(preview: Preview) -> int:
    """The worker's own parent process."""
    servant = preview.servant
    assert servant is not None and servant._process is not None
    return servant._process.pid


def children_of(parent: int) -> list[int]:
    """The processes that a process has begun, as Linux tells."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = path.read_text("ascii", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(told[1]) == parent:
            found.append(int(path.parent.name))
    return found


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    told = Path(f"/proc/{process}/stat")
    return told.exists() and told.read_text("ascii", "replace").rpartition(")")[2].split()[0] == "Z"


def saved_like_excel(game: Path, cell: str, value: str) -> None:
    """A lock, a file of another name, the old one out of the way, and two renames."""
    (game / "~$card_data.xlsx").write_bytes(b"\x05Somebody".ljust(165, b"\0"))
    shutil.copytree(game, game.parent / "other", dirs_exist_ok=True)
    change(game.parent / "other", cell, value)
    content = (game.parent / "other" / "card_data.xlsx").read_bytes()
    (game / "A1B2C3D4").write_bytes(content)
    (game / "card_data.xlsx").replace(game / "5E6F7A8B.tmp")
    (game / "A1B2C3D4").replace(game / "card_data.xlsx")
    (game / "5E6F7A8B.tmp").unlink()
    (game / "~$card_data.xlsx").unlink()
