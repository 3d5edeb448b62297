"""What one would see on paper is looked at: texts that do not fit, colours that hide what they print."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from generator.checks.checked import read
from generator.ground.problems import Problem, Severity, error, gravest
from generator.ground.project import Project
from generator.press.choosing import choose
from generator.story import draw_jobs, examine, once, open_workshop
from generator.svg.designs import draw_designs
from tests.shared.game_folders import check_game, copy_of
from tests.shared.games_made import change, starter_game
from tests.shared.svg_pictures import Design, fonts, svg

ROOT = Path(__file__).parents[2]
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
            "“A title of a tile that is far too long…” does not fit on tile.svg line 36, about 58 letters "
            "too many: at the least size 5 mm it is 125.6 mm wide and has 20 mm.",
            "Shorten it or give the box more room in the template.",
        )
    ], "of its three places the one that asks for most"


# ---------------------------------------------------------------- colours

GROUND = '<rect data-at="ground" width="60" height="60" fill="{}"/>'
TEXT = '<text data-at="text" x="5" y="30" font-size="{}" {}>Shell and sand</text>'
CLIP = '<clipPath id="c"><rect width="60" height="60"/></clipPath>'


def looked(body: str, **cells: str) -> tuple[Problem, ...]:
    """The Problems of a drawing; `cells` are colours without their # and the cells that give them."""
    colours = {f"#{colour.removeprefix('c')}": (cell,) for colour, cell in cells.items()}
    face = Design(svg(body), colours=colours)
    return draw_designs([face], fonts=fonts(), out=io.BytesIO(), bleed_mm=0)


def test_a_text_that_its_ground_hides_is_a_warning_that_names_both_lines() -> None:
    (found,) = looked(GROUND.format("#eeeeee") + TEXT.format(4, 'fill="#ffffff"'))
    assert (found.severity, found.where, found.what, found.mend) == (
        Severity.WARNING,
        "text",
        "The text “Shell and sand” can hardly be told from its ground: #ffffff (text) on #eeeeee (ground) "
        "has a contrast of 1.1 to 1 and needs 3 to 1.",
        "Give one of the two another colour, lighter or darker.",
    )


@pytest.mark.parametrize(
    ("size_mm", "look", "faint"),
    [
        (2.2, 'fill="#8c8c8c"', False),  # 6.2 pt, 3.4 to 1
        (2.0, 'fill="#8c8c8c"', True),  # 5.7 pt needs 4.5 to 1
        (2.0, 'fill="#767676"', False),  # 4.5 to 1
        (2.0, 'fill="#8c8c8c" font-weight="700"', False),
        (1.7, 'fill="#8c8c8c" font-weight="700"', True),  # 4.8 pt
        (4.0, 'fill="#999999"', True),  # 2.8 to 1
        (4.0, 'fill="#22252e" fill-opacity="0.3"', True),
        (4.0, 'fill="#ffffff" stroke="#000000" stroke-width="0.5"', False),  # told by its outline
    ],
)
def test_small_type_needs_more(size_mm: float, look: str, faint: bool) -> None:
    assert bool(looked(GROUND.format("#ffffff") + TEXT.format(size_mm, look))) is faint


@pytest.mark.parametrize(
    ("ground", "seen"),
    [
        ("", "#ffffff (the bare paper)"),
        (GROUND.format("#000000") + '<circle cx="20" cy="29" r="18" fill="#fefefe" data-at="disc"/>', "disc"),
        (GROUND.format("#fefefe") + '<path d="M0 0h60v20h-60z" data-at="above"/>', "ground"),
        (
            GROUND.format("#ffffff") + '<rect data-at="veil" width="60" height="60" fill-opacity="0.1"/>',
            "#e6e6e6 (veil)",
        ),
        (
            '<g transform="translate(60 0) rotate(90)"><path data-at="turned" fill="#fefefe" '
            'd="M0 0h60v60h-60z"/></g>',
            "turned",
        ),
        # a ring leaves its middle open
        (
            GROUND.format("#fefefe") + '<path fill-rule="evenodd" d="M0 0h60v60h-60zM1 9h50v40h-50z"/>',
            "ground",
        ),
    ],
)
def test_the_ground_is_the_topmost_paint_under_the_letters(ground: str, seen: str) -> None:
    (found,) = looked(ground + TEXT.format(4, 'fill="#ffffff"'))
    assert seen in found.what


@pytest.mark.parametrize(
    "body",
    [
        # what has no one colour is no ground to judge by
        CLIP + f'<g clip-path="url(#c)">{GROUND.format("#ffffff")}</g>',
        f'<g opacity="0.9">{GROUND.format("#ffffff")}</g>',
        '<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient>'
        '<rect width="60" height="60" fill="url(#g)"/>',
        '<path d="M0 28h60" stroke="#123456" stroke-width="9"/>',
        TEXT.format(4, 'stroke="#000"'),
    ],
)
def test_an_unknown_ground_says_nothing(body: str) -> None:
    assert looked(body + TEXT.format(4, 'fill="#ffffff"')) == ()


