"""A build on two processors: a second process works ahead, and nobody can tell by the result."""

from __future__ import annotations

import mmap
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.faces.maker import FaceMaker
from generator.ground import helper
from generator.ground.cache import Cache
from generator.ground.helper import HELD, Helper, Parcel, lend, usable_cores
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.press import ahead
from generator.story import BuildOptions, build, look_over
from tests.shared.fenced import ROOT, START, fenced, is_alive, said
from tests.shared.games_made import change, files, starter_game

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="there are no helpers here")

PICTURES = "# Rules\n\nTake a card.\n\n## More\n\n![A tile](face:Tiles/@first)\n\n![It](face:Tiles/Nobody)\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    game = starter_game(tmp_path / "game")
    text = PICTURES.rpartition("\n\n")[0] + "\n"
    (game / "templates" / "rulebook.md").write_text(text, encoding="utf-8")
    return game


def open_files() -> set[int]:
    """The numbers of this process's open files, and of what lists them."""
    return {int(path.name) for path in Path("/proc/self/fd").iterdir()}


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Helpers are lent for any amount of work; the places of what they made and somebody took."""
    monkeypatch.setattr(ahead, "LEAST_FACES", 1)
    places: list[int] = []
    real = Helper.take

    def noted(self: Helper, place: int) -> Parcel | None:
        made = real(self, place)
        if made is not None:
            places.append(place)
        return made

    monkeypatch.setattr(Helper, "take", noted)
    return places


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The helpers that were lent, by their numbers; after the test each has ended and left no trace."""
    lent: list[int] = []
    real = helper.lend

    def noted(work: Callable[[], Any]) -> Helper | None:
        made = real(work)
        assert made is not None
        assert made.process.pid is not None
        lent.append(made.process.pid)
        return made

    monkeypatch.setattr(ahead, "lend", noted)
    before = open_files()
    yield lent
    assert lent
    assert not any(is_alive(process) or Path(f"/proc/{process}").exists() for process in lent)
    assert open_files() <= before


def both(game: Path, **options: Any) -> list[Any]:
    """What a build says and makes on one processor, and on two, each time in a folder without prints."""
    made: list[Any] = []
    for cores in (1, 2):
        try:
            summary = build(Project(game), BuildOptions(**options), cores=cores)
            made.append((summary, files(summary.output)))
            shutil.rmtree(summary.output)
        except Failed as failed:
            made.append(failed.problems)
    return made


# ---------------------------------------------------------------- the same


def test_the_files_are_the_same(game: Path, handed: list[int], ended: list[int]) -> None:
    alone, helped = both(game)
    assert alone == helped
    assert len(handed) > 10 and handed == sorted(handed)


@pytest.mark.parametrize("draft", [False, True])
def test_what_is_wrong_is_the_same_in_the_same_order(game: Path, handed: list[int], draft: bool) -> None:
    (game / "templates" / "rulebook.md").write_text(PICTURES, encoding="utf-8")
    change(game, "Tiles!A2", "A name that is much too long for any tile that anybody may ever cut out" * 3)
    change(game, "Tiles!A3", None)
    template = game / "templates" / "tile.svg"
    broken = "{% if card.title == 'Ford' %}{{ nothing }}{% endif %}{{ icon('nobody', 1, 1, 1) }}</svg>"
    template.write_text(template.read_text("utf-8").replace("</svg>", broken), "utf-8")
    alone, helped = both(game, draft=draft)
    assert alone == helped and handed
    found = [look_over(Project(game), cores=cores) for cores in (1, 2)]
    assert found[0] == found[1] and len(found[0].problems) > 3


def test_a_template_that_is_given_up_is_given_up_everywhere(game: Path, handed: list[int]) -> None:
    (game / "templates" / "tile.svg").write_text("<svg>{% for x in range(9**9) %}{% endfor %}</svg>")
    found = [look_over(Project(game), cores=cores).problems for cores in (1, 2)]
    assert found[0] == found[1] != () and handed


