"""The pictures: repeatable, different, whole, small, and the same upside down where they must be."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.art import FORMER, MOTIFS, draw_art
from tests.shared.svg_pictures import other_raster

COLOURS: dict[str, Any] = {"color": "#1b7f83", "tint": "#d5eeec", "paper": "#fbf7ef"}
LOUD: dict[str, Any] = {"color": "#101010", "tint": "#303030", "paper": "#202020"}
BOX_MM = (69.5, 52.0)
BACK_MM = (69.5, 95.0)
BACKS = sorted(FORMER.values())
LAYERS = sorted(set(MOTIFS) - set(BACKS))
TITLES = (
    "Shell",
    "Skin",
    "Pulse",
    "Repair Loop",
    "Growth",
    "Reciprocity",
    "Trust",
    "Forecast",
    "Signal",
    "Habit",
)
GOLD = (240, 177, 60)
FREE_MM = (3.0, 16.0, 63.5, 21.0)  # what title and Bonus leave of the picture of a Pattern
COVERED_BY_CHANCE = 0.5  # of the accent, the most that may lie under them: sparks, halos, a sun at the edge
LARGEST_BYTES = 42_000
LEAST_DISTANCE = 0.03  # mean difference of two thumbnails
SUBSET = {"g", "defs", "clipPath", "path", "circle"}


def picture(markup: str, box_mm: tuple[float, float], width_px: int = 139) -> Image.Image:
    width, height = box_mm
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">{markup}</svg>'
    )
    size_px = (width_px, round(width_px * height / width))
    return other_raster(svg, size_px, px_per_mm=width_px / width, background=None)


def distance(one: Image.Image, other: Image.Image) -> float:
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return sum(ImageStat.Stat(difference).mean) / 3 / 255


def rgb(shown: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    pixel = shown.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def box_of(motif: str) -> tuple[float, float]:
    return BACK_MM if motif in BACKS else BOX_MM


@pytest.mark.parametrize("motif", sorted(MOTIFS))
def test_picture_is_repeatable_small_and_inside_the_subset(motif: str) -> None:
    for number in range(2 * MOTIFS[motif]):
        markup = draw_art(motif, "Repair Loop", *box_of(motif), **COLOURS, variant=number)
        assert markup == draw_art(motif, "Repair Loop", *box_of(motif), **COLOURS, variant=number)
        assert len(markup) < LARGEST_BYTES
        assert {element.tag for element in ElementTree.fromstring(markup).iter()} <= SUBSET
        assert not re.search(r"\.\d{3}|nan|inf|\de", "".join(re.findall(r' d="([^"]*)"', markup)))


@pytest.mark.parametrize("motif", sorted(MOTIFS))
def test_picture_covers_its_box_to_the_corners(motif: str) -> None:
    for number in range(MOTIFS[motif]):
        markup = draw_art(motif, "Shell", *box_of(motif), **COLOURS, variant=number)
        assert picture(markup, box_of(motif)).convert("RGBA").getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("motif", sorted(set(LAYERS) - {"drift"}))  # of which there is one, in five lights
def test_pictures_of_a_layer_differ(motif: str) -> None:
    pictures = [
        picture(draw_art(motif, title, *BOX_MM, **COLOURS, variant=number), BOX_MM)
        for number, title in enumerate(TITLES)
    ]
    nearest = min(distance(one, other) for one, other in combinations(pictures, 2))
    assert nearest > LEAST_DISTANCE


def test_a_motif_goes_round_its_drawings_in_another_light_each_time() -> None:
    count = MOTIFS["waves"]
    rounds = [draw_art("waves", "Shell", *BOX_MM, **COLOURS, variant=1 + turn * count) for turn in range(3)]
    shapes = {re.sub(r"#[0-9a-f]{6}|art-\w+|-?matrix\([^)]*\)", "", markup) for markup in rounds}
    assert len(set(rounds)) == 3 and len(shapes) == 1


@pytest.mark.parametrize("motif", sorted(MOTIFS))
def test_no_line_is_too_fine_to_print_however_small_the_picture_is(motif: str) -> None:
    for number in range(MOTIFS[motif]):
        markup = draw_art(motif, "Great Flood", 20.0, 20.0, **COLOURS, variant=number)
        assert all(float(width) >= 0.09 for width in re.findall(r'stroke-width="([^"]+)"', markup))


@pytest.mark.parametrize("motif", sorted(set(LAYERS) - {"drift", "fortunes"}))
def test_what_is_to_be_seen_stands_in_the_free_part(motif: str) -> None:
    """Each picture has its one warm colour where the eye shall go."""
    left, top, width, height = FREE_MM
    for number in range(MOTIFS[motif]):
        markup = draw_art(motif, "Shell", *BOX_MM, **COLOURS, variant=number, free=FREE_MM)
        shown = picture(markup, BOX_MM, 70).convert("RGB")
        step = BOX_MM[0] / shown.width
        gold = [
            (x * step - left, y * step - top)
            for x in range(shown.width)
            for y in range(shown.height)
            if sum(abs(a - b) for a, b in zip(rgb(shown, x, y), GOLD, strict=True)) < 60
        ]
        inside = sum(0 < x < width and 0 < y < height for x, y in gold)
        assert gold, (motif, number)
        assert inside >= (1 - COVERED_BY_CHANCE) * len(gold), (motif, number)


def test_a_picture_with_a_free_part_is_never_mirrored() -> None:
    """What covers it stands on one side, and so does what its figure leaves room for."""
    for title in TITLES:
        assert "matrix(-1" not in draw_art("waves", title, *BOX_MM, **COLOURS, variant=1, free=FREE_MM)


@pytest.mark.parametrize("motif", sorted(set(LAYERS) - {"drift"}))
def test_the_seed_alone_tells_pictures_apart(motif: str) -> None:
    drawn = {re.sub(r"art-\w+", "", draw_art(motif, title, *BOX_MM, **COLOURS)) for title in TITLES}
    assert len(drawn) >= len(TITLES) - 2  # two may happen on the same drawing in the same light


@pytest.mark.parametrize("motif", BACKS)
def test_back_is_the_same_upside_down(motif: str) -> None:
    back = picture(draw_art(motif, "any", *BACK_MM, **COLOURS), BACK_MM, 278)
    assert distance(back, back.rotate(180)) < 0.004


def test_clip_names_differ_so_that_pictures_can_share_a_page() -> None:
    names = {
        re.findall(r'id="([^"]+)"', draw_art("waves", seed, *BOX_MM, **colours))[0]
        for seed in TITLES
        for colours in (COLOURS, LOUD)
    }
    assert len(names) == 2 * len(TITLES)


def test_colours_follow_the_layer() -> None:
    teal = picture(draw_art("rays", "Watch", *BOX_MM, **COLOURS), BOX_MM)
    dark = picture(draw_art("rays", "Watch", *BOX_MM, **LOUD), BOX_MM)
    assert distance(teal, dark) > 0.1


def test_an_unknown_motif_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        draw_art("clouds", "Shell", *BOX_MM, **COLOURS)


@pytest.mark.parametrize(("old", "new"), FORMER.items())
def test_a_motif_of_an_old_name_is_the_same_picture(old: str, new: str) -> None:
    assert draw_art(old, "any", *BACK_MM, **COLOURS) == draw_art(new, "any", *BACK_MM, **COLOURS)
    assert old not in MOTIFS
