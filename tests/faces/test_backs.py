"""The backs of the decks: a back that shows which way up it lies marks its card."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.faces import FaceMaker
from generator.text.fonts import game_fonts
from tests.shared.game_folders import ROOT, checked, name_of
from tests.shared.svg_pictures import other_raster

PX_PER_MM = 10
LIFE = ROOT / "games/life_meaning"
DECKS = [
    *((ROOT, name) for name in ("Patterns", "Initiatives", "Events")),
    *((LIFE, name) for name in ("Patterns", "Projects", "Events")),
]


def shown(folder: Path, name: str) -> Image.Image:
    """The back of a deck, from trim to trim."""
    game = checked(folder)
    maker = FaceMaker(root=folder, book=game.book, game=game.game, fonts=game_fonts(game.project))
    one = next(row for row in game.book["Components"] if row["name"] == name)
    face, problems = maker.render(one["back"], component=one)
    assert face is not None and problems == ()
    size = round(face.width_mm * PX_PER_MM), round(face.height_mm * PX_PER_MM)
    drawn = face.svg
    if ' width="' not in drawn.split(">")[0]:  # without a size resvg takes whole pixels
        drawn = drawn.replace("<svg ", f'<svg width="{face.width_mm}mm" height="{face.height_mm}mm" ', 1)
    return other_raster(drawn, size, px_per_mm=PX_PER_MM).convert("RGB")


@pytest.mark.parametrize(("folder", "name"), DECKS, ids=[f"{name_of(a)}-{b}" for a, b in DECKS])
def test_a_back_is_the_same_upside_down_and_reaches_its_edges(folder: Path, name: str) -> None:
    back = shown(folder, name)
    apart = ImageStat.Stat(ImageChops.difference(back, back.rotate(180))).mean
    assert sum(apart) / 3 / 255 < 0.012  # letters and edges fall on other pixels
    edge = [back.getpixel((x, y)) for x in range(back.width) for y in (0, back.height - 1)]
    assert (255, 255, 255) not in edge
