"""Which requests are answered at all: those of this very page on this very machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

from generator.preview.entrance import ENTRY, HOST, Entrance

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
"""What every answer says, also one that refuses."""
LONGEST_PATH = 300
_WORDS = {
    401: b"Open the game with the link in the window in which pnp preview runs; each link opens it once.",
    403: b"Refused.",
    405: b"Not here.",
    414: b"Too long.",
}
_OWN = frozenset({b"same-origin", b"none"})
_HERE = ("127.0.0.1", "localhost")
FOR_SEATS = ("/play", "/page/", "/table/", "/picture/", "/icon/")
"""Where the paths begin that somebody may ask for who has the address of a seat."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """An application whose every answer has `HEADERS`, and that hears only its own page."""

    inside: Application
    posts: frozenset[str]
    """The paths that may be posted to."""
    entrance: Entrance
    hosts: Collection[str] = ()
    """By which addresses other machines may ask, beside this machine's own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            return  # neither web sockets nor a life span

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message.get("headers", ())}
                added = [pair for pair in HEADERS if pair[0] not in names]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        status = refused(scope, self.entrance, self.posts, self.hosts)
        if status:
            await _say(with_headers, status)
        elif scope["path"] == ENTRY:
            await _welcome(with_headers, self.entrance, scope["query_string"])
        else:
            scope["pnp.visitor"] = _visitor(scope, self.entrance)
            await self.inside(scope, receive, with_headers)


def refused(scope: Scope, entrance: Entrance, posts: Collection[str], hosts: Collection[str] = ()) -> int:
    """The status with which a request is refused; 0 if it is answered."""
    headers: list[tuple[bytes, bytes]] = [(name.lower(), value) for name, value in scope["headers"]]
    named = _values(headers, b"host")
    own = {f"{name}:{entrance.port}".encode() for name in (*_HERE, *hosts)}
    if len(named) != 1 or named[0].lower() not in own:
        return 403  # a foreign name that leads here: DNS rebinding
    if any(origin.lower() != b"http://" + named[0].lower() for origin in _values(headers, b"origin")):
        return 403
    enters = scope["path"] == ENTRY and scope["method"] == "GET"
    if not enters and any(site.lower() not in _OWN for site in _values(headers, b"sec-fetch-site")):
        return 403
    if len(scope.get("raw_path") or b"") > LONGEST_PATH:
        return 414
    if scope["method"] not in ("GET", "HEAD") and not (scope["method"] == "POST" and scope["path"] in posts):
        return 405
    if enters:
        return 0 if entrance.admits(scope["query_string"]) else 401
    visitor = _visitor(scope, entrance)
    if visitor is None:
        return 401
    here = named[0].lower().rpartition(b":")[0].decode() in _HERE
    if visitor == HOST:
        return 0 if here else 403  # what only this machine may do is not asked for from elsewhere
    return 0 if scope["path"].startswith(FOR_SEATS) else 403


def _visitor(scope: Scope, entrance: Entrance) -> int | None:
    """Who asks, by the cookie; None for nobody that we know."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    visitors = map(entrance.visitor, _values(headers, b"cookie"))
    return next((visitor for visitor in visitors if visitor is not None), None)


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[bytes]:
    return [value.strip() for key, value in headers if key == name]


async def _welcome(send: Send, entrance: Entrance, query: bytes) -> None:
    """Give a browser its cookie, and lead it to the game."""
    cookie, page = entrance.welcome(query)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", b"%d" % len(page)),
        (b"cache-control", b"no-store"),
        (b"set-cookie", cookie),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": page})


async def _say(send: Send, status: int) -> None:
    words = _WORDS[status]
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(words))]
    if status == 405:
        headers.append((b"allow", b"GET, HEAD"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})
