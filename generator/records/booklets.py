"""Which booklets a game has: the rows of its sheet Booklets, or else its rulebook; and the sample game."""

from __future__ import annotations

from dataclasses import dataclass

from generator.records.called import titled
from generator.records.edition import file_name_part
from generator.records.tables import Book, Row
from generator.records.worksheets import BOOKLETS, ruleset_in, sample_sheets

RULEBOOK = "Rulebook"
"""The booklet that a game has without saying so, as the command line and the files name it."""
SAMPLE_TITLE = "A game, step by step"
"""What stands on the first page of a sample game."""
TEMPLATE = "rulebook.md"
"""The text of a rulebook, in the folder templates."""
COVER = "cover.svg"
"""How a cover's name ends: that of `rulebook.md` is `rulebook-cover.svg`, if the sheet names no other."""
SAMPLE_COVER = f"sample-game-{COVER}"
ONE_COLUMN, TWO_COLUMNS = frozenset({"1", "1.0"}), frozenset({"2", "2.0"})
"""How the sheet may say it, as text or as a number."""


@dataclass(frozen=True, slots=True)
class BookletPlan:
    """A booklet whose text is a template."""

    name: str
    """On the command line."""
    title: str
    """On its first page."""
    template: str
    """Below the folder templates."""
    row: Row | None = None
    """Its row of the sheet Booklets, if the workbook has that."""

    @property
    def file_name(self) -> str:
        """Its part of a file's name."""
        return file_name_part(self.name)

    @property
    def data(self) -> str:
        """The sheet whose rows its text is given; empty for none."""
        return self._cell("data")

    @property
    def cover(self) -> str:
        """The template of its first page; empty for the usual one."""
        return self._cell("cover") or f"{self.template.removesuffix('.md')}-{COVER}"

    @property
    def columns(self) -> int:
        """How many columns its text has."""
        return 1 if self._cell("columns") in ONE_COLUMN else 2

    def _cell(self, key: str) -> str:
        return str(self.row.values.get(key) or "").strip() if self.row is not None else ""


def booklets_in(book: Book) -> tuple[BookletPlan, ...]:
    """The booklets that are texts. Without a sheet Booklets it is `rulebook.md`, if there is such a file.

    A row that lacks its Name or its Template is passed over; the checks tell of it.
    """
    if BOOKLETS in book.faults and BOOKLETS not in book:
        return ()
    if BOOKLETS not in book or not book[BOOKLETS].rows:
        return (BookletPlan(RULEBOOK, RULEBOOK, TEMPLATE),)
    plans = (
        BookletPlan(
            str(row.values.get("name") or ""), titled(row), str(row.values.get("template") or ""), row
        )
        for row in book[BOOKLETS]
    )
    return tuple(plan for plan in plans if plan.name and plan.template)


def booklet_names(book: Book) -> tuple[str, ...]:
    """What the booklets of a game are called on the command line; the sample games come last."""
    return (
        *dict.fromkeys(plan.name for plan in booklets_in(book)),
        *map(sample_booklet, sample_sheets(book)),
    )


def sample_booklet(sheet: str) -> str:
    """What the booklet of a sample game's sheet is called: `SampleGame`, or `SampleGameScion`."""
    return "".join(sheet.split())


def sample_title(title: str, sheet: str) -> str:
    """The title of a sample game; of one of several it begins with the name of the ruleset."""
    ruleset = ruleset_in(sheet)
    return f"{ruleset}: {title}" if ruleset else title
