"""New output replaces the old all together, whenever a build is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from generator.ground.output import staged
from generator.ground.problems import Failed, error
from tests.shared.games_made import files, starter_game

LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
NAMES = [f"A4/sheet{i}.pdf" for i in range(6)]

BUILD = """
import sys
from pathlib import Path
from generator.ground.output import staged
folder, version = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
while True:
    version += 1
    with staged(folder) as stage:
        for i in range(6):
            stage.write(f"A4/sheet{i}.pdf", f"{version}\\n".encode() * 5000)
        stage.write("README.txt", f"{version}\\n".encode() * 5000)
"""


def write(folder: Path, text: str, *, stale: list[str] | None = None) -> None:
    with staged(folder) as stage:
        for name in NAMES:
            stage.write(name, text.encode())
        stage.stale.extend(stale or [])


def hidden(path: Path) -> bool:
    """Whether a path lies in the folder of a build that is under way, or was killed."""
    return any(part.startswith(".building") for part in path.parts)


def left_behind(folder: Path) -> bool:
    return any(folder.glob(".building*"))


def versions(folder: Path) -> set[str]:
    """The distinct lines of every file; one line means that no file is torn and none is of another build."""
    files = [path for path in folder.rglob("*") if path.is_file() and not hidden(path)]
    return {line for path in files if path.name not in {".lock"} for line in path.read_text().splitlines()}


def test_files_appear_together(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    with staged(folder) as stage:
        stage.write("A4/a.pdf", b"a")
        assert not (folder / "A4").exists()
    assert (folder / "A4/a.pdf").read_text() == "a"
    assert not left_behind(folder)


def test_a_file_with_the_same_content_stays_as_it_is(tmp_path: Path) -> None:
    for content, changed in (
        ("old", ["A4/other.pdf", "A4/same.pdf"]),
        ("old", []),
        ("new", ["A4/other.pdf"]),
    ):
        with staged(tmp_path) as stage:
            stage.write("A4/same.pdf", b"same")
            stage.write("A4/other.pdf", content.encode())
        assert stage.changed == changed
        if changed != ["A4/other.pdf"]:
            number = (tmp_path / "A4/same.pdf").stat().st_ino
    assert (tmp_path / "A4/same.pdf").stat().st_ino == number
    assert (tmp_path / "A4/other.pdf").read_text() == "new"


def test_an_exception_leaves_the_old_output(tmp_path: Path) -> None:
    write(tmp_path, "old\n")
    with pytest.raises(ZeroDivisionError), staged(tmp_path) as stage:
        stage.write(NAMES[0], b"new\n")
        raise ZeroDivisionError
    assert versions(tmp_path) == {"old"}
    assert not left_behind(tmp_path)


def test_stale_files_go_and_files_of_others_stay(tmp_path: Path) -> None:
    write(tmp_path, "old\n")
    (tmp_path / "mine.txt").write_text("mine")
    with staged(tmp_path) as stage:
        stage.write(NAMES[0], b"new\n")
        stage.stale.append(NAMES[1])
    assert not (tmp_path / NAMES[1]).exists()
    assert (tmp_path / NAMES[2]).exists() and (tmp_path / "mine.txt").exists()


def test_two_builds_do_not_tread_on_each_other(tmp_path: Path) -> None:
    with staged(tmp_path), pytest.raises(Failed) as failed, staged(tmp_path):
        pass
    assert "Another build" in str(failed.value)
    write(tmp_path, "after\n")
    assert versions(tmp_path) == {"after"}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("kills", [14, pytest.param(60, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_output_stays_usable(tmp_path: Path, kills: int) -> None:
    folder = tmp_path / "output"
    version = 0
    seen: set[bool] = set()
    for attempt in range(kills):
        with subprocess.Popen(
            [sys.executable, "-c", BUILD, str(folder), str(version)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.004 + attempt % 14 * 0.0037 + attempt // 14 * 0.0009)
            process.send_signal(signal.SIGKILL)
        seen.add(left_behind(folder))
        for path in folder.rglob("*.pdf"):
            if not hidden(path):
                lines = path.read_text().splitlines()
                assert len(lines) == 5000 and len(set(lines)) == 1, "a torn file"
        with staged(folder) as stage:  # the next build tidies up
            found = versions(folder)
            assert len(found) <= 1, "files of two builds side by side"
            version = max([version, *map(int, found)])
            stage.write("A4/seen.pdf", f"{version}\n".encode())
        (folder / "A4" / "seen.pdf").unlink()
    assert True in seen, "some kill hit a build half way"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("kills", [2, pytest.param(12, marks=pytest.mark.slow)])
def test_a_killed_command_leaves_nothing_elsewhere_and_the_next_one_works(tmp_path: Path, kills: int) -> None:
    game, scratch = starter_game(tmp_path / "game"), tmp_path / "scratch"
    scratch.mkdir()
    command = [sys.executable, "-m", "generator", "build", "--game", str(game), "--paper", "a4"]
    places: dict[str, Any] = {"cwd": Path(__file__).parents[2], "env": {**os.environ, "TMPDIR": str(scratch)}}
    assert subprocess.run(command, **places, capture_output=True).returncode == 0
    good = files(game / "output")
    for attempt in range(kills):
        with subprocess.Popen(command, **places, stdout=subprocess.DEVNULL) as process:
            time.sleep(0.4 + 1.2 * attempt / kills)
            process.kill()
        assert list(scratch.iterdir()) == []
        assert files(game / "output") == good, "the same game: old files and new ones are alike"
    patience = time.monotonic() + 20
    while (done := subprocess.run(command, **places, capture_output=True)).returncode:
        assert b"Another build" in done.stderr, done.stderr  # the last worker has not seen its parent's end
        assert time.monotonic() < patience
    assert files(game / "output") == good and not left_behind(game / "output")


@pytest.mark.parametrize("moves", range(len(NAMES)))
def test_a_kill_between_two_moves_is_finished_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    write(tmp_path, "old\n")
    real, done = Path.replace, 0

    def replace(path: Path, target: Path) -> Path:
        nonlocal done
        if path.suffix == ".pdf":
            if done == moves:
                raise KeyboardInterrupt
            done += 1
        return real(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path, "new\n", stale=["A4/gone.pdf"])
    (tmp_path / "A4/gone.pdf").write_text("old\n")
    with staged(tmp_path) as stage:
        assert versions(tmp_path) == {"new"}
        stage.write("A4/other.pdf", b"new\n")
    assert versions(tmp_path) == {"new"}


def test_a_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("a file where the folder should be")
    with pytest.raises(Failed) as failed, staged(tmp_path / "output"):
        pass
    (problem,) = failed.value.problems
    assert problem == error(
        str(tmp_path / "output"),
        "output is a file, and the folder of that name cannot be made.",
        "Rename it.",
    )
    with pytest.raises(Failed, match="cannot be written"), staged(tmp_path / "output" / "deeper"):
        pass


@LINKS
def test_nothing_is_written_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = tmp_path / "output"
    folder.mkdir()
    (folder / "A4").symlink_to(outside)
    with pytest.raises(Failed, match="The folder is a link"), staged(folder) as stage:
        stage.write("A4/a.pdf", b"a")
    assert list(outside.iterdir()) == []


def killed_while_moving(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build that was killed before its first move; returns what it left."""
    write(folder, "old\n")
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if path.suffix == ".pdf":
            raise KeyboardInterrupt
        return real(path, target)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "replace", replace)
        write(folder, "new\n")
    (left,) = folder.glob(".building*")
    return left


