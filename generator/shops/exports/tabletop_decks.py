"""Decks of cards for Tabletop Simulator: which card is in which cell of which sheet, and the deck itself."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.press.decks import Deck
from generator.shops.exports.order import ExportedFile
from generator.shops.exports.tabletop_bench import Bench
from generator.shops.exports.tabletop_objects import CardSheet, JsonObject, SheetCard, card_sheet, deck_object
from generator.shops.exports.tabletop_sizes import MOST_FACES, Sized, card_grid

Faces = tuple[int, int | None]
"""The designs of a card: its front and its back."""
_PLAIN_PX = 512
"""Of the back of cards that have none."""


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The sheets of a deck: each with the faces in its cells, in their order."""

    sheets: tuple[tuple[Faces, ...], ...]
    unique_backs: bool

    @property
    def back(self) -> int | None:
        """The one back of all cards."""
        return None if self.unique_backs or not self.sheets else self.sheets[0][0][1]


def planned_cards(deck: Deck) -> CardPlan:
    """The sheets of a deck: cards that look the same on both sides share a cell, however many there are."""
    faces = list(dict.fromkeys((row.front, row.back) for row in deck.rows if row.copies))
    sheets = tuple(tuple(faces[start : start + MOST_FACES]) for start in range(0, len(faces), MOST_FACES))
    return CardPlan(sheets, len({back for _, back in faces}) > 1)


def made_deck(bench: Bench, first_key: int) -> tuple[JsonObject, list[ExportedFile]]:
    """A deck and its pictures; `first_key` is the number of its first sheet. There is at least one card."""
    plan = planned_cards(bench.deck)
    files: list[ExportedFile] = []
    back = "" if plan.unique_backs else _common_back(bench, plan, files)
    where: dict[Faces, tuple[CardSheet, int]] = {}
    for number, faces in enumerate(plan.sheets, start=1):
        sheet = _sheet(bench, plan, number, first_key + number - 1, back, files)
        where |= {face: (sheet, cell) for cell, face in enumerate(faces)}
    files.sort(key=lambda file: file.side == "back")
    scale = bench.scale(Sized.CARD)
    hides = plan.unique_backs or plan.back is not None
    return deck_object(bench.whole(scale, face_down=hides), list(_cards(bench, where, scale))), files


def _common_back(bench: Bench, plan: CardPlan, files: list[ExportedFile]) -> str:
    """The address of the one back of all cards, or of a plain one if they have none."""
    if plan.back is not None:
        file = bench.picture(plan.back, stem="back", side="back", copies=0, title="All")
    else:
        grid = card_grid(1, *bench.sides_mm, side_px=_PLAIN_PX, most_dpi=bench.dpi)
        file = bench.plain(grid.cell, "back")
    files.append(file)
    return bench.links.to(file.path)


def _sheet(
    bench: Bench, plan: CardPlan, number: int, key: int, back_url: str, files: list[ExportedFile]
) -> CardSheet:
    """Draw a sheet of fronts, and one of backs if they differ."""
    faces = plan.sheets[number - 1]
    grid = card_grid(len(faces), *bench.sides_mm, side_px=bench.side_px, most_dpi=bench.dpi)
    counted: Tally[Faces] = Tally()
    for row in bench.deck.rows:
        counted[(row.front, row.back)] += row.copies
    copies = sum(counted[face] for face in faces)
    fronts, backs = ([face[side] for face in faces] for side in (0, 1))
    front = bench.sheet(grid, fronts, plan.back, side="front", number=number, copies=copies)
    files.append(front)
    if plan.unique_backs:
        files.append(bench.sheet(grid, backs, None, side="back", number=number, copies=copies))
        back_url = bench.links.to(files[-1].path)
    shape, front_url = bench.deck.format.shape, bench.links.to(front.path)
    return card_sheet(key, front_url, back_url, grid, shape, unique_backs=plan.unique_backs)


def _cards(bench: Bench, where: Mapping[Faces, tuple[CardSheet, int]], scale: float) -> Iterator[SheetCard]:
    for row in bench.deck.rows:
        for copy in range(1, row.copies + 1):
            yield SheetCard(bench.piece(row.row, f"card {copy}", scale), *where[(row.front, row.back)])
