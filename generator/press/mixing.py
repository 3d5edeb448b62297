"""Decks on the same sheets, each piece with its own back: fewer sheets of paper.

Decks of one format share a grid; tokens of several formats lie in bands (`sheets/bands.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from generator.ground.pdf_file import joined
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.records.cells import clean, fold
from generator.sheets.bands import Lot, in_bands
from generator.sheets.layouts import CellPlan, Grid, Layout, Use, choose_layouts, shared_form, use_by_size
from generator.sheets.sheet import Format, Paper, Piece

BETWEEN = " + "
"""What parts the titles of the decks of a mixed file."""
SEVERAL = "Mixed-small"
"""The name of a mix of several formats."""


def mixed(decks: Sequence[Deck], name: str = "") -> Deck:
    """Several decks as one: what it is called, all the designs, the pieces in order.

    Unless all are of one format, what is cut out is only told deck by deck.
    """
    if len(decks) == 1 and not name:
        return decks[0]
    first, form = decks[0], decks[0].format
    if len({cut_as(deck) for deck in decks}) > 1:
        name = name or SEVERAL
    pieces, begin = [], 0
    for deck in decks:
        for piece in deck.pieces:
            back = None if piece.back is None else piece.back + begin
            pieces.append(replace(piece, front=piece.front + begin, back=back))
        begin += deck.count
    values = {
        **first.component.values,
        "name": name or f"Mixed-{form.width_mm:g}x{form.height_mm:g}",
        "title": BETWEEN.join(dict.fromkeys(deck.title for deck in decks)),
    }
    return Deck(
        replace(first.component, values=values),
        _all_designs([deck.designs for deck in decks]),
        begin,
        tuple(pieces),
        any(deck.partial for deck in decks),
        drawn=tuple(digest for deck in decks for digest in deck.drawn),
        whole=tuple(dict.fromkeys(whole for deck in decks for whole in deck.whole)),
        light=_all_designs([deck.light for deck in decks]),
        mixed_of=tuple(deck.name for deck in decks),
    )


def _all_designs(designs: Sequence[bytes]) -> bytes:
    """The designs of several decks; empty where one has none: it was only looked through, or is not light."""
    return joined(designs) if all(designs) else b""


def is_two_sided(deck: Deck) -> bool:
    """Whether any piece has a back."""
    return any(piece.back is not None for piece in deck.pieces)


def as_squares(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """The decks with tokens that share their edges, for a knife, as if the column Layout said so."""
    return tuple(_used(deck, Use.SHARED) if _use(deck) is Use.TOKENS else deck for deck in decks)


def as_circles(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """The decks with round pieces that are cut as such, for a punch, whatever the column Layout says."""
    return tuple(
        _used(deck, Use.TOKENS) if deck.use is Use.SHARED and deck.format.shape is Shape.CIRCLE else deck
        for deck in decks
    )


def together(decks: Iterable[Deck]) -> tuple[tuple[str, tuple[Deck, ...]], ...]:
    """The decks that are to share sheets, by their word in the column Together, and each other one alone.

    A group stands where its first deck does.
    """
    groups: dict[tuple[str, int], tuple[str, tuple[Deck, ...]]] = {}
    for number, deck in enumerate(decks):
        word = clean(str(deck.component.values.get("together") or "")) if deck.pieces else ""
        key = (fold(word), 0 if word else number)
        groups[key] = groups[key][0] if key in groups else word, (*groups.get(key, ("", ()))[1], deck)
    return tuple(groups.values())


def _used(deck: Deck, use: Use) -> Deck:
    values = {**deck.component.values, "layout": str(use)}
    return replace(deck, component=replace(deck.component, values=values))


def _use(deck: Deck) -> Use:
    return deck.use or use_by_size(deck.format)


def cut_as(deck: Deck) -> Format:
    """What is cut out of the sheets of a deck."""
    return shared_form(deck.format) if deck.use is Use.SHARED else deck.format


def lots_of(group: Sequence[Deck], pieces: Iterable[Piece]) -> tuple[Lot, ...]:
    """The pieces of some decks, which follow each other in the order of these, by what is cut out."""
    every, by_form = iter(pieces), dict[Format, list[Piece]]()
    for deck in group:
        by_form.setdefault(cut_as(deck), []).extend(islice(every, len(deck.pieces)))
    return tuple(Lot(form, tuple(own)) for form, own in by_form.items())


def sharing(decks: Iterable[Deck], paper: Paper, layout: Layout) -> Iterator[tuple[Deck, ...]]:
    """The decks that share sheets on a paper in a layout, group by group; a deck that shares none is alone.

    Those of one format and use share if that saves a sheet. What is printed on one side joins what is
    printed on both if that saves another: its backs stay empty. Then tokens of several formats share in
    bands, by the same rules.
    """
    groups: dict[tuple[Format, Use | None], list[Deck]] = {}
    for deck in decks:
        groups.setdefault((cut_as(deck), deck.use), []).append(deck)
    small: list[_Stack] = []
    for (form, use), group in groups.items():
        grids = choose_layouts(form, paper, tuple(Layout), use=use)
        grid = next((grid for grid in grids if grid.layout is layout), grids[0] if grids else None)
        stacks = [_Stack(stack, _sheets([stack], grid)) for stack in _shared(group, grid)]
        if isinstance(grid, Grid) and not form.folds and _use(group[0]) in (Use.TOKENS, Use.SHARED):
            small += stacks
        else:
            yield from (stack.decks for stack in stacks)
    yield from (stack.decks for stack in _banded(small, paper))


@dataclass(frozen=True, slots=True)
class _Stack:
    """Decks that share sheets, and how many sheets of paper these are."""

    decks: tuple[Deck, ...]
    sheets: int


def _banded(stacks: Sequence[_Stack], paper: Paper) -> Sequence[_Stack]:
    """The same in bands, where that saves a sheet."""
    sides = [
        [stack for stack in stacks if any(map(is_two_sided, stack.decks)) is two_sided]
        for two_sided in (True, False)
    ]
    joined_sides = [stack for side in sides for stack in _joined(side, paper)]
    return _joined(joined_sides, paper)


def _joined(stacks: Sequence[_Stack], paper: Paper) -> Sequence[_Stack]:
    decks = tuple(deck for stack in stacks for deck in stack.decks)
    lots = lots_of(decks, (piece for deck in decks for piece in deck.pieces))
    bands = in_bands(lots, paper) if len(lots) > 1 else None
    if bands is None or len(bands.pages) >= sum(stack.sheets for stack in stacks):
        return stacks
    return [_Stack(decks, len(bands.pages))]


def _shared(group: Sequence[Deck], grid: CellPlan | None) -> Iterator[tuple[Deck, ...]]:
    """Decks of one format that share sheets."""
    sides = [tuple(deck for deck in group if is_two_sided(deck) is two_sided) for two_sided in (True, False)]
    stacks = [stack for stack in sides if stack]
    if len(stacks) > 1 and _sheets([tuple(group)], grid) < _sheets(stacks, grid):
        stacks = [tuple(group)]
    for stack in stacks:
        alone = [(deck,) for deck in stack]
        yield from [stack] if _sheets([stack], grid) < _sheets(alone, grid) else alone


def _sheets(stacks: Iterable[Sequence[Deck]], grid: CellPlan | None) -> int:
    """How many sheets of paper these take."""
    room = grid.count if grid is not None else 1
    return sum(math.ceil(sum(len(deck.pieces) for deck in stack) / room) for stack in stacks)
