"""How somebody wishes sheets to be printed, in the words of the command line.

The same words stand behind an option, in a print profile and in a cell of the sheet Print. Who says nothing
leaves it to the next one who is asked: an option, then the profile, then the workbook, then what is usual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType

from generator.records.cells import as_text, fold
from generator.records.tables import Book, Row
from generator.records.worksheets import PRINT

WISHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "paper": ("a4", "letter", "both"),
        "layout": ("3x3", "8up", "both", "gutterfold"),
        "flip": ("long", "short"),
        "ink": ("normal", "light", "both"),
        "backs": ("duplex", "apart", "no"),
        "tokens": ("squares", "circles"),
    }
)
"""What may be wished, and the words for it."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """A word for each thing that may be wished; empty where nothing is said."""

    paper: str = ""
    layout: str = ""
    flip: str = ""
    ink: str = ""
    backs: str = ""
    tokens: str = ""

    def over(self, weaker: Wishes) -> Wishes:
        """These wishes, and where they say nothing those of another."""
        return replace(weaker, **self.said())

    def said(self) -> Mapping[str, str]:
        """What is said, by name."""
        return {name: word for name, word in asdict(self).items() if word}


NO_WISHES = Wishes()


@dataclass(frozen=True, slots=True)
class StatedWishes:
    """What the sheet Print says."""

    general: Wishes = NO_WISHES
    own: Mapping[str, Wishes] = field(default_factory=dict)
    """Of single components, by their names as they are compared."""

    def of(self, component: str) -> Wishes:
        """What is said of a component: its own row, then the one for all."""
        return self.own.get(fold(component), NO_WISHES).over(self.general)

    def without(self, name: str, word: str) -> StatedWishes:
        """The same without one word for one thing."""
        own = {component: _without(wishes, name, word) for component, wishes in self.own.items()}
        return StatedWishes(_without(self.general, name, word), own)


def _without(wishes: Wishes, name: str, word: str) -> Wishes:
    return replace(wishes, **{name: ""}) if getattr(wishes, name) == word else wishes


def stated_wishes(book: Book) -> StatedWishes:
    """The rows of the sheet Print, one without a Component for all. Words that are none are passed over."""
    general, own = Wishes(), dict[str, Wishes]()
    for row in book.tables.get(PRINT, ()):
        name, wished = fold(as_text(row.values.get("component"))), _wished(row)
        if name:
            own[name] = own.get(name, Wishes()).over(wished)
        else:
            general = general.over(wished)
    return StatedWishes(general, own)


def _wished(row: Row) -> Wishes:
    words = {key: fold(as_text(row.values.get(key))) for key in WISHES}
    return Wishes(**{key: word for key, word in words.items() if word in WISHES[key]})
