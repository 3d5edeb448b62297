"""Where templates come from: one folder, and in every literal element the line that it stands on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

MOST_TEMPLATE = 1_000_000
"""Bytes of one template file."""


class TemplateLimit(Exception):
    """A template wants more than a face may have; the message is a whole sentence."""


class Marks(Extension):
    """Gives every literal element the attribute `data-at="templates/name.svg:line"`."""

    _TAG = re.compile(r"(<[A-Za-z][\w:.-]*)")

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Rewrite the literal text between Jinja's own tags."""
        name = stream.name or "template"
        for token in stream:
            yield Token(token.lineno, "data", self._marked(token, name)) if token.type == "data" else token

    def _marked(self, token: Token, name: str) -> str:
        line, pieces = token.lineno, self._TAG.split(token.value)
        for at, piece in enumerate(pieces):
            line += piece.count("\n")
            if at % 2:  # the tags themselves: the pattern is one group
                pieces[at] = f'{piece} data-at="templates/{name}:{line}"'
        return "".join(pieces)


class TemplateFolder(BaseLoader):
    """Loads templates from one folder and from nowhere else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template. Raises TemplateNotFound for anything outside the folder."""
        path = self._folder / template
        home = self._folder.resolve()
        if "\\" in template or "\0" in template or not path.resolve().is_relative_to(home):
            raise TemplateNotFound(template, f"“{template}” lies outside the folder templates.")
        if not path.is_file():
            raise TemplateNotFound(template)
        if path.stat().st_size > MOST_TEMPLATE:
            raise TemplateLimit(f"“{template}” is larger than {MOST_TEMPLATE // 10**6} MB.")
        return path.read_text("utf-8-sig"), str(path), lambda: True

    def list_templates(self) -> list[str]:
        """The templates of the folder by their names in `include` and `import`."""
        return sorted(p.relative_to(self._folder).as_posix() for p in self._folder.rglob("*.svg"))
