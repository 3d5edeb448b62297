"""The fence: what a unit of work may take, and what is said when it takes more."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from generator.ground.fence import LIMITS, unit
from tests.shared.fenced import ROOT, START, fenced, is_alive, python, said
from tests.shared.games_made import starter_game

POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system's own limits are those of POSIX")


@POSIX
def test_the_commands_own_words_and_exit_code_come_through() -> None:
    done = fenced("print('hello')\nsys.stderr.write('there')\nreturn 7")
    assert (done.returncode, done.stdout, done.stderr) == (7, "hello\n", "there")


@POSIX
@pytest.mark.parametrize(
    "work", ["busy(9)", "import re; re.match('(a*)*b', 'a' * 40)"], ids=["Python", "inside a library"]
)
def test_a_unit_that_takes_too_long_is_stopped_and_named(work: str) -> None:
    done = fenced(f"with unit('face', 'templates/a.svg', 'Cards/Shell'):\n    {work}\nprint('never')")
    assert said(done) == (
        "caught templates/a.svg | Drawing a face (Cards/Shell) takes too long and was stopped.\n"
    )


@POSIX
def test_a_name_of_any_length_and_script_is_told() -> None:
    done = fenced("with unit('face', '\U0001f642' * 900, '\\udcff\\n'):\n    busy(9)")
    assert said(done).startswith("caught " + "\U0001f642" * 200 + " | Drawing a face (?\n)")


@POSIX
def test_many_units_that_each_keep_their_limit_are_not_stopped() -> None:
    done = fenced("for i in range(8):\n    with unit('face', 'a'):\n        busy(0.1)\nprint('done')")
    assert (done.returncode, done.stdout) == (0, "done\n")


@POSIX
def test_the_time_of_units_inside_counts_for_the_whole() -> None:
    done = fenced(
        "with unit('faces', 'Components'):\n"
        "    for i in range(40):\n        with unit('face', 'a'):\n            busy(0.1)\n"
    )
    assert said(done) == "caught Components | Drawing all faces takes too long and was stopped.\n"


@POSIX
def test_a_unit_inside_another_has_its_own_time_and_gives_back_the_others() -> None:
    done = fenced(
        "with unit('face', 'outer'):\n    busy(0.2)\n"
        "    with unit('face', 'inner'):\n        busy(0.2)\n"
        "    busy(0.9)\n"
    )
    assert said(done).startswith("caught outer |")


@POSIX
def test_a_unit_that_is_entered_again_goes_on_counting() -> None:
    done = fenced("again = unit('face', 'again')\nfor i in range(9):\n    with again:\n        busy(0.1)")
    assert said(done).startswith("caught again |")


@POSIX
@pytest.mark.skipif(sys.platform == "darwin", reason="the watchman says it there, a little later")
def test_memory_is_refused_by_the_system_and_the_unit_named() -> None:
    done = fenced(
        "try:\n    with unit('picture', 'art/x.png'):\n"
        "        kept = [bytearray(50_000_000) for i in range(60)]\n"
        "except MemoryError:\n    return caught(fence.memory_problem())\n"
    )
    assert said(done) == "caught art/x.png | Opening a picture takes more than 1 GB of memory.\n"


@POSIX
def test_the_watchman_ends_what_the_system_let_pass() -> None:
    done = fenced(
        "import resource\n"
        "worker.largest_bytes = lambda: 10**12\n"
        "with unit('picture', 'art/x.png'):\n    time.sleep(20)\n"
    )
    assert said(done) == "caught art/x.png | Opening a picture takes more than 1 GB of memory.\n"


@POSIX
def test_a_library_that_crashes_is_a_problem_of_its_unit() -> None:
    done = fenced("with unit('fonts', 'fonts/a.ttf'):\n    os.kill(os.getpid(), signal.SIGSEGV)")
    assert said(done) == ("caught fonts/a.ttf | Looking through the fonts made a library fail (SIGSEGV).\n")


@POSIX
def test_a_fault_of_the_program_itself_is_shown() -> None:
    done = fenced("raise ZeroDivisionError")
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr


@pytest.fixture
def sleeping() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A command behind the fence that would sleep for long, and its worker's number."""
    body = "def command():\n    print(os.getpid(), flush=True)\n    time.sleep(60)\n    return 0\n"
    with subprocess.Popen(
        [sys.executable, "-c", f"{START}{body}sys.exit(worker.fenced(command, caught=caught))"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
        process.kill()


@POSIX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_worker_ends_with_its_parent(sleeping: tuple[subprocess.Popen[str], int], number: int) -> None:
    process, worker = sleeping
    process.send_signal(number)
    process.wait(20)
    patience = time.monotonic() + 20
    while is_alive(worker) and time.monotonic() < patience:
        time.sleep(0.02)
    assert not is_alive(worker)


def spawned(game: Path, more: str = "") -> subprocess.CompletedProcess[str]:
    """`pnp check` as on a system that cannot fork."""
    arguments = ["pnp", "check", "--game", str(game)]
    return python(
        f"import os, sys\ndel os.fork\nsys.argv = {arguments!r}\n"
        f"from generator import cli\nfrom generator.ground import worker\n{more}\nsys.exit(cli.run())"
    )


def test_where_nothing_can_fork_the_worker_is_started_anew(tmp_path: Path) -> None:
    done = spawned(starter_game(tmp_path / "game"))
    assert (done.returncode, done.stdout) == (0, "No problems.\n")


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("limits", ["on", "off"])
def test_a_build_that_is_ended_leaves_nothing_half_made(tmp_path: Path, number: int, limits: str) -> None:
    game = starter_game(tmp_path / "game")
    command = [sys.executable, "-m", "generator", "build", "--no-cache", "--limits", limits]
    command += ["--game", str(game)]
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch)}
    # a keyboard interrupts all of a group; a command that is interrupted alone may come to its end first
    send = os.killpg if number == signal.SIGINT else os.kill
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        patience = time.monotonic() + 60
        while not [*game.glob("output/.building-*")] and time.monotonic() < patience:
            time.sleep(0.005)
        send(process.pid, number)
        assert process.wait(60) == (130 if number == signal.SIGINT else 128 + number)
    assert not [*game.glob("output/.building-*")] and not [*scratch.iterdir()]


