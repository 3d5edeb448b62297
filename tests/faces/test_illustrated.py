"""Drawings with roles: read and cut by `pnp illustrate`, shown by a build that has only their files."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.art.marks.style import read_style
from generator.cli import main
from generator.faces.grounds import begin_drawing, ground_names
from generator.faces.illustrated import drawing_name
from generator.faces.marking import cut_drawings, read_drawing
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.story import examine
from tests.shared.games_made import starter_game

ROOT = Path(__file__).parents[2]
STYLE = """
widths_mm = [30]
[inks]
key = "#101010"
paper = "#f0f0f0"
tint = "#cc8800"
[textures.fur]
width = [0.2, 0.5]
"""
FOX = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<rect data-role="ground" data-tex="fur" fill="#101010" width="60" height="40"/>
<polyline data-role="hint" fill="none" points="0,10 30,14 60,10"/>
<path data-role="subject" fill="#cc8800" d="M20 10H40V30H20Z"/>
<circle data-role="focus" fill="#f0f0f0" cx="30" cy="20" r="4"/>
</svg>
"""
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 52">
<rect width="60" height="52" fill="#ffffff"/>
{% set drawn = illustration(card.title, 5, 5, 30, 20, inks={"tint": "#0000ff"}) %}
{% if drawn %}{{ drawn }}{% else %}<circle cx="30" cy="20" r="9" fill="#333333"/>{% endif %}
</svg>
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The starter game, of which the tile Bee Bank has a drawing."""
    folder = starter_game(tmp_path / "game")
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art/style.toml").write_text(STYLE, "utf-8")
    (folder / "art/bee-bank.svg").write_text(FOX, "utf-8")
    (folder / "templates/tile.svg").write_text(TEMPLATE, "utf-8")
    return folder


def notes(game: Path) -> list[str]:
    """What is told of the tiles, where nothing is wrong."""
    problems = examine(Project(game))
    assert {problem.severity for problem in problems} <= {Severity.NOTE}
    return [problem.what for problem in problems if "art/" in problem.what]


def pictured(game: Path, template: str = TEMPLATE) -> str:
    """The picture on the tile Bee Bank."""
    from docs.desk import Desk
    from docs.pages import Fence

    desk = Desk.__new__(Desk)
    desk.root, desk._book = game, None
    faces, _ = desk.faces(Fence("svg", 1, "tile.svg", template), only_one=True)
    coded = re.search(r"base64,([^\"]*)", faces[0].svg)
    return base64.b64decode(coded[1]).decode() if coded else ""


def test_a_name_is_a_file() -> None:
    titles = ("Tide Pool", "Été d’or", "Käse & Größe", "../../etc", "…", f"{'long ' * 16}title")
    assert [drawing_name(title) for title in titles] == [
        "tide-pool",
        "ete-dor",
        "kase-grosse",
        "etc",
        "",
        "-".join(["long"] * 16),
    ]


def test_a_drawing_is_plain_until_its_marks_are_cut_and_after_every_change(game: Path) -> None:
    others = [text for text in notes(game) if "There is no drawing" in text]
    assert "The marks of art/bee-bank.svg have not been cut yet: it is drawn plainly." in notes(game)
    mends = {told.mend for told in examine(Project(game)) if "There is no drawing" in told.what}
    assert "Nothing has to be done; pnp illustrate --begin clover-field begins one." in mends
    assert 'viewBox="0 0 60 40"' in pictured(game)
    assert main(["illustrate", "--game", str(game)]) == 0
    assert notes(game) == others and others
    assert 'viewBox="0 0 3000 2000"' in pictured(game)
    drawing = game / "art/bee-bank.svg"
    drawing.write_bytes(drawing.read_bytes().replace(b"\n", b"\r\n"))
    assert notes(game) == others, "the same drawing as another system writes it"
    drawing.write_text(FOX.replace('r="4"', 'r="5"'), "utf-8")
    assert [text for text in notes(game) if "older than the drawing" in text]
    assert 'viewBox="0 0 60 40"' in pictured(game)


def test_a_cell_that_names_a_drawing_shows_its_marks(game: Path) -> None:
    named = re.sub(
        r"{% set drawn .*", '{{ picture("art/bee-bank.svg", 5, 5, 30, 20) }}</svg>', TEMPLATE, flags=re.DOTALL
    )
    (game / "templates/tile.svg").write_text(named, "utf-8")
    assert 'viewBox="0 0 60 40"' in pictured(game, named)
    assert notes(game) == ["The marks of art/bee-bank.svg have not been cut yet: it is drawn plainly."]
    cut_drawings(game)
    assert 'viewBox="0 0 3000 2000"' in pictured(game, named) and notes(game) == []
    (game / "art/bee-bank.svg").write_text(FOX.replace('r="4"', 'r="5"'), "utf-8")
    assert 'viewBox="0 0 60 40"' in pictured(game, named)
    assert notes(game) == [
        "The marks of art/bee-bank.svg are older than the drawing or its style: it is drawn plainly."
    ]


def test_an_ink_takes_the_colour_of_the_template(game: Path) -> None:
    assert "#cc8800" not in pictured(game) and "#0000ff" in pictured(game)
    cut_drawings(game)
    assert "#cc8800" not in pictured(game) and "#0000ff" in pictured(game)


def test_what_is_up_to_date_is_left_alone_and_the_same_bytes_come_again(game: Path) -> None:
    first = cut_drawings(game)
    marks = game / first.written[0]
    content = marks.read_bytes()
    assert first.written == ("art/marks/bee-bank-30mm.svg",) and len(content) < 60_000
    again = cut_drawings(game)
    assert (again.written, again.kept) == ((), 1)
    assert cut_drawings(game, anew=True).written == first.written and marks.read_bytes() == content


def test_a_drawing_may_have_a_width_of_its_own(game: Path) -> None:
    others = [text for text in notes(game) if "There is no drawing" in text]
    drawing = game / "art/bee-bank.svg"
    drawing.write_text(FOX.replace("viewBox", 'data-width="55.5" viewBox'), "utf-8")
    assert cut_drawings(game).written == ("art/marks/bee-bank-55.5mm.svg",)
    assert notes(game) == others and 'viewBox="0 0 5550 3700"' in pictured(game)
    drawing.write_text(FOX.replace("viewBox", 'data-width="wide" viewBox'), "utf-8")
    (problem,) = cut_drawings(game).problems
    assert (problem.where, problem.what) == (
        "art/bee-bank.svg",
        "“wide” is no data-width that can be cut.",
    )
    refused = [told for told in examine(Project(game)) if "data-width" in told.what]
    assert refused and refused[0].severity is Severity.ERROR


def test_a_build_needs_no_library_for_it(game: Path) -> None:
    cut_drawings(game)
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['shapely'] = None\n"
        "from generator.cli import main; sys.exit(main(['check']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=game, env={"PYTHONPATH": str(ROOT)}, capture_output=True
    )
    assert run.returncode == 0, run.stderr.decode()
    code = code.replace("'check'", "'illustrate'")
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=game, env={"PYTHONPATH": str(ROOT)}, capture_output=True
    )
    assert run.returncode == 1 and 'pip install "pnp-generator[illustrate]"' in run.stderr.decode()


def told(drawing: str) -> tuple[str, str]:
    """Why a drawing is refused, or what is odd about it, and where."""
    try:
        reader = read_drawing(drawing.encode(), read_style(STYLE.encode()), 30, where="art/fox.svg")
    except Failed as failed:
        return failed.problems[0].where, failed.problems[0].what
    return (reader.problems[0].where, reader.problems[0].what) if reader.problems else ("", "")


@pytest.mark.parametrize(
    ("here", "instead", "where", "what"),
    [
        ('"subject"', '"hero"', "art/fox.svg:4", "“hero” is no role: the shape is left out."),
        ('"fur"', '"silk"', "art/fox.svg:2", "“silk” is no texture of art/style.toml: it stays plain."),
        ('"#cc8800"', '"#cc8801"', "art/fox.svg:4", "The colour #cc8801 is no ink of art/style.toml."),
        ('viewBox="0 0 60 40"', "", "art/fox.svg", "The drawing has no size of its own."),
        ("data-role", "data-rule", "art/fox.svg", "No shape of the drawing has a role."),
        ('data-tex="fur"', 'data-flow="up"', "art/fox.svg:2", "data-flow “angle up” cannot be read."),
        ('data-tex="fur"', 'data-tone="1 2"', "art/fox.svg:2", "data-tone has 2 numbers."),
    ],
)
def test_what_a_drawing_cannot_say_is_told_with_its_line(
    here: str, instead: str, where: str, what: str
) -> None:
    assert told(FOX) == ("", "")
    assert told(FOX.replace(here, instead)) == (where, what)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (
            '<path inkscape:label="subjekt" fill="#cc8800" d="M2 2H9V9Z"/>',
            "A shape without a role is left out.",
        ),
        (
            '<path inkscape:label="subject furr" fill="#cc8800" d="M2 2H9V9Z"/>',
            "“furr” is no texture of art/style.toml: it stays plain.",
        ),
        (
            '<path inkscape:label="subject" fill="#cc8800" d="M2 2H9V9Z"/><text x="2" y="9">Fox</text>',
            "A <text> is left out.",
        ),
        ('<text inkscape:label="subject" x="2" y="9">Fox</text>', "A <text> is left out."),
        ('<use inkscape:label="subject" href="#a"/>', "A <use> is left out."),
        (
            '<path data-role="subject" fill="#cc8800" stroke="#101010" d="M2 2H9V9Z"/>',
            "The line of a shape with a fill is left out.",
        ),
        (
            '<path data-role="subject" fill="#cc8800" fill-opacity="0.4" d="M2 2H9V9Z"/>',
            "A see-through shape is printed solid.",
        ),
    ],
)
def test_what_is_not_cut_is_told(more: str, what: str) -> None:
    named = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    drawing = FOX.replace("<svg ", f"<svg {named} ").replace("</svg>", f"{more}</svg>")
    reader = read_drawing(drawing.encode(), read_style(STYLE.encode()), 30, where="art/fox.svg")
    assert [problem.what for problem in reader.problems] == [what]


def test_a_drawing_program_says_roles_as_labels() -> None:
    labelled = FOX.replace("<svg ", '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ')
    labelled = labelled.replace('data-role="ground" data-tex="fur"', 'inkscape:label="ground fur"')
    labelled = labelled.replace('data-role="subject"', 'inkscape:label="role:subject"')
    style = read_style(STYLE.encode())
    plain, named = (read_drawing(text.encode(), style, 30, where="f").pieces for text in (FOX, labelled))
    fox = labelled.replace('"role:subject"', '"subject fox 2"')
    assert read_drawing(fox.encode(), style, 30, where="f").problems == [], "a name of one's own"
    assert plain == named and [piece.role for piece in plain] == ["ground", "subject", "focus"]
    assert plain[0].hints and plain[1].rings[0][1] == (20.0, 5.0), "in mm of the print"


def test_a_strangers_drawing_keeps_to_the_fence(game: Path) -> None:
    line = '<rect data-role="front" fill="#101010" width="1" height="1"/>'
    assert told(FOX.replace("</svg>", line * 900 + "</svg>"))[1].startswith(
        "The drawing has more than 800 shapes"
    )
    (game / "art/bomb.svg").write_text('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "utf-8")
    (game / "art/Ünnamed.svg").write_text(FOX, "utf-8")
    cuts = cut_drawings(game)
    assert cuts.written == ("art/marks/bee-bank-30mm.svg",)
    assert {problem.where for problem in cuts.problems} == {"art/bomb.svg:1", "art/Ünnamed.svg"}


def test_drawings_without_roles_are_left_as_they_are_with_one_note(game: Path) -> None:
    for name in ("map", "tree"):
        (game / f"art/{name}.svg").write_text(FOX.replace("data-role", "class"), "utf-8")
    (problem,) = cut_drawings(game).problems
    assert (problem.severity, problem.where) == (Severity.NOTE, "art")
    assert problem.what == "2 drawings without a role, printed as drawn: art/map.svg, art/tree.svg."


# ---------------------------------------------------------------- the shelf of grounds


@pytest.mark.parametrize("folder", ["", "games/life_meaning"])
def test_a_drawing_begins_with_every_ground_in_the_inks_of_its_game(tmp_path: Path, folder: str) -> None:
    art = ROOT / folder / "art"
    (tmp_path / "art").mkdir()
    for file in ("style.toml", "root.svg" if not folder else "graft.svg"):
        (tmp_path / "art" / file).write_bytes((art / file).read_bytes())
    style = read_style((art / "style.toml").read_bytes())
    for ground in ground_names():
        (path,) = begin_drawing(tmp_path, f"Try {ground}", ground)
        reader = read_drawing((tmp_path / path).read_bytes(), style, style.widths_mm[0], where=path)
        assert not reader.problems and len({piece.ink for piece in reader.pieces}) >= 2
        assert b"data-on" not in (tmp_path / path).read_bytes()
    first = (tmp_path / "art" / file).read_text("utf-8")
    assert box_of(first) == pytest.approx(box_of((tmp_path / path).read_text("utf-8")), rel=1e-3)


def box_of(svg: str) -> float:
    """How many times as wide as high it is."""
    (wide, high) = re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)[0]
    return float(wide) / float(high)


def test_a_first_drawing_needs_no_style(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(starter_game(tmp_path / "game"))
    assert main(["illustrate", "--game", game, "--begin", "Bee Bank", "--ground", "snow"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "art/style.toml",
        "art/bee-bank.svg",
        "Draw your subject into it: shapes with the label “subject”. Then run pnp illustrate again.",
        "art/marks/bee-bank-57mm.svg",
        "1 cut, 0 up to date.",
    ]
    assert main(["illustrate", "--game", game, "--begin", "bee bank"]) == 1
    assert "art/bee-bank.svg: errors\n  This drawing is there already." in capsys.readouterr().err
    assert main(["illustrate", "--game", game, "--begin", "Fox", "--ground", "snwo"]) == 1
    assert "There is no ground “snwo”.\n  Did you mean “snow”?" in capsys.readouterr().err
    assert main(["illustrate", "--ground", "list"]) == 0
    assert "hills, mountains, night" in capsys.readouterr().out
