"""Laying a card out by hand in a real browser: what is dragged, typed and undone, and what is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from openpyxl import load_workbook

from generator.ground.project import Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from generator.svg.parse import parse
from tests.shared.browser import opened, page_of
from tests.shared.games_made import change
from tests.shared.laid_out import DRAWING, INKSCAPE, POKER, game_at, lay
from tests.shared.preview_made import Visitor, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


POSTED = """([url, order]) => fetch(url, {
  method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(order),
}).then((answer) => answer.status, () => 0)"""
"""Posts an order to an address; the status of the answer, or 0 if it may not even be sent."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return game_at(tmp_path_factory.mktemp("laid_out"))


@pytest.fixture(scope="module")
def visitor(folder: Path) -> Iterator[Visitor]:
    lay(folder)
    with shown(folder) as running:
        running.ready()
        yield running


@pytest.fixture
def own_workbook(folder: Path) -> Iterator[None]:
    """What a test writes into the workbook is gone after it."""
    workbook = folder / "card_data.xlsx"
    content = workbook.read_bytes()
    yield
    workbook.write_bytes(content)


@pytest.fixture
def page(browser: Browser, visitor: Visitor, folder: Path) -> Iterator[Page]:
    lay(folder)
    with page_of(browser, width=1440, height=900) as page:
        page.goto(visitor.preview.link())
        page.wait_for_selector(".tile")
        piece = visitor.state()["pieces"][0]["id"]
        page.goto(f"http://{visitor.host}/#/edit/{piece}/front")
        page.wait_for_selector('[data-row="1"]')
        yield page


def expect(found: Any) -> Any:
    from playwright.sync_api import expect as asked

    return asked(found)


def mark(page: Page, name: str) -> Locator:
    return page.locator(f'.over .mark[aria-label*="{name}"]').first


def scale(page: Page) -> float:
    return float(page.evaluate("document.querySelector('.over').getBoundingClientRect().width / 63"))


def box_of(page: Page, where: Locator) -> dict[str, float]:
    """Where a mark is on the screen; a face that comes anew has new ones."""
    for _ in range(200):
        if box := where.bounding_box():
            return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
        page.wait_for_timeout(50)
    raise AssertionError("it is not there")


def drag(page: Page, where: Locator, x_mm: float, y_mm: float, *, drop: bool = True) -> None:
    box = box_of(page, where)
    x, y, by = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, scale(page)
    page.keyboard.down("Alt")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + x_mm * by / 2, y + y_mm * by / 2)
    page.mouse.move(x + x_mm * by, y + y_mm * by)
    page.keyboard.up("Alt")
    if drop:
        page.mouse.up()


def line_of(folder: Path, word: str) -> str:
    lines = (folder / "templates/card.svg").read_text("utf-8-sig").split("\n")
    return next(line.strip() for line in lines if word in line)


def wait_for(page: Page, so: Callable[[], bool]) -> None:
    for _ in range(200):
        if so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came about")


def test_a_dragged_title_is_one_line_and_undo_brings_the_same_bytes(page: Page, folder: Path) -> None:
    path = folder / "templates/card.svg"
    before = path.read_bytes()
    drag(page, mark(page, "Title"), 5, 0)
    wait_for(page, lambda: path.read_bytes() != before)
    assert lines_changed(path, before.decode("utf-8-sig")) == [
        "  {{ text(card.title, 15, 20, 40, size=5) }}\r"
    ]
    page.keyboard.press("Control+z")
    wait_for(page, lambda: path.read_bytes() == before)
    expect(page.locator('[data-do="redo"]')).to_be_enabled()
    page.keyboard.press("Control+y")
    wait_for(page, lambda: path.read_bytes() != before)


def printed(folder: Path, words: str) -> tuple[float, float]:
    """Where words begin on the first sheet that `pnp build` prints, in mm."""
    summary = build(Project(folder), BuildOptions(components=("Cards",), papers=(A4,), guide=False))
    with pypdfium2.PdfDocument(folder / "output" / summary.files[0].path) as pdf:
        text = pdf[0].get_textpage()
        at = text.search(words).get_next()
        assert at is not None
        left, bottom = text.get_charbox(at[0])[:2]
        return left * 25.4 / 72, bottom * 25.4 / 72


def lines_changed(path: Path, before: str) -> list[str]:
    """The lines of a template that are other than they were; as many as before."""
    lines = zip(before.split("\n"), path.read_bytes().decode("utf-8-sig").split("\n"), strict=True)
    return [new for old, new in lines if old != new]


