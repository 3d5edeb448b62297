"""The sheet Scenes: a row a piece or stack of a scene, in the order in which they are laid on the table.

A row may as well point at what lies there: a mark, a light, an arrow, or a view of a part of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.ground.problems import Failed, Problem, warning
from generator.ground.spelling import nearest
from generator.records.called import called, names_in, row_named
from generator.records.cells import did_you_mean, names, quoted, shown
from generator.records.printed import data_text, printed_table
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS, SCENES

MOST_SCENES = 50
MOST_THINGS = 500
"""Of one scene; further rows are left out."""
MOST_SIGNS = 3
"""Of a mark, which stands in a small disc."""
MOST_DIGITS = 3
_POINTING = ("mark", "light", "view", "to")
"""Columns that need no Component."""


@dataclass(frozen=True, slots=True)
class SceneRow:
    """What a row lays down: millimetres, degrees clockwise; None is what it does not say."""

    row: Row
    component: Row | None
    """None for a row that lays nothing down and only points at what lies there."""
    card: Row | None = None
    """The row of the piece; None for the first one, or for the whole deck."""
    on: int | None = None
    """Which of the rows of this scene before it lies below."""
    place: str = ""
    """A place on that, as its template marks it."""
    x_mm: float | None = None
    y_mm: float | None = None
    turn: float = 0.0
    down: bool | None = None
    """Whether its back is seen."""
    count: int | None = None
    mark: str = ""
    """What stands in a disc on it."""
    text: str = ""
    """What the mark means: rich text."""
    lead: tuple[float, float] | None = None
    """How far from what it marks the disc stands, with a line between them."""
    light: bool = False
    """Whether it is lit; the rest of the scene is veiled then."""
    view: bool = False
    """Whether the scene shows no more than this."""
    to: str = ""
    """Where an arrow leads from it: a place or a piece."""
    width_mm: float | None = None
    height_mm: float | None = None
    """The size of what is lit or seen."""

    @property
    def points(self) -> bool:
        """Whether it says more than what lies there."""
        return bool(self.mark or self.to or self.light or self.view)

    @property
    def titles(self) -> frozenset[str]:
        """What a later row may call it, folded: the title of its piece, the component's Name and Title."""
        if self.component is None:
            return frozenset()
        named = (self.card, self.component)
        titles = [called(row) for row in named if row is not None]
        return frozenset(
            title.casefold() for title in (*titles, str(self.component.values.get("name") or ""))
        )


_Cards = dict[tuple[int, str], Row | None]
"""The pieces that were found, by the number of the component's row and what the sheet says."""


@dataclass(frozen=True, slots=True)
class StatedScene:
    """A scene by its title, and its rows."""

    title: str
    rows: tuple[SceneRow, ...]


def stated_scenes(book: Book) -> tuple[tuple[StatedScene, ...], tuple[Problem, ...]]:
    """The scenes of a workbook, and what is wrong with the rows that are left out of them."""
    scenes: dict[str, list[SceneRow]] = {}
    cards: _Cards = {}
    left_out: dict[str, set[str]] = {}
    problems: list[Problem] = []
    for row in book.tables.get(SCENES, ()):
        title = _words(row, "scene")
        if not title or (title not in scenes and len(scenes) >= MOST_SCENES):
            continue
        before = scenes.setdefault(title, [])
        if len(before) >= MOST_THINGS:
            continue
        missing = left_out.setdefault(title, set())
        try:
            before.append(_read(row, book, before, cards))
            problems.extend(_said_in_vain(before[-1]))
        except Failed as failed:
            # what lies on something that was left out is left out with it: one cause, told once
            if _words(row, "on").casefold() not in missing:
                problems.extend(failed.problems)
            missing |= {_words(row, key).casefold() for key in ("card", "component")} - {""}
            missing |= {name.casefold() for name in _meant(row, book)}
    stated = (StatedScene(title, tuple(rows)) for title, rows in scenes.items() if rows)
    return tuple(stated), tuple(problems)


def _read(row: Row, book: Book, before: list[SceneRow], cards: _Cards) -> SceneRow:
    component = _component(row, book)
    pointing = _pointing(row)
    place = _words(row, "place")
    on = _on(row, before)
    if place and on is None:
        flaw = f"Nothing is named on which there could be a place {shown(place)}."
        raise Failed(warning(row.at("on"), flaw, "Name what the place is on."))
    if component is None and on is None:
        flaw = f"Nothing is named that this {pointing} is on."
        raise Failed(warning(row.at("on"), flaw, "Name a piece or a component of a row above."))
    width, height = _size(row, pointing, place) if component is None else (None, None)
    lead_x, lead_y = _number(row, "lead_x"), _number(row, "lead_y")
    face, count = str(row.values.get("face") or "").casefold(), _number(row, "count")
    return SceneRow(
        row,
        component,
        _card(row, component, book, cards) if component is not None else None,
        on,
        place,
        _number(row, "x"),
        _number(row, "y"),
        _number(row, "turn") or 0.0,
        face == "down" if face else None,
        max(1, int(count)) if count is not None else None,
        mark=_mark(row),
        text=str(row.values.get("text") or "").strip(),
        lead=(lead_x or 0.0, lead_y or 0.0) if lead_x or lead_y else None,
        light=_yes(row, "light"),
        view=_yes(row, "view"),
        to=_words(row, "to"),
        width_mm=width,
        height_mm=height,
    )


def _words(row: Row, key: str) -> str:
    return " ".join(str(row.values.get(key) or "").split())


def _yes(row: Row, key: str) -> bool:
    return row.values.get(key) is True or _words(row, key).casefold() in {"yes", "true"}


