"""What comes again is read and checked once, and says the same as if it were read each time."""

from __future__ import annotations

import base64
import random
from pathlib import Path

import pytest

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Failed
from generator.svg import paths
from generator.svg.check import check_tree
from generator.svg.parse import parse
from generator.svg.paths import operators, parse_path
from generator.svg.pdf_font import PdfFont
from generator.svg.portable import KeptPages
from generator.text.fonts import find_fonts
from tests.shared.steps import steps
from tests.shared.svg_pictures import drawn, fonts, svg

FONTS = Path(__file__).parents[2] / "fonts"


def card(number: int, *, many: int = 60) -> str:
    """A card whose first elements are the same on all, and whose last are its own."""
    frame = "".join(
        f'<path data-at="templates/card.svg:{line}" fill="#12{line:04x}" d="M{line} 0L5 {line}H3Z"/>'
        for line in range(1, many)
    )
    own = f'<text data-at="templates/card.svg:99" x="1" y="5" font-size="3">Card {number}</text>'
    return f'<svg data-at="templates/card.svg:1" width="9" height="9">{frame}{own}</svg>'


def test_a_template_is_read_and_checked_once() -> None:
    def looked_at(number: int) -> int:
        return steps(lambda: check_tree(parse(card(number), "card"), "card"))

    first = looked_at(1)
    assert looked_at(2) < 0.7 * first


def test_elements_that_say_the_same_share_what_was_found_out() -> None:
    one, other = (parse(card(number), "card").root for number in (3, 4))
    assert one.children[0] is not other.children[0]
    assert one.children[0].facts is other.children[0].facts
    assert [node.children[-1].text for node in (one, other)] == ["Card 3", "Card 4"]


def test_an_element_that_cannot_be_drawn_is_told_again_on_the_next_face() -> None:
    wrong = '<svg width="9" height="9"><rect width="2" height="2" fill="{}"/>{}</svg>'
    for number in range(3):
        (problem,) = check_tree(parse(wrong.format("reddish", number), f"card {number}"), "card")
        assert problem.where == f"card {number}:1" and "“reddish” is not a colour" in problem.what


def test_a_style_that_cannot_be_read_is_told_on_every_face() -> None:
    for key in ("one", "two"):
        with pytest.raises(Failed) as raised:
            parse(f'<svg><g style="fill"/><!-- {key} --></svg>', key)
        assert raised.value.problems[0].where == f"{key}:1"


def test_the_same_document_under_another_name_has_places_of_its_own() -> None:
    svg = '<svg width="9" height="9">\n<rect width="1" height="1"/></svg>'
    assert [parse(svg, key).root.children[0].where for key in ("one", "two", "two")] == [
        "one:2",
        "two:2",
        "two:2",
    ]


def test_a_face_that_was_looked_at_is_not_read_again_to_be_drawn() -> None:
    looked_at = parse(card(5), "template")
    assert parse(card(5), "face") is looked_at


@pytest.mark.parametrize("light", [False, True])
def test_a_drawing_on_another_card_is_not_read_again_and_is_the_same(tmp_path: Path, light: bool) -> None:
    """If it is paths alone; words, and what lets light through, are drawn anew."""
    plain = '<path fill="#703010" d="M2 2l20 1 3 15a4 4 0 0 1-9 3z"/>'
    words = f'{plain}<text x="2" y="9" font-size="4">Tide</text>'
    pale = f'{plain}<rect width="9" height="9" opacity="0.5"/>'
    cache = Cache(tmp_path, b"key", "1")

    def card_of(drawing: str, word: str) -> tuple[bytes, bool]:
        picture = f'<svg viewBox="0 0 30 30">{drawing}</svg>'.encode()
        href = "data:image/svg+xml;base64," + base64.b64encode(picture).decode()
        document = svg(
            f'<image href="{href}" width="40" height="40"/><text y="50" font-size="4">{word}</text>'
        )
        once, again = (drawn(document, cache=each, light=light)[0] for each in (cache, NO_CACHE))
        assert once == again
        room_mm = (40.0, 40.0) if light else None
        return once, KeptPages(cache, fonts(), light).find_picture(picture, room_mm) is not None

    for drawing, stays in ((plain, True), (words, False), (pale, False)):
        first, second = card_of(drawing, "Ebb"), card_of(drawing, "Flood")
        assert first[0] != second[0]
        assert light or first[1] is second[1] is stays
        assert card_of(drawing, "Ebb") == first


# ---------------------------------------------------------------- paths


def test_numbers_that_stand_apart_are_read_as_all_others() -> None:
    """Most paths are read in one go. What that says must be what reading sign by sign says."""
    chance = random.Random(5)
    plain = ("0", "1", "-1", ".5", "-.5", "10", "3.25", "1e1")
    odd = ("2E-1", "+3", "1.5.5", "01", ",", " ", "inf", "1_0")
    kinds = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
    read = 0
    for _ in range(3000):
        data = "M1 2"
        for _ in range(chance.randint(1, 4)):
            kind = chance.choice(tuple(kinds))
            given = [chance.choice(plain if chance.random() < 0.95 else odd) for _ in range(kinds[kind])]
            if kind == "a":
                given[3:5] = chance.choices("01", k=2)
            data += chance.choice((kind, kind.upper())) + chance.choice((" ", ", ", "")).join(given)
        quick = paths._quickly(data)
        if quick:
            read += 1
            assert quick == list(paths._carefully(data)), data
    assert read > 1000


@pytest.mark.parametrize("number", ["1_0", "inf", "nan", "infinity", "1e", "--1", "- 1"])
def test_what_only_python_calls_a_number_is_a_slip(number: str) -> None:
    with pytest.raises(ValueError, match="The path has "):
        parse_path(f"M0 0L{number} 5")


def test_zeros_behind_the_point_are_left_out() -> None:
    written = "M100 0L0 -0L1000.10 20.01L-.00001 .000001L10.00100 1.12345Z"
    assert operators(parse_path(written)) == "100 0 m 0 -0 l 1000.1 20.01 l -0.00001 0 l 10.001 1.12345 l h"


# ---------------------------------------------------------------- fonts


def test_a_font_is_taken_apart_once_and_each_pdf_has_its_own_signs() -> None:
    fonts = find_fonts(FONTS)
    data = fonts.data(fonts.path("Fraunces"))
    read = PdfFont(data, "Again")
    assert steps(read.afresh) < steps(lambda: PdfFont(data, "Again")) / 20
    one, other = read.afresh(), read.afresh()
    sign = one.stand_in(5, width=500.0, meant="h")
    assert ord(sign) in one.face.charToGlyph and ord(sign) not in other.face.charToGlyph
    assert ord(sign) not in other.face.charWidths
    assert ord(sign) not in other.face.glyphToChar.get(5, ())
