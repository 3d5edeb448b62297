"""A pnp folder of the tests' own, what some of them need from the system, and what a run left out.

A test marked `needs("chromium")` is left out where Chromium is missing, and the end of the run says so. What
the environment variable PNP_REQUIRE names must be there, or such a test fails: a comma list such as
`chromium,wheel`, or `all`. Tests marked `slow` belong to `make test-all`.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest
from hypothesis import HealthCheck, settings

# What a shell starts in the background, or nohup, has these ignored; what tests start is to hear them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
HOME = os.environ["PNP_HOME"] = mkdtemp(prefix="pnp-test-home-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
REQUIRE = "PNP_REQUIRE"
LONGEST_TEST_S = 900
LONGEST_IN_A_NAME = 300
"""Characters or bytes of a parameter, in the name of its test."""

# A busy machine makes no test fail: what an example takes is no matter of right or wrong. Nor does luck: a
# commit is tried with the same examples each time; `--hypothesis-profile searching` looks for new ones.
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("the same", settings.get_profile("searching"), derandomize=True)
settings.load_profile("the same")


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: to look through it for garbage took a sixth of all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_sessionfinish() -> None:
    """pytest looks for garbage five times at the end: once is enough, for what was lost is found by then."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The usual game folder of a test: a copy of the starter, to change and to build."""
    from tests.shared.games_made import starter_game  # late: a test copies this file to where no package is

    return starter_game(tmp_path / "game")


def _a_program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def _chromium() -> bool:
    """The system's browser, and playwright, which drives it."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return False
    return _a_program("chromium", "chromium-browser", "google-chrome")()


def _wheel() -> bool:
    """A package index that pip reaches: a wheel is built and installed as a user would."""
    with TemporaryDirectory() as folder:
        asked = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            folder,
            "setuptools",
        ]
        return subprocess.run(asked, capture_output=True).returncode == 0


def _noto() -> bool:
    """Fonts for scripts of the world, as Debian packs them."""
    return all(
        Path("/usr/share/fonts", path).exists()
        for path in ("truetype/noto/NotoSansTamil-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc")
    )


NEEDS: dict[str, Callable[[], bool]] = {
    "chromium": _chromium,
    "git": _a_program("git"),
    "ghostscript": _a_program("gs", "gswin64c"),
    "wheel": _wheel,
    "noto fonts": _noto,
}
"""What a test may need, and how to see whether it is there; asked once a run, and only if a test needs it."""


@cache
def there_is(name: str) -> bool:
    return NEEDS[name]()


def required(asked: str) -> frozenset[str]:
    """What PNP_REQUIRE names. Raises UsageError for a name that no test could mean."""
    names = {name.strip() for name in asked.split(",")} - {""}
    unknown = sorted(names - NEEDS.keys() - {"all"})
    if unknown:
        known = ", ".join([*NEEDS, "all"])
        raise pytest.UsageError(f"{REQUIRE} names {', '.join(unknown)}; it may name {known}.")
    return frozenset(NEEDS) if "all" in names else frozenset(names)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(name, ...): left out where the system has no such thing")
    config.addinivalue_line("markers", "slow: runs in `make test-all` and not in `make test`")
    config.addinivalue_line("markers", "quick(n): of its cases n, evenly spread, run in `make test`, too")
    required(os.environ.get(REQUIRE, ""))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """The part of a test's name that stands for a long text, or None for pytest's own.

    Pytest 8.0 writes it out: megabytes of a file become a name that all processes keep and send.
    """
    if isinstance(val, str | bytes) and len(val) > LONGEST_IN_A_NAME:
        return f"{argname} of {len(val)}"
    return None


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The cases of a test marked `quick(n)` are slow, but for n of them from the first on."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("quick"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for table in cases.values():
        (count,) = next(table[0].iter_markers("quick")).args
        quick = {number * len(table) // count for number in range(count)}
        for number, item in enumerate(table):
            if number not in quick:
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """A test that hangs fails, with what it was at, so that the others are run all the same."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _hangs)
        signal.alarm(LONGEST_TEST_S)
    try:
        return (yield)
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)


def _hangs(*_: object) -> None:
    pytest.fail(f"it hangs: nothing has come of it in {LONGEST_TEST_S} seconds")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in _needed(item):
        if there_is(name):
            continue
        if name in required(os.environ.get(REQUIRE, "")):
            pytest.fail(f"{name} is not there, and {REQUIRE} asks for it", pytrace=False)
        pytest.skip(f"{name} is not there")


def _needed(item: pytest.Item) -> Iterator[str]:
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            if name not in NEEDS:
                raise pytest.UsageError(f"{item.nodeid} needs {name}, which tests/conftest.py does not know.")
            yield name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each reason why tests were left out."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(
            f"left out: {count} {'test' if count == 1 else 'tests'}: {reason}", yellow=True
        )


def _reason(report: pytest.TestReport) -> str:
    told = report.longrepr
    return str(told[2] if isinstance(told, tuple) else told).removeprefix("Skipped: ")
