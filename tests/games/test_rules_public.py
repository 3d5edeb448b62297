"""The public names of the rules, and the promises of their error family."""

from __future__ import annotations

import ast
from pathlib import Path

from generator.games.meaning_made import engine as rules

FOLDER = Path(rules.__file__).parent / "rules"
ENGINE = (
    *("actions", "apply", "costs", "resolving", "draft", "effects", "facts", "legal"),
    *("move_words", "reasons", "reasons_cards", "rounds", "rulings", "score", "setting", "setup"),
    *("state", "payments", "pending", "../../kit/chance", "../../kit/table"),
)


def test_public_names() -> None:
    assert set(rules.__all__) == {
        *("ACTION_KEYS", "COMMUNITY", "EMPTY", "NOBODY", "NONE", "RULES", "RULINGS"),
        *("Action", "Answer", "Contribute", "Convert", "Donate", "EndTurn", "Gather", "Load", "Lose"),
        *("Pass", "Recycle", "RevealEvent", "Take", "Touchpoint"),
        *("AmbiguousMove", "IllegalMove", "MoveError", "SetupError", "UnreadableMove", "Reason"),
        *("Decks", "Fact", "Phase", "Result", "Ruling", "State"),
        *("apply", "legal_actions", "scores", "start", "to_act", "why_illegal", "winners"),
        "with_variants",
    }
    assert all(hasattr(rules, name) for name in rules.__all__)


def test_errors_are_one_family_of_different_kinds() -> None:
    kinds = (rules.UnreadableMove, rules.AmbiguousMove, rules.IllegalMove, rules.SetupError)
    assert all(issubclass(kind, rules.MoveError) for kind in kinds)
    assert not any(issubclass(a, b) for a in kinds for b in kinds if a is not b)


def test_the_engine_neither_draws_nor_opens_files() -> None:
    allowed = {
        "__future__",
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "generator",
        "operator",
        "types",
        "typing",
    }
    for name in ENGINE:
        tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                found = [node.module or ""]
            else:
                continue
            for module in found:
                assert module.split(".")[0] in allowed, (name, module)
                if module.startswith("generator."):
                    below = {"generator.records.notation", "generator.replay.errors"}
                    own = module.startswith(("generator.games.meaning_made", "generator.games.kit"))
                    assert own or module in below, (name, module)


def test_reasons_name_known_rules() -> None:
    named = set()
    for name in ("reasons", "reasons_cards"):
        tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    named.add(first.value)
    assert named <= set(rules.RULES)
    # “verb” is passed on for the two choices; “event” is shown, never broken.
    assert set(rules.RULES) - named == {"lose", "take", "event"}
