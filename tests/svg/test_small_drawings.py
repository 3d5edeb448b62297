# ruff: noqa: E501  (names of drawings stand in one line)
"""Every kind of drawing looks as in another renderer, or it is said: as a template, with boxes, and as art.

resvg is asked at every run. Chromium, which is what a browser draws, is asked in the slow set, for all
drawings on one page; of a drawing that resvg draws otherwise than Chromium it alone is believed.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from generator.ground.problems import Problem, Severity
from tests.faces.test_boxes import Desk
from tests.shared.drawings_in_chromium import SIDE_PX, chromium_pictures
from tests.shared.small_drawings import DRAWINGS
from tests.shared.svg_pictures import FAILED, drawn, other_raster, pages, svg

NAMES = {f"{kind}: {name}": body for kind, drawings in DRAWINGS.items() for name, body in drawings.items()}
WAYS = ("template", "boxes", "art")
MOST_OFF, MOST_OFF_CHROMIUM = 60, 60
"""Of 255, after a blur: renderers smooth edges and place letters in their own ways; see `same_picture`."""
RESVG_OTHERWISE = {
    "shapes: sizes in a style",
    'strokes: stroke-dasharray="0 8" stroke-linecap="round"',
    'gradients: spreadMethod="repeat" x2=".25" gradientTransform="rotate(30)"',
    "gradients: stops of one of the other kind",
    "patterns: in parts of a box",
    "patterns: in parts of a box, content too",
    "patterns: under a matrix",
    "patterns: in percent",
    'markers: <polygon points="10,10 40,15 50,50" marker-mid="url(#m)" marker-start="url(#m)" marker-end="url(#m)"/>',
    'markers: <path d="M10 10H40V40Z" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>',
    'markers: <rect x="10" y="10" width="30" height="30" marker-start="url(#m)"/>',
    'markers: <circle cx="30" cy="30" r="15" marker-start="url(#m)"/>',
    'structure: width="0" height="20"',
    'structure: width="50%" height="30"',
    "structure: a choice of language",
    "structure: a language",
    'transforms: style="transform:rotate(30deg);transform-origin:30px 26px"',
    'transforms: style="transform:translate(5px,3px) scale(.8)"',
    'transforms: style="transform:translateX(10px) scaleY(.5)"',
    'transforms: style="transform:rotate(.1turn)"',
    'transforms: style="transform:skew(10deg,5deg)"',
    'units: rect width="2rem" height="10"',
    'units: rect width="20 " height=" 10"',
    "colours: rgb(200 40 40 / 50%)",
    "colours: hsl(120deg 60% 50% / .5)",
    "colours: hwb(90 10% 20%)",
    "colours: rebeccapurple",
    "looks: currentColor of a stroke",
    'texts: textLength="28" text-anchor="middle"',
    'texts: style="text-transform:uppercase"',
    'texts: direction="rtl"',
    "texts: moved, and then put in the middle",
    "texts: style=\"font-feature-settings:'smcp'\"",
    'strokes: stroke-width="2mm" fill="none"',
    'gradients: gradientUnits="userSpaceOnUse" x1="10mm" x2="12mm"',
    'structure: width="10mm" height="10mm" viewBox="0 0 20 20"',
    'structure: x="10" width="20mm" height="20"',
    'units: rect x="2mm" y="2mm" width="10mm" height="1cm"',
    'units: rect x="6pt" y="6pt" width="20pt" height="1pc"',
    'units: rect width=".3in" height="10"',
    "units: letters in points",
    "units: letters in words",
}
"""Drawings that resvg draws otherwise than browsers, and ours does not, which the slow set holds.

