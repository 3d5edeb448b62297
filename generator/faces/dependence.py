"""Whether a template looks at its card: one that does not is the same face for every card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, TemplateError, nodes

CARD = "card"


def depends_on_card(folder: Path, template: str) -> bool:
    """Whether the template, or one that it takes in, so much as names `card`.

    True in doubt: for a template that cannot be read, and for names of templates that are computed.
    """
    return _depends(folder, template, set())


def _depends(folder: Path, template: str, seen: set[str]) -> bool:
    if template in seen:
        return False
    seen.add(template)
    path = folder / template
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return True
        tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, TemplateError):
        return True
    if any(name.name == CARD for name in tree.find_all(nodes.Name)):
        return True
    return any(other is None or _depends(folder, other, seen) for other in _taken_in(tree))


def _taken_in(tree: nodes.Template) -> Iterator[str | None]:
    """The names of other templates in this one; None for a name that is computed."""
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        name = getattr(node, "template", None)
        constant = isinstance(name, nodes.Const) and isinstance(name.value, str)
        yield name.value if constant and isinstance(name, nodes.Const) else None
