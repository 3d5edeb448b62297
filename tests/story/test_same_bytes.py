from __future__ import annotations

import io
import shutil
from pathlib import Path

import pikepdf
import pytest

import generator
from generator.ground.project import Project
from generator.story import build


@pytest.mark.parametrize("date", ["1", "1700000000", "yesterday"])
def test_no_date_of_the_environment_comes_into_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, date: str
) -> None:
    project = Project(tmp_path / "game")
    shutil.copytree(Path(generator.__file__).parent / "data" / "starter", project.root)
    (project.templates / "rulebook.md").write_text("# How to play\n\nLay tiles.\n")
    made = []
    for value in (None, date):
        if value is None:
            monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
        else:
            monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
        files = build(project).files
        made.append({file.path: (project.output / file.path).read_bytes() for file in files})
    assert len(made[0]) > 4 and made[0] == made[1]
    contents = [content for path, content in made[0].items() if path.endswith(".pdf")]
    subsets = set().union(*map(_subsets, contents))
    assert len(subsets) > 4 and not any(name.startswith("/AAAAA") for name, _ in subsets)
    assert len(subsets) == len({name for name, _ in subsets})


def _subsets(pdf: bytes) -> set[tuple[str, bytes]]:
    """The fonts of a PDF by their names, each with its glyphs and what they mean."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        things = [each for each in file.objects if isinstance(each, pikepdf.Dictionary)]
        fonts = [each for each in things if "/ToUnicode" in each]
        return {
            (str(font.BaseFont), font.FontDescriptor.FontFile2.read_bytes() + font.ToUnicode.read_bytes())
            for font in fonts
        }
