"""The machines of a Dask cluster play: the same figures as here, and nothing lost when a part of it is."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, KilledWorker, LocalCluster

from generator import cli
from generator.balance import cluster as dask
from generator.balance import series as lab
from generator.balance.series import Series, played
from generator.balance.watching import GameFigures
from generator.ground.problems import Failed
from generator.records.worksheets import sample_sheets
from generator.workbook.workbook_files import book_of_files, workbook_files
from tests.shared.changed_cells import shipped_workbook
from tests.shared.rulesets import ROOT

GAME = ROOT / "games" / "symetra"
WORKBOOK = GAME / "card_data.xlsx"
BOOK = shipped_workbook(GAME)
SEEDS = range(1, 21)
SERIES = Series(WORKBOOK, sample_sheets(BOOK)[0], 2, sitting=("random",))
NO_PORT = "127.0.0.1:9"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(lab, "CHUNK", 2)


@pytest.fixture
def threads() -> Iterator[str]:
    """The address of a cluster whose machines are threads of this process."""
    with LocalCluster(n_workers=2, threads_per_worker=2, processes=False, dashboard_address=None) as local:
        yield local.scheduler_address


def games_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[GameFigures]:
    """The games as this process plays them, with nothing kept before."""
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "here"))
    return played(SERIES, BOOK, SEEDS, jobs=1, step=lambda *_: None)


def games_there(address: str, step: Callable[[int, int], object] = lambda *_: None) -> list[GameFigures]:
    with dask.cluster(address) as executor:
        return played(SERIES, BOOK, SEEDS, jobs=1, executor=executor, step=step)


def after_the_first(happening: Callable[[], object]) -> Callable[[int, int], None]:
    """A step that does something once, as soon as the games of a chunk are there."""
    left = [happening]

    def step(count: int, _: int) -> None:
        if count and left:
            left.pop()()

    return step


def interrupt() -> None:
    raise KeyboardInterrupt


def chunks_kept(tmp_path: Path) -> int:
    return len([*(tmp_path / "own").rglob("*.json")])


# ---------------------------------------------------------------- the same games


def test_a_cluster_plays_the_same_games(
    threads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "MOST_WAITING", 1)  # as if the workbook were large
    monkeypatch.setattr(lab, "LEAST_CHUNKS", 3)
    there = games_there(threads)
    assert json.dumps(there) == json.dumps(games_here(tmp_path, monkeypatch))


@pytest.mark.slow
def test_what_is_interrupted_goes_on_on_the_cluster_and_here(
    threads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        games_there(threads, after_the_first(interrupt))
    assert 1 <= chunks_kept(tmp_path) < len(SEEDS) // 2
    assert games_there(threads) == games_here(tmp_path, monkeypatch)


@pytest.mark.slow
def test_the_same_report_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], threads: str
) -> None:
    reports = []
    for place, words in enumerate((["--jobs", "1"], ["--jobs", "4"], ["--scheduler", threads])):
        monkeypatch.setenv("PNP_HOME", str(tmp_path / str(place)))
        page = tmp_path / f"{place}.html"
        line = ["balance", "--game", str(GAME), "--games", "6", "--players", "2", "--html", str(page)]
        assert cli.main([*line, *words]) == 0
        reports.append((capsys.readouterr().out, page.read_bytes()))
    assert reports[0] == reports[1] == reports[2]


# ---------------------------------------------------------------- processes that are killed


class Machines:
    """A scheduler and workers that are processes of their own."""

    def __init__(self, folder: Path, workers: int) -> None:
        where = folder / "scheduler.json"
        common = ("--scheduler-file", str(where), "--no-dashboard")
        self.scheduler = _dask("scheduler", *common, "--host", "127.0.0.1", "--port", "0")
        try:
            deadline = time.monotonic() + 120
            while not where.exists() and time.monotonic() < deadline:
                time.sleep(0.1)
            self.address: str = json.loads(where.read_text())["address"]
        except BaseException:
            self.scheduler.kill()
            raise
        alone = ("--no-nanny", "--nthreads", "1", "--local-directory", str(folder))
        self.workers = [_dask("worker", *common, *alone) for _ in range(workers)]

    def wait(self) -> None:
        """Until all workers are there."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=120)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def _dask(*words: str) -> subprocess.Popen[bytes]:
    line = [sys.executable, "-m", "dask", *words]
    return subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    running = Machines(tmp_path, 2)
    try:
        running.wait()
        yield running
    finally:
        running.end()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed so there")
