# ruff: noqa: E501  (messages stand in full, so that a search finds them)
from __future__ import annotations

import base64
import io
import os
from pathlib import Path

import pytest

from generator.faces import Face, FaceMaker
from generator.faces.markup import apart
from generator.faces.picture_functions import MOST_PICTURED
from generator.ground.problems import Problem, Severity
from generator.records.notation import parse_effect
from generator.svg.nodes import Node
from generator.svg.parse import parse
from generator.text.shaping import Shaper
from tests.shared.bench import BOOK, CARD, COMPONENT, FONTS, ICON, STEPS, SYMBOLS, Bench, row


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def texts(nodes: list[Node]) -> list[str]:
    return [node.text for node in nodes if node.tag == "text"]


# ---------------------------------------------------------------- what a template sees


def test_a_face_carries_its_size_and_key(bench: Bench) -> None:
    face, problems = bench.render("<g/>")
    assert not problems and face
    assert (face.key, face.width_mm, face.height_mm, face.shape, face.component) == (
        "Patterns/Shell/t",
        60.0,
        90.0,
        "rectangle",
        "Patterns",
    )
    assert bench.render("<g/>", None)[0].key == "Patterns/t"  # type: ignore[union-attr]


def test_the_typed_context(bench: Bench) -> None:
    body = (
        "<text>{{ card.title }}|{{ facts.title }}|{{ component.width }}|{{ layer(1).name }}|"
        "{{ card.items }}|{{ card._6 }}|{{ asked(card.requirement) | join(' ') }}</text>"
    )
    assert texts(bench.nodes(body)) == ["Shell|Tiny|60|Boundary|7|six|energy energy"]


def test_the_same_record_gives_the_same_bytes(bench: Bench) -> None:
    body = "{{ text(card.title, 2, 8, 40, size=4) }}{{ textbox(effect(card.bonus), 2, 10, 40, 20, size=3) }}"
    assert bench.render(body) == bench.render(body)


def test_cell_text_is_escaped_everywhere(bench: Bench) -> None:
    nodes = bench.nodes(
        '<text font-family="{{ card.flavour }}">{{ card.flavour }}</text>'
        "{{ text(card.flavour, 2, 8, 50, size=3) }}{{ textbox(card.flavour, 2, 8, 50, 9, size=3) }}"
    )
    assert texts(nodes) == ['Salt <&"> & sand'] * 3
    assert next(n for n in nodes if n.tag == "text").attrs["font-family"] == 'Salt <&"> & sand'


def test_control_characters_of_a_cell_do_not_break_the_svg(bench: Bench) -> None:
    odd = row("Patterns", 3, title="a\x0bb\ud800\ufffe")
    nodes = bench.nodes("<text>{{ card.title }}</text>", odd)
    assert texts(nodes) == ["ab"]


def test_elements_know_their_template_and_line(bench: Bench) -> None:
    bench.write("m.svg", "\n{% macro dot(x) %}\n<circle cx='{{ x }}' cy='1' r='1'/>\n{% endmacro %}")
    nodes = bench.nodes(
        '{% import "m.svg" as m %}\n<rect x="1"\n  y="2"/>{# a\nremark #}\n{{ m.dot(3) }}\n'
        "{%- if true -%}\n\n<line/>{% endif %}\n{{ icon('energy', 1, 1, 3) }}"
    )
    where = {node.tag: node.where for node in nodes if node.tag in {"rect", "circle", "line", "use", "svg"}}
    assert where == {
        "svg": "templates/t.svg:1",
        "rect": "templates/t.svg:3",
        "circle": "templates/m.svg:3",
        "line": "templates/t.svg:9",
        "use": "templates/t.svg:10",
    }


# ---------------------------------------------------------------- functions


def test_icons_join_the_face_once(bench: Bench) -> None:
    nodes = bench.nodes("{{ icon('energy', 1, 2, 3) }}{{ icon('energy', 5, 2, 4, color='#123456') }}")
    (symbol,) = [node for node in nodes if node.tag == "symbol"]
    assert (symbol.attrs["id"], symbol.attrs["viewBox"]) == ("icon-energy", "0 0 24 24")
    assert symbol.children[0].attrs["fill"] == "none"  # what the icon's root says about paint
    assert symbol.children[0].children[0].attrs["id"] == "icon-energy-c"
    assert symbol.children[0].children[0].where == "icons/energy.svg:1"
    uses = [node.attrs for node in nodes if node.tag == "use"]
    assert uses == [
        {"href": "#icon-energy", "x": "1", "y": "2", "width": "3", "height": "3", "color": "#22252e"},
        {"href": "#icon-energy", "x": "5", "y": "2", "width": "4", "height": "4", "color": "#123456"},
    ]


