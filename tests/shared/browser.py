"""A real browser for tests of pages: the Chromium of the system, driven by playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WATCH = """
window.refused = [];
document.addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective));
"""
"""Notes what the page's own policy refuses."""


def program() -> str | None:
    """Where the system's Chromium lies."""
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """The browser, for the length of a block."""
    from playwright.sync_api import sync_playwright

    root = getattr(os, "geteuid", lambda: 1)() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(), args=[*QUIET, *(["--no-sandbox"] if root else [])]
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_of(
    browser: Browser, *, width: int = 1280, height: int = 800, scheme: str = "light"
) -> Iterator[Page]:
    """A fresh page that fails its test for every fault of a script and everything that its policy refuses."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(15_000)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.add_init_script(WATCH)
    try:
        yield page
        assert faults == []
        assert page.evaluate("window.refused") == []
    finally:
        context.close()
