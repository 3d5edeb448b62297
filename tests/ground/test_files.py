"""One way to read a file and one way to write one."""

from __future__ import annotations

import ast
import os
import stat
import sys
from pathlib import Path

import pytest

from generator.ground.files import (
    Unreadable,
    files_inside,
    is_file_inside,
    is_folder_inside,
    lies_inside,
    make_folder,
    read_bounded,
    write_whole,
)
from tests.shared.house import modules

LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "game"
    (made / "art").mkdir(parents=True)
    (made / "art" / "a.png").write_bytes(b"inside")
    (tmp_path / "secret").write_bytes(b"outside")
    return made


def why(path: Path, folder: Path | None, most: int = 100) -> str:
    with pytest.raises(Unreadable) as refused:
        read_bounded(path, inside=folder, most=most)
    return refused.value.what


def test_a_file_inside_is_read(folder: Path) -> None:
    assert read_bounded(folder / "art" / "a.png", inside=folder, most=6) == b"inside"
    assert read_bounded(folder / "art" / ".." / "art" / "a.png", inside=folder, most=6) == b"inside"


def test_what_is_too_large_is_refused_before_it_is_read(folder: Path) -> None:
    assert why(folder / "art" / "a.png", folder, 5) == "The file is larger than 5 bytes."
    with (folder / "large").open("wb") as file:
        file.truncate(3_000_000)
    assert why(folder / "large", folder, 2_000_000) == "The file is larger than 2 MB."


@LINKS
def test_links_may_lead_anywhere_inside_and_nowhere_else(folder: Path, tmp_path: Path) -> None:
    (folder / "good").symlink_to("art/a.png")
    assert read_bounded(folder / "good", inside=folder, most=9) == b"inside"
    for target in (tmp_path / "secret", Path("../secret"), Path("/etc/hostname")):
        (folder / "bad").unlink(missing_ok=True)
        (folder / "bad").symlink_to(target)
        assert why(folder / "bad", folder) == "This path leaves the game folder."
    (folder / "out").symlink_to(tmp_path)
    assert why(folder / "out" / "secret", folder) == "This path leaves the game folder."
    assert not is_file_inside(folder / "out" / "secret", folder)
    assert not is_folder_inside(folder / "out", folder)


@LINKS
def test_a_ring_of_links_leads_nowhere(folder: Path) -> None:
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    assert not lies_inside(folder / "one", folder)
    assert not is_file_inside(folder / "one", folder)
    assert why(folder / "one", None) == "The file is a link that leads nowhere."
    assert files_inside(folder, folder) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
@pytest.mark.parametrize("inside", [True, False])
def test_a_pipe_is_not_waited_for(folder: Path, inside: bool) -> None:
    os.mkfifo(folder / "pipe")
    assert why(folder / "pipe", folder if inside else None) == "This is not a regular file."
    assert not is_file_inside(folder / "pipe", folder)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of POSIX")
def test_a_device_is_not_read() -> None:
    assert why(Path("/dev/zero"), None) == "This is not a regular file."


def test_folders_missing_files_and_impossible_names(folder: Path) -> None:
    assert why(folder / "art", folder) == "This is a folder, not a file."
    assert why(folder / "none", folder) == "There is no such file."
    assert why(folder / "art" / "a.png" / "deeper", folder) == "There is no such file."
    assert why(folder / ("n" * 5000), folder) == "No file can have this name."
    assert why(folder / "a\0b", None) == "No file can have this name."


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="rights bind others than root")
def test_a_file_without_rights_says_so(folder: Path) -> None:
    (folder / "art" / "a.png").chmod(0)
    assert "Permission denied" in why(folder / "art" / "a.png", folder)


@LINKS
def test_only_files_of_the_folder_are_listed(folder: Path, tmp_path: Path) -> None:
    (folder / "art" / "b.png").symlink_to(tmp_path / "secret")
    (folder / "art" / "c.png").symlink_to("a.png")
    (folder / "art" / "d.png").mkdir()
    (folder / "art" / "e.txt").write_text("")
    listed = files_inside(folder / "art", folder, ending=".png")
    assert [path.name for path in listed] == ["a.png", "c.png"]
    assert files_inside(folder / "none", folder) == []


# ---------------------------------------------------------------- writing


def test_a_file_is_replaced_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "art" / "a.png"
    write_whole(path, b"new", inside=folder)
    assert path.read_bytes() == b"new"

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
        patched.setattr(os, "fsync", full)
        write_whole(path, b"newer", inside=folder)
    assert path.read_bytes() == b"new" and list((folder / "art").iterdir()) == [path], "no draft is left"


def test_a_name_may_be_as_long_as_the_system_allows(folder: Path) -> None:
    path = folder / ("🙂" * 60 + ".xlsx")
    write_whole(path, b"new", inside=folder)
    assert path.read_bytes() == b"new"


def test_new_files_never_replace_old_ones(folder: Path) -> None:
    path = folder / "art" / "a.png"
    with pytest.raises(FileExistsError):
        write_whole(path, b"new", inside=folder, new=True)
    assert path.read_bytes() == b"inside" and list((folder / "art").iterdir()) == [path]
    write_whole(folder / "b", b"new", inside=folder, new=True)
    assert (folder / "b").read_bytes() == b"new"
    assert stat.S_IMODE((folder / "b").stat().st_mode) & 0o111 == 0


