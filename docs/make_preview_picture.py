"""The manual's pictures of the preview and its editor, from a real Chromium: `make pictures` runs it."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
SIZE: Any = {"width": 1280, "height": 800}
PATIENCE_MS = 120_000


def look(page: Page, address: str) -> bytes:
    """A card large, with its record beside it."""
    page.goto(address)
    page.locator("#status.ready").wait_for(timeout=PATIENCE_MS)
    page.locator(".tile").nth(3).click()
    page.locator(".stage img").first.wait_for(timeout=PATIENCE_MS)
    page.keyboard.press("2")
    page.wait_for_timeout(1_500)
    return page.screenshot()


def look_at_editor(page: Page, address: str) -> bytes:
    """A card while its title is drawn wider."""
    page.goto(address)
    page.locator("#status.ready").wait_for(timeout=PATIENCE_MS)
    page.locator(".tile").nth(1).click()
    page.locator("#view-card .path .main").click()
    page.locator('.over .mark[aria-label*="Title"]').first.click()
    page.locator("[data-cell]").wait_for(timeout=PATIENCE_MS)
    handle = page.locator('[data-handle="1 0"] .reach').bounding_box()
    assert handle is not None
    page.mouse.move(handle["x"] + 9, handle["y"] + 9)
    page.mouse.down()
    for step in range(8):
        page.mouse.move(handle["x"] + 9 + 10 * step, handle["y"] + 9)
    page.wait_for_timeout(1_500)
    return page.screenshot()


def taken(game: Path, look: Callable[[Page, str], bytes], program: str) -> bytes:
    """What a look at the preview of a game sees."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "generator", "preview", "--no-open", "--game", str(game)]
    root = getattr(os, "geteuid", lambda: 1)() == 0
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as preview:
        assert preview.stdout is not None
        (address,) = re.findall(r"http\S+", preview.stdout.readline())
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=program, args=["--disable-gpu", *(["--no-sandbox"] if root else [])]
                )
                seen = look(browser.new_page(viewport=SIZE), address)
                browser.close()
        finally:
            preview.send_signal(signal.SIGINT)
    return seen


def main() -> int:
    """Write the pictures; without a browser they stay as they are."""
    program = next((found for found in map(shutil.which, ("chromium", "chromium-browser")) if found), None)
    if program is None:
        print("There is no Chromium: the pictures of the preview stay as they are.", file=sys.stderr)
        return 0
    from PIL import Image

    from generator.cli.new_game import new_game

    with tempfile.TemporaryDirectory() as folder:
        poker = new_game("Night Market", Path(folder), "poker")
        for name, game, what in (("preview", ROOT, look), ("editing", poker, look_at_editor)):
            seen = taken(game, what, program)
            picture = Image.open(io.BytesIO(seen)).convert("RGB").quantize(256)
            picture.save(PICTURES / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