Among them: `transform` and sizes in style="", colours of CSS 4, corners that are closed, languages, and how a
viewer of PDF places dots and tiles.
"""
CHROMIUM_OTHERWISE = {
    'texts: font-weight="600" font-style="italic"': "a font that is slanted by the browser",
    'texts: letter-spacing="2" text-anchor="middle"': "a browser counts the room behind the last letter",
}
"""Drawings in which ours goes with resvg, and why."""


def art(body: str) -> str:
    """A face that holds nothing but a picture."""
    inner = base64.b64encode(svg(body).encode()).decode()
    return svg(f'<image width="60" height="60" href="data:image/svg+xml;base64,{inner}"/>')


def boxed(folder: Path) -> Mapping[str, str]:
    """Every drawing as the face of a drawing with a named box, whose cell is empty; none if that is told."""
    folder.mkdir()
    desk = Desk(folder, size=(60.0, 60.0))
    faces = {}
    for name, body in NAMES.items():
        text = svg(f'<rect id="Title" width="9" height="9"/>{body}')
        face, problems = desk.face(text, title="")
        if face is not None and not any(problem.severity is Severity.ERROR for problem in problems):
            faces[name] = re.sub(r' data-at="[^"]*"', "", face.svg)
    return faces


Seen = Mapping[str, tuple[Image.Image, tuple[Problem, ...]]]
"""A name → the picture, and what is said of it."""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Seen]:
    """All drawings as ours draws them, in a way."""

    @cache
    def drawn_so(way: str) -> Seen:
        if way == "boxes":
            return seen(boxed(tmp_path_factory.mktemp("boxes") / "game"))
        return seen({name: svg(body) if way == "template" else art(body) for name, body in NAMES.items()})

    return drawn_so


def seen(documents: Mapping[str, str]) -> Seen:
    pdf, problems = drawn(*documents.values())
    pictures = pages(pdf, px_per_mm=SIDE_PX // 60)
    told: dict[int, list[Problem]] = {}
    for problem in problems:
        number = int(problem.where.partition(":")[0].removeprefix("design ")) - 1
        told.setdefault(number, []).append(problem)
    return {
        name: (picture, tuple(told.get(at, ())))
        for at, (name, picture) in enumerate(zip(documents, pictures, strict=True))
    }


@cache
def of_resvg(name: str) -> Image.Image:
    return other_raster(svg(NAMES[name]), (SIDE_PX, SIDE_PX), px_per_mm=SIDE_PX / 60)


def off(one: Image.Image, other: Image.Image) -> int:
    """How far two pictures are apart where they differ most, after a blur over neighbours."""
    blurred = [image.filter(ImageFilter.BoxBlur(1)) for image in (one, other)]
    red, green, blue = ImageChops.difference(*blurred).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue).getextrema()[1]
    assert isinstance(worst, int)
    return worst


def is_refused(problems: tuple[Problem, ...]) -> bool:
    return any(problem.severity is not Severity.NOTE for problem in problems)


def shown(name: str, one: Image.Image, other: Image.Image) -> str:
    """The two pictures beside each other, in the folder of what failed."""
    FAILED.mkdir(exist_ok=True)
    both = Image.new("RGB", (2 * one.width + 4, one.height), "grey")
    both.paste(one, (0, 0))
    both.paste(other, (one.width + 4, 0))
    both.save(FAILED / f"{''.join(sign if sign.isalnum() else '-' for sign in name)[:80]}.png")
    return name


def test_there_are_some_hundred_drawings_of_every_kind() -> None:
    assert len(NAMES) >= 300
    assert RESVG_OTHERWISE | CHROMIUM_OTHERWISE.keys() <= NAMES.keys()


@pytest.mark.quick(1)
@pytest.mark.parametrize("way", WAYS)
def test_a_drawing_looks_as_in_resvg_or_it_is_said(ours: Callable[[str], Seen], way: str) -> None:
    silent = [
        shown(f"{way} {name}", picture, of_resvg(name))
        for name, (picture, problems) in ours(way).items()
        if not is_refused(problems) and name not in RESVG_OTHERWISE
        if off(picture, of_resvg(name)) > MOST_OFF
    ]
    assert silent == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_said_says_what_to_do(ours: Callable[[str], Seen], way: str) -> None:
    problems = [problem for _, said in ours(way).values() for problem in said]
    assert problems
    assert [problem.what for problem in problems if not problem.mend] == []


def test_most_of_what_programs_write_is_drawn(ours: Callable[[str], Seen]) -> None:
    """A test that would let everything be refused holds nothing."""
    drawn_ones = [name for name, (_, problems) in ours("template").items() if not is_refused(problems)]
    assert len(drawn_ones) >= 0.74 * len(NAMES)


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_a_drawing_looks_as_in_chromium_or_it_is_said(ours: Callable[[str], Seen]) -> None:
    """Compared a third as fine: browsers place letters on whole pixels."""
    browser = chromium_pictures(NAMES)
    silent = [
        shown(f"chromium {way} {name}", picture, browser[name])
        for way in WAYS
        for name, (picture, problems) in ours(way).items()
        if not is_refused(problems) and name not in CHROMIUM_OTHERWISE
        if off(picture.reduce(3), browser[name].reduce(3)) > MOST_OFF_CHROMIUM
    ]
    assert silent == []
