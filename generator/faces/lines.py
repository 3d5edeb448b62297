"""Where the words of a filled-in text come from: each of its lines, with the template's line behind it.

Literal text that goes straight to the output carries a mark at the head of every line. What a macro or
a table's function writes has none and belongs to the line that called it. The marks are noncharacters,
which no text holds, and they are gone before anybody reads the words.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}\n]*){_CLOSE}")
LONGEST_NAME = 100
"""Characters of a template's name that a mark repeats."""


class Lines(NodeTransformer):
    """Puts marks into a template; what is captured before it is printed stays as it is."""

    def __init__(self, name: str) -> None:
        self._name = name

    def visit_Output(self, node: nodes.Output) -> nodes.Output:
        """Mark the literal parts of what is written."""
        if len(self._name) <= LONGEST_NAME:
            for part in node.nodes:
                if isinstance(part, nodes.TemplateData):
                    part.data = self._marked(part.data, part.lineno)
        return node

    def _marked(self, data: str, line: int) -> str:
        """A blank line needs no mark; the last one does, since it goes on behind the literal text."""
        texts = data.split("\n")
        last = len(texts) - 1
        return "\n".join(
            f"{_OPEN}templates/{self._name}:{line + at}{_CLOSE}{text}" if text or at == last else ""
            for at, text in enumerate(texts)
        )

    def _alone(self, node: Any) -> Any:
        return node

    visit_Macro = visit_CallBlock = visit_FilterBlock = visit_AssignBlock = _alone


@dataclass(frozen=True, slots=True)
class Words:
    """A text and, for each of its lines, the place in a template that it comes from."""

    text: str
    places: tuple[str, ...]


def words_of(marked: str, template: str) -> Words:
    """The words of a text as the language writes it: without marks, and not escaped for SVG any more."""
    texts: list[str] = []
    places: list[str] = []
    last = f"templates/{template}:1"
    for line in marked.split("\n"):
        marks = list(_MARK.finditer(line))
        at = 0  # behind the marks at the line's head, of which the last one counts
        for mark in marks:
            if mark.start() == at:
                at, last = mark.end(), mark[1]
        parts = html.unescape(_MARK.sub("", line)).split("\n")
        texts += parts
        places += [last] * len(parts)
        last = marks[-1][1] if marks else last
    return Words("\n".join(texts), tuple(places))