def processor_s(session: int) -> float:
    """Seconds of the processor that the processes of a session have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parts = stat.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, parts[11:15])) if int(parts[3]) == session else 0
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("command", ["build", "publish"])
@pytest.mark.parametrize("after_s", [1.0, 2.5, 4.0])
def test_long_work_that_the_keyboard_interrupts_ends_within_a_second_of_the_processor(
    tmp_path: Path, command: str, after_s: float
) -> None:
    import resource

    game = tmp_path / "game"
    game.mkdir()
    shutil.copy(ROOT / "card_data.xlsx", game)
    for folder in ("templates", "icons", "art"):
        shutil.copytree(ROOT / folder, game / folder)
    words = [sys.executable, "-m", "generator", command, "--no-cache", "--game", str(game)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        while (spent := processor_s(process.pid)) < after_s and process.poll() is None:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert whole - spent < 1.0


UNFORKED = """
import os, sys
del os.fork
sys.path.append(sys.argv.pop(1))
from generator.cli import run
sys.exit(run())
"""
MINE = "import pathlib; pathlib.Path(__file__).with_name('ran').write_text(__name__)\n"
"""What a stranger's modules would do if anybody imported them."""
STOLEN = (
    *("argparse.py", "sitecustomize.py", "usercustomize.py", "reportlab_mods.py", "reportlab_settings.py"),
    *("generator/__init__.py", "encodings/__init__.py", "jinja2/__init__.py", "numpy.py", "lxml.py"),
)
COMMANDS = (
    *("check", "build --paper a4", "export --list", "export png", "printed", "diff", "reprint", "preflight"),
    *("dump", "dress", "rename Tiles Tile", "replay", "sample-game --seed 1", "profile --list"),
    *("calibrate --list", "publish --target png", "new Other", "check --limits off"),
)


@pytest.mark.quick(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_where_nothing_can_fork_no_file_of_the_folder_is_imported(tmp_path: Path, command: str) -> None:
    game = starter_game(tmp_path / "game")
    for name in STOLEN:
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(MINE)
    done = subprocess.run(
        [sys.executable, "-P", "-c", UNFORKED, str(ROOT), *command.split()],
        capture_output=True,
        text=True,
        cwd=game,
        timeout=120,
        env={**os.environ, "PNP_HOME": str(tmp_path / "home")},
    )
    assert not [*game.rglob("ran")], done
    assert "Traceback" not in done.stderr and "No module" not in done.stderr, done.stderr
    if command == "check":
        assert (done.returncode, done.stdout) == (0, "No problems.\n")


def test_a_worker_that_is_started_anew_finds_what_was_typed_from_the_current_folder(tmp_path: Path) -> None:
    starter_game(tmp_path / "game")
    done = subprocess.run(
        [sys.executable, "-P", "-c", UNFORKED, str(ROOT), "dump", "--game", "game"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
    )
    assert done.returncode == 0 and "Tiles" in done.stdout, done.stderr


def test_there_the_parent_reads_the_clock(tmp_path: Path) -> None:
    done = spawned(starter_game(tmp_path / "game"), "worker.CLOCK = 0")
    assert done.returncode == 1 and "takes too long and was stopped." in done.stderr


def test_without_the_fence_a_unit_only_keeps_its_name() -> None:
    with unit("face", "a"), unit("picture", "b") as inner:
        pass
    assert inner.left <= LIMITS["picture"].seconds


def test_every_limit_is_in_the_docs() -> None:
    table = (ROOT / "docs" / "limits.md").read_text("utf-8")
    for kind, limit in LIMITS.items():
        assert f"| {limit.doing} | {limit.seconds:g} s |" in table, kind
