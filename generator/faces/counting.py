"""Rewrites a template before it is compiled, so that its work can be counted and its lists measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer


def extent(value: Any, known: dict[int, int]) -> int:
    """How many items a list holds with all lists inside it, a shared one counted each time."""
    if not isinstance(value, (list, tuple, dict)):
        return 1
    if id(value) not in known:
        items: Iterator[Any] = iter(value.values() if isinstance(value, dict) else value)
        known[id(value)] = 1 + sum(extent(item, known) for item in items)
    return known[id(value)]


class Counting(NodeTransformer):
    """Rewrites a template: loops and bodies count, texts and lists that are put together are measured."""

    def _call(self, method: str, arguments: list[Any], line: int) -> nodes.Call:
        return nodes.Call(nodes.EnvironmentAttribute(method), arguments, [], None, None, lineno=line)

    def _ticking(self, node: Any) -> Any:
        self.generic_visit(node)
        written = sum(len(data.data) for part in node.body for data in _literals(part))
        tick = self._call("tick", [nodes.Const(1), nodes.Const(written)], node.lineno)
        node.body.insert(0, nodes.ExprStmt(tick, lineno=node.lineno))
        return node

    visit_Template = visit_Macro = visit_CallBlock = visit_Block = visit_FilterBlock = _ticking
    visit_AssignBlock = _ticking

    def visit_For(self, node: nodes.For) -> nodes.For:
        """Count the items before the loop begins, and every round of it: a recursive loop has more."""
        self._ticking(node)
        node.iter = self._call("rounds", [node.iter], node.lineno)
        return node

    def _measured(self, node: Any) -> Any:
        self.generic_visit(node)
        return self._call("bounded", [node], node.lineno) if getattr(node, "ctx", "load") == "load" else node

    visit_List = visit_Tuple = visit_Dict = _measured

    def visit_Name(self, node: nodes.Name) -> Any:
        """A macro's further arguments are a list that the template did not write."""
        return self._measured(node) if node.name in {"varargs", "kwargs"} else node

    def visit_Concat(self, node: nodes.Concat) -> Any:
        """The operator `~` has no hook in the sandbox."""
        self.generic_visit(node)
        return self._call("joined", node.nodes, node.lineno)


def _literals(node: nodes.Node) -> Iterator[nodes.TemplateData]:
    if isinstance(node, nodes.TemplateData):
        yield node
    yield from node.find_all(nodes.TemplateData)
