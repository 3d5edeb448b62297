"""Targets of pictures: every face of a card as a file, in the pixels of a product or in its own."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from generator.ground.output import Stage
from generator.ground.problems import Problem, note, warning
from generator.ground.progress import Counter
from generator.ground.raster import MM_PER_INCH, MOST_PIXELS, Pages, PageSize
from generator.ground.shapes import BLEED_MM, Shape
from generator.press.decks import Deck
from generator.records.called import called
from generator.records.edition import file_name_part
from generator.shops.exports.fitted import ProductFit, taken
from generator.shops.exports.order import ExportedFile, Order, Shipment
from generator.shops.exports.png import jpeg, png
from generator.shops.exports.raster import PageShot, finished, shot_of
from generator.shops.exports.targets import CopyFiles, Sizes, Target

if TYPE_CHECKING:
    from generator.shops.exports.raster import Finish

ENDINGS = {"png": "png", "jpeg": "jpg"}
_LONGEST_FOLDER, _LONGEST_NAME = 80, 180
"""Letters of a path: longer ones not every system takes."""
ALL = "All"
"""What a back is called that all cards of a component have."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a shop knows it: both its designs by number, and how often it is there."""

    title: str
    front: int
    back: int | None
    copies: int


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """A picture that is wanted, as one file or several."""

    design: int
    side: str
    title: str
    copies: int
    numbers: tuple[int, ...]
    """Of its files."""


def write_pictures(order: Order, stage: Stage) -> Shipment:
    """Write the pictures of every component that the target takes."""
    problems: list[Problem] = []
    own = order.target.sizes is Sizes.OWN
    wanted = [
        (deck, None if own else fit, tuple(wanted_pictures(deck, order.target.copies)))
        for deck, fit in taken(order.decks, order.target, problems)
    ]
    step = Counter("export", sum(len(pictures) for _, _, pictures in wanted), order.progress)
    writing = _Writing(order, stage, step, problems)
    files: list[ExportedFile] = []
    for deck, fit, pictures in wanted:
        exported_files = writing.deck(deck, fit, pictures)
        problems += _limits(order.target, deck, exported_files, pictures)
        files += exported_files
    return tuple(files), tuple(problems)


# ---------------------------------------------------------------- what is wanted


def cards_of(deck: Deck) -> tuple[Card, ...]:
    """The cards of a deck in the order of its rows; rows that look the same on both sides are one card."""
    cards: dict[tuple[int, int | None], Card] = {}
    for row in deck.rows:
        if row.copies:
            key = row.front, row.back
            title = called(row.row) if row.row is not None else deck.title
            card = cards.get(key, Card(title, *key, 0))
            cards[key] = replace(card, copies=card.copies + row.copies)
    return tuple(cards.values())


def wanted_pictures(deck: Deck, copies: CopyFiles) -> Iterator[WantedPicture]:
    """The pictures of a deck: fronts by number, then the one back of all as number 0, or the backs.

    With a file for each copy the numbers run over all of them, and a back has those of its fronts.
    """
    cards = cards_of(deck)
    backs = {card.back for card in cards}
    counts = (card.copies if copies is CopyFiles.EACH else 1 for card in cards)
    numbers = [tuple(range(*ends)) for ends in pairwise(accumulate(counts, initial=1))]
    for card, own in zip(cards, numbers, strict=True):
        yield WantedPicture(card.front, "front", card.title, card.copies, own)
    if len(backs) == 1 and len(cards) > 1:
        (back,) = backs
        if back is not None:
            yield WantedPicture(back, "back", ALL, sum(card.copies for card in cards), (0,))
        return
    for card, own in zip(cards, numbers, strict=True):
        if card.back is not None:
            yield WantedPicture(card.back, "back", card.title, card.copies, own)


# ---------------------------------------------------------------- the files of a deck


@dataclass(frozen=True, slots=True)
class _Writing:
    """An export under way: what it writes with, what it comes upon, and how often each path is taken."""

    order: Order
    stage: Stage
    step: Counter
    problems: list[Problem]
    used: Tally[str] = field(default_factory=Tally)

    def deck(
        self, deck: Deck, fit: ProductFit | None, pictures: Sequence[WantedPicture]
    ) -> list[ExportedFile]:
        """Write the pictures of a component; none if they would be too large."""
        options, target = self.order.options, self.order.target
        where: dict[tuple[int, str], list[WantedPicture]] = {}
        for picture in pictures:
            where.setdefault((picture.design, picture.side), []).append(picture)
        dpi = (options.dpi or target.dpi) if fit is None else target.dpi
        bleed_mm = BLEED_MM if options.bleed else target.bleed_mm
        with Pages(deck.designs) as pages:
            shots = [_shot(design, side, pages.size(design), fit, dpi, bleed_mm) for design, side in where]
        if max(shot.width_px * shot.height_px for shot in shots) > MOST_PIXELS:
            self.problems.append(_too_large(deck, shots, dpi))
            return []
        if fit is not None:
            self.problems.extend(_about(deck, fit, shots[0], dpi))
        contents = finished(deck.designs, shots, finisher(target.format, dpi), cores=self.order.cores)
        digits = max(2, len(str(max(number for picture in pictures for number in picture.numbers))))
        product = fit.product.name if fit is not None else ""
        files: list[ExportedFile] = []
        for alike, shot, content in zip(where.values(), shots, contents, strict=True):
            pixels = f"{shot.width_px} × {shot.height_px}"
            for picture in alike:
                self.step()
                for number in picture.numbers:
                    path = self._path(deck, picture, f"{number:0{digits}}", product)
                    size = self.stage.write(path, content)
                    copies = 1 if target.copies is CopyFiles.EACH and number else picture.copies
                    about = picture.title, picture.side, copies, product, pixels, size
                    files.append(ExportedFile(path, deck.title, *about))
        return sorted(files, key=lambda file: file.path)

    def _path(self, deck: Deck, picture: WantedPicture, number: str, product: str) -> str:
        """The path of a file, which no other file has; a folder is one component."""
        target = self.order.target
        path = target.names.format(
            component=file_name_part(deck.name),
            copies=picture.copies,
            number=number,
            product=file_name_part(product) if product else "own",
            side=picture.side,
            title=file_name_part(picture.title),
        ).strip(". ")
        ending = ENDINGS[target.format]
        around, slash, name = path.removesuffix(f".{ending}").rpartition("/")
        path = f"{around[:_LONGEST_FOLDER].rstrip('. ')}{slash}{name[:_LONGEST_NAME].rstrip('. ')}"
        self.used[path.casefold()] += 1
        count = self.used[path.casefold()]
        return f"{path}-{count}.{ending}" if count > 1 else f"{path}.{ending}"


