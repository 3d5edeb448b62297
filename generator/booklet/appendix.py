"""The appendix: a game played step by step, as the rules engine has checked it.

It reads a finished Replay and adds nothing of its own: the words of a step are its narration and what
the engine says happened, the drawings are the engine's states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, Heading, Item, Paragraph, TableBlock
from generator.booklet.document import Drawn
from generator.booklet.flow import Setter, Written, icon_markup
from generator.booklet.panel import Seat, brief_panel, panel
from generator.booklet.style import DEEP, SOFT, WARN, Look
from generator.games.meaning_made.engine import NOBODY, Phase, State, scores, winners
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.words.narrate import headline, outcomes, rule_shown
from generator.replay.worlds import Replay, Step, Verdict

HEADLINE = Look(size_mm=3.7, weight=700, leading=1.3, after_mm=0)
OUTCOME = Look(size_mm=3.4, leading=1.36, after_mm=0)
TOLD = Look(size_mm=3.5, italic=True, leading=1.36, after_mm=0, color="#3d414d")
RULE = Look(size_mm=2.8, leading=1.3, after_mm=0, color=SOFT, icon_color=SOFT, muted=True)
WRONG = Look(size_mm=3.3, weight=600, leading=1.3, after_mm=0, color=WARN)
GUTTER_MM = 13.0
_PHASES = {"event": "Event", "turn": "Turns", "window": "Stability Window"}


def appendix_blocks(replay: Replay, game: Game) -> tuple[Block | Drawn, ...]:
    """The whole appendix. A replay that failed gives an appendix that says so on its first page."""
    return tuple(_blocks(replay, game, seats_of(replay, game)))


def checked_line(replay: Replay, game: Game) -> str:
    """Against what the game was checked, and with how many steps; or that it is not valid."""
    made = f"workbook version {game.version}, content {game.book.digest[:12]}"
    wrong = sum(step.verdict is not Verdict.HOLDS for step in replay.steps)
    if replay.valid:
        return f"Checked against {made}: {len(replay.steps)} steps, every one of them legal."
    return (
        f"**Not valid for this version.** Checked against {made}: {len(replay.steps)} steps, of which "
        f"{wrong} do not "
        f"hold, and {len(replay.problems)} findings in all. Run pnp replay for the list."
    )


def seats_of(replay: Replay, game: Game) -> tuple[Seat, ...]:
    """Each player's colour and mark: the mat that the script names, else the mats in their order."""
    mats = list(game.book["Players"])
    rows = [row for row in replay.script.setup if row.action == "seat"]
    made = []
    for at, row in enumerate(rows):
        mat = next((m for m in mats if m["name"].casefold() == row.card.casefold()), mats[at % len(mats)])
        made.append(Seat(mat["colour"], mat["mark"]))
    return tuple(made)


def _blocks(replay: Replay, game: Game, seats: Sequence[Seat]) -> Iterator[Block | Drawn]:
    yield Heading(1, "How to read this game")
    yield Paragraph(checked_line(replay, game), boxed=True)
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
    if replay.start is None or replay.final is None:
        return
    yield Heading(1, "Setup")
    yield from _setup(replay, replay.start, game, seats)
    last = replay.start
    for number, group in groupby(replay.steps, key=lambda step: step.row.round):
        steps = tuple(group)
        yield from _round(number, steps, game, seats, last)
        last = steps[-1].after
    yield from _ending(replay, replay.final, game)


def _setup(replay: Replay, start: State, game: Game, seats: Sequence[Seat]) -> Iterator[Block | Drawn]:
    told = [row for row in replay.script.setup if row.action == "seat"]
    for row in told:
        if row.narration:
            yield Item("•", f"**{row.player}** ({row.card}). {row.narration}", row.at("narration"))
    order = ", ".join(start.names[seat] for seat in start.order())
    yield Paragraph(
        f"They sit in this order, clockwise: {order}. {start.names[start.starter]} is the starting player."
    )
    yield _table(start, game, seats, "Before round 1")


