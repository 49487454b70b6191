"""The filters and tests that templates may use: some of Jinja's, and our own.

The names are those of "List of Builtin Filters" and "List of Builtin Tests" in Jinja's Template
Designer Documentation. Filters whose result can be far larger than their arguments are replaced
by versions that stay within the budget of `bulk`.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.filters import do_batch, make_attrgetter, sync_do_slice
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS as DEFAULT_TESTS
from jinja2.utils import pass_environment

from cardgen.template.bulk import bulk, limit
from cardgen.template.geometry import cos, sin
from cardgen.template.printing import printable

_DEFAULTS = (
    "abs capitalize default first float groupby int last length list lower map max min reject "
    "rejectattr reverse select selectattr sort string title trim unique upper"
).split()
_TESTS = (
    "boolean defined divisibleby eq even false float ge gt in integer iterable le lower lt mapping "
    "ne none number odd sameas sequence string true undefined upper"
).split()


def _batch(value: Iterable[Any], linecount: int, fill_with: Any = None) -> Iterator[list[Any]]:
    limit(linecount * bulk(fill_with))
    return do_batch(value, linecount, fill_with)


def _slice(value: Collection[Any], slices: int, fill_with: Any = None) -> Iterator[list[Any]]:
    limit(slices)
    return sync_do_slice(value, slices, fill_with)


@pass_environment
def _join(
    environment: ImmutableSandboxedEnvironment,
    value: Iterable[Any],
    d: str = "",
    attribute: str | None = None,
) -> Any:
    items: Sequence[Any] = list(value)
    if attribute is not None:
        get = make_attrgetter(environment, attribute)
        items = [get(item) for item in items]
    for item in items:
        printable(item)
    limit(sum([bulk(item) for item in items]))
    limit(len(d) * len(items) + sum(len(str(item)) for item in items))
    return markup_join(_alternate(items, d)) if _marked(items, d) else d.join(map(str, items))


def _marked(items: Sequence[Any], d: str) -> bool:
    return hasattr(d, "__html__") or any(hasattr(item, "__html__") for item in items)


def _alternate(items: Sequence[Any], d: str) -> list[Any]:
    done: list[Any] = []
    for item in items:
        done += [d, item]
    return done[1:]


@pass_environment
def _sum(
    environment: ImmutableSandboxedEnvironment,
    value: Iterable[Any],
    attribute: str | None = None,
    start: float = 0,
) -> float:
    if not isinstance(start, int | float):
        raise TypeError("`sum` adds up numbers")
    get = make_attrgetter(environment, attribute) if attribute is not None else None
    return sum(map(get, value) if get else value, start)


def _replace(value: str, old: str, new: str) -> str:
    value = str(value)
    limit(len(value) + value.count(old) * len(new))
    return value.replace(old, new)


def _round(value: float, digits: int = 0, method: str = "common") -> float:
    digits = max(-12, min(12, int(digits)))
    if method == "common":
        return round(value, digits)
    step: Callable[[float], float] = math.ceil if method == "ceil" else math.floor
    factor: float = 10.0**digits
    return step(value * factor) / factor


def hash01(value: Any) -> float:
    """Return a number from 0 up to 1 that depends on the text alone; it serves to vary looks."""
    return zlib.crc32(str(value).encode()) / 2**32


FILTERS: dict[str, Callable[..., Any]] = {
    **{name: DEFAULT_FILTERS[name] for name in _DEFAULTS},
    "batch": _batch,
    "cos": cos,
    "hash01": hash01,
    "join": _join,
    "replace": _replace,
    "round": _round,
    "sin": sin,
    "slice": _slice,
    "sum": _sum,
}
MAKE_TEXT = frozenset("capitalize hash01 lower replace string title trim upper".split())
"""Filters that make text of whatever they are given."""

TESTS = {name: DEFAULT_TESTS[name] for name in _TESTS}
