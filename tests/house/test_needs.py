"""What a run says about tests: those that the system is too bare for, and those of long texts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import NEEDS, REQUIRE, required

BARE = """
import conftest
import pytest

conftest.NEEDS.update(chromium=lambda: False, ghostscript=lambda: True)

@pytest.mark.needs("chromium")
def test_one(): pass

@pytest.mark.needs("chromium")
def test_two(): pass

@pytest.mark.needs("ghostscript")
def test_three(): pass
"""
LONG = """
import pytest

@pytest.mark.parametrize("content", [bytes(9_000), bytes(8_000), bytes(8_000), "x" * 7_000, b"small"])
def test_of(content): pass
"""


def run(folder: Path, require: str | None, *options: str, tests: str = BARE) -> tuple[int, str]:
    """Exit code and output of a run of these tests."""
    shutil.copy(Path(__file__).parents[1].joinpath("conftest.py"), folder / "conftest.py")
    (folder / "test_bare.py").write_text(tests, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != REQUIRE}
    if require is not None:
        environment[REQUIRE] = require
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, "test_bare.py"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "shared out"])
def test_what_is_left_out_is_said_at_the_end(tmp_path: Path, options: tuple[str, ...]) -> None:
    code, said = run(tmp_path, None, *options)
    assert code == 0
    assert "left out: 2 tests: chromium is not there" in said
    assert "1 passed, 2 skipped" in said


def test_what_is_required_fails(tmp_path: Path) -> None:
    code, said = run(tmp_path, "wheel,chromium")
    assert code == 1
    assert "chromium is not there, and PNP_REQUIRE asks for it" in said
    assert "1 passed" in said and "skipped" not in said


def test_a_slip_in_what_is_required_stops_the_run(tmp_path: Path) -> None:
    code, said = run(tmp_path, "chromuim")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "PNP_REQUIRE names chromuim; it may name chromium" in said


def test_all_is_everything_that_a_test_may_need() -> None:
    assert required("all") == set(NEEDS)
    assert required(" wheel, chromium,") == {"wheel", "chromium"}
    assert required("") == set()


def test_a_long_text_is_not_part_of_a_name(tmp_path: Path) -> None:
    code, said = run(tmp_path, None, "--collect-only", "-q", tests=LONG)
    assert code == 0
    names = [line.partition("::")[2] for line in said.splitlines() if "::" in line]
    assert names[0] == "test_of[content of 9000]"
    assert names[3:] == ["test_of[content of 7000]", "test_of[small]"]
    assert len(set(names)) == 5, "two of one length have names of their own"


@pytest.mark.skipif(os.name == "nt", reason="signals as a shell leaves them")
def test_what_tests_start_hears_the_keyboard_even_in_the_background() -> None:
    program = (
        "import signal; signal.signal(2, signal.SIG_IGN); import tests.conftest; print(signal.getsignal(2))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert "default_int_handler" in done.stdout, done.stderr
