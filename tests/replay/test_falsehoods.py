"""What a narration says, held against what happened: 33 falsehoods that a reader would believe."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.games.rulesets import game_module, sample_games
from tests.shared.changed_cells import shipped_workbook

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "made": ROOT,
    "life": ROOT / "games" / "life_meaning",
    "march": ROOT / "games" / "meaning_made_march",
}

FALSEHOODS: tuple[tuple[str, str, int, str, str], ...] = (
    # the number of a token
    ("token", "made", 12, "Two {insight} are no plan", "Three {insight} are no plan"),
    ("token", "made", 19, "Alex gives 1 {support}", "Alex gives 2 {support}"),
    ("token", "march", 31, "One {support} for two {insight}", "One {support} for three {insight}"),
    # the number of a track
    ("track", "made", 10, "Two {meaning} burn away", "Four {meaning} burn away"),
    ("track", "made", 41, "his last 2 {vitals}", "his last 3 {vitals}"),
    ("track", "life", 51, "{drift} +2", "3 {drift}"),
    # a row of a table
    ("row", "made", 10, "Row H", "Row D"),
    ("row", "made", 35, "Row D", "Row C"),
    ("row", "made", 80, "Row H", "Row B"),
    # a column
    ("column", "made", 10, "column 1", "column 2"),
    ("column", "made", 23, "column 4", "column 5"),
    ("column", "made", 80, "column 9", "column 8"),
    # a Layer
    ("Layer", "made", 23, "Layer 4", "Layer 5"),
    ("Layer", "life", 10, "Layer 9", "Layer 8"),
    ("Layer", "life", 12, "Layer 10", "Layer 9"),
    # who
    ("who", "made", 12, "With his second action Alex fills", "With his second action Drew fills"),
    ("who", "made", 13, "Brooke spends", "Casey spends"),
    ("who", "march", 11, "Alex fills", "Drew fills"),
    # which card
    ("card", "made", 13, "a Membership icon", "an icon of Scent Trail"),
    ("card", "made", 43, "the Council’s last box", "the last box of Night Watch"),
    ("card", "life", 29, "into the Water House", "into the Quiet Grove"),
    # a ban
    ("ban", "made", 35, "no Touchpoint for", "no Recycle for"),
    ("ban", "made", 43, "Touchpoints are banned", "Donates are banned"),
    ("ban", "made", 80, "forbids Donate", "forbids Gather"),
    # a band
    ("band", "made", 82, "is Stable at 7", "is Strained at 7"),
    ("band", "made", 82, "is Stable at 7", "is Critical at 7"),
    # the winner
    ("winner", "made", 83, "He wins with", "Casey wins with"),
    ("winner", "life", 65, "Casey might have won", "Casey wins"),
    ("winner", "march", 45, "Whoever ends the game does not always win it", "She wins"),
    # a number of the rules
    ("rule", "made", 15, "worth 6 {legacy}", "worth 5 {legacy}"),
    ("rule", "made", 79, "Three {meaning} are the most", "Four {meaning} are the most"),
    # before and after exchanged
    ("ends", "made", 16, "with {meaning} at 3", "with {meaning} at 5"),
    ("ends", "made", 68, "Column 9 takes 4 {meaning} at a stroke", "Column 9 brings {meaning} to 9"),
)


@cache
def game_of(name: str) -> Any:
    book = shipped_workbook(FOLDERS[name])
    module = game_module(book)
    assert module is not None
    return book, module.load(book).play()


def warnings_at(name: str, number: int, old: str, new: str) -> list[str]:
    """What is said of a narration in which some words are others."""
    book, play = game_of(name)
    columns = ("round", "phase", "player", "action", "card", "payment", "gains", "narration")
    rows = [[str(row.values.get(column) or "") for column in columns] for row in book["Sample Game"]]
    assert old in rows[number - 2][-1], rows[number - 2][-1]
    rows[number - 2][-1] = rows[number - 2][-1].replace(old, new)
    text = "\n".join("\t".join(row) for row in (list(columns), *rows))
    problems = play.replay_text(text, "game").problems
    return [problem.what for problem in problems if problem.where == f"game:{number}"]


UNSEEN: frozenset[tuple[str, int, str]] = frozenset()
"""Those that nothing tells: game, row and the false words."""


def test_there_are_two_of_each_kind_at_least() -> None:
    kinds = Counter(kind for kind, *_ in FALSEHOODS)
    assert len(FALSEHOODS) == 33 and len(kinds) == 12 and min(kinds.values()) >= 2
    assert len(UNSEEN) <= 6


@pytest.mark.parametrize(("kind", "name", "number", "old", "new"), FALSEHOODS)
def test_a_falsehood_is_told(kind: str, name: str, number: int, old: str, new: str) -> None:
    said = warnings_at(name, number, old, new)
    assert bool(said) is ((name, number, new) not in UNSEEN), said


@pytest.mark.parametrize(
    "folder", [*FOLDERS.values(), ROOT / "games" / "deck_of_signs", ROOT / "games" / "symetra"]
)
def test_nothing_is_told_of_the_shipped_games(folder: Path) -> None:
    book = shipped_workbook(folder)
    module = game_module(book)
    assert module is not None
    for replay in sample_games(module.load(book), book):
        assert [problem.what for problem in replay.problems] == []
