"""The worker of a table by itself: what it begins, what it waits with, and what it says of a game."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.ground.messages import receive
from generator.ground.problems import Failed, error
from generator.preview.table_desk import TableDesk
from generator.table.session import Session
from tests.shared.game_folders import ROOT, copy_of

SEATS = ["me", "bot:random", "me"]


def told(desk: TableDesk, asking: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Everything that the desk says to what is asked for."""
    desk.answers = io.BytesIO()
    desk._do({"ask": 1, **asking})
    return heard(desk)


def heard(desk: TableDesk) -> list[Mapping[str, Any]]:
    answers = io.BytesIO(desk.answers.getvalue())  # type: ignore[attr-defined]
    return [message.record for message in iter(lambda: receive(answers), None)]


def facts(messages: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    facts: Mapping[str, Any] = next(m["facts"] for m in messages if m["tell"] == "facts")
    return facts


@pytest.fixture
def signs(tmp_path: Path) -> Iterator[TableDesk]:
    game = copy_of(ROOT / "games/deck_of_signs", tmp_path / "game")
    yield TableDesk(game, io.BytesIO())


def test_a_game_without_rules_begins_without_being_told_so(tmp_path: Path) -> None:
    desk = TableDesk(copy_of(ROOT / "games/nineteen_lanterns", tmp_path / "game"), io.BytesIO())
    begun = facts(told(desk, {"do": "begin", "wish": {"seats": ["me", "bot:greedy"], "seed": 1}}))
    assert begun["playing"]
    assert begun["rules"] == ("no rules",) or begun["rules"] == ["no rules"]
    assert begun["fault"] is None


def test_a_bot_that_fails_waits_until_somebody_says_so(
    signs: TableDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fails(session: Session, seat: int) -> None:
        tried.append(seat)
        raise Failed(error("plays", "The disk is full.", "Make room."))

    monkeypatch.setattr(Session, "think", fails)
    told(signs, {"do": "begin", "wish": {"seats": SEATS, "seed": 4, "rules": "scion"}})
    signs.answers = io.BytesIO()
    signs._go_on()
    assert tried == [1]
    assert facts(heard(signs))["held"]
    assert not signs._goes_on(), "it is not tried again by itself"
    told(signs, {"do": "wish", "visitor": -1, "wish": {"op": "seat", "seat": 1, "kind": "bot:greedy"}})
    assert signs._goes_on()


def test_moves_that_are_forced_without_an_end_stop(signs: TableDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    told(signs, {"do": "begin", "wish": {"seats": SEATS, "seed": 4, "rules": "scion"}})
    signs.most_forced = 5
    monkeypatch.setattr(Session, "step", lambda _: True)
    said = facts(told(signs, {"do": "wish", "visitor": -1, "wish": {"op": "note", "seat": 0, "text": "?"}}))
    assert said["held"]
    assert said["fault"]["what"] == "5 moves in a row were forced, and no end is in sight."


def test_a_log_says_when_it_was_gone_on_with_and_by_whom(signs: TableDesk) -> None:
    begun = facts(told(signs, {"do": "begin", "wish": {"seats": SEATS, "seed": 4, "rules": "scion"}}))
    assert begun["loads"] in ((), [])
    again = TableDesk(signs.folder, io.BytesIO())
    loaded = facts(told(again, {"do": "begin", "wish": {"resume": begun["log"]}}))
    assert [by for _, by in loaded["loads"]] == ["this machine"]
    saved = facts(told(again, {"do": "update"}))
    assert len(saved["loads"]) == 1, "a save that changes nothing for the game is not worth a line"
    fallen = {"do": "begin", "wish": {"resume": begun["log"], "held": True}}
    after = facts(told(TableDesk(signs.folder, io.BytesIO()), fallen))
    assert [by for _, by in after["loads"]] == ["this machine", "the program, after an accident"]
    assert after["held"]


def test_a_game_that_cannot_be_gone_on_with_is_said(signs: TableDesk) -> None:
    said = facts(told(signs, {"do": "begin", "wish": {"resume": "none.jsonl"}}))
    assert said["fault"]["where"] == "--resume"
    assert "There is no log of this name" in said["fault"]["what"]
    crowd = facts(told(signs, {"do": "begin", "wish": {"seats": ["me"] * 40}}))
    assert crowd["fault"]["where"] == "--seats"


def test_of_an_ods_the_rows_are_shown(signs: TableDesk) -> None:
    told(signs, {"do": "begin", "wish": {"seats": SEATS, "seed": 4, "rules": "scion"}})
    (signs.folder / "card_data.xlsx").rename(signs.folder / "card_data.ods")  # it is read already
    wish = {"op": "write", "replace": True}
    answer = told(signs, {"do": "wish", "visitor": -1, "wish": wish})[-1]
    assert answer["ok"]
    assert answer["said"].startswith("pnp does not write card_data.ods.")
    lines = answer["text"].split("\n")
    assert lines[0].split("\t")[:4] == ["round", "phase", "player", "action"]
    assert len(lines) > 4
