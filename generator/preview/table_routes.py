"""What the page of the table may ask for: itself, what its seat knows, pieces, news, and moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from generator.preview.hub import Hub
from generator.preview.orders import Busy, NoPicture
from generator.preview.table_hub import HOST_SEAT, TableHub, wish_in

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

TABLE_POST = "/table/do"
MOST_POSTED = 64_000
"""Bytes of what a page posts."""
POST_S = 5.0
"""How long they may take to come."""
_NEVER = {"cache-control": "no-store"}
_OF_PIECES = ("id", "component", "title", "copies", "front", "back")
_OF_COMPONENTS = ("id", "name", "title", "use", "shape", "width_mm", "height_mm", "bleed_mm", "outline_path")


def table_routes(  # noqa: C901 - a short function a route, which all share the table
    hub: Hub,
    table: TableHub,
    port: int,
    file: Callable[[str], Response],
    news: Callable[..., Response],
    plain: Callable[[int, str], Response],
) -> list[Route]:
    """The routes of a table that this server shows."""
    from starlette.responses import Response
    from starlette.routing import Route

    def visitor(request: Request) -> int:
        return int(request.scope.get("pnp.visitor", HOST_SEAT))

    def seat(request: Request) -> int | None:
        """The seat that is asked about, if the visitor may be told what it knows."""
        asked = request.query_params.get("seat", "")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else visitor(request)
        return number if table.may_see(visitor(request), number) else None

    async def page(_: Request) -> Response:
        return file("play.html")

    async def state(request: Request) -> Response:
        number = seat(request)
        body = table.bodies.get(number) if number is not None else None
        if body is None or not table.facts.get("playing"):
            return plain(404, "Nothing is played, or this is not your seat.")
        return Response(body, 200, _NEVER, "application/json")

    async def seats(request: Request) -> Response:
        if visitor(request) != HOST_SEAT:
            told = {"letters": table.facts.get("letters", {}), "mine": visitor(request)}
            return Response(json.dumps(told), 200, _NEVER, "application/json")
        return Response(table.seats_told(port), 200, _NEVER, "application/json")

    async def pieces(_: Request) -> Response:
        return Response(pieces_told(hub.state), 200, _NEVER, "application/json")

    async def events(request: Request) -> Response:
        number = seat(request)
        listener = table.listener(number) if number is not None else None
        return news(listener) if listener is not None else plain(503, "Too many pages are open.")

    async def do(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return plain(415, "Only JSON.")
        if not table.allows(visitor(request)):
            return plain(429, "Too much is asked for at once. Wait a moment.")
        body = await body_of(request)
        wish = wish_in(body, visitor(request)) if body is not None else None
        if wish is None:
            return plain(400, "This is not understood, or not yours to do.")
        if visitor(request) == HOST_SEAT and "seat" in wish and wish["op"] != "seat":
            number = wish["seat"]
            if not isinstance(number, int) or number < 0 or not table.may_see(HOST_SEAT, number):
                return plain(403, "Somebody else sits there.")
        try:
            answer = await table.do(visitor(request), wish)
        except NoPicture:
            return plain(503, "There is nobody to do it.")
        except Busy:
            return plain(503, "Too much is asked for at once.")
        told = {key: answer.get(key) for key in ("ok", "said", "rule", "text") if answer.get(key) is not None}
        return Response(json.dumps(told), 200, _NEVER, "application/json")

    return [
        Route("/play", page),
        Route("/table/state", state),
        Route("/table/seats", seats),
        Route("/table/pieces", pieces),
        Route("/table/events", events),
        Route(TABLE_POST, do, methods=["POST"]),
    ]


def pieces_told(state: Mapping[str, Any]) -> bytes:
    """The pieces and where boards and decks lie, for everybody the same: nothing of a game that is played."""
    told = {
        "status": state["status"],
        "game": state["game"],
        "pieces": [{key: piece[key] for key in _OF_PIECES} for piece in state["pieces"]],
        "components": [{k: c.get(k) for k in _OF_COMPONENTS} for c in state["components"]],
        "layout": state.get("layout"),
    }
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")


async def body_of(request: Request) -> bytes | None:
    """What was posted; None if it is too large or too slow."""
    from starlette.requests import ClientDisconnect

    parts: list[bytes] = []
    try:
        async with asyncio.timeout(POST_S):
            async for part in request.stream():
                parts.append(part)
                if sum(map(len, parts)) > MOST_POSTED:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return b"".join(parts)
