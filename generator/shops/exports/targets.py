"""Targets: who wants which files. Each is a TOML, ours in this folder, a game's own in its folder `shops`.

A TOML has the keys of `Target` and `Product` and no others; every mistake in one is told at once, with the
place. Numbers that are not known are left out, and said to be not known; none is guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from string import Formatter
from typing import Any

from generator.cmyk.press_profile import MOST_PROFILE, SHIPPED, PressProfile, UnfitProfile
from generator.ground.fence import unit
from generator.ground.files import Unreadable, entries_of, files_inside, is_file_inside, read_bounded
from generator.ground.problems import Failed, Problem, error
from generator.ground.project import Project
from generator.ground.raster import MM_PER_INCH, MOST_PIXELS
from generator.ground.shapes import BLEED_MM, Shape
from generator.ground.spelling import nearest
from generator.shops.exports.sections import Section
from generator.shops.exports.tabletop_sizes import Sized

SHOPS = "shops"
"""The folder of a game in which its own targets lie."""
MOST_BYTES, MOST_PRODUCTS = 200_000, 500
"""Of a target's TOML."""
LEAST_DPI, MOST_DPI = 20.0, 1200.0
MOST_MARGIN_MM = 15.0
"""What a picture may have beyond the cut line of its product."""
PARTS = ("component", "copies", "number", "product", "side", "title")
"""What a pattern of file names may have in braces."""
_HERE = Path(__file__).parent
_TARGET_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_PATTERN = re.compile(r"(?:[A-Za-z0-9{][A-Za-z0-9{} _-]{0,79}/)?[A-Za-z0-9{][A-Za-z0-9{} ._-]{0,119}")
"""Folder and name begin as a file of an export may begin: what does not is neither moved nor packed."""


class TargetKind(StrEnum):
    """How the files of a target are made."""

    PICTURES = "pictures"
    """One picture a face."""
    PDF = "pdf"
    """One PDF a component."""
    TABLETOP = "tabletop"
    """Pictures of many faces, and an object that a program loads."""


class CopyFiles(StrEnum):
    """What a target of pictures wants of a card that is there more than once."""

    ONCE = "once"
    """One file; how many are wanted stands in its name if the pattern says so, and in the list."""
    EACH = "each"
    """A file for each of them."""


class Sizes(StrEnum):
    """Which sizes a target of pictures takes."""

    PRODUCTS = "products"
    """Those of its products: what is none of them is left out."""
    OWN = "own"
    """Every piece in its own size."""


SETTINGS: Mapping[TargetKind, Mapping[str, type]] = {
    TargetKind.PICTURES: {},
    TargetKind.PDF: {"most_ink": float, "condition": str, "profile": str, "fronts_first": bool},
    TargetKind.TABLETOP: {
        **dict.fromkeys(map(str, Sized), float),
        "boards_as_tiles": bool,
        "tokens_as_tiles": bool,
        "hexagons": str,
    },
}
"""What the table `settings` of a TOML may hold, by kind: each key with its type (str, float, bool)."""


