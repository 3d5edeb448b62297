"""What the page of the table may ask for: what its seat knows, pieces, news, and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.preview.answers import answered, as_json, posted, refusal
from generator.preview.hub import Hub, Listener
from generator.preview.table_hub import HOST_SEAT, TableHub, wish_of

TABLE_POST = "/table/do"
_OF_PIECES = ("id", "component", "title", "copies", "front", "back")
_OF_COMPONENTS = ("id", "name", "title", "use", "shape", "width_mm", "height_mm", "bleed_mm", "outline_path")
_NOT_YOURS = "This is not understood, or not yours to do."


def table_routes(
    hub: Hub, table: TableHub, port: int, news: Callable[[Listener | None], Response]
) -> list[Route]:
    """The routes of a table that this server shows."""

    def seat(request: Request) -> int | None:
        """The seat that is asked about, if the visitor may be told what it knows."""
        asked = request.query_params.get("seat", "")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else _visitor(request)
        return number if table.may_see(_visitor(request), number) else None

    async def state(request: Request) -> Response:
        number = seat(request)
        body = table.bodies.get(number) if number is not None else None
        if body is None or not table.facts.get("playing"):
            raise refusal(404, "Nothing is played, or this is not your seat.")
        return as_json(body)

    async def seats(request: Request) -> Response:
        if _visitor(request) != HOST_SEAT:
            return as_json({"letters": table.facts.get("letters", {}), "mine": _visitor(request)})
        return as_json(table.seats_told(port))

    async def pieces(_: Request) -> Response:
        return as_json(pieces_told(hub.state))

    async def events(request: Request) -> Response:
        number = seat(request)
        return news(table.listener(number) if number is not None else None)

    async def do(request: Request) -> Response:
        if not table.allows(_visitor(request)):
            raise refusal(429, "Too much is asked for at once. Wait a moment.")
        wish = await posted(request, lambda fields: wish_of(fields, _visitor(request)), _NOT_YOURS)
        if _visitor(request) == HOST_SEAT and "seat" in wish and wish["op"] != "seat":
            number = wish["seat"]
            if not isinstance(number, int) or number < 0 or not table.may_see(HOST_SEAT, number):
                raise refusal(403, "Somebody else sits there.")
        answer = await answered(table.do(_visitor(request), wish), "There is nobody to do it.")
        told = {key: answer.get(key) for key in ("ok", "said", "rule", "text")}
        return as_json({key: value for key, value in told.items() if value is not None})

    return [
        Route("/table/state", state),
        Route("/table/seats", seats),
        Route("/table/pieces", pieces),
        Route("/table/events", events),
        Route(TABLE_POST, do, methods=["POST"]),
    ]


def _visitor(request: Request) -> int:
    return int(request.scope.get("pnp.visitor", HOST_SEAT))


def pieces_told(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The pieces and where boards and decks lie, for everybody the same: nothing of a game that is played."""
    return {
        "status": state["status"],
        "game": state["game"],
        "pieces": [{key: piece[key] for key in _OF_PIECES} for piece in state["pieces"]],
        "components": [{k: c.get(k) for k in _OF_COMPONENTS} for c in state["components"]],
        "layout": state.get("layout"),
    }
