"""What the routes share: JSON that no browser keeps, what a page has posted, and what is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from generator.preview.orders import Busy, NoPicture

MOST_POSTED = 64_000
"""Bytes of what a page posts."""
POST_S = 5.0
"""How long they may take to come."""
NEVER = {"cache-control": "no-store"}
BUSY = "Too much is asked for at once."
NOBODY = "There is nobody to do it; save a file of the game and try again."

PageOrder = Mapping[str, Any]


def refusal(status: int, words: str) -> HTTPException:
    """An answer that says no, to be raised."""
    return HTTPException(status, words, NEVER)


def as_json(content: bytes | Mapping[str, Any], status: int = 200) -> Response:
    """An answer in JSON."""
    if not isinstance(content, bytes):
        content = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, status, NEVER, "application/json")


def understood(body: bytes, read: Callable[[object], PageOrder | None]) -> PageOrder | None:
    """What a page has posted, as `read` makes an order of its JSON; None if the page cannot have said it."""
    try:
        return read(json.loads(body))
    except (ValueError, RecursionError):
        return None


async def posted(
    request: Request, read: Callable[[object], PageOrder | None], strange: str = "This is not understood."
) -> PageOrder:
    """The order that a page has posted. Raises HTTPException for what is too large, too slow or `strange`."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise refusal(415, "Only JSON.")
    body = b""
    try:
        async with asyncio.timeout(POST_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_POSTED:
                    raise refusal(400, strange)
    except (TimeoutError, ClientDisconnect):
        raise refusal(400, strange) from None
    order = understood(body, read)
    if order is None:
        raise refusal(400, strange)
    return order


async def answered(work: Awaitable[PageOrder], nobody: str = NOBODY) -> PageOrder:
    """What the worker says to an order. Raises HTTPException if there is none, or too much to do."""
    try:
        return await work
    except NoPicture:
        raise refusal(503, nobody) from None
    except Busy:
        raise refusal(503, BUSY) from None
