"""The Jinja environment for templates from strangers.

Jinja's own immutable sandbox keeps Python's insides out of reach. On top of it:

- an allow-list of filters, tests and globals;
- a budget of work for each side, charged by every loop turn, macro call, filter, comparison and
  printed character, so that endless output and doubling strings end early and always at the
  same place, without a clock;
- whatever can make a huge value in one step (``*``, ``**``, ``+``, ``~``, lists of lists) is
  measured before or right after it runs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any

from jinja2 import StrictUndefined, Template, Undefined, nodes
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.lexer import TokenStream
from jinja2.meta import find_referenced_templates
from jinja2.parser import Parser
from jinja2.runtime import Context, markup_join, str_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace
from jinja2.visitor import NodeTransformer

from cardgen.core.fingerprint import digest, digest_bytes
from cardgen.core.reads import EVERYTHING, Reads
from cardgen.template.bulk import Container, TooMuchError, bulk, limit
from cardgen.template.filters import FILTERS, TESTS

WORK_PER_SIDE = 4_000_000
LOOP_TURN = 32
MAX_RANGE = 20_000
SCRIPT_ENDING = ".lua.j2"

STRING_METHODS = frozenset(
    "capitalize count endswith find index isalpha isdigit isupper islower lower removeprefix "
    "removesuffix startswith strip lstrip rstrip split title upper".split()
)

_SILENT = frozenset({"comment_begin", "comment", "comment_end", "linecomment", "whitespace"})

_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""What Jinja writes below the Python of a template: its lines with those of the Python."""

_JUMPS = nodes.Break | nodes.Continue

_NUMBER_ATTRIBUTES = frozenset(dir(int) + dir(float))


