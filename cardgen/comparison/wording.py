"""Values, counts and versions in words, for all reports on changes."""

import json
import re
from itertools import takewhile
from typing import Any

from cardgen.model.scope import ordinal

NOTHING = "–"
UNCHANGED = "nothing has changed"
SETS = ("set of other pieces", "sets of other pieces")


def value_text(value: Any) -> str:
    """Write a value in one line."""
    match value:
        case None | "":
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case str():
            return " ".join(value.split())
        case list() if all(isinstance(element, str | int | float) for element in value):
            return ", ".join(map(value_text, value)) or NOTHING
        case list() | dict():
            return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)


def quote_value(value: Any) -> str:
    """Write a value in one line; a text of several words is in quotes."""
    text = value_text(value)
    return f"“{text}”" if isinstance(value, str) and " " in text else text


def value_texts(before: Any, after: Any, most: int | None = None) -> tuple[str, str]:
    """Write old and new value in one line each.

    If either is longer than ``most`` letters, both are cut to the part that differs.
    """
    old, new = value_text(before), value_text(after)
    if most is None or max(len(old), len(new)) <= most:
        return old, new
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    start = max(0, same - most // 3)
    start = old.rfind(" ", 0, start) + 1 if start else 0
    return _cut(old, start, most), _cut(new, start, most)


def _cut(text: str, start: int, most: int) -> str:
    part = text[start:]
    if len(part) > most:
        part = part[: most - 1].rstrip() + "…"
    return f"…{part}" if start else part


def next_version(version: str) -> str:
    """Return a version with its last number raised, ``1.1`` after ``1.0``; 2 if it has none."""
    numbers = list(re.finditer(r"(\d+)(st|nd|rd|th)?", version))
    if not numbers:
        return f"{version} 2".strip()
    last = numbers[-1]
    number = int(last[1]) + 1
    return (
        f"{version[: last.start()]}{ordinal(number) if last[2] else number}{version[last.end() :]}"
    )
