"""The scenes of the sheet Scenes, laid on a table as its rows say."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.booklet.scene.lying import (
    Lying,
    Scene,
    SpotsOf,
    in_line,
    lying,
    scene,
    shown_by,
    turned,
)
from generator.booklet.scene.pointing import Arrow, Disc, Notes, Spread, arrow_between, middle_of
from generator.booklet.scene.spots import spot_named
from generator.ground.problems import Problem, warning
from generator.ground.spelling import nearest
from generator.press.decks import Deck
from generator.records.called import called
from generator.records.cells import did_you_mean, names, shown, there_are
from generator.records.scenes import SceneRow, StatedScene
from generator.sheets.layouts import Use
from generator.sheets.sheet import Box, Format, Piece, union

_GAP_MM = 12.0
_WIDE = 1.5
"""How much wider than high a table is, where the things decide."""
_OVER_MM = 1.0
"""What lies further than this beyond the edge of what it lies on is tucked under it."""


@dataclass(frozen=True, slots=True)
class _Laid:
    thing: Lying
    stock: Deck


@dataclass(slots=True)
class _Laying:
    """A scene as it is laid, row by row. What lies on something that could not be laid is left out."""

    stock: Mapping[str, Deck]
    spots: SpotsOf
    groups: list[list[Lying]] = field(default_factory=lambda: [[]])
    """The first is what has its place on the table; the others find theirs at the end."""
    laid: dict[int, _Laid] = field(default_factory=dict)
    tucked: Counter[int | None] = field(default_factory=Counter)
    """How many lie under the edges of what a row has laid down."""
    problems: list[Problem] = field(default_factory=list)
    pointing: list[tuple[int, SceneRow]] = field(default_factory=list)
    """The rows that point at something, by what they point at."""
    lacking: bool = False
    """Whether something was left out: what is said of that comes from elsewhere."""

    def lay(self, number: int, row: SceneRow) -> None:
        """Lay down what a row says."""
        if row.component is None:
            if row.on in self.laid:
                self.pointing.append((row.on, row))
            return
        stock = self.stock.get(str(row.component["name"]))
        base = self.laid.get(row.on) if row.on is not None else None
        piece = _piece(stock, row) if stock is not None else None
        if stock is None or piece is None or (row.on is not None and base is None):
            self.lacking = True
            return
        deck = row.card is None and _is_deck(stock)
        down = deck if row.down is None else row.down
        count = row.count or (len(stock.pieces) if deck else 1)
        thing = lying(stock, piece, 0, 0, down=down, turn=row.turn % 360, count=count)
        if base is not None:
            middle = self._middle(base, thing.format, row)
            if middle is None:
                return
            tucked = _reaches_over(replace(thing, x_mm=middle[0], y_mm=middle[1]), base.thing)
            x_mm, y_mm = base.thing.at(*middle)
            thing = replace(thing, x_mm=x_mm, y_mm=y_mm, turn=(thing.turn + base.thing.turn) % 360)
            group = next(group for group in self.groups if base.thing in group)
            at = group.index(base.thing) - self.tucked[row.on] if tucked else len(group)
            group.insert(at, thing)  # under all that is tucked there already
            self.tucked[row.on] += tucked
        elif row.x_mm is None and row.y_mm is None:
            self.groups.append([thing])
        else:
            x_mm, y_mm = _corner(thing.format, row)
            thing = replace(thing, x_mm=x_mm, y_mm=y_mm)
            self.groups[0].append(thing)
        self.laid[number] = _Laid(thing, stock)
        if row.points:
            self.pointing.append((number, row))

    def _middle(self, base: _Laid, thing: Format, row: SceneRow) -> tuple[float, float] | None:
        """Where on its base the middle of a thing comes to lie, from the base's upper left corner."""
        form = base.thing.format
        if not row.place:
            none = row.x_mm is None and row.y_mm is None
            return (form.width_mm / 2, form.height_mm / 2) if none else _corner(thing, row)
        spot = self.spot(base, row)
        if spot is None:
            return None
        x_mm, y_mm = spot.middle
        return x_mm + (row.x_mm or 0.0), y_mm + (row.y_mm or 0.0)

    def spot(self, base: _Laid, row: SceneRow) -> Box | None:
        """The place that a row names on what lies there; None is told."""
        spots = self.spots(base.stock, base.thing.design)
        spot = spot_named(spots, row.place)
        if spot is None:
            shows = shown_by(base.stock, base.thing.design)
            template = base.stock.component[shows.side if shows is not None else "front"]
            mark = f"Mark it in templates/{template} with data-place, or give X and Y."
            mend = other_places(row.place, spots) if spots else mark
            fault = f"There is no place {shown(row.place)} on {shown(base.thing.title)}."
            self.problems.append(warning(row.row.at("place"), fault, mend))
        return spot

    def done(self, title: str, number: int) -> Scene | None:
        """The scene; None if nothing could be laid down."""
        things = in_line([self.groups[0], _in_rows(self.groups[1:])], gap_mm=_GAP_MM, down=True)
        if not things:
            return None
        before = [piece for group in self.groups for piece in group]
        lies = dict(zip(before, things, strict=True))
        self.laid = {at: _Laid(lies[laid.thing], laid.stock) for at, laid in self.laid.items()}
        return scene(title, things, number=number, notes=self._notes())

    def _notes(self) -> Notes:
        """What the rows point at, when everything lies in its place."""
        discs: list[Disc] = []
        arrows: list[Arrow] = []
        lit: list[Spread] = []
        view: Spread = ()
        for at, row in self.pointing:
            base = self.laid[at]
            area = self._area(base, row)
            if area is None:
                continue
            if row.mark:
                discs.append(_disc(base, area, row))
            if row.light:
                lit.append(area)
            if row.view:
                view = area
            if row.to and (end := self._end(base, row)) is not None:
                arrows.append(arrow_between(area, end))
        return Notes(tuple(discs), tuple(arrows), tuple(lit), view)

    def _area(self, base: _Laid, row: SceneRow) -> Spread | None:
        """The corners of what a row points at, on the table: a piece, a place, a box or a point on it."""
        spot: Box | None = None
        if row.component is None:
            x_mm, y_mm = row.x_mm or 0.0, row.y_mm or 0.0
            if row.place:
                found = self.spot(base, row)
                if found is None:
                    return None
                spot = found.moved(x_mm, y_mm)
            elif row.x_mm is not None or row.y_mm is not None:
                spot = Box(x_mm, y_mm, 0, 0)
            if row.width_mm and row.height_mm:
                if spot is not None and row.place:
                    x_mm, y_mm = spot.middle[0] - row.width_mm / 2, spot.middle[1] - row.height_mm / 2
                spot = Box(x_mm, y_mm, row.width_mm, row.height_mm)
        return base.thing.spread(spot)

    def _end(self, base: _Laid, row: SceneRow) -> Spread | None:
        """What an arrow leads to: a place on what it begins on, else a piece, else a place anywhere."""
        rest = [laid for laid in reversed(self.laid.values()) if laid is not base]
        for each in (base, None, *rest):
            if each is None:
                target = next((target for target in rest if _is_called(target, row.to)), None)
                if target is not None:
                    return target.thing.spread()
            elif (place := spot_named(self.spots(each.stock, each.thing.design), row.to)) is not None:
                return each.thing.spread(place)
        if self.lacking:
            return None
        pieces = [laid.thing.title for laid in self.laid.values()]
        places = self.spots(base.stock, base.thing.design)
        mend = did_you_mean(row.to, names((*pieces, *places)), there_are("pieces", pieces))
        fault = f"There is no place and no piece {shown(row.to)} in this scene."
        self.problems.append(warning(row.row.at("to"), fault, mend))
        return None


