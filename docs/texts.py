"""Small pieces of Markdown, and the notes that stand in the code under a name."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def code(text: str) -> str:
    """Text as it is typed; nothing for nothing."""
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}" if text else ""


def plain(text: str) -> str:
    """Words as they are, whatever Markdown would make of them."""
    return re.sub(r"([<*_])", r"\\\1", text)


def one_line(text: str) -> str:
    """Without line breaks."""
    return " ".join(text.split())


def notes(kind: type) -> Mapping[str, str]:
    """The note below each name of a class: `CARDS = "cards"` and then a text."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for named, noted in zip(tree.body, tree.body[1:], strict=False):
        name: ast.expr | None = named.target if isinstance(named, ast.AnnAssign) else None
        if isinstance(named, ast.Assign):
            name = named.targets[0]
        if (
            isinstance(name, ast.Name)
            and isinstance(noted, ast.Expr)
            and isinstance(noted.value, ast.Constant)
        ):
            found[name.id] = one_line(str(noted.value.value))
    return found
