"""New output replaces the old all together, whenever a build is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.output import staged
from generator.problems import Failed, error

NAMES = [f"A4/sheet{i}.pdf" for i in range(6)]

BUILD = """
import sys
from pathlib import Path
from generator.output import staged
folder, version = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
while True:
    version += 1
    with staged(folder) as stage:
        for i in range(6):
            stage.path(f"A4/sheet{i}.pdf").write_text(f"{version}\\n" * 5000)
        stage.path("README.txt").write_text(f"{version}\\n" * 5000)
"""


def write(folder: Path, text: str, *, stale: list[str] | None = None) -> None:
    with staged(folder) as stage:
        for name in NAMES:
            stage.path(name).write_text(text)
        stage.stale.extend(stale or [])


def versions(folder: Path) -> set[str]:
    """The distinct lines of every file; one line means that no file is torn and none is of another build."""
    files = [path for path in folder.rglob("*") if path.is_file() and ".building" not in path.parts]
    return {line for path in files if path.name not in {".lock"} for line in path.read_text().splitlines()}


def test_files_appear_together(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    with staged(folder) as stage:
        stage.path("A4/a.pdf").write_text("a")
        assert not (folder / "A4").exists()
    assert (folder / "A4/a.pdf").read_text() == "a"
    assert not (folder / ".building").exists()


def test_an_exception_leaves_the_old_output(tmp_path: Path) -> None:
    write(tmp_path, "old\n")
    with pytest.raises(ZeroDivisionError), staged(tmp_path) as stage:
        stage.path(NAMES[0]).write_text("new\n")
        raise ZeroDivisionError
    assert versions(tmp_path) == {"old"}
    assert not (tmp_path / ".building").exists()


def test_stale_files_go_and_files_of_others_stay(tmp_path: Path) -> None:
    write(tmp_path, "old\n")
    (tmp_path / "mine.txt").write_text("mine")
    with staged(tmp_path) as stage:
        stage.path(NAMES[0]).write_text("new\n")
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
def test_killed_at_any_moment_the_output_stays_usable(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    version = 0
    seen: set[bool] = set()
    for attempt in range(14):
        with subprocess.Popen(
            [sys.executable, "-c", BUILD, str(folder), str(version)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.004 + attempt * 0.0037)
            process.send_signal(signal.SIGKILL)
        seen.add((folder / ".building").exists())
        for path in folder.rglob("*.pdf"):
            if ".building" not in path.parts:
                lines = path.read_text().splitlines()
                assert len(lines) == 5000 and len(set(lines)) == 1, "a torn file"
        with staged(folder) as stage:  # the next build tidies up
            found = versions(folder)
            assert len(found) <= 1, "files of two builds side by side"
            version = max([version, *map(int, found)])
            stage.path("seen.txt").write_text(f"{version}\n")
        (folder / "seen.txt").unlink()
    assert True in seen, "some kill hit a build half way"


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
        stage.path("other.txt").write_text("new\n")
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


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nothing_is_written_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = tmp_path / "output"
    folder.mkdir()
    (folder / "A4").symlink_to(outside)
    with pytest.raises(Failed), staged(folder) as stage:
        stage.path("A4/a.pdf").write_text("a")
    assert list(outside.iterdir()) == []


def test_a_forged_note_deletes_nothing_outside(tmp_path: Path) -> None:
    keep = tmp_path / "keep.txt"
    keep.write_text("keep")
    folder = tmp_path / "output"
    (folder / ".building" / "files").mkdir(parents=True)
    (folder / ".building" / "ready.json").write_text(json.dumps(["../keep.txt", str(keep)]))
    with pytest.raises(Failed), staged(folder):
        pass
    assert keep.exists()
