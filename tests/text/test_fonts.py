"""Fonts are found by their file names, the nearest face answers, and kerning counts."""

from __future__ import annotations

import io
import os
import shutil
import struct
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFace

import generator
from generator.ground.problems import Failed, Severity
from generator.ground.project import Project
from generator.sheets.sheet import PAPERS
from generator.story import BuildOptions, build, examine
from generator.svg.pdf import Pdf
from generator.svg.pdf_font import PdfFont
from generator.text.font_check import fault_of
from generator.text.fonts import MOST_FONT, BrokenFont, FontData, UnknownFamily, find_fonts, game_fonts
from generator.text.shaping import Shaper
from tests.shared.svg_pictures import drawn, svg

FOLDER = Path(__file__).parents[2] / "fonts"


def test_families_come_from_the_file_names() -> None:
    assert find_fonts(FOLDER).families == ("Fraunces", "NotoSerif", "SourceSans3")


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
    assert "Fraunces, NotoSerif, SourceSans3" in raised.value.mend
    assert "ComicNeue-Regular.ttf" in raised.value.mend


def test_a_later_folder_wins_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for name in ("SourceSans3-Regular.ttf", "NoStyle.ttf", "Odd-Wobbly.ttf", "OFL.txt"):
        (tmp_path / name).touch()
    fonts = find_fonts(FOLDER, tmp_path)
    assert fonts.path("SourceSans3") == tmp_path / "SourceSans3-Regular.ttf"
    assert fonts.families == ("Fraunces", "NotoSerif", "SourceSans3")


def test_kerning_counts() -> None:
    fonts = find_fonts(FOLDER)
    shaper, path = Shaper(fonts), fonts.chain("Fraunces", 600)

    def width_em(text: str) -> float:
        return sum(glyph.advance_em for glyph in shaper.shape(path, text))

    apart = width_em("A") + width_em("V")
    assert width_em("AV") < apart - 0.02
    assert width_em("") == 0


def test_every_glyph_keeps_its_character() -> None:
    fonts = find_fonts(FOLDER)
    glyphs = Shaper(fonts).shape(fonts.chain("Fraunces", 600), "Official flow")
    assert [glyph.cluster for glyph in glyphs] == list(range(13))


