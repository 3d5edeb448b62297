"""Who may see the page: the browser of who began the preview, and no other account of this machine.

A browser comes in once by a link with a secret that is valid once, and has a cookie from then on. The link
is never in the arguments of a process, which every account may read: it is shown in the terminal, and a
browser is handed a file that leads there and that its owner alone can read.
"""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

from generator.ground.files import write_whole

ENTRY = "/enter"
HOST = -1
"""Whoever began the program, in a browser of this machine."""
_SECRET_BYTES = 32
_MOST_TICKETS = 20


@dataclass(frozen=True, slots=True)
class Entrance:
    """The tickets that are still valid, and the cookie that every request has to bring."""

    port: int
    seats: Callable[[str], int | None] = lambda _: None
    """The seat at the table that a secret is of."""
    front: str = "/"
    """Where a link of the host's leads."""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(_SECRET_BYTES))
    _tickets: dict[str, Callable[[], object]] = field(default_factory=dict)

    @property
    def cookie(self) -> str:
        """What a browser sends. Cookies do not know ports, so that the name says it."""
        return f"pnp-{self.port}={self.secret}"

    def ticket(self, used: Callable[[], object] = lambda: None) -> str:
        """A secret that lets one browser in, once; `used` is called then."""
        ticket = secrets.token_urlsafe(_SECRET_BYTES)
        self._tickets[ticket] = used
        while len(self._tickets) > _MOST_TICKETS:
            del self._tickets[next(iter(self._tickets))]
        return ticket

    def admits(self, query: bytes) -> bool:
        """Whether the query of a link has a ticket that is valid; it is not any more then. A seat's stays."""
        if (secret := _seat_asked(query)) is not None:
            return self.seats(secret) is not None
        tickets = parse_qs(query.decode("ascii", "replace")).get("key", [])
        used = self._tickets.pop(tickets[0], None) if len(tickets) == 1 else None
        if used is not None:
            used()
        return used is not None

    def visitor(self, cookies: bytes) -> int | None:
        """Who a header Cookie is of: HOST, or the number of a seat; None for nobody that we know."""
        jar: SimpleCookie = SimpleCookie()
        with suppress(CookieError):
            jar.load(cookies.decode("latin-1"))
        name = f"pnp-{self.port}"
        if name not in jar:
            return None
        if secrets.compare_digest(jar[name].value.encode(), self.secret.encode()):
            return HOST
        return self.seats(jar[name].value)

    def welcome(self, query: bytes = b"") -> tuple[str, str]:
        """The header Set-Cookie and the page that lead from a link to the game, or to a seat at the table."""
        secret = _seat_asked(query)
        cookie = self.cookie if secret is None else f"pnp-{self.port}={secret}"
        page = _page(self.front if secret is None else "/play")
        return f"{cookie}; Path=/; HttpOnly; SameSite=Strict", page


def _seat_asked(query: bytes) -> str | None:
    """The secret of a seat in the query of a link; letters, digits and dashes alone."""
    named = parse_qs(query.decode("ascii", "replace")).get("seat", [])
    return named[0] if len(named) == 1 and re.fullmatch(r"[\w-]{16,64}", named[0], re.ASCII) else None


def write_redirect(folder: Path, link: str) -> Path:
    """A file in a folder, readable by its owner alone, that leads a browser to a link. Raises OSError."""
    path = folder / "preview.html"
    write_whole(path, _page(link).encode(), inside=folder, private=True, lasting=False)
    return path


def _page(link: str) -> str:
    """A page that goes on to a link by itself; begun by this page, the cookie goes along."""
    target = html.escape(link)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="refresh" content="0;url={target}"><title>pnp preview</title>'
        f'<p><a href="{target}">Show the game</a></p></html>'
    )
