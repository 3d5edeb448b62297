"""The folders of the two small games: a workbook, one template, one drawing for all icons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.games import Games
from generator.replay.script import COLUMNS
from tests.shared.workbooks import Rows, save, workbook
from tests.toys.dancers import DancersRuleset
from tests.toys.pebbles import PebblesRuleset

TOYS: Games = {"pebbles": PebblesRuleset, "dancers": DancersRuleset}
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<circle cx="12" cy="12" r="9" fill="currentColor"/></svg>'
)
TOKEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
    '<rect x="-3" y="-3" width="26" height="26" fill="{{ card.colour }}"/>'
    '{{ icon(card.icon, 5, 5, 10, color="#ffffff") }}</svg>'
)
COMPONENT_COLUMNS = ("Name", "Data", "Front", "Back", "Shape", "Width", "Height", "Copies")
STEPS = ("Amber", "Blue", "Coral", "Denim", "Earth", "Flame", "Grass")
COLOURS = ("#b57f00", "#2b7fb8", "#cf3f4f", "#344b7a", "#7a5230", "#c2410c", "#3f7d20")


def toy_folder(folder: Path, name: str, script: str) -> Path:
    """A game folder of one of the toys, with a script (rows of text) as its sample game."""
    tokens = [("Pebble", "pebble", "#445566", 9)]
    rules = [("Heap", 17), ("Most", 3)]
    if name == "dancers":
        tokens = [(word, word.lower(), tint, 9) for word, tint in zip(STEPS, COLOURS, strict=True)]
        rules = [("Rounds", 4), ("Spaces", 12)]
    icons = [(icon, word[:2], word, "token") for word, icon, *_ in tokens]
    icons.append(("ring", "Ri", "Ring", "shared track"))
    sheets: Mapping[str, Rows] = {
        "Fields": (("Sheet", "Column", "Type"), *_fields()),
        "Game": (("Key", "Value"), ("Title", name.title()), ("Version", "1"), ("Rules", name)),
        "Rules": (("Key", "Value"), *rules),
        "Icons": (("Key", "Code", "Name", "Kind"), *icons),
        "Tokens": (("Name", "Icon", "Colour", "Copies"), *tokens),
        "Components": (COMPONENT_COLUMNS, ("Tokens", "Tokens", "token.svg", "", "rectangle", 20, 20, 1)),
        "Sample Game": tuple(line.split("\t") for line in script.splitlines()),
    }
    for part in ("icons", "templates"):
        (folder / part).mkdir(parents=True)
    for icon, *_ in icons:
        (folder / "icons" / f"{icon}.svg").write_text(ICON, encoding="utf-8")
    (folder / "templates" / "token.svg").write_text(TOKEN, encoding="utf-8")
    save(workbook(sheets), folder)
    return folder


def _fields() -> Rows:
    """Everything is a text but what is counted."""
    columns = {
        "Game": ("Key", "Value"),
        "Rules": ("Key", "Value"),
        "Icons": ("Key", "Code", "Name", "Kind"),
        "Tokens": ("Name", "Icon", "Colour", "Copies"),
        "Components": COMPONENT_COLUMNS,
        "Sample Game": tuple(column.title() for column in COLUMNS),
    }
    types = {"Copies": "integer", "Width": "number", "Height": "number", "Colour": "colour"}
    special = {("Rules", "Value"): "integer"}
    return [
        (sheet, column, special.get((sheet, column), types.get(column, "text")))
        for sheet, names in columns.items()
        for column in names
    ]
