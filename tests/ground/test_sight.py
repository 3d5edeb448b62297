"""How colours look to people, and that those of the game are told apart by everybody."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from generator.ground.sight import (
    CONES,
    MATRICES,
    Sight,
    colour_of,
    contrast,
    difference,
    hexed,
    lab,
    lightness,
    luminance,
    seen,
)
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "generator" / "preview" / "page" / "index.html"
Colours = dict[str, str]


@pytest.fixture(scope="module")
def colours() -> dict[str, Colours]:
    """The colours of Layers and of tokens, by their icons and in their order."""
    book, _ = read_book(ROOT / "card_data.xlsx")
    assert book is not None
    return {
        sheet: {str(row["icon"]): str(row["colour"]) for row in book[sheet]} for sheet in ("Layers", "Tokens")
    }


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    black, white = colour_of("#000000"), colour_of("#ffffff")
    assert (luminance(black), luminance(white)) == pytest.approx((0, 1))
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert difference(black, white) == pytest.approx(100, abs=0.01)


def test_lab_is_that_of_the_tables() -> None:
    assert lab(colour_of("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert lab(colour_of("#0000ff")) == pytest.approx((32.30, 79.19, -107.86), abs=0.02)
    assert lightness(colour_of("#777777")) == pytest.approx(50.03, abs=0.02)


@pytest.mark.parametrize("sight", Sight)
def test_a_grey_looks_alike_to_all(sight: Sight) -> None:
    for grey in ("#000000", "#777777", "#ffffff"):
        assert hexed(seen(colour_of(grey), sight)) == grey


def test_red_and_green_are_near_only_without_their_cones() -> None:
    red, green = colour_of("#b04a3a"), colour_of("#6d7a1f")
    assert difference(red, green) > 45
    assert difference(red, green, Sight.DEUTAN) < 20
    assert difference(red, green, Sight.TRITAN) > 40


@pytest.mark.parametrize("sight", [sight for sight in Sight if sight is not Sight.NORMAL])
def test_the_preview_shows_what_is_measured(sight: Sight) -> None:
    found = re.search(rf'id="see-{sight}".*?values="([^"]+)"', PAGE.read_text(encoding="utf-8"))
    assert found is not None
    numbers = [float(number) for number in found[1].split()]
    assert [tuple(numbers[at : at + 3]) for at in (0, 5, 10)] == list(MATRICES[sight])


@pytest.mark.parametrize("sight", CONES)
def test_layers_and_tokens_are_told_apart_by_everybody(colours: dict[str, Colours], sight: Sight) -> None:
    for group in colours.values():
        apart = {
            (one, other): difference(colour_of(group[one]), colour_of(group[other]), sight)
            for one, other in combinations(group, 2)
        }
        assert {pair: round(far, 1) for pair, far in apart.items() if far < 8} == {}


def test_neighbouring_layers_and_the_three_tokens_differ_in_grey(colours: dict[str, Colours]) -> None:
    layers, tokens = colours["Layers"], colours["Tokens"]
    pairs = [*pairwise(layers.values()), *combinations(list(tokens.values())[:3], 2)]
    near = [pair for pair in pairs if abs(lightness(colour_of(pair[0])) - lightness(colour_of(pair[1]))) < 4]
    assert near == []
