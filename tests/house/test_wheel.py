"""The package as a user gets it: built, installed far from the clone, and run there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "generator", "fonts", "games")
MEANING_MADE = ROOT / "tests" / "data" / "folders_0_1" / "meaning-made.zip"
slow = pytest.mark.slow
needs_wheel = pytest.mark.needs("wheel")


def copied(folder: Path, *names: str) -> Path:
    """Parts of this repository as in a fresh clone."""
    folder.mkdir()
    for name in names:
        if (ROOT / name).is_dir():
            made = shutil.ignore_patterns("__pycache__", "output", "plays")
            shutil.copytree(ROOT / name, folder / name, ignore=made)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def done(*command: str | Path, cwd: Path) -> str:
    """What a command says. It sees nothing of this Python's packages and of this clone."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    made = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, encoding="utf-8")
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout + made.stderr


def test_packages_and_data_are_found_by_their_names() -> None:
    """What the slow test proves with a wheel: a folder of modules has a door, and other files are data."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    assert told["packages"] == {"find": {"include": ["generator", "generator.*"], "namespaces": False}}
    house = ROOT / "generator"
    code = set(house.rglob("*.py"))
    doorless = {path.parent for path in code if not (path.parent / "__init__.py").is_file()}
    assert doorless == set()
    data = {path for pattern in told["package-data"]["generator"] for path in house.glob(pattern)}
    files = {path for path in house.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert files - code - data == set(), "name them in pyproject.toml, or they are not in the wheel"


@slow
@needs_wheel
def test_the_wheel_is_whole_and_works_far_from_the_clone(tmp_path: Path) -> None:
    source = copied(tmp_path / "source", *PARTS)
    pip = (sys.executable, "-m", "pip")
    said = done(*pip, "wheel", "-v", ".", "--no-deps", "--wheel-dir", tmp_path, cwd=source)
    assert not re.search(r"Package would be ignored|\w*(Backend|Setuptools|Deprecation)Warning", said)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        packed = {name for name in file.namelist() if ".dist-info/" not in name}
    kept = {path.relative_to(source) for path in (source / "generator").rglob("*") if path.is_file()}
    fonts = {path.name for path in (source / "fonts").iterdir()}
    shared = {name for name in packed if name.startswith("generator/shared_games/")}
    games = {path.relative_to(source / "games") for path in (source / "games").rglob("*") if path.is_file()}
    assert shared == {f"generator/shared_games/{path.as_posix()}" for path in games if len(path.parts) > 1}
    fonts = {f"generator/shared_fonts/{name}" for name in fonts}
    assert packed - shared == {path.as_posix() for path in kept} | fonts

    venv.create(tmp_path / "empty", with_pip=True)
    bin_folder = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    done(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    shutil.rmtree(source)
    done(bin_folder / "pnp", "new", "X", cwd=tmp_path)
    done(bin_folder / "pnp", "build", "--game", "X", cwd=tmp_path)
    for paper in ("A4", "Letter"):
        assert len(list((tmp_path / "X" / "output" / paper).glob("*.pdf"))) == 3
    done(bin_folder / "pnp", "new", "Lamps", "--from", "nineteen_lanterns", cwd=tmp_path)
    assert "No problems." in done(bin_folder / "pnp", "check", "--game", "Lamps", cwd=tmp_path)
    with zipfile.ZipFile(MEANING_MADE) as archive:
        archive.extractall(tmp_path / "game")
    said = done(bin_folder / "pnp", "check", "--game", "game", cwd=tmp_path)
    assert "is called “rosette” now" in said and said.rstrip().endswith("7 warnings.")


@slow
@needs_wheel
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_sets_up_a_fresh_clone_without_a_warning_of_ours(tmp_path: Path) -> None:
    clone = copied(tmp_path / "clone", *PARTS, "Makefile", "card_data.xlsx", "templates", "icons", "art")
    said = done("make", f"PYTHON={sys.executable}", cwd=clone)
    assert not re.search(r"Package would be ignored|\w*(Backend|Setuptools|Deprecation)Warning", said)
    assert "output/README.txt says what each file is" in said
