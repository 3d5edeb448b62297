"""Why an expression of a template cannot be worked out, in the words of the template and the workbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

from jinja2 import TemplateError, nodes

from generator.faces.counting import children
from generator.faces.grammar import parsed
from generator.faces.language import Language
from generator.ground.problems import Failed, shortened
from generator.records.tables import Row

MOST_QUOTED = 90
"""Characters of an expression that are quoted."""
_TAG = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}|\{%-?\s*(.*?)\s*-?%\}", re.DOTALL)
_OPERATORS = (nodes.BinExpr, nodes.Compare, nodes.Operand, nodes.UnaryExpr, nodes.Filter, nodes.List)
_UNKNOWN = object()


def explained(
    fault: Exception, language: Language, name: str, line: int, frame: FrameType
) -> tuple[str, str]:
    """What is wrong in a line of a template at which Python gave up, and how to mend it.

    `frame` has the names of the template with their values at that moment.
    """
    tags = _line_said(language, name, line)
    quoted = f"“{shortened(tags, MOST_QUOTED)}”" if tags else "This line"
    if isinstance(fault, ZeroDivisionError):
        ask = "See to it that what is behind the / is never 0, or ask before with {% if … %}."
        return f"{quoted} divides by 0.", ask
    operands = dict(_operands(language, name, line, frame.f_locals))
    empty = [text for text, (value, _) in operands.items() if value is None]
    if empty:
        cells = [cell for _, (value, cell) in operands.items() if value is None and cell]
        fill = f"Fill in {', '.join(cells)}" if cells else "Fill that in in the workbook"
        is_empty = f"“{'” and “'.join(empty)}” {'is' if len(empty) == 1 else 'are'} empty"
        sentence = f"{is_empty}, so that {quoted} cannot be worked out."
        return sentence, f"{fill}, or ask before: {{% if {empty[0]} is not none %}} … {{% endif %}}."
    kinds = [f"“{shortened(text, 30)}” is {_kind(value)}" for text, (value, _) in operands.items()]
    because = f": {', '.join(kinds)}" if kinds else ""
    mend = "Count and compare numbers with numbers only, and go only through what is a list."
    return f"{quoted} cannot be worked out{because}.", mend


def _source(language: Language, name: str) -> str:
    try:
        return language.loader.get_source(language, name)[0] if language.loader is not None else ""
    except (TemplateError, Failed):
        return ""


def _line_said(language: Language, name: str, line: int) -> str:
    """The tags of a line of a template."""
    text = _source(language, name)
    tags = []
    for tag in _TAG.finditer(text):
        first = text.count("\n", 0, tag.start()) + 1
        if first <= line <= first + tag[0].count("\n"):
            tags.append(" ".join(tag[0].split()))
    return " ".join(tags)


def _operands(
    language: Language, name: str, line: int, names: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[Any, str]]]:
    """What operators, filters and loops of a line work on: as it is written -> its value and its cell."""
    try:
        tree, _ = parsed(language, _source(language, name), name, None)
    except TemplateError:
        return
    for node in _all(tree):
        if node.lineno != line:
            continue
        parts = children(node) if isinstance(node, _OPERATORS) else ()
        for part in (node.iter,) if isinstance(node, nodes.For) else parts:
            written = _written(part)
            value, cell = _value(part, names) if written else (_UNKNOWN, "")
            if value is not _UNKNOWN:
                yield written, (value, cell)


def _all(tree: nodes.Node) -> Iterator[nodes.Node]:
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))


def _written(node: nodes.Node) -> str:
    """`card.layer`, `rules.meaning_max`; nothing for what is worked out itself."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        owner = _written(node.node)
        return f"{owner}.{node.attr}" if owner else ""
    return repr(node.value) if isinstance(node, nodes.Const) else ""


def _value(node: nodes.Node, names: Mapping[str, Any]) -> tuple[Any, str]:
    """What a name stands for, and its cell; only records and mappings are looked into."""
    if isinstance(node, nodes.Const):
        return node.value, ""
    if isinstance(node, nodes.Name):
        return names.get(node.name, _UNKNOWN), ""
    if not isinstance(node, nodes.Getattr):
        return _UNKNOWN, ""
    owner, _ = _value(node.node, names)
    if isinstance(owner, Row):
        return owner.values.get(node.attr, _UNKNOWN), owner.at(node.attr)
    return owner.get(node.attr, _UNKNOWN) if isinstance(owner, Mapping) else _UNKNOWN, ""


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "a text"
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list | tuple | Mapping) else "no number and no text"
