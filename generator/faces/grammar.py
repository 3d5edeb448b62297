"""Reads and compiles a template within bounds: Jinja2's parser and compiler, and Python's own, are recursive.

A chain such as `a + b + c …` of thousands is nested as deep as brackets are. What would lead any of the three
beyond their depth is a slip of the template, at a line of it, before they see it.
"""

from __future__ import annotations

import re
from types import CodeType

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.parser import Parser

from generator.faces.counting import SEARCHES, children

MOST_NODES = 20_000
"""Parts of one template: names, operators, tags. The largest of a whole game has two thousand."""
MOST_NESTED = 60
"""Expressions and blocks inside each other; a chain of operators counts as that."""
MOST_LOOPS = 12
"""Loops inside each other: Python allows twenty blocks."""
MOST_CHOICES = 200
"""Branches of one `if`."""

_DEBUG = re.compile(r"^debug_info = '([\d=&]*)'$", re.MULTILINE)
_BODIES = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)


def parsed(
    environment: Environment, source: str, name: str | None, filename: str | None
) -> tuple[nodes.Template, int]:
    """The tree of a template and how many nodes it has. Raises TemplateSyntaxError."""
    parser = Parser(environment, source, name, filename)
    try:
        tree = parser.parse()
    except RecursionError:
        if len(source) <= MOST_NESTED:
            raise  # it was not this template that went so deep
        raise _too_deep(parser.stream.current.lineno, name, filename) from None
    return tree, _measured(tree, name, filename)


def _measured(tree: nodes.Template, name: str | None, filename: str | None) -> int:
    count = 0
    stack: list[tuple[nodes.Node, int, int, int]] = [(tree, 0, 0, 1)]
    while stack:
        node, depth, loops, line = stack.pop()
        count, line = count + 1, node.lineno or line
        if isinstance(node, _BODIES):
            loops = loops + 1 if isinstance(node, nodes.For) else 0
        if depth > MOST_NESTED or loops > MOST_LOOPS:
            raise _too_deep(line, name, filename)
        if count > MOST_NODES:
            text = f"It has more than {MOST_NODES:,} parts, of which this is one."
            raise TemplateSyntaxError(text, line, name, filename)
        if isinstance(node, nodes.If) and len(node.elif_) > MOST_CHOICES:
            text = f"This “if” has more than {MOST_CHOICES} branches."
            raise TemplateSyntaxError(text, line, name, filename)
        if isinstance(node, nodes.Compare) and len(node.ops) > 1 and {op.op for op in node.ops} & SEARCHES:
            text = "An “in” stands in a chain of comparisons: write it in brackets."
            raise TemplateSyntaxError(text, line, name, filename)
        stack.extend((child, depth + 1, loops, line) for child in children(node))
    return count


def compiled(source: str, filename: str) -> CodeType:
    """Python's code for what Jinja2 made of a template. Raises TemplateSyntaxError."""
    try:
        return compile(source, filename, "exec")
    except (SyntaxError, RecursionError) as fault:
        raise _too_deep(_line(source, getattr(fault, "lineno", None) or 1), None, filename) from None


def _line(source: str, number: int) -> int:
    """The template's line behind a line of the code made from it."""
    debug = _DEBUG.search(source)
    pairs = [pair.partition("=") for pair in debug[1].split("&")] if debug and debug[1] else []
    return max((int(line) for line, _, code in pairs if int(code) <= number), default=1)


def _too_deep(line: int, name: str | None, filename: str | None) -> TemplateSyntaxError:
    text = "Too many brackets, operators or blocks stand inside each other here."
    return TemplateSyntaxError(text, line, name, filename)
