"""How each component is printed: papers, layouts, the edge to flip, inks, backs. And on which printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.ground.problems import Problem, warning
from generator.press.decks import Deck
from generator.press.gutterfolds import unfolded
from generator.press.mixing import is_two_sided
from generator.press.outlining import with_marks
from generator.press.printing import Plan, misfits, plan
from generator.press.variants import Backs, InkUse, varied
from generator.records.cells import shown
from generator.sheets.gutterfold import choose_gutterfold
from generator.sheets.layouts import Layout, Use, choose_layouts, use_by_size
from generator.sheets.printer import Printer
from generator.sheets.sheet import A4, LETTER, PAPERS, Flip, Format, Paper, Sheet, Side
from generator.sheets.wishes import NO_WISHES, StatedWishes, Wishes

BOTH_LAYOUTS = tuple(Layout)
_PAPERS = {"a4": (A4,), "letter": (LETTER,), "both": (A4, LETTER)}
_FOLDED = "gutterfold"
_LAYOUTS = {
    "3x3": (Layout.BUTTED,),
    "8up": (Layout.SPACED,),
    "both": BOTH_LAYOUTS,
    _FOLDED: (Layout.BUTTED,),
}
_INKS = {"normal": (InkUse.NORMAL,), "light": (InkUse.LIGHT,), "both": (InkUse.NORMAL, InkUse.LIGHT)}


@dataclass(frozen=True, slots=True)
class Ways:
    """How sheets are printed."""

    papers: tuple[Paper, ...] = PAPERS
    layouts: tuple[Layout, ...] = BOTH_LAYOUTS
    gutterfold: bool = False
    """Backs beside their fronts, beyond a fold, wherever they fit; what has none comes in the layouts."""
    flip: Flip = Flip.LONG
    inks: tuple[InkUse, ...] = (InkUse.NORMAL,)
    backs: Backs = Backs.DUPLEX
    squares: bool | None = None
    """Tokens share edges as squares, are cut as circles, or (None) as the column Layout says."""


def ways_of(wished: Wishes, usual: Ways) -> Ways:
    """What the words of a wish mean; what it leaves open is as usual.

    Fronts alone have no backs to be folded behind them: then a gutterfold is none.
    """
    backs = Backs(wished.backs) if wished.backs else usual.backs
    folded = wished.layout == _FOLDED if wished.layout else usual.gutterfold
    return Ways(
        _PAPERS[wished.paper] if wished.paper else usual.papers,
        _LAYOUTS[wished.layout] if wished.layout else usual.layouts,
        folded and backs is not Backs.NO,
        Flip(wished.flip) if wished.flip else usual.flip,
        _INKS[wished.ink] if wished.ink else usual.inks,
        backs,
        wished.tokens == "squares" if wished.tokens else usual.squares,
    )


@dataclass(frozen=True, slots=True)
class Printing:
    """How everything is printed: what somebody asked for, over what the workbook says, over what is usual."""

    usual: Ways
    wishes: Wishes = NO_WISHES
    stated: StatedWishes = field(default_factory=StatedWishes)
    printer: Printer | None = None

    @property
    def general(self) -> Ways:
        """Of whatever no row of the sheet Print names."""
        return ways_of(self.wishes.over(self.stated.general), self.usual)

    def of(self, component: str) -> Ways:
        """Of one component."""
        return ways_of(self.wishes.over(self.stated.of(component)), self.usual)

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All that anything is printed on, in the usual order."""
        every = (self.general, *map(self.of, self.stated.own))
        return tuple(dict.fromkeys(paper for ways in every for paper in ways.papers))

    @property
    def light(self) -> bool:
        """Whether anything is printed in less ink."""
        return any(InkUse.LIGHT in ways.inks for ways in (self.general, *map(self.of, self.stated.own)))

    def groups(self, decks: Iterable[Deck]) -> Mapping[Ways, Sequence[Deck]]:
        """The decks by how they are printed, in their order."""
        groups: dict[Ways, list[Deck]] = {}
        for deck in decks:
            groups.setdefault(self.of(deck.name), []).append(deck)
        return groups

    def reached(self, papers: Iterable[Paper]) -> tuple[Paper, ...]:
        """The papers as the printer reaches them."""
        return tuple(paper if self.printer is None else self.printer.paper(paper) for paper in papers)


