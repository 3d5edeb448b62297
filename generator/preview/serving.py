"""The server: this machine's own address, one worker, one watcher, and an end that leaves nothing behind."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.ground.files import MB, files_below, is_file_inside, read_bounded
from generator.ground.problems import Failed, Problem, error
from generator.ground.project import own_fonts
from generator.preview.app import application
from generator.preview.entrance import ENTRY, Entrance
from generator.preview.hub import Hub
from generator.preview.servant import Servant
from generator.preview.table_hub import TableHub
from generator.preview.watching import changes

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
USUAL_PORT = 4759
"""Where the page is unless somebody says otherwise; it stands for nothing else that is known."""
PAGE = Path(__file__).parent / "page"
PAGE_FONTS = ("SourceSans3-Regular.ttf", "SourceSans3-SemiBold.ttf", "Fraunces-SemiBold.ttf")
"""Of the fonts that come with the program, those that the page is set in."""
_MOST_CONNECTIONS = 100
HEAD_S = 5.0
"""How long the head of a request may take to come."""
_TICK_S = 0.05


@dataclass(slots=True)
class Preview:
    """A running preview. `run` lasts until `stop`, or a signal where it runs in the main thread."""

    folder: Path
    worker: Sequence[str]
    """The command that starts a worker for this folder."""
    bound: socket.socket
    hub: Hub = field(default_factory=Hub)
    table: TableHub = field(default_factory=TableHub)
    table_worker: Sequence[str] = ()
    """The command that starts a worker for the table, when somebody wants to play."""
    wish: Mapping[str, Any] | None = None
    """The game at the table that is to begin at once, and makes the table the page that links lead to."""
    head_s: float = HEAD_S
    entrance: Entrance = field(init=False)
    servant: Servant | None = None
    player: Servant | None = None
    """The worker of the table."""
    _stopping: threading.Event = field(default_factory=threading.Event)
    _loop: asyncio.AbstractEventLoop | None = None

    def __post_init__(self) -> None:
        front = "/" if self.wish is None else "/play"
        self.entrance = Entrance(self.port, seats=self.table.seat_of, front=front)

    @property
    def port(self) -> int:
        """The port that it answers at."""
        return int(self.bound.getsockname()[1])

    def link(self, used: Callable[[], object] = lambda: None) -> str:
        """Where a browser finds it, once; `used` is called in the server's loop when one did."""
        return f"http://{HOST}:{self.port}{ENTRY}?key={self.entrance.ticket(used)}"

    def run(self, begun: Callable[[], None] = lambda: None) -> None:
        """Serve until it is to stop; `begun` is called as soon as it answers."""
        with _signals(self.stop):
            asyncio.run(self._serve(begun))

    def stop(self) -> None:
        """Have it end; may be called from any thread, and more than once."""
        self._stopping.set()

    async def _serve(self, begun: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self.hub.ask = self._ask
        self.table.ask = self._ask_player
        server = _server(application(self.hub, page_files(), self.entrance, self.table), self.head_s)
        serving = asyncio.create_task(server.serve(sockets=[self.bound]))
        watching = threading.Thread(target=self._watch, daemon=True)
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(_TICK_S)
            watching.start()
            self._start({"do": "begin"})
            if self.wish is not None:
                self._ask_player({"do": "begin", "wish": self.wish})
            begun()
            while not self._stopping.is_set() and not serving.done():
                await asyncio.sleep(_TICK_S)
        finally:
            self._stopping.set()
            self.hub.newsroom.leave()
            self.table.newsroom.leave()
            server.should_exit = True
            for servant in (self.servant, self.player):
                if servant is not None:
                    await asyncio.to_thread(servant.end)
            with suppress(asyncio.CancelledError, SystemExit):
                await serving
            if watching.is_alive():
                await asyncio.to_thread(watching.join, 2.0)
            self.bound.close()

    # ------------------------------------------------------------ the worker

    def _ask(self, message: Mapping[str, Any]) -> bool:
        if self.servant is None or not self.servant.alive:
            return False
        self.servant.ask(message)
        return True

    def _start(self, message: Mapping[str, Any]) -> None:
        """Start a worker; the first thing that it does is to look at the folder."""
        self.servant = Servant(
            self.worker, partial(self._soon, self.hub.hear), partial(self._soon, self.hub.lost)
        )
        try:
            self.servant.start()
        except OSError as fault:
            flaw = f"What draws the pictures cannot be started: {fault.strerror or fault}."
            self.hub.lost(error("pnp preview", flaw, "Close other programs, then save a file of the game."))
            return
        self.servant.ask({**message, "faces": self.hub.faces})

    def _ask_player(self, message: Mapping[str, Any]) -> bool:
        """Ask the worker of the table; one that has ended begins anew, and goes on with the log."""
        if self.player is None or not self.player.alive:
            if not self.table_worker or self._stopping.is_set():
                return False
            self.table.forsaken()
            self.player = servant = Servant(
                self.table_worker,
                partial(self._soon, self.table.hear),
                lambda problem: self._soon(self._player_ended, servant, problem),
                doing="What plays the game",
            )
            try:
                self.player.start()
            except OSError:
                return False
            log = self.table.facts.get("log")
            if log and message["do"] != "begin":
                self.player.ask({"do": "begin", "wish": {"resume": log, "held": True}})
        self.player.ask(message)
        return True

    def _player_ended(self, servant: Servant, problem: Problem) -> None:
        if servant is self.player:  # another one may be at work by now
            self.table.lost(problem)

    def _changed(self) -> None:
        """Something was saved: the worker looks again, or a new one if there is none any more."""
        if self._stopping.is_set():
            return
        if not self._ask({"do": "update"}):
            self._start({"do": "begin"})
        if self.player is not None and self.player.alive:
            self.player.ask({"do": "update"})

    def _watch(self) -> None:
        for _ in changes(self.folder, stop=self._stopping):
            self._soon(self._changed)

    def _soon(self, work: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            if self._loop is not None:
                self._loop.call_soon_threadsafe(partial(work, *arguments))


def bound_socket(port: int, host: str = HOST) -> socket.socket:
    """A socket of this machine alone, or of a `host`; port 0 is any free one. Raises Failed."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except OSError as fault:
        listener.close()
        flaw = f"Port {port} cannot be used: {fault.strerror or fault}."
        mend = "Leave --port out, and a free one is found, or name another one."
        raise Failed(error("--port", flaw, mend)) from None
    return listener


def usual_socket(host: str = HOST) -> socket.socket:
    """A socket at the usual port, so that a browser knows the page again; at any other if that is taken."""
    try:
        return bound_socket(USUAL_PORT, host)
    except Failed:
        return bound_socket(0, host)


def own_addresses() -> tuple[str, ...]:
    """By which addresses of the network other machines may reach this one; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # of the addresses for documents: it chooses the way out alone
        address = str(probe.getsockname()[0])
        return () if address.startswith("127.") else (address,)
    return ()


def page_files() -> Mapping[str, bytes]:
    """The files of the page and its fonts by their names; nothing else is ever served from a disk."""
    paths = ((path, size) for path, size, _ in files_below(PAGE) if path.parent == PAGE)
    files = {path.name: read_bounded(path, inside=PAGE, most=MB) for path, size in paths if size <= MB}
    home = own_fonts()
    fonts = [home / name for name in PAGE_FONTS if is_file_inside(home / name, home)]
    return files | {path.name: read_bounded(path, inside=home, most=MB) for path in fonts}


def _server(app: Any, head_s: float) -> uvicorn.Server:
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Prompt(H11Protocol):
        """A connection that is closed if a request's head has not come whole in time."""

        late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait_for_head()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is None or self.cycle.response_complete:
                self._wait_for_head()
            elif self.late is not None:
                self.late.cancel()
                self.late = None

        def connection_lost(self, exc: Exception | None) -> None:
            if self.late is not None:
                self.late.cancel()
            super().connection_lost(exc)

        def _wait_for_head(self) -> None:
            if self.late is None:
                self.late = self.loop.call_later(head_s, self.transport.close)

    class Quiet(uvicorn.Server):
        """A server that leaves signals to who runs it."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    config = uvicorn.Config(
        app,
        lifespan="off",
        ws="none",
        http=Prompt,
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MOST_CONNECTIONS,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )
    return Quiet(config)


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """While the block lasts, what asks this program to end ends it in order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: stop()) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
