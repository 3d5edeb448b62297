"""Targets of Tabletop Simulator: pictures, and one saved object that puts all of the game on the table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.ground.output import Stage
from generator.ground.problems import Failed, Problem, error, warning
from generator.ground.progress import Counter
from generator.ground.raster import MM_PER_INCH, Pages
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.records.tables import slug
from generator.records.worksheets import GAME, game_facts
from generator.sheets.layouts import Use, use_by_size
from generator.shops.exports.fitted import FOLDED
from generator.shops.exports.order import ExportedFile, Order, Shipment
from generator.shops.exports.png import png
from generator.shops.exports.raster import shot_of
from generator.shops.exports.tabletop_bench import Bench
from generator.shops.exports.tabletop_books import made_books
from generator.shops.exports.tabletop_decks import made_deck, planned_cards
from generator.shops.exports.tabletop_links import Links, links_to
from generator.shops.exports.tabletop_names import Guids, wordings_of
from generator.shops.exports.tabletop_objects import CARD_SHAPES, JsonObject, saved_object
from generator.shops.exports.tabletop_pieces import made_pieces
from generator.shops.exports.tabletop_sizes import LEAST_UNITS, MOST_UNITS, Sized, units_of
from generator.shops.exports.tabletop_table import TableThing, Zone, laid

ON_SIDE, ON_CORNER = "side", "corner"
"""How the program's own hexagons lie, as the setting `hexagons` says it."""
_THUMBNAIL_PX = 256
_BASE_URL = "base_url"


def write_tabletop(order: Order, stage: Stage) -> Shipment:
    """Write the pictures of every component, and the saved object with all of them.

    Raises Failed for an option or a setting that says nothing here.
    """
    _refuse_what_cannot_be(order)
    links, guids = _links(order), Guids()
    units = units_of(order.target.settings)
    table_things, files, problems = _components(order, stage, links, guids)
    books, exported_files, book_problems = made_books(order, stage, links, guids)
    files += exported_files
    objects = list(laid([*books, *table_things], units.per_mm))
    if objects:
        files.append(_written(order, stage, objects))
        files += _thumbnail(order, stage)
    return tuple(files), (*problems, *book_problems)


def _links(order: Order) -> Links:
    """The addresses of the files: as somebody asks for them, else as the sheet Game says, else bare names."""
    if order.options.base_url:
        return links_to(order.options.base_url)
    book = order.checked.book
    rows = book[GAME].rows if GAME in book else ()
    where = next((row.at("value") for row in rows if slug(str(row.values.get("key"))) == _BASE_URL), GAME)
    return links_to(game_facts(book).base_url, where)


def _refuse_what_cannot_be(order: Order) -> None:
    settings, where = order.target.settings, f"{order.target.name}.toml"
    problems: list[Problem] = []
    if order.options.bleed:
        fault = "On a screen nothing is cut, so these pictures have no bleed."
        problems.append(error("--bleed", fault, "Leave it out, or export png."))
    for kind in Sized:
        if not LEAST_UNITS <= settings.get(str(kind), 1.0) <= MOST_UNITS:
            told = f"{settings[str(kind)]:g} is no number from {LEAST_UNITS} to {MOST_UNITS:g}"
            fault = f"[settings] {kind}: {told}."
            problems.append(error(where, fault, "Measure an object at scale 1, in the program's units."))
    if settings.get("hexagons", ON_SIDE) not in {ON_SIDE, ON_CORNER}:
        fault = f"[settings] hexagons: “{settings['hexagons'][:40]}” is none of its words."
        problems.append(error(where, fault, f"Write {ON_SIDE} or {ON_CORNER}."))
    if problems:
        raise Failed(*problems)


def _components(
    order: Order, stage: Stage, links: Links, guids: Guids
) -> tuple[list[TableThing], list[ExportedFile], list[Problem]]:
    """The objects of all components, their pictures, and what was left out."""
    step = Counter("export", len(order.decks), order.progress)
    table_things: list[TableThing] = []
    files: list[ExportedFile] = []
    problems: list[Problem] = []
    key = 1
    for deck in order.decks:
        step()
        if not deck.pieces or not deck.designs:
            continue
        if deck.format.shape in FOLDED:
            problems.append(_left_out(deck))
            continue
        bench = _bench(order, stage, deck, links, guids)
        for zone, state, exported_files in _made(order, bench, key):
            table_things.append(TableThing(zone, deck.format.width_mm, deck.format.height_mm, state))
            files += [replace(file, product=state["Name"]) for file in exported_files]
        key += len(planned_cards(deck).sheets) if _is_deck(deck) else 0
    return table_things, files, problems


