"""The state of the table as a drawing: tracks, tokens, Palettes, Index and Prism of one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.booklet.flow import Setter, Written, icon_markup, run_markup
from generator.booklet.style import INK, LINE, SOFT
from generator.games.meaning_made.engine import COMMUNITY, EMPTY, State
from generator.games.meaning_made.records import TOKENS, Game
from generator.text.fitting import TextSetting

MEANING = "#c98a00"
DRIFT = "#6a5a8c"
GROUND = "#faf6ec"
TOKEN_COLOURS: Mapping[str, str] = {"energy": "#b57f00", "insight": "#2b7fb8", "support": "#cf3f4f"}
_ROW = 8.2
_CARD = 14.5


@dataclass(frozen=True, slots=True)
class Seat:
    """How a player is shown: the colour and the mark of their mat."""

    colour: str
    mark: str


@dataclass(slots=True)
class _Sketch:
    """SVG of one panel under way. Lengths are mm from the panel's top left corner."""

    setter: Setter
    made: list[str]

    def text(
        self,
        words: str,
        x: float,
        y: float,
        width: float,
        *,
        size: float = 2.9,
        weight: int = 400,
        color: str = INK,
        align: str = "left",
        family: str = "SourceSans3",
    ) -> None:
        """One line on a baseline, shrunk to its width if need be."""
        setting = TextSetting(family=family, size=size, least=1.6, weight=weight, align=align)
        layout = self.setter.typesetter.line(
            words, x=x, y=y, width=width, setting=setting, place="the appendix"
        )
        self.made += [run_markup(run, color, 0, 0) for run in layout.runs]

    def icon(self, key: str, x: float, y: float, size: float, color: str) -> None:
        """An icon by its top left corner."""
        self.setter.sink.icons.add(key)
        self.made.append(icon_markup(key, x, y, size, color))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        stroke: str = "none",
        radius: float = 1,
    ) -> None:
        """A rectangle with round corners."""
        self.made.append(
            f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" rx="{radius}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="0.25"/>'
        )

    def dot(self, x: float, y: float, radius: float, *, fill: str, stroke: str = "none") -> None:
        """A circle."""
        self.made.append(
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="0.25"/>'
        )


def panel(
    setter: Setter, state: State, game: Game, seats: Sequence[Seat], title: str, *, leads: bool = False
) -> Written:
    """One moment of the game, as wide as the page allows."""

    def compose(width: float) -> tuple[float, str]:
        sketch = _Sketch(setter, [])
        inner = width - 8
        sketch.text(title, 4, 6.4, inner * 0.4, size=3.6, weight=600, family="Fraunces")
        y = _meaning(sketch, state, 4 + inner * 0.36, 3.4, inner * 0.64)
        y = _players(sketch, state, game, seats, y + 2.4, inner)
        y = _index(sketch, state, game, seats, y + 2.2, inner)
        y = _prism(sketch, state, game, y + 1.8, inner)
        return y + 3, _ground(width, y + 3) + "".join(sketch.made)

    return Written(setter, compose, kind="drawing", before_mm=2, after_mm=4, keep=leads)


def brief_panel(setter: Setter, state: State, seats: Sequence[Seat], title: str, note: str) -> Written:
    """A moment in which no card has moved since the last drawing: the tracks and tokens, and a note."""

    def compose(width: float) -> tuple[float, str]:
        sketch = _Sketch(setter, [])
        inner = width - 8
        sketch.text(title, 4, 6.4, inner * 0.36, size=3.6, weight=600, family="Fraunces")
        y = _meaning(sketch, state, 4 + inner * 0.36, 3.4, inner * 0.64) + 2.0
        half = (inner - 2) / 2
        for at, seat in enumerate(state.order()):
            x = 4 + (half + 2) * (at % 2)
            _player(sketch, state, seats[seat], seat, x, y, half, (8.2, 26.0, 9.6))
            y += _ROW if at % 2 else 0
        y += _ROW if len(state.names) % 2 else 0
        sketch.text(note, 4, y + 3.2, inner, size=2.9, color=SOFT)
        return y + 6.2, _ground(width, y + 6.2) + "".join(sketch.made)

    return Written(setter, compose, kind="drawing", before_mm=2, after_mm=4, keep=True)


