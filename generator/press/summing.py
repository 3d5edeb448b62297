"""What a set, or several, takes: sheets of paper, and ink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.press.printing import OutputFile
from generator.records.languages import Lexicon


class OneSet(NamedTuple):
    """The sheets of paper that a set, or several, takes on one paper."""

    pieces: int
    """Of everything that is cut out, each component in the layout that takes the fewest."""
    booklets: int
    """Of what is read, printed on one side …"""
    booklets_duplex: int
    """… and on both."""
    sets: int = 1
    """How many sets they are."""


def one_set(files: Iterable[OutputFile]) -> OneSet | None:
    """What a set takes, from the files of one paper and language; None if none is part of a set."""
    ways: dict[str, dict[tuple[str, bool, bool], int]] = {}
    single = double = 0
    whole = [file for file in files if not file.partial and not file.aside]
    for file in whole:
        if file.booklet:
            single += file.pages
            double += math.ceil(file.pages / 2)
            continue
        own = ways.setdefault(file.name or file.component, {})
        way = (file.kind, file.light, bool(file.said))  # fronts and backs that are apart count together
        own[way] = own.get(way, 0) + file.sheets
    pieces = sum(min(own.values()) for own in ways.values())
    return OneSet(pieces, single, double, max(file.sets for file in whole)) if whole else None


def set_told(files: Iterable[OutputFile], word: Lexicon) -> Iterator[str]:
    """How many sheets a set takes, or those that were made, in a line; none if there is no set."""
    counted = one_set(files)
    if counted is None:
        return
    sheets = counted.pieces
    sentence = word("One set: 1 sheet") if sheets == 1 else word("One set: {count} sheets", count=sheets)
    if counted.sets > 1 and sheets:
        sentence = word("{sets} sets: {count} sheets", sets=counted.sets, count=sheets)
    if counted.booklets:
        booklets = word(
            "{count} for the booklets, or {both} if printed on both sides",
            count=counted.booklets,
            both=counted.booklets_duplex,
        )
        sentence = f"{sentence}, {word('and')} {booklets}" if sheets else f"{word('One set')}: {booklets}"
    yield f"{sentence}."


def ink_told(files: Iterable[OutputFile], word: Lexicon) -> Iterator[str]:
    """How much of the paper is inked on the whole, in a line; none if it was not measured."""
    measured = {file.name or file.component: file for file in files if file.light and file.full_ink}
    area = sum(file.area_cm2 for file in measured.values())
    if area:
        light = sum(file.ink * file.area_cm2 for file in measured.values()) / area
        full = sum(file.full_ink * file.area_cm2 for file in measured.values()) / area
        yield word(
            "Ink covers {light} % of what is printed light, and {full} % in full colour.",
            light=round(light),
            full=round(full),
        )
