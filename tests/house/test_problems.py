"""What a Problem is about stands in its fields: nobody takes its sentences apart to learn it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.shared.house import modules

SENTENCES = {"what", "mend"}
READS = {
    *("match", "fullmatch", "search", "findall", "finditer", "startswith", "endswith"),
    *("split", "rsplit", "partition", "rpartition"),
}
QUOTES = {("faces/maker.py", "_is_of_cell")}
"""Asks whether a sentence quotes a cell, which is no field of it."""


def _reads(tree: ast.AST) -> Iterator[ast.AST]:
    """Where a sentence of a Problem is matched, parted, or looked through."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS:
            looked_at = [node.func.value, *node.args]
        elif isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            looked_at = node.comparators
        else:
            continue
        parts = (part for side in looked_at for part in ast.walk(side))
        if any(isinstance(part, ast.Attribute) and part.attr in SENTENCES for part in parts):
            yield node


def test_nobody_reads_the_words_of_a_problem() -> None:
    reading = []
    for name, tree in modules().items():
        allowed = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and (name, node.name) in QUOTES
        ]
        fine = {part for function in allowed for part in ast.walk(function)}
        reading += [f"{name}:{getattr(node, 'lineno', 0)}" for node in _reads(tree) if node not in fine]
    assert reading == [], "give the Problem an `about`, or the fault a field"


def test_what_is_looked_for_is_recognised() -> None:
    for read in ("RE.fullmatch(p.what)", "p.mend.startswith('Use')", "'x' in p.what", "re.search(r, p.what)"):
        assert list(_reads(ast.parse(read))), read
    assert not list(_reads(ast.parse("error(where, p.what, p.mend); p in others")))
