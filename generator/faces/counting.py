"""Rewrites a template before it is compiled, so that its work is counted and its values are measured.

What it puts in is the program's own: such calls need no leave of the sandbox.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

_DEAR: dict[type[nodes.Node], int] = {
    nodes.Include: 50,
    nodes.Import: 50,
    nodes.FromImport: 50,
    nodes.Call: 5,
    nodes.CallBlock: 5,
    nodes.Macro: 5,
    nodes.Filter: 5,
    nodes.Test: 5,
}
"""What a node costs in steps, if more than one."""
SEARCHES = frozenset({"in", "notin"})
"""Operators that look for one value in another. They stand alone: `grammar` sees to it."""
_PLAIN_VALUES = (str, int, float, type(None))


class Counting(NodeTransformer):
    """Rewrites a template: bodies count what is in them each time that they run, values are measured."""

    def _call(self, method: str, arguments: list[Any], line: int) -> nodes.Call:
        return nodes.Call(nodes.EnvironmentAttribute(method), arguments, [], None, None, lineno=line)

    def _tick(self, body: list[nodes.Node], line: int) -> nodes.ExprStmt:
        arguments: list[nodes.Node] = [nodes.Const(cost) for cost in _cost(body)]
        return nodes.ExprStmt(self._call("tick", arguments, line), lineno=line)

    def _ticking(self, node: Any) -> Any:
        tick = self._tick(node.body, node.lineno)
        self.generic_visit(node)
        node.body.insert(0, tick)
        return node

    visit_Template = visit_Macro = visit_CallBlock = visit_Block = visit_FilterBlock = _ticking
    visit_AssignBlock = _ticking

    def visit_If(self, node: nodes.If) -> nodes.If:
        """Count the branch that is taken."""
        otherwise = [self._tick(node.else_, node.lineno)] if node.else_ else []
        self._ticking(node)
        node.else_ = [*otherwise, *node.else_]
        return node

    def visit_For(self, node: nodes.For) -> nodes.For:
        """Count the items before the loop begins, and every round of it: a recursive loop has more."""
        cost, _ = _cost([node.test] if node.test else [])
        self._ticking(node)
        node.iter = self._call("rounds", [node.iter, nodes.Const(3 + cost)], node.lineno)
        return node

    def _measured(self, node: Any) -> Any:
        self.generic_visit(node)
        return self._call("listed", [node], node.lineno) if getattr(node, "ctx", "load") == "load" else node

    visit_List = visit_Tuple = visit_Dict = _measured

    def visit_Name(self, node: nodes.Name) -> Any:
        """A macro's further arguments are a list that the template did not write."""
        return self._measured(node) if node.name in {"varargs", "kwargs"} else node

    def visit_Concat(self, node: nodes.Concat) -> Any:
        """The operator `~` has no hook in the sandbox."""
        self.generic_visit(node)
        return self._call("joined", node.nodes, node.lineno)

    def visit_Getitem(self, node: nodes.Getitem) -> Any:
        """Nor have slices."""
        self.generic_visit(node)
        return self._call("touched", [node], node.lineno) if isinstance(node.arg, nodes.Slice) else node

    def visit_Compare(self, node: nodes.Compare) -> Any:
        """Nor have comparisons, which read two long texts or lists to their end."""
        plain = any(_is_plain(side) for side in (node.expr, *(operand.expr for operand in node.ops)))
        self.generic_visit(node)
        if node.ops[0].op in SEARCHES:
            call = self._call("contains", [node.ops[0].expr, node.expr], node.lineno)
            return call if node.ops[0].op == "in" else nodes.Not(call, lineno=node.lineno)
        if not plain:
            node.expr = self._call("touched", [node.expr], node.lineno)
            for operand in node.ops:
                operand.expr = self._call("touched", [operand.expr], node.lineno)
        return node


class DirectCalls(CodeGenerator):
    """Writes the calls that `Counting` puts into a template as plain calls of the language's methods.

    A template cannot write such a call: nothing of its text becomes an EnvironmentAttribute.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call: one of a template goes through the sandbox, as Jinja2 has it."""
        if not isinstance(node.node, nodes.EnvironmentAttribute):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        for at, argument in enumerate(node.args):
            self.write(", " if at else "(")
            self.visit(argument, frame)
        self.write(")")


def _is_plain(node: nodes.Node) -> bool:
    """Whether a node is a short value that the template spells out: comparing with it is cheap."""
    return isinstance(node, nodes.Const) and isinstance(node.value, _PLAIN_VALUES)


def _cost(body: Iterable[nodes.Node]) -> tuple[int, int]:
    """Steps and literal characters of some nodes, without bodies inside them, which count for themselves."""
    steps = written = 0
    stack = list(body)
    while stack:
        node = stack.pop()
        steps += _DEAR.get(type(node), 1)
        if isinstance(node, nodes.TemplateData):
            written += len(node.data)
        stack.extend(children(node, _LATER.get(type(node), ())))
    return steps, written


def children(node: nodes.Node, exclude: tuple[str, ...] = ()) -> list[nodes.Node]:
    """The nodes right below a node, as `iter_child_nodes` gives them, at a third of its time."""
    below: list[nodes.Node] = []
    for name in node.fields:
        value = getattr(node, name, None) if name not in exclude else None
        if isinstance(value, nodes.Node):
            below.append(value)
        elif isinstance(value, list):
            below += [node for node in value if isinstance(node, nodes.Node)]
    return below


_LATER: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.If: ("body", "else_"),
    nodes.For: ("body", "test"),
    **dict.fromkeys(
        (nodes.Macro, nodes.CallBlock, nodes.Block, nodes.FilterBlock, nodes.AssignBlock), ("body",)
    ),
}
"""The fields of a node that are counted when they run."""
