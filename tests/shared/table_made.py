"""A table that a server of the test shows, and a browser that plays at it by clicking what lights up."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from generator.cli.play import EVERYWHERE
from generator.ground.worker import own_command
from generator.preview.serving import HOST, Preview, bound_socket
from tests.shared.preview_made import PATIENCE_S, Reply, Visitor, worker_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIT = "#choices button.main, #choices button.chip, #hand .lit, #world button.lit, #seats button.lit"


class Player(Visitor):
    """Somebody at a table, by plain requests."""

    def do(self, wish: Mapping[str, Any], **headers: str) -> Reply:
        own = {"Content-Type": "application/json", **headers}
        return self.ask("/table/do", method="POST", headers=own, body=json.dumps(wish).encode())

    def told(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat is sent, as soon as something is played."""
        path = "/table/state" if seat is None else f"/table/state?seat={seat}"
        for _ in range(int(PATIENCE_S * 10)):
            reply = self.ask(path)
            if reply.status == 200:
                told: dict[str, Any] = json.loads(reply.body)
                return told
            threading.Event().wait(0.1)
        raise AssertionError(reply.body)

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.ask("/table/seats").body)
        return facts


@contextmanager
def table_at(folder: Path, *, addresses: tuple[str, ...] = (), **wish: Any) -> Iterator[Player]:
    """A table at which a game of a folder has begun; with `addresses` others of the network may come."""
    worker = own_command("play", "--worker", "--game", str(folder.resolve()))
    bound = bound_socket(0, EVERYWHERE if addresses else HOST)
    preview = Preview(folder, worker_of(folder), bound, table_worker=worker, wish=wish)
    preview.table.addresses = addresses
    begun = threading.Event()
    thread = threading.Thread(target=preview.run, args=(begun.set,), daemon=True)
    thread.start()
    assert begun.wait(PATIENCE_S)
    try:
        yield Player(preview)
    finally:
        preview.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def sit_down(page: Page, link: str) -> None:
    """Come to the table."""
    page.goto(link)
    page.wait_for_url("**/play")
    page.wait_for_selector("#choices > *")


def click_on(page: Page, rng: Random) -> bool:
    """One click on something that lights up; whether the game goes on."""
    if page.locator("#curtain").is_visible():
        page.click("#curtain-lift")
    if "over" in (page.locator("#moment").text_content() or ""):
        return False
    clicked = page.evaluate(
        """([lit, chance]) => {
          const all = [...document.querySelectorAll(lit)].filter((one) => !one.disabled);
          const main = document.querySelector("#choices button.main");
          const one = main && chance < 0.7 ? main : all[Math.floor(chance * 997) % all.length];
          if (one) one.click();
          return Boolean(one);
        }""",
        [LIT, rng.random()],
    )
    page.wait_for_timeout(25 if clicked else 60)
    return True


def play_to_the_end(page: Page, rng: Random, most: int = 4000) -> None:
    for _ in range(most):
        if not click_on(page, rng):
            return
    raise AssertionError(page.locator("#moment").text_content())
