"""What one would see on paper is looked at: texts that do not fit, colours that hide what they print."""

from __future__ import annotations

from pathlib import Path

from generator.build import examine
from generator.ground.problems import Problem, Severity, error, gravest
from generator.project import Project
from tests.games_made import change, starter_game

LONG = "A title of a tile that is far too long for any tile whatever its size"


def test_of_one_cause_the_gravest_is_told_where_the_first_stood() -> None:
    mild = Problem(Severity.ERROR, "Tiles!A2", "mild", "Mend it.", cause="one", gravity=2)
    grave = Problem(Severity.ERROR, "Tiles!A2", "grave", "Mend it.", cause="one", gravity=3)
    other = error("Tiles!A3", "other", "Mend it.")
    assert gravest((mild, other, grave, other)) == (grave, other)
    assert gravest((grave, mild)) == (grave,)
    faint = Problem(Severity.WARNING, "Tiles!A2", "faint", "Mend it.", cause="one", gravity=9)
    assert gravest((mild, faint)) == (mild, faint), "a warning never hides an error"


def test_a_title_that_does_not_fit_is_told_once_however_often_it_is_printed(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    tile = game / "templates" / "tile.svg"
    more = "{{ text(card.title, 0, 40, 20, size=5) }}{{ text(card.title, 0, 50, 30, size=5) }}</svg>"
    tile.write_text(tile.read_text("utf-8").replace("</svg>", more), encoding="utf-8")
    change(game, "Tiles!A2", LONG)
    found = [problem for problem in examine(Project(game)) if problem.where == "Tiles!A2"]
    assert [(problem.what, problem.mend) for problem in found] == [
        (
            "“A title of a tile that is far too long…” does not fit on tile.svg line 36, about 59 letters "
            "too many: at the least size 5 mm it is 125.6 mm wide and has 20 mm.",
            "Shorten it or give the box more room in the template.",
        )
    ], "of its three places the one that asks for most"
