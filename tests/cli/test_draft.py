"""No stage hides the next one: what a check says, what a draft prints, and the exit codes of a build."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from openpyxl import load_workbook

from generator import cli
from generator.checks.checked import look_through, read
from generator.faces import FaceMaker
from generator.faces.markup import FAULTY
from generator.ground.pdf_file import marked_draft
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, Unprinted, build, examine
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.games_made import change, files
from tests.toys.folders import TOYS, toy_folder

DRAFT = BuildOptions(papers=(A4,), draft=True)
LONG = "An Extraordinarilyinordinatelylong Title Beyond All Lines and Reason."
SCRIPT = "round\tphase\tplayer\taction\tcard\tpayment\tgains\tnarration\n0\tsetup\tAda\tseat\n"


@pytest.fixture
def meaning(tmp_path: Path) -> Path:
    return copy_of(ROOT, tmp_path / "meaning")


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


def places(game: Path) -> list[str]:
    """Where a check finds something, without how far a text that does not fit reaches on paper."""
    return [problem.where for problem in examine(Project(game)) if "the cut line" not in problem.what]


# ---------------------------------------------------------------- checks


def test_every_stage_is_told_in_one_run(game: Path) -> None:
    change(game, "Tiles!C10", "3 Gold")
    change(game, "Tiles!A2", LONG)
    (game / "templates" / "rulebook.md").write_text("# Rules\n\n{{ facts.titel }}\n", encoding="utf-8")
    assert places(game) == ["Tiles!C10", "Tiles!A2", "templates/rulebook.md:3"]


def test_what_a_template_stumbles_over_for_an_empty_cell_is_not_told_again(game: Path) -> None:
    template = game / "templates" / "tile.svg"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", "<desc>{{ card.copies + 1 }}</desc></svg>"), encoding="utf-8")
    assert examine(Project(game)) == ()
    change(game, "Tiles!E3", "many")
    (problem,) = examine(Project(game))
    assert problem.where == "Tiles!E3"


def test_a_template_that_fails_for_sound_cards_too_is_told(game: Path) -> None:
    change(game, "Tiles!C10", "3 Gold")
    template = game / "templates" / "tile.svg"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", "{{ card.nothing }}</svg>"), encoding="utf-8")
    told = [problem.where.partition(":")[0] for problem in examine(Project(game))]
    assert told == ["Tiles!C10", "templates/tile.svg"]


def test_a_component_with_an_error_is_left_out_alone(game: Path) -> None:
    change(game, "Components!F3", "wide")
    change(game, "Tiles!A2", LONG)
    assert places(game) == ["Components!F3", "Tiles!A2"]


@pytest.mark.slow
def test_steps_about_a_card_that_was_left_out_follow_from_its_error(
    meaning: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(meaning, "Events!B3", "Z")
    assert run("check", "--game", meaning) == 1
    told = capsys.readouterr().out
    assert told == (
        "Events: errors\n"
        "  B3  “Z” is not in the column Letter of the sheet Event Table.\n"
        "      Use one of A, B, C, D, E, F, G, H, I, J, or add it to Event Table.Letter.\n"
        "      → A step of the sample game does not hold without it, in row 9.\n"
        "\n"
        "1 error.\n"
    )
    assert run("check", "--json", "--game", meaning) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["consequences"] == ["A step of the sample game does not hold without it, in row 9."]


def test_what_needs_rules_that_cannot_be_read_is_said_under_the_cause(tmp_path: Path) -> None:
    folder = toy_folder(tmp_path / "game", "pebbles", SCRIPT)
    template = folder / "templates" / "token.svg"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", "{{ game.facts('Rules').heap }}</svg>"), encoding="utf-8")
    change(folder, "Rules!B2", 0)
    (problem,) = examine(Project(folder), games=TOYS)
    assert problem.what == "There is no heap to take from."
    assert problem.consequences == (
        "The sample game is not played until that is mended.",
        "Not printed until that is mended, as it shows what the rules give: Tokens.",
    )
    summary = build(Project(folder), DRAFT, games=TOYS)
    assert (summary.files, summary.left_out) == ((), {"Rules": 9})


def test_a_build_that_fails_tells_the_sample_game_too(tmp_path: Path) -> None:
    wrong = "0\tsetup\tBo\tseat\n1\tturn\tAda\ttake\t\t4\n"
    folder = toy_folder(tmp_path / "game", "pebbles", SCRIPT + wrong)
    change(folder, "Components!F2", 2000)  # no piece is so wide
    with pytest.raises(Failed) as failed:
        build(Project(folder), BuildOptions(papers=(A4,)), games=TOYS)
    size, step = failed.value.problems
    assert (size.where, step.where) == ("Components!F2", "Sample Game!D4")
    assert step.what.endswith("Round 1, Ada take is not legal: Ada cannot take 4; 17 lie there.")


def test_the_rules_go_by_the_rows_that_are_sound(meaning: Path) -> None:
    change(meaning, "Events!B3", "Z")
    project = Project(meaning)
    checked = look_through(project, *read(project))
    assert checked.loaded is not None and checked.sound.book is not None
    assert len(checked.book["Events"]) == len(checked.sound.book["Events"]) + 1


# ---------------------------------------------------------------- drafts


def test_a_draft_prints_the_rest_and_leaves_the_last_good_build(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build(Project(game), BuildOptions(papers=(A4,)))
    before = files(game / "output")
    change(game, "Tiles!B3", "Desert")
    change(game, "Components!F3", "wide")
    assert run("build", "--paper", "a4", "--game", game) == 1
    told = capsys.readouterr()
    assert told.out == ""
    said = "Nothing was printed. pnp build --draft prints whatever can be, marked DRAFT."
    assert told.err.endswith(f"2 errors.\n{said}\n")
    assert files(game / "output") == before
    assert run("build", "--draft", "--paper", "a4", "--game", game) == 1
    told = capsys.readouterr()
    assert told.out.endswith(
        f"{game / 'output' / 'draft' / 'README.txt'} says what each file is and how to print it.\n"
        "Left out of the draft: 49 pieces.\n"
        "  48  for what is wrong at Components!F3\n"
        "  1  for what is wrong at Tiles!B3\n"
    )
    after = files(game / "output")
    assert {name: after[name] for name in before} == before
    assert {name for name in after if name not in before} == {
        "draft/A4/MyGame_v0.1_CutGuide_A4.pdf",
        "draft/A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "draft/README.txt",
    }


def test_a_draft_of_a_sound_game_is_whole(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "--draft", "--paper", "a4", "--game", game) == 0
    assert capsys.readouterr().out.endswith("Nothing is left out of the draft.\n")
    assert set(files(game / "output")) == {
        "draft/A4/MyGame_v0.1_CutGuide_A4.pdf",
        "draft/A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "draft/A4/MyGame_v0.1_Tokens_A4.pdf",
        "draft/README.txt",
    }


def count_faulty(path: Path) -> int:
    """How many points of a file's pages have the colour of what is wrong, without the word across them."""
    wanted = tuple(int(FAULTY[at : at + 2], 16) for at in (1, 3, 5))
    found = 0
    for page in pypdfium2.PdfDocument(path):
        picture = page.render(scale=1).to_pil().convert("RGB")
        found += sum(count for count, colour in picture.getcolors(1 << 24) if colour == wanted)
    return found


