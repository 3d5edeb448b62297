"""The two toy rulesets, known to the package for one test."""

from __future__ import annotations

from pathlib import Path

from generator.games.rulesets import game_module
from generator.ground.problems import has_errors
from generator.records.tables import Book
from generator.replay.play import Playing
from generator.workbook.book import read_book
from tests.toys.folders import TOYS, toy_folder

SEATS = {"pebbles": "0\tsetup\tAda\tseat\n0\tsetup\tBo\tseat\n"}


HEADER = "round\tphase\tplayer\taction\tcard\tpayment\tgains\tnarration\n"


def playing(name: str, folder: Path) -> tuple[Playing, Book]:
    """A toy's engine over the workbook of a folder without a sample game."""
    book, problems = read_book(toy_folder(folder, name, HEADER) / "card_data.xlsx")
    assert book is not None and not has_errors(problems)
    module = game_module(book, TOYS)
    assert module is not None
    return module.load(book).play(), book
