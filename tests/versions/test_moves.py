"""What moves in play stands beside the changed card, and is compared with the last print."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.balance.against import changes_between
from generator.cli import main
from generator.versions.moves import InPlay
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
