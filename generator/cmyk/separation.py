"""From a PDF of design pages to one for the press: read → patches → pictures → inks → file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pikepdf

from generator.cmyk.dyes import OnPress, OnScreen
from generator.cmyk.lettered import prints_over
from generator.cmyk.painted import PaintedThing
from generator.cmyk.patches import DPI, PIXEL_PT, Patch, doubtful, gone, patches_of
from generator.cmyk.reading import painted_on
from generator.cmyk.separator import ScreenColour, Separator
from generator.cmyk.writing import UNMIXED, Mixed, PageWriter
from generator.cmyk.x1a import PressFile, Wording
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.matrices import Edges, common
from generator.ground.raster import Pages, Tint, tint_of

if TYPE_CHECKING:
    from PIL import Image

_HIDDEN = 8
"""Of 255: a word that changes no part of any dot by more is not seen."""


def separated(
    designs: bytes,
    order: Sequence[int | None],
    wording: Wording,
    separator: Separator,
    cache: Cache = NO_CACHE,
) -> bytes:
    """Design pages as PDF/X-1a, in an order of their numbers, from 0. Each is separated once; None is white.

    The `cache` keeps pictures in inks, which other files may have too.
    Raises Failed if Pillow lacks what turns colours into inks, ValueError if a page cannot be read.
    """
    with pikepdf.open(io.BytesIO(designs)) as source, pikepdf.new() as pdf:
        file, dyes = PressFile(pdf, wording, separator.profile), OnPress(pdf, separator, cache)
        for number in dict.fromkeys(place for place in order if place is not None):
            page = source.pages[number]
            content, resources = _separated_page(page, dyes)
            file.add(number, page, content, resources)
        return file.finished(order)


def _separated_page(page: pikepdf.Page, dyes: OnPress) -> tuple[bytes, pikepdf.Dictionary]:
    left, low, right, high = (float(edge) for edge in page.mediabox)
    items = painted_on(page)
    shots = {shot.patch.last: shot for shot in _shots(items, patches_of(items, (left, low, right, high)))}
    hidden = gone([shot.patch for shot in shots.values() if shot.ground is None], items)
    set_anew = {number: last for last, shot in shots.items() for number in shot.patch.raised}
    writer = PageWriter(dyes.file, dyes)
    for number, item in enumerate(items):
        if number not in hidden and number not in set_anew:
            writer.paint(item, over=prints_over(items, number, dyes.separator))
        if number in shots:
            _lay(writer, dyes, items, shots[number])
            _raise(writer, items, shots[number], [n for n, last in set_anew.items() if last == number])
    return writer.content, writer.resources


def _lay(writer: PageWriter, dyes: OnPress, items: Sequence[PaintedThing], shot: Flattened) -> None:
    """What stands for something that shows through: its outline in a mixed colour, an area, or a picture."""
    tint = tint_of(shot.image)
    if shot.ground is not None:
        item = items[shot.patch.last]
        writer.paint(item, mixed=_mixed(item, shot.ground))
    elif not tint.spread:
        writer.area(dyes.colour(_rgb(tint), stroke=False, line=False), shot.patch.box)
    else:
        writer.picture(dyes.picture(shot.image), shot.patch.box)


def _raise(
    writer: PageWriter, items: Sequence[PaintedThing], shot: Flattened, numbers: Sequence[int]
) -> None:
    """The words above it. Words that show through get the colour that they make with their ground."""
    for number in sorted(numbers):
        item = items[number]
        if number in shot.covered:
            seen = shot.covered[number]
            if seen is not None:
                writer.paint(item, mixed=Mixed(seen, seen))
        else:
            ground = _rgb(tint_of(shot.image.crop(_dots(item.box, shot.patch))))
            writer.paint(item, mixed=_mixed(item, ground) if item.see_through else UNMIXED)


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class Flattened:
    """The picture of a patch, how words in it that something covers are seen, and the colour below a veil."""

    patch: Patch
    image: Image.Image
    covered: Mapping[int, ScreenColour | None]
    """Words by their number, each with the colour in which it is seen; None if it is not."""
    ground: ScreenColour | None
    """If all that shows through is one outline over one colour: that colour. It needs no picture."""


def _shots(items: Sequence[PaintedThing], patches: Sequence[Patch]) -> Iterator[Flattened]:
    """The pictures of the patches of a page, one after the other."""
    shots = [(patch, doubtful(patch, items), patch.veil(items)) for patch in patches]
    drawings: list[tuple[Edges, tuple[int, ...]]] = []
    for patch, words, veil in shots:
        drawings.append((patch.box, patch.below))
        if words:
            drawings.append((patch.box, tuple(sorted((*patch.below, *words)))))
        if veil:
            drawings.append((patch.box, tuple(number for number in patch.below if number != patch.last)))
    if not drawings:
        return
    with Pages(_drawn(items, drawings)) as pages:
        images = (pages.image(number, dpi=DPI) for number in range(len(drawings)))
        for patch, words, veil in shots:
            image, ground = next(images), None
            full = next(images) if words else image
            covered = {word: _seen(image, full, items[word], patch) for word in words}
            if veil:
                below = tint_of(next(images))
                ground = _rgb(below) if not below.spread else None
            yield Flattened(patch, image, covered, ground)


def _drawn(items: Sequence[PaintedThing], drawings: Sequence[tuple[Edges, tuple[int, ...]]]) -> bytes:
    """A PDF with a page for each box: what lies in it of the things that are numbered."""
    with pikepdf.new() as file:
        dyes = OnScreen(file)
        for box, numbers in drawings:
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


def _seen(without: Image.Image, full: Image.Image, word: PaintedThing, patch: Patch) -> ScreenColour | None:
    """The colour in which a word is seen through what covers it: where it makes the most difference."""
    from PIL import ImageChops, ImageStat

    dots = _dots(word.box, patch)
    shown = full.crop(dots)
    red, green, blue = ImageChops.difference(without.crop(dots), shown).split()
    apart = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    most = max(apart.tobytes())
    if most <= _HIDDEN:
        return None
    letters = apart.point([255 if value >= 0.9 * most else 0 for value in range(256)])
    first, second, third = (part / 255 for part in ImageStat.Stat(shown, letters).mean)
    return first, second, third


def _mixed(item: PaintedThing, ground: ScreenColour) -> Mixed:
    """The colours that a thing makes with its ground; its own where it has none, or hides the ground."""
    state = item.state

    def over_ground(own: ScreenColour | None, alpha: float) -> ScreenColour | None:
        if alpha >= 1 or own is None:
            return None
        red, green, blue = (
            alpha * part + (1 - alpha) * below for part, below in zip(own, ground, strict=True)
        )
        return red, green, blue

    return Mixed(over_ground(state.fill, state.alpha[0]), over_ground(state.stroke, state.alpha[1]))


def _rgb(tint: Tint) -> ScreenColour:
    return tint.red / 255, tint.green / 255, tint.blue / 255


def _dots(box: Edges, patch: Patch) -> tuple[int, int, int, int]:
    """A box of the page as dots of a patch's picture: left, top, right, bottom; at least one dot."""
    left, low, right, high = common(box, patch.box)
    x, top = patch.box[0], patch.box[3]
    first, upper = int((left - x) / PIXEL_PT), int((top - high) / PIXEL_PT)
    return (
        first,
        upper,
        max(first + 1, int((right - x) / PIXEL_PT)),
        max(upper + 1, int((top - low) / PIXEL_PT)),
    )
