"""Builds and reprints with less ink and with backs apart, from the command line to the files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from generator.cli import main
from generator.ground.cache import open_cache
from generator.ground.project import Project
from generator.press.variants import InkUse
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build
from tests.shared.games_made import change, files, starter_game

A4_ONLY = ("--paper", "a4", "--layout", "3x3")


def pnp(*words: str, game: Path) -> int:
    return main([words[0], "--game", str(game), *words[1:]])


def contents(game: Path) -> dict[str, dict[str, object]]:
    return {str(one["path"]): one for one in json.loads((game / "output/.contents.json").read_text("utf-8"))}


@pytest.mark.parametrize(
    ("flag", "said"),
    [
        (("--ink", "dark"), "argument --ink: invalid choice: 'dark' (choose from 'normal', 'light', 'both')"),
        (
            ("--backs", "both"),
            "argument --backs: invalid choice: 'both' (choose from 'duplex', 'apart', 'no')",
        ),
    ],
)
@pytest.mark.parametrize("command", ["build", "reprint"])
def test_a_wrong_ink_or_back_is_told_with_the_right_ones(
    command: str, flag: tuple[str, str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pnp(command, *flag, game=tmp_path) == 2
    assert said in capsys.readouterr().err


def test_both_inks_are_files_of_their_own_and_the_light_ones_say_how_little_they_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = starter_game(tmp_path / "game")
    assert pnp("build", *A4_ONLY, "--ink", "both", game=game) == 0
    listed = {path: one for path, one in contents(game).items() if not one["aside"]}
    assert list(listed) == [
        "A4/MyGame_v0.1_Tiles_A4_duplex.pdf",
        "A4/MyGame_v0.1_Tiles_A4_duplex_light.pdf",
        "A4/MyGame_v0.1_Tokens_A4.pdf",
        "A4/MyGame_v0.1_Tokens_A4_light.pdf",
    ]
    for one in listed.values():
        assert 0 < int(str(one["ink"])) <= int(str(one["full_ink"]))
        assert not one["light"] or int(str(one["ink"])) < 0.5 * int(str(one["full_ink"]))
    assert "One set: 3 sheets. Ink covers " in (game / "output/README.txt").read_text("utf-8")
    assert "\n  One set: 3 sheets.\n  Ink covers " in capsys.readouterr().out


@pytest.mark.slow
def test_a_light_build_of_everything_replaces_the_normal_one_and_repeats_byte_by_byte(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    assert pnp("build", *A4_ONLY[:2], game=game) == 0
    assert pnp("build", *A4_ONLY[:2], "--ink", "light", game=game) == 0
    made = files(game / "output")
    assert {path for path in made if path.endswith(".pdf")} == {
        "A4/MyGame_v0.1_CutGuide_A4.pdf",
        "A4/MyGame_v0.1_Tiles_A4_duplex_light.pdf",
        "A4/MyGame_v0.1_Tokens_A4_light.pdf",
    }
    assert pnp("build", *A4_ONLY[:2], "--ink", "light", "--no-cache", game=game) == 0
    assert files(game / "output") == made


def test_backs_apart_are_pages_of_their_own_and_say_so(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    assert pnp("build", "Tiles", *A4_ONLY, "--backs", "apart", game=game) == 0
    for part, said in (("fronts", "fronts, to be glued onto"), ("backs", "backs, to be glued behind")):
        path = f"A4/MyGame_v0.1_Tiles_A4_{part}.pdf"
        assert contents(game)[path]["sheets"] == contents(game)[path]["pages"] == 2
        with PdfDocument(game / "output" / path) as pdf:
            assert len(pdf) == 2
            assert all(said in page.get_textpage().get_text_bounded() for page in pdf)
    assert pnp("build", "Tiles", *A4_ONLY, "--backs", "no", game=game) == 0
    with PdfDocument(game / "output/A4/MyGame_v0.1_Tiles_A4_fronts.pdf") as pdf:
        assert "fronts alone" in pdf[0].get_textpage().get_text_bounded()


def test_what_has_changed_is_printed_again_in_little_ink(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    assert pnp("build", *A4_ONLY, game=game) == 0
    assert pnp("printed", game=game) == 0
    change(game, "Tiles!A2", "New Moor")
    assert pnp("reprint", *A4_ONLY[:2], "--ink", "light", "--backs", "apart", game=game) == 0
    made = sorted(path for path in contents(game) if path.endswith("_reprint.pdf"))
    assert [path.removeprefix("A4/MyGame_v0.1_") for path in made] == [
        "CutGuide_A4_reprint.pdf",
        "PullList_A4_reprint.pdf",
        "Tiles_A4_backs_light_reprint.pdf",
        "Tiles_A4_fronts_light_reprint.pdf",
    ]


def test_what_a_template_says_of_light_prints_alone_is_seen_in_the_next_one(tmp_path: Path) -> None:
    game = tmp_path / "game"
    starter_game(game)
    template = game / "templates" / "token.svg"  # too small for a revision mark, which would tell
    lies = template.read_text("utf-8").replace("</svg>", '<rect x="5" y="5" width="9" height="9"/></svg>')
    cache, options = open_cache(tmp_path), BuildOptions(papers=(A4,), inks=(InkUse.LIGHT,))
    seen = []
    for said in (lies, lies.replace('<rect x="5"', '<rect data-ink="keep" x="5"')):
        template.write_text(said, "utf-8")
        *_, deck = build(Project(game), options, cache=cache).game.decks
        seen.append((deck.designs, deck.light))
    (full, light), (full_again, light_again) = seen
    assert full == full_again
    assert light != light_again