def test_a_font_that_only_the_helper_asked_for_counts_as_asked_for(game: Path, handed: list[int]) -> None:
    (game / "fonts").mkdir(exist_ok=True)
    (game / "fonts" / "Odd-Regular.ttf").write_bytes(b"no font")
    alone, helped = both(game)
    assert alone == helped and handed, "nobody asks for it: a warning"
    template = game / "templates" / "tile.svg"
    asked = "{{ text('x', 1, 9, 9, size=3, font='Odd') }}</svg>"
    template.write_text(template.read_text("utf-8").replace("</svg>", asked), "utf-8")
    alone, helped = both(game)
    assert alone == helped
    assert [problem.where for problem in alone] == ["fonts/Odd-Regular.ttf"], "an error, and no warning"


def test_the_cache_learns_the_same(game: Path, tmp_path: Path, handed: list[int]) -> None:
    names = []
    for cores in (1, 2):
        store = Cache(tmp_path / f"store-{cores}", b"k" * 32, "one")
        build(Project(game), cache=store, cores=cores)
        held = sorted(path for path in (tmp_path / f"store-{cores}").rglob("*") if path.is_file())
        names.append([path.name for path in held])
        assert store.written >= sum(path.stat().st_size for path in held)
    assert names[0] == names[1] and handed


# ---------------------------------------------------------------- when there is none


def test_for_little_work_nobody_is_sent_ahead(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "lend", lambda _work: pytest.fail("a helper was lent"))
    build(Project(game), cores=2)
    monkeypatch.setattr(ahead, "LEAST_FACES", 1)
    build(Project(game), cores=1)


def test_where_the_system_lends_nobody_all_is_done_in_one_process(
    game: Path, monkeypatch: pytest.MonkeyPatch, handed: list[int]
) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    alone, helped = both(game)
    assert alone == helped and handed == []


def test_where_processors_are_not_told_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores() == 1


# ---------------------------------------------------------------- when it ends early


def out_of_memory(number: int) -> None:
    if number == 3:
        raise MemoryError


def crash(number: int) -> None:
    if number == 3:
        os.kill(os.getpid(), signal.SIGSEGV)


def fault(number: int) -> None:
    if number == 3:
        raise ZeroDivisionError