def _shot(
    design: int, side: str, size: PageSize, fit: ProductFit | None, dpi: float, bleed_mm: float
) -> PageShot:
    """A picture in the pixels of its product, or in its own.

    A piece that lies across its product is turned, front and back against each other, so that both stand
    upright when it is turned over.
    """
    if fit is None:
        return shot_of(design, size, dpi=dpi, bleed_mm=bleed_mm)
    turn = (90 if side == "front" else 270) if fit.turned else 0
    return PageShot(design, dpi, fit.product.width_px, fit.product.height_px, turn)


def finisher(format_: str, dpi: float) -> Finish:
    """What makes a file of a picture."""
    encode = jpeg if format_ == "jpeg" else png
    return lambda image: encode(image, dpi)


# ---------------------------------------------------------------- what there is to say


def _too_large(deck: Deck, shots: Sequence[PageShot], dpi: float) -> Problem:
    shot = shots[0]
    size = f"{shot.width_px:,} × {shot.height_px:,} pixels"
    fault = f"{deck.title} would be {size} at {dpi:g} dpi, and is left out."
    mend = f"Take a smaller --dpi: {MOST_PIXELS // 10**6} million pixels are the most."
    return warning(deck.component.at("width"), fault, mend)


def _about(deck: Deck, fit: ProductFit, shot: PageShot, dpi: float) -> Iterator[Problem]:
    """What a designer should know of a product that a component is exported as."""
    product, where = fit.product, deck.component.at("width")
    if product.shape is Shape.TUCK_BOX:
        fault = (
            f"{deck.title} lies in the middle of the picture for {product.name}, folded out as pnp folds it."
        )
        mend = "The shop's panels may lie elsewhere: hold its template over the picture before you order."
        yield warning(where, fault, mend)
        return
    if fit.turned:
        fault = f"{deck.title} is turned to lie in {product.name}: fronts clockwise, backs against it."
        yield note(where, fault, "There is nothing to do.")
    sides = zip(shot.drawn_px, (deck.format.width_mm, deck.format.height_mm), strict=True)
    more_mm = max((px * MM_PER_INCH / dpi - mm) / 2 for px, mm in sides) - BLEED_MM
    if more_mm * dpi / MM_PER_INCH > 1:
        fault = f"The picture for {product.name} goes {more_mm:.2f} mm further than the bleed of a design."
        mend = "The outermost pixels of the bleed go on to its edge, where the shop cuts nothing."
        yield note(where, fault, mend)


def _limits(
    target: Target, deck: Deck, files: Sequence[ExportedFile], pictures: Sequence[WantedPicture]
) -> Iterator[Problem]:
    """Files that the target does not take, as far as its limits are known."""
    limits, where = target.limits, deck.component.at("name")
    heavy = [file for file in files if limits.file_mb and file.size_bytes > limits.file_mb * 1e6]
    if heavy:
        worst = max(heavy, key=lambda file: file.size_bytes)
        fault = (
            f"{worst.path} has {worst.size_bytes / 1e6:.1f} MB, and {target.title} takes {limits.file_mb:g}."
        )
        mend = "Use fewer photographs in it, or a target that takes JPEG."
        yield warning(where, fault, mend)
    longest = max((int(side) for file in files for side in file.size.split(" × ")), default=0)
    if limits.side_px and longest > limits.side_px:
        most = f"{target.title} takes {limits.side_px:,}"
        fault = f"A picture of {deck.title} is {longest:,} pixels long, and {most}."
        yield warning(where, fault, "Take a smaller --dpi.")
    fronts = sum(len(picture.numbers) for picture in pictures if picture.side == "front")
    if limits.files and fronts > limits.files:
        fault = f"{deck.title} has {fronts:,} fronts, and {target.title} takes {limits.files:,} at once."
        yield warning(where, fault, "Order it as two decks: divide the component.")
