"""The appendix: a game played step by step, as its rules have checked it.

It reads a finished `Told` and knows no game: the words of a step, the tables and the ending are the
game's own, and the drawings are of whatever lies on its table.
"""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, Heading, Item, Paragraph, TableBlock
from generator.booklet.document import Drawn
from generator.booklet.flow import Setter, Written, icon_markup
from generator.booklet.panel import brief_panel, panel
from generator.booklet.sketch import on
from generator.booklet.style import SOFT, WARN, Look
from generator.replay.told import Remark, Sign, TableView, Told, ToldEnding, ToldRound, ToldStep

HEADLINE = Look(size_mm=3.7, weight=700, leading=1.3, after_mm=0)
OUTCOME = Look(size_mm=3.4, leading=1.36, after_mm=0)
NARRATION = Look(size_mm=3.5, italic=True, leading=1.36, after_mm=0, color="#3d414d")
RULE = Look(size_mm=2.8, leading=1.3, after_mm=0, color=SOFT, icon_color=SOFT, muted=True)
WRONG = Look(size_mm=3.3, weight=600, leading=1.3, after_mm=0, color=WARN)
GUTTER_MM = 13.0


def appendix_blocks(told: Told) -> tuple[Block | Drawn, ...]:
    """The whole appendix. A game that could not begin gives an appendix that says so on its first page."""
    return tuple(_blocks(told))


def _blocks(told: Told) -> Iterator[Block | Drawn]:
    yield Heading(1, "How to read this game")
    yield Paragraph(told.checked, boxed=True)
    yield Paragraph(
        "This is a whole game, from setup to the last score. Every step has been played by the same "
        "rules that check "
        "the cards before they are printed, so you may lay it out on your own table and follow it card "
        "by card."
    )
    yield Item("•", "The first line of a step says who does what, the second what comes of it.")
    yield Item("•", "The words in italics say why, and what there is to learn.")
    yield Item("•", "The small line names the rule that the step shows.")
    yield Item("•", "A drawing shows the table before and after every round; filled boxes are dark.")
    if told.table is None or told.ending is None:
        return
    yield Heading(1, "Setup")
    yield from _remarks(told.setup)
    if told.seated:
        yield Paragraph(told.seated)
    yield _drawing(told.table, f"Before round {told.rounds[0].number if told.rounds else 1}")
    last: ToldRound | None = None
    for one in told.rounds:
        yield from _round(one, last, told.unmoved)
        last = one
    yield from _ending(told.ending)


def _round(told: ToldRound, last: ToldRound | None, unmoved: str) -> Iterator[Block | Drawn]:
    yield Heading(1, f"Round {told.number}")
    title = f"Before round {told.number}"
    if last is not None and told.before.same_cards(last.after):
        yield _brief(told.before, title, f"{unmoved} as in the drawing after round {last.number}.")
    elif last is not None:
        yield _drawing(told.before, title, leads=True)
    for part in told.parts:
        yield Heading(3, part.heading)
        for step in part.steps:
            yield _entry(step)
    yield _drawing(told.after, f"After round {told.number}")


def _ending(told: ToldEnding) -> Iterator[Block | Drawn]:
    yield Heading(1, "The end")
    yield Paragraph(told.text)
    if told.rows:
        yield TableBlock(told.rows)
    yield from _remarks(told.remarks)


def _remarks(told: tuple[Remark, ...]) -> Iterator[Item]:
    for remark in told:
        yield Item("•", remark.text, remark.place)


def _drawing(table: TableView, title: str, *, leads: bool = False) -> Drawn:
    """The table as it lies; `leads` keeps the drawing on one page with the step that follows."""

    def drawn(setter: Setter) -> list[Flowable]:
        return [panel(setter, table, title, leads=leads)]

    return drawn


def _brief(table: TableView, title: str, note: str) -> Drawn:
    def drawn(setter: Setter) -> list[Flowable]:
        return [brief_panel(setter, table, title, note)]

    return drawn


def _entry(step: ToldStep) -> Drawn:
    """One step: badge in the gutter, then its lines."""
    lines = (
        (step.headline, HEADLINE),
        (f"This step is not valid: {step.wrong}." if step.wrong else "", WRONG),
        (step.outcome, OUTCOME),
        (step.narration, NARRATION),
        (step.rule, RULE),
    )
    kept = [(text, look) for text, look in lines if text]

    def drawn(setter: Setter) -> list[Flowable]:
        setter = setter.at(step.place)

        def compose(width: float) -> tuple[float, str]:
            y, made = 0.0, _badge(setter, step.badge)
            for text, look in kept:
                layout = setter.lay(text, look, width - GUTTER_MM)
                made += setter.markup(layout, look, x_mm=GUTTER_MM, y_mm=y)
                y += layout.height + 0.5
            return max(y, 9.0), made

        return [Written(setter, compose, kind="step", after_mm=3.2, source=(kept, step.badge))]

    return drawn


def _badge(setter: Setter, sign: Sign) -> str:
    """A sign on its colour."""
    ground = f'<rect x="0" y="0" width="9" height="9" rx="1.6" fill="{sign.colour}"/>'
    if not sign.icon:
        return ground
    setter.sink.icons.add(sign.icon)
    return ground + icon_markup(sign.icon, 1.5, 1.5, 6, on(sign.colour))


__all__ = ["appendix_blocks"]
