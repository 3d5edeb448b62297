"""The results and rules of a told game, against the states that it was played through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.meaning_made.records import TOKENS, Game
from generator.replay.differences import differences
from generator.replay.moves import TABLE
from generator.replay.told import (
    BoxView,
    CardRow,
    CardView,
    Count,
    Moved,
    SeatView,
    Sign,
    Space,
    TableChange,
    TableView,
    Told,
    ToldStep,
    Track,
)
from tests.shared.made import State
from tests.shared.scripts import (
    Played,
    engine,
    lines_text,
    played,
    random_game,
    sample_text,
    shipped_game,
    shipped_sample,
    steps_of,
)

RED, BLUE = Sign("mark_red", "#c23434"), Sign("mark_blue", "#2463b0")
COIN = Sign("energy", "#b57f00")


def counted(game: Game, before: State, after: State) -> dict[tuple[str, str], tuple[str, str]]:
    """What the states say of every token, track and icon: who and what -> from and to, if it changed."""
    rules = engine(game)
    made: dict[tuple[str, str], tuple[str, str]] = {}
    keys = (*TOKENS, "vitals", "legacy")
    values = [(seat, name, key) for seat, name in enumerate(before.names) for key in keys]
    for seat, name, key in [(TABLE, "", "meaning"), *values]:
        was, now = (rules.measure(state, seat, key) for state in (before, after))
        if was != now:
            made[name, key] = (str(was), str(now))
    for seat, name in enumerate(before.names):
        for layer, (was, now) in enumerate(zip(before.icons[seat], after.icons[seat], strict=True)):
            if was != now:
                made[name, game.layers[layer].key] = (str(was), str(now))
    if before.highest != after.highest:
        made["", "highest"] = (str(before.highest), str(after.highest))
    return made


def told_of(step: ToldStep, names: Iterable[str]) -> dict[tuple[str, str], tuple[str, str]]:
    """The same from what is printed."""
    named = {"fragile": "vitals", "": "highest"}
    return {
        (change.name, named.get(moved.sign.icon, moved.sign.icon)): (moved.before, moved.after)
        for change in step.results
        if change.name in ("", *names)
        for moved in change.shifts
    }


def titles(game: Game, state: State) -> tuple[Counter[str], Counter[str]]:
    """What lies in the Index and in the Prism."""
    index = Counter(game.initiatives[card].title for card in state.index if card >= 0)
    return index, Counter(game.patterns[card].title for card in state.prism if card >= 0)


def held(replay: Played) -> None:
    """That every step prints its changes, and nothing else."""
    game = shipped_game()
    for step, told in zip(replay.steps, steps_of(replay.told()), strict=True):
        assert told_of(told, step.before.names) == counted(game, step.before, step.after)
        rows = {change.name: change for change in told.results if change.gone or change.new}
        names = (game.terms.index, game.terms.prism)
        assert {*rows} <= {*names}
        pairs = zip(names, titles(game, step.before), titles(game, step.after), strict=True)
        for name, was, now in pairs:
            change = rows.get(name, TableChange(name))
            assert (Counter(change.gone), Counter(change.new)) == (was - now, now - was)
        filled = sum(
            int(moved.after) - int(moved.before)
            for change in told.results
            if change.name not in ("", *step.before.names, *names)
            for moved in change.shifts
        )
        stays = [card for card in step.before.index if card in step.after.index]
        assert filled == sum(
            sum(step.after.filled[step.after.index.index(card)])
            - sum(step.before.filled[step.before.index.index(card)])
            for card in stays
            if card >= 0
        )


def test_every_line_of_the_sample_game_says_what_changed() -> None:
    held(shipped_sample())


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_every_line_of_any_game_says_what_changed(seed: int, players: int) -> None:
    held(played(sample_text(shipped_game(), seed=seed, players=players), setup=""))


@settings(max_examples=6)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_rule_is_told_once_and_then_pointed_at(seed: int, players: int) -> None:
    lines = random_game(seed=seed, players=players)
    once(played(lines_text(lines), setup="").told())


def test_the_sample_game_tells_each_rule_once() -> None:
    once(shipped_sample().told())


def once(told: Told) -> None:
    """That no rule is told twice, that numbers run on, and that whatever is pointed at tells a rule."""
    steps = tuple(steps_of(told))
    rules = Counter(rule for step in steps for rule in step.rules)
    assert rules and set(rules.values()) == {1}
    assert [step.number for step in steps] == [*range(1, len(steps) + 1)]
    for step in steps:
        assert bool(step.rules) != bool(step.see)
        assert step.see < step.number
        assert not step.see or steps[step.see - 1].rules


def test_no_table_is_drawn_twice() -> None:
    told = shipped_sample().told()
    for one, after in zip(told.rounds, told.rounds[1:], strict=False):
        assert one.before != after.before
    assert told.rounds[-1].after != told.rounds[-1].before


def test_a_broken_step_says_its_rule_each_time() -> None:
    again = "1 | turn | Alex | load | Shell | 1E 1I\n"
    first, second = steps_of(played(again * 2).told())
    rule = "Only a Pattern that lies face up in the Prism can be loaded."
    assert first.rules == second.rules == (rule,)
    assert first.wrong == second.wrong == "it breaks a rule"
    assert (first.results, first.see) == ((), 0)


# ---------------------------------------------------------------- of any game


def track(*markers: int, icon: str = "", name: str = "Road") -> Track:
    spaces = tuple(map(Space, ("Gate", "Market", "Harbour")))
    return Track(name, spaces, markers, "#123456", icon=icon)


def card(title: str, *filled: bool | None, markers: tuple[Sign, ...] = ()) -> CardView:
    return CardView(title, COIN, "#eeeeee", tuple(BoxView(COIN, one) for one in filled), markers)


CHANGES = (
    (TableView(), TableView(), ()),
    (
        TableView(seats=(SeatView("Ada", RED, (Count(COIN, 3),)), SeatView("Bo", BLUE, (Count(COIN, 1),)))),
        TableView(seats=(SeatView("Ada", RED, (Count(COIN, 3),)), SeatView("Bo", BLUE, (Count(COIN, 5),)))),
        (TableChange("Bo", (Moved(COIN, "1", "5"),)),),
    ),
    (
        TableView(tracks=(track(0), track(0, 1))),
        TableView(tracks=(track(2), track(0, 1))),
        (TableChange("", (Moved(Sign("", "#123456"), "Gate", "Harbour", "Road"),)),),
    ),
    (
        TableView(tracks=(track(9),)),
        TableView(tracks=(track(1, 2),)),
        (TableChange("", (Moved(Sign("", "#123456"), "", "Market, Harbour", "Road"),)),),
    ),
    (
        TableView(rows=(CardRow((card("Nest"), card("Nest"), None), name="Row"),)),
        TableView(rows=(CardRow((card("Shell"), card("Nest"), card("Skin")), name="Row"),)),
        (TableChange("Row", gone=("Nest",), new=("Shell", "Skin")),),
    ),
    (
        TableView(rows=(CardRow((card("Nest", False, False, None, markers=(BLUE,)),)),)),
        TableView(rows=(CardRow((None, card("Nest", True, False, None, markers=(RED,)))),)),
        (TableChange("Nest", (Moved(COIN, "0", "1"),), left=(BLUE,), joined=(RED,)),),
    ),
    (
        TableView(seats=(SeatView("Ada", RED),)),
        TableView(seats=(SeatView("Cy", RED, (Count(COIN, 1),)),), rows=(CardRow((card("Nest"),)),)),
        (TableChange("", new=("Nest",)),),
    ),
)


@pytest.mark.parametrize(("before", "after", "changes"), CHANGES)
def test_what_lies_otherwise_is_read_off_the_tables(
    before: TableView, after: TableView, changes: tuple[TableChange, ...]
) -> None:
    assert differences(before, after) == changes


def test_the_acting_player_stands_first() -> None:
    before = TableView((track(0),), tuple(SeatView(name, RED, (Count(COIN, 1),)) for name in ("Ada", "Bo")))
    after = TableView((track(1),), tuple(SeatView(name, RED, (Count(COIN, 2),)) for name in ("Ada", "Bo")))
    assert [change.name for change in differences(before, after, acting="bo")] == ["Bo", "Ada", ""]
    assert [change.name for change in differences(before, after)] == ["", "Ada", "Bo"]
