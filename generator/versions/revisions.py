"""A game folder as it was at a git revision, laid out in a folder of its own.

The repository may be a stranger's, and what git reads there can run programs: its configuration names hooks,
filters, file monitors, helpers, remotes. So none of it is read. git is given a repository of our own making
with an empty configuration, into which the names of the other one's branches and tags are copied; of the
other one it reads the objects alone. Nothing is checked out: contents are read, and files written here.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Timer
from typing import NamedTuple

from generator.ground.fence import unit
from generator.ground.files import (
    MB,
    Unreadable,
    files_below,
    is_file_inside,
    is_folder_inside,
    lies_inside,
    make_folder,
    read_bounded,
    write_whole,
)
from generator.ground.problems import Failed, Problem, error, shortened
from generator.ground.project import KINDS, OUTPUT, leads_out

MOST_FILES, MOST_BYTES, MOST_FILE = 5_000, 300 * MB, 30 * MB
"""Of a game folder at a revision."""
MOST_LISTED = 20 * MB
"""Bytes of the list of a revision's files."""
MOST_REFS, MOST_PACKED = 10_000, 20 * MB
MOST_SECONDS = 20
_FOLDERS = ("templates", "icons", "fonts", "art", KINDS[-1])
_PICTURES = frozenset({".svg", ".png", ".jpg", ".jpeg"})
_NOT_OURS = frozenset({OUTPUT, "printed", ".git"})
_REVISION = re.compile(r"[\w@][\w./@{}^~+-]{0,199}")
_REF = re.compile(rb"(ref: refs/[\w./+@-]{1,200}|[0-9a-f]{40}|[0-9a-f]{64})\s*")
_WORKTREE = re.compile(rb"^\s*worktree\s*=\s*\"?([^\"\0\n]{1,4000}?)\"?\s*$", re.MULTILINE)
_SHA256 = re.compile(rb"^\s*objectformat\s*=\s*\"?sha256", re.IGNORECASE | re.MULTILINE)


class _Entry(NamedTuple):
    """A file at a revision: the name of its content, its size, and its path in the game folder."""

    blob: str
    size: int
    path: str


def lay_out_revision(game: Path, revision: str, target: Path) -> None:
    """Write the game folder as it was at a revision into an empty folder. Raises Failed.

    Only what a game is made of is written: the workbook, templates, icons, fonts and pictures. Links and
    submodules are left out.
    """
    with unit("record", revision):
        if not _REVISION.fullmatch(revision) or ".." in revision:
            raise Failed(_unknown(revision))
        _laid_out(game, revision, target)


def _laid_out(game: Path, revision: str, target: Path) -> None:
    where = game.resolve()
    top = next((folder for folder in (where, *where.parents) if os.path.lexists(folder / ".git")), None)
    program = _program(where)
    if top is None:
        fault = f"There is no file or folder {revision}, and the game folder is in no git repository."
        raise Failed(
            error(revision, fault, "Name a game folder, a workbook or a record.json to compare with.")
        )
    if program is None:
        raise Failed(
            error(revision, "There is no git here.", "Install git, or name a folder to compare with.")
        )
    path, files = target / "git", target / "game"
    make_folder(path, inside=target)
    make_folder(files, inside=target)
    git = _Git(program, path, _objects(top, path, revision))
    commit = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not re.fullmatch(rb"[0-9a-f]{40,64}\s*", commit):
        raise Failed(_unknown(revision))
    entries = list(_entries(git, commit.decode().strip(), where.relative_to(top).as_posix(), revision))
    if not any(entry.path.split("/")[0] in KINDS for entry in entries):
        raise Failed(error(revision, "There was no workbook here at this revision.", "Name a later one."))
    git.write(entries, files, revision)


