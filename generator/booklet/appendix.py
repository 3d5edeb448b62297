"""The appendix: a game played step by step, as its rules have checked it.

It reads a finished `Told` and knows no game: the words of a step, the tables and the ending are the
game's own, and the drawings are of whatever lies on its table. The table is drawn once a round, before its
first step, and once at the end; what happens between is told by the results of each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.booklet import NOT_VALID
from generator.booklet.blocks import Block, Heading, Item, Paragraph, TableBlock
from generator.booklet.flow import Setter, Written
from generator.booklet.panel import panel
from generator.booklet.results import results_text
from generator.booklet.sketch import Sketch
from generator.booklet.story import Drawn
from generator.booklet.style import SOFT, WARN, Look
from generator.booklet.tagging import marked
from generator.records.languages import Lexicon
from generator.replay.told import Remark, TableView, Told, ToldEnding, ToldRound, ToldStep

HEADLINE = Look(size_mm=3.35, weight=700, leading=1.24, after_mm=0)
OUTCOME = Look(size_mm=3.1, leading=1.25, after_mm=0)
RESULT = Look(size_mm=3.0, leading=1.26, after_mm=0)
NARRATION = Look(size_mm=3.1, italic=True, leading=1.25, after_mm=0, color="#3d414d")
RULE = Look(size_mm=3.0, weight=600, leading=1.25, after_mm=0, muted=True)
WRONG = Look(size_mm=3.1, weight=600, leading=1.25, after_mm=0, color=WARN)
GUTTER_MM = 9.4
_BADGE_MM = 7.0
_AIR_MM = 0.3
"""Between the texts of a step."""
_PAD_MM = 1.2
"""Around what stands on a ground or beside a bar."""
_ENGLISH = Lexicon()


def appendix_blocks(game: Told, word: Lexicon = _ENGLISH) -> tuple[Block | Drawn, ...]:
    """The whole appendix. A game that could not begin gives an appendix that says so on its first page."""
    return tuple(_blocks(game, word))


def _blocks(game: Told, word: Lexicon) -> Iterator[Block | Drawn]:
    yield Heading(1, word("How to read this game"))
    if not game.valid:
        yield Paragraph(game.checked, boxed=True)
    yield Paragraph(word(_WHOLE if game.whole else _BEGUN))
    for line in _GUIDE:
        yield Item("•", word(line))
    if game.table is None or game.ending is None:
        return
    yield Heading(1, word("Setup"))
    yield from _remarks(game.setup)
    if game.seated:
        yield Paragraph(game.seated)
    shown: TableView | None = None
    for round_ in game.rounds:
        yield Heading(1, word("Round {number}", number=round_.number))
        if round_.before != shown:
            yield _drawing(round_.before, word("Before round {number}", number=round_.number), leads=True)
        yield from _steps(round_, word)
        shown = round_.before
    if not game.rounds:
        yield _drawing(game.table, word("Before round {number}", number=1))
    yield from _ending(game, game.ending, word)


_WHOLE = (
    "This is a whole game, from setup to the last score. Lay it out on your own table and follow it card by "
    "card."
)
_BEGUN = (
    "This is how a game begins, played as far as it teaches something new. Lay it out on your own table and "
    "follow it card by card."
)
_GUIDE = (
    "The table is drawn once a round, before its first step. Filled boxes are dark; a card to take shows "
    "what it asks for and what it gives.",
    "Every step has a number. Its first line says who does what, the shaded line what that "
    "changes, from → to; “+” and a player’s mark is a marker that is put down.",
    "A rule stands beside a bar at the first step that needs it. “see 7” under a number leads back to it.",
    "The words in italics say why, and what there is to learn.",
)


def _steps(round_: ToldRound, word: Lexicon) -> Iterator[Block | Drawn]:
    for part in round_.parts:
        yield Heading(3, part.heading)
        for step in part.steps:
            yield _entry(step, word)


def _ending(game: Told, ending: ToldEnding, word: Lexicon) -> Iterator[Block | Drawn]:
    yield Heading(1, word("The end" if game.whole else "Here we stop"))
    if game.rounds:
        yield _drawing(game.rounds[-1].after, word("At the end"), leads=True)
    yield Paragraph(ending.text)
    if ending.rows:
        yield TableBlock(ending.rows)
    yield from _remarks(ending.remarks)
    if game.valid and game.checked:
        yield _colophon(game.checked)


def _remarks(remarks: tuple[Remark, ...]) -> Iterator[Item]:
    for remark in remarks:
        yield Item("•", remark.text, remark.place)


def _colophon(text: str) -> Drawn:
    """The last line of all, small."""

    def drawn(setter: Setter) -> list[Written]:
        compose = setter.composed(text, _COLOPHON)
        return [Written(setter, compose, kind="quotation", before_mm=4, source=("colophon", text))]

    return drawn


_COLOPHON = Look(size_mm=2.6, leading=1.3, after_mm=0, color=SOFT)


def _drawing(table: TableView, title: str, *, leads: bool = False) -> Drawn:
    """The table as it lies; `leads` keeps the drawing on one page with the step that follows."""
    return lambda setter: [panel(setter, table, title, leads=leads)]


# ---------------------------------------------------------------- a step


def _entry(step: ToldStep, word: Lexicon) -> Drawn:
    """One step: badge and number in the gutter, then its lines."""
    lines = (
        (step.headline, HEADLINE),
        (f"{NOT_VALID}: {step.wrong}." if step.wrong else "", WRONG),
        (step.outcome, OUTCOME),
        (results_text(step.results, word), RESULT),
        *((rule, RULE) for rule in step.rules),
        (step.narration, NARRATION),
    )
    parts = [(text, look) for text, look in lines if text]
    see = word("see {step}", step=step.see) if step.see else ""

    def drawn(setter: Setter) -> list[Written]:
        setter = setter.at(step.place)

        def compose(width: float) -> tuple[float, str]:
            low, made = _gutter(setter, step, see, width)
            y = 0.0
            for at, (text, look) in enumerate(parts):
                high, markup = _line(setter, text, look, y, width)
                made += marked(f"P.{at}", markup)
                y += high + _AIR_MM
            return max(y, low), made

        source = (parts, step.badge, step.number, see)
        return [Written(setter, compose, kind="step", after_mm=2.0, source=source, role="Div")]

    return drawn


def _line(setter: Setter, text: str, look: Look, y: float, width: float) -> tuple[float, str]:
    """One text of a step from `y` on: results on their ground, a rule beside its bar."""
    room, rtl = width - GUTTER_MM, setter.style.rtl
    is_result, is_rule = look is RESULT, look is RULE
    look = setter.begun(look)
    if not (is_result or is_rule):
        layout = setter.lay(text, look, room)
        return layout.height, setter.markup(layout, look, x_mm=0 if rtl else GUTTER_MM, y_mm=y)
    layout = setter.lay(text, look, room - 2 * _PAD_MM)
    shown = look if is_result else replace(look, color=setter.style.deep)
    high = layout.height + 0.6
    wide, fill = (room, setter.style.ground) if is_result else (0.7, setter.style.deep)
    ground = (
        f'<rect x="{f"{room - wide:.3f}" if rtl else GUTTER_MM}" y="{y:.3f}" width="{wide:.3f}" '
        f'height="{high:.3f}" rx="{0.8 if is_result else 0}" fill="{fill}"/>'
    )
    x = _PAD_MM if is_result else 2 * _PAD_MM - 0.5
    x = 2 * _PAD_MM - x if rtl else GUTTER_MM + x
    return high + 0.3, ground + setter.markup(layout, shown, x_mm=x, y_mm=y + 0.3)


def _gutter(setter: Setter, step: ToldStep, see: str, width: float) -> tuple[float, str]:
    """The sign of who acts, the step's number, and where its rule is told; and the y below them."""
    sketch = Sketch(setter, width)
    sketch.badge(step.badge, 0, 0, _BADGE_MM, edge=1.2)
    y = _BADGE_MM + 3.2
    sketch.text(str(step.number), 0, y, _BADGE_MM, size=3.1, weight=700, align="center")
    markup, sketch = marked("P.number", "".join(sketch.made)), Sketch(setter, width)
    if see:
        y += 3.0
        sketch.text(see, -1.2, y, _BADGE_MM + 2.4, size=2.4, color=SOFT, align="center")
        markup += marked("P.see", "".join(sketch.made))
    return y + 0.6, markup