@LINKS
def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    (folder / "link").symlink_to(tmp_path / "secret")
    write_whole(folder / "link", b"new", inside=folder)
    assert (tmp_path / "secret").read_bytes() == b"outside" and not (folder / "link").is_symlink()
    (folder / "dangling").symlink_to(tmp_path / "made")
    with pytest.raises(FileExistsError):
        write_whole(folder / "dangling", b"new", inside=folder, new=True)
    assert not (tmp_path / "made").exists()
    (folder / "out").symlink_to(tmp_path)
    with pytest.raises(OSError, match="leads out"):
        write_whole(folder / "out" / "made", b"new", inside=folder)
    with pytest.raises(OSError, match="leads out"):
        make_folder(folder / "out", inside=folder)
    assert not (tmp_path / "made").exists()


# ---------------------------------------------------------------- nobody else

HOMES = {"files.py", "output.py", "fence.py"}
"""The file itself; the stage, whose moves and locks are its own; the fence, which closes its own pipe."""
OPENERS = {
    *("open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "rmdir", "unlink", "rename"),
    *("touch", "symlink_to", "hardlink_to", "rmtree", "copytree", "copy", "copyfile", "move", "mkdtemp"),
    *("iterdir", "glob", "rglob", "scandir", "listdir", "is_file", "is_dir", "exists", "from_file_path"),
    *("NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "load_workbook", "ZipFile", "Popen"),
}
KNOWN = {
    ("cli/__init__.py", "os.open"): "the null device, for a reader that is gone",
    ("language.py", "budget.touch"): "a budget",
    ("helper.py", "os.open"): "the null device, for a process that has nothing to say",
    ("fallback.py", "opener.open"): "the pictures of a build",
    ("edit.py", "copy.copy"): "a record",
    ("pdf_font.py", "copy.copy"): "a font in memory",
    ("new_game.py", "source.iterdir"): "the package's own files",
    ("new_game.py", "entry.is_dir"): "the package's own files",
    ("new_game.py", "entry.read_bytes"): "the package's own files",
    ("new_game.py", "folder.iterdir"): "the package's own files",
    ("new_game.py", "path.read_text"): "the package's own files",
    ("new_book.py", "zipfile.ZipFile"): "a workbook in memory",
    ("worker.py", "subprocess.Popen"): "this program itself, on Windows",
    ("worker.py", "shared.unlink"): "shared memory",
    ("cli/preview.py", "webbrowser.open"): "a browser",
    ("servant.py", "subprocess.Popen"): "this program itself",
    ("revisions.py", "subprocess.Popen"): "git, in a repository of our own",
    ("pdf_letters.py", "stream.read_bytes"): "a stream of a PDF",
    ("pdf_steps.py", "stream.read_bytes"): "a stream of a PDF",
    ("inspection.py", "table.read_bytes"): "a stream of a PDF",
    ("inspection.py", "function.read_bytes"): "a stream of a PDF",
    ("press_profile.py", "SHIPPED.read_bytes"): "the package's own profile",
    ("separator.py", "TABLE.read_bytes"): "the package's own table",
    ("series.py", "(house / room).rglob"): "the package's own code",
    ("series.py", "path.read_bytes"): "the package's own code",
    ("cli/balance.py", "path.is_dir"): "what the user typed behind --against",
    ("cli/balance.py", "path.is_file"): "what the user typed behind --against",
    ("game_log.py", "path.exists"): "whether a log of that second is there",
    ("game_log.py", "plays.is_dir"): "whether a game was ever played",
    ("bidi.py", "marks.open"): "brackets in a text",
}
"""What is no file of anybody's, and why."""
READ_OBJECTS = {
    "pikepdf.open": "of bytes",
    "Image.open": "of bytes",
    "load_workbook": "of bytes",
    "zipfile.ZipFile": "of bytes",
}


def named(call: ast.Call) -> str:
    return ast.unparse(call.func)


def opened(tree: ast.AST) -> list[tuple[int, str]]:
    """Calls that open a file, or ask the file system, by their line."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = named(node)
            if name.rpartition(".")[2] in OPENERS and not of_bytes(node, name):
                found.append((node.lineno, name))
    return found


def of_bytes(call: ast.Call, name: str) -> bool:
    """Whether a library's opener is handed bytes in memory."""
    first = ast.unparse(call.args[0]) if call.args else ""
    if name in READ_OBJECTS:
        return "BytesIO(" in first or first in {"archive", "buffer", "content", "data", "source"}
    return name in {"archive.open", "copy"} or name.startswith("self.")


def test_nothing_else_in_the_package_opens_a_file() -> None:
    told = [
        f"{path}:{line}: {name}"
        for path, tree in ((Path(place), tree) for place, tree in modules().items())
        if path.name not in HOMES
        for line, name in opened(tree)
        if not {(path.name, name), (f"{path.parent.name}/{path.name}", name)} & KNOWN.keys()
    ]
    assert told == []