def _round(
    number: int, steps: Sequence[Step], game: Game, seats: Sequence[Seat], last: State
) -> Iterator[Block | Drawn]:
    yield Heading(1, f"Round {number}")
    begin, title = steps[0].before, f"Before round {number}"
    if number > 1 and _cards(begin) == _cards(last):
        note = f"Prism, Index and Palettes lie as in the drawing after round {number - 1}."
        yield _brief(begin, seats, title, note)
    elif number > 1:
        yield _table(begin, game, seats, title, leads=True)
    for phase, part in groupby(steps, key=lambda step: step.row.phase):
        yield Heading(3, _PHASES.get(phase, phase.capitalize()))
        for step in part:
            yield _entry(step, game, seats)
    yield _table(steps[-1].after, game, seats, f"After round {number}")


def _ending(replay: Replay, final: State, game: Game) -> Iterator[Block | Drawn]:
    yield Heading(1, "The end")
    won = winners(final)
    standing = next(
        (row["name"] for row in game.book["Outcomes"] if row["from"] <= final.meaning <= row["to"]), ""
    )
    over = "The game is over" if final.phase is Phase.OVER else "The script stops here"
    yield Paragraph(f"{over}. Meaning {{meaning}} stands at {final.meaning}: the world is **{standing}**.")
    rows = [("Player", "{vitals} Vitals", "{legacy} Legacy", "{score} Score", "")]
    totals = scores(final)
    for seat in sorted(range(len(final.names)), key=lambda seat: -totals[seat]):
        mark = "wins" if seat in won else ""
        rows.append(
            (
                f"**{final.names[seat]}**",
                str(final.vitals[seat]),
                str(final.legacy[seat]),
                f"**{totals[seat]}**",
                mark,
            )
        )
    yield TableBlock(tuple(rows))
    for row in replay.script.steps:
        if row.action == "score" and row.narration:
            yield Item("•", f"**{row.player}.** {row.narration}", row.at("narration"))


def _table(state: State, game: Game, seats: Sequence[Seat], title: str, *, leads: bool = False) -> Drawn:
    """The table as it lies; `leads` keeps the drawing on one page with the step that follows."""

    def drawn(setter: Setter) -> list[Flowable]:
        return [panel(setter, state, game, seats, title, leads=leads)]

    return drawn


def _brief(state: State, seats: Sequence[Seat], title: str, note: str) -> Drawn:
    def drawn(setter: Setter) -> list[Flowable]:
        return [brief_panel(setter, state, seats, title, note)]

    return drawn


def _cards(state: State) -> tuple[object, ...]:
    """Whatever a drawing shows beside tracks and tokens."""
    return state.prism, state.index, state.filled, state.orders, state.icons


def _entry(step: Step, game: Game, seats: Sequence[Seat]) -> Drawn:
    """One step: badge in the gutter, then its lines."""

    def drawn(setter: Setter) -> list[Flowable]:
        setter = setter.at(step.row.at("narration"))
        lines = [
            (headline(step, game), HEADLINE),
            (outcomes(step, game), OUTCOME),
            (step.row.narration, TOLD),
        ]
        if step.verdict is not Verdict.HOLDS:
            lines.insert(1, (f"This step is not valid: it {_why(step)}.", WRONG))
        lines.append((rule_shown(step), RULE))
        kept = [(text, look) for text, look in lines if text]

        def compose(width: float) -> tuple[float, str]:
            y, made = 0.0, _badge(setter, step, seats)
            for text, look in kept:
                layout = setter.lay(text, look, width - GUTTER_MM)
                made += setter.markup(layout, look, x_mm=GUTTER_MM, y_mm=y)
                y += layout.height + 0.5
            return max(y, 9.0), made

        return [Written(setter, compose, kind="step", after_mm=3.2)]

    return drawn


def _why(step: Step) -> str:
    return "breaks a rule" if step.verdict is Verdict.BROKEN else "depends on a broken one"


def _badge(setter: Setter, step: Step, seats: Sequence[Seat]) -> str:
    """The player's mark on their colour, or the sign of the phase."""
    seat = next(
        (s for s, name in enumerate(step.before.names) if name.casefold() == step.row.player.casefold()),
        NOBODY,
    )
    colour, key = (seats[seat].colour, seats[seat].mark) if seat != NOBODY else (DEEP, "event")
    setter.sink.icons.add(key)
    ground = f'<rect x="0" y="0" width="9" height="9" rx="1.6" fill="{colour}"/>'
    return ground + icon_markup(key, 1.5, 1.5, 6, "#ffffff")


__all__ = ["appendix_blocks", "checked_line", "seats_of"]
