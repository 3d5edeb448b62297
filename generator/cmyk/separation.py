"""From a PDF of design pages to one for the press: read → patches → pictures → inks → file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pikepdf

from generator.cmyk.dyes import OnPress, OnScreen
from generator.cmyk.painted import Painted
from generator.cmyk.patches import DPI, PIXEL_PT, Patch, doubtful, gone, patches_of
from generator.cmyk.places import Edges, common
from generator.cmyk.reading import painted_on
from generator.cmyk.separator import Rgb, Separator
from generator.cmyk.writing import PageWriter
from generator.cmyk.x1a import PressFile, Wording
from generator.ground.raster import Pages, tint_of

if TYPE_CHECKING:
    from PIL import Image

_HIDDEN = 8
"""Of 255: a word that changes no part of any dot by more is not seen."""


def separated(designs: bytes, order: Sequence[int | None], wording: Wording, separator: Separator) -> bytes:
    """Design pages as PDF/X-1a, in an order of their numbers, from 0. Each is separated once; None is white.

    Raises Failed if Pillow lacks what turns colours into inks, ValueError if a page cannot be read.
    """
    with pikepdf.open(io.BytesIO(designs)) as source, PressFile(wording) as file:
        dyes = OnPress(file.pdf, separator)
        for number in dict.fromkeys(each for each in order if each is not None):
            page = source.pages[number]
            content, resources = _separated_page(page, dyes)
            file.add(number, page, content, resources)
        return file.finished(order)


def _separated_page(page: pikepdf.Page, dyes: OnPress) -> tuple[bytes, pikepdf.Dictionary]:
    left, low, right, high = (float(edge) for edge in page.mediabox)
    items = painted_on(page)
    patches = patches_of(items, (left, low, right, high))
    hidden = gone(patches, items)
    shots = {patch.last: (patch, shot) for patch, shot in zip(patches, _shots(items, patches), strict=True)}
    writer = PageWriter(dyes.file, dyes)
    for number, item in enumerate(items):
        if number not in hidden:
            writer.paint(item)
        if number in shots:
            _lay(writer, dyes, items, *shots[number], patches)
    return writer.content, writer.resources


def _lay(
    writer: PageWriter,
    dyes: OnPress,
    items: Sequence[Painted],
    patch: Patch,
    shot: _Shot,
    patches: Sequence[Patch],
) -> None:
    """A picture, and the words above it; words that reach into a later one are set above that."""
    tint = tint_of(shot.image)
    if not tint.spread:
        rgb = (tint.red / 255, tint.green / 255, tint.blue / 255)
        writer.area(dyes.colour(rgb, stroke=False, line=False), patch.box)
    else:
        writer.picture(dyes.picture(shot.image), patch.box)
    later = {number for other in patches if other.last > patch.last for number in other.raised}
    for number in patch.raised:
        if number not in shot.unseen and number not in later:
            writer.paint(items[number], tint=_tint(items[number], patch, shot.image))


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class _Shot:
    """The picture of a patch, and the words in it that something else hides."""

    image: Image.Image
    unseen: frozenset[int]


def _shots(items: Sequence[Painted], patches: Sequence[Patch]) -> Iterator[_Shot]:
    """The pictures of the patches of a page, one after the other."""
    if not patches:
        return
    asked: list[tuple[Edges, tuple[int, ...]]] = []
    for patch in patches:
        asked.append((patch.box, patch.below))
        for word in doubtful(patch, items):
            asked.append((patch.box, tuple(sorted((*patch.below, word)))))
    with Pages(_drawn(items, asked)) as pages:
        at = 0
        for patch in patches:
            image = pages.image(at, dpi=DPI)
            at += 1
            unseen = set()
            for word in doubtful(patch, items):
                if not _differ(image, pages.image(at, dpi=DPI)):
                    unseen.add(word)
                at += 1
            yield _Shot(image, frozenset(unseen))


def _drawn(items: Sequence[Painted], asked: Sequence[tuple[Edges, tuple[int, ...]]]) -> bytes:
    """A PDF with a page for each box: what lies in it of the things that are numbered."""
    with pikepdf.new() as file:
        dyes = OnScreen(file)
        for box, numbers in asked:
            writer = PageWriter(file, dyes)
            for number in numbers:
                writer.paint(items[number])
            file.add_blank_page(page_size=(200, 200))
            page = file.pages[-1]
            page.obj.MediaBox = pikepdf.Array([round(edge, 6) for edge in box])
            page.obj.Resources = writer.resources
            page.obj.Contents = file.make_stream(writer.content)
        out = io.BytesIO()
        file.save(out)
        return out.getvalue()


def _differ(first: Image.Image, second: Image.Image) -> bool:
    from PIL import ImageChops

    bands = ImageChops.difference(first, second).split()
    return any(band.point([0] * _HIDDEN + [255] * (256 - _HIDDEN)).getbbox() is not None for band in bands)


def _tint(item: Painted, patch: Patch, image: Image.Image) -> Rgb | None:
    """The colour of words that show through: theirs and their ground's, mixed. None if they do not."""
    alpha = min(item.state.alpha)
    if not item.see_through or alpha >= 1 or item.state.fill is None:
        return None
    left, low, right, high = common(item.box, patch.box)
    top = patch.box[3]
    dots = (
        int((left - patch.box[0]) / PIXEL_PT),
        int((top - high) / PIXEL_PT),
        max(1, int((right - patch.box[0]) / PIXEL_PT)),
        max(1, int((top - low) / PIXEL_PT)),
    )
    ground = image.crop(dots).resize((1, 1), resample=4).tobytes()
    red, green, blue = (
        alpha * own + (1 - alpha) * part / 255 for own, part in zip(item.state.fill, ground, strict=True)
    )
    return red, green, blue
