"""The shelf: templates and icons that serve every game, behind each game's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.faces import Face, FaceMaker, assets, sources
from generator.ground import project
from generator.ground.problems import Problem, Severity
from generator.ground.project import SHELF, Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.games_made import change

ROOT = Path(__file__).parents[2]
A4_ONLY = BuildOptions(papers=(A4,))


def drawn(game: Path, body: str) -> tuple[Face | None, tuple[Problem, ...]]:
    """A token of the game with a template of its own."""
    (game / "templates" / "token.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">\n{body}</svg>', encoding="utf-8"
    )
    book, problems = read_book(game / "card_data.xlsx")
    assert book is not None, problems
    maker = FaceMaker(root=game, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    component = next(row for row in book["Components"] if row["name"] == "Tokens")
    return maker.render("token.svg", component=component, card=book["Tokens"].rows[0])


def shelf_at(folder: Path, monkeypatch: pytest.MonkeyPatch, **templates: str) -> None:
    """A shelf of the test's own."""
    (folder / "shelf" / "templates").mkdir(parents=True)
    for name, text in templates.items():
        (folder / "shelf" / "templates" / f"{name}.svg").write_text(text, encoding="utf-8")
    for module in (project, sources, assets):
        monkeypatch.setattr(module, "SHELF", folder / "shelf")


# ---------------------------------------------------------------- what stands there

PARTS = '{% import "parts.svg" as parts with context %}{% import "boards.svg" as boards with context %}'


@pytest.mark.parametrize(
    "call",
    [
        "parts.token('sun', 5, 5, 4)",
        "parts.chip('water', 5, 5, 4)",
        "parts.mark('leaf', 5, 5, 4)",
        "parts.star(5, 5, 8, '+2')",
        "parts.label('Words', 1, 9, 18)",
        "parts.emblem(11, 11, 5, '#123456', '#ffffff')",
        "parts.wordmark(11, 11, 20, 4, '#123456')",
        "parts.deep('M0 0 h2 v2 z', '#123456')",
        "parts.legible('#000000')",
        "boards.legible('#ffffff')",
        "boards.hexagon(11, 11, 8, 'sun', '#123456', '#ffffff')",
        "boards.rounded(1, 1, 9, 9, 2)",
        "boards.space(11, 11, 5, 7, '#123456', '#ffffff', true)",
        "boards.panel('p', 'M0 0 h9 v9 z', 'waves', 's', 0, 0, 9, 9, tone)",
    ],
)
def test_parts_and_boards_serve_a_game_that_has_neither_layers_nor_tracks(game: Path, call: str) -> None:
    tone = '{% set tone = {"bright": "#8d7cb8", "dusk": "#50466f", "dark": "#352e4d", "veil": 0.4} %}'
    tag = "desc" if ".legible" in call or ".rounded" in call else "g"  # these make a value, no drawing
    face, problems = drawn(game, f"{PARTS}{tone}<{tag}>{{{{ {call} }}}}</{tag}>")
    assert problems == ()
    assert face is not None


def test_a_back_serves_pieces_of_any_size(game: Path) -> None:
    tone = (
        '{"ground": "#1b7f83", "pattern": "#1b7f83", "tint": "#d5eeec", "mark": "#1b7f83", '
        '"label": "#fbf7ef", "words": "#22252e"}'
    )
    for key, value in (("E", "rectangle"), ("F", 70), ("G", 100)):
        change(game, f"Components!{key}2", value)
    (game / "templates" / "tile-back.svg").write_text(
        '{% from "backs.svg" import back with context %}'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 100">'
        f'{{{{ back("arcade", "A", "sun", {tone}) }}}}</svg>'
    )
    (game / "templates" / "tile.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 100"><path d="M0 0 h7 v7 z"/></svg>'
    )
    assert build(Project(game), A4_ONLY).problems == ()


def test_an_icon_of_the_shelf_needs_no_drawing_of_the_game(game: Path) -> None:
    (game / "icons" / "sun.svg").unlink()
    change(game, "Icons!A2", "energy")
    told = [str(problem) for problem in examine(Project(game))]
    assert not [line for line in told if "no drawing" in line]
    assert (SHELF / "icons" / "energy.svg").is_file()


