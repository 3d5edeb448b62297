"""Fonts of the distribution for scripts of the world, and a small game in a language."""

from __future__ import annotations

import shutil
from pathlib import Path

from openpyxl import Workbook

NOTO = Path("/usr/share/fonts/truetype/noto")
CJK = Path("/usr/share/fonts/opentype/noto")
ROOT = Path(__file__).parents[2]

TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-4" y="-4" width="72" height="97" fill="#fffaf0"/>
{{ text(card.title, 5, 13, 53, size=6, least=3, weight=700, font=facts.family) }}
{{ text(card.cost, 5, 20, 53, size=4, font=facts.family) }}
{{ textbox(card.text, 5, 26, 53, 50, size=4, font=facts.family) }}
</svg>"""

HEBREW = (
    ("שלום עולם 12", "3 {sun}", "שלמו 2 {sun} וקחו **שני** קלפים (או 1). עלות: -5 נקודות, 10% מהן לקופה."),
    ("הטחנה", "1/2", "כל שחקן לוקח {sun} אחד ומניח אותו על ה-PnP שלו."),
    ("שדה תלתן", "4", "בסוף הסיבוב, *הראשון* שיש לו 7 {sun} מנצח!"),
)
JAPANESE = (
    (
        "水車小屋",
        "3 {sun}",
        "手札から「太陽」を2枚捨てる。{sun}を**3個**得る。このターンはもう行動できない。",
    ),
    ("クローバーの丘", "1", "各プレイヤーは山札から1枚引く。引いたカードが「森」なら、もう1枚引いてもよい。"),
    ("古い樫の木", "4", "ゲーム終了時、得点が10点以上のプレイヤーの勝ち！"),
)


def game_in(
    folder: Path,
    language: str,
    family: str,
    cards: tuple[tuple[str, str, str], ...],
    fonts: tuple[Path, ...],
    *,
    more: tuple[tuple[str, str], ...] = (),
) -> Path:
    """A game of nine cards and a rulebook in a language; its fonts lie as they are packed.

    `more` are Keys and Values of the sheet Game.
    """
    book = Workbook()
    sheets: dict[str, list[tuple[object, ...]]] = {
        "Game": [("Key", "Value"), ("Title", cards[0][0]), ("Short Name", "Game"), ("Version", "0.1")],
        "Cards": [("Title", "Cost", "Text")],
        "Components": [("Name", "Data", "Front", "Back", "Shape", "Width", "Height", "Copies", "Title")],
        "Icons": [("Key", "Code", "Emoji", "Name", "Kind"), ("sun", "S", "☀️", "Sun", "token")],
        "Fields": [("Sheet", "Column", "Type")],
    }
    sheets["Game"] += [
        ("Language", language),
        ("Family", family),
        ("Text Font", family),
        ("Heading Font", family),
        *more,
    ]
    sheets["Cards"] += [
        (f"{title} {at}" if at else title, cost, text) for at in range(3) for title, cost, text in cards
    ]
    sheets["Components"] += [("Cards", "Cards", "card.svg", None, "rectangle", 63.5, 88.9, 1, cards[1][0])]
    types = {"Text": "rich text", "Data": "text", "Width": "number", "Height": "number", "Copies": "integer"}
    for sheet, rows in list(sheets.items()):
        if sheet != "Fields":
            own = types if sheet != "Game" else {}
            sheets["Fields"] += [(sheet, column, own.get(str(column), "text")) for column in rows[0]]
    for name, rows in sheets.items():
        made = book.create_sheet(name)
        for row in rows:
            made.append(row)
    book.remove(book.worksheets[0])
    for place in ("templates", "icons", "fonts"):
        (folder / place).mkdir(parents=True)
    (folder / "templates" / "card.svg").write_text(TEMPLATE, encoding="utf-8")
    rules = [f"# {cards[0][0]}", cards[0][2], f"## {cards[1][0]}", *(f"- {text}" for _, _, text in cards)]
    table = ["| " + " | ".join(row) + " |" for row in (("A", "B"), cards[0][:2], cards[1][:2])]
    rules += ["\n".join([f"| {cards[2][0]} | {cards[1][0]} |", "|---|---|", *table[1:]]), f"> {cards[2][2]}"]
    (folder / "templates" / "rulebook.md").write_text("\n\n".join(rules), encoding="utf-8")
    shutil.copy(ROOT / "generator/data/shelf/icons/sun.svg", folder / "icons")
    for font in (*fonts, *(ROOT / "fonts").glob("SourceSans3-*.ttf")):
        shutil.copy(font, folder / "fonts")
    book.save(folder / "card_data.xlsx")
    return folder
