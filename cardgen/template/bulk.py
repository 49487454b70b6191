"""How large a value in a template is, at all depths.

The length of a list says little about its size: sixty rounds of ``a = [a, a]`` make a value that
fills any memory when it is printed or compared. So values are measured as a whole, and measuring
stops as soon as the limit is passed.
"""

from __future__ import annotations

from typing import Any

from jinja2.utils import Namespace

MAX_VALUE = 1_000_000  # a game keeps some hundred thousand characters of outlines in a dict

Container = (list, tuple, dict, set, frozenset, Namespace)
_Counted = (str, *Container)


class TooMuchError(Exception):
    """A template exceeded its budget; the message completes "the template …"."""


def bulk(value: Any) -> int:
    """Count characters and items at all depths, up to somewhere past ``MAX_VALUE``."""
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, Container):
        return 1
    total = 0
    todo: list[Any] = [value]
    while todo and total <= MAX_VALUE:
        inner = todo.pop()
        if isinstance(inner, str):
            total += len(inner)
            continue
        if isinstance(inner, Namespace):
            inner = object.__getattribute__(inner, "_Namespace__attrs")
        total += len(inner)
        if total <= MAX_VALUE:
            todo += [item for item in inner if isinstance(item, _Counted)]
            if isinstance(inner, dict):
                todo += [item for item in inner.values() if isinstance(item, _Counted)]
    return total


def limit(size: int) -> int:
    """Return a size that is within the limit; raise TooMuchError for any other."""
    if size > MAX_VALUE:
        raise TooMuchError(f"makes a value of {size:,} characters or items")
    return size
