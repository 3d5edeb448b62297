"""What is to be made of a game: components, papers, layouts, inks, a language, a draft."""

from __future__ import annotations

from dataclasses import dataclass

from generator.ground.folding import STOCK_MM
from generator.press.variants import Backs, InkUse
from generator.press.ways import Printing, Ways
from generator.records.tables import Book
from generator.sheets.copies import ALL, Needed
from generator.sheets.layouts import Layout
from generator.sheets.printer import Printer
from generator.sheets.sheet import PAPERS, Flip, Paper
from generator.sheets.wishes import NO_WISHES, Wishes, stated_wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """What to make; the defaults make everything."""

    components: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Titles of cards, if not whole components are wanted."""
    wishes: Wishes = NO_WISHES
    """How to print, whatever the workbook says. Where both say nothing the fields below do."""
    papers: tuple[Paper, ...] = PAPERS
    layouts: tuple[Layout, ...] = tuple(Layout)
    flip: Flip = Flip.LONG
    mix: bool = False
    """Decks of one format share sheets where that saves one, and so do tokens of any."""
    squares: bool | None = None
    """Tokens share edges as squares, are cut as circles, or (None) as the workbook says."""
    inks: tuple[InkUse, ...] = (InkUse.NORMAL,)
    """In full colour, sparing ink, or both."""
    backs: Backs = Backs.DUPLEX
    """Behind their fronts, on pages of their own, or none."""
    printer: Printer | None = None
    """Whose margins are kept free, and for which backs are moved."""
    needed: Needed = ALL
    """For how many players, and how many sets."""
    draft: bool = False
    """Print whatever can be printed, marked as a draft, into a folder of its own."""
    guide: bool = True
    """A guide to cutting, if not single components are made."""
    outlines: bool = False
    """Registration marks on the sheets, and beside them the outlines of each for a cutting machine."""
    boxes: bool = False
    """A tuck box for each deck of cards, too."""
    stock_mm: float = STOCK_MM
    """How thick a card is, which tells how deep its box is."""
    language: str = ""
    """The code of the language to print in; empty for the one that the workbook is written in."""

    @property
    def complete(self) -> bool:
        """Whether every file of the chosen papers is made."""
        chosen = self.components or self.only or self.needed != ALL
        return not chosen and set(self.layouts) == set(Layout) and self.wishes.layout in ("", "both")

    def printing(self, book: Book) -> Printing:
        """How the game of a workbook is printed."""
        usual = Ways(self.papers, self.layouts, False, self.flip, self.inks, self.backs, self.squares)
        return Printing(usual, self.wishes, stated_wishes(book), self.printer)
