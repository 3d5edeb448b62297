"""One name, one thing: no two rooms mean something else by the same word, and a name says what it names."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from benchmarks.house import VAGUE, bindings
from tests.shared.house import HOUSE, modules

GAMES = {folder.name for folder in (HOUSE / "games").iterdir() if folder.is_dir()}


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


def ruleset_of(module: Path) -> str:
    """The folder of the ruleset to which a module belongs; empty for what belongs to none."""
    for folder in module.parents:
        if folder.parent.name in {"games", *GAMES} and "RULESET" in (folder / "__init__.py").read_text(
            "utf-8"
        ):
            return folder.relative_to(HOUSE).as_posix()
    return ""


def test_no_class_or_type_is_defined_twice() -> None:
    """A ruleset has the words of its game, whatever the rest of the house and other rulesets call so."""
    homes = defaultdict(list)
    for place, tree in modules().items():
        for name in named_things(tree):
            homes[ruleset_of(HOUSE / place), name].append(place)
    assert len(homes) > 200
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_a_name_says_what_it_names() -> None:
    """Not how it came about: at most one in fifty is a word such as `found`, which could be anything."""
    names = [name for tree in modules().values() for name in bindings(tree)]
    vague = [name for name in names if name.strip("_") in VAGUE]
    assert len(vague) <= 0.02 * len(names)
