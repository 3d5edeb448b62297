"""Symetra for tests: the shipped workbook, positions of it, and rows played in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.symetra.facts import Fact
from generator.games.symetra.flow import actors
from generator.games.symetra.moves import Decline, Move, Resolve, apply
from generator.games.symetra.play import Symetra
from generator.games.symetra.records import setting_from
from generator.games.symetra.state import (
    Announced,
    Lying,
    Phase,
    Position,
    Selection,
    Spot,
    State,
    Use,
)
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.moves import NOBODY
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import ScriptRow, script_from_lines, script_from_text
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "symetra"
THREE = ("Amber", "Rose", "Azure")


@cache
def engine() -> Symetra:
    """The rules over the shipped workbook."""
    return Symetra(setting_from(shipped_workbook(FOLDER)))


def with_numbers(**numbers: int) -> Symetra:
    """The rules under other numbers."""
    setting = engine().setting
    return Symetra(replace(setting, numbers=replace(setting.numbers, **numbers)))


def changed(
    name: str, row: str, header: str, value: Any, *, key: int = 1
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row with a word in the column `key`."""
    return with_cell(FOLDER, name, row, header, value, key=key)


def played(book: Book) -> Replay[State, Move, Fact]:
    """The sample game of a workbook."""
    replay = Play(Symetra(setting_from(book))).replay_book(book)
    assert replay is not None
    return replay


def card(title: str) -> int:
    """A card by its title."""
    return [facts.name for facts in engine().setting.cards].index(title)


def begun(rules: Symetra | None = None, names: Sequence[str] = THREE, *, seed: int = 1) -> State:
    """The beginning of a game, before the first cycle."""
    rules = rules or engine()
    return rules.begin(script_from_lines(rules.deal(names, seed=seed), rules.vocabulary))


def matrix_of(title: str, beads: int) -> tuple[Lying, ...]:
    """Amber's card in the middle, Rose's east of it, Azure's west, Amber's second to the south-east."""
    east, west, south = (
        other if other != title else spare
        for other, spare in (("Tree", "Growth"), ("Moon", "Calm"), ("Seed", "Water"))
    )
    return (
        Lying(card(title), Spot(0, 0), 0, beads),
        Lying(card(east), Spot(1, 0), 1, 3),
        Lying(card(west), Spot(-1, 0), 2, 3),
        Lying(card(south), Spot(0, 1), 0, 2),
    )


def at_turn(title: str = "Sun", beads: int = 4, rules: Symetra | None = None, **fields: Any) -> State:
    """Amber's turn in the first round, with a card of hers in the middle of the matrix."""
    there = matrix_of(title, beads)
    lying = {place.card for place in there} | {card("Anger")}

    def others(*titles: str) -> tuple[int, ...]:
        return tuple(number for number in map(card, titles) if number not in lying)

    position = Position(
        setting=(rules or engine()).setting,
        names=THREE,
        seed=1,
        actual=(27, 27, 27),
        potential=(20, 20, 20),
        universal=(3, 3, 3),
        hands=(others("Storm", "Joy"), others("Void", "Metal"), others("Chaos", "Light")),
        card_deck=others("Order", "Time", "Earth", "Mirror", "Passion"),
        card_discard=others("Ice", "Fire"),
        playing=(True, True, True),
        wins=(0, 0, 0),
        starter=0,
        cycles=3,
        matrix=there,
        phase=Phase.TURNS,
        due=(0, 1, 2),
    )
    return replace(position.kept(), **fields)


def answering(title: str, beads: int = 4, **fields: Any) -> State:
    """Rose has announced Anger on Amber, who has a card to answer with."""
    there = (*matrix_of(title, beads), Lying(card("Anger"), Spot(2, 0), 1, 4))
    angry = Announced(1, Use(card("Anger"), Selection(player=0)))
    stacked = {
        "matrix": there,
        "stack": (angry,),
        "asked": (0,),
        "due": (1, 2),
        "used": ((1, card("Anger")),),
    }
    return at_turn(title, beads, **{**stacked, **fields})


def row(text: str) -> ScriptRow:
    """A row of a script: `1|turns|Amber|use|Sun|Sun 2, Seed 1`."""
    script, problems = script_from_text(text, "row", engine().vocabulary)
    assert not problems, problems
    return script.rows[0]


def after_row(state: State, text: str, rules: Symetra | None = None) -> State:
    """The state after a row. Raises CellError or MoveError."""
    return (rules or engine()).play(row(text), state, state)[0]


def after_answer(state: State, title: str, *resolved: str) -> State:
    """Amber answers Anger by a card; then all decline, and what is announced happens as `resolved` says."""
    after = after_row(state, f"1|answer|Amber|answer|{title}|Anger")
    texts = iter(resolved)
    while after.stack:
        seats = actors(after)
        if seats:
            after = apply(after, seats[0], Decline())[0]
        else:
            assert Resolve().why_not(after, NOBODY) is None
            after = after_row(after, f"1|answer||resolve||{next(texts, '')}")
    return after


def differences(before: State, after: State) -> set[str]:
    """What has changed: `Rose.actual-2`, `Tree+1`, `Tree=gone`, `Rose.hand+1`, `lasts:fusing:Rose`."""
    return {*_counts(before, after), *_matrix(before, after), *_lasting(after)}


def _counts(before: State, after: State) -> Iterator[str]:
    for seat, name in enumerate(before.names):
        for pool in ("actual", "potential", "universal"):
            change = getattr(after, pool)[seat] - getattr(before, pool)[seat]
            if change:
                yield f"{name}.{pool}{change:+d}"
        hands = before.hands[seat], after.hands[seat]
        if len(hands[0]) != len(hands[1]):
            yield f"{name}.hand{len(hands[1]) - len(hands[0]):+d}"
        elif {*hands[0]} != {*hands[1]}:
            yield f"{name}.hand~"
    yield from (f"looked:{before.names[seat]}" for seat in after.looked)


def _matrix(before: State, after: State) -> Iterator[str]:
    title = before.setting.title
    were, are = ({place.card: place for place in state.matrix} for state in (before, after))
    yield from (f"{title(number)}=gone" for number in were if number not in are)
    for number, place in are.items():
        old = were.get(number)
        change = place.beads - (old.beads if old is not None else 0)
        if change:
            yield f"{title(number)}{change:+d}"
        if old is not None and old.spot != place.spot:
            yield f"at:{title(number)}"


def _lasting(after: State) -> Iterator[str]:
    for lasting in after.lasting:
        whom = after.names[lasting.seat] if lasting.seat >= 0 else after.setting.title(lasting.card)
        yield f"lasts:{lasting.word}:{whom}"
