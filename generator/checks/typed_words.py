"""Words that are typed straight into a template and stay as they are in every other language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.ground.files import Unreadable, is_file_inside, read_bounded
from generator.ground.problems import Problem, warning
from generator.ground.project import Project
from generator.records.cells import as_text, brief
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS, GAME, WORDS

_MOST_TEMPLATE = 1_000_000
_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_DRAWN = re.compile(r"<text\b[^<>]*>(.*?)</text>", re.DOTALL)
_CALLED = re.compile(r"""\btext\(\s*(?:"([^"\\\n]{1,500})"|'([^'\\\n]{1,500})')\s*[,)~]""")
_TAG, _ICON = re.compile(r"<[^<>]*>|&#?\w+;"), re.compile(r"\{[^{}]*\}|[*_]{1,2}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ASKS = re.compile(r"\blanguage\b")


def typed_words(book: Book, project: Project, language: str) -> Iterator[Problem]:
    """A warning for each line of a component's own template that has words which nothing translates.

    What the sheet Game says, such as a title, is a name and no such word. A template that asks for the
    language itself knows what it does.
    """
    names = {as_text(row.values.get("value")) for row in book.tables.get(GAME, ())}
    for name in _templates(book):
        if not is_file_inside(project.templates / name, project.root):
            continue
        try:
            text = read_bounded(project.templates / name, inside=project.root, most=_MOST_TEMPLATE)
            template = _COMMENT.sub(_blank, text.decode("utf-8-sig"))
        except (Unreadable, UnicodeDecodeError):
            continue
        for line, words in _typed(template) if not _ASKS.search(template) else ():
            if words not in names:
                flaw = f"“{brief(words)}” is typed into the template, so it stays as it is in “{language}”."
                mend = f'Write word("{brief(words)}") there, and add a row with it to the sheet {WORDS}.'
                yield warning(f"templates/{brief(name)}:{line}", flaw, mend)


def _templates(book: Book) -> dict[str, None]:
    """The templates of all components, each once."""
    rows = book.tables.get(COMPONENTS, ())
    cells = (str(row.values.get(side) or "") for row in rows for side in ("front", "back"))
    return dict.fromkeys(cell for cell in cells if cell.endswith(".svg"))


def _typed(template: str) -> Iterator[tuple[int, str]]:
    """The line of each text with words of its own, and these."""
    bare = _CODE.sub(_blank, template)
    for drawn in _DRAWN.finditer(bare):
        words = " ".join(_TAG.sub(" ", drawn[1]).split())
        if _WORD.search(words):
            yield _line(bare, drawn.start()), words
    for called in _CALLED.finditer(template):
        words = " ".join(_ICON.sub(" ", called[1] or called[2]).split())
        if _WORD.search(words):
            yield _line(template, called.start()), words


def _blank(code: re.Match[str]) -> str:
    """As many lines, and nothing in them."""
    return " " + "\n" * code[0].count("\n")


def _line(template: str, at: int) -> int:
    return template.count("\n", 0, at) + 1
