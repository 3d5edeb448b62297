"""Commands behind the fence, started as people start them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


START = """
import os, signal, sys, time
from generator.ground import fence, worker
from generator.ground.fence import unit

fence.LIMITS = {
    **fence.LIMITS,
    "face": fence.Limit(0.3, "Drawing a face", "Mend it."),
    "faces": fence.Limit(0.5, "Drawing all faces", "Mend it.", whole=True),
}

def busy(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass

def caught(problem):
    print("caught", problem.where, "|", problem.what, flush=True)
    return 1

"""


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=120
    )


def fenced(body: str) -> subprocess.CompletedProcess[str]:
    """Runs the body as a command behind the fence, in a Python of its own."""
    command = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return python(
        f"{START}def command():\n{command}    return 0\n\nsys.exit(worker.fenced(command, caught=caught))\n"
    )


def said(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1 and done.stderr == "", done
    return done.stdout


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")