def nothing_at_all(number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("harm", [out_of_memory, crash, fault, nothing_at_all])
def test_whatever_ends_the_helper_the_rest_is_done_without_it(
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    handed: list[int],
    ended: list[int],
    harm: Callable[[int], None],
) -> None:
    real, count = FaceMaker.handed, iter(range(1000))

    def harmed(self: FaceMaker, *words: Any, **more: Any) -> Any:
        harm(next(count))
        return real(self, *words, **more)

    monkeypatch.setattr(FaceMaker, "handed", harmed)
    alone, helped = both(game)
    assert alone == helped
    assert len(handed) == (0 if harm is nothing_at_all else 3)


def test_an_exception_ends_the_helper(
    game: Path, monkeypatch: pytest.MonkeyPatch, handed: list[int], ended: list[int]
) -> None:
    def stopped(stage: str, done: int, total: int) -> None:
        if stage == "faces" and done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(Project(game), progress=stopped, cores=2)


def test_half_a_message_is_none() -> None:
    def half() -> Iterator[Parcel]:
        yield Parcel(0, {}, (b"whole",))
        os.write(_pipe_of_the_helper(), b"\0\0\0\x09{")
        os._exit(0)

    hand = lend(half)
    assert hand is not None
    with hand:
        assert hand.take(0) == Parcel(0, {}, (b"whole",))
        assert hand.take(1) is None


def _pipe_of_the_helper() -> int:
    """The end that is written to: the only pipe of a helper that can be."""
    import fcntl

    numbers = sorted(open_files())
    writing = [n for n in numbers if n > 2 and fcntl.fcntl(n, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY]
    return writing[0]


# ---------------------------------------------------------------- the helper itself


def test_things_are_taken_in_their_order_and_earlier_ones_let_go() -> None:
    hand = lend(lambda: (Parcel(place, {"n": place}, (b"\0" * place,)) for place in (1, 2, 2, 5)))
    assert hand is not None
    with hand:
        assert hand.take(0) is None
        assert hand.take(2) == Parcel(2, {"n": 2}, (b"\0\0",))
        assert hand.take(1) is None
        assert hand.take(2) == Parcel(2, {"n": 2}, (b"\0\0",))
        assert [hand.take(place) and place for place in (4, 5, 6)] == [None, 5, None]


def test_a_helper_waits_when_nobody_takes_what_it_made() -> None:
    size = HELD // 10
    made = mmap.mmap(-1, 8)

    def work() -> Iterator[Parcel]:
        for place in range(1000):
            made[:8] = place.to_bytes(8, "big")
            yield Parcel(place, {}, (b"x" * size,))

    hand = lend(work)
    assert hand is not None
    with hand:
        for taken in (1, 30, 60):
            assert hand.take(taken - 1) is not None
            so_far, before = taken, -1
            while so_far != before:
                before = so_far
                time.sleep(0.2)
                so_far = int.from_bytes(made[:8], "big")
            assert taken <= so_far <= taken + 10 + 2


def test_a_helper_holds_no_file_and_no_lock_of_its_owner(tmp_path: Path) -> None:
    import fcntl

    held = (tmp_path / "lock").open("w")
    fcntl.flock(held, fcntl.LOCK_EX)
    told = mmap.mmap(-1, 8)

    def work() -> Iterator[Parcel]:
        told[0] = len([number for number in open_files() if number > 2])
        yield Parcel(0, {})
        time.sleep(60)

    hand = lend(work)
    assert hand is not None
    with hand:
        assert hand.take(0) is not None
        assert told[0] == 3, "its two pipes, and what lists them"
        held.close()
        with (tmp_path / "lock").open("w") as again:
            fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)


LENT = """
from generator.ground.helper import Parcel, lend

def work():
    for place in range(100):
        with unit("faces", "Components"):
            DO
        yield Parcel(place, {})

taken = 0
with unit("faces", "Components"), lend(work) as lent:
    while lent.take(taken) is not None:
        taken += 1
    AFTER
print("taken", taken, flush=True)
"""


def lent(work: str, after: str = "pass") -> subprocess.CompletedProcess[str]:
    """Takes what a helper makes, behind the fence; how many things that were."""
    return fenced(LENT.replace("DO", work).replace("AFTER", after))


@pytest.mark.parametrize("count", [1, 4])
def test_what_a_helper_takes_counts_for_the_unit_that_it_helps(count: int) -> None:
    done = lent(f"busy(0.1 if place < {count} else 9)", "busy(0.3)")
    if count == 1:
        assert (done.returncode, done.stdout) == (0, "taken 1\n")
    else:
        assert said(done).startswith("caught Components | Drawing all faces takes too long")


def test_the_fence_ends_a_helper_and_who_is_helped_goes_on() -> None:
    done = lent("busy(0.001 if place < 3 else 9)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "taken 3\n", "")


def test_memory_is_refused_to_a_helper_too() -> None:
    kept = "kept = [bytearray(50_000_000) for i in range(60 if place == 3 else 1)]"
    done = lent(kept)
    assert (done.returncode, done.stdout, done.stderr) == (0, "taken 3\n", "")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_helper_ends_with_the_command(number: int) -> None:
    body = (
        "from generator.ground.helper import Parcel, lend\n"
        "def work():\n    yield Parcel(os.getpid(), {})\n    while True: time.sleep(1)\n"
        "def command():\n    with lend(work) as lent:\n        lent.take(0)\n"
        "        print(lent.process.pid, flush=True)\n        time.sleep(60)\n    return 0\n"
    )
    start = f"{START}{body}sys.exit(worker.fenced(command, caught=caught))"
    with subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE, text=True, cwd=ROOT) as run:
        assert run.stdout is not None
        process = int(run.stdout.readline())
        assert is_alive(process)
        run.send_signal(number)
        run.wait(20)
        patience = time.monotonic() + 20
        while is_alive(process) and time.monotonic() < patience:
            time.sleep(0.02)
        assert not is_alive(process)
