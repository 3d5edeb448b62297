"""What the kit offers is there for several games, and what replay asks of a game is asked of one at least."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.games.kit.ruled import Ruled
from tests.house.test_names import ruleset_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generator"
KIT = PACKAGE / "games" / "kit"
DECK = "games/deck_of_signs"
"""What three rulesets share stands in this folder itself."""


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def public_names(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """The public names that a module defines, each with the statement that does."""
    for node in tree_of(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        else:
            continue
        yield from ((name, node) for name in names if not name.startswith("_") and len(name) > 1)


def users_of(path: Path) -> set[str]:
    """The rulesets in whose code a module is."""
    if path.is_relative_to(ROOT / "tests"):
        return {path.stem}
    place = path.relative_to(PACKAGE).as_posix()
    if place.startswith(DECK) and ruleset_of(path) == "":
        return {f"{DECK}/{name}" for name in ("scion", "elementary", "counterspell")}
    return {ruleset_of(path)} if ruleset_of(path) else set()


def words(node: ast.AST) -> set[str]:
    """Names and attributes that stand in some code."""
    return {
        inner.id if isinstance(inner, ast.Name) else inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name | ast.Attribute)
    }


def imported(tree: ast.Module) -> set[str]:
    """What a module takes from the kit; of a whole module what it takes as its attributes."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator.games.kit"):
            names |= {alias.name for alias in node.names}
            if node.module == "generator.games.kit":
                names |= words(tree)
    return names


def test_every_public_name_of_the_kit_is_used_by_two_rulesets() -> None:
    homes = {name: node for path in KIT.glob("*.py") for name, node in public_names(path)}
    users: dict[str, set[str]] = defaultdict(set)
    for path in (*PACKAGE.glob("games/*/**/*.py"), *ROOT.glob("tests/toys/*.py")):
        if KIT not in path.parents:
            for name in imported(tree_of(path)) & homes.keys():
                users[name] |= users_of(path)
    for _ in homes:  # what a name of the kit rests on is used by whoever uses that name
        for name, node in homes.items():
            for other in words(node) & homes.keys():
                users[other] |= users[name]
    assert len(homes) > 50
    assert {name: sorted(users[name]) for name in homes if len(users[name]) < 2} == {}


def methods(path: Path, name: str) -> set[str]:
    """The public methods of a class."""
    kind = next(node for node in tree_of(path).body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name for node in kind.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}


@pytest.mark.slow
def test_every_method_that_a_game_may_fill_in_is_filled_in_by_one() -> None:
    """Or it is what others rest on, and is called somewhere."""
    filled: set[str] = set()
    called: set[str] = set()
    for path in (*PACKAGE.rglob("*.py"), *ROOT.glob("tests/toys/*.py")):
        tree = tree_of(path)
        ruled = path.is_relative_to(PACKAGE / "games") or path.is_relative_to(ROOT / "tests")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and ruled and KIT not in path.parents:
                filled |= {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
            if isinstance(node, ast.Attribute):
                called.add(node.attr)
    engine = methods(PACKAGE / "replay" / "engine.py", "Engine")
    engine |= methods(PACKAGE / "replay" / "display.py", "Display")
    engine |= methods(PACKAGE / "players" / "rules.py", "Rules")
    derived = methods(KIT / "ruled.py", "Ruled")
    assert len(engine) > 40
    assert engine - called == set()
    # what the kit answers for every game needs no further answer; every game is over in its phase `end`
    assert engine - filled - derived == {"over"}


def test_a_module_that_a_ruleset_has_not_is_called_by_its_name() -> None:
    fault = "The ruleset gives no `telling` with `headline`: set it, or override the method that asks."
    with pytest.raises(NotImplementedError, match=re.escape(fault)):
        Ruled.telling.headline()
