"""Finds words that translators cannot reach: in the pseudo-language they have no accents."""

import re
from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Group, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule, shorten

_WORD = re.compile(
    r"(?<![^\W\d_])(?:(?=[A-Z]*[AEIOUYCN])[A-Z]{2,}|[AEIOUY](?=\W+[^\W\d_]{2}))(?![^\W\d_])",
    re.IGNORECASE,
)
"""A word without accents where the pseudo-language has some: `Draw`, or the article in `A card`."""
_CODE = re.compile(r"\b[0-9A-Z]{3}\b")
"""A revision mark, or a part of one."""
_ADDRESSES = re.compile(r"\S*(?:://|www\.|@|\.\w{2,}/)\S*")


@rule("reach", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report one word for each tag that is not in the pseudo-language."""
    if not evidence.limits.reach:
        return
    for item, _ in evidence.items:
        words = item.string if isinstance(item, Text) else isinstance(item, Group) and item.alt
        if words:
            text = _CODE.sub("", _ADDRESSES.sub("", words))
            if (word := _WORD.search(text)) is not None:
                args = shorten(text.strip()), word[0]
                yield problems.untranslatable_text(Location.of(item.stamp), *args)
