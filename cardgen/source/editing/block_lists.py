"""Write new lists of YAML as a person would, with lines that are not too long."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from cardgen.source.editing.scalars import Hand, inline, scalar

_HAND = Hand("\n", '"')
_WIDTH = 100  # characters of a line of YAML


def item_lines(value: Any, indent: str) -> Iterator[str]:
    """Yield the lines of one value of a list, with its dash."""
    lines = list(_lines(value, indent + "  "))
    yield f"{indent}- {lines[0].lstrip()}"
    yield from lines[1:]


def _lines(value: Any, indent: str) -> Iterator[str]:
    """Yield the lines of a value that takes lines of its own."""
    if not isinstance(value, dict) or not value:
        yield indent + inline(value, _HAND)
        return
    for name, inner in value.items():
        head = f"{indent}{inline(name, _HAND, flow=False)}:"
        short = inline(inner, _HAND)
        if isinstance(inner, str) and len(head) + len(short) > _WIDTH and _folds(inner):
            yield f"{head} >-"
            yield from (f"{indent}  {line}" for line in _wrapped(inner, indent))
        elif not isinstance(inner, list | dict):
            yield f"{head} {scalar(inner, None, '', _HAND, flow=False)}"
        elif len(head) + len(short) < _WIDTH:
            yield f"{head} {short}"
        elif isinstance(inner, dict):
            yield head
            yield from _lines(inner, indent + "  ")
        else:
            yield head
            for one in inner:
                yield from item_lines(one, indent + "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH - len(indent) - 2, break_long_words=False, break_on_hyphens=False
    )


def _folds(text: str) -> bool:
    """Whether a text can be folded over lines, which are joined by one blank each."""
    return " ".join(_wrapped(text, "")) == text and "\n" not in text
