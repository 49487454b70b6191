"""The Jinja environment for templates from strangers.

Jinja's own immutable sandbox keeps Python's insides out of reach. On top of it:

- an allow-list of filters, tests and globals;
- a budget of work for each side (`cardgen.template.budget`), which ends what runs away.

Before Jinja compiles a template, all that costs is rewritten to go through the budget. Jinja has
hooks for calls, attributes, operators and what is printed. It has none for the turn of
a loop, ``~``, a comparison, or a list that is written out. These become filters here, which
compiled templates call directly. No template can name these filters itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from jinja2 import BytecodeCache, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket
from jinja2.exceptions import TemplateRuntimeError, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace
from jinja2.visitor import NodeTransformer

from cardgen.core.fingerprint import digest
from cardgen.core.reads import EVERYTHING, Reads
from cardgen.source.phrases import PHRASE
from cardgen.template.budget import Budget
from cardgen.template.filters import FILTERS, MAKE_TEXT, SHAPES, TESTS
from cardgen.template.stamps import stamp

CHARGE, JOIN, WEIGH = "charge!", "join!", "weigh!"
LOOP_TURN = 32
_NAMING = frozenset({"extends", "from", "import", "include"})
"""The tags that name templates."""
_AFTER_A_NAME = frozenset({"as", "import", "ignore", "with", "without"})
_MAX_DEPTH = 150

_OUTSIDE = re.compile(r"'(break|continue)'.* loop")
"""What Python says of a jump without a loop."""
_DEBUG_INFO = re.compile(r"^debug_info = '([\d=&]+)'$", re.MULTILINE)
"""What Jinja writes below the Python of a template: its lines with those of the Python."""


class _Charging(NodeTransformer):
    """Rewrites a parsed template; raises TemplateSyntaxError where it is nested too deeply."""

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


def named(tokens: Sequence[tuple[str, Any]]) -> tuple[str, ...]:
    """Return the templates that a template names, and ``*`` where it puts a name together."""
    names = set()
    for at, (kind, _) in enumerate(tokens):
        if kind == "block_begin" and tokens[at + 1][1] in _NAMING:
            (kind, name), (end, after) = tokens[at + 2 : at + 4]
            plain = kind == "string" and (end == "block_end" or after in _AFTER_A_NAME)
            names.add(name if plain else EVERYTHING)
    return tuple(sorted(names))


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


SCRIPT_ENDINGS = (".lua.j2", ".css.j2", ".js.j2")
PAGE_ENDING = ".html.j2"

STRING_METHODS = frozenset(
    "capitalize count endswith find index isalpha isdigit isupper islower lower removeprefix "
    "removesuffix startswith strip lstrip rstrip split title upper".split()
)

_NUMBER_ATTRIBUTES = frozenset(dir(int) + dir(float))


_PARTED = "\n"
"""Between the name of a template and its file: neither can hold it."""


def _is_markup(name: str | None) -> bool:
    """Whether what a template writes is XML or HTML; a script is written unchanged."""
    return not (name or "").endswith(SCRIPT_ENDINGS)


class TrackedContext(Context):
    """Notes the names that a template looks up, where it does not define them itself."""

    def resolve_or_missing(self, key: str) -> Any:
        """Look a name up."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        if key not in self.vars and key not in sandbox.globals:
            sandbox.reads.note(key)
        return super().resolve_or_missing(key)


class KeptTemplate(NamedTuple):
    """What a template is compiled to, and what is known of it: kept from build to build.

    ``text`` is the checksum of its text, ``meaning`` a digest over its tokens, ``names`` are the
    templates that it names, with ``*`` for a name that it puts together while it runs. ``code`` is
    empty as long as it has not been compiled.
    """

    text: str
    meaning: str
    names: tuple[str, ...]
    code: bytes = b""


