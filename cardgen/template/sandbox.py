"""The Jinja environment for templates from strangers.

Jinja's own immutable sandbox keeps Python's insides out of reach. On top of it:

- an allow-list of filters, tests and globals;
- a budget of work for each side (`cardgen.template.budget`), which ends what runs away.
"""

from __future__ import annotations

import marshal
from types import CodeType
from typing import TYPE_CHECKING, Any, Protocol

from jinja2 import StrictUndefined, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError
from jinja2.lexer import TokenStream
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace

from cardgen.core.fingerprint import digest_bytes
from cardgen.core.reads import Reads
from cardgen.template.budget import Budget
from cardgen.template.compiling import (
    DirectCalls,
    KeptTemplate,
    faulty_line,
    meaning,
    prepared,
)
from cardgen.template.filters import FILTERS, MAKE_TEXT, TESTS
from cardgen.template.geometry import SHAPES
from cardgen.template.macros import MacroResults

if TYPE_CHECKING:
    from cardgen.template.lexing import QuickLexer

SCRIPT_ENDING = ".lua.j2"

STRING_METHODS = frozenset(
    "capitalize count endswith find index isalpha isdigit isupper islower lower removeprefix "
    "removesuffix startswith strip lstrip rstrip split title upper".split()
)

_NUMBER_ATTRIBUTES = frozenset(dir(int) + dir(float))


def _is_markup(name: str | None) -> bool:
    """Whether what a template writes is XML; a script is written as it stands."""
    return not (name or "").endswith(SCRIPT_ENDING)


class TrackedContext(Context):
    """Notes the names that a template looks up, where it does not define them itself."""

    def resolve_or_missing(self, key: str) -> Any:
        """Look a name up."""
        sandbox: Sandbox = self.environment  # type: ignore[assignment]
        if key not in self.vars and key not in sandbox.globals:
            sandbox.reads.note(key)
        return super().resolve_or_missing(key)


class _Template(Template):
    """A template whose module, once it has been run for all, tells the sandbox its macros."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        first = self._module is None
        module = super()._get_default_module(ctx)
        if first and module is self._module and self.name is not None:
            sandbox: Sandbox = self.environment  # type: ignore[assignment]
            sandbox.keep_macros(self.name, module)
        return module


class TemplateSource(Protocol):
    """Where the texts of templates come from."""

    shown: dict[str, str]

    def digest(self, template: str) -> str:
        """Return a digest over where a template lies and what it holds."""

    def source(self, template: str) -> str:
        """Return a template's text as it is compiled."""


