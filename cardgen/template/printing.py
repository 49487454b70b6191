"""What a template may print: text, finite numbers, rich text and markup.

Anything else would show Python's insides on a card (``Record(id='wolf', …)``, ``None``, ``True``),
so it is refused wherever a value becomes text: where it is printed, joined, or given to a filter
that makes text of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Undefined
from jinja2.runtime import BlockReference, LoopContext, Macro

from cardgen.core.registry import choices

_FINE: dict[type, bool] = {}
"""Whether all values of a type may be printed; of a float it has to be asked each time."""

_CODE = re.compile(r"\{([{%])(.*?)(?:[}%]\}|$)")
_NAME = re.compile(r"(?<![\w.\"'|])[^\W\d]\w*(?:\.\w+)*(?![\w(\"'])")
_TELLING = ("title", "text", "name", "value")
"""What is most likely meant where a whole record is printed."""


class UnprintableError(Exception):
    """A template makes text of a value that is none."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def printable(value: Any) -> Any:
    """Return a value that can be printed; raise UnprintableError for any other."""
    kind = type(value)
    fine = _FINE.get(kind)
    if fine is None:
        whole = issubclass(kind, int) and kind is not bool
        # What is not defined says so itself when it is printed.
        fine = whole or issubclass(kind, str | Undefined) or hasattr(kind, "__html__")
        _FINE[kind] = fine
    if fine or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise UnprintableError(value)


def described(value: Any, line: str, context: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return what a refused value is called in a line (if it is found), what it is, and a hint."""
    name = _name_of(value, line, context)
    return name, *_what(value, name or "…")


def _name_of(value: Any, line: str, context: Mapping[str, Any]) -> str:
    codes: list[tuple[str, str]] = [
        (opening, code.strip("- ")) for opening, code in _CODE.findall(line)
    ]
    printed: list[str] = [
        code for opening, code in codes if opening == "{" and _NAME.fullmatch(code)
    ]
    names: list[str] = [name for _, code in codes for name in _NAME.findall(code)]
    for name in [*printed, *names]:
        if _resolved(name, context) is value:
            return name
        if [name] == printed and name.partition(".")[0] not in context:
            return name  # a name that the template has set itself
    return ""


def _resolved(name: str, context: Mapping[str, Any]) -> Any:
    first, *rest = name.split(".")
    found = context.get(first, _FINE)  # which is no value of a template
    for part in rest:
        found = getattr(found, part, _FINE)
    return found


def _what(value: Any, name: str) -> tuple[str, str]:
    """Say what a value is, and what to write in its place."""
    match value:
        case None:
            instead = f'`{name} | default("", true)`'
            return "left out", f"test it first, `{{% if {name} %}}`, or write {instead}"
        case bool():
            return f"`{str(value).lower()}`", f'say what it means: `"yes" if {name} else "no"`'
        case float():
            return f"`{value}`, no finite number", "look for what is divided, or is far too large"
        case LoopContext():
            return "a loop", f"write `{name}.index`"
        case Macro() | BlockReference():
            return "a macro", f"call it: `{name}()`"
    if isinstance(value, Mapping) or hasattr(type(value), "plain_data"):
        telling = [field for field in _TELLING if field in value]
        some = f"write `{name}.{telling[0]}`" if telling else f"name one of {choices(value)}"
        return "a whole record", some
    if isinstance(value, Iterable):
        return "a list", f'write `{name} | join(", ")`, or go through it with `for`'
    if callable(value):
        return "a function", f"call it: `{name}()`"
    return "neither text nor a number", "print one of its values"