def test_a_title_of_a_new_deck_is_dragged_in_one_line_and_printed_there(page: Page, folder: Path) -> None:
    path = folder / "templates/card.svg"
    lay(folder, POKER)
    before = printed(folder, "Tea Cart")
    expect(page.locator("[data-row]", has_text="Flavour")).to_be_visible()
    drag(page, mark(page, "Title"), 5, -3)
    wait_for(page, lambda: path.read_text("utf-8-sig") != POKER)
    (line,) = lines_changed(path, POKER)
    assert 'inkscape:label="Title (width 38, least 3.4)" x="10" y="56"' in line
    after = printed(folder, "Tea Cart")
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((5, 3), abs=0.05)


def test_a_drawing_that_inkscape_saved_is_moved_and_still_one_of_inkscape(page: Page, folder: Path) -> None:
    path = folder / "templates/card.svg"
    lay(folder, INKSCAPE)
    for name in ("Title", "Cost", "Art", "Text"):
        expect(page.locator("[data-row] .title").get_by_text(name, exact=True)).to_be_visible()
    drag(page, mark(page, "Title"), 5, 0)
    wait_for(page, lambda: path.read_text("utf-8-sig") != INKSCAPE)
    (line,) = lines_changed(path, INKSCAPE)
    assert line.strip() == '<text transform="translate(18.8977 0)"', "5 mm in its units"
    (text,) = [
        node
        for node in parse(path.read_text("utf-8-sig"), "card").root.walk()
        if node.attrs.get("id") == "text14"
    ]
    assert text.attrs["transform"] == "translate(18.8977 0)", "it is the text's own"
    shown = page.locator(".sheet img").first.get_attribute("src")
    saved = path.read_text("utf-8-sig").replace("fill:#2d5a4a", "fill:#7a2d4a")  # in Inkscape, once more
    lay(folder, saved)
    wait_for(page, lambda: page.locator(".sheet img").first.get_attribute("src") != shown)
    assert path.read_text("utf-8-sig") == saved


def test_a_handle_changes_the_width_and_a_box_too_small_says_so_meanwhile(page: Page, folder: Path) -> None:
    page.locator('[data-row="1"]').click()
    drag(page, page.locator('[data-handle="1 0"]'), -36, 0, drop=False)
    expect(page.locator(".edit-problems .problem")).to_contain_text("Cards!A2")
    expect(page.locator('[data-field="width"]')).to_have_value("4")
    assert "10, 20, 40" in line_of(folder, "card.title"), "nothing is written while it is dragged"
    page.mouse.up()
    wait_for(page, lambda: "10, 20, 4," in line_of(folder, "card.title"))


def test_keys_move_by_tenths_and_millimetres_and_the_panel_by_typing(page: Page, folder: Path) -> None:
    mark(page, "Title").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    wait_for(page, lambda: "text(card.title, 10.1, 21, 40, size=5)" in line_of(folder, "card.title"))
    page.fill('[data-field="size"]', "6.5")
    page.keyboard.press("Enter")
    wait_for(page, lambda: "size=6.5" in line_of(folder, "card.title"))
    page.locator('.segments [data-field="align"]', has_text="Middle").click()
    wait_for(page, lambda: 'align="center"' in line_of(folder, "card.title"))
    page.fill('[data-field="left"]', "12")
    page.keyboard.press("Enter")
    wait_for(page, lambda: "card.title, 12, " in line_of(folder, "card.title"))


def test_what_a_loop_draws_says_how_many_and_what_is_computed_is_locked(page: Page, folder: Path) -> None:
    mark(page, "Circle").click()
    expect(page.locator(".edit-head .flag")).to_contain_text("it moves four marks")
    drag(page, page.locator('.over .mark[data-at="1"]').first, 3, 0)
    wait_for(page, lambda: "{{ 12 + 12 * row }}" in line_of(folder, "<circle"))
    page.locator("[data-row]", has_text="Rectangle").first.click()
    expect(page.locator(".edit-place .lock").first).to_have_text("x is computed in line 8: middle")
    expect(page.locator('[data-field="left"]')).to_be_disabled()


def test_a_click_chooses_what_is_under_it_whatever_was_chosen(page: Page) -> None:
    mark(page, "Title").click()
    expect(page.locator(".edit-head h1")).to_have_text("Title")
    mark(page, "Circle").click()
    expect(page.locator(".edit-head h1")).to_have_text("Circle")
    page.mouse.click(20, 400)
    mark(page, "Icon").click()
    expect(page.locator(".edit-head h1")).to_have_text("coin")


def test_an_icon_is_picked_from_a_palette(page: Page, folder: Path) -> None:
    mark(page, "Icon").click()
    expect(page.locator('.palette [aria-pressed="true"]')).to_have_attribute("data-icon", "coin")
    page.locator('.palette [aria-pressed="false"]').first.click()
    wait_for(page, lambda: 'icon("coin"' not in line_of(folder, "{{ icon("))


