# ruff: noqa: E501  (a changed cell stands on a line, so that the list can be read down)
"""Scripts of Life~Meaning: the shipped one holds, the published one does not, and what a changed cell breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.checks.checked import read
from generator.games import GAMES
from generator.games.life_meaning import RULESET
from generator.games.life_meaning.playing.play import LifeMeaning
from generator.games.life_meaning.playing.rows import VOCABULARY
from generator.games.life_meaning.records import setting_from
from generator.ground.problems import Problem, Severity, has_errors
from generator.ground.project import open_project
from generator.records.effects import Change, parse_effect
from generator.replay.mending import repair
from generator.replay.play import Play
from generator.replay.script import cells_of, line_of
from generator.replay.tree import folded, tree_text
from generator.replay.worlds import Verdict
from tests.shared.game_folders import check_game
from tests.shared.life_meaning import FOLDER, at_turn, changed, played, replayed, shipped, shipped_book

EXAMPLE = Path(__file__).parents[1] / "data" / "life_meaning_example.txt"


SEATED = "0 | setup | Ada | seat | Ochre\n0 | setup | Bo | seat | Madder\n0 | setup | | seed | 3\n"


def test_the_shipped_game_holds_and_is_told_whole() -> None:
    replay = played(shipped_book())
    assert replay.problems == () and len(replay.steps) == 54
    told = replay.told()
    assert told.ending is not None and told.valid
    assert "(12 − 5) + 4 + 8 = 19, *Durable Community*" in told.ending.text
    assert [row[4] for row in told.ending.rows[1:]] == ["**26**", "**24**", "**21**"]
    shown = [
        rule for part in told.rounds for phase in part.parts for step in phase.steps for rule in step.rules
    ]
    assert len(shown) == len(set(shown)) >= 12  # each rule is told once, where it is needed first


def test_the_folder_is_checked_by_its_rules() -> None:
    book, problems = read(open_project(FOLDER))
    checked = check_game(open_project(FOLDER), book, problems)
    assert checked.module is GAMES["life_meaning"]() is RULESET
    assert not has_errors(checked.problems) and RULESET.players(book) == range(2, 7)


def test_a_new_game_is_the_same_each_time_and_holds() -> None:
    play = Play(LifeMeaning(setting_from(shipped_book())))
    text = play.sample_text(seed=7, players=4)
    assert text == play.sample_text(seed=7, players=4)
    assert replayed(text).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_new_games_hold(players: int, seed: int) -> None:
    text = Play(LifeMeaning(setting_from(shipped_book()))).sample_text(seed=seed, players=players)
    assert [problem.what for problem in replayed(text).problems if "stops in round" not in problem.what] == []


# ---------------------------------------------------------------- the published example

# By hand, E R M V S: each begins with 21000. Round 1: Alex 32000, Balance 22001, a gift of R, less R: 22001.
# Brooke 31100, Prediction 21200, less M: 21100. Casey 31001 less R: 30001. Round 2: Alex stabilizes and pays R
# twice: 20000. Brooke takes and pays ES: 21100, and has no S for the Mitigation. Casey 30001. Round 3: Alex
# 31000, pays the last R of the Shelter (two marks each; Alex marked first): 30000. Brooke 22101, Form 21111.
# Casey 31002, pays S: 31001. Drift is 3 less 1 by Alex, 1 more because nothing was met, 2 less by the Shelter,
# 2 more: 3, and not 5. From here on Alex has no S and no R. Brooke 11110, then 12210; Casey 30001, gives E.
BROKEN = (
    # line, and what is wrong; the holdings are those of that ledger
    (30, "Brooke mitigate is not legal: Brooke needs 1S and has 2E 1R 1M."),
    (39, "check: The row states Drift 5; Drift is 3."),
    (41, "Alex stabilize is not legal: Alex needs 1S and has 3E."),
    (42, "Alex contribute Repair Hub is not legal: Alex needs 1R and has 3E."),
    (47, "Alex mitigate is not legal: Alex needs 1S and has 3E."),
    (48, "Brooke mitigate is not legal: Brooke needs 1S and has 2E 2R 2M 1V."),
    (52, "Alex contribute Repair Hub is not legal: Alex needs 1R and has 4E 1S."),
    (53, "Brooke contribute Repair Hub is not legal: Brooke needs 1R 1S and has 2E 2R 2M 1V."),
    # the Hub has five boxes, and six marks are told of it
    (55, "Casey contribute Repair Hub is not legal: Repair Hub has 2R 1S open; the row pays 2S."),
    (58, "Alex mitigate is not legal: Alex needs 1R and has 4E 1S."),
    (59, "Casey mitigate is not legal: Casey needs 1S and has 2E."),
    # Damage, Uncertainty and Scarcity were opened before, and lie among the discards
    (61, "open Damage is not legal: The next Event of the deck is"),
    (63, "Alex contribute Stewardship Retrofit is not legal: Alex needs 1E 1R and has 4E."),
    (66, "Casey contribute Mentorship Archive is not legal: Casey needs 1S and has 2E."),
    (67, "Casey stabilize is not legal: Casey needs 1S and has 2E."),
    (69, "open Uncertainty is not legal: The next Event of the deck is"),
    # Casey paid the Archive's only R in round 4
    (71, "Alex contribute Mentorship Archive is not legal: Mentorship Archive has 1M 1V 1S open; the row"),
    (73, "Brooke touchpoint Casey is not legal: Casey needs 1S and has 2E."),
    (74, "Casey contribute Mentorship Archive is not legal: Casey needs 1S and has 2E."),
    (75, "Casey contribute Stewardship Retrofit is not legal: Casey needs 1E 2S and has 2E."),
    (77, "open Scarcity is not legal: The next Event of the deck is"),
    (78, "Alex contribute Stewardship Retrofit is not legal: Alex needs 1S and has 4E 1R 1M."),
    (79, "Alex stabilize is not legal: Alex needs 1S and has 4E 1R 1M."),
)
DEPENDING = (31, 49, 56, 60, 62, 65, 68, 72, 76, 81, 82, 83)
"""Lines whose outcome hangs on one of those steps."""


def place_of(problem: Problem) -> int:
    return int(problem.where.rpartition(":")[2])


def test_the_published_example_is_refused_with_every_broken_step() -> None:
    replay = replayed(EXAMPLE.read_text("utf-8"))
    errors = [problem for problem in replay.problems if problem.severity is Severity.ERROR]
    assert [place_of(problem) for problem in errors] == [line for line, _ in BROKEN]
    for problem, (_, what) in zip(errors, BROKEN, strict=True):
        assert what in problem.what
    warned = [problem for problem in replay.problems if problem.severity is Severity.WARNING]
    assert tuple(place_of(problem) for problem in warned) == DEPENDING
    assert [step.row.line for step in replay.steps if step.verdict is Verdict.BROKEN] == [
        line for line, _ in BROKEN
    ]


# ---------------------------------------------------------------- one changed cell

CHANGES = (
    # sheet, row, column, value -> the first step that does not hold any more
    ("Rules", "Start Energy", "Value", 1, "Alex contribute Seed Bank is not legal: Alex needs 2E 1R and has 1E 1R."),
    ("Rules", "Start Regulation", "Value", 0, "Alex contribute Seed Bank is not legal: Alex needs 2E 1R"),
    ("Rules", "Actions", "Value", 3, "Alex has 1 action left in round 1"),
    ("Rules", "Acquire Tokens", "Value", 1, "Casey acquire is not legal: Acquire takes 1 token"),
    ("Rules", "Story Reputation", "Value", 2, "Alex contribute Seed Bank: The row states +1Rp"),
    ("Rules", "Support Reputation", "Value", 2, "Casey contribute Seed Bank: The row states +1Rp"),
    ("Rules", "Touchpoint Reputation", "Value", 2, "Alex touchpoint Brooke: The row states +1Rp"),
    ("Rules", "Drift Start", "Value", 4, "Round 1, check: The row states Drift 5; Drift is 6."),
    ("Rules", "Legacy Top", "Value", 7, "Casey contribute Water House: The row states +6L"),
    ("Rules", "Legacy Second", "Value", 2, "Casey contribute Water House: The row states Alex +3L"),
    ("Rules", "Legacy Other", "Value", 2, "Casey contribute Water House: The row states Brooke +1L"),
    ("Rules", "Stabilize Drift", "Value", -2, "Brooke stabilize: The row states Drift 5; Drift is 4."),
    ("Rules", "Stabilize Coherence", "Value", 2, "Brooke stabilize: The row states +1C"),
    ("Rules", "Discount Step", "Value", 0, "Alex obtain Thorn Hedge is not legal: Thorn Hedge costs 2E here; the"),
    ("Rules", "Coherence Start", "Value", 5, "The script ends with 26 for Alex; by the rules it is 27."),
    ("Rules", "Group Score Base", "Value", 13, "The script ends with 19 for Group; by the rules it is 20."),
    ("Patterns", "Seed Coat", "Cost", "1R", "Alex obtain Seed Coat is not legal: Seed Coat costs 1R here; the row"),
    ("Patterns", "Seed Coat", "Outputs", "+1E", "Alex contribute Forest Covenant is not legal: Alex needs 1R"),
    ("Patterns", "Seed Coat", "Discount", "regulation", "Alex obtain Thorn Hedge is not legal: Thorn Hedge costs 2E"),
    ("Patterns", "Thorn Hedge", "Tag", "Balance", "Alex obtain Thorn Hedge is not legal: Thorn Hedge costs 2E here"),
    ("Patterns", "Thorn Hedge", "Title", "Quickset", "“Thorn Hedge” is no Pattern of this game."),
    ("Projects", "Water House", "Requires", "3E 2R 1V 1S", "Casey contribute Water House is not legal: Water House has"),
    ("Projects", "Water House", "Benefit", "-1D", "Casey contribute Water House: The row states Drift 3; Drift is 4."),
    ("Projects", "Forest Covenant", "Layer", 9, "Brooke has 2 actions left in round 7, and no row uses them."),
    ("Events", "Silent Birds", "Drift", "+1D", "Round 1, check: The row states Drift 5; Drift is 4."),
    ("Events", "Split Council", "Mitigation", "1V 1S", "Casey mitigate is not legal: The Mitigation still asks for 1V"),
)  # fmt: skip
HOLDING = (
    ("Rules", "Convert Energy", "Value", 3),  # nobody converts
    ("Rules", "Recalibrate Drift", "Value", 2),  # nobody recalibrates
    ("Rules", "Legacy Max", "Value", 20),  # nobody comes beyond 12
    ("Patterns", "Echo", "Cost", "3E"),  # it lies in the Gallery, and nobody obtains it
)


@pytest.mark.parametrize(("sheet", "row", "column", "value", "first"), CHANGES)
def test_a_changed_cell_is_refused_at_the_first_step_that_it_breaks(
    sheet: str, row: str, column: str, value: Any, first: str
) -> None:
    replay = played(changed(sheet, row, column, value))
    errors = [problem.what for problem in replay.problems if problem.severity is Severity.ERROR]
    assert errors and first in errors[0], errors[:3]


@pytest.mark.parametrize(("sheet", "row", "column", "value"), HOLDING)
def test_a_changed_cell_that_no_step_touches_breaks_nothing(
    sheet: str, row: str, column: str, value: Any
) -> None:
    assert played(changed(sheet, row, column, value)).problems == ()


def test_a_broken_game_is_mended() -> None:
    replay = played(changed("Patterns", "Thorn Hedge", "Title", "Quickset"))
    mended = repair(replay, seed=1)
    assert mended is not None
    book = changed("Patterns", "Thorn Hedge", "Title", "Quickset")
    again = Play(LifeMeaning(setting_from(book))).replay_text(mended.text, "game.txt")
    assert not has_errors(again.problems) and any(
        "(read again)" in problem.what for problem in again.problems
    )


# ---------------------------------------------------------------- a row that is forced


@pytest.mark.parametrize("where", ["deck", "discard", "gallery"])
def test_a_pattern_that_is_forced_comes_from_wherever_it_lies(where: str) -> None:
    engine = LifeMeaning(shipped())
    state = at_turn("")
    card = {"deck": state.pattern_deck[5], "discard": state.pattern_deck[0], "gallery": state.gallery[0]}[
        where
    ]
    if where == "discard":
        state = replace(state, pattern_deck=state.pattern_deck[1:], pattern_discard=(card,))
    title = shipped().patterns[card].title
    script = replayed(SEATED + f"1 | turn | Alex | obtain | {title} | 2E\n").script
    after, facts = engine.force(script.steps[-1], state, ())
    assert after.stacks[0] == (card,) and facts and after.actions_left == 1
    lying = [*after.gallery, *after.pattern_deck, *after.pattern_discard, *after.stacks[0]]
    assert sorted(one for one in lying if one >= 0) == list(range(90))


@pytest.mark.parametrize(
    ("title", "requires"),
    [
        ("Water House", "3E 2R 1V 3S"),
        ("Seed Bank", "2E 1R 3M 2V 1S"),
        ("Forest Covenant", "1E 2R 2M 3V 3S"),
    ],
)
def test_what_is_told_as_complete_blames_no_later_row(title: str, requires: str) -> None:
    """A box more: the row that tells the completion is broken, and all that follows depends on it."""
    replay = played(changed("Projects", title, "Requires", requires))
    roots = [step.row.card for step in replay.steps if step.verdict is Verdict.BROKEN]
    assert roots == [title]


def test_legacy_that_comes_of_no_project_is_taken_as_it_is_told() -> None:
    """An Event brings Legacy: the row of the Stability Check tells it, and the next round begins."""
    parts = parse_effect("+2D; all +1L", shipped().book.symbols).parts
    changes = tuple(part for part in parts if isinstance(part, Change))
    events = tuple(replace(card, changes=changes) for card in shipped().events)
    rows = "".join(
        f"{number} | turn | {name} | acquire | | | 1E 1R\n" * 2
        + (f"{number} | stability | | check | | | not met; all +1L\n" if name == "Bo" else "")
        for number in (1, 2)
        for name in ("Ada", "Bo")
    )
    replay = replayed(SEATED + rows, replace(shipped(), events=events))
    assert [problem.what for problem in replay.problems if "stops in round" not in problem.what] == []
    assert replay.final is not None and replay.final.legacy == (2, 2)


def test_who_acts_out_of_turn_leaves_the_turn_where_it_is() -> None:
    engine = LifeMeaning(shipped())
    state = at_turn("", "S")
    rows = replayed(SEATED.replace("Ada", "Alex").replace("Bo", "Brooke") + "1 | turn | Brooke | stabilize\n")
    after, _ = engine.force(rows.script.steps[-1], state, ())
    assert (after.player, after.actions_left, after.phase) == (0, 2, state.phase)
    assert (after.coherence, after.drift, after.tokens[1]) == ((4, 5, 4), 2, (0,) * 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_no_script_makes_it_fail(seed: int) -> None:
    """The shipped rows with some of them changed, gone or elsewhere: told, folded and mended all the same."""
    rng = Random(seed)
    lines = [*replay_lines()]
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        cells = lines[at].split("\t")
        column, texts = rng.choice([*ODD.items()])
        cells[column] = rng.choice(texts)
        lines[at] = "\t".join(cells)
        if rng.random() < 0.4:
            lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    replay = replayed("\n".join(lines) + "\n")
    assert replay.told().checked and isinstance(tree_text(replay), str)
    assert folded(replay) is not None
    if seed % 5 == 0 and replay.start is not None:
        mended = repair(replay, seed=1)
        assert mended is not None and not has_errors(replayed(mended.text).problems)


ODD = {
    0: ("0", "1", "3", "7", "12"),
    1: ("event", "turn", "stability", "end", "setup"),
    2: ("Alex", "Brooke", "Casey", "", "Zed", "Group"),
    3: (*sorted(set(VOCABULARY.all_actions.values())), "dance"),
    4: ("Seed Bank", "Alex", "Bark", "", "Forest Covenant", "Scarcity"),
    5: ("1E", "2S", "give 1S", "ask 1R", "9V", "", "x", "1E 1R 1M 1V 1S"),
    6: ("completed", "met", "not met", "accepted", "Drift 12", "+9L", "Casey +3L", "all -1C", "1V 1S"),
}
"""What may be typed into each column of a row."""


def replay_lines() -> Iterator[str]:
    """The rows of the shipped game as a text."""
    words = VOCABULARY
    for row in played(shipped_book()).script.rows:
        yield "\t".join(cells_of(line_of(row), words).values()).replace("\n", " ")


# ---------------------------------------------------------------- rows that cannot be read


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("1 | turn | Ada | acquire", "The row does not say which tokens are taken. Write them."),
        ("1 | turn | Ada | acquire | | | 1X", "“X” is not a symbol of the sheet Icons."),
        ("1 | turn | Ada | contribute | Repair Hub", "The row does not say what is paid. Write the tokens."),
        ("1 | turn | Ada | contribute | Repair Hug | 1E", "Did you mean “Repair Hub”?"),
        (
            "1 | turn | Ada | obtain | Bark | 1D",
            "“D” (Drift) is of the kind “shared track”, which has no place here.",
        ),
        (
            "1 | turn | Ada | obtain | Bark | 1T",
            "“1T” has to be tokens: Energy, Regulation, Model, Value, Support.",
        ),
        ("1 | turn | Ada | touchpoint | Bo | 1S", "payment is give or ask and a token: give 1S."),
        ("1 | turn | Ada | touchpoint | Cy | give 1E", "“Cy” is nobody at this table: Ada, Bo."),
        ("1 | turn | Ada | touchpoint | Ada | give 1E", "Ada is the one who acts."),
        ("1 | turn | Ada | touchpoint | Bo | give 2E", "moves 1 token of one kind, not 2E."),
        ("1 | turn | Ada | recalibrate", "The row names no card to discard."),
        ("1 | turn | Ada | mitigate | | 1E", "This belongs to the phase Stability Check; now it is Turns."),
        ("1 | turn | Bo | stabilize", "Bo needs 1S and has 2E 1R."),
        (
            "1 | turn | Bo | acquire | | | 1E 1R\n1 | turn | Ada | acquire | | | 1E 1R",
            "Row 4 says Bo; by its place it is Ada.",
        ),
        ("1 | event | | open | Thin Ice", "“Thin Ice” is no Event of this game."),
    ],
)
def test_what_is_wrong_with_a_row_is_said(row: str, what: str) -> None:
    problems = replayed(SEATED + row + "\n").problems
    assert problems and what in problems[0].what, [problem.what for problem in problems]