def planned(
    decks: Iterable[Deck], how: Printing, *, mix: bool = False, marked: bool = False
) -> tuple[tuple[Plan, ...], tuple[Problem, ...]]:
    """All the sheets that are printed, paper by paper, with backs where they are wanted, for each ink.

    With `marked` a cutting machine finds its way on their fronts; the Problems are those that have no room.
    """
    all_plans: list[Plan] = []
    problems: list[Problem] = []
    for ways, group in how.groups(decks).items():
        plans = plan(
            group,
            how.reached(ways.papers),
            ways.layouts,
            ways.flip,
            mix=mix,
            squares=ways.squares,
            gutterfold=ways.gutterfold,
        )
        if marked:
            plans, unmarked = with_marks(plans, ways.flip)
            problems += unmarked
        all_plans += varied(plans, ways.inks, ways.backs)
    order = list(dict.fromkeys(planned_file.paper.name for planned_file in all_plans))
    all_plans.sort(key=lambda planned_file: order.index(planned_file.paper.name))
    return tuple(for_printer(planned_file, how.printer) for planned_file in all_plans), tuple(problems)


def for_printer(plan: Plan, printer: Printer | None) -> Plan:
    """A plan whose backs come to lie behind their fronts on a printer that prints them askew."""
    if printer is None:
        return plan
    plan, imposition = replace(plan, printer=printer.name), plan.imposition
    if not imposition.duplex:
        return plan
    sheets = tuple(_moved(sheet, imposition.flip, printer) for sheet in imposition.sheets)
    return replace(plan, imposition=replace(imposition, sheets=sheets, printer=printer.name))


def _moved(sheet: Sheet, flip: Flip, printer: Printer) -> Sheet:
    if sheet.side is Side.FRONT:
        return sheet
    return replace(sheet, moved=printer.correction(flip, wide=sheet.paper.landscape) or None)


# ---------------------------------------------------------------- what does not fit


def fits(decks: Sequence[Deck], how: Printing) -> Iterator[Problem]:
    """Warnings for what does not fit as it is wished, with what it comes as instead."""
    for ways, group in how.groups(decks).items():
        papers = how.reached(ways.papers)
        yield from misfits(group, papers)
        if ways.gutterfold:
            yield from unfolded(group, papers)
        if how.printer is not None:
            yield from _crowded(group, ways, how.printer)


def _crowded(decks: Sequence[Deck], ways: Ways, printer: Printer) -> Iterator[Problem]:
    """Of several layouts those that hold fewer pieces for a printer's margins, each once for a format."""
    counted: set[tuple[Format, Use, bool]] = set()
    for paper in ways.papers:
        counted.clear()
        for deck in decks:
            kind = (deck.format, deck.use or use_by_size(deck.format), ways.gutterfold and is_two_sided(deck))
            if kind in counted:
                continue
            counted.add(kind)
            usual, counts = _counts(*kind, paper), _counts(*kind, printer.paper(paper))
            words = _words(ways, folded=kind[2])
            fewer = [word for word in words if len(usual) > 1 and counts.get(word, 0) < usual.get(word, 0)]
            as_usual = [word for word, count in counts.items() if count >= usual.get(word, 0)]
            for word in fewer if counts else ():
                yield _fewer(deck, paper, printer, word, usual[word], counts, as_usual)


def _words(ways: Ways, *, folded: bool) -> Sequence[str]:
    return [_FOLDED] if folded else [str(layout) for layout in ways.layouts]


def _counts(form: Format, use: Use, folded: bool, paper: Paper) -> Mapping[str, int]:
    """How many pieces a page holds in each layout, by its word."""
    counts = {str(grid.layout): grid.count for grid in choose_layouts(form, paper, BOTH_LAYOUTS, use=use)}
    fold = choose_gutterfold(form, paper, use=use) if folded else None
    return {**counts, _FOLDED: fold.count} if fold is not None else counts


def _fewer(
    deck: Deck,
    paper: Paper,
    printer: Printer,
    word: str,
    usual: int,
    counts: Mapping[str, int],
    as_usual: Sequence[str],
) -> Problem:
    size, reached = deck.format.size, f"within the margins of the printer {shown(printer.name)}"
    count = f"{counts[word]} fit" if word in counts else "none fits"
    text = f"{deck.title} ({size}): {word} holds {usual} a page of {paper.name}; {reached} {count}."
    if as_usual:
        mend = f"Nothing is scaled. As usual fits {' and '.join(as_usual)}: --layout {as_usual[0]}."
    else:
        most = max(counts, key=lambda layout: counts[layout])
        mend = f"Nothing is scaled. The most fit in {most}: {counts[most]} a page."
    return warning("--printer", text, mend)
