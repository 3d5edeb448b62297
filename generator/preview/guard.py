"""Which requests are answered at all: those of this very page on this very machine."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.preview.entrance import ENTRY, HOST, Entrance

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
    401: "Open the game with the link in the window in which pnp preview runs; each link opens it once.",
    403: "Refused.",
    405: "Not here.",
    414: "Too long.",
}
_OWN = frozenset({b"same-origin", b"none"})
_HERE = ("127.0.0.1", "localhost")
FOR_SEATS = ("/play", "/page/", "/table/", "/picture/", "/icon/")
"""Where the paths begin that somebody may ask for who has the address of a seat."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """An application whose every answer has `HEADERS`, and that hears only its own page."""

    inside: ASGIApp
    posts: frozenset[str]
    """The paths that may be posted to."""
    entrance: Entrance
    hosts: Collection[str] = ()
    """By which addresses other machines may ask, beside this machine's own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            return  # neither web sockets nor a life span

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message.get("headers", ())}
                added = [pair for pair in HEADERS if pair[0] not in names]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        answer = self.inside
        status = refused(scope, self.entrance, self.posts, self.hosts)
        if status:
            allow = {"allow": "GET, HEAD"} if status == 405 else None
            answer = Response(_WORDS[status], status, allow, "text/plain")
        elif scope["path"] == ENTRY:
            cookie, page = self.entrance.welcome(scope["query_string"])
            answer = Response(page, 200, {"cache-control": "no-store", "set-cookie": cookie}, "text/html")
        else:
            scope["pnp.visitor"] = _visitor(scope, self.entrance)
        await answer(scope, receive, with_headers)


def refused(scope: Scope, entrance: Entrance, posts: Collection[str], hosts: Collection[str] = ()) -> int:
    """The status with which a request is refused; 0 if it is answered."""
    named = _values(scope, b"host")
    own = {f"{name}:{entrance.port}".encode() for name in (*_HERE, *hosts)}
    if len(named) != 1 or named[0].lower() not in own:
        return 403  # a foreign name that leads here: DNS rebinding
    if any(origin.lower() != b"http://" + named[0].lower() for origin in _values(scope, b"origin")):
        return 403
    enters = scope["path"] == ENTRY and scope["method"] == "GET"
    if not enters and any(site.lower() not in _OWN for site in _values(scope, b"sec-fetch-site")):
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
    visitors = map(entrance.visitor, _values(scope, b"cookie"))
    return next((visitor for visitor in visitors if visitor is not None), None)


def _values(scope: Scope, name: bytes) -> list[bytes]:
    """What the headers of a name say."""
    return [value.strip() for key, value in scope["headers"] if key.lower() == name]
