"""A deck of rules text, written twice: as a game folder, and as typst's source for the same cards.

Every card has a ground and a picture as SVG, a title, the icons of its cost, three to five lines of rules
with icons, and a line of flavour. Both sources name the same drawings, fonts and sizes. Text shrinks until
it fits its box here, by this package's search in steps of 0.05 mm; in typst's source text that does not fit
runs over, so it is no answer to the task but the least that typst could take for it.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

from openpyxl import Workbook

from generator.ground.project import SHELF

FONTS = Path(__file__).parents[1] / "fonts"
WIDTH, HEIGHT = 63.5, 88.9
ICONS = {"energy": "E", "insight": "I", "support": "S", "token": "T", "vitals": "V"}
GROUNDS, PICTURES = 6, 40
_DONE = ("gain", "draw", "discard", "place", "move", "trade", "keep", "share", "return", "reveal", "count")
_THING = (
    "river",
    "harbour",
    "lantern",
    "orchard",
    "bridge",
    "meadow",
    "archive",
    "council",
    "ferry",
    "garden",
)
_WHEN = ("after each round", "once a game", "if nobody objects", "before you draw", "while the tide is low")


def cards(count: int) -> list[dict[str, str]]:
    """The cards as a workbook says them; the same ones for the same count."""
    chance = random.Random(600)
    made = []
    for number in range(count):
        cost = chance.choices(list(ICONS.values()), k=chance.randint(1, 4))
        lines = [_sentence(chance) for _ in range(chance.randint(2, 3))]
        made.append(
            {
                "Title": f"{chance.choice(_THING).title()} {chance.choice(_THING)} {number + 1}",
                "Cost": " ".join(f"1{code}" for code in dict.fromkeys(cost)),
                "Rules": " ".join(lines),
                "Flavour": f"The {chance.choice(_THING)} remembers every {chance.choice(_THING)} "
                f"that it ever {chance.choice(['saw', 'fed', 'lost', 'carried'])}.",
                "Ground": f"art/ground-{number % GROUNDS}.svg",
                "Art": f"art/picture-{number % PICTURES}.svg",
            }
        )
    return made


def _sentence(chance: random.Random) -> str:
    words = [f"**{chance.choice(_DONE).title()}** {chance.randint(1, 9)} {{{chance.choice(list(ICONS))}}}"]
    words += [f"and {chance.choice(_DONE)} a {chance.choice(_THING)} for {{{chance.choice(list(ICONS))}}}"]
    words += [f"{chance.choice(_WHEN)}, or {chance.choice(_DONE)} the {chance.choice(_THING)}"]
    return " ".join(words[: chance.randint(2, 3)]) + "."


def write(folder: Path, count: int) -> None:
    """A folder that is a game, and holds deck.typ and cards.json beside it."""
    for name in ("art", "templates", "icons", "fonts"):
        (folder / name).mkdir(parents=True)
    for font in FONTS.glob("*.ttf"):
        shutil.copy(font, folder / "fonts")
    for icon in ICONS:
        shutil.copy(SHELF / "icons" / f"{icon}.svg", folder / "icons")
    chance = random.Random(7)
    for number in range(GROUNDS):
        (folder / "art" / f"ground-{number}.svg").write_text(_drawing(chance, WIDTH + 6, HEIGHT + 6, 14))
    for number in range(PICTURES):
        (folder / "art" / f"picture-{number}.svg").write_text(_drawing(chance, 55.5, 32, 30))
    deck = cards(count)
    _workbook(deck).save(folder / "card_data.xlsx")
    (folder / "templates" / "card.svg").write_text(_TEMPLATE)
    (folder / "deck.typ").write_text(_TYPST)
    (folder / "cards.json").write_text(json.dumps([_for_typst(card) for card in deck]))


def _for_typst(card: dict[str, str]) -> dict[str, object]:
    codes = {code: key for key, code in ICONS.items()}
    words = re.split(r"(\{\w+\}|\*\*[^*]+\*\*)", card["Rules"])
    cost = [codes[part[1:]] for part in card["Cost"].split()]
    return {**{key.lower(): value for key, value in card.items()}, "rules": words, "cost": cost}


def _drawing(chance: random.Random, width: float, height: float, shapes: int) -> str:
    def x() -> str:
        return f"{chance.uniform(0, width):.2f} {chance.uniform(0, height):.2f}"

    def tone() -> str:
        return f"#{chance.randint(190, 250):02x}{chance.randint(190, 250):02x}{chance.randint(190, 250):02x}"

    drawn = [f'<rect width="{width:g}" height="{height:g}" fill="{tone()}"/>']
    drawn += [
        f'<path d="M{x()}C{x()} {x()} {x()}S{x()} {x()}Q{x()} {x()}Z" fill="{tone()}"/>'
        for _ in range(shapes)
    ]
    box = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(drawn)}</svg>'


def _workbook(deck: list[dict[str, str]]) -> Workbook:
    book = Workbook(write_only=True)
    size = {"Shape": "rectangle", "Width": WIDTH, "Height": HEIGHT, "Copies": 1, "Title": "Cards"}
    sheets: dict[str, list[dict[str, object]]] = {
        "Game": [{"Key": key, "Value": value} for key, value in (("Title", "Texts"), ("Version", "1"))],
        "Components": [{"Name": "Cards", "Data": "Cards", "Front": "card.svg", "Back": None, **size}],
        "Cards": [dict(card) for card in deck],
        "Icons": [
            {"Key": key, "Code": code, "Emoji": None, "Name": key.title(), "Kind": "token"}
            for key, code in ICONS.items()
        ],
    }
    kinds = {"Cost": "requirement", "Rules": "rich text", "Flavour": "rich text", "Shape": "choice"}
    kinds |= {"Width": "number", "Height": "number", "Copies": "integer", "Kind": "choice"}
    kinds |= {"Ground": "file", "Art": "file"}
    choices = {"Shape": "rectangle | hexagon | circle", "Kind": "token | track"}
    sheets["Fields"] = [
        {
            "Sheet": sheet,
            "Column": column,
            "Type": kinds.get(column, "text"),
            "Required": "no" if rows[0][column] is None else "yes",
            "Unique": "no",
            "Least": None,
            "Most": None,
            "Values": choices.get(column),
            "Note": None,
        }
        for sheet, rows in sheets.items()
        for column in rows[0]
    ]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.append(list(rows[0]))
        for row in rows:
            sheet.append(list(row.values()))
    return book


_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
  {{ picture(card.ground, -3, -3, 69.5, 94.9) }}
  {{ text(card.title, 4, 9, 55.5, size=5.2, least=3, font="title", weight=600) }}
  {% for key in asked(card.cost) %}
  {{ icon(key, 4 + 6 * loop.index0, 11, 5) }}
  {% endfor %}
  {{ picture(card.art, 4, 17, 55.5, 32) }}
  {{ textbox(card.rules, 4, 51, 55.5, 24, size=3.6, least=2.2) }}
  {{ textbox(card.flavour, 4, 77, 55.5, 8.4, size=3, least=1.8, italic=true, align="center") }}
</svg>
"""

