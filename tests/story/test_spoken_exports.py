"""Games in Hebrew and in Japanese go the whole way: preview, home, press and preflight, a screen."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from generator.cmyk.conformance import nonconformities
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.shops.exports.run import ExportSummary, export
from generator.shops.exports.targets import read_target
from generator.shops.preflight.run import game_now, preflight_home, preflight_target
from generator.story import BuildOptions, build
from tests.shared.games_made import change
from tests.shared.preview_made import PNG, piece, shown
from tests.shared.spoken_games import CJK, HEBREW, JAPANESE, NOTO, game_in

pytestmark = [pytest.mark.needs("noto fonts"), pytest.mark.slow]

GAMES = {
    "he": ("Noto Sans Hebrew, Source Sans 3", HEBREW, [*NOTO.glob("NotoSansHebrew-[RB]*[dr].ttf")]),
    "ja": ("Noto Sans CJK JP", JAPANESE, [CJK / "NotoSansCJK-Regular.ttc"]),
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Project:
    language = request.param
    family, cards, files = GAMES[language]
    folder = tmp_path_factory.mktemp("games") / language
    return Project(game_in(folder, language, family, cards, tuple(files)))


def made(game: Project, target: str) -> ExportSummary:
    summary = export(game, read_target(target, game))
    assert {problem.severity for problem in summary.problems} <= {Severity.NOTE}
    return summary


def letters(text: str) -> str:
    return re.sub(r"[^\w]", "", text)


def test_the_press_gets_a_conforming_file_whose_words_are_found(game: Project) -> None:
    summary = made(game, "drive-thru-cards")
    (path,) = (summary.folder / file.path for file in summary.files if file.path.endswith(".pdf"))
    content = path.read_bytes()
    assert nonconformities(content, path.name) == ()
    with pypdfium2.PdfDocument(content) as pdf:
        assert len(pdf) == 18
        texts = {letters(page.get_textpage().get_text_range()) for page in pdf}
    for title, _, _ in HEBREW if game.root.name == "he" else JAPANESE:
        assert any(letters(title) in text for text in texts)
    now = game_now(game)
    assert preflight_target(game, now, read_target("drive-thru-cards", game)).problems == ()


def test_what_is_printed_at_home_passes_the_preflight(game: Project) -> None:
    build(game, BuildOptions())
    faults = [p for p in preflight_home(game, game_now(game)).problems if p.severity is Severity.ERROR]
    assert faults == []


@pytest.mark.parametrize("target", ["png", "tabletop-simulator"])
def test_screens_get_all_cards(game: Project, target: str) -> None:
    assert made(game, target).files


def test_the_preview_shows_every_card_and_a_typed_change(game: Project) -> None:
    cards = HEBREW if game.root.name == "he" else JAPANESE
    with shown(game.root) as visitor:
        state = visitor.ready()
        assert [problem for problem in state["problems"] if problem["severity"] != "note"] == []
        fronts = {piece(state, title)["front"] for title, _, _ in cards}
        assert all(visitor.ask(f"/picture/{front}.png?dpi=96").body.startswith(PNG) for front in fronts)
        change(game.root, "Cards!B2", "5 {sun}")
        changed = visitor.wait(lambda state: piece(state, cards[0][0])["front"] not in fronts)
        assert {piece(changed, title)["front"] for title, _, _ in cards[1:]} < fronts
