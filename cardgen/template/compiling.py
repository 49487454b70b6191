"""What is done to a template while it is compiled, so that little is left to ask while it runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from jinja2 import nodes
from jinja2.bccache import bc_magic
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import TemplateSyntaxError
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from cardgen.core.fingerprint import digest
from cardgen.template.printing import printable

LOOP_TURN = 32

_SILENT = frozenset({"comment_begin", "comment", "comment_end", "linecomment", "whitespace"})
_CHANGEABLE = frozenset({"namespace", "cycler", "joiner"})
"""The functions that make values which can change."""


COMPILER: bytes = bc_magic
"""Names the version of Python and Jinja whose code a kept template holds."""
_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""What Jinja writes below the Python of a template: its lines with those of the Python."""
_JUMPS = nodes.Break | nodes.Continue


class KeptTemplate(NamedTuple):
    """What was found out about a template: worth keeping from one build to the next.

    ``text`` is the digest of the text that it was found out about, ``code`` empty as long as it
    has not been compiled. ``names`` are the templates that it names, with ``*`` for a name that is
    put together while it runs. ``lasting`` says that nothing on its top level can change once that
    has run.
    """

    text: str
    meaning: str
    code: bytes = b""
    names: tuple[str, ...] = ()
    lasting: bool = False


class _Charge(NodeTransformer):
    """Sends everything that costs through a function of the environment."""

    def __init__(self) -> None:
        self.literal = 0
        """So many characters stand as they are in what was visited."""

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802
        self.literal += len(node.data)
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        charged = self._charged(node)
        if node.test is not None:  # items that are passed over cost, too
            charge = _call("charge", nodes.Const(LOOP_TURN), lineno=node.lineno)
            node.test = nodes.Or(charge, node.test, lineno=node.lineno)
        return charged

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802
        return self._charged(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _call("joined", *node.nodes, lineno=node.lineno)

    def visit_Add(self, node: nodes.Add) -> nodes.Node:  # noqa: N802
        return self._operation("added", node)

    def visit_Mul(self, node: nodes.Mul) -> nodes.Node:  # noqa: N802
        return self._operation("multiplied", node)

    def visit_Pow(self, node: nodes.Pow) -> nodes.Node:  # noqa: N802
        return self._operation("raised", node)

    def visit_Mod(self, node: nodes.Mod) -> nodes.Node:  # noqa: N802
        return self._operation("modulo", node)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        left = node.expr
        for operand in node.ops:
            # Against a constant nothing large is compared, but it may be looked for in a list.
            within = operand.op in ("in", "notin")
            if within or not isinstance(left, nodes.Const):
                operand.expr = _weighed(operand.expr)
            left = operand.expr
        return node

    def visit_List(self, node: nodes.List) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _weighed(node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _weighed(node) if node.ctx == "load" else node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _weighed(node)

    def _operation(self, name: str, node: nodes.BinExpr) -> nodes.Node:
        self.generic_visit(node)
        return _call(name, node.left, node.right, lineno=node.lineno)

    def _charged(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        before = self.literal
        self.generic_visit(node)
        cost = nodes.Const(LOOP_TURN + self.literal - before)
        charge = _call("charge", cost, lineno=node.lineno)
        node.body.insert(0, nodes.ExprStmt(charge, lineno=node.lineno).set_lineno(node.lineno))
        return node


def _call(name: str, *values: nodes.Expr, lineno: int) -> nodes.Call:
    function = nodes.EnvironmentAttribute(name)
    return nodes.Call(function, list(values), [], None, None, lineno=lineno)


def _weighed(node: nodes.Expr) -> nodes.Expr:
    """Send a value through `Sandbox.weighed`, unless it is made of constants alone."""
    parts = list(node.iter_child_nodes()) if not isinstance(node, nodes.Name) else [node]
    if all(isinstance(part, nodes.Const) for part in parts):
        return node
    return _call("weighed", node, lineno=node.lineno)


def charged(tree: nodes.Template) -> nodes.Template:
    """Return a template in which everything that costs goes through a function of the sandbox."""
    result: nodes.Template = _Charge().visit(tree)
    return result


class DirectCalls(CodeGenerator):
    """Calls what `charged` put in without the questions that calls of a template are asked.

    Leaves constants that cannot be printed to the run, which refuses them at their line.
    """

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            printable(node.as_const(frame.eval_ctx))
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call."""
        if not isinstance(node.node, nodes.EnvironmentAttribute):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write(f"environment.{node.node.name}(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")


def is_lasting(tree: nodes.Template) -> bool:
    """Whether nothing that a template sets on its top level can change after it has run.

    Only a namespace, a cycler and a joiner can: all else that templates reach is immutable.
    """
    outside: list[nodes.Node] = list(tree.body)
    while outside:
        node = outside.pop()
        if isinstance(node, nodes.Macro):
            continue  # what it makes, it makes anew each time
        if isinstance(node, nodes.Name) and node.name in _CHANGEABLE:
            return False
        outside += node.iter_child_nodes()
    return True


def meaning(tokens: Iterable[tuple[int, str, str]]) -> str:
    """Return a digest over what a template's tokens say: comments say nothing."""
    said: list[tuple[str, str]] = []
    for _, token, value in tokens:
        if token in _SILENT:
            continue
        if token == "data" and said and said[-1][0] == token:
            said[-1] = (token, said[-1][1] + value)
        else:  # what delimiters strip has gone from the data beside them already
            said.append((token, "" if token.endswith(("_begin", "_end")) else value))
    if said and said[-1][0] == "data" and said[-1][1].rstrip().endswith("</side>"):
        said[-1] = ("data", said[-1][1].rstrip())  # nothing but blanks may follow a side
    return digest(said)


def refuse_stray_jumps(tree: nodes.Template) -> None:
    """Raise TemplateSyntaxError for a `break` or `continue` that no loop is around.

    Macros, blocks and what is in a call block become functions, which no jump can leave.
    """
    waiting: list[tuple[nodes.Node, bool]] = [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, _JUMPS) and not inside:
            word = type(node).__name__.lower()
            raise TemplateSyntaxError(f"`{word}` stands outside of a loop", node.lineno)
        if isinstance(node, nodes.For):
            waiting += [(one, True) for one in node.body]
            waiting += [(one, inside and not node.recursive) for one in node.else_]
        else:
            inside = inside and not isinstance(node, nodes.Macro | nodes.Block | nodes.CallBlock)
            waiting += [(one, inside) for one in node.iter_child_nodes()]


def faulty_line(error: BaseException) -> int:
    """Return the line of a template at which Jinja, or Python after it, gave up."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        within = trace.tb_frame.f_locals
        for one in (within.get("self"), within.get("node")):
            if isinstance(one, Parser):
                line = one.stream.current.lineno
            elif isinstance(one, nodes.Node):
                line = one.lineno
        if isinstance(written := within.get("source"), str) and (
            pairs := _DEBUG_INFO.search(written)
        ):
            line = _template_line(written, pairs[1], getattr(error, "lineno", None))
        trace = trace.tb_next
    return line


def _template_line(written: str, pairs: str, line: int | None) -> int:
    """Return the template's line for one of the Python that was written for it.

    Where Python names none, it is the longest one that overtaxed it.
    """
    if line is None:
        lines = written.split("\n")
        line = 1 + max(range(len(lines)), key=lambda number: len(lines[number]))
    known = [pair.split("=") for pair in pairs.split("&")]
    return max((int(ours) for ours, python in known if int(python) <= line), default=1)
