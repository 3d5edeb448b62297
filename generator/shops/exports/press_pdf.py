"""Targets that print from a PDF: one PDF/X-1a a component, with two pages for each card."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.checks.stated_inks import stated_inks
from generator.cmyk.inks import MOST_INK
from generator.cmyk.press_profile import shipped_profile
from generator.ground.fence import unit
from generator.ground.output import Stage
from generator.ground.problems import Failed, Problem, note, warning
from generator.ground.progress import Counter
from generator.ground.shapes import BLEED_MM
from generator.press.decks import Deck
from generator.records.edition import file_name_part
from generator.shops.exports.fitted import taken
from generator.shops.exports.order import ExportedFile, Order, Shipment
from generator.shops.exports.targets import SHOPS, Target

if TYPE_CHECKING:
    from generator.cmyk.separator import Separator

_LEAST, _MOST = 100.0, 400.0
"""Per cent of ink that a target may ask for: one ink alone, and all four."""
_LONGEST = 100
"""Characters of the name of a way of printing."""


def most_ink_of(settings: Mapping[str, Any]) -> float:
    """The most ink on one spot that a target's settings allow, in percent, within what can be printed."""
    return min(_MOST, max(_LEAST, float(settings.get("most_ink", 100 * MOST_INK))))


def write_press_pdfs(order: Order, stage: Stage) -> Shipment:
    """Write the PDF of every component that the target takes. Raises Failed if one cannot be separated."""
    from generator.cmyk.separator import Separator

    problems: list[Problem] = list(_undeclared(order.target))
    decks = list(taken(order.decks, order.target, problems))
    step = Counter("export", len(decks), order.progress)
    stated = stated_inks(order.checked.book)
    separator = Separator(
        most_ink_of(order.target.settings) / 100, stated, order.target.profile or shipped_profile()
    )
    files = []
    for deck, fit in decks:
        name = f"{file_name_part(deck.name)}.pdf"
        content = _made(order, deck, name, separator)
        size = stage.write(name, content)
        files.append(_listed(deck, name, fit.product.name if fit is not None else "", size))
        problems += _about(order.target, deck, name, size)
        step()
    return tuple(files), tuple(problems)


def _undeclared(target: Target) -> Iterator[Problem]:
    """A way of printing that is named, of which there is no profile: the file does not claim it."""
    named = target.settings.get("condition")
    if named and target.profile is None:
        fault = f"The files do not say {str(named)[:_LONGEST]}: their inks come from the profile in pnp."
        mend = f'Put its ICC profile into the folder {SHOPS} and name it there: profile = "press.icc".'
        yield warning(f"{SHOPS}/{target.name}.toml", fault, mend)


def page_order(deck: Deck, *, fronts_first: bool = False) -> list[int | None]:
    """The designs of a deck in the order of its pages, two for every card; None is a page left white."""
    pages: list[int | None] = []
    for piece in deck.pieces:
        pages += (piece.front, piece.back) if fronts_first else (piece.back, piece.front)
    return pages


def _made(order: Order, deck: Deck, name: str, separator: Separator) -> bytes:
    """The PDF of a component: as it was made before, if it is the same; else made and looked through."""
    settings, edition = order.target.settings, order.edition
    pages = page_order(deck, fronts_first=bool(settings.get("fronts_first", False)))
    title = f"{edition.game} v{edition.version}: {deck.title}"
    asked = (
        title,
        edition.author,
        settings,
        sorted(separator.stated.items()),
        pages,
        os.environ.get("SOURCE_DATE_EPOCH"),
        hashlib.sha256(separator.profile.content).hexdigest(),
    )
    key = order.cache.name("press pdf", deck.designs, repr(asked)) if order.cache.on else ""
    content = order.cache.get(key) if key else None
    if content is not None:
        return content
    from generator.cmyk.conformance import nonconformities
    from generator.cmyk.separation import separated
    from generator.cmyk.x1a import Wording

    condition = str(settings.get("condition", ""))[:_LONGEST] if order.target.profile else ""
    wording = Wording(title, edition.author, condition)
    with unit("press", name, times=len(set(pages)) / 10):
        pdf = separated(deck.designs, pages, wording, separator, order.cache)
        problems = nonconformities(pdf, name, most=separator.most, cache=order.cache)
    if problems:
        raise Failed(*problems)
    if key:
        order.cache.put(key, pdf)
    return pdf


def _listed(deck: Deck, name: str, product: str, size_bytes: int) -> ExportedFile:
    width, height = (side + 2 * BLEED_MM for side in (deck.format.width_mm, deck.format.height_mm))
    size = f"{width:g} × {height:g} mm with bleed"
    return ExportedFile(name, deck.title, deck.title, "", len(deck.pieces), product, size, size_bytes)


def _about(target: Target, deck: Deck, name: str, size_bytes: int) -> Iterator[Problem]:
    """What a designer should know of a PDF."""
    if any(piece.back is None for piece in deck.pieces):
        fault = f"{deck.title} has no backs, and {target.title} prints both sides: they are white."
        yield note(deck.component.at("back"), fault, "Name a template as Back if they are not meant to be.")
    most = target.limits.file_mb
    if most and size_bytes > most * 1e6:
        fault = f"{name} has {size_bytes / 1e6:.0f} MB, and {target.title} takes {most:g}."
        yield warning(deck.component.at("name"), fault, "Divide the component, or use fewer photographs.")
