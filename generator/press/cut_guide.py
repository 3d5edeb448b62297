"""The cut guide: a page or a few that show how the sheets of a build are cut, folded and glued.

First every layout's picture and words get their place; then the pages are drawn like any design. Nothing
is told by colour alone: first cuts are solid, those through a pile dashed, and all of them have numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.ground.cache import Cache
from generator.ground.fence import unit
from generator.ground.output import Stage
from generator.press.aside_pages import FOOT_MM, GREY, MARGIN_MM, AsidePages
from generator.press.cut_pictures import draw_picture, extent, picture_mm, scale_of
from generator.press.cut_steps import CutLayout, SheetsOf, layouts_of
from generator.press.cut_words import steps_said
from generator.press.game_look import GameLook
from generator.press.printing import OutputFile, Plan, around_designs
from generator.press.renders import Workshop
from generator.records.edition import Edition

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

COMPONENT = "Cut guide"
KIND = "how to cut, fold and glue"
_NUMBERS_MM = 5.0
"""Left of a picture and above it, for the numbers of cuts."""
_TEXT_MM = 58.0
"""From the left edge of a layout to its words."""
_SIZE_MM, _LINE_MM = 3.4, 4.5
_SAID_MM = 3.1
_MOST_LINES = 40
"""Of a name, which is so wrapped and never cut off."""
_ALLEY_MM = 8.0
"""Between the two columns of the list."""
_GAP_MM = 7.0
_ROW_MM = 5.2
"""From file to file in the list of them."""


@dataclass(slots=True, kw_only=True)
class _Guide(AsidePages):
    """The pages of a guide."""

    look: GameLook


def write_guides(
    plans: Sequence[Plan],
    edition: Edition,
    look: GameLook,
    workshop: Workshop,
    stage: Stage,
    *,
    errand: str = "",
) -> tuple[OutputFile, ...]:
    """A guide for each paper that something is printed on, as a file beside the others. Raises Failed.

    That of an `errand` has it at the end of its name, and is no part of the set. It is as it was before as
    long as all pieces lie where they lay.
    """
    by_paper: dict[str, list[Plan]] = {}
    for plan in plans:
        by_paper.setdefault(plan.paper.name, []).append(plan)
    return tuple(_written(own, edition, look, workshop, stage, errand) for own in by_paper.values())


def _written(
    plans: Sequence[Plan], edition: Edition, look: GameLook, workshop: Workshop, stage: Stage, errand: str
) -> OutputFile:
    paper, fonts, cache = plans[0].paper, workshop.fonts, workshop.cache
    stem = "_".join(part for part in (edition.stem, "CutGuide", paper.name, errand) if part)
    name = f"{paper.name}/{stem}.pdf"
    entry = _entry_of(plans, edition, look, fonts, cache) if cache.on else ""
    about = cache.get_record(cache.name("pages of guide", entry)) if entry else None
    pdf = cache.get(entry) if about is not None else None
    if about is None or pdf is None:
        with unit("sheets", name):
            pages, pdf = _made(plans, edition, look, fonts)
        cache.put(entry, pdf)
        cache.put_record(cache.name("pages of guide", entry), {"pages": pages})
    else:
        pages = int(about["pages"])
    return OutputFile(
        path=name,
        component=COMPONENT,
        paper=paper.name,
        kind=KIND,
        pages=pages,
        sheets=pages,
        pieces=0,
        size="",
        designs=0,
        size_bytes=stage.write(name, pdf),
        flip="",
        partial=bool(errand),
        language=edition.language,
        aside=True,
    )


def _entry_of(plans: Sequence[Plan], edition: Edition, look: GameLook, fonts: Fonts, cache: Cache) -> str:
    """The name of a guide in the cache: where pieces lie in which files, and how it looks."""
    files = [
        (around_designs(plan, edition, fonts, cache), plan.deck.name, plan.part, plan.light, plan.layout)
        for plan in plans
    ]
    return cache.name("cut guide", files, edition, look)


def _made(plans: Sequence[Plan], edition: Edition, look: GameLook, fonts: Fonts) -> tuple[int, bytes]:
    """How many pages a guide has, and its PDF."""
    layouts, paper = layouts_of(plans), plans[0].paper
    guide = _Guide(
        width_mm=paper.width_mm,
        height_mm=paper.height_mm,
        margin_mm=MARGIN_MM,
        foot_mm=max(FOOT_MM + 2, paper.border_y_mm + 5),
        fonts=fonts,
        rtl=edition.rtl,
        paper=paper,
        look=look,
        edition=edition,
        component=COMPONENT,
    )
    _head(guide, layouts)
    for layout in layouts:
        _entry(guide, layout)
    guide.feet(f"{edition.game} v{edition.version}")
    return len(guide.made), guide.pdf()


# ---------------------------------------------------------------- what stands where


def _head(guide: _Guide, layouts: Sequence[CutLayout]) -> None:
    """The title, how to go about it, and the files in the order of printing."""
    page, edition, word = guide.new(), guide.edition, guide.edition.word
    look = guide.look
    page.text(MARGIN_MM, 17, f"{edition.game} v{edition.version}", 3.6, fill=GREY)
    page.text(MARGIN_MM, 27.5, word(COMPONENT), 10, weight=700, fill=look.colour, family=look.heading_font)
    page.text(guide.right_mm, 27.5, guide.paper.name, 5, weight=700, fill=GREY, anchor="end")
    page.line(MARGIN_MM, 31.5, guide.right_mm, 31.5, 0.6, look.colour)
    guide.y_mm = 37.5
    advice = word(
        "Print at 100 %. Cuts are numbered in their order: solid lines go through the whole sheet, dashed "
        "ones through what came off it, laid on each other. A distance is measured from the edge that is "
        "there then, such as the one that the last cut made: set the backstop to it where marks have come "
        "off. A knife and a ruler go from mark to mark in any order, if each cut stops at the frame of the "
        "sheet and leaves it whole. Cut one sheet first, to see that it fits."
    )
    _paragraph(guide, advice, MARGIN_MM, guide.right_mm - MARGIN_MM)
    guide.y_mm += 2.5
    files = [(layout.letter, file) for layout in layouts for file in layout.files]
    _listed(guide, [_listed_entry(guide, letter, file) for letter, file in files])


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file in the list: its name in lines, what to print of it, and the letter of its layout."""

    lines: tuple[str, ...]
    amount: str
    letter: str

    @property
    def high_mm(self) -> float:
        """How much of its column it takes."""
        return _ROW_MM + _LINE_MM * (len(self.lines) - 1)


