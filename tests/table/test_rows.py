"""A game that was played at a table stands as rows that the rules replay."""

from __future__ import annotations

from random import Random

import pytest

from generator.replay.play import Play
from generator.table.rows import script_cells, script_text
from tests.shared.tables import engines, seated


@pytest.mark.parametrize("name", sorted(engines()))
def test_a_played_game_is_a_sample_game(name: str) -> None:
    rng = Random(2)
    session = seated(name, seed=2)
    for _ in range(3000):
        if session.over:
            break
        if not session.step():
            seat = rng.choice(session.engine.actors(session.state))
            session.act(seat, rng.randrange(len(session.options(seat))), moves=len(session.turns))
    assert session.over
    replay = Play(session.engine).replay_text(script_text(session), "played")
    assert [str(problem) for problem in replay.problems] == []
    assert len(replay.steps) > 5
    assert all(cells["narration"] in ("", "(read again)") for cells in script_cells(session))


def test_who_is_asked_for_something_sees_both_answers() -> None:
    session = seated("life_meaning Sample Game", seed=5)
    while session.step():
        pass
    asks = [at for at, option in enumerate(session.options(0)) if "ask" in " ".join(option.cells.values())]
    session.act(0, asks[0], moves=len(session.turns))
    (asked,) = session.engine.actors(session.state)
    assert [option.cells["action"] for option in session.options(asked)] == ["answer no", "answer yes"]
