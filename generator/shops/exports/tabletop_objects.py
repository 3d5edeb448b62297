"""Objects of Tabletop Simulator as JSON: decks, tiles, tokens, boards and books.

The structure is that of its save files (kb.tabletopsimulator.com, Save File Format, and the types that
api.tabletopsimulator.com lists for custom objects). A saved object is a save file in which only ObjectStates
says anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.ground.shapes import Shape
from generator.shops.exports.tabletop_sizes import CardGrid

JsonObject = dict[str, Any]

CARD_SHAPES: Mapping[Shape, int] = {
    Shape.ROUNDED: 0,
    Shape.RECTANGLE: 1,
    Shape.SQUARE: 1,
    Shape.HEXAGON: 3,
    Shape.CIRCLE: 4,
}
"""The shapes that a card can have there: the Type of a CustomDeck."""
TILE_SHAPES: Mapping[Shape, int] = {
    Shape.RECTANGLE: 0,
    Shape.SQUARE: 0,
    Shape.HEXAGON: 1,
    Shape.CIRCLE: 2,
    Shape.ROUNDED: 3,
}
"""The Type of a CustomTile; what has another shape is cut out of its picture, as a token."""

TABLE_Y, DROP_Y = 0.96, 2.0
"""Where a board lies that is not to move, and from where all else falls."""
_GREY = 0.713
"""Of a card: with it white looks white."""
TOKEN_THICK, TILE_THICK, BOARD_THICK = 0.1, 0.05, 0.1
_NO_SCRIPT = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), "")
_MERGE_PX = 15.0
"""How closely a token's outline follows its picture; the program's own number."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What every object has: who it is, how it lies and how large. Where it lies is said by `laid`."""

    guid: str
    nickname: str
    description: str = ""
    notes: str = ""
    """For the game's master: the component and what names the piece."""
    tag: str = ""
    turn: float = 180.0
    """About the vertical axis: at 180 degrees a picture stands upright before its players."""
    face_down: bool = False
    scale: float = 1.0
    locked: bool = False
    """Whether it lies on the table and is not to move, as a board; else it falls."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """An entry of CustomDeck."""

    key: int
    state: JsonObject
    """Its value there."""

    def card_id(self, cell: int) -> int:
        """The CardID of a cell, counted from 0."""
        return self.key * 100 + cell


def card_sheet(
    key: int, front_url: str, back_url: str, grid: CardGrid, shape: Shape, *, unique_backs: bool
) -> CardSheet:
    """A sheet of fronts, with one of backs if these are unique, else with the one back of all."""
    state = {
        "FaceURL": front_url,
        "BackURL": back_url,
        "NumWidth": grid.columns,
        "NumHeight": grid.rows,
        "BackIsHidden": unique_backs,
        "UniqueBack": unique_backs,
        "Type": CARD_SHAPES[shape],
    }
    return CardSheet(key, state)


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A card of a deck: who it is, and its cell."""

    placed: Placed
    sheet: CardSheet
    cell: int


def deck_object(placed: Placed, cards: Sequence[SheetCard]) -> JsonObject:
    """A deck, the first card on top when it lies face up; of a single card the card itself."""
    if len(cards) == 1:
        (card,) = cards
        return _card(replace(card, placed=replace(card.placed, face_down=placed.face_down)))
    sheets = {card.sheet.key: card.sheet for card in cards}
    return {
        **_state("DeckCustom", placed, colour=_GREY),
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card.sheet.card_id(card.cell) for card in cards],
        "CustomDeck": {str(key): sheet.state for key, sheet in sorted(sheets.items())},
        "ContainedObjects": [_card(card) for card in cards],
    }


def _card(card: SheetCard) -> JsonObject:
    return {
        **_state("Card", card.placed, colour=_GREY),
        "HideWhenFaceDown": True,
        "Hands": True,
        "CardID": card.sheet.card_id(card.cell),
        "SidewaysCard": False,
        "CustomDeck": {str(card.sheet.key): card.sheet.state},
    }