def test_a_turned_mark_moves_the_way_it_is_dragged(page: Page, folder: Path) -> None:
    goal = box_of(page, mark(page, "Icon"))["x"] - 4 * scale(page)
    drag(page, mark(page, "Icon"), -4, -6)
    wait_for(page, lambda: 'icon("coin", 14, 16, 8)' in line_of(folder, "icon("))
    wait_for(page, lambda: abs(box_of(page, mark(page, "Icon"))["x"] - goal) < 2)


def test_a_file_that_is_changed_meanwhile_is_not_written_over(page: Page, folder: Path) -> None:
    path = folder / "templates/card.svg"
    drag(page, mark(page, "Title"), 5, 0, drop=False)
    elsewhere = path.read_bytes().replace(b"#fbf7ef", b"#ffffff")
    path.write_bytes(elsewhere)
    page.mouse.up()
    expect(page.locator(".toast", has_text="changed elsewhere")).to_be_visible()
    assert path.read_bytes() == elsewhere


def held_face(page: Page) -> list[Route]:
    """Holds back the next face that the page asks for, until it is let go."""
    held: list[Route] = []

    def answer(route: Route) -> None:
        first = not held and (route.request.post_data_json or {}).get("do") == "open"
        held.append(route) if first else route.continue_()

    page.route("**/api/edit", answer)
    return held


def test_a_face_that_comes_while_a_hand_is_on_it_takes_nothing_out_of_it(page: Page, folder: Path) -> None:
    held = held_face(page)
    change(folder, "Cards!A3", "A new card")
    wait_for(page, lambda: bool(held))
    drag(page, mark(page, "Title"), 5, 0, drop=False)
    held[0].continue_()
    page.wait_for_timeout(500)
    page.mouse.up()
    wait_for(page, lambda: "card.title, 15, 20, 40" in line_of(folder, "card.title"))


def test_a_cell_opens_though_its_face_comes_anew_meanwhile(page: Page, folder: Path) -> None:
    held = held_face(page)
    change(folder, "Cards!A3", "A card of its own")
    wait_for(page, lambda: bool(held))
    mark(page, "Title").click()
    held[0].continue_()
    expect(page.locator('[data-cell="Cards!A2"]')).to_be_visible()


def test_a_click_on_a_text_opens_its_cell(page: Page, folder: Path, visitor: Visitor) -> None:
    mark(page, "Title").click()
    cell = page.locator('[data-cell="Cards!A2"]')
    expect(cell).to_have_value(visitor.state()["pieces"][0]["title"])
    held = cell.input_value()
    (folder / "~$card_data.xlsx").touch()
    cell.fill("A new name")
    page.locator(".edit-cell .main").click()
    expect(page.locator(".edit-cell .fault")).to_contain_text("is open in Excel")
    (folder / "~$card_data.xlsx").unlink()
    cell.fill("A newer name")
    page.locator(".edit-cell .main").click()
    visitor.wait(lambda state: state["pieces"][0]["title"] == "A newer name")
    page.locator('[data-do="undo"]').click()
    visitor.wait(lambda state: state["pieces"][0]["title"] == held)


def test_a_cell_shows_what_excel_has_written_and_what_is_typed_may_follow_it(
    page: Page, folder: Path, visitor: Visitor, own_workbook: None
) -> None:
    mark(page, "Title").click()
    cell = page.locator('[data-cell="Cards!A2"]')
    change(folder, "Cards!A2", "Of Excel")
    expect(cell).to_have_value("Of Excel")
    cell.fill("Of the page")
    change(folder, "Cards!A2", "Of Excel again")
    expect(page.locator(".edit-cell .fault")).to_contain_text("Cards!A2 holds “Of Excel again” by now")
    expect(cell).to_have_value("Of the page")
    page.locator(".edit-cell .main").click()
    visitor.wait(lambda state: state["pieces"][0]["title"] == "Of the page")
    expect(page.locator(".edit-cell .fault")).to_be_empty()


def test_what_is_typed_follows_its_row(
    page: Page, folder: Path, visitor: Visitor, own_workbook: None
) -> None:
    mark(page, "Title").click()
    cell = page.locator("[data-cell]")
    cell.fill("Typed before the rows moved")
    book = load_workbook(folder / "card_data.xlsx")
    book["Cards"].insert_rows(2)
    for column, value in enumerate([each.value for each in book["Cards"][3]], 1):
        book["Cards"].cell(2, column, value if column > 1 else "A card above")
    book.save(folder / "card_data.xlsx")
    expect(page.locator('[data-cell="Cards!A3"]')).to_have_value("Typed before the rows moved")
    page.locator(".edit-cell .main").click()
    titles = ["A card above", "Typed before the rows moved"]
    visitor.wait(lambda state: [piece["title"] for piece in state["pieces"][:2]] == titles)


