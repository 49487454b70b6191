"""Finds lines of text that end badly: at a hyphen in a bold word or a name, or at a separator.

`print: {optical: …}` turns both rules on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Shaped, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, quote, rule

_SEPARATORS = "·|∙‧"
_BOLD = 600
"""The least weight of a bold font."""


@rule("divided-word", worst_only=True)
def check_divided_words(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report hyphens at the ends of lines in bold words and in names."""
    if not evidence.limits.optical:
        return
    for item, _ in evidence.items:
        if isinstance(item, Text) and (word := _divided_word(item)):
            is_bold = evidence.library.font_by_key(item.font).weight >= _BOLD
            if is_bold or (word.istitle() and not _has_capital_nouns(item.words[-1])):
                yield problems.divided_word(Location.of(item.stamp), word, is_bold)


def _divided_word(text: Text) -> str:
    """Return the whole word if the first part of a divided word ends a text; empty otherwise."""
    last = text.words[-1] if text.words else None
    if last is None or not last.spoken_text or not last.text.endswith("-"):
        return ""
    return last.spoken_text if last.spoken_text != last.text else ""


def _has_capital_nouns(word: Shaped) -> bool:
    return word.shaping.language.startswith(("de", "lb"))


@rule("separator", worst_only=True)
def check_separators(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report separators between two items of a text at the end or the beginning of a line."""
    if not evidence.limits.optical:
        return
    texts = [item for item, _ in evidence.items if isinstance(item, Text) and item.stamp]
    for _, block in groupby(texts, lambda text: text.stamp):
        lines = [list(line) for _, line in groupby(block, lambda text: round(text.y, 2))]
        for line, next_line in pairwise(lines):
            last, first = line[-1], next_line[0]
            is_below = first.y > last.y and first.x < last.x + last.width
            at_end = last.string.rstrip().endswith(tuple(_SEPARATORS))
            if is_below and (at_end or first.string.lstrip().startswith(tuple(_SEPARATORS))):
                text = last if at_end else first
                words = quote(evidence, text)
                yield problems.separator_at_edge(Location.of(text.stamp), words, at_end)