_TYPST = """\
#let fitted(width, height, size, body) = block(width: width, height: height, text(size: size, body))
#let one-line(size, body) = text(size: size, body)
#set page(width: 69.5mm, height: 94.9mm, margin: 0mm)
#set text(font: "Source Sans 3", fill: rgb("#22252e"), hyphenate: false)
#set par(leading: 0.45em)

#let symbol(key, size) = box(baseline: 0.2em, image("icons/" + key + ".svg", width: size, height: size))

#let rich(parts) = for part in parts {
  if part.starts-with("{") { symbol(part.slice(1, -1), 1.1em) }
  else if part.starts-with("**") { strong(part.slice(2, -2)) }
  else { part }
}

#for card in json("cards.json") {
  place(image(card.ground, width: 69.5mm, height: 94.9mm, fit: "cover"))
  place(dx: 7mm, dy: 8mm, one-line(5.2mm, text(font: "Fraunces", weight: 600, card.title)))
  for (at, key) in card.cost.enumerate() { place(dx: 7mm + 6mm * at, dy: 14mm, symbol(key, 5mm)) }
  place(dx: 7mm, dy: 20mm, image(card.art, width: 55.5mm, height: 32mm, fit: "cover"))
  place(dx: 7mm, dy: 54mm, fitted(55.5mm, 24mm, 3.6mm, rich(card.rules)))
  place(dx: 7mm, dy: 80mm, fitted(55.5mm, 8.4mm, 3mm, align(center, emph(card.flavour))))
  pagebreak(weak: true)
}
"""