def _ground(width: float, height: float) -> str:
    return (
        f'<rect x="0" y="0" width="{width:.3f}" height="{height:.3f}" rx="2" fill="{GROUND}" '
        f'stroke="{LINE}" stroke-width="0.25"/>'
    )


def _meaning(sketch: _Sketch, state: State, x: float, y: float, width: float) -> float:
    """The Meaning track from its top down to 0, with the marker; returns the y below it."""
    top = state.setting.rules.meaning_max
    step = width / (top + 1)
    for at, value in enumerate(range(top, -1, -1)):
        here = value == state.meaning
        cx, cy = x + step * (at + 0.5), y + 2.6
        fill = MEANING if here else "#ffffff" if value else "#e9e3f2"
        sketch.dot(cx, cy, min(step * 0.44, 2.9), fill=fill, stroke=MEANING if value else DRIFT)
        sketch.text(
            str(value),
            cx - 3,
            cy + 0.95,
            6,
            size=2.7,
            weight=700,
            color="#ffffff" if here else SOFT,
            align="center",
        )
    return y + 5.6


def _players(
    sketch: _Sketch, state: State, game: Game, seats: Sequence[Seat], y: float, width: float
) -> float:
    for seat in state.order():
        x = _player(sketch, state, seats[seat], seat, 4, y, width, (8.5, 29.0, 10.0))
        _palette(sketch, state, game, seat, x + 1, y, width + 4 - x)
        y += _ROW
    return y


def _player(
    sketch: _Sketch,
    state: State,
    look: Seat,
    seat: int,
    x: float,
    y: float,
    width: float,
    at: tuple[float, float, float],
) -> float:
    """A player's name, tokens and tracks; `at` is where name and tokens begin and how far tokens stand
    apart. Returns the x after them."""
    name, tokens, step = at
    sketch.box(x, y, width, _ROW - 1.2, fill="#ffffff", stroke=LINE)
    sketch.box(x, y, 7, _ROW - 1.2, fill=look.colour)
    sketch.icon(look.mark, x + 1.1, y + 1.1, 4.8, "#ffffff")
    base = y + 4.7
    sketch.text(state.names[seat], x + name, base, tokens - name - 0.5, size=3.2, weight=700)
    x += tokens
    for token, count in zip(TOKENS, state.tokens[seat], strict=True):
        sketch.icon(token, x, y + 1.5, 4, TOKEN_COLOURS[token])
        sketch.text(str(count), x + 4.4, base, step - 5, size=3.3, weight=700)
        x += step
    for key, value, color in (
        ("fragile" if state.fragile(seat) else "vitals", state.vitals[seat], "#2f8f6b"),
        ("legacy", state.legacy[seat], "#5c7f2d"),
    ):
        sketch.icon(key, x, y + 1.5, 4, "#cf3f4f" if key == "fragile" else color)
        sketch.text(str(value), x + 4.4, base, step - 4, size=3.3, weight=700)
        x += step + 1
    return x


def _palette(sketch: _Sketch, state: State, game: Game, seat: int, x: float, y: float, width: float) -> None:
    """The Layers of a Palette: each icon with how many Patterns show it."""
    step = width / 6
    for at, layer in enumerate(game.layers[:6]):
        count = state.icons[seat][layer.number - 1]
        color = layer.row["colour"] if count else "#d9d4c7"
        sketch.icon(layer.key, x + step * at, y + 1.3, 4.4, color)
        if count:
            sketch.text(f"×{count}", x + step * at + 4.8, y + 4.7, step - 4.8, size=2.8, weight=700)


