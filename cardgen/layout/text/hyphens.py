"""Where words may be divided, by dictionary: patterns for Liang's algorithm, from pyphen."""

import re
from functools import cache

_LETTERS = r"[^\W\d_]+"
_WITHOUT_DIGITS = str.maketrans("", "", "0123456789")
_NO_PATTERN = (
    "%",
    "#",
    *(f"{kind}{side}HYPHENMIN" for kind in ("", "COMPOUND") for side in ("LEFT", "RIGHT")),
)
_VALUES = re.compile(r"(\d?)\D?")


_WHOLE = frozenset("ar ckb fa he ja km ko lo my ps th ur yi zh".split())
"""Languages whose words are never divided by a hyphen."""
_CAPITAL_NOUNS = ("de", "lb")
"""Languages in which not only names begin with a capital."""


def has_patterns(language: str) -> bool:
    """True if there are hyphenation patterns for a language (BCP 47), or it needs none."""
    from pyphen import language_fallback  # which few sides need

    return language.split("-")[0] in _WHOLE or language_fallback(language) is not None


def break_points(
    text: str, language: str, limits: tuple[int, ...], keeps_names: bool = False
) -> list[int]:
    """Return the offsets in a text where a hyphen is allowed.

    ``limits`` are the least letters of a word that is divided, before its hyphen and after it.
    Divisions that change how a word is spelt are left out, and so are names: words that begin with
    a capital and continue with small letters.
    """
    language_code = language.split("-")[0]
    if language_code in _WHOLE:
        return []
    least, before, after = limits[:3]
    offsets: list[int] = []
    for match in re.finditer(_LETTERS, text):
        word = match[0]
        is_name = word.istitle() and language_code not in _CAPITAL_NOUNS
        if len(word) >= least and not (is_name and keeps_names):
            points = _points(word.lower(), language)
            offsets += [match.start() + n for n in points if before <= n <= len(word) - after]
    return offsets


def _points(word: str, language: str) -> list[int]:
    """Return the offsets of hyphens in a word (Liang's algorithm: odd values)."""
    patterns = _patterns(language)
    if patterns is None:
        from pyphen import Pyphen  # which keeps the files that it has read

        pyphen = Pyphen(lang=language, left=1, right=1)
        return [point for point in pyphen.positions(word) if point.data is None]
    pointed = f".{word}."
    levels = [0] * (len(pointed) + 1)
    for start in range(len(pointed)):
        for end in range(start + 1, len(pointed) + 1):
            pattern = patterns.get(pointed[start:end])
            if pattern is not None:
                values = [int(digit or 0) for digit in _VALUES.findall(pattern)]
                until = start + len(values)
                levels[start:until] = map(max, values, levels[start:until])
    return [
        place - 1 for place, level in enumerate(levels) if level % 2 and 0 < place - 1 < len(word)
    ]


@cache
def _patterns(language: str) -> dict[str, str] | None:
    """Return pyphen's patterns by their letters; None if some of them are more than digits.

    Parsing all patterns with pyphen takes 0.09 s, and a text needs few of them.
    """
    from pyphen import LANGUAGES, language_fallback

    first, _, patterns = LANGUAGES[language_fallback(language)].read_bytes().partition(b"\n")
    encoding = first.decode().strip().lower()
    if encoding == "microsoft-cp1251":
        return None
    text = patterns.decode(encoding)
    lines = [line.strip() for line in text.split("\n") if not line.startswith(_NO_PATTERN)]
    if any("/" in line or "^" in line for line in lines):
        return None
    letters = "\n".join(lines).translate(_WITHOUT_DIGITS).split("\n")
    return dict(zip(letters, lines, strict=True))
