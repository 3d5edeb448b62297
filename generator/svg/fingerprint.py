"""Whether two symbols are the same drawing, wherever they stand and whatever file they come from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping

from generator.svg.nodes import Node

_URL = re.compile(r"""url\(\s*["']?#([^"')\s]+)""")


def references(node: Node) -> tuple[str, ...]:
    """The ids that an element itself points to, by href or url(#…)."""
    names = node.facts.points_to
    if names is None:
        names = node.facts.points_to = tuple(referred(node.attrs.items()))
    return names


def referred(attributes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The ids that attributes point to."""
    for name, value in attributes:
        if name == "href" and value.strip().startswith("#"):
            yield value.strip()[1:]
        elif "url(" in value:
            yield from _URL.findall(value)


class Fingerprints:
    """Digests of one document's elements with all that they point to. References must not turn in a ring."""

    def __init__(self, ids: Mapping[str, Node]) -> None:
        self.ids = ids
        self._known: dict[int, tuple[bytes, bool]] = {}

    def of(self, node: Node) -> tuple[bytes, bool]:
        """(digest, whether a gradient in it takes the current colour: then each colour needs a form)."""
        if id(node) not in self._known:
            self._known[id(node)] = self._measure(node)
        return self._known[id(node)]

    def _measure(self, node: Node) -> tuple[bytes, bool]:
        digest, binds = hashlib.blake2b(digest_size=16), False
        for part in node.walk():
            facts = part.facts
            if not facts.written:
                facts.written = repr((part.tag, sorted(part.attrs.items()))).encode("utf-8", "surrogatepass")
            digest.update(facts.written)
            digest.update(repr((part.text, len(part.children))).encode("utf-8", "surrogatepass"))
            binds = binds or part.attrs.get("stop-color", "").strip().casefold() == "currentcolor"
            for name in references(part):
                if target := self.ids.get(name):
                    deeper, deeper_binds = self.of(target)
                    digest.update(deeper)
                    binds = binds or deeper_binds
        return digest.digest(), binds
