"""Our sample game: sound, whole, and sensitive to every number that it rests on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.actions import Contribute, Donate, Load
from generator.records.richtext import parse_rich
from generator.replay.played import Replay
from generator.replay.worlds import Step
from tests.shared.made import Result, scores, winners
from tests.shared.scripts import _tweaked, shipped_game, shipped_sample


def test_every_step_of_it_holds() -> None:
    assert shipped_sample().problems == ()
    assert shipped_sample().valid


def test_it_ends_by_the_end_initiative_with_the_world_alive() -> None:
    final = shipped_sample().final
    assert final is not None and final.result is Result.END
    assert 6 <= final.round <= 8 and final.meaning > 0
    assert final.names == ("Alex", "Brooke", "Casey", "Drew")
    assert len(winners(final)) == 1 and len(set(scores(final))) == 4


SHOWN: dict[str, Callable[[Step], bool]] = {
    **{
        f"the action {word}": lambda step, word=word: step.row.action == word
        for word in ("gather", "load", "contribute", "touchpoint", "recycle", "donate", "keep", "lose")
    },
    "a missing icon paid by a token": lambda step: (
        _loads(step) and step.before.missing_icons(step.before.player, _action(step).pattern) > 0
    ),
    "a discount": lambda step: (
        _loads(step)
        and bool(step.before.setting.game.patterns[_action(step).pattern].layers)
        and not step.before.missing_icons(step.before.player, _action(step).pattern)
    ),
    "a marker alone": lambda step: isinstance(_action(step), Contribute) and not sum(_action(step).tokens),
    "a third place": lambda step: any(fact.place == 3 for fact in _all(step, say.MarkerPlaced)),
    "an accepted Touchpoint": lambda step: any(fact.accepted for fact in _all(step, say.Answered)),
    "a declined request": lambda step: (
        any(fact.able and not fact.accepted for fact in _all(step, say.Answered))
        and step.row.payment.startswith("ask")
    ),
    "somebody Fragile": lambda step: bool(_all(step, say.BecameFragile)),
    "an Individual Consequence": lambda step: any(fact.player >= 0 for fact in _all(step, say.Consequence)),
    "a recovery by Touchpoint": lambda step: (
        step.row.action == "touchpoint" and bool(_all(step, say.Recovered))
    ),
    "a Completion Penalty": lambda step: bool(_all(step, say.PenaltyRevealed)),
    "a completion through a Load": lambda step: (
        bool(_all(step, say.Completed)) and bool(_all(step, say.Loaded))
    ),
    "a restriction by an Event": lambda step: step.row.action == "reveal" and bool(_all(step, say.Banned)),
    "the cap on donations": lambda step: (
        isinstance(_action(step), Donate)
        and step.after.round > step.before.round
        and step.before.donated == 2
    ),
    "a Fragile player who may not donate": lambda step: (
        step.row.phase == "window"
        and any(step.before.fragile(s) and step.before.tokens[s].support for s in range(4))
    ),
}


def _action(step: Step) -> Any:
    return next((fact.move for fact in step.facts if isinstance(fact, say.Acted)), None)


def _loads(step: Step) -> bool:
    return isinstance(_action(step), Load)


def _all(step: Step, kind: type) -> list[Any]:
    return [fact for fact in step.facts if isinstance(fact, kind)]


@pytest.mark.parametrize("what", SHOWN)
def test_it_shows(what: str) -> None:
    assert any(SHOWN[what](step) for step in shipped_sample().steps)


def test_every_row_is_narrated_briefly_and_with_known_icons() -> None:
    symbols = shipped_game().book.symbols
    for row in (*shipped_sample().script.setup, *shipped_sample().script.steps):
        if row.action not in ("seed", "deck"):
            assert 20 <= len(row.narration) <= 220, row
            assert not parse_rich(row.narration, symbols)[1], row
    told = [step.row.narration for step in shipped_sample().steps]
    assert len(set(told)) == len(told)


# ---------------------------------------------------------------- tweaks of the workbook


def _place(action: str, card: str, number: int, column: str, player: str = "") -> str:
    """The cell of the one row of the sample game with this action, card and round."""
    (row,) = (
        row
        for row in shipped_sample().script.steps
        if (row.action, row.card, row.round) == (action, card, number) and player in ("", row.player)
    )
    return row.at(column)


def _errors(replayed: Replay) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in replayed.problems if problem.severity == "error"]


def test_the_cost_of_reciprocity(tmp_path: Path) -> None:
    replayed = _tweaked(tmp_path, "Patterns", "Reciprocity", "Requirement", "2I 1S")
    ((where, what),) = _errors(replayed)
    assert where == _place("load", "Reciprocity", 1, "payment")
    assert "costs 2 Insight and 1 Support; the row pays 1 Insight and 1 Support" in what
    assert len(replayed.problems) > 10  # what Brooke and the others built on it is marked, too


def test_a_meaning_reward(tmp_path: Path) -> None:
    replayed = _tweaked(tmp_path, "Initiatives", "Town Council", "Meaning", 1)
    ((where, what),) = _errors(replayed)
    assert where == _place("contribute", "Town Council", 4, "gains")
    assert what.endswith("The row states Meaning 7; Meaning is 6.")
    later = [problem.where for problem in replayed.problems if problem.severity == "warning"]
    assert _place("contribute", "Stewardship", 7, "gains") in later
    assert all("Town Council" in problem.what for problem in replayed.problems)


def test_the_cap_on_donations(tmp_path: Path) -> None:
    replayed = _tweaked(tmp_path, "Rules", "Donation Cap", "Value", 2)
    ((where, what),) = _errors(replayed)
    assert where == _place("donate", "", 6, "action", "Casey")
    assert "have reached the cap of 2 Meaning" in what


@pytest.mark.parametrize(
    ("sheet", "key", "column", "value", "root"),
    [
        # Casey does not fall: the choice that a fall brings hangs on it
        ("Patterns", "Metamorphosis", "Requirement", "1Bo 1Ba 1V", ("load", "Metamorphosis", 3, "gains")),
        # it is complete as told, so that other Initiatives come face up as told
        ("Initiatives", "Shared Workshop", "Requirement", "2E 3I 1Fo", ("lose", "", 3, "gains")),
        # no Event is turned over for its code, and the next ones come a round earlier than told
        (
            "Initiatives",
            "Water System",
            "Completion Penalty",
            "all -2V",
            ("contribute", "Water System", 4, "gains"),
        ),
        # what the other letter takes besides is not taken where the row's own outcome is believed
        ("Events", "Long Winter", "Letter", "A", ("reveal", "Long Winter", 2, "gains")),
    ],
)
def test_no_follower_is_blamed_as_a_root(
    tmp_path: Path, sheet: str, key: str, column: str, value: object, root: tuple[Any, ...]
) -> None:
    ((where, _),) = _errors(_tweaked(tmp_path, sheet, key, column, value))
    assert where == _place(*root)


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("sheet", "key", "column", "value"),
    [
        ("Patterns", "Nest", "Bonus", "+2S"),
        ("Patterns", "Budding", "Requirement", "1E"),
        ("Initiatives", "Stewardship", "Requirement", "3E 3I 2S 1Bo 1Ba"),
        ("Initiatives", "Water System", "Completion Penalty", None),
        ("Initiatives", "Shared Workshop", "Completion Bonus", None),
        ("Event Table", "A", "8", "-3M"),
        ("Group Table", 3, "8", "all -1V"),
        ("Rules", "Legacy First", "Value", 5),
        ("Rules", "Start Support", "Value", 0),
        ("Rules", "Touchpoint Vitals Fragile", "Value", 1),
        ("Rules", "Gather Tokens", "Value", 3),
        ("Events", "Long Winter", "Letter", "A"),
    ],
)
def test_other_numbers_that_it_rests_on(
    tmp_path: Path, sheet: str, key: str, column: str, value: object
) -> None:
    assert _errors(_tweaked(tmp_path, sheet, key, column, value))
