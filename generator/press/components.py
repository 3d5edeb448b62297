"""The components of a game as decks: each design drawn once, and the pieces that are printed from it."""

from __future__ import annotations

import io
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.ground.cache import NO_CACHE, Cache, Sound
from generator.ground.problems import Problem, gravest, has_errors
from generator.ground.revision import MarkPlace
from generator.press.choosing import Job
from generator.press.decks import Deck, DrawnJob
from generator.press.kept import KeptDesigns
from generator.press.numbering import Numbering, Unrendered, no_step, requests
from generator.press.renders import Renders
from generator.press.revision import mark_of_design
from generator.press.wholes import wholes_on
from generator.records.places import RowPlace
from generator.records.tables import Row

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

MakeNumbering = Callable[..., Numbering]
"""Begins to number the faces of a job; what is asked of it is told by name."""


def draw(
    job: Job,
    *,
    maker: Renders,
    fonts: Fonts,
    step: Callable[[], None],
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
    prints: bool = True,
    cache: Cache = NO_CACHE,
    marks: bool = True,
    light: bool = False,
    run: set[str] | None = None,
) -> DrawnJob:
    """Render every face of a component and draw each different one once, on a page of the Deck's designs.

    `step` is called after each face. `faulty` are rows of the workbook with their errors: what merely follows
    from these is not told again. With errors there is a Deck only for a `draft`, of what can be printed.
    Unless it `prints`, only faces are drawn of which it is not known that nothing is wrong with them, and the
    Deck's designs may be empty. A `cache` does not go with a draft. Without `marks` no front has a revision
    mark, as for a shop. With `light` the Deck has them once more for a print that spares ink. `run` are the
    faces in which nothing was wrong when components that are cut alike were drawn; it takes these, too.
    """
    numbered = partial(
        Numbering,
        job,
        maker,
        requests(job, faulty, draft=draft),
        mark=mark_of_design(job.component) if marks else MarkPlace.NONE,
    )
    with_wholes = partial(numbered, wholes=wholes_on(job.component, cache))
    kept = KeptDesigns(cache, job, fonts)
    drawn = _known(with_wholes(only_known=True), kept) if cache.on else None
    if drawn is None:
        sound = Sound(cache, kept.name("sound designs"), set() if run is None else run)
        drawn = _drawn_anew(with_wholes, kept, sound, step, draft=draft, prints=prints)
    else:
        for _ in range(job.faces):
            step()
    if drawn.deck is None or not light or not prints:
        return drawn
    return replace(drawn, deck=replace(drawn.deck, light=_light_designs(drawn.deck, numbered, fonts, cache)))


def cut_alike(component: Row) -> tuple[str, ...]:
    """What two components have in common whose equal faces are drawn alike."""
    return tuple(str(component[key]) for key in ("width", "height", "shape"))


def _light_designs(deck: Deck, numbered: MakeNumbering, fonts: Fonts, cache: Cache) -> bytes:
    """The designs of a Deck that is drawn, once more with less ink."""
    from generator.svg.designs import draw_designs

    entry = ""
    if cache.on:  # what a template says of light prints alone is not seen in the full designs
        digests = tuple(digest for _, digest in numbered().number())
        entry = cache.name("light designs", deck.designs, digests)
    designs = cache.get(entry)
    if designs is None:
        out = io.BytesIO()
        draw_designs(numbered().faces(), fonts=fonts, out=out, cache=cache, light=True)
        designs = out.getvalue()
        cache.put(entry, designs)
    return designs


def _drawn_anew(
    numbered: MakeNumbering,
    kept: KeptDesigns,
    sound: Sound,
    step: Callable[[], None],
    *,
    draft: bool,
    prints: bool,
) -> DrawnJob:
    """The Deck of a component, in full colour.

    Unless it prints, faces that are sound are passed over. If anything is wrong with the others, all are gone
    through again, so that all that is wrong is told in its order.
    """
    passed: Container[str] = sound if not prints and len(sound) else ()
    while True:
        numbering = numbered(step=step, sound=passed)
        problems: tuple[Problem, ...] = ()
        out, faces = io.BytesIO(), numbering.faces()
        first = next(faces, None)
        if first is not None or not passed:
            from generator.svg.designs import draw_designs

            every = faces if first is None else chain([first], faces)
            problems = draw_designs(every, fonts=kept.fonts, out=out, sound=sound, cache=kept.cache)
        if not problems or not passed:
            break
        passed, step = (), no_step  # they were counted
    if not problems:
        sound.keep(numbering.sure)
    drawn = _done(numbering, out.getvalue(), problems, draft=draft)
    if not passed and drawn.deck is not None and not numbering.blind and not has_errors(drawn.problems):
        kept.keep(numbering.names, out.getvalue(), problems)
    return drawn


def arrange(
    job: Job,
    *,
    maker: Renders,
    faulty: Mapping[RowPlace, Problem] = MappingProxyType({}),
    draft: bool = False,
) -> DrawnJob:
    """The pieces of a component as `draw` numbers them, with no design drawn: the Deck's are empty."""
    mark = mark_of_design(job.component)
    numbering = Numbering(job, maker, requests(job, faulty, draft=draft), mark=mark)
    numbering.number()
    return _done(numbering, b"", (), draft=draft)


def _known(numbering: Numbering, kept: KeptDesigns) -> DrawnJob | None:
    """The Deck as it was drawn before; None if it was not, or anything on it has changed."""
    try:
        names = numbering.number()
    except Unrendered:
        return None
    designs = kept.find(names)
    return _done(numbering, *designs) if designs is not None else None


def _done(
    numbering: Numbering, designs: bytes, problems: Iterable[Problem], *, draft: bool = False
) -> DrawnJob:
    job, all_problems = numbering.job, gravest((*numbering.problems, *problems))
    if has_errors(all_problems) and not (draft and numbering.pieces):
        return DrawnJob(None, all_problems, numbering.left_out)
    deck = Deck(
        job.component,
        designs,
        numbering.count,
        tuple(numbering.pieces),
        job.partial,
        tuple(numbering.rows),
        tuple(numbering.shown),
        whole=numbering.wholes.found if numbering.wholes is not None else (),
    )
    return DrawnJob(deck, all_problems, numbering.left_out)
