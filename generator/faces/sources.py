"""Where templates come from: one folder, and in every literal element the line that it stands on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from generator.ground.files import Unreadable, files_inside, lies_inside, read_bounded
from generator.ground.problems import Failed, error

MOST_TEMPLATE = 1_000_000
"""Bytes of one template file."""
MOST_TOKENS = 50_000
"""Words and signs of the templates' language in one file; the largest of a whole game has some thousands."""


class TemplateLimit(Exception):
    """A template wants more than a face may have; the message is a whole sentence."""


class Marks(Extension):
    """Gives every literal element the attribute `data-at="templates/name.svg:line"`."""

    _TAG = re.compile(r"(<[A-Za-z][\w:.-]*)")

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Rewrite the literal text between Jinja's own tags."""
        name = stream.name or "template"
        for number, token in enumerate(stream):
            if number > MOST_TOKENS:
                what = f"It has more than {MOST_TOKENS:,} words and signs, of which this is one."
                raise TemplateSyntaxError(what, token.lineno, stream.name, stream.filename)
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
        return template_text(self._folder, template), str(self._folder / template), lambda: True

    def list_templates(self) -> list[str]:
        """The templates right in the folder by their names in `include` and `import`."""
        return [path.name for path in files_inside(self._folder, self._folder.parent, ending=".svg")]


def template_text(folder: Path, template: str) -> str:
    """The text of a template in a folder of the game folder, without a mark of its encoding.

    Raises TemplateNotFound for what is not there, or lies outside the folder, and Failed, with the file's
    own name, for what cannot be read.
    """
    where = f"{folder.name}/{template[:100]}"
    # whether a folder that is a link itself leads out of the game folder is asked when the file is read
    if "\\" in template or "\0" in template or not lies_inside(folder / template, folder):
        raise TemplateNotFound(template, f"“{template[:60]}” lies outside the folder templates.")
    try:
        content = read_bounded(folder / template, inside=folder.parent, most=MOST_TEMPLATE)
        return content.decode("utf-8-sig")
    except Unreadable as fault:
        if fault.missing:
            raise TemplateNotFound(template) from None
        raise Failed(error(where, fault.what, fault.mend)) from None
    except UnicodeDecodeError:
        what, mend = (
            "The template is not saved as UTF-8.",
            "Save it again in a text editor with the encoding UTF-8.",
        )
        raise Failed(error(f"{where}:1", what, mend)) from None