class KeptTemplates(BytecodeCache):
    """Keeps templates in a table, by name and file, and knows which were loaded."""

    def __init__(self) -> None:
        self.table: dict[str, KeptTemplate] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key of a template."""
        return f"{name}{_PARTED}{filename}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of a template from the table if its text is the same."""
        kept = self.table.get(bucket.key)
        if kept is not None and kept.code and kept.text == bucket.checksum:
            bucket.bytecode_from_string(kept.code)
            self._load(bucket.key, kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put a template that was compiled just now into the table."""
        sandbox: Sandbox = bucket.environment  # type: ignore[assignment]
        kept = sandbox.parsed._replace(text=bucket.checksum, code=bucket.bytecode_to_string())
        self.table[bucket.key] = kept
        self._load(bucket.key, kept)

    def clear(self) -> None:
        """Forget which templates were loaded; what is kept stays."""
        self._names.clear()

    def _load(self, key: str, kept: KeptTemplate) -> None:
        self._names[key.partition(_PARTED)[0]] = kept.names

    def noted(self, name: str) -> frozenset[str]:
        """Return what is noted for a template: itself and all that it names, through all levels.

        What it imports is run once for all sides, so it cannot note itself each time.
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
    """Stamps the tags of a template, and notes its tokens while Jinja parses it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the text that Jinja is to compile."""
        if filename and _is_markup(name) and not (name or "").endswith(PAGE_ENDING):
            return stamp(source, filename)  # the tags that it writes are elements
        return source

    def filter_stream(self, stream: Iterable[Any]) -> Iterator[Any]:
        """Hand on all tokens; there are no comments among them."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        tokens, sandbox.line = sandbox.tokens, 1
        tokens.clear()
        for token in stream:
            sandbox.line = token.lineno
            tokens.append((token.type, token.value))
            yield token


def meaning_of(text: str, name: str) -> str:
    """Return a digest over the tokens of a template, empty for one that cannot be parsed."""
    sandbox = Sandbox(None)
    try:
        sandbox.parse(text, name, name)
    except TemplateSyntaxError:
        return ""
    return sandbox.parsed.meaning


class Sandbox(Budget, ImmutableSandboxedEnvironment):
    """An environment whose templates can neither reach out nor run away."""

    context_class = TrackedContext
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: Any, reads: Reads | None = None) -> None:
        self.kept = KeptTemplates()
        super().__init__(
            loader=loader,
            autoescape=_is_markup,
            undefined=StrictUndefined,
            finalize=self.finalized,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            optimized=False,  # what it works out beforehand takes longer to find than to run
            cache_size=1000,
            extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do", _Reading],
            bytecode_cache=self.kept,
        )
        self.reads = reads or Reads()
        self.tokens: list[tuple[str, Any]] = []
        """What the template consists of that was parsed last, up to ``line``."""
        self.line = 1
        self.parsed = KeptTemplate("", "", ())
        """What is known of the template that was parsed last."""
        self.filters = {
            name: self.metered(filter, name in MAKE_TEXT) for name, filter in FILTERS.items()
        }
        self.filters |= {CHARGE: self.charge, JOIN: self.joined, WEIGH: self.weighed}
        self.tests = dict(TESTS)
        self.globals = {
            PHRASE: self.phrase,
            "range": self.checked_range,
            "dict": self.checked_dict,
            "cycler": Cycler,
            "joiner": Joiner,
            "namespace": Namespace,
            **{name: self.drawing(shape) for name, shape in SHAPES.items()},
        }
        self._operations = {
            "+": self.added,
            "*": self.multiplied,
            "**": self.raised,
            "%": self.modulo,
        }

    def parse(
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> nodes.Template:
        """Parse a template; what it means and which templates it names is left in ``parsed``."""
        try:
            tree = super().parse(source, name, filename)
        except (RecursionError, MemoryError):
            raise TemplateSyntaxError(TOO_DEEP, self.line, name, filename) from None
        self.parsed = KeptTemplate("", meaning(self.tokens), named(self.tokens))
        return tree

    def compile(
        self, source: Any, name: str | None = None, filename: str | None = None, *_: Any, **__: Any
    ) -> Any:
        """Compile a template in which all that costs is charged."""
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
            raise refused(error, source, filename) from None

    def known(self, name: str) -> KeptTemplate:
        """Return what is known of a template; raises what the loader or the parser raises."""
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        key = self.kept.get_cache_key(name, filename)
        text = self.kept.get_source_checksum(source)
        kept = self.kept.table.get(key)
        if kept is None or kept.text != text:
            self.parse(source, name, filename)
            kept = self.kept.table[key] = self.parsed._replace(text=text)
        return kept

    def join_path(self, template: str, parent: str) -> str:
        """Note a template that another one names, whether or not it exists."""
        self.reads.note(f"template:{template}")
        return template

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Load a template, and note what it depends on."""
        if parent is None:
            self.reads.note(f"template:{name}")
        template = super().get_template(name, parent, globals)
        self.reads.names |= self.kept.noted(template.name or "")
        return template

    def look_again(self) -> None:
        """Load all templates anew: the text of one has changed."""
        self.kept.clear()
        cache: Any = self.cache
        cache.clear()

    def call_filter(self, name: str, *args: Any, **options: Any) -> Any:
        """Apply a filter that a template names in a text, as `map` does."""
        if name not in FILTERS:
            raise TemplateRuntimeError(f"No filter named {name!r}.")
        return super().call_filter(name, *args, **options)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Work out what could make a huge value in one step, as no float can."""
        if left.__class__ is float:
            return self.binop_table[operator](left, right)
        return self._operations[operator](left, right)

    def call(self, context: Context, obj: Any, *args: Any, **options: Any) -> Any:
        """Call what a template calls; a macro needs none of the questions asked of others."""
        if type(obj) is not Macro:
            return super().call(context, obj, *args, **options)
        options.pop("_loop_vars", None)
        options.pop("_block_vars", None)
        return obj(context.eval_ctx, *args, **options)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up ``obj.attribute``; plain data has nothing else to hide."""
        kind = type(obj)
        if kind is Namespace:
            held = object.__getattribute__(obj, "_Namespace__attrs")
            if attribute in held:
                return held[attribute]
        elif getattr(kind, "plain_data", False):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Leave texts only the methods that cannot grow them, and numbers none at all."""
        if type(obj) is LoopContext:
            return not attr.startswith("_")
        if isinstance(obj, str):
            self.charge(len(obj) >> 3)
            return attr in STRING_METHODS
        if attr == "fromkeys" or (isinstance(obj, int | float) and attr in _NUMBER_ATTRIBUTES):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> Any:
        """Leave `format` to the rule for methods: a width of a billion fills the memory."""
        return None
