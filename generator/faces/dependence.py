"""Whether a template looks at its card: one that does not is the same face for every card."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import TemplateError, nodes

from generator.faces.language import Language
from generator.faces.sources import TemplateFolder, TemplateLimit, template_text
from generator.ground.cache import Cache
from generator.ground.problems import Failed

CARD = "card"


@dataclass(slots=True)
class Dependence:
    """What the templates of a folder name; each file is read once."""

    folder: Path
    cache: Cache
    language: Language
    """The one that will compile the templates, so that each is parsed once."""
    boxes: Container[str]
    """The templates that have named boxes although they call functions, too."""
    _looked: dict[str, tuple[bool, tuple[str, ...]]] = field(default_factory=dict)
    """A template -> whether it looks at its card, surely or in doubt, and which others it takes in."""

    def on_card(self, template: str) -> bool:
        """Whether the template, or one that it takes in, so much as names `card`.

        True in doubt: for a template that cannot be read, and for names of templates that are computed.
        """
        reached, waiting = {template}, [template]
        while waiting:
            looks, inner = self._of(waiting.pop())
            if looks:
                return True
            waiting += [name for name in inner if name not in reached]
            reached.update(inner)
        return False

    def _of(self, name: str) -> tuple[bool, tuple[str, ...]]:
        if name not in self._looked:
            self._looked[name] = self._told(name)
        return self._looked[name]

    def _told(self, name: str) -> tuple[bool, tuple[str, ...]]:
        try:
            text, path = template_text(self.folder, name)
            text = TemplateFolder(self.folder, self.boxes).template(name, text)
            entry = self.cache.name("template names", text)
            record = self.cache.get_record(entry)
            if record is None:
                looks, names = _looked_through(self.language.tree(text, name, str(path)))
                self.cache.put_record(entry, {"card": looks, "others": names})
                return looks, names
        except (Failed, TemplateError, TemplateLimit):
            return True, ()
        return bool(record["card"]), tuple(record["others"])


def _looked_through(tree: nodes.Template) -> tuple[bool, tuple[str, ...]]:
    names = tuple(_taken_in(tree))
    looks = any(named.name == CARD for named in tree.find_all(nodes.Name))
    return looks or None in names, tuple(name for name in names if name is not None)


def _taken_in(tree: nodes.Template) -> Iterator[str | None]:
    """The names of other templates in this one; None for a name that is computed."""
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        name = getattr(node, "template", None)
        constant = isinstance(name, nodes.Const) and isinstance(name.value, str)
        yield name.value if constant and isinstance(name, nodes.Const) else None