def _bench(order: Order, stage: Stage, deck: Deck, links: Links, guids: Guids) -> Bench:
    target, checked = order.target, order.checked
    dpi, turned = order.options.dpi or target.dpi, _is_turned(order, deck)
    wordings = wordings_of(deck.component, checked.book, checked.project.templates)
    return Bench(order, stage, deck, dpi, turned, links, units_of(target.settings), guids, wordings)


def _made(order: Order, bench: Bench, key: int) -> Iterator[tuple[Zone, JsonObject, list[ExportedFile]]]:
    """The objects of a component, each with its row of the table."""
    deck, settings = bench.deck, order.target.settings
    if _is_deck(deck):
        yield Zone.DECKS, *made_deck(bench, key)
        return
    use = _use(deck)
    pieces = made_pieces(
        bench,
        use,
        boards_as_tiles=bool(settings.get("boards_as_tiles", False)),
        tokens_as_tiles=bool(settings.get("tokens_as_tiles", False)),
    )
    each_has_one = len({row.front for row in deck.rows if row.copies}) > 1
    pages = Zone.MATS if each_has_one else Zone.READING
    zone = {Use.BOARD: Zone.BOARDS, Use.PAGE: pages}.get(use, Zone.TOKENS)
    yield from ((zone, state, files) for state, files in pieces)


def _use(deck: Deck) -> Use:
    """What a component is at the table; where the workbook says only how it is printed, by its size."""
    use = deck.use
    return use if use is not None and use is not Use.SHARED else use_by_size(deck.format)


def _is_deck(deck: Deck) -> bool:
    """Whether its pieces are cards, of a shape that the program's cards can have."""
    return _use(deck) is Use.CARDS and deck.format.shape in CARD_SHAPES


def _is_turned(order: Order, deck: Deck) -> bool:
    """Whether its pictures are turned, since the program's hexagons lie the other way."""
    form = deck.format
    if form.shape is not Shape.HEXAGON or _is_cut_out(order, deck):
        return False
    theirs = str(order.target.settings.get("hexagons", ON_SIDE))
    return (form.width_mm > form.height_mm) != (theirs != ON_CORNER)


def _is_cut_out(order: Order, deck: Deck) -> bool:
    """Whether its shape is that of its picture and not one of the program's."""
    if _is_deck(deck) or _use(deck) is not Use.TOKENS or order.target.settings.get("tokens_as_tiles"):
        return False
    return all(row.back is None for row in deck.rows)


def _left_out(deck: Deck) -> Problem:
    fault = f"{deck.title} is folded out of paper, and nothing on that table folds, so it is left out."
    return warning(deck.component.at("shape"), fault, "Leave it for print; the table does without.")


# ---------------------------------------------------------------- the files beside the pictures


def _written(order: Order, stage: Stage, objects: Sequence[JsonObject]) -> ExportedFile:
    """The saved object: small enough to be read, the same bytes for the same game."""
    text = json.dumps(saved_object(objects), ensure_ascii=False, indent=1)
    content = (text + "\n").encode("utf-8", "replace")
    return _saved(order, stage, "json", content, "The saved object", f"{len(objects)} objects")


def _saved(order: Order, stage: Stage, ending: str, content: bytes, title: str, about: str) -> ExportedFile:
    path = f"{order.edition.stem}.{ending}"
    size = stage.write(path, content)
    return ExportedFile(path, order.edition.game, title, "", 1, "saved object", about, size)


def _thumbnail(order: Order, stage: Stage) -> list[ExportedFile]:
    """A small picture of the first piece, which the program's list shows beside the name."""
    deck = next((deck for deck in order.decks if deck.pieces and deck.designs), None)
    if deck is None:
        return []
    number = deck.pieces[0].front
    with Pages(deck.designs) as pages:
        size = pages.size(number)
        dpi = _THUMBNAIL_PX * MM_PER_INCH / max(deck.format.width_mm, deck.format.height_mm)
        shot = shot_of(number, size, dpi=dpi, bleed_mm=0.0)
        image = pages.window(
            number, dpi=dpi, size_px=(shot.width_px, shot.height_px), corner_px=shot.corner_px(size)
        )
    size_px = f"{image.width} × {image.height}"
    return [_saved(order, stage, "png", png(image, dpi), "Its picture in the list", size_px)]