@pytest.mark.slow
def test_faulty_places_are_outlined_and_sound_ones_are_not(game: Path) -> None:
    name = "A4/MyGame_v0.1_Tiles_A4_duplex.pdf"
    build(Project(game), DRAFT)
    assert count_faulty(game / "output" / "draft" / name) == 0
    change(game, "Tiles!A2", LONG)
    build(Project(game), DRAFT)
    text = count_faulty(game / "output" / "draft" / name)
    change(game, "Tiles!C3", "3 Gold")
    build(Project(game), DRAFT)
    assert 0 < text < count_faulty(game / "output" / "draft" / name)


@pytest.mark.slow
def test_every_page_says_draft(meaning: Path) -> None:
    change(meaning, "Events!B3", "Z")
    summary = build(Project(meaning), DRAFT)
    assert {"Rulebook", "A game, step by step"} <= {file.component for file in summary.files}
    for file in summary.files:
        with pikepdf.open(summary.output / file.path) as pdf:
            assert not pdf.check_pdf_syntax()
            assert all("/DraftWord" in page.obj.Resources.XObject for page in pdf.pages)


def test_a_link_in_the_place_of_the_drafts_is_refused(game: Path, tmp_path: Path) -> None:
    (game / "output").mkdir()
    (tmp_path / "else").mkdir()
    (game / "output" / "draft").symlink_to(tmp_path / "else")
    assert run("build", "--draft", "--game", game) == 1
    assert files(tmp_path / "else") == {}