def _program(where: Path) -> Path | None:
    """git, looked for where PATH says and nowhere else: Windows would look in the current folder first.

    What PATH names relative to the current folder, or in the game folder, is left out.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for folder in map(Path, os.environ.get("PATH", "").split(os.pathsep)):
        program = folder / name
        usable = folder.is_absolute() and not lies_inside(program, where)
        if usable and is_file_inside(program, Path(program.anchor)) and os.access(program, os.X_OK):
            return program.resolve()
    return None


def _unknown(revision: str) -> Problem:
    text = shortened(revision, 80)
    fault = f"“{text}” is no file or folder, and no commit, branch or tag of this repository."
    return error("command line", fault, "Name one that git log or git tag shows, or a path.")


def _damaged(revision: str, fault: str) -> Failed:
    return Failed(
        error(revision, fault, "Name a game folder instead: git worktree add makes one of a revision.")
    )


def _lacking(revision: str) -> Failed:
    return _damaged(revision, "The git repository lacks what belongs to this revision.")


# ---------------------------------------------------------------- a repository of our own


def _objects(top: Path, store: Path, revision: str) -> Path:
    """Make a repository that has the names of the one at `top`; returns the folder of that one's objects."""
    own = _git_folder(top, revision)
    common = _common(own, revision)
    objects = common / "objects"
    if not is_folder_inside(objects, common):
        raise _damaged(revision, "The folder .git here is none of git's, or a damaged one.")
    if os.path.lexists(objects / "info" / "alternates"):
        raise _damaged(revision, "This git repository borrows its content from another one.")
    for name in ("objects", "refs"):
        make_folder(store / name, inside=store)
    sha256 = _SHA256.search(_read(common / "config", MB) or b"") is not None
    form = "\n[extensions]\n\tobjectFormat = sha256" if sha256 else ""
    config = f"[core]\n\trepositoryFormatVersion = {int(sha256)}\n\tbare = true{form}\n"
    _write(store / "config", config.encode(), store)
    _write(store / "HEAD", _ref(own / "HEAD") or b"ref: refs/heads/main\n", store)
    packed = _read(common / "packed-refs", MOST_PACKED)
    if packed is not None:
        _write(store / "packed-refs", packed, store)
    for number, (path, _, _) in enumerate(files_below(common / "refs")):
        content = _ref(path) if number < MOST_REFS else None
        relative = path.relative_to(common)
        if content is not None and not leads_out(relative.as_posix()):
            make_folder((store / relative).parent, inside=store)
            _write(store / relative, content, store)
    return objects


def _git_folder(top: Path, revision: str) -> Path:
    """The folder .git, or where a file of that name says that it is, if that folder says so too.

    A worktree's folder names the file .git in `gitdir`, a submodule's the folder around it in its config.
    Anybody can write a file .git; only who owns the other repository can have it point back.
    """
    path = top / ".git"
    if is_folder_inside(path, top):
        return path
    line = re.fullmatch(rb"gitdir: ([^\0\n]{1,4000})\s*", _read(path, 5_000) or b"")
    folder = top / os.fsdecode(line[1]) if line else path
    if not is_folder_inside(folder, folder):
        raise _damaged(revision, "The file .git here leads to no repository.")
    back = _path_in(folder / "gitdir", folder)
    worktree = _WORKTREE.search(_read(folder / "config", MB) or b"")
    around = folder / os.fsdecode(worktree[1]) if worktree else None
    if not _are_one(back, path) and not _are_one(around, top):
        fault = f"The file .git here leads to {shortened(str(folder), 200)}, which belongs to another folder."
        raise _damaged(revision, fault)
    return folder


def _common(folder: Path, revision: str) -> Path:
    """What the working trees of a repository share. Raises Failed if it does not know of this one."""
    common = _path_in(folder / "commondir", folder)
    if common is None:
        return folder
    if not lies_inside(folder, common / "worktrees"):
        raise _damaged(revision, "The folder .git here leads to a repository that does not know of it.")
    return common


def _path_in(file: Path, folder: Path) -> Path | None:
    """The path that a small file of git's holds, read from a folder; None without one."""
    text = (_read(file, 5_000) or b"").strip()
    return folder / os.fsdecode(text) if text and b"\0" not in text else None


def _are_one(path: Path | None, second: Path) -> bool:
    """Whether both paths lead to the same file or folder."""
    try:
        return path is not None and path.samefile(second)
    except (OSError, ValueError):
        return False


def _ref(path: Path) -> bytes | None:
    content = _read(path, 5_000)
    return content if content is not None and _REF.fullmatch(content) else None


def _read(path: Path, most: int) -> bytes | None:
    try:
        return read_bounded(path, inside=None, most=most)
    except Unreadable:
        return None


def _write(path: Path, content: bytes, inside: Path) -> None:
    write_whole(path, content, inside=inside, lasting=False)


# ---------------------------------------------------------------- asking git


