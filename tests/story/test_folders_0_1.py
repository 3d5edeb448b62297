"""Folders made with 0.1 still build. They are kept for good: what breaks here is mended in the generator."""

from __future__ import annotations

import dataclasses
import zipfile
from pathlib import Path

import pytest

from generator.booklet.make import make_booklets
from generator.checks.checked import read
from generator.cli import main
from generator.games.rulesets import sample_games
from generator.ground.output import Counted
from generator.ground.problems import has_errors
from generator.ground.progress import quiet
from generator.ground.project import Project
from generator.press.choosing import choose
from generator.sheets.sheet import A4
from generator.story import draw_jobs, open_workshop
from tests.shared.game_folders import check_game

KEPT = Path(__file__).parents[1] / "data" / "folders_0_1"
FOLDERS = (
    "river-race",
    "every-call",
    pytest.param("meaning-made", marks=pytest.mark.slow),  # half a minute
)


def unpacked(name: str, folder: Path) -> Project:
    with zipfile.ZipFile(KEPT / f"{name}.zip") as kept:
        kept.extractall(folder)
    return Project(folder)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_of_0_1_is_sound_and_makes_the_same_files(name: str, tmp_path: Path) -> None:
    project = unpacked(name, tmp_path / name)
    assert main(["check", "--game", str(project.root)]) == 0
    assert main(["build", "--game", str(project.root)]) == 0
    made = {path.relative_to(project.output).as_posix() for path in project.output.rglob("*.pdf")}
    guides = {path for path in made if "_CutGuide_" in path}  # younger than these folders
    assert len(guides) == 2
    assert made - guides == set((KEPT / f"{name}.txt").read_text("utf-8").split())


def test_meaning_made_of_0_1_keeps_the_rules_and_its_templates_can_be_drawn(tmp_path: Path) -> None:
    """One card of each kind, the rulebook and the sample game; a full check takes a quarter of a minute."""
    project = unpacked("meaning-made", tmp_path / "game")
    checked = check_game(project, *read(project))
    jobs = choose(checked.book)
    workshop = open_workshop(checked)
    last = [dataclasses.replace(job, rows=job.rows[-1:], counts=job.counts[-1:]) for job in jobs]
    drawn = draw_jobs(checked, last, workshop)
    assert len(drawn.decks) == len(jobs) == 10
    nowhere = Counted(project.root)
    _, told = make_booklets(checked, (), ["Rulebook"], (), nowhere, workshop, also=(A4,), progress=quiet)
    assert not has_errors((*checked.problems, *drawn.problems, *told))
    (sample,) = sample_games(checked.loaded, checked.book)
    assert len(sample.steps) == 73 and not has_errors(sample.problems)