def test_what_is_pale_as_a_whole_is_meant_to_be() -> None:
    assert looked(f'<g opacity="0.2">{TEXT.format(4, "")}</g>') == ()


ICON = '<symbol id="icon-sun" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="{}"/></symbol>'
PLACED = '<use data-at="icon" href="#icon-sun" x="20" y="20" width="9" height="9" color="#eeeeee"/>'


def test_an_icon_is_told_if_a_cell_gives_one_of_the_colours() -> None:
    body = ICON.format("currentColor") + GROUND.format("#ffffff") + PLACED
    assert looked(body) == (), "both colours are the template's: an ornament, which may be pale"
    (found,) = looked(body, ceeeeee="Tokens!C3")
    assert (found.where, found.what, found.mend) == (
        "Tokens!C3",
        "The icon “sun” can hardly be told from its ground: #eeeeee (Tokens!C3) on #ffffff (ground) has a "
        "contrast of 1.1 to 1 and needs 3 to 1.",
        "Write a darker colour into Tokens!C3, such as #8f8f8f.",
    )
    drawing = ICON.format("#ffffff") + GROUND.format("#ffffff") + PLACED
    assert looked(drawing, ceeeeee="Tokens!C3") == (), "an icon of other colours is a drawing"


def test_a_colour_under_a_veil_is_named_with_its_cell() -> None:
    veil = '<rect data-at="veil" width="60" height="60" fill="#000000" fill-opacity="0.3"/>'
    (found,) = looked(GROUND.format("#ffffff") + veil + TEXT.format(4, 'fill="#ffffff"'), cffffff="Lands!B2")
    assert "on #b2b2b2 (Lands!B2, with what lies over it) has a contrast of 2.1 to 1" in found.what


# ---------------------------------------------------------------- cells


def told_of(root: Path, **chosen: object) -> list[tuple[str, str, str]]:
    """What the faces of a game warn of: of each component one row, in which a column has the value wanted."""
    project = Project(root)
    checked = check_game(project, *read(project))
    jobs = []
    for job in choose(checked.book):
        rows = [row for row in job.rows if row and all(row.values.get(k) == v for k, v in chosen.items())]
        jobs.append(replace(job, rows=tuple(rows or job.rows)[:1], counts=(1,)))
    return [
        (problem.where, problem.what, problem.mend)
        for problem in once(*draw_jobs(checked, jobs, open_workshop(checked)).problems)
        if problem.severity is not Severity.NOTE  # such as one of a drawing that is still to be made
    ]


def test_the_shipped_game_and_the_starter_can_be_read(tmp_path: Path) -> None:
    assert told_of(ROOT, layer=3) == told_of(ROOT, layer=7) == []
    assert told_of(starter_game(tmp_path / "game")) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("cell", "value", "where", "what", "mend"),
    [
        (
            "Layers!D4",
            "#ffffff",
            "Layers!D4",
            "The icon “form” can hardly be told from its ground: #fbf7ef (shelf/templates/parts.svg:52) on "
            "#ffffff (Layers!D4) has a contrast of 1.0 to 1 and needs 3 to 1.",
            "Write a darker colour into Layers!D4, such as #8c8c8c.",
        ),
        (
            "Layers!E5",
            "#b23a77",
            "Layers!D5",
            "The text “LAYER 4 · MEMBERSHIP” can hardly be told from its ground: #b23a77 (Layers!D5 "
            "or Layers!E5) on #873461 (Layers!D5 or Layers!E5, with what lies over it) has a contrast of "
            "1.4 to 1 and needs 3 to 1.",
            "Write two colours that differ more into Layers!D5 and Layers!E5.",
        ),
        (
            "Layers!D4",
            "#ffee00",
            "Layers!D4",
            "The icon “form” can hardly be told from its ground: #fbf7ef (shelf/templates/parts.svg:52) on "
            "#ffee00 (Layers!D4) has a contrast of 1.1 to 1 and needs 3 to 1.",
            "Write a darker colour into Layers!D4, such as #998f00.",
        ),
    ],
)
def test_a_colour_that_hides_what_is_printed_gives_one_warning_at_its_cell(
    tmp_path: Path, cell: str, value: str, where: str, what: str, mend: str
) -> None:
    game = copy_of(ROOT, tmp_path / "game")
    change(game, cell, value)
    assert told_of(game, layer=int(cell[-1]) - 1) == [(where, what, mend)]
