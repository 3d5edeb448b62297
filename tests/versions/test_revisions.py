"""A game folder as it was at a git revision, without running anything that its repository names."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.cli import main
from generator.ground.problems import Failed
from generator.versions.revisions import is_of_a_game, lay_out_revision
from tests.shared.games_made import change, files, starter_game

pytestmark = pytest.mark.needs("git")


def git(folder: Path, *words: str) -> str:
    """Run git for the tests themselves, with a name and a date."""
    who = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**os.environ, **who}, capture_output=True, text=True, check=True
    )
    return done.stdout


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a folder of a repository, with two commits that differ in a card, a template and an icon."""
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    folder = starter_game(tmp_path / "repository" / "my game")
    git(folder.parent, "init", "-q", "-b", "main")
    commit(folder.parent, "first")
    git(folder.parent, "tag", "v1")
    change(folder, "Tiles!C2", "2S")
    commit(folder.parent, "second")
    return folder


def laid_out(game: Path, revision: str, room: Path) -> dict[str, bytes]:
    room.mkdir()
    lay_out_revision(game, revision, room)
    return files(room / "game")


@pytest.mark.parametrize("revision", ["HEAD~1", "v1", "main~1", "main^", "refs/tags/v1", "HEAD~1^0"])
def test_a_revision_is_laid_out_as_it_was(game: Path, tmp_path: Path, revision: str) -> None:
    before = laid_out(game, revision, tmp_path / "before")
    now = laid_out(game, "HEAD", tmp_path / "now")
    assert now == files(game)
    assert [name for name in now if now[name] != before[name]] == ["card_data.xlsx"]


def test_packed_repositories_and_working_trees_are_read_too(game: Path, tmp_path: Path) -> None:
    git(game, "gc", "-q")
    git(game, "pack-refs", "--all")
    git(game, "worktree", "add", "-q", str(tmp_path / "tree"), "v1")
    before = laid_out(game, "v1", tmp_path / "before")
    assert laid_out(tmp_path / "tree" / "my game", "HEAD", tmp_path / "again") == before


def test_a_submodule_is_read_like_any_repository(game: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main", "around")
    around = tmp_path / "around"
    git(around, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(game.parent), "games")
    assert (around / "games" / ".git").is_file()
    assert laid_out(around / "games" / "my game", "HEAD", tmp_path / "room") == files(game)


@pytest.mark.parametrize("kind", ["file", "worktree of its own", "common folder", "other worktree"])
def test_a_folder_reads_no_repository_that_does_not_know_of_it(game: Path, tmp_path: Path, kind: str) -> None:
    """Whoever writes a folder may write a .git that points at somebody else's repository."""
    victim, thief = game.parent / ".git", starter_game(tmp_path / "thief" / "my game")
    point = thief.parent / ".git"
    if kind == "file":
        point.write_text(f"gitdir: {victim}\n")
    elif kind == "worktree of its own":
        git(game, "worktree", "add", "-q", str(tmp_path / "tree"), "v1")
        point.write_bytes((tmp_path / "tree" / ".git").read_bytes())
    else:
        point.mkdir()
        (point / "HEAD").write_text("ref: refs/heads/main\n")
        (point / "gitdir").write_text(f"{point}\n")
        (point / "commondir").write_text(
            f"{victim}\n" if kind == "common folder" else "../../repository/.git\n"
        )
    with pytest.raises(Failed) as failed:
        laid_out(thief, "v1", tmp_path / "room")
    (problem,) = failed.value.problems
    assert "belongs to another folder" in problem.what or "does not know of it" in problem.what
    assert not list((tmp_path / "room").rglob("*.xlsx"))


def test_git_is_looked_for_where_path_says_and_not_in_the_folder(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (game, game.parent / "bin"):
        folder.mkdir(exist_ok=True)
        program = folder / "git"
        program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
        program.chmod(0o755)
    monkeypatch.chdir(game)
    usual = os.environ["PATH"]
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "../bin", str(game), usual]))
    assert laid_out(game, "v1", tmp_path / "room") and not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "revision", ["nothing", "--output=x", "HEAD:my game", "v1..HEAD", ":/first", "HEAD@{1}", "a b", "x" * 500]
)
def test_what_is_no_revision_is_a_problem(game: Path, tmp_path: Path, revision: str) -> None:
    with pytest.raises(Failed) as failed:
        laid_out(game, revision, tmp_path / "room")
    (problem,) = failed.value.problems
    assert problem.what.endswith("is no file or folder, and no commit, branch or tag of this repository.")