def board_object(placed: Placed, url: str) -> JsonObject:
    """A board with the program's frame round it, which stays where it is."""
    return {**_state("Custom_Board", placed), "CustomImage": _image(url, "")}


def tile_object(placed: Placed, urls: Sequence[str], shape: Shape, *, thick: float, count: int) -> JsonObject:
    """A tile, or a stack of so many, with pictures of one side or both; without a back it shows its front."""
    custom = {"Type": TILE_SHAPES[shape], "Thickness": thick, "Stackable": count > 1, "Stretch": True}
    image = {**_image(urls[0], urls[-1]), "CustomTile": custom}
    return _stacked("Custom_Tile", placed, image, count)


def token_object(placed: Placed, url: str, *, count: int = 1, back: JsonObject | None = None) -> JsonObject:
    """A token, or a stack of so many, cut out where its picture is not transparent.

    It has one picture; an `back` side is a second state, to which players switch.
    """
    custom = {
        "Thickness": TOKEN_THICK,
        "MergeDistancePixels": _MERGE_PX,
        "StandUp": False,
        "Stackable": count > 1,
    }
    token = _stacked("Custom_Token", placed, {**_image(url, ""), "CustomToken": custom}, count)
    return token if back is None else {**token, "States": {"2": back}}


def book_object(placed: Placed, url: str) -> JsonObject:
    """A booklet that is read at the table."""
    pdf = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return {**_state("Custom_PDF", placed), "CustomPDF": pdf}


def bag_object(placed: Placed, contents: Sequence[JsonObject]) -> JsonObject:
    """A bag with objects in it."""
    return {**_state("Bag", placed), "Bag": {"Order": 0}, "ContainedObjects": list(contents)}


def saved_object(objects: Sequence[JsonObject]) -> JsonObject:
    """The file that the program loads: a save in which nothing is said but the objects."""
    return {
        **dict.fromkeys(("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity"), ""),
        "Tags": [],
        **dict.fromkeys(("Gravity", "PlayArea"), 0.5),
        **dict.fromkeys(("Table", "Sky", "Note"), ""),
        "TabStates": {},
        **_NO_SCRIPT,
        "ObjectStates": list(objects),
    }


# ---------------------------------------------------------------- parts


def _stacked(name: str, placed: Placed, image: Mapping[str, Any], count: int) -> JsonObject:
    state = {**_state(f"{name}_Stack" if count > 1 else name, placed), "CustomImage": dict(image)}
    return {**state, "Number": count} if count > 1 else state


def _image(url: str, back_url: str) -> JsonObject:
    return {"ImageURL": url, "ImageSecondaryURL": back_url, "ImageScalar": 1.0, "WidthScale": 0.0}


def _state(name: str, placed: Placed, *, colour: float = 1.0) -> JsonObject:
    return {
        "GUID": placed.guid,
        "Name": name,
        "Transform": _transform(placed),
        "Nickname": placed.nickname,
        "Description": placed.description,
        "GMNotes": placed.notes,
        "ColorDiffuse": {"r": colour, "g": colour, "b": colour},
        "Tags": [placed.tag] if placed.tag else [],
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": placed.locked,
        **dict.fromkeys(("Grid", "Snap"), True),
        **dict.fromkeys(("IgnoreFoW", "MeasureMovement"), False),
        **dict.fromkeys(("DragSelectable", "Autoraise", "Sticky", "Tooltip"), True),
        **dict.fromkeys(("GridProjection", "HideWhenFaceDown", "Hands"), False),
        **_NO_SCRIPT,
    }


def _transform(placed: Placed) -> Mapping[str, float]:
    position = 0.0, TABLE_Y if placed.locked else DROP_Y, 0.0
    rotation = 0.0, placed.turn, 180.0 if placed.face_down else 0.0
    scale = round(placed.scale, 6), 1.0, round(placed.scale, 6)
    return {
        f"{part}{axis}": number
        for part, numbers in (("pos", position), ("rot", rotation), ("scale", scale))
        for axis, number in zip("XYZ", numbers, strict=True)
    }