def other_places(place: str, spots: Mapping[str, Box]) -> str:
    """A mend: of places that are counted it says how many there are, else which one may be meant.

    Two that have the same number are not alike by that: “Marker 1” is no misspelt “Layer 1”.
    """
    alike: Iterable[str] = spots
    stem, _, last = place.rpartition(" ")
    if stem and last.isdecimal():
        row = [name for name in spots if name.casefold().startswith(f"{stem} ".casefold())]
        row = [name for name in row if name[len(stem) + 1 :].isdecimal()]
        if row:
            return f"There are {shown(row[0])} to {shown(row[-1])}: name one of these, or take the row out."
        alike = [name for name in spots if nearest(stem, [name.rpartition(" ")[0]])]
    return did_you_mean(place, alike, there_are("places", spots))


def _is_called(laid: _Laid, name: str) -> bool:
    named = (laid.thing.title, laid.stock.name, laid.stock.title)
    return name.casefold() in {name.casefold() for name in named}


def _disc(base: _Laid, area: Spread, row: SceneRow) -> Disc:
    """A disc in the middle of what it marks, or off it; or at the corner of the piece of its own row."""
    x_mm, y_mm = middle_of(area)
    if row.lead is not None:
        cos, sin = turned(base.thing.turn)
        dx, dy = row.lead
        off = (x_mm + dx * cos - dy * sin, y_mm + dx * sin + dy * cos)
        return Disc(row.mark, row.text, *off, point=(x_mm, y_mm))
    if row.component is not None:
        x_mm, y_mm = area[0]
    return Disc(row.mark, row.text, x_mm, y_mm)