def test_nothing_is_lost_with_a_worker_nor_with_the_scheduler(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = games_here(tmp_path, monkeypatch)
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "a worker"))
    killed = after_the_first(lambda: machines.workers[0].send_signal(signal.SIGKILL))
    assert games_there(machines.address, killed) == here

    monkeypatch.setenv("PNP_HOME", str(tmp_path / "own"))
    with pytest.raises(Failed, match="is lost"):
        games_there(machines.address, after_the_first(machines.scheduler.kill))
    kept = chunks_kept(tmp_path)
    assert 1 <= kept < len(SEEDS) // 2
    jobs: list[str] = []
    chunk = lab.play_chunk
    monkeypatch.setattr(lab, "play_chunk", lambda job, files: (jobs.append(job), chunk(job, files))[1])
    assert played(SERIES, BOOK, SEEDS, jobs=1, step=lambda *_: None) == here
    assert len(jobs) == len(SEEDS) // 2 - kept


# ---------------------------------------------------------------- what is refused


def refusal(address: str) -> str:
    with pytest.raises(Failed) as failed, dask.cluster(address):
        pass
    return str(failed.value)


@pytest.mark.parametrize("address", ["", "nonsense", "none://127.0.0.1:1", "a b:c", NO_PORT])
def test_where_nobody_listens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "WAIT_S", 0.3)
    assert f"No scheduler of a Dask cluster listens at “{address}”" in refusal(address)


def test_who_takes_the_call_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "WAIT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        assert "No scheduler" in refusal(f"127.0.0.1:{mute.getsockname()[1]}")


def test_a_cluster_without_a_worker() -> None:
    with LocalCluster(n_workers=0, processes=False, dashboard_address=None) as local:
        assert "has no worker" in refusal(local.scheduler_address)


def test_games_that_end_each_worker(threads: str) -> None:
    last: Any = None
    with pytest.raises(Failed, match="One worker after the other"), dask.cluster(threads):
        raise KilledWorker("chunk", last, 3)


def test_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "pnp-generator[cluster]"' in refusal(NO_PORT)


def test_machines_without_pnp_or_with_another_version() -> None:
    def facts(version: str | None) -> dict[str, Any]:
        return {"packages": {"pnp-generator": version}}

    class Others:
        def get_versions(self, packages: list[str]) -> dict[str, Any]:
            workers = {"a": facts("2"), "b": facts(None), "c": facts("1")}
            return {"client": facts("2"), "scheduler": facts("2"), "workers": workers}

    others: Any = Others()
    with pytest.raises(Failed) as failed:
        dask._check_machines(others, "x")
    said = [problem.what for problem in failed.value.problems]
    assert said == ["The worker at b has no pnp; here it is 2.", "The worker at c has pnp 1; here it is 2."]


def test_a_chunk_is_not_played_by_another_pnp_or_of_other_cells() -> None:
    files = workbook_files(WORKBOOK)
    with pytest.raises(Failed, match="others than when these games were begun"):
        lab.play_chunk(SERIES.told("0" * 32, [1]), files)


# ---------------------------------------------------------------- the workbook on its way


def test_a_workbook_arrives_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "cells"
    folder.mkdir()
    (folder / "Fields.csv").write_text("Sheet,Column,Type\nCards,Title,text\n")
    (folder / "cells-Cards.csv").write_text("Title\nNest\n")
    assert [row["title"] for row in book_of_files(workbook_files(folder))["Cards"]] == ["Nest"]
    assert book_of_files(workbook_files(WORKBOOK)).digest == BOOK.digest
    with pytest.raises(Failed):
        workbook_files(tmp_path / "missing.xlsx")
