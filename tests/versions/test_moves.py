"""What moves in play stands beside the changed card, and is compared with the last print."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.balance import series as lab
from generator.balance.against import changes_between
from generator.balance.cards import card_sentences
from generator.balance.moves import InPlay
from generator.balance.series import Series, played
from generator.cli import main
from generator.games import GAMES
from generator.ground.cache import NO_CACHE
from generator.ground.project import open_project
from generator.preview.prints import printed_book
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.versions.record import kept_workbook
from generator.workbook.book import read_book
from generator.workbook.workbook_files import WorkbookFiles, book_of_files
from tests.shared.games_made import change
from tests.shared.rulesets import ROOT


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Meaning Made of which a deck was printed, and a card that many take costs more now."""
    game = tmp_path_factory.mktemp("moves") / "game"
    game.mkdir()
    for name in ("templates", "icons", "fonts", "art"):
        shutil.copytree(ROOT / name, game / name)
    shutil.copy(ROOT / "card_data.xlsx", game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_HOME", str(game.parent / "own"))
        assert main(["printed", "Tokens", "--game", str(game), "--no-cache"]) == 0
        change(game, "Patterns!C3", "4E")  # Skin cost 1E
        yield game


@pytest.mark.slow
def test_a_changed_card_says_what_moves_in_play(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["diff", str(game / "printed/card_data.xlsx"), "--game", str(game), "--balance", "--games", "40"]
    assert main(line) == 0
    text = capsys.readouterr().out
    card = text[text.index("~ Skin") :].split("\n\n")[0]
    assert "Requirement: 1E → 4E" in card and "in play: " in card
    assert "In play, 40 games of each with the same seeds; what is real:" in text
    assert main([*line, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["in_play"]["games"] == 40 and facts["in_play"]["new"] == "now"


def test_the_lab_compares_with_the_last_print(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--game", str(game), "--games", "20", "--jobs", "1", "--against"]) == 0
    assert "compared with the last print: 20 games of each" in capsys.readouterr().out


def test_without_a_print_it_is_said_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--game", str(ROOT), "--games", "20", "--against"]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "No workbook of a print is kept. Run pnp printed when you have printed" in told


def test_games_belong_to_balance(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--game", str(game), "--games", "20"]) == 1
    assert "Games are played with --balance alone." in capsys.readouterr().err


def test_of_a_card_that_nobody_takes_nothing_is_said_and_of_one_that_is_the_same_that() -> None:
    games = [{"card|Skin|taken": 1.0}] * 30
    moves = InPlay(changes_between(games, games), 30, frozenset({"skin"}))
    assert [*moves.of_card("Board")] == []
    assert [*moves.of_card("Skin")] == ["in play: nothing that 30 games can tell"]
    moves = InPlay(changes_between(games, [{"card|Skin|taken": 0.0}] * 30), 30, frozenset({"skin"}))
    assert [*moves.of_card("skin")] == ["in play: taken  1.00 → 0.00  (-1.00 to -1.00, n 30)"]


def test_the_page_of_a_card_says_what_moves_since_the_print(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path))
    project, players = open_project(game), GAMES["meaning_made"]().players
    book, printed = read_book(project.workbook)[0], kept_workbook(project)
    old = printed_book(project, NO_CACHE)
    assert book is not None and printed is not None and old is not None

    def one_of_two(job: str, files: WorkbookFiles) -> str:
        """Somebody took Skin in each game of the old deck, and Eye in a few more of the new one."""
        is_old = book_of_files(files).digest == old.digest
        rows = (
            {"card|Skin|taken": float(is_old), "card|Eye|taken": float(seed % 3 == 0 or (seed == 1) > is_old)}
            for seed in json.loads(job)["seeds"]
        )
        return json.dumps([*rows])

    def play(workbook: Path, cells: Book, games: int) -> None:
        series = Series(workbook, SAMPLE_GAME, 3)
        played(series, cells, range(1, games + 1), jobs=1, step=lambda *_: None)

    def said(of: str) -> list[str]:
        sentences = card_sentences(book, players, lambda: printed_book(project, NO_CACHE))
        return [" ".join(sentence.split()) for sentence in sentences.get(of, ())]

    monkeypatch.setattr(lab, "play_chunk", one_of_two)
    play(printed, old, 20)
    assert said("skin") == []
    play(project.workbook, book, 30)
    head = "Since the last print, in 20 games of 3 players of each deck: taken"
    first, since = said("skin")
    assert first.startswith("In 30 games of 3 players: taken in 0 % (0 to 11, n 30)")
    assert since == f"{head} 1.00 → 0.00 (-1.00 to -1.00, n 20)."
    _, since = said("eye")
    assert since.startswith(f"{head} 0.30 → 0.35 (-0.05 to +0.15, n 20): cannot be told, about ")
    assert len(card_sentences(book, players, lambda: book)["skin"]) == 1