def test_a_build_without_a_draft_says_that_nothing_was_printed(game: Path) -> None:
    change(game, "Tiles!B2", "Desert")
    with pytest.raises(Unprinted):
        build(Project(game))


# ---------------------------------------------------------------- exit codes


@pytest.mark.slow
def test_a_broken_sample_game_stops_no_build_but_a_strict_one(
    meaning: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(meaning, "Sample Game!E9", "Nobody’s Card")
    aid = ("build", "VariantsAid", "--paper", "a4", "--game", meaning)
    assert run(*aid) == 0
    said = "The sample game breaks the rules: its appendix is marked as not valid.\n"
    assert capsys.readouterr().err.endswith(said)
    assert run(*aid, "--strict") == 1
    assert run(*aid, "--draft") == 1
    assert run("check", "--game", meaning) == 1


def test_a_warning_fails_a_strict_build(game: Path) -> None:
    for place, value in (("E2", "rectangle"), ("F2", 270), ("G2", 180)):
        change(game, f"Components!{place}", value)
    assert run("build", "Tiles", "--paper", "letter", "--game", game) == 0
    assert run("build", "Tiles", "--paper", "letter", "--strict", "--game", game) == 1


# ---------------------------------------------------------------- getting lost


def test_a_mistyped_command_gets_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("biuld") == 2
    assert capsys.readouterr().err.endswith("pnp: There is no command “biuld”. Did you mean pnp build?\n")


def test_bare_pnp_shows_what_to_do_next(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(game)
    assert run() == 2
    assert capsys.readouterr().err.partition("\n")[2] == (
        "This folder is a game. What to do next:\n"
        "  pnp check    say everything that is wrong with it\n"
        "  pnp build    make the sheets to print, in the folder output\n"
        "pnp --help lists all commands.\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run() == 2
    assert "  pnp new MyGame            begin a game in a folder of its own\n" in capsys.readouterr().err


def test_the_mark_of_a_draft_is_the_same_every_time(game: Path) -> None:
    summary = build(Project(game), BuildOptions(papers=(A4,)))
    plain = (summary.output / summary.files[0].path).read_bytes()
    assert marked_draft(plain) == marked_draft(plain) != plain


def test_a_template_that_names_an_unknown_sheet_is_told_which_there_are(game: Path) -> None:
    template = game / "templates" / "token.svg"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", '{{ book["Landz"] }}</svg>'), encoding="utf-8")
    (problem,) = examine(Project(game))
    assert problem.what == "The workbook has no sheet “Landz”."
    sheets = "Components, Game, Icons, Lands, Tiles, Tokens"
    assert problem.mend == f"Did you mean Lands? The sheets here are {sheets}."


def test_a_template_that_names_a_sheet_without_rows_in_fields_is_told_which_to_write(game: Path) -> None:
    template = game / "templates" / "token.svg"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("</svg>", '{{ book["Rivers"] }}</svg>'), encoding="utf-8")
    book = load_workbook(game / "card_data.xlsx")
    book.create_sheet("Rivers").append(["Name", "Length"])
    book.save(game / "card_data.xlsx")
    (problem,) = examine(Project(game))
    assert problem.what == "The sheet Fields declares no column of the sheet “Rivers”."
    assert problem.mend == (
        "Write a row for each of its columns into the sheet Fields, "
        "such as Rivers | Name | text below Sheet | Column | Type."
    )


def test_of_thousands_with_one_mistake_some_are_drawn(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load_workbook(game / "card_data.xlsx")
    for _ in range(150):
        book["Tiles"].append(["Same", "Meadow", "1S", "+1L", None, 1])
    book.save(game / "card_data.xlsx")
    drawn: list[str] = []
    render = FaceMaker.render

    def counted(self: FaceMaker, template: str, **options: Any) -> Any:
        drawn.append(template)
        return render(self, template, **options)

    monkeypatch.setattr(FaceMaker, "render", counted)
    monkeypatch.setattr("generator.press.numbering.MOST_FAULTY", 10)
    assert len(examine(Project(game))) == 149
    assert drawn.count("tile.svg") == 12 + 1 + 10