def _index(sketch: _Sketch, state: State, game: Game, seats: Sequence[Seat], y: float, width: float) -> float:
    count = len(state.index)
    gap = 2.0
    card = (width - gap * (count - 1)) / count
    for slot, initiative in enumerate(state.index):
        x = 4 + slot * (card + gap)
        if initiative == EMPTY:
            sketch.box(x, y, card, _CARD, fill="none", stroke=LINE)
            continue
        layer = game.layers[game.initiatives[initiative].layer - 1]
        sketch.box(x, y, card, _CARD, fill=layer.row["tint"])
        sketch.box(x, y, card, 4.6, fill=layer.row["colour"])
        key = "end" if slot == state.end_slot else layer.key
        sketch.icon(key, x + 0.8, y + 0.5, 3.6, "#ffffff")
        sketch.text(
            game.initiatives[initiative].title,
            x + 5,
            y + 3.3,
            card - 6,
            size=2.7,
            weight=700,
            color="#ffffff",
        )
        _boxes(sketch, state, game, slot, x + 1.2, y + 5.5, card - 2.4)
        _markers(sketch, state, seats, slot, x + 1.2, y + 10.1)
    return y + _CARD


def _boxes(sketch: _Sketch, state: State, game: Game, slot: int, x: float, y: float, width: float) -> None:
    """Boxes of an Initiative, the filled ones dark, and the Layers that it asks for."""
    initiative = state.index[slot]
    wanted = state.setting.boxes[initiative]
    filled = state.filled[slot]
    side = 3.9
    kinds = (*TOKENS, "token")
    total = sum(wanted) + len(game.initiatives[initiative].layers)
    step = min(side + 0.5, width / max(total, 1))
    side = min(side, step - 0.3)
    for kind, want, have in zip(kinds, wanted, filled, strict=True):
        for number in range(want):
            done = number < have
            sketch.box(x, y, side, side, fill="#22252e" if done else "#ffffff", stroke=SOFT, radius=0.5)
            color = "#ffffff" if done else TOKEN_COLOURS.get(kind, SOFT)
            sketch.icon(kind, x + side * 0.12, y + side * 0.12, side * 0.76, color)
            x += step
    for layer in game.initiatives[initiative].layers:
        known = game.layers[layer - 1]
        sketch.icon(known.key, x + 0.2, y, side, known.row["colour"])
        x += step


def _markers(sketch: _Sketch, state: State, seats: Sequence[Seat], slot: int, x: float, y: float) -> None:
    """Contribution markers in their order."""
    for player in state.orders[slot]:
        if player == COMMUNITY:
            sketch.box(x, y, 3.7, 3.7, fill=SOFT, radius=0.5)
            sketch.icon("community", x + 0.45, y + 0.45, 2.8, "#ffffff")
        else:
            sketch.box(x, y, 3.7, 3.7, fill=seats[player].colour, radius=0.5)
            sketch.icon(seats[player].mark, x + 0.45, y + 0.45, 2.8, "#ffffff")
        x += 4.3


def _prism(sketch: _Sketch, state: State, game: Game, y: float, width: float) -> float:
    count = max(1, len(state.prism))
    gap = 1.6
    chip = (width - gap * (count - 1)) / count
    for at, pattern in enumerate(state.prism):
        x = 4 + at * (chip + gap)
        if pattern == EMPTY:
            sketch.box(x, y, chip, 5.4, fill="none", stroke=LINE)
            continue
        card = game.patterns[pattern]
        layer = game.layers[card.layer - 1]
        sketch.box(x, y, chip, 5.4, fill=layer.row["tint"], stroke=layer.row["colour"])
        sketch.icon(layer.key, x + 0.8, y + 0.8, 3.8, layer.row["colour"])
        sketch.text(card.title, x + 5.2, y + 3.65, chip - 6, size=2.6, weight=600)
    return y + 5.4