class _Charge(NodeTransformer):
    """Sends everything that costs through a function of the environment."""

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

    def _charged(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        literal = sum(len(data.data) for data in node.find_all(nodes.TemplateData))
        cost = nodes.Const(LOOP_TURN + literal)
        self.generic_visit(node)
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


def _refuse_stray_jumps(tree: nodes.Template) -> None:
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


def _compiler_line(error: BaseException) -> int:
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


def _is_markup(name: str | None) -> bool:
    """Whether what a template writes is XML; a script is written as it stands."""
    return not (name or "").endswith(SCRIPT_ENDING)


def _meaning(tokens: Iterable[tuple[int, str, str]]) -> str:
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


class TrackedContext(Context):
    """Notes the names that a template looks up, where it does not define them itself."""

    def resolve_or_missing(self, key: str) -> Any:
        """Look a name up."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        if key not in self.vars and key not in sandbox.globals:
            sandbox.reads.note(key)
        return super().resolve_or_missing(key)


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment whose templates can neither reach out nor run away."""

    intercepted_binops = frozenset({"+", "*", "**", "%", "//"})

    context_class = TrackedContext

    def __init__(self, loader: Any, reads: Reads | None = None) -> None:
        super().__init__(
            loader=loader,
            autoescape=_is_markup,
            undefined=StrictUndefined,
            finalize=self._finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=1000,
            extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"],
        )
        self.work = 0
        self.reads = reads or Reads()
        self._referenced: dict[str, frozenset[str]] = {}
        self._reachable: dict[str, frozenset[str]] = {}
        self._meanings: dict[str, str] = {}
        self.filters = {name: self._metered(filter) for name, filter in FILTERS.items()}
        self.tests = dict(TESTS)
        self.globals = {
            "range": self._range,
            "dict": self._dict,
            "cycler": Cycler,
            "joiner": Joiner,
            "namespace": Namespace,
        }

    def charge(self, work: int) -> str:
        """Take from the budget of the side that is being rendered."""
        self.work += work
        if self.work > WORK_PER_SIDE:
            raise TooMuchError("never comes to an end, or prints far too much")
        return ""

    def weighed(self, value: Any) -> Any:
        """Return a value that is not too large; large ones cost."""
        if isinstance(value, str):
            self.charge(limit(len(value)) >> 3)
        elif isinstance(value, Container):
            self.charge(limit(bulk(value)) >> 1)
        elif isinstance(value, range):
            self.charge(len(value) >> 1)
        return value

    def joined(self, *parts: Any) -> Any:
        """Join the operands of ``~``."""
        for part in parts:
            self.weighed(part)
        self.charge(limit(sum(len(str(part)) for part in parts)) >> 3)
        marked = any(hasattr(part, "__html__") for part in parts)
        return markup_join(parts) if marked else str_join(parts)

    def _finalize(self, value: Any) -> Any:
        if isinstance(value, str):
            self.work += len(value)
        else:
            self.weighed(value)
            self.work += 16
        if self.work > WORK_PER_SIDE:
            raise TooMuchError("never comes to an end, or prints far too much")
        return value

    def _metered(self, filter: Callable[..., Any]) -> Callable[..., Any]:
        """Charge a filter for what goes in, and measure what comes out."""
        place = 1 if hasattr(filter, "jinja_pass_arg") else 0

        @functools.wraps(filter)
        def run(*args: Any, **options: Any) -> Any:
            value = args[place]
            if isinstance(value, Iterator):
                args = (*args[:place], self._counted(value), *args[place + 1 :])
            elif isinstance(value, Sized) and not isinstance(value, Undefined):
                self.charge(len(self.weighed(value)))
            return self.weighed(filter(*args, **options))

        return run

    def _counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.charge(1)
            yield item

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        try:
            count = len(numbers)
        except OverflowError:
            count = MAX_RANGE + 1
        if count > MAX_RANGE:
            raise TooMuchError(f"counts beyond {MAX_RANGE:,} in one loop")
        return numbers

    def _dict(self, *args: Any, **items: Any) -> Any:
        return self.weighed(dict(*args, **items))

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any) -> Any:
        """Compile a template; Python has limits that Jinja does not know."""
        try:
            return super().compile(source, name, filename, *more)
        except (SyntaxError, RecursionError, MemoryError) as error:
            line = _compiler_line(error)
            raise TemplateSyntaxError("it is nested too deeply", line, name, filename) from None

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _refuse_stray_jumps(tree)
        if name is not None:
            names = find_referenced_templates(tree)
            self._referenced[name] = frozenset(EVERYTHING if one is None else one for one in names)
            self._reachable.clear()
        charged: nodes.Template = _Charge().visit(tree)
        return charged

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        """Split a source into tokens, and keep what they mean: reading them twice is slow."""
        tokens = list(self.lexer.tokeniter(source, name, filename, state))
        if name is not None:
            self._meanings[name] = _meaning(tokens)
        return TokenStream(self.lexer.wrap(tokens, name, filename), name, filename)

    def meaning(self, source: str, name: str) -> str:
        """Return a digest over the tokens of a template but for its comments."""
        if name not in self._meanings:
            try:
                self._meanings[name] = _meaning(self.lexer.tokeniter(source, name))
            except TemplateSyntaxError:
                return digest_bytes(source.encode())
        return self._meanings[name]

    def _load_template(self, name: str, globals: Any) -> Template:
        """Note the template, and all that it names: what it imports is run once for all sides."""
        self.reads.note(f"template:{name}")
        template = super()._load_template(name, globals)
        self.reads.names |= self._reached(name)
        return template

    def _reached(self, name: str) -> frozenset[str]:
        """Return what is noted for a template: all that it names, through all levels.

        A name that is put together while the template runs may be that of any template.
        """
        known = self._reachable.get(name)
        if known is None:
            found: set[str] = set()
            waiting = [name]
            while waiting:
                one = waiting.pop()
                if one not in found:
                    found.add(one)
                    waiting += self._referenced.get(one, ())
            known = self._reachable[name] = frozenset(f"template:{one}" for one in found)
        return known

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up ``obj.attribute``; plain data needs none of the sandbox's questions."""
        if getattr(type(obj), "plain_data", False):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Leave texts only the methods that cannot grow them, and numbers none at all."""
        if isinstance(obj, str):
            self.charge(len(obj) >> 3)
            return attr in STRING_METHODS
        if attr == "fromkeys" or (isinstance(obj, int | float) and attr in _NUMBER_ATTRIBUTES):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Any:
        """Leave `format` to the rule for methods: a width of a milliard fills the memory."""
        return None

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Check an operator that can make a huge value in one step."""
        if operator == "*":
            if isinstance(left, int) and isinstance(right, int):
                if left.bit_length() + right.bit_length() > 512:
                    raise TooMuchError("multiplies numbers beyond all measure")
            else:
                self.charge(limit(max(bulk(left) * _count(right), bulk(right) * _count(left))) >> 3)
        elif operator == "**":
            if abs(right) > 64 or abs(left) > 1e6:
                raise TooMuchError("raises a number to a huge power")
        elif operator == "+":
            if not isinstance(left, int | float):
                self.charge(limit(bulk(left) + bulk(right)) >> 3)
        elif operator == "%" and isinstance(left, str):
            raise SecurityError("formatting with %; write {{ … }} or use `~`")
        return super().call_binop(context, operator, left, right)


def _count(value: Any) -> int:
    return max(value, 0) if isinstance(value, int) else 0