def test_a_folder_that_is_in_no_repository_says_so(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    if any((folder / ".git").exists() for folder in tmp_path.parents):
        pytest.skip("the temporary folder lies in a repository")
    with pytest.raises(Failed) as failed:
        laid_out(game, "HEAD", tmp_path / "room")
    assert "is in no git repository" in failed.value.problems[0].what


EVIL = """
[core]
    fsmonitor = {run}
    hooksPath = {hooks}
    sshCommand = {run}
    gitProxy = {run}
    pager = {run}
    editor = {run}
    askPass = {run}
    attributesFile = {attributes}
    alternateRefsCommand = {run}
[alias]
    cat-file = !{run}
    ls-tree = !{run}
    rev-parse = !{run}
[filter "evil"]
    clean = {run}
    smudge = {run}
    process = {run}
    required = true
[diff "evil"]
    textconv = {run}
    command = {run}
[diff]
    external = {run}
[credential]
    helper = !{run}
[gpg]
    program = {run}
[uploadpack]
    packObjectsHook = {run}
[extensions]
    partialClone = origin
[protocol]
    allow = always
[remote "origin"]
    promisor = true
    partialclonefilter = blob:none
    url = ext::{run}
    uploadpack = {run}
[include]
    path = {included}
"""


def test_nothing_of_the_repositorys_configuration_is_run(game: Path, tmp_path: Path) -> None:
    ran, run = tmp_path / "ran", tmp_path / "run"
    run.write_text(f"#!/bin/sh\necho $0 >> '{ran}'\ncat\n")
    run.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "pre-auto-gc", "reference-transaction", "post-index-change"):
        shutil.copy(run, hooks / name)
    (tmp_path / "attributes").write_text("* filter=evil diff=evil\n")
    (tmp_path / "included").write_text(f"[core]\n\tfsmonitor = {run}\n")
    said = EVIL.format(
        run=run, hooks=hooks, attributes=tmp_path / "attributes", included=tmp_path / "included"
    )
    own = game.parent / ".git"
    (own / "config").write_text((own / "config").read_text() + said)
    (own / "info").mkdir(exist_ok=True)
    (own / "info/attributes").write_text("* filter=evil diff=evil\n")
    (game / ".gitattributes").write_text("* filter=evil diff=evil\n")
    expected = files(game)
    assert laid_out(game, "HEAD", tmp_path / "now") == {
        name: expected[name] for name in files(tmp_path / "now/game")
    }
    assert not ran.exists()
    subprocess.run(["git", "status"], cwd=game, capture_output=True, check=False)
    assert ran.exists(), "git itself runs what the configuration names"
    ran.unlink()
    blob = git_blob(game)
    blob.unlink()  # what is missing would be fetched
    with pytest.raises(Failed) as failed:
        laid_out(game, "HEAD", tmp_path / "again")
    assert "lacks what belongs to this revision" in failed.value.problems[0].what
    assert not ran.exists()


def git_blob(game: Path) -> Path:
    """The loose file in which the workbook's content lies."""
    content = (game / "card_data.xlsx").read_bytes()
    name = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    return game.parent / ".git/objects" / name[:2] / name[2:]


