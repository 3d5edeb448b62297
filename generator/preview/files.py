"""The sheets and booklets as they will print: known without drawing, drawn when somebody looks at them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.booklet import NOT_VALID
from generator.booklet.scene.draw import Legend, draw_scene, page_size
from generator.booklet.scene.lying import Scene
from generator.booklet.scene.scenery import scenes_of, spots_of
from generator.checks.checked import Checked
from generator.ground.fence import FACES_A_UNIT, unit
from generator.ground.files import MB, is_file_inside
from generator.ground.output import Stage
from generator.ground.problems import Failed, Problem, error, has_errors
from generator.ground.progress import quiet
from generator.ground.project import Project, leads_out
from generator.ground.raster import Pages
from generator.press.choosing import Job
from generator.press.components import draw
from generator.press.decks import Deck, decks_for
from generator.press.mixing import mixed
from generator.press.printing import Plan, file_name, plan, print_sheets
from generator.press.renders import Workshop
from generator.preview.byte_store import ByteStore
from generator.preview.layout import layout_of
from generator.preview.legend import legend_of
from generator.records.booklets import SAMPLE_TITLE, booklets_in, sample_booklet, sample_title
from generator.records.made_for import HOME
from generator.records.places import faulty_rows, row_place
from generator.replay.play import Replayed
from generator.sheets.layouts import Layout
from generator.sheets.sheet import PAPERS, Flip

MOST_PDFS_HELD = 64 * MB
"""Bytes of sheets and booklets that are kept to draw further pages of them."""


@dataclass(slots=True)
class HeldStage(Stage):
    """A Stage in memory, for files that are only looked at."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """The files by their paths."""

    def write(self, relative: str, content: Any) -> int:
        """Keep a file; how many bytes it has."""
        copy = bytes(content)
        self.hashes[relative] = hashlib.sha256(copy).hexdigest()
        self.contents[relative] = copy
        return len(copy)


@dataclass(slots=True)
class Printables:
    """What a build of the game as it is now would print."""

    checked: Checked
    samples: tuple[Replayed, ...]
    workshop: Workshop
    jobs: tuple[Job, ...] = ()
    decks: tuple[Deck, ...] = ()
    misplaced: tuple[Problem, ...] = ()
    """What is wrong with the places that the sheet Scenes names."""
    _plans: dict[str, Plan] = field(default_factory=dict)
    _scenes: dict[str, Scene] = field(default_factory=dict)
    _pages: dict[str, int] = field(default_factory=dict)
    """Of each booklet that was made."""
    _invalid: dict[str, list[int]] = field(default_factory=dict)
    """The pages of each sample game with steps that do not hold, once for each step."""
    _pdfs: ByteStore[str] = field(default_factory=lambda: ByteStore(MOST_PDFS_HELD))

    @property
    def project(self) -> Project:
        """The game folder."""
        return self.checked.project

    @property
    def counted(self) -> int:
        """How many booklets were drawn."""
        return len(self._pages)

    def sheets(self) -> list[Mapping[str, Any]]:
        """Every file of sheets, with its pages counted."""
        with unit("sheets", "the sheets"):
            self._plans = {}
            for each in plan(decks_for(self.decks, HOME), PAPERS, tuple(Layout), Flip.LONG):
                self._plans.setdefault(f"s{len(self._plans)}", each)
        return [self._sheet(id, plan) for id, plan in self._plans.items()]

    def _sheet(self, id: str, plan: Plan) -> Mapping[str, Any]:
        imposition = plan.imposition
        paper = imposition.sheets[0].paper if imposition.sheets else plan.paper
        return {
            "id": id,
            "file": file_name(plan, self.checked.edition),
            "component": f"c{plan.deck.component.number}",
            "paper": plan.paper.name,
            "width_mm": paper.width_mm,
            "height_mm": paper.height_mm,
            "layout": imposition.kind,
            "pages": len(imposition.sheets),
            "duplex": imposition.duplex,
            "flip": str(imposition.flip),
        }

    def scenes(self) -> list[Mapping[str, Any]]:
        """The boards as they lie on a table, with the cards on them."""
        with unit("sheets", "the scenes"):
            scenes = scenes_of(self.checked.book, self.decks, self.workshop.maker, cache=self.workshop.cache)
            self._scenes = {f"t{number}": scene for number, scene in enumerate(scenes.scenes)}
            self.misplaced = scenes.problems
            sizes = {id: page_size(scene, self._legend(scene)) for id, scene in self._scenes.items()}
        return [
            {"id": id, "title": scene.title, "width_mm": sizes[id][0], "height_mm": sizes[id][1]}
            for id, scene in self._scenes.items()
        ]

    def layout(self) -> Mapping[str, Any] | None:
        """Where things lie when the game is played: the scene Table, or the one that needs no rows."""
        scenes = list(self._scenes.values())
        own = next((scene for scene in scenes if scene.title.casefold() == "table"), None)
        scene = own or (scenes[-1] if scenes else None)
        shop = self.workshop
        spots = spots_of(shop.maker, shop.cache)
        return layout_of(scene, self.decks, spots, stated=own is not None) if scene is not None else None

    def _legend(self, scene: Scene) -> Legend | None:
        return legend_of(self.checked, self.workshop.fonts) if scene.notes.legend else None

    def booklets(self, played: Sequence[Problem]) -> list[Mapping[str, Any]]:
        """Every booklet, with the steps of the sample game that do not hold."""
        paper = PAPERS[0]
        return [
            {
                "id": _booklet_id(name),
                "title": title,
                "paper": paper.name,
                "width_mm": paper.width_mm,
                "height_mm": paper.height_mm,
                "pages": self._pages.get(name),
                "broken": self._broken(name, played),
            }
            for name, title in self._texts().items()
        ]

    def _texts(self) -> dict[str, str]:
        """The booklets that there are: name -> title."""
        folder, root = self.project.templates, self.project.root
        texts = {
            booklet.name: booklet.title
            for booklet in booklets_in(self.checked.book)
            if not leads_out(booklet.template) and is_file_inside(folder / booklet.template, root)
        }
        samples = self._by_booklet().items()
        return texts | {name: sample_title(SAMPLE_TITLE, sample.source) for name, sample in samples}

    def _by_booklet(self) -> Mapping[str, Replayed]:
        """The sample games by the names of their booklets."""
        return {sample_booklet(sample.source): sample for sample in self.samples}

    def _broken(self, name: str, played: Sequence[Problem]) -> list[Mapping[str, Any]]:
        """The steps of a sample game that do not hold, each with its page, if that is known."""
        sample = self._by_booklet().get(name)
        if sample is None or not has_errors(played):
            return []
        problems = {row_place(problem): problem for problem in reversed(played)}
        parts = (part for round_ in sample.told().rounds for part in round_.parts)
        steps = [step for part in parts for step in part.steps if step.wrong]
        invalid = self._invalid.get(name, [])
        pages = invalid if len(invalid) == len(steps) else [None] * len(steps)
        made: list[Mapping[str, Any]] = []
        for step, page in zip(steps, pages, strict=True):
            place = row_place(error(step.place, "", ""))
            problem = problems.get(place)
            where, fault = (problem.where, problem.what) if problem is not None else (step.place, step.wrong)
            made.append({"step": str(place[1] if place else ""), "page": page, "where": where, "what": fault})
        return made

    # ------------------------------------------------------------ pictures

    def sheet_png(self, id: str, page: int, dpi: int) -> bytes | None:
        """A page of a file of sheets, counted from 0; None if there is none. Raises Failed."""
        plan = self._plans.get(id)
        if plan is None or not 0 <= page < len(plan.imposition.sheets):
            return None
        return self._png(f"sheet {id}", page, dpi, lambda: self._printed(plan))

    def scene_png(self, id: str, dpi: int) -> bytes | None:
        """A scene; None if there is none. Raises Failed."""
        scene = self._scenes.get(id)
        return self._png(f"scene {id}", 0, dpi, lambda: self._lit(scene)) if scene is not None else None

    def booklet_png(self, id: str, page: int, dpi: int) -> bytes | None:
        """A page of a booklet, counted from 0; None if there is none. Raises Failed."""
        name = next((name for name in self._texts() if _booklet_id(name) == id), None)
        return self._png(f"booklet {id}", page, dpi, lambda: self._bound(name)) if name else None

    def _png(self, name: str, page: int, dpi: int, make: Callable[[], bytes]) -> bytes | None:
        pdf = self._pdfs.get(name)
        if pdf is None:
            pdf = make()
            self._pdfs.put(name, pdf)
        with unit("picture", name), Pages(pdf) as pages:
            return pages.png(page, dpi=dpi) if 0 <= page < len(pages) else None

    def _deck(self, name: str) -> Deck:
        """A component with all its designs drawn. Raises Failed."""
        job = next(job for job in self.jobs if str(job.component["name"]) == name)
        shop = self.workshop
        with unit("faces", name, times=job.faces / FACES_A_UNIT):
            drawn = draw(
                job,
                maker=shop.maker,
                fonts=shop.fonts,
                step=lambda: None,
                faulty=faulty_rows(self.checked.problems),
                cache=shop.cache,
            )
        if drawn.deck is None:
            raise Failed(*drawn.problems)
        return drawn.deck

    def _lit(self, scene: Scene) -> bytes:
        """A scene with the designs that lie in it. Raises Failed."""
        shop = self.workshop
        legend = self._legend(scene)
        return draw_scene(scene, self.decks, shop.maker, shop.fonts, legend=legend, cache=shop.cache)

    def _printed(self, plan: Plan) -> bytes:
        """A file of sheets, as a build would make it. Raises Failed."""
        shop, stage = self.workshop, HeldStage(self.project.root)
        shared, name = plan.deck.mixed_of, plan.deck.name
        drawn = [self._deck(each) for each in shared or (name,)]
        whole = replace(plan, deck=mixed(drawn, name if shared else ""))
        files = print_sheets(
            [whole], self.checked.edition, stage, fonts=shop.fonts, step=lambda: None, cache=shop.cache
        )
        return stage.contents[files[0].path]

    def _bound(self, name: str) -> bytes:
        """A booklet, as a build would make it. Raises Failed."""
        from generator.booklet.make import make_booklets

        stage = HeldStage(self.project.root)
        files, problems = make_booklets(
            self.checked, self.samples, [name], PAPERS[:1], stage, self.workshop, progress=quiet
        )
        if not files:
            raise Failed(*problems)
        self._pages[name] = files[0].pages
        pdf = stage.contents[files[0].path]
        if name in self._by_booklet():
            self._invalid[name] = list(_invalid_steps(pdf))
        return pdf


def _booklet_id(name: str) -> str:
    """A name of letters and digits for a booklet that may be called anything."""
    plain = name.lower()
    if re.fullmatch("[0-9a-z]{1,40}", plain):
        return plain
    return f"b{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _invalid_steps(pdf: bytes) -> Iterator[int]:
    """The pages, counted from 0, that say of a step that it is not valid; as often as they say so."""
    mark = "".join(NOT_VALID.split())
    with unit("picture", "the sample game"), Pages(pdf) as pages:
        for page in range(len(pages)):
            yield from [page] * "".join(pages.text(page).split()).count(mark)
