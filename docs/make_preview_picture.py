"""The manual's picture of the preview, taken in the system's own Chromium: `make pictures` runs it."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "preview.png"
SIZE = {"width": 1280, "height": 800}
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


def main() -> int:
    """Write the picture; without a browser it stays as it is."""
    program = next((found for found in map(shutil.which, ("chromium", "chromium-browser")) if found), None)
    if program is None:
        print("There is no Chromium: the picture of the preview stays as it is.", file=sys.stderr)
        return 0
    from PIL import Image
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "generator", "preview", "--no-open", "--game", str(ROOT)]
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
    Image.open(io.BytesIO(seen)).convert("RGB").quantize(256).save(PICTURE, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
