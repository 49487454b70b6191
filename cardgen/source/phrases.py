"""Phrases: the words that a template prints itself, which translators can translate.

A phrase is the text between two tags or statements, with the expressions and inline tags in it:
``Draw {{ n }} <b>cards</b>``. In code, words in ``_("…")`` are a phrase, as in gettext; ``_("Draw
{1}", n)`` inserts values. A translation replaces the phrase in the template's text before the
template is compiled, and keeps the number of lines.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec import Struct

PHRASE = "_"
"""The function that marks words in code as a phrase, and returns them."""

_INLINE = frozenset("b i u s sup sub br span icon".split())
_TOKEN = re.compile(
    r"(?P<code>\{\{|\{%)|</?(?P<tag>[A-Za-z_][\w.-]*)|\{\#.*?(?:\#\}|\Z)"
    r"|<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)",
    re.DOTALL,
)
_IN_TAG = re.compile(r">|\{\{|\{%")
_MARKED = re.compile(rf"""(?<![\w.]){PHRASE}\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*[,)]""")
_NEAR = 80  # characters to look at before words
_ENTITY = re.compile(r"&#?\w+;")
_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_\x00-\u024f]")
_PATH = re.compile(r"(?=\D*\d)[MmZzLlHhVvCcSsQqTtAa\d\s.,+-]*")


# Strings in Jinja's code are skipped as a whole: they may contain tags and closing delimiters.
_IN_CODE = re.compile(
    r"""\"(?:[^"\\]|\\.)*+(?:"|\Z) | '(?:[^'\\]|\\.)*+(?:'|\Z) | %\} | [{}]""",
    re.DOTALL | re.VERBOSE,
)


class Phrase(Struct, frozen=True):
    """Words from ``start`` up to ``end`` of a template; line breaks in them become spaces.

    ``quote`` is the quote around words in code, and empty for other words.
    """

    start: int
    end: int
    text: str
    quote: str = ""


_JOINED_BEHIND = re.compile(r"""["']\s*(?:,[^()]*)?\)\s*~\s*+(?:(["'])\s+\1|(?!["']))""")
_JOINED_BEFORE = re.compile(r"""(?:[^\s"'(,]|~\s*(["'])\s+\1)\s*~\s*_\(\s*["']\Z""")


def is_glued(source: str, phrase: Phrase) -> bool:
    """Whether words in code are a part of a sentence, such as ``_("Play ") ~ n ~ _(" cards")``."""
    if not phrase.quote:
        return False
    before = source[max(phrase.start - _NEAR, 0) : phrase.start]
    if phrase.text != phrase.text.strip():
        return "~" in before or "~" in source[phrase.end : phrase.end + _NEAR]
    is_joined = _JOINED_BEHIND.match(source, phrase.end) or _JOINED_BEFORE.search(before)
    return is_joined is not None


def template_context(name: str) -> str:
    """Return the context of a template's phrases, given the template's name."""
    return f"templates/{name.removeprefix('shared/')}"


def phrases(source: str) -> Iterator[Phrase]:
    """Yield the phrases of a template in order."""
    position = begin = 0
    words, inner = False, list[Phrase]()
    for start, end, goes_on in _tokens(source):
        words = words or _has_words(source[position:start])
        marked = list(_marked_words(source, start, end))
        if goes_on:
            inner += marked
        else:
            yield from [_trim(source, begin, start)] if words else inner
            yield from marked
            begin, words, inner = end, False, []
        position = end
    words = words or _has_words(source[position:])
    yield from [_trim(source, begin, len(source))] if words else inner


def translate_template(source: str, translate: Callable[[str], str]) -> str:
    """Return a template with ``translate(phrase)`` in place of each phrase."""
    parts, last = [], 0
    for phrase in phrases(source):
        text = translate(phrase.text)
        if text != phrase.text:
            if phrase.quote:
                text = re.sub(rf"([\\{phrase.quote}])", r"\\\1", text)
            breaks = source.count("\n", phrase.start, phrase.end)
            parts += [source[last : phrase.start], text, "\n" * breaks]
            last = phrase.end
    return "".join((*parts, source[last:]))


def _tokens(source: str) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of each tag or code, and whether a phrase continues across it."""
    position = 0
    while match := _TOKEN.search(source, position):
        start, position = match.span()
        if match["code"]:
            position = end_of_code(source, position, match["code"])
        elif match["tag"]:
            position = _end_of_tag(source, position)
        yield start, position, match["code"] == "{{" or match["tag"] in _INLINE


def _end_of_tag(source: str, position: int) -> int:
    while match := _IN_TAG.search(source, position):
        position = match.end()
        if match[0] == ">":
            return position
        position = end_of_code(source, position, match[0])
    return len(source)


def _has_words(text: str) -> bool:
    """Whether a text has a word; single letters and path data do not count."""
    text = _ENTITY.sub("", text)
    return _WORD.search(text) is not None and not _PATH.fullmatch(text)


def _trim(source: str, start: int, end: int) -> Phrase:
    untrimmed = source[start:end]
    start += len(untrimmed) - len(untrimmed.lstrip())
    end = start + len(untrimmed.strip())
    return Phrase(start, end, " ".join(source[start:end].split()))


def _marked_words(source: str, start: int, end: int) -> Iterator[Phrase]:
    for match in _MARKED.finditer(source, start, end):
        text = match[1][1:-1]
        with suppress(UnicodeDecodeError):  # Jinja reads a string as Python does
            text = text.encode("ascii", "backslashreplace").decode("unicode-escape")
        yield Phrase(match.start(1) + 1, match.end(1) - 1, text, match[1][0])


def end_of_code(source: str, position: int, opening: str) -> int:
    """Return the end of a statement or expression; expressions can contain dicts, ``{{ {…} }}``."""
    depth = 0
    for match in _IN_CODE.finditer(source, position):
        if match[0] == "%}":
            if opening == "{%":
                return match.end()
        elif opening == "{{":
            if match[0] == "{":
                depth += 1
            elif match[0] == "}" and depth:
                depth -= 1
            elif match[0] == "}" and source.startswith("}", match.end()):
                return match.end() + 1
    return len(source)
