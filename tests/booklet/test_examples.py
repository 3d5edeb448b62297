"""Steps of the sample game as examples in a rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.booklet.examples import SampleSteps
from generator.faces.markup import BadArgument
from generator.records.languages import Lexicon
from generator.replay.play import Playing, Replayed
from tests.shared.toy_games import SEATS, playing

SOUND = "1\tturn\tAda\ttake\t\t2\n\t\tBo\ttake\t\t3\n"
ROWS = "1\tturn\tAda\ttake\t\t2\n\t\tBo\ttake\t\t3\n2\t\tAda\ttake\t\t9\n\t\tBo\ttake\t\t1\n"


@dataclass
class Steps:
    play: Playing

    def of(self, rows: str = ROWS) -> SampleSteps:
        return SampleSteps((self.play.replay_text(SEATS["pebbles"] + rows, "pebbles.txt"),), Lexicon())


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    return Steps(playing("pebbles", tmp_path / "game")[0])


def test_the_first_step_with_these_words_is_quoted(steps: Steps) -> None:
    shown = steps.of()
    assert shown.example("take") == (
        "> *From the sample game, step 1.* **Ada**: take 2. "
        "What changes: **Ada**\u00a0{pebble}\u00a00→2\u00a0· **Heap**\u00a0{pebble}\u00a017→15"
    )
    assert shown.example(player="bo").startswith("> *From the sample game, step 2.* **Bo**: take 3.")
    assert [*shown.problems("templates/rulebook.md")] == []


def test_what_is_not_there_is_told_once_and_left_out(steps: Steps) -> None:
    shown = steps.of(SOUND)
    assert shown.example("ask", player="Ada") == shown.example("ask", player="Ada") == ""
    (problem,) = shown.problems("templates/rulebook.md")
    assert (problem.where, problem.what, problem.mend) == (
        "templates/rulebook.md",
        "The sample game has no step that holds of “ask”, “Ada”, so its example is left out here.",
        "Ask for another one, or bring that step back.",
    )


def test_a_step_that_breaks_a_rule_is_no_example(steps: Steps) -> None:
    alone = "1\tturn\tAda\ttake\t\t9\n"
    shown = steps.of(alone)
    assert shown.example("take", player="Ada") == "" and len(shown.missing) == 1
    assert [*shown.problems("templates/rulebook.md")] == []  # that the step is broken is told


def test_without_a_sample_game_nothing_is_shown_and_nothing_told() -> None:
    none: tuple[Replayed, ...] = ()
    shown = SampleSteps(none, Lexicon())
    assert shown.example("take") == "" and [*shown.problems("templates/rulebook.md")] == []


def test_wrong_arguments_are_a_problem_of_the_rulebook(steps: Steps) -> None:
    ask = steps.of().names["example"]
    assert callable(ask)
    with pytest.raises(BadArgument):
        ask(7)
    with pytest.raises(BadArgument):
        ask("take", colour="red")
