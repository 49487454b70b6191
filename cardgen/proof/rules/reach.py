"""In the pseudo-language, words that look as they are typed are out of the reach of translators."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule, short

_PLAIN = re.compile(r"(?<![^\W\d_])(?=[A-Za-z]*[aeiou])[A-Za-z]{2,}(?![^\W\d_])", re.IGNORECASE)
"""A word with a vowel, all of whose letters are without accents: the language leaves none so."""
_CODE = re.compile(r"\b[0-9A-Z]{3}\b")
"""A revision mark, or part of one."""
_NAMES = re.compile(r"\S*(?:://|www\.|@|\.\w{2,}/)\S*")


@rule("reach", worst=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Look for words that are not in the pseudo-language; one is reported for each tag."""
    if not evidence.limits.reach:
        return
    for item, _ in evidence.items:
        if isinstance(item, Text):
            said = _CODE.sub("", _NAMES.sub("", item.string))
            if (word := _PLAIN.search(said)) is not None:
                yield problems.out_of_reach(Location.of(item.stamp), short(said.strip()), word[0])
