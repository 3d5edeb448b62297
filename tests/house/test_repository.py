"""What the files of this repository must hold, and what they must not: nothing of one machine or one day."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest
from packaging.version import Version

ROOT = Path(__file__).parents[2]
TEXTS = {".cfg", ".css", ".in", ".js", ".json", ".md", ".py", ".svg", ".toml", ".txt", ".yaml", ".yml", ""}
INSTALLING = ("Makefile", "MANIFEST.in", "pyproject.toml", "setup.py", ".ci")


def tracked(*paths: str) -> list[Path]:
    """The text files that git keeps."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    command = ["git", "ls-files", "-z", "--", *paths]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    found = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in found if path.suffix in TEXTS and path.is_file()]


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    wanted = re.compile(pattern, re.IGNORECASE)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if wanted.search(line)
    ]


def test_nothing_names_a_folder_of_one_computer() -> None:
    assert lines_with(r"(?<![\w.:~)-])/(?:home|root|work|users|mnt|opt)/[\w.]", tracked()) == []


def test_nothing_counts_the_days_of_its_making() -> None:
    """Texts tell what is so, not by which numbered piece of work it came to be."""
    assert lines_with(r"\b(?:issues?|sessions?|tickets?|sprints?) *(?:#|no\. *)?\d", tracked()) == []


def test_what_installs_names_packages_and_no_place_to_get_them() -> None:
    places = r"://|(?:index|trusted|find)[-_](?:url|host|links)|\w @ "
    assert lines_with(places, tracked(*INSTALLING)) == []


def test_the_versions_that_are_written_down_are_ones_that_the_project_allows() -> None:
    def read(lines: list[str]) -> dict[str, Version]:
        pairs = (line.split()[0].split("==") for line in lines if re.match(r"[A-Za-z0-9]", line))
        return {re.sub(r"[-_.]+", "-", name).lower(): Version(version) for name, version in pairs}

    lowest = runpy.run_path(str(ROOT / ".ci" / "lowest.py"))["lowest"]
    least = read(lowest((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    pinned = read((ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines())
    assert len(least) >= 14
    text = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
    assert all("--hash=sha256:" in each for each in re.split(r"\n(?=[a-z])", text)[1:])
    assert "setuptools" in pinned, "what builds the package is written down, too"
    assert [name for name, version in least.items() if name not in pinned or pinned[name] < version] == []