@pytest.mark.parametrize(
    ("root", "box"),
    [
        ('width="64" height="48"', "0 0 64 48"),
        ('width="1in" height="25.4mm"', "0 0 96 96"),
        ('width="100%"', "0 0 24 24"),
        ('width="64" height="64" viewBox="0 0 10 10" baseProfile="tiny"', "0 0 10 10"),
    ],
)
def test_an_icon_without_a_box_has_its_own_size(bench: Bench, root: str, box: str) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {root} preserveAspectRatio="xMidYMid meet">'
    (bench.root / "icons" / "energy.svg").write_text(f'{drawing}<path d="M1 1H5V5z"/></svg>')
    (symbol,) = [node for node in bench.nodes("{{ icon('energy', 5, 5, 8) }}") if node.tag == "symbol"]
    assert (symbol.attrs["viewBox"], symbol.attrs["preserveAspectRatio"]) == (box, "xMidYMid meet")


def test_an_effect_becomes_text_and_icons(bench: Bench) -> None:
    nodes = bench.nodes(
        "{{ textbox(effect(card.bonus), 2, 10, 50, 20, size=3, icon_color={'meaning': '#c98a00'}) }}"
    )
    assert texts(nodes) == ["−2", "· All −1"]
    icons = [(node.attrs["href"], node.attrs["color"]) for node in nodes if node.tag == "use"]
    assert icons == [("#icon-meaning", "#c98a00"), ("#icon-vitals", "#22252e")]


def test_text_is_placed_by_its_left_edge(bench: Bench) -> None:
    (left,) = [
        n
        for n in bench.nodes("{{ text('ab', 5, 8, 40, size=3, align='right', caps=true) }}")
        if n.tag == "text"
    ]
    assert left.text == "AB" and "text-anchor" not in left.attrs
    assert 40 < float(left.attrs["x"]) < 45 and left.attrs["y"] == "8"


def test_art_is_clipped_to_its_box_and_keeps_its_ids_apart(bench: Bench) -> None:
    call = "{{ art('waves', card.title, 1, 2, 30, 20, '#111111', '#eeeeee') }}"
    nodes = bench.nodes(call + call)
    ids = [node.attrs["id"] for node in nodes if "id" in node.attrs]
    assert len(ids) == len(set(ids)) == 4
    clips = [node.attrs["clip-path"] for node in nodes if "clip-path" in node.attrs]
    assert {clip[5:-1] for clip in clips} == set(ids), "those that the drawing of the shelf has, too"


def png(width: int, height: int) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (width, height), "#1b7f83").save(out, "PNG")
    return out.getvalue()


def test_a_picture_covers_its_box(bench: Bench) -> None:
    (bench.root / "art" / "a.png").write_bytes(png(800, 400))
    nodes = bench.nodes("{{ picture('art/a.png', 5, 5, 20, 20) }}")
    (image,) = [node for node in nodes if node.tag == "image"]
    assert {k: image.attrs[k] for k in ("x", "y", "width", "height")} == {
        "x": "-10",
        "y": "0",
        "width": "40",
        "height": "20",
    }
    assert base64.b64decode(image.attrs["href"].removeprefix("data:image/png;base64,")) == png(800, 400)
    assert image.where == "art/a.png"


def test_a_drawing_may_be_a_picture(bench: Bench) -> None:
    (bench.root / "art" / "a.svg").write_text(ICON)
    (image,) = [
        n for n in bench.nodes("{{ picture('art/a.svg', 5, 5, 20, 10, fit='contain') }}") if n.tag == "image"
    ]
    assert (image.attrs["x"], image.attrs["width"], image.where) == ("5", "10", "art/a.svg")


def test_a_drawing_without_a_box_has_its_own_size(bench: Bench) -> None:
    root = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" font-variation-settings="normal">'
    )
    (bench.root / "art" / "a.svg").write_text(f'{root}<path d="M1 1H5V5z"/></svg>')
    nodes = bench.nodes("{{ picture('art/a.svg', 5, 5, 20, 20, fit='contain') }}")
    (image,) = [node for node in nodes if node.tag == "image"]
    assert (image.attrs["width"], image.attrs["height"]) == ("20", "10")


