"""A saved file is noticed once, when the save is through, however a program saves."""

from __future__ import annotations

import os
import queue
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from generator.preview.watching import changes, is_half_written

ROOT = Path(__file__).parents[2]
WORKBOOK = (ROOT / "generator" / "data" / "starter" / "card_data.xlsx").read_bytes()
LONGEST_S = 20.0
"""How long a test waits for what has to come; it comes in a tenth of a second."""
LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


class Watched:
    """A game folder that is watched in a thread, and what comes of it."""

    def __init__(self, root: Path, *, listen: bool = True) -> None:
        self.root = root
        self.stop = threading.Event()
        self.told: queue.Queue[set[str]] = queue.Queue()
        self._thread = threading.Thread(target=self._watch, args=(listen,), daemon=True)
        self._thread.start()
        self.ready()

    def _watch(self, listen: bool) -> None:
        for changed in changes(self.root, stop=self.stop, listen=listen):
            self.told.put({path.relative_to(self.root).as_posix() for path in changed})

    def ready(self) -> None:
        """Wait until the watching has begun: until a first file that is changed for it is noticed."""
        until = time.monotonic() + LONGEST_S
        while time.monotonic() < until:
            (self.root / "templates" / "first.svg").write_text(str(time.monotonic()))
            with suppress(queue.Empty):
                while True:  # under load it may be noticed late, and more than once
                    self.told.get(timeout=0.4)
                    until = 0.0

    def next(self) -> set[str]:
        return self.told.get(timeout=LONGEST_S)

    def none(self) -> None:
        """Nothing comes for a while."""
        with pytest.raises(queue.Empty):
            self.told.get(timeout=0.3)

    def end(self) -> None:
        self.stop.set()
        self._thread.join(LONGEST_S)
        assert not self._thread.is_alive()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "game"
    for name in ("templates", "icons"):
        (root / name).mkdir(parents=True)
    (root / "templates" / "card.svg").write_text("<svg/>")
    (root / "card_data.xlsx").write_bytes(WORKBOOK)
    return root


@pytest.fixture
def watched(folder: Path) -> Iterator[Watched]:
    made = Watched(folder)
    yield made
    made.end()


def in_place(root: Path) -> None:
    """As openpyxl does."""
    (root / "card_data.xlsx").write_bytes(WORKBOOK)


def like_excel(root: Path) -> None:
    """A lock, a file of eight hexadecimal digits, the old file out of the way, the new one in its place."""
    (root / "~$card_data.xlsx").write_bytes(b"\x05Somebody".ljust(165, b"\0"))
    (root / "9C1A03F7").write_bytes(WORKBOOK)
    (root / "card_data.xlsx").rename(root / "57DE2B10.tmp")
    time.sleep(0.05)
    (root / "9C1A03F7").rename(root / "card_data.xlsx")
    (root / "57DE2B10.tmp").unlink()
    (root / "~$card_data.xlsx").unlink()


def like_libreoffice(root: Path) -> None:
    """A lock, a temporary file beside it that takes its place, the lock gone."""
    (root / ".~lock.card_data.xlsx#").write_text(",somebody,host,22.11.2026 09:00,file:///home;")
    (root / "lu4711x0815.tmp").write_bytes(WORKBOOK)
    (root / "lu4711x0815.tmp").replace(root / "card_data.xlsx")
    (root / ".~lock.card_data.xlsx#").unlink()


