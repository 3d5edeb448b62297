"""Numbers in narrations are held against what happened."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.ground.problems import Severity
from generator.replay.narrated import LONGEST_TOLD, Mention, Numbers
from generator.replay.narrated import NUMBERS as WORD_LIST
from generator.replay.tree import folded, tree_text
from tests.shared.scripts import _tweaked, played, shipped_game, shipped_sample
from tests.shared.toy_games import SEATS, playing

NUMBERS = Numbers(shipped_sample().engine)
WORDS = WORD_LIST.split()


def _mentions(text: str) -> list[tuple[int, str]]:
    return [(found.count, found.symbol.key) for found in NUMBERS.mentions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He pays 4 {insight} and two more {energy}.", [(4, "insight"), (2, "energy")]),
        ("Twelve Legacy, and 1 Support", [(12, "legacy"), (1, "support")]),
        ("with {meaning} at 3, Meaning 5. Vitals to four!", [(3, "meaning"), (5, "meaning"), (4, "vitals")]),
        ("−1 {meaning}, all −1 {vitals}", [(1, "meaning"), (1, "vitals")]),
        ("3\N{NO-BREAK SPACE}🔍", [(3, "insight")]),
        ("{energy} 2 {insight}", [(2, "insight")]),
        ("{energy} at two {insight}", [(2, "insight")]),
        ("the one that {support} brings, 2 of them, {energy} one day", []),
        ("1.5 {energy}, v2 {energy}, 12345 {energy}, someone {energy}", []),
        ("2 {boundary} and 3 {unknown} and {", []),
        ("{energy} 2 rounds later", []),
    ],
)
def test_the_numbers_beside_symbols(text: str, found: list[tuple[int, str]]) -> None:
    assert _mentions(text) == found


def test_the_sample_game_has_many_and_all_are_right() -> None:
    told = [row.narration for row in shipped_sample().script.steps]
    assert sum(len(_mentions(narration)) for narration in told) >= 50
    assert shipped_sample().problems == ()


def test_a_card_that_is_named_is_looked_up(tmp_path: Path) -> None:
    replay = _tweaked(tmp_path, "Initiatives", "True Chronicle", "Requirement", "5I 1Pr")
    (problem,) = replay.problems
    assert (problem.severity, problem.where) == (Severity.WARNING, "Sample Game!H73")
    assert problem.what == "The narration says “four {insight}”; here it is 1, 2, 3 or 5."
    assert replay.valid, "the steps hold, so the appendix is not marked"
    assert folded(replay) == replay.problems and "H73  The narration says" in tree_text(replay)


def test_a_rule_that_is_told_is_looked_up(tmp_path: Path) -> None:
    found = _tweaked(tmp_path, "Rules", "Legacy Second", "Value", 4).problems
    assert "Sample Game!H30" in [problem.where for problem in found if "says “3 {legacy}”" in problem.what]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("He pays 1 {energy} and one {insight}, has 2 {energy} left and 2 {support}.", []),
        ("Meaning stays at 5.", []),
        ("Nest brings 3 {support}.", ["The narration says “3 {support}”; here it is 1."]),
        ("Brooke has 3 {energy}.", []),
        ("It brings {meaning} to 9.", ["The narration says “{meaning} to 9”; here it is 3."]),
        ("(read again) Nest brings 3 {support}.", ["This narration is marked “(read again)”, because"]),
    ],
)
def test_a_number_that_did_not_come_about_is_a_warning(told: str, said: list[str]) -> None:
    replay = played(f"1 | turn | Alex | load | Nest | 1E 1I | +1S | {told}\n")
    found = [problem.what for problem in replay.problems if "stops in round" not in problem.what]
    assert [what[: len(said[at])] for at, what in enumerate(found)] == said


def planted(text: str, mention: Mention, more: int) -> str | None:
    """A narration in which a number is another one; None if that cannot be written."""
    number = re.search(rf"\d+|\b(?:{'|'.join(WORDS)})\b", mention.said, re.IGNORECASE)
    count = mention.count + more
    if number is None or not 1 <= count <= len(WORDS):
        return None
    false = str(count) if number[0].isdigit() else WORDS[count - 1]
    at = text.index(mention.said) + number.start()
    return text[:at] + false + text[at + len(number[0]) :]


def test_most_false_numbers_are_told() -> None:
    """Every number of the shipped narrations, one less, one more and two more: four of five are noticed."""
    told, all_of_them = 0, 0
    for step in shipped_sample().steps:
        text = step.row.narration
        for mention in NUMBERS.mentions(text):
            for false in (planted(text, mention, more) for more in (-1, 1, 2)):
                if false is not None:
                    row = replace(step.row, narration=false)
                    all_of_them += 1
                    told += any(True for _ in NUMBERS.wrong(row, step.before, step.after, step.facts))
    assert all_of_them > 100 and told >= 0.8 * all_of_them


def test_what_was_is_not_what_is() -> None:
    rows = "1 | event | | reveal | Great Fire | | -2M | {meaning} {} 5.\n"
    for words, wrong in (("stood at", False), ("stands at", True), ("falls to", True)):
        told = rows.replace("{}", words.removeprefix("falls "))
        assert any("says" in problem.what for problem in played(told).problems) == wrong


def test_what_is_told_of_a_broken_step_is_not_looked_at() -> None:
    replay = played("1 | turn | Alex | load | Nest | 1E | +1S | It brings 9 {support}.\n")
    assert not any("narration" in problem.what for problem in replay.problems)


def test_scores_are_told_in_numbers_too() -> None:
    rows = shipped_sample().script.steps[-1]
    final = shipped_sample().final
    assert final is not None
    wrong = [*NUMBERS.wrong(rows, final, final, ())]
    assert wrong == [] and _mentions(rows.narration) == [(12, "legacy"), (9, "vitals")]


def test_a_toy_is_held_to_its_numbers(tmp_path: Path) -> None:
    play, _ = playing("pebbles", tmp_path / "none")
    row = "1\tturn\tAda\ttake\t\t2\t\tAda takes {} pebbles.\n"
    for number, wrong in (("two", False), ("3", True)):
        problems = play.replay_text(SEATS["pebbles"] + row.format(number), "g.txt").problems
        assert any("The narration says “3 pebbles”" in problem.what for problem in problems) == wrong


def test_long_narrations_take_steps_in_proportion() -> None:
    assert len(_mentions("2 {energy} " * 10_000)) <= 200
    (*_, last) = NUMBERS.mentions("2 {energy} " * 150 + "a " * 50_000)
    assert len(last.sentence) <= LONGEST_TOLD
    assert shipped_game().book.symbols
