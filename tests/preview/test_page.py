"""The page of the preview in a real browser, with a state that the test makes up; no server, no game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.browser import opened
from tests.shared.preview_stage import HOSTILE, Stage, piece, problem, staged

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.needs("chromium")

VIEWS = ("#/cards", "#/card/p3", "#/sheets/s0/1", "#/table", "#/book/sample", "#/problems")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    with staged(browser) as made:
        yield made


def expect(found: Any) -> Any:
    from playwright.sync_api import expect as asked

    return asked(found)


def shown(page: Page) -> list[str]:
    """The titles of the cards that are in the gallery now."""
    return page.locator(".deck:not([hidden]) .tile:not([hidden]) .title").all_text_contents()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_every_card_is_in_the_gallery_under_its_deck(stage: Stage) -> None:
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    expect(page.locator(".deck h2")).to_have_text("Deck")
    expect(page.locator(".deck .facts")).to_have_text("40 designs · 40 pieces · 63.5 × 88.9 mm · sheet Cards")
    expect(page).to_have_title("Made up · preview")


def test_icons_are_found_by_a_word_and_a_click_copies_one(stage: Stage) -> None:
    stage.state["icons"] = [
        {"key": "anchor", "words": "harbour", "stated": False},
        {"key": "coin", "words": "money gold", "stated": True},
    ]
    page = stage.open("#/icons")
    assert [page.locator(".sign").nth(at).get_attribute("data-copy") for at in (0, 1)] == [
        "{coin}",
        "{anchor}",
    ]
    page.fill("#icon-search", "Harb")
    expect(page.locator(".sign:visible")).to_have_count(1)
    expect(page.locator(".sign:visible")).to_contain_text("anchor")
    before = stage.state["revision"]
    stage.tell()
    expect(page.locator(".sign:visible img")).to_have_attribute("src", re.compile(rf"&r={before + 1}$"))
    expect(page.locator(".sign:visible")).to_have_count(1)


@pytest.mark.slow
def test_a_hostile_title_is_a_text_wherever_it_stands(stage: Stage) -> None:
    stage.state["components"][0]["title"] = HOSTILE
    stage.state["game"]["title"] = HOSTILE
    stage.state["scenes"][0]["title"] = stage.state["booklets"][0]["title"] = HOSTILE
    stage.state["problems"] = [{**problem(HOSTILE), "what": HOSTILE, "mend": HOSTILE, "follows": [HOSTILE]}]
    stage.state["booklets"][0]["broken"][0] |= {"what": HOSTILE, "where": HOSTILE}
    record = [{"field": HOSTILE, "value": HOSTILE, "cell": HOSTILE}]
    stage.piece("p3").update(title=HOSTILE, layer=HOSTILE, mark=HOSTILE, record=record, problems=[0])
    for view in VIEWS:
        page = stage.open(view)
        expect(page.locator("#game-title")).to_have_text(HOSTILE)
        expect(page.locator("main")).to_contain_text("Card 4" if view == "#/cards" else re.compile("."))
        assert page.locator("img[src='x']").count() == 0
        assert "taken" not in page.title().replace(HOSTILE, "")
    stage.open()
    stage.tell(HOSTILE)
    expect(page.locator(".toast li").first).to_have_text(HOSTILE)


@pytest.mark.slow
def test_the_filter_finds_by_deck_layer_words_print_and_problem_and_stands_in_the_address(
    stage: Stage,
) -> None:
    stage.state["problems"] = [problem("Cards!A9"), problem("Cards!A4", "note")]
    stage.piece("p7")["problems"] = [0]
    stage.piece("p2")["problems"] = [1]
    stage.piece("p5")["since_print"], stage.piece("p6")["since_print"] = "changed", "new"
    for id, title in (("p4", "Sea Shell"), ("p5", "Shell"), ("p13", "Shell Ridge")):
        stage.piece(id)["title"] = title
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    page.fill("#search", "shell")
    assert shown(page) == ["Sea Shell", "Shell", "Shell Ridge"]
    page.select_option("#layer", "2")
    assert shown(page) == ["Sea Shell", "Shell Ridge"]
    assert page.url.endswith("#/cards?layer=2&text=shell")
    page.keyboard.press("Escape")
    page.select_option("#layer", "")
    page.click("#only-changed")
    assert shown(page) == ["Shell", "Card 6"]
    page.click("#only-changed")
    page.click("#only-problem")
    assert shown(page) == ["Card 7"], "what is only noted is no Problem"
    page.click("#only-problem")
    page.fill("#search", "cards!a9")
    assert shown(page) == ["Card 7"]
    stage.open("#/cards?layer=2&text=shell")
    expect(page.locator(".tile:visible")).to_have_count(2)
    assert shown(page) == ["Sea Shell", "Shell Ridge"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("#/cards?text=nothing+such", "No card matches"),
        ("#/cards?problem=1", "No card has a Problem"),
        ("#/cards?changed=1", "Nothing changed since the last print"),
        ("#/card/gone", "This card is not there"),
        ("#/problems", "No Problems"),
    ],
)
def test_what_is_empty_says_so(stage: Stage, place: str, said: str) -> None:
    expect(stage.open(place).locator(".empty:visible h2")).to_have_text(said)


@pytest.mark.slow
def test_a_game_of_which_nothing_is_known_says_so_in_every_view(stage: Stage) -> None:
    for name in ("components", "pieces", "sheets", "scenes", "booklets"):
        stage.state[name] = []
    stage.state["print"]["recorded"] = None
    said = {"": "Nothing is drawn yet", "#/sheets": "No sheets", "#/book": "No booklets"}
    for place, words in {**said, "#/table": "Nothing lies on the table yet"}.items():
        expect(stage.open(place).locator(".empty:visible h2")).to_have_text(words)


def test_a_cell_that_is_not_understood_shows_what_is_typed_with_its_message(stage: Stage) -> None:
    stage.state["problems"] = [problem("Cards!B5")]
    wrong = {"field": "Layer", "value": "1J", "cell": "Cards!B5", "unread": "yes"}
    stage.piece("p3").update(record=[wrong], problems=[0])
    page = stage.open("#/card/p3")
    expect(page.locator(".record td.unread")).to_have_text("1JNot understood: Cards!B5 is wrong. Mend it.")
    assert page.locator(".record td.unread del").text_content() == "1J"


def test_a_card_has_its_record_its_cells_and_its_problem_beside_it(stage: Stage) -> None:
    stage.state["problems"] = [{**problem("Cards!B5"), "follows": ["It is not printed."]}]
    stage.piece("p3").update(problems=[0], stale=True, since_print="changed")
    page = stage.open("#/card/p3")
    expect(page.locator(".panel h1")).to_have_text("Card 3")
    expect(page.locator(".record tr").nth(2)).to_have_attribute("data-severity", "error")
    assert page.locator(".record .place").all_text_contents() == ["Cards!A5", "Cards!B5"]
    expect(page.locator(".beside .what")).to_have_text("Cards!B5 is wrong.")
    expect(page.locator(".flags")).to_contain_text("The last good picture")
    expect(page.get_by_alt_text("Card 3, back, the last good picture")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".record .place").first.click()
    expect(page.locator(".toast")).to_contain_text("Copied Cards!A5")
    assert page.evaluate("navigator.clipboard.readText()") == "Cards!A5"


@pytest.mark.slow
def test_the_keyboard_alone_does(stage: Stage) -> None:
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    page.keyboard.press("ArrowRight")
    assert focused(page) == "tile-p0"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    below = focused(page)
    assert int(below.removeprefix("tile-p")) > 3
    page.keyboard.press("ArrowUp")
    assert focused(page) == "tile-p1"
    page.keyboard.press("Enter")
    expect(page.locator(".panel h1")).to_have_text("Card 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".panel h1")).to_have_text("Card 2")
    page.keyboard.press("Escape")
    expect(page.locator("#view-cards")).to_be_visible()
    assert focused(page) == "tile-p2"
    for key, line in (("1", "bleed"), ("2", "cut"), ("3", "safe")):
        page.keyboard.press(key)
        expect(page.locator(f"#show-{line}")).to_have_attribute("aria-pressed", "true")
    for key, sight in (("4", "grey"), ("5", "protan"), ("6", "deutan"), ("7", "tritan"), ("0", "")):
        page.keyboard.press(key)
        expect(page.locator("#sight")).to_have_value(sight)
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("card 39")
    assert shown(page) == ["Card 39"], "a digit in the search is a digit"
    page.keyboard.press("Enter")
    assert focused(page) == "tile-p39"
    page.keyboard.press("Escape")
    assert len(shown(page)) == 40
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()


def test_an_update_keeps_scroll_selection_and_focus_and_says_what_changed(stage: Stage) -> None:
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    page.locator("#tile-p30").focus()
    page.evaluate("window.scrollTo(0, 300)")
    before = page.locator("#tile-p30").bounding_box()
    stage.piece("p30")["front"] = "new"
    stage.state["pieces"].append(piece(40))
    stage.state["components"][0]["pieces"].insert(0, "p40")
    stage.tell("Deck: Card 30: Cost 1 → 2")
    expect(page.locator("#tile-p30 img")).to_have_attribute("src", re.compile("/picture/new.png"))
    expect(page.locator(".toast li")).to_have_text("Deck: Card 30: Cost 1 → 2")
    assert focused(page) == "tile-p30"
    after = page.locator("#tile-p30").bounding_box()
    assert before is not None and after is not None and abs(before["y"] - after["y"]) < 260
    assert page.evaluate("window.scrollY") >= 300
    page.click("#news-button")
    expect(page.locator("#news .links a")).to_have_text(["Card 40", "Card 30"])


def test_an_open_card_stays_open_and_changes_in_place(stage: Stage) -> None:
    page = stage.open("#/card/p3")
    expect(page.locator(".panel h1")).to_have_text("Card 3")
    stage.piece("p3").update(title="Renamed", front="other")
    stage.tell("Deck: Card 3 is called Renamed")
    expect(page.locator(".panel h1")).to_have_text("Renamed")
    expect(page.get_by_alt_text("Renamed, front")).to_have_attribute("src", re.compile("/picture/other.png"))


def test_a_workbook_that_cannot_be_read_leaves_the_cards_and_says_why(stage: Stage) -> None:
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    stage.state.update(status="broken", problems=[problem("card_data.xlsx")])
    stage.tell()
    expect(page.locator("#notice")).to_contain_text(
        "Nothing new can be drawn now; you see what was drawn last."
    )
    expect(page.locator("#notice")).to_contain_text("card_data.xlsx is wrong. Mend it.")
    expect(page.locator(".tile")).to_have_count(40)
    stage.state.update(status="ready", problems=[])
    stage.tell()
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.slow
def test_a_server_that_ended_is_told_and_one_that_came_back_is_followed(stage: Stage) -> None:
    page = stage.open()
    expect(page.locator(".tile")).to_have_count(40)
    stage.ended = True
    expect(page.locator("#notice")).to_contain_text("pnp preview has ended.")
    stage.ended = False
    stage.piece("p0")["title"] = "Back again"
    stage.tell()
    expect(page.locator("#tile-p0 .title")).to_have_text("Back again")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_print_is_recorded_after_a_question(stage: Stage) -> None:
    page = stage.open()
    page.click("#record-open")
    page.click("#record-cancel")
    assert stage.posted == []
    page.click("#record-open")
    expect(page.locator("#record-parts input")).to_be_checked()
    page.click("#record-yes")
    expect(page.locator(".toast.good")).to_contain_text("40 cards are recorded.")
    ((headers, body),) = stage.posted
    assert headers["content-type"] == "application/json"
    assert body == {"components": None, "only": None}


def test_a_sheet_is_seen_from_the_front_the_back_and_against_the_light(stage: Stage) -> None:
    page = stage.open("#/sheets/s0/1")
    front, back = page.locator(".leaf .under"), page.locator(".leaf .over")
    expect(front).to_have_attribute("src", re.compile(r"/sheet/s0/2\.png"))
    expect(back).to_be_hidden()
    page.click("[data-side=both]")
    expect(back).to_have_attribute("src", re.compile(r"/sheet/s0/3\.png"))
    assert back.evaluate("(one) => getComputedStyle(one).transform") == "matrix(-1, 0, 0, 1, 0, 0)"
    page.locator(".light input").fill("100")
    assert back.evaluate("(one) => getComputedStyle(one).opacity") == "1"
    page.keyboard.press("Tab")
    page.locator("body").press("ArrowLeft")
    expect(page.locator(".where:visible")).to_have_text("Sheet 1 of 2")


def test_the_page_with_a_broken_step_is_marked(stage: Stage) -> None:
    page = stage.open("#/book/sample/2")
    expect(page.locator("#page-2")).to_have_attribute("data-broken", "")
    expect(page.locator("#page-2 figcaption")).to_have_text("2 · row 14 does not hold")
    expect(page.locator("#view-book .problem")).to_contain_text("Ben cannot pay for it.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "seen"),
    [("#/sheets/s1/1", ".where:visible"), ("#/book/rules", "#page-1"), ("#/card/p3", ".panel h1")],
)
def test_an_address_holds_although_the_game_is_still_being_read(stage: Stage, place: str, seen: str) -> None:
    stage.state["sheets"].append({**stage.state["sheets"][0], "id": "s1", "pages": 6})
    stage.state["booklets"].append({**stage.state["booklets"][0], "id": "rules", "title": "Rules"})
    whole = dict(stage.state)
    lists = ("components", "pieces", "sheets", "scenes", "booklets")
    stage.state.update({name: [] for name in lists}, status="drawing")
    page = stage.open(place)
    expect(page.locator(".empty:visible")).to_have_count(1)
    stage.state.update({name: whole[name] for name in lists}, status="ready")
    stage.tell("Everything is new")
    expect(page.locator(seen)).to_be_visible()
    said = {"#/sheets/s1/1": "Sheet 2 of 3", "#/card/p3": "Card 3", "#/book/rules": "Rules"}[place]
    expect(page.locator("main")).to_contain_text(said)
    assert page.locator(".toast").count() == 0, "what was never seen has not changed"
    if "book" in place:
        expect(page.locator(".tab[aria-current]")).to_have_text(re.compile("Rules"))


@pytest.mark.slow
def test_a_booklet_that_nobody_has_counted_grows_page_by_page(stage: Stage) -> None:
    stage.state["booklets"][0]["pages"] = None
    page = stage.page
    page.route(re.compile(r"/booklet/sample/[3-9]"), lambda route: route.fulfill(status=404))
    stage.open("#/book/sample/3")
    expect(page.locator("#page-4")).to_have_count(0)
    expect(page.locator(".pages figure")).to_have_count(3)


@pytest.mark.slow
def test_true_size_is_measured_with_a_card_and_remembered(stage: Stage) -> None:
    page = stage.open()
    page.keyboard.press("t")
    page.click("#calibrate-button")
    page.locator("#calibration").fill("5")
    page.keyboard.press("Escape")
    for _ in range(2):
        face = page.locator("#tile-p0 .face").bounding_box()
        assert face is not None and (face["width"], face["height"]) == pytest.approx((317.5, 444.5))
        stage.open()


def test_unusual_shapes_are_cut_out_and_have_their_line(stage: Stage) -> None:
    form = {"shape": "hexagon", "width_mm": 60.0, "height_mm": 52.0}
    stage.state["components"][0].update(form)
    page = stage.open("#/card/p0")
    paint = page.locator(".stage .paint").first
    assert "clip-c0" in paint.evaluate("(one) => getComputedStyle(one).clipPath")
    page.keyboard.press("1")
    assert paint.evaluate("(one) => getComputedStyle(one).clipPath") == "none"
    expect(page.locator(".stage use.cut").first).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator("#cut-c0")).to_have_attribute(
        "d", re.compile(r"^M15\.000 0\.000L45\.000 0\.000L60\.000 26")
    )
    assert page.locator(".stage use.cut").first.evaluate("(one) => getComputedStyle(one).display") == "inline"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_runs_out_of_the_page(browser: Browser, scheme: str) -> None:
    long = "Incomprehensibilities" * 4
    with staged(browser, width=360, height=740, scheme=scheme) as stage:
        stage.state["problems"] = [{**problem(f"{long}!A1"), "what": long}]
        stage.state["components"][0]["title"] = stage.state["game"]["title"] = long
        record = [{"field": long, "value": long, "cell": f"{long}!A1"}]
        stage.piece("p3").update(title=long, problems=[0], record=record)
        for view in VIEWS:
            page = stage.open(view)
            expect(page.locator("#game-title")).to_have_text(long)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, view
        page.keyboard.press("?")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
def test_light_and_dark_follow_the_system_until_one_is_chosen(browser: Browser) -> None:
    with staged(browser, scheme="dark") as stage:
        page = stage.open()
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        dark = page.evaluate(ground)
        page.click("#theme-button")
        light = page.evaluate(ground)
        assert dark != light
        stage.open()
        assert page.evaluate(ground) == light


def contrast(page: Page, selector: str) -> float:
    """How far the colour of a text is from what lies under it (WCAG 2)."""
    return float(
        page.locator(selector).first.evaluate("""(one) => {
          const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
          const parts = (colour) => {
            canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            return canvas.getImageData(0, 0, 1, 1).data;
          };
          const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
            const part = parts(colour)[index] / 255;
            return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          }, 0.05);
          let under = one;
          const through = (el) => parts(getComputedStyle(el).backgroundColor)[3] < 255;
          while (under && through(under)) under = under.parentElement;
          const ground = getComputedStyle(under || document.documentElement).backgroundColor;
          const pair = [light(getComputedStyle(one).color), light(ground)].sort((a, b) => b - a);
          return pair[0] / pair[1];
        }""")
    )


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_written_stands_out_from_what_lies_under_it(browser: Browser, scheme: str) -> None:
    with staged(browser, scheme=scheme) as stage:
        stage.state["problems"] = [problem("Cards!A5"), problem("Cards!A6", "warning")]
        stage.piece("p3").update(problems=[0], stale=True)
        stage.piece("p4").update(problems=[1], since_print="new")
        page = stage.open()
        texts = [
            ".views a",
            ".views a[aria-current]",
            ".count.bad",
            ".chip",
            ".since p",
            ".deck .facts",
            ".status",
        ]
        texts += ["#tile-p3 .meta", "#tile-p4 .meta", "#tile-p3 .sign", "#tile-p4 .sign", ".version"]
        page.keyboard.press("2")
        assert {text: contrast(page, text) for text in texts if contrast(page, text) < 4.5} == {}
        page = stage.open("#/card/p3")
        texts = [".flag[data-kind=stale]", ".problem .mend", ".record th", ".record .place", ".panel .facts"]
        assert {text: contrast(page, text) for text in texts if contrast(page, text) < 4.5} == {}


@pytest.mark.slow
def test_whatever_can_be_pressed_has_a_name(stage: Stage) -> None:
    for view in VIEWS:
        page = stage.open(view)
        expect(page.locator("#game-title")).to_have_text("Made up")
        unnamed = page.evaluate("""() => [...document.querySelectorAll("button, a, input, select")]
          .filter((one) => !one.closest("[hidden], dialog:not([open])"))
          .filter((one) => !(one.getAttribute("aria-label") || one.textContent || one.title ||
                             one.closest("label")?.textContent || "").trim())
          .map((one) => one.outerHTML)""")
        assert unnamed == []


@pytest.mark.slow
def test_thousands_of_cards_load_only_the_pictures_that_are_near(browser: Browser) -> None:
    with staged(browser, count=5_000) as stage:
        page = stage.open()
        expect(page.locator(".tile")).to_have_count(5_000)
        page.fill("#search", "card 4999")
        assert shown(page) == ["Card 4999"]
        assert len({url for url in stage.asked if "/picture/" in url}) < 500