def test_what_is_wrong_with_a_cell_is_told_below_it_as_it_is_now(
    page: Page, folder: Path, own_workbook: None
) -> None:
    mark(page, "Title").click()
    cell, fault = page.locator('[data-cell="Cards!A2"]'), page.locator(".edit-cell .fault")
    held = cell.input_value()
    cell.fill("W" * 80)
    page.locator(".edit-cell .main").click()
    expect(fault).to_contain_text("does not fit")
    cell.fill(held)
    page.locator(".edit-cell .main").click()
    expect(fault).to_be_empty()


def test_one_more_one_behind_and_one_less(page: Page, folder: Path) -> None:
    page.locator('[data-add="box"]').click()
    wait_for(page, lambda: 'width="24" height="12"' in (folder / "templates/card.svg").read_text("utf-8-sig"))
    page.locator('[data-op="duplicate"]').click()
    box = '<rect x="22.5" y="41"'
    wait_for(page, lambda: box in (folder / "templates/card.svg").read_text("utf-8-sig"))
    expect(page.locator('[data-row][aria-pressed="true"]')).to_have_attribute("data-row", "6")
    page.locator('[data-op="delete"]').click()
    wait_for(page, lambda: box not in (folder / "templates/card.svg").read_text("utf-8-sig"))


def test_a_drawing_is_laid_out_too_and_a_name_that_is_no_column_is_told(page: Page, folder: Path) -> None:
    path, pixels = folder / "templates/card.svg", 744 / 63
    lay(folder, DRAWING)
    expect(page.locator("[data-row]", has_text="Art")).to_be_visible()
    drag(page, mark(page, "Title"), 5, 0)
    wait_for(page, lambda: 'x="71px"' not in line_of(folder, "Title"))
    (line,) = lines_changed(path, DRAWING)
    assert abs(float(line.split('x="')[1].split("px")[0]) - 71 - 5 * pixels) <= 0.06 * pixels
    lay(folder, DRAWING.replace('serif:id="Title"', 'serif:id="Titel"'))
    expect(page.locator(".edit-problems .problem")).to_have_count(1)
    told = "The drawing has a box “Titel”, and the sheet Cards no such column."
    expect(page.locator(".edit-problems")).to_contain_text(told)
    expect(page.locator(".edit-problems")).to_contain_text("Did you mean “Title”?")
    problems = [problem for problem in examine(Project(folder)) if problem.what == told]
    assert [problem.mend for problem in problems] == ["Did you mean “Title”?"], "once for all cards"
    lay(folder, DRAWING)
    expect(page.locator(".edit-problems .problem")).to_have_count(0)


def test_another_page_of_the_browser_writes_nothing(page: Page, visitor: Visitor, folder: Path) -> None:
    before = (folder / "templates/card.svg").read_bytes()
    address = f"http://localhost:{visitor.preview.port}/api/edit"  # another origin than that of the page
    assert page.evaluate(POSTED, [address, {"do": "undo"}]) == 0, "the policy of the page lets it ask nobody"
    page.evaluate("window.refused = []")
    for piece, side in (("../card", "front"), ("p", "../front"), ("p", "name")):
        assert page.evaluate(POSTED, ["/api/edit", {"do": "open", "piece": piece, "side": side}]) == 400
    assert (folder / "templates/card.svg").read_bytes() == before


def test_fingers_find_the_handles_on_a_small_screen(browser: Browser, visitor: Visitor, folder: Path) -> None:
    lay(folder)
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    page = context.new_page()
    try:
        page.goto(visitor.preview.link())
        page.wait_for_selector(".tile")
        page.goto(f"http://{visitor.host}/#/edit/{visitor.state()['pieces'][0]['id']}/front")
        mark(page, "Title").tap()
        for label in page.locator(".edit-panel .measure > span:first-child:visible").all():
            assert label.evaluate("one => one.offsetHeight < 24 && one.scrollWidth <= one.clientWidth")
        reach = page.locator('[data-handle="1 0"] .reach').bounding_box()
        assert reach is not None
        assert reach["width"] >= 33
        assert page.evaluate("document.documentElement.scrollWidth") <= 1024
        for button in page.locator("#view-edit button:visible").all():
            box = button.bounding_box()
            assert box is None or box["height"] >= 39, button.inner_text()
        session = context.new_cdp_session(page)
        x, y, by = reach["x"] + 17, reach["y"] + 17, scale(page)
        touch = [("touchStart", x), ("touchMove", x - 5 * by), ("touchMove", x - 10 * by)]
        for kind, at in touch:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        wait_for(page, lambda: "40" not in line_of(folder, "card.title"))
    finally:
        context.close()
