"""What ARCHITECTURE.md and CONTRIBUTING.md tell is so: rooms, doors, paths and commands."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

from tests.shared.house import FLOORS, HOUSE, modules

ROOT = Path(__file__).parents[2]
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PAGES = {"ARCHITECTURE.md": ARCHITECTURE, "CONTRIBUTING.md": CONTRIBUTING}
MADE = ("output/", "tests/failed", "build/")
"""What is there only after a build or a test."""


def door(name: str) -> str:
    """The first sentence of a room: of its `__init__.py`, or of the module that it is."""
    path = f"{name}/__init__.py" if f"{name}/__init__.py" in modules() else f"{name}.py"
    return " ".join((ast.get_docstring(modules()[path]) or "").partition("\n\n")[0].split())


def table_of_rooms() -> str:
    """The table as it has to stand in ARCHITECTURE.md, the lowest floor first."""
    rows = ["| Floor | Room | What is said at its door |", "|---|---|---|"]
    for floor, names in enumerate(FLOORS):
        rows += [f"| {floor} | {name} | {door(name)} |" for name in names]
    return "\n".join(rows)


def list_of_files() -> str:
    """All modules by their folders, as they have to stand in ARCHITECTURE.md, the lowest floor first."""
    rows = []
    for name in chain(*FLOORS):
        for folder in sorted({path.rpartition("/")[0] for path in modules() if path.startswith(f"{name}/")}):
            there = (Path(path) for path in modules() if path.rpartition("/")[0] == folder)
            names = [path.stem for path in there if path.stem != "__init__"]
            rows += [f"- **{folder}**: {', '.join(sorted(names))}"] if names else []
    return "\n".join(rows)


def paragraph(name: str) -> str:
    """The paragraph that begins with the name of a room in bold letters, or that has it in bold."""
    told = ARCHITECTURE.partition("## Which room owns what\n")[2].partition("\n## ")[0].split("\n\n")
    return next((text for text in told if f"**{name}**" in text), "")


def test_the_table_of_rooms_is_what_the_doors_say() -> None:
    written = re.search(r"<!-- rooms -->\n(.*?)\n<!-- end -->", ARCHITECTURE, re.DOTALL)
    assert written is not None and written[1] == table_of_rooms(), f"it has to be\n{table_of_rooms()}"


def test_the_list_of_files_is_whole() -> None:
    written = re.search(r"<!-- files -->\n(.*?)\n<!-- end -->", ARCHITECTURE, re.DOTALL)
    assert written is not None and written[1] == list_of_files(), f"it has to be\n{list_of_files()}"


def test_every_room_is_told_of() -> None:
    untold = [name for name in chain(*FLOORS) if not paragraph(name)]
    assert untold == ["__main__"], "which is one line"


@pytest.mark.parametrize("name", [name for name in chain(*FLOORS) if (HOUSE / name).is_dir()])
def test_the_files_that_a_paragraph_names_lie_in_its_room(name: str) -> None:
    named = re.findall(r"`([\w*]+\.py)`", paragraph(name))
    assert named or name == "project"
    assert [file for file in named if not list((HOUSE / name).rglob(file))] == []


def paths(text: str) -> set[str]:
    """Everything in a page that names a file or a folder of the repository: code with a slash, and links."""
    code = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", text)
    found = {part for part in code if re.fullmatch(r"\.?[\w.-]+(/[\w.*-]*)+|[\w-]+\.(md|py|toml|xlsx)", part)}
    return {path for path in {*found, *links} if "NAME" not in path and not path.startswith(MADE)}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_is_there(page: str) -> None:
    named = paths(PAGES[page])
    assert len(named) >= 10
    missing = [path for path in named if not list(ROOT.glob(path)) and not list(HOUSE.rglob(path))]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_target_of_make_that_is_named_is_there(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", PAGES[page], re.MULTILINE))
    assert named
    assert [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_every_target_of_make_is_told() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    declared = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert declared is not None
    untold = [name for name in declared[1].split() if f"`make {name}`" not in CONTRIBUTING]
    assert set(untold) <= {"all", "build"}, "plain `make` is both"


@pytest.mark.parametrize("page", PAGES)
def test_every_name_of_the_code_is_there(page: str) -> None:
    """Names in code letters such as `Engine`, `choose_layouts` or `_PARSERS` are written in the package."""
    code = "\n".join(file.read_text("utf-8") for file in [*HOUSE.rglob("*.py"), *ROOT.glob("[dt]*s/**/*.py")])
    named = set(re.findall(r"`(_?[A-Z]\w+|[a-z]+_[a-z_]+)(?:\(…\))?`", PAGES[page]))
    assert [name for name in named if not re.search(rf"\b{name}\b", code)] == []


def test_the_recipes_name_every_method_that_an_engine_has_to_have() -> None:
    from generator.replay.engine import Engine

    recipe = ARCHITECTURE.partition("### … a ruleset\n")[2]
    assert sorted(name for name in Engine.__abstractmethods__ if f"`{name}`" not in recipe) == []


def test_a_page_can_be_read_in_one_sitting() -> None:
    assert len(ARCHITECTURE.splitlines()) <= 375
    assert len(CONTRIBUTING.splitlines()) <= 120