def forged(left: Path, **changes: object) -> None:
    note = json.loads((left / "ready.json").read_text())
    (left / "ready.json").write_text(json.dumps({**note, **changes}))


@pytest.mark.parametrize(
    "changes",
    [
        {"stale": ["../keep.txt"]},
        {"stale": [NAMES[0]]},
        {"files": {"../moved.txt": "0" * 64}},
        {"files": {}},
        {"seal": ""},
        {"seal": 7},
        {"files": 7, "stale": {}},
    ],
)
def test_a_forged_note_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]
) -> None:
    (tmp_path / "keep.txt").write_text("keep")
    folder = tmp_path / "output"
    forged(killed_while_moving(folder, monkeypatch), **changes)
    with staged(folder):
        assert versions(folder) == {"old"}, "nothing was moved, nothing deleted"
    assert (tmp_path / "keep.txt").exists() and not left_behind(folder)


def test_a_note_without_seal_or_of_another_folder_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = killed_while_moving(tmp_path / "one", monkeypatch)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with staged(tmp_path / "two"):
        assert versions(tmp_path / "two") == {"old"}
    (left / "ready.json").write_text(json.dumps(["../keep.txt"]))
    with staged(tmp_path / "one"):
        assert versions(tmp_path / "one") == {"old"}


def test_another_users_note_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed_while_moving(tmp_path / "output", monkeypatch)
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "another user"))
    with staged(tmp_path / "output"):
        assert versions(tmp_path / "output") == {"old"}