@pytest.mark.parametrize("content", [b"", b"junk " * 999, b"\0\1\0\0\0\1" + bytes(100), "half"])
def test_a_broken_font_is_one_problem(tmp_path: Path, content: bytes | str) -> None:
    whole = (FOLDER / "Fraunces-SemiBold.ttf").read_bytes()
    (tmp_path / "fonts").mkdir()
    broken = tmp_path / "fonts" / "Fraunces-SemiBold.ttf"
    broken.write_bytes(content if isinstance(content, bytes) else whole[: len(whole) // 2])
    with pytest.raises(BrokenFont) as raised:
        game_fonts(Project(tmp_path)).data(broken)
    (problem,) = raised.value.problems
    assert problem.where == "fonts/Fraunces-SemiBold.ttf"
    broken.write_bytes(whole)
    fonts = game_fonts(Project(tmp_path))
    assert fonts.data(fonts.path("Fraunces", 600)) == (broken, whole)


# ---------------------------------------------------------------- what a font says about itself

REGULAR = (FOLDER / "SourceSans3-Regular.ttf").read_bytes()


def tables(content: bytes) -> dict[str, bytes]:
    """The tables of a font by their tags."""
    count = int.from_bytes(content[4:6], "big")
    entries = (struct.unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count))
    return {tag.decode(): content[offset : offset + length] for tag, _, offset, length in entries}


def font(changed: Mapping[str, bytes]) -> bytes:
    """Source Sans with some tables exchanged."""
    every = {tag: data for tag, data in (tables(REGULAR) | dict(changed)).items() if data}
    at, heads, bodies = 12 + 16 * len(every), b"", b""
    for tag, data in every.items():
        heads += struct.pack(">4sLLL", tag.encode(), 0, at + len(bodies), len(data))
        bodies += data + bytes(-len(data) % 4)
    return struct.pack(">LHHHH", 0x10000, len(every), 0, 0, 0) + heads + bodies


def patched(tag: str, at: int, form: str, *values: int) -> bytes:
    """Source Sans with some numbers of a table overwritten."""
    table = bytearray(tables(REGULAR)[tag])
    struct.pack_into(f">{form}", table, at, *values)
    return font({tag: bytes(table)})


def cmap(subtable: bytes) -> bytes:
    return font({"cmap": struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable})


def groups(form: int, *found: tuple[int, int, int]) -> bytes:
    body = b"".join(struct.pack(">LLL", *group) for group in found)
    return cmap(struct.pack(">HHLLL", form, 0, 16 + len(body), 0, len(found)) + body)


def glyphs(*drawn: bytes) -> bytes:
    """Source Sans with other first glyphs, and empty ones behind them."""
    count = int.from_bytes(tables(REGULAR)["maxp"][4:6], "big")
    ends = [sum(map(len, drawn[:at])) for at in range(len(drawn) + 1)]
    offsets = [*ends, *[ends[-1]] * (count - len(drawn))]
    return font({"glyf": b"".join(drawn) or b"\0", "loca": struct.pack(f">{count + 1}L", *offsets)})


def put_together(*parts: int) -> bytes:
    body = b"".join(
        struct.pack(">HHbb", 0x20 if at + 1 < len(parts) else 0, part, 0, 0) for at, part in enumerate(parts)
    )
    return struct.pack(">hhhhh", -1, 0, 0, 9, 9) + body


def test_the_fonts_of_the_repository_are_sound() -> None:
    assert [fault_of(path.read_bytes()) for path in sorted(FOLDER.glob("*.ttf"))] == [""] * 8
    assert fault_of(font({})) == ""
    assert fault_of(groups(12, (32, 126, 3), (160, 200, 98))) == ""
    assert fault_of(glyphs(put_together(1), put_together(2, 2), b"")) == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"OTTO" + REGULAR[4:], "no TrueType font"),
        (REGULAR[:4] + b"\xff\xff" + REGULAR[6:], "list of tables"),
        (REGULAR[:-400_000] + REGULAR[:300], "beyond the end"),
        (font({"post": b""}), "no table post"),
        (font({"head": tables(REGULAR)["head"][:50]}), "head"),
        (patched("head", 12, "L", 0), "head"),
        (patched("head", 18, "H", 15), "15 units"),
        (patched("head", 18, "H", 16385), "16,385 units"),
        (patched("head", 50, "H", 2), "head"),
        (patched("maxp", 4, "H", 0), "no glyphs"),
        (patched("maxp", 4, "H", 1), "hhea"),
        (patched("maxp", 4, "H", 65535), "hhea"),
        (font({"maxp": b"\0\1\0\0"}), "too short"),
        (font({"post": bytes(31)}), "too short"),
        (font({"hhea": bytes(20)}), "too short"),
        (patched("hhea", 34, "H", 0), "hhea"),
        (patched("hhea", 34, "H", 65535), "hhea"),
        (font({"hmtx": tables(REGULAR)["hmtx"][:-4]}), "hmtx"),
        (font({"loca": b"\0"}), "loca"),
        (font({"loca": tables(REGULAR)["loca"][:-4]}), "loca"),
        (patched("loca", 400, "L", 0xFFFFFFFF), "loca"),
        (font({"glyf": tables(REGULAR)["glyf"][:-100]}), "loca"),
        (groups(12, (0, 0xFFFFFFFF, 0)), "damaged"),
        (groups(13, (0, 0xFFFFFFFF, 0)), "damaged"),
        (groups(13, (0, 0x10FFFF, 0)), "1,114,112"),
        (groups(12, (90, 80, 0)), "damaged"),
        (groups(12, (32, 90, 0), (80, 99, 0)), "damaged"),
        (groups(12, *[(1, 100_000, 0), (100_001, 200_001, 0)]), "200,001"),
        (cmap(struct.pack(">HHLLL", 12, 0, 16, 0, 0xFFFFFFF)), "cut off"),
        (cmap(struct.pack(">HHLLLL", 10, 0, 20, 0, 0, 0xFFFFFFFF)), "form 10"),
        (cmap(struct.pack(">HHHHHHH", 4, 40, 0, 0xFFFE, 0, 0, 0)), "too short"),
        (cmap(struct.pack(">HHH4H4H5H", 4, 80, 0, 8, 0, 0, 0, *[65535] * 4, *[0] * 5)), "262,144"),
        (cmap(struct.pack(">HHH256H4H", 2, 526, 0, *[0] * 256, 0, 65535, 0, 0)), "16,776,960"),
        (patched("cmap", 2, "H", 0), "damaged"),
        (patched("cmap", 8, "L", 0xFFFFFFF0), "too short"),
        (glyphs(put_together(0)), "from itself"),
        (glyphs(put_together(1), put_together(0)), "from itself"),
        (glyphs(*(put_together(at + 1) for at in range(12)), b""), "too deeply"),
        (glyphs(*(put_together(at + 1, at + 1, at + 1) for at in range(9)), b""), "too many"),
        (glyphs(put_together(65535)), "not there"),
        (glyphs(put_together(1, 2)[:-4]), "cut off"),
        (glyphs(struct.pack(">hhhhh", 30, 0, 0, 9, 9)), "cut off"),
        (patched("name", 2, "H", 9999), "names"),
    ],
)  # fmt: skip
def test_a_font_is_looked_through_before_any_library_sees_it(content: bytes, said: str) -> None:
    fault = fault_of(content)
    assert said in fault and fault.endswith(".")


