"""From a workbook that is edited to the picture in a real browser: `pnp preview` as somebody sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.browser import opened, page_of
from tests.shared.games_made import change
from tests.shared.preview_made import Visitor, piece, saved_like_excel, shown
from tests.shared.preview_stage import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
PATIENCE_MS = 30_000
DRAWN = "(one) => one.complete && one.naturalWidth > 0"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@contextmanager
def seen(browser: Browser, game: Path) -> Iterator[tuple[Visitor, Page]]:
    """A running preview, and a page that has drawn its pictures."""
    with shown(game) as visitor, page_of(browser, width=900, height=600) as page:
        visitor.ready()
        page.goto(visitor.preview.link())
        drawn(page.locator(".tile img").first)
        yield visitor, page


def expect(found: Any) -> Any:
    from playwright.sync_api import expect as asked

    asked.set_options(timeout=PATIENCE_MS)
    return asked(found)


def tile(visitor: Visitor, page: Page, title: str) -> Locator:
    return page.locator(f"#tile-{piece(visitor.state(), title)['id']}")


def drawn(picture: Locator) -> str:
    """The address of a picture, as soon as the browser has it."""
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_attribute("src", re.compile("/picture/"))
    picture.page.wait_for_timeout(50)
    for _ in range(200):
        if picture.evaluate(DRAWN):
            break
        picture.page.wait_for_timeout(50)
    assert picture.evaluate(DRAWN)
    return str(picture.get_attribute("src"))


def looks(picture: Locator) -> bytes:
    """The dots that the browser shows."""
    return picture.screenshot()


def test_a_cell_that_is_saved_is_a_new_picture_in_the_page(browser: Browser, game: Path) -> None:
    with seen(browser, game) as (visitor, page):
        card, other = tile(visitor, page, "Mill Pond"), tile(visitor, page, "Fox Crossing")
        before, same = drawn(card.locator("img")), drawn(other.locator("img"))
        card.focus()
        dots, scroll = looks(card.locator("img")), page.evaluate("window.scrollY")
        saved_like_excel(game, "Tiles!A5", "Quiet Weir")
        expect(card.locator(".title")).to_have_text("Quiet Weir")
        assert drawn(card.locator("img")) != before
        assert looks(card.locator("img")) != dots
        assert drawn(other.locator("img")) == same
        expect(page.locator(".toast")).to_contain_text("Quiet Weir")
        assert page.evaluate("document.activeElement.id") == card.get_attribute("id")
        assert abs(page.evaluate("window.scrollY") - scroll) < 400


def test_a_problem_stands_beside_its_card_which_keeps_its_last_good_picture(
    browser: Browser, game: Path
) -> None:
    with seen(browser, game) as (visitor, page):
        card = tile(visitor, page, "Mill Pond")
        before = drawn(card.locator("img"))
        saved_like_excel(game, "Tiles!C5", "1Q")
        expect(card).to_have_attribute("data-stale", "")
        assert card.locator("img").get_attribute("src") == before
        card.click()
        expect(page.locator(".beside .place").first).to_have_text("Tiles!C5")
        expect(page.locator(".record tr[data-severity=error] th")).to_have_text("Cost")
        page.goto(f"http://{visitor.host}/#/problems")
        expect(page.locator(".severity .problem .thumb")).to_have_text("Mill Pond")
        saved_like_excel(game, "Tiles!C5", "2W")
        expect(page.locator(".empty:visible h2")).to_have_text("No Problems")


def test_a_hostile_workbook_is_shown_as_text_and_runs_nothing(browser: Browser, game: Path) -> None:
    change(game, "Tiles!A5", HOSTILE)
    with seen(browser, game) as (visitor, page):
        expect(tile(visitor, page, HOSTILE).locator(".title")).to_have_text(HOSTILE)
        tile(visitor, page, HOSTILE).click()
        expect(page.locator(".panel h1")).to_have_text(HOSTILE)
        page.wait_for_timeout(200)
        assert "taken" not in page.title().replace(HOSTILE, "")


def test_sheets_are_drawn_when_they_are_looked_at(browser: Browser, game: Path) -> None:
    with seen(browser, game) as (_, page):
        page.click("[data-view=sheets]")
        front = page.locator(".leaf .under")
        expect(front).to_be_visible()
        page.wait_for_timeout(100)
        for _ in range(200):
            if front.evaluate(DRAWN):
                break
            page.wait_for_timeout(50)
        assert front.evaluate("(one) => one.naturalWidth") > 400


def test_what_was_printed_is_recorded_and_what_changes_then_is_found(browser: Browser, game: Path) -> None:
    with seen(browser, game) as (_, page):
        page.click("#record-open")
        page.click("#record-yes")
        expect(page.locator(".toast.good")).to_be_visible()
        expect(page.locator("#since")).to_contain_text("Nothing changed since.")
        assert (game / "printed" / "record.json").is_file()
        saved_like_excel(game, "Tiles!A5", "Quiet Weir")
        expect(page.locator("#since strong")).to_contain_text("changed")
        page.click("#only-changed")
        expect(page.locator(".tile:visible .title")).to_have_text(["Quiet Weir"])


def test_the_page_says_that_the_preview_has_ended(browser: Browser, game: Path) -> None:
    with page_of(browser) as page:
        with shown(game) as visitor:
            visitor.ready()
            page.goto(visitor.preview.link())
            drawn(page.locator(".tile img").first)
        expect(page.locator("#notice")).to_contain_text("pnp preview has ended.")
        expect(page.locator(".tile")).to_have_count(15)
