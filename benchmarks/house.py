"""`python -m benchmarks.house [FOLDER]`: how large the package is, and how well its names say what they are.

Lines of code are counted without blank lines, comments and docstrings. A vague name is a variable or a
parameter of which every word says how a thing came about, or that it is one, and none says what it is.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

VAGUE = frozenset(
    """found made told said each what one other others thing things given wanted asked done left kept held
    known seen taken more much many such two it them this that these those all""".split()  # noqa: SIM905
)
_LAYOUT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


def code_lines(source: str) -> int:
    """The lines of a module on which code stands."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in _LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(lines - set(_prose(ast.parse(source))))


def _prose(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings, also of those that stand behind an attribute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def bindings(tree: ast.Module) -> Iterator[str]:
    """The names of all variables and parameters, once for each place that binds one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def main(folder: Path) -> None:
    """Print the figures of a package."""
    modules = sorted(folder.rglob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in modules]
    names = Counter(name.strip("_") for source in sources for name in bindings(ast.parse(source)))
    vague = sum(names[word] for word in VAGUE)
    doors = sum(path.name != "__pycache__" for path in folder.iterdir())
    lines = sum(source.count("\n") for source in sources)
    most = sorted(VAGUE, key=lambda word: -names[word])[:8]
    print(f"{doors} entries at the top of {folder.name}, {len(modules)} modules")
    print(f"{sum(map(code_lines, sources)):,} lines of code, {lines:,} in all")
    print(f"{vague:,} of {names.total():,} bindings are vague, {vague / names.total():.1%}")
    print("the most: " + ", ".join(f"{word} {names[word]}" for word in most))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1] / "generator"))
