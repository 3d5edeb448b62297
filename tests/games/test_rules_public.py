"""The promises of the error family, and what the rules may import."""

from __future__ import annotations

import ast
from pathlib import Path

from generator.games.meaning_made.rules import rulings
from generator.replay.errors import AmbiguousMove, IllegalMove, MoveError, SetupError, UnreadableMove

FOLDER = Path(rulings.__file__).parent


def test_errors_are_one_family_of_different_kinds() -> None:
    kinds = (UnreadableMove, AmbiguousMove, IllegalMove, SetupError)
    assert all(issubclass(kind, MoveError) for kind in kinds)
    assert not any(issubclass(a, b) for a in kinds for b in kinds if a is not b)


def test_the_rules_neither_draw_nor_open_files() -> None:
    own = ("generator.games.meaning_made.", "generator.games.kit")
    below = {f"generator.replay.{name}" for name in ("errors", "names", "script")}
    below |= {"generator.records.cells", "generator.records.notation"}
    allowed = {"__future__", "collections", "dataclasses", "enum", "functools", "re", "types", "typing"}
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            for module in map(str, modules):
                known = module.split(".")[0] in allowed or module in below
                assert known or module.startswith(own), (path.name, module)


def test_reasons_name_known_rules() -> None:
    named = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    named.add(first.value)
    assert named <= set(rulings.RULES)
    # “verb” is passed on for the two choices; “event” is shown, never broken.
    assert set(rulings.RULES) - named == {"lose", "take", "event"}
