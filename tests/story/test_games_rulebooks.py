# ruff: noqa: E501  (what a rulebook says stands in full, so that a search finds it)
"""The rulebooks of the games: what is reckoned, what comes before what, and whose words they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.booklet.examples import SampleSteps
from generator.booklet.helpers import helper_names
from generator.checks.checked import read
from generator.faces import FaceMaker
from generator.ground.project import Project
from generator.records.languages import Lexicon
from generator.text.fonts import game_fonts
from tests.shared.game_folders import ROOT, check_game, copy_of
from tests.shared.games_made import change

GAMES = ROOT / "games"


def words_of(folder: Path, template: str = "rulebook.md") -> str:
    """A rulebook as one line of text, before it is set."""
    project = Project(folder)
    book, problems = read(project)
    checked = check_game(project, book, problems)
    maker = FaceMaker(root=folder, book=checked.book, game=checked.game, fonts=game_fonts(project))
    words, problems = maker.words(
        template, {**helper_names(checked.book), **SampleSteps((), Lexicon()).names}
    )
    assert problems == () and words is not None
    return " ".join(words.text.split())


def test_what_discounts_take_off_is_reckoned_from_the_cards(tmp_path: Path) -> None:
    folder = copy_of(GAMES / "life_meaning", tmp_path / "game")
    assert "**Callus** asks for {energy}{support} and costs {energy}: two of the discounts find" in words_of(
        folder
    )
    change(folder, "Patterns!C43", "1E 2S")
    assert "costs {energy}: one of the discounts finds nothing to take off" in words_of(folder)
    change(folder, "Patterns!C43", "1E 1R 2S")
    assert "costs {energy}: each of the discounts finds something to take off" in words_of(folder)


@pytest.mark.parametrize(
    ("game", "template", "in_order"),
    [
        ("life_meaning", "rulebook.md", ("# The cards", "Its **Tag**", "# Set up", "scene:A contribution", "# Questions")),
        ("life_meaning", "rulebook.md", ("Coherence begins at 4, and nothing in the game lowers it", "# One round")),
        ("life_meaning", "rulebook.md", ("# Whose words", "edition leaves out", "10 Stewardship |", "# The published example")),
        ("meaning_made_march", "rulebook.md", ("# Setup", "Stewardship waits for Meaning 8", "is below **8**", "# A round")),
        ("meaning_made_march", "rulebook.md", ("# Questions", "# Whose words", "**The published example**")),
        ("deck_of_signs", "scion.md", ("scene:What the Key opposes", "# Before you begin", "are **dead** for this round", "# A round")),
        ("deck_of_signs", "elementary.md", ("**Crusade** | a Pack and a pair", "# Your turn", "make a **Crusade**", "This is rare")),
        ("deck_of_signs", "counterspell.md", ("is **complete** as soon as", "# The end of the round", "> Chaos has 5", "| Case |")),
        ("deck_of_signs", "counterspell.md", ("what lies there counts as complete", "Five will almost never win", "# Whose words")),
        ("symetra", "rulebook.md", ("# A card", "**Good Karma** {karma}", "**Each cycle costs 3**", "scene:A re-action", "# Plans for a first")),
        ("symetra", "rulebook.md", ("# Questions", "Sound and Movement", "Creation fused?", "under Ice pay?", "# Variants", "*Shared*: mates sit side by side", "six-sided die", "# Whose words")),
    ],
)  # fmt: skip
def test_a_word_is_explained_before_it_is_used_and_says_whose_it_is(
    game: str, template: str, in_order: tuple[str, ...]
) -> None:
    text = words_of(GAMES / game, template)
    places = [text.find(part) for part in in_order]
    assert -1 not in places, in_order[places.index(-1)]
    assert places == sorted(places)