class Sandbox(Budget, ImmutableSandboxedEnvironment):
    """An environment whose templates can neither reach out nor run away."""

    context_class = TrackedContext
    code_generator_class = DirectCalls
    template_class = _Template

    def __init__(self, loader: TemplateSource, reads: Reads | None = None) -> None:
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
            extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"],
        )
        self._lexer: QuickLexer | None = None
        self.reads = reads or Reads()
        self.kept: dict[str, KeptTemplate] = {}
        """What is known of templates, by name."""
        self._source = loader
        self._used: dict[str, KeptTemplate] = {}
        self._reachable: dict[str, frozenset[str]] = {}
        self._meanings: dict[str, str] = {}
        self._parsed: dict[str, tuple[tuple[str, ...], bool]] = {}
        self._safe: set[tuple[type, str]] = set()
        self._macros = MacroResults(self.reads)
        self.filters = {
            name: self.metered(filter, name in MAKE_TEXT) for name, filter in FILTERS.items()
        }
        self.tests = dict(TESTS)
        self.globals = {
            "range": self.checked_range,
            "dict": self.checked_dict,
            "cycler": Cycler,
            "joiner": Joiner,
            "namespace": Namespace,
            **{name: self.drawing(shape) for name, shape in SHAPES.items()},
        }

    @property
    def lexer(self) -> QuickLexer:
        """What splits templates into tokens; where all are kept, nobody asks for it."""
        if self._lexer is None:
            from cardgen.template.lexing import QuickLexer

            self._lexer = QuickLexer(self)
        return self._lexer

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any) -> Any:
        """Compile a template; Python has limits that Jinja does not know."""
        try:
            return super().compile(source, name, filename, *more)
        except (SyntaxError, RecursionError, MemoryError) as error:
            line = faulty_line(error)
            raise TemplateSyntaxError("it is nested too deeply", line, name, filename) from None

    def code(self, name: str) -> CodeType:
        """Compile a template, unless that has been done, and it is kept.

        What an earlier build kept is believed as far as its file is, see
        `cardgen.pipeline.store`.
        """
        text = self._source.digest(name)
        kept = self.kept.get(name)
        if kept is None or kept.text != text or not kept.code:
            source = self._source.source(name)
            code: CodeType = self.compile(source, name, self._source.shown[name])
            kept = KeptTemplate(
                text, self._meanings[name], marshal.dumps(code), *self._parsed[name]
            )
            self.kept[name] = kept
        else:
            code = marshal.loads(kept.code)
        self._used[name] = kept
        self._reachable.clear()
        return code

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        # Unlike `Parser.parse` this does not tell every node of its environment: none ever asks.
        from cardgen.template.lexing import QuickParser

        parts = QuickParser(self, source, name, filename).subparse()
        found = prepared(nodes.Template(parts, lineno=1))
        if name is not None:
            self._parsed[name] = found.names, found.lasting
        return found.tree

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        """Split a source into tokens, and keep what they mean: reading them twice is slow."""
        tokens = list(self.lexer.tokeniter(source, name, filename, state))
        if name is not None:
            self._meanings[name] = meaning(tokens)
        return TokenStream(self.lexer.wrap(tokens, name, filename), name, filename)

    def meaning(self, name: str) -> str:
        """Return a digest over the tokens of a template but for its comments."""
        text = self._source.digest(name)
        kept = self.kept.get(name)
        if kept is None or kept.text != text:
            source = self._source.source(name)
            try:
                found = meaning(self.lexer.tokeniter(source, name))
            except TemplateSyntaxError:
                found = digest_bytes(source.encode())
            kept = self.kept[name] = KeptTemplate(text, found)
        return kept.meaning

    def _load_template(self, name: str, globals: Any) -> Template:
        """Note the template, and all that it names: what it imports is run once for all sides."""
        self.reads.note(f"template:{name}")
        template = super()._load_template(name, globals)
        self.reads.names |= self._noted(name)
        return template

    def _noted(self, name: str) -> frozenset[str]:
        """Return what is noted for a template: all that it names, through all levels."""
        known = self._reachable.get(name)
        if known is None:
            known = frozenset(f"template:{one}" for one in self._reached(name))
            self._reachable[name] = known
        return known

    def _reached(self, name: str) -> set[str]:
        """Return all templates that one names, through all levels, itself with them.

        A name that is put together while the template runs may be that of any template.
        """
        found: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self._used[one].names if one in self._used else ()
        return found

    def is_lasting(self, name: str) -> bool:
        """Whether nothing that a template can reach changes once its top level has run."""
        return all(one in self._used and self._used[one].lasting for one in self._reached(name))

    def call(self, context: Context, obj: Any, *args: Any, **options: Any) -> Any:
        """Call what a template calls; a macro needs none of the questions asked of others."""
        if type(obj) is not Macro:
            return super().call(context, obj, *args, **options)
        return self._macros.call(obj, context.eval_ctx, args, options, self)

    def keep_macros(self, name: str, module: TemplateModule) -> None:
        """Take note of the macros of a module that is run once for all that import it."""
        if self.is_lasting(name):
            macros = [one for one in vars(module).values() if type(one) is Macro]
            self._macros.keep(name, macros)

    def look_again(self) -> None:
        """Let go of templates whose texts have changed, and of all that may name such a one.

        All others stay as they are, with what their macros wrote.
        """
        changed = {name for name, kept in self._used.items() if self._now(name) != kept.text}
        same = self._used.keys() - changed
        stale = {name for name in self._used if not self._reached(name) <= same}
        for name in stale:
            del self._used[name]
        cache: Any = self.cache
        for key in [key for key in cache.keys() if key[1] in stale]:  # noqa: SIM118
            del cache[key]
        self._reachable.clear()
        self._macros.forget(stale)

    def _now(self, name: str) -> str:
        """Return the digest of a template as it is; empty if there is none to read."""
        try:
            return self._source.digest(name)
        except TemplateNotFound:
            return ""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up ``obj.attribute``; what was found harmless for a type is not asked again."""
        kind = type(obj)
        if kind is Namespace:
            found = object.__getattribute__(obj, "_Namespace__attrs")
            if attribute in found:
                return found[attribute]
        elif (kind, attribute) in self._safe:
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        elif getattr(kind, "plain_data", False):
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
        safe = super().is_safe_attribute(obj, attr, value)
        if safe and type(obj) is LoopContext:
            self._safe.add((LoopContext, attr))
        return safe

    def wrap_str_format(self, value: Any) -> Any:
        """Leave `format` to the rule for methods: a width of a milliard fills the memory."""
        return None
