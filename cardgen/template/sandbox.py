"""The Jinja environment for templates from strangers.

Jinja's immutable sandbox prevents access to Python internals. This module adds:

- an allow-list of filters, tests and globals;
- a budget of work for each side (`cardgen.template.budget`), which stops endless templates.

Before Jinja compiles a template, every operation with a cost is rewritten to charge the budget.
Jinja has hooks for calls, attributes, operators and printed values. It has no hooks for the turn of
a loop, ``~``, a comparison, or a list literal. These become filters here, which compiled templates
call directly. Their names contain a ``!``, so that no template can use them.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from jinja2 import BytecodeCache, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket
from jinja2.exceptions import TemplateRuntimeError, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace, pass_context
from jinja2.visitor import NodeTransformer

from cardgen.core.fingerprint import digest
from cardgen.core.reads import EVERYTHING, Reads
from cardgen.source.phrases import PHRASE
from cardgen.template.budget import NUMBER, Budget, refuse_number
from cardgen.template.filters import FILTERS, SHAPES, TESTS, TEXT_FILTERS
from cardgen.template.stamps import stamp

CHARGE, JOIN, WEIGH = "charge!", "join!", "weigh!"
LOCALIZE, NO_NUMBER = "localize!", "no-number!"
LOOP_TURN = 32
_REFERRING_TAGS = frozenset({"extends", "from", "import", "include"})
"""The statements that contain the name of a template."""
_AFTER_A_NAME = frozenset({"as", "import", "ignore", "with", "without"})
_MAX_DEPTH = 150

_JUMP_ERROR = re.compile(r"'(break|continue)'.* loop")
"""Python's message about a jump outside of a loop."""
_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""Jinja's table of lines below the Python code of a template: template line, Python line."""


