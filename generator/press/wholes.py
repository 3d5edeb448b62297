"""What is to stay whole on boards that are spread over several pages: their templates mark it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.ground.problems import Problem, warning
from generator.press.revision import is_on_one_page
from generator.sheets.amounts import format_of
from generator.sheets.layouts import Layout, choose_layouts
from generator.sheets.seams import Whole
from generator.sheets.sheet import Paper
from generator.sheets.tiles import choose_tiling

if TYPE_CHECKING:
    from generator.faces import Face
    from generator.faces.face import LaterFace
    from generator.ground.cache import Cache
    from generator.press.decks import Deck
    from generator.records.tables import Row

WHOLE = "data-whole"


@dataclass(slots=True)
class Wholes:
    """Notes what the templates of a board mark, face by face."""

    component: Row
    cache: Cache
    _marked: dict[Whole, None] = field(default_factory=dict)

    @property
    def found(self) -> tuple[Whole, ...]:
        """Each once."""
        return tuple(self._marked)

    def note(self, face: Face | LaterFace) -> None:
        """What a face marks. Raises Failed."""
        from generator.svg.marked import marked_in

        form = format_of(self.component)
        size = form.width_mm, form.height_mm
        name = self.cache.name("whole", face.digest, size) if self.cache.on else ""
        record = self.cache.get_record(name)
        if record is None:
            record = {"whole": [[name, *box] for name, box in marked_in(face.svg, WHOLE, *size).items()]}
            self.cache.put_record(name, record)
        for title, left_x, top, right, bottom in record["whole"]:
            self._marked[Whole(title, left_x, top, right, bottom)] = None


def wholes_on(component: Row, cache: Cache) -> Wholes | None:
    """What notes it for a component that is too large for a page of some paper; None for all others."""
    return None if is_on_one_page(component) else Wholes(component, cache)


def parted(decks: Iterable[Deck], papers: Iterable[Paper]) -> Iterator[Problem]:
    """Warnings for what is marked as whole and crossed by a seam all the same."""
    for deck in decks:
        for paper in papers if deck.whole else ():
            if choose_layouts(deck.format, paper, tuple(Layout), use=deck.use):
                continue
            tiling = choose_tiling(deck.format, paper, deck.whole)
            for axis, side in ((tiling.x, "left"), (tiling.y, "top")):
                for seam in axis.seams:
                    if seam.crossed:
                        yield warning(
                            deck.component.at("front"),
                            f"On {paper.name} a seam of {deck.title} runs through “{seam.crossed[0]}”.",
                            f"Move what is to stay whole: these pages can meet {seam.least_mm:.0f} to "
                            f"{seam.most_mm:.0f} mm from the {side}.",
                        )
