"""What the page may ask for: itself, the state, pictures, news, to record a print, and to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.preview.blank import DPIS
from generator.preview.edit_routes import EDIT_POST, edit_route
from generator.preview.entrance import Entrance
from generator.preview.guard import Application, Guarded, Receive, Scope, Send
from generator.preview.hub import Hub, Listener, PictureKey
from generator.preview.orders import Busy, NoPicture
from generator.preview.table_hub import TableHub
from generator.preview.table_routes import TABLE_POST, body_of, table_routes

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

POST = "/api/printed"
_ID = re.compile(r"[0-9a-z]{1,64}")
_KINDS: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
"""The kinds of files that the page is made of."""
_NEVER = {"cache-control": "no-store"}
_CACHING: Mapping[str, Mapping[str, str]] = {
    "picture": {"cache-control": "private, max-age=31536000, immutable"},
    "icon": {"cache-control": "private, max-age=60"},
}
"""How long a browser keeps a picture: for ever if its id says what is on it; an icon for some moves."""


def application(  # noqa: C901 - a short function a route, which all share the hub
    hub: Hub, page: Mapping[str, bytes], entrance: Entrance, table: TableHub | None = None
) -> Application:
    """The guarded application; `page` has the files of the page by their names."""
    from starlette.applications import Starlette
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    class News(StreamingResponse):
        """News for one page, which makes room for another one however it ends."""

        def __init__(self, listener: Listener) -> None:
            super().__init__(listener, 200, _NEVER, "text/event-stream")
            self.listener = listener

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            try:
                await super().__call__(scope, receive, send)
            finally:
                self.listener.leave()

    def plain(status: int, words: str) -> Response:
        return Response(words, status, _NEVER, "text/plain")

    def file(name: str) -> Response:
        content = page.get(name)
        ending = name[name.rfind(".") :]
        if content is None or ending not in _KINDS:
            return plain(404, "There is no such file.")
        return Response(content, 200, {**_NEVER, "content-type": _KINDS[ending]})

    tables = table if table is not None else TableHub()
    hub.editable = lambda: not tables.addresses

    async def index(_: Request) -> Response:
        return file("index.html")

    async def part(request: Request) -> Response:
        return file(request.path_params["name"])

    async def state(_: Request) -> Response:
        return Response(hub.body, 200, _NEVER, "application/json")

    async def news(_: Request) -> Response:
        news = hub.listener()
        if news is None:
            return plain(503, "Too many pages are open.")
        return News(news)

    async def picture(request: Request) -> Response:
        key = asked_picture(request.path_params, request.query_params.get("dpi", "96"))
        if key is None:
            return plain(404, "There is no such picture.")
        try:
            content = await hub.picture(key)
        except NoPicture as fault:
            text = "\n".join(
                f"{problem['where']}: {problem['what']} {problem['mend']}" for problem in fault.problems
            )
            return plain(404, text or "There is no such picture.")
        except Busy:
            return plain(503, "Too much is asked for at once.")
        return Response(content, 200, _CACHING.get(key[0], _NEVER), "image/png")

    async def printed(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return plain(415, "Only JSON.")
        body = await body_of(request)
        order = wanted_print(body) if body is not None else None
        if order is None:
            return plain(400, "This is not understood.")
        try:
            answer = await hub.printed(order)
        except NoPicture:
            return plain(503, "There is nobody to do it; save a file of the game and try again.")
        except Busy:
            return plain(503, "Too much is asked for at once.")
        content = {"said": answer["said"], "problems": answer.get("problems", [])}
        return Response(json.dumps(content), 200 if answer["done"] else 409, _NEVER, "application/json")

    return Guarded(
        Starlette(
            routes=[
                Route("/", index),
                Route("/page/{name}", part),
                Route("/page/fonts/{name}", part),
                Route("/api/state", state),
                Route("/events", news),
                Route("/{kind:str}/{id}.png", picture),
                Route("/{kind:str}/{id}/{page}.png", picture),
                Route(POST, printed, methods=["POST"]),
                edit_route(hub, plain),
                *table_routes(hub, tables, entrance.port, file, News, plain),
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


def wanted_print(body: bytes) -> Mapping[str, Any] | None:
    """What is to be recorded: names of components, and titles; None if the page cannot have said it."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or not set(fields) <= {"components", "only"}:
        return None
    order: dict[str, Any] = {}
    for name in ("components", "only"):
        named = fields.get(name)
        if named is not None and not (
            isinstance(named, list) and all(isinstance(name, str) for name in named)
        ):
            return None
        order[name] = named
    return order
