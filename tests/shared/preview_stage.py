"""A preview without a server, to test its page: a made-up state, pictures of one colour, no network."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from generator.preview.guard import HEADERS
from generator.preview.serving import page_files
from tests.shared.browser import page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

ORIGIN = "http://127.0.0.1:9"
KINDS = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "html": "text/html",
    "ttf": "font/ttf",
}
HOSTILE = "<img src=x onerror=\"document.title='taken'\">"


def piece(number: int, **changes: Any) -> dict[str, Any]:
    """A piece of the deck `c0`."""
    layer = str(1 + number % 3)
    return {
        "id": f"p{number}",
        "component": "c0",
        "title": f"Card {number}",
        "identity": f"Card {number}",
        "layer": layer,
        "copies": 1,
        "front": f"f{number}",
        "back": "back",
        "stale": False,
        "since_print": "same",
        "mark": "abcd",
        "problems": [],
        "record": [
            {"field": "Title", "value": f"Card {number}", "cell": f"Cards!A{number + 2}"},
            {"field": "Layer", "value": layer, "cell": f"Cards!B{number + 2}"},
        ],
        **changes,
    }


def deck(count: int, **changes: Any) -> dict[str, Any]:
    """The component of that many pieces, `p0` and on."""
    form = {"use": "cards", "shape": "rectangle", "width_mm": 63.5, "height_mm": 88.9, "bleed_mm": 3.0}
    pieces = [f"p{number}" for number in range(count)]
    return {
        "id": "c0",
        "title": "Deck",
        "name": "Cards",
        "sheet": "Cards",
        "pieces": pieces,
        **form,
        **changes,
    }


def state(count: int = 40) -> dict[str, Any]:
    """A state with a deck, a sheet printed on both sides, a scene and a booklet with a broken step."""
    paper = {"paper": "A4", "width_mm": 210, "height_mm": 297}
    sheet = {
        "id": "s0",
        "file": "A4/Cards.pdf",
        "component": "c0",
        "layout": "3 × 3",
        "pages": 4,
        "duplex": True,
    }
    step = {"step": "12", "page": 1, "where": "Sample Game!A14", "what": "Ben cannot pay for it."}
    return {
        "revision": 1,
        "status": "ready",
        "game": {"title": "Made up", "version": "1"},
        "said": [],
        "components": [deck(count)],
        "pieces": [piece(number) for number in range(count)],
        "problems": [],
        "sheets": [{**sheet, **paper, "flip": "long"}],
        "scenes": [{"id": "table", "title": "At the start", "width_mm": 600, "height_mm": 400}],
        "booklets": [{"id": "sample", "title": "A game", **paper, "pages": 3, "broken": [step]}],
        "print": {"recorded": "2026-11-22", "changed": 0, "added": 0, "removed": 0, "removed_titles": []},
    }


def problem(where: str, severity: str = "error") -> dict[str, Any]:
    """A Problem as the server tells it."""
    told = {
        "severity": severity,
        "where": where,
        "what": f"{where} is wrong.",
        "mend": "Mend it.",
        "follows": [],
    }
    return told


@dataclass(slots=True)
class Stage:
    """The page with a state that a test changes; `tell` has the page fetch it."""

    page: Page
    state: dict[str, Any]
    ended: bool = False
    posted: list[tuple[dict[str, str], Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def tell(self, *said: str) -> None:
        """The state is another now."""
        self.state["revision"] += 1
        self.state["said"] = list(said)

    def open(self, place: str = "") -> Page:
        """The page at a place such as `#/card/p1`."""
        self.page.goto("about:blank")
        self.page.goto(f"{ORIGIN}/{place}")
        return self.page

    def piece(self, id: str) -> dict[str, Any]:
        """A piece of the state, to be changed."""
        return next(one for one in self.state["pieces"] if one["id"] == id)

    def answer(self, route: Route) -> None:
        """What a server would say."""
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        self.asked.append(route.request.url)
        headers = {name.decode(): value.decode() for name, value in HEADERS}
        if path == "/api/state":
            route.fulfill(json=self.state, headers=headers)
        elif path == "/events":
            said = (
                "gone\ndata: {}" if self.ended else f'state\ndata: {{"revision": {self.state["revision"]}}}'
            )
            route.fulfill(
                body=f"retry: 100\nevent: {said}\n\n",
                headers={**headers, "content-type": "text/event-stream"},
            )
        elif path == "/api/printed":
            self.posted.append((route.request.headers, json.loads(route.request.post_data or "null")))
            route.fulfill(json={"said": "40 cards are recorded."}, headers=headers)
        elif path.endswith(".png"):
            route.fulfill(body=_picture(path), headers={**headers, "content-type": "image/png"})
        else:
            name = path.rpartition("/")[2] or "index.html"
            content = _files()[name]
            kind = KINDS[name.rpartition(".")[2]]
            route.fulfill(body=content, headers={**headers, "content-type": kind})


@cache
def _files() -> Mapping[str, bytes]:
    return page_files()


def _picture(path: str) -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (70, 95), f"#{zlib.crc32(path.encode()) & 0xFFFFFF:06x}").save(out, "PNG")
    return out.getvalue()


@contextmanager
def staged(browser: Browser, *, count: int = 40, **looks: Any) -> Iterator[Stage]:
    """A stage in a page of its own."""
    with page_of(browser, **looks) as page:
        stage = Stage(page, state(count))
        page.route("**/*", lambda route: stage.answer(route))
        yield stage
