"""What the booklets of a game look like: what the sheet Game says of it, or else what its own data tell."""

from __future__ import annotations

import colorsys
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from generator.booklet.style import HEADING_FONT, PAPER, TEXT_FONT, BookletStyle
from generator.ground.files import Unreadable, files_inside, read_bounded
from generator.ground.problems import Problem, error
from generator.ground.project import Project
from generator.ground.sight import colour_of, hexed, luminance
from generator.records.cells import brief
from generator.records.languages import reads_right_to_left
from generator.records.tables import Book, FieldType, slug
from generator.records.worksheets import GAME, LAYERS, PLAYERS, TOKENS, game_facts
from generator.text.fonts import Fonts, UnknownFamily

LEAST_CONTRAST = 4.5
"""Of a heading on white paper."""
MOST_TEMPLATE = 1_000_000
LEAST_COLOUR = 0.25
"""How strong a colour has to be to stand for a game, from grey, 0, to 1."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_FAMILY = re.compile(r"""\bfont(?:-family)?\s*=\s*["']([^"'{}]+)["']""")


def style_of(book: Book, fonts: Fonts, project: Project) -> tuple[BookletStyle, tuple[Problem, ...]]:
    """The looks of the booklets, and what is wrong with what the sheet Game says of them."""
    facts, problems = game_facts(book), list[Problem]()

    def colour(key: str, typed: str, usual: str) -> str:
        if not typed or _COLOUR.fullmatch(typed):
            return typed or usual
        fault = f"“{brief(typed)}” is no colour."
        problems.append(error(_cell(book, key), fault, "Write it like #1b7f83."))
        return usual

    def family(key: str, typed: str, usual: str) -> str:
        try:
            fonts.path(typed or usual)
        except UnknownFamily:
            if not typed:
                return fonts.families[0]
            fault = f"There is no font “{brief(typed)}”."
            mend = f"Write one of {', '.join(fonts.families)}, or put its files into the folder fonts."
            problems.append(error(_cell(book, key), fault, mend))
            return usual
        return typed or usual

    deep = colour("heading_colour", facts.heading_colour, _own_colour(book, facts.title))
    style = BookletStyle(
        deep,
        colour("ground_colour", facts.ground_colour, mixed(PAPER, deep, 0.1)),
        family("heading_font", facts.heading_font, _own_font(fonts, project)),
        family("text_font", facts.text_font, TEXT_FONT),
        reads_right_to_left(book),
    )
    return style, tuple(problems)


def _cell(book: Book, key: str) -> str:
    return next((row.at("value") for row in book[GAME] if slug(str(row.values.get("key"))) == key), GAME)


# ---------------------------------------------------------------- what the game's own data tell


def _own_colour(book: Book, title: str) -> str:
    """The first strong colour of the workbook, dark enough to be read on white; else one by the title."""
    hue = hashlib.sha256(title.encode()).digest()[0] / 256
    colour = next(_strong_colours(book), hexed(colorsys.hls_to_rgb(hue, 0.3, 0.5)))
    while contrast_on_white(colour) < LEAST_CONTRAST:
        colour = mixed(colour, "#000000", 0.08)
    return colour


def colours_of(book: Book, most: int) -> tuple[str, ...]:
    """The strong colours of a workbook, each once, no more than `most`."""
    return tuple(islice(dict.fromkeys(_strong_colours(book)), most))


def _strong_colours(book: Book) -> Iterator[str]:
    return (colour for colour in _colours(book) if _strength(colour) >= LEAST_COLOUR)


def _colours(book: Book) -> Iterator[str]:
    first = [sheet for sheet in (LAYERS, TOKENS, PLAYERS) if sheet in book.tables]
    for sheet in dict.fromkeys((*first, *book.tables)):
        table = book.tables[sheet]
        for field in table.fields:
            if field.type is FieldType.COLOUR:
                for row in table:
                    if _COLOUR.fullmatch(str(row.values.get(field.key) or "")):
                        yield str(row.values[field.key]).casefold()


def _own_font(fonts: Fonts, project: Project) -> str:
    """The family that the templates name most and that is not the usual one."""
    families = {name.casefold().replace(" ", ""): name for name in fonts.families}
    named: Counter[str] = Counter()
    for path in files_inside(project.templates, project.root, ending=".svg"):
        try:
            text = read_bounded(path, inside=project.root, most=MOST_TEMPLATE).decode("utf-8", "replace")
        except Unreadable:  # told when a face is drawn from it
            continue
        named.update(names.split(",")[0].casefold().replace(" ", "") for names in _FAMILY.findall(text))
    usual = {TEXT_FONT.casefold(), HEADING_FONT.casefold()}
    own = (families[name] for name, _ in named.most_common() if name in families and name not in usual)
    return next(own, HEADING_FONT)


# ---------------------------------------------------------------- colours


def contrast_on_white(colour: str) -> float:
    """How well a colour can be read on white (WCAG 2), from 1 to 21."""
    return 1.05 / (luminance(colour_of(colour)) + 0.05)


def _strength(colour: str) -> float:
    parts = colour_of(colour)
    return max(parts) - min(parts)


def mixed(first: str, second: str, share: float) -> str:
    """`share` of the other colour in the one."""
    pairs = zip(colour_of(first), colour_of(second), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return hexed((red, green, blue))