@given(st.integers(0, len(REGULAR) - 1), st.binary(min_size=1, max_size=4))
@settings(max_examples=150)
def test_a_font_that_passes_can_be_written_with_or_says_why(at: int, bytes_there: bytes) -> None:
    directory = 12 + 16 * int.from_bytes(REGULAR[4:6], "big")
    at = at % directory if at % 3 else at  # more often where it counts
    content = REGULAR[:at] + bytes_there + REGULAR[at + len(bytes_there) :]
    if fault_of(content):
        return
    pdf = Pdf()
    try:
        made = PdfFont(FontData(Path("Test-Regular.ttf"), content), "Test")
        made.splitString("Official flow", pdf.document)
        made.getSubsetInternalName(0, pdf.document)
        pdf.save(io.BytesIO())
    except BrokenFont as broken:
        assert broken.problems[0].where == "fonts/Test-Regular.ttf"


# ---------------------------------------------------------------- which fonts a game uses

BROKEN = groups(12, (0, 0xFFFFFFFF, 0))


def starter(folder: Path) -> Project:
    shutil.copytree(Path(generator.__file__).parent / "data" / "starter", folder / "game")
    (folder / "game" / "fonts").mkdir()
    return Project(folder / "game")


def test_a_broken_font_that_nothing_uses_is_a_warning(tmp_path: Path) -> None:
    project = starter(tmp_path)
    (project.root / "fonts" / "Spare-Bold.ttf").write_bytes(BROKEN)
    (problem,) = build(project, BuildOptions(papers=PAPERS[:1])).problems
    assert (problem.severity, problem.where) == (Severity.WARNING, "fonts/Spare-Bold.ttf")


@pytest.mark.parametrize("style", ["Regular", "Bold"])
def test_a_broken_font_that_is_used_is_an_error(tmp_path: Path, style: str) -> None:
    """The templates print the regular one; only the margins of sheets are printed in the bold one."""
    project = starter(tmp_path)
    (project.root / "fonts" / f"SourceSans3-{style}.ttf").write_bytes(BROKEN)
    (problem,) = examine(project)
    assert (problem.severity, problem.where) == (Severity.ERROR, f"fonts/SourceSans3-{style}.ttf")


@pytest.mark.parametrize("family", ["Source Sans 3", "Fraunces"])
@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń, Příliš žluťoučký, Árvíztűrő, Țara și Ștefan, Þórður ßẞ",
        "Ελάφι στο δάσος, Ἀθῆναι",
        "Съешь ещё этих булок. Ґедзь їсть, Љубав Ѓорѓи ў",
        "€ £ № « » „ ” ½ − ×",
    ],
)
def test_the_families_of_the_package_have_the_letters_of_europe(family: str, text: str) -> None:
    fonts = find_fonts(FOLDER)
    for weight in (400, 600, 800):
        assert Shaper(fonts).measured(fonts.chain(family, weight), text)[2] == ""


def test_a_letter_that_none_has_stays_an_error_with_its_fonts() -> None:
    fonts = find_fonts(FOLDER)
    assert Shaper(fonts).measured(fonts.chain("Fraunces"), "Мир ☃")[2] == "☃"


@pytest.mark.parametrize("kind", ["out", "ring", "fifo", "folder", "large"])
def test_a_font_that_is_no_file_of_the_game_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = tmp_path / "game" / "fonts" / "SourceSans3-Regular.ttf"
    path.parent.mkdir(parents=True)
    match kind:
        case "out":
            path.symlink_to(FOLDER / path.name)
        case "ring":
            path.symlink_to(path.name)
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "large":
            path.write_bytes(REGULAR)
            os.truncate(path, MOST_FONT + 1)
    fonts = game_fonts(Project(tmp_path / "game"))
    with pytest.raises(BrokenFont) as raised:
        fonts.data(fonts.path("SourceSans3"))
    (problem,) = raised.value.problems
    assert problem.where == "fonts/SourceSans3-Regular.ttf" and problem.what.startswith(
        "The font cannot be used: "
    )


def test_fonts_of_a_game_have_a_sum() -> None:
    fonts = replace(find_fonts(FOLDER), most=len(REGULAR) + 1000)
    assert fonts.data(fonts.path("SourceSans3")).content == REGULAR
    with pytest.raises(BrokenFont):
        fonts.data(fonts.path("SourceSans3", 700))


def test_a_folder_of_fonts_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "fonts").symlink_to(FOLDER)
    with pytest.raises(Failed) as raised:
        game_fonts(Project(tmp_path / "game"))
    assert raised.value.problems[0].where == "fonts"


def test_a_fault_that_shows_when_a_font_is_embedded_names_the_font(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise struct.error("unpack requires a buffer of 2 bytes")

    monkeypatch.setattr(TTFontFace, "makeSubset", broken)
    _, (problem,) = drawn(svg("<text x='9' y='9'>a</text>"))
    assert problem.where == "fonts/SourceSans3-Regular.ttf" and "unpack requires" in problem.what
