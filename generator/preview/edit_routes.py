"""What the editor of the page may post: for this machine's browser alone, and off while others come in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from generator.preview.entrance import HOST
from generator.preview.hub import Hub
from generator.preview.orders import Busy, NoPicture
from generator.preview.table_routes import body_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

EDIT_POST = "/api/edit"
_ORDERS: Mapping[str, frozenset[str]] = {
    "open": frozenset({"piece", "side", "dpi"}),
    "draw": frozenset({"piece", "side", "dpi", "digest", "edits", "change"}),
    "write": frozenset({"piece", "side", "dpi", "digest", "edits", "change"}),
    "undo": frozenset(),
    "redo": frozenset(),
    "cell": frozenset({"cell"}),
    "type": frozenset({"cell", "value", "before"}),
}
"""What may be asked for, and what each order may say."""
_NEVER = {"cache-control": "no-store"}


def edit_route(hub: Hub, plain: Callable[[int, str], Response]) -> Route:
    """The route of the editor."""
    from starlette.responses import Response
    from starlette.routing import Route

    async def edit(request: Request) -> Response:
        if not hub.editable() or request.scope.get("pnp.visitor") != HOST:
            return plain(403, "While others may look on, nothing is changed from a page.")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return plain(415, "Only JSON.")
        body = await body_of(request)
        order = wanted_edit(body) if body is not None else None
        if order is None:
            return plain(400, "This is not understood.")
        try:
            answer = await hub.edited(order)
        except NoPicture:
            return plain(503, "There is nobody to do it; save a file of the game and try again.")
        except Busy:
            return plain(503, "Too much is asked for at once.")
        told = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
        return Response(told, int(answer.get("status", 200)), _NEVER, "application/json")

    return Route(EDIT_POST, edit, methods=["POST"])


def wanted_edit(body: bytes) -> Mapping[str, Any] | None:
    """An order of the page; None for what it cannot have said."""
    try:
        order = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(order, dict) or not isinstance(do := order.get("do"), str) or do not in _ORDERS:
        return None
    return order if set(order) <= _ORDERS[do] | {"do"} else None
