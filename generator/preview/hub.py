"""What the server knows: the last state, pictures that were made, and who listens for news."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from generator.ground.files import MB
from generator.ground.messages import Message
from generator.ground.problems import Problem
from generator.preview.blank import BROKEN, blank_state, problem_told
from generator.preview.byte_store import ByteStore
from generator.preview.orders import NoPicture, Orders

MOST_PICTURES = 192 * MB
"""Bytes of pictures that are kept; those looked at least recently go first."""
MOST_LISTENERS = 16
"""Pages that listen for news at one time."""
MOST_WAITING = 300
"""Pictures that are asked for at one time."""
MOST_NEWS = 200
"""News that a page has not taken yet; one that is slower is let go, and comes again."""
_BEAT_S = 15.0

PictureKey = tuple[str, str, int, int]
"""What it shows (picture, sheet, booklet, scene), its id, the page and the dots an inch."""


class Listener:
    """Server-sent events for one page, until the server stops or `leave` gives its place away."""

    def __init__(self, room: list[Listener], seat: int | None) -> None:
        self.seat, self._room = seat, room
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_NEWS)
        room.append(self)

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> bytes:
        try:
            event = await asyncio.wait_for(self._queue.get(), _BEAT_S)
        except TimeoutError:
            return b": still here\n\n"
        if event is None:
            raise StopAsyncIteration
        return event

    def put(self, news: bytes | None) -> None:
        """Hand news over, or None as the last; a page that takes none is sent away."""
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
            news = None
        self._queue.put_nowait(news)

    def leave(self) -> None:
        """Make room for another page."""
        with suppress(ValueError):
            self._room.remove(self)


@dataclass(slots=True)
class Newsroom:
    """The pages that listen for news, those of the table each at a seat."""

    gone: bool = False
    _listeners: list[Listener] = field(default_factory=list)

    def listener(self, event: str, data: Mapping[str, Any], seat: int | None = None) -> Listener | None:
        """The news for one more page, which has its place from now on; None if there is none left."""
        if len(self._listeners) >= MOST_LISTENERS or self.gone:
            return None
        listener = Listener(self._listeners, seat)
        listener.put(_news(event, data))
        return listener

    def publish(self, event: str, data: Mapping[str, Any], seat: int | None = None) -> None:
        """Tell all pages, or those at a seat."""
        for listener in self._listeners:
            if seat is None or listener.seat == seat:
                listener.put(_news(event, data))

    def leave(self) -> None:
        """Say that the server stops."""
        self.gone = True
        self.publish("gone", {})
        for listener in self._listeners:
            listener.put(None)


def _news(event: str, data: Mapping[str, Any]) -> bytes:
    """News as a page reads them."""
    return f"event: {event}\ndata: {json.dumps(data)}\n\n".encode()


@dataclass(slots=True)
class Hub:
    """The server's memory. Everything in it is done in the server's own loop."""

    ask: Callable[[Mapping[str, Any]], bool] = lambda _: False
    """Hands something to the worker; whether there is one."""
    revision: int = 0
    editable: Callable[[], bool] = lambda: True
    """Whether the page may change anything: not while other machines may look on."""
    state: dict[str, Any] = field(default_factory=blank_state)
    pictures: ByteStore[PictureKey] = field(default_factory=lambda: ByteStore(MOST_PICTURES))
    newsroom: Newsroom = field(default_factory=Newsroom)
    _body: bytes = b""
    _known: set[str] = field(default_factory=set)
    """Ids of designs that were told of since the last state."""
    _ids: frozenset[str] = frozenset()
    _made: dict[PictureKey, asyncio.Task[bytes]] = field(default_factory=dict)
    """The pictures that are being made."""
    _drawing: Orders = field(default_factory=lambda: Orders(MOST_WAITING))
    _orders: Orders = field(default_factory=Orders)

    # ------------------------------------------------------------ from the worker

    def hear(self, message: Message) -> None:
        """Take what the worker tells."""
        record = message.record
        match record.get("tell"):
            case "state":
                self._take_state(record["state"])
            case "piece":
                self._known |= {id for id in (record["front"], record["back"]) if id}
                self.newsroom.publish("piece", {key: record[key] for key in ("id", "front", "back")})
            case "busy":
                self.newsroom.publish("busy", {"what": record["what"]})
            case "picture":
                if record["kind"] == "picture":
                    self._keep_picture(record["id"], record["dpi"], message.part)
                if "ask" in record:
                    self._drawing.answer(message)
            case "printed" | "edit":
                answer = record.get("answer") or {}  # with a face that is being edited, by its own digest
                self._keep_picture(answer.get("picture"), answer.get("dpi"), message.part)
                self._orders.answer(message)

    def lost(self, problem: Problem) -> None:
        """The worker has ended: what was seen is still seen, with the reason."""
        told = problem_told(problem)
        state = {**self.state, "status": BROKEN, "said": []}
        if told not in state["problems"]:
            state["problems"] = [told, *state["problems"]]
            state["pieces"] = [
                {**piece, "problems": [index + 1 for index in piece["problems"]]} for piece in state["pieces"]
            ]
        self._take_state(state)
        for orders in (self._drawing, self._orders):
            orders.end(lambda order: order.set_exception(NoPicture(told)))

    def _take_state(self, state: Mapping[str, Any]) -> None:
        self.revision += 1
        self.state = {**state, "revision": self.revision}
        self._body = b""
        faces = ((piece["front"], piece["back"]) for piece in state["pieces"])
        self._ids = frozenset(id for pair in faces for id in pair if id)
        self._known.clear()
        self.pictures.forget(lambda key: key[0] != "picture")  # whose ids say what is on them
        self.newsroom.publish("state", {"revision": self.revision, "said": state["said"]})

    def _keep_picture(self, id: Any, dpi: Any, picture: bytes) -> None:
        """Keep a picture whose id says what is on it."""
        if picture and id:
            self.pictures.put(("picture", str(id), 0, int(dpi)), picture)

    # ------------------------------------------------------------ for the page

    @property
    def body(self) -> bytes:
        """The state as JSON."""
        if not self._body:
            state = {"revision": self.revision, "editable": self.editable(), **self.state}
            self._body = json.dumps(state, ensure_ascii=False).encode("utf-8", "replace")
        return self._body

    @property
    def faces(self) -> Mapping[str, tuple[str | None, str | None]]:
        """The pictures of each piece, for a worker that has to begin anew."""
        return {piece["id"]: (piece["front"], piece["back"]) for piece in self.state["pieces"]}

    def has(self, key: PictureKey) -> bool:
        """Whether the state tells of such a picture."""
        kind, id, page, _ = key
        if kind == "icon":
            return True  # whether there is such an icon the worker knows
        if kind == "picture":
            return id in self._ids or id in self._known
        listed: Mapping[str, str] = {"sheet": "sheets", "booklet": "booklets", "scene": "scenes"}
        for entry in self.state[listed[kind]] if kind in listed else ():
            if entry["id"] == id:
                pages = entry.get("pages", 1)
                return pages is None or page < pages
        return False

    async def picture(self, key: PictureKey) -> bytes:
        """A picture that the state tells of. Raises NoPicture and Busy."""
        content = self.pictures.get(key)
        if content is not None:
            return content
        if not self.has(key):
            raise NoPicture
        if key not in self._made:
            task = self._made[key] = asyncio.create_task(self._make(key))
            task.add_done_callback(
                lambda task: task.cancelled() or task.exception()
            )  # nobody may wait any more
        return await asyncio.shield(self._made[key])

    async def _make(self, key: PictureKey) -> bytes:
        """Have a picture made for all who ask for it meanwhile. Raises NoPicture and Busy."""
        revision, (kind, id, page, dpi) = self.revision, key
        asking = {"do": "picture", "kind": kind, "id": id, "page": page, "dpi": dpi}
        try:
            record, picture = await self._drawing.give(self.ask, asking)
        finally:
            del self._made[key]
        if not picture:
            raise NoPicture(*record.get("problems", ()))
        if revision == self.revision:
            self.pictures.put(key, picture)
        return picture

    async def printed(self, order: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have this print recorded; what the worker says to it. Raises NoPicture and Busy."""
        return (await self._orders.give(self.ask, {"do": "printed", **order})).record

    async def edited(self, order: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the editor do this; what it answers. Raises NoPicture and Busy."""
        answer: Mapping[str, Any]
        answer = (await self._orders.give(self.ask, {"do": "edit", "order": order})).record["answer"]
        return answer

    # ------------------------------------------------------------ news

    def listener(self) -> Listener | None:
        """The news for one more page, which has its place from now on; None if there is none left."""
        return self.newsroom.listener("state", {"revision": self.revision, "said": self.state["said"]})