def test_links_and_paths_that_lead_out_are_left_out(game: Path, tmp_path: Path) -> None:
    (game / "art").mkdir(exist_ok=True)
    (game / "art/link.svg").symlink_to("/etc/passwd")
    commit(game, "a link")
    assert "art/link.svg" not in laid_out(game, "HEAD", tmp_path / "room")


@pytest.mark.parametrize(
    ("path", "needed"),
    [
        ("card_data.xlsx", True),
        ("card_data/Tiles.csv", True),
        ("templates/macros/a.svg", True),
        ("pictures/dragon.PNG", True),
        ("art/../../x.png", False),
        ("/etc/x.png", False),
        ("art\\..\\x.png", False),
        ("output/A4/x.png", False),
        ("printed/faces.pdf", False),
        ("notes.txt", False),
        ("src/x.py", False),
        ("art/a\nb.png", False),
        ("", False),
    ],
)
def test_only_what_belongs_to_a_game_is_laid_out(path: str, needed: bool) -> None:
    assert is_of_a_game(path) is needed


def test_a_repository_that_borrows_its_content_is_a_problem(game: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--shared", str(game.parent), "borrowed")
    with pytest.raises(Failed) as failed:
        laid_out(tmp_path / "borrowed/my game", "HEAD", tmp_path / "room")
    assert failed.value.problems[0].what == "This git repository borrows its content from another one."


def test_too_many_files_are_a_problem(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.versions.revisions.MOST_FILES", 3)
    with pytest.raises(Failed) as failed:
        laid_out(game, "HEAD", tmp_path / "room")
    assert "more than 3 files" in failed.value.problems[0].what


def test_a_tree_of_endless_folders_is_a_problem(game: Path, tmp_path: Path) -> None:
    """Ten trees, each of which has the one before it ten times: ten thousand million files."""
    blob = git(game, "hash-object", "-w", "card_data.xlsx").strip()
    tree = subprocess.run(
        ["git", "mktree"],
        cwd=game,
        input=f"100644 blob {blob}\tcard_data.xlsx\n",
        capture_output=True,
        text=True,
    ).stdout.strip()
    for _ in range(10):
        lines = "".join(f"040000 tree {tree}\tart{number}\n" for number in range(10))
        tree = subprocess.run(
            ["git", "mktree"], cwd=game, input=lines, capture_output=True, text=True
        ).stdout.strip()
    bomb = git(game, "commit-tree", "-m", "bomb", tree).strip()
    git(game, "tag", "bomb", bomb)
    with pytest.raises(Failed):
        laid_out(game, "bomb", tmp_path / "room")


# ---------------------------------------------------------------- the command


def diff(game: Path, *words: str) -> int:
    return main(["diff", "--game", str(game), *words])


def test_a_revision_is_compared_with_the_game_as_it_is(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(game, "Tiles!A3", "Bee House")
    change(game, "Game!B3", "0.2")
    assert diff(game, "HEAD~1") == 0
    assert capsys.readouterr().out == (
        "2 changed (2 of them look different), 1 other cell between HEAD~1 and now.\n"
        "\n"
        "Tiles\n"
        "  ~ Clover Field  [front looks different]\n"
        "      Cost: 1S → 2S\n"
        "  ~ Bee House  [front looks different]\n"
        "      was Bee Bank\n"
        "\n"
        "Game\n"
        "  ~ Version: 0.1 → 0.2\n"
    )


def test_two_revisions_are_compared_with_their_templates(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game / "templates/tile-back.svg"
    path.write_text(path.read_text("utf-8").replace("</svg>", '<circle r="3" fill="#123"/></svg>'), "utf-8")
    commit(game, "third")
    path.unlink()
    assert diff(game, "HEAD~1", "HEAD") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "12 changed (12 of them look different) between HEAD~1 and HEAD."
    assert said[3] == "  ~ Clover Field  [back looks different]"
    assert diff(game, "v1", "HEAD~1", "--changelog") == 0
    assert capsys.readouterr().out == "My Game 0.1\n\nTiles\n- Clover Field: Cost is 2S, it was 1S.\n\n"