def lay_scenes(
    stated: Sequence[StatedScene], stock: Sequence[Deck], spots: SpotsOf
) -> tuple[tuple[Scene, ...], tuple[Problem, ...]]:
    """The scenes, and a Problem for each place that what lies there does not have."""
    scenes: list[Scene] = []
    problems: list[Problem] = []
    by_name = {pile.name: pile for pile in stock if pile.pieces}
    for stated_scene in stated:
        laying = _Laying(by_name, spots)
        for number, row in enumerate(stated_scene.rows):
            laying.lay(number, row)
        scene = laying.done(stated_scene.title, len(scenes))
        problems += laying.problems
        if scene is not None:
            scenes.append(scene)
    return tuple(scenes), tuple(problems)


def _piece(stock: Deck, row: SceneRow) -> Piece | None:
    """The piece that a row means; None if it is not printed."""
    if row.card is None:
        return stock.pieces[0]
    title = called(row.card)
    return next((piece for piece in stock.pieces if piece.title == title), None)


def _corner(form: Format, row: SceneRow) -> tuple[float, float]:
    """The middle of a thing whose upper left corner a row tells."""
    return (row.x_mm or 0.0) + form.width_mm / 2, (row.y_mm or 0.0) + form.height_mm / 2


def _reaches_over(local: Lying, base: Lying) -> bool:
    box, size = local.box, base.format
    over = max(-box.x_mm, -box.y_mm, box.right_mm - size.width_mm, box.bottom_mm - size.height_mm)
    return over > _OVER_MM


def _is_deck(stock: Deck) -> bool:
    """Whether it lies there as a whole if no piece is named: cards with backs that are not all alike."""
    several = len({piece.front for piece in stock.pieces}) > 1
    return several and stock.use not in {Use.PAGE, Use.BOARD} and stock.pieces[0].back is not None


def _in_rows(groups: Sequence[Sequence[Lying]]) -> list[Lying]:
    """Groups in rows, from the left to the right and down, a little wider than high."""
    boxes = [union(piece.box for piece in group) for group in groups]
    if not boxes:
        return []
    area = sum((box.width_mm + _GAP_MM) * (box.height_mm + _GAP_MM) for box in boxes)
    widest = max(max(box.width_mm for box in boxes), math.sqrt(area * _WIDE))
    rows: list[list[Sequence[Lying]]] = [[]]
    used = 0.0
    for group, box in zip(groups, boxes, strict=True):
        if rows[-1] and used + box.width_mm > widest:
            rows.append([])
            used = 0.0
        rows[-1].append(group)
        used += box.width_mm + _GAP_MM
    return in_line([in_line(row, gap_mm=_GAP_MM) for row in rows], gap_mm=_GAP_MM, down=True)
