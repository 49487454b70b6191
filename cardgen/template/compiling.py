"""What is done to a template while it is compiled, so that little is left to ask while it runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from jinja2 import nodes
from jinja2.bccache import bc_magic
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import TemplateSyntaxError
from jinja2.meta import find_referenced_templates
from jinja2.parser import Parser

from cardgen.core.fingerprint import digest
from cardgen.core.reads import EVERYTHING
from cardgen.template.printing import printable

LOOP_TURN = 32

_SILENT = frozenset({"comment_begin", "comment", "comment_end", "linecomment", "whitespace"})
N = TypeVar("N", bound=nodes.Node)

_CHANGEABLE = frozenset({"namespace", "cycler", "joiner"})
"""The functions that make values which can change."""


COMPILER: bytes = bc_magic
"""Names the version of Python and Jinja whose code a kept template holds."""
_VALUES: frozenset[type[nodes.Node]] = frozenset(
    {nodes.Const, nodes.TemplateData, nodes.EnvironmentAttribute, nodes.Neg}
    | {nodes.Tuple, nodes.List, nodes.Dict, nodes.Pair}
)
"""What holds no names, if nothing inside of it does."""
_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""What Jinja writes below the Python of a template: its lines with those of the Python."""


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


class Prepared(NamedTuple):
    """A template in which all that costs goes through the sandbox, and what was found out of it."""

    tree: nodes.Template
    names: tuple[str, ...]
    lasting: bool


def prepared(tree: nodes.Template) -> Prepared:
    """Make a template ready to be compiled, in one walk through it.

    Raises TemplateSyntaxError for a `break` or `continue` that no loop is around.
    """
    walk = _Walk()
    walk.visit(tree)
    vars(tree)["find_all"] = walk.found
    found = find_referenced_templates(nodes.Template(walk.references))
    names = tuple(sorted({EVERYTHING if one is None else one for one in found}))
    return Prepared(tree, names, walk.lasting)


class _Walk:
    """One walk through a template: it charges, refuses stray jumps and looks for what can change.

    Nothing changes a node after its visit, and Jinja goes through all of them some ten times
    while it compiles. So each node is told its children then.
    """

    def __init__(self) -> None:
        self.literal = 0
        """So many characters stand as they are in what was visited."""
        self.references: list[nodes.Node] = []
        """What names another template."""
        self._blocks: list[nodes.Node] = []
        self.lasting = True
        """Nothing that is set on the top level can change after it has run: only a namespace, a
        cycler and a joiner can; all else that templates reach is immutable."""
        self._in_macro = self._in_loop = False

    def visit(self, node: nodes.Node) -> nodes.Node:
        """Return what stands in the place of a node from now on."""
        visit = _VISITS.get(type(node))
        return self.within(node) if visit is None else visit(self, node)

    def within(self, node: nodes.Node) -> nodes.Node:
        """Visit the children of a node."""
        held = vars(node)
        for field in node.fields:
            value = held[field]
            if isinstance(value, list):
                for place, item in enumerate(value):
                    if isinstance(item, nodes.Node):
                        value[place] = self.visit(item)
            elif isinstance(value, nodes.Node):
                held[field] = self.visit(value)
        return _settled(node)

    def found(self, kind: type[nodes.Node]) -> list[nodes.Node]:
        """Return the nodes of a kind that Jinja looks for in a whole template, in their order."""
        among = self._blocks if kind is nodes.Block else self.references
        return [node for node in among if isinstance(node, kind)]

    def block(self, node: nodes.Block) -> nodes.Node:
        self._blocks.append(node)
        return self.apart(node)

    def data(self, node: nodes.TemplateData) -> nodes.Node:
        self.literal += len(node.data)
        return _settled(node)

    def name(self, node: nodes.Name) -> nodes.Node:
        if node.name in _CHANGEABLE and not self._in_macro:
            self.lasting = False
        return _settled(node)

    def reference(self, node: nodes.Node) -> nodes.Node:
        self.references.append(node)
        return self.within(node)

    def jump(self, node: nodes.Node) -> nodes.Node:
        if not self._in_loop:
            word = type(node).__name__.lower()
            raise TemplateSyntaxError(f"`{word}` stands outside of a loop", node.lineno)
        return node

    def loop(self, node: nodes.For) -> nodes.Node:
        before, around = self.literal, self._in_loop
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        self._in_loop = True
        node.body = [self.visit(one) for one in node.body]
        self._in_loop = around and not node.recursive
        node.else_ = [self.visit(one) for one in node.else_]
        self._in_loop = around
        if node.test is not None:  # items that are passed over cost, too
            charge = _call("charge", nodes.Const(LOOP_TURN), lineno=node.lineno)
            test = nodes.Or(charge, self.visit(node.test), lineno=node.lineno)
            node.test = _settled(test)
        return self._charged(node, before)

    def macro(self, node: nodes.Macro) -> nodes.Node:
        before = self.literal
        around, self._in_macro = self._in_macro, True
        self.apart(node)
        self._in_macro = around
        return self._charged(node, before)

    def apart(self, node: nodes.Node) -> nodes.Node:
        """Visit what becomes a function of its own, which no jump can leave."""
        around, self._in_loop = self._in_loop, False
        self.within(node)
        self._in_loop = around
        return node

    def concat(self, node: nodes.Concat) -> nodes.Node:
        self.within(node)
        return _call("joined", *node.nodes, lineno=node.lineno)

    def operation(self, node: nodes.BinExpr) -> nodes.Node:
        self.within(node)
        return _call(_OPERATIONS[type(node)], node.left, node.right, lineno=node.lineno)

    def compare(self, node: nodes.Compare) -> nodes.Node:
        self.within(node)
        left = node.expr
        for operand in node.ops:
            # Against a constant nothing large is compared, but it may be looked for in a list.
            within = operand.op in ("in", "notin")
            if within or not isinstance(left, nodes.Const):
                operand.expr = _weighed(operand.expr)
                _settled(operand)
            left = operand.expr
        return node

    def collection(self, node: nodes.Expr) -> nodes.Node:
        self.within(node)
        stored = isinstance(node, nodes.Tuple) and node.ctx != "load"
        return node if stored else _weighed(node)

    def _charged(self, node: nodes.For | nodes.Macro, before: int) -> nodes.Node:
        cost = nodes.Const(LOOP_TURN + self.literal - before)
        charge = nodes.ExprStmt(_call("charge", cost, lineno=node.lineno), lineno=node.lineno)
        node.body.insert(0, _settled(charge))
        return _settled(node)


