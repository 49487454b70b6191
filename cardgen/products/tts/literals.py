"""Values as Lua writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset(
    "and break do else elseif end false for function goto if in local nil not or repeat return "
    "then true until while".split()
)


def literal(value: Any, indent: int = 0) -> str:
    """Write a value as Lua: a string, a number, a truth value, a list or a table."""
    inner = "  " * (indent + 1)
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "nil"
        case int() | float():
            return f"{value:.10g}"
        case Mapping() if indent and not any(isinstance(one, Mapping) for one in value.values()):
            return _flat(value)
        case Mapping():
            lines = [
                f"{inner}{key(str(name))} = {literal(one, indent + 1)},"
                for name, one in value.items()
            ]
            return "\n".join(["{", *lines, "  " * indent + "}"]) if lines else "{}"
        case list() | tuple():
            return "{" + ", ".join(_flat(one) for one in value) + "}"
    return text(str(value))


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key(str(name))} = {literal(one)}" for name, one in value.items())
        return "{" + pairs + "}"
    return literal(value)


def key(name: str) -> str:
    """Write the name of an entry of a table."""
    return name if _NAME.fullmatch(name) and name not in _KEYWORDS else f"[{text(name)}]"


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\000"}


def text(value: str) -> str:
    """Write a text as a string of Lua."""
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in value) + '"'
