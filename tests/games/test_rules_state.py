"""A State never changes, a Draft does, and both have the fields of a Position and no others."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.state import Position, State
from tests.shared.made import start
from tests.shared.small_game import FOUR, GAME

NAMES = [each.name for each in fields(Position)]


@pytest.fixture
def state() -> State:
    return start(GAME, FOUR, seed=1)


@pytest.mark.parametrize("name", [*NAMES, "anything"])
def test_a_state_is_frozen(state: State, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(state, name, 0)
    with pytest.raises(FrozenInstanceError):
        delattr(state, name)


def test_a_draft_begins_as_the_state_and_gives_another(state: State) -> None:
    draft = Draft(state)
    assert [getattr(draft, name) for name in NAMES] == [getattr(state, name) for name in NAMES]
    assert draft.freeze() == state
    draft.change_legacy(1, 2)
    after = draft.freeze()
    assert after != state and after == replace(state, legacy=after.legacy)
    assert type(after) is State and state.legacy[1] == 0 and after.legacy[1] == 2


def test_there_is_one_list_of_fields() -> None:
    assert State.__slots__ == () and {*Draft.__slots__} == {"facts", "rules", "work"}
    assert len(NAMES) > 30


def test_states_are_values(state: State) -> None:
    again = start(GAME, FOUR, seed=1)
    assert state is not again and state == again and hash(state) == hash(again)
    assert copy.copy(state) == state and {state, again, start(GAME, FOUR, seed=2)} != {state}
    bare = replace(state, setting=None)  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(bare)) == state
