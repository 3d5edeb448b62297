"""The revision mark of a piece: four signs from what is drawn on it, by which a stale one is found."""

from __future__ import annotations

import hashlib

from generator.ground.revision import MarkPlace, mark_place, revision_mark
from generator.records.tables import Row
from generator.sheets.amounts import format_of, use_of
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.room import is_small
from generator.sheets.sheet import PAPERS


def mark_of(front: str, back: str) -> str:
    """The mark of a piece with these digests of its faces; empty if it could not be drawn."""
    return revision_mark(hashlib.sha256(f"{front} {back}".encode()).hexdigest()) if front else ""


def is_marked(component: Row) -> bool:
    """Whether the fronts of its pieces carry a mark: tokens do not, nor what says none in the column Mark.

    On what is spread over several pages every tile has its own instead.
    """
    return mark_of_design(component) is not MarkPlace.NONE


def mark_wanted(component: Row) -> MarkPlace:
    """Where the fronts of a component carry a revision mark, as its column Mark says.

    Tokens and markers have none, unless a corner is named.
    """
    place = mark_place(component.values.get("mark")) or MarkPlace.WHEREVER
    return MarkPlace.NONE if place is MarkPlace.WHEREVER and _is_token(component) else place


def mark_of_design(component: Row) -> MarkPlace:
    """Where the designs carry it; what is too large for a page of some paper has one on each tile."""
    return mark_wanted(component) if is_on_one_page(component) else MarkPlace.NONE


def is_on_one_page(component: Row) -> bool:
    """Whether a page of every paper holds a piece of this component."""
    form, use = format_of(component), use_of(component)
    return all(choose_layouts(form, paper, tuple(Layout), use=use) for paper in PAPERS)


def _is_token(component: Row) -> bool:
    use, form = use_of(component), format_of(component)
    return use is Use.TOKENS or (use in (None, Use.SHARED) and is_small(form))
