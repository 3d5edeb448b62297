"""Where templates come from: the game's folder, behind it the shelf; every literal element says its line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from generator.faces.drawings import as_template
from generator.ground.files import Unreadable, files_inside, lies_inside, read_bounded
from generator.ground.problems import Failed, error
from generator.ground.project import SHELF

MOST_TEMPLATE = 1_000_000
"""Bytes of one template file."""
MOST_TOKENS = 50_000
"""Words and signs of the templates' language in one file; the largest of a whole game has some thousands."""


MOST_SEARCHED = 200
"""Templates that are searched for colours; a large game has some dozens."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b")


class TemplateLimit(Exception):
    """A template wants more than a face may have; the message is a whole sentence."""


class Marks(Extension):
    """Gives every literal element its line in the attribute `data-at`, as `place_of` writes it."""

    _TAG = re.compile(r"(<[A-Za-z][\w:.-]*)")

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Rewrite the literal text between Jinja's own tags."""
        place = place_of(stream.name or "template", stream.filename)
        for number, token in enumerate(stream):
            if number > MOST_TOKENS:
                text = f"It has more than {MOST_TOKENS:,} words and signs, of which this is one."
                raise TemplateSyntaxError(text, token.lineno, stream.name, stream.filename)
            yield Token(token.lineno, "data", self._marked(token, place)) if token.type == "data" else token

    def _marked(self, token: Token, place: str) -> str:
        line, pieces = token.lineno, self._TAG.split(token.value)
        for at, piece in enumerate(pieces):
            line += piece.count("\n")
            if at % 2:  # the tags themselves: the pattern is one group
                pieces[at] = f'{piece} data-at="{place}:{line}"'
        return "".join(pieces)


class TemplateFolder(BaseLoader):
    """Loads templates from a game's folder, or else from the shelf, and from nowhere else."""

    def __init__(self, folder: Path, boxes: Container[str] = ()) -> None:
        """`boxes` are the templates that have named boxes although they call functions, too."""
        self._folder, self._boxes = folder, boxes
        self.drafts: dict[str, str] = {}
        """What templates say instead of their files, by their names."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template. Raises TemplateNotFound for anything outside the folder."""
        if template in self.drafts:
            text, path = self.drafts[template], self._folder / template
        else:
            text, path = template_text(self._folder, template)
        return self.template(template, text), str(path), lambda: True

    def template(self, name: str, text: str) -> str:
        """What is run of a template's text: of a drawing, its boxes with calls in them."""
        return as_template(text, boxes=name in self._boxes) if name.endswith(".svg") else text

    def list_templates(self) -> list[str]:
        """The templates right in the folder and on the shelf, by their names in `include` and `import`."""
        own = files_inside(self._folder, self._folder.parent, ending=".svg")
        return [path.name for path in (*own, *files_inside(SHELF / "templates", SHELF, ending=".svg"))]


def colours_written(folder: Path) -> frozenset[str]:
    """The colours, `#rrggbb` in small letters, that stand in the templates of a folder and of the shelf."""
    colours: set[str] = set()
    for name in TemplateFolder(folder).list_templates()[:MOST_SEARCHED]:
        try:
            text, _ = template_text(folder, name)
        except (Failed, TemplateNotFound):  # told when a face is drawn from it
            continue
        colours.update(colour.casefold() for colour in _COLOUR.findall(text))
    return frozenset(colours)


def place_of(name: str, filename: str | None) -> str:
    """A template as Problems name it: `templates/card.svg`, or `shelf/templates/parts.svg`."""
    on_shelf = filename is not None and filename.startswith(f"{SHELF}{os.sep}")
    return f"shelf/templates/{name}" if on_shelf else f"templates/{name}"


def template_text(folder: Path, template: str) -> tuple[str, Path]:
    """The text of a template and its path: in a folder of the game folder, or else on the shelf.

    The text is without a mark of its encoding. Raises TemplateNotFound for what is in neither, or lies
    outside the folder, and Failed, with the file's own name, for what cannot be read.
    """
    # whether a folder that is a link itself leads out of the game folder is asked when the file is read
    if "\\" in template or "\0" in template or not lies_inside(folder / template, folder):
        raise TemplateNotFound(template, f"“{template[:60]}” lies outside the folder templates.")
    for path, root in ((folder / template, folder.parent), (SHELF / "templates" / template, SHELF)):
        if (text := _read(path, root, place_of(template[:100], str(path)))) is not None:
            return text, path
    raise TemplateNotFound(template)


def _read(path: Path, root: Path, where: str) -> str | None:
    """The text of a file that lies in a folder; None if there is none. Raises Failed."""
    try:
        return read_bounded(path, inside=root, most=MOST_TEMPLATE).decode("utf-8-sig")
    except Unreadable as fault:
        if fault.missing:
            return None
        raise Failed(error(where, fault.what, fault.mend)) from None
    except UnicodeDecodeError:
        text, mend = (
            "The template is not saved as UTF-8.",
            "Save it again in a text editor with the encoding UTF-8.",
        )
        raise Failed(error(f"{where}:1", text, mend)) from None