def test_a_coarse_picture_is_a_warning(bench: Bench) -> None:
    (bench.root / "art" / "a.png").write_bytes(png(100, 100))
    problem = bench.problem("{{ picture('art/a.png', 5, 5, 25.4, 25.4) }}")
    assert problem.severity is Severity.WARNING
    assert problem.what == "The picture “art/a.png” has 100 dots per inch at 25.4 mm width."


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("../secret.png", "The picture “../secret.png” lies outside the game folder."),
        ("/etc/passwd", "The picture “/etc/passwd” lies outside the game folder."),
        ("art/link.png", "The picture “art/link.png” lies outside the game folder."),
        ("", "No picture is named here."),
        ("art/none.png", "There is no picture “art/none.png”."),
        ("art/text.png", "The picture “art/text.png” is neither PNG nor JPEG nor SVG, or it is broken."),
        ("art/bomb.svg", "art/bomb.svg:1: The SVG declares a document type or entities."),
        ("art/flat.svg", "The picture “art/flat.svg” has no size."),
    ],
)
def test_pictures_that_are_refused(
    bench: Bench, tmp_path_factory: pytest.TempPathFactory, path: str, what: str
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "x.png"
    outside.write_bytes(png(300, 300))
    (bench.root / "art" / "link.png").symlink_to(outside)
    (bench.root / "art" / "text.png").write_text("no picture")
    (bench.root / "art" / "flat.svg").write_text(ICON.replace("0 0 24 24", "0 0 24 0"))
    (bench.root / "art" / "bomb.svg").write_text('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')
    problem = bench.problem(f"{{{{ picture({path!r}, 5, 5, 20, 20) }}}}")
    assert (problem.where, problem.what) == ("templates/t.svg:2", what)


def test_a_picture_that_is_refused_names_the_cell_with_its_path(bench: Bench) -> None:
    card = row("Patterns", 4, title="Shell", art="art/none.png")
    _, (problem,) = bench.render("{{ picture(card.art, 5, 5, 20, 20) }}", card)
    assert problem.where == "Patterns!B4"


def test_what_a_picture_holds_counts_not_its_name(bench: Bench) -> None:
    (bench.root / "art" / "a.svg").write_bytes(png(800, 400))
    (bench.root / "art" / "a.png").write_text(ICON)
    for name, kind in (("a.svg", "data:image/png"), ("a.png", "data:image/svg+xml")):
        nodes = bench.nodes(f"{{{{ picture('art/{name}', 5, 5, 20, 20) }}}}")
        assert [n.attrs["href"].startswith(kind) for n in nodes if n.tag == "image"] == [True]


def test_a_photograph_held_sideways_stands_upright(bench: Bench) -> None:
    from PIL import Image

    lying = Image.new("RGB", (800, 600), "white")
    lying.paste("red", (0, 0, 800, 200))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera's top is the picture's right side
    lying.save(bench.root / "art" / "a.jpg", exif=exif)
    (image,) = [n for n in bench.nodes("{{ picture('art/a.jpg', 0, 0, 30, 40) }}") if n.tag == "image"]
    shown = Image.open(io.BytesIO(base64.b64decode(image.attrs["href"].partition(",")[2])))
    red, white = shown.getpixel((590, 400)), shown.getpixel((10, 400))
    assert shown.size == (600, 800)
    assert isinstance(red, tuple) and isinstance(white, tuple)
    assert red[1] < 30 and white[1] > 225


def test_icons_stay_in_the_game_folder(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "bare.svg"
    outside.write_text(ICON)
    (bench.root / "icons" / "bare.svg").symlink_to(outside)
    problem = bench.problem("{{ icon('bare', 1, 1, 3) }}")
    assert (problem.where, problem.what) == ("icons/bare.svg", "This path leaves the game folder.")


@pytest.mark.parametrize("rights", ["folder", "fifo", "no rights", "large"])
def test_an_icon_or_picture_that_cannot_be_read_is_named_itself(bench: Bench, rights: str) -> None:
    for path in (bench.root / "icons" / "bare.svg", bench.root / "art" / "a.png"):
        match rights:
            case "folder":
                path.mkdir()
            case "fifo":
                os.mkfifo(path)
            case "no rights":
                path.touch(0)
                if os.access(path, os.R_OK):
                    pytest.skip("this user may read everything")
            case "large":
                path.write_bytes(bytes(14_000_001))
    problem = bench.problem("{{ icon('bare', 1, 1, 3) }}")
    assert problem.where == "icons/bare.svg"
    seen = bench.problem("{{ picture('art/a.png', 1, 1, 3, 3) }}").what
    assert seen == f"The picture “art/a.png” cannot be used. {problem.what}".replace("1 MB", "14 MB")


def test_the_pictures_of_a_face_have_a_sum(bench: Bench) -> None:
    (bench.root / "art" / "a.png").write_bytes(png(800, 400) + bytes(MOST_PICTURED // 4))
    call = "{{ picture('art/a.png', 5, 5, 20, 20) }}"
    assert len([node for node in bench.nodes(call * 2) if node.tag == "image"]) == 2
    assert bench.problem(call * 3).what == "The pictures of this face hold more than 14 MB together."


def test_pictures_and_icons_in_a_ring_of_links(bench: Bench) -> None:
    (bench.root / "icons" / "bare.svg").symlink_to("bare.svg")
    (bench.root / "art" / "a.png").symlink_to("a.png")
    assert bench.problem("{{ icon('bare', 1, 1, 3) }}").where == "icons/bare.svg"
    assert "art/a.png" in bench.problem("{{ picture('art/a.png', 1, 1, 3, 3) }}").what


# ---------------------------------------------------------------- Problems


def test_a_text_from_another_sheet_names_its_cell(bench: Bench) -> None:
    for card in (CARD, None):
        _, (problem,) = bench.render("{{ text(facts.title ~ '', 5, 8, 1, size=4) }}", card)
        assert problem.where == "Game!B2"


@pytest.mark.parametrize(
    ("body", "what", "mend"),
    [
        (
            "{{ text(card.title, 5, 8, 30, size=4, colour='#fff') }}",
            "text(…) cannot be called like this: an unexpected keyword argument 'colour'.",
            "Write text(string, x, y, width, size=…); it also takes least=…, font=…, weight=…, italic=…, "
            "align=…, color=…, caps=…, spacing=…, features=…, lines=….",
        ),
        (
            "{{ picture(card.title) }}",
            "picture(…) cannot be called like this: missing a required argument: 'x'.",
            "Write picture(path, x, y, width, height); it also takes fit=….",
        ),
        (
            "{{ text(card.bonus, 5, 8, 30, size=4) }}",
            "Something that is no text (Effect) stands where a text is printed.",
            "Print a text or a number; effect(…) puts an effect into words, asked(…) lists a requirement's "
            "icons.",
        ),
        (
            "{{ textbox(effect(card.title), 5, 8, 30, 9, size=4) }}",
            "effect(…) wants a column of the type effect, and is given “Shell”.",
            "Name such a column; the sheet Fields declares which have the type effect.",
        ),
        (
            "{% for key in asked(card.bonus) %}{{ key }}{% endfor %}",
            "asked(…) wants a column of the type requirement, and is given something else.",
            "Name such a column; the sheet Fields declares which have the type requirement.",
        ),
        (
            "{{ art('wave', card.title, 0, 0, 9, 9, '#000', '#fff') }}",
            "“wave” is not a motif that can be drawn.",
            "Use one of: arcade, arches, colonies, contours, drift, fortunes, growth, membranes, nets, "
            "rays, rosette, spirals, strata, waves, whirl.",
        ),
        (
            "{{ art('waves', card.title, 0, 0, 9, 9, '#000', '#fff', free=(0, 3)) }}",
            "The free part of a picture is not four numbers.",
            "Write it as (x, y, width, height) in mm, such as (0, 13, 63.5, 21).",
        ),
    ],
)
def test_a_call_that_is_wrong_says_how_to_write_it(bench: Bench, body: str, what: str, mend: str) -> None:
    problem = bench.problem(body)
    assert (problem.where, problem.what, problem.mend) == ("templates/t.svg:2", what, mend)


@pytest.mark.parametrize("name", ["card.titel", "facts.titel"])
def test_an_unknown_name_in_a_call_is_named(bench: Bench, name: str) -> None:
    assert "has no “titel”." in bench.problem(f"{{{{ text({name}, 5, 8, 30, size=4) }}}}").what


def test_a_card_that_is_not_there(bench: Bench) -> None:
    _, (problem,) = bench.render("{{ card.title }}", card=None)
    assert problem.what == "“title” is read from something that is empty here."
    assert "whose Data is empty in the sheet Components" in problem.mend


def test_a_broken_icon_names_its_own_file(bench: Bench) -> None:
    (bench.root / "icons" / "bare.svg").write_text("<svg>")
    problem = bench.problem("{{ icon('bare', 1, 1, 3) }}\n{{ icon('bare', 1, 1, 3) }}")
    assert problem.where == "icons/bare.svg:1"


def test_a_template_in_another_encoding(bench: Bench) -> None:
    (bench.root / "templates" / "old.svg").write_bytes("<svg>é</svg>".encode("latin-1"))
    assert bench.problem("{% include 'old.svg' %}").what == "The template is not saved as UTF-8."


def test_a_comment_without_an_end_names_the_template(bench: Bench) -> None:
    assert bench.problem("{# and so on").where == "templates/t.svg:2"


def test_a_text_that_does_not_fit_names_the_cell_and_the_template(bench: Bench) -> None:
    long = row("Patterns", 14, layer=3, title="A very long title that goes on")
    face, problems = bench.render("\n{{ text(card.title, 5, 8, 30, size=4, least=2.8, font='title') }}", long)
    assert face, "a face that shows the spill helps to mend it"
    assert problems == (
        Problem(
            Severity.ERROR,
            "Patterns!B14",
            "“A very long title that goes on” does not fit on t.svg line 3, about 6 letters too many: at the "
            "least size 2.8 mm it is 38.3 mm wide and has 30 mm.",
            "Shorten it or give the box more room in the template.",
        ),
    )


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("text('+10', 5, 8, 2, size=4)", "+10"),
        ("textbox(effect(card.gift), 5, 8, 2, 2, size=4)", "+10 {energy}"),
    ],
)
def test_an_effect_that_does_not_fit_names_its_cell(bench: Bench, call: str, printed: str) -> None:
    gift = parse_effect("+10E", SYMBOLS)
    card = row("Patterns", 14, title="Shell", bonus=parse_effect("+1E", SYMBOLS), gift=gift)
    _, (problem,) = bench.render(f"{{{{ {call} }}}}", card)
    assert problem.where == "Patterns!C14"
    assert problem.what.startswith(f"“{printed}” does not fit on t.svg line 2, about ")


def test_a_missing_glyph_names_the_cell_and_the_template(bench: Bench) -> None:
    _, (problem,) = bench.render("{{ text(card.title, 5, 8, 30, size=4) }}", row("Patterns", 9, title="漢"))
    assert problem.where == "Patterns!A9"
    assert problem.what.startswith("The font SourceSans3-Regular.ttf has no “漢” (U+6F22)")
    assert problem.mend.endswith("It is printed by t.svg line 2.")


def test_one_run_reports_all_of_them(bench: Bench) -> None:
    _, problems = bench.render(
        "{{ icon('sun', 1, 1, 3) }}\n{{ icon('bare', 1, 1, 3) }}\n{{ text('x', 1, 1, 9, size='big') }}"
    )
    assert [(p.where, p.what) for p in problems] == [
        ("templates/t.svg:2", "There is no icon “sun” in the sheet Icons."),
        (
            "templates/t.svg:3",
            "The icon “bare” has no drawing icons/bare.svg, and there is none on the shelf.",
        ),
        ("templates/t.svg:4", "“size” is 'big', which is not a number."),
    ]


NOWHERE = ", neither in the folder templates nor on the shelf."
NAMES = (
    "alike, arctext, art, asked, book, boxheight, card, component, edges, effect, facts, game, hex, icon, "
    "illustration, layer, namespace, net, picture, polar, range, ring, rules, text, textbox, word"
)


@pytest.mark.parametrize(
    ("body", "where", "what", "mend"),
    [
        (
            "{{ crad.title }}",
            "t.svg:2",
            "There is no “crad” here.",
            f"Did you mean card? The names here are {NAMES}.",
        ),
        (
            "\n<g>{{ card.titel }}</g>",
            "t.svg:3",
            "The sheet Patterns has no “titel”.",
            "Did you mean title? The names here are _6, bonus, flavour, items, requirement, title.",
        ),
        (
            "{{ facts.titel }}",
            "t.svg:2",
            "The table has no “titel”.",
            "Did you mean title? The names here are title.",
        ),
        (
            "{{ card.bonus.part }}",
            "t.svg:2",
            "The record Effect has no “part”.",
            "Did you mean parts? The names here are parts.",
        ),
        (
            '{% import "m.svg" as m %}{{ m.dto() }}',
            "t.svg:2",
            "The imported template has no “dto”.",
            "Did you mean dot? The names here are dot, look.",
        ),
        (
            '{% import "m.svg" as m %}\n{{ m.look() }}',
            "m.svg:4",
            "There is no “card” here.",
            "In an imported file, end the import with “with context” or hand the value to the macro.",
        ),
        (
            '{% include "pattren.svg" %}',
            "t.svg:2",
            "There is no template “pattren.svg”, neither in the folder templates nor on the shelf.",
            "Did you mean pattern.svg? "
            "The templates here are backs.svg, boards.svg, m.svg, parts.svg, pattern.svg, t.svg, "
            "tuck-box.svg.",
        ),
        ("{{ text('x', 1, 2, 3, size=2, font='Comic') }}", "t.svg:2", "There is no font “Comic”.", None),
        ("{{ layer(12) }}", "t.svg:2", "The sheet Layers has no Layer 12.", None),
        (
            "{{ icon('energy', 1, 2, 3, color='url(x)') }}",
            "t.svg:2",
            "“color” is 'url(x)', which is not a colour.",
            None,
        ),
        ("{{ text('x', 1, 2, 3, sise=2) }}", "t.svg:2", None, None),
        (
            "\n{% for x in %}",
            "t.svg:3",
            "The template cannot be read: Expected an expression, got 'end of statement block'.",
            None,
        ),
        ("{% if true %}\n\n", "t.svg:3", None, None),
        ("{{ 'a' | uper }}", "t.svg:2", "The template cannot be read: No filter named 'uper'.", None),
        ("<g>\n</h>", "t.svg:2", "There is a </h>, but the element that is open here is <g>.", None),
        ("{{ 1 / 0 }}", "t.svg:2", "“{{ 1 / 0 }}” divides by 0.", None),
        (
            "{% set low = none %}\n{% if low < 3 %}x{% endif %}",
            "t.svg:3",
            "“low” is empty, so that “{% if low < 3 %} {% endif %}” cannot be worked out.",
            "Fill that in in the workbook, or ask before: {% if low is not none %} … {% endif %}.",
        ),
        (
            "{% set card = {'art': none} %}\n{{ [card.art, 3] | min }}",
            "t.svg:3",
            "“card.art” is empty, so that “{{ [card.art, 3] | min }}” cannot be worked out.",
            None,
        ),
        (
            "{{ card.title + component.width }}",
            "t.svg:2",
            "“{{ card.title + component.width }}” cannot be worked out: “card.title” is a text, “component.width” is a number.",
            "Count and compare numbers with numbers only, and go only through what is a list.",
        ),
        ("{% for x in component.width %}x{% endfor %}", "t.svg:2", None, None),
        (
            "{{ range(1, 5, 0) | length }}",
            "t.svg:2",
            "“{{ range(1, 5, 0) | length }}” cannot be worked out.",
            None,
        ),
        ("{{ [1, 2] }}", "t.svg:2", "A list stands where a text or a number is printed.", None),
    ],
)
def test_broken_templates(bench: Bench, body: str, where: str, what: str | None, mend: str | None) -> None:
    bench.write(
        "m.svg", "{% macro dot() %}x{% endmacro %}\n{% macro look() %}\n\n{{ card.title }}{% endmacro %}"
    )
    bench.write("pattern.svg", "x")
    problem = bench.problem(body)
    assert problem.where == f"templates/{where}"
    assert what is None or problem.what == what
    assert mend is None or problem.mend == mend


HOSTILE = {
    "loops in loops": ("{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", STEPS),
    "a filtered loop": (
        "{% for a in range(9999) %}{% for b in range(9999) if false %}{% endfor %}{% endfor %}",
        STEPS,
    ),
    "a recursive loop": ("{% for a in [1, 1] recursive %}{{ loop([1, 1]) }}{% endfor %}", None),
    "a wide range": ("{{ range(10 ** 9) | length }}", "range counts beyond 10,000 items."),
    "a macro without end": (
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "The template calls itself without end.",
    ),
    "macros that double": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(30) }}",
        STEPS,
    ),
    "an include of itself": ('{% include "t.svg" %}', "The template calls itself without end."),
    "text that doubles": (
        "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "A text grows beyond 100,000 characters.",
    ),
    "text that adds": (
        "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
        "A text grows beyond 100,000 characters.",
    ),
    "blocks that double": (
        "{% set n = namespace(x='ab') %}{% for i in range(60) %}"
        "{% set b %}{{ n.x }}{{ n.x }}{% endset %}{% set n.x = b %}{% endfor %}",
        "The template writes more than 8 MB for one face.",
    ),
    "long literals": (
        "{% macro m() %}"
        + "x" * 9000
        + "{% endmacro %}{% for i in range(9000) %}{% set q = m() %}{% endfor %}",
        "The template writes more than 8 MB for one face.",
    ),
    "much output": (
        "{% for i in range(1500) %}" + "x" * 9000 + "{% endfor %}",
        "The template writes more than 8 MB for one face.",
    ),
    "lists that double": (
        "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}",
        "A list grows beyond 10,000 items.",
    ),
    "arguments that double": (
        "{% set n = namespace(x=[1]) %}{% macro m() %}{% set n.x = varargs %}{% endmacro %}"
        "{% for i in range(60) %}{{ m(n.x, n.x) }}{% endfor %}",
        "A list grows beyond 10,000 items.",
    ),
    "repeated text": ("{{ 'x' * 10 ** 9 }}", "A text or a list is repeated too often."),
    "repeated list": ("{{ ([1] * 10 ** 9) | length }}", "A text or a list is repeated too often."),
    "a power": ("{{ 9 ** 9 ** 9 }}", "A number grows too large."),
    "a product": (
        "{% set n = namespace(x=10) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}",
        "A number grows too large.",
    ),
    "percent": ("{{ '%1000000000d' % 1 }}", "Texts are put together with ~ here, not with %."),
    "str.format": (
        "{{ '{:>1000000000}'.format('x') }}",
        "The template reaches too far: Access to attribute 'format' of 'str' object is unsafe.",
    ),
    "str.center": (
        "{{ 'x'.center(10 ** 9) }}",
        "The template reaches too far: Access to attribute 'center' of 'str' object is unsafe.",
    ),
    "int.to_bytes": (
        "{{ (1).to_bytes(10 ** 9) }}",
        "The template reaches too far: Access to attribute 'to_bytes' of 'int' object is unsafe.",
    ),
    "filter center": (
        "{{ 'x' | center(10 ** 9) }}",
        "The template cannot be read: No filter named 'center'.",
    ),
    "filter indent": (
        "{{ 'x' | indent(10 ** 9) }}",
        "The template cannot be read: No filter named 'indent'.",
    ),
    "filter format": ("{{ '%9d' | format(1) }}", "The template cannot be read: No filter named 'format'."),
    "filter batch": (
        "{{ [1] | batch(10 ** 9, 0) }}",
        "The template cannot be read: No filter named 'batch'.",
    ),
    "filter replace": (
        "{{ ('a' * 9999) | replace('a', 'b' * 9999) }}",
        "A text grows beyond 100,000 characters.",
    ),
    "filter join": ("{{ range(9999) | join('x' * 9999) }}", "A text grows beyond 100,000 characters."),
    "Python's classes": (
        "{{ ''.__class__.__mro__ }}",
        "The template reaches too far: Access to attribute '__class__' of 'str' object is unsafe.",
    ),
    "a function's insides": (
        "{{ text.__globals__ }}",
        "The template reaches too far: Access to attribute '__globals__' of 'function' object is unsafe.",
    ),
    "a private name": (
        "{{ card.__getitem__ }}",
        "The template reaches too far: Access to attribute '__getitem__' of 'Row' object is unsafe.",
    ),
    "attributes by filter": (
        "{{ '' | attr('__class__') }}",
        "The template cannot be read: No filter named 'attr'.",
    ),
    "attributes by map": (
        "{{ [''] | map(attribute='__class__') | first }}",
        "The template reaches too far: Access to attribute '__class__' of 'str' object is unsafe.",
    ),
    "a file outside": (
        '{% include "../secret.svg" %}',
        "There is no template “../secret.svg”" + NOWHERE,
    ),
    "a file by its full path": (
        '{% include "/etc/passwd" %}',
        "There is no template “/etc/passwd”" + NOWHERE,
    ),
    "a link outside": (
        '{% include "link.svg" %}',
        "There is no template “link.svg”" + NOWHERE,
    ),
    "deep brackets": ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", None),
    "deep blocks": ("{% for a in [1] %}" * 60 + "{% endfor %}" * 60, None),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_templates(bench: Bench, tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.svg"
    outside.write_text("secret")
    (bench.root / "templates" / "link.svg").symlink_to(outside)
    body, what = HOSTILE[name]
    face, (problem,) = bench.render(body)
    assert face is None
    assert problem.where.startswith("templates/t.svg:")
    assert problem.what == (what or problem.what)
    assert problem.what.endswith(".") and problem.mend.endswith((".", "…"))


def test_every_id_and_reference_of_a_drawing_gets_its_prefix() -> None:
    drawing = """<a id="x"
        id='y' grid="z" href="#x" xlink:href = '#y' href="p.svg#x" fill="url(#x)" mask="url( '#y')"/>"""
    assert apart(drawing, "p-") == drawing.replace("#x", "#p-x", 1).replace("'#y'", "'#p-y'").replace(
        "url(#x)", "url(#p-x)"
    ).replace('"x"', '"p-x"').replace("'y'", "'p-y'")


def test_the_budget_is_renewed_for_each_face(bench: Bench) -> None:
    bench.write(
        "t.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">'
        "{% for a in range(9000) %}{% endfor %}</svg>",
    )
    maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
    assert not any(maker.render("t.svg", component=COMPONENT)[1] for _ in range(30))


def test_the_view_box_must_be_the_component(bench: Bench) -> None:
    bench.write("t.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{# no drawing #}</svg>')
    maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
    face, (problem,) = maker.render("t.svg", component=COMPONENT)
    assert face is None
    assert problem == Problem(
        Severity.ERROR,
        "templates/t.svg:1",
        "The viewBox is “0 0 63 88”, but Patterns is 60 by 90 mm in the sheet Components.",
        'Write viewBox="0 0 60 90" or change the sheet.',
    )


def test_words_that_a_drawing_does_not_print_are_told(bench: Bench) -> None:
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">'
    bench.write("t.svg", f"{opening}\n<g>\n{{{{ card.title }}}}\n</g> </svg>")
    maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
    face, (problem,) = maker.render("t.svg", component=COMPONENT, card=CARD)
    assert face is not None and problem.severity is Severity.WARNING
    assert problem.where == "templates/t.svg:2"
    assert problem.what == "Words stand loose inside this <g>, where nothing is printed."
    sound = f"{opening}<title>A note</title><g>{{{{ text(card.title, 5, 9, 50, size=5) }}}}</g></svg>"
    bench.write("sound.svg", sound)
    assert maker.render("sound.svg", component=COMPONENT, card=CARD)[1] == ()


def test_templates_that_are_no_svg(bench: Bench) -> None:
    for text in ("", "plain", '<?xml version="1.0"?><!DOCTYPE svg><svg/>', "<html/>"):
        bench.write("t.svg", text)
        maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
        face, problems = maker.render("t.svg", component=COMPONENT)
        assert face is None and len(problems) == 1


# ---------------------------------------------------------------- through the renderer


def drawn(face: Face) -> bytes:
    from generator.svg.designs import draw_designs

    out = io.BytesIO()
    assert draw_designs([face], fonts=FONTS, out=out) == ()
    return out.getvalue()


def test_the_renderer_draws_what_every_function_makes(bench: Bench) -> None:
    (bench.root / "art" / "a.png").write_bytes(png(400, 400))
    (bench.root / "art" / "a.svg").write_text(ICON)
    face, problems = bench.render(
        "{{ icon('energy', 1, 1, 5) }}{{ text(card.title, 2, 12, 40, size=4, spacing=0.2) }}"
        "{{ textbox(effect(card.bonus), 2, 14, 40, 20, size=3) }}"
        "{{ picture('art/a.png', 5, 40, 20, 20) }}{{ picture('art/a.svg', 30, 40, 20, 20) }}"
        "{{ art('waves', 'Pulse', 0, 65, 60, 20, '#2c5fb3', '#dbe6f7') }}"
    )
    assert not problems and face
    assert drawn(face).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("To Avoid Wavy LAWS AV", "font='title', weight=600"),
        ("To Avoid Wavy LAWS AV", ""),
        ("Type, Te, P. AV", "italic=true, spacing=0.2"),
    ],
)
def test_text_is_as_wide_on_paper_as_it_was_measured(bench: Bench, words: str, options: str) -> None:
    """Set at the right edge of its box, the last letter has to stand one advance before it on paper."""
    import pypdfium2

    comma = ", " if options else ""
    face, problems = bench.render(
        f"{{{{ text({words!r}, 2, 30, 56, size=4, align='right'{comma}{options}) }}}}"
    )
    assert face and not problems
    (text,) = [node for node in parse(face.svg, "t").root.walk() if node.tag == "text"]
    page = pypdfium2.PdfDocument(drawn(face))[0].get_textpage()
    assert page.get_text_range().strip() == words
    first, last = (page.get_charbox(at, loose=True)[0] for at in (0, len(words) - 1))
    chain = FONTS.chain(
        text.attrs["font-family"], int(text.attrs.get("font-weight", 400)), "font-style" in text.attrs
    )
    advance = Shaper(FONTS).shape(chain, words)[-1].advance_em * 4
    bleed = 3.175
    assert first * 25.4 / 72 - bleed == pytest.approx(float(text.attrs["x"]), abs=0.02)
    assert last * 25.4 / 72 - bleed + advance == pytest.approx(58.0, abs=0.05)


