"""Fourteen languages are broken, ordered and inked as a browser does it, and are read back from the PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from generator.ground.project import Project
from generator.records.notation import Kind, Symbol, Symbols
from generator.story import BuildOptions, build
from generator.svg.designs import draw_designs
from generator.text.fitting import FittedText, Run, Typesetter
from generator.text.fonts import Fonts, find_fonts
from generator.text.wrapping import ICON_EM, ICON_GAP_EM, TextSetting
from tests.shared.browser import opened
from tests.shared.spoken_games import CJK, HEBREW, JAPANESE, NOTO, game_in
from tests.shared.svg_pictures import Design

pytestmark = pytest.mark.needs("noto fonts")
SUN = Symbols([Symbol("sun", "S", "", "Sun", Kind.TOKEN)])
WIDTH_MM, SIZE_MM, PX = 60.0, 5.0, 10
"""The box, its letters, and pixels of a millimetre."""
MOST_INK, MOST_APART = 0.06, 12.0
"""How much more or less ink there may be; how far grey may differ, of 255, where a pixel is 1 mm."""


class Sample(NamedTuple):
    language: str
    family: str
    text: str
    rtl: bool = False

    @property
    def direction(self) -> str:
        return "rtl" if self.rtl else "ltr"


SAMPLES = (
    Sample("cs", "Noto Sans", "Příliš **žluťoučký** kůň úpěl 12 {sun} krát; Ǡ ẫ ǘ a 3/4 karty."),
    Sample(
        "vi", "Noto Sans", "Mỗi người chơi rút 2 {sun} **lá bài** rồi đặt một lá xuống bàn, được 10 điểm."
    ),
    Sample("el", "Noto Sans", "Κάθε παίκτης τραβάει 2 {sun} **φύλλα** και βάζει ένα στο τραπέζι: 10 πόντοι."),
    Sample(
        "ru", "Noto Sans", "Каждый игрок берёт 2 {sun} **карты** и кладёт одну на стол, получая 10 очков."
    ),
    Sample(
        "he",
        "Noto Sans Hebrew, Noto Sans",
        "כל שחקן לוקח 2 {sun} **קלפים** (או 3) ומניח קלף אחד על השולחן: 10 נקודות, 25% מהן.",
        True,
    ),
    Sample(
        "ar",
        "Noto Sans Arabic",
        "يسحب كل لاعب 2 {sun} **بطاقات** ويضع واحدة على الطاولة، ثم يحصل على 10 نقاط.",
        True,
    ),
    Sample(
        "fa",
        "Noto Sans Arabic",
        "هر بازیکن ۲ {sun} **کارت** می‌کشد و یکی را روی میز می‌گذارد؛ ۱۰ امتیاز.",
        True,
    ),
    Sample(
        "hi", "Noto Sans Devanagari", "हर खिलाड़ी 2 {sun} **पत्ते** लेता है और एक मेज़ पर रखता है, जिससे 10 अंक मिलते हैं।"
    ),
    Sample("bn", "Noto Sans Bengali", "প্রত্যেক খেলোয়াড় 2টি {sun} **তাস** নেয় এবং একটি টেবিলে রাখে, 10 পয়েন্ট পায়।"),
    Sample(
        "ta",
        "Noto Sans Tamil",
        "ஒவ்வொரு வீரரும் 2 {sun} **அட்டைகளை** எடுத்து ஒன்றை மேசையில் வைத்து 10 புள்ளிகள் பெறுவார்.",
    ),
    Sample(
        "th", "Noto Sans Thai, Noto Sans", "ผู้เล่นแต่ละคนจั่ว**การ์ด**2 {sun} ใบแล้ววางหนึ่งใบลงบนโต๊ะเพื่อรับคะแนน10แต้ม"
    ),
    Sample(
        "zh", "Noto Sans CJK SC", "每位玩家抽2{sun}**张牌**，然后把其中一张放到桌上，得到10分。（最多三次！）"
    ),
    Sample(
        "ja",
        "Noto Sans CJK JP",
        "各プレイヤーは山札から2{sun}**枚**引き、そのうち1枚を「場」に置く。得点は10点。",
    ),
    Sample(
        "ko",
        "Noto Sans CJK KR",
        "각 플레이어는 카드 2 {sun} **장을** 뽑고 그중 한 장을 탁자에 놓아 10점을 얻습니다.",
    ),
)


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    folder = tmp_path_factory.mktemp("fonts")
    names = ("Sans", "SansHebrew", "SansArabic", "SansDevanagari", "SansBengali", "SansTamil", "SansThai")
    weights = ("Regular", "Bold")
    files = [NOTO / f"Noto{name}-{weight}.ttf" for name in names for weight in weights]
    for path in (*files, *(CJK / f"NotoSansCJK-{weight}.ttc" for weight in weights)):
        (folder / path.name).symlink_to(path)
    return find_fonts(folder)


@pytest.fixture(scope="module")
def browsed() -> Iterator[dict[str, tuple[list[str], Image.Image]]]:
    """By language, the words of each line from left to right and the picture."""
    pages: dict[str, tuple[list[str], Image.Image]] = {}
    with opened() as browser:
        page = browser.new_page()
        for sample in SAMPLES:
            page.set_content(
                f"<meta charset=utf-8><style>body{{margin:0}}div{{font:{SIZE_MM * PX}px/1.25 {sample.family};"
                f"width:{WIDTH_MM * PX}px;font-variant-ligatures:none}}"
                f"i{{display:inline-block;width:{ICON_EM + 2 * ICON_GAP_EM}em;height:0}}</style>"
                f"<div lang={sample.language} dir={sample.direction}>{_markup(sample.text)}</div>"
            )
            page.evaluate("document.fonts.ready")
            lines = page.evaluate(LINES)
            pages[sample.language] = (
                lines,
                Image.open(io.BytesIO(page.locator("div").screenshot())).convert("L"),
            )
    yield pages


def _markup(text: str) -> str:
    """A text for a browser: an icon is an empty box that stays with the number before it."""
    icon = re.sub(r"(\d+)?\{sun\}", r'<span style="white-space:nowrap">\1<i></i></span>', escape(text))
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", icon)


LINES = r"""() => {
  const walk = document.createTreeWalker(document.querySelector("div"), NodeFilter.SHOW_TEXT), lines = [];
  const signs = [];
  while (walk.nextNode())
    for (let at = 0; at < walk.currentNode.length; at++) signs.push([walk.currentNode, at]);
  const text = {data: signs.map(([node, at]) => node.data[at]).join("")};
  for (const word of text.data.matchAll(/\S+/gu)) {
    for (let at = word.index; at < word.index + word[0].length; at++) {
      const range = document.createRange(), [node, place] = signs[at];
      range.setStart(node, place); range.setEnd(node, place + 1);
      const box = range.getClientRects()[0] || range.getBoundingClientRect();
      const line = Math.round(box.bottom / 62.5);
      const entry = (lines[line] ||= new Map()), words = entry.get(word.index) || {x: 1e9, text: ""};
      words.x = Math.min(words.x, box.left); words.text += text.data[at];
      entry.set(word.index, words);
    }
  }
  const order = line => [...line.values()].sort((a, b) => a.x - b.x);
  return lines.filter(Boolean).map(line => order(line).map(word => word.text).join(" "));
}"""


def laid(sample: Sample, fonts: Fonts) -> FittedText:
    setting = TextSetting(family=sample.family, size=SIZE_MM, least=SIZE_MM, rtl=sample.rtl)
    return Typesetter(fonts).box(
        sample.text, x=0, y=0, width=WIDTH_MM, height=60, setting=setting, symbols=SUN, place="card"
    )


def words_of(layout: FittedText) -> list[str]:
    """The words of each line from left to right."""
    lines: dict[float, list[Run]] = {}
    for run in layout.runs:
        lines.setdefault(round(run.y, 3), []).append(run)
    shown = []
    for y in sorted(lines):
        words: list[str] = []
        for run in sorted(lines[y], key=lambda run: run.x):
            words += reversed(run.text.split()) if run.face.rtl else run.text.split()
        shown.append(" ".join(words))
    return shown


def drawn(layout: FittedText, fonts: Fonts, height_mm: float) -> bytes:
    texts = "".join(
        f'<text x="{run.start:.4f}" y="{run.y:.4f}" font-family="{run.face.family}" font-size="{run.size}" '
        f'font-weight="{run.face.weight}" '
        f"{'direction=' + chr(34) + 'rtl' + chr(34) if run.face.rtl else ''}>{escape(run.text)}</text>"
        for run in layout.runs
    )
    wide, high = WIDTH_MM + 10, height_mm + 10
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 {wide} {high}">{texts}</svg>'
    out = io.BytesIO()
    design = Design(svg, width_mm=wide, height_mm=high)
    assert draw_designs([design], fonts=fonts, out=out, bleed_mm=0) == ()
    return out.getvalue()


@pytest.mark.quick(5)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.language)
def test_what_is_printed_can_be_read_back(sample: Sample, fonts: Fonts) -> None:
    layout = laid(sample, fonts)
    assert layout.faults == ()
    with pypdfium2.PdfDocument(drawn(layout, fonts, 60)) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert len(layout.icons) == 1
    assert {run.face.weight for run in layout.runs} == {400, 700}
    assert _bare(text) == _bare(re.sub(r"\*\*|\{sun\}", "", sample.text))


def _bare(text: str) -> str:
    return re.sub(r"[\s\ufffe\u200b-\u200f]", "", text)


@pytest.mark.slow
@pytest.mark.needs("chromium")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.language)
def test_lines_break_and_run_as_in_a_browser(
    sample: Sample, fonts: Fonts, browsed: dict[str, tuple[list[str], Image.Image]]
) -> None:
    lines, picture = browsed[sample.language]
    layout = laid(sample, fonts)
    assert list(map(_letters, words_of(layout))) == list(map(_letters, lines))
    high = picture.height / PX
    pdf = pypdfium2.PdfDocument(drawn(layout, fonts, high))
    ours = pdf[0].render(scale=PX * 25.4 / 72).to_pil().convert("L")
    theirs = _inked(picture)
    ours = _inked(ours)
    ink = [sum(255 - value for value in image.tobytes()) for image in (ours, theirs)]
    assert ink[0] == pytest.approx(ink[1], rel=MOST_INK)
    size = (theirs.width // PX, theirs.height // PX)
    apart = ImageChops.difference(ours.resize(theirs.size).resize(size), theirs.resize(size))
    assert ImageStat.Stat(apart).mean[0] < MOST_APART


def _letters(line: str) -> str:
    """A line without spaces, and without brackets, which our runs have apart from the words beside them."""
    return re.sub(r"[\s()]", "", line)


def _inked(image: Image.Image) -> Image.Image:
    """The part of a picture that has ink: a browser leaves other air above a line."""
    box = image.point(lambda value: 255 if value < 128 else 0).getbbox()
    return image.crop(box)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "family", "cards", "files", "words"),
    [
        (
            "he",
            "Noto Sans Hebrew, Source Sans 3",
            HEBREW,
            (NOTO / "NotoSansHebrew-Regular.ttf", NOTO / "NotoSansHebrew-Bold.ttf"),
            "שלום עולם 12",
        ),
        ("ja", "Noto Sans CJK JP", JAPANESE, (CJK / "NotoSansCJK-Regular.ttc",), "クローバーの丘 2"),
    ],
)
def test_a_game_of_nine_cards_is_printed(
    tmp_path: Path,
    language: str,
    family: str,
    cards: tuple[tuple[str, str, str], ...],
    files: tuple[Path, ...],
    words: str,
) -> None:
    project = Project(game_in(tmp_path / "game", language, family, cards, files))
    result = build(project, BuildOptions())
    assert [str(problem) for problem in result.problems if problem.severity.value == "error"] == []
    (sheet,) = project.root.glob("output/A4/*_Cards_A4.pdf")
    with pypdfium2.PdfDocument(sheet) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert _bare(words) in _bare(text)
    assert text.count("\ufffd") == 0
