"""Several rulesets of one workbook: whose numbers are whose, which sheet is whose, and the choice of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.checks.rules import rules_are_known, sample_game_has_rules
from generator.cli import main
from generator.games import GAMES, GameModule, LoadedGame
from generator.games.rulesets import SeveralRules, game_module, own_rules
from generator.ground.problems import Problem, error
from generator.ground.project import Project
from generator.records.booklets import booklet_names
from generator.records.tables import Book, Row
from generator.records.worksheets import GAME, RULES, rules_option, ruleset_in, sample_sheets
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "deck_of_signs"


def named(text: str) -> Book:
    """The shipped Deck of Signs, with other rulesets in the sheet Game."""
    return with_cell(FOLDER, GAME, "Rules", "Value", text)[0]


class Other(GameModule):
    """A ruleset that finds fault with a number that is not its own."""

    def players(self, book: Book, sheet: str = "") -> range:
        return range(2, 2 + len(book[RULES]))

    def check(self, book: Book) -> Iterable[Problem]:
        yield error("Rules", f"{len(book[RULES])} numbers.", "Nothing.")
        yield error("Rules", "Told by both.", "Nothing.")

    def load(self, book: Book) -> LoadedGame:
        raise NotImplementedError


def test_rulesets_are_parted_by_commas_and_told_by_their_sheets() -> None:
    two = named("Scion, Meaning Made")
    assert sample_sheets(two) == ("Sample Game Scion", "Sample Game Meaning Made")
    assert [ruleset_in(sheet) for sheet in sample_sheets(two)] == ["Scion", "Meaning Made"]
    assert [rules_option(sheet) for sheet in sample_sheets(two)] == [
        " --rules scion",
        " --rules meaning_made",
    ]
    assert booklet_names(two)[-2:] == ("SampleGameScion", "SampleGameMeaningMade")
    assert sample_sheets(named("scion")) == ("Sample Game Scion",)  # it is there, and Sample Game is not
    assert isinstance(game_module(two), SeveralRules) and not isinstance(
        game_module(named("scion")), SeveralRules
    )
    assert sample_sheets(named("")) == ("Sample Game",) and rules_option("Sample Game") == ""


def test_an_unknown_one_is_told_and_the_others_are_played() -> None:
    two = named("Scion, Chess")
    assert [problem.what for problem in rules_are_known(two, GAMES)] == [
        "The program does not know the rules of “chess”."
    ]
    module = game_module(two)
    assert isinstance(module, SeveralRules) and [*module.rulesets] == ["scion"]


def test_a_sheet_of_no_ruleset_is_told() -> None:
    problem, *_ = sample_game_has_rules(named("meaning_made"), Project(FOLDER))
    assert problem.where == "Sample Game Scion!A1" and problem.mend == "Call it Sample Game, or delete it."
    assert not [*sample_game_has_rules(shipped_workbook(FOLDER), Project(FOLDER))]


def test_each_reads_its_own_numbers_and_what_both_find_is_told_once() -> None:
    book = shipped_workbook(FOLDER)
    own = {str(row.values["ruleset"]) for row in own_rules(book, "scion")[RULES]}
    assert own == {"all", "Scion"}
    several: dict[str, GameModule] = {"scion": Other(), "elementary": Other()}
    module = SeveralRules(several)
    whats = [problem.what for problem in module.check(book)]
    assert whats.count("Told by both.") == 1 and len(whats) == 3
    two = named("Scion, Elementary")
    counts = [len(module.players(two, sheet)) for sheet in sample_sheets(two)]
    assert counts == [len(own_rules(book, name)[RULES]) for name in several]


def test_a_number_may_be_that_of_two() -> None:
    book = shipped_workbook(FOLDER)
    rows = tuple(
        replace(row, values={**row.values, "ruleset": "Elementary, Scion"}) for row in book[RULES].rows[:1]
    )
    both = replace(book, tables={**book.tables, RULES: replace(book[RULES], rows=rows)})
    counts = [len(own_rules(both, name)[RULES]) for name in ("scion", "elementary", "counterspell")]
    assert counts == [1, 1, 0]


def test_rows_without_a_ruleset_are_everybodys() -> None:
    book = shipped_workbook(FOLDER)

    def bare(row: Row) -> Row:
        return replace(row, values={key: value for key, value in row.values.items() if key != "ruleset"})

    rules = replace(book[RULES], rows=tuple(map(bare, book[RULES])))
    without = replace(book, tables={**book.tables, RULES: rules})
    assert own_rules(without, "scion")[RULES].rows == rules.rows


def test_the_command_asks_for_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample-game", "--game", str(FOLDER), "--rules", "chess"]) != 0
    assert "“chess” is no ruleset of this game." in capsys.readouterr().err
    assert main(["replay", "--game", str(FOLDER), "--rules", "Scion"]) == 0
