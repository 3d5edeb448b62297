"""The booklets of a game as PDFs that are read at the table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from generator.booklet.make import make_booklets
from generator.games.rulesets import sample_games
from generator.ground.output import Counted, Stage
from generator.ground.problems import Problem
from generator.records.booklets import booklets_in
from generator.records.edition import file_name_part
from generator.sheets.sheet import A4
from generator.shops.exports.order import ExportedFile, Order
from generator.shops.exports.tabletop_links import Links
from generator.shops.exports.tabletop_names import Guids
from generator.shops.exports.tabletop_objects import Placed, book_object
from generator.shops.exports.tabletop_table import TableThing, Zone

FOLDER = "PDF"
_ROOM_MM = (110.0, 150.0)
"""What a booklet takes of the table: how large the program draws one is not known to us."""


@dataclass(slots=True)
class Shelf(Counted):
    """A Stage that keeps what is written, in memory."""

    made: dict[str, bytes] = field(default_factory=dict)

    def write(self, relative: str, content: Any) -> int:
        """Keep a file."""
        self.made[relative] = bytes(content)
        return len(self.made[relative])


def made_books(
    order: Order, stage: Stage, links: Links, guids: Guids
) -> tuple[list[TableThing], list[ExportedFile], tuple[Problem, ...]]:
    """Every booklet but the sample game, on A4; none if only some components are wanted."""
    names = [*dict.fromkeys(plan.name for plan in booklets_in(order.checked.book))]
    if not names or order.options.components or order.options.only:
        return [], [], ()
    shelf = Shelf(stage.root)
    checked = order.checked
    samples = sample_games(checked.loaded, checked.book) if not checked.edition.language else ()
    output_files, problems = make_booklets(
        checked, samples, names, (A4,), shelf, order.workshop, progress=order.progress
    )
    table_things: list[TableThing] = []
    files: list[ExportedFile] = []
    for file in output_files:
        content = shelf.made[file.path]
        digest = hashlib.sha256(content).hexdigest()[:8]
        path = f"{FOLDER}/{file_name_part(file.component)}_{digest}.pdf"
        stage.write(path, content)
        placed = Placed(guids.of("booklet", file.component), file.component, notes="booklet")
        table_things.append(TableThing(Zone.READING, *_ROOM_MM, book_object(placed, links.to(path))))
        files.append(
            ExportedFile(
                path, file.component, file.component, "", 1, "Custom_PDF", f"{file.pages} pages", len(content)
            )
        )
    return table_things, files, problems