_OPERATIONS: dict[type[nodes.Node], str] = {
    nodes.Add: "added",
    nodes.Mul: "multiplied",
    nodes.Pow: "raised",
    nodes.Mod: "modulo",
}
_VISITS: dict[type[nodes.Node], Callable[[_Walk, Any], nodes.Node]] = {
    **dict.fromkeys(_OPERATIONS, _Walk.operation),
    **dict.fromkeys([nodes.List, nodes.Tuple, nodes.Dict], _Walk.collection),
    **dict.fromkeys([nodes.Break, nodes.Continue], _Walk.jump),
    **dict.fromkeys(
        [nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include], _Walk.reference
    ),
    nodes.Block: _Walk.block,
    nodes.CallBlock: _Walk.apart,
    nodes.Compare: _Walk.compare,
    nodes.Concat: _Walk.concat,
    nodes.For: _Walk.loop,
    nodes.Macro: _Walk.macro,
    nodes.Name: _Walk.name,
    nodes.TemplateData: _Walk.data,
}


def _parts(node: nodes.Node) -> list[nodes.Node]:
    held = vars(node)
    found: list[nodes.Node] = []
    for field in node.fields:
        value = held[field]
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, nodes.Node)]
        elif isinstance(value, nodes.Node):
            found.append(value)
    return found


def _settled(node: N) -> N:
    """Tell a node once and for all which children Jinja finds when it looks for names.

    Constants hold none, nor do values that are made of constants. Of loops and call blocks Jinja
    asks for some children only.
    """
    kind = type(node)
    if kind is nodes.For or kind is nodes.CallBlock:
        return node
    children = tuple([one for one in _parts(node) if "nameless" not in vars(one)])
    held = vars(node)
    held["iter_child_nodes"] = children.__iter__
    if not children:
        held["find_all"] = _nothing
        if kind in _VALUES:
            held["nameless"] = True
    return node


def _nothing(_: object) -> tuple[()]:
    return ()


def _call(name: str, *values: nodes.Expr, lineno: int) -> nodes.Expr:
    function = _settled(nodes.EnvironmentAttribute(name))
    return _settled(nodes.Call(function, list(values), [], None, None, lineno=lineno))


def _weighed(node: nodes.Expr) -> nodes.Expr:
    """Send a value through `Sandbox.weighed`, unless it is made of constants alone."""
    parts = _parts(node) if not isinstance(node, nodes.Name) else [node]
    if all(isinstance(part, nodes.Const) for part in parts):
        return node
    return _call("weighed", node, lineno=node.lineno)


class DirectCalls(CodeGenerator):
    """Calls what `charged` put in without the questions that calls of a template are asked.

    Leaves constants that cannot be printed to the run, which refuses them at their line.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._visits: dict[type[nodes.Node], Callable[..., Any]] = {}

    def visit(self, node: nodes.Node, *args: Any, **options: Any) -> Any:
        """Write what a node stands for; how is asked once a kind of node."""
        kind = type(node)
        visit = self._visits.get(kind)
        if visit is None:
            visit = self._visits[kind] = self.get_visitor(node) or self.generic_visit
        return visit(node, *args, **options)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            printable(node.as_const(frame.eval_ctx))
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call, without what Jinja hands on to functions that ask for the context."""
        if not isinstance(node.node, nodes.EnvironmentAttribute):
            self.write("environment.call(context, ")
            self.visit(node.node, frame)
            self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
            self.write(")")
            return
        self.write(f"environment.{node.node.name}(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def pop_assign_tracking(self, frame: Frame) -> None:
        """Leave out what loops and blocks would hand on to such functions."""
        if frame.loop_frame or frame.block_frame:
            self._assign_stack.pop()
        else:
            super().pop_assign_tracking(frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


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
