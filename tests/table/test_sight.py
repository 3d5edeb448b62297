"""What a seat may not know never reaches it: games played again with that dealt otherwise look the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from generator.replay.moves import NOBODY, Move
from generator.table.session import Session, TurnTaken
from generator.table.sight import SeatSight
from tests.shared.tables import engines, seated

NAMES = sorted(engines())
MOST_TURNS = 60


def other_turn(session: Session, seat: int, rng: Random) -> TurnTaken | None:
    """The last turn in another world that the seat cannot tell from this one; None if none is at hand."""
    turn, engine = session.turns[-1], session.engine
    move = turn.move
    world = engine.determinize(engine.view(move.before, seat), seat, rng)
    seen = engine.view(move.after, seat)
    if move.seat == seat or (move.seat != NOBODY and not engine.keeps_hands):
        actions = (move.action,)
    else:
        actions = engine.legal_actions(world, move.seat)[:40]
        actions = actions[:1] if move.seat == NOBODY else actions
    for action in actions:
        after, facts = engine.apply(world, move.seat, action)
        if engine.view(after, seat) == seen:
            return TurnTaken(Move(world, move.seat, action, after, facts), turn.by, turn.why)
    return None


def compare(sight: SeatSight, rng: Random) -> bool:
    """Whether another world was at hand; then the seat is sent the same bytes in it."""
    session = sight.session
    last = other_turn(session, sight.seat, rng)
    if last is None:
        return False
    twin = replace(session, turns=[*session.turns[:-1], last], _options={})
    told = sight.body()
    assert replace(sight, session=twin, _entries=list(sight._entries), _tables={}).body() == told
    return True


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_may_not_know_is_in_nothing_that_it_is_sent(name: str) -> None:
    compared = 0
    for seed in range(2):
        compared += _play_and_compare(name, seed, every=7)
    assert compared > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_hundreds_of_games_say_nothing_that_is_hidden(name: str) -> None:
    assert sum(_play_and_compare(name, seed, every=9) for seed in range(100, 130)) > 90


def _play_and_compare(name: str, seed: int, *, every: int) -> int:
    rng = Random(seed)
    session = seated(name, seed=seed, players=3 + seed % 2)
    sights = [SeatSight(session, seat) for seat in range(len(session.names))]
    compared = 0
    for number in range(MOST_TURNS):
        if not session.step():
            if session.over:
                break
            seat = rng.choice(session.engine.actors(session.state))
            session.act(seat, rng.randrange(len(session.options(seat))), moves=len(session.turns))
        if number % every == seed % every:
            for seat, sight in enumerate(sights):
                compared += compare(sight, rng)
                _asks_why_not(session, seat, rng)
    return compared


def _asks_why_not(session: Session, seat: int, rng: Random) -> None:
    """Why not, too, is told by what the seat knows."""
    twin_state = session.engine.determinize(session.view(seat), seat, rng)
    move = session.turns[-1].move
    twin = replace(session, turns=[TurnTaken(replace(move, after=twin_state), "chance")], _options={})
    rows = session.engine.table(session.view(seat), session.script).rows
    cards = [card.title for row in rows for card in row.cards if card is not None]
    for card in (*cards[:2], *session.engine.hand(session.view(seat), seat)[:1]):
        assert twin.why_not(seat, {"card": card}) == session.why_not(seat, {"card": card})


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_legal(name: str) -> None:
    """The options come of what a seat knows; the rules, which know everything, allow the same."""
    rng = Random(5)
    session = seated(name, seed=5)
    for _ in range(MOST_TURNS):
        if not session.step():
            if session.over:
                break
            for seat in session.engine.actors(session.state):
                listed = [option.action for option in session.options(seat)]
                assert listed == list(session.engine.legal_actions(session.state, seat))
            session.act(seat, rng.randrange(len(session.options(seat))), moves=len(session.turns))


@pytest.mark.parametrize("name", ["root Sample Game", "life_meaning Sample Game"])
def test_mats_are_told_in_the_order_of_seats_whoever_begins(name: str) -> None:
    session = seated(name, seed=1)
    session.start = replace(session.start, starter=1)
    shown = session.engine.table(session.start, session.script)
    assert [mat.name for mat in shown.seats] == ["Brooke", "Casey", "Alex"]
    told = SeatSight(session, 0).told()
    assert [mat["name"] for mat in told["table"]["seats"]] == list(session.names)


@pytest.mark.parametrize("name", ["root Sample Game", "life_meaning Sample Game"])
def test_what_players_have_taken_and_the_event_lie_on_the_table(name: str) -> None:
    session = seated(name, seed=3, kind="bot:greedy")
    state: Any = session.state
    before = sum(session.engine.piles(state).values())
    while not any(row.cards for row in session.engine.laid(session.state)[:-1]):
        if not session.step():
            session.think(session.waiting_bot() or 0)
    told = SeatSight(session, 0).told()
    assert [row["name"] for row in told["laid"][:3]] == list(session.names)
    counted = [sum(count["number"] for count in mat["stacks"]) for mat in told["table"]["seats"]]
    assert [len(row["cards"]) for row in told["laid"][:3]] == counted
    assert sum(told["piles"].values()) < before
