"""Whether a template looks at its card: one that does not is the same face for every card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from jinja2 import TemplateError, nodes

from generator.faces.language import Language
from generator.faces.sources import TemplateLimit, template_text
from generator.ground.problems import Failed

CARD = "card"


def depends_on_card(folder: Path, template: str) -> bool:
    """Whether the template, or one that it takes in, so much as names `card`.

    True in doubt: for a template that cannot be read, and for names of templates that are computed.
    """
    seen, left = {template}, [template]
    while left:
        name = left.pop()
        try:
            others = _others(template_text(folder, name)[0], name)
        except (Failed, TemplateError, TemplateLimit):
            return True
        if others is None:
            return True
        left.extend(other for other in others if other not in seen)
        seen.update(others)
    return False


@lru_cache(maxsize=64)
def _others(source: str, name: str) -> tuple[str, ...] | None:
    """The templates that one takes in; None if it names `card`, or computes such a name.

    Parts that many templates take in are read once. Raises TemplateError or TemplateLimit.
    """
    tree = Language(Path()).parse(source, name)
    if any(found.name == CARD for found in tree.find_all(nodes.Name)):
        return None
    taken = tuple(dict.fromkeys(_taken_in(tree)))
    return None if None in taken else tuple(other for other in taken if other is not None)


def _taken_in(tree: nodes.Template) -> Iterator[str | None]:
    """The names of other templates in this one; None for a name that is computed."""
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        name = getattr(node, "template", None)
        constant = isinstance(name, nodes.Const) and isinstance(name.value, str)
        yield name.value if constant and isinstance(name, nodes.Const) else None
