"""The grounds of the shelf: skies, land, what stands in front and backs, from which a drawing is begun.

They are drawn in five greys and an accent, 105 units wide and 78 high and a little beyond; a drawing that
is begun has the nearest inks of its game, and the textures that the game has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.art.marks.style import STYLE, ArtStyle, read_style
from generator.faces.illustrated import MOST_DRAWING, MOST_STYLE, drawing_name
from generator.ground.files import Unreadable, files_inside, make_folder, read_bounded, write_whole
from generator.ground.problems import Failed, error
from generator.ground.project import SHELF
from generator.ground.sight import colour_of, lightness
from generator.records.cells import did_you_mean
from generator.svg.values import view_box

GROUNDS = SHELF / "grounds"
_WIDE, _HIGH = 105.0, 78.0
_GREYS, _ACCENT = ("#000000", "#404040", "#808080", "#c0c0c0", "#ffffff"), "#ff0000"
_COLOUR, _TEXTURES = re.compile(r'(?<=")#[0-9a-f]{6}(?=")'), re.compile(r' data-tex="([^"]*)"')
_LAID = re.compile(r'(<[^<>]*(?:fill|stroke)=")(#[0-9a-f]{6})("[^<>]*?) data-on="(#[0-9a-f]{6})"/>')
"""A shape that says on which grey it lies: in the same ink it would not be seen."""
_LOOKED_AT = 20
"""Drawings that are asked for their proportions, until one says them."""
_BOX = re.compile(r'viewBox="[^"]*"')


def ground_names() -> tuple[str, ...]:
    """The grounds of the shelf, in the order of their names."""
    return tuple(sorted(path.stem for path in files_inside(GROUNDS, SHELF, ending=".svg")))


def begin_drawing(root: Path, title: str, ground: str) -> tuple[str, ...]:
    """Write a drawing for a title that begins with a ground, and a style if the game has none; their paths.

    Raises Failed for an unknown ground, and if there is a drawing already.
    """
    name, names = drawing_name(title), ground_names()
    if ground not in names:
        mend = did_you_mean(ground, names, f"There are {', '.join(names)}.")
        raise Failed(error("--ground", f"There is no ground “{ground[:40]}”.", mend))
    path = f"art/{name}.svg"
    if not name:
        raise Failed(error("--begin", f"“{title[:40]}” cannot be the name of a file.", "Take Latin letters."))
    if _content(root, path, MOST_DRAWING) is not None:
        raise Failed(error(path, "This drawing is there already.", "Take another name, or delete it first."))
    style_file, files = _content(root, STYLE, MOST_STYLE), dict[str, bytes]()
    if style_file is None:
        style_file = read_bounded(GROUNDS / "style.toml", inside=SHELF, most=MOST_STYLE)
        files[STYLE] = style_file
    files[path] = _drawing(ground, read_style(style_file), _proportions(root)).encode()
    make_folder(root / "art", inside=root)
    for place, content in files.items():
        write_whole(root / place, content, inside=root)
    return tuple(files)


def _drawing(ground: str, style: ArtStyle, proportions: float) -> str:
    """A ground in the inks and textures of a style, so many times as wide as it is high."""
    text = read_bounded(GROUNDS / f"{ground}.svg", inside=SHELF, most=MOST_DRAWING).decode()
    inks = _inks(style)
    wide, high = min(_WIDE, _HIGH * proportions), min(_HIGH, _WIDE / proportions)
    box = f'viewBox="{(_WIDE - wide) / 2:.5g} {(_HIGH - high) / 2:.5g} {wide:.5g} {high:.5g}"'
    text = _LAID.sub(
        lambda match: "" if inks[match[2]] == inks[match[4]] else f"{match[1]}{match[2]}{match[3]}/>", text
    )
    text = _COLOUR.sub(lambda match: inks[match[0]], _BOX.sub(box, text, count=1))
    return _TEXTURES.sub(lambda match: _texture(match[1].split(), style), text)


def _inks(style: ArtStyle) -> Mapping[str, str]:
    """What stands for each grey and for the accent: the nearest in lightness, and the most colourful."""
    colours = {ink: colour_of(ink) for ink in style.inks.values()}
    vivid = {ink: max(colour) - min(colour) for ink, colour in colours.items()}
    accent = max(colours, key=vivid.__getitem__)
    plain = [ink for ink in colours if vivid[ink] < vivid[accent] / 2] or list(colours)
    nearest = {
        grey: min(plain, key=lambda ink: abs(lightness(colours[ink]) - lightness(colour_of(grey))))
        for grey in _GREYS
    }
    return {**nearest, _ACCENT: accent}


def _texture(names: list[str], style: ArtStyle) -> str:
    """The first texture of these that a style has, as an attribute; nothing if it has none."""
    return next((f' data-tex="{name}"' for name in names if name in style.textures), "")


def _proportions(root: Path) -> float:
    """How many times as wide as high the first drawing of a game is; without one, as the shelf's are."""
    for path in files_inside(root / "art", root, ending=".svg")[:_LOOKED_AT]:
        try:
            content = read_bounded(path, inside=root, most=MOST_DRAWING)
            match = _BOX.search(content[:10_000].decode("utf-8", "replace"))
            _, _, wide, high = view_box(match[0][9:-1] if match else "")
        except (Unreadable, ValueError):
            continue
        return min(max(wide / high, 0.2), 5.0)
    return _WIDE / _HIGH


def _content(root: Path, path: str, most: int) -> bytes | None:
    """A file of a game; None if it is not there. Raises Failed for one that cannot be read."""
    try:
        return read_bounded(root / path, inside=root, most=most)
    except Unreadable as fault:
        if fault.missing:
            return None
        raise Failed(error(path, fault.what, fault.mend)) from None
