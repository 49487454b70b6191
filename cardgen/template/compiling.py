"""What is put into a template before Jinja compiles it: all that costs goes through the budget.

Jinja has hooks for calls, attributes, operators and what is printed. It has none for the turn of
a loop, ``~``, a comparison, or a list that is written out. These become filters here, which
compiled templates call directly. No template can name these filters itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.visitor import NodeTransformer

from cardgen.core.fingerprint import digest

CHARGE, JOIN, WEIGH = "charge!", "join!", "weigh!"
LOOP_TURN = 32
_MAX_DEPTH = 150

_OUTSIDE = re.compile(r"'(break|continue)'.* loop")
"""What Python says of a jump without a loop."""
_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""What Jinja writes below the Python of a template: its lines with those of the Python."""


def charged(tree: nodes.Template) -> nodes.Template:
    """Rewrite a parsed template; raise TemplateSyntaxError where it is nested too deeply."""
    return cast(nodes.Template, _Charging().visit(tree))


class _Charging(NodeTransformer):
    def __init__(self) -> None:
        self._depth = 0
        self._literal = 0
        """How many characters that are printed as they are have been visited."""

    def visit(self, node: nodes.Node, *args: object, **options: object) -> nodes.Node:
        """Return the node that takes the place of a node."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise TemplateSyntaxError(TOO_DEEP, node.lineno)
        made: nodes.Node = super().visit(node)
        self._depth -= 1
        return made

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802
        self._literal += len(node.data)
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        made = self._charged(node)
        if node.test is not None:  # items that are passed over cost, too
            charge = _filter(nodes.Const(LOOP_TURN), CHARGE, node.lineno)
            node.test = nodes.Or(charge, node.test, lineno=node.lineno)
        return made

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802
        return self._charged(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _filter(nodes.List(node.nodes, lineno=node.lineno), JOIN, node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        left = node.expr
        for operand in node.ops:
            # Against a constant nothing large is compared, but it may be looked for in a list.
            if operand.op in ("in", "notin") or not isinstance(left, nodes.Const):
                operand.expr = _weighed(operand.expr)
            left = operand.expr
        return node

    def visit_List(self, node: nodes.Expr) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        stored = isinstance(node, nodes.Tuple) and node.ctx != "load"
        return node if stored else _weighed(node)

    visit_Tuple = visit_Dict = visit_List  # noqa: N815

    def _charged(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        """Charge each run of a body for itself and for what it prints as it is."""
        before = self._literal
        self.generic_visit(node)
        cost = nodes.Const(LOOP_TURN + self._literal - before)
        charge = _filter(cost, CHARGE, node.lineno)
        node.body.insert(0, nodes.ExprStmt(charge, lineno=node.lineno))
        return node


def _filter(value: nodes.Expr, name: str, line: int) -> nodes.Filter:
    return nodes.Filter(value, name, [], [], None, None, lineno=line)


def _weighed(node: nodes.Expr) -> nodes.Expr:
    """Weigh a value, unless it is made of constants alone."""
    parts = [node] if isinstance(node, nodes.Name) else list(node.iter_child_nodes())
    if all(isinstance(part, nodes.Const) for part in parts):
        return node
    return _filter(node, WEIGH, node.lineno)


def meaning(tokens: Iterable[tuple[str, object]]) -> str:
    """Return a digest over a template's tokens, as the parser gets them: without comments."""
    joined: list[tuple[str, object]] = []
    for kind, value in tokens:
        if kind == "data" and joined and joined[-1][0] == kind:
            joined[-1] = (kind, f"{joined[-1][1]}{value}")
        else:  # what delimiters strip has gone from the data beside them already
            joined.append((kind, "" if kind.endswith(("_begin", "_end")) else str(value)))
    if joined and joined[-1][0] == "data":
        last = str(joined[-1][1]).rstrip()
        if last.endswith("</side>"):
            joined[-1] = ("data", last)  # nothing but blanks may follow a side
    return digest(joined)


TOO_DEEP = "it is nested too deeply"


def refused(error: BaseException, written: str, filename: str) -> TemplateSyntaxError:
    """Return what to say of a template for which Python refuses what Jinja has written."""
    jump = _OUTSIDE.match(str(error))
    message = f"`{jump[1]}` stands outside of a loop" if jump else TOO_DEEP
    pairs = _DEBUG_INFO.search(written)
    line = getattr(error, "lineno", None)
    if line is None:  # it is the longest one that overtaxed Python
        lines = written.split("\n")
        line = 1 + max(range(len(lines)), key=lambda number: len(lines[number]))
    known = [pair.split("=") for pair in pairs[1].split("&")] if pairs else []
    ours = max((int(ours) for ours, python in known if int(python) <= line), default=1)
    return TemplateSyntaxError(message, ours, None, filename)
