"""What strikes in the figures of a game: each kind of imbalance has a test with its bound.

A sentence is said only if the whole interval lies beyond the bound; of kinds that are asked of many cards
or seats at once the interval is widened for that (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist

from generator.balance.figures import CONFIDENCE, Estimate
from generator.balance.watching import FAULT, UNFINISHED

LEAST_GAMES = 30
"""With fewer games nothing is said to strike."""
DEAD_CARD = 0.05
"""A card that fewer of the games take that offer it."""
HELPS = 0.10
"""A card whose takers win so much more often, or more seldom, than their share."""
SEAT = 0.05
"""A seat that wins so much more or less than its share."""
CHARACTER = 0.05
"""A character that wins so much less than its share."""
RUNAWAY = 0.02
"""Fewer games than this change the lead, a round."""
IDLE_SYMBOL = 0.05
"""A symbol of which less is spent, as a part of what is gained."""
ENDLESS = 0.01
SHORT = 2.5
"""Half of the games are over in so many rounds."""


def striking(
    figures: Sequence[Estimate],
    setting: Mapping[str, object],
    never_read: Sequence[str],
    never_used: Sequence[str],
) -> Iterator[str]:
    """Sentences about what a designer should look at, the gravest first."""
    by_name = {figure.name: figure for figure in figures}
    if not any(figure.games >= LEAST_GAMES for figure in figures):
        return
    players = int(str(setting.get("players", 1)))
    for kind in (_ends, _seats, _characters, _leads, _cards, _symbols):
        yield from kind(by_name, players)
    if never_read:
        cells, were = ("cell", "was") if len(never_read) == 1 else ("cells", "were")
        yield f"{len(never_read)} {cells} of the tables {were} never read, such as {never_read[0]}."
    if never_used:
        yield f"No game has the action {', '.join(never_used)}, or no row says it."


Figures = Mapping[str, Estimate]


def widened(figure: Estimate, asked: int) -> tuple[float, float]:
    """The interval of a figure that is one of so many that are asked the same."""
    wide = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(asked, 1))
    by = wide / NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    middle = figure.value
    return middle - by * (middle - figure.low), middle + by * (figure.high - middle)


def _ends(by_name: Figures, _players: int) -> Iterator[str]:
    for word in (FAULT, UNFINISHED):
        figure = by_name.get(f"end|{word}|share")
        if figure is not None and (word == FAULT or figure.high > ENDLESS):
            what = "come to a state that no rule covers" if word == FAULT else "do not end"
            yield f"{figure.value:.0%} of the games {what}."
    rounds = by_name.get("game|rounds|")
    if rounds is not None and rounds.high < SHORT:
        yield f"A game lasts {rounds.value:.1f} rounds on average."


def _seats(by_name: Figures, players: int) -> Iterator[str]:
    seats = [figure for figure in by_name.values() if figure.group == "seat" and figure.measure == "wins"]
    won = math.fsum(seat.value for seat in seats)
    for seat in seats:
        fair = won / max(players, 1)
        low, high = widened(seat, len(seats))
        if low > fair + SEAT or high < fair - SEAT:
            yield f"Seat {seat.subject} wins {seat.value:.0%} of the games; its share would be {fair:.0%}."


def _characters(by_name: Figures, players: int) -> Iterator[str]:
    names = [figure for figure in by_name.values() if figure.group == "character"]
    won = math.fsum(f.value for f in by_name.values() if f.group == "seat" and f.measure == "wins")
    for figure in names:
        fair = won / max(players, 1)
        if widened(figure, len(names))[1] < fair - CHARACTER:
            yield f"The character {figure.subject} wins {figure.value:.0%}; its share would be {fair:.0%}."


def _leads(by_name: Figures, players: int) -> Iterator[str]:
    changes, rounds = by_name.get("score|lead changes|"), by_name.get("game|rounds|")
    if players < 2 or changes is None or rounds is None:
        return
    if rounds.value >= SHORT and changes.high / rounds.value < RUNAWAY:
        yield "Who leads after the first round leads to the end: the lead hardly ever changes."


def _cards(by_name: Figures, _players: int) -> Iterator[str]:
    taken = [figure for figure in by_name.values() if figure.group == "card" and figure.measure == "taken"]
    dead = [card for card in taken if widened(card, len(taken))[1] < DEAD_CARD]
    for card in dead:
        yield f"“{card.subject}” is taken in {card.value:.0%} of the games that offer it (n {card.games})."
    helps = [figure for figure in by_name.values() if figure.group == "card" and figure.measure == "helps"]
    for card in helps:
        if card.games < LEAST_GAMES:
            continue
        low, high = widened(card, len(helps))
        if low > HELPS or high < -HELPS:
            yield f"Who takes “{card.subject}” wins {100 * card.value:+.0f} points beside their share."


def _symbols(by_name: Figures, _players: int) -> Iterator[str]:
    for name, gained in by_name.items():
        if gained.group == "symbol" and gained.measure == "gained" and gained.low > 1:
            spent = by_name.get(name.replace("|gained", "|spent"))
            if spent is None or spent.high < IDLE_SYMBOL * gained.value:
                yield f"{gained.subject.capitalize()} is gained ({gained.value:.1f} a game) and hardly spent."
