"""The lab: the same games from the same seeds, kept, gone on with, counted once, and told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import cli
from generator.balance import series as lab
from generator.balance.cards import card_sentences
from generator.balance.figures import Estimate, figure_of, figures_of, mean_and_error, quantiles, wilson
from generator.balance.page import report_html
from generator.balance.report import report_json, report_text, told
from generator.balance.series import Series, played, series_digest
from generator.balance.striking import widened
from generator.balance.trial import Trial, tried
from generator.balance.watching import watched_game
from generator.games import GAMES
from generator.players.player import GREEDY
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME
from generator.workbook.workbook_files import WorkbookFiles
from tests.shared.changed_cells import shipped_workbook
from tests.shared.rulesets import FOLDERS, ROOT, engine_of

WORKBOOK = ROOT / "card_data.xlsx"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "own"))
    return tmp_path / "own"


def trial(games: int = 12, jobs: int = 1, players: int = 3) -> Trial:
    return Trial(WORKBOOK, shipped_workbook(ROOT), SAMPLE_GAME, players, games=games, jobs=jobs)


def quiet(*_: object) -> None:
    return None


def test_a_card_is_told_what_the_games_before_say_of_it(own_folder: Path) -> None:
    series, book = Series(WORKBOOK, SAMPLE_GAME, 3), shipped_workbook(ROOT)
    module = GAMES["meaning_made"]()
    assert card_sentences(book, module.players) == {}
    played(series, book, range(1, 22), jobs=1, step=quiet)
    sentences = card_sentences(book, module.players)
    for figure in figures_of(played(series, book, range(1, 21), jobs=1, step=quiet)):
        if figure.group == "card" and figure.measure == "taken":
            (sentence,) = sentences[figure.subject.casefold()]
            assert sentence.startswith(
                f"In 20 games of 3 players: taken in {told(figure)} of the games in which"
            )
    assert card_sentences(changed(book), module.players) == {}


def changed(book: Book) -> Book:
    """The workbook with a Rule of another value."""
    rows = [replace(row, values=MappingProxyType({**row.values, "value": 1})) for row in book["Rules"].rows]
    table = replace(book["Rules"], rows=tuple(rows))
    return replace(book, tables=MappingProxyType({**book.tables, "Rules": table}))


@pytest.mark.slow
def test_the_same_report_with_one_process_and_with_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = []
    for jobs in (1, 3):
        monkeypatch.setenv("PNP_HOME", str(tmp_path / str(jobs)))
        report = tried(trial(24, jobs), quiet)
        reports.append((report_text(report), report_json(report), report_html(report)))
    assert reports[0] == reports[1]


def test_what_was_played_is_not_played_again(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    series, book = Series(WORKBOOK, SAMPLE_GAME, 3), shipped_workbook(ROOT)
    first = played(series, book, range(1, 21), jobs=1, step=quiet)
    kept = sorted(path.name for path in own_folder.rglob("*.json"))
    assert kept == ["1-11.json", "11-21.json"]
    jobs: list[str] = []
    chunk = lab.play_chunk
    monkeypatch.setattr(lab, "play_chunk", lambda job, files: (jobs.append(job), chunk(job, files))[1])
    assert played(series, book, range(1, 21), jobs=1, step=quiet) == first and jobs == []
    more = played(series, book, range(1, 31), jobs=1, step=quiet)
    assert more[:20] == first and len(more) == 30 and len(jobs) == 1


def test_a_game_that_is_stopped_goes_on_and_nothing_is_counted_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    series, book = Series(WORKBOOK, SAMPLE_GAME, 2), shipped_workbook(ROOT)
    chunk, left = lab.play_chunk, 1

    def stopped(job: str, files: WorkbookFiles) -> str:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return chunk(job, files)

    monkeypatch.setattr(lab, "play_chunk", stopped)
    with pytest.raises(KeyboardInterrupt):
        played(series, book, range(1, 31), jobs=1, step=quiet)
    monkeypatch.setattr(lab, "play_chunk", chunk)
    again = played(series, book, range(1, 31), jobs=1, step=quiet)
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "anew"))
    assert again == played(series, book, range(1, 31), jobs=1, step=quiet)


@pytest.mark.slow
def test_what_is_kept_and_damaged_is_played_again(own_folder: Path) -> None:
    series, book = Series(WORKBOOK, SAMPLE_GAME, 3), shipped_workbook(ROOT)
    first = played(series, book, range(1, 11), jobs=1, step=quiet)
    (path,) = own_folder.rglob("*.json")
    for content in ("", "[]", "[1, 2]", json.dumps([{"a": "b"}] * 10), "{" * 100):
        path.write_text(content)
        assert played(series, book, range(1, 11), jobs=1, step=quiet) == first


def test_a_changed_cell_a_variant_and_a_seat_begin_anew() -> None:
    book, march = shipped_workbook(ROOT), shipped_workbook(FOLDERS["meaning_made_march"])
    base = Series(WORKBOOK, SAMPLE_GAME, 3)
    digests = {
        series_digest(base, book),
        series_digest(base, march),
        series_digest(Series(WORKBOOK, SAMPLE_GAME, 4), book),
        series_digest(Series(WORKBOOK, SAMPLE_GAME, 3, "Long Game"), book),
        series_digest(Series(WORKBOOK, SAMPLE_GAME, 3, sitting=("random",)), book),
    }
    assert len(digests) == 5
    assert series_digest(Series(Path("elsewhere.xlsx"), SAMPLE_GAME, 3), book) in digests


@pytest.mark.parametrize("name", GAMES)
def test_every_ruleset_can_be_watched(name: str) -> None:
    figures = watched_game(engine_of(name), [GREEDY] * 3, seed=4)
    assert figures["game|rounds|"] >= 1 and figures["game|minutes|"] > 0
    assert sum(value for name, value in figures.items() if name.startswith("end|")) == 1
    wins = sum(value for name, value in figures.items() if name.startswith("seat|") and "wins" in name)
    assert wins == pytest.approx(1, abs=0.01) or wins == 0
    assert watched_game(engine_of(name), [GREEDY] * 3, seed=4) == figures


# ---------------------------------------------------------------- figures


@given(st.integers(1, 500), st.data())
def test_an_interval_of_a_share_holds_it_and_stays_between_0_and_1(games: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, games))
    low, high = wilson(hits, games)
    assert 0 <= low <= hits / games <= high <= 1 and low < high


def test_figures_by_hand() -> None:
    share = figure_of("end|Collapse|share", [1, 0, 0, 1])
    assert share.share and share.value == 0.5 and round(share.low, 3) == 0.15 and round(share.high, 3) == 0.85
    assert mean_and_error([1.0, 2.0, 3.0]) == (2.0, pytest.approx(3**-0.5))
    mean = figure_of("game|rounds|", [4, 6, 8])
    assert (mean.value, mean.games) == (6, 3) and mean.low == pytest.approx(6 - 1.959964 * 2 / 3**0.5)
    count = figure_of("symbol|legacy|down", [0, 0, 1, 0])
    assert not count.share and (count.value, count.games) == (0.25, 4)
    assert [value for value, _, _ in quantiles(range(101))] == [5, 50, 95]


def test_what_was_not_offered_is_not_counted_as_left() -> None:
    games = [{"card|nest|taken": 1.0}, {"card|nest|taken": 0.0}, {"game|rounds|": 3.0}]
    figures = {figure.name: figure for figure in figures_of(games)}
    assert (figures["card|nest|taken"].value, figures["card|nest|taken"].games) == (0.5, 2)
    assert (figures["game|rounds|"].value, figures["game|rounds|"].games) == (1.0, 3)


# ---------------------------------------------------------------- the command


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    line = ["balance", "--game", str(ROOT), "--games", "10", "--players", "2", "--jobs", "1"]
    assert cli.main([*line, "--html", str(page)]) == 0
    text = capsys.readouterr().out
    assert "How games end" in text and "What strikes" in text and "neither talk nor bluff" in text
    html = page.read_text("utf-8")
    assert "<script" not in html and "http" not in html.replace("http-equiv", "") and "<svg" in html
    assert cli.main([*line, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["setting"]["players"] == 2 and all(figure["games"] >= 0 for figure in facts["figures"])


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--players", "9"), "9 cannot play this game"),
        (("--variant", "Nonsense"), "“Nonsense” is no variant of this game"),
        (("--against", "no-such-revision"), "no-such-revision"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["balance", "--game", str(ROOT), "--games", "5", *words]) == 1
    assert fault in " ".join(capsys.readouterr().err.split())


def test_of_many_that_are_asked_the_same_each_has_a_wider_interval() -> None:
    figure = Estimate("seat|1|wins", 0.5, 0.4, 0.6, 100)
    assert widened(figure, 1) == pytest.approx((0.4, 0.6))
    low, high = widened(figure, 20)
    assert (low, high) == pytest.approx((0.5 - 0.1 * 3.0233 / 1.96, 0.5 + 0.1 * 3.0233 / 1.96), abs=1e-4)


def test_a_percentile_has_an_interval_of_values_before_and_behind_it() -> None:
    (five, _, _), (middle, low, high), _ = quantiles(range(101))
    assert (five, middle) == (5, 50)
    assert (low, high) == (40, 60), "1.96 times the root of 101 / 4 places"
