"""The rules of icons/README.md, held against every icon file."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.ground.project import SHELF
from tests.shared.game_folders import game_folders, icons_of, name_of
from tests.shared.svg_pictures import other_raster

FOLDERS = (*(folder / "icons" for folder in game_folders()), SHELF / "icons")
ICONS = sorted(path for folder in FOLDERS for path in folder.glob("*.svg"))
SHAPES = {"path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "g"}
PRINTED_AT_3_MM_PX = 36
LEAST_DISTANCE = 0.06  # mean difference of two icons at 3 mm, as a share of black against white
SVG = "{http://www.w3.org/2000/svg}"


def ink(path: Path, size_px: int) -> Image.Image:
    """The icon in black as a picture of how much ink lies where, 0 to 255."""
    drawing = path.read_text(encoding="utf-8")
    return other_raster(drawing, (size_px, size_px), background=None).getchannel("A")


def share(picture: Image.Image) -> float:
    return ImageStat.Stat(picture).mean[0] / 255


def test_there_is_a_set_of_icons() -> None:
    assert len(ICONS) >= 57
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", icon.stem) for icon in ICONS)


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: f"{icon.parents[1].name}-{icon.stem}")
def test_icon_keeps_the_rules_of_the_set(icon: Path) -> None:
    root = ElementTree.fromstring(icon.read_text(encoding="utf-8"))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 24 24"
    for element in list(root.iter())[1:]:
        assert element.tag.removeprefix(SVG) in SHAPES
        assert {element.get("fill", "none"), element.get("stroke", "none")} <= {"currentColor", "none"}
        assert not set(element.attrib) & {"style", "opacity", "class", "filter"}
    assert 0.12 < share(ink(icon, 24)) < 0.75
    left, top, right, bottom = ink(icon, 240).getbbox() or (0, 0, 240, 240)
    assert min(left, top, 240 - right, 240 - bottom) >= 3, "the drawing touches the edge of its box"
    assert max(right - left, bottom - top) >= 180, "the drawing is too small for its box"


@pytest.mark.parametrize("folder", game_folders(), ids=name_of)
def test_no_two_icons_look_alike_at_3_mm(folder: Path) -> None:
    pictures = {icon.stem: ink(icon, PRINTED_AT_3_MM_PX) for icon in icons_of(folder)}
    alike = [
        (a, b)
        for a, b in combinations(pictures, 2)
        if share(ImageChops.difference(pictures[a], pictures[b])) < LEAST_DISTANCE
    ]
    assert alike == []