def test_a_staged_file_that_was_exchanged_is_not_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = killed_while_moving(tmp_path, monkeypatch)
    (left / "files" / NAMES[0]).write_text("evil\n")
    (left / "files" / "A4" / "more.pdf").write_text("evil\n")
    with staged(tmp_path):
        assert versions(tmp_path) == {"old", "new"}, "all but the one that was exchanged"
    assert not (tmp_path / "A4" / "more.pdf").exists()


def test_without_a_folder_of_its_own_a_build_works_and_believes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file where the user's folder should be")
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    killed_while_moving(tmp_path / "output", monkeypatch)
    with staged(tmp_path / "output"):
        assert versions(tmp_path / "output") == {"old"}
    write(tmp_path / "output", "next\n")
    assert versions(tmp_path / "output") == {"next"}


# ---------------------------------------------------------------- links


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the output that holds what nobody may touch."""
    folder = tmp_path / "outside"
    (folder / "A4").mkdir(parents=True)
    (folder / "A4" / "precious.pdf").write_text("precious")
    (folder / "ready.json").write_text("[]")
    return folder


def untouched(outside: Path) -> bool:
    return {path.relative_to(outside).as_posix() for path in outside.rglob("*")} == {
        "A4",
        "A4/precious.pdf",
        "ready.json",
    } and (outside / "A4" / "precious.pdf").read_text() == "precious"


@LINKS
@pytest.mark.parametrize("name", [".building", ".building-x", ".building/files", ".building-x/files"])
def test_what_looks_like_a_killed_build_and_is_a_link_is_taken_away(
    tmp_path: Path, outside: Path, name: str
) -> None:
    folder = tmp_path / "output"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).symlink_to(outside)
    (folder / Path(name).parts[0] / "ready.json").write_text("[]")
    (outside / "ready.json").write_text("[]")
    write(folder, "new\n")
    assert versions(folder) == {"new"} and untouched(outside) and not left_behind(folder)


def test_a_file_that_lies_where_the_lock_is_stays_as_it_is(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    lock.write_text("a stranger's")
    lock.chmod(0o640)
    with staged(tmp_path) as stage:
        stage.write("A4/a.pdf", b"made")
    assert lock.read_text() == "a stranger's" and (tmp_path / "A4" / "a.pdf").read_bytes() == b"made"
    assert sys.platform == "win32" or lock.stat().st_mode & 0o777 == 0o640


@LINKS
def test_a_lock_that_is_a_link_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    folder.mkdir()
    (folder / ".lock").symlink_to(tmp_path / "made")
    with pytest.raises(Failed) as failed:
        write(folder, "new\n")
    assert failed.value.problems == (
        error(str(folder / ".lock"), "This is no file of pnp.", "Delete it; a build makes its own."),
    )
    assert not (tmp_path / "made").exists()


@LINKS
def test_a_file_that_is_a_link_is_replaced_and_its_target_left(tmp_path: Path, outside: Path) -> None:
    folder = tmp_path / "output"
    (folder / "A4").mkdir(parents=True)
    (folder / NAMES[0]).symlink_to(outside / "A4" / "precious.pdf")
    write(folder, "new\n")
    assert versions(folder) == {"new"} and untouched(outside)
    assert not (folder / NAMES[0]).is_symlink()


@LINKS
def test_an_output_folder_that_is_a_link_is_a_problem(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "output").symlink_to(outside)
    with pytest.raises(Failed, match="output is a link"):
        write(tmp_path / "output", "new\n")
    assert untouched(outside)


def test_a_folder_with_the_name_of_a_file_is_a_problem_and_no_error_for_ever(tmp_path: Path) -> None:
    write(tmp_path, "old\n")
    (tmp_path / NAMES[3]).unlink()
    (tmp_path / NAMES[3]).mkdir()
    for _ in range(2):
        with pytest.raises(Failed) as failed:
            write(tmp_path, "new\n")
        assert failed.value.problems == (
            error(str(tmp_path / NAMES[3]), "A folder has the name of a file that is made.", "Rename it."),
        )
        assert versions(tmp_path) == {"old"} and not left_behind(tmp_path)
    (tmp_path / NAMES[3]).rmdir()
    write(tmp_path, "new\n")
    assert versions(tmp_path) == {"new"}
