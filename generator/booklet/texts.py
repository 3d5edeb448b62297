"""The booklets of a game as blocks of text, before they are set: which there are, and what is in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from generator.booklet.examples import SampleSteps
from generator.booklet.helpers import helper_names
from generator.booklet.markdown import parse_blocks
from generator.checks.checked import Checked
from generator.checks.languages import spoken_template
from generator.faces.maker import FaceMaker
from generator.ground.files import is_file_inside
from generator.ground.problems import Problem, error, has_errors
from generator.ground.project import Project, leads_out
from generator.records.booklets import (
    SAMPLE_COVER,
    SAMPLE_TITLE,
    BookletPlan,
    booklets_in,
    sample_booklet,
    sample_title,
)
from generator.records.tables import Book, Row
from generator.replay.play import Replayed

if TYPE_CHECKING:
    from generator.booklet.blocks import Block
    from generator.booklet.story import Drawn


@dataclass(frozen=True, slots=True)
class BookletText:
    """A booklet before it is set. `name` goes into the file's name, `title` on its first page.

    `place` is where those of its blocks stand that do not say it themselves.
    """

    name: str
    title: str
    blocks: tuple[Block | Drawn, ...]
    place: str
    source: object
    """What the blocks were made of: equal sources give equal blocks."""
    cover: str = ""
    """The template of its first page; empty for the usual one."""
    columns: int = 2
    row: Row | None = None
    """Its row of the sheet Booklets."""


def texts_of(
    checked: Checked, samples: Sequence[Replayed], names: Sequence[str], maker: FaceMaker, *, draft: bool
) -> tuple[list[BookletText], list[Problem]]:
    """The named booklets that the game has; `samples` are its replayed sample games.

    In another language they are the texts that are written in it, such as `rulebook.de.md`.
    """
    texts: list[BookletText] = []
    problems: list[Problem] = []
    language = checked.edition.language
    for base in booklets_in(checked.book):
        plan = replace(base, template=spoken_template(base.template, language)) if language else base
        sound = not plan.data or plan.data in checked.book
        if sound and plan.name in names and _is_there(plan, checked.project, problems):
            text = _written(plan, base, checked, maker, problems, samples, draft=draft)
            texts += [text] if text is not None else []
    cover = _cover(SAMPLE_COVER, checked.project)
    texts += [
        _appendix(sample, checked, cover) for sample in samples if sample_booklet(sample.source) in names
    ]
    return texts, problems


def _appendix(sample: Replayed, checked: Checked, cover: str) -> BookletText:
    """A sample game; one of several says in its title whose it is."""
    from generator.booklet.appendix import appendix_blocks

    game, word = sample.told(), checked.edition.word
    title = sample_title(word(SAMPLE_TITLE), sample.source)
    name, blocks = sample_booklet(sample.source), appendix_blocks(game, word)
    return BookletText(name, title, blocks, sample.source, (game, word), cover)


def _written(
    plan: BookletPlan,
    base: BookletPlan,
    checked: Checked,
    maker: FaceMaker,
    problems: list[Problem],
    samples: Sequence[Replayed],
    *,
    draft: bool,
) -> BookletText | None:
    """What the template of a booklet says; None if that cannot be read. `base` is its plan in no language."""
    own = checked.loaded.rulebook_names() if checked.loaded is not None else {}
    steps = SampleSteps(samples, checked.edition.word)
    names = {**helper_names(checked.book), **own, **steps.names, **_own_names(plan, checked.book)}
    written, flaws = maker.words(plan.template, names)
    problems += (*flaws, *steps.problems(f"templates/{plan.template}"))
    if written is None:
        return None
    parsed = parse_blocks(written.text, written.places)
    problems += parsed.problems
    if has_errors(parsed.problems) and not draft:
        return None
    place = f"templates/{plan.template}"
    title = plan.title if plan.row is not None else checked.edition.word(plan.title)
    return BookletText(
        plan.file_name,
        title,
        parsed.blocks,
        place,
        parsed.blocks,
        _cover(base.cover, checked.project),
        plan.columns,
        plan.row,
    )


def _cover(template: str, project: Project) -> str:
    """The name of a template that is there."""
    there = not leads_out(template) and is_file_inside(project.templates / template, project.root)
    return template if there else ""


def _own_names(plan: BookletPlan, book: Book) -> dict[str, Any]:
    """What only the text of this booklet may use: its row, and the rows of its sheet."""
    if plan.row is None:
        return {}
    return {"booklet": plan.row, "data": book[plan.data] if plan.data else ()}


def _is_there(plan: BookletPlan, project: Project, problems: list[Problem]) -> bool:
    """Whether the game has a booklet's text. One that cannot be a file of the game is a Problem.

    That a row of the sheet Booklets names something that is not there is told by the checks.
    """
    path = project.templates / plan.template
    if leads_out(plan.template):
        return False
    if is_file_inside(path, project.root):
        return True
    if plan.row is None and os.path.lexists(path):
        fault = "The rulebook’s text is no file of the game folder."
        mend = "Put the file itself there; a link out of the folder is not it."
        problems.append(error(f"templates/{plan.template}", fault, mend))
    return False