def over_a_network(root: Path) -> None:
    """The old file is deleted, and the new one grows bit by bit."""
    (root / "card_data.xlsx").unlink()
    time.sleep(0.1)
    with (root / "card_data.xlsx").open("wb") as file:
        for begin in range(0, len(WORKBOOK), len(WORKBOOK) // 6):
            file.write(WORKBOOK[begin : begin + len(WORKBOOK) // 6])
            file.flush()
            time.sleep(0.06)


@pytest.mark.parametrize("save", [in_place, like_excel, like_libreoffice, over_a_network])
def test_a_saved_workbook_is_noticed_once_and_whole(watched: Watched, save: Callable[[Path], None]) -> None:
    save(watched.root)
    assert watched.next() == {"card_data.xlsx"}
    assert (watched.root / "card_data.xlsx").read_bytes() == WORKBOOK
    watched.none()


def test_an_editor_that_moves_the_old_file_away_is_one_save(watched: Watched) -> None:
    """As vim does: a trial file, the old one as a copy, a swap file all the while."""
    folder = watched.root / "templates"
    (folder / ".card.svg.swp").write_bytes(b"b0VIM")
    (folder / "4913").touch()
    (folder / "4913").unlink()
    (folder / "card.svg").rename(folder / "card.svg~")
    (folder / "card.svg").write_text("<svg><rect/></svg>")
    (folder / "card.svg~").unlink()
    (folder / ".card.svg.swp").unlink()
    assert watched.next() == {"templates/card.svg"}
    watched.none()


def test_what_belongs_to_no_game_wakes_nobody(watched: Watched) -> None:
    root = watched.root
    for name in (
        "output/A4/Game_A4.pdf",
        "output/x.svg",
        "printed/faces.png",
        ".git/index",
        "other/card_data.xlsx",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"made")
    for name in (
        "card_data.checked.xlsx",
        "notes.txt",
        "~$card_data.xlsx",
        "templates/.#card.svg",
        "lu1.tmp",
    ):
        (root / name).write_bytes(b"made")
    (root / "other" / "icon.svg").write_bytes(b"of another game")
    watched.none()


def test_files_that_come_and_go_are_told_together(watched: Watched) -> None:
    (watched.root / "art").mkdir()
    (watched.root / "art" / "moon.PNG").write_bytes(b"moon")
    (watched.root / "icons" / "sun.svg").write_text("<svg/>")
    told = watched.next()
    while told != {"art/moon.PNG", "icons/sun.svg"}:
        told |= watched.next()
    (watched.root / "art" / "moon.PNG").write_bytes(b"new moon")
    assert watched.next() == {"art/moon.PNG"}
    (watched.root / "icons" / "sun.svg").unlink()
    assert watched.next() == {"icons/sun.svg"}


def test_a_folder_of_tables_is_a_workbook(folder: Path) -> None:
    (folder / "card_data.xlsx").unlink()
    (folder / "card_data").mkdir()
    (folder / "card_data" / "Cards.csv").write_text("Title\n")
    watched = Watched(folder)
    (folder / "card_data" / "Cards.csv").write_text("Title\nMoon\n")
    (folder / "card_data" / ".~lock.Cards.csv#").write_text("me")
    assert watched.next() == {"card_data/Cards.csv"}
    watched.end()


def test_a_folder_that_was_gone_for_a_while_is_watched_again(watched: Watched, tmp_path: Path) -> None:
    away = tmp_path / "away"
    watched.root.rename(away)
    time.sleep(0.3)
    shutil.copytree(away, watched.root)
    (watched.root / "templates" / "card.svg").write_text("<svg><g/></svg>")
    told = watched.next()
    while "templates/card.svg" not in told:
        told |= watched.next()
    (watched.root / "icons" / "sun.svg").write_text("<svg/>")
    assert "icons/sun.svg" in watched.next() | told


@pytest.mark.slow
def test_a_deleted_workbook_and_a_damaged_one_are_told_too(watched: Watched) -> None:
    (watched.root / "card_data.xlsx").write_bytes(WORKBOOK[:1000])
    assert watched.next() == {"card_data.xlsx"}
    watched.none()


@pytest.mark.slow
def test_where_the_system_tells_nothing_the_folder_is_looked_at(folder: Path) -> None:
    watched = Watched(folder, listen=False)
    like_excel(folder)
    assert watched.next() == {"card_data.xlsx"}
    watched.end()


@LINKS
def test_links_are_not_followed_out_of_the_folder(watched: Watched, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "secret.svg").write_text("<svg/>")
    (watched.root / "art").symlink_to(other)
    (watched.root / "icons" / "link.svg").symlink_to(other / "secret.svg")
    (watched.root / "icons" / "ring.svg").symlink_to("ring.svg")
    watched.none()
    (other / "secret.svg").write_text("<svg><g/></svg>")
    watched.none()
    (watched.root / "icons" / "own.svg").symlink_to("../templates/card.svg")
    assert watched.next() == {"icons/own.svg"}


def test_what_changes_while_the_caller_is_at_work_comes_next(folder: Path) -> None:
    stop = threading.Event()
    found = changes(folder, stop=stop)
    threading.Timer(0.3, lambda: (folder / "icons" / "one.svg").write_text("1")).start()
    assert {path.name for path in next(found)} == {"one.svg"}
    (folder / "icons" / "two.svg").write_text("2")
    assert {path.name for path in next(found)} == {"two.svg"}
    stop.set()
    assert list(found) == []


@pytest.mark.parametrize(
    ("content", "half"),
    [
        (WORKBOOK, False),
        (WORKBOOK[:-1], True),
        (WORKBOOK[: len(WORKBOOK) // 2], True),
        (b"", True),
        (bytes(5000), True),
        (bytes(500) + WORKBOOK[500:], True),
        (b"Title,Cost\n", False),
        (b"\xd0\xcf\x11\xe0 an old workbook", False),
    ],
    ids=["whole", "last byte", "half", "empty", "zeros", "first part missing", "text", "old"],
)
def test_the_beginning_of_a_workbook_is_known(tmp_path: Path, content: bytes, half: bool) -> None:
    (tmp_path / "card_data.xlsx").write_bytes(content)
    assert is_half_written(tmp_path / "card_data.xlsx", inside=tmp_path) is half


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_is_let_alone(folder: Path) -> None:
    os.mkfifo(folder / "icons" / "pipe.svg")
    watched = Watched(folder)
    watched.end()
