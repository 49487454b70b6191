"""The Jinja environment for templates from strangers.

Jinja's own immutable sandbox keeps Python's insides out of reach. On top of it:

- an allow-list of filters, tests and globals;
- a budget of work for each side, charged by every loop turn, macro call and printed
  character, so that endless output and doubling strings end early and always at the same
  place, without a clock;
- operators that could make a huge value in one step (``*``, ``**``, ``%``, ``+``, ``~``) are
  checked before they run.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.runtime import Context, markup_join, str_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS as DEFAULT_TESTS
from jinja2.utils import Cycler, Joiner, Namespace
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

WORK_PER_SIDE = 4_000_000
LOOP_TURN = 32
MAX_VALUE = 100_000
MAX_RANGE = 20_000

FILTERS = (
    "abs batch capitalize default first float groupby int join last length list lower map max min "
    "reject rejectattr reverse round select selectattr slice sort string sum title trim unique "
    "upper"
).split()
TESTS = (
    "boolean defined divisibleby eq even false float ge gt in integer iterable le lower lt mapping "
    "ne none number odd sameas sequence string true undefined upper"
).split()
_STRING_METHODS = frozenset(
    "capitalize count endswith find index isalpha isdigit isupper islower lower removeprefix "
    "removesuffix startswith strip lstrip rstrip split title upper".split()
)


class TooMuchError(Exception):
    """A template went over its budget; the text completes "the template …"."""


def _size(value: Any) -> int:
    if isinstance(value, str | bytes | list | tuple | dict):
        return len(value)
    return 0


class _Charge(NodeTransformer):
    """Charge loop turns and macro calls, and send ``~`` through a checked function."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        return self._charged(node)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802
        return self._charged(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        call = nodes.EnvironmentAttribute("joined")
        return nodes.Call(call, node.nodes, [], None, None, lineno=node.lineno)

    def _charged(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        literal = sum(len(data.data) for data in node.find_all(nodes.TemplateData))
        cost = nodes.Const(LOOP_TURN + literal)
        call = nodes.Call(nodes.EnvironmentAttribute("charge"), [cost], [], None, None)
        self.generic_visit(node)
        node.body.insert(0, nodes.ExprStmt(call, lineno=node.lineno).set_lineno(node.lineno))
        return node


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment whose templates can neither reach out nor run away."""

    intercepted_binops = frozenset({"+", "*", "**", "%", "//"})

    def __init__(self, loader: Any) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            finalize=self._finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=1000,
            extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"],
        )
        self.work = 0
        self.filters = {name: DEFAULT_FILTERS[name] for name in FILTERS}
        self.filters.update(
            join=_join, replace=_replace, round=_round, sin=_sin, cos=_cos, hash01=hash01
        )
        self.tests = {name: DEFAULT_TESTS[name] for name in TESTS}
        self.globals = {
            "range": _range,
            "dict": dict,
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

    def joined(self, *parts: Any) -> Any:
        """Join the operands of ``~``."""
        _check(sum(len(str(part)) for part in parts))
        marked = any(hasattr(part, "__html__") for part in parts)
        return markup_join(parts) if marked else str_join(parts)

    def _finalize(self, value: Any) -> Any:
        self.work += len(value) if isinstance(value, str) else 16
        if self.work > WORK_PER_SIDE:
            raise TooMuchError("never comes to an end, or prints far too much")
        return value

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        charged: nodes.Template = _Charge().visit(tree)
        return charged

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up ``obj.attribute``; plain data needs none of the sandbox's questions."""
        if getattr(type(obj), "plain_data", False):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Leave strings only the methods that cannot grow them."""
        if isinstance(obj, str) and attr not in _STRING_METHODS and not isinstance(obj, Markup):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Check an operator that can make a huge value in one step."""
        if operator == "*":
            if isinstance(left, int) and isinstance(right, int):
                if left.bit_length() + right.bit_length() > 512:
                    raise TooMuchError("multiplies numbers beyond all measure")
            else:
                _check(_size(left) * _count(right) or _size(right) * _count(left))
        elif operator == "**":
            if abs(right) > 64 or abs(left) > 1e6:
                raise TooMuchError("raises a number to a huge power")
        elif operator == "+":
            _check(_size(left) + _size(right))
        elif operator == "%" and isinstance(left, str):
            raise SecurityError("formatting with %; write {{ … }} or use `~`")
        return super().call_binop(context, operator, left, right)


def _count(value: Any) -> int:
    return max(value, 0) if isinstance(value, int) else 0


def _check(size: int) -> None:
    if size > MAX_VALUE:
        raise TooMuchError(f"makes a value of {size:,} characters or items")


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise TooMuchError(f"counts to {len(numbers):,} in one loop")
    return numbers


def _join(value: Iterable[Any], d: str = "", attribute: str | None = None) -> Any:
    from jinja2.filters import make_attrgetter

    items: Sequence[Any] = list(value)
    if attribute is not None:
        get = make_attrgetter(_ENV_FREE, attribute)
        items = [get(item) for item in items]
    _check(len(d) * len(items) + sum(len(str(item)) for item in items))
    return markup_join(_alternate(items, d)) if _marked(items, d) else d.join(map(str, items))


def _marked(items: Sequence[Any], d: str) -> bool:
    return hasattr(d, "__html__") or any(hasattr(item, "__html__") for item in items)


def _alternate(items: Sequence[Any], d: str) -> list[Any]:
    done: list[Any] = []
    for item in items:
        done += [d, item]
    return done[1:]


def _replace(value: str, old: str, new: str) -> str:
    value = str(value)
    _check(len(value) + value.count(old) * len(new))
    return value.replace(old, new)


def _round(value: float, digits: int = 0, method: str = "common") -> float:
    digits = max(-12, min(12, int(digits)))
    if method == "common":
        return round(value, digits)
    step: Callable[[float], float] = math.ceil if method == "ceil" else math.floor
    factor: float = 10.0**digits
    return step(value * factor) / factor


def _sin(degrees: float) -> float:
    return round(math.sin(math.radians(degrees)), 9)


def _cos(degrees: float) -> float:
    return round(math.cos(math.radians(degrees)), 9)


def hash01(value: Any) -> float:
    """Return a number from 0 up to 1 that depends on the text alone, to vary looks."""
    return zlib.crc32(str(value).encode()) / 2**32


_ENV_FREE = ImmutableSandboxedEnvironment()