def _listed(guide: _Guide, entries: Sequence[_Entry]) -> None:
    """Files in two columns as deep as each other, and what has no room on the page on the next one."""
    waiting = list(entries)
    while waiting:
        top = lowest = guide.y_mm
        deep = max(sum(entry.high_mm for entry in waiting) / 2, waiting[0].high_mm)
        for x in (MARGIN_MM, MARGIN_MM + _column_mm(guide) + _ALLEY_MM):
            y = top
            while waiting and y < top + deep - 0.01 and y + waiting[0].high_mm <= top + guide.rest_mm:
                _ticked(guide, waiting[0], x, y)
                y += waiting.pop(0).high_mm
            lowest = max(lowest, y)
        guide.y_mm = lowest + 3
        if waiting:
            guide.new()
            guide.y_mm += 4


def _column_mm(guide: _Guide) -> float:
    return (guide.right_mm - MARGIN_MM - _ALLEY_MM) / 2


def _listed_entry(guide: _Guide, letter: str, file: SheetsOf) -> _Entry:
    page, word = guide.last, guide.edition.word
    amount = word("1 sheet") if file.sheets == 1 else word("{count} sheets", count=file.sheets)
    amount += f", {word('both sides')}" if file.duplex else ""
    amount += f", {word('instead of {letter}', letter=file.instead)}" if file.instead else ""
    room = max(_column_mm(guide) - 15 - page.width_of(amount, _SAID_MM), 20)
    return _Entry(
        tuple(page.wrapped(file.title, _SIZE_MM, room, weight=700, most=_MOST_LINES)), amount, letter
    )


def _ticked(guide: _Guide, entry: _Entry, x: float, y: float) -> None:
    """An entry of the list, with a box to tick before it."""
    page, right = guide.last, x + _column_mm(guide)
    page.box(x, y - 2.9, 3.3, 3.3, 0.3, radius=0.5)
    for number, line in enumerate(entry.lines):
        page.text(x + 5.5, y + number * _LINE_MM, line, _SIZE_MM, weight=700)
    page.text(right - 7, y, entry.amount, _SAID_MM, fill=GREY, anchor="end")
    page.text(right, y, entry.letter, _SIZE_MM, weight=700, anchor="end")


def _paragraph(guide: _Guide, text: str, x: float, width: float) -> None:
    for line in guide.last.wrapped(text, _SIZE_MM, width, most=12):
        guide.last.text(x, guide.y_mm, line, _SIZE_MM)
        guide.y_mm += _LINE_MM


def _entry(guide: _Guide, layout: CutLayout) -> None:
    """One layout: its picture, and beside it what it holds and what to do."""
    word = guide.edition.word
    text_mm = _TEXT_MM + picture_mm(layout)[0] - picture_mm()[0]
    width = guide.right_mm - MARGIN_MM - text_mm
    steps = list(steps_said(layout, word))
    lines = [guide.last.wrapped(step, _SIZE_MM, width, most=12) for step in steps]
    names = guide.last.wrapped(", ".join(_titles(layout)), _SIZE_MM, width, most=_MOST_LINES)
    words_mm = 5.5 + _LINE_MM * (len(names) + sum(map(len, lines))) + 1.2 * len(lines)
    scale = scale_of(layout)
    wide, high = extent(layout)[0] * scale, extent(layout)[1] * scale + _NUMBERS_MM
    guide.room(max(words_mm, high) + _GAP_MM)
    page, top = guide.last, guide.y_mm
    page.line(MARGIN_MM, top - 1, guide.right_mm, top - 1, 0.2, "#c9c9c9")
    top += 3
    left = page.left_of(MARGIN_MM + _NUMBERS_MM, wide)
    draw_picture(page.upright(), layout, left, top + _NUMBERS_MM, scale)
    x, y = MARGIN_MM + text_mm, top + 4
    page.text(x, y, layout.letter, 5, weight=700, fill=guide.look.colour, family=guide.look.heading_font)
    page.text(x + 6.5, y, _about(layout, guide), 3.9, weight=700)
    y += 5.5
    for line in names:
        page.text(x, y, line, _SIZE_MM, fill=GREY)
        y += _LINE_MM
    for paragraph in lines:
        y += 1.2
        for line in paragraph:
            page.text(x, y, line, _SIZE_MM)
            y += _LINE_MM
    guide.y_mm = max(y, top + high) + _GAP_MM - 3


def _titles(layout: CutLayout) -> list[str]:
    return list(dict.fromkeys(file.title for file in layout.files))


def _about(layout: CutLayout, guide: _Guide) -> str:
    form, word = layout.forms[0], guide.edition.word
    kind = word.numbered(layout.kind)
    if len(layout.forms) > 1:
        return kind
    if form.folds:
        return f"{word(str(form.shape))}, {kind}"
    return f"{form.size}, {kind}"
