"""Which decks are printed beside their backs, beyond a fold, and what is said of those that do not fit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from generator.ground.problems import Problem, warning
from generator.press.decks import Deck
from generator.press.mixing import cut_as, is_two_sided, together
from generator.sheets.gutterfold import Gutterfold, choose_gutterfold
from generator.sheets.layouts import Layout, choose_layouts
from generator.sheets.sheet import Paper
from generator.sheets.tiles import choose_tiling


def folding(deck: Deck, paper: Paper) -> Gutterfold | None:
    """The folded sheets of a deck; None if it has no backs or is too large for half a page."""
    return choose_gutterfold(deck.format, paper, use=deck.use) if is_two_sided(deck) else None


def beside_backs(
    decks: Sequence[Deck], paper: Paper, *, mix: bool
) -> Iterator[tuple[tuple[Deck, ...], str, Gutterfold]]:
    """Decks that share folded sheets, with the name of their file if they have one, and these sheets.

    Those of one format share them if they have one word in the column Together, or in a `mix`, if that
    saves a sheet.
    """
    groups = (("", tuple(decks)),) if mix else together(decks)
    for word, group in groups:
        kinds: dict[object, list[Deck]] = {}
        for deck in group:
            kinds.setdefault((cut_as(deck), deck.use), []).append(deck)
        for kind in kinds.values():
            fold = folding(kind[0], paper)
            if fold is None:
                continue
            alone = sum(_sheets((deck,), fold) for deck in kind)
            if len(kind) > 1 and _sheets(kind, fold) < alone:
                yield tuple(kind), word, fold
            else:
                yield from (((deck,), "", fold) for deck in kind)


def _sheets(decks: Iterable[Deck], fold: Gutterfold) -> int:
    return math.ceil(sum(len(deck.pieces) for deck in decks) / fold.count)


def unfolded(decks: Iterable[Deck], papers: Sequence[Paper]) -> tuple[Problem, ...]:
    """Warnings for decks with backs that do not fit beside these on half a page: how they come instead."""
    return tuple(
        warning(
            deck.component.at("width"),
            f"{deck.title} ({deck.format.size}) does not fit on a "
            f"gutterfold sheet of {paper.name}, beside its back.",
            f"{_instead(deck, paper)} Leave --layout gutterfold out for it if the printer prints both sides, "
            "or add --backs apart.",
        )
        for paper in papers
        for deck in decks
        if is_two_sided(deck) and folding(deck, paper) is None
    )


def _instead(deck: Deck, paper: Paper) -> str:
    """Which layout does fit, in a sentence."""
    grids = choose_layouts(deck.format, paper, tuple(Layout), use=deck.use)
    if not grids:
        tiling = choose_tiling(deck.format, paper, deck.whole)
        return f"It is spread over {tiling.kind}, its back apart."
    return f"It is printed with its back on the next page: {grids[0].kind}."
