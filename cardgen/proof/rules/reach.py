"""Finds words that translators cannot reach: in the pseudo-language they have no accents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule, shorten

_WORD = re.compile(r"(?<![^\W\d_])(?=[A-Za-z]*[aeiou])[A-Za-z]{2,}(?![^\W\d_])", re.IGNORECASE)
"""A word with a vowel and without accents: the pseudo-language has no such words."""
_CODE = re.compile(r"\b[0-9A-Z]{3}\b")
"""A revision mark, or a part of one."""
_ADDRESSES = re.compile(r"\S*(?:://|www\.|@|\.\w{2,}/)\S*")


@rule("reach", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report one word for each tag that is not in the pseudo-language."""
    if not evidence.limits.reach:
        return
    for item, _ in evidence.items:
        if isinstance(item, Text):
            text = _CODE.sub("", _ADDRESSES.sub("", item.string))
            if (word := _WORD.search(text)) is not None:
                args = shorten(text.strip()), word[0]
                yield problems.untranslatable_text(Location.of(item.stamp), *args)
