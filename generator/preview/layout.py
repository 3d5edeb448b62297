"""Where boards, decks and mats lie on the table that is played at, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.booklet.scene.lying import Lying, Scene, Shows, shown_by
from generator.press.decks import Deck
from generator.sheets.sheet import Box

Spots = Callable[[Deck, int], Mapping[str, Box]]


def layout_of(scene: Scene, stock: Sequence[Deck], spots: Spots, *, stated: bool) -> Mapping[str, Any]:
    """A scene as values: each thing with its side, its middle, and the spots on a board.

    Mats stay where they lie in a `stated` scene; else the page may lay them where there is room.
    """
    by_name = {deck.name: deck for deck in stock}
    lies = list(_lies(scene, by_name, spots))
    return {"width_mm": scene.width_mm, "height_mm": scene.height_mm, "lies": lies, "stated": stated}


def _lies(scene: Scene, decks: Mapping[str, Deck], spots: Spots) -> Iterator[Mapping[str, Any]]:
    for piece in scene.things:
        deck = decks.get(piece.component)
        shows = shown_by(deck, piece.design) if deck is not None else None
        if deck is not None and shows is not None:
            upright = replace(piece, turn=0.0)  # whoever plays reads every mat
            yield _lying(upright, deck, shows) | {"spots": _spots(upright, spots(deck, piece.design))}


def _lying(piece: Lying, deck: Deck, shows: Shows) -> dict[str, Any]:
    return {
        "component": f"c{deck.component.number}",
        "title": piece.title,
        "side": shows.side,
        "x": piece.x_mm,
        "y": piece.y_mm,
        "width_mm": piece.format.width_mm,
        "height_mm": piece.format.height_mm,
        "count": piece.count,
    }


def _spots(piece: Lying, boxes: Mapping[str, Box]) -> Mapping[str, Sequence[float]]:
    """The middle of each spot on the table, and its size."""
    return {name: [*piece.at(*box.middle), box.width_mm, box.height_mm] for name, box in boxes.items()}