# ---------------------------------------------------------------- which comes first


def test_the_games_own_come_first(game: Path) -> None:
    (game / "templates" / "parts.svg").write_text("{% macro star(x, y, d) %}<g id='own'/>{% endmacro %}")
    face, problems = drawn(game, '{% import "parts.svg" as parts with context %}{{ parts.star(1, 2, 3) }}')
    assert problems == ()
    assert face is not None and "id='own'" in face.svg
    (game / "icons" / "leaf.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M1 1 h7 v7 z"/></svg>'
    )
    face, _ = drawn(game, "{{ icon('leaf', 1, 2, 3) }}")
    assert face is not None and "M1 1 h7 v7 z" in face.svg


def test_what_the_game_has_but_cannot_be_read_is_not_taken_from_the_shelf(game: Path, tmp_path: Path) -> None:
    (tmp_path / "parts.svg").write_text("x")
    (game / "templates" / "parts.svg").symlink_to(tmp_path / "parts.svg")
    face, (problem,) = drawn(game, '{% import "parts.svg" as parts with context %}')
    assert face is None
    assert problem.what.startswith("There is no template “parts.svg”")
    change(game, "Icons!A2", "energy")
    (game / "icons" / "energy.svg").symlink_to(tmp_path / "nowhere.svg")
    assert [p.where for p in examine(Project(game)) if "no drawing" in p.what] == ["Icons!A2"]


def test_the_check_says_where_a_template_was_looked_for(game: Path) -> None:
    change(game, "Components!C2", "prats.svg")
    (problem,) = (p for p in examine(Project(game)) if p.where == "Components!C2")
    assert problem.what == "There is no template templates/prats.svg, and none on the shelf."
    assert "parts.svg" in problem.mend


# ---------------------------------------------------------------- as bounded as a stranger's


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", "more than"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "calls itself without end"),
        ("{{ ().__class__ }}", "reaches too far"),
        ("{{ nothing }}", "There is no “nothing” here."),
        ("{% if %}", "cannot be read"),
        ("<g>\n</h>", "</h>"),
        ('{% include "../../secret.svg" %}', "There is no template"),
        ("{{ icon('nothing', 1, 1, 2) }}", "There is no icon"),
    ],
)
def test_a_template_of_the_shelf_is_bounded_and_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    shelf_at(tmp_path, monkeypatch, shared=text)
    (tmp_path / "secret.svg").write_text("secret")
    _, problems = drawn(game, '{% include "shared.svg" %}')
    assert told in problems[0].what
    assert re.fullmatch(r"shelf/templates/shared\.svg:\d+", problems[0].where)


def test_a_drawing_of_the_shelf_is_bounded_and_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf_at(tmp_path, monkeypatch)
    (tmp_path / "shelf" / "icons").mkdir()
    (tmp_path / "shelf" / "icons" / "leaf.svg").write_text("<svg>")
    (game / "icons" / "leaf.svg").unlink()
    _, (problem,) = drawn(game, "{{ icon('leaf', 1, 1, 3) }}")
    assert problem.where == "shelf/icons/leaf.svg:1"


def test_a_face_of_the_shelf_is_drawn_for_every_card(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a template looks at its card is asked of the templates that it takes in, wherever they lie."""
    shelf_at(tmp_path, monkeypatch, shared="{{ icon(card.icon, 1, 1, 9) }}")
    body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">{% include "shared.svg" %}</svg>'
    (game / "templates" / "token.svg").write_text(body, encoding="utf-8")
    summary = build(Project(game), A4_ONLY)
    assert [file.designs for file in summary.files if file.component == "Tokens"] == [3]


def test_a_motif_of_version_0_1_is_drawn_with_a_word_on_its_name(game: Path) -> None:
    face, (problem,) = drawn(game, "{{ art('event-back', 'a', 0, 0, 22, 22, '#123456', '#abcdef') }}")
    assert face is not None
    assert (problem.severity, problem.where) == (Severity.WARNING, "templates/token.svg:2")
    assert "whirl" in problem.mend
