"""A game without rules: everything may be done, hands stay hidden, and the log plays again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from generator.ground.project import open_project
from generator.replay.engine import NAMES
from generator.story.drawn import checked_game
from generator.table.free import DICE, FreeMove, FreePlay
from generator.table.game_log import logs_in, read_log
from generator.table.session import Refused, Session, new_session, resumed_session
from generator.table.sight import SeatSight
from tests.shared.game_folders import ROOT


@cache
def engine() -> FreePlay:
    return FreePlay(checked_game(open_project(ROOT / "games/nineteen_lanterns")).book)


def session(root: Path | None = None, seed: int = 3) -> Session:
    return new_session(engine(), NAMES[:3], ["me"] * 3, seed=seed, sheet="", root=root)


def do(table: Session, seat: int, word: str, payment: str = "", card: str = "") -> None:
    cells = {"action": word, "payment": payment, "card": card}
    for at, option in enumerate(table.options(seat)):
        if all(not text or option.cells[column] == text for column, text in cells.items()):
            table.act(seat, at, moves=len(table.turns))
            return
    raise AssertionError((word, [option.cells for option in table.options(seat)][:9]))


def everything(table: Session) -> Counter[int]:
    state = table.state
    piles = (*state.decks, *state.discards, *state.hands, [placed.card for placed in state.placed])
    return Counter(card for pile in piles for card in pile)


def test_cards_are_dealt_played_and_gathered_and_none_is_lost() -> None:
    table = session()
    before = everything(table)
    do(table, 0, "deal", "2")
    assert [len(hand) for hand in table.state.hands] == [2, 2, 2]
    do(table, 1, "play")
    do(table, 2, "lay")
    do(table, 2, "flip", card=table.options(2)[-1].cells["card"])
    do(table, 0, "turn")
    do(table, 0, "discard")
    assert list(engine().discards(table.view(1)).values()) == [1]
    do(table, 0, "gather")
    assert engine().discards(table.view(1)) == {}
    do(table, 0, "count", "+5")
    do(table, 0, "roll", "d6")
    assert table.state.counts == (5, 0, 0)
    assert table.state.thrown.startswith("d6: ")
    assert everything(table) == before
    assert len(DICE) == 7


def test_a_log_without_rules_plays_again(tmp_path: Path) -> None:
    table, rng = session(tmp_path), Random(1)
    for _ in range(30):
        seat = rng.randrange(3)
        table.act(seat, rng.randrange(len(table.options(seat))), moves=len(table.turns))
    again = resumed_session(engine(), read_log(logs_in(tmp_path)[0], inside=tmp_path))
    assert again.broken == ""
    assert again.state == table.state


def test_a_draw_is_not_taken_back_and_a_play_is() -> None:
    table = session()
    do(table, 0, "draw")
    with pytest.raises(Refused):
        table.take_back(0)
    before = table.state
    do(table, 0, "play")
    table.take_back(0)
    assert table.state == before
    with pytest.raises(Refused):
        table.seat(0, "bot:greedy")


def test_what_lies_face_down_or_in_hands_is_sent_to_nobody_else() -> None:
    rng = Random(4)
    for seed in range(20):
        table = session(seed=seed)
        for _ in range(15):
            seat = rng.randrange(3)
            table.act(seat, rng.randrange(len(table.options(seat))), moves=len(table.turns))
        for seat in range(3):
            last = table.turns[-1]
            world = engine().determinize(table.view(seat), seat, rng)
            twin = replace(
                table,
                turns=[*table.turns[:-1], replace(last, move=replace(last.move, after=world))],
                _options={},
            )
            now, then = SeatSight(table, seat).told(), SeatSight(twin, seat).told()
            assert {key for key in now if key not in ("log", "undo") and now[key] != then[key]} == set()


def test_a_card_is_laid_at_a_place_and_above_what_lies_there(tmp_path: Path) -> None:
    table = session(tmp_path)
    table.put(0, FreeMove("reveal", 0, 0, (120, -40)), moves=0)
    do(table, 1, "draw")
    table.put(1, FreeMove("lay", 0, 0, (120, -40)), moves=2)
    table.put(0, FreeMove("put", 0, 0, (7, 8)), moves=3)
    assert [placed.at for placed in table.state.placed] == [(120, -40), (7, 8)]
    assert [placed.open for placed in table.state.placed] == [False, True]
    told = SeatSight(table, 2).told()
    assert [card["title"] == "" for card in told["free"]["placed"]] == [True, False]
    again = resumed_session(engine(), read_log(logs_in(tmp_path)[0], inside=tmp_path))
    assert again.broken == ""
    assert again.state == table.state
    table.take_back(0)
    assert table.state.placed[0].at == (120, -40)


@pytest.mark.parametrize("move", [FreeMove("put", -1, 0, (1, 1)), FreeMove("put", 9, 0, (1, 1)),
    FreeMove("reveal", 0, 0, (99_999, 1)), FreeMove("shuffle", 0, 0, (1, 1)),
    FreeMove("put", 0)])  # fmt: skip
def test_nothing_is_laid_where_there_is_no_place(move: FreeMove) -> None:
    table = session()
    do(table, 0, "reveal")
    before = table.state
    with pytest.raises(Refused):
        table.put(0, move, moves=1)
    assert table.state == before