@dataclass(frozen=True, slots=True)
class Product:
    """What a shop makes: the size that is cut, and the picture that it wants for that."""

    name: str
    width_mm: float
    height_mm: float
    shape: Shape
    width_px: int
    height_px: int
    safe_px: float = 0
    """From the edge of the picture to where nothing important is cut off; 0 if it is not known."""
    depth_mm: float = 0
    """Of a folded box."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """What can be uploaded; None is not known."""

    file_mb: float | None = None
    side_px: int | None = None
    files: int | None = None
    """Pictures of one component, backs not counted."""


@dataclass(frozen=True, slots=True)
class Target:
    """Who the files are for."""

    name: str
    title: str
    kind: TargetKind
    facts: str
    """Where the numbers come from."""
    upload: str
    """What to do with the files, for the guide that lies beside them."""
    dpi: float
    format: str
    """`png` or `jpeg`."""
    names: str
    """A pattern of a path, such as `{component}/{number}_{title}_{side}.png`."""
    copies: CopyFiles
    sizes: Sizes
    bleed_mm: float
    """What pieces in their own size have beyond the cut line."""
    units_per_inch: float
    """The target's own unit of length, if it has one; else 0."""
    limits: UploadLimits
    products: tuple[Product, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    own: bool = False
    """Whether it lies in the game folder."""
    profile: PressProfile | None = None
    """Of the press, if it names one: by it the inks are found, and the files hold it."""


def read_target(name: str, project: Project | None = None) -> Target:
    """The target of a name, ours or the game's own. Raises Failed with all that is wrong with it."""
    names = target_names(project)
    if name not in names:
        near = nearest(name, names)
        mend = f"Did you mean {near[0]}?" if near else f"There are {', '.join(names)}."
        raise Failed(error("command line", f"There is no target “{name[:60]}”.", mend))
    path, inside = names[name]
    where = f"{SHOPS}/{path.name}" if inside is not None else path.name
    try:
        content = read_bounded(path, inside=inside, most=MOST_BYTES)
    except Unreadable as fault:
        raise Failed(error(where, fault.what, fault.mend)) from None
    problems: list[Problem] = []
    with unit("shop", where):
        target = _parsed(name, content, where, problems, own=inside is not None)
        if target is not None and target.settings.get("profile"):
            shops = path.parent if inside is not None else None
            target = replace(target, profile=_profile(str(target.settings["profile"]), shops, problems))
    if problems or target is None:
        raise Failed(*problems)
    return target


def _profile(name: str, shops: Path | None, problems: list[Problem]) -> PressProfile | None:
    """The profile that a target names: one in the folder of the game's shops, or the one of pnp."""
    shipped = shops is not None and name == SHIPPED.name and not is_file_inside(shops / name, shops)
    folder = SHIPPED.parent if shops is None or shipped else shops
    try:
        content = read_bounded(folder / name, inside=folder, most=MOST_PROFILE)
        return PressProfile.of(content)
    except (Unreadable, UnfitProfile) as fault:
        problems.append(error(f"{SHOPS}/{name[:80]}", fault.what, fault.mend))
        return None


def target_names(project: Project | None = None) -> dict[str, tuple[Path, Path | None]]:
    """The names of all targets, each with its file and the folder that it has to lie in, sorted.

    Raises Failed if a game's own has a name that cannot be one, or that of one of ours.
    """
    ours: dict[str, tuple[Path, Path | None]] = {
        path.stem: (path, None) for path in entries_of(_HERE, ending=".toml")
    }
    names = dict(ours)
    problems: list[Problem] = []
    for path in files_inside(project.root / SHOPS, project.root, ending=".toml") if project else ():
        where = f"{SHOPS}/{path.name}"
        if not is_target_name(path.stem):
            mend = "Use small letters, digits and hyphens, such as my-shop.toml."
            problems.append(error(where, "The name of a shop's file is the name of the target.", mend))
        elif path.stem in ours:
            mend = "Call it something else."
            problems.append(error(where, "A target that comes with pnp has this name already.", mend))
        else:
            assert project is not None
            names[path.stem] = (path, project.root)
    if problems:
        raise Failed(*problems)
    return dict(sorted(names.items()))


def is_target_name(name: str) -> bool:
    """Whether a target may be called so."""
    return bool(_TARGET_NAME.fullmatch(name))


# ---------------------------------------------------------------- the TOML


def _parsed(name: str, content: bytes, where: str, problems: list[Problem], *, own: bool) -> Target | None:
    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problems.append(error(where, "This is not a text in UTF-8.", "Save it as UTF-8."))
        return None
    except (ValueError, RecursionError) as fault:  # ValueError also for a number of too many digits
        mend = "docs/exporting.md has a whole one to begin with."
        problems.append(error(where, f"This is no TOML: {str(fault)[:200]}.", mend))
        return None
    section = Section(table, where, "", problems)
    kind = TargetKind(section.choice("kind", tuple(TargetKind), str(TargetKind.PICTURES)))
    pictures = kind is TargetKind.PICTURES
    sizes = Sizes(section.choice("sizes", tuple(Sizes), str(Sizes.PRODUCTS if pictures else Sizes.OWN)))
    dpi = section.number("dpi", LEAST_DPI, MOST_DPI, 300.0)
    target = Target(
        name=name,
        title=section.text("title", most=60),
        kind=kind,
        facts=section.text("facts", most=2000, otherwise="not said"),
        upload=section.text("upload", most=2000, otherwise=""),
        dpi=dpi,
        format=section.choice("format", ("png", "jpeg"), "png"),
        names=_pattern(section, required=pictures),
        copies=CopyFiles(section.choice("copies", tuple(CopyFiles), str(CopyFiles.ONCE))),
        sizes=sizes,
        bleed_mm=section.number("bleed_mm", 0, BLEED_MM, 0.0),
        units_per_inch=section.number("units_per_inch", 1, 10_000, 0.0),
        limits=_limits(section.table("limits")),
        products=_products(section, dpi, required=pictures and sizes is Sizes.PRODUCTS),
        settings=_settings(section.table("settings"), kind),
        own=own,
    )
    section.done()
    return target


def _pattern(section: Section, *, required: bool) -> str:
    otherwise = "{component}/{number}_{title}_{side}"
    pattern = section.text("names", most=200, otherwise=otherwise)
    try:
        parts = [(part or "", bool(spec or sign)) for _, part, spec, sign in Formatter().parse(pattern)]
    except ValueError:
        parts = [("?", True)]
    names = {part for part, _ in parts if part}
    odd = any(extra for _, extra in parts) or bool(names - set(PARTS)) or "{{" in pattern or "}}" in pattern
    if odd or not _PATTERN.fullmatch(pattern):
        named = ", ".join("{" + part + "}" for part in PARTS)
        mend = (
            f"Use letters, digits, spaces, _ - . and {named}; one / may part a folder from the name. "
            "Both begin with a letter, a digit or a brace."
        )
        section.wrong("names", f"“{pattern[:60]}” is no pattern of file names.", mend)
    elif required and not {"component", "number", "side"} <= names:
        mend = "Without {component}, {number} and {side} two files would have one name."
        section.wrong("names", f"“{pattern[:60]}” does not tell all pictures apart.", mend)
    return pattern


def _limits(section: Section) -> UploadLimits:
    limits = UploadLimits(
        section.number("file_mb", 0.001, 100_000, None),
        section.whole("side_px", 1, 100_000, None),
        section.whole("files", 1, 100_000, None),
    )
    section.done()
    return limits


def _settings(section: Section, kind: TargetKind) -> Mapping[str, Any]:
    settings: dict[str, Any] = {}
    for key, type_ in SETTINGS[kind].items():
        value = section.of_type(key, type_)
        if value is not None:
            settings[key] = value
    section.done()
    return settings


def _products(told: Section, dpi: float, *, required: bool) -> tuple[Product, ...]:
    sections = told.tables("products", most=MOST_PRODUCTS)
    if required and not sections and not told.has("products"):
        mend = 'Add a table [[products]] for each size that it makes, or say sizes = "own".'
        told.wrong("products", "It has no products.", mend)
    return tuple(_product(section, dpi) for section in sections)


_CUT = (Shape.RECTANGLE, Shape.CIRCLE, Shape.HEXAGON, Shape.TRIANGLE, Shape.OCTAGON, Shape.TUCK_BOX)


def _product(section: Section, dpi: float) -> Product:
    name = section.text("name", most=60)
    width_mm, height_mm = section.pair("mm", 3, 2000)
    width_px, height_px = (round(side) for side in section.pair("px", 1, 30_000, whole=True))
    shape = Shape(section.choice("shape", tuple(map(str, _CUT)), str(Shape.RECTANGLE)))
    depth_mm = section.number("depth_mm", 1, 500, 0.0)
    safe_px = section.number("safe_px", 0, 2000, 0.0)
    product = Product(
        name,
        width_mm,
        height_mm,
        shape,
        width_px,
        height_px,
        safe_px,
        depth_mm,
        section.text("note", most=300, otherwise=""),
    )
    section.done()
    if shape is Shape.TUCK_BOX and not depth_mm:
        section.wrong("depth_mm", "A tuck box has no depth.", "Give its third size, folded, in millimetres.")
    elif width_px * height_px > MOST_PIXELS:
        most = f"{MOST_PIXELS // 10**6} million"
        section.wrong("px", f"{width_px} by {height_px} are more than {most} pixels.", "Leave it out.")
    elif shape is not Shape.TUCK_BOX and width_px > 0 and width_mm > 0:
        _look_at_margins(section, product, dpi)
    return product


def _look_at_margins(section: Section, product: Product, dpi: float) -> None:
    """A picture has room for what is cut, and no more beyond it than a bleed may have."""
    sides = ((product.width_px, product.width_mm), (product.height_px, product.height_mm))
    for px, mm in sides:
        margin_mm = (px * MM_PER_INCH / dpi - mm) / 2
        if not -0.5 * MM_PER_INCH / dpi - 1e-6 <= margin_mm <= MOST_MARGIN_MM:
            trim = round(mm * dpi / MM_PER_INCH)
            fault = f"{mm:g} mm are {trim} pixels at {dpi:g} dpi, and the picture has {px}."
            section.wrong(
                "px", fault, "Give the size that is cut as mm, and that of the picture, with bleed, as px."
            )
            return