# ---------------------------------------------------------------- what is measured


def test_a_box_as_high_as_it_is_said_to_be_holds_its_text(bench: Bench) -> None:
    words = '"A line and {energy} one more, {energy} and so on until it breaks"'
    body = f"{{% set h = boxheight({words}, 30, size=3.2, strut=true) %}}<text>{{{{ h }}}}</text>"
    (high,) = texts(bench.nodes(body))
    assert 7 < float(high) < 20
    drawn = f"{{{{ textbox({words}, 2, 2, 30, {high}, size=3.2, least=3.2, strut=true) }}}}"
    assert bench.render(drawn)[1] == ()
    lower = f"{{{{ textbox({words}, 2, 2, 30, {float(high) - 0.2}, size=3.2, least=3.2, strut=true) }}}}"
    assert "does not fit" in bench.problem(lower).what


def test_the_longest_text_decides_the_size_of_all(bench: Bench) -> None:
    asked = (
        '<text>{{ alike(["Hill", "Lake"], 30, size=4) }}|'
        '{{ alike(["Hill", "A long, long meadow"], 20, size=4, least=1) }}|'
        '{{ alike(["A long, long meadow"], 1, size=4, least=2) }}|'
        '{{ alike(["2{energy}"], 3, size=4, least=1, rich=true) }}|'
        "{{ alike([], 3, size=4) }}</text>"
    )
    (told,) = texts(bench.nodes(asked))
    free, fitted, least, rich, none = (float(size) for size in told.split("|"))
    assert (free, least, none) == (4, 2, 4)
    assert 1 < fitted < 4 and 1 < rich < 4


def test_alike_wants_a_list(bench: Bench) -> None:
    told = bench.problem('{{ alike("Hill", 20, size=4) }}')
    assert (told.where, told.what) == ("templates/t.svg:2", "alike(…) wants a list of texts first.")
    assert told.mend == 'Put them in brackets, such as ["Hill", "Lake"], or end with | list.'
