"""Strangers' folders: whatever lies in them, a command ends as it should and touches nothing else.

Each case is a starter game made hostile in one way, of a random size, after an honest print was built and
recorded. A sample of them is checked always; all of them, and the other commands, are slow.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest

from generator.cli import main
from generator.ground.fence import LIMITS, MEMORY_MB
from tests.hostile import KINDS, Hostile
from tests.shared.games_made import STARTER, starter_game

ROOT = Path(__file__).parents[2]
COMMANDS = ("build", "check", "preflight", "diff", "export tabletop-simulator", "reprint")
"""What is called on each kind, every command on a case of another size."""
SAMPLE = 12
SMALLEST, LARGEST = 100, 60_000
MOST_OUTPUT = 300_000
STARTING_S, STARTING_MB = 10, 250
"""What Python, our libraries and the stages that are not hostile take on a slow machine."""

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="measured with the means of POSIX")

PNP = """
import os, sys
from pathlib import Path

# what may be written to: the game folder, the system's temporary directory, the user's own pnp folder
allowed = tuple(os.path.realpath(folder) for folder in sys.argv.pop(1).split(os.pathsep))
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PATHS = {"os.remove": 1, "os.rename": 2, "os.mkdir": 1, "os.rmdir": 1, "os.link": 2, "os.symlink": 2,
         "os.truncate": 1, "os.chmod": 1, "os.utime": 1, "shutil.rmtree": 1, "shutil.move": 2}

LOOKING_FOR_A_LIBRARY = {"ldconfig", "gcc", "cc", "ld", "objdump", "sh"}  # ctypes, for libcairo

# where the number of the folder stands among the arguments, for a path that is told from there
FOLDERS = {"os.remove": 1, "os.rmdir": 1, "os.mkdir": 2}

def from_folder(event, args, path):
    number = args[FOLDERS[event]] if event in FOLDERS else -1
    if number == -1:
        return path
    return os.path.join(os.readlink(f"/proc/self/fd/{number}"), path)

def inside(path):
    if isinstance(path, int) or path in ("/dev/null", os.devnull):
        return True
    # the folder counts, and not what the last name may lead to: a link is replaced, never followed
    path = os.fsdecode(path)
    real = os.path.join(os.path.realpath(os.path.dirname(os.path.abspath(path))), os.path.basename(path))
    return any(real == folder or real.startswith(folder + os.sep) for folder in allowed)

def hook(event, args):
    if event == "open":
        path, mode, flags = args
        writes = flags & WRITES if isinstance(flags, int) else any(sign in (mode or "") for sign in "wax+")
        if not writes:
            return
        paths = [path]
        if not isinstance(path, int) and os.path.islink(path) and not flags & os.O_NOFOLLOW:
            paths.append(os.path.realpath(path))
    elif event in PATHS:
        paths = [from_folder(event, args, path) for path in args[: PATHS[event]]]
    elif event == "subprocess.Popen" and os.path.basename(str(args[0])) in LOOKING_FOR_A_LIBRARY:
        return
    elif event.startswith(("socket.connect", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn")):
        paths = [f"/{event} {args[:1]}"]
    else:
        return
    for path in paths:
        if not inside(path):
            os.write(2, f"OUTSIDE {event} {path!r}\\n".encode())
            os._exit(99)

sys.addaudithook(hook)
sys.dont_write_bytecode = True
from generator.cli import run
sys.exit(run())
"""


def hostile(kind: str, number: int, folder: Path, honest: Path = STARTER) -> Path:
    """A case: its kind and number decide everything about it; `honest` is the game before."""
    rng = Random(f"{kind} {number}")
    size = round(SMALLEST * (LARGEST / SMALLEST) ** rng.random()) if number else 3000
    game = Path(shutil.copytree(honest, folder / "game"))
    KINDS[kind](Hostile(game, size, rng))
    return game


def ends_well(command: str, game: Path, home: Path) -> None:
    """Run a command on a game folder and see what it did and what it took."""
    outside = {path: path.stat().st_mtime_ns for path in (game.parent / "outside").rglob("*")}
    scratch = game.parent / "scratch"
    scratch.mkdir()
    allowed = os.pathsep.join(map(str, (game, scratch, home)))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PNP, allowed, *command.split(), "--game", str(game)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env={**os.environ, "PNP_HOME": str(home), "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch)},
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        told = out.read().decode("utf-8", "replace")
    assert process.returncode in {0, 1}, told[-3000:]
    assert "Traceback" not in told and "unexpected" not in told, told[-3000:]
    # what differs is listed however much it is
    assert len(told) < MOST_OUTPUT or command == "diff", told[:3000]
    if process.returncode:
        assert re.search(r"^\S.*: errors?$|: [\d,]+ errors? \(\S", told, re.MULTILINE), told[-3000:]
    taken = used.ru_utime + used.ru_stime
    assert taken < max(limit.seconds for limit in LIMITS.values() if not limit.whole) + STARTING_S, told[
        -3000:
    ]
    size = used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    assert size < MEMORY_MB + STARTING_MB, told[-3000:]
    after = {path: path.stat().st_mtime_ns for path in (game.parent / "outside").rglob("*")}
    assert after == outside, "what lies outside is as it was"
    assert not list(scratch.iterdir()), "nothing is left in the temporary directory"


CASES = [(kind, number) for kind in sorted(KINDS) for number in range(len(COMMANDS))]
CHOSEN = Random(7).sample(sorted(KINDS), SAMPLE)


@pytest.mark.parametrize("kind", CHOSEN)
def test_a_sample_of_hostile_folders(kind: str, tmp_path: Path) -> None:
    ends_well("check", hostile(kind, 0, tmp_path), tmp_path / "home")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter game with its print, which was recorded."""
    game = starter_game(tmp_path_factory.mktemp("honest") / "game")
    assert main(["build", "--game", str(game)]) == 0
    assert main(["printed", "--game", str(game)]) == 0
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), CASES)
def test_every_hostile_folder(kind: str, number: int, printed: Path, tmp_path: Path) -> None:
    game = hostile(kind, number, tmp_path, printed)
    ends_well(COMMANDS[number], game, tmp_path / "home")
