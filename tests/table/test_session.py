"""A game at a table: by itself, taken back, written down, and gone on with."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from generator.ground.problems import Failed
from generator.replay.engine import NAMES
from generator.table.game_log import FOLDER, logs_in, names_piece, notes_in, read_log
from generator.table.session import Refused, Session, new_session, resumed_session
from tests.shared.tables import engines, seated

RULESETS = sorted(engines())
OPEN_GAME, HANDS = "root Sample Game", "deck_of_signs Sample Game Scion"


def play_by_chance(session: Session, rng: Random, most: int) -> None:
    for _ in range(most):
        while session.step():
            pass
        if session.over:
            return
        seat = session.engine.actors(session.state)[0]
        session.act(seat, rng.randrange(len(session.options(seat))), moves=len(session.turns))


@pytest.mark.parametrize("name", RULESETS)
def test_a_log_played_again_is_the_same_game(name: str, tmp_path: Path) -> None:
    session = new_session(engines()[name], NAMES[:3], ["me"] * 3, seed=7, sheet="x", root=tmp_path)
    play_by_chance(session, Random(7), 25)
    again = resumed_session(engines()[name], read_log(logs_in(tmp_path)[0], inside=tmp_path))
    while again.step() or session.step():
        pass
    assert again.broken == ""
    assert again.state == session.state
    assert len(again.turns) == len(session.turns)


@pytest.mark.parametrize("name", RULESETS)
def test_bots_play_to_the_end(name: str) -> None:
    session = seated(name, seed=3, kind="bot:random")
    for _ in range(1500):
        if not session.step():
            seat = session.waiting_bot()
            if seat is None:
                break
            session.think(seat)
    assert session.over


def test_an_old_click_moves_nothing() -> None:
    session = seated(OPEN_GAME, seed=1)
    while session.step():
        pass
    with pytest.raises(Refused):
        session.act(0, 0, moves=len(session.turns) - 1)
    with pytest.raises(Refused, match="turn of Alex"):
        session.act(1, 0, moves=len(session.turns))


def decision(session: Session, action: str) -> int:
    return next(at for at, option in enumerate(session.options(0)) if option.cells["action"] == action)


def test_a_decision_is_taken_back_until_somebody_else_has_moved() -> None:
    session = seated(OPEN_GAME, seed=1)
    while session.step():
        pass
    before, turns = session.state, len(session.turns)
    session.act(0, decision(session, "gather"), moves=turns)
    session.take_back(0)
    assert (session.state, len(session.turns)) == (before, turns)
    with pytest.raises(Refused):
        session.take_back(1)


def test_what_showed_a_card_is_not_taken_back_but_freely() -> None:
    session = seated(OPEN_GAME, seed=1)
    while session.step():
        pass
    before = session.state
    session.act(0, decision(session, "recycle"), moves=len(session.turns))
    with pytest.raises(Refused, match="revealed"):
        session.take_back(0)
    session.take_back_freely()
    assert session.state == before
    assert session.record.marked


def test_why_not_is_the_rules_own_sentence() -> None:
    session = seated(OPEN_GAME, seed=1)
    while session.step():
        pass
    refusal = session.why_not(0, {"action": "donate"})
    assert refusal.sentence
    legal = {option.cells["card"] for option in session.options(0)}
    titles = [row["title"] for row in session.engine.book["Patterns"]]
    refusal = session.why_not(0, {"card": next(title for title in titles if title not in legal)})
    assert refusal.rule
    assert refusal.rule_sentence


@pytest.mark.parametrize("name", [OPEN_GAME, "life_meaning Sample Game", "meaning_made_march Sample Game"])
def test_why_not_names_no_card_that_lies_hidden(name: str) -> None:
    session = seated(name, seed=1)
    while session.step():
        pass
    titles = {str(row["title"]) for row in session.engine.book["Events"]}
    for title in titles:
        sentence = session.why_not(0, {"card": title}).sentence
        assert {other for other in titles - {title} if f" {other}" in sentence} == set()


@pytest.mark.parametrize("name", RULESETS)
def test_the_last_discard_of_each_pile_is_shown(name: str) -> None:
    session = seated(name, seed=5, kind="bot:random")
    tops: set[str] = set()
    while not session.over and not tops:
        if not session.step():
            seat = session.waiting_bot()
            assert seat is not None
            session.think(seat)
        view = session.view(0)
        discards = session.engine.discards(view)
        tops = set(discards)
        assert all(number > 0 for number in discards.values())
    hands = [session.engine.hand(session.state, seat) for seat in range(len(session.names))]
    assert tops and tops.isdisjoint(title for hand in hands for title in hand)


def test_moves_notes_and_seats_are_on_the_disk_and_a_torn_line_is_not_counted(tmp_path: Path) -> None:
    session = new_session(engines()[HANDS], NAMES[:3], ["me"] * 3, seed=2, sheet="x", root=tmp_path)
    play_by_chance(session, Random(1), 6)
    session.record.write(note="too strong?", card="Wheel 9", at=3, by="Alex", when="2026")
    session.seat(1, "bot:greedy")
    path = logs_in(tmp_path)[0]
    with path.open("ab") as file:
        file.write(b'{"seat": 0, "cells": {"act')
    record = read_log(path, inside=tmp_path)
    assert len(record.moves) == len(session.record.moves)
    assert record.kinds == ("me", "bot:greedy", "me")
    assert [(name, note.card) for name, note in notes_in(tmp_path)] == [(path.stem, "Wheel 9")]
    again = resumed_session(engines()[HANDS], record)
    while again.step():
        pass
    again.seat(0, "open")
    assert read_log(path, inside=tmp_path).kinds[0] == "open"


def test_a_log_says_which_move_no_longer_holds(tmp_path: Path) -> None:
    session = new_session(engines()[OPEN_GAME], NAMES[:3], ["me"] * 3, seed=2, sheet="x", root=tmp_path)
    play_by_chance(session, Random(1), 6)
    path = logs_in(tmp_path)[0]
    lines = path.read_text("utf-8").splitlines()
    lines[4] = '{"by": "person", "cells": {"action": "load", "card": "No Such Card"}, "seat": 0}'
    path.write_text("\n".join(lines) + "\n", "utf-8")
    again = resumed_session(engines()[OPEN_GAME], read_log(path, inside=tmp_path))
    assert again.broken.startswith("Move 3 of ")
    assert "No Such Card" in again.broken
    while again.step():
        pass
    seat = again.engine.actors(again.state)[0]
    again.act(seat, 0, moves=len(again.turns))
    assert resumed_session(again.engine, read_log(path, inside=tmp_path)).broken == ""


@pytest.mark.parametrize("content", [b"", b"{}", b'[1]\n{"names": 3}\n', b"\xff\xfe\n" * 9])
def test_what_is_no_log_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FOLDER).mkdir()
    path = tmp_path / FOLDER / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(Failed):
        read_log(path, inside=tmp_path)
    assert notes_in(tmp_path) == []


def test_notes_are_listed_by_diff_and_on_the_page_of_their_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from generator.cli.versions import _say_notes

    session = new_session(engines()[HANDS], NAMES[:3], ["me"] * 3, seed=2, sheet="x", root=tmp_path)
    session.record.write(note="too\nstrong?", card="Wheel 9", at=3, by="Alex", when="2026")
    session.record.write(note="long", card="", at=4, by="Brooke", when="2026")
    _say_notes(tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" (")[0].strip() for line in lines[2:]] == [
        "the game: long",
        "Wheel 9: too strong?",
    ]
    assert names_piece("Ice 2", "Ice")
    assert names_piece("wheel 9", "Wheel 9")
    assert not names_piece("Icecap", "Ice")
