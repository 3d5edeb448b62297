"""Games for the tests of Tabletop Simulator, and a loader that reads a saved object as that program does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PIL import Image

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.shops.exports.order import ExportOptions
from generator.shops.exports.run import ExportSummary, export
from generator.shops.exports.targets import read_target
from tests.shared.workbooks import Rows, save, workbook

BASE = "https://example.org/game"
CARD_COLUMNS = ("Title", "Copies", "Text", "Hint", "Secret")
COMPONENT_COLUMNS = ("Name", "Data", "Front", "Back", "Shape", "Width", "Height", "Copies", "Layout")
POKER = ("Cards", "Cards", "card.svg", "back.svg", "rectangle", 63.5, 88.9, 1, "cards")
HEAD = """{% set w = net.width %}{% set h = net.height %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">"""
CARD = (
    HEAD
    + """
<rect x="-4" y="-4" width="{{ w + 8 }}" height="{{ h + 8 }}" fill="#f4efe2"/>
<rect x="{{ w * 0.05 }}" y="{{ h * 0.05 }}" width="{{ w * 0.3 }}" height="{{ h * 0.2 }}" fill="#204060"/>
<text x="{{ w * 0.1 }}" y="{{ h * 0.5 }}" font-size="{{ w * 0.09 }}">{{ card.title }}</text>
<text x="{{ w * 0.1 }}" y="{{ h * 0.7 }}" font-size="{{ w * 0.07 }}">{{ card.hint }}</text>
{% if card.text %}<circle cx="{{ w * 0.7 }}" cy="{{ h * 0.7 }}" r="{{ w * 0.1 }}"/>{% endif %}</svg>"""
)
BACK = (
    HEAD
    + """
<rect x="-4" y="-4" width="{{ w + 8 }}" height="{{ h + 8 }}" fill="#602040"/>
<text x="{{ w * 0.1 }}" y="{{ h * 0.5 }}" font-size="{{ w * 0.09 }}" fill="#ffffff">Back</text></svg>"""
)
OWN_BACK = BACK.replace("Back", "{{ card.title }}!")
PLAIN = CARD.split("<text", 1)[0] + "</svg>"
TEMPLATES = {
    "card.svg": CARD,
    "back.svg": BACK,
    "own-back.svg": OWN_BACK,
    "plain.svg": PLAIN,
    "plain-back.svg": BACK.split("<text", 1)[0] + "</svg>",
}
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>'


def cards(count: int) -> list[tuple[Any, ...]]:
    """So many rows of cards, one each."""
    return [
        (f"Card {number}", 1, "Take {energy}.", f"hint {number}", "a note") for number in range(1, count + 1)
    ]


def card_game(folder: Path, rows: Rows, components: Rows = (POKER,)) -> Path:
    """A game folder of plain cards."""
    texts = [("Cards", column, "rich text" if column == "Text" else "text") for column in CARD_COLUMNS]
    texts[1] = ("Cards", "Copies", "integer")
    icons = [("Icons", column, "text") for column in ("Key", "Code", "Name", "Kind")]
    game = [("Game", column, "text") for column in ("Key", "Value")]
    numbers = {"Width": "number", "Height": "number", "Copies": "integer"}
    told = [("Components", column, numbers.get(column, "text")) for column in COMPONENT_COLUMNS]
    sheets: Mapping[str, Sequence[Sequence[Any]]] = {
        "Fields": (("Sheet", "Column", "Type"), *texts, *icons, *game, *told),
        "Game": (("Key", "Value"), ("Title", "Plain Game"), ("Version", "1")),
        "Icons": (("Key", "Code", "Name", "Kind"), ("energy", "E", "Energy", "token")),
        "Cards": (CARD_COLUMNS, *rows),
        "Components": (COMPONENT_COLUMNS, *components),
    }
    for part in ("icons", "templates"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for name, text in TEMPLATES.items():
        (folder / "templates" / name).write_text(text, encoding="utf-8")
    (folder / "icons" / "energy.svg").write_text(ICON, encoding="utf-8")
    save(workbook(sheets), folder)
    return folder


def put_on_table(game: Path, *, cache: Cache = NO_CACHE, **options: Any) -> ExportSummary:
    """The export of a game; it has no errors and no warnings but those of small text."""
    project = Project(game)
    target = read_target("tabletop-simulator", project)
    wanted = ExportOptions(**{"base_url": BASE, **options})
    made = export(project, target, wanted, cache=cache)
    assert not [problem for problem in made.problems if problem.severity is Severity.ERROR]
    return made


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows on one side: a part of a picture."""

    picture: Path
    box: tuple[int, int, int, int]

    def seen(self) -> Image.Image:
        """Its pixels."""
        with Image.open(self.picture) as image:
            return image.convert("RGB").crop(self.box)


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A saved object, read by the rules of the program's manual alone."""

    folder: Path
    save: Mapping[str, Any]

    @classmethod
    def load(cls, made: ExportSummary) -> Tabletop:
        """The saved object of an export."""
        (path,) = made.folder.glob("[!.]*.json")
        return cls(made.folder, json.loads(path.read_bytes()))

    @property
    def objects(self) -> list[Mapping[str, Any]]:
        """What lies on the table."""
        return list(self.save["ObjectStates"])

    def named(self, kind: str) -> list[Mapping[str, Any]]:
        """The objects of a kind."""
        return [each for each in self.objects if each["Name"] == kind]

    def file(self, url: str) -> Path:
        """The file that an address leads to."""
        assert url.startswith(f"{BASE}/")
        path = self.folder / unquote(url.removeprefix(f"{BASE}/"))
        assert path.is_file(), url
        return path

    def every(self) -> Iterator[Mapping[str, Any]]:
        """All objects, those in decks and bags and other states too."""
        left = list(self.objects)
        while left:
            each = left.pop()
            yield each
            left += [*each.get("ContainedObjects", ()), *each.get("States", {}).values()]

    def face(self, card: Mapping[str, Any]) -> Face:
        """The front of a card: CardID is its sheet's key times 100 and its cell, row by row."""
        key, cell = divmod(card["CardID"], 100)
        return self._cell(card["CustomDeck"][str(key)], "FaceURL", cell)

    def back(self, card: Mapping[str, Any]) -> Face:
        """The back of a card: its own cell of a sheet, or the one picture."""
        key, cell = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(key)]
        if sheet["UniqueBack"]:
            return self._cell(sheet, "BackURL", cell)
        path = self.file(sheet["BackURL"])
        with Image.open(path) as image:
            return Face(path, (0, 0, *image.size))

    def hidden(self, card: Mapping[str, Any]) -> Face:
        """What others see of a card in a hand: the last cell of its sheet, or its back."""
        sheet = card["CustomDeck"][str(card["CardID"] // 100)]
        last = sheet["NumWidth"] * sheet["NumHeight"] - 1
        return self.back(card) if sheet["BackIsHidden"] else self._cell(sheet, "FaceURL", last)

    def _cell(self, sheet: Mapping[str, Any], side: str, cell: int) -> Face:
        path = self.file(sheet[side])
        with Image.open(path) as image:
            width, height = image.width / sheet["NumWidth"], image.height / sheet["NumHeight"]
        assert width % 1 == height % 1 == 0, "a cell is made of whole pixels"
        row, column = divmod(cell, sheet["NumWidth"])
        assert row < sheet["NumHeight"]
        left, top = int(column * width), int(row * height)
        return Face(path, (left, top, left + int(width), top + int(height)))