def _pointing(row: Row) -> str:
    """What a row without a Component does, in a word; empty if nothing."""
    still = {"mark": _words(row, "mark"), "light": _yes(row, "light")}
    words = {**still, "view": _yes(row, "view"), "arrow": _words(row, "to")}
    return next((word for word, typed in words.items() if typed), "")


def _mark(row: Row) -> str:
    mark = _words(row, "mark")
    if len(mark) <= MOST_SIGNS:
        return mark
    flaw = f"The mark {shown(mark)} has more than {MOST_SIGNS} signs."
    raise Failed(warning(row.at("mark"), flaw, "Write a number or a letter; what it means stands in Text."))


def _size(row: Row, pointing: str, place: str) -> tuple[float | None, float | None]:
    """Width and height of what is lit or seen; None for the whole of the place or thing."""
    width, height = _number(row, "width"), _number(row, "height")
    if pointing not in {"light", "view"} or (width and height):
        return width, height
    cornered = not place and (_number(row, "x") is not None or _number(row, "y") is not None)
    if not width and not height and not cornered:
        return None, None
    lacking = "height" if width else "width"
    flaw = f"This {pointing} has no {lacking.capitalize()}."
    mend = (
        "Give Width and Height in millimetres, or leave X, Y, Width and Height empty for all that it is on."
    )
    raise Failed(warning(row.at(lacking), flaw, mend))


def _said_in_vain(scene_row: SceneRow) -> Iterator[Problem]:
    """What a row says that belongs to a mark, and it has none."""
    cells = {"text": ("Text", scene_row.text), "lead_x": ("Lead X and Lead Y", scene_row.lead)}
    for key, (name, typed) in cells.items():
        if typed and not scene_row.mark:
            flaw = f"Here is no Mark for {name}."
            yield warning(scene_row.row.at(key), flaw, "Write what stands in the disc, such as 1, in Mark.")


def _component(row: Row, book: Book) -> Row | None:
    name = str(row.values.get("component") or "")
    if not name and _pointing(row):
        return None
    if not name and set(_POINTING) & row.values.keys():
        mend = "Name a component, or say in Mark, Light, View or To what is to be pointed at."
        raise Failed(warning(row.at("component"), "This row lays nothing down.", mend))
    component = row_named(book[COMPONENTS], name) if COMPONENTS in book and name else None
    if component is not None:
        return component
    spellings = names(str(entry.values.get("name") or "") for entry in book.tables.get(COMPONENTS, ()))
    mend = did_you_mean(name, spellings, f"Use a Name of the sheet {COMPONENTS}.")
    raise Failed(warning(row.at("component"), f"There is no component {shown(name)}.", mend))


def _card(row: Row, component: Row, book: Book, cards: _Cards) -> Row | None:
    name = _words(row, "card")
    key = component.number, name
    if key not in cards:
        cards[key] = _found_card(row, component, book, name)
    return cards[key]


def _found_card(row: Row, component: Row, book: Book, name: str) -> Row | None:
    data = data_text(component)
    table = printed_table(component, book)
    if not name or (data and table is None):
        return None
    card = row_named(table, name) if table is not None else None
    if card is not None:
        return card
    flaw = f"{called(component)} has no {shown(name)}."
    if table is None:
        raise Failed(warning(row.at("card"), flaw, "Leave it empty: all of these pieces are alike."))
    mend = did_you_mean(name, names(names_in(table)), f"Use a name from the sheet {table.name}.")
    mend += f" If it has a new name, pnp rename {quoted(name)} NEW writes it into all cells."
    raise Failed(warning(row.at("card"), flaw, mend))


def _meant(row: Row, book: Book) -> Iterator[str]:
    """The names that a row may mean by its component and its card: those that are spelled alike."""
    rows = {str(entry.values.get("name") or ""): entry for entry in book.tables.get(COMPONENTS, ())}
    components = nearest(_words(row, "component"), rows)
    yield from components
    for name in components:
        table = printed_table(rows[name], book)
        if table is not None and _words(row, "card"):
            yield from nearest(_words(row, "card"), names_in(table))


def _on(row: Row, before: list[SceneRow]) -> int | None:
    """What it lies on: what goes by that name and was laid down last, a piece before a component.

    A number behind a name, such as `Player mat 2`, counts the pieces of one name as they were laid down.
    """
    target = _words(row, "on")
    if not target:
        return None
    lying = _lying(target, before)
    if lying:
        return lying[-1]
    name, _, count = target.rpartition(" ")
    counted = _lying(name, before) if count.isdecimal() and len(count) <= MOST_DIGITS else []
    if counted and 1 <= int(count) <= len(counted):
        return counted[int(count) - 1]
    mend = did_you_mean(target, names(_known(before)), "Lay it down in a row above this one.")
    raise Failed(warning(row.at("on"), f"No {shown(target)} lies there yet.", mend))


def _lying(name: str, before: list[SceneRow]) -> list[int]:
    """The numbers of the rows that have laid down what goes by that name: pieces, or else components."""
    folded = name.casefold()
    # of a sheet that cannot be read there is only the name that the row says
    cards = [called(row.card) if row.card is not None else _words(row.row, "card") for row in before]
    pieces = [number for number, card in enumerate(cards) if card.casefold() == folded]
    return pieces or [number for number, row in enumerate(before) if folded in row.titles]


def _known(before: list[SceneRow]) -> Iterator[str]:
    for row in before:
        if row.component is None:
            continue
        yield str(row.component.values.get("name") or "")
        if row.card is not None:
            yield called(row.card)


def _number(row: Row, key: str) -> float | None:
    value = row.values.get(key)
    return float(value) if isinstance(value, int | float) else None
