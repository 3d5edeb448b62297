"""One name, one thing: no two rooms mean something else by the same word, and a name says what it names."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path, PurePath

from benchmarks.house import VAGUE, bindings

PACKAGE = Path(__file__).parents[2] / "generator"


def named_things(tree: ast.Module) -> list[str]:
    """The public classes and types that a module defines."""
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    types = [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id != target.id.upper()
    ]
    return [name for name in (*classes, *types) if not name.startswith("_")]


def ruleset_of(place: str) -> str:
    """The outermost folder around a module that is a ruleset; empty if there is none."""
    folders = PurePath(place).parents
    rulesets = [folder for folder in folders if "RULESET" in text_of(PACKAGE / folder / "__init__.py")]
    return rulesets[-1].as_posix() if rulesets and place.startswith("games/") else ""


@cache
def text_of(module: Path) -> str:
    return module.read_text("utf-8") if module.is_file() and module.parent.parent != PACKAGE else ""


def test_no_class_or_type_is_defined_twice() -> None:
    """A ruleset has the words of its game, whatever the rest of the house and other rulesets call so."""
    homes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for name in named_things(ast.parse(path.read_text("utf-8"))):
            place = path.relative_to(PACKAGE).as_posix()
            homes[ruleset_of(place), name].append(place)
    assert len(homes) > 200
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_a_name_says_what_it_names() -> None:
    """Not how it came about: at most one in fifty is a word such as `found`, which could be anything."""
    names = [name for path in PACKAGE.rglob("*.py") for name in bindings(ast.parse(path.read_text("utf-8")))]
    vague = [name for name in names if name.strip("_") in VAGUE]
    assert len(vague) <= 0.02 * len(names)
