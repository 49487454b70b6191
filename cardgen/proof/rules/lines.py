"""Finds lines of text that end badly: at a hyphen in a bold word, or at a separator.

`print: {optical: …}` turns both rules on.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, quote, rule

_SEPARATORS = ("·", "|", "∙", "‧")
_BOLD = 600
"""The least weight of a bold font."""


@rule("divided-word", worst_only=True)
def check_divided_words(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report hyphens at the ends of lines in bold words."""
    for item, _ in evidence.items if evidence.limits.optical else ():
        if isinstance(item, Text) and item.words:
            # The first part of a divided word has the whole word for screen readers.
            last = item.words[-1]
            is_divided = last.text.endswith("-") and last.spoken_text not in (None, "", last.text)
            if is_divided and evidence.library.font_by_key(item.font).weight >= _BOLD:
                yield problems.divided_word(Location.of(item.stamp), str(last.spoken_text))


@rule("separator", worst_only=True)
def check_separators(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report separators between two items of a text at the end or the beginning of a line."""
    if not evidence.limits.optical:
        return
    texts = [item for item, _ in evidence.items if isinstance(item, Text) and item.stamp]
    for _, block in groupby(texts, lambda text: text.stamp):
        lines = [list(line) for _, line in groupby(block, lambda text: round(text.y, 2))]
        for (*_, last), (first, *_) in pairwise(lines):
            is_below = first.y > last.y and first.x < last.x + last.width
            at_end = last.string.rstrip().endswith(_SEPARATORS)
            if is_below and (at_end or first.string.lstrip().startswith(_SEPARATORS)):
                text = last if at_end else first
                args = quote(evidence, text), at_end
                yield problems.separator_at_edge(Location.of(text.stamp), *args)
