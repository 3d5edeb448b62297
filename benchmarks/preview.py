"""From a saved workbook, or a saved template, to the new picture in the open preview.

The picture that is waited for is that of the card that was looked at last. Once in this game, and once in a
deck of 500 designs.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import text_deck
from benchmarks.evening import game_of, set_cell
from benchmarks.measures import ROOT, Measure, clean_environment

SAVES = 20
DESIGNS = 500
PATIENCE_S = 40.0
Save = Callable[[int], None]


def measures() -> Iterator[Measure]:
    """The median of twenty saves each."""
    with tempfile.TemporaryDirectory() as folder:
        own, deck = game_of(ROOT, Path(folder) / "own"), Path(folder) / "deck"
        text_deck.write(deck, DESIGNS)
        cases = (
            ("Meaning Made", own, ("Patterns", "E3"), "pattern.svg", 0.5),
            (f"{DESIGNS} designs", deck, ("Cards", "A3"), "card.svg", 1.0),
        )
        for title, game, place, template, most in cases:
            saves = (("workbook", _cell(game, place)), ("template", _template(game, template)))
            with previewed(game, Path(folder) / "home") as page:
                for kind, save in saves:
                    seconds = median(page.follow(save, number) for number in range(SAVES))
                    yield Measure(f"preview, {title}, a saved {kind}", seconds, "s", most=most)


def _cell(game: Path, place: tuple[str, str]) -> Save:
    contents = []
    workbook = game / "card_data.xlsx"
    before = workbook.read_bytes()
    for number in range(SAVES):
        set_cell(game, *place, f"Touch {number}.")
        contents.append(workbook.read_bytes())
    workbook.write_bytes(before)
    return lambda number: _write(workbook, contents[number])


def _template(game: Path, name: str) -> Save:
    path = game / "templates" / name
    before = path.read_text()

    def save(number: int) -> None:
        line = f'<rect x="1" y="1" width="{3 + number / 10}" height="1" fill="#123456"/></svg>'
        _write(path, before.replace("</svg>", line).encode())

    return save


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name("save.tmp")
    temporary.write_bytes(content)
    temporary.replace(path)


@contextmanager
def previewed(game: Path, home: Path) -> Iterator[PreviewPage]:
    command = [sys.executable, "-m", "generator", "preview", "--no-open", "--game", str(game)]
    environment = {**clean_environment(), "PNP_HOME": str(home)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout is not None
            link = re.search(r"http://[^:]+:(\d+)(/\S+)", run.stdout.readline())
            assert link is not None, "the preview says where it is"
            page = PreviewPage(int(link[1]), link[2])
            page.begin()
            yield page
        finally:
            run.send_signal(signal.SIGINT)


class PreviewPage:
    """An open preview, and the piece that somebody looks at."""

    def __init__(self, port: int, link: str) -> None:
        self._port = port
        self._cookie = ""
        reply = self._get(link)
        self._cookie = (reply.getheader("set-cookie") or "").partition(";")[0]
        reply.read()
        self._piece = self._front = ""
        self._seen: set[str] = set()
        """All fronts so far: a state that was told late may name an older one."""

    def begin(self) -> None:
        """Wait until everything is drawn, and look at one card."""
        end = time.monotonic() + PATIENCE_S
        while self.state()["status"] != "ready" and time.monotonic() < end:
            time.sleep(0.2)
        pieces = self.state()["pieces"]
        piece = pieces[min(1, len(pieces) - 1)]
        self._piece, self._front = piece["id"], piece["front"]
        self._picture()
        time.sleep(3)

    def follow(self, save: Save, number: int) -> float:
        """Seconds from a save to the picture of what is looked at."""
        stream = self._get("/events")
        news = self._events(stream)
        start = time.perf_counter()
        save(number)
        for event, record in news:
            self._front = self._front_in(event, record)
            if self._front and self._front not in self._seen:
                break
        self._picture()
        seconds = time.perf_counter() - start
        while event != "state" or self.state()["status"] != "ready":
            event, _ = next(news)
        stream.close()
        time.sleep(0.5)
        return seconds

    def _front_in(self, event: str, record: Mapping[str, str]) -> str:
        if event == "piece" and record["id"] == self._piece:
            return record["front"]
        if event == "state":
            pieces = self.state()["pieces"]
            return next((piece["front"] for piece in pieces if piece["id"] == self._piece), "")
        return ""

    def _picture(self) -> None:
        content = self.picture(self._front)
        assert content.startswith(b"\x89PNG"), "a picture of what is looked at"
        self._seen.add(self._front)

    def post(self, path: str, order: Mapping[str, Any]) -> dict[str, Any]:
        """What the server answers to an order."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        headers = {"Cookie": self._cookie, "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(order), headers)
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
        return answer

    def picture(self, id: str) -> bytes:
        """A picture by its id, at the resolution of a screen."""
        return self._get(f"/picture/{id}.png?dpi=96").read()

    def state(self) -> dict[str, Any]:
        """All that the page shows."""
        state: dict[str, Any] = json.loads(self._get("/api/state").read())
        return state

    def _get(self, path: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        connection.request("GET", path, headers={"Cookie": self._cookie})
        return connection.getresponse()

    def _events(self, stream: http.client.HTTPResponse) -> Iterator[tuple[str, dict[str, str]]]:
        event, heard = "", time.monotonic()
        for line in map(bytes.decode, stream):
            if line.startswith("event: "):
                event = line[7:].strip()
            elif line.startswith("data: "):
                yield event, json.loads(line[6:])
                heard = time.monotonic()
            assert time.monotonic() - heard < PATIENCE_S, "the preview tells of a save"
