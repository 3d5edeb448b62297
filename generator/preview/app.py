"""What the page may ask for: itself, the state, pictures, news, to record a print, and to edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from generator.preview.answers import BUSY, NEVER, PageOrder, answered, as_json, posted, refusal
from generator.preview.blank import DPIS
from generator.preview.entrance import HOST, Entrance
from generator.preview.guard import Guarded
from generator.preview.hub import Hub, Listener, PictureKey
from generator.preview.orders import Busy, NoPicture
from generator.preview.table_hub import TableHub
from generator.preview.table_routes import TABLE_POST, table_routes

POST, EDIT_POST = "/api/printed", "/api/edit"
_EDITS: Mapping[str, frozenset[str]] = {
    "open": frozenset({"piece", "side", "dpi"}),
    "draw": frozenset({"piece", "side", "dpi", "digest", "edits", "change"}),
    "write": frozenset({"piece", "side", "dpi", "digest", "edits", "change"}),
    "undo": frozenset(),
    "redo": frozenset(),
    "cell": frozenset({"cell"}),
    "type": frozenset({"cell", "value", "before"}),
}
"""What the editor may be asked for, and what each order may say."""
_ID = re.compile(r"[0-9a-z]{1,64}")
_KINDS: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
"""The kinds of files that the page is made of."""
_CACHING: Mapping[str, Mapping[str, str]] = {
    "picture": {"cache-control": "private, max-age=31536000, immutable"},
    "icon": {"cache-control": "private, max-age=60"},
}
"""How long a browser keeps a picture: for ever if its id says what is on it; an icon for some moves."""


class News(StreamingResponse):
    """News for one page, which makes room for another one however it ends."""

    def __init__(self, listener: Listener | None) -> None:
        """Raises HTTPException if there was no room for a listener."""
        if listener is None:
            raise refusal(503, "Too many pages are open.")
        super().__init__(listener, 200, NEVER, "text/event-stream")
        self.listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the news until one of both ends goes."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.listener.leave()


def application(  # noqa: C901 - a short function a route, which all share the hub
    hub: Hub, page: Mapping[str, bytes], entrance: Entrance, table: TableHub | None = None
) -> ASGIApp:
    """The guarded application; `page` has the files of the page by their names."""
    tables = table if table is not None else TableHub()
    hub.editable = lambda: not tables.addresses

    def file(name: str) -> Response:
        content = page.get(name)
        ending = name[name.rfind(".") :]
        if content is None or ending not in _KINDS:
            raise refusal(404, "There is no such file.")
        return Response(content, 200, {**NEVER, "content-type": _KINDS[ending]})

    async def index(_: Request) -> Response:
        return file("index.html")

    async def play(_: Request) -> Response:
        return file("play.html")

    async def part(request: Request) -> Response:
        return file(request.path_params["name"])

    async def state(_: Request) -> Response:
        return as_json(hub.body)

    async def news(_: Request) -> Response:
        return News(hub.listener())

    async def picture(request: Request) -> Response:
        key = asked_picture(request.path_params, request.query_params.get("dpi", "96"))
        if key is None:
            raise refusal(404, "There is no such picture.")
        try:
            content = await hub.picture(key)
        except NoPicture as fault:
            text = "\n".join(
                f"{problem['where']}: {problem['what']} {problem['mend']}" for problem in fault.problems
            )
            raise refusal(404, text or "There is no such picture.") from None
        except Busy:
            raise refusal(503, BUSY) from None
        return Response(content, 200, _CACHING.get(key[0], NEVER), "image/png")

    async def printed(request: Request) -> Response:
        answer = await answered(hub.printed(await posted(request, wanted_print)))
        content = {"said": answer["said"], "problems": answer.get("problems", [])}
        return as_json(content, 200 if answer["done"] else 409)

    async def edit(request: Request) -> Response:
        if not hub.editable() or request.scope.get("pnp.visitor") != HOST:
            raise refusal(403, "While others may look on, nothing is changed from a page.")
        answer = await answered(hub.edited(await posted(request, wanted_edit)))
        return as_json(answer, int(answer.get("status", 200)))

    return Guarded(
        Starlette(
            routes=[
                Route("/", index),
                Route("/play", play),
                Route("/page/{name}", part),
                Route("/page/fonts/{name}", part),
                Route("/api/state", state),
                Route("/events", news),
                Route("/{kind:str}/{id}.png", picture),
                Route("/{kind:str}/{id}/{page}.png", picture),
                Route(POST, printed, methods=["POST"]),
                Route(EDIT_POST, edit, methods=["POST"]),
                *table_routes(hub, tables, entrance.port, News),
            ]
        ),
        frozenset({POST, EDIT_POST, TABLE_POST}),
        entrance,
        tables.addresses,
    )


def asked_picture(path: Mapping[str, Any], dpi: str) -> PictureKey | None:
    """The picture that a path names; None for what is no name of one."""
    kind, id, page = str(path["kind"]), str(path["id"]), str(path.get("page", "0"))
    paged = kind in ("sheet", "booklet")
    if kind not in ("picture", "sheet", "booklet", "scene", "icon") or ("page" in path) is not paged:
        return None
    if not _ID.fullmatch(id) or not re.fullmatch(r"[0-9]{1,5}", page) or dpi not in map(str, DPIS):
        return None
    return kind, id, int(page), int(dpi)


def wanted_print(fields: object) -> PageOrder | None:
    """What is to be recorded: names of components, and titles; None if the page cannot have said it."""
    if not isinstance(fields, dict) or not set(fields) <= {"components", "only"}:
        return None
    order = {name: fields.get(name) for name in ("components", "only")}
    lists = [named for named in order.values() if named is not None]
    if not all(isinstance(named, list) and all(isinstance(name, str) for name in named) for named in lists):
        return None
    return order


def wanted_edit(order: object) -> PageOrder | None:
    """An order for the editor; None for what the page cannot have said."""
    if not isinstance(order, dict) or not isinstance(do := order.get("do"), str) or do not in _EDITS:
        return None
    return order if set(order) <= _EDITS[do] | {"do"} else None
