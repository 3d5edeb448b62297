"""The table of `pnp play` in a headless Chromium: how evenly it moves, and how soon a click is answered.

Frames are those of the browser itself while the table is dragged and zoomed; what is told is the frame that
one in twenty is slower than. A click is answered when its move stands in the list of what happened.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measures import ROOT, Measure
from tests.shared.browser import opened, page_of
from tests.shared.game_folders import copy_of
from tests.shared.table_made import sit_down, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LEAST_PIECES = 300
MOST_FRAME_S = 0.033
MOST_CLICK_S = 0.1
CLICKS = 15
_FRAMES = """() => new Promise((done) => {
  const field = document.getElementById("field");
  const box = field.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const event = (kind, more) => field.dispatchEvent(new PointerEvent(kind, { ...at, pointerId: 1, ...more }));
  const frames = [];
  let last = 0;
  event("pointerdown", {});
  const step = (now) => {
    if (last) frames.push(now - last);
    last = now;
    const number = frames.length;
    event("pointermove", { clientX: x + 120 * Math.sin(number / 9), clientY: y + 80 * Math.cos(number / 7) });
    field.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: 60 * Math.sin(number / 11) }));
    if (number < 200) requestAnimationFrame(step);
    else {
      event("pointerup", {});
      done(frames);
    }
  };
  requestAnimationFrame(step);
})"""
_CLICK = """() => new Promise((done) => {
  const log = document.getElementById("log");
  const begun = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    done(performance.now() - begun);
  });
  seen.observe(log, { childList: true });
  const choice = document.querySelector("#choices .main") || document.querySelector("#choices .chip");
  choice.click();
  setTimeout(() => { seen.disconnect(); done(null); }, choice.matches(".chip") ? 60 : 5000);
})"""


def measures() -> Iterator[Measure]:
    """Frames of a full table, and clicks at another."""
    with opened() as browser, tempfile.TemporaryDirectory() as folder:
        pieces, frames = _frames(browser, copy_of(ROOT / "games/symetra", Path(folder) / "six"))
        assert pieces >= LEAST_PIECES, f"only {pieces} pieces lie on the table"
        slow = sorted(frames)[int(0.95 * len(frames)) - 1] / 1000
        yield Measure(f"a frame, six seats, {pieces} pieces, 95 of 100", slow, "s", most=MOST_FRAME_S)
        clicks = _clicks(browser, copy_of(ROOT, Path(folder) / "own"))
        yield Measure(
            f"a click, Meaning Made, median of {len(clicks)}", median(clicks) / 1000, "s", most=MOST_CLICK_S
        )


def _frames(browser: Browser, game: Path) -> tuple[int, list[float]]:
    seats = ["me", *["bot:random"] * 5]
    with table_at(game, seats=seats, seed=2) as table, page_of(browser, width=1440, height=900) as page:
        table.told(0)
        table.ready()
        sit_down(page, table.preview.link())
        _loaded(page)
        frames: list[float] = page.evaluate(_FRAMES)
        return page.locator("#world .thing").count(), frames


def _clicks(browser: Browser, game: Path) -> list[float]:
    with table_at(game, seats=["me", "me"], seed=2) as table, page_of(browser) as page:
        table.told(0)
        table.ready()
        sit_down(page, table.preview.link())
        _loaded(page)
        took: list[float] = []
        for _ in range(20 * CLICKS):
            page.wait_for_selector("#choices .main, #choices .chip")
            answered = page.evaluate(_CLICK)
            page.wait_for_timeout(50)
            if answered is not None:
                took.append(answered)
            if len(took) == CLICKS:
                break
        return took


def _loaded(page: Page) -> None:
    """Wait until every picture is there."""
    page.wait_for_function(
        "() => ((all) => all.length && all.every((one) => one.complete && one.naturalWidth))"
        "([...document.querySelectorAll('#world img')])",
        timeout=60_000,
    )
    page.wait_for_timeout(500)
