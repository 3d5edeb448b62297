"""Jinja2's compiler, told which calls are the program's own: those need no leave of the sandbox."""

from __future__ import annotations

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


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