class _Charging(NodeTransformer):
    """Inserts charges into a parsed template; raises TemplateSyntaxError if it is too deep."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_text = False
        """True behind the end of a tag: numbers are words there, and no coordinates."""
        self._literal = 0
        """The number of characters of literal text visited so far."""

    def visit(self, node: nodes.Node, *args: object, **options: object) -> nodes.Node:
        """Return the replacement of a node."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise TemplateSyntaxError(TOO_DEEP, node.lineno)
        replacement: nodes.Node = super().visit(node)
        self._depth -= 1
        return replacement

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802
        self._literal += len(node.data)
        if "<" in node.data or ">" in node.data:
            self._is_text = node.data.rfind(">") > node.data.rfind("<")
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        for index, part in enumerate(node.nodes):
            localized = _localize(part) if self._is_text else part
            node.nodes[index] = cast(nodes.Expr, self.visit(localized))
        return node

    def visit_AssignBlock(self, node: nodes.Stmt) -> nodes.Node:  # noqa: N802
        """Visit a block whose output goes elsewhere, perhaps into an attribute."""
        before, self._is_text = self._is_text, False
        self.generic_visit(node)
        self._is_text = before
        return node

    visit_CallBlock = visit_FilterBlock = visit_Block = visit_AssignBlock  # noqa: N815

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self._charge_body(node)
        if node.test is not None:  # skipped items cost, too
            charge = _filter(nodes.Const(LOOP_TURN), CHARGE, node.lineno)
            node.test = nodes.Or(charge, node.test, lineno=node.lineno)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802
        return self._charge_body(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _filter(nodes.List(node.nodes, lineno=node.lineno), JOIN, node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        left = node.expr
        for operand in node.ops:
            # A comparison with a constant is cheap, except for a search in a list.
            if operand.op in ("in", "notin") or not isinstance(left, nodes.Const):
                operand.expr = _weigh(operand.expr)
            if operand.op in ("eq", "ne") and len(node.ops) == 1:
                node.expr, operand.expr = _refuse_numbers(node.expr, operand.expr)
            left = operand.expr
        return node

    def visit_List(self, node: nodes.Expr) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        stored = isinstance(node, nodes.Tuple) and node.ctx != "load"
        return node if stored else _weigh(node)

    visit_Tuple = visit_Dict = visit_List  # noqa: N815

    def _charge_body(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        """Charge each run of a body for itself and for its literal text."""
        before, is_text = self._literal, self._is_text
        self._is_text = is_text and isinstance(node, nodes.For)
        self.generic_visit(node)
        self._is_text = is_text if isinstance(node, nodes.Macro) else self._is_text
        cost = nodes.Const(LOOP_TURN + self._literal - before)
        charge = _filter(cost, CHARGE, node.lineno)
        node.body.insert(0, nodes.ExprStmt(charge, lineno=node.lineno))
        return node


def _filter(value: nodes.Expr, name: str, line: int, *arguments: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(value, name, list(arguments), [], None, None, lineno=line)


def _localize(node: nodes.Node) -> nodes.Node:
    """Wrap an expression so that its numbers have the decimal mark of the language."""
    if isinstance(node, nodes.Concat):
        node.nodes = [cast(nodes.Expr, _localize(part)) for part in node.nodes]
    elif isinstance(node, nodes.Call) and getattr(node.node, "name", "") == PHRASE:
        node.args = [cast(nodes.Expr, _localize(argument)) for argument in node.args]
    elif not isinstance(node, nodes.TemplateData | nodes.Const):
        return _filter(cast(nodes.Expr, node), LOCALIZE, node.lineno)
    return node


def _refuse_numbers(left: nodes.Expr, right: nodes.Expr) -> tuple[nodes.Expr, nodes.Expr]:
    """Make a comparison with a number in quotes fail if the other value is a number."""
    if _is_number_in_quotes(left):
        return left, _filter(right, NO_NUMBER, right.lineno, left)
    if _is_number_in_quotes(right):
        return _filter(left, NO_NUMBER, left.lineno, right), right
    return left, right


def _is_number_in_quotes(node: nodes.Expr) -> bool:
    value = node.value if isinstance(node, nodes.Const) else None
    return isinstance(value, str) and NUMBER.fullmatch(value) is not None


def _weigh(node: nodes.Expr) -> nodes.Expr:
    """Charge a value by its size, unless it contains only constants."""
    parts = [node] if isinstance(node, nodes.Name) else list(node.iter_child_nodes())
    if all(isinstance(part, nodes.Const) for part in parts):
        return node
    return _filter(node, WEIGH, node.lineno)


def digest_tokens(tokens: Iterable[tuple[str, object]]) -> str:
    """Return the template digest of tokens; the parser has dropped the comments."""
    joined: list[tuple[str, object]] = []
    for kind, value in tokens:
        if kind == "data" and joined and joined[-1][0] == kind:
            joined[-1] = (kind, f"{joined[-1][1]}{value}")
        else:  # Jinja has already stripped the data next to delimiters
            joined.append((kind, "" if kind.endswith(("_begin", "_end")) else str(value)))
    if joined and joined[-1][0] == "data":
        last = str(joined[-1][1]).rstrip()
        if last.endswith("</side>"):
            joined[-1] = ("data", last)  # only blanks may follow a side
    return digest(joined)


def referenced_templates(tokens: Sequence[tuple[str, Any]]) -> tuple[str, ...]:
    """Return the names of templates in tokens, and ``*`` for a name that is an expression."""
    names = set()
    for index, (kind, _) in enumerate(tokens):
        if kind == "block_begin" and tokens[index + 1][1] in _REFERRING_TAGS:
            (kind, name), (end, after) = tokens[index + 2 : index + 4]
            plain = kind == "string" and (end == "block_end" or after in _AFTER_A_NAME)
            names.add(name if plain else EVERYTHING)
    return tuple(sorted(names))


TOO_DEEP = "it is nested too deeply"


def compile_error(error: BaseException, python_code: str, filename: str) -> TemplateSyntaxError:
    """Build the error for a template whose generated Python code does not compile."""
    jump = _JUMP_ERROR.match(str(error))
    message = f"`{jump[1]}` is outside of a loop" if jump else TOO_DEEP
    pairs = _DEBUG_INFO.search(python_code)
    line = getattr(error, "lineno", None)
    if line is None:  # the longest line is too deep for Python
        lines = python_code.split("\n")
        line = 1 + max(range(len(lines)), key=lambda number: len(lines[number]))
    line_pairs = [pair.split("=") for pair in pairs[1].split("&")] if pairs else []
    lines_above = [int(number) for number, python in line_pairs if int(python) <= line]
    return TemplateSyntaxError(message, max(lines_above, default=1), None, filename)


SCRIPT_ENDINGS = (".lua.j2", ".css.j2", ".js.j2")
PAGE_ENDING = ".html.j2"

STRING_METHODS = frozenset(
    "capitalize count endswith find index isalpha isdigit isupper islower lower removeprefix "
    "removesuffix startswith strip lstrip rstrip split title upper".split()
)

_NUMBER_ATTRIBUTES = frozenset(dir(int) + dir(float))


_KEY_SEPARATOR = "\n"
"""Separates the name of a template and its file; neither can contain it."""


def _is_markup(name: str | None) -> bool:
    """Whether the output of a template is XML or HTML; scripts are not escaped."""
    return not (name or "").endswith(SCRIPT_ENDINGS)


class TrackedContext(Context):
    """Records the names that a template looks up and does not define."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a name, or Jinja's ``missing``."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        if key not in self.vars and key not in sandbox.globals:
            sandbox.reads.note(key)
        return super().resolve_or_missing(key)


class CachedTemplate(NamedTuple):
    """A compiled template, stored from build to build.

    ``text`` is the checksum of its text. ``names`` are the templates that it uses, with ``*`` for a
    name that is an expression. ``code`` is empty until the template is compiled.
    """

    text: str
    template_digest: str
    names: tuple[str, ...]
    code: bytes = b""


class TemplateCache(BytecodeCache):
    """The compiled templates by name and file, and the names of the loaded ones."""

    def __init__(self) -> None:
        self.entries: dict[str, CachedTemplate] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key of a template in ``entries``."""
        return f"{name}{_KEY_SEPARATOR}{filename}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code of a template from ``entries`` if its text is the same."""
        entry = self.entries.get(bucket.key)
        if entry is not None and entry.code and entry.text == bucket.checksum:
            bucket.bytecode_from_string(entry.code)
            self._load(bucket.key, entry)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Add a newly compiled template to ``entries``."""
        sandbox: Sandbox = bucket.environment  # type: ignore[assignment]
        entry = sandbox.last_parse._replace(text=bucket.checksum, code=bucket.bytecode_to_string())
        self.entries[bucket.key] = entry
        self._load(bucket.key, entry)

    def clear(self) -> None:
        """Forget the loaded templates, and keep ``entries``."""
        self._names.clear()

    def _load(self, key: str, entry: CachedTemplate) -> None:
        self._names[key.partition(_KEY_SEPARATOR)[0]] = entry.names

    def dependencies(self, name: str) -> frozenset[str]:
        """Return the dependencies of a template: itself and all templates it uses, at any depth.

        Imported templates run once for all sides, so they cannot record their use by each side.
        """
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            template = waiting.pop()
            if template not in reached:
                reached.add(template)
                waiting += self._names.get(template, ())
        return frozenset(f"template:{template}" for template in reached)


class _Reading(Extension):
    """Stamps the tags of a template, and records its tokens while Jinja parses it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the text for Jinja to parse, with stamps if the template writes elements."""
        if filename and _is_markup(name) and not (name or "").endswith(PAGE_ENDING):
            return stamp(source, filename)  # its tags are elements
        return source

    def filter_stream(self, stream: Iterable[Any]) -> Iterator[Any]:
        """Yield all tokens unchanged; Jinja has removed the comments."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        tokens, sandbox.line = sandbox.tokens, 1
        tokens.clear()
        for token in stream:
            sandbox.line = token.lineno
            tokens.append((token.type, token.value))
            yield token


def template_digest(text: str, name: str) -> str:
    """Return the template digest of a text; empty if Jinja cannot parse it."""
    sandbox = Sandbox(None)
    try:
        sandbox.parse(text, name, name)
    except TemplateSyntaxError:
        return ""
    return sandbox.last_parse.template_digest


class Sandbox(Budget, ImmutableSandboxedEnvironment):
    """An environment that isolates templates and limits their work."""

    context_class = TrackedContext
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: Any, reads: Reads | None = None) -> None:
        self.template_cache = TemplateCache()
        super().__init__(
            loader=loader,
            autoescape=_is_markup,
            undefined=StrictUndefined,
            finalize=self.check_printed,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            optimized=False,  # finding constant expressions takes longer than running them
            cache_size=1000,
            extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do", _Reading],
            bytecode_cache=self.template_cache,
        )
        self.reads = reads or Reads()
        self.tokens: list[tuple[str, Any]] = []
        """The tokens of the template that was parsed last, up to ``line``."""
        self.line = 1
        self.last_parse = CachedTemplate("", "", ())
        """The entry of the template that was parsed last, without checksum and code."""
        self.filters = {
            name: self.meter_filter(filter, name in TEXT_FILTERS)
            for name, filter in FILTERS.items()
        }
        self.filters |= {CHARGE: self.charge, JOIN: self.concatenate, WEIGH: self.weigh}
        self.filters |= {NO_NUMBER: refuse_number, LOCALIZE: self.localize}
        self.decimal_comma = False
        self.tests = dict(TESTS)
        self.globals = {
            PHRASE: self.fill_phrase,
            "range": self.limited_range,
            "dict": self.limited_dict,
            "cycler": Cycler,
            "joiner": Joiner,
            "namespace": Namespace,
            **{name: self.meter_shape(shape) for name, shape in SHAPES.items()},
        }
        self._operations = {"+": self.add, "*": self.multiply, "**": self.power, "%": self.modulo}

    def parse(
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> nodes.Template:
        """Parse a template, and set ``last_parse`` to its digest and the templates that it uses."""
        try:
            tree = super().parse(source, name, filename)
        except (RecursionError, MemoryError):
            raise TemplateSyntaxError(TOO_DEEP, self.line, name, filename) from None
        names = referenced_templates(self.tokens)
        self.last_parse = CachedTemplate("", digest_tokens(self.tokens), names)
        return tree

    def compile(
        self, source: Any, name: str | None = None, filename: str | None = None, *_: Any, **__: Any
    ) -> Any:
        """Compile a template, with charges for every operation that has a cost."""
        try:
            tree = cast(nodes.Template, _Charging().visit(self.parse(source, name, filename)))
            return super().compile(tree, name, filename)
        except TemplateSyntaxError as error:
            error.name, error.filename = error.name or name, error.filename or filename
            raise

    def _compile(self, source: str, filename: str) -> Any:
        try:
            return super()._compile(source, filename)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise compile_error(error, source, filename) from None

    def cached_template(self, name: str) -> CachedTemplate:
        """Return the entry of a template; raises the errors of the loader and the parser."""
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        key = self.template_cache.get_cache_key(name, filename)
        text = self.template_cache.get_source_checksum(source)
        entry = self.template_cache.entries.get(key)
        if entry is None or entry.text != text:
            self.parse(source, name, filename)
            entry = self.template_cache.entries[key] = self.last_parse._replace(text=text)
        return entry

    def join_path(self, template: str, parent: str) -> str:
        """Record a template that another template uses, even if it does not exist."""
        self.reads.note(f"template:{template}")
        return template

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Load a template, and record its dependencies."""
        if parent is None:
            self.reads.note(f"template:{name}")
        template = super().get_template(name, parent, globals)
        self.reads.names |= self.template_cache.dependencies(template.name or "")
        return template

    def reload(self) -> None:
        """Forget the loaded templates, because the text of one has changed."""
        self.template_cache.clear()
        cache: Any = self.cache
        cache.clear()

    @pass_context  # so that Jinja does not print constants while it compiles
    def localize(self, _: Context, value: Any) -> Any:
        """Return a number with a fraction as text if the language has a decimal comma."""
        if not isinstance(value, float) or not math.isfinite(value):
            return value
        self.reads.note("theme.language")
        return str(value).replace(".", ",") if self.decimal_comma else value

    def call_filter(self, name: str, *args: Any, **options: Any) -> Any:
        """Apply a filter whose name is a text, as in `map`."""
        if name not in FILTERS:
            raise TemplateRuntimeError(f"No filter named {name!r}.")
        return super().call_filter(name, *args, **options)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Compute an operation of ``intercepted_binops`` within the budget; floats cannot grow."""
        if left.__class__ is float:
            return self.binop_table[operator](left, right)
        return self._operations[operator](left, right)

    def call(self, context: Context, obj: Any, *args: Any, **options: Any) -> Any:
        """Call a function or macro of a template; macros need no check for safety."""
        if type(obj) is not Macro:
            return super().call(context, obj, *args, **options)
        options.pop("_loop_vars", None)
        options.pop("_block_vars", None)
        return obj(context.eval_ctx, *args, **options)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return ``obj.attribute``; items of namespaces and plain data need no check for safety."""
        kind = type(obj)
        if kind is Namespace:
            attributes = object.__getattribute__(obj, "_Namespace__attrs")
            if attribute in attributes:
                return attributes[attribute]
        elif getattr(kind, "plain_data", False):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether to allow an attribute; of texts only `STRING_METHODS`, of numbers none."""
        if type(obj) is LoopContext:
            return not attr.startswith("_")
        if isinstance(obj, str):
            self.charge(len(obj) >> 3)
            return attr in STRING_METHODS
        if attr == "fromkeys" or (isinstance(obj, int | float) and attr in _NUMBER_ATTRIBUTES):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Any:
        """Wrap no ``format``: `is_safe_attribute` forbids it, as a large width fills the memory."""
        return None
