"""Fonts are found by their file names, the nearest face answers, and kerning counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.fonts import Shaper, UnknownFamily, find_fonts, game_fonts
from generator.problems import Failed
from generator.project import Project

FOLDER = Path(__file__).parent.parent / "fonts"


def test_families_come_from_the_file_names() -> None:
    assert find_fonts(FOLDER).families == ("Fraunces", "SourceSans3")


@pytest.mark.parametrize(
    ("family", "weight", "italic", "file"),
    [
        ("Fraunces", 600, False, "Fraunces-SemiBold.ttf"),
        ("Fraunces", 400, False, "Fraunces-SemiBold.ttf"),
        ("Fraunces", 700, False, "Fraunces-ExtraBold.ttf"),
        ("Fraunces", 900, True, "Fraunces-SemiBoldItalic.ttf"),
        ("'Source Sans 3', sans-serif", 400, True, "SourceSans3-Italic.ttf"),
        ("Nowhere, source sans 3", 500, False, "SourceSans3-SemiBold.ttf"),
    ],
)
def test_the_nearest_face_answers(family: str, weight: int, italic: bool, file: str) -> None:
    assert find_fonts(FOLDER).path(family, weight, italic).name == file


def test_an_unknown_family_says_what_there_is() -> None:
    with pytest.raises(UnknownFamily) as raised:
        find_fonts(FOLDER).path("Comic Neue")
    assert "Comic Neue" in raised.value.what
    assert "Fraunces, SourceSans3" in raised.value.mend
    assert "ComicNeue-Regular.ttf" in raised.value.mend


def test_a_later_folder_wins_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for name in ("SourceSans3-Regular.ttf", "NoStyle.ttf", "Odd-Wobbly.ttf", "OFL.txt"):
        (tmp_path / name).touch()
    fonts = find_fonts(FOLDER, tmp_path)
    assert fonts.path("SourceSans3") == tmp_path / "SourceSans3-Regular.ttf"
    assert fonts.families == ("Fraunces", "SourceSans3")


def test_kerning_counts() -> None:
    shaper, path = Shaper(), find_fonts(FOLDER).path("Fraunces", 600)
    apart = shaper.width_em(path, "A") + shaper.width_em(path, "V")
    assert shaper.width_em(path, "AV") < apart - 0.02
    assert shaper.width_em(path, "") == 0


def test_every_glyph_keeps_its_character() -> None:
    glyphs = Shaper().shape(find_fonts(FOLDER).path("Fraunces", 600), "Official flow")
    assert [glyph.cluster for glyph in glyphs] == list(range(13))


@pytest.mark.parametrize("content", [b"", b"junk " * 999, b"\0\1\0\0\0\1" + bytes(100), "half"])
def test_a_broken_font_is_one_problem(tmp_path: Path, content: bytes | str) -> None:
    whole = (FOLDER / "Fraunces-SemiBold.ttf").read_bytes()
    (tmp_path / "fonts").mkdir()
    broken = tmp_path / "fonts" / "Fraunces-SemiBold.ttf"
    broken.write_bytes(content if isinstance(content, bytes) else whole[: len(whole) // 2])
    with pytest.raises(Failed) as raised:
        game_fonts(Project(tmp_path))
    (problem,) = raised.value.problems
    assert problem.where == "fonts/Fraunces-SemiBold.ttf"
    broken.write_bytes(whole)
    assert game_fonts(Project(tmp_path)).path("Fraunces", 600) == broken