@dataclass(frozen=True, slots=True)
class _Git:
    """git with a repository of our own, and the objects of another."""

    program: Path
    folder: Path
    objects: Path

    def ask(self, *words: str, content: bytes = b"", most: int = MB) -> bytes:
        """What a command prints; nothing if it fails, takes too long or prints more than `most` bytes."""
        answer = b""
        try:
            process = subprocess.Popen(  # a fixed program, without a shell
                [str(self.program), *_CALM, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.folder,
                env=self._environment(),
            )
        except OSError:
            raise Failed(error("git", "git cannot be run.", "Name a game folder to compare with.")) from None
        timer = Timer(MOST_SECONDS, process.kill)
        timer.start()
        with process:
            try:
                assert process.stdin is not None and process.stdout is not None
                with suppress(BrokenPipeError):
                    process.stdin.write(content)  # less than a pipe holds, so that nobody waits for the other
                    process.stdin.close()
                answer = process.stdout.read(most + 1)
            finally:
                timer.cancel()
                if process.poll() is None and len(answer) > most:
                    process.kill()
        return answer if process.returncode == 0 and len(answer) <= most else b""

    def _environment(self) -> dict[str, str]:
        variables = {
            name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP") if name in os.environ
        }
        return variables | {
            "GIT_DIR": str(self.folder),
            "GIT_OBJECT_DIRECTORY": str(self.objects),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_GRAFT_FILE": os.devnull,
            "HOME": str(self.folder),
            "LC_ALL": "C",
        }

    def write(self, entries: Sequence[_Entry], target: Path, revision: str) -> None:
        """Write the contents of files below a folder, one after the other."""
        for some in _bundles(entries):
            content = "".join(f"{entry.blob}\n" for entry in some).encode()
            room = sum(entry.size + 200 for entry in some)
            answer = self.ask("cat-file", "--batch", content=content, most=room)
            at = 0
            for entry in some:
                head = f"{entry.blob} blob {entry.size}\n".encode()
                start, end = at + len(head), at + len(head) + entry.size
                if answer[at:start] != head or answer[end : end + 1] != b"\n":
                    raise _lacking(revision)
                path = target / entry.path
                make_folder(path.parent, inside=target)
                write_whole(path, answer[start:end], inside=target, lasting=False)
                at = end + 1


_CALM = (
    "--no-pager",
    "--no-optional-locks",
    *("-c", "core.commitGraph=false"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "protocol.allow=never"),
    *("-c", "safe.directory=*"),
)
_BUNDLE, _MOST_BUNDLED = 30 * MB, 50


def _bundles(entries: Sequence[_Entry]) -> Iterator[list[_Entry]]:
    """Entries in lists of so much that one answer stays small."""
    some: list[_Entry] = []
    for entry in entries:
        full = len(some) == _MOST_BUNDLED or sum(entry.size for entry in some) + entry.size > _BUNDLE
        if some and full:
            yield some
            some = []
        some.append(entry)
    if some:
        yield some


def _entries(git: _Git, commit: str, prefix: str, revision: str) -> Iterator[_Entry]:
    """The files of a game folder at a commit. Raises Failed if they are too many or too large."""
    inside = "" if prefix == "." else f"{prefix}/"
    below = [inside] if inside else []
    listed = git.ask("ls-tree", "-r", "-z", "-l", "--full-tree", commit, *below, most=MOST_LISTED)
    count = total = 0
    for line in listed.split(b"\0"):
        match = re.fullmatch(rb"100(?:644|755) blob ([0-9a-f]{40,64}) +(\d{1,12}|BAD)\t(.+)", line, re.DOTALL)
        path = os.fsdecode(match[3]) if match else ""
        if not match or not path.startswith(inside) or not is_of_a_game(path[len(inside) :]):
            continue
        if match[2] == b"BAD":
            raise _lacking(revision)
        size = int(match[2])
        count, total = count + 1, total + size
        if count > MOST_FILES or total > MOST_BYTES or size > MOST_FILE:
            fault = f"The game has more than {MOST_FILES:,} files or {MOST_BYTES // MB} MB at this revision."
            raise _damaged(revision, fault)
        yield _Entry(match[1].decode(), size, path[len(inside) :])


def is_of_a_game(path: str) -> bool:
    """Whether a file at this path of a game folder may be needed to draw it."""
    parts = PurePosixPath(path).parts
    if not parts or leads_out(path) or "\\" in path or not path.isprintable() or parts[0] in _NOT_OURS:
        return False
    if parts[0] in KINDS or parts[0] in _FOLDERS:
        return True
    return PurePosixPath(path).suffix.casefold() in _PICTURES
